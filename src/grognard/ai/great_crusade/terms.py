"""What ground and losses are worth to each side, for the whole game and for the turn at hand."""

from __future__ import annotations

from ...board.names import Unit
from ...geometry.hexes import Hex
from ...systems.great_crusade.area import usable
from ...systems.great_crusade.sea import ashore
from ...systems.great_crusade.state import State
from ...systems.great_crusade.world import ALLIED, Side
from .appraise import Terms


def reserves(s: State) -> int:
    """Allied combat divisions that wait in Britain and may be used."""
    return sum(1 for u in s.in_britain() if not s.world.hq[u] and usable(s, u) is None)


def own_losses(s: State, side: Side) -> float:
    """How a side counts what it loses against what it kills: the Allies have more divisions than ships; the Germans
    must risk something while the beachhead is small."""
    if side is ALLIED:
        return 0.7 if reserves(s) > 6 else 0.85
    return 0.8 if ashore(s) < 20 else 1.0


def ground(s: State, side: Side, hex: Hex) -> float:
    """What it is worth to drive the enemy from a hex."""
    chart = s.world.chart
    point = chart.numbered.get(hex)
    value = 1.5
    if side is ALLIED:
        if point is not None and point.kind != "beach":
            value += 2 + 0.5 * point.capacity
        elif point is not None:
            value += 2 + 0.5 * point.capacity if s.stack(point.sea, ALLIED) else 0.0
        if chart.beyond >> hex & 1:
            value += 4
    else:
        if hex in s.invaded:
            value += 3 + 0.6 * point.capacity if point else 3
        elif point is not None and point.kind != "beach":
            value += 2 + 0.4 * point.capacity
        if chart.beyond >> hex & 1:
            value += 6
        value += 6.0 * sum(s.world.hq[u] for u in s.stack(hex, ALLIED))
    return value


def terms(s: State, side: Side, hexes: tuple[int, ...]) -> Terms:
    return Terms(own_losses(s, side), sum(ground(s, side, Hex(h)) for h in hexes))


def fighters(s: State, side: Side) -> list[Unit]:
    """Units on the map that can attack."""
    world = s.world
    return [Unit(u) for u in world.units(side) if s.at[u] >= 0 and world.attack[u]]
