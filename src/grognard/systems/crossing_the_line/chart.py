"""The map: terrain, hexsides, roads, edges of supply, and all that follows from them and never changes (CTL-3.1)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from fractions import Fraction
from itertools import pairwise
from typing import Any

import msgspec

from ...board import data
from ...board.data import BadData
from ...geometry.hexes import Grid, Hex, NoSuchHex
from ...geometry.hexset import NONE, HexSet, Links, each, of

PACKAGE = __package__

Tables = Mapping[str, Any]
Hexside = frozenset[Hex]


class Side(StrEnum):
    """CTL-1a: whose choice it is, the frame that asks says; the other side is the enemy."""

    US = "us"
    GERMAN = "german"

    @property
    def enemy(self) -> Side:
        return Side.GERMAN if self is Side.US else Side.US

    @property
    def people(self) -> str:
        return "the Americans" if self is Side.US else "the Germans"


US, GERMAN = Side.US, Side.GERMAN


class Ground(msgspec.Struct, frozen=True):
    """CTL-3.1.1: a kind of hex terrain. MPs are for the hex entered; `tanks` and `at_bonus` help the defender."""

    type: str
    leg: int
    motorized: int
    zoc_at: bool
    zoc_tank: bool
    at_bonus: int
    tanks: Fraction
    line: str


class Barrier(msgspec.Struct, frozen=True):
    """CTL-3.1.2: a kind of hexside terrain. `leg` and `motorized` are MPs on top, "all" (the whole MA, as the only step)
    or "no"; `by_road` and `by_town` say what waives them; `drm` and `tanks` are against the attacker."""

    type: str
    leg: str
    motorized: str
    by_road: bool
    by_town: bool
    tanks: Fraction
    drm: int


class Area(msgspec.Struct, frozen=True):
    """CTL-3.1g, CTL-10.1a, CTL-10.2a, CTL-10.3a: the rows and columns that a scenario plays on, by their printed numbers."""

    rows: tuple[int, int]
    columns: tuple[int, int]


WHOLE = Area((10, 56), (1, 28))


class Chart:
    """A map as its tables tell it, cut to the area of a scenario: what lies outside is no hex for anything (CTL-3.1g)."""

    def __init__(self, map: Tables, tables: Tables, area: Area = WHOLE) -> None:
        self.tables = map
        rows, columns = map["grid"]["rows"], map["grid"]["columns"]
        self.grid = grid = Grid(
            columns[1] - columns[0] + 1, rows[1] - rows[0] + 1,
            shoved=1, habit="RRCC", first_column=columns[0], first_row=rows[0], up=True,
        )  # fmt: skip
        self.within: HexSet = of(h for h in grid if inside(grid.number(h), area))
        self.near: list[tuple[Hex, ...]] = [
            tuple(n for n in grid.neighbours[h] if self.within >> n & 1) if self.within >> h & 1 else ()
            for h in range(grid.size)
        ]
        self.grounds = {
            r["type"]: msgspec.convert({**r, "tanks": Fraction(r["tanks"])}, Ground)
            for r in data.rows(tables["terrain"])
        }
        self.barriers = {
            r["type"]: msgspec.convert({**r, "tanks": Fraction(r["tanks"])}, Barrier)
            for r in data.rows(tables["hexsides"])
        }
        self.terrain = terrain(map, grid, self.grounds)
        self.settled: HexSet = (
            of(h for h, g in self.terrain.items() if g.type in ("town", "city", "industrial")) & self.within
        )
        self.barrier = barriers(map, grid, self.barriers)
        self.roads = roads(map, grid)
        self.crossings = frozenset(pairs(map["roer"]["crossings"], grid, "roer"))
        self.names = {h: str(r["name"]) for r in data.rows(map["places"]) for h in hexes(r["hexes"], grid)}
        self.closed: HexSet = of(hexes(map["westwall"]["closed"], grid)) & self.within
        self.bulge: HexSet = of(hexes(map["westwall"]["bulge"], grid)) & self.within
        self.closed_turns: tuple[int, int] = tuple(map["westwall"]["turns"])
        roer = [p for p, b in self.barrier.items() if b.type == "roer"]
        self.steps = Links(grid, (), self.within)
        self.links = {
            US: Links(grid, ends(roer), self.within),
            GERMAN: Links(grid, ends(p for p in roer if p not in self.crossings), self.within),
        }
        self.zoc = {arm: [self.projects(Hex(h), arm) for h in range(grid.size)] for arm in ("at", "tank")}
        supply = map["supply"]
        self.south: HexSet = of(hexes(supply["us_south"], grid)) & self.within
        self.west: HexSet = of(hexes(supply["us_west"], grid)) & self.within
        self.north_west: HexSet = of(hexes(supply["us_north_west"], grid)) & self.within
        self.north_west_turn = int(supply["us_north_west_from_turn"])
        self.german_edge_everywhere: HexSet = of(hexes(supply["german_east"] + supply["german_north"], grid))
        self.us_edge_everywhere: HexSet = of(hexes(supply["us_south"] + supply["us_west"], grid))
        self.roer_area: HexSet = of(hexes(map["victory"]["roer"], grid)) & self.within
        self.aachen: HexSet = of(hexes(map["victory"]["aachen"], grid)) & self.within
        self.towns: HexSet = of(hexes(map["victory"]["towns"], grid)) & self.within

    def projects(self, hex: Hex, arm: str) -> HexSet:
        """CTL-5.4a to d: the ZOC of a unit in this hex. Only the hex aimed at and the hexside between matter."""
        if not self.within >> hex & 1:
            return NONE
        out = 1 << hex
        for to in self.near[hex]:
            ground = self.terrain[to]
            if ground.zoc_at if arm == "at" else ground.zoc_tank and self.between(hex, to) is None:
                out |= 1 << to
        return out

    def between(self, a: Hex, b: Hex) -> Barrier | None:
        """CTL-3.1h: what runs along the hexside between two neighbours."""
        return self.barrier.get(frozenset((a, b)))

    def road(self, a: Hex, b: Hex) -> bool:
        return frozenset((a, b)) in self.roads

    def title(self, hex: Hex) -> str:
        """Its number, with its name where it has one."""
        name = self.names.get(hex)
        return f"{self.grid.number(hex)} {name}" if name else self.grid.number(hex)


def inside(number: str, area: Area) -> bool:
    row, column = int(number[:2]), int(number[2:])
    return area.rows[0] <= row <= area.rows[1] and area.columns[0] <= column <= area.columns[1]


# ---- reading the tables, and refusing what contradicts itself


def hexes(numbers: Iterable[str], grid: Grid) -> list[Hex]:
    try:
        return [grid.hex(n) for n in numbers]
    except NoSuchHex as e:
        raise BadData(f"map.toml: {e}") from None


def pairs(sides: Iterable[str], grid: Grid, table: str) -> list[Hexside]:
    """Hexsides: each joins two neighbours."""
    out = []
    for side in sides:
        a, b = hexes(side.split("/"), grid)
        if b not in grid.neighbours[a]:
            raise BadData(f"map.toml: [{table}] {side}: these hexes are not neighbours")
        out.append(frozenset((a, b)))
    return out


def terrain(map: Tables, grid: Grid, grounds: Mapping[str, Ground]) -> dict[Hex, Ground]:
    """Every hex has one terrain. The picture has the northern row first, each line with its row number."""
    legend = map["legend"]["terrain"]
    lines = map["terrain"]["cells"].strip().splitlines()
    if len(lines) != grid.rows:
        raise BadData(f"map.toml: [terrain] has {len(lines)} rows, not {grid.rows}")
    out: dict[Hex, Ground] = {}
    for row, line in enumerate(lines):
        number, _, letters = line.partition(" ")
        wanted = grid.first_row + grid.rows - 1 - row
        if number != str(wanted) or len(letters) != grid.columns:
            raise BadData(f"map.toml: [terrain] row {wanted}: {grid.columns} letters after its number")
        for column, letter in enumerate(letters):
            kind = legend.get(letter)
            if kind not in grounds:
                raise BadData(f"map.toml: [terrain] row {wanted}: {letter!r} stands for no terrain")
            out[grid.at(column, row)] = grounds[kind]
    return out


def barriers(map: Tables, grid: Grid, kinds: Mapping[str, Barrier]) -> dict[Hexside, Barrier]:
    """CTL-3.1h: of several features of a hexside the first kind of the table holds, the others are ignored."""
    courses: dict[str, list[tuple[str, Sequence[str]]]] = {
        "roer": [("Roer", map["roer"]["hexsides"])],
        "embankment": [(r["name"], r["hexsides"]) for r in data.rows(map["embankments"])],
        "dragons_teeth": [("dragon's teeth", map["dragons_teeth"]["hexsides"])],
        "stream": [(r["name"], r["hexsides"]) for r in data.rows(map["streams"])],
    }
    wet: dict[Hexside, str] = {}
    out: dict[Hexside, Barrier] = {}
    for kind in kinds:
        for name, sides in courses[kind]:
            course = pairs(sides, grid, kind)
            if kind in ("roer", "stream"):
                check_course(name, course, grid)
                for side in course:
                    if side in wet:
                        raise BadData(f"map.toml: {spell(side, grid)} belongs to {wet[side]} and {name}")
                    wet[side] = name
            for side in course:
                out.setdefault(side, kinds[kind])
    for side in pairs(map["dragons_teeth"]["printed"], grid, "dragons_teeth"):  # CTL-7.5.1.2c
        if side not in out or out[side].type != "dragons_teeth":
            raise BadData(f"map.toml: {spell(side, grid)} is printed as dragon's teeth")
    for side in pairs(map["roer"]["crossings"], grid, "roer"):
        if wet.get(side) != "Roer":
            raise BadData(f"map.toml: {spell(side, grid)} is no hexside of the Roer to be crossed")
    return out


def ends(sides: Iterable[Hexside]) -> list[tuple[Hex, Hex]]:
    return [(min(side), max(side)) for side in sides]


def spell(side: Hexside, grid: Grid) -> str:
    return "/".join(sorted(grid.number(h) for h in side))


def check_course(name: str, course: Sequence[Hexside], grid: Grid) -> None:
    """Water flows from corner to corner: two hexsides in a row have one hex in common, and the other two touch."""
    for a, b in pairwise(course):
        outer = a ^ b
        if len(a & b) != 1 or len(outer) != 2:
            raise BadData(f"map.toml: {name} breaks off at {spell(b, grid)}")
        x, y = outer
        if y not in grid.neighbours[x]:
            raise BadData(f"map.toml: {name} breaks off at {spell(b, grid)}")


def roads(map: Tables, grid: Grid) -> frozenset[Hexside]:
    """CTL-3.1.1g: the hexsides that a road crosses."""
    out = set()
    for r in data.rows(map["roads"]):
        for one, next_ in pairwise(r["hexes"]):
            out |= set(pairs([f"{one}/{next_}"], grid, "roads"))
    for side in pairs(map["roads"]["printed"], grid, "roads"):
        if side not in out:
            raise BadData(f"map.toml: {spell(side, grid)} is printed as crossed by a road")
    return frozenset(out)


def problems(chart: Chart) -> Iterator[str]:
    """What a printed map must show besides: the reconstruction is held to it, a board for a study is not."""
    map, grid = chart.tables, chart.grid
    for r in data.rows(map["places"]):
        for h in hexes(r["hexes"], grid):
            if chart.terrain[h].type not in ("town", "city", "industrial"):
                yield f"{r['name']}: {grid.number(h)} is no settlement"
    for a, b in pairwise(hexes(map["westwall"]["outer"], grid)):
        if b not in grid.neighbours[a]:
            yield f"the outer line breaks off at {grid.number(b)}"
    for key in ("us_south", "us_west", "us_north_west", "german_east", "german_north"):
        for h in hexes(map["supply"][key], grid):
            if len(grid.neighbours[h]) == 6:
                yield f"{key}: {grid.number(h)} does not lie at the edge"
    for name in map["victory"]["towns"]:
        if not chart.settled >> grid.hex(name) & 1:
            yield f"{name} is no settlement"
    for h in each(chart.roer_area):
        beside = [chart.between(h, n) for n in chart.near[h]]
        if not any(barrier is not None and barrier.type == "roer" for barrier in beside):
            yield f"{grid.number(h)} does not border the Roer (CTL-3.1.5c)"


def plain(
    terrain: Mapping[str, str] | None = None,
    sides: Mapping[str, str] | None = None,
    roads: Iterable[Sequence[str]] = (),
    *,
    us_edge: Sequence[str] = (),
    german_edge: Sequence[str] = (),
    closed: Sequence[str] = (),
    towns: Sequence[str] = (),
    roer_area: Sequence[str] = (),
) -> dict[str, Any]:
    """The tables of a map of clear land, save for what is said here: {"3011": "town"}, {"3010/3011": "stream"} (of two
    features: "stream dragons_teeth"), roads as lists of hexes. For tests and studies."""
    legend = {
        ".": "clear", "p": "pillbox_clear", "l": "light_forest", "d": "dense_forest", "P": "pillbox_forest",
        "T": "town", "C": "city", "I": "industrial",
    }  # fmt: skip
    letter = {kind: key for key, kind in legend.items()}
    cells = {row: ["."] * 28 for row in range(56, 9, -1)}
    for number, kind in (terrain or {}).items():
        cells[int(number[:2])][int(number[2:]) - 1] = letter[kind]
    by_kind: dict[str, list[str]] = {"roer": [], "embankment": [], "dragons_teeth": [], "stream": []}
    for side, kinds in (sides or {}).items():
        for kind in kinds.split():
            by_kind[kind].append(side)
    return {
        "grid": {"provenance": "house", "rows": [10, 56], "columns": [1, 28]},
        "legend": {"provenance": "house", "terrain": legend},
        "terrain": {"provenance": "house", "cells": "\n".join(f"{r} {''.join(c)}" for r, c in cells.items())},
        "places": {"provenance": "house", "columns": ["name", "hexes"], "rows": []},
        "roads": {
            "provenance": "house", "printed": [], "columns": ["name", "hexes"],
            "rows": [[f"road {n}", list(r)] for n, r in enumerate(roads)],
        },
        "streams": {
            "provenance": "house", "columns": ["name", "hexsides"],
            "rows": [[f"stream {n}", [s]] for n, s in enumerate(by_kind["stream"])],
        },
        "roer": {"provenance": "house", "crossings": [], "hexsides": by_kind["roer"]},
        "embankments": {
            "provenance": "house", "columns": ["name", "hexsides"],
            "rows": [["embankment", by_kind["embankment"]]],
        },
        "dragons_teeth": {"provenance": "house", "printed": [], "hexsides": by_kind["dragons_teeth"]},
        "westwall": {
            "provenance": "house", "turns": [1, 3], "outer": [], "inner": [], "bulge": [], "closed": list(closed),
        },
        "supply": {
            "provenance": "house", "us_north_west_from_turn": 3, "us_south": list(us_edge), "us_west": [],
            "us_north_west": [], "german_east": list(german_edge), "german_north": [],
        },
        "victory": {
            "provenance": "house", "towns": list(towns), "roer": list(roer_area), "aachen": [],
        },
    }  # fmt: skip
