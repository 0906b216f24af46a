"""The live line: one WebSocket a page. Each page is told what its seat may see, and nobody waits for a slow one."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Iterable
from typing import NamedTuple, Protocol

import msgspec
from fastapi import FastAPI, WebSocket, WebSocketDisconnect

from . import guards, wire
from .problem import Refused
from .settings import Settings

PATH = "/api/games/{game}/live"
FIRST = 4_096  # bytes of the first message
BEHIND = 512 * 1024  # bytes that may wait for a slow page
MALFORMED, NOT_YOURS, UNKNOWN, BROKEN = 4400, 4401, 4404, 4410
TOO_SLOW, LATE, FULL, GOING = 4408, 4408, 4429, 1012


class Greeting(NamedTuple):
    """What the service makes of a Hello: whose page it is, and the answer."""

    sides: tuple[str, ...]  # what its token holds; empty: a spectator
    side: str  # whose view it wants
    mark: str  # of the token, as the store keeps it; empty: none
    push: wire.Push


class Service(Protocol):
    """What the hub asks of the service. `hello` may wait for the disk before it looks at the game, but not after: what
    is published from there on is for the new page too."""

    async def hello(self, game: str, token: str, since: int, side: str) -> Greeting: ...

    def presence(self, game: str) -> None: ...


class Listener:
    """One page."""

    __slots__ = ("closing", "mark", "queue", "side", "sides", "socket", "waiting")

    def __init__(self, socket: WebSocket, greeting: Greeting) -> None:
        self.socket = socket
        self.sides, self.side, self.mark = greeting.sides, greeting.side, greeting.mark
        self.queue: asyncio.Queue[bytes | None] = asyncio.Queue()
        self.waiting = 0  # bytes
        self.closing = 1000

    def tell(self, data: bytes) -> bool:
        """No: it is too far behind, and let go. It comes back with the version it has seen."""
        if self.waiting and self.waiting + len(data) > BEHIND:
            self.let_go(TOO_SLOW)
            return False
        self.waiting += len(data)
        self.queue.put_nowait(data)
        return True

    def let_go(self, code: int) -> None:
        """What waits is dropped: whoever cannot take it in time would only wait longer."""
        self.closing = code
        while not self.queue.empty():
            self.queue.get_nowait()
        self.queue.put_nowait(None)

    async def write(self) -> None:
        with contextlib.suppress(WebSocketDisconnect, RuntimeError, OSError):
            while (data := await self.queue.get()) is not None:
                await self.socket.send_text(data.decode())
                self.waiting -= len(data)
            await self.socket.close(self.closing)

    async def read(self) -> None:
        """A page says nothing after its Hello; we wait for it to go."""
        with contextlib.suppress(WebSocketDisconnect, RuntimeError, OSError):
            await receive(self.socket)
            self.let_go(MALFORMED)
            await receive(self.socket)


class Hub:
    service: Service  # which stands behind the application that it is installed in

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.tables: dict[str, set[Listener]] = {}
        self.addresses: dict[str, int] = {}
        self.open = 0

    def install(self, app: FastAPI) -> None:
        async def live(socket: WebSocket) -> None:
            self.service = socket.app.state.service
            await self.serve(socket, str(socket.path_params["game"]))

        app.add_api_websocket_route(PATH, live)

    # ---- what the service asks

    def publish(self, game: str, make: Callable[[Listener], wire.Push | None]) -> None:
        """Tell every page of a game what it may see; `make` says what that is. Nothing waits here."""
        for listener in tuple(self.tables.get(game, ())):
            push = make(listener)
            if push is not None and not listener.tell(msgspec.json.encode(push)):
                self._leave(game, listener)

    def present(self, game: str) -> set[str]:
        """The marks of the seats whose page is open."""
        return {x.mark for x in self.tables.get(game, ()) if x.mark}

    def sockets(self) -> int:
        return self.open

    def watched(self) -> Iterable[str]:
        """The games that somebody looks at."""
        return tuple(self.tables)

    async def close(self) -> None:
        """The server goes down; the pages come back when it is up again."""
        for listeners in tuple(self.tables.values()):
            for listener in tuple(listeners):
                listener.let_go(GOING)

    # ---- one socket

    async def serve(self, socket: WebSocket, game: str) -> None:
        address = guards.address(socket.scope)
        if self.addresses.get(address, 0) >= self.settings.sockets:
            await socket.accept()
            await socket.close(FULL, "too many pages are open")
            return
        self.addresses[address] = self.addresses.get(address, 0) + 1
        self.open += 1
        try:
            await socket.accept()
            with contextlib.suppress(WebSocketDisconnect):
                await self._serve(socket, game)
        finally:
            self.open -= 1
            self.addresses[address] -= 1
            if not self.addresses[address]:
                del self.addresses[address]

    async def _serve(self, socket: WebSocket, game: str) -> None:
        try:
            async with asyncio.timeout(self.settings.hello):
                hello = await first(socket)
        except TimeoutError:
            await bye(socket, LATE, "say hello first")
            return
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as e:
            await bye(socket, MALFORMED, f"the first message is a Hello: {e}")
            return
        try:
            greeting = await self.service.hello(game, hello.token, hello.since, hello.side)
        except Refused as e:
            await bye(socket, 4000 + e.problem.status, e.problem.why)
            return
        listener = Listener(socket, greeting)
        listener.tell(msgspec.json.encode(greeting.push))
        self._come(game, listener)
        writer = asyncio.create_task(listener.write())
        reader = asyncio.create_task(listener.read())
        try:
            await asyncio.wait((writer, reader), return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._leave(game, listener)
            for task in (writer, reader):
                task.cancel()
            await asyncio.gather(writer, reader, return_exceptions=True)

    # ---- who is there

    def _come(self, game: str, listener: Listener) -> None:
        before = self.present(game)
        self.tables.setdefault(game, set()).add(listener)
        if self.present(game) != before:
            self.service.presence(game)

    def _leave(self, game: str, listener: Listener) -> None:
        here = self.tables.get(game, set())
        if listener not in here:
            return
        before = self.present(game)
        here.discard(listener)
        if not here:
            del self.tables[game]
        if self.present(game) != before:
            self.service.presence(game)


async def receive(socket: WebSocket) -> bytes:
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code") or 1000)
    text: str | None = message.get("text")
    return text.encode() if text is not None else message["bytes"]


async def first(socket: WebSocket) -> wire.Hello:
    data = await receive(socket)
    if len(data) > FIRST:
        raise msgspec.ValidationError(f"it is longer than {FIRST} bytes")
    return msgspec.json.decode(data, type=wire.Hello)


async def bye(socket: WebSocket, code: int, why: str) -> None:
    with contextlib.suppress(RuntimeError, OSError):
        await socket.close(code, why.encode()[:120].decode(errors="ignore"))
