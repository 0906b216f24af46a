"""The ground in the eyes of one side: what is worth having, how far away it is, where the front runs."""

from __future__ import annotations

from functools import cached_property, lru_cache

from ...board import data
from ...geometry.hexes import Hex
from ...geometry.hexset import NONE, HexSet, each, of
from ...systems.crossing_the_line.chart import GERMAN, US, Side
from ...systems.crossing_the_line.stacking import limit
from ...systems.crossing_the_line.state import State
from ...systems.crossing_the_line.victory import plan
from ...systems.crossing_the_line.world import Formation, Theatre

FAR = 60
CROWD = 0.25
LINES = "ABCDE"  # CTL-3.1.1d: of rising help to the defender


def objectives(s: State) -> dict[Hex, float]:
    """By hex: what it is worth to control it at the end. Without a known plan, the mean of all three."""
    scenario, grid = s.world.scenario, s.world.grid
    out: dict[Hex, float] = {}
    for number in scenario.goals:
        out[grid.hex(number)] = 10.0
    for value, numbers in scenario.vp.items():
        for number in numbers:
            out[grid.hex(number)] = float(value)
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
    def to_goal(self) -> list[float]:
        """By hex: steps to the objective that is best for its distance; a rich one counts as if it lay nearer."""
        links = self.chart.links[self.side]
        best = [float(FAR)] * self.chart.grid.size
        by_worth: dict[float, HexSet] = {}
        for h in each(self.wanted):
            by_worth[self.worth[h]] = by_worth.get(self.worth[h], NONE) | 1 << h
        for worth, sources in by_worth.items():
            bonus = min(worth, 15.0) / 3
            seen = edge = sources
            steps = 0
            while edge:
                for h in each(edge):
                    if steps - bonus < best[h]:
                        best[h] = steps - bonus
                edge = links.ring(edge) & self.chart.within & ~seen
                seen |= edge
                steps += 1
        return best

    @cached_property
    def held_goals(self) -> list[tuple[Hex, float]]:
        """German objectives in danger, each with its worth and how near the enemy is."""
        gap = self.gap
        return [(h, self.worth[h] / (2 + gap[h])) for h in each(self.wanted) if gap[h] <= 8]

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
        """By hex. A unit that counts itself among its neighbours makes up for that with `company`."""
        return self.for_us() if self.side is US else self.for_germans()

    def for_us(self) -> list[float]:
        """Forward to the objectives, up to the enemy."""
        out = [0.15 * shelter - far for shelter, far in zip(self.shelters, self.to_goal)]
        for h in each(self.wanted):
            out[h] += self.worth[h] / 2
        for n, gap in enumerate(self.gap):
            if gap == 1:
                out[n] += 0.8
        return out

    def for_germans(self) -> list[float]:
        """Before what is in danger, in good ground, not all in one place."""
        out = [0.6 * x - 0.35 * max(0, gap - 2) for x, gap in zip(self.shelters, self.gap)]
        ring = self.chart.links[self.side].ring
        for goal, danger in self.held_goals:
            seen = edge = 1 << goal
            for steps in range(4):
                for h in each(edge):
                    out[h] += danger * (4 - steps) / 2
                edge = ring(edge) & ~seen
                seen |= edge
        for h in each(self.wanted):
            if self.gap[h] <= 4:
                out[h] += 1.0
        for at, stack in self.field.stacks[self.side].items():
            n = sum(self.s.combat(u) for u in stack)
            for x in (at, *self.chart.near[at]):
                out[x] -= CROWD * n
        return out

    def company(self, here: int, to: int, n: int) -> float:
        """What units on the move would count twice."""
        if self.side is US or not (to == here or to in self.chart.near[here]):
            return 0.0
        return CROWD * n


@lru_cache(maxsize=64)
def shelters(world: Theatre) -> list[int]:
    terrain = world.chart.terrain
    return [
        LINES.index(terrain[Hex(h)].line) if Hex(h) in terrain else 0 for h in range(world.chart.grid.size)
    ]
