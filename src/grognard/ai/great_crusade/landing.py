"""Invasions and drops: which area, who goes ashore where, and what the airborne divisions are for."""

from __future__ import annotations

from typing import NamedTuple

from ...board.names import Unit
from ...geometry.hexes import Hex
from ...geometry.hexset import HexSet, each, of
from ...systems.great_crusade.actions import Drop, Embark, End, Invade
from ...systems.great_crusade.airborne import Airborne, most_drops, zone
from ...systems.great_crusade.area import usable
from ...systems.great_crusade.chart import Area, Numbered
from ...systems.great_crusade.invasion import Embarkation, Invasion, due
from ...systems.great_crusade.sea import ashore
from ...systems.great_crusade.state import State
from ...systems.great_crusade.supply import landing_capacity
from ...systems.great_crusade.world import ALLIED, GERMAN
from .appraise import Man, column, prospect, times, worth
from .orders import Orders
from .picture import LOSS, Picture, far_bank, to
from .terms import terms

LOADS = ((0, 0), (0, 1), (1, 0), (0, 2), (1, 1), (2, 0))  # armor and infantry on one sea hex
ASHORE = 3.0  # what a division ashore is worth beyond itself
BOLD = 0.5  # how an invader counts his own losses: what stays in Britain wins nothing
RHINE_STEP = 0.4  # each hex nearer to the Rhine
SECOND = 14.0  # what a second invasion must promise


class Assault(NamedTuple):
    value: float
    loads: tuple[tuple[Numbered, int, int], ...]


def points(s: State, area: Area) -> list[Numbered]:
    found = s.world.chart.numbered.values()
    return [n for n in found if n.area == area.id and n.kind != "inland" and not s.stack(n.hex, ALLIED)]


def ready(s: State, kind: str) -> list[Unit]:
    return [u for u in s.in_britain() if s.world.counters[u].type == kind and usable(s, u) is None]


def beach_value(p: Picture, n: Numbered, armor: int, infantry: int) -> float:
    """What such a load brings at one beach: the fight, the foothold, and what is likely to come back at it."""
    s, world = p.s, p.world
    units = armor + infantry
    defense = sum(world.defense[v] for v in s.stack(n.hex, GERMAN))
    foothold = 2.0 + 0.7 * n.capacity + (2.0 if n.kind != "beach" else 0.0)
    men = tuple([Man(10, 10.0, False)] * armor + [Man(8, 7.0, False)] * infantry)
    if not units:
        return 0.0
    # the panzers that can be there within the week
    answer = p.threat(n.hex)
    own = 2 * (5 * armor + 3 * infantry) * p.sheltered(n.hex)
    lost = 0.5 * LOSS[column(answer, own)] * sum(m.worth for m in men) if answer else 0.0
    if not defense:
        return foothold + ASHORE * units - lost
    multiple = times(s, [n.sea], n.hex)
    foes = tuple(
        Man(2 * multiple * world.defense[v], worth(world, v)) for v in sorted(s.stack(n.hex, GERMAN))
    )
    hold = terms(s, ALLIED, ())._replace(own=BOLD, clear=foothold + ASHORE * units - lost)
    return prospect(world, men, foes, hold, 2)


def assault(s: State, area: Area) -> Assault:
    """The best way to load the sea hexes of an area within its first-turn numbers."""
    p = Picture(s, ALLIED)
    most_armor = min(area.first[0], len(ready(s, "armor")))
    most_infantry = min(area.first[1] + area.first[0], len(ready(s, "infantry")))
    best: dict[tuple[int, int], Assault] = {(0, 0): Assault(0.0, ())}
    for n in points(s, area):
        values = {load: beach_value(p, n, *load) for load in LOADS}
        new = dict(best)
        for (armor, infantry), sofar in best.items():
            for (a, i), value in values.items():
                to_ = (armor + a, infantry + i)
                if to_[0] > most_armor or to_[1] > most_infantry:
                    continue
                if to_[0] + max(0, to_[1] - area.first[1]) > area.first[0]:
                    continue
                if value > 0 and (to_ not in new or sofar.value + value > new[to_].value):
                    new[to_] = Assault(sofar.value + value, (*sofar.loads, (n, a, i)))
        best = new
    return max(best.values(), key=lambda x: x.value)


def promise(s: State, area: Area) -> float:
    """What an area promises: the day itself, its ports, the way to the Rhine, and who is near to answer."""
    found = assault(s, area)
    if not found.loads:
        return -99.0
    world, chart = s.world, s.world.chart
    bank = to(world, far_bank(world))
    mine = [n for n in chart.numbered.values() if n.area == area.id]
    value = found.value + 0.25 * sum(n.capacity for n in mine if not s.stack(n.hex, ALLIED))
    value -= RHINE_STEP * min(bank[n.hex] for n, _, _ in found.loads)
    beaches = of(n.hex for n, _, _ in found.loads)
    near = to(world, beaches)
    value -= sum(
        0.35 * world.attack[u] * (world.move[u] - 2)
        for u in map(Unit, world.units(GERMAN))
        if s.on_map(u) and near[s.at[u]] <= 3 * world.move[u]
    )
    return value + 1.5 * area.later


def choose_area(o: Orders) -> None:
    """TGC-inv.1, 2: the first landing goes where it promises most; the second too, if it promises enough."""
    s = o.s
    frame = s.frames[-1]
    assert isinstance(frame, Invasion)
    areas = frame.areas(s)
    best = max(areas, key=lambda a: promise(s, a)) if areas else None
    if best is None or (due(s) == "may" and promise(s, best) < SECOND):
        o.go(End())
        return
    o.go(Invade(best.id))
    embark(o, best.id)


def embark(o: Orders, area: str) -> None:
    s = o.s
    plan = assault(s, s.world.chart.areas[area])
    pools = {kind: ready(s, kind) for kind in ("armor", "infantry")}
    for n, armor, infantry in plan.loads:
        for kind, many in (("armor", armor), ("infantry", infantry)):
            for _ in range(many):
                if pools[kind]:
                    o.go(Embark(pools[kind].pop(0), n.sea))
    if isinstance(o.s.frames[-1], Embarkation) and not o.go(End()):
        offered = [a for a in o.s.frames[-1].offers(o.s).forward if not isinstance(a, End)]
        if offered:
            o.go(offered[0].rest()[0])
            o.go(End())


# ---- drops


def drop(o: Orders) -> None:
    """One by one: into the back of a beach that is stormed, onto an empty port, over the Rhine, or to the front."""
    for _ in range(most_drops(o.s)):
        if not isinstance(o.s.frames[-1], Airborne):
            return
        found = best_drop(o.s)
        if found is None or not o.go(found):
            break
    if isinstance(o.s.frames[-1], Airborne):
        o.go(End())


def best_drop(s: State) -> Drop | None:
    frame = s.frames[-1]
    assert isinstance(frame, Airborne)
    units = frame.droppers(s)
    if not units:
        return None
    u = units[0]
    p = Picture(s, ALLIED)
    targets = stormed(s)
    scored = []
    for h in each(zone(s)):
        value = back_door(p, u, h, targets) if p.their_zone >> h & 1 else quiet(p, u, h)
        if value > 0.3:
            scored.append((value, -h))
    for _, place in sorted(scored, reverse=True)[:12]:
        a = Drop(u, Hex(-place))
        if frame.check(s, a) is None:
            return a
    return None


def stormed(s: State) -> HexSet:
    """The hexes that invaders will attack this turn."""
    chart = s.world.chart
    foes = s.field.held[GERMAN]
    return of(p.hex for sea, p in chart.by_sea.items() if s.stack(sea, ALLIED)) & foes


def back_door(p: Picture, u: Unit, h: int, targets: HexSet) -> float:
    """A drop beside a beach under attack, where nobody else would have to be attacked."""
    s, world = p.s, p.world
    faced = p.facing(h)
    if not faced or faced & ~targets or faced & (faced - 1):
        return -1.0
    target = next(each(faced))
    sea = p.chart.numbered[target].sea
    men = [Man(2 * world.attack[v], worth(world, v), False) for v in s.stack(sea, ALLIED)]
    men += [
        Man(2 * world.attack[v], worth(world, v))
        for n in each(p.chart.beside[target] & p.field.held[ALLIED])
        for v in s.stack(n, ALLIED)
        if world.attack[v]
    ]
    n = times(s, [sea], target)
    foes = tuple(Man(2 * n * world.defense[v], worth(world, v)) for v in s.stack(target, GERMAN))
    hold = terms(s, ALLIED, (target,))._replace(own=0.9)
    before = prospect(world, tuple(sorted(men)), foes, hold, 2)
    after = prospect(world, tuple(sorted([*men, Man(2 * world.attack[u], worth(world, u))])), foes, hold, 2)
    return after - before - 0.3 * p.risk(h, [u]) * worth(world, u)


def quiet(p: Picture, u: Unit, h: int) -> float:
    """A drop out of reach of the enemy's zones."""
    s, world, chart = p.s, p.world, p.chart
    stack = [*s.stack(Hex(h), ALLIED), u]
    value = -0.8 * p.risk(h, stack) * worth(world, u)
    point = chart.numbered.get(Hex(h))
    taken = point is not None and point.kind != "beach" and not s.stack(Hex(h), ALLIED)
    if taken and point is not None:
        value += 2 + 0.5 * point.capacity
    last = s.turn == world.scenario.last_turn
    if chart.beyond >> h & 1:
        value += 9.0 if last or p.fed >> h & 1 else -2.0
    fed = bool(p.fed >> h & 1) or (s.invasion is not None and s.invasion[1] == s.turn)
    if fed or taken or last:
        value += 2.0 if ashore(s) < landing_capacity(s) or s.turn < 3 or last else -1.0
    else:
        value -= 5.0
    bank = to(world, far_bank(world))
    return value - 0.03 * bank[h]
