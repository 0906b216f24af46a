"""What a side sees, and no more (CTL-5.3.4). A position that looks like its view is drawn for what the engine must be asked;
of that position only what the view fixes is read, so that it does not matter which one it is. A test holds us to it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ....board.names import Unit
from ....geometry.hexes import Hex
from ....kernel.frame import Frame
from ....kernel.play import decision
from ..fates import Settled
from ..outlook import Outlook, outlook
from ..strength import Assault
from ..supply import Command, command
from ..unseen import Sight
from ..view import View


class Eyes(Sight):
    """A view, a position that looks like it, and who looks."""

    __slots__ = ("_outlooks",)

    def __init__(self, view: View, seed: str) -> None:
        super().__init__(view, seed)
        self._outlooks: dict[tuple[Assault, Settled], Outlook] = {}

    def outlook(self, x: Assault, settled: Settled) -> Outlook:
        """What a combat may bring; a page asks for it again and again."""
        found = self._outlooks.get((x, settled))
        if found is None:
            found = self._outlooks[x, settled] = outlook(self, x, settled)
        return found

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
