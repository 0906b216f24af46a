"""`grognard serve`: the server on this machine, and a browser in front of it."""

from __future__ import annotations

import asyncio
import errno
import logging
import os
import signal
import socket
import webbrowser
from contextlib import closing, suppress

import msgspec
import uvicorn

from ..server.app import create_app
from ..server.settings import PORT, Settings, from_environment
from ..server.static import FOLDER, PAGE
from .errors import NO, Off
from .screen import Screen

HOST = "127.0.0.1"


class House(uvicorn.Server):
    """Says where it is once it answers."""

    def __init__(self, config: uvicorn.Config, screen: Screen, url: str, browse: bool) -> None:
        super().__init__(config)
        self.screen, self.url, self.browse = screen, url, browse

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.should_exit:
            return
        self.screen.say(f"grognard is at {self.url} (Ctrl-C ends it; all games are kept)")
        if not (FOLDER / PAGE).is_file():
            self.screen.say("! The browser client is not built: make play builds it.")
        elif self.browse:
            asyncio.get_running_loop().run_in_executor(None, look, self.url)


def look(url: str) -> None:
    with suppress(webbrowser.Error, OSError):
        webbrowser.open(url)


def bound(host: str, port: int | None) -> socket.socket:
    """A socket to listen at. Where no port was named and ours is taken, any other."""
    kind = socket.AF_INET6 if ":" in host else socket.AF_INET
    for number in (PORT, 0) if port is None else (port,):
        # where the protocol is not named, asyncio leaves small answers waiting for each other
        found = socket.socket(kind, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        try:
            if os.name == "posix":
                found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            found.bind((host, number))
            found.listen(2048)
        except OSError as e:
            found.close()
            if port is None and number and e.errno in (errno.EADDRINUSE, errno.EACCES):
                continue
            raise Off(f"{host}:{number} is not to be had: {e.strerror or e}", NO) from None
        found.setblocking(False)
        return found
    raise AssertionError("some port is always free")


def settings(database: str | None) -> Settings:
    try:
        given = from_environment()
    except msgspec.ValidationError as e:
        raise Off(f"a setting in the environment is not understood: {e}") from None
    return msgspec.structs.replace(given, database=database) if database else given


def serve(screen: Screen, host: str, port: int | None, browse: bool, database: str | None) -> None:
    given = settings(database)
    with closing(bound(host, port)) as listening:
        shown = f"[{host}]" if ":" in host else host
        url = f"http://{shown}:{listening.getsockname()[1]}/"
        app = create_app(given)
        config = uvicorn.Config(
            app,
            log_config=None,
            access_log=False,
            lifespan="on",
            ws_max_size=64 * 1024,
            ws_per_message_deflate=False,
            timeout_keep_alive=75,  # a player thinks, and his line should be there when he acts
            timeout_graceful_shutdown=3,
            server_header=False,
            date_header=False,
            proxy_headers=False,
        )
        quiet()
        house = House(config, screen, url, browse)
        with suppress(KeyboardInterrupt, SystemExit):  # the one by Ctrl-C, the other where it cannot start
            run(house, listening)
        if not house.started:
            raise Off(str(getattr(app.state, "trouble", "the server did not start")), NO)
        screen.say("Stopped.")


def run(house: House, listening: socket.socket) -> None:
    """Until somebody ends it; SIGTERM ends it as Ctrl-C does."""
    with suppress(ValueError):  # only the main thread minds signals
        signal.signal(signal.SIGTERM, signal.default_int_handler)
    asyncio.run(house.serve(sockets=[listening]))


def quiet() -> None:
    """What goes wrong is told once, by us: on stderr, or in one line when the server cannot even start."""
    logging.basicConfig(level=logging.WARNING, format="grognard: %(name)s: %(message)s")
    for name in ("uvicorn", "uvicorn.error", "alembic"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
