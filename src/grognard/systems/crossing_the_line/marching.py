"""The Movement Action, hex by hex (CTL-7.3): each hex left or entered may be met by a Formation Reaction (CTL-6.4).

A stack on the move is known by its hex and its count, counted from the top: its frames name nobody, and the enemy sees
no more of it than its top counter."""

from __future__ import annotations

from random import Random
from typing import Any, ClassVar

from msgspec import Struct
from msgspec.structs import replace

from ...board.names import Side as AnySide
from ...board.names import Units
from ...geometry.hexes import Hex
from ...geometry.hexset import holds
from ...kernel.breach import Breach
from ...kernel.draft import Draft
from ...kernel.frame import Call, Done, Next, Step
from ...kernel.offers import Offers
from . import actions, movement, reaction
from .asking import Asked, Steps
from .chart import Side
from .control import happen
from .dice import Dice, check_against
from .events import Moved
from .headquarters import HqDisplacement, lone_hqs
from .movement import March
from .stacking import unnerve
from .state import State
from .world import Formation


class Stepped(Struct, frozen=True):
    """How a step ended: how far the march has come, how many went, whether it is over, whether a reaction was attempted, and
    which formations may not try any more."""

    march: March
    count: int
    over: bool
    tried: bool
    barred: tuple[Formation, ...]


class Movement(Asked, frozen=True):
    """CTL-7.3, CTL-7.3.1d: the stack goes hex by hex; each choice is a hex, or to stop. It ends alone only where everybody sees why:
    in an EZOC (CTL-5.4.1a), or halted by a reaction (CTL-6.4.3a). Returns the hex where it ends."""

    clause: ClassVar[str] = "CTL-7.3"
    march: March
    count: int
    exposed: bool  # CTL-6.4.1h, j: may these moves be met?
    tried: bool = False  # CTL-6.4.1e: one attempt in a Movement Action
    barred: tuple[Formation, ...] = ()

    def movers(self, s: State) -> Units:
        return s.stack(self.march.here, self.side)[: self.count]

    def check(self, s: State, a: Any) -> Breach | None:
        match a:
            case actions.Enter(hex=to):
                return movement.may_enter(s, self.movers(s), self.march, to)
            case actions.Infiltrate(hex=to):
                return self.may_infiltrate(s, to)
            case actions.Stop():
                return None
        return self.no("a moving stack enters a hex, infiltrates, or stops")

    def may_infiltrate(self, s: State, to: Hex) -> Breach | None:
        """CTL-7.3.4a, e."""
        here = self.march.here
        if len(self.march.way) > 1:
            return Breach("CTL-7.3.4a", "infiltration is the only step of its Movement Action")
        if breach := movement.may_go_there(s, self.side, here, to):
            return breach
        for h in (here, to):
            if not movement.in_zone(s, self.side, h):
                why = f"{s.world.place(h)} is in no EZOC: infiltration leads from one to another"
                return Breach("CTL-7.3.4a", why)
        return None

    def offers(self, s: State) -> Offers[Any]:
        near = s.world.chart.near[self.march.here]
        steps = [*(actions.Enter(h) for h in near), *(actions.Infiltrate(h) for h in near)]
        return Offers([*(a for a in steps if self.check(s, a) is None), actions.Stop()])

    def take(self, d: Draft[State], a: Any) -> Step:
        if isinstance(a, actions.Stop):
            return Done(self.march.here)
        kind = Infiltration if isinstance(a, actions.Infiltrate) else EnterHex
        return Call(
            self,
            kind(
                side=self.side, march=self.march, to=a.hex, count=self.count, exposed=self.exposed,
                tried=self.tried, barred=self.barred,
            ),
        )  # fmt: skip

    def resume(self, d: Draft[State], result: Stepped) -> Step:
        here = result.march.here
        if result.over or movement.in_zone(d.s, self.side, here):
            return Done(here)
        return replace(
            self, march=result.march, count=result.count, tried=result.tried, barred=result.barred
        ).ask(d)

    def prompt(self, s: State) -> str:
        units = self.movers(s)
        left = movement.allowance(s, units, not self.march.met) - movement.spent(s, units, self.march)
        return f"{s.world.names(units)}: {movement.said(max(0, left))} MP left"


class EnterHex(Steps, frozen=True, kw_only=True):
    """One step of a move with all that it sets off, in the order of CTL-7.3.6a: a lone HQ ahead is displaced, the enemy may
    react to the leaving, the step is made, lone HQs around are displaced, the enemy may react to the coming
    (CTL-6.4.1a)."""

    STEPS: ClassVar[tuple[str, ...]] = ("lone_hq_ahead", "leaving", "go", "lone_hqs_around", "entering")
    side: Side
    march: March
    to: Hex | None  # None: that is the mover's secret until the step is made
    count: int
    exposed: bool
    tried: bool
    barred: tuple[Formation, ...] = ()
    moved_on: tuple[Formation, ...] = ()  # whose HQs this step has driven out of neighbouring hexes

    def lone_hq_ahead(self, d: Draft[State], gone: Any) -> Step | Next:
        """CTL-7.3.6a, b: an HQ alone in the hex to be entered goes first, and its formation may not react to this."""
        me, f, enemy, to = self.bar(gone), d.s.field, self.side.enemy, self.goal
        if holds(f.held[enemy], to) and not holds(f.manned[enemy], to):
            return Call(me.again(), HqDisplacement(enemy, d.s.stack(to, enemy)[0]))
        return Next(me)

    def leaving(self, d: Draft[State], _: Any) -> Step | None:
        return self.react(d, self.march.here)

    def go(self, d: Draft[State], result: Any) -> Step | Next:
        if result == reaction.REACTED:
            return self.halted()
        me = replace(self, tried=self.tried or result == reaction.FAILED)
        return Next(me.step(d, d.s.stack(self.march.here, self.side)[: self.count]))

    def step(self, d: Draft[State], units: Units) -> EnterHex:
        start, to = self.march.here, self.goal
        march = movement.stepped(d.s, self.march, to)
        happen(d, Moved(self.side, units, start, to, len(units), units[:1]))
        return replace(self, march=march, count=len(units))

    def lone_hqs_around(self, d: Draft[State], gone: Any) -> Step | Next:
        """CTL-7.3.6a, d: each lone HQ next to the hex, also one that the stack was next to before; each of them once."""
        me = self.bar(gone)
        if isinstance(gone, int):
            me = replace(me, moved_on=(*me.moved_on, gone))
        alone = [
            hq
            for hq in lone_hqs(d.s, self.side.enemy, self.march.here)
            if d.s.formation(hq) not in me.moved_on
        ]
        if alone:
            return Call(me.again(), HqDisplacement(self.side.enemy, alone[0]))
        return Next(me)

    def entering(self, d: Draft[State], _: Any) -> Step | None:
        return self.react(d, self.march.here)

    def finish(self, d: Draft[State], result: Any) -> Step:
        if result == reaction.REACTED:
            return self.halted()
        return Done(
            Stepped(self.march, self.count, False, self.tried or result == reaction.FAILED, self.barred)
        )

    @property
    def goal(self) -> Hex:
        assert self.to is not None
        return self.to

    def halted(self) -> Done:
        """CTL-6.4.3a."""
        return Done(Stepped(self.march, self.count, True, True, self.barred))

    def bar(self, gone: Any) -> EnterHex:
        """CTL-7.3.6b: the formation of an HQ that was driven out."""
        return replace(self, barred=(*self.barred, gone)) if isinstance(gone, int) else self

    def react(self, d: Draft[State], hex: Hex) -> Step | None:
        """CTL-6.4.1a, e, h: next to an enemy combat unit, once in a Movement Action, against the Initiative side."""
        beside = any(holds(d.s.field.manned[self.side.enemy], n) for n in d.s.world.chart.near[hex])
        if not self.exposed or self.tried or not beside:
            return None
        return Call(
            self,
            reaction.FormationReaction(side=self.side.enemy, hex=hex, count=self.count, barred=self.barred),
        )

    def seen_by(self, side: AnySide) -> EnterHex:
        """CTL-6.4.1a: before the step the enemy knows that the stack is about to leave, not where to."""
        return self if side == self.side or self.to == self.march.here else replace(self, to=None)

    def redraw(self, world: Any, rng: Random) -> EnterHex:
        if self.to is not None:
            return self
        return replace(self, to=rng.choice(world.chart.near[self.march.here]))


class Infiltration(EnterHex, frozen=True, kw_only=True):
    """CTL-7.3.4: the whole of a Movement Action. Each unit passes or stays for itself; those who roll show themselves
    (CTL-5.3.4i). The exit trigger comes before the checks (CTL-7.3.4f)."""

    STEPS: ClassVar[tuple[str, ...]] = (
        "lone_hq_ahead", "leaving", "checks", "part", "lone_hqs_around", "entering",
    )  # fmt: skip
    units: Units = ()

    def checks(self, d: Draft[State], result: Any) -> Step:
        if result == reaction.REACTED:
            return self.halted()
        units = d.s.stack(self.march.here, self.side)[: self.count]
        me = replace(self, tried=self.tried or result == reaction.FAILED, units=units)
        cuts = tuple(check_against(d.s.effectiveness(u)) for u in units)
        return Call(me, Dice((self.side,) * len(units), cuts, "CTL-7.3.4c"))

    def part(self, d: Draft[State], dice: tuple[int, ...]) -> Step | Next:
        """CTL-7.3.4c, d."""
        passed = tuple(u for u, die in zip(self.units, dice) if die <= d.s.effectiveness(u))
        for u in self.units:
            if u not in passed:
                unnerve(d, u, "CTL-7.3.4d")
        me = replace(self, units=())
        if not passed:
            return Done(Stepped(self.march, self.count, True, me.tried, me.barred))
        return Next(me.step(d, passed))

    def finish(self, d: Draft[State], result: Any) -> Step:
        """CTL-7.3.4b: it spends the whole MA."""
        return Done(Stepped(self.march, self.count, True, True, self.barred))
