"""Where the Allied HQs should stand: on the ports and beaches whose supply has far to go."""

from __future__ import annotations

from typing import NamedTuple

from ...board.names import Unit
from ...geometry.hexes import Hex
from ...geometry.hexset import of
from ...systems.great_crusade import movement, sea
from ...systems.great_crusade.actions import Land, Move, Sail
from ...systems.great_crusade.area import usable
from ...systems.great_crusade.world import ALLIED
from .orders import Orders
from .picture import FAR, Picture, distances
from .terms import reserves

STEP = 11  # TGC-supply.16: what one HQ adds to the range
AHEAD = 2  # the front moves on: who is so near the end of the range counts less
TO_COME = 12  # so many divisions of those that wait are thought of
STAYING = 1.5  # what it is worth that an HQ stands where it is wanted


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


class Depot(NamedTuple):
    """A source or what could be one: how far it is to each place where somebody eats."""

    hex: Hex
    capacity: int
    alone: int  # the range with no HQ on it
    away: list[int]


class Table:
    """Who eats where: each HQ goes where it feeds most that would hunger otherwise."""

    def __init__(self, p: Picture) -> None:
        self.p, self.s = p, p.s
        world = p.world
        places = [
            s_hex
            for i in world.units(ALLIED)
            if p.s.on_map(Unit(i)) and world.attack[i]
            for s_hex in [p.s.at[i]]
        ]
        self.eaters: list[tuple[int, float]] = [(h, 1.0) for h in places]
        ahead = front(p)
        coming = min(TO_COME, reserves(p.s)) if p.s.turn < world.scenario.last_turn else 0
        self.eaters += [(ahead[n % len(ahead)], 0.5) for n in range(coming)] if ahead else []
        self.depots = self.find(of(Hex(h) for h in places))
        self.here = {d.hex: sum(world.hq[u] for u in p.s.stack(d.hex, ALLIED)) for d in self.depots}

    def find(self, places: int) -> list[Depot]:
        p = self.p
        ground = p.chart.land & ~p.foes & ~p.their_zone | places
        out = []
        for hex, n in p.chart.numbered.items():
            invaded = hex in self.s.invaded
            if p.foes >> hex & 1 or not (invaded or (n.kind != "beach" and self.s.stack(hex, ALLIED))):
                continue
            if p.their_zone >> hex & 1 and not invaded:
                continue
            out.append(Depot(hex, n.capacity, STEP if invaded else 0, distances(p.world, 1 << hex, ground)))
        return out

    def reach(self, d: Depot, hqs: int) -> int:
        return max(d.alone, STEP * hqs)

    def gain(self, d: Depot, k: int, hungry: list[tuple[int, float]], room: int) -> float:
        """What the depot would feed with so many HQs, besides what it feeds already."""
        far = self.reach(d, k)
        found = sorted(
            (weight * (1.0 if d.away[h] + AHEAD <= far else 0.7) for h, weight in hungry if d.away[h] <= far),
            reverse=True,
        )
        return sum(found[: max(0, room)])

    def feed(self, d: Depot, k: int, hungry: list[tuple[int, float]], room: int) -> int:
        """Strike from the list whom the depot feeds, those first who have the fewest other depots near."""
        far = self.reach(d, k)

        def others(eater: tuple[int, float]) -> tuple[float, int]:
            h, weight = eater
            return -weight, sum(x.away[h] <= STEP for x in self.depots)

        fed = sorted((e for e in hungry if d.away[e[0]] <= far), key=others)[: max(0, room)]
        for e in fed:
            hungry.remove(e)
        return len(fed)

    def seats(self, hqs: int) -> dict[Hex, int]:
        """How many HQs each depot should have, the best use first."""
        hungry = list(self.eaters)
        rooms = {d.hex: d.capacity for d in self.depots}
        out = {d.hex: 0 for d in self.depots}
        for d in sorted(self.depots, key=lambda d: (d.capacity, d.hex)):
            if d.alone:
                rooms[d.hex] -= self.feed(d, 0, hungry, rooms[d.hex])
        while hqs > 0 and hungry:
            options = []
            for d in self.depots:
                for k in range(out[d.hex] + 1, min(3, out[d.hex] + hqs) + 1):
                    more = k - out[d.hex]
                    value = self.gain(d, k, hungry, rooms[d.hex] - more)
                    if value > 0:
                        stay = STAYING * max(0, min(k, self.here[d.hex]) - out[d.hex])
                        options.append(((value + stay) / more, -more, -d.hex, d, k))
            if not options:
                break
            _, minus, _, d, k = max(options, key=lambda x: x[:3])
            rooms[d.hex] += minus
            rooms[d.hex] -= self.feed(d, k, hungry, rooms[d.hex])
            hqs += minus
            out[d.hex] = k
        return {h: k for h, k in out.items() if k}


def wanted(p: Picture) -> dict[Hex, int]:
    """How many HQs each source should have, the best use first."""
    s, world = p.s, p.world
    hqs = [Unit(i) for i in world.units(ALLIED) if world.hq[i]]
    some = sum(1 for u in hqs if s.on_map(u) or (s.at[u] == -1 and usable(s, u) is None))
    return Table(p).seats(some)


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
    if danger or away is None or away[here] > 8:
        for by in sea.sailings(s, u):
            if o.go(Sail(u, by)):
                return
    choices = [h for h in places if not p.reachers[1].get(h)] or places
    if choices and (danger or away is not None):
        goal = away if away is not None else [-d for d in p.enemy_distance]
        best = min(choices, key=lambda h: (goal[h] if goal[h] != FAR else 999, h))
        if danger or goal[best] < goal[here]:
            o.go(Move(u, best))


__all__ = ["front", "move", "wanted"]
