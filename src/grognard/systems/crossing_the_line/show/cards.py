"""All there is to know of a hex, and the one sentence in which a screen reader says it."""

from __future__ import annotations

from ....board.names import Unit
from ....geometry.hexes import Hex
from ....geometry.hexset import holds
from ....kernel.show import HexCard, Told
from ..chart import US, Side
from ..supply import in_command
from ..telling import said
from ..texts import WORDS
from . import words
from .eyes import Eyes
from .words import scored


def card(e: Eyes, number: str) -> HexCard:
    at = e.world.hex(number)
    return HexCard(e.number(at), e.world.place(at), line(e, at), tuple(facts(e, at)))


def line(e: Eyes, at: Hex) -> str:
    """2609 Aachen, city; german: I/352 4-5-2-4, 2 not seen; in US zones of control."""
    parts = [hex_line(e, at)]
    if zones := [words.OWNERS[side] for side in Side if holds(e.s.field.zoc[side], at)]:
        parts.append(f"in {' and '.join(zones)} zones of control")
    return "; ".join(parts)


def hex_line(e: Eyes, at: Hex) -> str:
    s = e.s
    text = f"{e.world.place(at)}, {ground(e, at)}"
    for side in Side:
        seen, unknown = e.stack(at, side)
        units = [f"{e.world.name(u)} {'-'.join(words.values(e, u))}{how(e, u)}" for u in seen]
        if unknown:
            units.append(f"{unknown} not seen")
        if units:
            text += f"; {words.OWNERS[side]}: {', '.join(units)}"
    return text + ("; Improved Defense" if at in s.improved else "")


def how(e: Eyes, u: Unit) -> str:
    found = [WORDS["is"][x] for x in words.states(e, u)]
    return f" ({', '.join(found)})" if found else ""


def ground(e: Eyes, at: Hex) -> str:
    if not holds(e.world.chart.within, at):
        return WORDS["terrain"]["outside"]
    return WORDS["terrain"][e.world.chart.terrain[at].type]


def facts(e: Eyes, at: Hex) -> list[Told]:
    """All there is to know of a hex, besides who stands there."""
    if not holds(e.world.chart.within, at):
        return [said(e.world, "CTL.fact.outside", "CTL-3.1g")]
    return [*land(e, at), *held(e, at), *commanded(e, at)]


def land(e: Eyes, at: Hex) -> list[Told]:
    """What is printed there and along its sides."""
    w, chart = e.world, e.world.chart
    g = chart.terrain[at]
    out = [
        said(w, "CTL.fact.ground", "CTL-3.1.1b", terrain=g.type, leg=g.leg, motorized=g.motorized, line=g.line)
    ]  # fmt: skip
    by_kind: dict[str, list[Hex]] = {}
    roads: list[Hex] = []
    for h in chart.near[at]:
        barrier = chart.between(at, h)
        if barrier is not None:
            by_kind.setdefault(barrier.type, []).append(h)
        if chart.road(at, h):
            roads.append(h)
    out += [
        said(w, "CTL.fact.side", "CTL-3.1.2a", hexside=kind, hexes=hexes) for kind, hexes in by_kind.items()
    ]
    if roads:
        out.append(said(w, "CTL.fact.road", "CTL-3.1.1g", hexes=roads))
    if holds(e.s.field.blocked[US.enemy], at):
        out.append(said(w, "CTL.fact.closed", "CTL-7.3.8a"))
    for side in Side:
        if holds(e.s.edge(side) & chart.within, at):
            out.append(said(w, "CTL.fact.edge", "CTL-3.1.4a", side=side))
    return out


def held(e: Eyes, at: Hex) -> list[Told]:
    """What it is worth, whose it is, whose ZOC lies in it."""
    w, s = e.world, e.s
    out = []
    for value, numbers in w.scenario.vp.items():
        if w.hex_text(at) in numbers:
            out.append(said(w, "CTL.fact.vp", w.scenario.clause, count=int(value)))
    if w.scenario.campaign and at in scored(e):
        out.append(said(w, "CTL.fact.plan", "CTL-3.1.5a"))
    if at in w.tracks:
        owner = US if s.controls(US, at) else US.enemy
        out.append(said(w, "CTL.fact.control", "CTL-9.1", side=owner))
    if at in s.improved:
        out.append(said(w, "CTL.fact.improved", "CTL-7.7c"))
    for side in Side:
        if holds(s.field.zoc[side], at):
            out.append(said(w, "CTL.fact.zoc", "CTL-5.4a", side=side))
    return out


def commanded(e: Eyes, at: Hex) -> list[Told]:
    """CTL-5.8: whose command range reaches it, of one's own HQs; CTL-5.3.4q: which units there are out of it."""
    if e.side is None:
        return []
    w, s = e.world, e.s
    near = [
        staff.id
        for f, staff in enumerate(w.staffs)
        if staff.side is e.side and s.on_map(staff.hq) and holds(s.field.reach(f, staff.range), at)
    ]
    out = [said(w, "CTL.fact.range", "CTL-5.8b", formation=near)] if near else []
    lost = [u for u in s.fighters(at, e.side) if not in_command(s, u)]
    if lost:
        out.append(said(w, "CTL.fact.cut_off", "CTL-5.8d", units=lost))
    return out
