"""Movement (TGC-move), with the movement side of mountains, the dike, HQs and interdiction."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from ...board.names import Unit
from ...board.paths import Spread, spread
from ...geometry.hexes import Hex
from ...geometry.hexset import HexSet, Links, each
from ...kernel.breach import Breach
from ...kernel.draft import Draft
from . import stacking
from .events import Moved, MovementBegan
from .state import ASHORE, FRESH, HOME, SLOW, Field, Hexes, State, survey
from .world import ALLIED, GERMAN, Front, Side


class Ways(NamedTuple):
    """Where a unit can go in one segment. `far` keeps away from all enemies: it is the strategic range, and tells
    for shorter moves whether the unit may still move strategically afterwards (TGC-move.10, 11)."""

    left: int
    near: Spread
    far: Spread | None
    stop: HexSet

    @property
    def hexes(self) -> HexSet:
        return self.near.all | (self.far.all if self.far else 0)


class Segment(NamedTuple):
    way: Hexes
    left: int
    slow: bool


def first_steps(world: Front, at: tuple[int, ...], u: Unit) -> HexSet:
    """The hexes that the unit may enter first (TGC-move.3, 5, 6, TGC-hq.2, TGC-area.13d)."""
    side, here = world.side(u), at[u]
    field = survey(world, at)
    way = world.chart.beside[here] & field.ground[side][world.hq[u]]
    if way and field.zoc[side.enemy] >> here & 1:
        way &= ~shadow(world, field, side.enemy, here)
    return way


def shadow(world: Front, field: Field, enemy: Side, here: int) -> HexSet:
    """TGC-move.5: the ZOC of all enemies whose ZOC covers this hex; who leaves it may not enter it first."""
    chart = world.chart
    out = 0
    for h in each(chart.beside[here] & field.held[enemy]):
        if chart.control[h] >> here & 1:
            out |= chart.control[h]
    return out


def bounds(world: Front, at: tuple[int, ...], u: Unit) -> tuple[HexSet, HexSet | None, HexSet]:
    """What may be entered at all, what first, and where movement ends (TGC-zoc.6, TGC-area.8a)."""
    side, field = world.side(u), survey(world, at)
    zone = field.zoc[side.enemy]
    first = world.chart.land & ~shadow(world, field, side.enemy, at[u]) if zone >> at[u] & 1 else None
    return field.ground[side][world.hq[u]], first, zone | world.chart.mountains


_ways: tuple[State | None, dict[tuple[Unit, int, bool, Hexes], Ways]] = (None, {})


def ways(world: Front, at: tuple[int, ...], u: Unit, left: int, slow: bool, watched: Hexes) -> Ways:
    """TGC-move.2, 7, 9, 12: one segment of at most `left` hexes, or strategically of twice as many. Rivers cost nothing
    (TGC-area.16a) and stop only where interdicted (TGC-area.16b)."""
    chart, field = world.chart, survey(world, at)
    through, first, stop = bounds(world, at, u)
    start = Hex(at[u])
    dry = above_rivers(world, watched) if watched and world.side(u) is GERMAN else None
    near = spread(chart.links, start, left, through, stop, first=first, dry=dry)
    beside_enemy = field.near[world.side(u).enemy]
    far = None
    if not slow and left and not beside_enemy >> start & 1:
        factor = world.tables["strategic_movement"]["factor"]
        far = spread(chart.links, start, factor * left, through & ~beside_enemy, stop, dry=dry)
    return Ways(left, near, far, stop)


@lru_cache(maxsize=16)
def above_rivers(world: Front, watched: Hexes) -> Links:
    """TGC-air.9a, b: the ways that do not lead over a river into a hex under river interdiction."""
    chart = world.chart
    dry = Links(chart.grid, chart.closed, chart.land)
    leave = list(dry.leave)
    for hex in watched:
        for other in each(chart.across.get(hex, 0)):
            leave[chart.grid.direction(other, hex)] &= ~(1 << other)
    dry.leave = tuple(leave)
    dry.moves = tuple(zip(chart.grid.steps, leave, strict=True))
    return dry


def ways_of(s: State, u: Unit) -> Ways:
    """The ways of a unit as things stand; kept until somebody moves."""
    global _ways
    before, kept = _ways
    if before is None or before.at is not s.at or before.world is not s.world:
        kept = {}
        _ways = s, kept
    key = (u, s.left[u], s.marked(u, SLOW), s.watched)
    found = kept.get(key)
    if found is None:
        found = kept[key] = ways(s.world, s.at, *key)
    return found


class Arrival(NamedTuple):
    """How a unit comes to the end of a segment: by strategic movement or not, with what left, and whether its way
    touched an enemy, so that no strategic movement may follow."""

    strategic: bool
    left: int
    slow: bool


def arrival(w: Ways, to: Hex) -> Arrival | None:
    """TGC-move.12, 13, 15: the cheapest way without strategic movement, else that; None: no way."""
    cost = w.near.cost(to)
    if cost:
        goes_on = w.near.goes_on(to, cost)
        kept_away = w.far is not None and w.far.cost(to) == cost and w.far.goes_on(to, cost) == goes_on
        return Arrival(False, w.left - cost if goes_on else 0, not kept_away)
    if w.far is not None and w.far.cost(to):
        return Arrival(True, 0, False)  # TGC-move.12b
    return None


def segment(s: State, u: Unit, to: Hex) -> Segment | None:
    """The segment that brings the unit there, hex by hex; of equal ways one that keeps away from the enemy."""
    w = ways_of(s, u)
    end = arrival(w, to)
    if end is None:
        return None
    by = w.far if w.far is not None and (end.strategic or not end.slow) else w.near
    return Segment(tuple(by.path(to)[1:]), end.left, end.slow)


def destinations(s: State, u: Unit) -> list[Hex]:
    """Every hex where a segment of the unit may end."""
    if not s.left[u] or not s.on_map(u):
        return []
    own = s.field.stacks[s.side(u)]
    found = each(ways_of(s, u).hexes & s.world.chart.stops & ~(1 << s.at[u]))
    bound = s.world.chart.numbered if s.invasion and s.invasion[1] == s.turn else ()
    return [h for h in found if (h not in own and h not in bound) or room(s, u, h) is None]


def room(s: State, u: Unit, to: Hex) -> Breach | None:
    """TGC-move.4e for the end of a segment."""
    end = arrival(ways_of(s, u), to)
    return None if end is None else stacking.crowded(s, u, to, moving=True, goes_on=end.left > 0)


def may_move(s: State, side: Side, u: Unit, to: Hex) -> Breach | None:
    """May this unit end a segment of movement there?"""
    world, chart = s.world, s.world.chart
    name, place = world.name(u), world.place(to)
    if s.side(u) is not side:
        return Breach("TGC-move.1", f"{name} is not yours to move")
    if s.at_sea(u):
        return Breach("TGC-inv.15", f"{name} is on a sea hex and does not move in this phase")
    if not s.on_map(u):
        if s.at[u] == -1:
            return Breach("TGC-sea.5", f"{name} is in Britain: land it")
        return Breach("TGC-area.2", f"{name} is out of play")
    if s.hex(u) == to:
        return Breach("TGC-move.2", f"{name} is in {place} already")
    if not chart.land >> to & 1:
        match chart.terrain.get(to):
            case "neutral":
                return Breach("TGC-area.14a", f"{place} is neutral")
            case "impassable":
                return Breach("TGC-area.15", f"{place} is impassable")
        return Breach("TGC-move.18", f"{place} is no land of the map")
    if s.field.held[side.enemy] >> to & 1:
        return Breach("TGC-move.3", f"{place} holds an enemy unit")
    if chart.dike >> to & 1:
        return Breach("TGC-area.13b", f"{place} is the dike: a unit may pass, never stop")
    if not s.left[u]:
        return spent(s, u)
    if segment(s, u, to) is None:
        return too_far(s, u, to)
    return room(s, u, to)


def spent(s: State, u: Unit) -> Breach:
    """Why the unit has nothing left to move with."""
    name = s.world.name(u)
    if s.side(u) is ALLIED and s.marked(u, FRESH) and not s.marked(u, ASHORE):
        return Breach("TGC-abn.9", f"{name} dropped this turn and does not move")
    if s.field.zoc[s.side(u).enemy] >> s.at[u] & 1:
        return Breach("TGC-zoc.6", f"{name} stopped in an enemy zone of control")
    if s.world.chart.mountains >> s.at[u] & 1:
        return Breach("TGC-area.8a", f"{name} stopped in the mountains")
    return Breach("TGC-move.13", f"{name} has no movement left")


class Lifted(NamedTuple):
    """The rules of movement, one or several of them lifted, to see which of them keeps a unit from a hex."""

    world: Front
    at: tuple[int, ...]
    unit: Unit
    left: int
    slow: str  # the clause that denies strategic movement
    watched: Hexes

    def arrives(self, to: Hex, lifted: set[str]) -> bool:
        world, chart, u = self.world, self.world.chart, self.unit
        side, field = world.side(u), survey(world, self.at)
        held, zone, start = field.held[side.enemy], field.zoc[side.enemy], Hex(self.at[u])
        through = chart.land
        if "TGC-move.3" not in lifted:
            through &= ~held
        if "TGC-area.13d" not in lifted:
            through &= ~(chart.dike & zone)
        hq = world.hq[u]
        if hq and "TGC-hq.2" not in lifted:
            through &= ~zone
        first = None
        if zone >> start & 1 and "TGC-move.5" not in lifted:
            first = ~shadow(world, field, side.enemy, start)
        stop = 0 if "TGC-zoc.6" in lifted or (hq and "TGC-hq.2" in lifted) else zone
        if "TGC-area.13d" in lifted:
            stop &= ~chart.dike
        stop |= 0 if "TGC-area.8a" in lifted else chart.mountains
        dry = above_rivers(world, self.watched) if self.watched and "TGC-air.9a" not in lifted else None
        left = world.move[u] if "TGC-move.14" in lifted else self.left
        if spread(chart.links, start, left, through, stop, first=first, dry=dry).cost(to) is not None:
            return True
        if self.slow and self.slow not in lifted:
            return False
        if "TGC-move.10" not in lifted:
            if field.near[side.enemy] >> start & 1:
                return False
            through &= ~field.near[side.enemy]
        twice = world.tables["strategic_movement"]["factor"] * left
        return spread(chart.links, start, twice, through, stop, first=first, dry=dry).cost(to) is not None


def slow_by(s: State, u: Unit) -> str:
    """The clause that denies the unit strategic movement now; empty: none does."""
    if not s.marked(u, SLOW):
        return ""
    if s.hungry[u]:
        return "TGC-move.14"
    if not s.world.strategic[u]:
        return "TGC-move.8"
    if u in s.interdicted:
        return "TGC-air.7a"
    return "TGC-area.8b" if s.world.chart.mountains >> s.at[u] & 1 else "TGC-move.11"


def too_far(s: State, u: Unit, to: Hex) -> Breach:
    """Which rule keeps the unit from getting there: the one without which it could; where it takes several, the last
    of them."""
    name, place, slow, left = s.world.name(u), s.world.place(to), slow_by(s, u), s.left[u]
    why = {
        "TGC-hq.2": f"{name} is an HQ and may not enter an enemy zone of control",
        "TGC-move.5": f"{name} would go from one zone of control to another of the same enemy",
        "TGC-area.13d": "the dike lies in an enemy zone of control, and nobody can stop on it",
        "TGC-air.9a": f"river interdiction stops {name} on the way to {place}",
        "TGC-area.8a": f"the mountains on the way to {place} stop {name}",
        "TGC-zoc.6": f"enemy zones of control on the way to {place} stop {name}",
        "TGC-move.10": f"the way to {place} needs strategic movement and passes next to an enemy",
        "TGC-move.14": f"{name} is out of supply: one hex, no strategic movement",
        "TGC-move.8": f"{name} has no strategic movement; it has {left} left",
        "TGC-air.7a": f"{name} is interdicted: no strategic movement this turn",
        "TGC-area.8b": f"{name} began in the mountains: no strategic movement",
        "TGC-move.11": f"{name} was next to an enemy, or in the mountains, earlier in this phase: no strategic movement",
        "TGC-move.3": f"enemy units bar the way to {place}",
    }
    rules = [c for c in why if c == slow or c not in SLOWING]
    watched = s.watched if s.side(u) is GERMAN else ()
    lifted = Lifted(s.world, s.at, u, left, slow, watched)
    most = left if slow else 2 * left
    for clause in rules:
        if lifted.arrives(to, {clause}):
            return Breach(clause, why[clause])
    if s.world.grid.distance(s.hex(u), to) > most:
        return Breach("TGC-move.2", f"{place} is too far for {name}: {left} left, {most} at most")
    for n, clause in enumerate(rules, 1):
        if lifted.arrives(to, set(rules[:n])):
            return Breach(clause, why[clause])
    return Breach("TGC-move.2", f"no way of {most} hexes or fewer leads {name} to {place}")


SLOWING = {"TGC-move.8", "TGC-move.11", "TGC-move.14", "TGC-area.8b", "TGC-air.7a"}


def begin(d: Draft[State], side: Side) -> None:
    """TGC-move.14, TGC-supply.2, TGC-area.8b, TGC-air.7a: what each unit may spend, and who has no strategic
    movement in this phase."""
    s, world = d.s, d.s.world
    left: list[tuple[Unit, int]] = []
    slow: list[Unit] = []
    for i in world.units(side):
        u = Unit(i)
        if s.at[u] == -2 or s.at_sea(u) or s.marked(u, HOME):
            continue
        dropped = side is ALLIED and s.on_map(u) and s.marked(u, FRESH)  # TGC-abn.9
        hungry = s.hungry[u] > 0
        left.append((u, 0 if dropped else 1 if hungry else world.move[u]))
        on_mountain = s.on_map(u) and bool(world.chart.mountains >> s.at[u] & 1)
        if hungry or on_mountain or not world.strategic[u] or u in s.interdicted:
            slow.append(u)
    d.emit(MovementBegan(side, tuple(left), tuple(slow)))


def move(d: Draft[State], u: Unit, to: Hex) -> None:
    seg = segment(d.s, u, to)
    assert seg is not None
    d.emit(Moved(u, seg.way, seg.left, seg.slow))


def movers(s: State, side: Side) -> list[Unit]:
    """TGC-move.1, TGC-seq.8: who can still move, in any order."""
    world, field = s.world, s.field
    chart, left = world.chart, s.left
    all_, calm = field.ground[side]
    zone = field.zoc[side.enemy]
    out: list[Unit] = []
    for hex, stack in field.stacks[side].items():
        if hex in chart.by_sea:
            continue
        beside = chart.beside[hex]
        if zone >> hex & 1:  # TGC-move.5
            beside &= ~shadow(world, field, side.enemy, hex)
        for u in stack:
            if left[u] and beside & (calm if world.hq[u] else all_):
                out.append(u)
    return out
