"""The ways by which the US side may come to its objectives, and what stands in them. Of each hex it is asked what it costs to get
into it, in hexes of free march: an EZOC costs some more, a German stack as much as it takes to throw it out."""

from __future__ import annotations

from functools import lru_cache
from math import exp

from ...board.names import Unit, Units
from ...geometry.hexes import Hex
from ...geometry.hexset import NONE, HexSet, Links, each, of
from ...systems.crossing_the_line.chart import GERMAN, US
from ...systems.crossing_the_line.state import State
from ...systems.crossing_the_line.world import Theatre

VP = 0.4
"""What a VP is worth in SPs."""

ZONED = 4
"""What an EZOC costs: the move ends there (CTL-5.4.1a)."""

SHAKEN = 6
"""How far behind a stack is that is disrupted."""

LIMIT = 120
A_TURN = 6.0
"""At what cost the hope for an objective has fallen to a third, for each turn that is left; and what can be had any time."""

AT_ONCE = 8.0

LINES = "ABCDE"  # CTL-3.1.1d: of rising help to the defender


@lru_cache(maxsize=64)
def shelters(world: Theatre) -> list[int]:
    """By hex: how much the terrain helps a defender, from 0."""
    terrain = world.chart.terrain
    return [
        LINES.index(terrain[Hex(h)].line) if Hex(h) in terrain else 0 for h in range(world.chart.grid.size)
    ]


@lru_cache(maxsize=64)
def free(world: Theatre) -> list[int]:
    """By hex: what it costs if nobody is there; dense forest holds up whoever drives."""
    return [1 + (shelter in (2, 3)) for shelter in shelters(world)]


@lru_cache(maxsize=64)
def plain(world: Theatre) -> list[tuple[int, HexSet]]:
    """The same, by what it costs."""
    cost, out = free(world), dict[int, HexSet]()
    for h in each(world.chart.within):
        out[cost[h]] = out.get(cost[h], NONE) | 1 << h
    return list(out.items())


def hold(s: State, units: Units, hex: Hex, improved: bool = False) -> int:
    """What it costs to throw these units out of a hex."""
    strong = sum(s.strength[u] * (s.effectiveness(u) + 1) // (9 if s.disrupted[u] else 6) for u in units)
    return 7 + min(32, strong + strong // 2) + 2 * shelters(s.world)[hex] + (4 if improved else 0)


class Avenues:
    """The costs of a position, as if some German units were not there."""

    def __init__(self, s: State, without: Units = ()) -> None:
        self.s, self.chart = s, s.world.chart
        self.links: Links = self.chart.links[US]
        f = s.field
        zone, stacks = f.zoc[GERMAN], f.stacks[GERMAN]
        if without:
            zone = zoc_without(s, without)
        self.zone = zone
        self.cost = cost = free(s.world)[:]
        for h in each(zone):
            cost[h] += ZONED
        for at, stack in stacks.items():
            units = tuple(u for u in stack if s.combat(u) and u not in without)
            if units:
                cost[at] = hold(s, units, at, at in s.improved)
        self.classes = self.by_cost()

    def by_cost(self) -> list[tuple[int, HexSet]]:
        """The hexes by what they cost."""
        zone, cost = self.zone, self.cost
        manned = NONE
        out: dict[int, HexSet] = {}
        for at in self.s.field.stacks[GERMAN]:
            manned |= 1 << at
            out[cost[at]] = out.get(cost[at], NONE) | 1 << at
        for c, hexes in plain(self.s.world):
            out[c] = out.get(c, NONE) | hexes & ~zone & ~manned
            out[c + ZONED] = out.get(c + ZONED, NONE) | hexes & zone & ~manned
        return [(c, hexes) for c, hexes in out.items() if hexes]

    # ---- floods

    def come(self) -> dict[int, HexSet]:
        """By cost: the hexes to which the US side comes for it from where it stands."""
        shaken = NONE
        s, manned = self.s, self.s.field.manned[US]
        for h, stack in s.field.stacks[US].items():
            if all(s.disrupted[u] or not s.combat(u) for u in stack):
                shaken |= 1 << h
        return self.flood({0: manned & ~shaken, SHAKEN: manned & shaken}, True)

    def flood(self, sources: dict[int, HexSet], into: bool) -> dict[int, HexSet]:
        """By cost: the hexes first reached for it; to be paid is each hex entered, or each hex left."""
        front: list[HexSet] = [NONE] * (LIMIT + 1)
        for handicap, hexes in sources.items():
            front[handicap] |= hexes
        out: dict[int, HexSet] = {}
        seen, ring = NONE, self.links.ring
        for t in range(LIMIT):
            new = front[t] & ~seen
            if not new:
                continue
            seen |= new
            out[t] = new
            edge = ring(new) & ~seen if into else new
            for c, bits in self.classes:
                hit = edge & bits
                if hit and t + c < LIMIT:
                    front[t + c] |= hit if into else ring(hit) & ~seen
        return out

    def go(self, sources: dict[int, HexSet]) -> list[int]:
        """By hex: what it costs to go from there to the nearest source; `sources` are given by their handicap."""
        out = [LIMIT] * self.chart.grid.size
        for t, hexes in self.flood(sources, False).items():
            for h in each(hexes):
                out[h] = t
        return out

    # ---- what matters

    def weights(self, worth: dict[Hex, float]) -> tuple[dict[int, float], float]:
        """By hex: how many VPs hang on it that nothing stands there, in VPs for each further hex of free march; and how many
        VPs the US side may hope for in all."""
        come, s = self.come(), self.s
        scale = min(40.0, AT_ONCE + A_TURN * (1 + s.world.scenario.last_turn - s.turn))
        goals = of(worth)
        out: dict[int, float] = {}
        layers: dict[int, list[int]] = {}
        hope = 0.0
        for t, hexes in come.items():
            for goal in each(hexes & goals):
                p = worth[goal] * exp(-t / scale)
                hope += p
                out[goal] = p / scale
                layers.setdefault(t, []).append(goal)
        near, cost = self.chart.near, self.cost
        for t in range(LIMIT - 1, 0, -1):
            for h in layers.get(t, ()):
                back = t - cost[h]
                hexes = come.get(back, NONE)
                before = [n for n in near[Hex(h)] if hexes >> n & 1]
                for n in before:
                    if n not in out:
                        out[n] = 0.0
                        layers.setdefault(back, []).append(n)
                    out[n] += out[h] / len(before)
        return out, hope


def zoc_without(s: State, units: Units) -> HexSet:
    """CTL-5.4: the German ZOC if these units were not there."""
    zone, table, gone = NONE, s.world.chart.zoc, set(units)
    for u in s.world.by_side[GERMAN]:
        h = s.at[u]
        if h >= 0 and u not in gone and s.combat(u) and not s.disrupted[u]:
            zone |= table[s.world.counters[u].arm][h]
    return zone


def zone_of(s: State, units: tuple[Unit, ...], hex: int) -> HexSet:
    """CTL-5.4: the ZOC of units that are ready, if they stood there."""
    table = s.world.chart.zoc
    out = NONE
    for u in units:
        if not s.disrupted[u]:
            out |= table[s.world.counters[u].arm][hex]
    return out
