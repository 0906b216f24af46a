"""Where each unit of a side could go in one Movement Action (CTL-7.3), many units at a time: a flood of hex sets, half MP by half MP.
All that it rests on lies open: places, ZOCs, and what is printed on a counter."""

from __future__ import annotations

from functools import lru_cache

from ....geometry.hexes import Hex
from ....geometry.hexset import NONE, HexSet, each
from .. import movement
from ..chart import Side
from ..movement import WHOLE
from ..state import State, empty
from ..world import Theatre

Steps = tuple[tuple[int, tuple[tuple[int, HexSet], ...]], ...]
"""By direction, as a shift: by price, the hexes that can be left that way for it."""


@lru_cache(maxsize=64)
def steps(world: Theatre, side: Side, leg: bool) -> tuple[Steps, Steps]:
    """What a step costs such a unit; the second: where it starts or ends in an EZOC, which only roads feel (CTL-7.3.3b). It never
    changes."""
    s = empty(world, turn=world.chart.closed_turns[1] + 1)  # closed ground is looked at when it matters
    chart, out = world.chart, (dict[int, dict[int, HexSet]](), dict[int, dict[int, HexSet]]())
    u = next((u for u in world.by_side[side] if not world.is_hq[u] and world.counters[u].leg is leg), None)
    if u is None:
        return (), ()
    for h in each(chart.within):
        for to in chart.near[h]:
            if movement.prohibited(s, side, h, to) is not None:
                continue
            free = movement.price(s, u, h, to, False)
            for table, cost in zip(
                out, (free, movement.price(s, u, h, to, True) if chart.road(h, to) else free)
            ):
                prices = table.setdefault(to - h, {})
                prices[cost] = prices.get(cost, NONE) | 1 << h
    free_, zoned = (tuple((shift, tuple(x.items())) for shift, x in table.items()) for table in out)
    return free_, zoned


def within_reach(s: State, side: Side, start: Hex, leg: bool, ma: int) -> HexSet:
    """CTL-7.3.2, CTL-7.3.5, CTL-5.4.1: the hexes that a unit with this MA can come to from where it stands, its own among them. Not by
    infiltration; a reaction may stop it sooner."""
    f, enemy = s.field, side.enemy
    return flooded(
        s.world, side, start, leg, ma, f.zoc[enemy], f.manned[enemy] | f.blocked[side], f.near[enemy]
    )  # fmt: skip


@lru_cache(maxsize=1024)
def flooded(
    world: Theatre, side: Side, start: Hex, leg: bool, ma: int, zoc: HexSet, barred: HexSet, near: HexSet
) -> HexSet:
    free, hot = steps(world, side, leg)
    within = world.chart.within & ~barred
    most, calm = 2 * ma, 2 * (ma + 2 * leg)
    fronts: list[list[HexSet]] = [[NONE] * (calm + 1), [NONE] * (calm + 1)]  # never next to an enemy; or once
    seen: list[HexSet] = [NONE, NONE]
    here = 1 << start

    def spread(new: HexSet, t: int, met: bool, limit: int) -> None:
        goals = ((hot, within & ~zoc),) if new & zoc else ((free, within & ~zoc), (hot, within & zoc))
        for table, to in goals:  # CTL-5.4.1c: a move that begins in an EZOC leads out of it
            for shift, prices in table:
                for cost, hexes in prices:
                    far = cost == WHOLE or t + cost > limit
                    if far and t:
                        continue
                    out = new & hexes
                    out = (out << shift if shift > 0 else out >> -shift) & to
                    if not out:
                        continue
                    after = limit if far else t + cost  # CTL-7.3.2b: one hex, whatever it costs
                    if met:
                        fronts[1][after] |= out
                        continue
                    fronts[0][after] |= out & ~near
                    if after <= most or far:
                        fronts[1][min(after, most)] |= out & near

    met = bool(here & near)
    fronts[met][0] = here
    for t in range(calm + 1):
        for state, limit in ((0, calm), (1, most)):
            new = fronts[state][t] & ~seen[state]
            if not new or t > limit:
                continue
            seen[state] |= new
            going = new if t == 0 else new & ~zoc  # CTL-5.4.1a
            if going and (t < limit):
                spread(going, t, bool(state), limit)
    return seen[0] | seen[1]
