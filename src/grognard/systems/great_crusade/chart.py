"""The map: terrain, rivers, numbered hexes, and all that follows from them and never changes (TGC-def, TGC-area)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import Any

import msgspec

from ...board import data
from ...board.names import Unknown
from ...geometry.hexes import Grid, Hex
from ...geometry.hexset import HexSet, Links, each, of

PACKAGE = __package__

LAND = ("clear", "mountain", "city", "fortress", "fortified_zone", "dike")
"""TGC-def.3: a playable land hex has exactly one of these; all else nothing can enter."""

TIMES = {"mountain": 2, "city": 2, "fortified_zone": 2, "fortress": 3}
"""TGC-combat.29, with TGC-area.8c, 9b, 10b, 11: how often a defender counts, wherever the attackers stand. Cities and
fortresses do nothing else to movement (TGC-area.9a, 10a)."""


class Numbered(msgspec.Struct, frozen=True):
    """TGC-def.5, TGC-area.18 to 20: a land hex to which the arrow of a sea hex points, with the number of units that
    it can feed; an inland port has its number in a box and is never invaded."""

    id: str
    name: str
    area: str
    kind: str  # beach, port, inland
    hex: Hex
    sea: Hex
    capacity: int


class Area(msgspec.Struct, frozen=True):
    """A beach area with its limits (TGC-area.17, TGC-inv.8a, 28, 29): armor, infantry, airborne."""

    id: str
    name: str
    invadable: bool
    first: tuple[int, int, int]
    second: tuple[int, int, int]
    later: int


class Plan(msgspec.Struct, frozen=True, array_like=True):
    """A map as a record keeps it."""

    size: tuple[int, int]
    terrain: list[tuple[Hex, str]]
    country: list[tuple[Hex, str]]
    beyond: list[Hex]
    numbered: list[Numbered]
    rivers: list[tuple[str, Sequence[tuple[Hex, Hex]]]]
    closed: list[tuple[Hex, Hex]]
    stars: tuple[Hex, ...]
    installations: tuple[Hex, ...]
    names: list[tuple[str, tuple[str, Hex]]]

    def fits(self, grid: Grid) -> bool:
        """Does it speak of hexes of the grid, and of hexsides?"""
        hexes = [h for h, _ in (*self.terrain, *self.country)] + [h for _, (_, h) in self.names]
        hexes += [*self.beyond, *self.stars, *self.installations]
        hexes += [h for n in self.numbered for h in (n.hex, n.sea)]
        sides = [*self.closed, *(side for _, river in self.rivers for side in river)]
        return all(h in grid for h in hexes) and all(a in grid and b in grid.neighbours[a] for a, b in sides)


class Chart:
    """A map of the system: the printed one, or any that `plain` makes for a study. Distances are those of the grid
    (TGC-def.2), `beyond` holds the hexes over the Rhine and IJssel (TGC-def.12)."""

    def __init__(
        self,
        grid: Grid,
        terrain: Mapping[Hex, str],
        *,
        country: Mapping[Hex, str] | None = None,
        beyond: Iterable[Hex] = (),
        numbered: Iterable[Numbered] = (),
        areas: Sequence[Area] = (),
        rivers: Mapping[str, Sequence[tuple[Hex, Hex]]] | None = None,
        closed: Iterable[tuple[Hex, Hex]] = (),
        stars: Iterable[Hex] = (),
        installations: Iterable[Hex] = (),
        names: Mapping[str, tuple[str, Hex]] | None = None,
    ) -> None:
        self.grid = grid
        self.terrain = dict(terrain)
        self.country = dict(country or {})
        self.numbered: dict[Hex, Numbered] = {}
        self.by_sea: dict[Hex, Numbered] = {}
        for n in numbered:
            if n.hex in self.numbered or n.sea in self.by_sea:
                where = n.hex if n.hex in self.numbered else n.sea
                raise data.BadData(f"map.toml: {n.id}: {grid.number(where)} has a number already")
            self.numbered[n.hex] = self.by_sea[n.sea] = n
        self.areas = {a.id: a for a in areas}
        self.rivers = dict(rivers or {})
        self.closed = tuple(closed)
        self.stars = tuple(sorted(stars))
        self.installations = tuple(sorted(installations))
        self.names = dict(names or {})
        self.name_of = {hex: name for name, hex in self.names.values()}
        self.land: HexSet = of(h for h, t in self.terrain.items() if t in LAND)
        self.beyond: HexSet = of(beyond) & self.land
        self.mountains = self.kind("mountain")
        self.fortresses = self.kind("fortress")
        self.dike = self.kind("dike")
        self.stops = self.land & ~self.dike  # TGC-area.13a: where a unit may come to rest
        self.france: HexSet = of(h for h, c in self.country.items() if c == "FR") & self.land
        # TGC-def.16: blocked hexsides are no neighbourhood for anything
        self.links = Links(grid, self.closed, self.land)

    def kind(self, terrain: str) -> HexSet:
        return of(h for h, t in self.terrain.items() if t == terrain)

    @cached_property
    def across(self) -> dict[Hex, HexSet]:
        """By hex: its neighbours on the other side of a river (TGC-def.4)."""
        out: dict[Hex, HexSet] = {}
        for sides in self.rivers.values():
            for a, b in sides:
                out[a] = out.get(a, 0) | 1 << b
                out[b] = out.get(b, 0) | 1 << a
        return out

    @cached_property
    def beside(self) -> list[HexSet]:
        """By index: the land hexes adjacent to it."""
        return [self.links.near(Hex(h)) if self.land >> h & 1 else 0 for h in range(self.grid.size)]

    @cached_property
    def control(self) -> list[HexSet]:
        """By index: the hexes that the ZOC of a unit there covers (TGC-zoc.2 to 5, 11)."""
        out = []
        for h, beside in enumerate(self.beside):
            own = 1 << h & self.land
            if self.fortresses & own:  # TGC-zoc.5: nothing out of a fortress
                out.append(own)
            else:  # TGC-zoc.4: not over a river; TGC-zoc.5: nothing into a fortress
                out.append(own | beside & ~self.across.get(Hex(h), 0) & ~self.fortresses)
        return out

    @cached_property
    def neighbours(self) -> dict[Hex, tuple[Hex, ...]]:
        return {h: tuple(each(self.beside[h])) for h in each(self.land)}

    def to_json(self) -> str:
        """All that makes the map: two maps with one text are the same map."""
        return msgspec.json.encode(
            Plan(
                (self.grid.columns, self.grid.rows),
                sorted(self.terrain.items()),
                sorted(self.country.items()),
                sorted(each(self.beyond)),
                [n for _, n in sorted(self.numbered.items())],
                sorted(self.rivers.items()),
                sorted(self.closed),
                self.stars,
                self.installations,
                sorted(self.names.items()),
            )
        ).decode()

    @classmethod
    def from_json(cls, text: str) -> Chart:
        try:
            p = msgspec.json.decode(text, type=Plan)
        except msgspec.MsgspecError as e:
            raise Unknown(f"this is no map: {e}") from None
        if not (0 < p.size[0] <= 100 and 0 < p.size[1] <= 100):
            raise Unknown("this is no map: it has at most 100 columns and rows")
        grid = Grid(*p.size)
        if not p.fits(grid):
            raise Unknown("this is no map: it speaks of hexes that are not there")
        try:
            return cls(
                grid,
                dict(p.terrain),
                country=dict(p.country),
                beyond=p.beyond,
                numbered=p.numbered,
                areas=areas(),
                rivers=dict(p.rivers),
                closed=p.closed,
                stars=p.stars,
                installations=p.installations,
                names=dict(p.names),
            )
        except data.BadData as e:
            raise Unknown(f"this is no map: {e}") from None

    def title(self, hex: Hex) -> str:
        """Its number, with its name where it has one."""
        name = self.name_of.get(hex)
        return f"{self.grid.number(hex)} {name}" if name else self.grid.number(hex)


def france(tables: Mapping[str, Any]) -> Chart:
    """The printed map, as reconstructed in `map.toml`."""
    legend = tables["legend"]
    size = tables["grid"]
    grid = Grid(size["width"], size["height"])
    terrain: dict[Hex, str] = {}
    country: dict[Hex, str] = {}
    beyond: list[Hex] = []
    pictures = [picture(tables, name, grid) for name in ("terrain", "country", "beyond_rhine")]
    for row, (lands, countries, banks) in enumerate(zip(*pictures)):
        for column in range(grid.columns):
            hex = grid.at(column, row)
            terrain[hex] = meaning(legend["terrain"], lands[column], grid.number(hex))
            if here := meaning(legend["country"], countries[column], grid.number(hex)):
                country[hex] = here
            if banks[column] == "1":
                beyond.append(hex)
    numbered = [
        Numbered(
            r["id"], r["name"], r["area"], r["kind"], grid.hex(r["hex"]), grid.hex(r["sea_hex"]), r["supply"]
        )
        for r in data.rows(tables["numbered"])
    ]
    names: dict[str, tuple[str, Hex]] = {}
    for table in ("numbered", "city", "town"):
        for r in data.rows(tables[table]):
            if r["id"] in names or grid.hex(r["hex"]) in dict(names.values()).values():
                raise data.BadData(f"map.toml: {r['id']}: the name or its hex {r['hex']} is there already")
            names[r["id"]] = r["name"], grid.hex(r["hex"])
    chart = Chart(
        grid,
        terrain,
        country=country,
        beyond=beyond,
        numbered=numbered,
        areas=areas(),
        rivers={r["name"]: sides(grid, r["hexsides"]) for r in data.rows(tables["rivers"])},
        closed=[s for r in data.rows(tables["blocked_hexsides"]) for s in sides(grid, r["hexsides"])],
        stars=[named(names, p) for p in tables["stars"]["places"]],
        installations=[named(names, p) for p in tables["installations"]["places"]],
        names=names,
    )
    check(chart)
    return chart


def picture(tables: Mapping[str, Any], name: str, grid: Grid) -> list[str]:
    """A line a row of hexes, a character a hex."""
    rows = data.cells(tables[name])
    if len(rows) != grid.rows or any(len(row) != grid.columns for row in rows):
        raise data.BadData(f"map.toml: [{name}] is not {grid.columns} x {grid.rows} hexes")
    return rows


def meaning(legend: Mapping[str, str], letter: str, number: str) -> str:
    if letter not in legend:
        raise data.BadData(f"map.toml: {number}: the legend does not know {letter!r}")
    return legend[letter]


def named(names: Mapping[str, tuple[str, Hex]], id: str) -> Hex:
    if id not in names:
        raise data.BadData(f"map.toml: no place is called {id!r}")
    return names[id][1]


@lru_cache
def printed() -> Chart:
    return france(data.load(PACKAGE, "map.toml"))


def areas() -> list[Area]:
    return [
        Area(
            r["id"],
            r["name"],
            r["invadable"],
            tuple(r["first"] or (0, 0, 0)),
            tuple(r["second"] or (0, 0, 0)),
            r["later_total"],
        )
        for r in data.rows(data.load(PACKAGE, "tables.toml")["areas"])
    ]


def sides(grid: Grid, text: str) -> list[tuple[Hex, Hex]]:
    out = []
    for side in text.split():
        a, _, b = side.partition("/")
        out.append((grid.hex(a), grid.hex(b)))
    return out


def check(chart: Chart) -> None:
    """What must hold on any map of the system; a map that breaks it is refused with the place named."""

    def refuse(holds: object, what: str) -> None:
        if not holds:
            raise data.BadData(f"map.toml: {what}")

    number = chart.grid.number
    for name, river in chart.rivers.items():
        for a, b in river:
            refuse(b in chart.grid.neighbours[a], f"{name}: {number(a)}/{number(b)} is no hexside")
        for (a, b), (c, d) in pairwise(river):
            refuse(touch(chart.grid, (a, b), (c, d)), f"{name}: broken at {number(c)}/{number(d)}")
    for n in chart.numbered.values():
        refuse(chart.land >> n.hex & 1, f"{n.id}: {number(n.hex)} is no land")
        refuse(chart.terrain[n.sea] == "sea", f"{n.id}: {number(n.sea)} is no sea")
        coastal = n.sea in chart.grid.neighbours[n.hex]
        refuse(coastal or n.kind == "inland", f"{n.id}: its sea hex is not adjacent")
        refuse(n.area in chart.areas, f"{n.id}: no area {n.area}")
        refuse(n.kind in ("beach", "port", "inland"), f"{n.id}: a numbered hex is no {n.kind}")
    for name, hex in chart.names.values():
        refuse(chart.land >> hex & 1, f"{name}: {number(hex)} is no playable land")
    for hex in chart.stars:
        refuse(chart.beyond >> hex & 1, f"star {number(hex)} is not beyond the Rhine")
    for hex in chart.installations:
        refuse(chart.fortresses >> hex & 1, f"installation {number(hex)} is no fortress")


def touch(grid: Grid, one: tuple[Hex, Hex], two: tuple[Hex, Hex]) -> bool:
    """Do two hexsides meet at a corner? Then they have a hex in common and the other two are neighbours."""
    others = sorted(set(one) ^ set(two))
    return len(others) == 2 and others[1] in grid.neighbours[others[0]]


def plain(
    terrain: Mapping[str, str] | None = None,
    rivers: Iterable[str] = (),
    *,
    numbered: Iterable[tuple[str, str, str, str, int]] = (),
    beyond: Iterable[str] = (),
    stars: Iterable[str] = (),
    installations: Iterable[str] = (),
    country: Mapping[str, str] | None = None,
    closed: Iterable[str] = (),
    size: int = 61,
    names: Mapping[str, str] | None = None,
) -> Chart:
    """A board of clear land for studies, `size` hexes square. Rivers and closed hexsides as "3030/3130";
    numbered hexes as (area, kind, land hex, sea hex, capacity)."""
    grid = Grid(size, size)
    land = dict.fromkeys(grid, "clear")
    for number, kind in (terrain or {}).items():
        land[grid.hex(number)] = kind
    points = []
    for area, kind, number, sea, capacity in numbered:
        hex = grid.hex(number)
        land[grid.hex(sea)] = "sea"
        points.append(Numbered(f"{area}-{number}", number, area, kind, hex, grid.hex(sea), capacity))
    called = {k: (k, grid.hex(v)) for k, v in (names or {}).items()}
    return Chart(
        grid,
        land,
        country={grid.hex(k): v for k, v in (country or {}).items()},
        beyond=[grid.hex(h) for h in beyond],
        numbered=points,
        areas=areas(),
        rivers={f"river {n}": sides(grid, r) for n, r in enumerate(rivers)},
        closed=[s for c in closed for s in sides(grid, c)],
        stars=[grid.hex(h) for h in stars],
        installations=[grid.hex(h) for h in installations],
        names=called,
    )
