"""The sequence of play (CTL-2, CTL-4): turns, Ops Phases, Ops Cycles, and the one formation of First Blood."""

from __future__ import annotations

from typing import Any, ClassVar

from msgspec.structs import replace

from ...board.names import Side as AnySide
from ...kernel.breach import Breach
from ...kernel.draft import Draft
from ...kernel.frame import Call, Done, Next, Over, Step
from ...kernel.offers import Offers
from . import actions, starts
from .activation import FormationActivation
from .admin import AdminPhase
from .asking import Asked, Steps
from .chart import GERMAN, US, Side
from .control import happen
from .dice import EVERY, Dice
from .events import InitiativeTransferred, InitiativeWon, MarkerSet, OpsBegan, Passed, TurnBegan
from .state import State
from .victory import end, not_cleared

ACT, PASS = "act", "pass"


class Game(Steps, frozen=True, kw_only=True):
    """CTL-2a to c, CTL-10b: a set-up, then turns; the first begins with the Ops Phase."""

    STEPS: ClassVar[tuple[str, ...]] = ("set_up", "turns")

    def set_up(self, d: Draft[State], _: Any) -> None:
        if not d.s.world.scenario.study:
            starts.deploy(d)

    def turns(self, d: Draft[State], _: Any) -> Step:
        return Call(self, FirstBlood() if d.s.world.scenario.solo else Turns())

    def finish(self, d: Draft[State], result: Any) -> Step:
        return Over()


class Turns(Steps, frozen=True, kw_only=True):
    """CTL-2b, CTL-4, CTL-7.8: an Admin Phase but on the first turn, an Ops Phase, the next turn."""

    STEPS: ClassVar[tuple[str, ...]] = ("admin_phase", "ops_phase", "end_turn")

    def admin_phase(self, d: Draft[State], _: Any) -> Step | None:
        return Call(self, AdminPhase()) if d.s.turn > d.s.world.scenario.first_turn else None

    def ops_phase(self, d: Draft[State], _: Any) -> Step:
        return Call(self, OpsPhase())

    def end_turn(self, d: Draft[State], _: Any) -> Step:
        """CTL-4.3, CTL-4c. Edges and ground that open with the turn can give control (CTL-9.1b, CTL-3.1.4c, CTL-7.3.8a)."""
        if d.s.turn >= d.s.world.scenario.last_turn:
            end(d)
            return Over()
        happen(d, TurnBegan(d.s.turn + 1))
        return replace(self, at=0).go_on(d, None)


class FirstBlood(Steps, frozen=True, kw_only=True):
    """CTL-10.1b, c, f: one formation is activated again and again, a fixed number of times at most; there is no Admin Phase."""

    STEPS: ClassVar[tuple[str, ...]] = ("activation",)

    def activation(self, d: Draft[State], _: Any) -> Step | None:
        scenario = d.s.world.scenario
        f = d.s.world.formations[scenario.formation]
        if d.s.used >= scenario.activations or not d.s.can_activate(f):
            not_cleared(d)
            return Over()
        return Call(self.again(), FormationActivation(side=US, formation=f))


class OpsPhase(Steps, frozen=True, kw_only=True):
    """CTL-2d, CTL-4.2, CTL-6b: Ops Cycles, until both sides have passed or nobody can activate anything."""

    STEPS: ClassVar[tuple[str, ...]] = ("begin", "cycles")
    first: bool = False  # CTL-6.1h: of the game, so that the US side has the initiative

    def begin(self, d: Draft[State], _: Any) -> Next:
        """CTL-6.1c, CTL-8a."""
        d.emit(OpsBegan())
        scenario = d.s.world.scenario
        return Next(replace(self, first=d.s.turn == scenario.first_turn))

    def cycles(self, d: Draft[State], _: Any) -> Step | None:
        s = d.s
        able = any(s.can_activate(f) for f in range(len(s.world.staffs)))
        if all(s.passed) or not able:
            return None
        return Call(replace(self, first=False).again(), OpsCycle(granted=self.first))


def passed(s: State, side: Side) -> bool:
    return s.passed[side is GERMAN]


class OpsCycle(Steps, frozen=True, kw_only=True):
    """CTL-6a, CTL-4.2.1, CTL-4.2.2, CTL-4.2.3: who has the initiative, what he does with it, and the activation."""

    STEPS: ClassVar[tuple[str, ...]] = ("roll", "win", "option", "receiver", "act")
    granted: bool = False
    side: Side = US

    def roll(self, d: Draft[State], _: Any) -> Step | Next:
        """CTL-6.1h, j, CTL-6.2g: nobody rolls where the scenario grants the initiative, or one side has passed."""
        s = d.s
        if self.granted:
            d.emit(MarkerSet(GERMAN, s.world.tables["initiative"]["flipped"]))
            d.emit(InitiativeWon(US, 0, 0))
            return Next(replace(self, side=US))
        if any(s.passed):
            side = GERMAN if s.passed[0] else US
            d.emit(InitiativeWon(side, 0, 0))
            return Next(replace(self, side=side))
        return Call(self, Dice((US, GERMAN), (EVERY, EVERY), "CTL-6.1a"))

    def win(self, d: Draft[State], dice: tuple[int, ...] | None) -> Next:
        """CTL-6.1a, b, d to g."""
        if dice is None:
            return Next(self)
        us, german = self.totals(d.s, dice)
        side = US if us >= german else GERMAN
        d.emit(InitiativeWon(side, us, german))
        d.emit(marker_after(d.s, side))
        return Next(replace(self, side=side))

    def totals(self, s: State, dice: tuple[int, ...]) -> tuple[int, int]:
        """CTL-6.1a: of the US side, and of the German."""
        us = dice[0] + s.interdiction + (s.box if s.marker is US else 0)
        return us, dice[1] + (s.box if s.marker is GERMAN else 0)

    def option(self, d: Draft[State], _: Any) -> Step:
        return Call(self, Option(self.side, not passed(d.s, self.side.enemy)))

    def receiver(self, d: Draft[State], choice: Any) -> Step | Next:
        """CTL-6.2c to e."""
        if not isinstance(choice, actions.Transfer):
            return Next(self, choice)
        d.emit(InitiativeTransferred(self.side.enemy))
        me = replace(self, side=self.side.enemy)
        return Call(me, Option(me.side, False, received=True))

    def act(self, d: Draft[State], choice: Any) -> Step:
        if not isinstance(choice, actions.Act):
            d.emit(Passed(self.side))
            return Done()
        formation = d.s.world.formations[choice.formation]
        return Call(self, FormationActivation(side=self.side, formation=formation))


def marker_after(s: State, winner: Side) -> MarkerSet:
    """CTL-6.1d to g: the loser gets the marker, on 2 if it was not his, else one box higher while there is one."""
    table = s.world.tables["initiative"]
    loser, boxes = winner.enemy, list(table["boxes"])
    if s.marker is not loser:
        return MarkerSet(loser, table["flipped"])
    return MarkerSet(loser, boxes[min(boxes.index(s.box) + 1, len(boxes) - 1)])


class Option(Asked, frozen=True):
    """CTL-6.2: act, transfer or pass."""

    clause: ClassVar[str] = "CTL-6.2a"
    may_transfer: bool
    received: bool = False

    def check(self, s: State, a: Any) -> Breach | None:
        match a:
            case actions.Pass():
                return None
            case actions.Transfer():
                return self.may_give(s)
            case actions.Act(formation=name):
                return self.may_activate(s, name)
        return self.no("activate a formation, transfer the initiative, or pass")

    def may_give(self, s: State) -> Breach | None:
        """CTL-6.2c, d."""
        if self.received:
            return Breach("CTL-6.2d", "the initiative was transferred to you: act or pass")
        if not self.may_transfer:
            return Breach("CTL-6.2c", "the other side has passed")
        return None

    def may_activate(self, s: State, name: str) -> Breach | None:
        """CTL-6c, CTL-6.3.1b; CTL-6.3.3c: naming an unsupplied formation is the wish to spend Emergency Supply."""
        f = s.world.formations.get(name)
        if f is None or s.world.staffs[f].side is not self.side:
            return Breach("CTL-6.2b", f"you have no formation {name!r}")
        staff = s.world.staffs[f]
        if not s.on_map(staff.hq):
            return Breach("CTL-6c", f"the HQ of {staff.name} is not on the map")
        if not s.level[f]:
            return Breach("CTL-6.3.1b", f"{staff.name} is at Activation Level 0")
        return None

    def offers(self, s: State) -> Offers[Any]:
        able = [
            actions.Act(x.id)
            for f, x in enumerate(s.world.staffs)
            if x.side is self.side and s.can_activate(f)
        ]
        give = [actions.Transfer()] if self.may_give(s) is None else []
        return Offers((*able, *give, actions.Pass()))

    def take(self, d: Draft[State], a: Any) -> Step:
        return Done(a)

    def prompt(self, s: State) -> str:
        return f"{self.side.people} have the initiative"


__all__ = ["AnySide", "FirstBlood", "Game", "OpsCycle", "OpsPhase", "Option", "Turns"]
