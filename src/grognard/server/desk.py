"""One table: what a seat sees, asks and does."""

from __future__ import annotations

import hashlib
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from typing import TypeVar

from msgspec.structs import replace

from ..board.names import Unknown
from ..kernel import notation
from ..kernel.breach import Breach, Illegal
from ..kernel.frame import Action
from ..kernel.play import OVER
from ..kernel.play import check as judge
from ..kernel.show import HexCard, Odds, Offer, Shown, Told
from ..kernel.view import View
from . import lines, records, seats, sight, wire
from .problem import Refused, breach, forbidden, stale
from .routing import Call, Route
from .service import Live
from .store import SeatRow
from .table import Answered, Line, Pen, Table

T = TypeVar("T")


class AsSide(Shown, frozen=True):
    side: wire.Name = ""


class Head(Shown, frozen=True):
    head: wire.Name
    side: wire.Name = ""


class Aimed(Shown, frozen=True):
    unit: wire.Name
    hex: wire.Name
    side: wire.Name = ""


class About(Shown, frozen=True):
    unit: wire.Name = ""
    side: wire.Name = ""


class Since(Shown, frozen=True):
    since: wire.Step = 0
    side: wire.Name = ""


# ---- who asks


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


# ---- looking


async def game(call: Call) -> wire.Game:
    """The game as this seat sees it."""
    place = await place_of(call)
    present = call.service.hub.present(place.table.id)
    return sight.game(place.table, place.seat, call.query.side, present)


async def offers(call: Call) -> list[Offer]:
    """The actions of one head."""
    place = await place_of(call)
    table, view = place.table, place.view(call.query.side)
    if table.over or table.picks or table.asks not in place.seat.sides:
        return []
    return await call.service.aside(understood, lambda: list(table.show.offers(view, call.query.head)))


async def check(call: Call) -> wire.Ruling:
    """Would an action be legal, and why not."""
    place = await place_of(call)
    place.view(call.query.side)
    return ruling(place, parse(place.table, call.body.action))


def ruling(place: Place, a: Action) -> wire.Ruling:
    """Judged for whoever may choose now; nobody else learns anything by asking."""
    table = place.table
    text = table.text(a)
    if found := barred(place, a):
        return wire.Ruling(text, Told(found.why, clause=found.clause), table.rule(found.clause))
    return wire.Ruling(text)


def barred(place: Place, a: Action) -> Breach | None:
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


async def aim(call: Call) -> wire.Ruling:
    """What a click on a hex would mean for a unit."""
    place = await place_of(call)
    table, query = place.table, call.query
    view = place.view(query.side)
    if table.over or table.picks or table.asks not in place.seat.sides:
        return wire.Ruling()
    meant = understood(lambda: table.show.aim(view, query.unit, query.hex))
    if isinstance(meant, Told):
        return wire.Ruling("", meant, table.rule(meant.clause))
    return wire.Ruling() if meant is None else ruling(place, meant)


async def fight(call: Call) -> Odds:
    """The sheet of a combat that is being put together."""
    place = await place_of(call)
    view, ask = place.view(call.query.side), call.body
    show = place.table.show
    return await call.service.aside(
        understood, lambda: show.fight(view, ask.attackers, ask.defenders, ask.switches)
    )


async def odds(call: Call) -> Odds:
    """The sheet of an action that brings a combat."""
    place = await place_of(call)
    view, a = place.view(call.query.side), parse(place.table, call.body.action)
    return await call.service.aside(understood, lambda: place.table.show.odds(view, a))


async def hex_card(call: Call) -> HexCard:
    """All there is to know of a hex."""
    place = await place_of(call)
    view = place.view(call.query.side)
    return understood(lambda: place.table.show.hex(view, call.path["hex"]))


async def shade(call: Call) -> wire.Shaded:
    """An overlay as it is now."""
    place = await place_of(call)
    view, version = place.view(call.query.side), place.table.version
    show, overlay, unit = place.table.show, call.path["overlay"], call.query.unit
    found = await call.service.aside(understood, lambda: show.shade(view, overlay, unit))
    return wire.Shaded(version, found)


async def log(call: Call) -> list[wire.LogLine]:
    """The log as this seat may see it."""
    place = await place_of(call)
    side = sight.eyes(place.table, place.seat.sides, call.query.side)
    return await call.service.aside(lambda: list(lines.lines(place.table, call.query.since, side)))


async def moment(call: Call) -> wire.Moment:
    """The position after n actions, as this seat may see it."""
    place = await place_of(call)
    table, n = place.table, int(call.path["n"])
    side = sight.eyes(table, place.seat.sides, call.query.side)
    if n > table.actions:
        raise Refused(404, f"the game has {table.actions} actions")
    at = table.stands[n - 1] if n else 0

    def then() -> wire.Moment:
        line = lines.line(table, at, side) if at else None
        return wire.Moment(n, table.show.board(table.system.view(table.deeds.after(at), side)), line)

    return await call.service.aside(then)


# ---- doing


async def act(call: Call) -> wire.Done:
    """Do an action. Dice that follow are thrown at once."""
    async with writing(call) as place:
        table = place.table
        ref = hashlib.sha256(f"{place.seat.mark}|{call.body.id}".encode()).hexdigest()[:32]
        if (known := table.answered(ref)) is None:
            if call.body.version != table.version:
                raise stale(table.version)
            if not sight.your_turn(table, place.seat.sides) and not table.over:
                raise forbidden(f"it is the choice of {table.name(table.asks or '')} now")
            a = parse(table, call.body.action)
            if found := barred(place, a):
                raise breach(found, table.rule(found.clause))
            pen = Pen(table).act(table.asks or "", a, ref, judged=not table.picks)
            await call.service.commit(place.live, pen.throw_on())
            known = Answered(pen.lines[0].row.n, table.version, table.asks, table.over)
        return done(place, known)


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


# ---- people


async def name_seat(call: Call) -> wire.Seat:
    """Say what the others call me."""
    live, seat = await call.service.seat(call.path["game"], call.token)
    name = seats.plain(call.body.name)
    await call.service.store.write(call.service.store.join, seat.mark, name)
    live = await call.service.live(live.table.id)
    live.table.seats[seat.mark] = replace(live.table.seats[seat.mark], name=name)
    call.service.presence(live.table.id)
    return wire.Seat(name)


async def chat(call: Call) -> list[wire.ChatLine]:
    """What was said at the table."""
    live, _ = await call.service.seat(call.path["game"], call.token)
    said = await call.service.store.read(call.service.store.chat, live.table.id)
    return [wire.ChatLine(x.n, x.by, x.name, x.text, x.at) for x in said]


async def say(call: Call) -> wire.ChatLine:
    """Say something at the table."""
    live, seat = await call.service.seat(call.path["game"], call.token)
    text = seats.prose(call.body.text).strip()
    if not text:
        raise Refused(422, "nothing was said")
    store = call.service.store
    x = await store.write(store.say, live.table.id, seat.sides, seat.name, text)
    line = wire.ChatLine(x.n, x.by, x.name, x.text, x.at)
    call.service.tell(live, "chat", chat=line)
    return line


async def notes(call: Call) -> wire.Notes:
    """My notepad."""
    _, seat = await call.service.seat(call.path["game"], call.token)
    return wire.Notes(await call.service.store.read(call.service.store.notes, seat.mark))


async def write_notes(call: Call) -> wire.Notes:
    """Write my notepad."""
    _, seat = await call.service.seat(call.path["game"], call.token)
    text = seats.prose(call.body.text)
    await call.service.store.write(call.service.store.write_notes, seat.mark, text)
    return wire.Notes(text)


# ---- records


async def record(call: Call) -> str:
    """The record of the game, to keep, import and verify."""
    live, seat = await call.service.seat(call.path["game"], call.token)
    records.may_read(live.table, seat.sides)
    return records.text(live.table)


async def branch(call: Call) -> wire.GameMade:
    """A table of one's own that begins at some moment of this game."""
    place = await place_of(call)
    table, ask = place.table, call.body
    if ask.n > table.actions:
        raise Refused(404, f"the game has {table.actions} actions")
    row = seats.draft(
        table.row.scenario,
        ask.title or table.row.title,
        options=dict(table.row.options),
        parent=table.id,
        board=table.row.board,
        position=table.row.position,
    )
    known: Iterable[Line] = ()
    if table.over or records.bare(table, place.seat.sides, ask.n):
        row, known = replace(row, given=ask.n), records.first(table, ask.n)
    else:
        side = sight.eyes(table, place.seat.sides)
        row = replace(row, position=records.guess(table, side, ask.n))
    wanted = ask.seats or dict.fromkeys(table.system.sides, seats.ME)
    laid = seats.lay(call.service.catalog, row, wanted, name=place.seat.name)
    await call.service.add(laid.row, laid.seats, known)
    return laid.made


G = "/api/games/{game}"
ROUTES = (
    Route("GET", G, game, wire.Game, query=AsSide, errors=(403, 410)),
    Route("GET", f"{G}/offers", offers, list[Offer], query=Head, errors=(403, 410)),
    Route("POST", f"{G}/actions", act, wire.Done, wire.Submit, errors=(403, 409, 410, 422), secret=True),
    Route("POST", f"{G}/check", check, wire.Ruling, wire.Ask, AsSide, (403, 410, 422), secret=True),
    Route("GET", f"{G}/aim", aim, wire.Ruling, query=Aimed, errors=(403, 410), secret=True),
    Route("POST", f"{G}/fight", fight, Odds, wire.FightAsk, AsSide, (403, 410, 422)),
    Route("POST", f"{G}/odds", odds, Odds, wire.Ask, AsSide, (403, 410, 422)),
    Route("GET", G + "/hexes/{hex}", hex_card, HexCard, query=AsSide, errors=(403, 410)),
    Route("GET", G + "/shades/{overlay}", shade, wire.Shaded, query=About, errors=(403, 410)),
    Route("GET", f"{G}/log", log, list[wire.LogLine], query=Since, errors=(403, 410)),
    Route("GET", G + "/at/{n}", moment, wire.Moment, query=AsSide, errors=(403, 410)),
    Route("POST", f"{G}/back", back, wire.Done, wire.Back, errors=(403, 409, 410, 422), secret=True),
    Route("POST", f"{G}/again", again, wire.Done, wire.At, errors=(403, 409, 410, 422), secret=True),
    Route("POST", f"{G}/resign", resign, wire.Done, wire.Resign, errors=(403, 409, 410, 422), secret=True),
    Route("POST", f"{G}/draw", draw, wire.Done, wire.Draw, errors=(403, 409, 410, 422), secret=True),
    Route("PUT", f"{G}/hold", hold, wire.Done, wire.Hold, errors=(403, 409, 410, 422), secret=True),
    Route("PUT", f"{G}/seat", name_seat, wire.Seat, wire.Seat, errors=(403,), secret=True),
    Route("GET", f"{G}/chat", chat, list[wire.ChatLine]),
    Route("POST", f"{G}/chat", say, wire.ChatLine, wire.ChatSay, errors=(403, 422), status=201, secret=True),
    Route("GET", f"{G}/notes", notes, wire.Notes, secret=True),
    Route("PUT", f"{G}/notes", write_notes, wire.Notes, wire.Notes, secret=True),
    Route("GET", f"{G}/record", record, str, errors=(403, 410)),
    Route("POST", f"{G}/branch", branch, wire.GameMade, wire.Branch, errors=(403, 410, 422), status=201),
)
