"""The position: who stands where, who is fed, whose hex is whose, and what this turn has seen so far."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

import msgspec

from ...board import forces
from ...board.names import Unit, Units
from ...geometry.hexes import Hex
from ...geometry.hexset import HexSet, each
from ...kernel import state as kernel
from ...kernel.system import Verdict
from .world import ALLIED, Front, Side

BRITAIN = -1  # TGC-def.9
SLOT = -2  # TGC-area.2: on the order of battle sheet, out of play

Hexes = tuple[Hex, ...]

# marks of a unit within a turn, one bit each
SLOW = 1  # no strategic movement in this phase (TGC-move.8 to 11, 14, TGC-area.8b, TGC-air.7a)
ASHORE = 2  # landed by sea in this phase (TGC-sea.10)
HOME = 4  # went back to Britain in this turn (TGC-sea.4)
FRESH = 8  # invaded, dropped, landed or was replaced in this turn (TGC-supply.6, TGC-repl.7)


class Source(msgspec.Struct, frozen=True, gc=False):
    """TGC-supply.10 to 17: an Allied source in force this turn. `stood` counts the units that were on it
    when supply was judged, `fed` those that use it."""

    hex: Hex
    kind: int  # 1 successfully invaded, 2 port with an HQ, 3 any other numbered hex
    capacity: int
    range: int
    stood: int
    fed: int = 0


class Combat(msgspec.Struct, frozen=True, gc=False):
    """TGC-combat.4: some attackers, some defenders; air support by TGC-air.3 and 13."""

    attackers: Units
    defenders: Units
    cas: bool = False
    carpet: bool = False


class Landing(msgspec.Struct, frozen=True, gc=False):
    """What came ashore through one area this turn, by the kinds that limits speak of (TGC-inv.28, 29)."""

    area: str
    armor: int = 0
    infantry: int = 0
    hq: int = 0

    @property
    def total(self) -> int:
        return self.armor + self.infantry + self.hq


class State(kernel.State, frozen=True, gc=False, kw_only=True):
    world: Front
    at: tuple[int, ...]  # by unit: its hex (a sea hex for invaders), BRITAIN or SLOT
    hungry: bytes  # by unit: TGC-supply.23, consecutive judgements out of supply
    left: bytes  # by unit: movement factors left in this phase
    marks: bytes  # by unit: SLOW, ASHORE, HOME, FRESH
    turn: int
    invaded: Hexes = ()  # TGC-inv.17
    lost_beaches: Hexes = ()  # TGC-inv.27: the status is gone for good
    allied_stars: Hexes = ()  # TGC-repl.15a
    captured: Hexes = ()  # TGC-area.22: installations
    invasion: tuple[str, int] | None = None  # the area invaded last, and the turn
    invasions: int = 0
    landings: tuple[Landing, ...] = ()
    drops: int = 0
    sources: tuple[Source, ...] = ()
    combats: tuple[Combat, ...] = ()
    attacked: Hexes = ()  # TGC-air.13b: hexes attacked by the Allies in this turn
    attacked_before: Hexes = ()  # and in the turn before
    missions: int = 6  # TGC-air.2: left this turn, those of assigned combats not yet taken off
    carpets: int = 4  # TGC-air.12
    interdicted: Units = ()  # TGC-air.7a
    watched: Hexes = ()  # TGC-air.9a: river interdiction
    shielded: Hexes = ()  # TGC-air.10a: close defense support
    factors: tuple[int, int] = (0, 0)  # TGC-repl.2: Allied, German
    french: bool = False  # TGC-area.6c
    rhine: int = 0  # TGC-vic.2a: the count at the last end of turn
    run: int = 0  # TGC-vic.3: ends of turn in a row with ten or more
    single_attack: bool = False  # option of TGC-combat.24
    area: str = ""  # the one area open to invasion in a short game
    verdict: Verdict | None = None

    # ---- who and where

    def side(self, u: Unit) -> Side:
        return self.world.side(u)

    def on_map(self, u: Unit) -> bool:
        """TGC-def.10: landed, on a playable land hex."""
        return self.at[u] >= 0 and bool(self.world.chart.land >> self.at[u] & 1)

    def at_sea(self, u: Unit) -> bool:
        return self.at[u] >= 0 and not self.world.chart.land >> self.at[u] & 1

    def hex(self, u: Unit) -> Hex:
        return Hex(self.at[u])

    def in_britain(self, side: Side = ALLIED) -> list[Unit]:
        return [Unit(u) for u in self.world.units(side) if self.at[u] == BRITAIN]

    def marked(self, u: Unit, mark: int) -> bool:
        return bool(self.marks[u] & mark)

    @property
    def field(self) -> Field:
        return survey(self.world, self.at)

    def stack(self, hex: Hex, side: Side) -> Units:
        return self.field.stacks[side].get(hex, ())

    def placed(self, at: tuple[int, ...]) -> State:
        return msgspec.structs.replace(self, at=at)

    def landing(self, area: str) -> Landing:
        return next((x for x in self.landings if x.area == area), Landing(area))


class Field:
    """What follows from where the units stand. One for each arrangement, kept while it is of use."""

    def __init__(self, world: Front, at: tuple[int, ...]) -> None:
        chart = world.chart
        self.stacks = {side: forces.stacks(at, world.units(side)) for side in Side}
        self.held: dict[Side, HexSet] = {}
        self.zoc: dict[Side, HexSet] = {}
        self.near: dict[Side, HexSet] = {}
        for side in Side:
            held = forces.held(at, world.units(side)) & chart.land
            zoc = 0
            for h in each(held):
                zoc |= chart.control[h]
            self.held[side] = held
            self.zoc[side] = zoc  # TGC-zoc.1: every unit, HQs included; TGC-inv.25: not from the sea
            self.near[side] = chart.links.ring(held)


@lru_cache(maxsize=128)
def survey(world: Front, at: tuple[int, ...]) -> Field:
    return Field(world, at)


def with_byte(column: bytes, changes: Iterable[tuple[int, int]]) -> bytes:
    new = bytearray(column)
    for i, value in changes:
        new[i] = value
    return bytes(new)


def add(hexes: Hexes, hex: Hex) -> Hexes:
    return hexes if hex in hexes else tuple(sorted((*hexes, hex)))


def without(hexes: Hexes, hex: Hex) -> Hexes:
    return tuple(h for h in hexes if h != hex)


def empty(world: Front, turn: int = 1, *, area: str = "", single_attack: bool = False) -> State:
    """Everybody waits: the Allies in Britain, the Germans on their sheet."""
    n = len(world.counters)
    at = tuple(BRITAIN if world.side(Unit(u)) is ALLIED else SLOT for u in range(n))
    air = world.tables["air"]
    return State(
        world=world,
        at=at,
        hungry=bytes(n),
        left=bytes(n),
        marks=bytes(n),
        turn=turn,
        missions=air["tactical_per_turn"],
        carpets=air["carpet_per_game"],
        area=area,
        single_attack=single_attack,
    )
