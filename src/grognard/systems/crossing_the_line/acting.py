"""What every Action begins with: command, payment, isolation checks (CTL-7.2b); and the small Actions themselves."""

from __future__ import annotations

from typing import Any, ClassVar

from msgspec.structs import replace

from ...board.names import Unit, Units
from ...geometry.hexes import Hex
from ...kernel.breach import Breach
from ...kernel.draft import Draft
from ...kernel.frame import Call, Done, Next, Step
from ...kernel.offers import Offers
from . import actions, marching, movement
from .asking import Asked, Steps
from .chart import Side
from .control import happen
from .dice import Dice, check_against
from .events import CameToRest, Paid, Recovered, Restacked, Shown
from .sight import open_of
from .stacking import Overstack, unnerve
from .state import State
from .supply import Command, command


def price_of(s: State, what: str, commanded: bool) -> int:
    """CTL-7a, CTL-7b."""
    costs = s.world.tables["action_cost"]
    return int(costs[what if commanded else "out_of_command"])


def isolated(s: State, units: Units) -> Units:
    return tuple(u for u in units if command(s, u) is Command.ISOLATED)


def begin(d: Draft[State], side: Side, points: int, units: Units, seen: Units) -> None:
    """CTL-6.3.4a: paid before it is carried out; those of them who are seen to act show whose they are (CTL-5.3.4e, r)."""
    d.emit(Paid(side, points, d.s.hex(units[0])))
    show(d, seen)


def show(d: Draft[State], units: Units) -> None:
    """CTL-5.3.4e: the enemy learns whose these units are, if he did not know."""
    new = tuple(u for u in units if not d.s.shown[u])
    if new:
        d.emit(Shown(new))


class Isolation(Steps, frozen=True, kw_only=True):
    """CTL-5.8.4b: each isolated unit makes an EC before an Action; who fails is disrupted and stays out. Returns those who
    failed."""

    STEPS: ClassVar[tuple[str, ...]] = ("dice", "effect")
    side: Side
    units: Units

    def dice(self, d: Draft[State], _: Any) -> Step:
        cuts = tuple(check_against(d.s.effectiveness(u)) for u in self.units)
        return Call(self, Dice((self.side,) * len(self.units), cuts, "CTL-5.8.4b"))

    def effect(self, d: Draft[State], dice: tuple[int, ...]) -> Step:
        failed = tuple(u for u, die in zip(self.units, dice) if die > d.s.effectiveness(u))
        for u in failed:
            unnerve(d, u, "CTL-5.8.4b")
        return Done(failed)


class Confirm(Asked, frozen=True):
    """CTL-5.8.4c: after isolation checks the Action may be called off; the AP are gone all the same."""

    clause: ClassVar[str] = "CTL-5.8.4c"
    units: Units  # those still able

    def check(self, s: State, a: Any) -> Breach | None:
        if isinstance(a, actions.GoOn | actions.CallOff):
            return None
        return self.no("go on with those who passed, or call the Action off")

    def offers(self, s: State) -> Offers[Any]:
        return Offers((actions.GoOn(), actions.CallOff()))

    def take(self, d: Draft[State], a: Any) -> Step:
        return Done(isinstance(a, actions.GoOn))

    def prompt(self, s: State) -> str:
        return f"only {s.world.names(self.units)} can act: go on?"


class MovementAction(Steps, frozen=True, kw_only=True):
    """CTL-7.3, CTL-7.2b: pay, isolation checks, the move, and stacking where it ends (CTL-5.3.1b). Once paid for, the
    movers lie on top of their stack, and are known by their count alone (CTL-5.3.4k)."""

    STEPS: ClassVar[tuple[str, ...]] = ("pay", "lift", "confirm", "go", "rest")
    side: Side
    hex: Hex
    cost: int
    exposed: bool
    movers: Units = ()  # until they are lifted
    count: int = 0

    def pay(self, d: Draft[State], _: Any) -> Step | Next:
        alone = isolated(d.s, self.movers)
        begin(d, self.side, self.cost, self.movers, self.movers if alone else self.movers[:1])
        if alone:
            return Call(self, Isolation(side=self.side, units=alone))
        return Next(self)

    def lift(self, d: Draft[State], failed: Units | None) -> Step | Next:
        able = tuple(u for u in self.movers if u not in (failed or ()) and d.s.at[u] == self.hex)
        if not able:
            return Done()
        if d.s.stack(self.hex, self.side)[: len(able)] != able:
            d.emit(Restacked(self.side, able, self.hex, able[:1]))
        me = replace(self, movers=(), count=len(able))
        return Next(me) if failed is None else Call(me, Confirm(self.side, able))

    def confirm(self, d: Draft[State], yes: bool | None) -> Step | None:
        return Done() if yes is False else None

    def go(self, d: Draft[State], _: Any) -> Step:
        march = movement.begun(d.s, self.side, self.hex)
        return Call(self, marching.Movement(self.side, march, self.count, self.exposed))

    def rest(self, d: Draft[State], hex: Hex) -> Step:
        """CTL-7.7d, CTL-5.3.1b."""
        if hex != self.hex and hex in d.s.improved:
            d.emit(CameToRest(hex))
        return Call(self, Overstack(side=self.side, hex=hex))

    def finish(self, d: Draft[State], result: Any) -> Step:
        return Done()


class RefitAction(Steps, frozen=True, kw_only=True):
    """CTL-7.6a, b, CTL-5.6.4b: one disrupted unit in command makes an EC on its disrupted side; a failure does nothing more
    (CTL-5.6.2d)."""

    STEPS: ClassVar[tuple[str, ...]] = ("pay", "effect")
    side: Side
    unit: Unit
    cost: int

    def pay(self, d: Draft[State], _: Any) -> Step:
        begin(d, self.side, self.cost, (self.unit,), (self.unit,))
        cuts = check_against(d.s.effectiveness(self.unit))
        return Call(self, Dice((self.side,), (cuts,), "CTL-7.6a"))

    def effect(self, d: Draft[State], dice: tuple[int, ...]) -> None:
        if dice[0] <= d.s.effectiveness(self.unit):
            happen(d, Recovered(self.side, (self.unit,), open_of(d.s, (self.unit,))))
