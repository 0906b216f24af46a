"""The Admin Phase (CTL-8): who belongs where, who gets men, where reinforcements enter."""

from __future__ import annotations

from ...board.names import Unit
from ...kernel.frame import Action
from ...systems.crossing_the_line import actions
from ...systems.crossing_the_line.arrivals import Arrivals, places
from ...systems.crossing_the_line.assignment import Assigning
from ...systems.crossing_the_line.replacements import Spending
from ...systems.crossing_the_line.schedule import waiting
from ...systems.crossing_the_line.state import State
from ...systems.crossing_the_line.victory_plan import InspectPlan
from ...systems.crossing_the_line.world import NO_FORMATION
from .ground import Ground

END = actions.End()


def assign(s: State, frame: Assigning) -> Action:
    """Nobody stays without a formation who can have one: that of the HQ that is nearest, or has most to say."""
    known = dict(frame.changed)
    for u in frame.concerned(s):
        c = s.counter(u)
        homeless = c.independent and (s.assigned[u] == NO_FORMATION or not s.on_map(s.hq(s.assigned[u])))
        if u in known or not homeless:
            continue
        found = frame.of(s, u)
        if found:
            return max(found, key=lambda a: liking(s, u, a.formation))
    return END


def liking(s: State, u: Unit, name: str) -> tuple[bool, int, int]:
    staff = s.world.staffs[s.world.formations[name]]
    there = s.on_map(staff.hq)
    far = s.world.grid.distance(s.hex(u), s.hex(staff.hq)) if there and s.on_map(u) else 0
    return there, -far, staff.level


def spend(s: State, frame: Spending) -> Action:
    """Points go to those who miss most."""
    found = [a for a in frame.offers(s).forward if isinstance(a, actions.Spend)]
    return max(found, key=lambda a: (missing(s, a.unit), -a.unit)) if found else END


def missing(s: State, u: Unit) -> int:
    return s.counter(u).strength - s.strength[u]


def arrive(s: State, frame: Arrivals) -> Action:
    """Everybody comes as soon as he can, as near to the battle as the chart lets him."""
    ground = Ground(s, frame.side)
    for u in waiting(s, frame.side):
        hexes = places(s, u)
        if not hexes:
            continue
        safe = 2 if not s.combat(u) else 0
        best = min(hexes, key=lambda h: (ground.gap[h] <= safe, ground.to_goal[h], ground.gap[h], h))
        return actions.Place(u, best)
    return END


def inspect(s: State, frame: InspectPlan) -> Action:
    """The first marker that was not seen yet: it is the likeliest plan."""
    unseen = [n for n in frame.markers(s) if n - 1 not in s.inspected]
    return actions.Inspect(unseen[0] if unseen else 0)
