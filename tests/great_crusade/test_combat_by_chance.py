"""Odds, multipliers and retreats on boards of chance, against the same rules told a second time, hex by hex."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from grognard.geometry.hexset import each
from grognard.systems.great_crusade import combat, crt
from grognard.systems.great_crusade.actions import Attack
from grognard.systems.great_crusade.assignment import may_assign
from grognard.systems.great_crusade.world import Side

from .slow import CLOSED_TERRAIN, STEPS, Country, Hex, countryside, distance, edge
from .table import KINDS, Scene, scene
from .test_movement import HEXES, spoken

GROUND = {
    "mountain": 18, "city": 14, "fortress": 12, "fortified_zone": 8, "dike": 1, "impassable": 6, "neutral": 4, "lake": 5,
    "sea": 4,
}  # fmt: skip
TIMES = {"mountain": 2, "city": 2, "fortified_zone": 2, "fortress": 3}


class Field:
    """A crowded board: the game's position, and who stands where for the slow search."""

    def __init__(self, seed: int) -> None:
        rng = self.rng = Random(f"by chance {seed}")
        self.land: Country = countryside(rng, HEXES, GROUND, lines=0.3)
        free = sorted(h for h in HEXES if self.land.land(h) and self.land.kind(h) != "dike")
        middle = sorted(free, key=lambda h: distance((0, 0), h))[:34]
        self.kind: dict[str, str] = {}
        self.where: dict[str, Hex] = {}
        for n, h in enumerate(rng.sample(middle, 20)):
            kinds = ["A-inf", "A-arm", "A-hq"] if n % 2 else ["G-st", "G-inf", "G-hq"]
            most = rng.randint(1, 3 if n % 2 == 0 else 2)
            for i in range(most):
                name = f"u{n}{'abc'[i]}"
                self.kind[name], self.where[name] = rng.choice(kinds[: -1 if i else None]), h
        self.hungry = sorted(rng.sample(sorted(self.where), 8))
        self.shielded = sorted(rng.sample(sorted(set(self.where.values())), 6))
        units: dict[Hex, str] = {}
        for name, h in self.where.items():
            units[h] = ", ".join(filter(None, [units.get(h), f"{self.kind[name]} {name}"]))
        # before movement ends, so that HQs may stand in a zone of control
        self.g: Scene = scene(
            units, board=spoken(self.land), unsupplied=self.hungry, shielded=self.shielded, turn=20
        )

    def side(self, u: str) -> str:
        return self.kind[u][0]

    def factor(self, u: str, which: int) -> int:
        return int(KINDS[self.kind[u]][2].split("-")[which])

    def enemies(self, u: str) -> list[str]:
        return [v for v in self.where if self.side(v) != self.side(u)]

    # the rules once more

    def adjacent(self, u: str, v: str) -> bool:
        return self.where[v] in self.land.next_to(self.where[u])

    def times(self, attackers: list[str], hex: Hex) -> int:
        """TGC-combat.19, 29, 30."""
        across = all(edge(self.where[a], hex) in self.land.rivers for a in attackers)
        return max(TIMES.get(self.land.kind(hex), 1), 2 if across else 1)

    def totals(self, attackers: list[str], defenders: list[str]) -> tuple[Fraction, Fraction]:
        """TGC-crt.1, 2, TGC-supply.3, 4, TGC-air.10."""
        attack = sum(Fraction(self.factor(a, 0), 2 if a in self.hungry else 1) for a in attackers)
        defense = sum(self.factor(d, 1) * self.times(attackers, self.where[d]) for d in defenders)
        return attack, Fraction(defense + len({self.where[d] for d in defenders} & set(self.shielded)))

    def retreats(self, u: str) -> set[Hex]:
        """TGC-crt.10: every way of two steps, one after the other."""
        land, foes = self.land, {self.where[v] for v in self.enemies(u)}
        zone = land.zone(foes)

        def open_(a: Hex, b: Hex) -> bool:
            return (
                land.kind(b) not in CLOSED_TERRAIN
                and edge(a, b) not in land.closed
                and b not in foes
                and b not in zone
            )

        out = set()
        start = self.where[u]
        for one in [(start[0] + q, start[1] + r) for q, r in STEPS]:
            for end in [(one[0] + q, one[1] + r) for q, r in STEPS]:
                if (
                    distance(start, end) == 2
                    and open_(start, one)
                    and open_(one, end)
                    and land.kind(end) != "dike"
                    and self.fits(u, end)
                ):
                    out.add(end)
        return out

    def fits(self, u: str, hex: Hex) -> bool:
        """TGC-move.4a, 4b."""
        there = [self.kind[v] for v in self.where if self.where[v] == hex and self.side(v) == self.side(u)]
        there.append(self.kind[u])
        return len(there) <= (3 if self.side(u) == "G" or "A-hq" in there else 2)


def attack_column(attack: Fraction, defense: Fraction) -> str:
    """TGC-crt.3, 4."""
    if attack >= defense:
        return f"{min(6, int(attack / defense))}:1"
    n = 1
    while attack * n < defense:
        n += 1
    return f"1:{min(6, n)}"


@pytest.mark.parametrize("seed", range(30))
def test_retreats_step_by_step(seed):
    """TGC-crt.10a, TGC-crt.10b, TGC-crt.10c, TGC-hq.8, TGC-def.16, TGC-zoc.4, TGC-zoc.5: both sides, every unit."""
    f = Field(seed)
    found = 0
    for u in f.where:
        ways = {f.g.place(h) for h in each(crt.retreat_hexes(f.g.state, f.g.unit(u)))}
        assert ways == f.retreats(u), u
        found += len(ways)
    assert found


@pytest.mark.parametrize("seed", range(30))
def test_odds_of_any_combat(seed):
    """TGC-combat.1, TGC-combat.4, TGC-combat.7, TGC-combat.19a, TGC-combat.19b, TGC-combat.19c, TGC-combat.29,
    TGC-combat.30, TGC-combat.31, TGC-combat.32, TGC-crt.1, TGC-crt.2, TGC-crt.3, TGC-crt.4, TGC-supply.3, TGC-supply.4,
    TGC-air.10a, TGC-air.10c: who can attack whom, at what odds, and which hexes could be occupied."""
    f = Field(seed)
    rng, legal = f.rng, 0
    for _ in range(300):
        first = rng.choice(sorted(f.where))
        near = [v for v in f.enemies(first) if f.adjacent(first, v)]
        if not near:
            continue
        defenders = sorted(rng.sample(near, min(len(near), rng.randint(1, 3))))
        friends = [u for u in f.where if f.side(u) == f.side(first) and f.adjacent(u, defenders[0])]
        attackers = sorted(rng.sample(friends, min(len(friends), rng.randint(1, 3))))
        side = Side.ALLIED if f.side(first) == "A" else Side.GERMAN
        a = Attack(f.g.units(attackers), f.g.units(defenders))
        allowed = all(f.adjacent(u, v) for u in attackers for v in defenders)
        armed = all(f.factor(u, 0) for u in attackers)
        breach = may_assign(f.g.state, side, a)
        assert (breach is None) == (allowed and armed), (attackers, defenders)
        if breach is not None:
            assert breach.clause == ("TGC-combat.7" if not armed else "TGC-combat.4")
            continue
        c = f.g.combat(" ".join(attackers), " ".join(defenders))
        found = combat.ratio(f.g.state, c)
        totals = f.totals(attackers, defenders)
        assert (found.attack, found.defense) == totals
        assert found.column == attack_column(*totals)
        doubled = {f.where[d] for d in defenders if f.times(attackers, f.where[d]) > 1}
        assert {f.g.place(h) for h in combat.doubled(f.g.state, c)} == doubled
        legal += 1
    assert legal >= 20
