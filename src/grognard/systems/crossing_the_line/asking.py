"""What all frames of this system have in common: the end of the game is seen at every depth, and nobody plays the
Germans of First Blood (CTL-10.1i)."""

from __future__ import annotations

from typing import Any, ClassVar

from ...kernel.breach import Breach
from ...kernel.draft import Draft
from ...kernel.frame import Call, Chance, Frame, Over, Step, Wait
from ...kernel.frame import Sequence as KernelSequence
from .chart import Side
from .state import State


class Asked(Frame[State], frozen=True):
    """A step in which one side chooses."""

    clause: ClassVar[str] = ""
    side: Side

    def who(self, s: State) -> Side:
        return self.side

    def enter(self, d: Draft[State]) -> Step:
        return self.ask(d)

    def ask(self, d: Draft[State]) -> Step:
        """Wait for the side; CTL-10.4e: nothing is asked after a verdict."""
        if d.s.verdict:
            return Over()
        scenario = d.s.world.scenario
        if scenario.solo and scenario.solo != self.side:
            return self.take(d, self.by_rule(d.s))
        return Wait(self)

    def by_rule(self, s: State) -> Any:
        """CTL-10.1i, j: what the static side does where it would have to choose."""
        raise AssertionError(f"{type(self).__name__}: the static side never gets here")

    def no(self, why: str) -> Breach:
        """This step knows no such action."""
        return Breach(self.clause, why)


class Left(Chance[State], frozen=True):
    """A step that is left to chance."""

    def enter(self, d: Draft[State]) -> Step:
        return Over() if d.s.verdict else Wait(self)


class Steps(KernelSequence[State], frozen=True, kw_only=True):
    """A list of steps as the book prints it; it goes no further once the game is over (CTL-10.4e)."""

    def go_on(self, d: Draft[State], result: Any) -> Step:
        return Over() if d.s.verdict else super().go_on(d, result)


__all__ = ["Asked", "Call", "Left", "Steps"]
