"""All there is to know of a hex (TGC-ui.4, 35), and the one sentence in which a screen reader says it."""

from __future__ import annotations

from typing import Any

from ....geometry.hexes import Hex
from ....kernel.show import HexCard, Told
from .. import supply
from ..chart import TIMES, Numbered
from ..state import State
from ..telling import said
from ..texts import WORDS
from ..world import ALLIED, GERMAN, Side
from .sheet import limits
from .words import tag

TERRAIN_CLAUSES = {
    "clear": "TGC-area.7",
    "mountain": "TGC-area.8c",
    "city": "TGC-area.9b",
    "fortress": "TGC-area.10b",
    "fortified_zone": "TGC-area.11",
    "dike": "TGC-area.13a",
    "sea": "TGC-def.3",
    "lake": "TGC-def.3",
    "neutral": "TGC-area.14a",
    "impassable": "TGC-area.15",
    "off_map": "TGC-move.18",
}


def card(s: State, number: str) -> HexCard:
    at = s.world.hex(number)
    return HexCard(s.world.hex_text(at), s.world.place(at), line(s, at), tuple(facts(s, at)))


def line(s: State, at: Hex) -> str:
    """1831 Caen, city (defense x2); german: 21st Panzer (21Pz) 4-4-10; in Allied zones of control."""
    parts = [hex_line(s, at)]
    if zones := [side.capitalize() for side in Side if s.field.zoc[side] >> at & 1]:
        parts.append(f"in {' and '.join(zones)} zones of control")
    if fed := [side.capitalize() for side in Side if supply.feeds(s, side) >> at & 1]:
        parts.append(f"{' and '.join(fed)} supply reaches it")
    return "; ".join(parts)


def ground(s: State, at: Hex) -> str:
    """The terrain, with what it is worth, and the number that stands in the hex."""
    chart = s.world.chart
    terrain = chart.terrain.get(at, "off_map")
    text = WORDS["terrain"][terrain]
    if (times := TIMES.get(terrain, 1)) > 1:
        text += f" (defense x{times})"
    if point := chart.numbered.get(at):
        state = (
            ", successfully invaded" if at in s.invaded else ", lost again" if at in s.lost_beaches else ""
        )
        text += f", {WORDS['point'][point.kind]} for {point.capacity}{state}"
    if point := chart.by_sea.get(at):
        text += f", to {s.world.place(point.hex)}"
    return text


def facts(s: State, at: Hex) -> list[Told]:
    """All there is to know of a hex, besides who stands there."""
    return [*land(s, at), *port(s, at), *held(s, at), *flown(s, at)]


def land(s: State, at: Hex) -> list[Told]:
    """What is printed there."""
    chart, w = s.world.chart, s.world
    terrain = chart.terrain.get(at, "off_map")
    times = TIMES.get(terrain, 1)
    clause = TERRAIN_CLAUSES[terrain]
    if times > 1:
        out = [said(w, "TGC.fact.ground.times", clause, terrain=terrain, times=times)]
    else:
        out = [said(w, "TGC.fact.ground", clause, terrain=terrain)]
    if country := chart.country.get(at):
        if chart.beyond >> at & 1:
            out.append(said(w, "TGC.fact.beyond", "TGC-def.12", country=country))
        else:
            out.append(said(w, "TGC.fact.country", "TGC-area.6b" if country == "FR" else "", country=country))
    if rivers := [n for n, sides in chart.rivers.items() if any(at in side for side in sides)]:
        out.append(said(w, "TGC.fact.river", "TGC-def.4", rivers=rivers))
    return out


def port(s: State, at: Hex) -> list[Told]:
    """What it is to ships, and what it feeds."""
    chart, w = s.world.chart, s.world
    out = []
    if n := chart.numbered.get(at):
        out.append(said(w, "TGC.fact.point", box(n), **printed(s, n), sea=n.sea))
    if n := chart.by_sea.get(at):
        key = "TGC.fact.arrow.inland" if n.kind == "inland" else "TGC.fact.arrow"
        out.append(said(w, key, box(n), **printed(s, n), hex=n.hex))
    if n := chart.numbered.get(at) or chart.by_sea.get(at):  # TGC-ui.5: beside each area its limits
        out.append(Told(limits(chart.areas[n.area]), clause="TGC-inv.8a"))
    if at in s.invaded:
        out.append(said(w, "TGC.fact.invaded", "TGC-inv.17"))
    if at in s.lost_beaches:
        out.append(said(w, "TGC.fact.lost", "TGC-inv.27b"))
    for x in s.sources:
        if x.hex == at:
            known: dict[str, Any] = {"range": x.range, "used": x.fed, "capacity": x.capacity}
            out.append(said(w, "TGC.fact.source", "TGC-supply.21", **known))
    return out


def box(n: Numbered) -> str:
    return "TGC-area.20" if n.kind == "inland" else "TGC-area.18"


def printed(s: State, n: Numbered) -> dict[str, Any]:
    return {"point": n.kind, "area": s.world.chart.areas[n.area].name, "count": n.capacity}


def held(s: State, at: Hex) -> list[Told]:
    """Whose it is, who controls it, who is fed there."""
    chart, w = s.world.chart, s.world
    out = []
    if at in chart.stars:
        owner = ALLIED if at in s.allied_stars else GERMAN
        out.append(said(w, "TGC.fact.star", "TGC-repl.15a", side=owner))
    if at in chart.installations:
        key = "captured" if at in s.captured else "installation"
        out.append(said(w, f"TGC.fact.{key}", "TGC-area.22b" if at in s.captured else "TGC-area.22a"))
    for side in Side:
        if s.field.zoc[side] >> at & 1:
            out.append(said(w, "TGC.fact.zoc", "TGC-zoc.2", side=side))
    for side in Side:
        if supply.feeds(s, side) >> at & 1:  # TGC-ui.35
            out.append(said(w, "TGC.fact.supply", "TGC-supply.5", side=side))
    return out


def flown(s: State, at: Hex) -> list[Told]:
    """What the air force has to do with it."""
    marks = (
        (s.watched, "watched", "TGC-air.9a"),
        (s.shielded, "shielded", "TGC-air.10a"),
        (s.attacked_before, "attacked", "TGC-air.13a"),
    )
    return [said(s.world, f"TGC.fact.{key}", clause) for hexes, key, clause in marks if at in hexes]


def hex_line(s: State, at: Hex) -> str:
    text = f"{s.world.place(at)}, {ground(s, at)}"
    for side in Side:
        if stack := s.stack(at, side):
            units = ", ".join(f"{tag(s, u)} {s.world.counters[u].factors}" for u in stack)
            text += f"; {side}: {units}"
    return text
