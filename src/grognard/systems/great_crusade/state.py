"""The position: who stands where, who is fed, whose hex is whose, and what this turn has seen so far."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from ...board import forces
from ...board.names import Unit, Units
from ...geometry.hexes import Hex
from ...geometry.hexset import HexSet
from ...kernel import state as kernel
from ...kernel.system import Verdict
from .chart import Chart
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
        return self.at[u] >= 0 and self.at[u] not in self.world.chart.by_sea

    def at_sea(self, u: Unit) -> bool:
        return self.at[u] >= 0 and self.at[u] in self.world.chart.by_sea

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

    __slots__ = ("chart", "ground", "held", "near", "stacks", "zoc")

    def __init__(self, chart: Chart, stacks: dict[Side, dict[Hex, Units]], old: Field | None = None) -> None:
        self.chart = chart
        self.stacks = stacks
        self.held: dict[Side, HexSet] = {}
        self.zoc: dict[Side, HexSet] = {}  # TGC-zoc.1: every unit, HQs included; TGC-inv.25: not from the sea
        self.near: dict[Side, HexSet] = {}
        self.ground: dict[Side, tuple[HexSet, HexSet]] = {}
        for side in Side:
            if old is not None and stacks[side].keys() == old.stacks[side].keys():
                self.held[side], self.zoc[side], self.near[side] = (
                    old.held[side],
                    old.zoc[side],
                    old.near[side],
                )
                continue
            held = zoc = 0
            for h in stacks[side]:
                held |= 1 << h
                zoc |= chart.control[h]
            self.held[side] = held & chart.land
            self.zoc[side] = zoc
            self.near[side] = chart.links.ring(self.held[side])
        for side in Side:
            enemy = side.enemy
            # TGC-move.3, TGC-area.14a, 15, 13d; TGC-hq.2
            open_ = chart.land & ~self.held[enemy] & ~(chart.dike & self.zoc[enemy])
            self.ground[side] = (open_, open_ & ~self.zoc[enemy])


def moved(field: Field, moves: tuple[tuple[Unit, int, int], ...], world: Front) -> Field:
    """The field after some units went from one place to another."""
    stacks = dict(field.stacks)
    for side in {world.side(u) for u, _, _ in moves}:
        stacks[side] = dict(stacks[side])
    for u, before, after in moves:
        mine = stacks[world.side(u)]
        if before >= 0:
            rest = tuple(v for v in mine[Hex(before)] if v != u)
            if rest:
                mine[Hex(before)] = rest
            else:
                del mine[Hex(before)]
        if after >= 0:
            mine[Hex(after)] = tuple(sorted((*mine.get(Hex(after), ()), u)))
    return Field(field.chart, stacks, field)


_fields: dict[tuple[str, tuple[int, ...]], Field] = {}
_last: tuple[tuple[int, ...], Front | None, Field | None] = ((), None, None)


def survey(world: Front, at: tuple[int, ...]) -> Field:
    """The field of an arrangement; the one asked for last is at hand without a search."""
    global _last
    last_at, last_world, last = _last
    if last_at is at and last_world is world and last is not None:
        return last
    key = (world.key, at)
    field = _fields.get(key)
    if field is None:
        field = Field(world.chart, {side: forces.stacks(at, world.units(side)) for side in Side})
        remember(key, field)
    _last = (at, world, field)
    return field


def remember(key: tuple[str, tuple[int, ...]], field: Field) -> None:
    if len(_fields) >= 128:
        for old in list(_fields)[:64]:
            _fields.pop(old, None)
    _fields[key] = field


def rearranged(s: State, moves: tuple[tuple[Unit, int], ...]) -> tuple[int, ...]:
    """Where all stand after some have been put elsewhere; what follows from it is brought up to date."""
    global _last
    at = list(s.at)
    steps = []
    for u, place in moves:
        if at[u] != place:
            steps.append((u, at[u], place))
            at[u] = place
    new = tuple(at)
    last_at, last_world, last = _last
    if last_at is s.at and last_world is s.world and last is not None and len(steps) < 8:
        _last = (new, s.world, moved(last, tuple(steps), s.world))
        remember((s.world.key, new), _last[2])
    return new


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
    """Everybody waits: the Allies in Britain (TGC-area.4), the Germans on their sheet."""
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
