"""What hits bring, by numbers alone (CTL-7.5.2)."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grognard.systems.crossing_the_line.reckoning import (
    DESTROYED,
    FREE,
    GONE,
    STUCK,
    UNHARMED,
    WEAKENED,
    ZONED,
    Man,
    Way,
    suffer,
)  # fmt: skip

WIDE = Way(FREE, True, 9, 9)


def man(strength: int, effectiveness: int = 5, disrupted: int = 0, arm: str = "at", rank: int = 0) -> Man:
    return Man(strength, (effectiveness, effectiveness - 1), disrupted, arm, rank)


def fates(men: tuple[Man, ...], hits: int, red: bool, way: Way = WIDE) -> dict[int, Fraction]:
    out: dict[int, Fraction] = {}
    for end, weight in suffer(men, (), hits, red, way).items():
        (fate,) = end.fates
        out[fate] = out.get(fate, Fraction(0)) + Fraction(weight, 10 ** len(men))
    return out


@pytest.mark.parametrize(
    ("men", "hits", "red", "way", "expected"),
    [
        ((man(3),), 0, False, WIDE, {UNHARMED: 1}),
        ((man(3),), 0, True, WIDE, {UNHARMED: Fraction(1, 2), WEAKENED: Fraction(1, 2)}),  # CTL-7.5.2f
        ((man(3),), 1, True, WIDE, {WEAKENED: 1}),  # CTL-7.5.2q
        ((man(1),), 1, False, WIDE, {DESTROYED: 1}),
        ((man(4),), 2, True, WIDE, {GONE: Fraction(1, 2), WEAKENED: Fraction(1, 2)}),  # CTL-7.5.2h
        ((man(2),), 2, False, WIDE, {GONE: 1}),  # the last step is not given for the hex
        ((man(2),), 2, False, Way(ZONED, True, 9, 9), {DESTROYED: 1}),  # CTL-7.5.2.1d
        ((man(2),), 2, False, Way(FREE, False, 9, 9), {DESTROYED: 1}),  # CTL-10.1d
        ((man(3),), 2, True, Way(STUCK, True, 0, 0), {DESTROYED: Fraction(1, 2), WEAKENED: Fraction(1, 2)}),
        ((man(2),), 2, True, Way(ZONED, True, 9, 9), {DESTROYED: 1}),  # CTL-7.5.2.1f
        ((man(3), man(3, rank=1)), 2, True, WIDE, {GONE: Fraction(1, 4), WEAKENED: Fraction(3, 4)}),
        ((man(1), man(1, rank=1)), 6, False, WIDE, {DESTROYED: 1}),
    ],
)  # fmt: skip
def test_hits_by_numbers(men: tuple[Man, ...], hits: int, red: bool, way: Way, expected: dict[int, Fraction]):
    assert fates(men, hits, red, way) == expected


units = st.builds(
    man, st.integers(1, 7), st.integers(3, 7), st.integers(0, 1), st.sampled_from(("at", "tank"))
)


@given(
    st.lists(units, min_size=1, max_size=3), st.integers(0, 6), st.booleans(), st.sampled_from((FREE, ZONED, STUCK)),
)  # fmt: skip
@settings(max_examples=300, deadline=None)
def test_no_chance_is_lost(men: list[Man], hits: int, red: bool, kind: int):
    force = tuple(m._replace(rank=n) for n, m in enumerate(men))
    ends = suffer(force, (), hits, red, Way(kind, True, 9, 9))
    assert sum(ends.values()) == 10 ** len(force)
    assert all(end.moved & ~end.alive == 0 for end in ends)


def test_where_there_may_be_no_room_nothing_is_certain():
    """CTL-5.3.1: what becomes of those who retreat into a full hex."""
    (end,) = [x for x in suffer((man(4),), (), 2, True, Way(FREE, True, 0, 0)) if x.moved]
    assert end.crowded
    assert set(end.fates) == {WEAKENED, GONE, DESTROYED}
