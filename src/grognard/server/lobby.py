"""The lobby: what can be played, and by whom."""

from __future__ import annotations

from ..kernel.show import Set
from . import wire
from .routing import Call, Route


async def health(call: Call) -> wire.Health:
    """Is it well?"""
    raise NotImplementedError


async def scenarios(call: Call) -> list[wire.ScenarioCard]:
    """What can be played."""
    raise NotImplementedError


async def scenario_set(call: Call) -> Set:
    """Map, counters and tables of a scenario."""
    raise NotImplementedError


async def rules(call: Call) -> wire.Rules:
    """Our wording of all clauses of a system."""
    raise NotImplementedError


async def rule(call: Call) -> wire.Rule:
    """Our wording of one clause."""
    raise NotImplementedError


async def new_game(call: Call) -> wire.GameMade:
    """Begin a game."""
    raise NotImplementedError


async def import_game(call: Call) -> wire.GameMade:
    """Go on from a record."""
    raise NotImplementedError


async def mine(call: Call) -> list[wire.GameCard]:
    """The games that these tokens open."""
    raise NotImplementedError


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
