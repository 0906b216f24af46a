"""The server is killed under play, again and again, and started again: what was acknowledged is there, and all games can
be read. `python -m tests.server.soak --kills 500`, or `make soak`.

Eight tables are played at once over HTTP: alone, two by two, and against the computer. SIGKILL comes at a random moment,
now and then before the server is up. After each start every table is looked at:

- the lines of every answer that was ever given stand in the log as they were told, and the log has no gap;
- a call that was cut off is sent again with its id: it is done now, or it was done, but never twice;
- calls that were answered are sent again with their ids: the answer is the same, to the last byte;
- what was said in the chat or noted on a pad, and acknowledged, is there;
- a page that comes back with the version it has seen is told the lines since;
- no process of the killed server is left.

At the end one side of every game gives up, which tells the seed; the records are replayed by the rules, and every throw
is recomputed from its seed.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import httpx
import msgspec
from websockets.asyncio.client import connect

from grognard.kernel import record
from grognard.server import wire
from grognard.systems import find

from .player import Line, Mirror, Said, Seat, submit

TABLES = (
    ("great-crusade/beachhead", {"allied": "me", "german": "me"}),
    ("great-crusade/beachhead", {"allied": "me", "german": "open"}),
    ("great-crusade/beachhead", {"allied": "open", "german": "me"}),
    ("great-crusade/beachhead", {"allied": "me", "german": "random"}),
    ("great-crusade/beachhead", {"allied": "random", "german": "me"}),
    ("great-crusade/france-1944", {"allied": "me", "german": "me"}),
    ("great-crusade/france-1944", {"allied": "me", "german": "open"}),
    ("great-crusade/france-1944", {"allied": "random", "german": "me"}),
)
LONG = 300  # actions, after which another game is begun
REPEATS = 3  # answered calls that are sent again after each start
GONE = (httpx.TransportError,)


class Lost(AssertionError):
    """What was acknowledged is not there."""


class Server:
    """`grognard serve`, with a folder of its own."""

    def __init__(self, folder: Path, database: str = "") -> None:
        self.folder = folder
        self.database = database or f"sqlite:///{folder / 'games.db'}"
        self.log = folder / "server.log"
        with socket.socket() as s:
            s.bind(("127.0.0.1", 0))
            self.port = s.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.process: subprocess.Popen[bytes] | None = None

    def launch(self) -> None:
        env = {
            **os.environ,
            "XDG_DATA_HOME": str(self.folder),
            "GROGNARD_DATABASE_URL": self.database,
            "GROGNARD_CALLS": "1000000",
            "GROGNARD_GAMES": "100000",
            "GROGNARD_SAYS": "100000",
            "GROGNARD_LANES": "1",
        }
        command = [sys.executable, "-m", "grognard", "serve", "--no-open", "--port", str(self.port)]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(command, stdout=log, stderr=log, env=env)

    async def ready(self, client: httpx.AsyncClient, seconds: float = 60) -> float:
        """How long it took from now until it answered."""
        began = time.monotonic()
        assert self.process is not None
        while time.monotonic() - began < seconds:
            if self.process.poll() is not None:
                break
            try:
                if (await client.get("/api/health")).status_code == 200:
                    return time.monotonic() - began
            except GONE:
                await asyncio.sleep(0.02)
        raise Lost(f"the server does not come up:\n{self.log.read_text()[-3000:]}")

    def kill(self) -> list[int]:
        """The power cut; the processes that it had."""
        assert self.process is not None
        family = descendants(self.process.pid)
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        return family

    def end(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(20)
            except subprocess.TimeoutExpired:
                self.kill()
                raise Lost("the server does not end when it is asked to") from None


def descendants(pid: int) -> list[int]:
    """The processes below one, from /proc; elsewhere none are known."""
    found: list[int] = []
    for path in Path(f"/proc/{pid}/task").glob("*/children"):
        try:
            found += map(int, path.read_text().split())
        except OSError:
            continue
    return found + [x for child in found for x in descendants(child)]


def alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


class Table:
    """A game, everything that its players were told, and the call that was cut off."""

    def __init__(
        self, line: Line, plan: tuple[str, dict[str, str]], rng: Random, count: Counter[str]
    ) -> None:
        self.line, self.plan, self.rng, self.count = line, plan, rng, count
        self.seats: dict[str, Seat] = {}
        self.mirror = Mirror(plan[0], rng)
        self.answers: list[tuple[str, wire.Submit | None, wire.Done]] = []  # without a call: of a taking back
        self.said: list[wire.ChatLine] = []
        self.noted: dict[str, set[str]] = {}  # by token: the last text, and one that may have come after it
        self.doubt: tuple[str, wire.Submit] | None = None
        self.over = False

    async def begin(self) -> None:
        made = await self.line.make(self.plan[0], **self.plan[1])
        sides = {side: who for side, who in self.plan[1].items() if who in ("me", "open")}
        for side, who in sides.items():
            token = made.token if who == "me" else made.invites[side]
            self.seats[side] = Seat(self.line, made.game, token)
        self.count["games"] += 1

    @property
    def seat(self) -> Seat:
        return next(iter(self.seats.values()))

    async def play(self) -> None:
        """Until the server is gone, the game is over, or it is long enough."""
        try:
            if not self.seats:
                await self.begin()
            while not self.over:
                await self.step()
        except GONE:
            pass

    async def step(self) -> None:
        mirror = self.mirror
        mirror.follow(await self.log(self.seat, mirror.version))
        if mirror.game.over or len(mirror.game.log) > LONG:
            self.over = True
            return
        side = mirror.asks or ""
        if side not in self.seats:  # the computer is at it
            await asyncio.sleep(0.02)
            return
        if self.rng.random() < 0.05:
            said = wire.ChatSay(f"no. {len(self.said)}")
            self.said.append(await self.seats[side].ask(wire.ChatLine, "POST", "/chat", said))
        if self.rng.random() < 0.05:
            note, seat = wire.Notes(f"at version {mirror.version}"), self.seats[side]
            self.noted.setdefault(seat.token, {""}).add(note.text)
            await seat.ask(wire.Notes, "PUT", "/notes", note)
            self.noted[seat.token] = {note.text}
        if len(self.seats) > 1 and self.rng.random() < 0.03:
            await self.back(side)
            return
        self.doubt = (side, submit(mirror.version, mirror.choose()))
        await self.send()

    async def back(self, side: str) -> None:
        """Take back, where that is open."""
        most = len(self.mirror.game.log)
        call = wire.Back(self.mirror.version, max(0, most - self.rng.randrange(1, 6)))
        try:
            done = await self.seats[side].ask(wire.Done, "POST", "/back", call)
        except Said as e:
            if e.problem.status not in (409, 422):
                raise
        else:
            self.answers.append((side, None, done))
            self.count["taken back"] += 1

    async def send(self) -> None:
        """A call that is cut off here stays in doubt, and is sent again after the start."""
        assert self.doubt is not None
        side, call = self.doubt
        try:
            done = await self.seats[side].act(call)
        except Said as e:
            if e.problem.status != 409:
                raise
            self.count["came too late"] += 1
        else:
            self.answers.append((side, call, done))
            self.count["acknowledged"] += 1
        self.doubt = None

    async def check(self) -> None:
        """After a start: is everything there?"""
        if not self.seats:
            return
        logs = {side: await self.log(seat) for side, seat in self.seats.items()}
        if self.doubt is not None:
            side, call = self.doubt
            there = sum(x.action == call.action and x.n == call.version + 1 for x in logs[side])
            before = len(self.answers)
            await self.send()
            if len(self.answers) > before:
                self.count["cut off, and had been done" if there else "cut off, and done now"] += 1
            elif there:
                raise Lost(f"{call} is in the log, but its id is refused")
            logs = {side: await self.log(seat) for side, seat in self.seats.items()}
        for side, call, done in self.answers:
            for told in done.lines:
                found = logs[side][told.n - 1] if told.n <= len(logs[side]) else None
                if found is None or msgspec.structs.replace(found, undone=told.undone) != told:
                    raise Lost(f"{call} was answered by {told}, but the log has {found}")
        self.count["lines looked at"] += sum(map(len, logs.values()))
        calls = [(side, call, done) for side, call, done in self.answers if call is not None]
        for side, call, done in self.rng.sample(calls, min(REPEATS, len(calls))):
            again = await self.seats[side].act(call)
            if msgspec.json.encode(again) != msgspec.json.encode(done):
                raise Lost(f"{call} was answered by {done}, and the second time by {again}")
            self.count["asked twice"] += 1
        if self.said:
            lines = await self.seat.ask(list[wire.ChatLine], "GET", "/chat")
            for line in self.said:
                if line not in lines:
                    raise Lost(f"{line} was said and is not there")
        for seat in self.seats.values():
            texts = self.noted.get(seat.token, {""})
            found = (await seat.ask(wire.Notes, "GET", "/notes")).text
            if found not in texts:
                raise Lost(f"of {texts} nothing is on the notepad, but {found!r}")
        await self.come_back(logs)

    async def come_back(self, logs: dict[str, list[wire.LogLine]]) -> None:
        """A page opens again, with some version that it has seen."""
        side, log = self.rng.choice(sorted(logs.items()))
        since = self.rng.randint(0, len(log))
        seat = self.seats[side]
        url = f"{seat.line.client.base_url}/api/games/{seat.game}/live".replace("http", "ws", 1)
        async with connect(url, proxy=None) as page:
            await page.send(msgspec.json.encode(wire.Hello(seat.token, since)).decode())
            push = msgspec.json.decode(await page.recv(), type=wire.Push)
        if push.kind != "hello" or list(push.lines[: len(log) - since]) != log[since:]:
            raise Lost(f"who comes back to {seat.game} with version {since} is told something else")
        self.count["pages that came back"] += 1

    async def log(self, seat: Seat, since: int = 0) -> list[wire.LogLine]:
        found: list[wire.LogLine] = await seat.ask(list[wire.LogLine], "GET", "/log", since=since)
        if [x.n for x in found] != list(range(since + 1, since + len(found) + 1)):
            raise Lost(f"the log of {seat.game} has gaps")
        return found

    async def read(self) -> None:
        """The record replays by the rules, and its dice are those of the seed that was bound before the game."""
        if not self.seats:
            return
        seat = self.seat
        while not (looked := await seat.look()).over:
            try:
                await seat.ask(wire.Done, "POST", "/resign", wire.Resign(looked.version, looked.holds[0]))
            except Said as e:
                if e.problem.status != 409:  # the computer goes on meanwhile
                    raise
        game = record.loads(await seat.ask(str, "GET", "/record"), find)
        if len(game.log) != looked.actions:
            raise Lost(f"the record of {seat.game} has {len(game.log)} actions of {looked.actions}")
        wrong = record.verify_dice(game)
        if wrong or record.unproved(game) or game.notes or game.commitment != looked.commitment:
            raise Lost(f"the record of {seat.game} does not prove its dice: {wrong} {game.notes}")
        self.count["records replayed"] += 1
        self.count["throws verified"] += sum(not e.by for e in game.log)


async def moment(when: Random, count: Counter[str]) -> None:
    """Any: after so many more acknowledged actions, however fast the machine is, and a little later."""
    due, end = count["acknowledged"] + when.randrange(60), time.monotonic() + 30
    while count["acknowledged"] < due and time.monotonic() < end:
        await asyncio.sleep(0.001)
    await asyncio.sleep(when.uniform(0, 0.05))


async def soak(
    kills: int, folder: Path, *, seed: int = 1, database: str = "", tables: int = len(TABLES), say: Any = None
) -> dict[str, Any]:
    """Raises `Lost` where anything is not as it was acknowledged; the figures."""
    rng, when, count, starts = Random(seed), Random(f"{seed}|when"), Counter[str](), []
    server = Server(folder, database)
    began = time.monotonic()
    limits = httpx.Limits(max_connections=50, max_keepalive_connections=0)
    async with httpx.AsyncClient(base_url=server.url, timeout=60, limits=limits, trust_env=False) as client:
        line = Line(client)
        playing = [Table(line, TABLES[n % len(TABLES)], rng, count) for n in range(tables)]
        left: list[Table] = []
        try:
            for n in range(kills):
                server.launch()
                if when.random() < 0.05:
                    await asyncio.sleep(when.random())
                    count["killed before it was up"] += 1
                else:
                    starts.append(await server.ready(client))
                    await asyncio.gather(*(t.check() for t in playing))
                    work = [asyncio.create_task(t.play()) for t in playing]
                    await moment(when, count)
                    family = server.kill()
                    await asyncio.gather(*work)
                    end = time.monotonic() + 10
                    while any(map(alive, family)):
                        if time.monotonic() > end:
                            raise Lost(f"processes are left: {[p for p in family if alive(p)]}")
                        await asyncio.sleep(0.01)
                server.kill()
                count["kills"] += 1
                for i, t in enumerate(playing):
                    if t.over:
                        left.append(t)
                        playing[i] = Table(line, t.plan, rng, count)
                if say is not None and (n + 1) % 10 == 0:
                    say(f"{n + 1} kills, {count['acknowledged']} actions, {time.monotonic() - began:.0f} s")
            server.launch()
            await server.ready(client)
            for t in (*left, *playing):
                await t.check()
                await t.read()
            server.end()
        finally:
            if server.process is not None and server.process.poll() is None:
                server.kill()
    return {
        **dict(sorted(count.items())),
        "seconds to start, median": round(statistics.median(starts), 2) if starts else None,
        "seconds to start, longest": round(max(starts), 2) if starts else None,
        "seconds in all": round(time.monotonic() - began),
    }


def main() -> None:
    words = argparse.ArgumentParser(prog="python -m tests.server.soak", description=__doc__)
    words.add_argument("--kills", type=int, default=500)
    words.add_argument("--seed", type=int, default=1)
    words.add_argument("--database", default="", help="instead of a SQLite file: postgresql://...")
    given = words.parse_args()
    with tempfile.TemporaryDirectory(prefix="grognard-soak-") as folder:
        figures = asyncio.run(
            soak(
                given.kills,
                Path(folder),
                seed=given.seed,
                database=given.database,
                say=lambda x: print(x, flush=True),
            )
        )
    print(json.dumps(figures, indent=1))
    print("Nothing that was acknowledged is lost, and every game can be read.")


if __name__ == "__main__":
    main()
