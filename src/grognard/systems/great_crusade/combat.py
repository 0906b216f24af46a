"""Combat basics (TGC-combat): who can attack whom, strengths with their reasons, odds."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from ...board.names import Unit, Units
from ...geometry.hexes import Hex
from ...geometry.hexset import HexSet
from ...kernel.mods import Mod, total
from .area import multiplier
from .state import Combat, State
from .texts import phrase
from .world import ALLIED, Side


def targets(s: State, u: Unit) -> HexSet:
    """TGC-combat.1, TGC-inv.18b: the hexes that the unit can attack; from the sea only where the arrow points."""
    chart = s.world.chart
    if s.at_sea(u):
        point = chart.by_sea.get(s.hex(u))
        return 1 << point.hex if point else 0
    return chart.beside[s.at[u]] if s.at[u] >= 0 else 0


def can_attack(s: State, u: Unit, v: Unit) -> bool:
    """TGC-combat.4, 7, TGC-area.13e: adjacent, and with an attack factor."""
    return bool(s.world.attack[u]) and s.on_map(v) and bool(targets(s, u) >> s.at[v] & 1)


def river_between(s: State, u: Unit, hex: Hex) -> bool:
    """TGC-combat.18, TGC-inv.20: the sea hexside is no river."""
    return s.on_map(u) and bool(s.world.chart.across.get(s.hex(u), 0) >> hex & 1)


def in_fortress(s: State, u: Unit) -> bool:
    return s.on_map(u) and bool(s.world.chart.fortresses >> s.at[u] & 1)


class Times(NamedTuple):
    """How often the defenders of one hex count, and why."""

    times: int
    clause: str
    why: str


def times(s: State, attackers: Units, hex: Hex) -> Times:
    """TGC-combat.29 to 31, 19a, 19b, 19c, TGC-inv.19, 20: the highest multiplier alone, for each defending hex by itself."""
    terrain, clause, word = multiplier(s, hex)
    best = Times(terrain, clause, word)
    if any(s.at_sea(u) for u in attackers):
        point = s.world.chart.numbered.get(hex)
        if point is not None and point.kind == "port" and best.times < 2:
            best = Times(2, "TGC-inv.19b", phrase("port attacked from the sea"))
    elif attackers and all(river_between(s, u, hex) for u in attackers) and best.times < 2:
        best = Times(2, "TGC-combat.19a", phrase("all across the river"))
    return best


def attack_value(s: State, u: Unit) -> Fraction:
    """TGC-supply.3, TGC-def.14: half when out of supply, fractions kept."""
    return Fraction(s.world.attack[u], 2 if s.hungry[u] else 1)


def attack_parts(s: State, c: Combat) -> list[Mod]:
    """TGC-crt.1."""
    parts = [
        Mod(
            attack_value(s, u),
            "TGC-supply.3" if s.hungry[u] else "TGC-def.6",
            phrase("{unit}, out of supply: half", unit=s.world.name(u)) if s.hungry[u] else s.world.name(u),
        )
        for u in c.attackers
    ]
    if c.cas:
        parts.append(Mod(s.world.tables["air"]["cas_attack_bonus"], "TGC-air.3", phrase("close air support")))
    return parts


def defense_value(s: State, c: Combat, u: Unit) -> int:
    """TGC-supply.4, TGC-crt.11e: the full factor, as often as it counts in this combat."""
    return s.world.defense[u] * times(s, c.attackers, s.hex(u)).times


def defense_parts(s: State, c: Combat) -> list[Mod]:
    """TGC-crt.2, TGC-air.10."""
    parts = []
    for u in c.defenders:
        n, clause, why = times(s, c.attackers, s.hex(u))
        factor = s.world.defense[u]
        text = s.world.name(u)
        if n > 1:
            text = phrase("{unit} ({factor} x {times}, {why})", unit=text, factor=factor, times=n, why=why)
        parts.append(Mod(factor * n, clause, text))
    bonus = s.world.tables["air"]["close_defense_bonus"]
    for hex in sorted({s.hex(u) for u in c.defenders} & set(s.shielded)):
        parts.append(
            Mod(bonus, "TGC-air.10a", phrase("close defense support of {hex}", hex=s.world.place(hex)))
        )
    return parts


def column(attack: Fraction, defense: Fraction, columns: list[str]) -> str:
    """TGC-crt.3, 4: exact fractions, in the defender's favour; the outer columns take what lies beyond."""
    if attack >= defense:
        name = f"{attack // defense}:1" if defense else columns[-1]
    else:
        name = f"1:{-(-defense // attack)}" if attack else columns[0]
    if name in columns:
        return name
    return columns[-1] if attack >= defense else columns[0]


class Ratio(NamedTuple):
    attack: Fraction
    defense: Fraction
    column: str


def ratio(s: State, c: Combat) -> Ratio:
    """TGC-crt.1 to 4: the odds of a combat as it stands."""
    attack, defense = total(attack_parts(s, c)), total(defense_parts(s, c))
    return Ratio(attack, defense, column(attack, defense, s.world.tables["crt"]["columns"]))


def result(s: State, column: str, die: int) -> str:
    """TGC-crt.5, 6, TGC-area.3: odds head the columns, the die selects the row."""
    table = s.world.tables["crt"]
    return str(table["rows"][die - 1][table["columns"].index(column)])


def doubled(s: State, c: Combat) -> tuple[Hex, ...]:
    """TGC-combat.32, 34: the defending hexes whose defenders counted twice or more in the combat."""
    return tuple(sorted({s.hex(u) for u in c.defenders if times(s, c.attackers, s.hex(u)).times > 1}))


def attacker(s: State, c: Combat) -> Side:
    return s.world.side(c.attackers[0])


def carpet_possible(s: State, c: Combat) -> bool:
    """TGC-air.12, 13a, 14: every defending hex was attacked last turn, and a bombing is left."""
    planned = sum(x.carpet for x in s.combats if x.attackers != c.attackers)
    hexes = {s.hex(u) for u in c.defenders}
    return attacker(s, c) is ALLIED and s.carpets > planned and hexes <= set(s.attacked_before)
