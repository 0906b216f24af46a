"""What stands behind the routes: the games that are being played, one owner each, in memory; the store is their truth.

A game comes to memory when somebody asks for it, by replaying its log, and is put away when nobody looks at it.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import AsyncIterator, Callable, Collection, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Literal, ParamSpec, TypeVar

from msgspec.structs import replace

from ..board.names import Unknown
from ..kernel.play import chance
from . import card, computer, lines, sight, wire
from .catalog import CATALOG, Catalog
from .hub import Greeting, Hub, Listener
from .lanes import Ask, Lanes
from .problem import Refused, stale, unknown
from .settings import Settings
from .sight import SPECTATOR
from .store import Conflict, GameRow, Row, SeatRow, Store, mark, now
from .table import Line, Pen, Table

P = ParamSpec("P")
T = TypeVar("T")
Kind = Literal["hello", "moved", "back", "chat", "thinking", "seat", "over"]

TIDY = 15.0  # seconds between two looks for what can be put away
AT_HAND = 32  # tables for which what was shown is kept, to be shown again
AGAIN = 5.0  # seconds until the computer is asked again after trouble of ours

log = logging.getLogger("grognard.service")


class Live:
    """A table in memory, and what goes with it."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.lock = asyncio.Lock()
        self.used = time.monotonic()
        self.carded = -1  # the version of the card that is kept


class Service:
    def __init__(self, store: Store, hub: Hub, settings: Settings, catalog: Catalog = CATALOG) -> None:
        self.store, self.hub, self.settings, self.catalog = store, hub, settings, catalog
        self.lanes = Lanes(catalog.name, settings)
        self.lives: dict[str, Live] = {}
        self.importing = asyncio.Lock()  # one record at a time
        self.waiting = 0
        self._at_hand: dict[str, Live] = {}  # the last that were asked for
        self._loading: dict[str, asyncio.Task[Live]] = {}
        self._driving: dict[str, asyncio.Task[None]] = {}
        self._asking: dict[str, asyncio.Task[list[str]]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._sheets = ThreadPoolExecutor(2, "sheets")

    async def start(self) -> None:
        self.later(self.lanes.start())
        self.later(self.tidy())
        self.later(self.resume())

    async def close(self) -> None:
        """Whatever was acknowledged is on disk already."""
        self.lanes.shut()
        for task in (*self._tasks, *self._driving.values(), *self._loading.values()):
            task.cancel()
        await asyncio.gather(*self._tasks, *self._driving.values(), return_exceptions=True)
        await self.hub.close()
        await self.lanes.close()
        for live in tuple(self.lives.values()):
            await self.keep_card(live)
        self._sheets.shutdown(wait=False, cancel_futures=True)
        self.store.close()

    def later(self, work: Any) -> None:
        task: asyncio.Task[None] = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def aside(self, f: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Work that takes its time, so that nobody else waits for it."""
        return await asyncio.get_running_loop().run_in_executor(self._sheets, lambda: f(*args, **kwargs))

    # ---- tables

    async def live(self, game: str) -> Live:
        live = self.lives.get(game)
        if live is None:
            task = self._loading.get(game)
            if task is None:
                task = self._loading[game] = asyncio.create_task(self._load(game))
                task.add_done_callback(lambda _: self._loading.pop(game, None))
            live = await asyncio.shield(task)
        live.used = time.monotonic()
        self._at_hand.pop(game, None)
        self._at_hand[game] = live
        if len(self._at_hand) > AT_HAND:
            self._at_hand.pop(next(iter(self._at_hand))).table.rest()
        return live

    async def _load(self, game: str) -> Live:
        row = await self.store.read(self.store.game, game)
        if row is None:
            raise unknown("there is no game of this id")
        seats = await self.store.read(self.store.seats, game)
        rows = await self.store.read(self.store.rows, game)
        live = Live(await asyncio.to_thread(self.lay, row, seats, rows))
        table = live.table
        if table.broken is None and not table.over and chance(table.state):
            await self._write(live, Pen(table).throw_on())
        elif table.broken is not None:
            log.warning("%s: %s", game, table.broken)
        self.lives[game] = live
        self.wake(live)
        return live

    def lay(self, row: GameRow, seats: Iterable[SeatRow], rows: Iterable[Row]) -> Table:
        try:
            table = Table(self.catalog, row, seats)
        except Unknown as e:
            raise Refused(410, f"this game cannot be played here: {e}") from None
        table.replay(rows)
        return table

    @contextlib.asynccontextmanager
    async def hold(self, game: str) -> AsyncIterator[Live]:
        """The table, and nobody else writes on it meanwhile."""
        while True:
            live = await self.live(game)
            async with live.lock:
                if self.lives.get(game) is live:
                    yield live
                    return

    def plays(self, scenario: str) -> bool:
        """Is it on some table now?"""
        return any(live.table.row.scenario == scenario for live in self.lives.values())

    def drop(self, game: str) -> None:
        self.lives.pop(game, None)
        self._at_hand.pop(game, None)

    def made(self, row: GameRow, seats: Iterable[SeatRow], known: Iterable[Line]) -> Table:
        """A new table: what it begins with, and the throws that follow at once."""
        table = Table(self.catalog, row, seats)
        if table.broken is not None:
            raise Refused(422, table.broken.why)
        for line in known:
            table.put(line)
        for line in Pen(table).throw_on().lines:
            table.put(line)
        return table

    async def add(self, row: GameRow, seats: Iterable[SeatRow], known: Iterable[Line] = ()) -> None:
        """Make a new game, and make it known."""
        table = await self.aside(self.made, row, seats, known)
        await self.store.write(self.store.make, table.row, tuple(table.seats.values()), tuple(table.rows))
        live = self.lives[table.id] = Live(table)
        self.wake(live)

    # ---- writing

    async def commit(self, live: Live, pen: Pen, kind: Kind = "moved") -> None:
        """On disk first, then on the table, then told. Whoever calls holds the lock."""
        if not pen.lines:
            return
        before = live.table.version
        await self._write(live, pen)
        if asking := self._asking.get(live.table.id):
            asking.cancel()  # it thinks about what is no longer so
        self.tell(live, "over" if live.table.over else kind, before)
        self.wake(live)

    async def _write(self, live: Live, pen: Pen) -> None:
        game = live.table.id
        try:
            await self.store.write(self.store.append, game, tuple(pen))
        except Conflict:
            self.drop(game)
            raise stale(live.table.version) from None
        except Exception:
            self.drop(game)
            log.exception("%s could not be written", game)
            raise Refused(
                503, "this could not be written to disk, and so it is not done; try again"
            ) from None
        except BaseException:  # whether it is on disk is not known: the store will tell
            self.drop(game)
            raise
        for line in pen.lines:
            live.table.put(line)

    # ---- telling

    def tell(
        self, live: Live, kind: Kind, since: int | None = None, *, chat: wire.ChatLine | None = None
    ) -> None:
        """Every page of the game, what it may see."""
        table = live.table
        seats = sight.seat_cards(table, self.hub.present(table.id)) if kind == "seat" else {}
        seen: dict[str, tuple[wire.LogLine, ...]] = {}

        def push(page: Listener) -> wire.Push:
            known: tuple[wire.LogLine, ...] = ()
            if since is not None:
                side = sight.eyes(table, page.sides, page.side)
                if side not in seen:
                    seen[side] = tuple(lines.lines(table, since, side))
                known = seen[side]
            return self.push(table, kind, page.sides, known, seats, chat)

        try:
            self.hub.publish(table.id, push)
        except Exception:  # it is on disk and on the table: whoever asks will see it
            log.exception("%s: %s could not be told", table.id, kind)

    def push(
        self,
        table: Table,
        kind: Kind,
        sides: Collection[str],
        known: tuple[wire.LogLine, ...] = (),
        seats: dict[str, wire.SeatCard] | None = None,
        chat: wire.ChatLine | None = None,
    ) -> wire.Push:
        return wire.Push(
            kind=kind,
            version=table.version,
            asks=table.asks,
            your_turn=sight.your_turn(table, sides),
            over=table.over,
            lines=known,
            chat=chat,
            thinking=table.thinking,
            seats=seats or {},
        )

    async def hello(self, game: str, token: str, since: int, side: str) -> Greeting:
        live, seat = await self.seat(game, token)
        table = live.table
        table.live()
        eyes = sight.eyes(table, seat.sides, side)
        known: tuple[wire.LogLine, ...] = ()
        if since >= 0:
            missed = await self.aside(lambda: list(lines.lines(live.table, since, eyes)))
            table = (await self.live(game)).table
            if eyes != sight.eyes(table, seat.sides, side):  # another side is asked by now
                return await self.hello(game, token, since, side)
            news = lines.lines(table, since + len(missed), eyes)
            known = (*(lines.as_it_stands(table, x) for x in missed), *news)
        present = {*self.hub.present(game), seat.mark} - {SPECTATOR.mark}
        push = self.push(table, "hello", seat.sides, known, sight.seat_cards(table, present))
        return Greeting(seat.sides, side, seat.mark, push)

    def presence(self, game: str) -> None:
        live = self.lives.get(game)
        if live is not None and live.table.broken is None:
            self.tell(live, "seat")

    # ---- seats

    async def seat(self, game: str, token: str) -> tuple[Live, SeatRow]:
        """The table, and the seat that the token opens; without one a spectator's."""
        live = await self.live(game)
        if not token:
            return live, SPECTATOR
        seat = live.table.seats.get(mark(token))
        if seat is None:
            raise Refused(401, "the token opens no seat at this table")
        if not seat.joined:
            await self.store.write(self.store.join, seat.mark)
            live = await self.live(game)
            seat = live.table.seats[seat.mark] = replace(live.table.seats[seat.mark], joined=now())
            if live.table.broken is None:
                self.tell(live, "seat")
        return live, seat

    # ---- computers

    def wake(self, live: Live) -> None:
        """Let the computer play, if it is its turn."""
        game = live.table.id
        if live.table.computer and game not in self._driving:
            self._driving[game] = asyncio.create_task(self._drive(game))

    async def _drive(self, game: str) -> None:
        try:
            while True:
                try:
                    return await computer.play(self, game)
                except Exception:
                    log.exception("%s: the computer stopped", game)
                await asyncio.sleep(AGAIN)
        finally:
            self._driving.pop(game, None)

    async def choice(self, game: str, ask: Ask) -> list[str] | None:
        """What the computer's player chooses; nothing, if somebody has written on the table meanwhile."""
        asking = self._asking[game] = asyncio.create_task(self.lanes.choose(ask))
        try:
            await asyncio.wait((asking,))
        finally:
            del self._asking[game]
            asking.cancel()
        return None if asking.cancelled() else asking.result()

    def rest(self, game: str) -> None:
        """The computer has done what there was to do."""
        live = self.lives.get(game)
        if live is not None and live.table.thinking is not None:
            live.table.thinking = None
            self.tell(live, "thinking")

    async def resume(self) -> None:
        """After a start: the computer goes on where it was in the middle of something."""
        for game in await self.store.read(self.store.with_computers):
            known = await self.store.read(self.store.cards, [game])
            kept = card.unpack(known.get(game, b""))
            version = (await self.store.read(self.store.versions, [game])).get(game, (0, ""))[0]
            due = kept is None or kept.version != version or kept.asks in (await self._computers(game))
            if due and not (kept and kept.over and kept.version == version):
                with contextlib.suppress(Refused):
                    await self.live(game)

    async def _computers(self, game: str) -> Collection[str]:
        row = await self.store.read(self.store.game, game)
        return row.computers if row else ()

    # ---- keeping order

    async def card(self, live: Live) -> wire.GameCard:
        made = card.neutral(live.table)
        if live.carded != made.version:
            await self.store.write(self.store.keep_card, live.table.id, card.pack(made))
            live.carded = made.version
        return made

    async def keep_card(self, live: Live) -> None:
        if live.carded != live.table.version:
            try:
                await self.card(live)
            except Exception:
                log.exception("%s: its card could not be kept", live.table.id)

    async def tidy(self) -> None:
        """Keep the cards, and put away what nobody looks at."""
        while True:
            await asyncio.sleep(TIDY)
            await self.put_away()

    async def put_away(self) -> None:
        for live in tuple(self.lives.values()):
            await self.keep_card(live)
        watched = set(self.hub.watched())
        free = [
            (live.used, game)
            for game, live in self.lives.items()
            if game not in watched and game not in self._driving and not live.lock.locked()
        ]
        oldest = time.monotonic() - self.settings.idle
        over = len(self.lives) - self.settings.tables
        for n, (used, game) in enumerate(sorted(free)):
            if used < oldest or n < over:
                self.drop(game)
