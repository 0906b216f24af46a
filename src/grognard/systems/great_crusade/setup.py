"""Set-up (TGC-setup): a prepared German position, changed as the German player likes."""

from __future__ import annotations

from functools import partial
from typing import Any, ClassVar

from ...board.names import Unit
from ...geometry.hexes import Hex
from ...geometry.hexset import each
from ...kernel.breach import Breach
from ...kernel.dist import Dist
from ...kernel.draft import Draft
from ...kernel.frame import Call, Chance, Done, Frame, Sequence, Step, Wait
from ...kernel.offers import Heads, Offers
from .actions import Deal, End, Place
from .events import Deployed, Placed
from .state import State
from .world import GERMAN, Side, prepared


class SetUp(Sequence[State], frozen=True):
    """TGC-seq.3 S, TGC-seq.4: only the Germans set up."""

    STEPS: ClassVar[tuple[str, ...]] = ("deal", "arrange")

    def deal(self, d: Draft[State], _: Any) -> Step:
        return Call(self, Shuffle())

    def arrange(self, d: Draft[State], _: Any) -> Step:
        return Call(self, Arrange())


class Shuffle(Chance[State], frozen=True):
    """TGC-setup.1: each prepared position of the scenario, with equal chance."""

    clause: ClassVar[str] = "TGC-setup.1"

    def outcomes(self, s: State) -> Dist[Deal]:
        return Dist.even([Deal(name) for name in s.world.scenario.setups])

    def take(self, d: Draft[State], a: Any) -> Step:
        world = d.s.world
        places = prepared()[a.setup]["places"]
        pairs = [(world.unit(id), world.hex(place)) for place, ids in places.items() for id in ids]
        d.emit(Deployed(a.setup, tuple(u for u, _ in pairs), tuple(h for _, h in pairs)))
        return Done()

    def prompt(self, s: State) -> str:
        return "a prepared German position is drawn"


def may_stand(s: State, u: Unit, to: Hex) -> Breach | None:
    """TGC-setup.5 to 7: the place for this unit, whoever else is there."""
    world, chart = s.world, s.world.chart
    name, place = world.name(u), world.place(to)
    if world.side(u) is not GERMAN:
        return Breach("TGC-seq.4", f"{name} is Allied: there is no Allied set-up")
    if not chart.stops >> to & 1:
        return Breach("TGC-setup.7", f"{place} is no place for a unit")
    if u in world.reserve and to not in chart.stars:
        return Breach(
            "TGC-setup.6", f"{name} is of the armor reserve and stands on a starred hex, {place} is none"
        )
    if world.counters[u].type == "static" and to not in chart.numbered:
        return Breach("TGC-setup.5", f"{name} is static and stands on a beach or port, {place} is none")
    return None


def faults(s: State) -> list[Breach]:
    """TGC-setup.3 to 8: everything that keeps the set-up from ending, unit by unit."""
    world = s.world
    out = []
    for i in world.units(GERMAN):
        u = Unit(i)
        if s.at[u] < 0:
            out.append(Breach("TGC-setup.3", f"{world.name(u)} is not on the map"))
        elif breach := may_stand(s, u, s.hex(u)):
            out.append(breach)
    for hex, stack in sorted(s.field.stacks[GERMAN].items()):
        if len(stack) > world.tables["stacking"]["german"]:
            out.append(
                Breach("TGC-setup.4", f"{world.place(hex)} holds {len(stack)} units, three is the limit")
            )
    return out


class Arrange(Frame[State], frozen=True):
    """TGC-setup.2, D1."""

    def who(self, s: State) -> Side:
        return GERMAN

    def check(self, s: State, a: Any) -> Breach | None:
        match a:
            case Place(u, to):
                return self.may_place(s, u, to)
            case End():
                found = faults(s)
                if not found:
                    return None
                why, more = found[0].why, len(found) - 1
                return Breach(found[0].clause, f"{why} (faults besides: {more})" if more else why)
            case _:
                return Breach("TGC-seq.4", "this is the German set-up: place units, or end it")

    def may_place(self, s: State, u: Unit, to: Hex) -> Breach | None:
        if breach := may_stand(s, u, to):
            return breach
        if s.at[u] == to:
            return Breach("TGC-setup.2", f"{s.world.name(u)} is there already")
        if len(s.stack(to, GERMAN)) >= s.world.tables["stacking"]["german"]:
            return Breach("TGC-setup.4", f"{s.world.place(to)} holds three units already")
        return None

    def offers(self, s: State) -> Offers[Any]:
        units = [Unit(u) for u in s.world.units(GERMAN)]
        return Offers([] if faults(s) else [End()], Heads(units, s.world.unit_text, partial(self.places, s)))

    def places(self, s: State, u: Unit) -> list[Place]:
        chart = s.world.chart
        hexes = chart.stars if u in s.world.reserve else each(chart.stops)
        return [Place(u, h) for h in hexes if self.may_place(s, u, h) is None]

    def take(self, d: Draft[State], a: Any) -> Step:
        if isinstance(a, End):
            return Done()
        d.emit(Placed(a.unit, a.to))
        return Wait(self)

    def prompt(self, s: State) -> str:
        found = faults(s)
        return f"change the set-up ({len(found)} faults)" if found else "change the set-up, or end it"
