"""Chances of which only the bounds are known, because what they rest on is hidden from whoever asks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import NamedTuple, TypeVar

T = TypeVar("T")


class Range(NamedTuple):
    """The lowest and the highest chance."""

    low: Fraction
    high: Fraction

    def __str__(self) -> str:
        """1/6 where it is exact and short, else 3-9 %; never 0 or 100 unless it is."""
        if self.low == self.high and self.low.denominator <= 400:
            return str(self.low)
        ends = [cent(self.low), cent(self.high)]
        return f"{ends[0]} %" if ends[0] == ends[1] else f"{ends[0]}-{ends[1]} %"

    def __contains__(self, chance: object) -> bool:
        return isinstance(chance, Fraction | int) and self.low <= chance <= self.high


def cent(p: Fraction) -> str:
    shown = f"{float(p) * 100:.0f}"
    if shown == "0" and p:
        return "<1"
    return ">99" if shown == "100" and p != 1 else shown


class Ranges(Mapping[T, Range]):
    """By outcome its range, over the `ways` that were reckoned `of` those there may be; `rests` says it in words. `share`
    is the mean over them, each as likely as the others: good for the length of a bar, no chance of anything."""

    __slots__ = ("_ranges", "of", "rests", "share", "ways")

    def __init__(
        self, ranges: Iterable[tuple[T, Range]], share: Mapping[T, Fraction], ways: int, of: int, rests: str
    ) -> None:
        self._ranges = dict(ranges)
        self.share, self.ways, self.of, self.rests = share, ways, of, rests

    @property
    def whole(self) -> bool:
        """Was every way reckoned, so that nothing can lie outside?"""
        return self.ways == self.of

    def __getitem__(self, outcome: T) -> Range:
        return self._ranges[outcome]

    def __iter__(self) -> Iterator[T]:
        return iter(self._ranges)

    def __len__(self) -> int:
        return len(self._ranges)

    def __repr__(self) -> str:
        inside = ", ".join(f"{x!s}: {r!s}" for x, r in self._ranges.items())
        return f"Ranges({inside}; {self.rests})"
