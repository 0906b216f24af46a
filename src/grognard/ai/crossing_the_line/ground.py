"""The ground in the eyes of one side: what is worth having, how far away it is, where the front runs."""

from __future__ import annotations

from functools import cached_property

from ...board import data
from ...board.names import Units
from ...geometry.hexes import Hex
from ...geometry.hexset import NONE, HexSet, each, of
from ...systems.crossing_the_line.chart import GERMAN, US, Side
from ...systems.crossing_the_line.control import takes
from ...systems.crossing_the_line.stacking import limit
from ...systems.crossing_the_line.state import State, rearranged
from ...systems.crossing_the_line.victory import plan
from ...systems.crossing_the_line.world import Formation
from .avenues import VP, Avenues, shelters, zone_of
from .posts import Posts

FAR = 60

AACHEN = 4.0
"""What each hex of the city is worth where it decides a game, in VPs: it takes long to come there."""

TOUCH = 1.5
"""What it is worth to stand next to an enemy who is in the way, in hexes of free march: again for each of two other stacks there,
for they support one another (CTL-7.5.1.2g)."""


def objectives(s: State) -> dict[Hex, float]:
    """By hex: what it is worth to control it at the end. Without a known plan, the mean of all three."""
    scenario, grid = s.world.scenario, s.world.grid
    out: dict[Hex, float] = {}
    for number in scenario.goals:
        out[grid.hex(number)] = 10.0
    for value, numbers in scenario.vp.items():
        for number in numbers:
            out[grid.hex(number)] = float(value)
    if scenario.vp:  # CTL-10.2f: one of them, held at the end, wins the day
        out |= dict.fromkeys(each(s.world.chart.aachen & ~of(out)), AACHEN)
    if scenario.campaign or scenario.study:
        rows = list(data.rows(s.world.tables["victory_plans"]))
        known = [r for r in rows if r["plan"] == plan(s)] or rows
        for number in ("2609", "4110", "4120", "3509"):
            out[grid.hex(number)] = 2.0 * sum(r[number] for r in known) / len(known)
        roer = 2.0 * sum(r["roer"] for r in known) / len(known)
        for h in each(s.world.chart.roer_area):
            out[h] = roer
    return {h: worth for h, worth in out.items() if s.world.chart.within >> h & 1}


class Ground:
    """A position as one side sees it; nothing in it changes."""

    def __init__(self, s: State, side: Side) -> None:
        self.s, self.side, self.enemy = s, side, side.enemy
        self.world, self.chart, self.field = s.world, s.world.chart, s.field
        self.worth = objectives(s)
        self._posts: dict[Units, Posts] = {}
        self._commanded: dict[Formation, HexSet] = {}

    # ---- distances

    def steps_from(self, sources: HexSet) -> list[int]:
        """By hex: how many steps this side's units are away from the nearest source, whoever stands between."""
        links = self.chart.links[self.side]
        out = [FAR] * self.chart.grid.size
        seen = edge = sources & self.chart.within
        steps = 0
        while edge:
            for h in each(edge):
                out[h] = steps
            edge = links.ring(edge) & self.chart.within & ~seen
            seen |= edge
            steps += 1
        return out

    @cached_property
    def gap(self) -> list[int]:
        """Steps to the nearest enemy combat unit."""
        return self.steps_from(self.field.manned[self.enemy])

    @cached_property
    def wanted(self) -> HexSet:
        """The objectives that the US side does not have yet."""
        goals = self.world.scenario.goals
        if goals:
            return of(h for h in self.worth if self.field.manned[GERMAN] >> h & 1) or of(self.worth)
        return of(h for h in self.worth if h in self.world.tracks and not self.s.controls(US, Hex(h)))

    @cached_property
    def to_goal(self) -> list[int]:
        """By hex: what it costs the US side to come to the objective that is best for that; a rich one counts as if it lay
        nearer."""
        sources: dict[int, HexSet] = {}
        for h, worth in self.hopes.items():
            handicap = round((15 - min(worth, 15.0)) / 2)
            sources[handicap] = sources.get(handicap, NONE) | 1 << h
        return self.avenues.go(sources)

    @cached_property
    def hopes(self) -> dict[Hex, float]:
        """What the US side may still win, by hex."""
        return {h: self.worth[h] for h in each(self.wanted)}

    @cached_property
    def avenues(self) -> Avenues:
        return Avenues(self.s)

    @cached_property
    def hanging(self) -> tuple[dict[int, float], float]:
        return self.avenues.weights(self.hopes)

    @property
    def weights(self) -> dict[int, float]:
        """By hex: how many VPs hang on it that nobody bars it (see `Avenues.weights`)."""
        return self.hanging[0]

    @property
    def hope(self) -> float:
        """How many VPs the US side may still hope for."""
        return self.hanging[1]

    def hope_after(self, units: Units, to: Hex) -> float:
        """The same, if these units went there."""
        return Avenues(rearranged(self.s, units, to)).weights(self.hopes)[1]

    def posts(self, units: Units) -> Posts:
        """The ground as it is without these German units."""
        if units not in self._posts:
            self._posts[units] = Posts(self, units)
        return self._posts[units]

    # ---- a hex

    @cached_property
    def shelters(self) -> list[int]:
        return shelters(self.world)

    def shelter(self, h: int) -> int:
        """How much the terrain helps a defender, from 0."""
        return self.shelters[h]

    def commanded(self, f: Formation) -> HexSet:
        """Where a unit of this formation would be in command, as all stand now: a path may end in an EZOC (CTL-5.8e)."""
        found = self._commanded.get(f)
        if found is None:
            reach = self.world.staffs[f].range
            ring = self.chart.links[self.side].ring
            found = self.field.reach(f, reach) | ring(self.field.reach(f, reach - 1))
            self._commanded[f] = found
        return found

    @cached_property
    def counts(self) -> tuple[dict[int, int], dict[int, int]]:
        """By hex: how many own AFV types and infantry types."""
        out: tuple[dict[int, int], dict[int, int]] = ({}, {})
        for h, stack in self.field.stacks[self.side].items():
            for u in stack:
                if self.s.combat(u):
                    kind = out[self.world.counters[u].arm == "at"]
                    kind[h] = kind.get(h, 0) + 1
        return out

    def crowded(self, tanks: int, guns: int) -> HexSet:
        """CTL-5.3.1a: the hexes without room for so many more."""
        out = NONE
        for arm, count, more in (("tank", self.counts[0], tanks), ("at", self.counts[1], guns)):
            if more:
                out |= of(Hex(h) for h, n in count.items() if n + more > limit(self.s, arm))
        return out

    # ---- what it is worth to stand there

    @cached_property
    def appeal(self) -> list[float]:
        """By hex, for US units: forward to the objectives, up to the enemy."""
        out = [0.15 * shelter - far for shelter, far in zip(self.shelters, self.to_goal)]
        for h in each(self.wanted):
            out[h] += self.worth[h] / 2
        stands = self.field.manned[self.side]
        for at in each(self.field.manned[self.enemy]):
            around = self.chart.near[at]
            mates = sum(stands >> h & 1 for h in around)
            for h in around:
                others = mates - (stands >> h & 1)
                out[h] += TOUCH * (1 + min(2, others)) if at in self.weights else TOUCH / 2
        return out

    # ---- objectives that change hands (CTL-9.1)

    @cached_property
    def lost(self) -> HexSet:
        """The objectives that the enemy controls, and that none of his combat units stands on."""
        world, s = self.world, self.s
        goals = of(h for h in self.worth if h in world.tracks and not s.controls(self.side, h))
        return goals & ~self.field.manned[self.enemy]

    @cached_property
    def ripe(self) -> HexSet:
        """Where a unit may have to stand to take one of them."""
        return self.lost | self.chart.steps.ring(self.lost)

    def taking(self, units: Units, to: Hex) -> float:
        """CTL-9.1b: what it is worth, in SPs, that control changes if these units come there. It may be lost again."""
        there = takes(rearranged(self.s, units, to), self.side)
        last = self.s.turn >= self.world.scenario.last_turn
        return VP * (1.0 if last else 0.6) * sum(self.worth.get(h, 0.0) for h in there)

    @cached_property
    def guards(self) -> dict[Hex, int]:
        """By objective of ours that enemies are near to: how many stacks stand on it or project a ZOC into it."""
        s, side = self.s, self.side
        near = [h for h in self.worth if h in self.world.tracks and s.controls(side, h) and self.gap[h] <= 6]
        out = dict.fromkeys(near, 0)
        for at, stack in self.field.stacks[side].items():
            units = tuple(u for u in stack if s.combat(u))
            zone = zone_of(s, units, at) | 1 << at if units else NONE
            for h in near:
                out[h] += zone >> h & 1
        return out

    def guarded(self, units: Units, here: Hex) -> list[tuple[Hex, float]]:
        """The objectives that nobody guards but these units, with what it is worth to guard them."""
        mates = [u for u in self.s.fighters(here, self.side) if u not in units]
        if mates or not self.guards:
            return []
        zone = zone_of(self.s, units, here) | 1 << here
        last = self.s.turn >= self.world.scenario.last_turn
        share = VP * (0.6 if last else 0.3)
        return [(h, share * self.worth[h]) for h, n in self.guards.items() if n == 1 and zone >> h & 1]
