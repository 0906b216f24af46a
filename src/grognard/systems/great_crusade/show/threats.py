"""The best odds that an enemy could bring against each hex: who can get next to it, and how many find room there.

Every unit has its whole movement, no matter where the others go. A unit is worth the same on every hex next to the
target, so the best set that finds room is found by taking the strongest first and moving others aside where that helps
(a matching of units to places); no search over all sets is needed, and the answer is exact.
"""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from msgspec.structs import replace

from ....board.names import Unit
from ....geometry.hexes import Hex
from ....geometry.hexset import HexSet, each
from ....kernel.draft import Draft
from .. import combat, movement
from ..sequence import Turn
from ..state import Combat, State
from ..world import ALLIED, Side
from . import words


class Threat(NamedTuple):
    column: str
    attackers: tuple[Unit, ...]
    attack: Fraction
    defense: Fraction


def ready(s: State, side: Side) -> State:
    """The position with all that the side could move next: as it is in its own movement phase, else as if that
    began now. What this turn has marked counts only while the phase of this turn is still to come."""
    if words.moving(s, side):
        return s
    now, own = words.step(s), f"{side}_movement"
    ahead = bool(now) and Turn.STEPS.index(now) < Turn.STEPS.index(own)
    d = Draft(s if ahead else replace(s, marks=bytes(len(s.marks)), interdicted=(), watched=()))
    movement.begin(d, side)
    return d.s


def places(s: State, side: Side) -> dict[Unit, HexSet]:
    """By unit with an attack factor: where it could stand next to an enemy in the side's next Combat Phase."""
    near, stops = s.field.near[side.enemy], s.world.chart.stops
    fights = words.fighting(s)
    still = fights is not None and fights.side is side
    then = s if still else ready(s, side)
    out: dict[Unit, HexSet] = {}
    for hex, stack in s.field.stacks[side].items():
        for u in stack:
            if not s.world.attack[u]:
                continue
            goes = 0
            if not still and then.left[u] and then.on_map(u):
                goes = movement.ways_of(then, u).hexes & stops & near
            found = goes | 1 << hex
            if s.at_sea(u) or found & near:
                out[u] = found
    return out


def stuck(s: State, side: Side) -> frozenset[Unit]:
    """Units that must stay where they are; the others can make room."""
    then = ready(s, side)
    free = set(movement.movers(then, side))
    return frozenset(u for stack in s.field.stacks[side].values() for u in stack if u not in free)


def threats(s: State, side: Side) -> dict[Hex, Threat]:
    """By hex that the side holds: the best its enemy could do there."""
    enemy = side.enemy
    where, fixed = places(s, enemy), stuck(s, enemy)
    out: dict[Hex, Threat] = {}
    for hex in each(s.field.held[side]):
        if found := best(s, hex, enemy, where, fixed):
            out[hex] = found
    return out


def best(s: State, hex: Hex, enemy: Side, where: dict[Unit, HexSet], fixed: frozenset[Unit]) -> Threat | None:
    chart = s.world.chart
    beside = chart.beside[hex]
    able = {u: at & beside for u, at in where.items() if at & beside and not s.at_sea(u)}
    tries = [(able, 0)]
    if (point := chart.numbered.get(hex)) and (afloat := s.stack(point.sea, enemy)):
        tries.append((able | {u: 1 << point.sea for u in afloat if s.world.attack[u]}, 1 << point.sea))
    found = [t for units, sea in tries if (t := threat(s, hex, enemy, units, sea, fixed))]
    return max(found, key=lambda t: t.attack / t.defense if t.defense else t.attack, default=None)


def threat(
    s: State, hex: Hex, enemy: Side, able: dict[Unit, HexSet], sea: HexSet, fixed: frozenset[Unit]
) -> Threat | None:
    """From the land alone, or with those at sea (`sea`) too, which makes a port double (TGC-inv.19b)."""
    side = enemy.enemy
    chosen = seat(s, enemy, able, fixed, wet=s.world.chart.across.get(hex, 0))
    if not chosen:
        return None
    as_they_stand = s.placed(tuple(chosen.get(Unit(u), at) for u, at in enumerate(s.at)))
    c = Combat(tuple(sorted(chosen)), s.stack(hex, side))
    attack, defense, column = combat.ratio(as_they_stand, c)
    return Threat(column, c.attackers, attack, defense)


def seat(
    s: State, side: Side, able: dict[Unit, HexSet], fixed: frozenset[Unit], wet: HexSet
) -> dict[Unit, int]:
    """A place for each of the strongest set that has room; dry places first, so that not all come over the river."""
    most = int(s.world.tables["stacking"]["allied" if side is ALLIED else "german"])
    given: dict[int, list[Unit]] = {}
    own = {u: list(each(1 << s.at[u] if u in fixed else at)) for u, at in able.items()}
    spots = {u: sorted(hexes, key=lambda h: wet >> h & 1) for u, hexes in own.items()}

    def place(u: Unit, tried: set[int]) -> bool:
        for h in spots[u]:
            if h in tried:
                continue
            tried.add(h)
            there = given.setdefault(h, [])
            if len(there) < most:
                there.append(u)
                return True
            for other in there:
                if other not in fixed and place(other, tried):
                    there.remove(other)
                    there.append(u)
                    return True
        return False

    for u in sorted(spots, key=lambda u: (u not in fixed, -combat.attack_value(s, u), u)):
        place(u, set())
    seats = {u: h for h, units in given.items() for u in units}
    if all(wet >> h & 1 for h in seats.values()):
        for u in seats:
            if dry := [h for h in spots[u] if not wet >> h & 1]:
                return {**seats, u: dry[0]}
    return seats
