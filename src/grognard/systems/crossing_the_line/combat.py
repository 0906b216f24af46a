"""The Combat Action (CTL-7.5): one stack attacks one hex, in three ways."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from itertools import permutations
from typing import Any, ClassVar, NamedTuple

from msgspec.structs import replace

from ...board.names import Units
from ...geometry.hexes import Hex
from ...kernel.breach import Breach
from ...kernel.dist import Dist
from ...kernel.draft import Draft
from ...kernel.frame import Call, Done, Next, Step
from ...kernel.mods import total
from . import acting, actions, activation, strength
from .actions import Posture
from .asking import Left, Steps
from .chart import Side
from .dice import SIDES, Dice, cuts_of
from .events import AttackDeclared, BattleWon, ChitsDrawn, CombatResolved
from .headquarters import HqDisplacement
from .losses import Suffer
from .sight import open_of
from .state import State
from .strength import BELOW, Assault


class Result(NamedTuple):
    """CTL-7.5.2a: hits on the attacker and on the defender, and whether the number is red."""

    attacker: int
    attacker_red: bool
    defender: int
    defender_red: bool


@lru_cache(maxsize=256)
def read(text: str) -> Result:
    attacker, defender = text.split("/")
    return Result(int(attacker.rstrip("r")), "r" in attacker, int(defender.rstrip("r")), "r" in defender)


class CombatAction(Steps, frozen=True, kw_only=True):
    """CTL-7.5.1a, CTL-7.2b: declaration and payment, isolation checks of a Hasty Attack, then the combat."""

    STEPS: ClassVar[tuple[str, ...]] = ("pay", "able", "confirm", "fight")
    side: Side
    units: Units
    start: Hex
    hex: Hex
    posture: Posture
    cost: int
    exposed: Side | None

    @property
    def opens(self) -> tuple[Hex, ...]:
        return (self.start, self.hex)

    def pay(self, d: Draft[State], _: Any) -> Step | Next:
        d.emit(AttackDeclared(self.side, self.units, self.start, self.hex, self.posture))
        acting.begin(d, self.side, self.cost, self.units, self.units)
        alone = acting.isolated(d.s, self.units)
        return Call(self, acting.Isolation(side=self.side, units=alone)) if alone else Next(self)

    def able(self, d: Draft[State], failed: Units | None) -> Step | Next:
        if failed is None:
            return Next(self)
        able = tuple(u for u in self.units if u not in failed)
        if not able:
            return Done()
        return Call(replace(self, units=able), acting.Confirm(self.side, able))

    def confirm(self, d: Draft[State], yes: bool | None) -> Step | None:
        return Done() if yes is False else None

    def fight(self, d: Draft[State], _: Any) -> Step:
        return Call(
            self,
            Combat(
                side=self.side, units=self.units, others=d.s.fighters(self.hex, self.side.enemy), start=self.start,
                hex=self.hex, posture=self.posture, exposed=self.exposed,
            ),
        )  # fmt: skip


class Combat(Steps, frozen=True, kw_only=True):
    """CTL-7.5.1, CTL-7.5.2, CTL-7.5.3: chits, strengths and ratio, DRMs and die, the defender's result, the attacker's, HQs
    left alone (CTL-7.5f, i), Battle Victory."""

    STEPS: ClassVar[tuple[str, ...]] = (
        "supporters", "chits", "throw", "read", "defender_suffers", "attacker_suffers", "lone_hqs", "battle_victory",
    )  # fmt: skip
    side: Side
    units: Units
    others: Units
    start: Hex
    hex: Hex
    posture: Posture
    exposed: Side | None
    column: int = BELOW
    drm: int = 0  # CTL-5.3.4f: open to both once it counts
    result: str = ""
    leads: tuple[Units, Units] = ((), ())

    @property
    def opens(self) -> tuple[Hex, ...]:
        return (self.start, self.hex)

    @property
    def assault(self) -> Assault:
        return Assault(self.side, self.units, self.start, self.hex, self.posture)

    def supporters(self, d: Draft[State], _: Any) -> None:
        """CTL-5.3.4e, r: who is seen to support shows whose it is; CTL-7.5.1.2e: and nothing else befalls it."""
        s, x = d.s, self.assault
        by = strength.supporters(s, x.side, x.hex, x.start) if self.posture is not Posture.HASTY else {}
        against = strength.supporters(s, x.side.enemy, x.start, x.hex)
        if any(s.disrupted[u] for u in self.others):  # CTL-7.5.1.2h
            against = {}
        for units in (*by.values(), *against.values()):
            acting.show(d, open_of(s, units))

    def chits(self, d: Draft[State], _: Any) -> Step:
        return Call(
            self,
            DrawChits(
                self.side, self.units, self.start, self.hex, self.posture
            ),
        )  # fmt: skip

    def throw(self, d: Draft[State], column: int) -> Step | Next:
        """CTL-7.5.1d, e: below the leftmost head no die is thrown. The sum of the DRMs is kept, so that whoever may throw the
        die again knows what it brings (CTL-5.2b, CTL-5.3.4f)."""
        drm = int(total(strength.drms(d.s, self.assault)))
        me = replace(self, column=column, drm=drm, leads=strength.armor(d.s, self.assault)[1:])
        if column == BELOW:
            return Next(me)
        return Call(me, Dice((self.side,), (cuts_of(me.by_face(d.s)),), "CTL-7.5.1e"))

    def by_face(self, s: State) -> list[str]:
        """CTL-7.5.1e: what each face of the die brings, once column and DRMs are known."""
        return [strength.result(s, self.column, face + self.drm) for face in range(1, SIDES + 1)]

    def lies(self, s: State, dice: tuple[int, ...]) -> tuple[int, str]:
        """CTL-5.3.4f: the DRMs, and the result that the die brings as it lies."""
        return self.drm, self.by_face(s)[dice[0] - 1]

    def read(self, d: Draft[State], dice: tuple[int, ...] | None) -> Next:
        if dice is None:
            result = str(d.s.world.tables["crt"]["below"])
        else:
            result = self.by_face(d.s)[dice[0] - 1]
        d.emit(CombatResolved(self.drm, result, dice is not None))
        return Next(replace(self, result=result))

    def defender_suffers(self, d: Draft[State], _: Any) -> Step:
        """CTL-7.5.2b: completely before the attacker."""
        r = read(self.result)
        return self.suffer(self.side.enemy, self.hex, self.others, r.defender, r.defender_red, self.leads[1])

    def attacker_suffers(self, d: Draft[State], _: Any) -> Step:
        r = read(self.result)
        return self.suffer(self.side, self.start, self.units, r.attacker, r.attacker_red, self.leads[0])

    def suffer(self, side: Side, hex: Hex, units: Units, hits: int, red: bool, lead: Units) -> Step:
        return Call(
            self,
            Suffer(
                side=side, hex=hex, units=units, hits=hits, red=red, lead=lead, taken=(0,) * len(units)
            ),
        )  # fmt: skip

    def lone_hqs(self, d: Draft[State], _: Any) -> Step | None:
        """CTL-7.5f, i."""
        for side, hex in ((self.side.enemy, self.hex), (self.side, self.start)):
            stack = d.s.stack(hex, side)
            if stack and not d.s.fighters(hex, side):
                return Call(self.again(), HqDisplacement(side, stack[0]))
        return None

    def battle_victory(self, d: Draft[State], _: Any) -> Step:
        """CTL-4.2.5, CTL-7.5.3a to d: the fewer hits win, unless nobody of them is left. The bonus is offered even where none of them
        is in command, which the enemy need not know."""
        side = winner(read(self.result), self.side)
        units = self.units if side is self.side else self.others
        left = tuple(u for u in units if d.s.at[u] >= 0)
        if not left:
            side = None
        d.emit(BattleWon(side))
        solo = d.s.world.scenario.solo
        if side is None or (solo and side != solo):  # CTL-10.1d
            return Done()
        return Call(self, activation.Bonus(side, self.exposed, left, own=side is self.side))


def winner(r: Result, attacker: Side) -> Side | None:
    """CTL-7.5.3a: the lower number wins; equal ones nobody."""
    if r.attacker == r.defender:
        return None
    return attacker if r.attacker < r.defender else attacker.enemy


class DrawChits(Left, frozen=True):
    """CTL-7.5.1.1a: the attacker draws first, both from one pool. Nobody chooses in between, so it is one draw of two, and
    pairs that lead to one column are the same to what follows."""

    clause: ClassVar[str] = "CTL-7.5.1.1a"
    side: Side
    units: Units
    start: Hex
    hex: Hex
    posture: Posture

    @property
    def assault(self) -> Assault:
        return Assault(self.side, self.units, self.start, self.hex, self.posture)

    def columns(self, s: State) -> dict[tuple[int, int], int]:
        """By pair of chits: the column that they lead to (CTL-7.5.1b)."""
        x, chits = self.assault, range(1, len(s.world.chits) + 1)
        attack = {n: strength.attack_strength(s, x, n) for n in chits}
        defense = {n: strength.defense_strength(s, x, n) for n in chits}
        seen: dict[tuple[int, int], int] = {}
        out = {}
        for a, b in permutations(chits, 2):
            pair = attack[a], defense[b]
            if pair not in seen:
                seen[pair] = strength.column(s, x, *pair)
            out[a, b] = seen[pair]
        return out

    def outcomes(self, s: State) -> Dist[actions.Chits]:
        columns = self.columns(s)
        first: dict[int, tuple[int, int]] = {}
        for pair, column in columns.items():
            first.setdefault(column, pair)
        share = Fraction(1, len(columns))
        return Dist((actions.Chits(*first[c]), share) for c in columns.values())

    def check(self, s: State, a: Any) -> Breach | None:
        n = len(s.world.chits)
        fits = (
            isinstance(a, actions.Chits)
            and 1 <= a.attacker <= n
            and 1 <= a.defender <= n
            and a.attacker != a.defender
        )
        return None if fits else Breach(self.clause, f"two different chits of {n} are drawn now")

    def tickets(self, s: State) -> int:
        n = len(s.world.chits)
        return n * (n - 1)

    def drawn(self, s: State, ticket: int) -> actions.Chits:
        a, b = divmod(ticket, len(s.world.chits) - 1)
        return actions.Chits(a + 1, b + 1 + (b >= a))

    def take(self, d: Draft[State], a: actions.Chits) -> Step:
        x = self.assault
        column = strength.column(
            d.s,
            x,
            strength.attack_strength(d.s, x, a.attacker),
            strength.defense_strength(d.s, x, a.defender),
        )
        d.emit(ChitsDrawn(a.attacker, a.defender, strength.head_text(d.s, self.hex, column)))
        return Done(column)

    def prompt(self, s: State) -> str:
        return "draw the chits"
