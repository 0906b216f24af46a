"""Invasion (TGC-inv): the area, the numbers of its first turns, the units on sea hexes."""

from __future__ import annotations

from functools import partial
from typing import Any

from ...board.names import Unit
from ...geometry.hexes import Hex
from ...kernel.breach import Breach
from ...kernel.draft import Draft
from ...kernel.frame import Done, Step, Wait
from ...kernel.offers import Group, Offers
from . import assignment
from .actions import Debark, Embark, End, Invade
from .area import usable
from .chart import Area
from .events import CameAshore, Embarked, InvasionDeclared
from .phase import OwnPhase
from .state import BRITAIN, State
from .world import ALLIED, GERMAN, Side


def due(s: State) -> str:
    """TGC-inv.1 to 3, TGC-seq.5: "must", "may", or empty where there is nothing to decide."""
    table = s.world.tables["invasion"]
    if s.invasions == 0 and s.turn == table["first_turn"]:
        return "must"
    if s.invasions < 2 and table["second_from"] <= s.turn <= table["second_to"]:
        return "may"
    return ""


def first_turn(s: State, area: str) -> bool:
    return s.invasion == (area, s.turn)


def second_turn(s: State, area: str) -> bool:
    return s.invasion == (area, s.turn - 1)


def counts_as(s: State, u: Unit) -> str:
    """TGC-inv.8c, TGC-abn.12: an airborne unit that comes by sea counts as infantry."""
    kind = s.world.counters[u].type
    return {"armor": "armor", "hq": "hq"}.get(kind, "infantry")


def within(armor: int, infantry: int, numbers: tuple[int, int, int]) -> bool:
    """TGC-inv.8c to 8f: infantry beyond its number counts against armor, armor never against infantry."""
    most_armor, most_infantry, _ = numbers
    return armor + max(0, infantry - most_infantry) <= most_armor


def out_of_time(s: State, a: Invade | Embark) -> Breach:
    """TGC-inv.2, 3, 12, 28: an invasion outside its phase."""
    table = s.world.tables["invasion"]
    if isinstance(a, Embark):
        return Breach(
            "TGC-inv.12", "sea hexes are occupied only in the first turn of an invasion, in its phase"
        )
    if s.invasions >= 2 or s.turn > table["second_to"]:
        return Breach("TGC-inv.3", "no further invasion is possible")
    if not due(s):
        first, last = table["second_from"], table["second_to"]
        return Breach("TGC-inv.2", f"the second invasion may be made on turns {first} to {last}")
    return Breach("TGC-seq.3", "the Invasion Phase of this turn is over")


def at_sea(s: State) -> list[Unit]:
    return [Unit(u) for u in s.world.units(ALLIED) if s.at_sea(Unit(u))]


def room_at_sea(s: State, area: Area, u: Unit) -> Breach | None:
    """TGC-inv.8: do the first-turn numbers leave room for one more?"""
    afloat = [counts_as(s, v) for v in at_sea(s)]
    kind = counts_as(s, u)
    armor, infantry = (
        afloat.count("armor") + (kind == "armor"),
        afloat.count("infantry") + (kind == "infantry"),
    )
    if within(armor, infantry, area.first):
        return None
    if kind == "armor" and armor > area.first[0]:
        spare = infantry < area.first[1]
        clause = "TGC-inv.8e" if spare else "TGC-inv.8f"
        return Breach(clause, f"{area.name} takes {area.first[0]} armored divisions on the first turn")
    return Breach("TGC-inv.8f", f"{area.name} takes no further unit on the first turn of an invasion")


def may_embark(s: State, area: Area, u: Unit, to: Hex) -> Breach | None:
    """TGC-inv.8a to 13."""
    world, chart = s.world, s.world.chart
    if world.side(u) is not ALLIED:
        return Breach("TGC-inv.1", f"{world.name(u)} is no Allied unit")
    if world.hq[u]:
        return Breach("TGC-inv.9", f"{world.name(u)} is an HQ and cannot be among the invaders")
    if breach := usable(s, u):
        return breach
    point = chart.by_sea.get(to)
    if point is None or point.kind == "inland" or point.area != area.id:
        return Breach("TGC-inv.10", f"{world.hex_text(to)} is no invasion hex of {area.name}")
    if len(s.stack(to, ALLIED)) >= world.tables["stacking"]["sea_hex"]:
        return Breach("TGC-inv.11", f"two units are on sea hex {world.hex_text(to)} already")
    if s.stack(point.hex, ALLIED):
        return Breach("TGC-inv.13", f"{world.place(point.hex)} holds an Allied unit: land there instead")
    return room_at_sea(s, area, u)


class Invasion(OwnPhase, frozen=True):
    """TGC-seq.3 A3, D4: which area, if any."""

    side: Side = ALLIED

    def enter(self, d: Draft[State]) -> Step:
        return self.ask() if due(d.s) and self.areas(d.s) else Done()

    def areas(self, s: State) -> list[Area]:
        """TGC-area.17, TGC-inv.4, 5; a short game opens one area only (TGC-scen.2)."""
        return [a for a in s.world.chart.areas.values() if self.closed(s, a) is None]

    def closed(self, s: State, area: Area) -> Breach | None:
        if not area.invadable:
            return Breach("TGC-area.17", f"{area.name} cannot be invaded")
        if s.area and area.id != s.area:
            return Breach("TGC-scen.2", f"this game is about {s.world.chart.areas[s.area].name}")
        points = [n for n in s.world.chart.numbered.values() if n.area == area.id and n.kind != "inland"]
        if all(s.stack(n.hex, ALLIED) for n in points):
            return Breach("TGC-inv.13", f"every beach and port of {area.name} holds Allied units already")
        if not any(may_embark(s, area, u, n.sea) is None for u in s.in_britain() for n in points):
            return Breach("TGC-inv.6", f"nobody in Britain could be put on a sea hex of {area.name}")
        return None

    def check_own(self, s: State, a: Any) -> Breach | None:
        match a:
            case Invade(area):
                known = s.world.chart.areas
                if area not in known:
                    return Breach("TGC-inv.4", f"{area!r} is no area; there are {', '.join(known)}")
                return self.closed(s, known[area])
            case End():
                if due(s) == "must":
                    return Breach("TGC-inv.1", "the first invasion takes place on turn 1")
                return None
            case Embark():
                return Breach("TGC-inv.4", "choose the area of the invasion first")
            case _:
                return Breach("TGC-inv.4", "this is the Invasion Phase: choose an area, or end it")

    def offers_own(self, s: State) -> Offers[Any]:
        out: list[Any] = [Invade(a.id) for a in self.areas(s)]
        if due(s) == "may":
            out.append(End())
        return Offers(out)

    def take_own(self, d: Draft[State], a: Any) -> Step:
        if isinstance(a, End):
            return Done()
        d.emit(InvasionDeclared(a.area))
        return Wait(Embarkation(self.side, a.area))

    def prompt(self, s: State) -> str:
        return "choose the area to invade" + (", or end the phase" if due(s) == "may" else "")


class Embarkation(OwnPhase, frozen=True):
    """TGC-seq.3 A3, D5: units onto sea hexes of the area."""

    area: str

    def check_own(self, s: State, a: Any) -> Breach | None:
        area = s.world.chart.areas[self.area]
        match a:
            case Embark(u, to):
                return may_embark(s, area, u, to)
            case Debark(u):  # TGC-inv.14
                return None if s.at_sea(u) else Breach("TGC-inv.14", f"{s.world.name(u)} is on no sea hex")
            case End():
                if not at_sea(s):
                    return Breach("TGC-inv.6", "an invasion needs at least one unit on a sea hex")
                return None
            case Invade():
                return Breach("TGC-inv.4", f"{area.name} has been chosen")
            case _:
                return Breach("TGC-inv.12", "this is the Invasion Phase: put units on sea hexes, or end it")

    def offers_own(self, s: State) -> Offers[Any]:
        area = s.world.chart.areas[self.area]
        open_ = [n.sea for n in s.world.chart.numbered.values() if n.area == self.area and n.kind != "inland"]
        forward: list[Any] = []
        for u in s.in_britain():
            if s.world.hq[u] or usable(s, u) or room_at_sea(s, area, u):
                continue
            hexes = [h for h in open_ if may_embark(s, area, u, h) is None]
            if hexes:
                forward.append(Group(s.world.unit_text(u), partial(embarkations, u, hexes)))
        afloat = at_sea(s)
        if afloat:
            forward.append(End())
        return Offers(forward, [Debark(u) for u in afloat])

    def take_own(self, d: Draft[State], a: Any) -> Step:
        match a:
            case Embark(u, to):
                d.emit(Embarked(u, to))
            case Debark(u):
                d.emit(Embarked(u, BRITAIN))
                assignment.drop_broken(d, self.side)
            case _:
                return Done()
        return self.ask()

    def prompt(self, s: State) -> str:
        return f"put units on the sea hexes of {s.world.chart.areas[self.area].name}"


def embarkations(u: Unit, hexes: list[Hex]) -> list[Embark]:
    return [Embark(u, h) for h in hexes]


def unopposed(d: Draft[State]) -> None:
    """TGC-inv.16a, 17: at the end of Allied movement invaders land where nobody defends."""
    for point in d.s.world.chart.by_sea.values():
        units = d.s.stack(point.sea, ALLIED)
        if units and not d.s.field.held[GERMAN] >> point.hex & 1:
            d.emit(CameAshore(units, point.hex))
