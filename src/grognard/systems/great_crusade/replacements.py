"""Replacements (TGC-repl): eliminated units come back for their attack factor."""

from __future__ import annotations

from functools import partial
from typing import Any

from ...board.names import Unit
from ...geometry.hexes import Hex
from ...kernel.breach import Breach
from ...kernel.draft import Draft
from ...kernel.frame import Done, Step
from ...kernel.offers import Group, Offers
from .actions import End, Recall
from .area import open_stars
from .events import FactorsAdded, Replaced
from .phase import OwnPhase
from .stacking import crowded
from .state import BRITAIN, SLOT, State, rearranged
from .world import ALLIED, Side


def income(s: State, side: Side) -> int:
    """TGC-repl.8, 11, TGC-area.22d: the factors that this turn adds."""
    table = s.world.tables["replacements"]
    if side is ALLIED:
        if s.turn < table["allied_first_turn"]:
            return 0
        return min(int(table["allied_max_per_turn"]), len(s.captured) * int(table["allied_per_installation"]))
    return int(table["german_per_turn"]) if s.turn >= table["german_first_turn"] else 0


def held(s: State, side: Side) -> int:
    return s.factors[0 if side is ALLIED else 1]


def may_recall(s: State, side: Side, u: Unit) -> Breach | None:
    """TGC-repl.1, 3, 4, 12: may this unit be chosen?"""
    world = s.world
    name, kind = world.name(u), world.counters[u].type
    if world.side(u) is not side:
        return Breach("TGC-repl.1", f"{name} is not yours")
    if s.at[u] != SLOT:
        return Breach("TGC-repl.1", f"{name} has not been eliminated")
    if kind == "hq":
        return Breach("TGC-repl.3", f"{name} is an HQ: it never comes back (TGC-hq.7)")
    if side is ALLIED and kind == "airborne":
        return Breach("TGC-repl.4", f"{name} is airborne: it never comes back (TGC-abn.3)")
    if world.attack[u] > held(s, side):
        return Breach("TGC-repl.1", f"{name} costs {world.attack[u]}, and {held(s, side)} are held")
    return None


def may_return(s: State, side: Side, u: Unit, to: Hex | None) -> Breach | None:
    """TGC-repl.10, 13 to 16: where does it appear?"""
    if breach := may_recall(s, side, u):
        return breach
    name = s.world.name(u)
    if side is ALLIED:
        return None if to is None else Breach("TGC-repl.10", f"{name} appears in Britain")
    if to is None:
        return Breach("TGC-repl.13", f"say on which starred hex {name} appears")
    if to not in open_stars(s):
        place = s.world.place(to)
        if to not in s.world.chart.stars:
            return Breach("TGC-repl.13", f"{place} is no starred hex")
        clause = "TGC-repl.15b" if s.stack(to, ALLIED) else "TGC-repl.13"
        return Breach(clause, f"{place} is in Allied hands")
    return crowded(s, u, to, moving=False, goes_on=can_leave(s, u, to))


def can_leave(s: State, u: Unit, to: Hex) -> bool:
    """TGC-move.4e: once there, could it move on in this turn?"""
    from .movement import first_steps

    return bool(first_steps(s.world, rearranged(s, ((u, to),)), u))


class Replacement(OwnPhase, frozen=True):
    """TGC-seq.3 A2, G2, TGC-seq.7. There is a choice while something can be afforded (TGC-repl.5, 6, 9, 14)."""

    def enter(self, d: Draft[State]) -> Step:
        if more := income(d.s, self.side):
            d.emit(FactorsAdded(self.side, more))
        return self.go_on(d)

    def go_on(self, d: Draft[State]) -> Step:
        return self.ask() if self.choices(d.s) else Done()

    def choices(self, s: State) -> list[Unit]:
        table = s.world.tables["replacements"]
        if self.side is ALLIED and held(s, ALLIED) < table["allied_offer_at"]:
            return []
        units = [Unit(u) for u in s.world.units(self.side) if may_recall(s, self.side, Unit(u)) is None]
        return [u for u in units if self.places(s, u)]

    def places(self, s: State, u: Unit) -> list[Hex | None]:
        if self.side is ALLIED:
            return [None]
        return [h for h in open_stars(s) if may_return(s, self.side, u, h) is None]

    def check_own(self, s: State, a: Any) -> Breach | None:
        match a:
            case Recall(u, to):
                return may_return(s, self.side, u, to)
            case End():
                return None
            case _:
                return Breach("TGC-repl.6", "this is the replacement step: choose a unit, or end it")

    def offers_own(self, s: State) -> Offers[Any]:
        text = s.world.unit_text
        groups: list[Any] = [Group(text(u), partial(self.recalls, s, u)) for u in self.choices(s)]
        return Offers([*groups, End()])

    def recalls(self, s: State, u: Unit) -> list[Recall]:
        return [Recall(u, h) for h in self.places(s, u)]

    def take_own(self, d: Draft[State], a: Any) -> Step:
        if isinstance(a, End):
            return Done()
        to = BRITAIN if a.to is None else a.to
        d.emit(Replaced(a.unit, to, d.s.world.attack[a.unit]))
        return self.go_on(d)

    def prompt(self, s: State) -> str:
        return f"{held(s, self.side)} replacement factors are held: bring a unit back, or end"
