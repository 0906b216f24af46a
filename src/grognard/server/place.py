"""Who asks: a seat at a table, and what may be asked there."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import TypeVar

from ..board.names import Unknown
from ..kernel import notation
from ..kernel.breach import Breach, Illegal
from ..kernel.frame import Action
from ..kernel.play import OVER
from ..kernel.play import check as judge
from ..kernel.view import View
from . import sight
from .problem import Refused, breach, forbidden, stale
from .routing import Call
from .service import Live
from .store import SeatRow
from .table import Table

T = TypeVar("T")
G = "/api/games/{game}"


class Place:
    """A table and a seat at it."""

    def __init__(self, live: Live, seat: SeatRow) -> None:
        self.live, self.table, self.seat = live, live.table, seat

    def view(self, side: str) -> View:
        return sight.view(self.table, sight.eyes(self.table, self.seat.sides, side))

    def holds(self, side: str) -> None:
        if side not in self.seat.sides:
            raise forbidden(f"this seat does not play the {side[:40]!r} side")


async def place_of(call: Call) -> Place:
    """Where a question is asked."""
    place = Place(*await call.service.seat(call.path["game"], call.token))
    place.table.live()
    return place


@asynccontextmanager
async def writing(call: Call, version: int | None = None) -> AsyncIterator[Place]:
    """Where something is done: nobody else does anything meanwhile, and the version is the one that was seen."""
    await call.service.seat(call.path["game"], call.token)
    async with call.service.hold(call.path["game"]):
        place = await place_of(call)
        if not place.seat.sides:
            raise forbidden("this seat plays no side")
        if version is not None and version != place.table.version:
            raise stale(place.table.version)
        yield place


def understood(f: Callable[[], T]) -> T:
    """What was asked in words of the game; names that stand for nothing are no fault of ours."""
    try:
        return f()
    except notation.NotUnderstood as e:
        raise Refused(422, str(e)) from None
    except Unknown as e:
        raise Refused(404, str(e)) from None
    except Illegal as e:
        raise breach(e.breach) from None
    except ValueError as e:
        raise Refused(422, str(e)) from None


def parse(table: Table, text: str) -> Action:
    try:
        return notation.parse(text, table.world, table.system.actions)
    except (notation.NotUnderstood, Unknown) as e:
        raise Refused(422, str(e)) from None


def barred(place: Place, a: Action) -> Breach | None:
    """Why this seat cannot do it now."""
    table, sides = place.table, place.seat.sides
    if table.over:
        return OVER
    if table.picks and sides:
        texts = " or ".join(table.text(x) for x in table.picks)
        return None if a in table.picks else Breach("", f"choose for the computer: {texts}")
    if table.asks not in sides:
        who = table.name(table.asks) if table.asks else "chance"
        return Breach("", f"it is not your choice now, but that of {who}")
    return judge(table.state, a)
