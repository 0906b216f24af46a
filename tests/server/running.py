"""An application behind a real server, on a port of its own, in a thread of the test."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import uvicorn


class Running:
    def __init__(self, server: uvicorn.Server, loop: asyncio.AbstractEventLoop, port: int) -> None:
        self.server, self.loop, self.port = server, loop, port

    @property
    def live(self) -> str:
        return f"ws://127.0.0.1:{self.port}/api/games/abcdefghijkm/live"

    def do(self, f: Any, *args: Any) -> Any:
        """In the server's own loop, as the service does it."""

        async def done() -> Any:
            return f(*args)

        return asyncio.run_coroutine_threadsafe(done(), self.loop).result(10)

    def stop(self) -> None:
        self.server.should_exit = True


@contextmanager
def running(app: Any, **config: Any) -> Iterator[Running]:
    server = uvicorn.Server(
        uvicorn.Config(app, host="127.0.0.1", port=0, log_level="critical", **{"lifespan": "off", **config})
    )
    loops: list[asyncio.AbstractEventLoop] = []

    async def serve() -> None:
        loops.append(asyncio.get_running_loop())
        await server.serve()

    thread = threading.Thread(target=lambda: asyncio.run(serve()), daemon=True)
    thread.start()
    end = time.monotonic() + 20
    while not server.started:
        assert time.monotonic() < end
        assert thread.is_alive()
        time.sleep(0.005)
    port = server.servers[0].sockets[0].getsockname()[1]
    try:
        yield Running(server, loops[0], port)
    finally:
        server.should_exit = True
        thread.join(20)
        assert not thread.is_alive(), "the server does not end"


def wait_until(true: Any, seconds: float = 10) -> None:
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "in vain"
        time.sleep(0.01)
