"""Where a German stack stands best: in the way of the US side, as if it were taken off the map and put down again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...board.names import Units
from ...geometry.hexes import Hex
from ...geometry.hexset import each, of
from ...systems.crossing_the_line.chart import GERMAN
from .avenues import VP, ZONED, Avenues, hold, zone_of

if TYPE_CHECKING:
    from .ground import Ground

MOST = 60
"""More than so much in the way does not help: there is always a way round."""

FAR = 0.03
"""By how much a post is worse for each hex between it and where the danger is greatest."""


class Posts:
    def __init__(self, ground: Ground, units: Units) -> None:
        self.s, self.units = ground.s, units
        self.ground = ground
        avenues = Avenues(ground.s, units)
        self.cost, self.zone = avenues.cost, avenues.zone
        self.weights, self.hope = avenues.weights(ground.hopes)
        self.open = of(Hex(h) for h in self.weights) & ~self.zone
        self.worst = Hex(max(self.weights, key=lambda h: (self.weights[h], h), default=ground.s.at[units[0]]))

    def value(self, h: int) -> float:
        """In SPs."""
        shelter = 0.04 * self.ground.shelter(h) if self.ground.gap[h] <= 3 else 0.0
        return VP * self.barring(h) + shelter - FAR * self.s.world.grid.distance(Hex(h), self.worst)

    def barring(self, h: int) -> float:
        """In VPs, if there were no way round."""
        weights, s = self.weights, self.s
        out = 0.0
        if h in weights:
            others = tuple(u for u in s.fighters(Hex(h), GERMAN) if u not in self.units)
            stands = hold(s, (*self.units, *others), Hex(h), h == s.at[self.units[0]] and h in s.improved)
            out = weights[h] * max(0, min(MOST, stands - self.cost[h]))
        around = zone_of(s, self.units, h) & self.open & ~(1 << h)
        if around:
            out += ZONED * sum(weights[x] for x in each(around))
        return out
