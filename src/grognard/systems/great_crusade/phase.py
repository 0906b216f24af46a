"""What all phases of a side's own part have in common: its combats may be assigned and called off (TGC-combat.2)."""

from __future__ import annotations

from functools import partial
from typing import Any, ClassVar

from ...kernel.breach import Breach
from ...kernel.draft import Draft
from ...kernel.frame import Frame, Step, Wait
from ...kernel.offers import Group, Offers
from . import assignment
from .actions import Attack, Cancel, Resolve
from .state import State
from .world import Side


class OwnPhase(Frame[State], frozen=True):
    """A phase in which one side chooses. What belongs to the phase alone is in the methods ending in `_own`.
    What is refused changes nothing (TGC-def.15)."""

    side: Side
    fights: ClassVar[bool] = False

    def who(self, s: State) -> Side:
        return self.side

    def ask(self) -> Step:
        return Wait(self)

    def check(self, s: State, a: Any) -> Breach | None:
        if isinstance(a, Attack):
            return assignment.may_assign(s, self.side, a)
        if isinstance(a, Cancel):
            return assignment.may_cancel(s, a.number)
        if isinstance(a, Resolve) and not self.fights:
            return Breach(
                "TGC-combat.2", "combats are assigned in any phase, but resolved in the Combat Phase"
            )
        return self.check_own(s, a)

    def offers(self, s: State) -> Offers[Any]:
        own = self.offers_own(s)
        back: list[Any] = [*own.back, *(Cancel(n) for n in range(1, len(s.combats) + 1))]
        back.append(Group("attack", partial(assignment.candidates, s, self.side)))
        return Offers(own.forward, back, open=(*own.open, "attack"))

    def take(self, d: Draft[State], a: Any) -> Step:
        if isinstance(a, Attack):
            assignment.assign(d, a)
            return Wait(self)
        if isinstance(a, Cancel):
            assignment.cancel(d, a.number)
            return Wait(self)
        return self.take_own(d, a)

    def check_own(self, s: State, a: Any) -> Breach | None:
        raise NotImplementedError

    def offers_own(self, s: State) -> Offers[Any]:
        raise NotImplementedError

    def take_own(self, d: Draft[State], a: Any) -> Step:
        raise NotImplementedError
