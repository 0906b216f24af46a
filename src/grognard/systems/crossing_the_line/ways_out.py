"""How either side of a combat can get out of its hex (CTL-7.5.2.1), for all that somebody sees: asked once for each thing that
it depends on, and answered with every way that it may be."""

from __future__ import annotations

from functools import cached_property

from ...board.names import Units
from ...geometry.hexes import Hex
from ...geometry.hexset import NONE, HexSet, holds
from . import losses
from .chart import GERMAN, Side
from .losses import Enemies
from .reckoning import FREE, STUCK, ZONED, End, Way
from .stacking import KINDS, by_order, limit, of_arm
from .strength import Assault
from .unseen import Force, Sight
from .view import NO_ZOC, zone


class WaysOut:
    """Of one combat."""

    def __init__(self, e: Sight, x: Assault) -> None:
        self.e, self.x = e, x
        self.outs: dict[tuple[tuple[str, ...], bool, End], tuple[Way, ...]] = {}
        self.passed: dict[tuple[bool, str, bool, str, bool], tuple[Way, ...]] = {}

    def out(
        self, side: Side, start: Hex, enemy: Enemies | None = None
    ) -> tuple[tuple[Way, ...], tuple[Hex, ...]]:
        """CTL-7.5.2.1: how a side could retreat, and where to; several hexes where they tie."""
        s, solo = self.e.s, self.e.world.scenario.solo
        free = losses.permitted(s, side, start, enemy)
        hexes = losses.rearmost(s, side, free or losses.neighbours(s, side, start, enemy))
        voluntary = solo in ("", side)
        if not hexes:
            return (Way(STUCK, voluntary, 0, 0),), ()
        if not voluntary and len(hexes) > 1:
            hexes = [by_order(s, s.fighters(start, side)[0], hexes)]
        kind = FREE if free else ZONED
        ways = {Way(kind, voluntary, *self.room(side, h), self.onward(side, start, h)) for h in hexes}
        return tuple(sorted(ways)), tuple(hexes)

    def room(self, side: Side, hex: Hex) -> tuple[int, int]:
        """CTL-5.3.1a: for how many more there is room for certain. On the southern edge the game may end (CTL-10.4e)."""
        s = self.e.s
        if side is GERMAN and s.world.scenario.campaign and holds(s.world.chart.south, hex):
            return 0, 0
        there, unknown = self.there(side, hex)
        tanks, guns = (max(0, limit(s, arm) - len(of_arm(s, there, arm)) - unknown) for arm in KINDS)
        return tanks, guns

    def there(self, side: Side, hex: Hex) -> tuple[Units, int]:
        return (self.e.s.stack(hex, side), 0) if self.e.knows(side) else self.e.stack(hex, side)

    def onward(self, side: Side, start: Hex, hex: Hex) -> bool:
        """CTL-5.3.1i, k, CTL-5.3.3b: is it known who stands there, and could as many be put into other hexes with room as are in
        a whole stack? The static side does not choose as others do (CTL-10.1j)."""
        s, chart = self.e.s, self.e.world.chart
        if self.there(side, hex)[1] or s.world.scenario.solo:
            return False
        if side is GERMAN and s.world.scenario.campaign and holds(s.world.chart.south, hex):
            return False
        steps = chart.links[side].near(hex) & ~s.field.blocked[side] & ~s.field.held[side.enemy]
        barred = {start, self.x.hex, self.x.start, *(() if side is not self.x.side else self.retreat[1])}
        places = [self.room(side, h) for h in chart.near[hex] if holds(steps, h) and h not in barred]
        return sum(n for n, _ in places) >= len(KINDS) + 1 and sum(n for _, n in places) >= len(KINDS) + 1

    @cached_property
    def retreat(self) -> tuple[tuple[Way, ...], tuple[Hex, ...]]:
        """Of the defender, before the attacker suffers anything."""
        return self.out(self.x.side.enemy, self.x.hex)

    def elsewhere(self, but: Hex | None) -> Enemies:
        """What of the defender's side bars the attacker's retreat, the attacked hex aside, and one where all are disrupted."""
        s, enemy = self.e.s, self.x.side.enemy
        zoc = NONE
        for h, there in s.field.stacks[enemy].items():
            if h not in (self.x.hex, but) and (far := zone(s, there)) != NO_ZOC:
                zoc |= s.world.chart.zoc[far][h]
        return Enemies(s.field.held[enemy] & ~(1 << self.x.hex), zoc)

    def left(self, f: Force, end: End) -> tuple[Way, ...]:
        """How the attacker can get out once this has become of the defender."""
        if end.crowded:
            return ANY
        arms = tuple([m.arm for m in f.men])
        key = arms, f.hq, end
        found = self.outs.get(key)
        if found is None:
            found = self.outs[key] = self.past(arms, f.hq, end)
        return found

    def past(self, arms: tuple[str, ...], hq: bool, end: End) -> tuple[Way, ...]:
        stays, gone = end.alive & ~end.moved, end.moved
        rest, reach = zoc_of(arms, stays & ~end.shaken), zoc_of(arms, gone & ~end.shaken)
        key = bool(stays or hq), rest, bool(gone), reach, end.packed
        if key not in self.passed:
            found: dict[Way, None] = {}
            for to in self.retreat[1] if gone else (self.x.hex,):
                for bar in self.bars(to) if end.packed else (NONE,):
                    held, zoc = self.elsewhere(to if end.packed else None)
                    held |= bar
                    for there, far, at in ((key[0], rest, self.x.hex), (key[2], reach, to)):
                        if there:
                            held |= 1 << at
                        if far != NO_ZOC:
                            zoc |= self.e.world.chart.zoc[far][at]
                    found |= dict.fromkeys(self.out(self.x.side, self.x.start, Enemies(held, zoc))[0])
            self.passed[key] = tuple(found)
        return self.passed[key]

    def bars(self, to: Hex) -> list[HexSet]:
        """Where there was no room in a hex, somebody was put into one next to it, and none of them has a ZOC."""
        return [NONE, *(1 << h for h in self.e.world.chart.near[to])]


ANY = tuple(Way(kind, True, 0, 0) for kind in (FREE, ZONED, STUCK))
"""Where it cannot be known."""


def zoc_of(arms: tuple[str, ...], who: int) -> str:
    """CTL-5.4c, d: how far the ZOC of those of them reaches."""
    there = [arm for n, arm in enumerate(arms) if who >> n & 1]
    return "at" if "at" in there else "tank" if "tank" in there else NO_ZOC
