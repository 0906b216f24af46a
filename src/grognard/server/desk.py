"""One table: what a seat sees, asks and does."""

from __future__ import annotations

from ..kernel.show import HexCard, Odds, Offer, Shown
from . import wire
from .routing import Call, Route


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


async def game(call: Call) -> wire.Game:
    """The game as this seat sees it."""
    raise NotImplementedError


async def offers(call: Call) -> list[Offer]:
    """The actions of one head."""
    raise NotImplementedError


async def act(call: Call) -> wire.Done:
    """Do an action. Dice that follow are thrown at once."""
    raise NotImplementedError


async def check(call: Call) -> wire.Ruling:
    """Would an action be legal, and why not."""
    raise NotImplementedError


async def aim(call: Call) -> wire.Ruling:
    """What a click on a hex would mean for a unit."""
    raise NotImplementedError


async def fight(call: Call) -> Odds:
    """The sheet of a combat that is being put together."""
    raise NotImplementedError


async def odds(call: Call) -> Odds:
    """The sheet of an action that brings a combat."""
    raise NotImplementedError


async def hex_card(call: Call) -> HexCard:
    """All there is to know of a hex."""
    raise NotImplementedError


async def shade(call: Call) -> wire.Shaded:
    """An overlay as it is now."""
    raise NotImplementedError


async def log(call: Call) -> list[wire.LogLine]:
    """The log as this seat may see it."""
    raise NotImplementedError


async def moment(call: Call) -> wire.Moment:
    """The position after n actions, as this seat may see it."""
    raise NotImplementedError


async def back(call: Call) -> wire.Done:
    """Take back to an earlier moment."""
    raise NotImplementedError


async def again(call: Call) -> wire.Done:
    """Do again the choice that was taken back last."""
    raise NotImplementedError


async def resign(call: Call) -> wire.Done:
    """Give up."""
    raise NotImplementedError


async def draw(call: Call) -> wire.Done:
    """Offer, accept, decline or withdraw a draw."""
    raise NotImplementedError


async def name_seat(call: Call) -> wire.Seat:
    """Say what the others call me."""
    raise NotImplementedError


async def chat(call: Call) -> list[wire.ChatLine]:
    """What was said at the table."""
    raise NotImplementedError


async def say(call: Call) -> wire.ChatLine:
    """Say something at the table."""
    raise NotImplementedError


async def notes(call: Call) -> wire.Notes:
    """My notepad."""
    raise NotImplementedError


async def write_notes(call: Call) -> wire.Notes:
    """Write my notepad."""
    raise NotImplementedError


async def record(call: Call) -> str:
    """The record of the game, to keep, import and verify."""
    raise NotImplementedError


async def branch(call: Call) -> wire.GameMade:
    """A table of one's own that begins at some moment of this game."""
    raise NotImplementedError


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
    Route("PUT", f"{G}/seat", name_seat, wire.Seat, wire.Seat, errors=(403,), secret=True),
    Route("GET", f"{G}/chat", chat, list[wire.ChatLine]),
    Route("POST", f"{G}/chat", say, wire.ChatLine, wire.ChatSay, errors=(403,), status=201, secret=True),
    Route("GET", f"{G}/notes", notes, wire.Notes, secret=True),
    Route("PUT", f"{G}/notes", write_notes, wire.Notes, wire.Notes, secret=True),
    Route("GET", f"{G}/record", record, str, errors=(403, 410)),
    Route("POST", f"{G}/branch", branch, wire.GameMade, wire.Branch, errors=(403, 410, 422), status=201),
)
