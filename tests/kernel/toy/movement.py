"""TOY-3 and TOY-4: a move, and who meets it."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from grognard.board.names import Side, Unit, Units
from grognard.geometry.hexes import Hex
from grognard.kernel.breach import Breach
from grognard.kernel.frame import Call, Done, Frame, Sequence, Step, Throw, Wait
from grognard.kernel.offers import Offers

from . import sequence
from .actions import Decline, Enter, Meet, Stop
from .events import ToyDraft, move
from .state import ENEMY, Toy


def may_enter(s: Toy, unit: Unit, to: Hex) -> Breach | None:
    """TOY-3: may this moving unit enter the next hex?"""
    side = s.side_of(unit)
    if to not in s.near(unit):
        return Breach("TOY-3.1", f"{s.number(to)} is not next to {s.number(s.hex_of(unit))}")
    if s.stack(to, ENEMY[side]):
        return Breach("TOY-3.2", f"{s.number(to)} holds an enemy unit")
    if len(s.stack(to)) == 2:
        return Breach("TOY-1.1", f"{s.number(to)} is full")
    return None


class Movement(Frame[Toy], frozen=True):
    """TOY-3.1, hex by hex: the first hex next to a strong enemy may be met, TOY-4.1."""

    clause = "TOY-3.1"
    side: Side
    unit: Unit
    left: int = 2
    may_be_met: bool = True

    def who(self, s: Toy) -> Side:
        return self.side

    def check(self, s: Toy, a: Any) -> Breach | None:
        match a:
            case Stop():
                return None
            case Enter(hex=to):
                return may_enter(s, self.unit, to)
        return Breach("TOY-3.1", "a moving unit enters a hex, or stops")

    def offers(self, s: Toy) -> Offers[Any]:
        ways = [Enter(h) for h in s.near(self.unit) if may_enter(s, self.unit, h) is None]
        return Offers((*ways, Stop()))

    def take(self, d: ToyDraft, a: Enter | Stop) -> Step:
        if isinstance(a, Stop):
            return Done()
        me = replace(self, left=self.left - 1)
        move(d, self.unit, a.hex)
        if self.may_be_met and might_be_met(d.s, self.unit):
            return Call(me, Meeting(ENEMY[self.side], self.unit))
        return me.go_on()

    def resume(self, d: ToyDraft, met: bool) -> Step:
        """TOY-4.4: a meeting ends the move; one that came to nothing does not, and no other follows."""
        return Done() if met else replace(self, may_be_met=False).go_on()

    def go_on(self) -> Step:
        return Wait(self) if self.left else Done()

    def prompt(self, s: Toy) -> str:
        return f"{s.name(self.unit)} in {s.number(s.hex_of(self.unit))} may go {self.left} more"


def meeters(s: Toy, mover: Unit) -> Units:
    """TOY-4.1: the top units of the stacks that can meet it, as they truly are."""
    return tuple(st[0] for st in enemies_near(s, mover) if sum(s.strength[u] for u in st) >= 4)


def might_be_met(s: Toy, mover: Unit) -> bool:
    """TOY-4.1: can a stack meet it, for all that the mover knows? A strength unseen may be the full one."""

    def at_most(unit: Unit) -> int:
        return s.field.types[unit].full if s.hidden(unit) else s.strength[unit]

    return any(sum(map(at_most, stack)) >= 4 for stack in enemies_near(s, mover))


def enemies_near(s: Toy, unit: Unit) -> list[Units]:
    stacks = (s.stack(h, ENEMY[s.side_of(unit)]) for h in s.near(unit))
    return [stack for stack in stacks if stack]


class Meeting(Sequence[Toy], frozen=True):
    """TOY-4: a whole activation of the enemy inside the move. Returns whether it took place."""

    STEPS = ("attempt", "nerve", "activation")
    side: Side
    mover: Unit
    by: Unit | None = None

    def attempt(self, d: ToyDraft, _: Any) -> Step:
        return Call(self, Attempt(self.side, self.mover))

    def nerve(self, d: ToyDraft, by: Unit | None) -> Step:
        if by is None:
            return Done(False)
        return Call(replace(self, by=by), Throw((6,), "TOY-4.2"))

    def activation(self, d: ToyDraft, dice: tuple[int, ...]) -> Step:
        if dice[0] > 4 or self.by is None:
            return Done(False)
        return Call(self, sequence.Activation(self.side, d.s.formation_of(self.by), meets=True))

    def finish(self, d: ToyDraft, _: Any) -> Step:
        return Done(True)


class Attempt(Frame[Toy], frozen=True):
    """TOY-4.1. He who cannot is asked too, and can but decline: the asking tells the mover nothing."""

    clause = "TOY-4.1"
    side: Side
    mover: Unit

    def who(self, s: Toy) -> Side:
        return self.side

    def check(self, s: Toy, a: Any) -> Breach | None:
        match a:
            case Decline():
                return None
            case Meet(unit=unit):
                if unit not in meeters(s, self.mover):
                    return Breach("TOY-4.1", f"{s.name(unit)} leads no stack of strength 4 next to the mover")
                return None
        return Breach("TOY-4.1", "meet the mover, or decline")

    def offers(self, s: Toy) -> Offers[Any]:
        return Offers((*(Meet(u) for u in meeters(s, self.mover)), Decline()))

    def take(self, d: ToyDraft, a: Meet | Decline) -> Step:
        return Done(a.unit if isinstance(a, Meet) else None)

    def prompt(self, s: Toy) -> str:
        return f"{s.name(self.mover)} enters {s.number(s.hex_of(self.mover))}: {self.side} may meet it"
