"""Stacking, overstacking, displacement (CTL-5.3.1 to CTL-5.3.3)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from msgspec.structs import replace

from ...board.names import Unit, Units
from ...geometry.hexes import Hex
from ...geometry.hexset import holds
from ...kernel.breach import Breach
from ...kernel.draft import Draft
from ...kernel.frame import Call, Done, Step
from ...kernel.offers import Offers
from . import actions
from .asking import Asked, Steps
from .chart import Side
from .control import happen
from .events import CameToRest, Disrupted, Eliminated, Moved, StepsLost, SupportLost
from .headquarters import HqDisplacement
from .state import State

KINDS = ("tank", "at")  # in this order surplus units are looked for


def limit(s: State, arm: str) -> int:
    return int(s.world.tables["stacking"][arm])


def of_arm(s: State, units: Iterable[Unit], arm: str) -> Units:
    return tuple(u for u in units if s.counter(u).arm == arm)


def surplus(s: State, side: Side, hex: Hex) -> Units:
    """CTL-5.3.1a, c: the counters of every arm of which there are too many."""
    stack = s.stack(hex, side)
    over: list[Unit] = []
    for arm in ("hq", *KINDS):
        there = of_arm(s, stack, arm)
        if len(there) > limit(s, arm):
            over += there
    return tuple(over)


def full(s: State, side: Side, hex: Hex, arm: str) -> bool:
    """Has the hex no room for one more of this arm?"""
    return len(of_arm(s, s.stack(hex, side), arm)) >= limit(s, arm)


def lose_steps(d: Draft[State], u: Unit, steps: int, by: str) -> None:
    """CTL-7.5.2p: SPs off a unit, which is gone at 0 (CTL-3.2j)."""
    left = max(0, d.s.strength[u] - steps)
    d.emit(StepsLost(u, d.s.side(u), left, d.s.strength[u] - left, by))
    if not left:
        happen(d, Eliminated(u, by))


def unnerve(d: Draft[State], u: Unit, by: str) -> None:
    """CTL-5.6.2a, b: disrupted; if it is so already, an SP less."""
    if d.s.disrupted[u]:
        lose_steps(d, u, 1, "CTL-5.6.2b")
    else:
        happen(d, Disrupted(u, by))


class Overstack(Steps, frozen=True, kw_only=True):
    """CTL-5.3.1g to n: what becomes of a hex with too many counters of a side. It keeps no list: each step reads the hex
    anew, so that a chain that comes back is no special case."""

    STEPS: ClassVar[tuple[str, ...]] = ("penalties", "surplus_hqs", "surplus_units")
    side: Side
    hex: Hex

    def enter(self, d: Draft[State]) -> Step:
        return super().enter(d) if surplus(d.s, self.side, self.hex) else Done()

    def penalties(self, d: Draft[State], _: Any) -> None:
        """CTL-5.3.1g, h. A unit that is disrupted already loses an SP instead."""
        s = d.s
        for u in s.fighters(self.hex, self.side):
            unnerve(d, u, "CTL-5.3.1g")
        hqs = of_arm(s, s.stack(self.hex, self.side), "hq")
        if len(hqs) > limit(s, "hq"):
            for u in hqs:
                d.emit(SupportLost(u, self.side, max(0, d.s.strength[u] - 1)))

    def surplus_hqs(self, d: Draft[State], _: Any) -> Step | None:
        """CTL-5.3.1i, m, n: the one that came last, and lies on top, goes where its owner likes."""
        hqs = of_arm(d.s, d.s.stack(self.hex, self.side), "hq")
        if len(hqs) <= limit(d.s, "hq"):
            return None
        return Call(self.again(), HqDisplacement(self.side, hqs[0]))

    def surplus_units(self, d: Draft[State], moved: Any) -> Step | None:
        """CTL-5.3.1i, j, l: one at a time; where a displaced unit overstacks its new hex, that one comes first."""
        if isinstance(moved, int) and surplus(d.s, self.side, Hex(moved)):
            return Call(self.again(), Overstack(side=self.side, hex=Hex(moved)))
        over = tuple(u for u in surplus(d.s, self.side, self.hex) if d.s.combat(u))
        if not over:
            return None
        if not exits(d.s, over[0]):
            return Call(self.again(), RemoveSurplus(self.side, self.hex))
        return Call(self.again(), Displace(self.side.enemy, self.hex))


def exits(s: State, u: Unit) -> tuple[Hex, ...]:
    """CTL-5.3.1k, CTL-5.3.3b, e: the neighbours into which it can be put: none with an enemy, none that is prohibited, and
    none that is full for it unless all are."""
    chart, side, here = s.world.chart, s.side(u), s.hex(u)
    steps = chart.links[side].near(here)
    barred = s.field.held[side.enemy] | s.field.blocked[side]
    free = tuple(h for h in chart.near[here] if holds(steps, h) and not holds(barred, h))
    roomy = tuple(h for h in free if not full(s, side, h, s.counter(u).arm))
    return roomy or free


class Displace(Asked, frozen=True):
    """CTL-5.3.3a: the opponent of the overstacked side puts one surplus unit into a neighbouring hex. Returns that hex."""

    clause: ClassVar[str] = "CTL-5.3.3a"
    hex: Hex  # of the enemy's stack, which lies open meanwhile (CTL-5.3.4l)

    @property
    def opens(self) -> tuple[Hex, ...]:
        return (self.hex,)

    def over(self, s: State) -> Units:
        return tuple(u for u in surplus(s, self.side.enemy, self.hex) if s.combat(u))

    def check(self, s: State, a: Any) -> Breach | None:
        match a:
            case actions.Displace(unit=unit, hex=to):
                if unit not in self.over(s):
                    return self.no(
                        f"{s.world.name(unit)} is not one of those too many in {s.world.place(self.hex)}"
                    )
                return self.may_go(s, unit, to)
        return self.no(f"say which unit of {s.world.place(self.hex)} goes where")

    def may_go(self, s: State, u: Unit, to: Hex) -> Breach | None:
        if to in exits(s, u):
            return None
        place, side = s.world.place(to), s.side(u)
        if to not in s.world.chart.near[self.hex]:
            return self.no(f"{place} is not next to {s.world.place(self.hex)}")
        if s.field.held[self.side] >> to & 1:
            return Breach("CTL-5.3.1k", f"{place} holds a unit of the other side")
        if s.field.blocked[side] >> to & 1 or not holds(s.world.chart.links[side].near(self.hex), to):
            return Breach("CTL-5.3.3e", f"{place} is prohibited to {s.world.name(u)}")
        return Breach("CTL-5.3.3b", f"{place} is full, and other hexes are not")

    def offers(self, s: State) -> Offers[Any]:
        return Offers([actions.Displace(u, h) for u in self.over(s) for h in exits(s, u)])

    def by_rule(self, s: State) -> actions.Displace:
        """CTL-10.1j."""
        u = strongest(s, self.over(s))
        return actions.Displace(u, by_order(s, u, exits(s, u)))

    def take(self, d: Draft[State], a: actions.Displace) -> Step:
        owner, u = self.side.enemy, a.unit
        happen(d, Moved(owner, (u,), self.hex, a.hex, 1, (u,), "displaced"))
        if a.hex in d.s.improved:  # CTL-5.6.3e, CTL-7.7b: whoever is displaced is disrupted
            d.emit(CameToRest(a.hex))
        return Done(int(a.hex))

    def prompt(self, s: State) -> str:
        return f"too many units in {s.world.place(self.hex)}: put one into a neighbouring hex"


class RemoveSurplus(Asked, frozen=True):
    """CTL-5.3.1l, CTL-5.3.3d: nobody can get out, so the owner eliminates one unit."""

    clause: ClassVar[str] = "CTL-5.3.1l"
    hex: Hex

    def over(self, s: State) -> Units:
        return tuple(u for u in surplus(s, self.side, self.hex) if s.combat(u))

    def check(self, s: State, a: Any) -> Breach | None:
        match a:
            case actions.Remove(unit=unit):
                if unit in self.over(s):
                    return None
                return self.no(
                    f"{s.world.name(unit)} is not one of those too many in {s.world.place(self.hex)}"
                )
        return self.no("say which unit is eliminated")

    def offers(self, s: State) -> Offers[Any]:
        return Offers([actions.Remove(u) for u in self.over(s)])

    def by_rule(self, s: State) -> actions.Remove:
        """CTL-10.1i."""
        return actions.Remove(strongest(s, self.over(s)))

    def take(self, d: Draft[State], a: actions.Remove) -> Step:
        happen(d, Eliminated(a.unit, "CTL-5.3.1l"))
        return Done()

    def prompt(self, s: State) -> str:
        return f"too many units in {s.world.place(self.hex)} and no way out: which one is lost?"


# ---- the order of the static side


def strongest(s: State, units: Units) -> Unit:
    """CTL-10.1i: the unit with the most current strength, then by unit id."""
    return min(units, key=lambda u: (-s.strength[u], s.world.unit_ids[u]))


def by_order(s: State, u: Unit, to: Iterable[Hex]) -> Hex:
    """CTL-10.1i: a hex that it does not overstack, then the higher row, then the higher column."""
    side, arm = s.side(u), s.counter(u).arm
    grid = s.world.grid
    return min(
        to,
        key=lambda h: (full(s, side, h, arm), *(-int(x) for x in (grid.number(h)[:2], grid.number(h)[2:]))),
    )


__all__ = [
    "Displace",
    "Overstack",
    "RemoveSurplus",
    "exits",
    "full",
    "lose_steps",
    "replace",
    "surplus",
    "unnerve",
]
