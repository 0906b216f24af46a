"""One table: what a seat sees and asks, who sits there, and its record. What is done there is in `doing`."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from ..kernel.frame import Action
from ..kernel.show import HexCard, Odds, Offer, Shown, Told
from . import lines, records, seats, sight, wire
from .place import G, Place, barred, parse, place_of, understood
from .problem import Refused
from .routing import Call, Route
from .table import Line


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


ROUTES = (
    Route("GET", G, game, wire.Game, query=AsSide, errors=(403, 410)),
    Route("GET", f"{G}/offers", offers, list[Offer], query=Head, errors=(403, 410)),
    Route("POST", f"{G}/check", check, wire.Ruling, wire.Ask, AsSide, (403, 410, 422), secret=True),
    Route("GET", f"{G}/aim", aim, wire.Ruling, query=Aimed, errors=(403, 410), secret=True),
    Route("POST", f"{G}/fight", fight, Odds, wire.FightAsk, AsSide, (403, 410, 422)),
    Route("POST", f"{G}/odds", odds, Odds, wire.Ask, AsSide, (403, 410, 422)),
    Route("GET", G + "/hexes/{hex}", hex_card, HexCard, query=AsSide, errors=(403, 410)),
    Route("GET", G + "/shades/{overlay}", shade, wire.Shaded, query=About, errors=(403, 410)),
    Route("GET", f"{G}/log", log, list[wire.LogLine], query=Since, errors=(403, 410)),
    Route("GET", G + "/at/{n}", moment, wire.Moment, query=AsSide, errors=(403, 410)),
    Route("PUT", f"{G}/seat", name_seat, wire.Seat, wire.Seat, errors=(403,), secret=True),
    Route("GET", f"{G}/chat", chat, list[wire.ChatLine]),
    Route("POST", f"{G}/chat", say, wire.ChatLine, wire.ChatSay, errors=(403, 422), status=201, secret=True),
    Route("GET", f"{G}/notes", notes, wire.Notes, secret=True),
    Route("PUT", f"{G}/notes", write_notes, wire.Notes, wire.Notes, secret=True),
    Route("GET", f"{G}/record", record, str, errors=(403, 410)),
    Route("POST", f"{G}/branch", branch, wire.GameMade, wire.Branch, errors=(403, 410, 422), status=201),
)
