"""The map and the counters as they are printed (TGC-ui.4, 5), for a scenario; they never change."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from ....board import data
from ....geometry.hexes import Hex
from ....geometry.hexset import each
from ....kernel.show import Counter, Hexsides, Mark, Place, Region, Set, Sheet, Terrain
from .. import world as worlds
from ..chart import PACKAGE, Area, Chart
from ..system import RECONSTRUCTED
from ..world import Front, Side
from .tables import tables
from .words import COUNTRIES

LETTERS = {
    "clear": ".", "mountain": "^", "city": "C", "fortress": "F", "fortified_zone": "Z", "dike": "D", "sea": "~",
    "lake": "w", "neutral": "N", "impassable": "X", "off_map": "#",
}  # fmt: skip
ART = {"fortified_zone": "zone", "off_map": "off"}
TERRAIN = {
    "clear": ("TGC-area.7", "no effect"),
    "mountain": ("TGC-area.8", "movement ends; no strategic movement from here; defense x2"),
    "city": ("TGC-area.9", "defense x2"),
    "fortress": ("TGC-area.10", "defense x3; no zone of control in or out; need not attack or be attacked"),
    "fortified_zone": ("TGC-area.11", "defense x2"),
    "dike": ("TGC-area.13", "may be passed, nobody stops here or attacks across it"),
    "sea": (
        "TGC-area.18",
        "an arrow points to the land hex that is invaded from here; its number is the capacity",
    ),
    "lake": ("TGC-def.3", "nobody enters"),
    "neutral": ("TGC-area.14", "nobody enters, no supply line crosses"),
    "impassable": ("TGC-area.15", "nobody enters, no supply line crosses"),
    "off_map": ("TGC-move.18", "not part of the map"),
}


@lru_cache(maxsize=8)
def set_of(key: str) -> Set:
    world = worlds.find(key)
    return Set(
        system=worlds.SYSTEM_ID,
        title=world.scenario.title,
        sides={Side.ALLIED: "the Allies", Side.GERMAN: "the Germans"},
        sheet=sheet(world),
        counters=tuple(counters(world)),
        tables=tables(world),
        reconstructed=RECONSTRUCTED,
    )


def sheet(world: Front) -> Sheet:
    chart, grid = world.chart, world.grid
    cells = tuple(
        "".join(LETTERS[chart.terrain.get(grid.at(c, r), "off_map")] for c in range(grid.columns))
        for r in range(grid.rows)
    )
    return Sheet(
        key=world.key,
        columns=grid.columns,
        rows=grid.rows,
        pointy=grid.pointy,
        shoved=grid.shoved,
        first_column=grid.first_column,
        first_row=grid.first_row,
        habit=grid.habit,
        up=grid.up,
        cells=cells,
        terrain={LETTERS[t]: Terrain(t, t.replace("_", " "), ART.get(t, t), *TERRAIN[t]) for t in LETTERS},
        sides=tuple(hexsides(world)),
        places=tuple(places(world)),
        marks=tuple(marks(world)),
        regions=tuple(regions(world)),
    )


def numbers(world: Front, hexes: Iterable[Hex]) -> tuple[str, ...]:
    return tuple(world.hex_text(h) for h in hexes)


def hexsides(world: Front) -> list[Hexsides]:
    """TGC-def.4, 16: rivers with their names, and what no way leads across."""

    def pairs(sides: Iterable[tuple[Hex, Hex]]) -> tuple[tuple[str, str], ...]:
        return tuple((world.hex_text(a), world.hex_text(b)) for a, b in sides)

    chart = world.chart
    out = [Hexsides("river", pairs(sides), name, "TGC-def.4") for name, sides in chart.rivers.items()]
    if chart.closed:
        out.append(Hexsides("closed", pairs(chart.closed), "no way across", "TGC-def.16"))
    return out


def places(world: Front) -> list[Place]:
    """Fortresses and cities first, then ports, then beaches and towns."""
    chart = world.chart
    out = []
    for hex, name in sorted(chart.name_of.items()):
        point = chart.numbered.get(hex)
        rank = (
            1 if chart.terrain[hex] in ("city", "fortress") else 2 if point and point.kind != "beach" else 3
        )
        out.append(Place(world.hex_text(hex), name, rank))
    return out


def marks(world: Front) -> list[Mark]:
    """TGC-area.18 to 22: arrows with their numbers (boxed for inland ports), stars, installations."""
    chart, text = world.chart, world.hex_text
    out = []
    for hex, n in sorted(chart.numbered.items()):
        what = {"beach": "beach", "port": "port", "inland": "inland port"}[n.kind]
        feeds = str(n.capacity)
        boxed = n.kind == "inland"
        arrow = f"to {n.name}, {what} for {feeds} units"
        clause = "TGC-area.20" if boxed else "TGC-area.18"
        out.append(Mark(text(n.sea), "boxed" if boxed else "arrow", arrow, feeds, text(hex), clause))
        out.append(Mark(text(hex), n.kind, f"{what} for {feeds} units", feeds, clause="TGC-area.19"))
    out += [Mark(text(h), "star", "starred hex", clause="TGC-area.21") for h in chart.stars]
    out += [Mark(text(h), "installation", "installation", clause="TGC-area.22a") for h in chart.installations]
    return out


def limits(a: Area) -> str:
    """TGC-ui.5, 10: what an area takes."""
    then = f"{a.later} units of any kind a turn"
    if not a.invadable:
        return f"cannot be invaded; {then}"
    first, second = ("{} armor, {} infantry, {} airborne".format(*x) for x in (a.first, a.second))
    return f"first turn {first}; second turn {second}; then {then}"


def regions(world: Front) -> list[Region]:
    chart = world.chart
    by_country: dict[str, list[Hex]] = {}
    for hex, country in sorted(chart.country.items()):
        by_country.setdefault(country, []).append(hex)
    out = [
        Region(f"country-{c}", COUNTRIES.get(c, c), "border", numbers(world, hexes))
        for c, hexes in by_country.items()
    ]
    if chart.beyond:
        note = "ten supplied divisions here at the end of four turns in a row win (TGC-vic.3)"
        out.append(Region("beyond", "Beyond the Rhine", "tint", numbers(world, each(chart.beyond)), note))
    out += [area_region(world, chart, a) for a in chart.areas.values()]
    return out


def area_region(world: Front, chart: Chart, a: Area) -> Region:
    hexes = [h for n in chart.numbered.values() if n.area == a.id for h in (n.hex, n.sea)]
    return Region(f"area-{a.id}", a.name, "label", numbers(world, sorted(hexes)), limits(a))


def counters(world: Front) -> list[Counter]:
    """TGC-def.6, 7: attack-defense-movement and type."""
    brigades = set(data.load(PACKAGE, "units.toml")["brigades"]["units"])
    out = []
    for c in world.counters:
        if c.type == "hq":
            size = "XXXXX" if "Group" in c.name or c.label in ("SHAEF", "OBW") else "XXXX"
        else:
            size = "X" if c.id in brigades else "XX"
        out.append(
            Counter(
                unit=c.id,
                name=c.name,
                label=c.label,
                side=c.side,
                symbol=c.type,
                size=size,
                kind=c.type.replace("_", " "),
                nation=c.nation,
                values=(str(c.attack), str(c.defense), str(c.move)),
                value_names=("attack", "defense", "movement"),
            )
        )
    return out
