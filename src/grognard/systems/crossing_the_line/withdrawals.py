"""Withdrawals of German divisions (CTL-8.5.2)."""

from __future__ import annotations

from typing import Any, ClassVar, NamedTuple

from ...board.names import Unit, Units
from ...kernel.breach import Breach
from ...kernel.draft import Draft
from ...kernel.frame import Call, Done, Step
from .admin_events import Assigned, Withdrawn
from .asking import Steps
from .assignment import Assigning, before, fit, may_be_given, may_change
from .chart import GERMAN
from .control import settle
from .events import Eliminated
from .replacements import ready
from .schedule import Leave, driven_off, schedule
from .state import LOST, State
from .world import NO_FORMATION, Formation


class Departure(NamedTuple):
    """Who goes (an HQ that has been driven off too), who is lost instead, and who was lost before but comes back."""

    goes: Units
    lost: Units
    rests: Units


def departure(s: State, leave: Leave) -> Departure:
    """CTL-8.5.2c, h: membership decides who leaves, and the present HQ whether he gets away."""
    f = leave.formation
    own = [u for u in s.world.by_side[GERMAN] if s.counter(u).formation == f]
    there = [u for u in own if s.combat(u) and s.on_map(u)]
    lost = tuple(u for u in there if ready(s, u, "CTL-8.5.2c"))
    hqs = [u for u in own if not s.combat(u) and (s.on_map(u) or driven_off(s, u))]
    rests = (u for u in own if s.at[u] == LOST) if leave.back else ()
    return Departure((*hqs, *(u for u in there if u not in lost)), lost, tuple(rests))


class Withdrawals(Steps, frozen=True, kw_only=True):
    """CTL-4.1.5, CTL-4d, CTL-8.5.2: before anybody comes. It goes by the chart, and nobody chooses who leaves."""

    STEPS: ClassVar[tuple[str, ...]] = ("leave",)

    def leave(self, d: Draft[State], _: Any) -> Step | None:
        """CTL-8.5.2a, b, g: in the turns that the chart says."""
        left = []
        for leave in schedule(d.s.world).leaves:
            if leave.turn == d.s.turn and withdraw(d, leave):
                left.append(leave.formation)
        return Call(self, Reattach(side=GERMAN, left=tuple(left))) if left else None


def withdraw(d: Draft[State], leave: Leave) -> bool:
    """CTL-8.5.2c to h. The HQ goes too, so that it is not counted as dead when all its units are (CTL-8.5.2e, CTL-3.3k)."""
    s, f = d.s, leave.formation
    goes, lost, rests = departure(s, leave)
    if not goes and not lost and not rests:
        return False
    for u in lost:
        d.emit(Eliminated(u, "CTL-8.5.2c"))
    gone = (*goes, *((*lost, *rests) if leave.back else ()))
    noted = tuple(
        d.s.noted[u] + (s.counter(u).strength - d.s.strength[u] if s.combat(u) else 0) for u in gone
    )
    d.emit(Withdrawn(f, gone, noted, leave.back))
    for u in s.world.by_side[GERMAN]:
        own = s.counter(u).formation
        if d.s.assigned[u] == f and own not in (f, NO_FORMATION):
            d.emit(Assigned(u, GERMAN, own))
    settle(d)
    return True


class Reattach(Assigning, frozen=True, kw_only=True):
    """CTL-8.5.2d, CTL-5.5.2h: independent units of the divisions that left may be assigned anew at once, where they are in range;
    the others belong to nobody. Asked whenever a division has left, for how many it had is secret."""

    clause: ClassVar[str] = "CTL-8.5.2d"
    left: tuple[Formation, ...]

    def concerned(self, s: State) -> Units:
        return tuple(
            u
            for u in s.world.by_side[self.side]
            if before(s, self.changed, u) in self.left
            and s.counter(u).independent
            and may_change(s, self.side, u) is None
        )

    def may(self, s: State, u: Unit, name: str) -> Breach | None:
        if breach := may_change(s, self.side, u):
            return breach
        f = s.world.formations.get(name)
        if f is None or s.world.staffs[f].side is not self.side:
            return Breach("CTL-5.5.2e", f"you have no formation {name!r}")
        if u not in self.concerned(s):
            return self.no(f"{s.world.name(u)} was not assigned to a division that has left")
        if f == s.assigned[u] or f in self.left:
            end = "has left" if f in self.left else f"has {s.world.name(u)} already"
            return self.no(f"{s.world.staffs[f].name} {end}")
        return fit(s, u, f, "CTL-5.5.2b") if s.on_map(u) else may_be_given(s, u, f)

    def done(self, d: Draft[State]) -> Step:
        """CTL-5.5.2g: who was not assigned anew belongs to nobody."""
        for u in self.concerned(d.s):
            if d.s.assigned[u] in self.left:
                d.emit(Assigned(u, self.side, NO_FORMATION))
        return Done()

    def prompt(self, s: State) -> str:
        names = " and ".join(s.world.staffs[f].name for f in self.left)
        return f"{names} has left: assign the independent units that stay, or end"


__all__ = ["Reattach", "Withdrawals", "departure", "withdraw"]
