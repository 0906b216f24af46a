"""The lobby: what can be played, and by whom."""

from __future__ import annotations

import asyncio
import hashlib
from functools import cache, lru_cache
from typing import Any

import msgspec

from .. import __version__
from ..kernel.show import Set
from . import card, records, seats, wire
from .catalog import Catalog, named
from .problem import Refused, unknown
from .routing import Call, Route, Tagged
from .service import Live
from .store import SeatRow, mark

DAY = 24 * 60 * 60


async def health(call: Call) -> wire.Health:
    """Is it well?"""
    games = await call.service.store.read(call.service.store.count)
    return wire.Health(__version__, games, call.service.hub.sockets())


async def scenarios(call: Call) -> list[wire.ScenarioCard]:
    """What can be played."""
    return cards(call.service.catalog.name)


@cache
def cards(catalog: str) -> list[wire.ScenarioCard]:
    known = named(catalog)
    return [scenario_card(known, id, about) for id in known.ids for about in known.find(id).scenarios()]


def scenario_card(catalog: Catalog, id: str, about: Any) -> wire.ScenarioCard:
    system = catalog.find(id)
    options = system.options(about.id.partition("/")[2])
    return wire.ScenarioCard(
        id=about.id,
        system=id,
        system_title=system.title,
        title=about.title,
        turns=about.turns,
        minutes=about.minutes,
        sides={side: name for side, name in catalog.set(about.id).sides.items() if side in about.sides},
        blurb=about.blurb,
        reconstructed=about.reconstructed,
        options=tuple(wire.Choice(o.name, o.default, o.values, o.clause, o.why) for o in options),
        players=tuple(catalog.players),
    )


async def scenario_set(call: Call) -> Tagged:
    """Map, counters and tables of a scenario, or of a study that is on a table here."""
    catalog, id = call.service.catalog, f"{call.path['system']}/{call.path['scenario']}"
    if catalog.about(id) is None and not call.service.plays(id):
        raise unknown(f"no scenario is called {id!r}")
    body, tag = await call.service.aside(encoded, catalog.name, id)
    return Tagged(body, tag)


@lru_cache(64)
def encoded(catalog: str, scenario: str) -> tuple[bytes, str]:
    body = msgspec.json.encode(named(catalog).set(scenario))
    return body, hashlib.sha256(body).hexdigest()[:20]


async def rules(call: Call) -> wire.Rules:
    """Our wording of all clauses of a system."""
    system = system_of(call)
    return wire.Rules(system.id, system.title, system.prefix, dict(system.clauses()), dict(system.chapters()))


async def rule(call: Call) -> wire.Rule:
    """Our wording of one clause."""
    clause = call.path["clause"]
    text = system_of(call).clauses().get(clause)
    if text is None:
        raise unknown(f"no clause is called {clause!r}")
    return wire.Rule(clause, text)


def system_of(call: Call) -> Any:
    id = call.path["system"]
    if id not in call.service.catalog.ids:
        raise unknown(f"no system is called {id!r}")
    return call.service.catalog.find(id)


async def new_game(call: Call) -> wire.GameMade:
    """Begin a game."""
    ask, service = call.body, call.service
    row = seats.draft(ask.scenario, ask.title, options=ask.options)
    laid = seats.lay(service.catalog, row, ask.seats, name=ask.name, word=ask.word)
    await service.add(laid.row, laid.seats)
    return laid.made


async def import_game(call: Call) -> wire.GameMade:
    """Go on from a record."""
    ask, service = call.body, call.service
    if service.importing.locked() and service.waiting > 3:
        raise Refused(503, "other records are being read in: try again in a moment")
    service.waiting += 1
    try:
        async with service.importing:
            game = await asyncio.to_thread(records.read, service.catalog, ask.record)
    finally:
        service.waiting -= 1
    row = seats.draft(
        game.world.key,
        ask.title,
        options=dict(game.options),
        given=len(game.log),
        board=game.world.made_of if game.study else "",
        position=game.system.codec.to_json(game.start.state).decode() if game.study else "",
    )
    laid = seats.lay(service.catalog, row, ask.seats, name=ask.name, word=ask.word)
    await service.add(laid.row, laid.seats, records.given(game))
    return laid.made


async def mine(call: Call) -> list[wire.GameCard]:
    """The games that these tokens open."""
    service, store = call.service, call.service.store
    marks = {mark(token): n for n, token in reversed(list(enumerate(call.body.tokens)))}
    held = await store.read(store.seats_of, tuple(marks))
    games = tuple({seat.game for seat in held})
    versions = await store.read(store.versions, games)
    kept = {game: card.unpack(data) for game, data in (await store.read(store.cards, games)).items()}
    out = []
    for seat in held:
        found = kept.get(seat.game)
        live = service.lives.get(seat.game)
        if live is None and (found is None or found.version != versions.get(seat.game, (0, ""))[0]):
            try:
                live = await service.live(seat.game)
            except Refused as e:
                row = await store.read(store.game, seat.game)
                assert row is not None
                found = card.gone(row, e.problem.why)
        out.append(await shown(call, live, found, seat, marks[seat.mark]))
    return sorted(out, key=lambda c: c.last, reverse=True)


async def shown(
    call: Call, live: Live | None, found: wire.GameCard | None, seat: SeatRow, token: int
) -> wire.GameCard:
    if live is not None:
        found = await call.service.card(live)
    assert found is not None
    table = live.table if live else None
    return card.for_seat(found, seat, token, table, call.service.hub.present(seat.game))


ROUTES = (
    Route("GET", "/api/health", health, wire.Health),
    Route("GET", "/api/scenarios", scenarios, list[wire.ScenarioCard]),
    Route("GET", "/api/scenarios/{system}/{scenario}/set", scenario_set, Set),
    Route("GET", "/api/rules/{system}", rules, wire.Rules),
    Route("GET", "/api/rules/{system}/{clause}", rule, wire.Rule),
    Route("POST", "/api/games", new_game, wire.GameMade, wire.NewGame, errors=(404, 422), status=201),
    Route(
        "POST", "/api/games/import", import_game, wire.GameMade, wire.Import, errors=(404, 422), status=201
    ),
    Route("POST", "/api/mine", mine, list[wire.GameCard], wire.Mine),
)
