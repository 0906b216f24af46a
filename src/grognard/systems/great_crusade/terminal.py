"""How this game looks in a terminal (TGC-ui.4 to 7, 42): map, hexes, units. The panels are in `terminal_panels`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from typing import Any

from ...board.names import Unit
from ...geometry.hexes import Hex
from ...geometry.hexset import each
from . import movement, supply, terminal_panels
from .actions import Drop, Embark, Land, Move, Place, Recall, Resolve, Sail
from .fighting import CombatPhase
from .sequence import Turn
from .state import ASHORE, BRITAIN, FRESH, HOME, SLOT, State
from .view import View, resample
from .world import ALLIED, FREE_FRENCH, GERMAN, Side

LETTERS = {
    "clear": ".",
    "mountain": "^",
    "city": "C",
    "fortress": "F",
    "fortified_zone": "Z",
    "dike": "D",
    "sea": "~",
    "lake": "w",
    "neutral": "N",
    "impassable": "X",
    "off_map": " ",
}
KINDS = {
    "sea": "sea",
    "lake": "sea",
    "mountain": "high",
    "impassable": "high",
    "city": "town",
    "fortress": "town",
}
GROUND = dict.fromkeys(LETTERS, "land") | KINDS | {"impassable": "mist", "neutral": "mist", "off_map": ""}
BRACKETS = {ALLIED: ("(", ")"), GERMAN: ("<", ">")}
COUNTRIES = {
    "FR": "France", "BE": "Belgium", "NL": "the Netherlands", "LU": "Luxembourg", "DE": "Germany", "ES": "Spain",
    "CH": "Switzerland", "IT": "Italy", "GB": "Britain", "AT": "Austria", "DK": "Denmark",
}  # fmt: skip
PHASES = {
    "allied_supply": "Allied Supply (A1)",
    "allied_replacement": "Allied Replacement (A2)",
    "allied_invasion": "Allied Invasion (A3)",
    "allied_airborne": "Allied Airborne (A4)",
    "allied_movement": "Allied Movement (A5)",
    "allied_combat": "Allied Combat (A6)",
    "allied_tactical_air": "Allied Tactical Air (A7)",
    "german_isolation": "German Isolation (G1)",
    "german_replacement": "German Replacement (G2)",
    "german_movement": "German Movement (G3)",
    "german_combat": "German Combat (G4)",
    "end_of_turn": "End of turn",
}
LEGEND = (
    (". ^ C F Z D", "clear, mountain, city, fortress, fortified zone, dike"),
    ("~ w N X", "sea, lake, neutral, impassable"),
    ("(1 2A)", "an Allied stack: 1st Infantry and 2nd Armored; +2: two more; a ! marks a unit out of supply"),
    ("<21Pz>", "a German stack"),
    (
        "b6 p4 i8",
        "a beach, port or inland port, with the number of units it can feed; B6: successfully invaded",
    ),
    ("~SE", "a sea hex whose arrow points to the beach or port in the south-east"),
    ("*", "a starred hex; an L: beyond the Rhine, east of it"),
    (
        "= and | (or blue lines)",
        "a river along the lower edge of a hex, and between it and the next; X: no way across",
    ),
)


def days(start: date, end: date) -> str:
    """6 to 12 June 1944; 27 June to 3 July 1944."""
    first = f"{start.day}"
    if start.month != end.month:
        first += f" {start:%B}"
    if start.year != end.year:
        first += f" {start.year}"
    return f"{first} to {end.day} {end:%B} {end.year}"


def week(s: State, turn: int) -> str:
    """TGC-seq.1."""
    calendar = s.world.tables["calendar"]
    start = calendar["start"] + timedelta(days=calendar["days"] * (turn - 1))
    return days(start, start + timedelta(days=calendar["days"] - 1))


def phase(s: State) -> str:
    for frame in s.frames:
        if isinstance(frame, Turn) and frame.at < len(Turn.STEPS):
            return PHASES[Turn.STEPS[frame.at]]
    return "German set-up" if s.frames else "the game is over"


class Face:
    """What `grognard.cli.face` asks of a system."""

    legend: Sequence[tuple[str, str]] = LEGEND
    summary: Sequence[str] = ("status", "supply", "combats")

    def __init__(self) -> None:
        self._view: Any = None
        self._state: State | None = None
        self.panels = {name: (why, self.panel(show)) for name, (why, show) in terminal_panels.PANELS.items()}

    def state(self, view: Any) -> State:
        """The position that looks like this; in this game there is but one."""
        assert isinstance(view, View)
        if self._view is not view or self._state is None:
            self._view, self._state = view, resample(view)
        return self._state

    def panel(self, show: Any) -> Any:
        return lambda view, words: show(self.state(view), words)

    # ---- turn and map

    def headline(self, view: Any) -> str:
        s = self.state(view)
        last = s.world.scenario.last_turn
        if not s.turn or s.turn < s.world.scenario.first_turn:
            return f"Before turn {s.world.scenario.first_turn}: {phase(s)}"
        return f"Turn {s.turn} of {last}, {week(s, s.turn)}: {phase(s)}"

    def focus(self, view: Any) -> int | None:
        """Where the Allied units next to the enemy are, or any; else the beaches of the invasion, or of the game."""
        s = self.state(view)
        mine = s.field.held[ALLIED]
        found = list(each(mine & s.field.near[GERMAN])) or list(each(mine))
        if not found:
            area = s.invasion[0] if s.invasion else s.area
            found = sorted(n.hex for n in s.world.chart.numbered.values() if n.area == area)
        return found[len(found) // 2] if found else None

    def sign(self, view: Any, hex: int) -> tuple[str, str]:
        s = self.state(view)
        for side in Side:
            if s.stack(Hex(hex), side):
                return side[0].upper(), side
        kind = s.world.chart.terrain.get(Hex(hex), "off_map")
        return LETTERS[kind], KINDS.get(kind, "")

    def cell(self, view: Any, hex: int) -> Sequence[tuple[str, str]]:
        s, at = self.state(view), Hex(hex)
        chart = s.world.chart
        kind = chart.terrain.get(at, "off_map")
        if kind == "off_map":
            return ()
        name = chart.name_of.get(at, "").replace(" - ", "-").partition(" (")[0], KINDS.get(kind, "")
        for side in Side:
            if stack := s.stack(at, side):
                return self.head(s, at, kind), (self.stack_text(s, side, stack), side), name
        return self.head(s, at, kind), name

    def head(self, s: State, at: Hex, kind: str) -> tuple[str, str]:
        """The number, the terrain, and what the hex is for the supply and for the Rhine."""
        chart = s.world.chart
        if kind == "sea":
            point = chart.by_sea.get(at)
            if point is None:
                return "   ~", "sea"
            beside = point.hex in s.world.grid.neighbours[at]
            way = s.world.grid.directions[s.world.grid.direction(at, point.hex)] if beside else ">"
            return f"{s.world.hex_text(at)} ~{way}", "sea"
        text = f"{s.world.hex_text(at)} {LETTERS[kind]}"
        point = chart.numbered.get(at)
        if point is not None:
            letter = point.kind[0].upper() if at in s.invaded else point.kind[0]
            text += f"{letter}{point.capacity}"
        if at in chart.stars:
            text += "*"
        if chart.beyond >> at & 1 and len(text) < 9:
            text += "L"
        return text, KINDS.get(kind, "")

    def stack_text(self, s: State, side: Side, stack: Sequence[Unit]) -> str:
        """(1 2A), or what fits of it in nine characters."""
        labels = [s.world.counters[u].label + ("!" if s.hungry[u] else "") for u in stack]
        left, right = BRACKETS[side]
        for shown in range(len(labels), 0, -1):
            more = f"+{len(labels) - shown}" if shown < len(labels) else ""
            text = f"{left}{' '.join(labels[:shown])}{more}{right}"
            if len(text) <= 9:
                return text
        return text

    def terrain(self, view: Any, hex: int) -> str:
        return GROUND[self.state(view).world.chart.terrain.get(Hex(hex), "off_map")]

    def edge(self, view: Any, a: int, b: int) -> str:
        chart = self.state(view).world.chart
        if chart.across.get(Hex(a), 0) >> b & 1:
            return "river"
        return "closed" if (a, b) in chart.closed or (b, a) in chart.closed else ""

    def hex_line(self, view: Any, hex: int) -> str:
        s, at = self.state(view), Hex(hex)
        text = f"{s.world.place(at)}, {self.ground(s, at)}"
        for side in Side:
            if stack := s.stack(at, side):
                units = ", ".join(f"{terminal_panels.tag(s, u)} {s.world.counters[u].factors}" for u in stack)
                text += f"; {side}: {units}"
        return text

    def ground(self, s: State, at: Hex) -> str:
        """The terrain, with what it is worth, and the number that stands in the hex."""
        chart = s.world.chart
        kind = chart.terrain.get(at, "off_map")
        text = kind.replace("_", " ")
        if row := next((r for r in s.world.tables["terrain"]["rows"] if r[0] == kind and r[1] > 1), None):
            text += f" (defense x{row[1]})"
        if point := chart.numbered.get(at):
            state = (
                ", successfully invaded"
                if at in s.invaded
                else ", lost again"
                if at in s.lost_beaches
                else ""
            )
            what = "inland port" if point.kind == "inland" else point.kind
            text += f", {what} for {point.capacity}{state}"
        if point := chart.by_sea.get(at):
            text += f", to {s.world.place(point.hex)}"
        return text

    def hex_text(self, view: Any, hex: int) -> Sequence[str]:
        s, at = self.state(view), Hex(hex)
        chart, world = s.world.chart, s.world
        facts = [self.ground(s, at)]
        if country := chart.country.get(at):
            facts.append(
                COUNTRIES.get(country, country) + (", beyond the Rhine" if chart.beyond >> at & 1 else "")
            )
        rivers = [n for n, sides in chart.rivers.items() if any(at in side for side in sides)]
        if rivers:
            facts.append("on the " + " and the ".join(rivers))
        if point := chart.numbered.get(at):
            facts.append(f"area {chart.areas[point.area].name}, sea hex {world.hex_text(point.sea)}")
        facts += [f"star, {'Allied' if at in s.allied_stars else 'German'}"] * (at in chart.stars)
        facts += [f"installation{', captured' if at in s.captured else ''}"] * (at in chart.installations)
        facts += [f"in {side.capitalize()} zones of control" for side in Side if s.field.zoc[side] >> at & 1]
        facts += [
            f"{side.capitalize()} supply reaches it" for side in Side if supply.feeds(s, side) >> at & 1
        ]  # TGC-ui.35
        marks = ((s.watched, "river interdiction"), (s.shielded, "close defense support"))
        facts += [word for hexes, word in marks if at in hexes]
        out = [f"{world.place(at)}: {'; '.join(facts)}"]
        for side in Side:
            out += [f"  {side}: {self.unit_line(view, u)}" for u in s.stack(at, side)]
        return out

    def hex_for(self, view: Any, verb: str, hex: int) -> int:
        """Where units embark, the sea hex that points to a beach or port goes by its name."""
        point = self.state(view).world.chart.numbered.get(Hex(hex))
        return point.sea if point and verb == Embark.verb else hex

    # ---- units

    def units(self, view: Any) -> Sequence[int]:
        return range(len(self.state(view).world.counters))

    def unit_at(self, view: Any, unit: int) -> int | None:
        at = self.state(view).at[unit]
        return at if at >= 0 else None

    def unit_names(self, view: Any, unit: int) -> Sequence[str]:
        counter = self.state(view).world.counters[unit]
        return counter.label, counter.name

    def unit_line(self, view: Any, unit: int) -> str:
        s, u = self.state(view), Unit(unit)
        c = s.world.counters[u]
        side = "German" if c.side is GERMAN else f"Allied {c.nation}"
        kind = c.type.replace("_", " ")
        text = f"{terminal_panels.tag(s, u)} [{c.id}], {side} {kind} {c.factors}, {self.whereabouts(s, u)}"
        return "; ".join([text, *self.condition(s, u)])

    def whereabouts(self, s: State, u: Unit) -> str:
        c = s.world.counters[u]
        if s.at[u] == SLOT:
            return "out of play"
        if s.at[u] != BRITAIN:
            return s.world.place(s.hex(u)) + (" at sea" if s.at_sea(u) else "")
        if c.available == FREE_FRENCH and not s.french:
            return "in Britain until France is free"
        return f"in Britain until turn {c.available}" if FREE_FRENCH > c.available > s.turn else "in Britain"

    def condition(self, s: State, u: Unit) -> list[str]:
        """All that a glance at the counter would not tell."""
        out = []
        if s.hungry[u]:
            out.append(f"out of supply, {s.hungry[u]} of 3")
        if s.marks[u] & ASHORE:
            out.append("landed this turn")
        elif s.marks[u] & FRESH and s.at[u] >= 0:
            out.append("came this turn")
        if s.marks[u] & HOME:
            out.append("back from the continent")
        if u in s.interdicted:
            out.append("interdicted")
        if s.on_map(u) and s.field.zoc[s.side(u).enemy] >> s.at[u] & 1:
            out.append("in an enemy zone of control")
        out += [f"in combat {n}" for n, c in enumerate(s.combats, 1) if u in (*c.attackers, *c.defenders)]
        if "Movement" in phase(s) and s.side(u) in phase(s).lower() and s.on_map(u):
            out.append(f"{s.left[u]} left")
        return out

    def moves(self, view: Any, actions: Sequence[Any]) -> Sequence[tuple[str, Sequence[str]]]:
        """TGC-ui.12 to 16."""
        s = self.state(view)
        groups: dict[str, list[str]] = {}
        for a in actions:
            heading, text = self.move(view, s, a)
            groups.setdefault(heading, []).append(text)
        return sorted(groups.items(), key=lambda g: not g[0].startswith("next to"))

    def move(self, view: Any, s: State, a: Any) -> tuple[str, str]:
        place = s.world.place
        match a:
            case Move(u, to):
                end = movement.arrival(movement.ways_of(s, u), to)
                assert end is not None
                if s.field.zoc[s.side(u).enemy] >> to & 1:
                    return "next to the enemy, in his zone of control (must attack)", place(to)
                return ("by strategic movement" if end.strategic else f"with {end.left} left"), place(to)
            case Land(_, to):
                return "land at", place(to)
            case Sail(_, by):
                return "to Britain from", place(by)
            case Embark(_, to):
                return "put on sea hex", f"{s.world.hex_text(to)} (to {place(s.world.chart.by_sea[to].hex)})"
            case Drop(u, to):
                near = s.field.zoc[GERMAN] >> to & 1
                return (
                    "next to the enemy, in his zone of control (must attack)" if near else "drop on",
                    place(to),
                )
            case Place(_, to):
                named = to in s.world.chart.name_of
                return ("places with a name" if named else "other hexes"), place(to)
            case Recall(_, to):
                return "return", place(to) if to is not None else "in Britain"
            case _:
                note = self.note(view, a)
                return a.verb, terminal_panels.say(s, a) + (f" ({note})" if note else "")

    # ---- combat

    def note(self, view: Any, action: Any) -> str:
        return terminal_panels.note(self.state(view), action)

    def sheet(self, view: Any, action: Any) -> Mapping[str, Any]:
        return terminal_panels.odds_sheet(self.state(view), action)

    def human_picks(self, view: Any, action: Any) -> Sequence[Any]:
        """TGC-combat.14, TGC-ui.30: the human opponent of the computer chooses the order of resolution."""
        s = self.state(view)
        if isinstance(action, Resolve) and s.frames and isinstance(s.frames[-1], CombatPhase):
            others = [Resolve(n) for n in range(1, len(s.combats) + 1) if n != action.number]
            return [action, *others] if others else ()
        return ()


FACE = Face()
