"""The scripted player of Crossing the Line: which chapter of judgement answers which step of play."""

from __future__ import annotations

from random import Random
from typing import Any

from msgspec.structs import replace

from ...board.names import Side as AnySide
from ...geometry.hexes import Hex
from ...kernel.frame import Action
from ...kernel.offers import Offers
from ...kernel.play import check
from ...kernel.system import System
from ...kernel.view import View
from ...systems.crossing_the_line import actions
from ...systems.crossing_the_line.acting import Confirm
from ...systems.crossing_the_line.activation import Active
from ...systems.crossing_the_line.arrivals import Arrivals
from ...systems.crossing_the_line.assignment import Assigning
from ...systems.crossing_the_line.dice import Snafu
from ...systems.crossing_the_line.headquarters import HqDisplacement
from ...systems.crossing_the_line.losses import Retreat, SecondHit, TakeLoss
from ...systems.crossing_the_line.marching import Movement
from ...systems.crossing_the_line.movement import spent
from ...systems.crossing_the_line.reaction import ReactionAttempt
from ...systems.crossing_the_line.reorganization import Reorganization
from ...systems.crossing_the_line.replacements import Spending
from ...systems.crossing_the_line.sequence import Option
from ...systems.crossing_the_line.stacking import Displace, RemoveSurplus
from ...systems.crossing_the_line.state import State
from ...systems.crossing_the_line.supply import in_supply
from ...systems.crossing_the_line.victory_plan import InspectPlan
from . import orders, replies, upkeep
from .ground import Ground
from .ways import Ways

LEAST = 0.8
"""What a formation must be able to do to be activated."""


class Mind:
    """Judges one decision at a time, in some world that looks like what its side sees. It remembers only where the stack on
    the move is to go."""

    def __init__(self) -> None:
        self.way: tuple[Hex, ...] = ()
        self.sneak = False

    def choose(self, system: System[Any], view: View, offers: Offers[Any], rng: Random) -> Action:
        if self.way and (step := self.next_step(offers)):
            return step
        self.way = ()
        s = supposed(system.resample(view, rng), view.side)
        a = self.answer(s)
        if a is not None and check(s, a) is None:
            return a
        self.way = ()
        return fallback(s, offers, rng)

    def next_step(self, offers: Offers[Any]) -> Action | None:
        """The next hex of the way, if the stack is still on it."""
        if not any(isinstance(a, actions.Stop) for a in offers.forward):
            return None
        step: Action = actions.Infiltrate(self.way[0]) if self.sneak else actions.Enter(self.way[0])
        if step not in offers.forward:
            return None
        self.way = self.way[1:]
        return step

    def answer(self, s: State) -> Action | None:
        frame = s.frames[-1]
        match frame:
            case Option():
                return option(s, frame)
            case Active():
                return self.act(s, frame)
            case Movement():
                return self.march(s, frame)
            case ReactionAttempt():
                return replies.reaction(s, frame)
            case Snafu():
                return replies.marker(s, frame)
            case TakeLoss():
                return replies.loss(s, frame)
            case SecondHit():
                return replies.second_hit(s, frame)
            case Retreat():
                return replies.retreat(s, frame)
            case HqDisplacement():
                return replies.displaced_hq(s, frame)
            case Displace():
                return replies.displace(s, frame)
            case RemoveSurplus():
                return replies.remove(s, frame)
            case Confirm():
                return actions.GoOn()
            case Assigning():
                return upkeep.assign(s, frame)
            case Spending():
                return upkeep.spend(s, frame)
            case Reorganization():
                return upkeep.reorganize(s, frame)
            case Arrivals():
                return upkeep.arrive(s, frame)
            case InspectPlan():
                return upkeep.inspect(s, frame)
        return None

    def act(self, s: State, frame: Active) -> Action:
        for idea in orders.ranked(s, frame):
            if check(s, idea.action) is None:
                self.way, self.sneak = idea.way, idea.sneak
                return idea.action
        return actions.End()

    def march(self, s: State, frame: Movement) -> Action:
        """A stack on the move goes on to the best place in reach."""
        units, here = frame.movers(s), frame.march.here
        ways = Ways(s, units, here, spent(s, units, frame.march))
        planner = orders.Planner(s, Ground(s, frame.side), (), 0)
        hexes = [h for h in ways.costs if h != here]
        to, _ = planner.best(units, here, hexes, planner.sense(units, here))
        if to == here:
            return actions.Stop()
        way = ways.way(to)
        enter = actions.Enter(way[0])
        if check(s, enter) is not None:
            return actions.Stop()
        self.way, self.sneak = tuple(way[1:]), False
        return enter


def supposed(s: State, side: AnySide) -> State:
    """The enemy as strong as he is likely to be: full at the beginning of a game, later somewhat worn. One world drawn by chance
    would show somebody weak who is not, and that one would be attacked."""
    fresh = s.turn == s.world.scenario.first_turn
    out = bytearray(s.strength)
    for u, counter in enumerate(s.world.counters):
        if counter.side != side and s.at[u] >= 0:
            out[u] = counter.strength if fresh else max(1 - counter.hq, (4 * counter.strength + 2) // 5)
    return replace(s, strength=bytes(out))


def option(s: State, frame: Option) -> Action:
    """The formation with most to do; a side with nothing to do lets the other one act, or passes (CTL-6.2)."""
    ground = Ground(s, frame.side)
    best, chosen = LEAST, -1
    for f, staff in enumerate(s.world.staffs):
        if staff.side is not frame.side or not s.can_activate(f):
            continue
        gain = orders.work(s, ground, f)
        if not in_supply(s, f):
            gain -= 3.0 if s.flipped[f] else 1.0
        gain *= 1 + 0.03 * s.level[f]
        if gain > best:
            best, chosen = gain, f
    if chosen >= 0:
        return actions.Act(s.world.staffs[chosen].id)
    transfer = actions.Transfer()
    return transfer if frame.may_give(s) is None else actions.Pass()


def fallback(s: State, offers: Offers[Any], rng: Random) -> Action:
    """Nothing was thought of: stop, keep, decline or end what can be; else pick."""
    for a in (actions.Stop(), actions.Keep(), actions.Decline(), actions.End(), actions.Pass()):
        if check(s, a) is None:
            return a
    chosen: Action = offers.pick(rng)
    return chosen
