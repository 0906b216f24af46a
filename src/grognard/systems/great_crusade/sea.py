"""Sea movement (TGC-sea): landings from Britain, and the way back."""

from __future__ import annotations

from ...board.names import Unit
from ...geometry.hexes import Hex
from ...kernel.breach import Breach
from ...kernel.draft import Draft
from . import invasion, stacking, supply
from .area import harbour, usable
from .events import Landed, Sailed
from .movement import ways_of
from .state import ASHORE, BRITAIN, Hexes, State
from .world import ALLIED, GERMAN, Side


def havens(s: State) -> list[Hex]:
    """TGC-sea.5, TGC-inv.26: successfully invaded hexes, and ports that an Allied unit holds at this moment."""
    points = s.world.chart.numbered
    ports = [h for h, p in points.items() if p.kind != "beach" and s.stack(h, ALLIED)]
    free = [h for h in s.invaded if not s.field.held[GERMAN] >> h & 1]
    return sorted({*ports, *free})


def ashore(s: State) -> int:
    """TGC-sea.8a, c: the Allied units on the continent; those on sea hexes are not counted."""
    return sum(len(stack) for h, stack in s.field.stacks[ALLIED].items() if s.world.chart.land >> h & 1)


def may_land(s: State, u: Unit, to: Hex) -> Breach | None:
    """TGC-sea.5 to 9, 11."""
    world = s.world
    name, place = world.name(u), world.place(to)
    if world.side(u) is not ALLIED:
        return Breach("TGC-sea.1", "only Allied units use the sea")
    if breach := usable(s, u):
        return breach
    point = world.chart.numbered.get(to)
    if point is None:
        return Breach("TGC-sea.5", f"{place} is no port and no invaded hex")
    if to not in havens(s):
        if point.kind != "beach":
            return Breach("TGC-sea.5", f"{place} holds no Allied unit")
        if to in s.lost_beaches:
            return Breach("TGC-inv.27b", f"{place} was lost again, and landings there with it")
        return Breach("TGC-sea.5", f"{place} was never successfully invaded")
    if breach := within_limits(s, u, point.area):
        return breach
    cap = supply.landing_capacity(s)
    if ashore(s) + 1 > cap:
        return Breach("TGC-sea.8a", f"the sources of this turn feed {cap} units, and {ashore(s)} are ashore")
    if world.hq[u] and s.field.zoc[GERMAN] >> to & 1:
        return Breach("TGC-sea.11", f"{name} is an HQ, and {place} is in an enemy zone of control")
    return stacking.crowded(s, u, to, moving=True, goes_on=left_after(s, u, to) > 0)


def within_limits(s: State, u: Unit, area_id: str) -> Breach | None:
    """TGC-inv.28 to 32, TGC-sea.7, 9: what the area still takes this turn."""
    area, now = s.world.chart.areas[area_id], s.landing(area_id)
    if invasion.first_turn(s, area_id):
        return Breach(
            "TGC-sea.9", f"only the invaders come ashore in {area.name} on the first turn of an invasion"
        )
    if invasion.second_turn(s, area_id):
        kind = invasion.counts_as(s, u)
        if kind == "hq":
            return Breach("TGC-inv.28", "no HQ lands in the second turn of an invasion")
        if not invasion.within(
            now.armor + (kind == "armor"), now.infantry + (kind == "infantry"), area.second
        ):
            armor, infantry, _ = area.second
            return Breach(
                "TGC-inv.28",
                f"{area.name} takes {armor} armor and {infantry} infantry this turn, and has had them",
            )
        return None
    if now.total >= area.later:
        return Breach("TGC-inv.29", f"{area.name} takes {area.later} units a turn, and has had them")
    return None


def left_after(s: State, u: Unit, to: Hex) -> int:
    """TGC-sea.6: landing costs one; an enemy zone of control or a mountain stops."""
    if (s.field.zoc[GERMAN] | s.world.chart.mountains) >> to & 1:
        return 0
    return s.left[u] - 1


def land(d: Draft[State], u: Unit, to: Hex) -> None:
    area = d.s.world.chart.numbered[to].area
    d.emit(Landed(u, to, area, invasion.counts_as(d.s, u), left_after(d.s, u, to)))


def landings(s: State, u: Unit) -> list[Hex]:
    return [h for h in havens(s) if may_land(s, u, h) is None]


def may_sail(s: State, side: Side, u: Unit, by: Hex) -> Breach | None:
    """TGC-sea.2, 3, 10: may the unit go to Britain by way of this hex?"""
    world = s.world
    name, place = world.name(u), world.place(by)
    if side is not ALLIED:
        return Breach("TGC-sea.1", "only Allied units use the sea")
    if s.side(u) is not side or not s.on_map(u):
        return Breach("TGC-sea.2", f"{name} is not ashore")
    if s.marked(u, ASHORE):
        return Breach("TGC-sea.10", f"{name} landed in this phase and cannot leave by sea")
    if not harbour(s, by):
        return Breach("TGC-sea.2", f"{place} is no port and no invaded hex")
    if sea_way(s, u, by) is not None:
        return None
    if not s.left[u]:
        return Breach("TGC-sea.3", f"{name} had to stop, or has no movement left")
    w = ways_of(s, u)
    cost = w.near.cost(by)
    if cost is not None and not w.near.goes_on(by, cost):
        return Breach("TGC-sea.3", f"{name} would have to stop in {place}")
    return Breach("TGC-sea.2", f"{name} cannot reach {place} with one movement factor left")


def sea_way(s: State, u: Unit, by: Hex) -> Hexes | None:
    """TGC-sea.2, 3: the way to the port when the sea hex beyond it is still within the movement; () from there."""
    if not s.left[u] or not s.on_map(u) or s.marked(u, ASHORE):
        return None
    if s.hex(u) == by:
        return ()
    w = ways_of(s, u)
    cost = w.near.cost(by)
    if cost is not None and cost + 1 <= w.left and w.near.goes_on(by, cost):
        return tuple(w.near.path(by)[1:])
    if w.far is not None:
        cost = w.far.cost(by)
        if cost is not None and cost + 1 <= 2 * w.left and w.far.goes_on(by, cost):
            return tuple(w.far.path(by)[1:])
    return None


def sailings(s: State, u: Unit) -> list[Hex]:
    if not s.left[u] or s.marked(u, ASHORE):
        return []
    return [h for h in s.world.chart.numbered if harbour(s, h) and sea_way(s, u, h) is not None]


def sail(d: Draft[State], u: Unit, by: Hex) -> None:
    d.emit(Sailed(u, sea_way(d.s, u, by) or ()))


def waiting(s: State) -> list[Unit]:
    """The units in Britain that may be used in this phase."""
    return [u for u in s.in_britain() if s.left[u] and s.at[u] == BRITAIN and usable(s, u) is None]
