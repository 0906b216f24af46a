"""A position is a value: frozen, hashable, encodable. It points outward once, to its world."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from ..board.names import Unit, Unknown, hint
from ..geometry.hexes import Grid, Hex, NoSuchHex

if TYPE_CHECKING:
    from .frame import Frame

    Frames = tuple[Frame[Any], ...]
else:
    Frames = Any  # the codec knows which frames a system has


class World:
    """What a game is played in and never changes: map, unit types, tables. Systems add to it.

    `key` finds it again ("great-crusade/france-1944"), so that an encoded position names its world.
    """

    def __init__(self, key: str, grid: Grid, unit_ids: tuple[str, ...]) -> None:
        self.key = key
        self.grid = grid
        self.unit_ids = unit_ids
        self.unit_numbers = {name: Unit(i) for i, name in enumerate(unit_ids)}
        self.places: dict[str, Hex] = {}
        self.made_of = ""  # of a board made for a study: all that is needed to make it again

    def __eq__(self, other: object) -> bool:
        return isinstance(other, World) and other.key == self.key

    def __hash__(self) -> int:
        return hash(self.key)

    def unit(self, text: str) -> Unit:
        try:
            return self.unit_numbers[text]
        except KeyError:
            raise Unknown(f"no unit is called {text!r}{hint(text, self.unit_ids)}") from None

    def hex(self, text: str) -> Hex:
        if text in self.places:
            return self.places[text]
        try:
            return self.grid.hex(text)
        except NoSuchHex as e:
            raise Unknown(f"{e}{hint(text, tuple(self.places))}") from None

    def unit_text(self, unit: Unit) -> str:
        return self.unit_ids[unit]

    def hex_text(self, hex: Hex) -> str:
        return self.grid.number(hex)


class State(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """The base of every system's position. `frames` are the open steps of play, outermost first."""

    world: World
    frames: Frames = ()


S = TypeVar("S", bound=State)
