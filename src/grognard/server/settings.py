"""What can be set from outside: where games are kept, and how much is let in."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import msgspec

PORT = 8732


class Settings(msgspec.Struct, frozen=True):
    """Sizes in bytes, times in seconds, rates a minute and address."""

    database: str = ""  # empty: a file in the user's data folder
    body: int = 256 * 1024  # a full notepad, every sign of it escaped
    record: int = 4 * 1024 * 1024
    calls: int = 3_000
    games: int = 120  # new games, imports, branches
    says: int = 120  # chat, names
    sheets: int = 1_200  # odds, overlays: what costs the most to answer
    sockets: int = 400  # open at once, of one address
    think: float = 10.0  # for a spell of the computer's
    grace: float = 5.0  # after that its process is ended
    lanes: int = 0  # processes for computer players; 0: half of the processors
    hello: float = 10.0  # to say who one is
    idle: float = 600.0  # after that a table that nobody looks at is put away
    tables: int = 500  # kept in memory; more are put away
    hosts: str = ""  # other names of a server on the loopback address, behind a proxy: "play.example.org,..."

    @property
    def url(self) -> str:
        url = self.database or f"sqlite:///{data_folder() / 'games.db'}"
        for old in ("postgres://", "postgresql://"):
            if url.startswith(old):
                return "postgresql+psycopg://" + url.removeprefix(old)
        return url


def from_environment() -> Settings:
    """`GROGNARD_DATABASE_URL`, and `GROGNARD_THINK`, `GROGNARD_CALLS` and so on for the rest."""
    given: dict[str, str] = {}
    for field in msgspec.structs.fields(Settings):
        name = "GROGNARD_DATABASE_URL" if field.name == "database" else f"GROGNARD_{field.name.upper()}"
        if name in os.environ:
            given[field.name] = os.environ[name]
    return msgspec.convert(given, Settings, strict=False)


def data_folder() -> Path:
    """The user's own folder for data, by the habit of the system; nobody else reads it."""
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    folder = base / "grognard"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder
