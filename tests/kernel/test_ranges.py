"""Chances between bounds."""

from __future__ import annotations

from fractions import Fraction

import pytest

from grognard.kernel.ranges import Range, Ranges


@pytest.mark.parametrize(
    ("low", "high", "text"),
    [
        (Fraction(1, 6), Fraction(1, 6), "1/6"),
        (Fraction(0), Fraction(1), "0-100 %"),
        (Fraction(3, 100), Fraction(9, 100), "3-9 %"),
        (Fraction(1, 1000), Fraction(999, 1000), "<1->99 %"),
        (Fraction(1001, 7000), Fraction(1002, 7000), "14 %"),
    ],
)
def test_a_range_never_says_never_unless_it_is(low: Fraction, high: Fraction, text: str):
    assert str(Range(low, high)) == text


def test_what_lies_in_it():
    r = Range(Fraction(1, 4), Fraction(1, 2))
    assert Fraction(1, 3) in r
    assert Fraction(1, 2) in r
    assert Fraction(1, 5) not in r
    assert "a third" not in r


def test_ranges_say_what_they_rest_upon():
    bounds = {"won": Range(Fraction(1, 4), Fraction(1, 2)), "lost": Range(Fraction(1, 2), Fraction(3, 4))}
    share = {"won": Fraction(3, 8), "lost": Fraction(5, 8)}
    found = Ranges(bounds.items(), share, 12, 12, "all that may be there")
    assert dict(found) == bounds
    assert found.whole
    assert repr(found) == "Ranges(won: 25-50 %, lost: 50-75 %; all that may be there)"
    assert not Ranges(bounds.items(), share, 12, 40, "").whole
