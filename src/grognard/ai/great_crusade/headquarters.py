"""Where the Allied HQs should stand: on the ports and beaches whose supply has far to go."""

from __future__ import annotations

from ...board.names import Unit
from ...geometry.hexes import Hex
from ...geometry.hexset import HexSet, each, of
from ...systems.great_crusade import movement, sea
from ...systems.great_crusade.actions import Land, Move, Sail
from ...systems.great_crusade.area import usable
from ...systems.great_crusade.state import State
from ...systems.great_crusade.world import ALLIED, GERMAN
from .orders import Orders
from .picture import FAR, Picture, distances

STEP = 11  # TGC-supply.16: what one HQ adds to the range


def front(p: Picture) -> list[int]:
    """Where the fighting divisions stand, those near the enemy before all."""
    s = p.s
    near = p.enemy_distance
    hexes = [
        (near[h], h)
        for h, stack in s.field.stacks[ALLIED].items()
        if p.chart.land >> h & 1 and any(s.world.attack[u] for u in stack)
    ]
    hexes.sort()
    return [h for _, h in hexes[: max(4, 2 * len(hexes) // 3)]]


def wanted(p: Picture) -> dict[Hex, int]:
    """How many HQs each source should have, the best use first."""
    s, chart, world = p.s, p.chart, p.world
    hqs = sum(
        1
        for i in world.units(ALLIED)
        if world.hq[i] and (s.on_map(Unit(i)) or (s.at[i] == -1 and usable(s, Unit(i)) is None))
    )
    places = front(p)
    if not places:
        return {}
    ground = chart.land & ~p.foes & ~p.their_zone
    uses: list[tuple[float, Hex, int]] = []
    for hex, n in chart.numbered.items():
        if p.foes >> hex & 1 or p.their_zone >> hex & 1:
            continue
        invaded = hex in s.invaded
        if not invaded and (n.kind == "beach" or not held(s, hex)):
            continue
        away = distances(world, 1 << hex, ground | of(Hex(h) for h in places))
        reach = sorted(away[h] for h in places)
        for k in (1, 2, 3):
            if invaded and k == 1:
                continue
            least = STEP * (k - 1) if k > 1 and not (invaded and k == 2) else -1
            served = sum(1 for d in reach if d + 1 <= STEP * k)
            before = sum(1 for d in reach if d + 1 <= least) if least > 0 or invaded else 0
            if invaded and k == 2:
                before = sum(1 for d in reach if d + 1 <= STEP)
            share = (served - before) / len(reach)
            gain = share * n.capacity - k + (0.0 if invaded or k > 1 else 0.5)
            if served and gain > 0:
                uses.append((gain / k, hex, k))
    out: dict[Hex, int] = {}
    for _, hex, k in sorted(uses, key=lambda x: (-x[0], x[1])):
        more = k - out.get(hex, 0)
        if 0 < more <= hqs:
            out[hex] = k
            hqs -= more
    return out


def held(s: State, hex: Hex) -> bool:
    """Does a fighting division hold the place, or could an HQ stay there alone?"""
    return bool(s.stack(hex, ALLIED))


def move(o: Orders) -> None:
    """Send HQs where they are wanted, out of danger first; those that have far to go take ship."""
    p = Picture(o.s, ALLIED)
    need = wanted(p)
    world = o.s.world
    idle: list[Unit] = []
    for i in world.units(ALLIED):
        u = Unit(i)
        if not world.hq[u] or not o.s.on_map(u):
            continue
        here = o.s.hex(u)
        if need.get(here, 0) > 0 and not p.their_zone >> here & 1:
            need[here] -= 1
        else:
            idle.append(u)
    for u in idle:
        send(o, u, need, p)
    for i in world.units(ALLIED):
        u = Unit(i)
        if world.hq[u] and o.s.at[u] == -1 and usable(o.s, u) is None:
            for hex in [h for h, n in need.items() if n > 0]:
                if o.go(Land(u, hex)):
                    need[hex] -= 1
                    break


def send(o: Orders, u: Unit, need: dict[Hex, int], p: Picture) -> None:
    s = o.s
    open_ = [h for h, n in need.items() if n > 0]
    places = movement.destinations(s, u)
    for hex in open_:
        if hex in places and o.go(Move(u, hex)):
            need[hex] -= 1
            return
    here = s.hex(u)
    danger = bool(p.their_zone >> here & 1) or p.risk(here, list(s.stack(here, ALLIED))) > 0.5
    if not open_ and not danger:
        return
    away = distances(s.world, of(open_)) if open_ else None
    if away is None or away[here] > 8:
        for by in sea.sailings(s, u):
            if o.go(Sail(u, by)):
                return
    choices = [h for h in places if not p.reachers[1].get(h)] or places
    if choices and (danger or away is not None):
        goal = away if away is not None else [-d for d in p.enemy_distance]
        best = min(choices, key=lambda h: (goal[h] if goal[h] != FAR else 999, h))
        if danger or goal[best] < goal[here]:
            o.go(Move(u, best))


def mask(hexes: list[Hex]) -> HexSet:
    return of(hexes)


__all__ = ["GERMAN", "each", "front", "move", "wanted"]
