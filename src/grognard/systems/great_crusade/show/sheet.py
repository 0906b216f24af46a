"""The map and the counters as they are printed (TGC-ui.4, 5), for a scenario; they never change."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from ....board import data
from ....geometry.hexes import Hex
from ....geometry.hexset import each
from ....kernel.sheets import numbers, sheet_of
from ....kernel.show import Counter, Hexsides, Mark, Place, Region, Set, Sheet, Terrain
from .. import world as worlds
from ..chart import PACKAGE, Area, Chart, Numbered
from ..system import RECONSTRUCTED
from ..texts import WORDS, phrase
from ..world import Front, Side
from .tables import tables

LETTERS = {
    "clear": ".", "mountain": "^", "city": "C", "fortress": "F", "fortified_zone": "Z", "dike": "D", "sea": "~",
    "lake": "w", "neutral": "N", "impassable": "X", "off_map": "#",
}  # fmt: skip
ART = {"fortified_zone": "zone", "off_map": "off"}
TERRAIN = {
    "clear": ("TGC-area.7", phrase("no effect")),
    "mountain": ("TGC-area.8", phrase("movement ends; no strategic movement from here; defense x2")),
    "city": ("TGC-area.9", phrase("defense x2")),
    "fortress": (
        "TGC-area.10",
        phrase("defense x3; no zone of control in or out; need not attack or be attacked"),
    ),
    "fortified_zone": ("TGC-area.11", phrase("defense x2")),
    "dike": ("TGC-area.13", phrase("may be passed, nobody stops here or attacks across it")),
    "sea": (
        "TGC-area.18",
        phrase("an arrow points to the land hex that is invaded from here; its number is the capacity"),
    ),
    "lake": ("TGC-def.3", phrase("nobody enters")),
    "neutral": ("TGC-area.14", phrase("nobody enters, no supply line crosses")),
    "impassable": ("TGC-area.15", phrase("nobody enters, no supply line crosses")),
    "off_map": ("TGC-move.18", phrase("not part of the map")),
}


@lru_cache(maxsize=8)
def set_of(key: str) -> Set:
    world = worlds.find(key)
    return Set(
        system=worlds.SYSTEM_ID,
        title=world.scenario.title,
        sides={x: WORDS["side"][x] for x in Side},
        sheet=sheet(world),
        counters=tuple(counters(world)),
        tables=tables(world),
        reconstructed=RECONSTRUCTED,
        focus=focus(world),
    )


def focus(world: Front) -> tuple[str, ...]:
    """What a picture of a short game shows: the beaches of its area, or the bank of the Rhine; of the campaign, all."""
    chart = world.chart
    if area := world.scenario.area:
        shown = {h for n in chart.numbered.values() if n.area == area for h in (n.hex, n.sea)}
        for _ in range(3):  # and what lies about them
            shown |= {Hex(n) for h in shown for n in world.grid.neighbours[h]}
        return numbers(world, sorted(shown))
    if world.scenario.start:
        left = chart.land & ~chart.beyond
        bank = (h for h in each(chart.beyond) if any(left >> n & 1 for n in world.grid.neighbours[h]))
        return numbers(world, bank)
    return ()


def sheet(world: Front) -> Sheet:
    terrain = world.chart.terrain
    return sheet_of(
        world,
        lambda h: LETTERS[terrain.get(h, "off_map")],
        {LETTERS[t]: Terrain(t, WORDS["terrain"][t], ART.get(t, t), *TERRAIN[t]) for t in LETTERS},
        sides=hexsides(world),
        places=places(world),
        marks=marks(world),
        regions=regions(world),
    )


def hexsides(world: Front) -> list[Hexsides]:
    """TGC-def.4, 16: rivers with their names, and what no way leads across."""

    def pairs(sides: Iterable[tuple[Hex, Hex]]) -> tuple[tuple[str, str], ...]:
        return tuple((world.hex_text(a), world.hex_text(b)) for a, b in sides)

    chart = world.chart
    out = [Hexsides("river", pairs(sides), name, "TGC-def.4") for name, sides in chart.rivers.items()]
    if chart.closed:
        out.append(Hexsides("closed", pairs(chart.closed), phrase("no way across"), "TGC-def.16"))
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
        feeds = str(n.capacity)
        boxed = n.kind == "inland"
        arrow = to_point(n)
        clause = "TGC-area.20" if boxed else "TGC-area.18"
        out.append(Mark(text(n.sea), "boxed" if boxed else "arrow", arrow, feeds, text(hex), clause))
        out.append(Mark(text(hex), n.kind, point(n), feeds, clause="TGC-area.19"))
    out += [Mark(text(h), "star", phrase("starred hex"), clause="TGC-area.21") for h in chart.stars]
    out += [
        Mark(text(h), "installation", phrase("installation"), clause="TGC-area.22a")
        for h in chart.installations
    ]
    return out


def point(n: Numbered) -> str:
    match n.kind:
        case "beach":
            return phrase("beach for {count} units", count=n.capacity)
        case "port":
            return phrase("port for {count} units", count=n.capacity)
    return phrase("inland port for {count} units", count=n.capacity)


def to_point(n: Numbered) -> str:
    match n.kind:
        case "beach":
            return phrase("to {name}, beach for {count} units", name=n.name, count=n.capacity)
        case "port":
            return phrase("to {name}, port for {count} units", name=n.name, count=n.capacity)
    return phrase("to {name}, inland port for {count} units", name=n.name, count=n.capacity)


def limits(a: Area) -> str:
    """TGC-ui.5, 10: what an area takes."""
    if not a.invadable:
        return phrase("cannot be invaded; {later} units of any kind a turn", later=a.later)
    first, second = (
        dict(zip(("armor", "infantry", "airborne"), x, strict=True)) for x in (a.first, a.second)
    )
    return phrase(
        "first turn {armor} armor, {infantry} infantry, {airborne} airborne; second turn {armor2} armor, {infantry2} "
        "infantry, {airborne2} airborne; then {later} units of any kind a turn",
        **first,
        **{f"{kind}2": n for kind, n in second.items()},
        later=a.later,
    )


def regions(world: Front) -> list[Region]:
    chart = world.chart
    by_country: dict[str, list[Hex]] = {}
    for hex, country in sorted(chart.country.items()):
        by_country.setdefault(country, []).append(hex)
    out = [
        Region(f"country-{c}", WORDS["country"].get(c, c), "border", numbers(world, hexes))
        for c, hexes in by_country.items()
    ]
    if chart.beyond:
        note = phrase("ten supplied divisions here at the end of four turns in a row win (TGC-vic.3)")
        hexes = numbers(world, each(chart.beyond))
        out.append(Region("beyond", phrase("Beyond the Rhine"), "tint", hexes, note))
    out += [area_region(world, chart, a) for a in chart.areas.values()]
    return out


def area_region(world: Front, chart: Chart, a: Area) -> Region:
    hexes = [h for n in chart.numbered.values() if n.area == a.id for h in (n.hex, n.sea)]
    return Region(f"area-{a.id}", a.name, "label", numbers(world, sorted(hexes)), limits(a))


KINDS = {
    "infantry": phrase("infantry"),
    "armor": phrase("armor"),
    "airborne": phrase("airborne"),
    "static": phrase("static"),
    "panzer": phrase("panzer"),
    "panzer_grenadier": phrase("panzer grenadier"),
    "hq": phrase("hq"),
}
VALUES = (phrase("attack"), phrase("defense"), phrase("movement"))


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
                kind=KINDS[c.type],
                nation=c.nation,
                values=(str(c.attack), str(c.defense), str(c.move)),
                value_names=VALUES,
            )
        )
    return out
