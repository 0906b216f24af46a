"""Limited intelligence (CTL-5.3.4): which counters a side sees."""

from __future__ import annotations

from ...board.names import Unit, Units
from ...geometry.hexes import Hex
from ...kernel.frame import Frame
from .chart import Side
from .state import State


def named(frame: Frame[State]) -> Units:
    """CTL-5.3.4i: the counters that an open step names."""
    one: Unit | None = getattr(frame, "unit", None)
    many: Units = getattr(frame, "units", ())
    more: Units = getattr(frame, "others", ())
    return (*((one,) if one is not None else ()), *many, *more)


def open_hexes(s: State) -> set[Hex]:
    """CTL-5.3.4j, l: the hexes that an open step lays open."""
    return {h for f in s.frames for h in getattr(f, "opens", ())}


def top_of(s: State, stack: Units) -> Units:
    """CTL-5.3.4a, b: the top counter of a stack, and what lies beneath an HQ on top."""
    return stack[:2] if stack and not s.combat(stack[0]) else stack[:1]


def visible(s: State, side: Side) -> set[Unit]:
    """CTL-5.3.4: the counters of this side on the map that the other side sees."""
    seen: set[Unit] = set()
    laid = open_hexes(s)
    for hex, stack in s.field.stacks[side].items():
        seen.update(stack if hex in laid else top_of(s, stack))
    mentioned = {u for f in s.frames for u in named(f)}
    return seen | {u for u in mentioned if s.on_map(u) and s.side(u) is side}


def open_of(s: State, units: Units) -> Units:
    """Those of the units of one side that the other side sees as things stand."""
    if not units:
        return ()
    seen = visible(s, s.side(units[0]))
    return tuple(u for u in units if u in seen)
