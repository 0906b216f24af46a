"""Hexes as small ints: numbers, neighbours, distance; both grains, both numbering habits.

A grid is stored in *lanes*: rows of a pointy-topped grid, columns of a flat-topped one. Lanes are sheared to
axial coordinates, so a step in one direction adds the same number to the index everywhere, and a set of hexes
(`hexset`) moves by one shift. An index is `lane * width + place`; places past the ends of a lane are no hexes.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import NewType

Hex = NewType("Hex", int)

POINTY = ("E", "NE", "NW", "W", "SW", "SE")
FLAT = ("N", "NE", "SE", "S", "SW", "NW")


class NoSuchHex(ValueError):
    """A number or name that is no hex of the grid."""


class Grid:
    """A rectangular hex grid.

    `shoved` is the parity of the lanes pushed half a hex (east when pointy, south when flat), counted by the
    printed number of the lane. `habit` says how a number reads: column then row ("CCRR"), or row then column
    ("RRCC"). `up` is true where row numbers rise towards the north.
    """

    def __init__(
        self,
        columns: int,
        rows: int,
        *,
        pointy: bool = True,
        shoved: int = 1,
        habit: str = "CCRR",
        first_column: int = 0,
        first_row: int = 0,
        up: bool = False,
    ) -> None:
        self.columns, self.rows = columns, rows
        self.pointy, self.habit, self.up = pointy, habit, up
        self.first_column, self.first_row = first_column, first_row
        self.lanes, self.length = (rows, columns) if pointy else (columns, rows)
        first = self._lane_number(0)
        self.shoved = (first + shoved) % 2  # the parity of pushed lanes, counted from lane 0
        self.margin = self._shear(self.lanes - 1)
        self.width = self.length + self.margin + 2
        w = self.width
        steps = (1, 1 - w, -w, -1, w - 1, w) if pointy else (-1, w - 1, w, 1, 1 - w, -w)
        self.directions = POINTY if pointy else FLAT
        self.steps: tuple[int, ...] = steps
        self.size = self.lanes * w
        everything = 0
        for lane in range(self.lanes):
            start = lane * w + self.margin - self._shear(lane)
            everything |= ((1 << self.length) - 1) << start
        self.all: int = everything

    def _shear(self, lane: int) -> int:
        """Whole places that this lane is shifted back by the shear."""
        return (lane + 1 - self.shoved) // 2

    def _lane_number(self, lane: int) -> int:
        if not self.pointy:
            return self.first_column + lane
        return self.first_row + (self.rows - 1 - lane if self.up else lane)

    # ---- indices and offset coordinates (column and row counted from the north-west corner)

    def at(self, column: int, row: int) -> Hex:
        if not (0 <= column < self.columns and 0 <= row < self.rows):
            raise NoSuchHex(f"column {column}, row {row} is off the map")
        lane, place = (row, column) if self.pointy else (column, row)
        return Hex(lane * self.width + place + self.margin - self._shear(lane))

    def offset(self, hex: Hex) -> tuple[int, int]:
        lane, place = divmod(hex, self.width)
        place += self._shear(lane) - self.margin
        return (place, lane) if self.pointy else (lane, place)

    def __contains__(self, hex: int) -> bool:
        return hex >= 0 and bool(self.all >> hex & 1)

    def __iter__(self) -> Iterator[Hex]:
        for row in range(self.rows):
            for column in range(self.columns):
                yield self.at(column, row)

    def __len__(self) -> int:
        return self.columns * self.rows

    # ---- printed numbers

    def number(self, hex: Hex) -> str:
        column, row = self.offset(hex)
        c = self.first_column + column
        r = self.first_row + (self.rows - 1 - row if self.up else row)
        return f"{c:02}{r:02}" if self.habit == "CCRR" else f"{r:02}{c:02}"

    def hex(self, number: str) -> Hex:
        if len(number) != 4 or not (number.isascii() and number.isdigit()):
            raise NoSuchHex(
                f"{number!r} is no hex number: four digits such as {self.number(next(iter(self)))}"
            )
        a, b = int(number[:2]), int(number[2:])
        c, r = (a, b) if self.habit == "CCRR" else (b, a)
        column, row = c - self.first_column, r - self.first_row
        try:
            return self.at(column, self.rows - 1 - row if self.up else row)
        except NoSuchHex:
            raise NoSuchHex(f"{number} is off the map") from None

    # ---- neighbours and distance

    @cached_property
    def neighbours(self) -> tuple[tuple[Hex, ...], ...]:
        """By index: the hexes next to it on the grid."""
        return tuple(
            tuple(Hex(h + step) for step in self.steps if h + step in self) if h in self else ()
            for h in range(self.size)
        )

    def direction(self, a: Hex, b: Hex) -> int:
        """Which of the six directions leads from a to its neighbour b."""
        try:
            return self.steps.index(b - a)
        except ValueError:
            raise ValueError(f"{self.number(a)} and {self.number(b)} are not adjacent") from None

    def distance(self, a: Hex, b: Hex) -> int:
        w = self.width
        lanes = b // w - a // w
        places = b % w - a % w
        return max(abs(lanes), abs(places), abs(lanes + places))

    def centre(self, hex: Hex) -> tuple[float, float]:
        """Where to draw it, in hex widths (heights, when flat), x to the east and y to the south."""
        column, row = self.offset(hex)
        pushed = 0.5 if (row if self.pointy else column) % 2 == self.shoved else 0.0
        if self.pointy:
            return column + pushed, row * 0.8660254
        return column * 0.8660254, row + pushed
