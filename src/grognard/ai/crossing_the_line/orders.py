"""What to do with Action Points: attack, move, refit, improve, bring the HQ up (CTL-7.2)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ...board.names import Unit, Units
from ...geometry.hexes import Hex
from ...kernel.frame import Action
from ...systems.crossing_the_line import actions, headquarters
from ...systems.crossing_the_line.acting import price_of
from ...systems.crossing_the_line.actions import Posture
from ...systems.crossing_the_line.activation import Activation, Active
from ...systems.crossing_the_line.chart import GERMAN, US
from ...systems.crossing_the_line.state import State
from ...systems.crossing_the_line.strength import Assault
from ...systems.crossing_the_line.supply import in_command
from ...systems.crossing_the_line.world import Formation
from .assault import value
from .ground import CROWD, Ground
from .ways import Ways

ENOUGH = 0.35
"""What an AP must bring, in SPs, to be spent."""

STRAY = 5.0
"""How bad it is to stand out of command."""


class Idea(NamedTuple):
    """An Action, what it promises, what it costs, and the way of a move."""

    action: Action
    gain: float
    cost: int
    way: tuple[Hex, ...] = ()

    @property
    def rate(self) -> float:
        return self.gain / (0.2 + self.cost)


class Planner:
    """The Actions of one formation, or of those who won a battle, as the position is now."""

    def __init__(self, s: State, ground: Ground, pool: Units, points: int, thorough: bool = True) -> None:
        self.s, self.ground, self.points, self.thorough = s, ground, points, thorough
        self.side = ground.side
        self.stacks: dict[Hex, list[Unit]] = {}
        self.shaken: list[Unit] = []
        for u in pool:
            if s.disrupted[u]:
                self.shaken.append(u)
            else:
                self.stacks.setdefault(s.hex(u), []).append(u)

    def price(self, what: str, units: Units) -> int:
        return price_of(self.s, what, all(in_command(self.s, u) for u in units))

    def ideas(self) -> Iterator[Idea]:
        yield from self.attacks()
        yield from self.moves()
        yield from self.refits()
        yield from self.improvements()

    # ---- attacks

    def attacks(self) -> Iterator[Idea]:
        s, manned = self.s, self.s.field.manned[self.side.enemy]
        for hex, able in self.stacks.items():
            targets = [h for h in s.world.chart.near[hex] if manned >> h & 1]
            if not targets:
                continue
            units = tuple(able)
            commanded = all(in_command(s, u) for u in units)
            for to in targets:
                for posture in Posture if commanded else (Posture.HASTY,):
                    cost = self.price(posture, units)
                    if cost <= self.points:
                        x = Assault(self.side, units, hex, to, posture)
                        yield Idea(actions.Attack(units, to, posture), value(self.ground, x), cost)

    # ---- moves

    def moves(self) -> Iterator[Idea]:
        for hex, able in self.stacks.items():
            together = tuple(able)
            sets = [together] if len(able) == 1 or not self.thorough else [together, *((u,) for u in able)]
            for units in sets:
                cost = self.price("move", units)
                if cost <= self.points:
                    idea = self.move(hex, units, cost)
                    if idea is not None:
                        yield idea

    def move(self, hex: Hex, units: Units, cost: int) -> Idea | None:
        """The best place in reach."""
        ways = Ways(self.s, units, hex)
        to, gain = self.best(units, hex, ways)
        if to == hex or gain < 0.5:
            return None
        gain = min(gain, 6.0) * (0.3 + 0.25 * len(units))
        if hex in self.s.improved:
            gain -= 1.0
        return Idea(actions.Move(units), gain, cost, tuple(ways.way(to)))

    def best(self, units: Units, here: Hex, ways: Ways) -> tuple[Hex, float]:
        """The place in reach where these units would stand best, with room for them, and how much better than here."""
        ground = self.ground
        guns = sum(self.s.counter(u).arm == "at" for u in units)
        full = ground.crowded(len(units) - guns, guns) & ~(1 << here)
        f = self.s.formation(units[0])
        commanded = ground.commanded(f) if f is not None else 0
        appeal, n = ground.appeal, len(units)
        now = appeal[here] + ground.company(here, here, n) - (0 if commanded >> here & 1 else STRAY)
        best, to = now, here
        for h in ways.costs:
            if full >> h & 1 or appeal[h] + CROWD * n <= best:
                continue
            there = appeal[h] + ground.company(here, h, n) - (0 if commanded >> h & 1 else STRAY)
            if there > best and h != here:
                best, to = there, Hex(h)
        return to, best - now

    # ---- the rest

    def refits(self) -> Iterator[Idea]:
        """A unit that is not in danger waits for the next Recovery Segment."""
        for u in self.shaken:
            if in_command(self.s, u) and self.points >= 1:
                passes = self.s.effectiveness(u) / 10
                danger = 1.5 if self.ground.gap[self.s.at[u]] <= 2 else 0.5
                yield Idea(actions.Refit(u), passes * danger, 1)

    def improvements(self) -> Iterator[Idea]:
        """Those who hold ground near the enemy dig in; the attacker seldom does."""
        eager = 1.0 if self.side is GERMAN else 0.4
        for hex in self.stacks:
            if self.ground.gap[hex] <= 2 and hex not in self.s.improved and self.points >= 1:
                yield Idea(actions.Improve(hex), eager * (1 + 0.1 * self.ground.shelter(hex)), 1)


def relocation(s: State, ground: Ground, f: Formation, points: int) -> Idea | None:
    """Bring the HQ up to its units, or out of the enemy's way, where it costs nothing but AP (CTL-7.4)."""
    staff = s.world.staffs[f]
    if not s.on_map(staff.hq) or staff.relocation > points:
        return None
    units = [s.hex(u) for u in s.members(f)]
    if not units:
        return None
    grid = s.world.grid

    def trouble(h: Hex) -> float:
        far = [grid.distance(h, x) for x in units]
        out = sum(max(0, steps - staff.range + 2) for steps in far) / len(far) + 0.1 * sum(far) / len(far)
        if ground.side is US:
            out += 0.15 * max(0.0, ground.to_goal[h])
        return out + (4.0 if ground.gap[h] <= 2 else 0.0)

    now = trouble(s.hex(staff.hq))
    best: tuple[float, Hex] | None = None
    for h in headquarters.refuges(s, staff.hq):
        gain = now - trouble(h)
        if gain > 1.0 and (best is None or gain > best[0]):
            if headquarters.toll(s, staff.hq, h).clause == "CTL-5.3.2c":
                best = (gain, h)
    if best is None:
        return None
    return Idea(actions.Relocate(staff.hq, best[1]), 1.2 * best[0], staff.relocation)


def ranked(s: State, frame: Active) -> list[Idea]:
    """What could be done now, the best first; only what brings enough."""
    ground = Ground(s, frame.side)
    points = frame.purse(s)
    found = list(Planner(s, ground, frame.pool(s), points).ideas())
    if isinstance(frame, Activation):
        idea = relocation(s, ground, frame.formation, points)
        if idea is not None:
            found.append(idea)
    good = [x for x in found if x.rate >= ENOUGH]
    return sorted(good, key=lambda x: -x.rate)


def work(s: State, ground: Ground, f: Formation) -> float:
    """How much a formation could do if it were activated now."""
    points = 5
    planner = Planner(s, ground, s.members(f), points, thorough=False)
    gains = sorted((x.gain for x in planner.ideas() if x.rate >= ENOUGH), reverse=True)
    return sum(gains[:4])


__all__ = ["Idea", "Planner", "ranked", "relocation", "work"]
