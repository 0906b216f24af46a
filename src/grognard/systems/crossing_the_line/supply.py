"""Supply, command and isolation (CTL-5.7, CTL-5.8). Nothing of it is kept: it is worked out whenever it matters
(CTL-5.8.3d)."""

from __future__ import annotations

from enum import StrEnum

from ...board.names import Unit, Units
from ...board.trace import walk_back
from ...geometry.hexes import Hex
from ...geometry.hexset import HexSet
from ...kernel.breach import Breach
from .chart import Side
from .state import State
from .world import Formation


class Command(StrEnum):
    """CTL-5.8b, d."""

    IN = "in command"
    OUT = "out of command"
    ISOLATED = "isolated"


def in_range(s: State, u: Unit, f: Formation) -> bool:
    """CTL-5.8b: does a Command Path within the CR lead from the unit to the HQ of this formation?"""
    return s.at[u] >= 0 and bool(s.field.reach(f, s.world.staffs[f].range) >> s.at[u] & 1)


def joined(s: State, u: Unit, f: Formation) -> bool:
    """CTL-5.8d, CTL-5.5.1j: does any Command Path, however long?"""
    return s.at[u] >= 0 and bool(s.field.reach(f, -1) >> s.at[u] & 1)


def command(s: State, u: Unit) -> Command:
    """CTL-5.8b, d, f, CTL-5.8.1a: how the unit stands to its present HQ, whether it does anything or not (CTL-5.8.4f)."""
    f = s.formation(u)
    if f is None or not joined(s, u, f):
        return Command.ISOLATED
    return Command.IN if in_range(s, u, f) else Command.OUT


def in_command(s: State, u: Unit) -> bool:
    return command(s, u) is Command.IN


def in_supply(s: State, f: Formation) -> bool:
    """CTL-5.7a, CTL-5.7.2: does a Supply Path of any length join the HQ to an edge of its side?"""
    at = s.at[s.hq(f)]
    return at >= 0 and bool(s.field.supplied(s.world.staffs[f].side) >> at & 1)


def clear_path(s: State, side: Side, start: Hex, to: Hex) -> list[Hex]:
    """CTL-5.3.2b, CTL-7.4c: a shortest clear path, both ends included; empty where there is none. The HQ that sets out
    is a friend in its own hex."""
    links = s.world.chart.links[side]
    through = s.field.through(side) | 1 << start
    layers: list[HexSet] = [1 << start]
    seen = edge = 1 << start
    while edge and not edge >> to & 1:
        edge = links.ring(edge) & through & ~seen
        seen |= edge
        layers.append(edge)
    if not edge:
        return []
    return [Hex(h) for h in walk_back(links, layers, to)]


def trace(s: State, u: Unit) -> list[Hex]:
    """The Command Path of a unit, from its hex to that of its HQ, for the one who asks to see it."""
    f = s.formation(u)
    if f is None or not s.on_map(s.hq(f)) or not joined(s, u, f):
        return []
    return clear_path(s, s.side(u), s.hex(u), s.hex(s.hq(f)))


def out_of_it(s: State, u: Unit, clause: str) -> Breach:
    """By this clause, and in these words, a unit is refused that is not in command (CTL-5.8d)."""
    if command(s, u) is Command.OUT:
        return Breach(clause, f"{s.world.name(u)} is out of command")
    return Breach(clause, f"{s.world.name(u)} is isolated")


def not_in_command(s: State, units: Units) -> Units:
    return tuple(u for u in units if not in_command(s, u))
