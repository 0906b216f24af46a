"""What a side is shown of a position, in the letters and coordinates of a `table.Scene`.

eyes = see(g, "allied")
eyes.goals("a")         # the hexes that light up when a is selected
eyes.fight("a b", "d")  # the combat sheet
eyes.why("a", (3, 0))   # what a click on an unlit hex is answered
"""

from __future__ import annotations

from typing import Any

from grognard.kernel import notation
from grognard.kernel.breach import Breach
from grognard.kernel.play import check
from grognard.kernel.show import (
    Board,
    Box,
    Candidate,
    Chip,
    Choices,
    Fight,
    HexCard,
    Mark,
    Odds,
    Offer,
    Piece,
    Shade,
    Switch,
    show_of,
)
from grognard.systems import find
from grognard.systems.great_crusade.state import State

from .table import Place, Scene, number

SYSTEM = find("great-crusade")
SHOW = show_of(SYSTEM)


class Eyes:
    """A side before its screen; of no side: a spectator."""

    def __init__(self, g: Scene, side: str) -> None:
        self.g, self.side = g, side
        self.view = SYSTEM.view(g.state, side)

    def id(self, name: str) -> str:
        return self.g.ids.get(name, name)

    def name(self, id: str) -> str:
        return self.g.letters.get(id, id)

    def names(self, ids: Any) -> set[str]:
        return {self.name(id) for id in ids}

    def number(self, place: Place) -> str:
        return self.g.state.world.hex_text(self.g.hex(place))

    def place(self, hex: str) -> Any:
        return self.g.place(self.g.state.world.hex(hex))

    # what there is to see

    @property
    def board(self) -> Board:
        return SHOW.board(self.view)

    def chip(self, id: str) -> Chip:
        return next(c for c in self.board.chips if c.id == id)

    def box(self, id: str) -> Box:
        return next(b for b in self.board.boxes if b.id == id)

    def piece(self, name: str) -> Piece:
        board = self.board
        where = (*board.stacks, *board.boxes)
        return next(p for x in where for p in x.pieces if p.unit == self.id(name))

    def marks(self, kind: str) -> set[Any]:
        return {self.place(m.hex) for m in self.board.marks if m.kind == kind}

    def mark(self, kind: str) -> Mark:
        return next(m for m in self.board.marks if m.kind == kind)

    def card(self, place: Place) -> HexCard:
        return SHOW.hex(self.view, self.number(place))

    def shade(self, overlay: str, unit: str = "") -> Shade:
        return SHOW.shade(self.view, overlay, self.id(unit) if unit else "")

    def lit(self, overlay: str, unit: str = "") -> dict[Any, int]:
        """The hexes of an overlay, with how deep they are shaded."""
        return {self.place(x.hex): x.level for x in self.shade(overlay, unit).hexes}

    def said(self, overlay: str, unit: str = "") -> dict[Any, str]:
        """The hexes of an overlay, with what is written in them."""
        return {self.place(x.hex): x.text for x in self.shade(overlay, unit).hexes}

    def duties(self) -> dict[str, str]:
        """By unit: attack or defend."""
        return {self.name(d.unit): d.what for d in self.board.duties}

    # what can be done

    @property
    def choices(self) -> Choices:
        return SHOW.choices(self.view)

    def heads(self) -> set[str]:
        return self.names(self.choices.heads)

    def offers(self, head: str) -> list[Offer]:
        return list(SHOW.offers(self.view, self.id(head)))

    def goals(self, head: str, verb: str = "") -> set[Any]:
        return {self.place(o.hex) for o in self.offers(head) if o.hex and verb in ("", o.verb)}

    def offer(self, head: str, place: Place) -> Offer:
        return next(o for o in self.offers(head) if o.hex == self.number(place))

    def single(self, verb: str) -> list[str]:
        return [o.text for o in self.choices.single if o.verb == verb]

    def why(self, unit: str, place: Place) -> Breach | None:
        """What forbids that which a click on the hex would mean."""
        a = SHOW.aim(self.view, self.id(unit) if unit else "", self.number(place))
        assert a is not None, "the click means nothing"
        return check(self.g.state, a)

    # combats

    def fight(self, attackers: str = "", defenders: str = "", *switches: str) -> Odds:
        return SHOW.fight(
            self.view,
            [self.id(n) for n in attackers.split()],
            [self.id(n) for n in defenders.split()],
            switches,
        )

    def listed(self, n: int) -> Fight:
        return self.board.fights[n - 1]

    def candidates(self, sheet: Odds, role: str = "") -> dict[str, Candidate]:
        return {self.name(c.unit): c for c in sheet.candidates if role in ("", c.role)}

    def open(self, sheet: Odds, role: str = "") -> set[str]:
        return {n for n, c in self.candidates(sheet, role).items() if c.refused is None}

    def barred(self, sheet: Odds, role: str = "") -> dict[str, str]:
        found = self.candidates(sheet, role).items()
        return {n: c.refused.clause for n, c in found if c.refused is not None}

    def switch(self, sheet: Odds, word: str) -> Switch:
        return next(x for x in sheet.switches if x.word == word)

    # what is read

    def read(self, text: str) -> Any:
        return notation.parse(text, self.g.state.world, SYSTEM.actions)


def see(g: Scene, side: str = "allied") -> Eyes:
    return Eyes(g, side)


def state(s: State, side: str) -> Any:
    return SYSTEM.view(s, side)


__all__ = ["SHOW", "SYSTEM", "Eyes", "number", "see", "state"]
