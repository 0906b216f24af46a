"""The overlays (TGC-ui.15, 19 to 21, 35, 36): always of this moment, for either side."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ....board import trace
from ....board.names import Side as AnySide
from ....board.names import Unit, Unknown, hint
from ....geometry.hexes import Hex
from ....geometry.hexset import HexSet, each
from ....kernel.show import Lit, Overlay, Shade
from .. import area, movement, sea, supply
from ..state import BRITAIN, State
from ..supply import in_supply, union
from ..texts import phrase
from ..world import ALLIED, GERMAN, Side
from . import threats, words
from .fights import open_duties


def overlays(s: State, side: AnySide) -> tuple[Overlay, ...]:
    """What is asked for most comes first; whoever looks on sees with the eyes of the phasing side."""
    mine = Side(side) if side in tuple(Side) else words.phasing(s)
    his = mine.enemy
    wanted = (
        *(("zoc", x) for x in (mine, his)),
        *(("supply", x) for x in (mine, his)),
        ("duties", mine),
        ("threat", mine),
        ("reach", his),
    )
    more = (("duties", his), ("threat", his), ("reach", mine))
    return (
        Overlay("reach", phrase("Reach of the unit"), about="unit"),
        *(Overlay(f"{kind}-{x}", label(kind, x), x) for kind, x in wanted),
        Overlay("victory", phrase("Victory and control")),
        *(Overlay(f"{kind}-{x}", label(kind, x), x) for kind, x in more),
    )


def label(kind: str, side: Side) -> str:
    return LABELS[kind, side]


LABELS = {
    ("reach", ALLIED): phrase("Reach of all the Allies"),
    ("reach", GERMAN): phrase("Reach of all the Germans"),
    ("zoc", ALLIED): phrase("Allied zones of control"),
    ("zoc", GERMAN): phrase("German zones of control"),
    ("supply", ALLIED): phrase("Allied supply"),
    ("supply", GERMAN): phrase("German supply"),
    ("duties", ALLIED): phrase("Must attack: the Allies"),
    ("duties", GERMAN): phrase("Must attack: the Germans"),
    ("threat", ALLIED): phrase("Threat to the Allies"),
    ("threat", GERMAN): phrase("Threat to the Germans"),
}


def shade(s: State, overlay: str, unit: str) -> Shade:
    kind, _, whose = overlay.partition("-")
    if overlay == "reach":
        if unit:
            return reach(s, s.world.unit(unit))
        return Shade(overlay, phrase("Reach of the unit"), (), note=phrase("Select a unit."))
    if overlay == "victory":
        return victory(s)
    if kind not in SIDED or whose not in tuple(Side):
        known = tuple(o.id for o in overlays(s, ALLIED))
        raise Unknown(f"no overlay is called {overlay!r}{hint(overlay, known)}")
    return SIDED[kind](s, Side(whose), overlay)


def lit(s: State, hexes: Iterable[Hex], text: str = "", level: int = 1) -> list[Lit]:
    return [Lit(s.world.hex_text(h), text, level) for h in hexes]


# ---- reach


def reach(s: State, u: Unit) -> Shade:
    """TGC-ui.15, 17: where a unit of either side could go, now or when its side moves next; the dike is passed only."""
    side, world = s.side(u), s.world
    then = threats.ready(s, side)
    out: list[Lit] = []
    if then.left[u] and then.on_map(u):
        w = movement.ways_of(then, u)
        zone = s.field.zoc[side.enemy]
        for h in each(w.hexes & ~(1 << s.at[u])):
            end = movement.arrival(w, h)
            if end is None:
                continue
            if world.chart.dike >> h & 1:
                out.append(Lit(world.hex_text(h), phrase("pass"), 0))
            else:
                level = 3 if zone >> h & 1 else 2 if end.strategic else 1
                out.append(Lit(world.hex_text(h), str(end.left), level))
    elif then.left[u] and s.at[u] == BRITAIN:
        out = lit(s, sea.landings(then, u), phrase("land"))
    if words.moving(s, side):
        note = phrase("The numbers are the points left there.")
    else:
        note = phrase("The points left there, if its side moved now.")
    return Shade("reach", phrase("Reach: {unit}", unit=world.name(u)), tuple(out), note=note)


def reach_of_all(s: State, side: Side, id: str) -> Shade:
    """By hex: how many units of the side could come there."""
    then = threats.ready(s, side)
    stops = s.world.chart.stops
    planes: list[HexSet] = []  # the counts, as binary digits of all hexes at once
    for u in movement.movers(then, side):
        carry, n = movement.ways_of(then, u).hexes & stops, 0
        while carry:
            if n == len(planes):
                planes.append(0)
            planes[n], carry = planes[n] ^ carry, planes[n] & carry
            n += 1
    out = []
    for h in each(union(planes)):
        count = sum(1 << n for n, plane in enumerate(planes) if plane >> h & 1)
        out.append(Lit(s.world.hex_text(h), str(count), 1 if count < 3 else 2 if count < 8 else 3))
    return Shade(id, label("reach", side), tuple(out), note=phrase("How many units could come there."))


# ---- zones, supply


def zoc(s: State, side: Side, id: str) -> Shade:
    """Deeper where enemies stand in it."""
    zone = s.field.zoc[side]
    held = s.field.held[side.enemy]
    out = [*lit(s, each(zone & ~held)), *lit(s, each(zone & held), level=2)]
    return Shade(id, label("zoc", side), tuple(out))


def supplied(s: State, side: Side, id: str) -> Shade:
    """TGC-ui.35, 36: what each side feeds at this moment, with a line for every stack that is fed."""
    return german_supply(s, id) if side is GERMAN else allied_supply(s, id)


def german_supply(s: State, id: str) -> Shade:
    chart, fed = s.world.chart, supply.german_supply(s)
    through, over = supply.open_ground(s, GERMAN), chart.beyond & ~s.field.held[ALLIED]
    lines = [
        way
        for hex in sorted(s.field.stacks[GERMAN])
        if fed >> hex & 1 and (way := trace.line(chart.links, hex, over, through))
    ]
    cut = supply.isolated(s)
    note = phrase("Every unit has a line over the Rhine.")
    if cut:
        note = phrase("Without a line over the Rhine: {units}.", units=s.world.names(cut))
    return drawn(s, id, GERMAN, lit(s, each(fed)), lines, note)


def allied_supply(s: State, id: str) -> Shade:
    f = supply.feeding(s)
    given = f.assign(supply.propose(s)) or {}
    fields = [supply.reached(s, x) for x in f.sources]
    through = supply.open_ground(s, ALLIED)
    homes = {x.hex for x in f.sources}
    out = []
    for h in each(union(fields)):
        if h not in homes:
            out.append(Lit(s.world.hex_text(h), "", min(3, sum(field >> h & 1 for field in fields))))
    for n, x in enumerate(f.sources):
        used = sum(i == n for i in given.values())
        out.append(Lit(s.world.hex_text(x.hex), f"{used}/{x.capacity}", 3))
    ends = dict.fromkeys((s.hex(u), f.sources[i]) for u, i in given.items())
    lines = [
        way
        for hex, x in ends
        if hex != x.hex and (way := trace.line(s.world.chart.links, hex, 1 << x.hex, through, x.range))
    ]
    hungry = [u for u in f.reach if u not in given]
    note = phrase("Judged now, every unit ashore would be fed.")
    if hungry:
        note = phrase("Judged now, these would not be fed: {units}.", units=s.world.names(hungry))
    return drawn(s, id, ALLIED, out, lines, note)


def drawn(s: State, id: str, side: Side, hexes: list[Lit], lines: list[list[int]], note: str) -> Shade:
    ways = tuple(tuple(s.world.hex_text(Hex(h)) for h in way) for way in lines if len(way) > 1)
    return Shade(id, label("supply", side), tuple(hexes), ways, note)


# ---- duties, threat, victory


def duties(s: State, side: Side, id: str) -> Shade:
    """TGC-ui.19 to 21: who must attack (1), who must be attacked (2), and where neither can be met any more (3)."""
    phase = words.fighting(s)
    if phase is not None and phase.started and phase.side is side:
        return Shade(id, label("duties", side), (), note=phrase("The first die has been thrown."))
    now = words.arrived(s)
    start, fixed = words.duties_now(now, side)
    found = open_duties(now, side, start, now.combats if words.phasing(s) is side else ())
    levels = {"attack": 1, "defend": 2}
    by_hex: dict[str, int] = {}
    for d in found:
        by_hex[d.hex] = max(by_hex.get(d.hex, 0), 3 if d.lost else levels[d.what])
    out = tuple(Lit(hex, "➤◎✕"[n - 1], n) for hex, n in by_hex.items())
    note = phrase("➤ must attack, ◎ must be attacked, ✕ can no longer be met.")
    if not fixed:
        note = phrase("As things stand: ➤ must attack, ◎ must be attacked, ✕ cannot be met.")
    return Shade(id, label("duties", side), out, note=note)


def threat(s: State, side: Side, id: str) -> Shade:
    columns = s.world.tables["crt"]["columns"]
    even = columns.index("1:1")
    out = []
    for hex, t in threats.threats(s, side).items():
        n = columns.index(t.column)
        out.append(Lit(s.world.hex_text(hex), t.column, 1 if n < even else 2 if n < even + 2 else 3))
    note = phrase(
        "The best odds that the enemy could bring against each stack, with all units on the map that can get there; "
        "landings, drops and air support not counted."
    )
    return Shade(id, label("threat", side), tuple(out), note=note)


def victory(s: State) -> Shade:
    """TGC-ui.5, 42: what the Allies hold (1) and what the Germans hold (2) of the hexes that count."""
    chart = s.world.chart
    allied = {h: h in s.invaded or bool(s.stack(h, ALLIED)) for h in chart.numbered}
    allied |= {h: h in s.allied_stars for h in chart.stars}
    allied |= {h: h in s.captured for h in chart.installations}
    allied |= {s.hex(u): True for u in area.beyond_the_rhine(s) if in_supply(s, u)}
    out = [
        Lit(s.world.hex_text(h), "A" if is_his else "G", 1 if is_his else 2)
        for h, is_his in sorted(allied.items())
    ]
    note = phrase(
        "Starred hexes, installations, beaches and ports, and supplied divisions beyond the Rhine: A in Allied hands, G "
        "in German hands."
    )
    return Shade("victory", phrase("Victory and control"), tuple(out), note=note)


SIDED: dict[str, Callable[[State, Side, str], Shade]] = {
    "reach": reach_of_all,
    "zoc": zoc,
    "supply": supplied,
    "duties": duties,
    "threat": threat,
}
