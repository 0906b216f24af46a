"""The Mill on a screen: as little of it as a server can be tested with, all of it from a view."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from grognard.kernel.breach import Illegal
from grognard.kernel.draft import Event
from grognard.kernel.frame import Action
from grognard.kernel.notation import text
from grognard.kernel.play import check, decision, legal
from grognard.kernel.sheets import sheet_of
from grognard.kernel.show import (
    Board,
    Choices,
    Counter,
    HexCard,
    Odds,
    Offer,
    Outcome,
    Piece,
    Set,
    Shade,
    Stack,
    Terrain,
    Told,
)

from . import system
from .actions import Attack, Enter
from .events import Dealt
from .state import OFF, UNSEEN, Toy, field
from .view import ToyView, worlds


def of(view: ToyView) -> Toy:
    """Some world that looks like this, always the same one."""
    return worlds(view).sample(Random(0))


class ToyShow:
    def set(self, scenario: str) -> Set:
        w = field()
        counters = tuple(
            Counter(u, u, u[:3], t.side, "infantry", values=(str(t.full),))
            for u, t in zip(w.unit_ids, w.types, strict=True)
        )
        sheet = sheet_of(w, lambda h: "c", {"c": Terrain("c", "field", "clear")})
        return Set("toy", "The Mill", {"blue": "Blue", "red": "Red"}, sheet, counters, ())

    def board(self, view: ToyView) -> Board:
        names = field().unit_ids
        hexes = sorted({u.at for u in view.units} - {OFF})
        stacks = []
        for h in hexes:
            here = sorted((u for u in view.units if u.at == h), key=lambda u: u.under)
            side = field().types[here[0].unit].side
            pieces = tuple(
                Piece(names[u.unit], (str(u.strength) if u.strength != UNSEEN else "?",)) for u in here
            )
            stacks.append(Stack(field().grid.number(h), side, pieces))
        return Board(view.prompt, f"Turn {view.turn}", (), (), tuple(stacks), ())

    def when(self, view: ToyView) -> tuple[str, str]:
        return f"Turn {view.turn}", type(view.doing[-1]).__name__ if view.doing else "over"

    def choices(self, view: ToyView) -> Choices:
        asked = Told(view.prompt or "nothing is asked")
        if view.asks != view.side:
            return Choices(asked)
        offers = legal(of(view))
        single = [self.offer(a) for a in (*offers.forward, *offers.back) if isinstance(a, Action)]
        return Choices(asked, tuple(offers.heads()), tuple(single), open=offers.open)

    def offer(self, a: Action) -> Offer:
        said = text(a, field())
        return Offer(said, a.verb, said)

    def offers(self, view: ToyView, head: str) -> Sequence[Offer]:
        return [self.offer(a) for a in legal(of(view)).of(head)] if view.asks == view.side else []

    def aim(self, view: ToyView, unit: str, hex: str) -> Action | None:
        field().unit(unit)
        return Enter(field().hex(hex))

    def fight(
        self, view: ToyView, attackers: Sequence[str], defenders: Sequence[str], switches: Sequence[str]
    ) -> Odds:
        s = of(view)
        units = [s.world.unit(u) for u in (*attackers, *defenders)]
        return Odds("", f"{len(units)} units")

    def odds(self, view: ToyView, action: Action) -> Odds:
        s = of(view)
        now = decision(s)
        if now is None or now.side != view.side or not isinstance(action, Attack):
            raise ValueError("odds are told for an attack, to the side that may declare it")
        if breach := check(s, action):
            raise Illegal(breach)
        chances = system.TOY.odds(s, action)
        return Odds(
            text(action, s.world),
            "an attack",
            outcomes=tuple(Outcome(str(p), float(p), str(x)) for x, p in chances.items()),
        )

    def hex(self, view: ToyView, hex: str) -> HexCard:
        h = field().hex(hex)
        return HexCard(hex, hex, " ".join(str(u.strength) for u in view.units if u.at == h))

    def shade(self, view: ToyView, overlay: str, unit: str) -> Shade:
        if overlay != "near":
            raise system.Unknown(f"no overlay is called {overlay!r}")
        return Shade(overlay, "Near", ())

    def told(self, view: ToyView, event: Event) -> Told | None:
        said = system.TOY.tell(event, of(view))
        if isinstance(event, Dealt):
            said = f"{field().unit_ids[event.unit]} is dealt {event.strength or 'a strength'}."
        return Told(said) if said else None

    def human_picks(self, view: ToyView, action: Action) -> Sequence[Action]:
        return ()


SHOW = ToyShow()
