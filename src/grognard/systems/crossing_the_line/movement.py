"""What a step costs and what bars it (CTL-7.3). MPs are counted in halves and never rounded (CTL-5.1d)."""

from __future__ import annotations

from fractions import Fraction

from msgspec import Struct
from msgspec.structs import replace

from ...board.names import Unit, Units
from ...geometry.hexes import Hex
from ...geometry.hexset import holds
from ...kernel.breach import Breach
from .chart import GERMAN, Side
from .state import State
from .texts import WORDS

WHOLE = -1  # the whole MA, as the first and only step (CTL-7.3.7b, f)

Halves = int


class March(Struct, frozen=True, gc=False):
    """A Movement Action so far: the hexes of the way, of each step whether an EZOC barred the road rate, and whether an
    enemy counter was next to it anywhere. All of this is open; what the movers can still do is not."""

    side: Side
    way: tuple[Hex, ...]
    zoned: tuple[bool, ...] = ()
    met: bool = False  # next to an enemy somewhere on the way (CTL-7.3.5a)

    @property
    def here(self) -> Hex:
        return self.way[-1]


def halves(points: str) -> Halves:
    return int(Fraction(points) * 2)


def prohibited(s: State, side: Side, a: Hex, b: Hex) -> Breach | None:
    """CTL-7.3.7d, e, CTL-7.3.8: ground that no step of this side may enter or cross."""
    chart = s.world.chart
    barrier = chart.between(a, b)
    if barrier is not None and barrier.leg == "no":
        if side is not GERMAN:
            return Breach("CTL-7.3.7d", f"US units never cross the Roer, here to {s.world.place(b)}")
        if frozenset((a, b)) not in chart.crossings or not chart.road(a, b):
            return Breach(
                "CTL-7.3.7e", f"the Roer is crossed only by its two bridges, not to {s.world.place(b)}"
            )
    if holds(s.field.blocked[side], b):
        clause = "CTL-7.3.8a"
        return Breach(
            clause, f"{s.world.place(b)} lies outside the pillbox line: closed to Germans on this turn"
        )
    return None


def price(s: State, u: Unit, a: Hex, b: Hex, zoned: bool) -> Halves:
    """CTL-7.3a, CTL-3.1.1, CTL-3.1.2, CTL-7.3.3, CTL-7.3.7c: what this unit pays for the step, alone. `zoned`: it starts or ends in an
    EZOC, which bars the road rate (CTL-7.3.3b) but not the bridge over a stream (CTL-7.3.3c)."""
    chart, c = s.world.chart, s.counter(u)
    road = chart.road(a, b)
    if (
        road and not zoned and not holds(chart.settled, b)
    ):  # CTL-3.1.1i, j: into a settlement there is no road rate
        rate = "motorized" if not c.leg else "german_leg" if c.side is GERMAN else "us_leg"
        return halves(s.world.tables["road"][rate])
    ground = chart.terrain[b]
    base = 2 * (ground.leg if c.leg else ground.motorized)
    barrier = chart.between(a, b)
    if barrier is None or (road and (barrier.by_road or barrier.leg == "no")):
        return base
    if barrier.by_town and any(chart.terrain[h].type in ("town", "industrial") for h in (a, b)):  # CTL-3.1.2c
        return base
    extra = barrier.leg if c.leg else barrier.motorized
    return WHOLE if extra == "all" else base + halves(extra)


def stack_price(s: State, units: Units, a: Hex, b: Hex, zoned: bool) -> Halves:
    """CTL-7.3.1c: the highest amount that any of them would pay alone."""
    prices = [price(s, u, a, b, zoned) for u in units]
    return WHOLE if WHOLE in prices else max(prices)


def allowance(s: State, units: Units, calm: bool) -> Halves:
    """CTL-7.3.1b, CTL-7.3.5a, c: the MA of the slowest; leg units have 2 more where no enemy is near the whole way."""
    return min(2 * (c.ma + 2 * (calm and c.leg)) for c in map(s.counter, units))


def spent(s: State, units: Units, march: March) -> Halves:
    """CTL-7.3.2a; all of it after a step that takes the whole MA, or more than there was (CTL-7.3.2b)."""
    sum_ = 0
    for a, b, zoned in zip(march.way, march.way[1:], march.zoned):
        cost = stack_price(s, units, a, b, zoned)
        if cost == WHOLE:
            return allowance(s, units, True)
        sum_ += cost
    return sum_


def in_zone(s: State, side: Side, *hexes: Hex) -> bool:
    zoc = s.field.zoc[side.enemy]
    return any(holds(zoc, h) for h in hexes)


def may_enter(s: State, units: Units, march: March, to: Hex) -> Breach | None:
    """CTL-7.3, CTL-5.4.1a to c: may these units, on their way, enter the next hex?"""
    side, here = march.side, march.here
    if breach := may_go_there(s, side, here, to):
        return breach
    if in_zone(s, side, here) and in_zone(s, side, to):
        here_, there = s.world.place(here), s.world.place(to)
        return Breach("CTL-5.4.1c", f"{here_} to {there} runs from EZOC to EZOC: infiltrate instead")
    if len(march.way) > 1 and in_zone(s, side, here):
        return Breach("CTL-5.4.1a", f"the move stopped in the EZOC of {s.world.place(here)}")
    if len(march.way) == 1:
        return None  # CTL-7.3.2b: one hex can always be moved
    return can_pay(s, units, march, to)


def may_go_there(s: State, side: Side, here: Hex, to: Hex) -> Breach | None:
    """CTL-7.3c, CTL-7.3.2d: a neighbouring hex of the map, without an enemy combat unit, over ground that is open."""
    place = s.world.place(to)
    if to not in s.world.chart.near[here]:
        return Breach("CTL-7.3c", f"{place} is not next to {s.world.place(here)} on the map in play")
    if holds(s.field.manned[side.enemy], to):
        return Breach("CTL-7.3.2d", f"{place} holds an enemy combat unit")
    return prohibited(s, side, here, to)


def can_pay(s: State, units: Units, march: March, to: Hex) -> Breach | None:
    """CTL-7.3.2a, CTL-7.3.5d, CTL-7.3.7b, f: are there MPs left for one more step?"""
    here = march.here
    cost = stack_price(s, units, here, to, in_zone(s, march.side, here, to))
    if cost == WHOLE:
        barrier = s.world.chart.between(here, to)
        assert barrier is not None
        clause = "CTL-7.3.7b" if barrier.type == "stream" else "CTL-7.3.7f"
        if barrier.by_town and "city" in (s.world.chart.terrain[h].type for h in (here, to)):
            clause = "CTL-3.1.2c"
        what = WORDS["hexside"][barrier.type]
        return Breach(
            clause, f"the {what} to {s.world.place(to)} is crossed only as the first and only step of a move"
        )
    beside = holds(s.field.near[march.side.enemy], to)
    needed = spent(s, units, march) + cost
    if needed <= allowance(s, units, not (march.met or beside)):
        return None
    if beside and not march.met and needed <= allowance(s, units, True):
        why = f"the last MPs to {s.world.place(to)} are for moves away from any enemy"
        return Breach("CTL-7.3.5d", why)
    left = allowance(s, units, not march.met) - spent(s, units, march)
    return Breach("CTL-7.3.2a", f"{s.world.place(to)} costs {said(cost)} MP, {said(max(0, left))} are left")


def said(points: Halves) -> str:
    whole, half = divmod(points, 2)
    return f"{whole or ''}½" if half else str(whole)


def stepped(s: State, march: March, to: Hex) -> March:
    """The march one step on. What is next to an enemy counts from the first hex on (CTL-7.3.5a)."""
    near = s.field.near[march.side.enemy]
    zoned = in_zone(s, march.side, march.here, to)
    return replace(march, way=(*march.way, to), zoned=(*march.zoned, zoned), met=march.met or holds(near, to))


def begun(s: State, side: Side, here: Hex) -> March:
    return March(side, (here,), (), holds(s.field.near[side.enemy], here))
