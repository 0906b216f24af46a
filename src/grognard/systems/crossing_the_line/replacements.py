"""The Replacement Segment (CTL-8.4): points that give back lost SPs. How many went where stays with the owner."""

from __future__ import annotations

from collections import Counter
from typing import Any, ClassVar

from msgspec.structs import replace

from ...board.names import Side as AnySide
from ...board.names import Unit, Units
from ...kernel.breach import Breach
from ...kernel.draft import Draft
from ...kernel.frame import Done, Step
from ...kernel.offers import Offers
from . import actions
from .admin_events import Restored
from .asking import Asked
from .state import LOST, State
from .supply import in_command, in_supply, out_of_it
from .texts import WORDS


def ready(s: State, u: Unit, clause: str) -> Breach | None:
    """CTL-8.4a, CTL-8.4.2b, CTL-8.5.2c: undisrupted, in command, and its HQ in supply. An EZOC is no bar (CTL-8.4b)."""
    name, f = s.world.name(u), s.formation(u)
    if not s.on_map(u):
        return Breach(clause, f"{name} is not on the map")
    if s.disrupted[u]:
        return Breach(clause, f"{name} is disrupted")
    if f is None or not in_command(s, u):
        return out_of_it(s, u, clause)
    if not in_supply(s, f):
        return Breach(clause, f"{s.world.name(s.hq(f))} is out of supply")
    return None


def may_recover(s: State, u: Unit) -> Breach | None:
    """CTL-8.4a, d, e: may this unit get an SP back?"""
    name = s.world.name(u)
    if s.at[u] == LOST:
        return Breach("CTL-8.4e", f"{name} has been eliminated: it never comes back by replacements")
    if breach := ready(s, u, "CTL-8.4a"):
        return breach
    if s.strength[u] >= s.counter(u).strength:
        return Breach("CTL-8.4d", f"{name} is at its printed strength")
    return None


class Spending(Asked, frozen=True):
    """Points are given out one by one; what is left at the end is lost (CTL-8.4c)."""

    spent: Units = ()  # a unit for each point, for the owner's eyes

    def may_spend(self, s: State, u: Unit) -> Breach | None:
        raise NotImplementedError

    def check(self, s: State, a: Any) -> Breach | None:
        match a:
            case actions.End():
                return None
            case actions.Spend(unit=u):
                return self.may_spend(s, u)
            case actions.Unspend(unit=u):
                if u in self.spent:
                    return None
                return self.no(f"{s.world.name(u)} has got no point in this segment")
        return self.no("spend a point on a unit, or end")

    def offers(self, s: State) -> Offers[Any]:
        able = [actions.Spend(u) for u in s.world.by_side[self.side] if self.may_spend(s, u) is None]
        return Offers((*able, actions.End()), [actions.Unspend(u) for u in dict.fromkeys(self.spent)])

    def take(self, d: Draft[State], a: Any) -> Step:
        match a:
            case actions.Spend(unit=u):
                d.emit(Restored(u, self.side, d.s.strength[u] + 1))
                return replace(self, spent=tuple(sorted((*self.spent, u)))).go_on(d)
            case actions.Unspend(unit=u):
                d.emit(Restored(u, self.side, d.s.strength[u] - 1))
                kept = list(self.spent)
                kept.remove(u)
                return replace(self, spent=tuple(kept)).go_on(d)
        return Done()

    def go_on(self, d: Draft[State]) -> Step:
        return self.ask(d)

    def seen_by(self, side: AnySide) -> Spending:
        return self if side == self.side else replace(self, spent=())


class Replacements(Spending, frozen=True):
    """CTL-4.1.4, CTL-8.4.1: the US side has a few points of three kinds, for both its corps (CTL-8.4.1c)."""

    clause: ClassVar[str] = "CTL-8.4.1"

    def points(self, s: State) -> dict[str, int]:
        """CTL-8.4.1a: what is left of each kind."""
        used = Counter(s.counter(u).type for u in self.spent)
        table = s.world.tables["us_replacements"]
        return {kind: n - used[kind] for kind, n in table.items() if isinstance(n, int)}

    def may_spend(self, s: State, u: Unit) -> Breach | None:
        """CTL-8.4.1a, b."""
        c, left = s.counter(u), self.points(s)
        if c.side is not self.side:
            return Breach("CTL-8.4.1a", f"{c.name} is not yours")
        if c.type not in left:
            return Breach("CTL-8.4.1b", f"there are no replacements for {WORDS['type'][c.type]}: {c.name}")
        if breach := may_recover(s, u):
            return breach
        if not left[c.type]:
            return Breach("CTL-8.4.1a", f"no points are left for {WORDS['type'][c.type]}")
        return None

    def prompt(self, s: State) -> str:
        return "spend replacement points, or end"
