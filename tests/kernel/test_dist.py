from collections import Counter
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.kernel.dist import Dist

from .counting import agrees

HALF = Fraction(1, 2)


@st.composite
def dists(draw: st.DrawFn) -> Dist[int]:
    weights = draw(st.lists(st.integers(0, 9), min_size=1, max_size=6).filter(any))
    values = draw(st.lists(st.integers(0, 4), min_size=len(weights), max_size=len(weights)))
    return Dist((v, Fraction(w, sum(weights))) for v, w in zip(values, weights, strict=True))


def test_equal_values_are_one():
    assert Dist([("a", HALF), ("b", Fraction(1, 4)), ("a", Fraction(1, 4))]) == {
        "a": Fraction(3, 4),
        "b": Fraction(1, 4),
    }
    assert Dist.even("aab")["a"] == Fraction(2, 3)
    assert Dist.sure("a") == {"a": 1}


def test_what_has_no_chance_is_not_there():
    d = Dist([("a", Fraction(1)), ("b", Fraction(0))])
    assert "b" not in d
    assert list(d) == ["a"]


def test_two_dice():
    die = Dist.even(range(1, 7))
    two = die.then(lambda a: die.map(lambda b: a + b))
    assert two[7] == Fraction(1, 6)
    assert two[12] == Fraction(1, 36)
    assert len(two) == 11
    assert two.mean(int) == 7
    assert two.chance(lambda n: n >= 10) == Fraction(1, 6)
    assert repr(Dist.sure(1)) == "Dist(1: 1)"


@given(dists())
def test_chances_sum_to_one(d: Dist[int]):
    assert d.total() == 1
    assert d.map(lambda n: n % 2).total() == 1
    assert d.then(lambda n: Dist.even(range(n + 1))).total() == 1
    assert d.map(lambda n: n) == d
    assert d.then(Dist.sure) == d


@given(dists())
def test_tickets_share_out_exactly(d: Dist[int]):
    n = d.tickets()
    drawn = Counter(d.nth(i, n) for i in range(n))
    assert {v: Fraction(k, n) for v, k in drawn.items()} == d
    with pytest.raises(ValueError, match="do not sum to one"):
        d.nth(n, n)


def test_what_does_not_sum_to_one_is_found_out():
    assert Dist([("a", HALF)]).total() == HALF
    with pytest.raises(ValueError, match="do not sum to one"):
        Dist([("a", HALF)]).nth(1, 2)
    with pytest.raises(ValueError, match="do not sum to one"):
        Dist.even([]).nth(0, 1)


def test_samples_agree_with_chances():
    d = Dist([("a", HALF), ("b", Fraction(1, 3)), ("c", Fraction(1, 6))])
    rng = Random(1)
    counts = Counter(d.sample(rng) for _ in range(3000))
    assert agrees(counts, d)
    assert not agrees(counts, {"a": Fraction(1, 3), "b": HALF, "c": Fraction(1, 6)})
