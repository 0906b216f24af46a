"""How The Great Crusade shows itself on a screen (TGC-ui), all of it from a side's view."""

from __future__ import annotations

from collections.abc import Sequence

from ....kernel.draft import Event
from ....kernel.frame import Action
from ....kernel.show import Board, Choices, HexCard, Odds, Offer, Set, Shade, Told
from ....kernel.view import View as AnyView
from .. import telling
from ..state import State
from ..view import View, resample
from . import board, cards, choices, combats, shades, sheet, words


class Screen:
    """TGC-ui.40, 41: whoever plays a side, person or program, is shown the same, and judged by the same `check`."""

    def set(self, scenario: str) -> Set:
        return sheet.set_of(scenario)

    def board(self, view: AnyView) -> Board:
        return board.board(self._state(view), view.side)

    def when(self, view: AnyView) -> tuple[str, str]:
        s = self._state(view)
        return words.turn_text(s), words.phase(s)

    def choices(self, view: AnyView) -> Choices:
        return choices.choices(self._state(view), view.side)

    def offers(self, view: AnyView, head: str) -> Sequence[Offer]:
        return choices.offers(self._state(view), view.side, head)

    def aim(self, view: AnyView, unit: str, hex: str) -> Action | None:
        return choices.aim(self._state(view), unit, hex)

    def fight(
        self, view: AnyView, attackers: Sequence[str], defenders: Sequence[str], switches: Sequence[str]
    ) -> Odds:
        return combats.fight(self._state(view), attackers, defenders, switches)

    def odds(self, view: AnyView, action: Action) -> Odds:
        return combats.odds(self._state(view), action)

    def hex(self, view: AnyView, hex: str) -> HexCard:
        return cards.card(self._state(view), hex)

    def shade(self, view: AnyView, overlay: str, unit: str) -> Shade:
        return shades.shade(self._state(view), overlay, unit)

    def told(self, view: AnyView, event: Event) -> Told | None:
        return telling.told(event, self._state(view))

    def human_picks(self, view: AnyView, action: Action) -> Sequence[Action]:
        return words.human_picks(self._state(view), action)

    def _state(self, view: AnyView) -> State:
        """The position that looks like this; in this game there is but one (TGC-inv.7)."""
        assert isinstance(view, View)
        return resample(view)


SHOW = Screen()
