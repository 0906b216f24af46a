"""Do counts agree with chances? Pearson's test, at one error in a million; all draws are seeded, so it never wavers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping
from fractions import Fraction
from math import sqrt

Z = 4.7534  # the normal deviate that is exceeded once in a million times


def chi_square(counts: Mapping[Hashable, int], chances: Mapping[Hashable, Fraction]) -> float:
    n = sum(counts.values())
    return sum((counts.get(v, 0) - n * float(p)) ** 2 / (n * float(p)) for v, p in chances.items())


def critical(degrees: int) -> float:
    """The chi-square value exceeded once in a million times (Wilson and Hilferty's approximation)."""
    part = 2 / (9 * degrees)
    return degrees * float(1 - part + Z * sqrt(part)) ** 3


def agrees(counts: Counter[Hashable], chances: Mapping[Hashable, Fraction]) -> bool:
    if set(counts) - set(chances):
        return False
    return len(chances) == 1 or chi_square(counts, chances) < critical(len(chances) - 1)
