"""Stacking (TGC-move.4): judged when movement ends, and foreseen so that the end can always be reached."""

from __future__ import annotations

from collections.abc import Iterable

from ...board.names import Unit
from ...geometry.hexes import Hex
from ...kernel.breach import Breach
from .area import harbour
from .state import ASHORE, FRESH, State
from .world import ALLIED, Side


def limit(s: State, side: Side, units: Iterable[Unit]) -> int:
    """TGC-move.4a, b."""
    table = s.world.tables["stacking"]
    if side is ALLIED:
        return int(table["allied_with_hq" if any(s.world.hq[u] for u in units) else "allied"])
    return int(table["german"])


def fits(s: State, side: Side, units: list[Unit]) -> bool:
    return len(units) <= limit(s, side, units)


def clause(side: Side) -> str:
    return "TGC-move.4b" if side is ALLIED else "TGC-move.4a"


def too_many(s: State, side: Side, hex: Hex) -> Breach:
    units = here(s, side, hex)
    most = limit(s, side, units)
    place = s.world.place(hex)
    if fits(s, side, list(s.stack(hex, side))):
        return Breach(clause(side), f"{place} would hold more than {most} units with those who go ashore")
    if side is ALLIED and most == 2:
        return Breach(clause(side), f"{place} holds more than {most} units, three with an HQ among them")
    return Breach(clause(side), f"{place} holds more than {most} units")


def bound_ashore(s: State, hex: Hex) -> list[Unit]:
    """TGC-inv.16b: invaders that will be put ashore here at the end of movement, since nobody defends."""
    point = s.world.chart.numbered.get(hex)
    if point is None or s.field.held[Side.GERMAN] >> hex & 1:
        return []
    return list(s.field.stacks[ALLIED].get(point.sea, ()))


def here(s: State, side: Side, hex: Hex) -> list[Unit]:
    """All that counts towards the stacking of the hex when movement ends."""
    units = list(s.stack(hex, side))
    return [*units, *bound_ashore(s, hex)] if side is ALLIED else units


def overstacked(s: State, side: Side) -> list[Hex]:
    """TGC-move.4c: the hexes that keep the phase from ending."""
    stacks = s.field.stacks[side]
    hexes = {h for h, units in stacks.items() if len(units) > 1 and s.world.chart.land >> h & 1}
    if side is ALLIED:
        by_sea = s.world.chart.by_sea
        hexes |= {by_sea[h].hex for h in stacks if h in by_sea}
    return sorted(h for h in hexes if not fits(s, side, here(s, side, h)))


def can_step(s: State, u: Unit, moving: bool) -> bool:
    """Could the unit still go somewhere in this turn's movement, stacking aside? Before the phase (`moving` false)
    it counts as movable where it could move from where it stands (TGC-move.4e)."""
    from .movement import first_steps

    if moving and not s.left[u]:
        return False
    if not moving and s.marked(u, FRESH) and s.side(u) is ALLIED:
        return False  # TGC-abn.9: it dropped
    return bool(first_steps(s.world, s.at, u)) or can_sail(s, u, s.hex(u))


def can_sail(s: State, u: Unit, hex: Hex) -> bool:
    """TGC-sea.2, 10: from this hex a unit with movement left could go home, unless it came by sea in this phase."""
    return s.side(u) is ALLIED and s.on_map(u) and not s.marked(u, ASHORE) and harbour(s, hex)


def way_out(s: State, u: Unit, hex: Hex) -> bool:
    """Could a unit with movement left, which comes to this hex and need not stop there, leave it again?"""
    side = s.side(u)
    return bool(s.world.chart.beside[hex] & s.field.ground[side][s.world.hq[u]]) or can_sail(s, u, hex)


def crowded(s: State, u: Unit, hex: Hex, *, moving: bool, goes_on: bool) -> Breach | None:
    """TGC-move.4e: may the unit come here, seeing that those who can no longer leave must fit? `goes_on`: it
    has movement left there."""
    side = s.side(u)
    if len(s.stack(hex, side)) < 2 and not (side is ALLIED and hex in s.world.chart.numbered):
        return None
    stuck = [v for v in here(s, side, hex) if v != u and (s.at_sea(v) or not can_step(s, v, moving))]
    if not (goes_on and way_out(s, u, hex)):
        stuck.append(u)
    if fits(s, side, stuck):
        return None
    most = limit(s, side, stuck)
    return Breach(
        "TGC-move.4e", f"{s.world.place(hex)} is full: {most} units there can move no further this turn"
    )
