"""What to do with Action Points: attack, move, refit, improve, bring the HQ up (CTL-7.2)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from ...board.names import Unit, Units
from ...geometry.hexes import Hex
from ...kernel.frame import Action
from ...systems.crossing_the_line import actions, headquarters
from ...systems.crossing_the_line.acting import price_of
from ...systems.crossing_the_line.actions import Posture
from ...systems.crossing_the_line.activation import Activation, Active
from ...systems.crossing_the_line.chart import GERMAN, US
from ...systems.crossing_the_line.movement import prohibited
from ...systems.crossing_the_line.state import State
from ...systems.crossing_the_line.strength import Assault
from ...systems.crossing_the_line.supply import in_command
from ...systems.crossing_the_line.world import Formation
from .assault import value
from .avenues import VP, hold, zone_of
from .ground import Ground
from .ways import Ways

ENOUGH = 0.35
"""What an AP must bring, in SPs, to be spent."""

STRAY = {US: 2.0, GERMAN: 1.0}
"""How bad it is to stand out of command; Germans bar a way there all the same."""

DISMAY = 1.5
"""What it costs that a unit is disrupted while it infiltrates (CTL-7.3.4d)."""

CLOSER = 2
"""How many posts are looked at more closely."""

PACE = 0.3
"""What it is worth to the US side to come a hex nearer to an objective, for a stack of three."""


class Idea(NamedTuple):
    """An Action, what it promises, what it costs, and the way of a move."""

    action: Action
    gain: float
    cost: int
    way: tuple[Hex, ...] = ()
    sneak: bool = False  # the one step of the way is an infiltration (CTL-7.3.4)

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
        """The best place in reach; or one between the enemy's units, if it is worth the risk."""
        ways = Ways(self.s, units, hex)
        sense = self.sense(units, hex)
        there = [h for h in ways.costs if h != hex]
        to, gain = (self.barred if self.side is GERMAN else self.best)(units, hex, there, sense)
        sneak_to, luck = self.best(units, hex, self.between(units, hex), sense)
        passes = min(self.s.effectiveness(u) for u in units) / 10
        luck = luck * passes - (1 - passes) * DISMAY * len(units)
        if luck > max(gain, 0.6):
            return Idea(actions.Move(units), min(luck, 5.0), cost, (sneak_to,), True)
        if to == hex or gain < 0.3:
            return None
        return Idea(actions.Move(units), min(gain, 5.0), cost, tuple(ways.way(to)))

    def best(
        self, units: Units, here: Hex, hexes: list[Hex], sense: Callable[[Hex], float]
    ) -> tuple[Hex, float]:
        """The place among these where these units would stand best, with room for them, and how much better than here."""
        if not hexes:
            return here, 0.0
        ground = self.ground
        guns = sum(self.s.counter(u).arm == "at" for u in units)
        full = ground.crowded(len(units) - guns, guns) & ~(1 << here)
        now = sense(here)
        best, to = now, here
        for h in hexes:
            if not full >> h & 1 and (there := sense(h)) > best:
                best, to = there, h
        return to, best - now

    def barred(
        self, units: Units, here: Hex, hexes: list[Hex], sense: Callable[[Hex], float]
    ) -> tuple[Hex, float]:
        """The same for Germans: of some good posts the one that leaves the US side least to hope for, whatever way it takes then."""
        ground = self.ground
        left = hexes
        now, to, most = sense(here), here, 0.0
        rest = now - VP * ground.posts(units).barring(here)
        for _ in range(CLOSER):
            h, gain = self.best(units, here, left, sense)
            if h == here or gain < 0.3:
                break
            calm = sense(h) - VP * ground.posts(units).barring(h) - rest
            gain = min(gain, calm + VP * (ground.hope - ground.hope_after(units, h)))
            if gain > most:
                to, most = h, gain
            left = [x for x in left if x != h]
        return to, most

    def between(self, units: Units, here: Hex) -> list[Hex]:
        """CTL-7.3.4a, e: where they could infiltrate to."""
        s, f = self.s, self.s.field
        zone = f.zoc[self.side.enemy]
        if not zone >> here & 1 or not all(in_command(s, u) for u in units):
            return []
        barred = f.held[self.side.enemy] | f.blocked[self.side]
        return [
            h
            for h in s.world.chart.near[here]
            if zone >> h & 1 and not barred >> h & 1 and prohibited(s, self.side, here, h) is None
        ]

    def sense(self, units: Units, here: Hex) -> Callable[[Hex], float]:
        """What it is worth, in SPs, that these units stand in a hex."""
        ground, s = self.ground, self.s
        f = s.formation(units[0])
        commanded = ground.commanded(f) if f is not None else 0
        post = ground.posts(units).value if self.side is GERMAN else self.front(units, here)
        ripe = ground.ripe

        def value(h: Hex) -> float:
            out = post(h) - (0 if commanded >> h & 1 else STRAY[self.side])
            return out + ground.taking(units, h) if ripe >> h & 1 else out

        return value

    def front(self, units: Units, here: Hex) -> Callable[[int], float]:
        """Of US units: forward, but nobody leaves alone what only he guards."""
        appeal, share = self.ground.appeal, PACE * (0.3 + 0.25 * len(units))
        guarded = self.ground.guarded(units, here)
        if not guarded:
            return lambda h: appeal[h] * share

        def value(h: int) -> float:
            zone = zone_of(self.s, units, h) | 1 << h
            return appeal[h] * share + sum(worth for g, worth in guarded if zone >> g & 1)

        return value

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
        s, ground = self.s, self.ground
        for hex, units in self.stacks.items():
            if ground.gap[hex] > 2 or hex in s.improved or self.points < 1:
                continue
            if self.side is GERMAN:
                stands = hold(s, tuple(units), hex)
                gain = 0.6 if ground.gap[hex] == 1 else 0.3
                yield Idea(actions.Improve(hex), gain + 0.3 * VP * ground.weights.get(hex, 0.0) * stands, 1)
            else:
                yield Idea(actions.Improve(hex), 0.4 * (1 + 0.1 * ground.shelter(hex)), 1)


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


def work(s: State, ground: Ground, f: Formation, points: int = 5) -> float:
    """How much a formation could do with so many AP if it were activated now; a hex or a stack does no more than one thing."""
    planner = Planner(s, ground, s.members(f), points, thorough=False)
    out, left = 0.0, points
    busy: set[object] = set()
    for x in sorted((x for x in planner.ideas() if x.rate >= ENOUGH), key=lambda x: -x.rate):
        who = whose(s, x.action)
        if x.cost <= left and who not in busy:
            out += x.gain
            left -= x.cost
            busy.add(who)
    return out


def whose(s: State, a: Action) -> object:
    match a:
        case actions.Move(units=units) | actions.Attack(units=units):
            return s.at[units[0]]
        case actions.Improve(hex=hex):
            return hex
    return a


__all__ = ["Idea", "Planner", "ranked", "relocation", "work"]
