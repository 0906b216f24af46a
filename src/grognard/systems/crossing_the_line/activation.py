"""Formation Activation and its Actions (CTL-6.3, CTL-7.1, CTL-7.2), and the bonus of a won battle (CTL-7.5.3)."""

from __future__ import annotations

from functools import partial
from itertools import combinations
from typing import Any, ClassVar

from ...board.names import Unit, Units
from ...geometry.hexes import Hex
from ...geometry.hexset import holds
from ...kernel.breach import Breach
from ...kernel.draft import Draft
from ...kernel.frame import Call, Done, Over, Step
from ...kernel.offers import Group, Offers
from . import acting, actions, combat, headquarters
from .actions import Posture
from .asking import Asked, Steps
from .chart import Side
from .dice import Dice, cuts_of
from .events import Activated, ActivationEnded, Improved, Paid
from .piles import lift, may_restack, restacking
from .sight import open_of
from .state import State
from .supply import Command, command, in_command, in_supply, out_of_it
from .victory import goals_cleared
from .world import Formation


class FormationActivation(Steps, frozen=True, kw_only=True):
    """CTL-6.3a: supply check, AP roll, level down, Actions. A reaction goes the same way by the red numbers (CTL-6.4.2c to
    e). Its Actions ask for supply no more (CTL-5.7.1b)."""

    STEPS: ClassVar[tuple[str, ...]] = ("action_points", "level", "act")
    side: Side
    formation: Formation
    red: bool = False

    def action_points(self, d: Draft[State], _: Any) -> Step:
        """CTL-6.3.2a, b: by the level before it falls, also where it then falls to 0."""
        return Call(self, Dice((self.side,), (cuts_of(self.row(d.s)),), "CTL-6.3.2a"))

    def row(self, s: State) -> list[int]:
        return s.world.ap[self.red][s.level[self.formation]]

    def level(self, d: Draft[State], dice: tuple[int, ...]) -> None:
        """CTL-6.3.1a, CTL-6.3.3, CTL-5.7.3a, b: an unsupplied HQ is flipped; if it was already, the level falls to 0."""
        s, f = d.s, self.formation
        supplied = in_supply(s, f)
        spent = not supplied and bool(s.flipped[f])
        level = 0 if spent else s.level[f] - 1
        d.emit(Activated(self.side, f, self.row(s)[dice[0] - 1], level, not supplied, self.red))

    def act(self, d: Draft[State], _: Any) -> Step:
        return Call(self, Activation(self.side, None if self.red else self.side, self.formation))

    def finish(self, d: Draft[State], result: Any) -> Step:
        d.emit(ActivationEnded(self.side))
        return Done()


class Active(Asked, frozen=True):
    """What an activation and a bonus have in common: some units may be chosen, some AP spent."""

    clause: ClassVar[str] = "CTL-7.2"
    exposed: Side | None  # CTL-6.4.1h, j: whose moves may be met by a reaction

    def purse(self, s: State) -> int:
        raise NotImplementedError

    def extra(self) -> int:
        """AP that are on no track."""
        return 0

    def may_choose(self, s: State, u: Unit) -> Breach | None:
        raise NotImplementedError

    def pool(self, s: State) -> Units:
        """Who may be chosen at all."""
        raise NotImplementedError

    def too_dear(self, cost: int, points: int) -> Breach:
        return Breach("CTL-7.1c", f"that costs {cost} AP, {points} are left")

    # ---- choosing units

    def chosen(self, s: State, units: Units, apart: str) -> Breach | None:
        """CTL-7.2a, CTL-7c: undisrupted units of the active formation, all in one hex."""
        if not units or len(set(units)) < len(units):
            return Breach("CTL-7.2a", "choose one or more units, each of them once")
        for u in units:
            if breach := self.may_choose(s, u):
                return breach
        if len({s.at[u] for u in units}) > 1:
            return Breach(apart, f"{s.world.names(units)} are not in one hex")
        for u in units:
            if s.disrupted[u]:
                alone = command(s, u) is Command.ISOLATED
                return Breach("CTL-5.8.4d" if alone else "CTL-5.6.3b", f"{s.world.name(u)} is disrupted")
        return None

    def cost(self, s: State, what: str, units: Units) -> int | Breach:
        """CTL-7a, CTL-7b, CTL-5.8.3a, CTL-5.8.4a: units not in command pay double, and may only move and attack hastily. One of them is
        enough."""
        stray = [u for u in units if not in_command(s, u)]
        if stray and what not in ("move", "hasty"):
            u = stray[0]
            return Breach(
                "CTL-5.8.3a", f"{s.world.name(u)} is {command(s, u)}: it may only move or attack hastily"
            )
        cost, points = acting.price_of(s, what, not stray), self.purse(s)
        return cost if cost <= points else self.too_dear(cost, points)

    def may_move(self, s: State, units: Units) -> Breach | None:
        if breach := self.chosen(s, units, "CTL-7.3.1a"):
            return breach
        return refusal(self.cost(s, "move", units))

    def may_attack(self, s: State, a: actions.Attack) -> Breach | None:
        """CTL-7.5a to e, g: across any hexside, the Roer too."""
        if breach := self.chosen(s, a.units, "CTL-7.5c"):
            return breach
        here, place = s.hex(a.units[0]), s.world.place(a.hex)
        if a.hex not in s.world.chart.near[here]:
            return Breach("CTL-7.5a", f"{place} is not next to {s.world.place(here)}")
        if not holds(s.field.manned[self.side.enemy], a.hex):
            return Breach("CTL-7.5a", f"{place} holds no enemy combat unit")
        return refusal(self.cost(s, a.posture, a.units))

    def may_refit(self, s: State, u: Unit) -> Breach | None:
        """CTL-7.6a, c, CTL-7.1a."""
        if breach := self.may_choose(s, u):
            return breach
        if not s.disrupted[u]:
            return Breach("CTL-7.6a", f"{s.world.name(u)} is not disrupted")
        if not in_command(s, u):
            return out_of_it(s, u, "CTL-7.6c")
        return refusal(self.cost(s, "refit", (u,)))

    def may_improve(self, s: State, hex: Hex) -> Breach | None:
        """CTL-7.7a, b: all combat units of the hex, or none."""
        units, place = s.fighters(hex, self.side), s.world.place(hex)
        if not units:
            return Breach("CTL-7.7a", f"you have no combat unit in {place}")
        for u in units:
            if self.may_choose(s, u):
                return Breach("CTL-7.7b", f"{s.world.name(u)} in {place} cannot take part in it")
            if s.disrupted[u]:
                return Breach("CTL-7.7b", f"{s.world.name(u)} in {place} is disrupted")
            if not in_command(s, u):
                return Breach("CTL-7.7a", f"{s.world.name(u)} in {place} is {command(s, u)}")
        if hex in s.improved:
            return Breach("CTL-7.7a", f"{place} is improved already")
        return refusal(self.cost(s, "improve", units))

    # ---- the frame

    def check(self, s: State, a: Any) -> Breach | None:
        match a:
            case actions.End():
                return None
            case actions.Move(units=units):
                return self.may_move(s, units)
            case actions.Attack():
                return self.may_attack(s, a)
            case actions.Refit(unit=u):
                return self.may_refit(s, u)
            case actions.Improve(hex=hex):
                return self.may_improve(s, hex)
            case actions.Relocate(unit=u, hex=hex):
                return self.may_relocate(s, u, hex)
            case actions.Top(unit=u):
                return may_restack(s, self.side, u)
        return self.no("choose units and an Action, or end")

    def may_relocate(self, s: State, hq: Unit, to: Hex) -> Breach | None:
        raise NotImplementedError

    def offers(self, s: State) -> Offers[Any]:
        """First the units, then what they can do. Sets of units are listed in the order of their stack; any other order says
        the same."""
        forward: list[Any] = []
        by_hex: dict[Hex, list[Unit]] = {}
        for u in self.pool(s):
            by_hex.setdefault(s.hex(u), []).append(u)
        for hex, found in by_hex.items():
            stack = sorted(found, key=s.under.__getitem__)
            for n in range(1, len(stack) + 1):
                for units in combinations(stack, n):
                    head = ",".join(s.world.unit_text(u) for u in units)
                    forward.append(Group(head, partial(self.of_units, s, units)))
            improve = actions.Improve(hex)
            if self.check(s, improve) is None:
                forward.append(improve)
        forward += self.hq_offers(s)
        return Offers((*forward, actions.End()), restacking(s, self.side), open=("move", "attack"))

    def of_units(self, s: State, units: Units) -> list[Any]:
        out: list[Any] = [actions.Move(units)]
        out += [
            actions.Attack(units, hex, posture)
            for hex in s.world.chart.near[s.hex(units[0])]
            if holds(s.field.manned[self.side.enemy], hex)
            for posture in Posture
        ]
        if len(units) == 1:
            out.append(actions.Refit(units[0]))
        return [a for a in out if self.check(s, a) is None]

    def hq_offers(self, s: State) -> list[Any]:
        return []

    def take(self, d: Draft[State], a: Any) -> Step:
        match a:
            case actions.End():
                return Done()
            case actions.Top(unit=u):
                lift(d, self.side, u)
                return self.ask(d)
        return self.perform(d, a)

    def perform(self, d: Draft[State], a: Any) -> Step:
        s, side = d.s, self.side
        match a:
            case actions.Move(units=units):
                return Call(
                    self,
                    acting.MovementAction(
                        side=side, hex=s.hex(units[0]), cost=self.due(s, "move", units), movers=in_order(s, units),
                        exposed=side is self.exposed,
                    ),
                )  # fmt: skip
            case actions.Attack(units=units, hex=hex, posture=posture):
                return Call(
                    self,
                    combat.CombatAction(
                        side=side, units=in_order(s, units), start=s.hex(units[0]), hex=hex, posture=posture,
                        cost=self.due(s, posture, units), exposed=self.exposed,
                    ),
                )  # fmt: skip
            case actions.Refit(unit=u):
                return Call(self, acting.RefitAction(side=side, unit=u, cost=self.due(s, "refit", (u,))))
            case actions.Improve(hex=hex):
                units = s.fighters(hex, side)
                acting.begin(d, side, self.due(s, "improve", units), units, open_of(s, units))
                d.emit(Improved(hex))
        return self.resume(d, None)

    def due(self, s: State, what: str, units: Units) -> int:
        """What comes off the track."""
        cost = self.cost(s, what, units)
        assert isinstance(cost, int)
        return max(0, cost - self.extra())


def refusal(cost: int | Breach) -> Breach | None:
    return cost if isinstance(cost, Breach) else None


def in_order(s: State, units: Units) -> Units:
    return tuple(sorted(units, key=s.under.__getitem__))


class Activation(Active, frozen=True):
    """CTL-7.2: Actions of one formation, until its side ends it or no AP are left. `exposed` is the Initiative side, or
    nobody in a reaction."""

    formation: Formation

    def purse(self, s: State) -> int:
        return s.points_of(self.side)

    def pool(self, s: State) -> Units:
        return s.members(self.formation)

    def may_choose(self, s: State, u: Unit) -> Breach | None:
        """CTL-5.5.1b, CTL-5.5.2g, CTL-3.3f."""
        name, staff = s.world.name(u), s.world.staffs[self.formation]
        if s.side(u) is not self.side or not s.on_map(u):
            return Breach("CTL-5.5.1b", f"you have no {name} on the map")
        if not s.combat(u):
            return Breach("CTL-3.3f", f"{name} is an HQ: it only relocates")
        if s.formation(u) is None:
            return Breach("CTL-5.5.2g", f"{name} is assigned to no formation")
        if s.formation(u) != self.formation:
            return Breach("CTL-5.5.1b", f"{name} is no unit of {staff.name}, which is active")
        return None

    def may_relocate(self, s: State, hq: Unit, to: Hex) -> Breach | None:
        return headquarters.may_relocate(s, self.formation, hq, to, self.purse(s))

    def hq_offers(self, s: State) -> list[Any]:
        hq = s.hq(self.formation)
        if not s.on_map(hq) or s.world.staffs[self.formation].relocation > self.purse(s):
            return []
        head = s.world.unit_text(hq)
        return [Group(head, lambda: [actions.Relocate(hq, h) for h in headquarters.refuges(s, hq)])]

    def perform(self, d: Draft[State], a: Any) -> Step:
        if isinstance(a, actions.Relocate):
            d.emit(Paid(self.side, d.s.world.staffs[self.formation].relocation, None))
            headquarters.relocate(d, a.unit, a.hex)
            return self.resume(d, None)
        return super().perform(d, a)

    def resume(self, d: Draft[State], result: Any) -> Step:
        goals_cleared(d)
        if d.s.verdict:
            return Over()
        return self.ask(d) if d.s.points_of(self.side) else Done()

    def prompt(self, s: State) -> str:
        return f"{s.world.staffs[self.formation].name}: {self.purse(s)} AP"


class Bonus(Active, frozen=True):
    """CTL-7.5.3: one AP for the winner's involved units, at once or never; the attacker may add his own (CTL-7.5.3f)."""

    clause: ClassVar[str] = "CTL-7.5.3"
    units: Units
    own: bool

    def purse(self, s: State) -> int:
        return 1 + (s.points_of(self.side) if self.own else 0)

    def extra(self) -> int:
        return 1

    def pool(self, s: State) -> Units:
        return tuple(u for u in self.units if s.on_map(u) and self.may_choose(s, u) is None)

    def may_choose(self, s: State, u: Unit) -> Breach | None:
        """CTL-7.5.3d."""
        if u not in self.units:
            return Breach("CTL-7.5.3d", f"{s.world.name(u)} was not involved in the battle")
        if not s.on_map(u) or not in_command(s, u):
            return Breach("CTL-7.5.3d", f"{s.world.name(u)} is {command(s, u)}: no bonus for it")
        return None

    def chosen(self, s: State, units: Units, apart: str) -> Breach | None:
        if breach := super().chosen(s, units, apart):
            return breach
        if len({s.formation(u) for u in units}) > 1:
            return Breach("CTL-7.5.3g", f"{s.world.names(units)} are not of one formation")
        return None

    def may_improve(self, s: State, hex: Hex) -> Breach | None:
        if breach := super().may_improve(s, hex):
            return breach
        if len({s.formation(u) for u in s.fighters(hex, self.side)}) > 1:
            return Breach("CTL-7.5.3g", f"the units in {s.world.place(hex)} are not of one formation")
        return None

    def may_relocate(self, s: State, hq: Unit, to: Hex) -> Breach | None:
        return Breach("CTL-7.5.3d", "an HQ was not involved in the battle")

    def too_dear(self, cost: int, points: int) -> Breach:
        if self.own:
            return super().too_dear(cost, points)
        return Breach("CTL-7.5.3f", f"that costs {cost} AP, and a defender has only the bonus")

    def resume(self, d: Draft[State], result: Any) -> Step:
        return Done()

    def prompt(self, s: State) -> str:
        return f"battle won: an Action for {self.purse(s)} AP at most, with {s.world.names(self.units)}?"
