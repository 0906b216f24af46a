"""The Admin Phase (CTL-4.1, CTL-8): its segments in the order of the book."""

from __future__ import annotations

from typing import Any, ClassVar

from ...kernel.draft import Draft
from ...kernel.frame import Call, Frame, Step
from .admin_events import EVENTS
from .arrivals import Arrivals
from .asking import Steps
from .assignment import Assigning, Assignment
from .chart import GERMAN, US
from .events import MarkerSet
from .recovery import Attrition, Recovery
from .reorganization import Rebuild, Reorganization
from .replacements import Replacements, Spending
from .state import State
from .victory_plan import DrawPlan, InspectPlan, VictoryPlan
from .withdrawals import Reattach, Withdrawals
from .world import NO_FORMATION


class AdminPhase(Steps, frozen=True, kw_only=True):
    """CTL-4.1: in this order and no other (CTL-4a); not on the first turn of a scenario (CTL-2c). Each side is asked even where it
    can do nothing, if that it cannot would tell something."""

    STEPS: ClassVar[tuple[str, ...]] = (
        "marker", "recovery", "german_assignment", "us_assignment", "victory_plan", "us_replacements",
        "german_reorganization", "withdrawals", "german_arrivals", "us_arrivals",
    )  # fmt: skip

    def marker(self, d: Draft[State], _: Any) -> None:
        """CTL-4.1.0, CTL-8a, CTL-8b."""
        d.emit(MarkerSet(None, 0))

    def recovery(self, d: Draft[State], _: Any) -> Step:
        """CTL-4.1.1."""
        return Call(self, Recovery())

    def german_assignment(self, d: Draft[State], _: Any) -> Step:
        """CTL-4.1.2."""
        return Call(self, Assignment(GERMAN))

    def us_assignment(self, d: Draft[State], _: Any) -> Step:
        return Call(self, Assignment(US))

    def victory_plan(self, d: Draft[State], _: Any) -> Step:
        """CTL-4.1.3."""
        return Call(self, VictoryPlan())

    def us_replacements(self, d: Draft[State], _: Any) -> Step:
        """CTL-4.1.4."""
        return Call(self, Replacements(US))

    def german_reorganization(self, d: Draft[State], _: Any) -> Step:
        return Call(self, Reorganization(GERMAN))

    def withdrawals(self, d: Draft[State], _: Any) -> Step:
        """CTL-4.1.5, CTL-4d."""
        return Call(self, Withdrawals())

    def german_arrivals(self, d: Draft[State], _: Any) -> Step:
        """CTL-8.5b."""
        return Call(self, Arrivals(GERMAN))

    def us_arrivals(self, d: Draft[State], _: Any) -> Step:
        return Call(self, Arrivals(US))


FRAMES: tuple[type[Frame[State]], ...] = (
    AdminPhase, Recovery, Attrition, Assignment, VictoryPlan, DrawPlan, InspectPlan, Replacements, Reorganization,
    Rebuild, Withdrawals, Reattach, Arrivals,
)  # fmt: skip


def misfit(s: State, frame: Frame[Any]) -> str:
    """What one of these steps says that it cannot, where a position comes from outside; empty: nothing."""
    known = range(len(s.world.staffs))
    match frame:
        case Recovery(checked=checked) if not -1 <= checked < len(s.at):
            return "there is no such unit"
        case Assigning(side=side, changed=changed):
            own = {NO_FORMATION, *(f for f in known if s.world.staffs[f].side is side)}
            if any(s.side(u) is not side or f not in own for u, f in changed):
                return "these units had no such formations"
            if isinstance(frame, Reattach) and not all(f in known for f in frame.left):
                return "there is no such formation"
        case Spending(side=side, spent=spent):
            if any(s.side(u) is not side or s.strength[u] <= spent.count(u) for u in spent):
                return "these units cannot have got so many points"
            if isinstance(frame, Rebuild) and (
                s.side(frame.giver) is not side or s.assigned[frame.giver] not in known
            ):
                return "nobody of that side gave any points"
    return ""


__all__ = ["EVENTS", "FRAMES", "AdminPhase", "misfit"]
