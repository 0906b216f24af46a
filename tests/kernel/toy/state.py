"""TOY-1: the field, and the position on it."""

from __future__ import annotations

from enum import Enum
from functools import cache

from msgspec import Struct

from grognard.board.names import Side, Unit, Units
from grognard.geometry.hexes import Grid, Hex
from grognard.kernel.state import State, World

BLUE, RED = "blue", "red"
ENEMY = {BLUE: RED, RED: BLUE}
OFF = 255  # in the column `at`: no longer on the field
UNSEEN = 0  # in events and views: a strength that this side does not know


class Chit(Enum):
    FRESH = "fresh"
    WORN = "worn"


class Type(Struct, frozen=True):
    side: Side
    formation: str
    full: int
    at: str
    under: bool = False


TYPES = {
    "Grenadiers": Type(BLUE, "Guard", 3, "0201"),
    "Lancers": Type(BLUE, "Guard", 2, "0102"),
    "Fusiliers": Type(BLUE, "Foot", 2, "0201", under=True),
    "Hussars": Type(RED, "Iron", 2, "0401"),
    "Jaegers": Type(RED, "Iron", 3, "0401", under=True),
    "Militia": Type(RED, "Brass", 1, "0502"),
}


class Field(World):
    def __init__(self) -> None:
        super().__init__("toy/mill", Grid(5, 2, first_column=1, first_row=1), tuple(TYPES))
        self.types = tuple(TYPES.values())
        self.formations = {t.formation: t.side for t in self.types}
        self.mill = self.grid.hex("0301")
        self.places["Mill"] = self.mill


@cache
def field() -> Field:
    return Field()


class Toy(State, frozen=True, kw_only=True):
    """Columns by unit: where it is, its strength, whether it lies under another, was seen there, is tired."""

    at: bytes
    strength: bytes
    under: bytes
    shown: bytes
    tired: bytes
    turn: int = 0
    last: int = 3

    @property
    def field(self) -> Field:
        assert isinstance(self.world, Field)
        return self.world

    def side_of(self, unit: Unit) -> Side:
        return self.field.types[unit].side

    def formation_of(self, unit: Unit) -> str:
        return self.field.types[unit].formation

    def hex_of(self, unit: Unit) -> Hex:
        return Hex(self.at[unit])

    def near(self, unit: Unit) -> tuple[Hex, ...]:
        return self.world.grid.neighbours[self.at[unit]]

    def units(self, side: Side, formation: str = "") -> Units:
        """Those on the field, by their place in the column."""
        return tuple(
            Unit(u)
            for u, t in enumerate(self.field.types)
            if t.side == side and self.at[u] != OFF and formation in ("", t.formation)
        )

    def stack(self, hex: Hex, side: Side | None = None) -> Units:
        """The units there, top first; with a side: only if they are of that side."""
        here = [Unit(u) for u, h in enumerate(self.at) if h == hex]
        here.sort(key=lambda u: self.under[u])
        return tuple(u for u in here if side in (None, self.side_of(u)))

    def hidden(self, unit: Unit) -> bool:
        """TOY-1.2: is its strength a secret?"""
        return bool(self.under[unit] and not self.shown[unit])

    def name(self, unit: Unit) -> str:
        return self.world.unit_text(unit)

    def number(self, hex: Hex) -> str:
        return self.world.hex_text(hex)


def put(column: bytes, at: int, value: int) -> bytes:
    return column[:at] + bytes((value,)) + column[at + 1 :]
