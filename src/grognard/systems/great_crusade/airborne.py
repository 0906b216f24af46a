"""Airborne (TGC-abn): drops, before movement. They count against no landing limit (TGC-abn.15)."""

from __future__ import annotations

from functools import partial
from typing import Any

from ...board.names import Unit
from ...geometry.hexes import Hex
from ...geometry.hexset import HexSet, each
from ...kernel.breach import Breach
from ...kernel.draft import Draft
from ...kernel.frame import Done, Step
from ...kernel.offers import Group, Offers
from . import invasion
from .actions import Drop, Embark, End, Invade
from .area import usable
from .events import Dropped
from .phase import OwnPhase
from .stacking import crowded
from .state import State
from .texts import WORDS
from .world import ALLIED, GERMAN, Side


def most_drops(s: State) -> int:
    """TGC-abn.8, TGC-inv.8b: the number of the area in the first two turns of an invasion, else three."""
    if s.invasion:
        area = s.world.chart.areas[s.invasion[0]]
        if s.invasion[1] == s.turn:
            return area.first[2]
        if s.invasion[1] == s.turn - 1:
            return area.second[2]
    return int(s.world.tables["airborne"]["max_drops_later"])


def anchors(s: State) -> list[Hex]:
    """TGC-abn.6: where infantry and armor stand, on land or on invasion sea hexes; no airborne unit, no HQ. A unit
    that dropped in this phase is airborne, so the list holds for the whole of it."""
    kinds = ("infantry", "armor")
    stacks = s.field.stacks[ALLIED]
    return [h for h, stack in stacks.items() if any(s.world.counters[u].type in kinds for u in stack)]


def in_range(s: State) -> HexSet:
    """TGC-abn.6a, c: all hexes at distance five or less of an anchor, counted through any hexes."""
    grid, most = s.world.grid, s.world.tables["airborne"]["drop_range"]
    around = 0
    for a in anchors(s):
        around |= 1 << a
    for _ in range(most):
        grown = around
        for step in grid.steps:
            grown |= around << step if step > 0 else around >> -step
        around = grown & grid.all
    return around


def zone(s: State) -> HexSet:
    """TGC-abn.6, 7, 14: every hex onto which somebody may drop, stacking aside."""
    chart = s.world.chart
    return in_range(s) & chart.stops & ~chart.mountains & ~s.field.held[GERMAN]


def may_drop(s: State, u: Unit, to: Hex) -> Breach | None:
    world, chart = s.world, s.world.chart
    name, place = world.name(u), world.place(to)
    if world.side(u) is not ALLIED or world.counters[u].type != "airborne":
        return Breach("TGC-abn.1", f"{name} is no Allied airborne unit")
    if breach := usable(s, u):
        return Breach("TGC-abn.4", breach.why) if s.at[u] != -1 else breach
    if breach := used_up(s):
        return breach
    if not chart.land >> to & 1 or (chart.mountains | chart.dike) >> to & 1:
        ground = WORDS["terrain"][chart.terrain.get(to, "off_map")]
        return Breach("TGC-abn.7", f"nobody can drop on {place}: {ground}")
    if s.field.held[GERMAN] >> to & 1:
        return Breach("TGC-abn.7", f"{place} holds a German unit")
    if not in_range(s) >> to & 1:
        return Breach("TGC-abn.6a", f"no Allied infantry or armor stands within five hexes of {place}")
    return crowded(s, u, to, moving=False, goes_on=False)  # TGC-abn.11


def used_up(s: State) -> Breach | None:
    """TGC-abn.8: are all drops of this turn made?"""
    most = most_drops(s)
    if s.drops < most:
        return None
    return Breach(
        "TGC-abn.8a" if fresh_invasion(s) else "TGC-abn.8b",
        f"no more than {most} airborne units may drop this turn",
    )


def out_of_time(s: State) -> Breach:
    """A drop after the Airborne Phase."""
    return used_up(s) or Breach("TGC-seq.3", "drops are made in the Airborne Phase, before movement")


def fresh_invasion(s: State) -> bool:
    return s.invasion is not None and s.turn - s.invasion[1] < 2


class Airborne(OwnPhase, frozen=True):
    """TGC-seq.3 A4, D6. Skipped when no airborne unit may drop (TGC-seq.6)."""

    side: Side = ALLIED

    def enter(self, d: Draft[State]) -> Step:
        return self.ask() if self.droppers(d.s) and zone(d.s) else Done()

    def droppers(self, s: State) -> list[Unit]:
        """TGC-abn.1, 2, 4, 5."""
        if s.drops >= most_drops(s):
            return []
        return [u for u in s.in_britain() if s.world.counters[u].type == "airborne" and usable(s, u) is None]

    def check_own(self, s: State, a: Any) -> Breach | None:
        match a:
            case Drop(u, to):
                return may_drop(s, u, to)
            case End():
                return None
            case Invade() | Embark():
                return invasion.out_of_time(s, a)
            case _:
                return Breach("TGC-seq.3", "this is the Airborne Phase: drop units, or end it")

    def offers_own(self, s: State) -> Offers[Any]:
        forward: list[Any] = []
        for u in self.droppers(s):
            forward.append(Group(s.world.unit_text(u), partial(drops, s, u)))
        return Offers([*forward, End()])

    def take_own(self, d: Draft[State], a: Any) -> Step:
        if isinstance(a, End):
            return Done()
        d.emit(Dropped(a.unit, a.to))
        return self.ask() if self.droppers(d.s) else Done()

    def prompt(self, s: State) -> str:
        return f"drop airborne units ({most_drops(s) - s.drops} more may drop), or end the phase"


def drops(s: State, u: Unit) -> list[Drop]:
    own = s.field.stacks[ALLIED]
    bound = s.world.chart.numbered
    return [
        Drop(u, h)
        for h in each(zone(s))
        if (h not in own and h not in bound) or crowded(s, u, h, moving=False, goes_on=False) is None
    ]
