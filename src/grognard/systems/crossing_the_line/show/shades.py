"""The overlays: always of this moment, for either side, from what is seen."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction

from ....board import trace
from ....board.names import Unit, Unknown, hint
from ....geometry.hexes import Hex
from ....geometry.hexset import each, holds
from ....kernel.show import Lit, Overlay, Shade
from .. import movement, supply
from ..chart import GERMAN, US, Side
from ..supply import Command
from ..texts import phrase
from . import reach
from .eyes import Eyes
from .words import scored

LABELS = {
    ("zoc", US): phrase("American zones of control"),
    ("zoc", GERMAN): phrase("German zones of control"),
    ("supply", US): phrase("American supply"),
    ("supply", GERMAN): phrase("German supply"),
    ("threat", US): phrase("Threat to the Americans"),
    ("threat", GERMAN): phrase("Threat to the Germans"),
}
REACH, COMMAND, RANGE, VICTORY = (
    phrase("Reach of the unit"), phrase("Command of the unit"), phrase("Command ranges"), phrase("Victory and control"),
)  # fmt: skip


def overlays(e: Eyes) -> tuple[Overlay, ...]:
    mine = e.side or US
    wanted = (("zoc", mine), ("zoc", mine.enemy), ("supply", mine), ("supply", mine.enemy), ("threat", mine))
    own = (Overlay("command", COMMAND, about="unit"), Overlay("range", RANGE)) if e.side else ()
    return (
        Overlay("reach", REACH, about="unit"),
        *own,
        *(Overlay(f"{kind}-{x}", LABELS[kind, x], x) for kind, x in wanted),
        Overlay("victory", VICTORY),
        Overlay(f"threat-{mine.enemy}", LABELS["threat", mine.enemy], mine.enemy),
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
    """What the strongest enemy stack next to each stack comes to, by the counters that are seen at printed strength."""
    s, out = e.s, []
    for hex in each(s.field.manned[side]):
        mine, hidden = e.stack(hex, side)
        own = sum(e.strength(u) for u in mine if s.combat(u))
        best, unseen = 0, False
        for h in s.world.chart.near[hex]:
            foes, more = e.stack(h, side.enemy)
            unseen = unseen or more > 0
            best = max(best, sum(e.strength(u) for u in foes if s.combat(u)))
        if not best and not unseen:
            continue
        ratio = Fraction(best, max(1, own))
        text = f"{best}:{own}" + ("+" if unseen or hidden else "")
        out.append(Lit(e.number(hex), text, 1 if ratio < 1 else 2 if ratio < 2 else 3))
    note = phrase(
        "The strongest stack next to each hex against it, in printed strength of the counters that are seen; +: others "
        "are not seen. Chits, support and terrain not counted."
    )
    return Shade(id, LABELS["threat", side], tuple(out), note=note)


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


SIDED: dict[str, Callable[[Eyes, Side, str], Shade]] = {"zoc": zoc, "supply": supplied, "threat": threat}
