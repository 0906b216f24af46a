"""How Crossing the Line shows itself on a screen, all of it from a side's view (CTL-5.3.4)."""

from __future__ import annotations

from collections.abc import Sequence

from ....kernel.draft import Event
from ....kernel.frame import Action
from ....kernel.show import Board, Choices, HexCard, Odds, Offer, Set, Shade, Told
from ....kernel.view import View as AnyView
from .. import telling
from ..view import View
from ..world import find
from . import board, cards, choices, combats, shades, sheet, words
from .eyes import Eyes


class Screen:
    """Whoever plays a side, person or program, is shown the same, and judged by the same `check`. The seed only says which
    of the positions that look alike the engine is asked about."""

    def __init__(self, seed: str = "screen") -> None:
        self.seed = seed
        self._last: Eyes | None = None

    def eyes(self, view: AnyView) -> Eyes:
        """The last view is kept at hand: a page asks several things of one position."""
        assert isinstance(view, View)
        last = self._last
        if last is None or last.view is not view:
            last = self._last = Eyes(view, self.seed)
        return last

    def set(self, scenario: str) -> Set:
        return sheet.set_of(scenario)

    def board(self, view: AnyView) -> Board:
        return board.board(self.eyes(view))

    def when(self, view: AnyView) -> tuple[str, str]:
        s = self.eyes(view).s
        return words.turn_text(s), words.phase(s)

    def choices(self, view: AnyView) -> Choices:
        return choices.choices(self.eyes(view))

    def offers(self, view: AnyView, head: str) -> Sequence[Offer]:
        return choices.offers(self.eyes(view), head)

    def aim(self, view: AnyView, unit: str, hex: str) -> Action | Told | None:
        return choices.aim(self.eyes(view), unit, hex)

    def fight(
        self, view: AnyView, attackers: Sequence[str], defenders: Sequence[str], switches: Sequence[str]
    ) -> Odds:
        return combats.fight(self.eyes(view), attackers, defenders, switches)

    def odds(self, view: AnyView, action: Action) -> Odds:
        return combats.odds(self.eyes(view), action)

    def hex(self, view: AnyView, hex: str) -> HexCard:
        return cards.card(self.eyes(view), hex)

    def shade(self, view: AnyView, overlay: str, unit: str) -> Shade:
        return shades.shade(self.eyes(view), overlay, unit)

    def told(self, view: AnyView, event: Event) -> Told | None:
        """An event tells itself: nothing is asked of the position but its map and counters."""
        return telling.sentence(event, find(view.scenario))

    def human_picks(self, view: AnyView, action: Action) -> Sequence[Action]:
        """In this game each side makes its own choices."""
        return ()


SHOW = Screen()
