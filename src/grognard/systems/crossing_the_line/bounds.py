"""Between what weights lie, over the ways that were looked at."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Generic, TypeVar

from ...kernel.ranges import Range, Ranges

T = TypeVar("T")
K = TypeVar("K")

Span = tuple[int, int]


def span(numbers: Iterable[int]) -> Span:
    found = sorted(numbers)
    return found[0], found[-1]


class Bounds(Generic[T]):
    """The lowest and the highest weight of everything, out of a whole."""

    def __init__(self, whole: int) -> None:
        self.whole, self.added = whole, 0
        self.low: dict[T, int] = {}
        self.high: dict[T, int] = {}
        self.sum: dict[T, int] = {}
        self.seen: dict[T, int] = {}

    def add(self, weights: Mapping[T, tuple[int, int]]) -> None:
        self.added += 1
        for k, (low, high) in weights.items():
            if k in self.seen:
                if low < self.low[k]:
                    self.low[k] = low
                if high > self.high[k]:
                    self.high[k] = high
                self.sum[k] += low + high
                self.seen[k] += 1
            else:
                self.low[k], self.high[k], self.sum[k], self.seen[k] = low, high, low + high, 1

    def ranges(self, ways: int, of: int, rests: str) -> Ranges[T]:
        total = sum(self.sum.values())
        return Ranges(
            (
                (
                    k,
                    Range(
                        Fraction(self.low[k] if self.seen[k] == self.added else 0, self.whole),
                        Fraction(self.high[k], self.whole),
                    ),
                )
                for k in self.high
            ),
            {k: Fraction(n, total) for k, n in self.sum.items()},
            ways,
            of,
            rests,
        )


def either(found: list[dict[K, tuple[int, int]]]) -> dict[K, tuple[int, int]]:
    """Between the lowest and the highest of several."""
    if len(found) == 1:
        return found[0]
    every = dict.fromkeys(k for x in found for k in x)
    return {
        k: (min(x.get(k, (0, 0))[0] for x in found), max(x.get(k, (0, 0))[1] for x in found)) for k in every
    }
