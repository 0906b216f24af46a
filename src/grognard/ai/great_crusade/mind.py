"""The scripted player of The Great Crusade: which chapter of judgement answers which step of play."""

from __future__ import annotations

from random import Random
from typing import Any

from ...kernel.frame import Action
from ...kernel.offers import Offers
from ...kernel.play import check
from ...kernel.system import System
from ...kernel.view import View
from ...systems.great_crusade.actions import Attack, End
from ...systems.great_crusade.air import TacticalAir
from ...systems.great_crusade.airborne import Airborne
from ...systems.great_crusade.crt import Advances, Choice, Exchange, Retreats
from ...systems.great_crusade.fighting import CombatPhase
from ...systems.great_crusade.invasion import Embarkation, Invasion
from ...systems.great_crusade.marching import Movement
from ...systems.great_crusade.replacements import Replacement
from ...systems.great_crusade.setup import Arrange
from ...systems.great_crusade.state import State
from ...systems.great_crusade.supply import AlliedSupply
from ...systems.great_crusade.world import ALLIED
from . import air, allied, fight, german, landing, replies, upkeep
from .orders import Orders

Written = list[tuple[State, Action]]


class Mind:
    """Plans a phase when it begins and says the plan action by action. A plan is a matter of the position alone; if
    the position is not what the plan foresaw, it is made anew."""

    def __init__(self) -> None:
        self.plan: Written = []

    def choose(self, system: System[Any], view: View, offers: Offers[Any], rng: Random) -> Action:
        s: State = system.resample(view, rng)
        if not (self.plan and self.plan[0][0] == s):
            self.plan = think(s)
        if self.plan and self.plan[0][0] == s:
            a = self.plan.pop(0)[1]
            if check(s, a) is None:
                return a
        self.plan = []
        return fallback(s, offers, rng)


def think(s: State) -> Written:
    """What to do from here to the end of this step."""
    o = Orders(s)
    frame = s.frames[-1]
    match frame:
        case Arrange():
            o.go(End())
        case AlliedSupply():
            o.go(upkeep.share(s))
        case Replacement():
            upkeep.recall(o, frame)
        case Invasion():
            landing.choose_area(o)
        case Embarkation():
            landing.embark(o, frame.area)
        case Airborne():
            landing.drop(o)
        case Movement():
            (allied if frame.side is ALLIED else german).move(o)
        case CombatPhase():
            combat(o, frame)
        case TacticalAir():
            air.missions(o)
        case Retreats() | Advances() | Exchange() | Choice():
            o.go(replies.answer(s, frame))
        case _:
            pass
    return o.written


def combat(o: Orders, frame: CombatPhase) -> None:
    """Assign all combats at once; then one resolution at a time, for each changes what follows."""
    if not frame.started and not o.s.combats:
        for a in fight.plan(o.s, frame):
            o.go(a)
    if frame.may_resolve(o.s, 1, False) is not None and not frame.started:
        fight.fill_gaps(o, frame)
    o.go(fight.next_resolution(o.s))


def fallback(s: State, offers: Offers[Any], rng: Random) -> Action:
    """Nothing was planned: end what can be ended, attack with as many as are offered, else pick."""
    if check(s, End()) is None:
        return End()
    attacks = [a for a in offers if isinstance(a, Attack)]
    if attacks:
        return max(attacks, key=lambda a: (len(a.attackers), a.cas))
    a: Action = offers.pick(rng)
    return a
