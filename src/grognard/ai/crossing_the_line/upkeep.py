"""The Admin Phase (CTL-8): who belongs where, who gets men, where reinforcements enter."""

from __future__ import annotations

from msgspec.structs import replace

from ...board.names import Unit
from ...kernel.frame import Action
from ...systems.crossing_the_line import actions
from ...systems.crossing_the_line.arrivals import Arrivals, places
from ...systems.crossing_the_line.assignment import Assigning
from ...systems.crossing_the_line.chart import GERMAN
from ...systems.crossing_the_line.reorganization import Reorganization, kinds, unfit
from ...systems.crossing_the_line.replacements import Spending, may_recover
from ...systems.crossing_the_line.schedule import waiting
from ...systems.crossing_the_line.state import State, with_byte
from ...systems.crossing_the_line.supply import in_command
from ...systems.crossing_the_line.victory_plan import InspectPlan
from ...systems.crossing_the_line.world import NO_FORMATION, Formation
from .avenues import VP
from .ground import Ground

END = actions.End()

REMNANT = 2
"""How many SPs a unit has left that may be given up for others."""

BOTHER = 1.0
"""How much better another HQ must be."""


def assign(s: State, frame: Assigning) -> Action:
    """Nobody stays without a formation who can have one: that of the HQ that is nearest, or has most to say. Whoever may choose goes
    where an HQ has more AP to give away, and who is cut off from his own to any that commands him (CTL-5.5.1i)."""
    known = dict(frame.changed)
    for u in frame.concerned(s):
        c = s.counter(u)
        if u in known:
            continue
        f = s.assigned[u]
        homeless = f == NO_FORMATION or not s.on_map(s.hq(f))
        found = frame.of(s, u)
        if not found:
            continue
        best = max(found, key=lambda a: liking(s, u, a.formation))
        if homeless and c.independent:
            return best
        if homeless or not s.on_map(u) or not s.on_map(s.hq(s.world.formations[best.formation])):
            continue
        if c.independent or c.side is GERMAN:
            if ease(s, u, s.world.formations[best.formation]) > ease(s, u, f) + BOTHER:
                return best
    return END


def liking(s: State, u: Unit, name: str) -> tuple[bool, float, int]:
    staff = s.world.staffs[s.world.formations[name]]
    there = s.on_map(staff.hq)
    return there, ease(s, u, s.world.formations[name]) if there and s.on_map(u) else 0.0, staff.level


def ease(s: State, u: Unit, f: Formation) -> float:
    """How well a formation can use a unit: the levels it has for each of its units, and how near its HQ is to this one."""
    far = s.world.grid.distance(s.hex(u), s.hex(s.hq(f)))
    out = 2.0 * s.level[f] / (1 + len(s.members(f))) - 0.3 * far
    return out if in_command(replace(s, assigned=with_byte(s.assigned, [(u, f)])), u) else out - 3.0


def spend(s: State, frame: Spending) -> Action:
    """Points go to those who miss most, and of these to the best."""
    found = [a for a in frame.offers(s).forward if isinstance(a, actions.Spend)]
    return max(found, key=lambda a: (missing(s, a.unit), quality(s, a.unit), -a.unit)) if found else END


def missing(s: State, u: Unit) -> int:
    return s.counter(u).strength - s.strength[u]


def quality(s: State, u: Unit) -> int:
    return s.counter(u).effectiveness[0]


def reorganize(s: State, frame: Reorganization) -> Action:
    """CTL-8.4.2: what is left of a battalion fills up another that stands better in the line, where nothing much hangs on its own
    hex. SPs are worth the same to the US side wherever they are lost (CTL-8.4.2f)."""
    ground = Ground(s, frame.side)
    table = kinds(s)
    best: tuple[float, Action] | None = None
    for a in frame.offers(s).forward:
        if not isinstance(a, actions.Cannibalize):
            continue
        u = a.unit
        points, here = s.strength[u], s.hex(u)
        takers = [
            v
            for v in s.members(s.assigned[u])
            if v != u
            and quality(s, v) >= quality(s, u)
            and s.counter(u).type in table.get(s.counter(v).type, [])
            and unfit(s, v) is None
            and may_recover(s, v) is None
        ]
        if points > REMNANT or sum(missing(s, v) for v in takers) < points:
            continue
        lost = VP * ground.posts((u,)).barring(here)
        gain = 0.3 * points - lost
        if gain > 0 and (best is None or gain > best[0]):
            best = gain, a
    return best[1] if best else END


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
