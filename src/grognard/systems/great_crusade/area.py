"""The playing area (TGC-area): who may be used when, what a hex does for its defenders, who owns it."""

from __future__ import annotations

from ...board.names import Unit
from ...geometry.hexes import Hex
from ...geometry.hexset import each
from ...kernel.breach import Breach
from ...kernel.draft import Draft
from .chart import TIMES
from .events import FrenchReleased
from .state import BRITAIN, HOME, State
from .world import FREE_FRENCH, GERMAN


def usable(s: State, u: Unit) -> Breach | None:
    """TGC-area.5, 6a, TGC-sea.4: may this unit in Britain be used in this turn?"""
    world = s.world
    counter = world.counters[u]
    if s.at[u] != BRITAIN:
        return Breach("TGC-def.9", f"{counter.name} is not in Britain")
    if counter.available == FREE_FRENCH and not s.french:
        return Breach("TGC-area.6a", f"{counter.name} waits until France is free, from turn 29 on")
    if counter.available != FREE_FRENCH and counter.available > s.turn:
        return Breach("TGC-area.5", f"{counter.name} can be used from turn {counter.available} on")
    if s.marked(u, HOME):
        return Breach("TGC-sea.4", f"{counter.name} went back to Britain in this turn")
    return None


def france_is_free(s: State) -> bool:
    """TGC-area.6b: no German unit on a hex of France, those in fortresses not counted."""
    chart = s.world.chart
    return not s.field.held[GERMAN] & chart.france & ~chart.fortresses


def release_french(d: Draft[State]) -> None:
    """TGC-area.6: judged at the start of each Allied turn from 29 on, for good."""
    first = d.s.world.tables["availability"]["free_french_from_turn"]
    if not d.s.french and d.s.turn >= first and france_is_free(d.s):
        d.emit(FrenchReleased())


def multiplier(s: State, hex: Hex) -> tuple[int, str, str]:
    """TGC-area.7, 8c, 9b, 10b, 11: how often a defender counts for its hex alone, with the clause and the word."""
    kind = s.world.chart.terrain[hex]
    clause = {
        "mountain": "TGC-area.8c",
        "city": "TGC-area.9b",
        "fortress": "TGC-area.10b",
        "fortified_zone": "TGC-area.11",
    }.get(kind, "TGC-area.7")
    return TIMES.get(kind, 1), clause, kind.replace("_", " ")


def open_stars(s: State) -> list[Hex]:
    """TGC-repl.13 to 15: the starred hexes under German control."""
    return [
        h for h in s.world.chart.stars if h not in s.allied_stars and not s.field.held[GERMAN.enemy] >> h & 1
    ]


def harbour(s: State, hex: Hex) -> bool:
    """TGC-sea.2: do ships call here? At every port and inland port, and at a beach only if it was successfully
    invaded."""
    point = s.world.chart.numbered.get(hex)
    return point is not None and (point.kind != "beach" or hex in s.invaded)


def beyond_the_rhine(s: State) -> list[Unit]:
    """TGC-vic.2, TGC-def.8: the Allied combat divisions, all but HQs, on hexes beyond the Rhine."""
    from .world import ALLIED

    here = s.field.held[ALLIED] & s.world.chart.beyond
    return [u for h in each(here) for u in s.stack(h, ALLIED) if not s.world.hq[u]]
