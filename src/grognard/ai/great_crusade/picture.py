"""The board as a planner sees it at one moment: who can get where, who threatens what, how far it is to what matters."""

from __future__ import annotations

from functools import cached_property, lru_cache

from ...board.names import Unit
from ...board.paths import spread
from ...geometry.hexes import Hex
from ...geometry.hexset import HexSet, each
from ...systems.great_crusade import supply
from ...systems.great_crusade.state import State
from ...systems.great_crusade.world import ALLIED, Front, Side
from .appraise import column, worth

FAR = 99


def distances(world: Front, sources: HexSet, through: HexSet | None = None) -> list[int]:
    """By index: how many steps over land to the nearest source; FAR where there is no way."""
    chart = world.chart
    way = chart.land if through is None else through
    out = [FAR] * chart.grid.size
    seen = edge = sources
    steps = 0
    while edge:
        for h in each(edge):
            out[h] = steps
        edge = chart.links.ring(edge) & way & ~seen
        seen |= edge
        steps += 1
    return out


@lru_cache(maxsize=256)
def to(world: Front, hexes: HexSet) -> list[int]:
    """Distances to what never moves: a port, the far bank of the Rhine."""
    return distances(world, hexes)


@lru_cache
def far_bank(world: Front) -> HexSet:
    """The hexes beyond the Rhine that touch its near bank."""
    chart = world.chart
    return chart.beyond & chart.links.ring(chart.land & ~chart.beyond)


LOSS = (0.0, 0.0, 0.0, 0.0, 0.12, 0.27, 0.42, 0.6, 0.68, 0.8, 0.95)
"""By column: what share of a defender an attack takes on average, retreats counted a little."""


class Picture:
    """A position in the eyes of one side, `s` as it is now."""

    def __init__(self, s: State, side: Side) -> None:
        self.s, self.side, self.enemy = s, side, side.enemy
        self.world, self.chart, self.field = s.world, s.world.chart, s.field
        self.foes = self.field.held[self.enemy]
        self.their_zone = self.field.zoc[self.enemy]
        self.limit = 2 if side is ALLIED else 3
        self._facing: dict[int, HexSet] = {}

    # ---- enemies and their zones

    def facing(self, hex: int) -> HexSet:
        """The enemy hexes whose ZOC covers this one."""
        found = self._facing.get(hex)
        if found is None:
            control = self.chart.control
            found = 0
            for e in each(self.chart.beside[hex] & self.foes):
                if control[e] >> hex & 1:
                    found |= 1 << e
            self._facing[hex] = found
        return found

    @cached_property
    def enemy_distance(self) -> list[int]:
        """Steps to the nearest enemy."""
        return distances(self.world, self.foes)

    @cached_property
    def own_distance(self) -> list[int]:
        return distances(self.world, self.field.held[self.side])

    # ---- threats

    @cached_property
    def reachers(self) -> tuple[list[int], dict[int, int]]:
        """The enemy's attack factors, strongest first, and by hex which of them could stand there next turn."""
        s, world, chart = self.s, self.world, self.chart
        units = [
            Unit(u) for u in world.units(self.enemy) if s.at[u] >= 0 and s.on_map(Unit(u)) and world.attack[u]
        ]
        units.sort(key=lambda u: (-self.strength(u), u))
        stop = self.field.zoc[self.side] | chart.mountains
        through = chart.land & ~self.field.held[self.side]
        by_hex: dict[int, int] = {}
        spreads: dict[tuple[int, int], HexSet] = {}
        for n, u in enumerate(units):
            steps = 1 if s.hungry[u] else world.move[u]
            key = (s.at[u], steps)
            if key not in spreads:
                spreads[key] = spread(chart.links, s.hex(u), steps, through, stop).all | 1 << s.at[u]
            for h in each(spreads[key]):
                by_hex[h] = by_hex.get(h, 0) | 1 << n
        return [self.strength(u) for u in units], by_hex

    def strength(self, u: Unit) -> int:
        """Attack in halves."""
        return self.world.attack[u] * (1 if self.s.hungry[u] else 2)

    def threat(self, hex: int) -> int:
        """The most that the enemy could bring against a hex, in halves, each stack as full as may be."""
        factors, by_hex = self.reachers
        mask, posts = 0, 0
        for n in self.chart.neighbours[Hex(hex)]:
            found = by_hex.get(n)
            if found:
                mask |= found
                posts += 1
        room = posts * (2 if self.enemy is ALLIED else 3)
        total = 0
        while mask and room:
            low = mask & -mask
            total += factors[low.bit_length() - 1]
            mask ^= low
            room -= 1
        return total

    def sheltered(self, hex: int) -> int:
        """How often a defender here counts: by its terrain, or because whoever can come must cross a river."""
        from ...systems.great_crusade.area import multiplier

        best: int = multiplier(self.s, Hex(hex))[0]
        if best < 2:
            _, by_hex = self.reachers
            across = self.chart.across.get(Hex(hex), 0)
            near = [n for n in self.chart.neighbours[Hex(hex)] if n in by_hex]
            if near and all(across >> n & 1 for n in near):
                return 2
        return best

    def risk(self, hex: int, units: list[Unit]) -> float:
        """What share of such a stack an attack with all the enemy could take."""
        attack = self.threat(hex)
        if not attack or not units:
            return 0.0
        defense = 2 * self.sheltered(hex) * sum(self.world.defense[u] for u in units)
        return LOSS[column(attack, defense)]

    # ---- supply

    @cached_property
    def fed(self) -> HexSet:
        """Where one's own units would be fed, as all stand now."""
        return supply.feeds(self.s, self.side)

    def stake(self, units: list[Unit]) -> float:
        return sum(worth(self.world, u) for u in units)
