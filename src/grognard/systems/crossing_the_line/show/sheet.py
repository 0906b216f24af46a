"""The map and the counters as they are printed (CTL-3.1 to CTL-3.3), for a scenario; they never change."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache, partial

from ....board import data
from ....geometry.hexes import Hex
from ....geometry.hexset import HexSet, each
from ....kernel.sheets import numbers, sheet_of
from ....kernel.show import Counter, Hexsides, Mark, Place, Region, Road, Set, Sheet, Terrain
from .. import world as worlds
from ..boxes import reconstructed
from ..dice import SIDES
from ..texts import WORDS, phrase
from ..world import NO_FORMATION, Side, Theatre
from ..world import Counter as Printed
from .tables import tables

LETTERS = {
    "clear": ".", "pillbox_clear": "p", "light_forest": "l", "dense_forest": "d", "pillbox_forest": "P", "town": "T",
    "city": "C", "industrial": "I",
}  # fmt: skip
OUTSIDE = "#"
ART = {
    "pillbox_clear": "pillbox", "light_forest": "grove", "dense_forest": "woods", "pillbox_forest": "bunker",
    "industrial": "industry",
}  # fmt: skip


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
        reconstructed=reconstructed(world.box),
        focus=focus(world),
        die=SIDES,
        at_once=True,
    )


def listed(world: Theatre, hexes: HexSet) -> tuple[str, ...]:
    return numbers(world, each(hexes))


def focus(world: Theatre) -> tuple[str, ...]:
    """CTL-3.1g: of a scenario that plays on a part of the map, that part; of the others all."""
    chart = world.chart
    return () if chart.within == chart.grid.all else listed(world, chart.within)


# ---- the map


def sheet(world: Theatre) -> Sheet:
    roads = data.rows(world.chart.tables["roads"])
    return sheet_of(
        world,
        partial(letter, world),
        terrain(world),
        sides=hexsides(world),
        roads=(Road("road", way) for row in roads if (way := tuple(row["hexes"]))),
        places=places(world),
        marks=marks(world),
        regions=regions(world),
    )


def letter(world: Theatre, hex: Hex) -> str:
    return LETTERS[world.chart.terrain[hex].type] if world.chart.within >> hex & 1 else OUTSIDE


def terrain(world: Theatre) -> dict[str, Terrain]:
    """CTL-3.1.1: what each kind costs and what it gives the defender."""
    out = {}
    for kind, sign in LETTERS.items():
        g = world.chart.grounds[kind]
        note = phrase(
            "MP {leg} leg, {motorized} motorized; line {line} of the CRT", leg=g.leg, motorized=g.motorized, line=g.line
        )  # fmt: skip
        out[sign] = Terrain(kind, WORDS["terrain"][kind], ART.get(kind, kind), "CTL-3.1.1b", note)
    off = phrase("not part of this scenario")
    out[OUTSIDE] = Terrain("outside", WORDS["terrain"]["outside"], "off", "CTL-3.1g", off)
    return out


def hexsides(world: Theatre) -> list[Hexsides]:
    """CTL-3.1.2: streams and the Roer with their names, embankments, dragon's teeth."""
    t = world.chart.tables
    out = [
        Hexsides("stream", sides(row["hexsides"]), row["name"], "CTL-7.3.7a") for row in data.rows(t["streams"])
    ]  # fmt: skip
    if t["roer"]["hexsides"]:
        out.append(Hexsides("roer", sides(t["roer"]["hexsides"]), "Roer", "CTL-7.3.7d"))
    banks = [side for row in data.rows(t["embankments"]) for side in row["hexsides"]]
    if banks:
        out.append(Hexsides("embankment", sides(banks), phrase("railway embankment"), "CTL-3.1.2a"))
    if t["dragons_teeth"]["hexsides"]:
        teeth = sides(t["dragons_teeth"]["hexsides"])
        out.append(Hexsides("teeth", teeth, phrase("dragon's teeth"), "CTL-7.5.1.2c"))
    return out


def sides(pairs: Iterable[str]) -> tuple[tuple[str, str], ...]:
    return tuple((a, b) for a, _, b in (pair.partition("/") for pair in pairs))


def places(world: Theatre) -> list[Place]:
    """Those that give VP and the city first, then what has several hexes, then the villages."""
    chart = world.chart
    vp = {n for hexes in world.scenario.vp.values() for n in hexes}
    out = []
    for row in data.rows(chart.tables["places"]):
        hexes = row["hexes"]
        first = chart.grid.hex(hexes[0])
        great = bool(chart.towns >> first & 1) or chart.terrain[first].type == "city"
        rank = 1 if great else 2 if len(hexes) > 1 or vp & set(hexes) else 3
        out.append(Place(hexes[0], row["name"], rank))
    return out


def marks(world: Theatre) -> list[Mark]:
    """What gives VP, and where supply comes from."""
    chart, text = world.chart, world.hex_text
    out = []
    for value, hexes in world.scenario.vp.items():
        name = phrase("{count} VP", count=int(value))
        out += [Mark(n, "vp", name, value, clause=world.scenario.clause) for n in hexes]
    for n in world.scenario.goals:
        out.append(Mark(n, "vp", phrase("goal: no German combat unit may be left here"), clause="CTL-10.1g"))
    if world.scenario.campaign:
        name = phrase("VP by the Victory Plan")
        out += [Mark(text(h), "vp", name, clause="CTL-3.1.5a") for h in each(chart.towns)]
    ours, theirs = phrase("US supply edge"), phrase("German supply edge")
    edge = chart.south | chart.west | (chart.north_west if world.scenario.us_north_west else 0)
    out += [Mark(text(h), "us_edge", ours, clause="CTL-3.1.4b") for h in each(edge)]
    german = chart.german_edge_everywhere & chart.within
    out += [Mark(text(h), "german_edge", theirs, clause="CTL-3.1.4b") for h in each(german)]
    return out


def regions(world: Theatre) -> list[Region]:
    """The ground that is closed to Germans, and the objective on the Roer."""
    chart = world.chart
    out = []
    first, last = chart.closed_turns
    if chart.closed and world.scenario.first_turn <= last and not world.scenario.solo:
        note = phrase("closed to German units on turns {first} to {last}", first=first, last=last)
        out.append(
            Region("closed", phrase("Outside the West Wall"), "tint", listed(world, chart.closed), note)
        )
    if chart.roer_area and world.scenario.campaign:
        note = phrase("scored once, if the US side controls at least one of these hexes")
        out.append(Region("roer", phrase("Roer VP area"), "label", listed(world, chart.roer_area), note))
    return out


# ---- the counters

SYMBOLS = {
    "infantry": "infantry", "bicycle_infantry": "bicycle", "mg_infantry": "machine_gun", "engineers": "engineers",
    "motorized_engineers": "motorised_engineers", "armored_engineers": "armored_engineers", "tank": "armor",
    "motorized_infantry": "motorised_infantry", "armored_infantry": "mechanised", "assault_gun": "assault_gun",
    "tank_destroyer": "tank_destroyer", "support": "anti_tank", "hq": "hq",
}  # fmt: skip

BANDS = {
    "1ID": "#a3261f", "9ID": "#2f5fa8", "3AD": "#b8860b", "30ID": "#6a3d8f", "2AD": "#1f7a6d", "29ID": "#4a6a8a",
    "526": "#7a6a55", "353": "#8a8f3c", "9PZ": "#c2571a", "116PZ": "#1d1d1d", "12ID": "#8b1e3f", "49": "#3f7d3a",
    "183VG": "#3b6ea5", "246VG": "#9a4f96", "3PZG": "#c79a1e",
}  # fmt: skip
WHITE = "#ffffff"  # CTL-3.2b: an independent unit

RATINGS = (phrase("Effectiveness"), phrase("strength"))
AT, TP, MA = phrase("AT"), phrase("TP"), phrase("MA")
STAFF = (phrase("Attack Support"), phrase("Command Range"), phrase("Reaction Rating"), phrase("Relocation"))


def counters(world: Theatre) -> list[Counter]:
    return [hq(world, c) if c.hq else combat(world, c) for c in world.counters]


def combat(world: Theatre, c: Printed) -> Counter:
    """CTL-3.2e: Effectiveness, strength, TP or AT, MA; leg or motorized by its colour."""
    armored = c.arm == "tank"
    return Counter(
        unit=c.id,
        name=c.name,
        label=c.name,
        side=c.side,
        symbol=symbol(world, c),
        size="II",
        kind=WORDS["type"][c.type],
        values=(str(c.effectiveness[0]), str(c.strength), str(c.points[0]), str(c.ma)),
        value_names=(*RATINGS, TP if armored else AT, MA),
        band=WHITE if c.formation == NO_FORMATION else band(world, c.formation),
        frames=("", "", "yellow" if armored else "box", "hexagon" if c.leg else "red"),
    )


def hq(world: Theatre, c: Printed) -> Counter:
    """CTL-3.3b."""
    staff = world.staffs[c.formation]
    return Counter(
        unit=c.id,
        name=c.name,
        label=c.name.removesuffix(" HQ"),
        side=c.side,
        symbol="hq",
        size="XX",
        kind=WORDS["type"]["hq"],
        values=(str(c.strength), str(staff.range), str(staff.reaction), str(staff.relocation)),
        value_names=STAFF,
        band=band(world, c.formation),
        frames=("", "", "", "hexagon"),
    )


def band(world: Theatre, formation: int) -> str:
    return BANDS.get(world.staffs[formation].id, "#5b554a")


def symbol(world: Theatre, c: Printed) -> str:
    if c.type == "recce":
        return "armored_recce" if c.arm == "tank" else "recce"
    people = c.formation != NO_FORMATION and world.staffs[c.formation].id.endswith("VG")
    return "volksgrenadier" if people and c.type == "infantry" else SYMBOLS.get(c.type, "unknown")
