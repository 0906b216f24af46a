"""What screen and terminal both say: units, hexes, dates, steps of the turn, duties as things stand."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date, timedelta
from typing import Any, NamedTuple

from ....board.names import Unit
from ....kernel.draft import Draft
from ....kernel.frame import Action
from ....kernel.play import decision
from .. import invasion, obligations
from ..actions import Resolve
from ..fighting import CombatPhase
from ..obligations import Duties
from ..sequence import Turn
from ..setup import Arrange
from ..state import ASHORE, BRITAIN, FRESH, HOME, SLOT, State
from ..texts import STEPS as NAMES
from ..texts import WORDS, phrase
from ..world import ALLIED, FREE_FRENCH, GERMAN, Side


class StepOf(NamedTuple):
    """A step of the turn: its letter in TGC-seq.3, whose it is, what it allows and the clause of that."""

    mark: str
    side: str
    allows: str
    clause: str


STEPS = {
    "allied_supply": StepOf(
        "A1", ALLIED,
        phrase("Sources, ranges and lines are judged for the whole turn; a choice only where capacity is short."), "TGC-supply.20",
    ),
    "allied_replacement": StepOf(
        "A2", ALLIED,
        phrase("From turn 9: factors for captured installations bring lost units back to Britain."), "TGC-repl.8",
    ),
    "allied_invasion": StepOf(
        "A3", ALLIED,
        phrase("On turn 1, and once more on turns 9 to 16: choose an area and put units on its sea hexes."), "TGC-inv.1",
    ),
    "allied_airborne": StepOf(
        "A4", ALLIED,
        phrase("Drop airborne units from Britain, at most five hexes from infantry or armor."), "TGC-abn.6",
    ),
    "allied_movement": StepOf(
        "A5", ALLIED,
        phrase("Move units in any order, land reinforcements, return to Britain; combats may be assigned."), "TGC-move.1",
    ),
    "allied_combat": StepOf(
        "A6", ALLIED,
        phrase("Assign combats until every duty is met, then resolve them one by one."), "TGC-combat.12",
    ),
    "allied_tactical_air": StepOf(
        "A7", ALLIED,
        phrase("The missions left: interdict units or rivers, support the defense of hexes."), "TGC-air.6",
    ),
    "german_isolation": StepOf(
        "G1", GERMAN,
        phrase("German lines over the Rhine are traced; nobody decides anything."), "TGC-supply.8",
    ),
    "german_replacement": StepOf(
        "G2", GERMAN,
        phrase("From turn 16: five factors a turn bring lost units back on starred hexes."), "TGC-repl.11",
    ),
    "german_movement": StepOf(
        "G3", GERMAN, phrase("Move units in any order; combats may be assigned."), "TGC-move.1"
    ),
    "german_combat": StepOf(
        "G4", GERMAN,
        phrase("Assign combats until every duty is met, then resolve them one by one."), "TGC-combat.12",
    ),
    "end_of_turn": StepOf("E", "", phrase("The Rhine count, and the verdict if there is one."), "TGC-vic.1"),
}  # fmt: skip


# ---- turn and step


MONTHS = (
    phrase("January"), phrase("February"), phrase("March"), phrase("April"), phrase("May"), phrase("June"), phrase("July"),
    phrase("August"), phrase("September"), phrase("October"), phrase("November"), phrase("December"),
)  # fmt: skip


def week(s: State, turn: int) -> tuple[date, date]:
    """TGC-seq.1: the first and the last day of the turn."""
    calendar = s.world.tables["calendar"]
    start: date = calendar["start"] + timedelta(days=calendar["days"] * (turn - 1))
    return start, start + timedelta(days=calendar["days"] - 1)


def step(s: State) -> str:
    """The id of the step in progress; empty before the first turn and after the game."""
    for frame in s.frames:
        if isinstance(frame, Turn) and frame.at < len(Turn.STEPS):
            return Turn.STEPS[frame.at]
    return ""


def phase(s: State) -> str:
    if at := step(s):
        x = STEPS[at]
        if x.side is ALLIED:
            return phrase("{step} (A{number})", step=NAMES[at], number=x.mark[1:])
        return phrase("{step} (G{number})", step=NAMES[at], number=x.mark[1:]) if x.side else NAMES[at]
    return NAMES["set_up"] if s.frames else phrase("the game is over")


def before_play(s: State) -> bool:
    return not s.turn or s.turn < s.world.scenario.first_turn


def turn_text(s: State) -> str:
    """Turn 4 of 50, 27 June to 3 July 1944."""
    if before_play(s):
        return phrase("Before turn {turn}", turn=s.world.scenario.first_turn)
    first, last = week(s, s.turn)
    known: dict[str, Any] = {
        "turn": s.turn,
        "last": s.world.scenario.last_turn,
        "day": first.day,
        "to": last.day,
        "month": MONTHS[last.month - 1],
        "year": last.year,
    }
    if first.month == last.month:
        return phrase("Turn {turn} of {last}, {day} to {to} {month} {year}", **known)
    known["from"] = MONTHS[first.month - 1]
    if first.year == last.year:
        return phrase("Turn {turn} of {last}, {day} {from} to {to} {month} {year}", **known)
    return phrase(
        "Turn {turn} of {last}, {day} {from} {past} to {to} {month} {year}", past=first.year, **known
    )


def headline(s: State) -> str:
    return phrase("{turn}: {step}", turn=turn_text(s), step=phase(s))


def phasing(s: State) -> Side:
    """Whose part of the turn it is (TGC-def.1); whoever may choose a retreat meanwhile does not change that."""
    if at := step(s):
        return Side(STEPS[at].side or GERMAN)
    now = decision(s)
    return Side(now.side) if now and now.side else GERMAN if setting_up(s) else ALLIED


def setting_up(s: State) -> bool:
    return bool(s.frames) and isinstance(s.frames[-1], Arrange)


def moving(s: State, side: Side) -> bool:
    return step(s) == f"{side}_movement"


def fighting(s: State) -> CombatPhase | None:
    return next((f for f in s.frames if isinstance(f, CombatPhase)), None)


# ---- duties as things stand


def landed(s: State) -> State:
    """As it will stand when movement ends: invaders whom nobody faces are ashore (TGC-inv.16a)."""
    d = Draft(s)
    invasion.unopposed(d)
    return d.s


def arrived(s: State) -> State:
    """The position from which duties are judged: as it is in the Combat Phase, as it would be before it."""
    return s if fighting(s) else landed(s)


def duties_now(s: State, side: Side) -> tuple[Duties, bool]:
    """The duties of the Combat Phase; or what they would be if it began now, then with False."""
    phase = fighting(s)
    if phase is not None and phase.side is side:
        return phase.duties(s), True
    return obligations.base(s, side), False


# ---- units


def tag(s: State, u: Unit) -> str:
    """2nd Armored (2A): the label tells apart what has the same name."""
    c = s.world.counters[u]
    return f"{c.name} ({c.label})"


def tags(s: State, units: Sequence[Unit]) -> str:
    return ", ".join(tag(s, u) for u in units) or "nobody"


def kind(s: State, u: Unit) -> str:
    return s.world.counters[u].type.replace("_", " ")


def place_of(s: State, u: Unit) -> str:
    return s.world.place(s.hex(u)) if s.at[u] >= 0 else "Britain" if s.at[u] == BRITAIN else "out of play"


def whereabouts(s: State, u: Unit) -> str:
    c = s.world.counters[u]
    if s.at[u] == SLOT:
        return "out of play"
    if s.at[u] != BRITAIN:
        return s.world.place(s.hex(u)) + (" at sea" if s.at_sea(u) else "")
    if c.available == FREE_FRENCH and not s.french:
        return "in Britain until France is free"
    return f"in Britain until turn {c.available}" if FREE_FRENCH > c.available > s.turn else "in Britain"


def in_combats(s: State) -> dict[Unit, int]:
    """By unit: the number of its combat on the list (TGC-combat.5)."""
    return {u: n for n, c in enumerate(s.combats, 1) for u in (*c.attackers, *c.defenders)}


def states(s: State, u: Unit, combats: dict[Unit, int]) -> tuple[str, ...]:
    """All that a glance at the counter would not tell, as words that a screen draws."""
    out = []
    marks = s.marks[u]
    if s.hungry[u]:
        out.append("unsupplied")  # TGC-ui.7
    if marks & ASHORE:
        out.append("ashore")
    if marks & FRESH and s.at[u] >= 0:
        out.append("fresh")
    if marks & HOME:
        out.append("home")
    if u in s.interdicted:
        out.append("interdicted")
    at = s.at[u]
    if at >= 0:
        if at in s.world.chart.by_sea:
            out.append("at_sea")
        elif s.field.zoc[s.side(u).enemy] >> at & 1:
            out.append("in_zoc")
        elif not s.left[u] and moving(s, s.side(u)):
            out.append("spent")
    if u in combats:
        out.append("in_combat")
    return tuple(out)


def condition(s: State, u: Unit) -> list[str]:
    """The same in words, with what the unit can still move."""
    combats = in_combats(s)
    found = states(s, u, combats)
    counts = {"unsupplied": f", {s.hungry[u]} of 3", "in_combat": f" {combats.get(u)}"}
    out = [
        {"in_combat": "in combat"}.get(x, WORDS["is"][x]) + counts.get(x, "")
        for x in found
        if x not in ("at_sea", "spent") and not (x == "fresh" and "ashore" in found)
    ]
    if moving(s, s.side(u)) and s.on_map(u):
        out.append(f"{s.left[u]} left")
    return out


def unit_line(s: State, u: Unit) -> str:
    c = s.world.counters[u]
    side = "German" if c.side is GERMAN else f"Allied {c.nation}"
    text = f"{tag(s, u)} [{c.id}], {side} {kind(s, u)} {c.factors}, {whereabouts(s, u)}"
    return "; ".join([text, *condition(s, u)])


# ---- choices


def human_picks(s: State, action: Action) -> Sequence[Action]:
    """TGC-combat.14, TGC-ui.30: the human opponent of the computer chooses the order of resolution."""
    if isinstance(action, Resolve) and s.frames and isinstance(s.frames[-1], CombatPhase):
        others = [Resolve(n) for n in range(1, len(s.combats) + 1) if n != action.number]
        return [action, *others] if others else ()
    return ()


def by_strength(s: State, units: Iterable[Unit]) -> list[Unit]:
    """The order in which a stack lies: the strongest on top, headquarters below."""
    return sorted(units, key=lambda u: (-s.world.attack[u], u))
