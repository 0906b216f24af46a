"""What an attack promises: mean losses by the chits, the ratio, the DRMs and the CRT."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from ...board.names import Units
from ...geometry.hexes import Hex
from ...kernel.mods import total
from ...systems.crossing_the_line import strength
from ...systems.crossing_the_line.chart import GERMAN, US
from ...systems.crossing_the_line.state import State
from ...systems.crossing_the_line.strength import BELOW, Assault
from ...systems.crossing_the_line.world import Theatre
from .avenues import VP
from .ground import Ground

BLOOD = {US: 0.6, GERMAN: 0.55}
"""What an own SP is worth against one of the enemy's."""

FALLS = 25
"""How many hexes of free march a US stack is farther from its objectives once it is driven back."""

SPENDTHRIFT = 0.15
"""The same where nothing but the objectives counts, and nobody strikes back (CTL-10.1d, g)."""


class Toll(NamedTuple):
    """Means of one side: hits, the share of red results, of red ones with two hits or more, and of two hits or more."""

    hits: float
    red: float
    routs: float
    pairs: float


class Forecast(NamedTuple):
    attacker: Toll
    defender: Toll
    won: float


@lru_cache(maxsize=4096)
def forecast(world: Theatre, column: int, drm: int) -> Forecast:
    """The mean of the ten faces of the die in one column."""
    if column == BELOW:
        results = [str(world.tables["crt"]["below"])]
    else:
        rows = world.crt
        results = [rows[min(max(die + drm, 1), len(rows)) - 1][column] for die in range(1, 11)]
    sides: list[list[tuple[int, bool]]] = [[], []]
    won = 0
    for result in results:
        numbers = [(int(part.rstrip("r")), part.endswith("r")) for part in result.split("/")]
        for side, number in zip(sides, numbers):
            side.append(number)
        won += numbers[0][0] < numbers[1][0]
    attacker, defender = (toll(side) for side in sides)
    return Forecast(attacker, defender, won / len(results))


def toll(numbers: list[tuple[int, bool]]) -> Toll:
    n = len(numbers)
    return Toll(
        sum(hits for hits, _ in numbers) / n,
        sum(red for _, red in numbers) / n,
        sum(red and hits > 1 for hits, red in numbers) / n,
        sum(hits > 1 for hits, _ in numbers) / n,
    )


Force = tuple[tuple[int, int, int], ...]
"""SPs, row and column of the chit, unit by unit."""


def force(s: State, units: Units, columns: list[int]) -> Force:
    return tuple(sorted((s.strength[u], s.effectiveness(u) - 2, c) for u, c in zip(units, columns)))


@lru_cache(maxsize=8192)
def columns(world: Theatre, attack: Force, defense: Force, line: str) -> tuple[tuple[int, float], ...]:
    """CTL-7.5.1.1a, CTL-5.1b: the columns of the CRT with their shares, by all pairs of chits."""
    heads = [(head.numerator, head.denominator) for head in world.heads[line]]
    sums = [
        [sum(sp * chit[row][c] for sp, row, c in side) for chit in world.chits] for side in (attack, defense)
    ]
    n = len(world.chits)
    counts: dict[int, int] = {}
    for i, strong in enumerate(sums[0]):
        for j, weak in enumerate(sums[1]):
            if i != j:
                at = BELOW
                for top, bottom in heads:
                    if top * max(1, weak) > strong * bottom:
                        break
                    at += 1
                counts[at] = counts.get(at, 0) + 1
    return tuple((at, count / (n * (n - 1))) for at, count in counts.items())


def failing(s: State, units: Units) -> float:
    """How likely a unit of these fails a check, on average."""
    return sum(10 - s.effectiveness(u) for u in units) / (10 * len(units)) if units else 0.0


def value(ground: Ground, x: Assault) -> float:
    """In SPs: what the enemy loses, less what the attacker does, and what the hex is worth if it is cleared."""
    s = ground.s
    defenders = x.defenders(s)
    if not defenders:
        return 0.0
    attack = force(s, x.attackers, [strength.ATTACKER_COLUMN[x.posture]] * len(x.attackers))
    defense = force(s, defenders, [strength.defender_column(s, u) for u in defenders])
    drm = int(total(strength.drms(s, x)))
    shares = columns(s.world, attack, defense, s.world.chart.terrain[x.hex].line)
    return sum(share * weighed(ground, x, defenders, forecast(s.world, at, drm)) for at, share in shares)


def weighed(ground: Ground, x: Assault, defenders: Units, f: Forecast) -> float:
    s = ground.s
    theirs, ours = sum(s.strength[u] for u in defenders), sum(s.strength[u] for u in x.attackers)
    shaken, ours_shaken = failing(s, defenders), failing(s, x.attackers)
    taken = min(f.defender.hits, theirs) + f.defender.red * shaken * 0.8 * len(defenders)
    paid = min(f.attacker.hits, ours) + f.attacker.red * ours_shaken * 0.8 * len(x.attackers)
    wiped = 1.0 if f.defender.hits >= theirs else 0.0
    cleared = min(1.0, f.defender.routs * shaken + wiped)
    blood = SPENDTHRIFT if s.world.scenario.solo else BLOOD[x.side]
    return taken * weight(ground, x.hex) + cleared * prize(ground, x.hex) + 0.4 * f.won - blood * paid


def weight(ground: Ground, hex: Hex) -> float:
    """What an SP of the defender is worth: more in an objective, next to nothing elsewhere if only objectives count."""
    goal = ground.wanted >> hex & 1
    if ground.world.scenario.solo:
        return 1.5 if goal else 0.15
    return 1.2 if goal else 1.0


def prize(ground: Ground, hex: Hex) -> float:
    """What it is worth to drive the enemy out of a hex."""
    if ground.world.scenario.solo and not ground.wanted >> hex & 1:
        return 0.0
    out = 0.5
    weight = ground.weights.get(hex, 0.0)
    if ground.side is US:
        return out + 2 * VP * (ground.worth.get(hex, 0.0) / 2 + weight * ground.avenues.cost[hex])
    back = (
        ground.worth.get(hex, 0.0) / 2 if hex in ground.world.tracks and ground.s.controls(US, hex) else 0.0
    )
    return out + VP * (back + weight * FALLS)
