"""What units are worth, and what a combat brings on average. Fractions of a factor are counted in halves."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from ...board.names import Unit
from ...geometry.hexes import Hex
from ...systems.great_crusade.area import multiplier
from ...systems.great_crusade.state import State
from ...systems.great_crusade.world import ALLIED, Front

RETREAT = 0.12  # what a retreat costs, as a share of what retreats


class Chances(NamedTuple):
    """How many faces of six give which result."""

    ae: int
    ar: int
    de: int
    dr: int
    ex: int


@lru_cache
def chances(world: Front) -> tuple[Chances, ...]:
    """The combat table, column by column, as the rules read it."""
    rows = world.tables["crt"]["rows"]
    out = []
    for column in range(len(world.tables["crt"]["columns"])):
        faces = [row[column] for row in rows]
        out.append(Chances(*(faces.count(r) for r in ("AE", "AR2", "DE", "DR2", "EX"))))
    return tuple(out)


def column(attack: int, defense: int) -> int:
    """TGC-crt.3, 4: which column of the table; attack and defense in the same measure."""
    if attack >= defense:
        return 4 + min(6, attack // defense) if defense else 10
    return 6 - min(6, -(-defense // attack)) if attack else 0


def worth(world: Front, u: Unit) -> float:
    """What it costs to lose the unit. An Allied HQ opens ports, a German one only stands in the way."""
    if world.hq[u]:
        return 12.0 if world.side(u) is ALLIED else 3.0
    return world.attack[u] + world.defense[u]


class Man(NamedTuple):
    """A unit in a combat: what it counts for in half factors, what it is worth, and whether it may retreat."""

    halves: int
    worth: float
    way_out: bool = True


def attacking(s: State, u: Unit) -> Man:
    """TGC-supply.3: half when out of supply; at sea nobody retreats (TGC-inv.24)."""
    world = s.world
    return Man(world.attack[u] * (1 if s.hungry[u] else 2), worth(world, u), not s.at_sea(u))


@lru_cache(maxsize=20000)
def cheapest(men: tuple[tuple[int, float], ...], owed: int) -> float:
    """The least worth whose halves reach what is owed (TGC-crt.11c)."""
    best: dict[int, float] = {0: 0.0}
    for halves, w in men:
        for have, cost in list(best.items()):
            if have < owed:
                to = min(owed, have + halves)
                best[to] = min(best.get(to, 1e9), cost + w)
    return best.get(owed, sum(w for _, w in men))


def exchange(attackers: tuple[Man, ...], defenders: tuple[Man, ...]) -> tuple[float, float]:
    """TGC-crt.11: what an exchange costs the attacker and the defender."""
    ours, theirs = sum(m.halves for m in attackers), sum(m.halves for m in defenders)
    if ours <= theirs:
        own = sum(m.worth for m in attackers)
    else:
        own = cheapest(tuple(sorted((m.halves, m.worth) for m in attackers)), theirs)
    if theirs <= ours:
        other = sum(m.worth for m in defenders)
    else:
        other = cheapest(tuple(sorted((m.halves, m.worth) for m in defenders)), ours)
    return own, other


class Terms(NamedTuple):
    """How a side weighs a combat: its own losses against the enemy's, and what the ground is worth."""

    own: float = 1.0
    clear: float = 2.0


@lru_cache(maxsize=50000)
def faces(
    world: Front,
    attackers: tuple[Man, ...],
    defenders: tuple[Man, ...],
    terms: Terms,
    support: int = 0,
    shield: int = 0,
) -> tuple[tuple[int, float], ...]:
    """What each result of a combat is worth, with the number of faces that bring it; `support` and `shield` are air
    factors, in halves."""
    attack = sum(m.halves for m in attackers) + support
    defense = sum(m.halves for m in defenders) + shield
    c = chances(world)[column(attack, defense)]
    all_ours = sum(m.worth for m in attackers)
    all_theirs = sum(m.worth for m in defenders)
    backwards = sum(m.worth * (RETREAT if m.way_out else 1.0) for m in attackers)
    driven = sum(m.worth * (RETREAT if m.way_out else 1.0) for m in defenders)
    out = [
        (c.de, all_theirs + terms.clear),
        (c.dr, driven + terms.clear),
        (c.ae, -terms.own * all_ours),
        (c.ar, -terms.own * backwards),
    ]
    if c.ex:
        own, other = exchange(attackers, defenders)
        out.append((c.ex, other - terms.own * own + (terms.clear if other >= all_theirs else 0.0)))
    return tuple(out)


@lru_cache(maxsize=50000)
def prospect(
    world: Front,
    attackers: tuple[Man, ...],
    defenders: tuple[Man, ...],
    terms: Terms,
    support: int = 0,
    shield: int = 0,
) -> float:
    """What a combat brings on average, in worth."""
    found = faces(world, attackers, defenders, terms, support, shield)
    return sum(n * value for n, value in found) / 6


def better_of_two(found: tuple[tuple[int, float], ...]) -> float:
    """TGC-air.15: what it brings on average when the better of two dice counts."""
    values = sorted(value for n, value in found for _ in range(n))
    return sum(value * (2 * i + 1) for i, value in enumerate(values)) / 36


def times(s: State, froms: Iterable[Hex | int], hex: Hex) -> int:
    """TGC-combat.29 to 31, for attackers who would stand in these hexes (land or sea)."""
    chart = s.world.chart
    best, _, _ = multiplier(s, hex)
    places = list(froms)
    if any(h in chart.by_sea for h in places):
        point = chart.numbered.get(hex)
        return max(best, 2) if point is not None and point.kind == "port" else best
    across = chart.across.get(hex, 0)
    return max(best, 2) if places and all(across >> h & 1 for h in places) else best
