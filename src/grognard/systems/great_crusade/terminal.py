"""How this game looks in a terminal (TGC-ui.4 to 7, 42): map, hexes, units. The panels are in `terminal_panels`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ...board.names import Unit
from ...geometry.hexes import Hex
from . import movement, terminal_panels
from .actions import Drop, Embark, Land, Move, Place, Recall, Sail
from .show import board, cards, words
from .show.sheet import LETTERS as PRINTED
from .state import State
from .view import View, resample
from .world import ALLIED, GERMAN, Side

LETTERS = PRINTED | {"off_map": " "}
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
        return words.headline(self.state(view))

    def focus(self, view: Any) -> int | None:
        return board.focus_hex(self.state(view))

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
        return cards.hex_line(self.state(view), Hex(hex))

    def hex_text(self, view: Any, hex: int) -> Sequence[str]:
        s, at = self.state(view), Hex(hex)
        out = [f"{s.world.place(at)}: {' '.join(x.text for x in cards.facts(s, at))}"]
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
        return words.unit_line(self.state(view), Unit(unit))

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
        return words.human_picks(self.state(view), action)


FACE = Face()
