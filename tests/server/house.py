"""The whole application with the Mill on its shelf, and people who sit at its tables."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, Self

import httpx
import msgspec
import pytest
from websockets.sync.client import connect

from grognard.server.app import create_app
from grognard.server.catalog import Catalog
from grognard.server.service import Service
from grognard.server.settings import Settings

from .arcade import CATALOG
from .running import running

MILL = "toy/mill"


class Said(Exception):
    """An answer that says no."""

    def __init__(self, status: int, problem: dict[str, Any]) -> None:
        super().__init__(f"{status}: {problem}")
        self.status, self.problem = status, problem
        self.why, self.clause = str(problem.get("why", "")), str(problem.get("clause", ""))


class House:
    """`with House(folder) as house`: it is open. Opened again on the same folder it finds its games."""

    def __init__(self, folder: Path, catalog: Catalog = CATALOG, **settings: Any) -> None:
        given: dict[str, Any] = {"lanes": 1, "think": 2.0, "grace": 2.0, "calls": 100_000, "games": 10_000}
        given |= {"database": f"sqlite:///{folder / 'games.db'}", "says": 10_000, "sheets": 100_000}
        self.settings = Settings(**(given | settings))
        self.catalog, self.folder = catalog, folder

    def __enter__(self) -> Self:
        self.app = create_app(self.settings, self.catalog, self.folder / "no client")
        self.stack = ExitStack()
        self.server = self.stack.enter_context(running(self.app, lifespan="on"))
        url = f"http://127.0.0.1:{self.server.port}"
        self.client = self.stack.enter_context(httpx.Client(base_url=url, timeout=30))
        return self

    def __exit__(self, *_: object) -> None:
        self.stack.close()

    @property
    def service(self) -> Service:
        found: Service = self.app.state.service
        return found

    def crash(self) -> None:
        """Forget all that is only in memory, as a power cut does."""
        self.server.do(self.service.lives.clear)

    def ask(self, method: str, path: str, body: Any = None, token: str = "", **query: Any) -> Any:
        raw = self.raw(method, path, body, token, **query)
        return msgspec.json.decode(raw)

    def raw(self, method: str, path: str, body: Any = None, token: str = "", **query: Any) -> bytes:
        headers = {"authorization": f"Bearer {token}"} if token else {}
        asked = {k: v for k, v in query.items() if v != ""}
        more: dict[str, Any] = {} if body is None else {"json": body}
        answer = self.client.request(method, f"/api{path}", headers=headers, params=asked or None, **more)
        if answer.status_code >= 400:
            raise Said(answer.status_code, answer.json())
        return answer.content

    def new(self, scenario: str = MILL, name: str = "Ann", **more: Any) -> Seat:
        """A table; `blue="me"`, `red="open"`; other words go into the question as they are."""
        sides = {side: more.pop(side) for side in ("blue", "red", "allied", "german") if side in more}
        if not sides:
            sides = dict.fromkeys(("blue", "red"), "me")
        made = self.ask("POST", "/games", {"scenario": scenario, "seats": sides, "name": name, **more})
        return Seat(self, made["game"], made["token"], made)


class Seat:
    """Somebody at a table."""

    def __init__(self, house: House, game: str, token: str, made: dict[str, Any]) -> None:
        self.house, self.id, self.token, self.made = house, game, token, made
        self.ids = 0

    def invited(self, side: str) -> Seat:
        return Seat(self.house, self.id, self.made["invites"][side], self.made)

    @property
    def spectator(self) -> Seat:
        return Seat(self.house, self.id, "", self.made)

    def get(self, path: str = "", **query: Any) -> Any:
        return self.house.ask("GET", f"/games/{self.id}{path}", token=self.token, **query)

    def raw(self, path: str = "", **query: Any) -> bytes:
        return self.house.raw("GET", f"/games/{self.id}{path}", token=self.token, **query)

    def post(self, path: str, body: Any, **query: Any) -> Any:
        return self.house.ask("POST", f"/games/{self.id}{path}", body, self.token, **query)

    def put(self, path: str, body: Any) -> Any:
        return self.house.ask("PUT", f"/games/{self.id}{path}", body, self.token)

    # ---- the game

    @property
    def game(self) -> Any:
        return self.get()

    @property
    def version(self) -> int:
        found: int = self.game["version"]
        return found

    @property
    def record(self) -> str:
        return self.raw("/record").decode()

    def act(self, text: str, id: str = "", version: int | None = None) -> Any:
        self.ids += 1
        seen = self.version if version is None else version
        body = {"version": seen, "action": text, "id": id or f"{self.token[:8]}-{self.ids}"}
        return self.post("/actions", body)

    def play(self, *texts: str) -> Seat:
        for text in texts:
            self.act(text)
        return self

    def back(self, to: int) -> Any:
        return self.post("/back", {"version": self.version, "to": to})

    def again(self) -> Any:
        return self.post("/again", {"version": self.version})

    def hold(self, held: bool) -> Any:
        return self.put("/hold", {"held": held})

    def choose(self, n: int = 0) -> str:
        """Do the n-th thing that is offered (or the last there is), whatever it is; its text."""
        game = self.game
        offered = [*game["choices"].get("single", ())]
        for head in game["choices"].get("heads", ()):
            offered += self.get("/offers", head=head)
        text: str = offered[min(n, len(offered) - 1)]["text"]
        self.act(text, version=game["version"])
        return text

    # ---- the live line

    @contextmanager
    def live(self, since: int = -1, side: str = "") -> Iterator[Page]:
        url = f"ws://127.0.0.1:{self.house.server.port}/api/games/{self.id}/live"
        with connect(url) as socket:
            hello = {"kind": "hello", "token": self.token, "since": since, "side": side}
            socket.send(msgspec.json.encode(hello).decode())
            yield Page(socket)


class Page:
    """What is pushed to an open page."""

    def __init__(self, socket: Any) -> None:
        self.socket = socket
        self.heard: list[Any] = []

    def next(self, kind: str = "") -> Any:
        """The next push of this kind."""
        while True:
            push = msgspec.json.decode(self.socket.recv(timeout=20))
            self.heard.append(push)
            if not kind or push["kind"] == kind:
                return push

    def until(self, done: Any) -> Any:
        while True:
            push = self.next()
            if done(push):
                return push


@contextmanager
def says(status: int, clause: str | None = None, why: str = "") -> Iterator[None]:
    """The answer within is a no of this status."""
    with pytest.raises(Said) as said:
        yield
    no = said.value
    assert (no.status, no.problem["status"]) == (status, status), no
    assert no.why
    assert clause is None or no.clause == clause, no
    assert why in no.why, no
