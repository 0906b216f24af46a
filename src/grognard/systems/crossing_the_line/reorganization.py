"""German Reorganization (CTL-8.4.2): units are removed so that others of their formation get men."""

from __future__ import annotations

from random import Random
from typing import Any, ClassVar

from msgspec.structs import replace

from ...board.names import Side as AnySide
from ...board.names import Unit
from ...kernel.breach import Breach
from ...kernel.draft import Draft
from ...kernel.frame import Call, Done, Step
from ...kernel.offers import Offers
from . import actions
from .asking import Asked
from .control import happen
from .events import UNSEEN, Eliminated, Shown
from .replacements import Spending, may_recover, ready
from .state import LOST, State
from .texts import WORDS


def kinds(s: State) -> dict[str, list[str]]:
    """CTL-8.4.2c: by type of unit that receives, the types that may be removed for it."""
    table = s.world.tables["reorganization"]
    return {kind: givers for kind, givers in table.items() if kind not in ("provenance", "how", "clauses")}


def unfit(s: State, u: Unit) -> Breach | None:
    """CTL-8.4.2d, e: HQs, support and AFV types neither give nor receive."""
    c = s.counter(u)
    if c.hq or c.type == "support":
        what = "an HQ" if c.hq else "of support type"
        return Breach("CTL-8.4.2d", f"{c.name} is {what}: it neither gives nor receives")
    if c.arm == "tank":
        return Breach("CTL-8.4.2e", f"{c.name} is of AFV type: it neither gives nor receives")
    return None


def may_cannibalize(s: State, u: Unit) -> Breach | None:
    """CTL-8.4.2a, b: at any strength, but undisrupted, in command, and its HQ in supply."""
    c = s.counter(u)
    if s.at[u] == LOST:
        return Breach("CTL-8.4.2a", f"{c.name} has been eliminated")
    if breach := unfit(s, u):
        return breach
    return ready(s, u, "CTL-8.4.2b")


def of_use(s: State, giver: Unit) -> int:
    """CTL-8.4.2c: how many of its points there is a use for."""
    frame = Rebuild(side=s.side(giver), giver=giver, points=s.strength[giver])
    missing = (
        s.counter(u).strength - s.strength[u]
        for u in s.world.by_side[s.side(giver)]
        if u != giver and s.on_map(u) and frame.may_spend(s, u) is None
    )
    return min(sum(missing), frame.points)


class Reorganization(Asked, frozen=True):
    """CTL-4.1.4, CTL-8.4.2: unit by unit; asked even if there is none, for that would tell."""

    clause: ClassVar[str] = "CTL-8.4.2"

    def check(self, s: State, a: Any) -> Breach | None:
        match a:
            case actions.End():
                return None
            case actions.Cannibalize(unit=u):
                if s.side(u) is not self.side:
                    return Breach("CTL-8.4.2a", f"{s.world.name(u)} is not yours")
                return may_cannibalize(s, u)
        return self.no("name a unit to be removed, or end")

    def offers(self, s: State) -> Offers[Any]:
        able = [
            actions.Cannibalize(u)
            for u in s.world.by_side[self.side]
            if s.on_map(u) and may_cannibalize(s, u) is None
        ]
        return Offers((*able, actions.End()))

    def take(self, d: Draft[State], a: Any) -> Step:
        """CTL-8.4.2f, g: the unit is lost like any other, and leaves its hex."""
        if isinstance(a, actions.End):
            return Done()
        u = a.unit
        points = d.s.strength[u]
        happen(d, Eliminated(u, "CTL-8.4.2a"))
        if not d.s.shown[u]:
            d.emit(Shown((u,)))  # CTL-5.3.4e: its men go to its formation
        return Call(self, Rebuild(side=self.side, giver=u, points=points))

    def resume(self, d: Draft[State], result: Any) -> Step:
        return self.ask(d)

    def prompt(self, s: State) -> str:
        return "remove a unit for its replacement points, or end"


class Rebuild(Spending, frozen=True, kw_only=True):
    """CTL-8.4.2a, c, CTL-8.4c: a point for each SP of the unit removed, at once, for certain types of the same formation. The
    enemy does not know how many there are (CTL-5.3.4d)."""

    clause: ClassVar[str] = "CTL-8.4.2c"
    giver: Unit
    points: int

    def enter(self, d: Draft[State]) -> Step:
        return self.go_on(d)

    def go_on(self, d: Draft[State]) -> Step:
        return self.ask(d) if len(self.spent) < self.points else Done()

    def may_spend(self, s: State, u: Unit) -> Breach | None:
        """CTL-8.4.2c: units assigned to a formation count as its own on both ends."""
        c, giver, f = s.counter(u), s.counter(self.giver), s.assigned[self.giver]
        if c.side is not self.side:
            return Breach("CTL-8.4.2c", f"{c.name} is not yours")
        if breach := unfit(s, u):
            return breach
        if giver.type not in kinds(s).get(c.type, []):
            given, taken = (WORDS["type"][x.type] for x in (giver, c))
            return Breach("CTL-8.4.2c", f"{given} cannot be used for {taken}: {c.name}")
        if s.assigned[u] != f:
            return Breach("CTL-8.4.2c", f"{c.name} is not of {s.world.staffs[f].name}")
        return may_recover(s, u)

    def seen_by(self, side: AnySide) -> Rebuild:
        return self if side == self.side else replace(self, spent=(), points=UNSEEN)

    def redraw(self, world: Any, rng: Random) -> Rebuild:
        """As many points as the unit may have been strong."""
        most = world.counters[self.giver].strength
        return self if self.points else replace(self, points=rng.randint(1, most))

    def prompt(self, s: State) -> str:
        return f"rebuild units with the men of {s.world.name(self.giver)}, or end"


__all__ = ["Rebuild", "Reorganization", "may_cannibalize", "of_use"]
