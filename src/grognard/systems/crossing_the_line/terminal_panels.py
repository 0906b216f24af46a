"""The panels of this game for a terminal: the tracks, formations, command and supply, victory, boxes; and how odds are
made."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ...board.names import Unit, Units
from . import actions, movement
from .chart import Side
from .outlook import extremes
from .show import board, chips, combats, labels, reach, shades, sums, tables, words
from .show.eyes import Eyes
from .supply import in_supply

Lines = list[str]


# ---- movement


def reach_lines(e: Eyes, units: Units) -> dict[str, Lines]:
    """Where a move may lead, by the MPs that are left there."""
    s = e.s
    start = movement.begun(s, s.side(units[0]), s.hex(units[0]))
    groups: dict[str, Lines] = {}
    for to, x in reach.arrivals(s, units, start).items():
        line = (
            "  as far as, stopped by an EZOC" if x.stops else f"  as far as, {movement.said(x.left)} MP left"
        )
        groups.setdefault(line, []).append(e.world.place(to))
    for to in reach.infiltrations(s, units, start):
        groups.setdefault("  by infiltration", []).append(e.world.place(to))
    return groups


# ---- combat


def note(e: Eyes, a: Any) -> str:
    """What is worth saying beside an action in a list."""
    if isinstance(a, actions.Attack):
        return attack_note(e, a)
    if e.top() is None or isinstance(a, actions.Move | actions.Enter | actions.Infiltrate):
        return ""
    offer = labels.offer(e, a)
    if isinstance(a, actions.Act | actions.Attempt | actions.Refit | actions.Lose | actions.Spend):
        return "; ".join(filter(None, (offer.label, offer.note)))
    return offer.note


def attack_note(e: Eyes, a: actions.Attack) -> str:
    """1 AP, 14-21 : 4-12, DRM -2."""
    x = combats.assault_of(e, a)
    if x is None:
        return ""
    attack, defense, drm, *_ = extremes(e, x)
    return f"{labels.ap(e, a.posture, a.units)}, {sums.ratio(attack, defense)}, DRM {sums.span(drm, signed=True)}"


def odds_sheet(e: Eyes, action: Any) -> Mapping[str, Any]:
    """CTL-7.5.1: strengths, DRMs and the column, each as far as it is known."""
    if not isinstance(action, actions.Attack):
        return {}
    found = combats.declared(e, action)
    if not found.ratio:
        return {}
    line = e.world.chart.terrain[action.hex].line
    crt = tables.crt(e.world, line)
    first, last = found.columns[0].column, found.columns[-1].column
    among = {"among": f"a column from {first} to {last}"} if first != last else {}
    table = {"columns": list(crt.columns), "rows": [list(row) for row in crt.rows], "names": {}}
    return {
        **among,
        "title": found.title,
        "parts": [(x.what, x.total, [(p.value, p.why, p.clause) for p in x.parts]) for x in found.sums],
        "ratio": found.ratio,
        "column": found.column,
        "clause": found.clause,
        "note": " ".join(
            [found.note, "Columns: " + ", ".join(f"{x.column} {x.chance}" for x in found.columns) + "."]
        ),
        **({"table": table} if found.column in crt.columns else {}),  # CTL-7.5.1d: below it no die is thrown
    }


# ---- the state of things


def tracks(e: Eyes, typed: str) -> Lines:
    """CTL-3.1.3: AP, initiative, interdiction, SNAFU, Activation Levels."""
    out = []
    for chip in chips.chips(e):
        if chip.id.startswith("level-") or chip.id in ("vp", "losses", "goals", "plan"):
            continue
        out.append(f"{chip.label}: {chip.value}" + (f" ({chip.note})" if chip.note else ""))
    return out + formations(e, "")


def formations(e: Eyes, typed: str) -> Lines:
    """Activation Levels, HQs, and who belongs to them as far as it is known."""
    s, w, out = e.s, e.world, Lines()
    for f, staff in enumerate(w.staffs):
        if typed and not staff.id.lower().startswith(typed.lower()):
            continue
        chip = next((c for c in chips.levels(e) if c.id == f"level-{staff.id}"), None)
        if chip is None:
            continue
        where = w.place(s.hex(staff.hq)) if e.sees(staff.hq) and s.on_map(staff.hq) else "not seen"
        if not s.on_map(staff.hq):
            where = "off the map"
        supplied = e.sees(staff.hq) and s.on_map(staff.hq) and not in_supply(s, f)
        out.append(
            f"{staff.id} {staff.name}: level {chip.value}, HQ {where}{', out of supply' if supplied else ''}"
            f", range {staff.range}, reaction {staff.reaction}"
        )
        if typed and staff.side is e.side:
            out += [f"  {words.unit_line(e, u)}" for u in s.members(f)]
    return out or [f"no formation begins with {typed!r}"]


def command(e: Eyes, typed: str) -> Lines:
    """CTL-5.8: one's own units that are not in command, with the hex that breaks the path."""
    if e.side is None:
        return ["only a side knows who of its units is in command [CTL-5.3.4q]"]
    out = Lines()
    for u in e.world.by_side[e.side]:
        how = e.command(u)
        if how is not None and how != "in command":
            out.append(f"  {e.world.name(u)} in {words.whereabouts(e, u)}: {shades.command(e, u).note}")
    return ["Not in command:", *out] if out else ["Every unit is in command."]


def supply(e: Eyes, typed: str) -> Lines:
    """CTL-5.7: the HQs that are seen."""
    return [f"{shades.LABELS['supply', side]}: {shades.supplied(e, side, '').note}" for side in Side]


def victory(e: Eyes, typed: str) -> Lines:
    out = [
        f"{c.label}: {c.value}" + (f" ({c.note})" if c.note else "") for c in chips.score(e) + chips.plans(e)
    ]
    counted = [f"{x.hex} {x.text}" for x in shades.victory(e).hexes]
    return [*out, f"Hexes that count (US or G): {', '.join(counted) or 'none'}"]


def boxes(e: Eyes, typed: str) -> Lines:
    """CTL-3.7a: who is still to come, lost, withdrawn."""
    out = Lines()
    for box in board.boxes(e):
        names = ", ".join(e.world.name(Unit(e.world.unit_numbers[p.unit])) for p in box.pieces)
        out.append(f"{box.title} ({box.side}): {names}")
    return out or ["Nobody is off the map."]


PANELS: dict[str, tuple[str, Callable[[Eyes, str], Lines]]] = {
    "tracks": ("AP, initiative, interdiction, SNAFU and Activation Levels", tracks),
    "formations": ("levels and HQs; formations 1ID for the units of one of yours", formations),
    "command": ("your units that are not in command, and what breaks the path", command),
    "supply": ("which HQs are out of supply", supply),
    "victory": ("VPs as far as they are known, and whose the hexes are", victory),
    "boxes": ("reinforcements, eliminated and withdrawn units", boxes),
}
