"""Where games are kept. What was acknowledged is on disk: the log is written before anybody is told."""

from __future__ import annotations

import asyncio
import hashlib
import secrets
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, TypeVar

import msgspec
from sqlalchemy import create_engine, event, func, insert, inspect, select, text, update
from sqlalchemy.engine import Engine
from sqlalchemy.exc import IntegrityError
from sqlalchemy.pool import NullPool

from . import schema

P = ParamSpec("P")
T = TypeVar("T")


class Conflict(Exception):
    """Somebody else has written this line of the log."""


class Unusable(Exception):
    """The database cannot be brought up to date."""


class GameRow(msgspec.Struct, frozen=True):
    id: str
    scenario: str
    rules: int
    options: dict[str, str]
    title: str
    seed: str
    commitment: str
    computers: dict[str, str]
    made: str
    parent: str = ""
    given: int = 0
    position: str = ""
    board: str = ""


class Row(msgspec.Struct, frozen=True):
    """A line of the log. `kind`: action, dice, back, again, resign, draw, hold; `step`: how many actions stand after it."""

    n: int
    kind: str
    by: str
    action: str
    step: int
    throw: int
    at: str
    ref: str | None = None


class SeatRow(msgspec.Struct, frozen=True):
    mark: str
    game: str
    sides: tuple[str, ...]
    name: str
    joined: str = ""


class ChatRow(msgspec.Struct, frozen=True):
    n: int
    by: tuple[str, ...]
    name: str
    text: str
    at: str


def now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def mark(token: str) -> str:
    """What is kept of a token: nobody gets into a seat with what stands in the database."""
    return hashlib.sha256(token.encode()).hexdigest()


def new_token() -> str:
    return secrets.token_urlsafe(24)


def new_id() -> str:
    return "".join(secrets.choice("abcdefghijkmnpqrstuvwxyz23456789") for _ in range(12))


def careful(connection: Any, _: Any) -> None:
    """SQLite: readers do not wait for the writer, and a commit is on the disk when it returns."""
    cursor = connection.cursor()
    for word in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=10000"):
        cursor.execute(f"PRAGMA {word}")
    cursor.close()


class Store:
    """Its methods block; `run` calls one from the event loop. One thread writes, so writers never wait for a lock."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.lite = url.startswith("sqlite")
        more: dict[str, Any] = {} if self.lite else {"pool_size": 5, "pool_pre_ping": True}
        self.engine: Engine = create_engine(url, **more)
        if self.lite:
            event.listen(self.engine, "connect", careful)
        self._writer = ThreadPoolExecutor(1, "store-writer")
        self._readers = ThreadPoolExecutor(3, "store-reader")

    def close(self) -> None:
        self._writer.shutdown()
        self._readers.shutdown()
        self.engine.dispose()

    async def read(self, f: Callable[Concatenate[P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._readers, lambda: f(*args, **kwargs))

    async def write(self, f: Callable[Concatenate[P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._writer, lambda: f(*args, **kwargs))

    def migrate(self) -> None:
        """Bring the database up to date, or make it."""
        if self._version() == schema.VERSION:
            return  # alembic takes 11 MB, which most starts can do without
        from alembic import command
        from alembic.config import Config
        from alembic.util import CommandError

        config = Config()
        config.set_main_option(
            "script_location", str(Path(__file__).parent / "migrations").replace("%", "%%")
        )
        engine = create_engine(self.url, poolclass=NullPool)
        if self.lite:
            event.listen(engine, "connect", careful)
        with engine.begin() as connection:
            config.attributes["connection"] = connection
            try:
                command.upgrade(config, "head")
            except CommandError as e:
                raise Unusable(str(e)) from None
        engine.dispose()

    def _version(self) -> str:
        with self.engine.connect() as c:
            known = inspect(c).has_table("alembic_version")
            return str(c.scalar(text("select version_num from alembic_version"))) if known else ""

    # ---- games

    def make(self, game: GameRow, seats: Iterable[SeatRow], rows: Sequence[Row] = ()) -> None:
        """A new game, whole or not at all."""
        with self.engine.begin() as c:
            c.execute(
                insert(schema.games),
                msgspec.structs.asdict(game)
                | {"options": packed(game.options), "computers": packed(game.computers), "card": ""},
            )
            for seat in seats:
                c.execute(insert(schema.seats), msgspec.structs.asdict(seat) | {"sides": packed(seat.sides)})
            if rows:
                c.execute(insert(schema.log), [msgspec.structs.asdict(r) | {"game": game.id} for r in rows])

    def game(self, id: str) -> GameRow | None:
        with self.engine.connect() as c:
            found = c.execute(select(schema.games).where(schema.games.c.id == id)).mappings().first()
        if found is None:
            return None
        fields = {k: found[k] for k in GameRow.__struct_fields__}
        fields["options"] = msgspec.json.decode(found["options"])
        fields["computers"] = msgspec.json.decode(found["computers"])
        return GameRow(**fields)

    def with_computers(self) -> list[str]:
        """The games in which the computer plays, the newest first."""
        t = schema.games.c
        with self.engine.connect() as c:
            found = c.execute(select(t.id).where(t.computers != "{}").order_by(t.made.desc()).limit(1_000))
            return [id for (id,) in found]

    def rows(self, game: str, since: int = 0) -> list[Row]:
        t = schema.log.c
        with self.engine.connect() as c:
            found = c.execute(select(schema.log).where(t.game == game, t.n > since).order_by(t.n)).mappings()
            return [Row(**{k: x[k] for k in Row.__struct_fields__}) for x in found]

    def append(self, game: str, rows: Sequence[Row]) -> None:
        """All of them or none. They are on disk when this returns."""
        try:
            with self.engine.begin() as c:
                c.execute(insert(schema.log), [msgspec.structs.asdict(r) | {"game": game} for r in rows])
        except IntegrityError:
            raise Conflict(f"{game} {rows[0].n}") from None

    # ---- seats

    def seats(self, game: str) -> list[SeatRow]:
        with self.engine.connect() as c:
            found = c.execute(select(schema.seats).where(schema.seats.c.game == game)).mappings()
            return [seat_of(x) for x in found]

    def seats_of(self, marks: Sequence[str]) -> list[SeatRow]:
        with self.engine.connect() as c:
            found = c.execute(select(schema.seats).where(schema.seats.c.mark.in_(marks))).mappings()
            return [seat_of(x) for x in found]

    def join(self, mark: str, name: str | None = None) -> None:
        """Somebody sits down, or says a name."""
        t = schema.seats
        with self.engine.begin() as c:
            c.execute(update(t).where(t.c.mark == mark, t.c.joined == "").values(joined=now()))
            if name is not None:
                c.execute(update(t).where(t.c.mark == mark).values(name=name))

    def notes(self, mark: str) -> str:
        with self.engine.connect() as c:
            found = c.execute(select(schema.seats.c.notes).where(schema.seats.c.mark == mark)).scalar()
        return found or ""

    def write_notes(self, mark: str, text: str) -> None:
        with self.engine.begin() as c:
            c.execute(update(schema.seats).where(schema.seats.c.mark == mark).values(notes=text))

    # ---- what is said

    def chat(self, game: str) -> list[ChatRow]:
        with self.engine.connect() as c:
            t = schema.chat.c
            found = c.execute(select(schema.chat).where(t.game == game).order_by(t.n.desc()).limit(500))
            lines = [
                ChatRow(x["n"], tuple(msgspec.json.decode(x["by"])), x["name"], x["text"], x["at"])
                for x in found.mappings()
            ]
        return lines[::-1]

    def say(self, game: str, by: Sequence[str], name: str, text: str) -> ChatRow:
        with self.engine.begin() as c:
            n = (
                c.execute(select(func.max(schema.chat.c.n)).where(schema.chat.c.game == game)).scalar() or 0
            ) + 1
            line = ChatRow(n, tuple(by), name, text, now())
            c.execute(
                insert(schema.chat), msgspec.structs.asdict(line) | {"game": game, "by": packed(line.by)}
            )
        return line

    # ---- the cards of the lobby, a cache

    def versions(self, games: Sequence[str]) -> dict[str, tuple[int, str]]:
        """The version of each game, and when its last line was written."""
        t = schema.log.c
        with self.engine.connect() as c:
            found = c.execute(
                select(t.game, func.max(t.n), func.max(t.at)).where(t.game.in_(games)).group_by(t.game)
            )
            return {game: (n, at) for game, n, at in found}

    def cards(self, games: Sequence[str]) -> dict[str, bytes]:
        t = schema.games.c
        with self.engine.connect() as c:
            found = c.execute(select(t.id, t.card).where(t.id.in_(games), t.card != ""))
            return {id: card.encode() for id, card in found}

    def keep_card(self, game: str, card: bytes) -> None:
        t = schema.games
        with self.engine.begin() as c:
            c.execute(update(t).where(t.c.id == game).values(card=card.decode()))

    def count(self) -> int:
        with self.engine.connect() as c:
            return int(c.execute(select(func.count()).select_from(schema.games)).scalar() or 0)


def packed(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def seat_of(x: Any) -> SeatRow:
    return SeatRow(x["mark"], x["game"], tuple(msgspec.json.decode(x["sides"])), x["name"], x["joined"])
