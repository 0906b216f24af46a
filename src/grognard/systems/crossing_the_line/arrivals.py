"""Reinforcements (CTL-8.5): where they enter, and HQs that come back to the map (CTL-5.3.2i)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Any, ClassVar

from ...board.names import Unit
from ...geometry.hexes import Hex
from ...geometry.hexset import HexSet, each, holds
from ...kernel.breach import Breach
from ...kernel.draft import Draft
from ...kernel.frame import Done, Step
from ...kernel.offers import Group, Offers
from . import actions
from .admin_events import Placed
from .asking import Asked
from .chart import GERMAN, Side
from .control import happen
from .headquarters import may_stand
from .piles import lift, may_restack, restacking
from .schedule import driven_off, due, schedule, waiting
from .stacking import full
from .state import COMING, State
from .texts import phrase


def nearest(s: State, hexes: Iterable[Hex], to: Iterable[Hex]) -> list[Hex]:
    """Those with the least distance to any of the other hexes."""
    ends, grid = tuple(to), s.world.grid
    far = {h: min(grid.distance(h, e) for e in ends) for h in hexes} if ends else {}
    least = min(far.values(), default=0)
    return [h for h, steps in far.items() if steps == least]


def settlements(s: State, hq: Unit) -> list[Hex]:
    """CTL-3.3h, CTL-5.3.2h: where an HQ may stand."""
    return [h for h in each(s.world.chart.settled) if may_stand(s, hq, h) is None]


def available(s: State, u: Unit, to: Hex) -> bool:
    """CTL-8.5f: no enemy unit, and room. An HQ needs a settlement too (CTL-8.5g), and a friend in an EZOC (CTL-3.3j);
    who held its own entry hex last does not matter (CTL-8.5i)."""
    side = s.side(u)
    if holds(s.field.held[side.enemy] | s.field.blocked[side], to) or full(s, side, to, s.counter(u).arm):
        return False
    if s.combat(u):
        return True
    calm = not holds(s.field.zoc[side.enemy], to) or holds(s.field.manned[side], to)
    return calm and holds(s.world.chart.settled, to)


def in_reach(s: State, u: Unit) -> HexSet:
    """CTL-8.5e: the hexes in command that have no enemy unit in or next to them."""
    side, f, chart = s.side(u), s.formation(u), s.world.chart
    if f is None:
        return 0
    enemy = s.field.near[side.enemy] | s.field.held[side.enemy] | s.field.blocked[side]
    return s.field.reach(f, s.world.staffs[f].range) & chart.within & ~enemy


def entries(s: State, u: Unit) -> tuple[list[Hex], str]:
    """Where a reinforcement may be placed, and by which clause nowhere else."""
    side = s.side(u)
    if driven_off(s, u):
        chart = s.world.chart
        everywhere = chart.german_edge_everywhere if side is GERMAN else chart.us_edge_everywhere
        return nearest(s, settlements(s, u), each(s.edge(side) or everywhere)), "CTL-5.3.2i"
    given = schedule(s.world).entries[u].hexes
    free = [h for h in given if available(s, u, h)]
    if free:
        return free, "CTL-8.5d"
    if not s.combat(u):
        return nearest(s, settlements(s, u), given), "CTL-8.5g"
    arm = s.counter(u).arm
    roomy = [h for h in each(in_reach(s, u)) if not full(s, side, h, arm)]
    return nearest(s, roomy, given), "CTL-8.5e"


def may_place(s: State, side: Side, u: Unit, to: Hex) -> Breach | None:
    """CTL-8.5a, c to h: may this counter enter here?"""
    if breach := may_come(s, side, u):
        return breach
    hexes, clause = entries(s, u)
    name, place = s.world.name(u), s.world.place(to)
    if not hexes:
        return Breach("CTL-8.5h", f"there is no hex for {name}: it waits")
    if to not in hexes:
        names = ", ".join(s.world.hex_text(h) for h in hexes)
        return Breach(clause, f"{name} cannot enter in {place}: {why(clause, names)}")
    return None


def why(clause: str, names: str) -> str:
    match clause:
        case "CTL-8.5d":
            return phrase("of its entry hexes {hexes} are free", hexes=names)
        case "CTL-8.5e":
            return phrase("the nearest hexes in command and away from the enemy are {hexes}", hexes=names)
        case "CTL-8.5g":
            return phrase("the nearest settlements for it are {hexes}", hexes=names)
    return phrase("the friendly settlements nearest to supply are {hexes}", hexes=names)


def may_come(s: State, side: Side, u: Unit) -> Breach | None:
    """CTL-8.5a, g, CTL-5.5.2f, CTL-8.5.1a: is it its turn?"""
    c = s.counter(u)
    if s.side(u) is not side:
        return Breach("CTL-8.5b", f"{c.name} is not yours")
    if s.at[u] != COMING:
        if s.on_map(u):
            return Breach("CTL-8.5a", f"{c.name} is on the map already")
        return Breach("CTL-8.5a", f"{c.name} is out of play")
    if not due(s, u):
        entry = schedule(s.world).entries.get(u)
        if entry is None:
            return Breach("CTL-8.5a", f"{c.name} does not come in this game")
        return Breach("CTL-8.5a", f"{c.name} comes on turn {entry.turn}")
    if c.hq:
        return None
    if s.formation(u) is None:
        return Breach("CTL-5.5.2f", f"{c.name} has not been assigned to a formation")
    if not c.independent and not s.on_map(s.hq(c.formation)):
        return Breach("CTL-8.5g", f"{s.world.name(s.hq(c.formation))} is placed before its units")
    return None


def places(s: State, u: Unit) -> list[Hex]:
    return entries(s, u)[0] if may_come(s, s.side(u), u) is None else []


class Arrivals(Asked, frozen=True):
    """CTL-4.1.5, CTL-8.5b: one side places what it likes and may, and delays the rest (CTL-8.5c). Asked only if somebody waits,
    which both sides know (CTL-5.3.4n)."""

    clause: ClassVar[str] = "CTL-8.5"

    def enter(self, d: Draft[State]) -> Step:
        return self.ask(d) if waiting(d.s, self.side) else Done()

    def must(self, s: State) -> Unit | None:
        """CTL-5.3.2i, CTL-8.5j: an HQ that was driven off the map returns, if it can."""
        return next((u for u in waiting(s, self.side) if driven_off(s, u) and places(s, u)), None)

    def check(self, s: State, a: Any) -> Breach | None:
        match a:
            case actions.End():
                u = self.must(s)
                return None if u is None else Breach("CTL-8.5j", f"{s.world.name(u)} returns now")
            case actions.Place(unit=u, hex=to):
                return may_place(s, self.side, u, to)
            case actions.Top(unit=u):
                return may_restack(s, self.side, u)
        return self.no("place a reinforcement, or end and delay the others")

    def offers(self, s: State) -> Offers[Any]:
        groups: list[Any] = [
            Group(s.world.unit_text(u), partial(self.of, s, u)) for u in waiting(s, self.side)
        ]
        end = [] if self.must(s) else [actions.End()]
        return Offers((*groups, *end), restacking(s, self.side))

    def of(self, s: State, u: Unit) -> list[actions.Place]:
        return [actions.Place(u, h) for h in places(s, u)]

    def take(self, d: Draft[State], a: Any) -> Step:
        match a:
            case actions.Place(unit=u, hex=to):
                happen(d, Placed(u, self.side, to))
                return self.enter(d)
            case actions.Top(unit=u):
                lift(d, self.side, u)
                return self.ask(d)
        return Done()

    def prompt(self, s: State) -> str:
        return "place reinforcements, or end and delay the others"


__all__ = ["Arrivals", "entries", "may_place", "places"]
