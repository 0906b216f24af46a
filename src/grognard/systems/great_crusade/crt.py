"""Combat resolution (TGC-crt): one combat from the die to the advance."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from itertools import combinations, product
from typing import Any, ClassVar

from msgspec.structs import replace

from ...board.names import Unit, Units
from ...geometry.hexes import Hex
from ...geometry.hexset import HexSet, each
from ...kernel.breach import Breach
from ...kernel.draft import Draft
from ...kernel.frame import Call, Done, Frame, Next, Sequence, Step, Throw, Wait
from ...kernel.mods import plain
from ...kernel.offers import Offers
from . import combat
from .actions import Advance, End, Lose, Retreat, Take
from .events import Advanced, CameAshore, CombatBegan, DiceShown, Eliminated, ResultTaken, Retreated
from .stacking import fits, too_many
from .state import Combat, Hexes, State
from .world import ALLIED, Side


class Resolution(Sequence[State], frozen=True):
    """TGC-seq.3: per combat the die, D10 which of two results, D11 losses, D12 retreats, D13 advance. Who retreated into
    a hex that is still to be attacked takes no part (TGC-combat.16): the combat names its units."""

    side: Side
    combat: Combat
    column: str = ""
    result: str = ""
    doubled: Hexes = ()  # TGC-combat.32: what may be occupied if it is emptied, as it stood before the die
    hexes: Hexes = ()

    STEPS: ClassVar[tuple[str, ...]] = ("throw", "read", "suffer", "advance")

    def throw(self, d: Draft[State], _: Any) -> Step:
        """TGC-crt.4: a die for every combat; two with carpet bombing (TGC-air.15)."""
        c = self.combat
        found = combat.ratio(d.s, c)
        me = replace(
            self,
            column=found.column,
            doubled=combat.doubled(d.s, c),
            hexes=tuple(sorted({d.s.hex(u) for u in c.defenders})),
        )
        d.emit(CombatBegan(c, self.side))
        return Call(me, Throw((6, 6) if c.carpet else (6,), "TGC-crt.5"))

    def read(self, d: Draft[State], dice: tuple[int, ...]) -> Step | Next:
        results = tuple(combat.result(d.s, self.column, die) for die in dice)
        d.emit(DiceShown(self.column, dice, results))
        if len(set(results)) > 1:
            return Call(self, Choice(results))
        d.emit(ResultTaken(results[0]))
        return Next(self, results[0])

    def suffer(self, d: Draft[State], result: str) -> Step | Next:
        """TGC-crt.7 to 11."""
        me, c = replace(self, result=result), self.combat
        match result:
            case "AE":
                d.emit(Eliminated(c.attackers, "TGC-crt.7"))
            case "DE":
                d.emit(Eliminated(c.defenders, "TGC-crt.8"))
            case "AR2":  # TGC-inv.24: nobody retreats at sea
                afloat = tuple(u for u in c.attackers if d.s.at_sea(u))
                if afloat:
                    d.emit(Eliminated(afloat, "TGC-inv.24"))
                return Call(me, Retreats(self.side.enemy, tuple(u for u in c.attackers if u not in afloat)))
            case "DR2":
                return Call(me, Retreats(self.side, c.defenders))
            case _:
                return me.exchange(d)
        return Next(me)

    def exchange(self, d: Draft[State]) -> Step | Next:
        """TGC-crt.11a, 11b, TGC-air.11: the smaller side loses all; equal sides both; air does not count."""
        c = self.combat
        attack = {u: combat.attack_value(d.s, u) for u in c.attackers}
        defense = {u: Fraction(combat.defense_value(d.s, c, u)) for u in c.defenders}
        ours, theirs = sum(attack.values(), Fraction(0)), sum(defense.values(), Fraction(0))
        if ours <= theirs:
            d.emit(Eliminated(c.attackers, "TGC-crt.11b"))
        if theirs <= ours:
            d.emit(Eliminated(c.defenders, "TGC-crt.11b"))
        if ours == theirs:
            return Next(self)
        who, left, owed = (self.side, attack, theirs) if ours > theirs else (self.side.enemy, defense, ours)
        return Call(self, Exchange(who, tuple(left), tuple(left.values()), owed))

    def advance(self, d: Draft[State], _: Any) -> Step:
        """TGC-combat.33, TGC-crt.11g, TGC-inv.22."""
        return Call(self, Advances(self.side, self.combat.attackers, self.doubled, self.hexes))


class Choice(Frame[State], frozen=True):
    """TGC-air.15, D10: the Allied player takes one of the two results."""

    results: tuple[str, ...]

    def who(self, s: State) -> Side:
        return ALLIED

    def check(self, s: State, a: Any) -> Breach | None:
        if isinstance(a, Take) and a.result in self.results:
            return None
        return Breach("TGC-air.15", f"take one of the two results, {' or '.join(self.results)}")

    def offers(self, s: State) -> Offers[Any]:
        return Offers([Take(r) for r in dict.fromkeys(self.results)])

    def take(self, d: Draft[State], a: Any) -> Step:
        d.emit(ResultTaken(a.result))
        return Done(a.result)

    def prompt(self, s: State) -> str:
        return f"carpet bombing: take {' or '.join(self.results)}"


class Exchange(Frame[State], frozen=True):
    """TGC-crt.11c to 11f, D11: the larger side gives up units worth at least what the smaller side lost."""

    side: Side
    units: Units
    worth: tuple[Fraction, ...]
    owed: Fraction

    def who(self, s: State) -> Side:
        return self.side

    def value(self, units: Iterable[Unit]) -> Fraction:
        return sum((self.worth[self.units.index(u)] for u in units), Fraction(0))

    def check(self, s: State, a: Any) -> Breach | None:
        if not isinstance(a, Lose):
            return Breach("TGC-crt.11c", "an exchange: say which units are lost")
        if len(set(a.units)) < len(a.units) or not set(a.units) <= set(self.units):
            return Breach("TGC-crt.11c", "only units of this combat can be lost, each once")
        if not self.enough(a.units):
            have, need = plain(self.value(a.units)), plain(self.owed)
            return Breach("TGC-crt.11c", f"these are worth {have}, at least {need} must be lost")
        return None

    def offers(self, s: State) -> Offers[Any]:
        """Every set that is enough. Beyond six units only those that can spare nobody, of equals the first ones."""
        if len(self.units) <= 6:
            sets = [us for n in range(1, len(self.units) + 1) for us in combinations(self.units, n)]
            return Offers([Lose(tuple(sorted(us))) for us in sets if self.enough(us)], open=("lose",))
        alike: dict[Fraction, list[Unit]] = {}
        for u, worth in zip(self.units, self.worth):
            alike.setdefault(worth, []).append(u)
        out = []
        for numbers in product(*(range(len(us) + 1) for us in alike.values())):
            units = tuple(u for us, n in zip(alike.values(), numbers) for u in us[:n])
            if self.enough(units) and not any(self.enough(u for u in units if u != v) for v in units):
                out.append(Lose(tuple(sorted(units))))
        return Offers(out, open=("lose",))

    def enough(self, units: Iterable[Unit]) -> bool:
        return self.value(units) >= self.owed

    def take(self, d: Draft[State], a: Any) -> Step:
        d.emit(Eliminated(tuple(sorted(a.units)), "TGC-crt.11c"))
        return Done()

    def prompt(self, s: State) -> str:
        return f"exchange: lose units worth at least {plain(self.owed)}"


class Retreats(Frame[State], frozen=True):
    """TGC-crt.9a, 9b, 10e, D12: the opponent of the retreating side takes the units in the order he likes."""

    side: Side
    units: Units

    def who(self, s: State) -> Side:
        return self.side

    def enter(self, d: Draft[State]) -> Step:
        if any(retreat_hexes(d.s, u) for u in self.units):
            return Wait(self)
        if self.units:  # TGC-crt.10d: nobody has a hex
            d.emit(Eliminated(self.units, "TGC-crt.10d"))
        return Done()

    def check(self, s: State, a: Any) -> Breach | None:
        if not isinstance(a, Retreat) or a.unit not in self.units:
            return Breach("TGC-crt.10e", f"retreat one of {s.world.names(self.units)}")
        if a.to is None:
            if retreat_hexes(s, a.unit):
                return Breach("TGC-crt.10d", f"{s.world.name(a.unit)} has a legal hex to retreat to")
            return None
        return why_not(s, a.unit, a.to)

    def offers(self, s: State) -> Offers[Any]:
        out = []
        for u in self.units:
            hexes = retreat_hexes(s, u)
            out += [Retreat(u, h) for h in each(hexes)] if hexes else [Retreat(u)]
        return Offers(out)

    def take(self, d: Draft[State], a: Any) -> Step:
        if a.to is None:
            d.emit(Eliminated((a.unit,), "TGC-crt.10d"))
        else:
            d.emit(Retreated(a.unit, a.to))
        return replace(self, units=tuple(u for u in self.units if u != a.unit)).enter(d)

    def prompt(self, s: State) -> str:
        return f"choose where {s.world.names(self.units)} must retreat"


def retreat_hexes(s: State, u: Unit) -> HexSet:
    """TGC-crt.10a to 10c, TGC-hq.8: distance two, both steps into open land out of enemy ZOC, the end no dike, not full."""
    chart, side = s.world.chart, s.side(u)
    enemy = side.enemy
    way = chart.land & ~s.field.held[enemy] & ~s.field.zoc[enemy]
    middle = chart.beside[s.at[u]] & way
    ends = chart.links.ring(middle) & way & chart.stops
    out = 0
    for h in each(ends):
        if s.world.grid.distance(s.hex(u), h) == 2 and fits(s, side, [*s.stack(h, side), u]):
            out |= 1 << h
    return out


def why_not(s: State, u: Unit, to: Hex) -> Breach | None:
    if retreat_hexes(s, u) >> to & 1:
        return None
    name, place = s.world.name(u), s.world.place(to)
    if s.world.grid.distance(s.hex(u), to) != 2:
        return Breach("TGC-crt.10a", f"{place} is not two hexes away from {name}")
    side = s.side(u)
    if s.world.chart.land >> to & 1 and not fits(s, side, [*s.stack(to, side), u]):
        return Breach("TGC-crt.10b", too_many(s, side, to).why)
    return Breach(
        "TGC-crt.10b", f"{name} finds no way to {place} that is free of the enemy and his zones of control"
    )


class Advances(Frame[State], frozen=True):
    """TGC-combat.32 to 36, TGC-area.12, TGC-inv.22, D13: who occupies what this combat emptied."""

    side: Side
    attackers: Units
    doubled: Hexes
    hexes: Hexes
    gone: Units = ()  # TGC-combat.36: they have advanced

    def who(self, s: State) -> Side:
        return self.side

    def enter(self, d: Draft[State]) -> Step:
        return Wait(self) if self.options(d.s) else Done()

    def options(self, s: State) -> list[Advance]:
        out: list[Advance] = []
        for hex in self.hexes:
            if s.field.held[self.side.enemy] >> hex & 1 or s.world.chart.dike >> hex & 1:
                continue
            for u in self.able(s, hex):
                if fits(s, self.side, [*s.stack(hex, self.side), u]):
                    out.append(Advance(u, hex))
        return out

    def able(self, s: State, hex: Hex) -> list[Unit]:
        """TGC-combat.33a, c: attackers of this combat, if the defenders were doubled or tripled; TGC-inv.22: every
        surviving invader of the hex's sea hex."""
        units = (
            [u for u in self.attackers if s.on_map(u) and u not in self.gone] if hex in self.doubled else []
        )
        point = s.world.chart.numbered.get(hex)
        if point is not None and self.side is ALLIED:
            units += s.stack(point.sea, ALLIED)
        return [u for u in units if combat.targets(s, u) >> hex & 1]

    def check(self, s: State, a: Any) -> Breach | None:
        world = s.world
        match a:
            case End():
                return None
            case Advance(u, to) if to not in self.hexes:
                return Breach("TGC-combat.33a", f"{world.place(to)} was not attacked in this combat")
            case Advance(u, to) if s.field.held[self.side.enemy] >> to & 1:
                return Breach("TGC-combat.33a", f"{world.place(to)} still holds an enemy unit")
            case Advance(u, to) if u in self.gone:
                return Breach("TGC-combat.36", f"{world.name(u)} has advanced already")
            case Advance(u, to) if u not in self.able(s, to):
                if u in self.attackers and s.on_map(u):
                    return Breach("TGC-combat.32", f"the defenders of {world.place(to)} were not doubled")
                return Breach("TGC-combat.33c", f"{world.name(u)} took no part in clearing {world.place(to)}")
            case Advance(u, to) if not fits(s, self.side, [*s.stack(to, self.side), u]):
                return too_many(s, self.side, to)
            case Advance(u, to) if world.chart.dike >> to & 1:
                return Breach("TGC-area.13c", "nobody may come to rest on the dike")
            case Advance():
                return None
            case _:
                return Breach("TGC-combat.33b", "advance now, or end")

    def offers(self, s: State) -> Offers[Any]:
        return Offers([*self.options(s), End()])

    def take(self, d: Draft[State], a: Any) -> Step:
        if isinstance(a, End):
            return Done()
        if d.s.at_sea(a.unit):
            d.emit(CameAshore((a.unit,), a.to))
        else:
            d.emit(Advanced(a.unit, a.to))
        return replace(self, gone=(*self.gone, a.unit)).enter(d)

    def prompt(self, s: State) -> str:
        afloat = tuple(dict.fromkeys(a.unit for a in self.options(s) if s.at_sea(a.unit)))
        lost = f"; who stays at sea is lost: {s.world.names(afloat)} (TGC-inv.23)" if afloat else ""
        return f"advance into what was emptied, or end{lost}"
