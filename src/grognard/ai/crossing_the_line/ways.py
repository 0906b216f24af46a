"""Where a stack can go in one Movement Action, near enough: every step is checked by the rules before it is made."""

from __future__ import annotations

from functools import lru_cache
from heapq import heappop, heappush

from ...board.names import Units
from ...geometry.hexes import Hex
from ...geometry.hexset import HexSet
from ...systems.crossing_the_line.chart import Side
from ...systems.crossing_the_line.movement import WHOLE, allowance, price, prohibited
from ...systems.crossing_the_line.state import State, empty
from ...systems.crossing_the_line.world import Theatre

Step = tuple[Hex, int, int]
"""A neighbour, the price of entering it in half MPs, and the price where an EZOC bars the road (CTL-7.3.3b)."""

Legs = tuple[bool, ...]
"""Which kinds of units go together: leg, motorized, or both."""

MUCH = 10_000


@lru_cache(maxsize=64)
def prices(world: Theatre, side: Side, legs: Legs) -> list[tuple[Step, ...]]:
    """By hex: what the steps to its neighbours cost such a stack. It never changes."""
    if len(legs) > 1:
        both = zip(prices(world, side, (False,)), prices(world, side, (True,)))
        return [tuple(dearer(a, b) for a, b in zip(x, y)) for x, y in both]
    s = empty(world, turn=world.chart.closed_turns[1] + 1)  # closed ground is looked at when it matters
    u = next(
        (u for u in world.by_side[side] if not world.is_hq[u] and world.counters[u].leg is legs[0]), None
    )
    if u is None:
        return [() for _ in range(world.grid.size)]
    return [
        tuple(
            (to, price(s, u, Hex(h), to, False), price(s, u, Hex(h), to, True))
            for to in world.chart.near[h]
            if prohibited(s, side, Hex(h), to) is None
        )
        for h in range(world.grid.size)
    ]


def dearer(a: Step, b: Step) -> Step:
    """CTL-7.3.1c: the stack pays what the worse of them would."""
    free = WHOLE if WHOLE in (a[1], b[1]) else max(a[1], b[1])
    zoned = WHOLE if WHOLE in (a[2], b[2]) else max(a[2], b[2])
    return a[0], free, zoned


class Ways:
    """The hexes in reach with their costs, and the way to each."""

    def __init__(self, s: State, units: Units, start: Hex, spent: int = 0) -> None:
        side, f = s.side(units[0]), s.field
        self.start = start
        self.costs, self.came = reached(
            s.world, side, tuple(sorted({s.counter(u).leg for u in units})), start,
            (allowance(s, units, False) - spent, allowance(s, units, True) - spent), bool(spent),
            f.zoc[side.enemy], f.held[side.enemy] | f.blocked[side], f.near[side.enemy],
        )  # fmt: skip

    def way(self, to: Hex) -> list[Hex]:
        """The steps to a hex, the first one first."""
        out: list[Hex] = []
        while to != self.start:
            out.append(to)
            to = self.came[to]
        return out[::-1]


@lru_cache(maxsize=2048)
def reached(
    world: Theatre,
    side: Side,
    legs: Legs,
    start: Hex,
    allowed: tuple[int, int],
    on_the_way: bool,
    zoc: HexSet,
    barred: HexSet,
    near: HexSet,
) -> tuple[dict[Hex, int], dict[Hex, Hex]]:
    """Costs and the hex before, by hex. Next to an enemy, or having set out there, less is allowed (CTL-7.3.5a). All that it
    depends on lies open, and one's own units bar nothing."""
    table = prices(world, side, legs)
    met, calm = allowed
    costs: dict[Hex, int] = {start: 0}
    came: dict[Hex, Hex] = {start: start}
    queue: list[tuple[int, Hex]] = [(0, start)]
    wary = near >> start & 1
    while queue:
        cost, h = heappop(queue)
        zoned_here = zoc >> h & 1
        if cost > costs[h] or (zoned_here and h != start):
            continue
        for to, free, zoned in table[h]:
            if barred >> to & 1:
                continue
            hot = zoc >> to & 1
            if hot and zoned_here:
                continue
            step = zoned if hot or zoned_here else free
            total = cost + step
            limit = met if wary or near >> to & 1 else calm
            if step == WHOLE or total > limit:
                if h != start or on_the_way:
                    continue
                total = limit  # CTL-7.3.2b: one hex, whatever it costs, and no more
            if total < costs.get(to, MUCH):
                costs[to] = total
                came[to] = h
                heappush(queue, (total, to))
    return costs, came
