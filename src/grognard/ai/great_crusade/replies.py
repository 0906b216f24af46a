"""The small choices within a combat: what to lose, where to drive the enemy, whether to advance."""

from __future__ import annotations

from ...board.names import Unit
from ...geometry.hexes import Hex
from ...kernel.frame import Action
from ...systems.great_crusade.actions import Advance, End, Lose, Retreat, Take
from ...systems.great_crusade.area import multiplier
from ...systems.great_crusade.crt import Advances, Choice, Exchange, Retreats, retreat_hexes
from ...systems.great_crusade.state import State
from ...systems.great_crusade.supply import in_supply
from ...systems.great_crusade.world import ALLIED, GERMAN
from .appraise import worth
from .picture import Picture, far_bank, to

BEST = ("DE", "DR2", "EX", "AR2", "AE")


def answer(s: State, frame: Exchange | Retreats | Advances | Choice) -> Action:
    match frame:
        case Choice():
            return Take(min(frame.results, key=BEST.index))
        case Exchange():
            return lose(s, frame)
        case Retreats():
            return retreat(s, frame)
        case Advances():
            return advance(s, frame)


def lose(s: State, frame: Exchange) -> Action:
    """The cheapest units that are enough; of equal sets the smaller."""
    offered = [a for a in frame.offers(s) if isinstance(a, Lose)]

    def price(a: Lose) -> tuple[float, int, tuple[Unit, ...]]:
        return (sum(worth(s.world, u) for u in a.units), len(a.units), a.units)

    return min(offered, key=price)


def retreat(s: State, frame: Retreats) -> Action:
    """First those who have the fewest ways, and where it hurts: away from where they are wanted, out of good ground;
    a unit that has no way left is eliminated."""
    ways = {u: retreat_hexes(s, u) for u in frame.units}
    some = [u for u in frame.units if ways[u]]
    stuck = [u for u in frame.units if not ways[u]]
    if stuck:
        return Retreat(stuck[0])
    u = min(some, key=lambda u: (ways[u].bit_count(), -worth(s.world, u), u))
    offered = [a for a in frame.offers(s) if isinstance(a, Retreat) and a.unit == u and a.to is not None]
    return max(offered, key=lambda a: (harm(s, u, a.to), -(a.to or 0)))


def harm(s: State, u: Unit, to_hex: Hex | None) -> float:
    """How badly a place serves the enemy unit that is sent there."""
    assert to_hex is not None
    chart = s.world.chart
    side = s.side(u)
    bank = to(s.world, far_bank(s.world))
    out = -3.0 * (multiplier(s, to_hex)[0] - 1) - 0.5 * len(s.stack(to_hex, side))
    if side is ALLIED:
        out += 0.4 * (bank[to_hex] - bank[s.at[u]])
        out += 4.0 * bool(chart.mountains >> to_hex & 1)
        if chart.beyond >> s.at[u] & 1 and not chart.beyond >> to_hex & 1:
            out += 5
    else:
        out += 0.4 * (bank[s.at[u]] - bank[to_hex]) * (-1 if not chart.beyond >> to_hex & 1 else 0)
        if to_hex in s.invaded:
            out -= 8
        point = chart.numbered.get(to_hex)
        if point is not None:
            out -= 2
    out += 0.5 * (chart.beside[to_hex] & s.field.held[side.enemy]).bit_count()
    return out


def advance(s: State, frame: Advances) -> Action:
    """Invaders always come ashore; others where the ground is worth it and can be held."""
    options = list(frame.options(s))
    ashore = [a for a in options if s.at_sea(a.unit)]
    if ashore:
        return max(ashore, key=lambda a: (worth(s.world, a.unit), a.unit))
    p = Picture(s, frame.side)
    scored = [(gain(p, a), -a.unit, a) for a in options]
    scored = [x for x in scored if x[0] > 0]
    return max(scored)[2] if scored else End()


def gain(p: Picture, a: Advance) -> float:
    """What is won by moving in, less what is risked there, against where the unit stands."""
    s, world, chart = p.s, p.world, p.chart
    u, here, there = a.unit, s.hex(a.unit), a.to
    mine = [*s.stack(there, p.side), u]
    risk = p.risk(there, mine) * worth(world, u) - p.risk(here, list(s.stack(here, p.side))) * worth(world, u)
    value = -0.7 * risk
    point = chart.numbered.get(there)
    bank = to(world, far_bank(world))
    if p.side is ALLIED:
        if point is not None and point.kind != "beach":
            value += 6 if not s.stack(there, ALLIED) else 1
        if chart.beyond >> there & 1 and not chart.beyond >> here & 1:
            value += 8 if in_supply(s, u) else 2
        elif not chart.beyond >> there & 1:
            value += 0.6 * (bank[here] - bank[there])
        point = chart.numbered.get(here)
        if point is not None and len(s.stack(here, ALLIED)) == 1:
            value -= 4
    else:
        if there in s.invaded:
            value += 8
        elif point is not None:
            value += 3
        if there in s.allied_stars:
            value += 6
        if not chart.beyond >> there & 1 and chart.beyond >> here & 1:
            value -= 5
        value += 1.0 * (multiplier(s, there)[0] - multiplier(s, here)[0])
    return value


__all__ = ["GERMAN", "answer"]
