"""Players who speak to the server as any program can, and follow the game on a board of their own."""

from __future__ import annotations

import uuid
from collections.abc import Iterable
from random import Random
from typing import Any

import httpx
import msgspec

from grognard.kernel.game import Game
from grognard.server import wire
from grognard.systems import find


class Said(Exception):
    """An answer other than the one that was hoped for."""

    def __init__(self, problem: wire.Problem) -> None:
        super().__init__(f"{problem.status}: {problem.why} [{problem.clause}]")
        self.problem = problem


class Line:
    """Calls to one server."""

    def __init__(self, client: httpx.AsyncClient) -> None:
        self.client = client

    async def ask(
        self, kind: Any, method: str, path: str, token: str = "", body: Any = None, **query: Any
    ) -> Any:
        headers = {"authorization": f"Bearer {token}"} if token else {}
        content = None
        if body is not None:
            headers["content-type"] = "application/json"
            content = msgspec.json.encode(body)
        answer = await self.client.request(
            method, f"/api{path}", headers=headers, content=content, params=query or None
        )
        if answer.status_code >= 400:
            raise Said(msgspec.json.decode(answer.content, type=wire.Problem))
        return answer.text if kind is str else msgspec.json.decode(answer.content, type=kind)

    async def make(self, scenario: str, **seats: str) -> wire.GameMade:
        made: wire.GameMade = await self.ask(
            wire.GameMade, "POST", "/games", body=wire.NewGame(scenario, seats)
        )
        return made


class Seat:
    """A token at a table."""

    def __init__(self, line: Line, game: str, token: str) -> None:
        self.line, self.game, self.token = line, game, token

    async def ask(self, kind: Any, method: str, path: str, body: Any = None, **query: Any) -> Any:
        return await self.line.ask(kind, method, f"/games/{self.game}{path}", self.token, body, **query)

    async def look(self) -> wire.Game:
        found: wire.Game = await self.ask(wire.Game, "GET", "")
        return found

    async def act(self, submit: wire.Submit) -> wire.Done:
        done: wire.Done = await self.ask(wire.Done, "POST", "/actions", submit)
        return done


class Mirror:
    """The game as its log tells it, for a system without secrets: whoever follows it knows what is legal."""

    def __init__(self, scenario: str, rng: Random) -> None:
        system = find(scenario.partition("/")[0])
        self.game: Game[Any] = Game(system, system.world(scenario), {}, 0)
        self.rng, self.version = rng, 0

    def follow(self, lines: Iterable[wire.LogLine]) -> None:
        for x in lines:
            if x.n <= self.version:
                continue
            assert x.n == self.version + 1
            self.version = x.n
            if x.kind in ("action", "dice"):
                self.game.do(x.action)
            elif x.kind == "back":
                self.game.undo(len(self.game.log) - x.step)
            else:
                raise AssertionError(f"nobody does this here: {x}")

    @property
    def asks(self) -> str | None:
        now = self.game.decision
        return now.side if now else None

    def choose(self) -> str:
        """Any of the offered actions, now and then one that leads back."""
        return self.game.text(self.game.legal().pick(self.rng, back=0.1))


def submit(version: int, action: str) -> wire.Submit:
    return wire.Submit(version, action, uuid.uuid4().hex)
