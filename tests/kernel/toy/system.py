"""What the toy tells the project about itself."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, ClassVar

from grognard.board.names import Side, Unknown
from grognard.kernel.dist import Dist
from grognard.kernel.draft import Event
from grognard.kernel.frame import Action, Frame, Result, Roll, Throw
from grognard.kernel.offers import Offers
from grognard.kernel.play import begin, decision, legal
from grognard.kernel.state import World
from grognard.kernel.system import About, Option, System, Verdict
from grognard.kernel.view import View

from . import actions, combat, movement, sequence
from .book import BOOK
from .events import Dealt, Moved, Shown, StepLost, TurnBegan
from .odds import Outcome, odds
from .scene import scene
from .sound import unsound
from .state import BLUE, ENEMY, RED, Toy, field
from .view import ToyView, view, worlds


def clauses(book: str) -> dict[str, str]:
    """By number: "TOY-1.2" from a line "  1.2    Text" under "TOY-1    Title"."""
    out: dict[str, str] = {}
    for line in book.splitlines():
        number, _, text = line.strip().partition("  ")
        if re.fullmatch(r"TOY-[0-9]", number):
            out[number] = text.strip()
        elif re.fullmatch(r"[0-9][.][0-9]", number):
            out[f"TOY-{number}"] = text.strip()
        elif line.startswith("   ") and out:
            last = next(reversed(out))
            out[last] += f" {line.strip()}"
    return out


class ToySystem(System[Toy]):
    id: ClassVar[str] = "toy"
    title: ClassVar[str] = "The Mill"
    sides: ClassVar[tuple[Side, ...]] = (BLUE, RED)
    prefix: ClassVar[str] = "TOY"
    rules: ClassVar[int] = 1
    state = Toy

    frames: ClassVar[tuple[type[Frame[Any]], ...]] = (
        *(sequence.Campaign, sequence.SecretDeal, sequence.Turn, sequence.Initiative),
        *(sequence.Choice, sequence.Activation, movement.Movement, movement.Meeting, movement.Attempt),
        *(combat.Combat, combat.Support, combat.Suffer, combat.Withdrawal, combat.Pursuit, Throw),
    )
    actions: ClassVar[tuple[type[Action], ...]] = (*actions.ALL, Roll)

    def scenarios(self) -> Sequence[About]:
        return (About("toy/mill", "The Mill", "2 or 3 turns", 5, self.sides, "Who holds it at the end?"),)

    def options(self, scenario: str) -> Sequence[Option]:
        return (Option("turns", "3", ("2", "3"), "TOY-2", "how long the battle goes on"),)

    def world(self, key: str) -> World:
        if key != "toy/mill":
            raise Unknown(f"no scenario is called {key!r}")
        return field()

    def begin(self, world: World, options: Mapping[str, str]) -> Result[Toy]:
        chosen = {o.name: options.get(o.name, o.default) for o in self.options(world.key)}
        for name, value in options.items():
            if name not in chosen:
                raise Unknown(f"no option is called {name!r}")
            if value not in ("2", "3"):
                raise Unknown(f"{name} is 2 or 3, not {value!r}")
        types = field().types
        under = bytes(t.under for t in types)
        s = Toy(
            world=world,
            at=bytes(world.hex(t.at) for t in types),
            strength=bytes(t.full for t in types),
            under=under,
            shown=bytes(1 - u for u in under),
            tired=bytes(len(types)),
            last=int(chosen["turns"]),
        )
        return begin(s, sequence.Campaign())

    def unsound(self, s: Toy) -> str:
        return unsound(s)

    def scene(self, **position: Any) -> Result[Toy]:
        return Result(scene(**position), ())

    def view(self, s: Toy, side: Side) -> ToyView:
        return view(s, side)

    def offers(self, s: Toy, side: Side) -> Offers[Any]:
        now = decision(s)
        return legal(s) if now is not None and now.side == side else Offers()

    def resample(self, view: View, rng: Random) -> Toy:
        assert isinstance(view, ToyView)
        return worlds(view).sample(rng)

    def verdict(self, s: Toy) -> Verdict | None:
        """TOY-6."""
        if s.frames:
            return None
        for side in self.sides:
            if not s.units(side):
                return Verdict(ENEMY[side], "TOY-6.1", f"{side} has no unit left")
        holders = s.stack(s.field.mill)
        if not holders:
            return Verdict(None, "TOY-6.2", "nobody holds the mill")
        return Verdict(s.side_of(holders[0]), "TOY-6.2", f"{s.name(holders[0])} holds the mill")

    def odds(self, s: Toy, a: Action) -> Dist[Outcome]:
        now = decision(s)
        if now is None or now.side is None or not isinstance(a, actions.Attack):
            raise ValueError("odds are told for an attack, to the side that may declare it")
        return odds(s, a, now.side)

    def tell(self, event: Event, s: Toy) -> str:
        match event:
            case TurnBegan(turn=turn):
                return f"Turn {turn}."
            case Moved(unit=unit, to=to):
                return f"{s.name(unit)} goes to {s.number(to)}."
            case Shown(unit=unit, strength=n):
                return f"{s.name(unit)} is seen: strength {n}."
            case StepLost(unit=unit, left=left):
                return f"{s.name(unit)} loses a step{'' if left else ' and is gone'}."
            case Dealt(unit=unit, strength=n):
                return f"{s.name(unit)} is dealt {n or 'a strength'}."
        return ""

    def table(self, name: str, keys: Mapping[str, str]) -> Any:
        raise Unknown(f"no table is called {name!r}: there is none")

    def clauses(self) -> Mapping[str, str]:
        return clauses(BOOK)


TOY = ToySystem()


def find(id: str) -> ToySystem:
    if id != TOY.id:
        raise Unknown(f"no system is called {id!r}")
    return TOY
