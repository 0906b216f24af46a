"""The rules of movement, zones of control and supply once more, hex by hex and path by path, as a reader of the book
would work them out. Slow, and on purpose nothing like the engine: the tests compare the two."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, product
from random import Random
from typing import Any, NamedTuple

Hex = tuple[int, int]
STEPS: tuple[Hex, ...] = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
CLOSED_TERRAIN = ("sea", "lake", "neutral", "impassable", "off_map")


def distance(a: Hex, b: Hex) -> int:
    q, r = b[0] - a[0], b[1] - a[1]
    return (abs(q) + abs(r) + abs(q + r)) // 2


def ball(middle: Hex, n: int) -> set[Hex]:
    """All hexes at distance n or less, the middle itself left out."""
    near = ((middle[0] + q, middle[1] + r) for q in range(-n, n + 1) for r in range(-n, n + 1))
    return {h for h in near if 0 < distance(middle, h) <= n}


def edge(a: Hex, b: Hex) -> frozenset[Hex]:
    return frozenset((a, b))


class Country(NamedTuple):
    """A board: its hexes, what is not clear, its rivers and closed hexsides."""

    hexes: frozenset[Hex]
    terrain: Mapping[Hex, str]
    rivers: frozenset[frozenset[Hex]] = frozenset()
    closed: frozenset[frozenset[Hex]] = frozenset()

    def kind(self, h: Hex) -> str:
        return self.terrain.get(h, "clear") if h in self.hexes else "off_map"

    def land(self, h: Hex) -> bool:
        return self.kind(h) not in CLOSED_TERRAIN

    def next_to(self, h: Hex) -> Iterator[Hex]:
        """TGC-def.2, 16: the land hexes adjacent to it."""
        for q, r in STEPS:
            other = (h[0] + q, h[1] + r)
            if self.land(other) and edge(h, other) not in self.closed:
                yield other

    def covers(self, there: Hex, h: Hex) -> bool:
        """TGC-zoc.2 to 5: does the zone of control of a unit there cover this hex?"""
        if there == h:
            return True
        return (
            h in self.next_to(there)
            and edge(there, h) not in self.rivers
            and "fortress" not in (self.kind(there), self.kind(h))
        )

    def zone(self, units: Iterable[Hex]) -> set[Hex]:
        return {h for u in units for h in (u, *self.next_to(u)) if self.covers(u, h)}


class Mover(NamedTuple):
    """A unit as movement sees it."""

    factors: int
    strategic: bool = True
    hq: bool = False
    watched: frozenset[Hex] = frozenset()  # the hexes under river interdiction, if it is German


class End(NamedTuple):
    """How a segment may end: with so many factors left, and still able to move strategically or not."""

    left: int
    strategic: bool


class Trail(NamedTuple):
    """A path under way: where it stands, whether it may go on, whether it kept away from all enemies."""

    at: Hex
    goes_on: bool
    clear: bool


def segments(land: Country, start: Hex, m: Mover, enemies: Sequence[Hex]) -> dict[Hex, set[End]]:
    """TGC-move.2 to 12: by destination, the ways in which a segment may end there. All paths are walked, hex by hex;
    paths that stand in the same hex in the same way after the same number of steps go on as one."""
    out: dict[Hex, set[End]] = {}
    beside = {h for e in enemies for h in land.next_to(e)}
    for n, trails in enumerate(walk(land, start, m, enemies, beside, m.factors), 1):
        for h in {t.at for t in trails} - set(out):  # TGC-move.15: the cheapest
            out[h] = {
                End(m.factors - n if t.goes_on else 0, t.clear and m.strategic) for t in trails if t.at == h
            }
    if m.strategic and start not in beside:  # TGC-move.8 to 11, 12b
        for n, trails in enumerate(walk(land, start, m, enemies, beside, 2 * m.factors), 1):
            for t in trails:
                if n > m.factors and t.clear and t.at not in out:
                    out[t.at] = {End(0, m.strategic)}
    out.pop(start, None)
    return {h: ends for h, ends in out.items() if land.kind(h) != "dike"}


def walk(
    land: Country, start: Hex, m: Mover, enemies: Sequence[Hex], beside: set[Hex], steps: int
) -> Iterator[set[Trail]]:
    zone = land.zone(enemies)
    left_behind = [e for e in enemies if land.covers(e, start)]
    trails = {Trail(start, True, start not in beside)}
    for n in range(steps):
        new: set[Trail] = set()
        for t in trails:
            if not t.goes_on:
                continue
            for h in land.next_to(t.at):
                if h in enemies:  # TGC-move.3
                    continue
                if n == 0 and any(land.covers(e, h) for e in left_behind):  # TGC-move.5
                    continue
                if h in zone and (m.hq or land.kind(h) == "dike"):  # TGC-hq.2, TGC-area.13d
                    continue
                stops = h in zone or land.kind(h) == "mountain"  # TGC-zoc.6, TGC-area.8a
                if h in m.watched and edge(t.at, h) in land.rivers:  # TGC-air.9a
                    stops = True
                new.add(Trail(h, not stops, t.clear and h not in beside))
        trails = new
        yield new


# ---- supply


def reaches(land: Country, unit: Hex, sources: Iterable[Hex], most: int, enemies: Sequence[Hex]) -> bool:
    """TGC-supply.5, 17: is there a line of at most so many hexes?"""
    zone, goals = land.zone(enemies), set(sources)
    edge_, seen = {unit}, {unit}
    if unit in goals:
        return True
    for _ in range(most):
        edge_ = {h for at in edge_ for h in land.next_to(at)} - seen - set(enemies)
        if edge_ & goals:
            return True
        edge_ -= zone
        seen |= edge_
    return False


def can_serve(units: Sequence[Any], reach: Mapping[Any, Sequence[int]], capacity: Sequence[int]) -> bool:
    """TGC-supply.19: try every way to give each of the units a source."""
    return any(
        all(given.count(i) <= capacity[i] for i in set(given))
        for given in product(*(reach[u] for u in units))
    )


def most_served(units: Sequence[Any], reach: Mapping[Any, Sequence[int]], capacity: Sequence[int]) -> int:
    """How many of the units can be served at once."""
    for n in range(len(units), -1, -1):
        if any(can_serve(chosen, reach, capacity) for chosen in combinations(units, n)):
            return n
    raise AssertionError


# ---- boards by chance


def rectangle(size: int, axial: Any, grid: Any) -> frozenset[Hex]:
    return frozenset(axial(h, size) for h in grid)


def countryside(rng: Random, hexes: frozenset[Hex], kinds: Mapping[str, int], lines: float) -> Country:
    """So many hexes of each kind, and rivers and closed hexsides here and there."""
    order = sorted(hexes)
    rng.shuffle(order)
    terrain: dict[Hex, str] = {}
    for kind, n in kinds.items():
        for _ in range(n):
            terrain[order.pop()] = kind
    bare = Country(hexes, terrain)
    sides = sorted({tuple(sorted((h, o))) for h in hexes if bare.land(h) for o in bare.next_to(h)})
    rng.shuffle(sides)
    wet, shut = int(len(sides) * lines), int(len(sides) * lines / 4)
    rivers = frozenset(edge(a, b) for a, b in sides[:wet])
    closed = frozenset(edge(a, b) for a, b in sides[wet - shut // 2 : wet + shut])
    return Country(hexes, terrain, rivers, closed)
