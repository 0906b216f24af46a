"""Computer players think in processes of their own, one question each at a time, with a hard limit."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import sys

import msgspec

from .settings import Settings
from .worker import Answer, Ask, Told, encode

__all__ = ["Ask", "Dead", "Ended", "Lanes", "Slow", "encode"]

START = 60.0  # seconds for a process to come up
LINE = 4 * 1024 * 1024

log = logging.getLogger("grognard.lanes")


class Dead(Exception):
    """No answer: the player failed, or there is no process to ask."""


class Ended(Dead):
    """The process ended in the midst of it."""


class Slow(Dead):
    """No answer in time; its process was ended."""


class Lane:
    """One process, and its replacement when it is gone."""

    def __init__(self, catalog: str) -> None:
        self.catalog = catalog
        self.process: asyncio.subprocess.Process | None = None
        self.up = False

    @property
    def alive(self) -> bool:
        return self.process is not None and self.process.returncode is None

    async def start(self) -> None:
        self.up = False
        starting = asyncio.ensure_future(
            asyncio.create_subprocess_exec(
                sys.executable,
                "-P",
                "-m",
                "grognard.server.worker",
                self.catalog,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                env={**os.environ, "PYTHONPATH": os.pathsep.join(p for p in sys.path if p)},
                limit=LINE,
                start_new_session=True,  # Ctrl-C is for the server
            )
        )
        try:
            self.process = await asyncio.shield(starting)
        except asyncio.CancelledError:  # a process that nobody knows could not be ended
            self.process = await starting
            raise

    async def ready(self) -> None:
        if not self.alive:
            await self.stop()
            try:
                await self.start()
            except OSError as e:
                raise Dead(f"no process to think in: {e}") from e
        if not self.up:
            try:
                async with asyncio.timeout(START):
                    await self.read()
            except TimeoutError:
                raise Dead("the process that thinks for the computer does not come up") from None
            self.up = True

    async def read(self) -> Answer:
        assert self.process is not None
        assert self.process.stdout is not None
        line = await self.process.stdout.readline()
        if not line.endswith(b"\n"):
            raise Ended("the process that thinks for the computer has ended")
        return msgspec.json.decode(line, type=Answer)

    async def ask(self, told: Told) -> Answer:
        assert self.process is not None
        assert self.process.stdin is not None
        try:
            self.process.stdin.write(msgspec.json.encode(told) + b"\n")
            await self.process.stdin.drain()
        except (ConnectionError, RuntimeError) as e:
            raise Ended("the process that thinks for the computer has ended") from e
        return await self.read()

    async def stop(self) -> None:
        process, self.process = self.process, None
        if process is None:
            return
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()
        assert process.stdin is not None
        process.stdin.close()
        with contextlib.suppress(ConnectionError):
            await process.stdin.wait_closed()


class Lanes:
    """As many processes as there are lanes. `choose` waits for a free one."""

    def __init__(self, catalog: str, settings: Settings | None = None) -> None:
        self.settings = settings or Settings()
        count = self.settings.lanes or max(1, (os.cpu_count() or 1) // 2)
        self.lanes = [Lane(catalog) for _ in range(count)]
        self.free: asyncio.LifoQueue[Lane] = asyncio.LifoQueue()
        for lane in self.lanes:
            self.free.put_nowait(lane)
        self._mending: set[asyncio.Task[None]] = set()
        self._closed = False

    async def start(self) -> None:
        """Begin to warm up; nobody waits for it."""
        for lane in self.lanes:
            if not lane.alive:
                await lane.start()

    async def close(self) -> None:
        self.shut()
        await asyncio.gather(*self._mending, return_exceptions=True)
        await asyncio.gather(*(lane.stop() for lane in self.lanes))

    def shut(self) -> None:
        """No more questions: a process that ends now is not replaced."""
        self._closed = True

    async def choose(self, ask: Ask) -> list[str]:
        """What the computer does now: one action, or several in a row while the choice stays its own. Raises `Slow` when
        the time is up, `Dead` when the player failed or its process ended, and that of a second try too."""
        try:
            answer = await self._ask(ask)
        except Ended:
            answer = await self._ask(ask)
        if answer.wrong or not answer.actions:
            log.error("%s failed for %s: %s", ask.player, ask.side, answer.wrong or "no answer")
            raise Dead(answer.wrong or "the computer found nothing to do")
        return list(answer.actions)

    async def _ask(self, ask: Ask) -> Answer:
        lane = await self.free.get()
        well = False
        limit = self.settings.think + self.settings.grace
        try:
            if self._closed:
                raise Dead("the computer players have gone home")
            await lane.ready()
            async with asyncio.timeout(limit):
                answer = await lane.ask(Told(ask, self.settings.think))
            well = True
            return answer
        except TimeoutError:
            log.warning("%s thought longer than %.1f s for %s: ended", ask.player, limit, ask.side)
            raise Slow(f"the computer thought longer than {limit:.0f} s") from None
        finally:
            if well or self._closed:
                self.free.put_nowait(lane)
            else:
                task = asyncio.create_task(self._mend(lane))
                self._mending.add(task)
                task.add_done_callback(self._mending.discard)

    async def _mend(self, lane: Lane) -> None:
        """End what is left of the process, and have the next one warm."""
        try:
            await lane.stop()
            if not self._closed:
                await lane.start()
        except OSError:
            log.exception("no new process")
        finally:
            self.free.put_nowait(lane)
