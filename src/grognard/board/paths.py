"""Where a mover can go, at what cost, and by which way.

`spread` is for movement in which every hex costs the same: whole sets of hexes move on at once. `reach` is for costs
that differ: a queue of buckets, one for each number of points spent.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from ..geometry.hexes import Hex
from ..geometry.hexset import HexSet, Links
from .trace import walk_back


class Spread(NamedTuple):
    """Item n of `entered`: the hexes first entered at n steps; of `free`: those from which one could go on."""

    links: Links
    entered: list[HexSet]
    free: list[HexSet]

    @property
    def all(self) -> HexSet:
        s = 0
        for layer in self.entered[1:]:
            s |= layer
        return s

    def cost(self, hex: Hex) -> int | None:
        return next((n for n, layer in enumerate(self.entered) if layer >> hex & 1), None)

    def goes_on(self, hex: Hex, cost: int) -> bool:
        return cost < len(self.free) and bool(self.free[cost] >> hex & 1)

    def path(self, hex: Hex) -> list[Hex]:
        """A cheapest way, start and end included."""
        n = self.cost(hex)
        if n is None:
            return []
        return [Hex(h) for h in walk_back(self.links, [*self.free[:n], self.entered[n]], hex)]


def spread(
    links: Links,
    start: Hex,
    steps: int,
    through: HexSet,
    stop: HexSet = 0,
    *,
    first: HexSet | None = None,
    dry: Links | None = None,
) -> Spread:
    """Every step enters a hex of `through`. A hex of `stop` may be entered and not left; `first` narrows the first
    step; a hexside that is in `links` but not in `dry` may be crossed, and stops."""
    edge = 1 << start
    entered, free = [edge], [edge]
    seen, seen_free = edge, edge
    for n in range(steps):
        way = through if first is None or n else through & first
        new = links.ring(edge) & way
        edge = (new if dry is None else dry.ring(edge) & way) & ~stop & ~seen_free
        fresh = new & ~seen
        if not fresh and not edge:
            break
        entered.append(fresh)
        free.append(edge)
        seen |= new
        seen_free |= edge
    return Spread(links, entered, free)


class Reach(NamedTuple):
    """What each hex costs, and the hex before it on a cheapest way."""

    cost: dict[Hex, int]
    before: dict[Hex, Hex]

    def path(self, hex: Hex) -> list[Hex]:
        if hex not in self.cost:
            return []
        way = [hex]
        while way[-1] in self.before:
            way.append(self.before[way[-1]])
        return way[::-1]


def reach(
    start: Hex,
    points: int,
    enter: Callable[[Hex], Iterable[tuple[Hex, int]]],
    stop: HexSet = 0,
) -> Reach:
    """All hexes within so many points. `enter(hex)` lists the hexes that may be entered from it, with the cost;
    nothing goes on from a hex of `stop`, unless it is the start."""
    cost: dict[Hex, int] = {start: 0}
    before: dict[Hex, Hex] = {}
    buckets: list[list[Hex]] = [[] for _ in range(points + 1)]
    buckets[0].append(start)
    for spent, bucket in enumerate(buckets):
        for here in bucket:
            if cost[here] < spent or (spent and stop >> here & 1):
                continue
            for to, price in enter(here):
                sum_ = spent + price
                if sum_ <= points and sum_ < cost.get(to, points + 1):
                    cost[to] = sum_
                    before[to] = here
                    buckets[sum_].append(to)
    return Reach(cost, before)
