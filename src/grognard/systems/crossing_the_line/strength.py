"""How strong both sides of a combat are: chits, ratio, and the four kinds of DRM (CTL-7.5.1). All of it is asked of a
position and changes nothing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import ceil, floor
from typing import NamedTuple

from ...board.names import Unit, Units
from ...geometry.hexes import Hex
from ...geometry.hexset import holds
from ...kernel.mods import Mod
from .actions import Posture
from .chart import Barrier, Ground, Side
from .state import State
from .supply import in_command
from .world import Formation

LEFT, MIDDLE, RIGHT = range(3)

ATTACKER_COLUMN = {Posture.HASTY: LEFT, Posture.REGULAR: MIDDLE, Posture.PREPARED: RIGHT}  # CTL-7.5.1.1c

BELOW = -1  # CTL-7.5.1d: left of the leftmost head


class Assault(NamedTuple):
    """Who attacks whom, from where, how."""

    side: Side
    attackers: Units
    start: Hex
    hex: Hex
    posture: Posture

    def defenders(self, s: State) -> Units:
        """CTL-7.5b, CTL-5.3.1f: all combat units in the hex defend together."""
        return s.fighters(self.hex, self.side.enemy)


def defender_column(s: State, u: Unit) -> int:
    """CTL-7.5.1.1d, CTL-5.6.3f."""
    if s.disrupted[u]:
        return LEFT
    return RIGHT if s.hex(u) in s.improved else MIDDLE


def multiplier(s: State, u: Unit, chit: int, column: int) -> int:
    """CTL-7.5.1.1b: the row of a chit is the shown Effectiveness."""
    return s.world.chits[chit - 1][s.effectiveness(u) - 2][column]


def attack_strength(s: State, x: Assault, chit: int) -> int:
    """CTL-7.5.1.1e."""
    column = ATTACKER_COLUMN[x.posture]
    return sum(s.strength[u] * multiplier(s, u, chit, column) for u in x.attackers)


def defense_strength(s: State, x: Assault, chit: int) -> int:
    return sum(s.strength[u] * multiplier(s, u, chit, defender_column(s, u)) for u in x.defenders(s))


def heads(s: State, hex: Hex) -> tuple[Fraction, ...]:
    """CTL-3.1.1c, d: the line of the CRT for the defender's terrain."""
    return s.world.heads[s.world.chart.terrain[hex].line]


def column(s: State, x: Assault, attack: int, defense: int) -> int:
    """CTL-5.1b, CTL-7.5.1b to d: the column for a ratio, counted from 0; it is rounded down."""
    return column_in(heads(s, x.hex), attack, defense)


def column_in(heads: Iterable[Fraction], attack: int, defense: int) -> int:
    defense = max(1, defense)
    return sum(1 for h in heads if h.numerator * defense <= attack * h.denominator) - 1


def head_text(s: State, hex: Hex, column: int) -> str:
    if column == BELOW:
        return ""
    head = heads(s, hex)[column]
    return f"{head.numerator}:{head.denominator}"


def result(s: State, column: int, row: int) -> str:
    """CTL-7.5.1e: below 1 counts as 1, above 20 as 20."""
    rows = s.world.crt
    return rows[min(max(row, 1), len(rows)) - 1][column]


# ---- A: hexside


def hexside(s: State, x: Assault) -> list[Mod]:
    """CTL-7.5.1.2b, c, CTL-3.1.2e: of the one hexside between the two, whatever road crosses it."""
    barrier = s.world.chart.between(x.start, x.hex)
    if barrier is None or not barrier.drm:
        return []
    return [Mod(barrier.drm, "CTL-7.5.1.2b", barrier.type.replace("_", " "))]


# ---- B: combat support


def supporters(s: State, side: Side, at: Hex, but: Hex) -> dict[Hex, Units]:
    """CTL-7.5.1.2d, f, CTL-5.4.1f: by hex, the units in command that project a ZOC into the enemy hex; neither the hex of
    the supported stack nor the enemy's own counts. Without an HQ nobody supports (CTL-10.1e)."""
    out: dict[Hex, Units] = {}
    for h in s.world.chart.near[at]:
        if h == but:
            continue
        units = tuple(
            u
            for u in s.fighters(h, side)
            if not s.disrupted[u] and holds(s.world.chart.zoc[s.counter(u).arm][h], at) and in_command(s, u)
        )
        if units:
            out[h] = units
    return out


def support(s: State, by: dict[Hex, Units], formations: set[Formation | None], key: str) -> list[Mod]:
    """CTL-7.5.1.2f to j: each hex once, with the higher of the two amounts."""
    same, other = s.world.tables["combat_support"][key]
    clause = "CTL-7.5.1.2h" if same < 0 or key == "disrupted" else "CTL-7.5.1.2g"
    out = []
    for h, units in by.items():
        own = any(s.formation(u) in formations for u in units)
        amount = same if own else other
        if amount:
            out.append(Mod(amount, clause, f"support from {s.world.place(h)}"))
    return out


def attack_support(s: State, x: Assault) -> list[Mod]:
    """CTL-7.5.1.2g."""
    by = supporters(s, x.side, x.hex, x.start)
    return support(s, by, {s.formation(u) for u in x.attackers}, x.posture)


def defense_support(s: State, x: Assault) -> list[Mod]:
    """CTL-7.5.1.2h, j: supporters of any formation in the defending stack are of the same one."""
    defenders = x.defenders(s)
    if any(s.disrupted[u] for u in defenders):
        return []
    by = supporters(s, x.side.enemy, x.start, x.hex)
    key = "improved" if x.hex in s.improved else "defense"
    return support(s, by, {s.formation(u) for u in defenders}, key)


# ---- C: HQ support


def hq_support(s: State, x: Assault) -> list[Mod]:
    """CTL-7.5.1.2k, CTL-5.1f: never in a Hasty Attack, never for the defender; supply does not matter."""
    share = Fraction(s.world.tables["hq_support"][x.posture])
    f = s.formation(x.attackers[0])
    if not share or f is None or not all(in_command(s, u) for u in x.attackers):
        return []
    amount = ceil(share * s.strength[s.hq(f)])
    return [Mod(amount, "CTL-7.5.1.2k", s.world.name(s.hq(f)))] if amount else []


# ---- D: armor superiority


class Armor(NamedTuple):
    """CTL-7.5.1.2l: the DRM, and of each side the units with the highest points that were used, more than one if they are
    equal; none if the side used no points."""

    drm: int
    attackers: Units
    defenders: Units


class Vehicle(NamedTuple):
    """What of a unit counts for Armor Superiority."""

    arm: str
    points: int


def best(units: Sequence[Vehicle], arm: str) -> tuple[int, ...]:
    """By their places, those of the arm with the most points."""
    there = [n for n, v in enumerate(units) if v.arm == arm]
    most = max((units[n].points for n in there), default=0)
    return tuple(n for n in there if units[n].points == most)


def superiority(
    attackers: Sequence[Vehicle], defenders: Sequence[Vehicle], ground: Ground, barrier: Barrier | None
) -> tuple[int, tuple[int, ...], tuple[int, ...]]:
    """CTL-7.5.1.2l to v: both TP, TP against AT, TP of the defender alone, or nothing. The DRM, and by their places who
    was used."""
    tanks = best(attackers, "tank")
    if tanks and not attackers[tanks[0]].points:
        tanks = ()
    enemy = best(defenders, "tank")
    if enemy and not defenders[enemy[0]].points:
        enemy = ()
    if not tanks:
        return (-defenders[enemy[0]].points, (), enemy) if enemy else (0, (), ())
    factor = ground.tanks * (barrier.tanks if barrier else 1)
    points = floor(attackers[tanks[0]].points * factor)  # CTL-5.1e, CTL-7.5.1.2n
    if enemy:
        return points - defenders[enemy[0]].points, tanks, enemy
    guns = best(defenders, "at")
    if guns:
        return max(0, points - defenders[guns[0]].points - ground.at_bonus), tanks, guns
    everybody = tuple(range(len(defenders)))
    return max(0, points - ground.at_bonus), tanks, everybody  # CTL-7.5.1.2q, v: counts as AT 0


def armor(s: State, x: Assault) -> Armor:
    def vehicles(units: Units) -> list[Vehicle]:
        return [Vehicle(s.counter(u).arm, s.points(u)) for u in units]

    defenders, chart = x.defenders(s), s.world.chart
    drm, mine, theirs = superiority(
        vehicles(x.attackers), vehicles(defenders), chart.terrain[x.hex], chart.between(x.start, x.hex)
    )
    return Armor(drm, tuple(x.attackers[n] for n in mine), tuple(defenders[n] for n in theirs))


def drms(s: State, x: Assault) -> list[Mod]:
    """CTL-7.5.1.2a, CTL-5.1c: everything that applies, to be added up."""
    out = [*hexside(s, x), *attack_support(s, x), *defense_support(s, x), *hq_support(s, x)]
    advantage = armor(s, x).drm
    if advantage:
        out.append(Mod(advantage, "CTL-7.5.1.2l", "armor superiority"))
    return out
