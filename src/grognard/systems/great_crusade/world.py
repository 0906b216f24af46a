"""What a game of The Great Crusade is played with: map, order of battle, tables, scenario."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from enum import StrEnum
from functools import cached_property, lru_cache
from typing import Any

import msgspec

from ...board import data
from ...board.names import Unit, Units, Unknown, hint
from ...geometry.hexes import Hex
from ...kernel.state import World
from .chart import PACKAGE, Chart, printed
from .texts import phrase

SYSTEM_ID = "great-crusade"


class Side(StrEnum):
    """TGC-def.1: whose part of the turn it is is said by the frame that asks; the other side is the enemy."""

    ALLIED = "allied"
    GERMAN = "german"

    @property
    def enemy(self) -> Side:
        return Side.GERMAN if self is Side.ALLIED else Side.ALLIED

    @property
    def people(self) -> str:
        return "the Allies" if self is Side.ALLIED else "the Germans"


ALLIED, GERMAN = Side.ALLIED, Side.GERMAN

FREE_FRENCH = 99  # in place of a turn: usable when TGC-area.6 says so


class Counter(msgspec.Struct, frozen=True):
    """TGC-def.6, 7: a unit as its counter shows it."""

    id: str
    name: str
    label: str
    side: Side
    nation: str
    type: str
    attack: int
    defense: int
    move: int
    available: int

    @property
    def factors(self) -> str:
        return f"{self.attack}-{self.defense}-{self.move}"


class Scenario(msgspec.Struct, frozen=True):
    """Where and when a game begins and ends. TGC-seq.1 is the campaign; the others are ours."""

    id: str
    title: str
    first_turn: int
    last_turn: int
    minutes: int
    blurb: str
    setups: tuple[str, ...] = ()
    area: str = ""
    start: str = ""
    aim: int = 0  # what the Allied side must hold at the end of a short game


class Front(World):
    """The world of this system."""

    def __init__(self, chart: Chart, scenario: Scenario, key: str = "") -> None:
        self.counters = order_of_battle()
        super().__init__(key or f"{SYSTEM_ID}/{scenario.id}", chart.grid, tuple(c.id for c in self.counters))
        self.chart = chart
        self.scenario = scenario
        self.places = {id: hex for id, (_, hex) in chart.names.items()}
        self.labels = {c.label: Unit(i) for i, c in enumerate(self.counters) if c.side is ALLIED}
        split = next(i for i, c in enumerate(self.counters) if c.side is GERMAN)
        self.ranges: dict[Side, range] = {ALLIED: range(split), GERMAN: range(split, len(self.counters))}
        self.split = split
        self.attack = tuple(c.attack for c in self.counters)
        self.defense = tuple(c.defense for c in self.counters)
        self.move = tuple(c.move for c in self.counters)
        self.hq = tuple(c.type == "hq" for c in self.counters)

    def side(self, unit: Unit) -> Side:
        return ALLIED if unit < self.split else GERMAN

    def units(self, side: Side) -> range:
        return self.ranges[side]

    @cached_property
    def tables(self) -> Mapping[str, Any]:
        return data.load(PACKAGE, "tables.toml")

    @cached_property
    def strategic(self) -> tuple[bool, ...]:
        """TGC-move.8: who may move strategically."""
        by_side = self.tables["strategic_movement"]
        return tuple(c.type in by_side[c.side] for c in self.counters)

    @cached_property
    def reserve(self) -> Units:
        """TGC-setup.6: the seven units of the armor reserve."""
        ids = data.load(PACKAGE, "units.toml")["armor_reserve"]["units"]
        return tuple(self.unit(id) for id in ids)

    # ---- how players name things

    def names(self, units: tuple[Unit, ...] | list[Unit]) -> str:
        """Units as a player reads them: '1st Infantry, 2nd Armored and 3 more'."""
        called = [self.counters[u].name for u in units]
        if len(called) > 5:
            called = [*called[:4], phrase("{count} more", count=len(called) - 4)]
        return (
            " and ".join(filter(None, [", ".join(called[:-1]), called[-1]])) if called else phrase("nobody")
        )

    def name(self, unit: Unit) -> str:
        return self.counters[unit].name

    def place(self, hex: Hex) -> str:
        return self.chart.title(hex)


@lru_cache
def order_of_battle() -> tuple[Counter, ...]:
    """TGC-area.1: every unit of both sides, Allied first."""
    tables = data.load(PACKAGE, "units.toml")
    out = []
    for side in Side:
        for r in data.rows(tables[side]):
            attack, defense, move = (int(x) for x in r["factors"].split("-"))
            available = FREE_FRENCH if r["available"] == "free_french" else r["available"]
            out.append(
                Counter(
                    r["id"],
                    r["name"],
                    r["label"],
                    side,
                    r["nation"],
                    r["type"],
                    attack,
                    defense,
                    move,
                    available,
                )
            )
    return tuple(out)


@lru_cache
def prepared() -> Mapping[str, Mapping[str, Any]]:
    """TGC-setup.1, 9: the prepared German positions by id."""
    return {s["id"]: s for s in data.load(PACKAGE, "setups.toml")["setup"]}


@lru_cache
def scenarios() -> Mapping[str, Scenario]:
    tables = data.load(PACKAGE, "scenarios.toml")["scenario"]
    known = {f.name for f in msgspec.structs.fields(Scenario)}
    return {t["id"]: msgspec.convert({k: v for k, v in t.items() if k in known}, Scenario) for t in tables}


_studies: dict[str, Front] = {}


def study(world: Front) -> Front:
    """Keep a world that was made for a study, so that its positions can be decoded again."""
    _studies[world.key] = world
    return world


def make_study(board: Chart | None, last_turn: int) -> Front:
    """The printed map, or the board of a study, without a set-up."""
    campaign = front("france-1944").scenario
    scenario = msgspec.structs.replace(campaign, id="scene", title="A study", setups=(), last_turn=last_turn)
    if board is None:
        return study(Front(printed(), scenario, f"{SYSTEM_ID}/scene-{last_turn}"))
    made_of = board.to_json()
    mark = hashlib.sha256(made_of.encode()).hexdigest()[:12]
    world = Front(board, scenario, f"{SYSTEM_ID}/board-{mark}-{last_turn}")
    world.made_of = made_of
    return study(world)


def remake(key: str, made_of: str) -> Front:
    """The world of a recorded study on a board of its own."""
    turns = key.rpartition("-")[2]
    if not turns.isdigit():
        raise Unknown(f"{key!r} is no study")
    world = make_study(Chart.from_json(made_of), int(turns))
    if world.key != key:
        raise Unknown(f"the board of the record is not the one that {key!r} names")
    return world


@lru_cache
def front(scenario: str) -> Front:
    return Front(printed(), scenarios()[scenario])


def find(key: str) -> Front:
    if key in _studies:
        return _studies[key]
    system, _, scenario = key.partition("/")
    if system == SYSTEM_ID and scenario.startswith("scene-") and scenario[6:].isdigit():
        return make_study(None, int(scenario[6:]))
    if system != SYSTEM_ID or scenario not in scenarios():
        raise Unknown(
            f"no scenario is called {key!r}{hint(key, tuple(f'{SYSTEM_ID}/{k}' for k in scenarios()))}"
        )
    return front(scenario)
