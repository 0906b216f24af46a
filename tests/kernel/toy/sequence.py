"""TOY-2: the sequence of play."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from msgspec.structs import replace

from grognard.board.names import Side, Unit
from grognard.kernel.breach import Breach
from grognard.kernel.dist import Dist
from grognard.kernel.frame import Call, Chance, Done, Frame, Sequence, Step, Wait
from grognard.kernel.offers import Group, Offers

from . import combat, movement
from .actions import Activate, Attack, Deal, Draw, End, Move, Pass
from .events import Dealt, Rested, ToyDraft, TurnBegan
from .state import BLUE, ENEMY, RED, Chit, Toy


class Campaign(Sequence[Toy], frozen=True):
    """TOY-2. The deal and the turns are steps that come again."""

    STEPS = ("deal", "turns")
    dealt: int = 0

    def deal(self, d: ToyDraft, _: Any) -> Step | None:
        covered = [u for side in (BLUE, RED) for u in d.s.units(side) if d.s.under[u]]
        if self.dealt >= len(covered):
            return None
        unit = covered[self.dealt]
        return Call(replace(self.again(), dealt=self.dealt + 1), SecretDeal(d.s.side_of(unit), unit))

    def turns(self, d: ToyDraft, _: Any) -> Step | None:
        return Call(self.again(), Turn()) if d.s.turn < d.s.last else None


class SecretDeal(Chance[Toy], frozen=True):
    """TOY-2.1: a draw, three to one, that only the owner sees."""

    clause = "TOY-2.1"
    side: Side
    unit: Unit

    def outcomes(self, s: Toy) -> Dist[Deal]:
        return Dist([(Deal(Chit.FRESH), Fraction(3, 4)), (Deal(Chit.WORN), Fraction(1, 4))])

    def take(self, d: ToyDraft, a: Deal) -> Step:
        d.emit(Dealt(self.side, self.unit, strength_of(d.s, self.unit, a.chit)))
        return Done()

    def prompt(self, s: Toy) -> str:
        return f"a chit is drawn for {s.name(self.unit)}"


def strength_of(s: Toy, unit: Unit, chit: Chit) -> int:
    return 1 if chit is Chit.WORN else s.field.types[unit].full


class Turn(Sequence[Toy], frozen=True):
    """TOY-2.2."""

    STEPS = ("initiative", "first_acts", "second_acts", "all_rest")
    first: Side = ""

    def initiative(self, d: ToyDraft, _: Any) -> Step:
        d.emit(TurnBegan(d.s.turn + 1))
        return Call(self, Initiative())

    def first_acts(self, d: ToyDraft, first: Side) -> Step:
        return Call(replace(self, first=first), Choice(first))

    def second_acts(self, d: ToyDraft, _: Any) -> Step:
        return Call(self, Choice(ENEMY[self.first]))

    def all_rest(self, d: ToyDraft, _: Any) -> None:
        if any(d.s.tired):
            d.emit(Rested())


class Initiative(Chance[Toy], frozen=True):
    """TOY-2.2: two blue chits and a red one."""

    clause = "TOY-2.2"

    def outcomes(self, s: Toy) -> Dist[Draw]:
        return Dist.even([Draw(BLUE), Draw(BLUE), Draw(RED)])

    def take(self, d: ToyDraft, a: Draw) -> Step:
        return Done(a.side)

    def prompt(self, s: Toy) -> str:
        return f"turn {s.turn}: a chit says who goes first"


class Choice(Frame[Toy], frozen=True):
    """TOY-2.2: which formation acts."""

    clause = "TOY-2.2"
    side: Side

    def who(self, s: Toy) -> Side:
        return self.side

    def check(self, s: Toy, a: Any) -> Breach | None:
        match a:
            case Pass():
                return None
            case Activate(formation=f):
                if s.field.formations.get(f) != self.side:
                    return Breach("TOY-2.2", f"{f} is no formation of yours")
                if not s.units(self.side, f):
                    return Breach("TOY-2.2", f"{f} has no unit left")
                return None
        return Breach("TOY-2.2", "activate a formation, or pass")

    def offers(self, s: Toy) -> Offers[Any]:
        ready = dict.fromkeys(s.formation_of(u) for u in s.units(self.side))
        return Offers((*(Activate(f) for f in ready), Pass()))

    def take(self, d: ToyDraft, a: Activate | Pass) -> Step:
        if isinstance(a, Pass):
            return Done()
        return Call(self, Activation(self.side, a.formation))

    def resume(self, d: ToyDraft, _: Any) -> Step:
        return Done()

    def prompt(self, s: Toy) -> str:
        return f"turn {s.turn}: {self.side} activates a formation"


class Activation(Frame[Toy], frozen=True):
    """TOY-2.3; the same inside the enemy's move, TOY-4.3."""

    clause = "TOY-2.3"
    side: Side
    formation: str
    points: int = 2
    meets: bool = False

    def who(self, s: Toy) -> Side:
        return self.side

    def enter(self, d: ToyDraft) -> Step:
        return self.go_on(d)

    def go_on(self, d: ToyDraft) -> Step:
        return Wait(self) if self.points and d.s.units(self.side, self.formation) else Done()

    def check(self, s: Toy, a: Any) -> Breach | None:
        match a:
            case End():
                return None
            case Move(unit=unit):
                return self.may_act(s, unit)
            case Attack(unit=unit, hex=hex):
                return self.may_act(s, unit) or combat.may_attack(s, unit, hex)
        return Breach("TOY-2.3", "an active formation moves, attacks, or ends")

    def may_act(self, s: Toy, unit: Unit) -> Breach | None:
        if unit not in s.units(self.side, self.formation):
            return Breach("TOY-2.3", f"{s.name(unit)} is no unit of {self.formation} on the field")
        return None

    def offers(self, s: Toy) -> Offers[Any]:
        mine = s.units(self.side, self.formation)

        def attacks(u: Unit) -> Group[Attack]:
            near = s.near(u)
            return Group(
                s.name(u), lambda: [Attack(h, u) for h in near if combat.may_attack(s, u, h) is None]
            )

        return Offers((*map(Move, mine), *map(attacks, mine), End()))

    def take(self, d: ToyDraft, a: Move | Attack | End) -> Step:
        paid = replace(self, points=self.points - 1)
        match a:
            case Move(unit=unit):
                return Call(paid, movement.Movement(self.side, unit, may_be_met=not self.meets))
            case Attack(unit=unit, hex=hex):
                return Call(paid, combat.Combat(self.side, unit, hex))
        return Done()

    def resume(self, d: ToyDraft, result: Any) -> Step:
        """TOY-5.1: an attack that was called off costs nothing."""
        return replace(self, points=self.points + (result is combat.CALLED_OFF)).go_on(d)

    def prompt(self, s: Toy) -> str:
        return f"{self.formation} has {self.points} action points"
