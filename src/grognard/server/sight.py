"""A table as a seat sees it: its board, what it is offered, what it may take back."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from ..kernel.show import Board, Choices, Offer, Told
from ..kernel.view import View
from . import wire
from .problem import Refused
from .store import SeatRow
from .table import Table

SPECTATOR = SeatRow("", "", (), "")


def eyes(table: Table, sides: Collection[str], wanted: str = "", asks: str | None = None) -> str:
    """Whose view it is: the one asked for; of several, that of whoever decides."""
    if wanted:
        if wanted not in sides:
            raise Refused(403, f"this seat does not see with the eyes of {wanted[:40]!r}")
        return wanted
    asks = asks or table.asks
    return asks if asks and asks in sides else next((s for s in table.system.sides if s in sides), "")


def view(table: Table, side: str) -> View:
    return table.system.view(table.state, side)


def your_turn(table: Table, sides: Collection[str]) -> bool:
    """Must whoever holds these sides choose now?"""
    return picks_for(table, sides) != "" or table.asks in sides


def picks_for(table: Table, sides: Collection[str]) -> str:
    """The computer's side whose action is chosen by this seat."""
    return (table.asks or "") if table.picks and sides else ""


def seat_cards(table: Table, present: Collection[str]) -> dict[str, wire.SeatCard]:
    cards = {}
    about = table.catalog.about(table.row.scenario)
    for side in table.sides:
        if about is not None and side not in about.sides:
            continue  # nobody plays it
        if side in table.computers:
            cards[side] = wire.SeatCard("computer", table.computers[side])
            continue
        seat = next((s for s in table.seats.values() if side in s.sides), SPECTATOR)
        kind: Any = "person" if seat.joined else "open"
        cards[side] = wire.SeatCard(kind, seat.name, seat.mark in present)
    return cards


def game(table: Table, seat: SeatRow, wanted: str, present: Collection[str]) -> wire.Game:
    side = eyes(table, seat.sides, wanted)
    seen = view(table, side)
    return wire.Game(
        game=table.id,
        scenario=table.row.scenario,
        title=table.row.title,
        version=table.version,
        actions=table.actions,
        side=side,
        holds=seat.sides,
        sides=dict(table.sides),
        seats=seat_cards(table, present),
        asks=table.asks,
        your_turn=your_turn(table, seat.sides),
        prompt=seen.prompt if table.asks else "",
        board=board(table, side),
        choices=choices(table, seat, seen),
        take_back=take_back(table, seat.sides),
        redo=bool(redoable(table, seat.sides)),
        commitment=table.row.commitment,
        over=table.over,
        verdict=table.verdict,
        draw_offered_by=table.draw_offered_by,
        thinking=table.thinking,
        picks_for=picks_for(table, seat.sides),
        studied=bool(table.studied),
        seed=table.row.seed if table.over else "",
        held=table.waits,
        options=table.options,
        parent=table.row.parent,
    )


def board(table: Table, side: str) -> Board:
    """Made once for each version, however many look at it."""
    version, known = table.boards.get(side, (-1, None))
    if known is None or version != table.version:
        known = table.show.board(view(table, side))
        table.boards[side] = (table.version, known)
    return known


def choices(table: Table, seat: SeatRow, seen: View) -> Choices:
    if table.ended:
        verdict = table.verdict
        return Choices(Told(f"The game is over: {verdict.why}." if verdict else "The game is over."))
    found = table.show.choices(seen)
    if not table.picks or not seat.sides:
        return found
    computers = table.show.choices(table.system.view(table.state, table.asks or ""))
    known = {o.text: o for o in (computers.main, *computers.single) if o is not None}
    texts = [table.text(a) for a in table.picks]
    single = tuple(
        known.get(text) or Offer(text, a.verb, text) for text, a in zip(texts, table.picks, strict=True)
    )
    return Choices(found.prompt, single=single)


# ---- taking back


def take_back(table: Table, sides: Collection[str]) -> wire.TakeBack:
    count = table.actions
    if not sides:
        return wire.TakeBack(False, count, count, "only who plays can take back")
    if table.over:
        why = "the game is over and its seed is told: play on from any moment at a table of your own"
        return wire.TakeBack(False, count, count, why)
    least, why = bounds(table, sides)
    own = next((n for n in range(count - 1, least - 1, -1) if by(table, n) in sides), None)
    if own is None:
        return wire.TakeBack(False, count, least, why or "you have chosen nothing yet")
    return wire.TakeBack(True, own, least, why)


def by(table: Table, step: int) -> str:
    return table.by(table.stands[step])


def bounds(table: Table, sides: Collection[str]) -> tuple[int, str]:
    """The earliest moment that can be gone back to, and what stands before it. Between persons: the last throw, the last
    thing that came to light, the last choice of somebody else. Who plays alone goes where he likes."""
    if not table.shared:
        return forward(table, 0), ""
    for step in range(table.actions, 0, -1):
        n = table.stands[step - 1]
        who = table.by(n)
        if not who:
            return step, "dice were thrown"
        if who not in sides:
            return step, f"{table.name(who)} has chosen"
        if n in table.reveals:
            return step, "something came to light"
    return 0, ""


def forward(table: Table, step: int) -> int:
    """Throws belong to what they follow: where chance would decide, they stand."""
    while step < table.actions and not table.by(table.stands[step]):
        step += 1
    return step


def back_to(table: Table, sides: Collection[str], to: int) -> int:
    """The moment that a wish to go back leads to, or a refusal."""
    open_ = take_back(table, sides)
    if to >= table.actions:
        raise Refused(422, f"there are {table.actions} actions: nothing is taken back by that")
    if not open_.can and open_.least >= table.actions:
        raise Refused(422, open_.why)
    if to < open_.least and table.shared:
        raise Refused(422, f"that far nothing can be taken back: {open_.why}")
    step = forward(table, to)
    if step >= table.actions:
        raise Refused(422, "the throw belongs to the action before it: take that back")
    return step


def redoable(table: Table, sides: Collection[str]) -> int:
    """How many actions `again` would do: a choice, and all that followed until a person must choose again."""
    if not table.undone or table.over or not sides:
        return 0
    if table.shared and table.by(table.undone[0]) not in sides:
        return 0
    for count, n in enumerate(table.undone[1:], 1):
        who = table.by(n)
        if who and who not in table.computers:
            return count
    return len(table.undone)
