"""An exact distribution: values with weights that are Fractions and sum to one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from math import lcm
from random import Random
from typing import TypeVar

T = TypeVar("T")
U = TypeVar("U")


class Dist(Mapping[T, Fraction]):
    """Chances by value. Equal values are one; what has no chance is not there."""

    __slots__ = ("_chances",)

    def __init__(self, chances: Iterable[tuple[T, Fraction]]) -> None:
        merged: dict[T, Fraction] = {}
        for value, chance in chances:
            if chance:
                merged[value] = merged[value] + chance if value in merged else chance
        self._chances = merged

    @classmethod
    def even(cls, values: Iterable[T]) -> Dist[T]:
        values = list(values)
        return cls((v, Fraction(1, len(values))) for v in values)

    @classmethod
    def sure(cls, value: T) -> Dist[T]:
        return cls([(value, Fraction(1))])

    def __getitem__(self, value: T) -> Fraction:
        return self._chances[value]

    def __iter__(self) -> Iterator[T]:
        return iter(self._chances)

    def __len__(self) -> int:
        return len(self._chances)

    def __repr__(self) -> str:
        return "Dist(" + ", ".join(f"{v!r}: {p}" for v, p in self._chances.items()) + ")"

    def total(self) -> Fraction:
        return sum(self._chances.values(), Fraction(0))

    def map(self, f: Callable[[T], U]) -> Dist[U]:
        return Dist((f(v), p) for v, p in self._chances.items())

    def then(self, f: Callable[[T], Dist[U]]) -> Dist[U]:
        return Dist((w, p * q) for v, p in self._chances.items() for w, q in f(v).items())

    def chance(self, holds: Callable[[T], bool]) -> Fraction:
        return sum((p for v, p in self._chances.items() if holds(v)), Fraction(0))

    def mean(self, value: Callable[[T], int | Fraction]) -> Fraction:
        return sum((p * value(v) for v, p in self._chances.items()), Fraction(0))

    def sample(self, rng: Random) -> T:
        """One value, by exact weights: no float is drawn."""
        common = self.tickets()
        return self.nth(rng.randrange(common), common)

    def nth(self, n: int, common: int) -> T:
        """The value that ticket n of `common` equal tickets draws."""
        for v, p in self._chances.items():
            n -= int(p * common)
            if n < 0:
                return v
        raise ValueError("the chances do not sum to one")

    def tickets(self) -> int:
        """How many equal tickets express every chance exactly."""
        return lcm(*(p.denominator for p in self._chances.values()))
