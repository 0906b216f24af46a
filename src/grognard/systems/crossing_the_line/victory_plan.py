"""The Victory Plan Segment (CTL-8.3): what the US side is after, and what the Germans get to know of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from typing import Any, ClassVar

from ...kernel.breach import Breach
from ...kernel.dist import Dist
from ...kernel.draft import Draft
from ...kernel.frame import Call, Done, Step
from ...kernel.offers import Offers
from . import actions
from .admin_events import PlanDrawn, PlanInspected
from .asking import Asked, Left, Steps
from .chart import GERMAN
from .dice import SIDES, Dice
from .state import State

SEEN_ON = 9  # CTL-8.3c: 9 or 10


def pool(s: State) -> Counter[str]:
    """CTL-8.3a, d: the markers not drawn yet; none goes back."""
    markers = {k: v for k, v in s.world.tables["victory_markers"].items() if isinstance(v, int)}
    return Counter(markers) - Counter(s.plans)


class VictoryPlan(Steps, frozen=True, kw_only=True):
    """CTL-4.1.3, CTL-8.3a: only in the campaign."""

    STEPS: ClassVar[tuple[str, ...]] = ("draw", "german_die", "inspect")

    def draw(self, d: Draft[State], _: Any) -> Step:
        if not d.s.world.scenario.campaign or not pool(d.s):
            return Done()
        return Call(self, DrawPlan())

    def german_die(self, d: Draft[State], _: Any) -> Step:
        """CTL-8.3c."""
        return Call(self, Dice((GERMAN,), ((SEEN_ON - 1, SIDES),), "CTL-8.3c"))

    def inspect(self, d: Draft[State], dice: tuple[int, ...]) -> Step | None:
        return Call(self, InspectPlan(GERMAN)) if dice[0] >= SEEN_ON else None


class DrawPlan(Left, frozen=True):
    """CTL-8.3a: one of the markers that are left, each as likely."""

    clause: ClassVar[str] = "CTL-8.3a"

    def outcomes(self, s: State) -> Dist[actions.Plan]:
        left = pool(s)
        return Dist((actions.Plan(kind), Fraction(n, left.total())) for kind, n in sorted(left.items()))

    def take(self, d: Draft[State], a: actions.Plan) -> Step:
        d.emit(PlanDrawn(a.kind))
        return Done()

    def prompt(self, s: State) -> str:
        return "draw a Victory Plan marker"


class InspectPlan(Asked, frozen=True):
    """CTL-8.3c: one drawn marker of his choice, or none."""

    clause: ClassVar[str] = "CTL-8.3c"

    def markers(self, s: State) -> Iterator[int]:
        return iter(range(1, len(s.plans) + 1))

    def check(self, s: State, a: Any) -> Breach | None:
        match a:
            case actions.Inspect(marker=0):
                return None
            case actions.Inspect(marker=n):
                if n in self.markers(s):
                    return None
                return self.no(f"there is no marker {n}: {len(s.plans)} have been drawn")
        return self.no("inspect a drawn marker, the first being 1, or 0 for none")

    def offers(self, s: State) -> Offers[Any]:
        return Offers([actions.Inspect(n) for n in (*self.markers(s), 0)])

    def take(self, d: Draft[State], a: actions.Inspect) -> Step:
        if a.marker:
            d.emit(PlanInspected(a.marker, d.s.plans[a.marker - 1]))
        return Done()

    def prompt(self, s: State) -> str:
        return "look at one of the drawn Victory Plan markers"
