"""A game: the only thing with a history. Positions are values, so undo is keeping the old one."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, Generic

import msgspec

from ..board.names import Side
from . import dice, notation
from .breach import Breach, Illegal
from .codec import plain_events
from .dist import Dist
from .draft import Event
from .frame import Action, Result
from .offers import Offers
from .play import Decision, apply, chance, check, decision, legal
from .ranges import Ranges
from .state import S, World
from .system import System, Verdict
from .view import View, seen


class Entry(msgspec.Struct, frozen=True):
    """One line of the record: who did what (`by` empty: chance), and what came of it."""

    by: str
    action: Action
    throw: int  # the number of the throw, where chance decided
    result: Any
    given: bool = False  # it came from a record of another seed

    @property
    def events(self) -> tuple[Event, ...]:
        return tuple(plain_events(self.result.events))


class Game(Generic[S]):
    """Play a scenario: ask `decision`, list `legal()`, `do` an action or its text, `roll()` where chance decides."""

    def __init__(
        self,
        system: System[S],
        world: World,
        options: Mapping[str, str] | None = None,
        seed: str | int | None = None,
        *,
        start: Result[S] | None = None,
    ) -> None:
        self.system, self.world = system, world
        self.options = dict(options or {})
        self.seed = dice.new_seed() if seed is None else str(seed)
        if not self.seed.isprintable():
            raise ValueError("a seed is printable text: it stands in one line of the record")
        self.study = start is not None  # begun from a given position, which its record must tell
        self.start = start if start is not None else system.begin(world, self.options)
        self.log: list[Entry] = []
        self.undone: list[Entry] = []
        self.throws = 0  # ever made, those taken back too: a throw is never made again
        self.commitment = ""  # what was shown of the seed before the game
        self.sealed = False  # the record does not tell the seed: its game is not over where it is played
        self.notes: list[str] = []  # what `load` has to say

    # ---- where we stand

    @property
    def state(self) -> S:
        last: S = self.log[-1].result.state if self.log else self.start.state
        return last

    @property
    def decision(self) -> Decision | None:
        return decision(self.state)

    @property
    def over(self) -> bool:
        return self.decision is None

    @property
    def verdict(self) -> Verdict | None:
        return self.system.verdict(self.state)

    def legal(self) -> Offers[Any]:
        return legal(self.state)

    def view(self, side: Side) -> View:
        return self.system.view(self.state, side)

    def events(self, side: Side | None = None) -> tuple[Event, ...]:
        """What the last action brought, as the side sees it (None: all)."""
        events = self.log[-1].result.events if self.log else self.start.events
        return tuple(plain_events(events if side is None else seen(events, side)))

    # ---- actions

    def read(self, a: Action | str) -> Action:
        return notation.parse(a, self.world, self.system.actions) if isinstance(a, str) else a

    def text(self, a: Action) -> str:
        return notation.text(a, self.world)

    def check(self, a: Action | str) -> Breach | None:
        """The clause that forbids it, and why; None: it is legal."""
        return check(self.state, self.read(a))

    def do(self, a: Action | str) -> tuple[Event, ...]:
        """Do it, or raise `Illegal` and leave all as it was. Returns what happened."""
        now = self.decision
        act = self.read(a)
        result = apply(self.state, act)
        by = "" if now is None or now.side is None else now.side
        if not by:
            self.throws += 1
        self.log.append(Entry(by, act, 0 if by else self.throws, result))
        self.undone.clear()
        return self.events()

    def roll(self) -> tuple[Event, ...]:
        """Let chance decide, by the seed."""
        s = self.state
        if not chance(s):
            raise Illegal(Breach("dice", "nothing is left to chance now"))
        return self.do(dice.draw(self.seed, self.throws + 1, s))

    def roll_on(self) -> None:
        """Throw until a side must choose, or the game is over."""
        while chance(self.state):
            self.roll()

    def random(self, rng: Random, *, back: float = 0.0) -> None:
        """One action by chance, whoever decides."""
        if chance(self.state):
            self.roll()
        else:
            self.do(self.legal().pick(rng, back=back))

    # ---- history

    def undo(self, actions: int = 1) -> S:
        """Take back the last actions (throws count as actions)."""
        if actions < 0 or actions > len(self.log):
            raise ValueError(f"only {len(self.log)} actions can be taken back")
        for _ in range(actions):
            self.undone.append(self.log.pop())
        return self.state

    def undo_choice(self) -> int:
        """Take back the last choice of a side, and the throws after it; how many actions that were."""
        n = next((i for i, e in enumerate(reversed(self.log), 1) if e.by), 0)
        self.undo(n)
        return n

    def redo(self) -> S:
        """Do again what was taken back last; the same throw shows the same faces."""
        if not self.undone:
            raise ValueError("nothing was taken back")
        self.log.append(self.undone.pop())
        return self.state

    def at(self, n: int) -> S:
        """The position after n actions."""
        if n < 0 or n > len(self.log):
            raise ValueError(f"the game has {len(self.log)} actions")
        s: S = self.log[n - 1].result.state if n else self.start.state
        return s

    def odds(self, a: Action | str) -> Dist[Any] | Ranges[Any]:
        """What a declared attack brings, exactly; between what it lies, where that rests on something hidden."""
        return self.system.odds(self.state, self.read(a))

    # ---- the record

    def save(self, path: Any) -> None:
        from . import record

        record.save(self, path)
