"""Who stands where."""

from __future__ import annotations

from collections.abc import Sequence

from ..board.names import Unit
from ..geometry.hexes import Hex
from ..geometry.hexset import HexSet


def stacks(at: Sequence[int], units: range) -> dict[Hex, tuple[Unit, ...]]:
    """The units on each hex, in the order of their numbers; places below zero are off the map."""
    out: dict[Hex, tuple[Unit, ...]] = {}
    for u in units:
        h = at[u]
        if h >= 0:
            hex = Hex(h)
            out[hex] = (*out[hex], Unit(u)) if hex in out else (Unit(u),)
    return out


def held(at: Sequence[int], units: range) -> HexSet:
    """The hexes with at least one of the units."""
    s = 0
    for h in set(at[units.start : units.stop]):
        if h >= 0:
            s |= 1 << h
    return s
