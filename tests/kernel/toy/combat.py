"""TOY-5: combat."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from grognard.board.names import Side, Unit, Units
from grognard.geometry.hexes import Hex
from grognard.kernel.breach import Breach
from grognard.kernel.frame import Action, Call, Done, Frame, Next, Over, Sequence, Step, Throw
from grognard.kernel.mods import Mod, total
from grognard.kernel.offers import Group, Offers

from .actions import Advance, CallOff, Go, Halt, Join, Lose, Retreat
from .events import Removed, StepLost, Tired, ToyDraft, move, show
from .state import ENEMY, Toy

CALLED_OFF = "called off"


def may_attack(s: Toy, unit: Unit, hex: Hex) -> Breach | None:
    """TOY-5.1."""
    if s.tired[unit]:
        return Breach("TOY-5.1", f"{s.name(unit)} is tired")
    if hex not in s.near(unit):
        return Breach("TOY-5.1", f"{s.number(hex)} is not next to {s.number(s.hex_of(unit))}")
    if not s.stack(hex, ENEMY[s.side_of(unit)]):
        return Breach("TOY-5.1", f"{s.number(hex)} holds no enemy unit")
    return None


def mods(s: Toy, attackers: Units, hex: Hex) -> list[Mod]:
    """TOY-5.2: what is added to the die."""
    out = [Mod(s.strength[u], "TOY-5.2", s.name(u)) for u in attackers]
    out += [Mod(-s.strength[u], "TOY-5.2", s.name(u)) for u in s.stack(hex)]
    if hex == s.field.mill:
        out.append(Mod(-1, "TOY-5.2", "the mill"))
    return out


class Combat(Sequence[Toy], frozen=True):
    """TOY-5."""

    STEPS = ("support", "show", "throw", "beaten_suffer", "winner_pursues")
    side: Side
    lead: Unit
    hex: Hex
    attackers: Units = ()
    beaten: Side = ""

    def support(self, d: ToyDraft, _: Any) -> Step:
        return Call(self, Support(self.side, self.lead, self.hex))

    def show(self, d: ToyDraft, others: Units | None) -> Step | Next:
        if others is None:
            return Done(CALLED_OFF)
        attackers = (self.lead, *others)
        show(d, (*attackers, *d.s.stack(self.hex)))
        for unit in attackers:
            d.emit(Tired(unit))
        return Next(replace(self, attackers=attackers))

    def throw(self, d: ToyDraft, _: Any) -> Step:
        return Call(self, Throw((6,), "TOY-5.2"))

    def beaten_suffer(self, d: ToyDraft, dice: tuple[int, ...]) -> Step | None:
        result = dice[0] + total(mods(d.s, self.attackers, self.hex))
        if result >= 4:
            enemy = ENEMY[self.side]
            return Call(replace(self, beaten=enemy), Suffer(enemy, d.s.stack(self.hex)))
        if result <= 0:
            return Call(replace(self, beaten=self.side), Suffer(self.side, (self.lead,)))
        return None

    def winner_pursues(self, d: ToyDraft, way: tuple[Hex, ...] | None) -> Step | None:
        """TOY-5.5: the way of the retreat is handed on."""
        if not way:
            return None
        winners = d.s.stack(self.hex) if self.beaten == self.side else self.attackers
        return Call(self, Pursuit(ENEMY[self.beaten], winners, way))


class Support(Frame[Toy], frozen=True):
    """TOY-5.1: any of those that can. Each alone, and all, are offered; `check` judges every other choice."""

    clause = "TOY-5.1"
    side: Side
    lead: Unit
    hex: Hex

    def who(self, s: Toy) -> Side:
        return self.side

    def able(self, s: Toy) -> Units:
        friends = s.units(self.side, s.formation_of(self.lead))
        return tuple(u for u in friends if u != self.lead and may_attack(s, u, self.hex) is None)

    def check(self, s: Toy, a: Any) -> Breach | None:
        match a:
            case CallOff():
                return None
            case Join(units=units):
                if len(set(units)) < len(units):
                    return Breach("TOY-5.1", "a unit supports once")
                for u in units:
                    if u not in self.able(s):
                        return Breach("TOY-5.1", f"{s.name(u)} cannot support this attack")
                return None
        return Breach("TOY-5.1", "say who supports the attack, or call it off")

    def offers(self, s: Toy) -> Offers[Any]:
        able = self.able(s)
        good = dict.fromkeys([Join(), *(Join((u,)) for u in able), Join(able)])
        return Offers(tuple(good), (CallOff(),), open=("support",))

    def take(self, d: ToyDraft, a: Join | CallOff) -> Step:
        return Done(a.units if isinstance(a, Join) else None)

    def prompt(self, s: Toy) -> str:
        return f"who supports {s.name(self.lead)} against {s.number(self.hex)}?"


def ways(s: Toy, units: Units) -> list[tuple[Hex, ...]]:
    """TOY-5.4: the ways on which these units, all of one hex, can retreat, without the hex they leave."""
    side, start = s.side_of(units[0]), s.hex_of(units[0])
    near = s.world.grid.neighbours

    def free(h: Hex) -> bool:
        return h != start and not s.stack(h, ENEMY[side]) and len(s.stack(h)) + len(units) <= 2

    one = [(h,) for h in near[start] if free(h)]
    return one + [(*way, h) for way in one for h in near[way[-1]] if free(h)]


class Suffer(Frame[Toy], frozen=True):
    """TOY-5.3. Returns the way of the retreat from the hex left to its end, or None. TOY-6.1 ends all."""

    clause = "TOY-5.3"
    side: Side
    units: Units

    def who(self, s: Toy) -> Side:
        return self.side

    def check(self, s: Toy, a: Any) -> Breach | None:
        match a:
            case Lose(unit=unit):
                if unit not in self.units:
                    return Breach("TOY-5.3", f"{s.name(unit)} was not beaten")
                return None
            case Retreat():
                return None if ways(s, self.units) else Breach("TOY-5.4", "there is no way to retreat")
        return Breach("TOY-5.3", "lose a step, or retreat")

    def offers(self, s: Toy) -> Offers[Any]:
        steps: list[Action] = [Lose(u) for u in self.units]
        return Offers((*steps, Retreat()) if ways(s, self.units) else steps)

    def take(self, d: ToyDraft, a: Lose | Retreat) -> Step:
        if isinstance(a, Retreat):
            return Call(self, Withdrawal(self.side, self.units))
        d.emit(StepLost(a.unit, d.s.strength[a.unit] - 1, "TOY-5.3"))
        if not d.s.strength[a.unit]:
            d.emit(Removed(a.unit))
        return Done() if d.s.units(self.side) else Over()

    def resume(self, d: ToyDraft, way: tuple[Hex, ...]) -> Step:
        return Done(way)

    def prompt(self, s: Toy) -> str:
        return f"{self.side} is beaten: lose a step, or retreat?"


class Withdrawal(Frame[Toy], frozen=True):
    """TOY-5.4: its owner chooses the way."""

    clause = "TOY-5.4"
    side: Side
    units: Units

    def who(self, s: Toy) -> Side:
        return self.side

    def check(self, s: Toy, a: Any) -> Breach | None:
        match a:
            case Go(way=way):
                if way not in ways(s, self.units):
                    return Breach("TOY-5.4", f"{','.join(map(s.number, way)) or '-'} is no way to retreat")
                return None
        return Breach("TOY-5.4", "say the way of the retreat")

    def offers(self, s: Toy) -> Offers[Any]:
        return Offers([Go(way) for way in ways(s, self.units)])

    def take(self, d: ToyDraft, a: Go) -> Step:
        start = d.s.hex_of(self.units[0])
        for unit in reversed(self.units):
            move(d, unit, a.way[-1])
        return Done((start, *a.way))

    def prompt(self, s: Toy) -> str:
        return "one or two hexes: which way?"


class Pursuit(Frame[Toy], frozen=True):
    """TOY-5.5: the other side chooses, on the way that the beaten one took."""

    clause = "TOY-5.5"
    side: Side
    units: Units
    way: tuple[Hex, ...]

    def who(self, s: Toy) -> Side:
        return self.side

    def may_advance(self, s: Toy, unit: Unit, to: Hex) -> Breach | None:
        if unit not in self.units:
            return Breach("TOY-5.5", f"{s.name(unit)} has won nothing here")
        for h in self.way[:-1]:
            if s.stack(h, ENEMY[self.side]):
                return Breach("TOY-5.5", f"{s.number(h)} holds an enemy unit")
            if h == to:
                full = len(s.stack(to)) == 2
                return Breach("TOY-1.1", f"{s.number(to)} is full") if full else None
        return Breach("TOY-5.5", f"{s.number(to)} is not on the way of the retreat, short of its end")

    def check(self, s: Toy, a: Any) -> Breach | None:
        match a:
            case Halt():
                return None
            case Advance(unit=unit, hex=to):
                return self.may_advance(s, unit, to)
        return Breach("TOY-5.5", "advance, or halt")

    def offers(self, s: Toy) -> Offers[Any]:
        def advances(u: Unit) -> Group[Advance]:
            way = self.way[:-1]
            return Group(s.name(u), lambda: [Advance(u, h) for h in way if self.may_advance(s, u, h) is None])

        return Offers((*map(advances, self.units), Halt()))

    def take(self, d: ToyDraft, a: Advance | Halt) -> Step:
        if isinstance(a, Advance):
            move(d, a.unit, a.hex)
        return Done()

    def prompt(self, s: Toy) -> str:
        return f"{self.side} may advance one unit after the retreat"
