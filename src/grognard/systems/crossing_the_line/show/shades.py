"""The overlays: always of this moment, for either side, from what is seen."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ....board import trace
from ....board.names import Unit, Unknown, hint
from ....geometry.hexes import Hex
from ....geometry.hexset import each, holds
from ....kernel.show import Lit, Overlay, Shade
from .. import movement, supply
from ..chart import GERMAN, US, Side
from ..supply import Command
from ..texts import phrase
from . import reach, threats
from .eyes import Eyes
from .words import scored

LABELS = {
    ("zoc", US): phrase("American zones of control"),
    ("zoc", GERMAN): phrase("German zones of control"),
    ("supply", US): phrase("American supply"),
    ("supply", GERMAN): phrase("German supply"),
    ("threat", US): phrase("Threat to the Americans"),
    ("threat", GERMAN): phrase("Threat to the Germans"),
    ("heat", US): phrase("Reach of all the Americans"),
    ("heat", GERMAN): phrase("Reach of all the Germans"),
}
REACH, COMMAND, RANGE, VICTORY = (
    phrase("Reach of the unit"), phrase("Command of the unit"), phrase("Command ranges"), phrase("Victory and control"),
)  # fmt: skip


def overlays(e: Eyes) -> tuple[Overlay, ...]:
    mine = e.side or US
    wanted = (("zoc", mine), ("zoc", mine.enemy), ("supply", mine), ("supply", mine.enemy), ("threat", mine))
    more = (("threat", mine.enemy), ("heat", mine.enemy), ("heat", mine))
    own = (Overlay("command", COMMAND, about="unit"), Overlay("range", RANGE)) if e.side else ()
    return (
        Overlay("reach", REACH, about="unit"),
        *own,
        *(Overlay(f"{kind}-{x}", LABELS[kind, x], x) for kind, x in wanted),
        Overlay("victory", VICTORY),
        *(Overlay(f"{kind}-{x}", LABELS[kind, x], x) for kind, x in more),
    )


def shade(e: Eyes, overlay: str, unit: str) -> Shade:
    kind, _, whose = overlay.partition("-")
    u = e.world.unit(unit) if unit else None
    if overlay in ("reach", "command"):
        if u is None or not e.sees(u) or not e.s.on_map(u):
            label = REACH if overlay == "reach" else COMMAND
            return Shade(overlay, label, (), note=phrase("Select a unit on the map."))
        return reach_of(e, u) if overlay == "reach" else command(e, u)
    if overlay == "victory":
        return victory(e)
    if overlay == "range":
        return ranges(e)
    if kind not in SIDED or whose not in tuple(Side):
        known = tuple(o.id for o in overlays(e))
        raise Unknown(f"no overlay is called {overlay!r}{hint(overlay, known)}")
    return SIDED[kind](e, Side(whose), overlay)


def lit(e: Eyes, hexes: Iterable[Hex], text: str = "", level: int = 1) -> list[Lit]:
    return [Lit(e.number(h), text, level) for h in hexes]


# ---- one unit


def reach_of(e: Eyes, u: Unit) -> Shade:
    """CTL-7.3: where a unit of either side could go in one Movement Action from where it stands."""
    s = e.s
    label = phrase("Reach: {unit}", unit=e.world.name(u))
    if not s.combat(u) or s.disrupted[u]:
        return Shade("reach", label, (), note=phrase("It cannot move by a Movement Action."))
    start = movement.begun(s, s.side(u), s.hex(u))
    out = [
        Lit(e.number(h), movement.said(x.left), 2 if x.stops else 1)
        for h, x in reach.arrivals(s, (u,), start).items()
    ]
    out += lit(e, (h for h in reach.infiltrations(s, (u,), start)), phrase("infiltrate"), 3)
    note = phrase("MPs left in one Movement Action; darker: an EZOC stops it; darkest: only by infiltration.")
    return Shade("reach", label, tuple({x.hex: x for x in out}.values()), note=note)


def command(e: Eyes, u: Unit) -> Shade:
    """CTL-5.8: the path to the HQ, and where it is broken."""
    s, w = e.s, e.world
    label = phrase("Command: {unit}", unit=w.name(u))
    how, f = e.command(u), s.formation(u)
    if how is None:
        return Shade("command", label, (), note=phrase("Only of one's own combat units is that known."))
    if f is None or not s.on_map(s.hq(f)):
        return Shade("command", label, (), note=phrase("Isolated: it has no HQ on the map."))
    staff = w.staffs[f]
    path = supply.trace(s, u)
    if path:
        far = len(path) - 1
        known = {"count": far, "most": staff.range}
        if how is Command.IN:
            note = phrase("In command: {count} hexes, range {most}.", **known)
        else:
            note = phrase("Out of command: {count} hexes, range {most}.", **known)
        hexes = lit(e, path, level=1 if how is Command.IN else 2)
        return Shade("command", label, tuple(hexes), (e.numbers(path),), note)
    way = straight(e, u, f)
    through = s.field.through(staff.side) | 1 << s.at[u] | 1 << s.at[s.hq(f)]
    broken = [h for h in way if not holds(through, h)]
    hexes = [Lit(e.number(h), "✕" if h in broken else "", 3 if h in broken else 1) for h in way]
    if broken:
        note = phrase(
            "Isolated: the shortest way is broken in {hexes}.", hexes=", ".join(map(w.place, broken))
        )
    else:
        note = phrase("Isolated: no way leads to its HQ.")
    return Shade("command", label, tuple(hexes), (e.numbers(way),) if len(way) > 1 else (), note)


def straight(e: Eyes, u: Unit, f: int) -> list[Hex]:
    """CTL-5.8.2c: the shortest way over ground that is open, whoever stands in it."""
    s = e.s
    side = s.side(u)
    free = e.world.chart.within & ~s.field.blocked[side]
    found = trace.line(e.world.chart.links[side], s.hex(u), 1 << s.at[s.hq(f)], free)
    return [Hex(h) for h in found or ()]


def ranges(e: Eyes) -> Shade:
    """CTL-5.8b: where one's own HQs command, by how many of them."""
    s, counts = e.s, dict[Hex, int]()
    for f, staff in enumerate(e.world.staffs):
        if staff.side is e.side and s.on_map(staff.hq):
            for h in each(s.field.reach(f, staff.range)):
                counts[h] = counts.get(h, 0) + 1
    out = tuple(Lit(e.number(h), str(n), min(3, n)) for h, n in sorted(counts.items()))
    return Shade("range", RANGE, out, note=phrase("How many of your HQs command there."))


# ---- sides


def zoc(e: Eyes, side: Side, id: str) -> Shade:
    """CTL-5.4; deeper where enemies stand in it, or its own ZOC meets it."""
    f = e.s.field
    zone, met = f.zoc[side], f.held[side.enemy]
    out = [*lit(e, each(zone & ~met)), *lit(e, each(zone & met), level=2)]
    return Shade(id, LABELS["zoc", side], tuple(out))


def supplied(e: Eyes, side: Side, id: str) -> Shade:
    """CTL-5.7.2: the hexes that a Supply Path reaches, and the paths of the HQs that are seen."""
    s, chart = e.s, e.world.chart
    fed = s.field.supplied(side)
    through = s.field.through(side)
    edge = s.edge(side) & chart.within & through
    lines, cut = [], []
    for staff in e.world.staffs:
        if staff.side is not side or not e.sees(staff.hq) or not s.on_map(staff.hq):
            continue
        way = trace.line(chart.links[side], s.hex(staff.hq), edge, through) if edge else None
        if holds(fed, s.hex(staff.hq)) and way:
            lines.append(e.numbers(map(Hex, way)))
        else:
            cut.append(staff.hq)
    note = phrase("Every HQ that is seen is in supply.")
    if cut:
        note = phrase("Out of supply: {units}.", units=e.names(cut))
    out = [*lit(e, each(fed & ~edge)), *lit(e, each(edge), level=3)]
    return Shade(id, LABELS["supply", side], tuple(out), tuple(x for x in lines if len(x) > 1), note)


def threat(e: Eyes, side: Side, id: str) -> Shade:
    """Client 3.8: the best attack that each stack of the side could meet next, for all that is seen."""
    out = []
    for hex, t in threats.threats(e, side).items():
        edge = t.dealt - t.suffered
        level = 3 if edge >= 1 else 2 if edge >= 0 else 1
        out.append(Lit(e.number(hex), threats.told(e.s, hex, t) + ("?" if t.more else ""), level))
    note = phrase(
        "The best Prepared Attack of one enemy stack, moved up before if need be: column of the CRT and DRM, by average "
        "chits, printed strengths and the full support of its HQ; Combat Support not counted. ?: others are not seen. The "
        "darker, the worse for the defender."
    )
    return Shade(id, LABELS["threat", side], tuple(out), note=note)


def heat(e: Eyes, side: Side, id: str) -> Shade:
    """Client 3.8: by hex, how many units of the side could come there next, for all that is seen."""
    counts = threats.counts(e, side)
    out = [Lit(e.number(h), str(n), 1 if n < 3 else 2 if n < 6 else 3) for h, n in sorted(counts.items())]
    note = phrase(
        "How many units that are seen could come there by one Movement Action. Covered units, those that are disrupted, and "
        "infiltration are not counted."
    )
    return Shade(id, LABELS["heat", side], tuple(out), note=note)


def victory(e: Eyes) -> Shade:
    """CTL-9.1: of the hexes that count, whose they are."""
    s = e.s
    hexes = scored(e) | {e.world.grid.hex(n) for n in e.world.scenario.goals}
    out = []
    for h in sorted(hexes):
        ours = s.controls(US, h) if h in e.world.tracks else not s.field.manned[GERMAN] >> h & 1
        out.append(Lit(e.number(h), "US" if ours else "G", 1 if ours else 2))
    note = phrase("The hexes that count for victory: US or G, for German.")
    return Shade("victory", VICTORY, tuple(out), note=note)


SIDED: dict[str, Callable[[Eyes, Side, str], Shade]] = {
    "zoc": zoc,
    "supply": supplied,
    "threat": threat,
    "heat": heat,
}
