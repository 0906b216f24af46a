"""Sets of hexes as integers, against sets of hexes as sets."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.geometry.hexes import Grid, Hex
from grognard.geometry.hexset import NONE, Links, each, holds, of

from .grids import grids

FRANCE = Grid(60, 77)


class Ground:
    """A grid, some hexes of which are in play, some closed hexsides between them, and some sets on it."""

    def __init__(self, data: st.DataObject) -> None:
        self.grid = data.draw(grids)
        every = list(self.grid)
        self.subsets = st.sets(st.sampled_from(every))
        self.within = data.draw(st.none() | self.subsets)
        sides = [(a, b) for a in every for b in self.grid.neighbours[a]]
        self.closed = data.draw(st.sets(st.sampled_from(sides), max_size=20)) if sides else set()
        inside = set(every) if self.within is None else self.within
        shut = self.closed | {(b, a) for a, b in self.closed}
        self.near = {
            a: {b for b in self.grid.neighbours[a] if a in inside and b in inside and (a, b) not in shut}
            for a in every
        }
        self.links = Links(self.grid, self.closed, None if self.within is None else of(self.within))
        self.some = data.draw(self.subsets)
        self.through = data.draw(self.subsets)
        self.stop = data.draw(self.subsets)

    def ring(self, hexes: set[Hex]) -> set[Hex]:
        return {b for a in hexes for b in self.near[a]}

    def layers(self, steps: int, stop: frozenset[Hex] | set[Hex] = frozenset()) -> list[set[Hex]]:
        out, seen, edge = [self.some], set(self.some), self.some
        for n in range(steps):
            edge = (self.ring(edge - stop if n else edge) & self.through) - seen
            if not edge:
                break
            out.append(edge)
            seen |= edge
        return out


@given(st.sets(st.integers(0, 5000)))
def test_there_and_back(hexes: set[int]):
    assert list(each(of(map(Hex, hexes)))) == sorted(hexes)
    assert all(holds(of(map(Hex, hexes)), Hex(h)) == (h in hexes) for h in range(-2, 60))


def test_small_sets_and_large_ones():
    """`each` goes two ways; eleven hexes are the last of the first."""
    for n in (0, 1, 11, 12, 13, 4620):
        hexes = list(FRANCE)[:n]
        assert list(each(of(hexes))) == hexes
    assert list(each(NONE)) == []
    assert list(each(FRANCE.all)) == list(FRANCE)
    assert list(each(1)) == [0]
    assert list(each((1 << 13) - 1)) == list(range(13))


@given(st.data())
def test_ring(data: st.DataObject):
    g = Ground(data)
    assert set(each(g.links.ring(of(g.some)))) == g.ring(g.some)
    for h in g.grid:
        assert set(each(g.links.near(h))) == g.near[h]


@given(st.data())
def test_flood(data: st.DataObject):
    g = Ground(data)
    for steps in (0, 1, 2, 5):
        reached = set().union(*g.layers(steps))
        assert set(each(g.links.flood(of(g.some), of(g.through), steps))) == reached
    assert set(each(g.links.flood(of(g.some), of(g.through)))) == set().union(*g.layers(100))


@given(st.data(), st.integers(0, 6))
def test_layers(data: st.DataObject, steps: int):
    g = Ground(data)
    plain = g.links.layers(of(g.some), of(g.through), steps)
    assert [set(each(layer)) for layer in plain] == g.layers(steps)
    stopped = g.links.layers(of(g.some), of(g.through), steps, of(g.stop))
    assert [set(each(layer)) for layer in stopped] == g.layers(steps, g.stop)


@given(st.data())
def test_no_step_leads_off_the_map(data: st.DataObject):
    g = Ground(data)
    assert g.links.ring(g.grid.all) & ~g.grid.all == 0
    assert g.links.flood(of(g.some), ~0) & ~g.grid.all == 0


def test_distances_in_france_by_flood():
    links = Links(FRANCE)
    start = FRANCE.hex("1830")
    for steps in (1, 31, 32):
        reached = links.flood(of([start]), FRANCE.all, steps)
        assert reached == of(h for h in FRANCE if FRANCE.distance(start, h) <= steps)
    layers = links.layers(of([start]), FRANCE.all, 99)
    assert holds(layers[32], FRANCE.hex("4520"))
    assert holds(layers[31], FRANCE.hex("4831"))
    assert sum(layer.bit_count() for layer in layers) == len(FRANCE)


def test_a_river_is_crossed_at_its_bridge_only():
    """The hexsides between rows 06 and 07 are closed, all but that of 3806 and 3807."""
    bridge = (FRANCE.hex("3806"), FRANCE.hex("3807"))
    north = [FRANCE.hex(f"{c:02}06") for c in range(60)]
    river = [(a, b) for a in north for b in FRANCE.neighbours[a] if FRANCE.number(b)[2:] == "07"]
    links = Links(FRANCE, [side for side in river if side != bridge])
    layers = links.layers(of([FRANCE.hex("3706")]), FRANCE.all, 99)
    far = {h: n for n, layer in enumerate(layers) for h in each(layer)}
    assert far[FRANCE.hex("3807")] == 2
    assert far[FRANCE.hex("3707")] == 3
    assert far[FRANCE.hex("3606")] == 1
    whole = Links(FRANCE, river)
    assert whole.flood(of([FRANCE.hex("3706")]), FRANCE.all) == of(
        h for h in FRANCE if FRANCE.offset(h)[1] < 7
    )


def test_a_closed_side_lies_between_neighbours():
    with pytest.raises(ValueError, match="0000 and 0505 are not adjacent"):
        Links(FRANCE, [(FRANCE.hex("0000"), FRANCE.hex("0505"))])


def test_what_stops_does_not_stop_the_start():
    """Who begins in a hex that stops may leave it; who enters one goes no further."""
    row = [FRANCE.hex(f"{c:02}00") for c in range(10)]
    links = Links(FRANCE, within=of(row))
    assert links.layers(of(row[:1]), FRANCE.all, 9, of([row[0], row[2]])) == [of([h]) for h in row[:3]]
    assert all(b in FRANCE.neighbours[a] for a, b in pairwise(row))
