"""What is done at a table: actions, what takes them back, and the ends that players make. Each writes lines of the log."""

from __future__ import annotations

import hashlib

from msgspec.structs import replace

from ..kernel.play import OVER
from . import lines, sight, wire
from .place import G, Place, barred, parse, writing
from .problem import Refused, breach, forbidden, stale
from .routing import Call, Route
from .table import Answered, Pen


async def act(call: Call) -> wire.Done:
    """Do an action. Dice that follow are thrown at once."""
    async with writing(call) as place:
        table = place.table
        ref = hashlib.sha256(f"{place.seat.mark}|{call.body.id}".encode()).hexdigest()[:32]
        if known := table.answered(ref):
            return done(place, known)
        if call.body.version != table.version:
            raise stale(table.version)
        if not sight.your_turn(table, place.seat.sides) and not table.over:
            raise forbidden(f"it is the choice of {table.name(table.asks or '')} now")
        a = parse(table, call.body.action)
        if found := barred(place, a):
            raise breach(found, table.rule(found.clause))
        pen = Pen(table).act(table.asks or "", a, ref, judged=not table.picks)
        return await wrote(call, place, pen.throw_on())


def done(place: Place, answered: Answered) -> wire.Done:
    """What was written. It reads the same whenever it is asked for again."""
    table, sides = place.table, place.seat.sides
    side = sight.eyes(table, sides, "", answered.asks)
    return wire.Done(
        answered.last,
        tuple(
            replace(lines.line(table, n, side), undone=False)
            for n in range(answered.first, answered.last + 1)
        ),
        answered.asks,
        answered.asks in sides,
        answered.over,
    )


async def wrote(call: Call, place: Place, pen: Pen, kind: str = "moved") -> wire.Done:
    """Write it; what it was, to whoever did it."""
    table, first = place.table, place.table.version + 1
    await call.service.commit(place.live, pen, "back" if kind == "back" else "moved")
    return done(place, Answered(first, table.version, table.asks, table.over))


async def back(call: Call) -> wire.Done:
    """Take back to an earlier moment."""
    async with writing(call, call.body.version) as place:
        table, sides = place.table, place.seat.sides
        step = sight.back_to(table, sides, call.body.to)
        return await wrote(call, place, Pen(table).note("back", who(place), step=step), "back")


async def again(call: Call) -> wire.Done:
    """Do again the choice that was taken back last."""
    async with writing(call, call.body.version) as place:
        table = place.table
        count = sight.redoable(table, place.seat.sides)
        if not count:
            raise Refused(422, "nothing was taken back that could be done again")
        by = table.by(table.undone[0]) or who(place)
        pen = Pen(table).note("again", by, step=table.actions + count)
        return await wrote(call, place, pen, "back")


def who(place: Place) -> str:
    """The side in whose name a seat that holds several speaks: that which chose last."""
    sides = place.seat.sides
    chosen = (place.table.by(n) for n in reversed(place.table.stands))
    return next((by for by in chosen if by in sides), sides[0])


async def resign(call: Call) -> wire.Done:
    """Give up."""
    async with writing(call, call.body.version) as place:
        place.holds(call.body.side)
        if place.table.over:
            raise breach(OVER)
        return await wrote(call, place, Pen(place.table).note("resign", call.body.side))


async def draw(call: Call) -> wire.Done:
    """Offer, accept, decline or withdraw a draw."""
    async with writing(call, call.body.version) as place:
        table, side, what = place.table, call.body.side, call.body.what
        place.holds(side)
        if table.over:
            raise breach(OVER)
        offered = table.draw_offered_by
        fits = {
            "offer": not offered,
            "withdraw": offered == side,
            "accept": offered and offered != side,
            "decline": offered and offered != side,
        }
        if not fits[what]:
            now_ = f"{table.name(offered)} has offered a draw" if offered else "no draw is offered"
            raise Refused(422, f"{now_}: that cannot be done with it")
        pen = Pen(table).note("draw", side, what)
        others = [s for s in table.system.sides if s != side]
        if what == "offer" and all(s in table.computers for s in others):
            pen.note("draw", others[0], "decline")  # the computer plays on
        return await wrote(call, place, pen)


async def hold(call: Call) -> wire.Done:
    """Tell the computer to wait at its next choice, or to go on. It waits until it is told to go on, or a person chooses;
    a restart of the server does not change that."""
    async with writing(call) as place:
        table, held = place.table, call.body.held
        pen = Pen(table)
        if held and not table.due:
            raise Refused(422, "it is not the computer's turn")
        if held is not table.held:
            pen.note("hold", who(place), "on" if held else "off")
        return await wrote(call, place, pen)


ROUTES = (
    Route("POST", f"{G}/actions", act, wire.Done, wire.Submit, errors=(403, 409, 410, 422), secret=True),
    Route("POST", f"{G}/back", back, wire.Done, wire.Back, errors=(403, 409, 410, 422), secret=True),
    Route("POST", f"{G}/again", again, wire.Done, wire.At, errors=(403, 409, 410, 422), secret=True),
    Route("POST", f"{G}/resign", resign, wire.Done, wire.Resign, errors=(403, 409, 410, 422), secret=True),
    Route("POST", f"{G}/draw", draw, wire.Done, wire.Draw, errors=(403, 409, 410, 422), secret=True),
    Route("PUT", f"{G}/hold", hold, wire.Done, wire.Hold, errors=(403, 409, 410, 422), secret=True),
)
