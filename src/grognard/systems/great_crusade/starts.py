"""Positions from which short games begin (TGC-scen.4), from `starts.toml`, each checked before anybody plays it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from msgspec.structs import replace

from ...board import data
from ...board.names import Unit
from ...kernel.draft import Draft, Event
from .chart import PACKAGE
from .state import SLOT, Hexes, State, empty, rearranged
from .supply import feeding, isolated
from .world import ALLIED, GERMAN, Front, Side
from .zoc import engaged


class PositionGiven(Event, frozen=True):
    """All that a start says: who stands where, what is lost, what was won."""

    start: str
    places: tuple[tuple[Unit, int], ...]
    invaded: Hexes
    lost_beaches: Hexes
    allied_stars: Hexes
    captured: Hexes
    invasion: tuple[str, int] | None
    invasions: int
    carpets: int
    factors: tuple[int, int]
    french: bool

    def on(self, s: State) -> State:
        return replace(
            s,
            at=rearranged(s, self.places),
            invaded=self.invaded,
            lost_beaches=self.lost_beaches,
            allied_stars=self.allied_stars,
            captured=self.captured,
            invasion=self.invasion,
            invasions=self.invasions,
            carpets=self.carpets,
            factors=self.factors,
            french=self.french,
        )


def table(start: str) -> Mapping[str, Any]:
    for found in data.load(PACKAGE, "starts.toml")["start"]:
        if found["id"] == start:
            return dict(found)
    raise data.BadData(f"starts.toml: there is no start {start!r}")


def read(world: Front, start: str) -> PositionGiven:
    t = table(start)

    def hexes(key: str) -> Hexes:
        return tuple(sorted(world.hex(name) for name in t[key].split()))

    places: dict[Unit, int] = {}
    for side in Side:
        for place, ids in t[side].items():
            for id in ids.split():
                u = world.unit(id)
                if u in places or world.side(u) is not side:
                    raise data.BadData(f"starts.toml: {start}: {id} stands twice, or on the wrong side")
                places[u] = world.hex(place)
    for id in t["lost"].split():
        places[world.unit(id)] = SLOT
    area, turn = t["invasion"]
    return PositionGiven(
        start,
        tuple(sorted(places.items())),
        hexes("invaded"),
        hexes("lost_beaches"),
        hexes("allied_stars"),
        hexes("captured"),
        (area, turn),
        t["invasions"],
        t["carpets"],
        (t["factors"][0], t["factors"][1]),
        t["french"],
    )


def faults(s: State) -> list[str]:
    """Why the game cannot begin like this: an impossible position, an HQ that would die, a unit that hungers."""
    from .scene import impossible

    world = s.world
    out = [str(breach) for breach in impossible(s)]
    for side in Side:
        out += [
            f"{world.name(u)} is an HQ in an enemy ZOC (TGC-hq.3)" for u in engaged(s, side) if world.hq[u]
        ]
    f = feeding(s)
    fed = f.most(f.reach)
    out += [f"nothing feeds {world.name(u)} (TGC-supply.19)" for u in f.reach if u not in fed]
    out += [f"{world.name(u)} is isolated (TGC-supply.8)" for u in isolated(s)]
    for side in ALLIED, GERMAN:
        if not s.field.held[side]:
            out.append(f"{side.people} have nobody on the map (TGC-vic.6, 9a)")
    return out


@lru_cache
def given(world: Front) -> PositionGiven:
    """The start of this scenario, found fit to be played."""
    event = read(world, world.scenario.start)
    if wrong := faults(event.on(empty(world, world.scenario.first_turn))):
        raise data.BadData(f"starts.toml: {world.scenario.start}: " + "; ".join(wrong))
    return event


def begin(d: Draft[State]) -> None:
    d.emit(given(d.s.world))
