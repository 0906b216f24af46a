"""Air missions of the Tactical Air Phase (TGC-air). Close air support and carpet bombing belong to `assignment`."""

from __future__ import annotations

from typing import Any

from ...board.names import Unit
from ...geometry.hexes import Hex
from ...kernel.breach import Breach
from ...kernel.draft import Draft
from ...kernel.frame import Done, Step
from ...kernel.offers import Group, Offers
from .actions import Attack, Cancel, End, Interdict, Shield, Watch
from .events import MissionFlown
from .phase import OwnPhase
from .state import State
from .world import ALLIED, GERMAN, Side


def may_interdict(s: State, u: Unit) -> Breach | None:
    """TGC-air.7, 8."""
    world = s.world
    if world.side(u) is not GERMAN or not world.strategic[u]:
        return Breach(
            "TGC-air.7b", "only a German panzer, panzer grenadier or airborne unit can be interdicted"
        )
    if not s.on_map(u):
        return Breach("TGC-air.7a", f"{world.name(u)} is not on the map")
    if u in s.interdicted:
        return Breach("TGC-air.8", f"{world.name(u)} is interdicted already")
    return None


def may_watch(s: State, hex: Hex) -> Breach | None:
    """TGC-air.8, 9a, 9c."""
    chart = s.world.chart
    if not chart.land >> hex & 1 or not chart.across.get(hex):
        return Breach("TGC-air.9c", f"{s.world.place(hex)} borders no river")
    if hex in s.watched:
        return Breach("TGC-air.8", f"{s.world.place(hex)} is under river interdiction already")
    return None


def may_shield(s: State, hex: Hex) -> Breach | None:
    """TGC-air.8, 10a: any hex where a defender may stand."""
    if not s.world.chart.land >> hex & 1:
        return Breach("TGC-air.10a", f"{s.world.place(hex)} is no playable land hex")
    if hex in s.shielded:
        return Breach("TGC-air.8", f"{s.world.place(hex)} has close defense support already")
    return None


class TacticalAir(OwnPhase, frozen=True):
    """TGC-seq.3 A7, D14; TGC-air.1, 2, 6: what is not used is lost."""

    side: Side = ALLIED

    def enter(self, d: Draft[State]) -> Step:
        return self.ask() if d.s.missions else Done()

    def check(self, s: State, a: Any) -> Breach | None:
        match a:
            case Attack() | Cancel():
                return Breach("TGC-air.6", "all combat of this turn has been fought")
            case End():
                return None
            case Interdict() | Watch() | Shield() if not s.missions:
                return Breach("TGC-air.2", "no tactical air mission is left this turn")
            case Interdict(u):
                return may_interdict(s, u)
            case Watch(hex):
                return may_watch(s, hex)
            case Shield(hex):
                return may_shield(s, hex)
            case _:
                return Breach("TGC-air.6", "this is the Tactical Air Phase: set missions, or end it")

    def offers(self, s: State) -> Offers[Any]:
        """A hex may be shielded or watched wherever it lies; the list knows all that may matter."""
        world, chart = s.world, s.world.chart
        near = s.field.near[GERMAN]
        units = [Unit(u) for u in world.units(GERMAN) if may_interdict(s, Unit(u)) is None]
        shield = [h for h in sorted(s.field.stacks[ALLIED]) if may_shield(s, h) is None]
        front = [h for h in shield if near >> h & 1]
        watch = [h for h in sorted(chart.across) if may_watch(s, h) is None]
        return Offers(
            [
                Group("interdict", lambda: [Interdict(u) for u in units]),
                Group("shield", lambda: [Shield(h) for h in front or shield]),
                Group("watch", lambda: [Watch(h) for h in watch]),
                End(),
            ],
            open=("shield",),
        )

    def take(self, d: Draft[State], a: Any) -> Step:
        match a:
            case Interdict(u):
                d.emit(MissionFlown("interdict", unit=u))
            case Watch(hex):
                d.emit(MissionFlown("watch", hex=hex))
            case Shield(hex):
                d.emit(MissionFlown("shield", hex=hex))
            case _:
                return Done()
        return self.ask() if d.s.missions else Done()

    def prompt(self, s: State) -> str:
        return f"{s.missions} tactical air missions are left: interdict, watch, shield, or end"
