"""Zones of control (TGC-zoc), with TGC-area.10c: what is special about fortresses is here and in `obligations`."""

from __future__ import annotations

from ...board.names import Unit, Units
from ...geometry.hexes import Hex
from ...geometry.hexset import HexSet
from .state import State
from .world import Side


def zoc(s: State, side: Side) -> HexSet:
    """TGC-zoc.1 to 5, 10, 11: all hexes that units of the side control; friends do not cancel it."""
    return s.field.zoc[side]


def in_enemy_zoc(s: State, u: Unit) -> bool:
    """TGC-zoc.8, 9: not over a river, not out of or into a fortress; else whoever is adjacent."""
    return s.on_map(u) and bool(zoc(s, s.side(u).enemy) >> s.at[u] & 1)


def controls(s: State, there: Hex, here: Hex) -> bool:
    """Does the ZOC of a unit there cover this hex?"""
    return bool(s.world.chart.control[there] >> here & 1)


def engaged(s: State, side: Side) -> Units:
    """TGC-zoc.7, TGC-combat.8, TGC-abn.10: the units of the side that stand in an enemy ZOC, however they came."""
    zone = zoc(s, side.enemy)
    field = s.field
    return tuple(
        u
        for hex, stack in sorted(field.stacks[side].items())
        if zone >> hex & 1
        for u in stack
        if s.on_map(u)
    )


def engaging(s: State, side: Side) -> Units:
    """TGC-combat.9: the enemies of the side whose ZOC covers a hex with one of its units."""
    control, held = s.world.chart.control, s.field.held[side]
    return tuple(
        u
        for hex, stack in sorted(s.field.stacks[side.enemy].items())
        if control[hex] & held
        for u in stack
        if s.on_map(u)
    )
