"""The live line, before a real server with real sockets."""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import msgspec
import pytest
from fastapi import FastAPI
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from grognard.server import guards, hub, wire
from grognard.server.hub import Greeting, Hub, Listener
from grognard.server.problem import Refused
from grognard.server.settings import Settings

from .running import Running, running, wait_until

GAME = "abcdefghijkm"
TOKENS = {"b" * 24: ("blue",), "r" * 24: ("red",), "x" * 24: ("blue", "red")}


class Service:
    """Knows one game, with a log of numbers."""

    def __init__(self) -> None:
        self.version = 0
        self.told: list[set[str]] = []
        self.hub: Hub

    async def hello(self, game: str, token: str, since: int, side: str) -> Greeting:
        if game != GAME:
            raise Refused(404, "there is no game of this id")
        if token and token not in TOKENS:
            raise Refused(401, "the token opens no seat")
        sides = TOKENS.get(token, ())
        lines = tuple(line(n, sides) for n in range(max(since, 0) + 1, self.version + 1))
        return Greeting(
            sides, side or next(iter(sides), ""), token, wire.Push("hello", self.version, lines=lines)
        )

    def presence(self, game: str) -> None:
        self.told.append(self.hub.present(game))

    def move(self, words: str = "") -> None:
        self.version += 1
        n = self.version

        def push(page: Listener) -> wire.Push:
            return wire.Push("moved", n, lines=(line(n, page.sides, words),))

        self.hub.publish(GAME, push)


def line(n: int, sides: Any, words: str = "") -> wire.LogLine:
    seen = words or ",".join(sorted(sides)) or "nobody"
    return wire.LogLine(n, n, "action", "blue", f"{n} as seen by {seen}", (), "1", "move", "now")


class House:
    def __init__(self, server: Running, service: Service) -> None:
        self.server, self.service, self.hub = server, service, service.hub

    def move(self, times: int = 1, words: str = "") -> None:
        for _ in range(times):
            self.server.do(self.service.move, words)

    @contextmanager
    def page(self, token: str = "", since: int = -1) -> Iterator[ClientConnection]:
        with connect(self.server.live) as page:
            page.send(json.dumps({"kind": "hello", "token": token, "since": since}))
            yield page


def house(**settings: Any) -> Iterator[House]:
    service = Service()
    kept = Settings(**settings)
    service.hub = Hub(kept)
    app = FastAPI(openapi_url=None)
    app.state.service = service
    service.hub.install(app)
    guards.install(app, kept)
    with running(app, ws_max_size=hub.FIRST) as server:
        yield House(server, service)


@pytest.fixture
def home() -> Iterator[House]:
    yield from house()


@pytest.fixture
def hasty() -> Iterator[House]:
    yield from house(hello=0.2, sockets=2)


def heard(page: ClientConnection) -> wire.Push:
    return msgspec.json.decode(page.recv(10), type=wire.Push)


def texts(push: wire.Push) -> list[str]:
    return [x.action for x in push.lines]


def closed(page: ClientConnection) -> tuple[int, str]:
    with contextlib.suppress(ConnectionClosed):
        while True:
            page.recv(10)
    assert page.close_code is not None
    return page.close_code, page.close_reason or ""


# ---- what a page is told


def test_each_page_is_told_what_its_seat_may_see(home: House):
    with home.page("b" * 24) as blue, home.page("r" * 24) as red, home.page() as watcher:
        for page in (blue, red, watcher):
            assert heard(page) == wire.Push("hello", 0)
        home.move()
        assert texts(heard(blue)) == ["1 as seen by blue"]
        assert texts(heard(red)) == ["1 as seen by red"]
        assert texts(heard(watcher)) == ["1 as seen by nobody"]


def test_who_comes_back_is_told_what_was_missed_and_nothing_twice(home: House):
    with home.page("b" * 24) as page:
        heard(page)
        home.move(3)
        assert [heard(page).version for _ in range(3)] == [1, 2, 3]
    home.move(2)
    with home.page("b" * 24, since=3) as page:
        push = heard(page)
        assert (push.kind, push.version) == ("hello", 5)
        assert texts(push) == ["4 as seen by blue", "5 as seen by blue"]
        home.move()
        assert texts(heard(page)) == ["6 as seen by blue"]


def test_a_table_that_everybody_has_left_is_forgotten(home: House):
    with home.page() as page:
        heard(page)
        assert home.hub.watched() == (GAME,)
        assert home.hub.sockets() == 1
    wait_until(lambda: home.hub.sockets() == 0)
    assert home.hub.watched() == ()
    assert home.hub.addresses == {}


def test_who_is_there_is_told_when_it_changes(home: House):
    with home.page("b" * 24) as first:
        heard(first)
        with home.page("b" * 24) as second, home.page() as watcher:
            heard(second)
            heard(watcher)
            with home.page("r" * 24) as red:
                heard(red)
            wait_until(lambda: home.hub.sockets() == 3)
        wait_until(lambda: home.hub.sockets() == 1)
    wait_until(lambda: home.hub.sockets() == 0)
    both = {"b" * 24, "r" * 24}
    assert home.service.told == [{"b" * 24}, both, {"b" * 24}, set()]


# ---- who does not keep to it


@pytest.mark.parametrize(
    "first",
    [
        *("", "{", "7", "[]", "null", "hello", '{"kind": "bye"}', '{"kind": "hello", "since": "x"}'),
        *('{"kind": "hello", "since": -2}', '{"kind": "hello", "more": 1}', '{"kind": "hello", "token": 7}'),
        *("[" * 4_000, b"\xff\xfe", json.dumps({"kind": "hello", "token": "x" * 65})),
    ],
    ids=range(14),
)
def test_the_first_message_is_a_hello(home: House, first: str | bytes):
    with connect(home.server.live) as page:
        page.send(first)
        code, why = closed(page)
    assert code == hub.MALFORMED
    assert why.startswith("the first message is a Hello")


def test_a_hello_is_short(home: House):
    with connect(home.server.live) as page:
        page.send(" " * (hub.FIRST + 1))
        assert closed(page)[0] == 1009
    wait_until(lambda: home.hub.sockets() == 0)


def test_who_has_another_key_is_told_so(home: House):
    with home.page("z" * 24) as page:
        assert closed(page) == (hub.NOT_YOURS, "the token opens no seat")


def test_what_is_not_there_is_told_so(home: House):
    with connect(home.server.live.replace(GAME, "zzzzzzzzzzzz")) as page:
        page.send('{"kind": "hello"}')
        assert closed(page) == (hub.UNKNOWN, "there is no game of this id")


def test_who_says_nothing_is_let_go(hasty: House):
    with connect(hasty.server.live) as page:
        assert closed(page) == (hub.LATE, "say hello first")


def test_who_says_more_is_let_go(home: House):
    with home.page("b" * 24) as page:
        heard(page)
        page.send('{"kind": "hello"}')
        assert closed(page)[0] == hub.MALFORMED
    wait_until(lambda: home.hub.watched() == ())


def test_so_many_pages_of_one_address_and_no_more(hasty: House):
    with hasty.page() as one, hasty.page() as two:
        heard(one)
        heard(two)
        with connect(hasty.server.live) as third:
            assert closed(third) == (hub.FULL, "too many pages are open")
    wait_until(lambda: hasty.hub.sockets() == 0)
    with hasty.page() as again:
        assert heard(again).kind == "hello"


def test_a_page_from_elsewhere_is_not_let_in(home: House):
    with pytest.raises(InvalidStatus) as e, connect(home.server.live, origin="http://evil.example"):
        pass
    said = msgspec.json.decode(bytes(e.value.response.body), type=wire.Problem)
    assert said == wire.Problem(403, "a page from elsewhere asks")
    assert e.value.response.status_code == 403


def test_a_slow_page_is_let_go_and_the_others_wait_for_nobody(home: House):
    """It reads nothing: when half a megabyte waits for it beyond what the line itself holds, it is dropped from the
    table; the other page has had every push in the meantime. Later it comes back with the version it has seen."""
    with home.page("b" * 24) as quick:
        heard(quick)
        slow = sluggish(home)
        wait_until(lambda: len(home.hub.tables[GAME]) == 2)
        sent = 0
        while len(home.hub.tables[GAME]) == 2:
            assert sent < 3_000
            home.move(words="x" * 20_000)
            sent += 1
            assert heard(quick).version == sent
        waiting = [x.waiting for x in home.hub.tables[GAME]]
        assert all(n <= hub.BEHIND for n in waiting)
        slow.close()
        wait_until(lambda: home.hub.sockets() == 1)
    with home.page("r" * 24, since=sent - 2) as again:
        assert len(heard(again).lines) == 2


def sluggish(home: House) -> socket.socket:
    """A page that says hello and never reads."""
    s = socket.socket()
    s.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
    s.connect(("127.0.0.1", home.server.port))
    path = f"/api/games/{GAME}/live"
    s.sendall(
        f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{home.server.port}\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
    )
    assert s.recv(4_096).startswith(b"HTTP/1.1 101")
    hello = b'{"kind":"hello"}'
    s.sendall(bytes([0x81, 0x80 | len(hello), 0, 0, 0, 0]) + hello)
    return s


# ---- the end


def test_when_the_server_goes_down_the_pages_know_it_comes_back(home: House):
    with home.page("b" * 24) as page:
        heard(page)
        home.server.stop()
        assert closed(page)[0] == hub.GOING
    wait_until(lambda: home.hub.sockets() == 0)


def test_a_hub_that_closes_lets_all_go(home: House):
    with home.page("b" * 24) as page:
        heard(page)
        asyncio.run_coroutine_threadsafe(home.hub.close(), home.server.loop).result(10)
        assert closed(page)[0] == hub.GOING
    wait_until(lambda: home.hub.watched() == ())
