"""How a system shows itself in a terminal. Whoever adds a system writes `systems/NAME/terminal.py` with an object
`FACE` that has these methods; nothing here needs to know of it.

Everything is told from a side's view, so nothing can be told that the side must not know. Texts are plain: what is
coloured says what it is (a side, or one of the words of `Screen.styles`), and says it in its text too.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from importlib import import_module
from typing import Any, Protocol, runtime_checkable

Piece = tuple[str, str]
"""A text, and what it is: a side, "river", "sea", "town", "high", or nothing special."""

Panel = tuple[str, Callable[[Any, str], Sequence[str]]]
"""What it shows, in a few words; and the lines for a view and what was typed after its name."""

Part = tuple[str, str, str]
"""A signed number, why, and the clause."""


@runtime_checkable
class Face(Protocol):
    legend: Sequence[tuple[str, str]]
    """What the signs on the map mean."""

    panels: Mapping[str, Panel]
    """Further commands of this system: what its sheets, tracks and boxes show. No name is that of a command."""

    summary: Sequence[str]
    """The panels that say how a game stands."""

    def headline(self, view: Any) -> str:
        """Turn, date and phase."""

    def focus(self, view: Any) -> int | None:
        """The hex to look at when none is named."""

    def sign(self, view: Any, hex: int) -> Piece:
        """The hex as one character."""

    def cell(self, view: Any, hex: int) -> Sequence[Piece]:
        """The hex in two or three lines of nine characters: what is printed there, who stands there, its name."""

    def terrain(self, view: Any, hex: int) -> str:
        """What colour lies under it: "land", "high", "town", "sea", "mist" where nobody goes, or nothing."""

    def edge(self, view: Any, a: int, b: int) -> str:
        """What runs between two hexes: "river", "closed", or nothing."""

    def hex_line(self, view: Any, hex: int) -> str:
        """The hex in one line."""

    def hex_text(self, view: Any, hex: int) -> Sequence[str]:
        """All there is to know of a hex."""

    def hex_for(self, view: Any, verb: str, hex: int) -> int:
        """The hex that the name of a place means in an action, as the sea before a beach where one embarks."""

    def units(self, view: Any) -> Sequence[int]:
        """The units of which the side knows."""

    def unit_at(self, view: Any, unit: int) -> int | None:
        """The hex of a unit; None: it is on none."""

    def unit_names(self, view: Any, unit: int) -> Sequence[str]:
        """What players call it besides its id: the label of its counter, its name."""

    def unit_line(self, view: Any, unit: int) -> str:
        """The unit in one line."""

    def moves(self, view: Any, actions: Sequence[Any]) -> Sequence[tuple[str, Sequence[str]]]:
        """What one unit can do, in groups: a heading, and the hexes or texts under it."""

    def note(self, view: Any, action: Any) -> str:
        """What is worth saying beside an action in a list, such as the odds of an attack."""

    def sheet(self, view: Any, action: Any) -> Mapping[str, Any]:
        """How the odds of an attack are made, or nothing: `title`; `parts`, a list of (what, sum, [Part]); `ratio`,
        `column` and `clause`, `among` in its place where chance decides between several; `table`: its `columns`, its `rows`,
        `names` of its results."""

    def human_picks(self, view: Any, action: Any) -> Sequence[Any]:
        """Where the rules leave a choice of the computer's to its human opponent: the actions to choose from."""


class Bare:
    """A system that has no `terminal.py` can still be played: hexes are numbers, units are ids."""

    def __init__(self, system: Any) -> None:
        self.system = system
        self.legend: Sequence[tuple[str, str]] = ()
        self.panels: Mapping[str, Panel] = {}
        self.summary: Sequence[str] = ()

    def world(self, view: Any) -> Any:
        return self.system.world(view.scenario)

    def headline(self, view: Any) -> str:
        return str(self.system.title)

    def focus(self, view: Any) -> int | None:
        return None

    def sign(self, view: Any, hex: int) -> Piece:
        return ".", ""

    def cell(self, view: Any, hex: int) -> Sequence[Piece]:
        return [(self.world(view).hex_text(hex), "")]

    def terrain(self, view: Any, hex: int) -> str:
        return ""

    def edge(self, view: Any, a: int, b: int) -> str:
        return ""

    def hex_line(self, view: Any, hex: int) -> str:
        return str(self.world(view).hex_text(hex))

    def hex_text(self, view: Any, hex: int) -> Sequence[str]:
        return [self.hex_line(view, hex)]

    def hex_for(self, view: Any, verb: str, hex: int) -> int:
        return hex

    def units(self, view: Any) -> Sequence[int]:
        return range(len(self.world(view).unit_ids))

    def unit_at(self, view: Any, unit: int) -> int | None:
        return None

    def unit_names(self, view: Any, unit: int) -> Sequence[str]:
        return ()

    def unit_line(self, view: Any, unit: int) -> str:
        return str(self.world(view).unit_text(unit))

    def moves(self, view: Any, actions: Sequence[Any]) -> Sequence[tuple[str, Sequence[str]]]:
        from ..kernel.notation import text

        world = self.world(view)
        return [("can", [text(a, world) for a in actions])] if actions else []

    def note(self, view: Any, action: Any) -> str:
        return ""

    def sheet(self, view: Any, action: Any) -> Mapping[str, Any]:
        return {}

    def human_picks(self, view: Any, action: Any) -> Sequence[Any]:
        return ()


@lru_cache
def face_of(system: Any) -> Face:
    """The face of a system, from `terminal.py` beside its rules."""
    package = type(system).__module__.rpartition(".")[0]
    try:
        found = import_module(f"{package}.terminal")
    except ModuleNotFoundError as e:
        if e.name != f"{package}.terminal":
            raise
        return Bare(system)
    face: Face = found.FACE
    return face
