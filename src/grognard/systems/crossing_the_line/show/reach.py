"""Where a stack can go in one Movement Action (CTL-7.3), and by which way: what the engine allows step by step, looked at in
advance. A reaction may end the way sooner (CTL-6.4.3a)."""

from __future__ import annotations

from heapq import heappop, heappush
from typing import NamedTuple

from ....board.names import Units
from ....geometry.hexes import Hex
from ....geometry.hexset import holds
from .. import movement
from ..chart import Side
from ..movement import WHOLE, March
from ..stacking import KINDS, limit, of_arm
from ..state import State


class Arrival(NamedTuple):
    """The end of a way: how many half MPs are left, and whether an EZOC stops the stack there (CTL-5.4.1a)."""

    march: March
    left: int
    stops: bool


def arrivals(s: State, units: Units, march: March) -> dict[Hex, Arrival]:
    """CTL-7.3.1b, CTL-7.3.2, CTL-7.3.5: by hex, the cheapest way on from where the march has come."""
    side, zoc, near = march.side, s.field.zoc[march.side.enemy], s.field.near[march.side.enemy]
    full = {calm: movement.allowance(s, units, calm) for calm in (True, False)}
    spent = movement.spent(s, units, march)
    best: dict[tuple[Hex, bool], int] = {(march.here, march.met): spent}
    queue: list[tuple[int, int, March]] = [(spent, 0, march)]
    out: dict[Hex, Arrival] = {}
    n = 0
    while queue:
        used, _, at = heappop(queue)
        if best[at.here, at.met] < used:
            continue
        if at.here != march.here and (at.here not in out or left(full, at, used) > out[at.here].left):
            out[at.here] = Arrival(at, left(full, at, used), holds(zoc, at.here))
        if len(at.way) > 1 and holds(zoc, at.here):
            continue
        for to in s.world.chart.near[at.here]:
            if movement.may_go_there(s, side, at.here, to):
                continue
            zoned = movement.in_zone(s, side, at.here, to)
            if holds(zoc, at.here) and holds(zoc, to):
                continue
            cost = movement.stack_price(s, units, at.here, to, zoned)
            met = at.met or holds(near, to)
            if len(at.way) == 1:  # CTL-7.3.2b: one hex can always be moved
                after = full[True] if cost == WHOLE else used + cost
            elif cost == WHOLE or used + cost > full[not met]:
                continue
            else:
                after = used + cost
            if after < best.get((to, met), after + 1):
                best[to, met] = after
                n += 1
                heappush(queue, (after, n, movement.stepped(s, at, to)))
    return out


def next_steps(s: State, units: Units, march: March) -> dict[Hex, Arrival]:
    """The hexes next to it that may be entered now, each by the step itself."""
    out = {}
    for to in s.world.chart.near[march.here]:
        if movement.may_enter(s, units, march, to) is None:
            after = movement.stepped(s, march, to)
            points = movement.allowance(s, units, not after.met) - movement.spent(s, units, after)
            out[to] = Arrival(after, max(0, points), holds(s.field.zoc[march.side.enemy], to))
    return out


def left(full: dict[bool, int], march: March, used: int) -> int:
    return max(0, full[not march.met] - used)


def infiltrations(s: State, units: Units, march: March) -> list[Hex]:
    """CTL-7.3.4a, e: from EZOC to EZOC, as the whole of a Movement Action."""
    side, here = march.side, march.here
    if len(march.way) > 1 or not movement.in_zone(s, side, here):
        return []
    return [
        to
        for to in s.world.chart.near[here]
        if movement.in_zone(s, side, to) and movement.may_go_there(s, side, here, to) is None
    ]


def crowded(s: State, units: Units, to: Hex) -> bool:
    """CTL-5.3.1a, g: would the stack overstack the hex if it ended there?"""
    side: Side = s.side(units[0])
    there = tuple(u for u in s.stack(to, side) if u not in units)
    return any(len(of_arm(s, (*there, *units), arm)) > limit(s, arm) for arm in KINDS)


def watched(s: State, side: Side, to: Hex) -> bool:
    """CTL-6.4.1a: next to an enemy combat unit, a move can be met by a Formation Reaction."""
    return any(holds(s.field.manned[side.enemy], n) for n in s.world.chart.near[to])
