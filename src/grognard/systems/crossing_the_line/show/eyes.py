"""What a side sees, and no more (CTL-5.3.4). A position that looks like its view is drawn for what the engine must be asked;
of that position only what the view fixes is read, so that it does not matter which one it is. A test holds us to it."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Any

from ....board.names import Unit, Units
from ....geometry.hexes import Hex
from ....kernel.frame import Frame
from ....kernel.play import decision
from ..chart import Side
from ..state import State
from ..supply import Command, command
from ..view import COVERED, View
from ..world import Theatre
from ..worlds import resample

WORLDS = 6


class Eyes:
    """A view, a position that looks like it, and who looks."""

    __slots__ = ("_alike", "s", "side", "view", "world")

    def __init__(self, view: View, seed: str) -> None:
        self.view = view
        self.s: State = resample(view, Random(seed))
        self.world: Theatre = self.s.world
        self.side: Side | None = Side(view.side) if view.side in tuple(Side) else None
        self._alike: list[State] | None = None

    def alike(self) -> list[State]:
        """Some positions that look like this, the same ones for all that look alike: for what is a range."""
        if self._alike is None:
            self._alike = [resample(self.view, Random(f"odds {n}")) for n in range(WORLDS)]
        return self._alike

    def sees(self, u: Unit) -> bool:
        """Is the counter known: on the map in the open, or off the map (CTL-5.3.4n)?"""
        return self.view.at[u] != COVERED

    def mine(self, u: Unit) -> bool:
        return self.side is not None and self.world.sides[u] is self.side

    def stack(self, hex: Hex, side: Side) -> tuple[Units, int]:
        """The counters seen in a hex, top first, and how many more lie there (CTL-5.3.4h)."""
        all_ = self.s.stack(hex, side)
        seen = tuple(u for u in all_ if self.sees(u))
        return seen, len(all_) - len(seen)

    def strength(self, u: Unit) -> int:
        """CTL-5.3.4d: one's own as it is; of an enemy counter what is printed."""
        return self.s.strength[u] if self.mine(u) else self.world.counters[u].strength

    def command(self, u: Unit) -> Command | None:
        """CTL-5.3.4q: of one's own combat units on the map."""
        if not self.mine(u) or not self.s.on_map(u) or not self.s.combat(u):
            return None
        return command(self.s, u)

    def formation(self, u: Unit) -> str:
        """CTL-5.3.4e: the id of the formation that a unit belongs to, as far as it is known."""
        f = self.s.formation(u)
        known = self.mine(u) or self.s.shown[u]
        return self.world.staffs[f].id if known and f is not None else ""

    def top(self) -> Frame[Any] | None:
        """The step that asks this side; None while another decides."""
        now = decision(self.s)
        return now.frame if now is not None and now.side is not None and now.side == self.side else None

    def names(self, units: Iterable[Unit]) -> str:
        return self.world.names(tuple(units))

    # ---- names on the wire

    def id(self, u: Unit) -> str:
        return self.world.unit_text(u)

    def ids(self, units: Iterable[Unit]) -> tuple[str, ...]:
        return tuple(map(self.world.unit_text, units))

    def number(self, hex: Hex) -> str:
        return self.world.hex_text(hex)

    def numbers(self, hexes: Iterable[Hex]) -> tuple[str, ...]:
        return tuple(map(self.world.hex_text, hexes))
