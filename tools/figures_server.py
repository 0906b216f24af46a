"""Measure the server: how long from an action to the push of it, with many live games in one process, and its memory.

`.venv/bin/python -m tools.figures_server` starts `grognard serve` with a folder of its own and plays at 200 tables at once,
as people and their screens do: at each table a page is open on its live line; a player thinks for some seconds, looks at
the game and what is offered, and does some of it. The tables stand at moments spread evenly over a whole game, from the
set-up to the last turns: they are brought in as records of it. What is measured is the time from sending the action until
the page of that table has been pushed the new lines, on the same machine, so what the measuring itself costs is in it.
Needs /proc.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import re
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Coroutine
from pathlib import Path
from random import Random
from typing import Any, TypeVar

import msgspec
from websockets.asyncio.client import connect

import grognard as gg
from grognard.ai import players
from grognard.kernel import record

T = TypeVar("T")
SEATS = {"allied": "me", "german": "me"}


class Line:
    """One connection that is kept open, as a browser has it."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, method: str, path: str, token: str = "", body: Any = None) -> Any:
        if self.streams is None or self.streams[0].at_eof():  # the server lets go of lines that are idle
            self.streams = await asyncio.open_connection("127.0.0.1", self.port)
        reader, writer = self.streams
        content = b"" if body is None else msgspec.json.encode(body)
        head = f"{method} /api{path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n"
        head += f"Authorization: Bearer {token}\r\n" if token else ""
        head += (
            f"Content-Type: application/json\r\nContent-Length: {len(content)}\r\n"
            if body is not None
            else ""
        )
        writer.write(head.encode() + b"\r\n" + content)
        answer = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
        length = re.search(r"content-length: (\d+)", answer)
        assert length is not None, answer
        found = msgspec.json.decode(await reader.readexactly(int(length[1])))
        status = int(answer.split()[1])
        if status >= 400:
            raise RuntimeError(f"{method} {path}: {found}")
        return found


class Player:
    """A table, its one player, and its page."""

    def __init__(self, port: int, game: str, token: str, pause: float) -> None:
        self.line, self.port, self.game, self.token, self.pause = Line(port), port, game, token, pause
        self.rng = Random(game)
        self.took: list[tuple[float, float]] = []  # when, and how long
        self.actions = 0
        self.length = 0
        self.pushed: dict[int, asyncio.Future[float]] = {}

    async def sit(self) -> None:
        self.length = (await self.look())["actions"]
        self.socket = await connect(
            f"ws://127.0.0.1:{self.port}/api/games/{self.game}/live", compression=None
        )
        await self.socket.send(json.dumps({"kind": "hello", "token": self.token}))
        await self.socket.recv()
        self.listening = asyncio.create_task(self.listen())

    async def listen(self) -> None:
        async for message in self.socket:
            now = time.perf_counter()
            push = msgspec.json.decode(message)
            for line in push.get("lines", ()):
                future = self.pushed.pop(line["n"], None)
                if future is not None:
                    future.set_result(now)

    async def look(self) -> Any:
        return await self.line.ask("GET", f"/games/{self.game}", self.token)

    async def step(self) -> bool:
        """One action; no: the game is over."""
        game = await self.look()
        if game.get("over"):
            return False
        offered = [o["text"] for o in game["choices"].get("single", ())]
        heads = game["choices"].get("heads", ())
        if heads and (not offered or self.rng.random() < 0.8):
            head = self.rng.choice(heads)
            found = await self.line.ask("GET", f"/games/{self.game}/offers?head={head}", self.token)
            offered = [o["text"] for o in found] or offered
        if not offered:
            return True
        self.actions += 1
        body = {
            "version": game["version"],
            "action": self.rng.choice(offered),
            "id": f"{os.getpid()}-{self.actions}",
        }
        pushed = self.pushed[game["version"] + 1] = asyncio.get_running_loop().create_future()
        began = time.perf_counter()
        await self.line.ask("POST", f"/games/{self.game}/actions", self.token, body)
        self.took.append((began, await pushed - began))
        return True

    async def play(self, end: float) -> None:
        while time.perf_counter() < end:
            await asyncio.sleep(self.rng.expovariate(1 / self.pause) if self.pause else 0)
            if not await self.step():
                return


def moments(scenario: str, count: int) -> list[str]:
    """Records of one game that the computer plays against itself, up to so many moments of it."""
    game = gg.new(scenario, seed=1)
    player, rng, system = players.player("scripted"), Random(1), game.system
    game.roll_on()
    while not game.over:
        now = game.decision
        assert now is not None
        assert now.side is not None
        side = now.side
        game.do(player.choose(system, game.view(side), system.offers(game.state, side), rng))
        game.roll_on()
    rows = list(record.lines(game))
    head = rows.index("") + 1
    ends = [head + len(game.log) * n // count for n in range(count)]
    return ["".join(f"{row}\n" for row in rows[:end]) for end in ends]


def memory(pid: int) -> dict[str, float]:
    """In MB: now, and the most there ever was."""
    status = Path(f"/proc/{pid}/status").read_text()
    return {
        name: round(int(re.search(rf"{word}:\s+(\d+)", status)[1]) / 1024, 1)  # type: ignore[index]
        for name, word in (("memory, MB", "VmRSS"), ("memory, the most, MB", "VmHWM"))
    }


async def lay(port: int, given: argparse.Namespace) -> list[tuple[str, str]]:
    """Games and tokens."""
    line, out = Line(port), []
    for text in moments(given.scenario, given.tables):
        made = await line.ask("POST", "/games/import", body={"record": text, "seats": SEATS})
        out.append((made["game"], made["token"]))
    return out


async def measure(pid: int, sitting: list[Player], given: argparse.Namespace) -> dict[str, Any]:
    idle = memory(pid)
    for player in sitting:
        await player.sit()
    seated = memory(pid)
    began = time.perf_counter()
    cpu = seconds(pid)
    await asyncio.gather(*(p.play(began + given.warm + given.seconds) for p in sitting))
    busy = (seconds(pid) - cpu) / (time.perf_counter() - began)
    took = sorted(x * 1000 for p in sitting for when, x in p.took if when > began + given.warm)
    health = await sitting[0].line.ask("GET", "/health")
    after = memory(pid)
    for player in sitting:
        await player.socket.close()
    return {
        "scenario": given.scenario,
        "live games": given.tables,
        "sockets": health["sockets"],
        "actions measured": len(took),
        "actions a second": round(len(took) / given.seconds, 1),
        "actions in a game, before, mean": round(statistics.mean(p.length for p in sitting)),
        "action to push, ms": {
            name: round(took[min(len(took) - 1, int(len(took) * part))], 1)
            for name, part in (("median", 0.5), ("95 %", 0.95), ("99 %", 0.99), ("longest", 1.0))
        },
        "processor, of one": f"{busy:.0%}",
        "memory, empty, MB": idle["memory, MB"],
        "memory, all seated, MB": seated["memory, MB"],
        "memory, after play, MB": after["memory, MB"],
        "memory, the most, MB": after["memory, the most, MB"],
    }


def seconds(pid: int) -> float:
    """Processor time of a process."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Server:
    """`grognard serve`, for as long as it is needed."""

    def __init__(self, port: int, env: dict[str, str]) -> None:
        self.port, self.env = port, env

    def __enter__(self) -> Server:
        command = [sys.executable, "-m", "grognard", "serve", "--no-open", "--port", str(self.port)]
        self.process = subprocess.Popen(command, env=self.env, stdout=subprocess.DEVNULL)
        return self

    def __exit__(self, *_: object) -> None:
        self.process.terminate()
        self.process.wait()

    @property
    def pid(self) -> int:
        return self.process.pid

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        async def ready() -> T:
            await answers(self.port)
            return await work

        return asyncio.run(ready())


async def answers(port: int) -> None:
    for _ in range(600):
        try:
            await Line(port).ask("GET", "/health")
            return
        except OSError:
            await asyncio.sleep(0.05)
    raise RuntimeError("the server does not come up")


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--tables", type=int, default=200)
    words.add_argument("--scenario", default="great-crusade/france-1944")
    words.add_argument(
        "--pause", type=float, default=10.0, help="seconds that a player thinks, on the average"
    )
    words.add_argument("--warm", type=float, default=10.0, help="seconds of play before it is measured")
    words.add_argument("--seconds", type=float, default=60.0)
    words.add_argument("--folder", type=Path, help="keep the tables there, and take those that are there")
    words.add_argument("--alone", action="store_true", help="other work of the machine waits (needs root)")
    given = words.parse_args()
    if given.alone:
        os.sched_setscheduler(0, os.SCHED_RR, os.sched_param(10))
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        port = s.getsockname()[1]
    with contextlib.ExitStack() as stack:
        folder = given.folder or Path(
            stack.enter_context(tempfile.TemporaryDirectory(prefix="grognard-figures-"))
        )
        env = {
            **os.environ,
            "GROGNARD_DATABASE_URL": f"sqlite:///{folder / 'games.db'}",
            "GROGNARD_CALLS": "1000000",
            "GROGNARD_GAMES": "100000",
        }
        kept = folder / "tables.json"
        if not kept.exists():
            with Server(port, env) as server:
                kept.write_text(json.dumps(server.run(lay(port, given))))
        with Server(port, env) as server:  # the tables come back from their logs, as after any start
            sitting = [Player(port, game, token, given.pause) for game, token in json.loads(kept.read_text())]
            figures = server.run(measure(server.pid, sitting, given))
    print(json.dumps(figures, indent=1))


if __name__ == "__main__":
    main()
