"""The obligations of a Combat Phase (obligations.py) against brute force, on small boards made by chance.

The rules are told here a second time, straight from rules.md: who is adjacent, whose ZOC covers whom, what an attack
brings with it. Then every set of combats that could still be assigned is tried.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from itertools import combinations
from random import Random
from typing import NamedTuple

import pytest

from grognard.board.names import Units
from grognard.systems.great_crusade import obligations
from grognard.systems.great_crusade.actions import Attack, Cancel, End
from grognard.systems.great_crusade.fighting import CombatPhase

from .table import Axial, Scene, battle, board

STEPS = [(1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)]
HEXES = [(q, r) for q in range(-1, 2) for r in range(-1, 2)]
SEA, BEACH = (-2, 1), (-1, 1)
SIZE = 9


def beside(a: Axial, b: Axial) -> bool:
    return (b[0] - a[0], b[1] - a[1]) in STEPS


class Position(NamedTuple):
    """Both sides on a few hexes. Units are named by letters: the phasing side's in capitals."""

    side: str
    friends: dict[str, Axial]
    enemies: dict[str, Axial]
    kinds: dict[str, str]
    fortresses: frozenset[Axial]
    rivers: frozenset[frozenset[Axial]]
    closed: frozenset[frozenset[Axial]]
    port: str  # the kind of the numbered hex
    single: bool

    def scene(self) -> Scene:
        units: dict[Axial, str] = {}
        for name, hex in (self.friends | self.enemies).items():
            units[hex] = ", ".join(filter(None, [units.get(hex), f"{self.kinds[name]} {name}"]))
        where = board(
            dict.fromkeys(self.fortresses, "fortress"),
            [tuple(sorted(pair)) for pair in sorted(self.rivers, key=sorted)],
            closed=[tuple(sorted(pair)) for pair in sorted(self.closed, key=sorted)],
            numbered=[("normandy", self.port, BEACH, SEA, 9)],
            size=SIZE,
        )
        return battle(units, board=where, side=self.side, single_attack=self.single)


def position(rng: Random, *, single: bool | None = None) -> Position:
    """Up to four friends and four enemies, with many rivers and fortresses between them."""
    while True:
        side = rng.choice(["allied", "german"])
        own, other = ("A-arm", "G-inf") if side == "allied" else ("G-inf", "A-arm")
        hexes = rng.sample(HEXES, rng.randint(3, 7))
        split = rng.randint(1, len(hexes) - 1)
        ours, theirs = hexes[:split], hexes[split:]
        if side == "allied" and BEACH in theirs and rng.random() < 0.7:
            ours.append(SEA)
        friends = dict(zip("ABCD", sorted(rng.choices(ours, k=rng.randint(2, 4)))))
        enemies = dict(zip("wxyz", sorted(rng.choices(theirs, k=rng.randint(1, 4)))))
        kinds = dict.fromkeys(friends, own) | dict.fromkeys(enemies, other)
        if rng.random() < 0.2:
            kinds[rng.choice([*enemies])] = other[0] + "-hq"
        sides = [frozenset((a, b)) for a, b in combinations(HEXES, 2) if beside(a, b)]
        wet, forts = rng.choice([0.2, 0.5, 0.8]), rng.choice([0.0, 0.15, 0.4])
        made = Position(
            side,
            friends,
            enemies,
            kinds,
            frozenset(h for h in HEXES if rng.random() < forts),
            frozenset(pair for pair in sides if rng.random() < wet),
            frozenset(pair for pair in sides if rng.random() < 0.05),
            rng.choice(["port", "beach"]),
            rng.random() < 0.3 if single is None else single,
        )
        if possible(made):
            return made


def possible(p: Position) -> bool:
    """TGC-move.4, TGC-inv.11, TGC-inv.16a: no more in a hex than may be there, invaders only before defenders."""
    for stacks, allied in ((p.friends, p.side == "allied"), (p.enemies, p.side != "allied")):
        places = [*stacks.values()]
        if any(places.count(h) > (2 if allied else 3) for h in places):
            return False
    return SEA not in p.friends.values() or BEACH in p.enemies.values()


class Rules:
    """TGC-combat.8, 9, 20 to 25, TGC-zoc.4, 5, TGC-inv.18, as the book has them."""

    def __init__(self, p: Position) -> None:
        self.p = p

    def joined(self, a: Axial, b: Axial) -> bool:
        """Adjacent, and no blocked hexside between (TGC-def.16); from the sea only along the arrow (TGC-inv.18b)."""
        if SEA in (a, b):
            return BEACH in (a, b)
        return beside(a, b) and frozenset((a, b)) not in self.p.closed

    def river(self, a: Axial, b: Axial) -> bool:
        return frozenset((a, b)) in self.p.rivers

    def fort(self, a: Axial) -> bool:
        return a in self.p.fortresses

    def faces(self, u: str, v: str) -> bool:
        return self.joined(self.p.friends[u], self.p.enemies[v])

    def zoc(self, u: str, v: str) -> bool:
        """TGC-zoc.8, 9: are the two in each other's ZOC?"""
        a, b = self.p.friends[u], self.p.enemies[v]
        return a != SEA and self.joined(a, b) and not (self.river(a, b) or self.fort(a) or self.fort(b))

    @cached_property
    def base(self) -> tuple[frozenset[str], frozenset[str]]:
        friends, enemies = set(), set()
        for u in self.p.friends:
            for v in self.p.enemies:
                if self.zoc(u, v) or (self.p.friends[u] == SEA and self.faces(u, v)):
                    friends.add(u)
                    enemies.add(v)
        return frozenset(friends), frozenset(enemies)

    def brings(self, u: str, v: str) -> set[str]:
        """Who must be attacked once u attacks v."""
        p, a, b = self.p, self.p.friends[u], self.p.enemies[v]
        out = {w for w in p.enemies if self.fort(b) and p.enemies[w] == b}  # 23
        for w, hex in p.enemies.items():
            if a == SEA or not self.joined(a, hex) or self.fort(hex):
                continue
            if self.river(a, b) or (self.fort(a) and not self.river(a, hex)):  # 20, 22, 26; 25
                out.add(w)
        return out

    def legal(self, attackers: tuple[str, ...], defenders: tuple[str, ...]) -> bool:
        """TGC-combat.4, and TGC-combat.24 where that option is on."""
        if not all(self.faces(u, v) for u in attackers for v in defenders):
            return False
        for v in defenders if self.p.single else ():
            hex = self.p.enemies[v]
            if self.fort(hex) and not {w for w in self.p.enemies if self.p.enemies[w] == hex} <= set(
                defenders
            ):
                return False
        return True


Combats = tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]


def subsets(names: list[str]) -> Iterator[tuple[str, ...]]:
    for n in range(len(names) + 1):
        yield from combinations(names, n)


def assignments(rules: Rules, friends: list[str], enemies: list[str]) -> Iterator[Combats]:
    """Every set of disjoint legal combats of these units, none among them."""
    yield ()
    for i, first in enumerate(enemies):
        for rest in subsets(enemies[i + 1 :]):
            defenders = (first, *rest)
            able = [u for u in friends if all(rules.faces(u, v) for v in defenders)]
            later = [v for v in enemies[i + 1 :] if v not in rest]
            for attackers in subsets(able):
                if attackers and rules.legal(attackers, defenders):
                    left = [u for u in friends if u not in attackers]
                    for more in assignments(rules, left, later):
                        yield ((attackers, defenders), *more)


def duties(rules: Rules, combats: Combats) -> set[str]:
    return {
        w
        for attackers, defenders in combats
        for u in attackers
        for v in defenders
        for w in rules.brings(u, v)
    }


def engaged(combats: Combats) -> set[str]:
    return {u for pair in combats for group in pair for u in group}


def some_combats(g: Scene, rng: Random) -> Combats:
    """Assign a few combats by chance, whatever comes of it."""
    p, out = rng, []
    for _ in range(rng.choice([0, 0, 1, 1, 2])):
        friends = [n for n in g.ids if n.isupper()]
        enemies = [n for n in g.ids if n.islower()]
        for _ in range(12):
            attackers = tuple(sorted(p.sample(friends, p.randint(1, min(2, len(friends))))))
            defenders = tuple(sorted(p.sample(enemies, p.randint(1, min(3, len(enemies))))))
            said = f"attack {','.join(attackers)} on {','.join(defenders)}"
            if g.may(said):
                g.play(said)
                out.append((attackers, defenders))
                break
    return tuple(out)


def stranded(g: Scene) -> Units:
    phase = g.state.frames[-1]
    assert isinstance(phase, CombatPhase)
    return obligations.stranded(g.state, phase.side, phase.duties(g.state), g.state.combats)


def plan(g: Scene) -> Combats:
    phase = g.state.frames[-1]
    assert isinstance(phase, CombatPhase)
    found = obligations.plan(g.state, phase.side, phase.duties(g.state), g.state.combats)
    return tuple((tuple(map(g.name, c.attackers)), tuple(map(g.name, c.defenders))) for c in found)


BLOCKS = range(10)


def cases(what: str, block: int, n: int) -> Iterator[tuple[Position, Scene, Rules, Random]]:
    """Positions in which the Combat Phase asks; where it does not, nobody is under obligation."""
    rng = Random(f"{what} {block}")
    for _ in range(n):
        p = position(rng)
        g, rules = p.scene(), Rules(p)
        if g.asks(p.side, CombatPhase):
            yield p, g, rules, rng
        else:
            assert rules.base == (frozenset(), frozenset())


@pytest.mark.parametrize("block", BLOCKS)
def test_who_can_still_be_covered(block):
    """TGC-combat.8, TGC-combat.9, TGC-combat.12, TGC-combat.20, TGC-combat.21, TGC-combat.22, TGC-combat.23,
    TGC-combat.24, TGC-combat.25, TGC-combat.26, TGC-inv.18: `stranded` is empty exactly when some set of further
    combats meets every duty; it names exactly those whom no set can cover that meets the duties it brings itself."""
    seen = [0, 0]
    for p, g, rules, rng in cases("covered", block, 80):
        have = some_combats(g, rng)
        busy = engaged(have)
        friends = [u for u in p.friends if u not in busy]
        enemies = [v for v in p.enemies if v not in busy]
        due = rules.base[0] | rules.base[1] | duties(rules, have)
        assert g.must().keys() == due - busy, p
        named = {g.name(u) for u in stranded(g)}
        met, coverable = False, set()
        for more in assignments(rules, friends, enemies):
            now = busy | engaged(more)
            if duties(rules, more) <= now:
                coverable |= engaged(more)
                met = met or due <= now
        assert (not named) == met, p
        assert named == due - busy - coverable, p
        seen[met] += 1
    assert min(seen) >= 2


@pytest.mark.parametrize("block", BLOCKS)
def test_the_duties_of_the_beginning_can_always_be_met(block):
    """TGC-combat.17, TGC-combat.8, TGC-combat.9: base duties never lock the game."""
    n = 0
    for p, g, rules, _ in cases("base", block, 40):
        assert g.must().keys() == rules.base[0] | rules.base[1], p
        assert stranded(g) == (), p
        n += bool(g.must())
    assert n >= 10


@pytest.mark.parametrize("block", BLOCKS)
def test_the_plan_meets_every_duty(block):
    """TGC-combat.12, TGC-combat.20, TGC-combat.23, TGC-combat.24, TGC-combat.25: where nobody is stranded, `plan`
    says how to go on: legal combats of units that are still free, with which nothing is left to do."""
    n = 0
    for p, g, rules, rng in cases("plan", block, 80):
        have = some_combats(g, rng)
        more = plan(g)
        if stranded(g) or not g.must():
            assert more == (), p
            continue
        for attackers, defenders in more:
            assert rules.legal(attackers, defenders), p
            g.play(f"attack {','.join(attackers)} on {','.join(defenders)}")
        assert g.must() == {}, p
        assert duties(rules, have + more) | rules.base[0] | rules.base[1] <= engaged(have + more), p
        n += 1
    assert n >= 5


@pytest.mark.parametrize("block", BLOCKS)
def test_the_offered_attacks_lead_to_the_first_die(block):
    """TGC-combat.12, TGC-combat.13, TGC-combat.17: whoever takes offered attacks only never has to cancel one."""
    n = 0
    for p, g, _, rng in cases("offers", block, 80):
        some_combats(g, rng)
        if stranded(g):
            assert not [a for a in g.game.legal() if not isinstance(a, Cancel)], p
            continue
        while g.must():
            g.game.do(rng.choice([a for a in g.game.legal() if isinstance(a, Attack)]))
            assert stranded(g) == (), p
            n += 1
        assert g.may("resolve 1") if g.state.combats else End() in g.game.legal()
    assert n >= 10


# ---- what chance found once


def test_the_last_friend_is_offered_all_that_his_river_attack_brings():
    """TGC-combat.8, TGC-combat.20: b has taken both enemies on dry land; a must attack, and across the river nothing
    less than y and z together will do, on two hexes and under no duty so far."""
    units = {(0, 0): "G-inf a, b", (-1, 1): "A-inf w, x", (1, -1): "A-inf y", (1, 0): "A-inf z"}
    g = battle(units, board=board(rivers=["(0,0)|(1,-1)", "(0,0)|(1,0)"]), side="german")
    g.play("attack b on w,x")
    assert g.must() == {"a": "TGC-combat.8"}
    offered = {(x.attackers, x.defenders) for x in g.offers("attack")}
    assert (g.units("a"), tuple(sorted(g.units("y z")))) in offered


def test_a_plan_is_made_of_stars():
    """TGC-combat.4, TGC-combat.12: p is the only one for y and the first one for x; when q, who faces x alone, finds
    his place too, x is left to him."""
    g = battle({(0, 0): "A-arm p", (1, -2): "A-arm q", (1, -1): "G-inf x", (1, 0): "G-inf y"})
    assert set(plan(g)) == {(("q",), ("x",)), (("p",), ("y",))}
