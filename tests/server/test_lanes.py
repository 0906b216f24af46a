"""Processes that think: ended when they think too long, replaced when they are gone, gone when the server is."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest

from grognard.server.lanes import Dead, Lanes, Slow
from grognard.server.settings import Settings
from grognard.server.worker import NICE

from ..kernel.positions import new
from .arcade import CATALOG, ROOT, ask
from .running import wait_until

QUICK = Settings(lanes=1, think=0.2, grace=0.6)


def opening():
    game = new(1)
    game.roll_on()
    return game


@contextlib.asynccontextmanager
async def lanes(settings: Settings = QUICK) -> AsyncIterator[Lanes]:
    them = Lanes(CATALOG.name, settings)
    try:
        yield them
    finally:
        await them.close()


def gone(pid: int) -> bool:
    """Ended; a zombie that nobody has fetched counts as that."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except FileNotFoundError:
        return True


def run(test: Callable[[], Awaitable[None]]) -> None:
    async def bounded() -> None:
        async with asyncio.timeout(60):
            await test()

    asyncio.run(bounded())


def pid(them: Lanes) -> int:
    process = them.lanes[0].process
    assert process is not None
    return process.pid


def test_an_answer_is_what_the_player_chose():
    async def test() -> None:
        game = opening()
        async with lanes() as them:
            first = await them.choose(ask(game.state, "random", "7"))
            assert first == await them.choose(ask(game.state, "random", "7"))
            for text in first:
                game.do(text)

    run(test)


def test_what_a_player_prints_is_no_answer():
    async def test() -> None:
        game = opening()
        async with lanes() as them:
            quiet = await them.choose(ask(game.state, "random", "7"))
            assert await them.choose(ask(game.state, "talker", "7")) == quiet

    run(test)


@pytest.mark.parametrize("player", ["sleeper", "spinner"])
def test_who_thinks_too_long_is_ended_and_replaced(player: str):
    async def test() -> None:
        game = opening()
        async with lanes() as them:
            await them.choose(ask(game.state, "random"))
            before, began = pid(them), time.monotonic()
            with pytest.raises(Slow, match="thought longer"):
                await them.choose(ask(game.state, player))
            assert 0.8 <= time.monotonic() - began < 5
            assert await them.choose(ask(game.state, "random"))
            assert pid(them) != before
            assert gone(before)

    run(test)


def test_who_minds_the_clock_is_in_time():
    async def test() -> None:
        async with lanes() as them:
            assert await them.choose(ask(opening().state, "clock"))

    run(test)


def test_a_player_that_fails_is_told_and_its_process_goes_on():
    async def test() -> None:
        game = opening()
        async with lanes() as them:
            with pytest.raises(Dead, match="ValueError: a bad day"):
                await them.choose(ask(game.state, "crasher"))
            before = pid(them)
            with pytest.raises(Dead, match="KeyError"):
                await them.choose(ask(game.state, "nobody"))
            assert await them.choose(ask(game.state, "random"))
            assert pid(them) == before

    run(test)


def test_a_player_that_takes_its_process_along_is_tried_twice():
    async def test() -> None:
        game = opening()
        async with lanes() as them:
            with pytest.raises(Dead, match="has ended"):
                await them.choose(ask(game.state, "quitter"))
            assert await them.choose(ask(game.state, "random"))

    run(test)


@pytest.mark.parametrize("busy", [False, True], ids=["idle", "thinking"])
def test_a_process_that_was_killed_is_replaced_and_nobody_notices(busy: bool):
    async def test() -> None:
        game = opening()
        async with lanes(Settings(lanes=1, think=5, grace=5)) as them:
            await them.choose(ask(game.state, "random"))
            before = pid(them)
            if busy:
                answer = asyncio.create_task(them.choose(ask(game.state, "slowly")))
                await asyncio.sleep(0.5)
            os.kill(before, signal.SIGKILL)
            if not busy:
                answer = asyncio.create_task(them.choose(ask(game.state, "slowly")))
            assert await answer
            assert pid(them) != before

    run(test)


def test_who_no_longer_waits_leaves_no_thinking_behind():
    async def test() -> None:
        game = opening()
        async with lanes(Settings(lanes=1, think=60, grace=60)) as them:
            await them.choose(ask(game.state, "random"))
            before = pid(them)
            answer = asyncio.create_task(them.choose(ask(game.state, "spinner")))
            await asyncio.sleep(0.3)
            answer.cancel()
            assert await them.choose(ask(game.state, "random"))
            assert gone(before)

    run(test)


def test_two_lanes_think_at_once_and_the_third_question_waits():
    async def test() -> None:
        game = opening()
        async with lanes(Settings(lanes=2, think=5, grace=5)) as them:
            await them.start()
            await asyncio.gather(*(lane.ready() for lane in them.lanes))
            began = time.monotonic()
            await asyncio.gather(*(them.choose(ask(game.state, "slowly")) for _ in range(3)))
            assert 2 <= time.monotonic() - began < 2.9

    run(test)


def test_closing_ends_all_and_answers_all():
    async def test() -> None:
        game = opening()
        them = Lanes(CATALOG.name, Settings(lanes=1, think=60, grace=60))
        await them.choose(ask(game.state, "random"))
        before = pid(them)
        answers = [asyncio.create_task(them.choose(ask(game.state, "spinner"))) for _ in range(3)]
        await asyncio.sleep(0.3)
        await them.close()
        told = await asyncio.gather(*answers, return_exceptions=True)
        assert all(isinstance(x, Dead) for x in told)
        assert gone(before)
        assert all(lane.process is None for lane in them.lanes)
        with pytest.raises(Dead, match="gone home"):
            await them.choose(ask(game.state, "random"))

    run(test)


@pytest.mark.skipif(not Path("/proc").exists(), reason="whether a process is gone is read from /proc")
@pytest.mark.parametrize("after", [0.0, 0.001, 0.01])
def test_closing_while_they_start_leaves_no_process(after: float):
    async def test() -> None:
        them = Lanes(CATALOG.name, Settings(lanes=2))
        starting = asyncio.create_task(them.start())
        await asyncio.sleep(after)
        starting.cancel()
        await asyncio.gather(starting, return_exceptions=True)
        known = [lane.process.pid for lane in them.lanes if lane.process is not None]
        await them.close()
        assert all(map(gone, known))
        assert not set(children()) - before

    def children() -> list[int]:
        pids = Path(f"/proc/self/task/{os.getpid()}/children").read_text().split()
        return [pid for pid in map(int, pids) if not gone(pid)]

    before = set(children())
    run(test)


@pytest.mark.skipif(not hasattr(os, "getpriority"), reason="priorities are set on POSIX systems")
def test_the_server_comes_first():
    async def test() -> None:
        async with lanes() as them:
            await them.choose(ask(opening().state, "random"))
            mine = os.getpriority(os.PRIO_PROCESS, 0)
            assert os.getpriority(os.PRIO_PROCESS, pid(them)) == min(19, mine + NICE)

    run(test)


SERVER = """
import asyncio, sys
from grognard.server.lanes import Lanes
from grognard.server.settings import Settings
from tests.kernel.positions import new
from tests.server.arcade import CATALOG, ask

async def main():
    them = Lanes(CATALOG.name, Settings(lanes=1, think=600))
    game = new(1)
    game.roll_on()
    await them.choose(ask(game.state, "random"))
    if sys.argv[1] != "idle":
        asyncio.ensure_future(them.choose(ask(game.state, sys.argv[1])))
        await asyncio.sleep(0.3)
    print(them.lanes[0].process.pid, flush=True)
    await asyncio.sleep(600)

asyncio.run(main())
"""


@pytest.mark.skipif(not Path("/proc").exists(), reason="whether a process is gone is read from /proc")
@pytest.mark.parametrize("player", ["idle", "sleeper", "spinner"])
def test_when_the_server_is_killed_they_are_gone(player: str):
    """SIGKILL: it has no time to say anything."""
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "src")])}
    server = subprocess.Popen([sys.executable, "-c", SERVER, player], stdout=subprocess.PIPE, env=env)
    try:
        assert server.stdout is not None
        worker = int(server.stdout.readline())
        assert not gone(worker)
    finally:
        server.kill()
        server.communicate()
    wait_until(lambda: gone(worker))
