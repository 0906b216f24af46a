"""What a result does to a side: hits, Effectiveness Checks, retreats, step losses, in the printed order (CTL-7.5.2)."""

from __future__ import annotations

from typing import Any, ClassVar, NamedTuple

from msgspec.structs import replace

from ...board.names import Unit, Units
from ...geometry.hexes import Hex
from ...geometry.hexset import HexSet, each, holds
from ...kernel.breach import Breach
from ...kernel.draft import Draft
from ...kernel.frame import Call, Done, Next, Step
from ...kernel.offers import Offers
from . import actions
from .asking import Asked, Steps
from .chart import GERMAN, Side
from .control import happen
from .dice import Dice, check_against
from .events import CameToRest, Moved
from .stacking import Overstack, by_order, lose_steps, strongest, unnerve
from .state import State

STAYED = -1  # CTL-7.5.2.1h: nowhere to go


class Suffer(Steps, frozen=True, kw_only=True):
    """CTL-7.5.2c: first hit, ECs if the number is red, second hit, further hits. `taken` counts the hits by unit, as they
    are spread evenly (CTL-7.5.2n)."""

    STEPS: ClassVar[tuple[str, ...]] = (
        "first_hit", "checks", "effect", "forced_retreat", "second_hit", "pay_second", "further_hits",
    )  # fmt: skip
    side: Side
    hex: Hex
    units: Units  # the involved ones
    hits: int
    red: bool
    lead: Units  # whose points were used for Armor Superiority; several: equal ones
    taken: tuple[int, ...]
    done: int = 0
    checked: Units = ()  # who makes an EC
    failed: Units = ()
    went: int | None = None  # where the forced retreat led

    def left(self, s: State) -> Units:
        """The involved units that are still there, wherever a retreat has put them."""
        return tuple(u for u in self.units if s.at[u] >= 0)

    def count(self, u: Unit) -> int:
        return self.taken[self.units.index(u)]

    def fewest(self, units: Units) -> Units:
        """CTL-7.5.2n: those of them with the fewest hits so far."""
        least = min(map(self.count, units), default=0)
        return tuple(u for u in units if self.count(u) == least)

    def hit(self, d: Draft[State], u: Unit, by: str) -> Suffer:
        """CTL-7.5.2p: a step loss that satisfies a hit."""
        lose_steps(d, u, 1, by)
        n = self.units.index(u)
        return replace(
            self, taken=(*self.taken[:n], self.taken[n] + 1, *self.taken[n + 1 :]), done=self.done + 1
        )

    def first_hit(self, d: Draft[State], _: Any) -> Step | Next:
        """CTL-7.5.2d, e: on the unit whose points were used; if none was, on any that is involved. A red 0 is no hit, and
        calls for checks all the same (CTL-7.5.2f)."""
        if not self.hits:
            return Next(self) if self.red else Done()
        may = self.lead or self.units
        if len(may) == 1:
            return Next(self.hit(d, may[0], "CTL-7.5.2d"))
        return Call(self, TakeLoss(self.side, may, bool(self.lead), "CTL-7.5.2d"))

    def checks(self, d: Draft[State], loser: Unit | None) -> Step | Next:
        """CTL-7.5.2f, q, CTL-5.6a, b: every combat unit of the side in the hex, also those that took no part; never an HQ."""
        me = self if loser is None else self.hit(d, loser, "CTL-7.5.2d")
        there = d.s.fighters(self.hex, self.side)
        if not self.red or not there:
            return Next(me)
        cuts = tuple(check_against(d.s.effectiveness(u)) for u in there)
        return Call(replace(me, checked=there), Dice((self.side,) * len(there), cuts, "CTL-7.5.2f"))

    def effect(self, d: Draft[State], dice: tuple[int, ...] | None) -> Next:
        """CTL-5.6.2a, b."""
        failed = [u for u, die in zip(self.checked, dice or ()) if die > d.s.effectiveness(u)]
        for u in failed:
            unnerve(d, u, "CTL-7.5.2f")
        return Next(replace(self, checked=(), failed=tuple(u for u in failed if u in self.units)))

    def forced_retreat(self, d: Draft[State], _: Any) -> Step | None:
        """CTL-7.5.2h, CTL-5.6.2c: the failed units, if there is a second hit."""
        must = tuple(u for u in self.failed if d.s.at[u] >= 0)
        if self.hits < 2 or not must:
            return None
        return Call(self, Retreat(self.side, must, self.hex, True))

    def second_hit(self, d: Draft[State], went: int | None) -> Step | Next:
        """CTL-7.5.2i to k: those who passed follow all together, or one of them takes the hit. If none is left who passed,
        the forced retreat was the second hit, however it ended."""
        if self.hits < 2:
            return Done()
        me = replace(self, went=went)
        failed = bool(self.failed)
        rest = tuple(u for u in self.left(d.s) if u not in self.failed)
        if not rest:
            return Next(replace(me, done=self.done + failed))
        return Call(me, SecondHit(self.side, rest, me.fewest(rest), self.hex, went))

    def pay_second(self, d: Draft[State], choice: Unit | None) -> Next:
        """CTL-7.5.2i, k: a unit: it lost a step; None: they went, or there was nobody to ask."""
        if choice is not None and choice != RETREATED:
            return Next(self.hit(d, choice, "CTL-7.5.2k"))
        return Next(replace(self, done=self.done + (choice == RETREATED)))

    def further_hits(self, d: Draft[State], loser: Unit | None) -> Step | None:
        """CTL-7.5.2m to p: each on one of those with the fewest; hits beyond the units are lost."""
        me = self if loser is None else self.hit(d, loser, "CTL-7.5.2m")
        while me.done < me.hits:
            may = me.fewest(me.left(d.s))
            if not may:
                return None
            if len(may) > 1:
                return Call(me.again(), TakeLoss(me.side, may, False, "CTL-7.5.2o"))
            me = me.hit(d, may[0], "CTL-7.5.2m")
        return None

    def finish(self, d: Draft[State], result: Any) -> Step:
        return Done()


RETREATED = Unit(-1)  # the answer to a second hit that is no unit


class TakeLoss(Asked, frozen=True):
    """CTL-7.5.2d, n, o: which of several units takes a step loss. Where points were equal, only those with the most current
    strength may (CTL-7.5.1.2l); that is asked although only one may, for the enemy does not know."""

    clause: ClassVar[str] = "CTL-7.5.2o"
    units: Units
    by_points: bool
    by: str

    def may(self, s: State) -> Units:
        if not self.by_points:
            return self.units
        most = max(s.strength[u] for u in self.units)
        return tuple(u for u in self.units if s.strength[u] == most)

    def check(self, s: State, a: Any) -> Breach | None:
        match a:
            case actions.Lose(unit=unit):
                if unit in self.may(s):
                    return None
                if unit in self.units:
                    why = f"{s.world.name(unit)} is weaker than the unit with the same points"
                    return Breach("CTL-7.5.1.2l", why)
                if self.by == "CTL-7.5.2d":
                    return Breach(
                        self.by, f"{s.world.name(unit)} is not the unit that fought with its points"
                    )
                return Breach(
                    "CTL-7.5.2n", f"{s.world.name(unit)} has taken more hits than others, or is not involved"
                )
        return self.no("say which unit loses a step")

    def offers(self, s: State) -> Offers[Any]:
        return Offers([actions.Lose(u) for u in self.may(s)])

    def by_rule(self, s: State) -> actions.Lose:
        """CTL-10.1i."""
        return actions.Lose(strongest(s, self.may(s)))

    def take(self, d: Draft[State], a: actions.Lose) -> Step:
        return Done(a.unit)

    def prompt(self, s: State) -> str:
        return f"a step loss: {s.world.names(self.units)}?"


class SecondHit(Asked, frozen=True):
    """CTL-7.5.2i, k, l: all of these units retreat voluntarily, or one of them loses a step. `went` is where those who
    failed were forced to go: then the only way is theirs (CTL-7.5.2.1a, j)."""

    clause: ClassVar[str] = "CTL-7.5.2k"
    units: Units
    may: Units  # those with the fewest hits
    hex: Hex
    went: int | None

    def may_retreat(self, s: State) -> Breach | None:
        """CTL-7.5.2.1d, j: only to a hex that is permitted; CTL-10.1d: never in the static side."""
        scenario = s.world.scenario
        if scenario.solo and scenario.solo != self.side:
            return Breach("CTL-10.1d", "the static side makes no voluntary retreats")
        open_ = permitted(s, self.side, self.hex)
        if self.went is None:
            return None if open_ else Breach("CTL-7.5.2.1d", "there is no permitted hex to retreat to")
        if self.went == STAYED or not can_follow(s, self.side, Hex(self.went)):
            return Breach("CTL-7.5.2.1j", "the others found no permitted hex: the hit must be taken")
        return None

    def check(self, s: State, a: Any) -> Breach | None:
        match a:
            case actions.Lose(unit=unit):
                if unit in self.may:
                    return None
                if unit in self.units:
                    return Breach("CTL-7.5.2n", f"{s.world.name(unit)} has taken more hits than another")
                return Breach("CTL-7.5.2i", f"{s.world.name(unit)} does not answer for the second hit")
            case actions.Retreat(hex=None):
                return self.may_retreat(s)
            case actions.Retreat():
                return Breach("CTL-7.5.2l", "first say whether all of them retreat, then where to")
        return self.no("lose a step, or retreat with all of them")

    def offers(self, s: State) -> Offers[Any]:
        losses = [actions.Lose(u) for u in self.may]
        return Offers((*losses, actions.Retreat()) if self.may_retreat(s) is None else losses)

    def by_rule(self, s: State) -> actions.Lose:
        """CTL-10.1d, i."""
        return actions.Lose(strongest(s, self.may))

    def take(self, d: Draft[State], a: Any) -> Step:
        if isinstance(a, actions.Lose):
            return Done(a.unit)
        if self.went is None:
            return Call(self, Retreat(self.side, self.units, self.hex, False))
        return Call(self, Follow(side=self.side, units=self.units, hex=self.hex, to=Hex(self.went)))

    def resume(self, d: Draft[State], result: Any) -> Step:
        return Done(RETREATED)

    def prompt(self, s: State) -> str:
        return f"the second hit: {s.world.names(self.units)} retreat, or one loses a step?"


# ---- retreat


class Enemies(NamedTuple):
    """What bars a retreat: the hexes with enemy counters, and the EZOCs."""

    held: HexSet
    zoc: HexSet


def enemies(s: State, side: Side) -> Enemies:
    return Enemies(s.field.held[side.enemy], s.field.zoc[side.enemy])


def neighbours(s: State, side: Side, start: Hex, enemy: Enemies | None = None) -> list[Hex]:
    """CTL-7.5.2.1b but for EZOCs: no enemy counter, no Roer, not off the map, no closed ground."""
    steps, barred = s.world.chart.links[side].near(start), (enemy or enemies(s, side)).held
    if side is GERMAN:
        steps = s.world.chart.links[side.enemy].near(start)  # the bridges too are Roer hexsides
    barred |= s.field.blocked[side]
    return [h for h in s.world.chart.near[start] if holds(steps, h) and not holds(barred, h)]


def permitted(s: State, side: Side, start: Hex, enemy: Enemies | None = None) -> list[Hex]:
    """CTL-7.5.2.1b, g: also without an EZOC, which no friend cancels here."""
    enemy = enemy or enemies(s, side)
    return [h for h in neighbours(s, side, start, enemy) if not holds(enemy.zoc, h)]


def can_follow(s: State, side: Side, to: Hex) -> bool:
    """CTL-7.5.2.1j."""
    return not holds(s.field.zoc[side.enemy] | s.field.held[side.enemy], to)


def rearmost(s: State, side: Side, hexes: list[Hex]) -> list[Hex]:
    """CTL-7.5.2.1c, l: the nearest to a supply edge hex of the side, by plain distance; on the full map where the area in
    play has none."""
    chart, grid = s.world.chart, s.world.grid
    everywhere = chart.german_edge_everywhere if side is GERMAN else chart.us_edge_everywhere
    edge = s.edge(side) or everywhere
    if not edge or not hexes:
        return hexes
    edges = tuple(each(edge))
    far = {h: min(grid.distance(h, e) for e in edges) for h in hexes}
    least = min(far.values())
    return [h for h in hexes if far[h] == least]


class Retreat(Asked, frozen=True):
    """CTL-7.5.2.1: one hex, all of them to the same. Asked only where hexes tie, which everybody sees. Returns the hex, or
    STAYED."""

    clause: ClassVar[str] = "CTL-7.5.2.1c"
    units: Units
    hex: Hex
    forced: bool
    went: Hex | None = None

    def ways(self, s: State) -> list[Hex]:
        """CTL-7.5.2.1d to f: a permitted hex; if there is none and they must, one in an EZOC."""
        free = permitted(s, self.side, self.hex)
        if not free and self.forced:
            free = neighbours(s, self.side, self.hex)
        return rearmost(s, self.side, free)

    def enter(self, d: Draft[State]) -> Step:
        ways = self.ways(d.s)
        if not ways:
            for u in self.units:  # CTL-7.5.2.1h
                lose_steps(d, u, 2, "CTL-7.5.2.1h")
            return Done(STAYED)
        return self.go(d, ways[0]) if len(ways) == 1 else self.ask(d)

    def check(self, s: State, a: Any) -> Breach | None:
        match a:
            case actions.Retreat(hex=to) if to is not None:
                return None if to in self.ways(s) else self.why_not(s, to)
        return self.no("say where they retreat to")

    def why_not(self, s: State, to: Hex) -> Breach:
        place = s.world.place(to)
        if to not in s.world.chart.near[self.hex]:
            return Breach("CTL-7.5.2.1a", f"{place} is not next to {s.world.place(self.hex)}")
        if to not in neighbours(s, self.side, self.hex):
            return Breach("CTL-7.5.2.1b", f"{place} is prohibited to a retreat")
        if holds(s.field.zoc[self.side.enemy], to) and permitted(s, self.side, self.hex):
            return Breach("CTL-7.5.2.1e", f"{place} is in an EZOC, and other hexes are not")
        return self.no(f"{place} is farther from your supply than another hex")

    def offers(self, s: State) -> Offers[Any]:
        return Offers([actions.Retreat(h) for h in self.ways(s)])

    def by_rule(self, s: State) -> actions.Retreat:
        """CTL-10.1i."""
        return actions.Retreat(by_order(s, self.units[0], self.ways(s)))

    def take(self, d: Draft[State], a: actions.Retreat) -> Step:
        assert a.hex is not None
        return self.go(d, a.hex)

    def go(self, d: Draft[State], to: Hex) -> Step:
        """CTL-7.5.2.1f, k, CTL-5.4.1e: an EZOC costs each of them an SP; then stacking."""
        zoned = holds(d.s.field.zoc[self.side.enemy], to)
        fall_back(d, self.side, self.units, self.hex, to)
        if zoned:
            for u in self.units:
                lose_steps(d, u, 1, "CTL-7.5.2.1f")
        return Call(replace(self, went=to), Overstack(side=self.side, hex=to))

    def resume(self, d: Draft[State], result: Any) -> Step:
        return Done(self.went)

    def prompt(self, s: State) -> str:
        return f"{s.world.names(self.units)} must retreat: where to?"


class Follow(Steps, frozen=True, kw_only=True):
    """CTL-7.5.2.1a, j: those who passed go after the others, into the same hex."""

    STEPS: ClassVar[tuple[str, ...]] = ("go",)
    side: Side
    units: Units
    hex: Hex
    to: Hex

    def go(self, d: Draft[State], _: Any) -> Step:
        fall_back(d, self.side, self.units, self.hex, self.to)
        return Call(self, Overstack(side=self.side, hex=self.to))


def fall_back(d: Draft[State], side: Side, units: Units, start: Hex, to: Hex) -> None:
    """CTL-7.5.2.1i: no MPs, no reaction. Who comes to rest in a hex ends its Improved Defense (CTL-7.7d)."""
    happen(d, Moved(side, units, start, to, len(units), units, "retreats"))
    if to in d.s.improved:
        d.emit(CameToRest(to))
