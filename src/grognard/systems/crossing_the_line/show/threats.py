"""What a side could do next, for all that is seen (CTL-5.3.4): where its units could go, and the best attack that each enemy
stack could meet. Of one's own everything is known; of the enemy the counters that are seen, at printed strength."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import lru_cache
from math import floor
from typing import NamedTuple

from ....board.names import Unit, Units
from ....geometry.hexes import Hex
from ....geometry.hexset import HexSet, each
from .. import strength
from ..actions import Posture
from ..chart import Side
from ..stacking import limit
from ..state import State
from ..strength import BELOW, LEFT, MIDDLE, RIGHT
from ..world import NO_FORMATION, Formation, Theatre
from .eyes import Eyes
from .strides import within_reach


class Threat(NamedTuple):
    """The best attack on a hex: by whom, from where, the column of the CRT and the DRM; mean hits of both."""

    attackers: Units
    start: Hex
    column: int
    drm: int
    dealt: Fraction
    suffered: Fraction
    more: bool  # counters that are not seen lie among the attackers or the defenders


def able(e: Eyes, side: Side) -> Units:
    """The combat units of a side that are seen and can act (CTL-7c)."""
    s = e.s
    return tuple(
        u for u in s.world.by_side[side] if s.at[u] >= 0 and e.sees(u) and s.combat(u) and not s.disrupted[u]
    )


def reaches(e: Eyes, side: Side) -> dict[Unit, HexSet]:
    """By unit: where it could be after one Movement Action, staying included."""
    s, counters = e.s, e.world.counters
    return {
        u: within_reach(s, side, s.hex(u), counters[u].leg, counters[u].ma) for u in able(e, side)
    }  # fmt: skip


def counts(e: Eyes, side: Side) -> dict[Hex, int]:
    """By hex: how many of them could come there."""
    out: dict[Hex, int] = {}
    for hexes in reaches(e, side).values():
        for h in each(hexes):
            out[h] = out.get(h, 0) + 1
    return out


def threats(e: Eyes, side: Side) -> dict[Hex, Threat]:
    """By hex of this side's stacks: the best that one enemy stack could bring against it, moved up first if need be."""
    s, enemy = e.s, side.enemy
    targets = s.field.manned[side]
    edge = s.world.chart.steps.ring(targets) & ~s.field.held[side]
    coming: dict[Hex, list[Unit]] = {}
    for u, hexes in reaches(e, enemy).items():
        for h in each(hexes & edge):
            coming.setdefault(h, []).append(u)
    stacks = {h: list(stacked(e, h, units)) for h, units in coming.items()}
    out = {}
    for hex in each(targets):
        found = [
            t
            for n in s.world.chart.near[hex]
            for units in stacks.get(n, ())
            if (t := threat(e, enemy, units, n, hex))
        ]
        if found:
            out[hex] = max(
                found, key=lambda t: (t.dealt - t.suffered, t.column, t.drm, -t.start, t.attackers)
            )
    return out


def stacked(e: Eyes, hex: Hex, units: Iterable[Unit]) -> Iterator[Units]:
    """CTL-5.3.1a, CTL-5.5.1b: by formation, the strongest stack of them that may stand in one hex."""
    by: dict[Formation, list[Unit]] = {}
    for u in units:
        by.setdefault(belongs(e, u), []).append(u)
    s = e.s
    for f in sorted(by):
        kinds: dict[str, list[Unit]] = {"tank": [], "at": []}
        for u in sorted(by[f], key=lambda u: (-power(e, (u,), [RIGHT]), -s.counter(u).points[0], u)):
            arm = s.counter(u).arm
            if len(kinds[arm]) < limit(s, arm):
                kinds[arm].append(u)
        yield (*kinds["at"], *kinds["tank"])


def belongs(e: Eyes, u: Unit) -> Formation:
    """CTL-5.3.4e: the formation that it is known to be of; of an independent one that has not shown itself nobody knows, and it is
    counted alone."""
    s = e.s
    f = s.formation(u) if e.mine(u) or s.shown[u] else None
    if f is not None:
        return f
    printed = s.counter(u).formation
    return printed if printed != NO_FORMATION else Formation(len(s.world.staffs) + u)


def threat(e: Eyes, side: Side, units: Units, start: Hex, hex: Hex) -> Threat | None:
    """CTL-7.5.1: a Prepared Attack, with chits as they fall on average, the hexside, Armor Superiority and all the Attack Support of
    the HQ; Combat Support is not counted."""
    s = e.s
    defenders, hidden = e.stack(hex, side.enemy)
    fighters = tuple(u for u in defenders if s.combat(u))
    improved = hex in s.improved
    columns = [LEFT if s.disrupted[u] else RIGHT if improved else MIDDLE for u in fighters]
    ratio = Fraction(power(e, units, [RIGHT] * len(units)), max(1, power(e, fighters, columns)))
    column = sum(1 for head in strength.heads(s, hex) if head <= ratio) - 1
    x = strength.Assault(side, units, start, hex, Posture.PREPARED)
    drm = sum(int(mod.value) for mod in strength.hexside(s, x)) + armor(e, units, fighters, start, hex)
    drm += support(e, units[0])
    suffered, dealt = means(s.world, column, drm)
    around = any(e.stack(h, side)[1] for h in {s.hex(u) for u in units} | {start})
    return Threat(units, start, column, drm, dealt, suffered, bool(hidden) or around)


def power(e: Eyes, units: Units, columns: list[int]) -> int:
    """CTL-7.5.1.1e, summed over all chits."""
    sums, s = multipliers(e.world), e.s
    return sum(e.strength(u) * sums[s.effectiveness(u) - 2][c] for u, c in zip(units, columns))


@lru_cache(maxsize=64)
def multipliers(world: Theatre) -> tuple[tuple[int, ...], ...]:
    """CTL-7.5.1.1b: by Effectiveness from 2 and by column, the sum of all chits."""
    return tuple(tuple(sum(x[row][c] for x in world.chits) for c in range(3)) for row in range(6))


def armor(e: Eyes, units: Units, defenders: Units, start: Hex, hex: Hex) -> int:
    """CTL-7.5.1.2l to v, among the counters that are seen."""
    s, chart = e.s, e.s.world.chart
    tanks = max((s.points(u) for u in units if s.counter(u).arm == "tank"), default=0)
    enemy = max((s.points(u) for u in defenders if s.counter(u).arm == "tank"), default=0)
    if not tanks:
        return -enemy
    barrier = chart.between(start, hex)
    points = floor(tanks * chart.terrain[hex].tanks * (barrier.tanks if barrier else 1))
    if enemy:
        return points - enemy
    guns = max((s.points(u) for u in defenders if s.counter(u).arm == "at"), default=0)
    return max(0, points - guns - chart.terrain[hex].at_bonus)


def support(e: Eyes, u: Unit) -> int:
    """CTL-7.5.1.2k: all the Attack Support of its HQ, of the enemy's HQs what is printed."""
    f, staffs = belongs(e, u), e.world.staffs
    return e.strength(staffs[f].hq) if f < len(staffs) and e.s.on_map(staffs[f].hq) else 0


@lru_cache(maxsize=4096)
def means(world: Theatre, column: int, drm: int) -> tuple[Fraction, Fraction]:
    """Mean hits of the attacker and of the defender (CTL-7.5.1d, e)."""
    if column == BELOW:
        results = [str(world.tables["crt"]["below"])]
    else:
        rows = world.crt
        results = [rows[min(max(die + drm, 1), len(rows)) - 1][column] for die in range(1, 11)]
    hits = [[int(part.rstrip("r")) for part in result.split("/")] for result in results]
    return Fraction(sum(x[0] for x in hits), len(hits)), Fraction(sum(x[1] for x in hits), len(hits))


def told(s: State, hex: Hex, t: Threat) -> str:
    """`3:1 +4`: the head of the column and the DRM."""
    head = strength.head_text(s, hex, t.column) or "–"
    return f"{head} {t.drm:+d}" if t.drm else head


__all__ = ["Threat", "counts", "reaches", "threats", "told"]
