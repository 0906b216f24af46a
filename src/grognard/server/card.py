"""A game in the lobby. What is the same for all who look at it is kept in the database, with the version it is of."""

from __future__ import annotations

from collections.abc import Collection

import msgspec
from msgspec.structs import replace

from . import sight
from .store import GameRow, SeatRow
from .table import Table
from .wire import GameCard


def neutral(table: Table) -> GameCard:
    """As a spectator knows it."""
    row = table.row
    turn = headline = ""
    broken = table.broken
    about = table.catalog.about(row.scenario)
    if broken is None:
        board = sight.board(table, "")
        turn, headline = board.turn, board.headline
    return GameCard(
        game=row.id,
        token=0,
        scenario=row.scenario,
        title=row.title,
        scenario_title=about.title if about else "",
        holds=(),
        sides=dict(table.sides),
        seats=sight.seat_cards(table, ()),
        version=table.version,
        made=row.made,
        last=table.rows[-1].at if table.rows else row.made,
        turn=turn,
        headline=headline,
        asks=table.asks if broken is None else None,
        held=table.waits,
        over=table.over,
        verdict=table.verdict if broken is None else None,
        broken=str(broken) if broken else "",
    )


def gone(row: GameRow, why: str) -> GameCard:
    """Of a game whose system is not here."""
    return GameCard(
        row.id, 0, row.scenario, row.title, row.scenario, (), {}, {}, 0, row.made, row.made, broken=why
    )


def for_seat(
    card: GameCard, seat: SeatRow, token: int, table: Table | None, present: Collection[str]
) -> GameCard:
    """As the holder of a seat sees it."""
    seats = sight.seat_cards(table, present) if table is not None else card.seats
    turn = sight.your_turn(table, seat.sides) if table and not table.broken else card.asks in seat.sides
    return replace(card, token=token, holds=seat.sides, seats=seats, your_turn=turn and not card.over)


def pack(card: GameCard) -> bytes:
    return msgspec.json.encode(card)


def unpack(data: bytes) -> GameCard | None:
    """None: it was written by another version of the program."""
    try:
        return msgspec.json.decode(data, type=GameCard)
    except msgspec.MsgspecError:
        return None
