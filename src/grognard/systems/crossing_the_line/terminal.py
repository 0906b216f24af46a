"""How this game looks in a terminal: map, hexes, units, all from what a side sees (CTL-5.3.4). The panels are in
`terminal_panels`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ...board.names import Unit
from ...geometry.hexes import Hex
from ...geometry.hexset import holds
from ...kernel import notation
from . import actions, terminal_panels
from .chart import GERMAN, US, Side
from .show import board, cards, labels, words
from .show.eyes import Eyes
from .show.sheet import LETTERS
from .view import View

KINDS = {
    "town": "town", "city": "town", "industrial": "town", "dense_forest": "high", "pillbox_forest": "high",
    "light_forest": "high",
}  # fmt: skip
BRACKETS = {US: ("(", ")"), GERMAN: ("<", ">")}
BARRIERS = {"stream": "river", "roer": "river", "embankment": "embankment", "dragons_teeth": "dragon's teeth"}
LEGEND = (
    (". l d", "clear, light forest, dense forest"),
    ("p P", "pillbox in clear, pillbox in forest"),
    ("T C I", "town, city, industrial"),
    (
        "(1/16+1)",
        "a US stack: 1/16 on top, one more counter under it; ? counters that are not seen; ! disrupted",
    ),
    ("<GR 941>", "a German stack"),
    ("r", "a road runs through the hex"),
    ("* $", "gives VP: in German hands, in US hands; #: Improved Defense"),
    (
        "= and | (or blue lines)",
        "a stream or the Roer along a hexside; - and : dragon's teeth or an embankment",
    ),
)


class Face:
    """What `grognard.cli.face` asks of a system."""

    legend: Sequence[tuple[str, str]] = LEGEND
    summary: Sequence[str] = ("tracks", "victory")

    def __init__(self) -> None:
        self._eyes: Eyes | None = None
        self.panels = {name: (why, self.panel(show)) for name, (why, show) in terminal_panels.PANELS.items()}

    def eyes(self, view: Any) -> Eyes:
        assert isinstance(view, View)
        if self._eyes is None or self._eyes.view is not view:
            self._eyes = Eyes(view, "screen")
        return self._eyes

    def panel(self, show: Any) -> Any:
        return lambda view, typed: show(self.eyes(view), typed)

    # ---- turn and map

    def headline(self, view: Any) -> str:
        return words.headline(self.eyes(view).s)

    def focus(self, view: Any) -> int | None:
        return board.focus_hex(self.eyes(view))

    def sign(self, view: Any, hex: int) -> tuple[str, str]:
        e, at = self.eyes(view), Hex(hex)
        if not holds(e.world.chart.within, at):
            return " ", ""
        for side in Side:
            if e.s.stack(at, side):
                return side[0].upper(), side
        kind = e.world.chart.terrain[at].type
        return LETTERS[kind], KINDS.get(kind, "")

    def cell(self, view: Any, hex: int) -> Sequence[tuple[str, str]]:
        e, at = self.eyes(view), Hex(hex)
        if not holds(e.world.chart.within, at):
            return ()
        kind = KINDS.get(e.world.chart.terrain[at].type, "")
        name = e.world.chart.names.get(at, "").partition(" (")[0], kind
        for side in Side:
            if e.s.stack(at, side):
                return self.head(e, at, kind), (self.stack_text(e, side, at), side), name
        return self.head(e, at, kind), name

    def head(self, e: Eyes, at: Hex, kind: str) -> tuple[str, str]:
        """The number, the terrain, and what the hex is good for."""
        chart = e.world.chart
        text = f"{e.number(at)} {LETTERS[chart.terrain[at].type]}"
        if any(chart.road(at, h) for h in chart.near[at]):
            text += "r"
        if at in words.scored(e):
            text += "$" if e.s.controls(US, at) else "*"
        if at in e.s.improved:
            text += "#"
        return text, kind

    def stack_text(self, e: Eyes, side: Side, at: Hex) -> str:
        """(1/16+1?), or what fits of it in nine characters: those seen, and how many are not."""
        seen, unknown = e.stack(at, side)
        left, right = BRACKETS[side]
        names = [e.world.name(u) + ("!" if e.s.disrupted[u] else "") for u in seen]
        hidden = f"+{unknown}?" if unknown else ""
        for shown in range(len(names), 0, -1):
            more = f"+{len(names) - shown}" if shown < len(names) else ""
            text = f"{left}{' '.join(names[:shown])}{more}{hidden}{right}"
            if len(text) <= 9:
                return text
        rest = f"+{len(names) - 1}" if len(names) > 1 else ""
        room = 9 - len(rest + hidden) - 2
        return f"{left}{names[0][: max(1, room)] if names else '?'}{rest}{hidden}{right}"

    def terrain(self, view: Any, hex: int) -> str:
        e, at = self.eyes(view), Hex(hex)
        if not holds(e.world.chart.within, at):
            return ""
        return KINDS.get(e.world.chart.terrain[at].type, "land")

    def edge(self, view: Any, a: int, b: int) -> str:
        barrier = self.eyes(view).world.chart.between(Hex(a), Hex(b))
        return BARRIERS[barrier.type] if barrier else ""

    def hex_line(self, view: Any, hex: int) -> str:
        return cards.hex_line(self.eyes(view), Hex(hex))

    def hex_text(self, view: Any, hex: int) -> Sequence[str]:
        e, at = self.eyes(view), Hex(hex)
        out = [f"{e.world.place(at)}: {' '.join(x.text for x in cards.facts(e, at))}"]
        for side in Side:
            seen, unknown = e.stack(at, side)
            out += [f"  {side}: {words.unit_line(e, u)}" for u in seen]
            if unknown:
                out.append(f"  {side}: {unknown} more, not seen [CTL-5.3.4a]")
        return out

    def hex_for(self, view: Any, verb: str, hex: int) -> int:
        return hex

    # ---- units

    def units(self, view: Any) -> Sequence[int]:
        """Of the enemy those that are seen, or off the map (CTL-5.3.4n)."""
        e = self.eyes(view)
        return [u for u in range(len(e.world.counters)) if e.sees(Unit(u))]

    def unit_at(self, view: Any, unit: int) -> int | None:
        e = self.eyes(view)
        return e.s.at[unit] if e.sees(Unit(unit)) and e.s.at[unit] >= 0 else None

    def unit_names(self, view: Any, unit: int) -> Sequence[str]:
        return (self.eyes(view).world.counters[unit].name,)

    def unit_line(self, view: Any, unit: int) -> str:
        return words.unit_line(self.eyes(view), Unit(unit))

    def moves(self, view: Any, actions_: Sequence[Any]) -> Sequence[tuple[str, Sequence[str]]]:
        """What the units can do, in groups; of a move also how far it can go."""
        e = self.eyes(view)
        groups: dict[str, list[str]] = {}
        for a in actions_:
            heading, text = self.group(e, a)
            groups.setdefault(heading, []).append(text)
            if isinstance(a, actions.Move):
                for line, hexes in terminal_panels.reach_lines(e, a.units).items():
                    groups.setdefault(line, []).extend(hexes)
        return list(groups.items())

    def group(self, e: Eyes, a: Any) -> tuple[str, str]:
        place = e.world.place
        match a:
            case actions.Enter(hex=to):
                return "next hex", place(to)
            case actions.Infiltrate(hex=to):
                return "infiltrate to", place(to)
            case actions.Relocate(hex=to):
                offer = labels.offer(e, a)
                return "relocate to", place(to) + (f" ({offer.note})" if offer.note else "")
            case actions.Place(hex=to):
                return "enter in", place(to)
            case actions.Displace(hex=to):
                offer = labels.offer(e, a)
                return "put into", place(to) + (f" ({offer.note})" if offer.note else "")
        note = self.note(e.view, a)
        return a.verb, notation.text(a, e.world) + (f" ({note})" if note else "")

    # ---- combat

    def note(self, view: Any, action: Any) -> str:
        return terminal_panels.note(self.eyes(view), action)

    def sheet(self, view: Any, action: Any) -> Mapping[str, Any]:
        return terminal_panels.odds_sheet(self.eyes(view), action)

    def human_picks(self, view: Any, action: Any) -> Sequence[Any]:
        return ()


FACE = Face()
