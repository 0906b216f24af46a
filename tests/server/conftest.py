"""Databases for the tests of the server: a file, and a real PostgreSQL."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from grognard.server.settings import Settings

from . import postgres
from .house import House


@pytest.fixture(scope="session")
def cluster() -> Iterator[str]:
    bin = postgres.binaries()
    if bin is None:
        pytest.skip(postgres.MISSING)
    with postgres.cluster(bin) as address:
        yield address


@pytest.fixture
def postgresql(cluster: str) -> str:
    """The address of an empty database."""
    import psycopg

    name = f"t{secrets.token_hex(6)}"
    with psycopg.connect(cluster.format("postgres"), autocommit=True) as c:
        c.execute(f"create database {name}")  # type: ignore[call-overload]
    return cluster.format(name)


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database, as SQLAlchemy takes it: every test runs with both kinds."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'games.db'}"
    return Settings(database=request.getfixturevalue("postgresql")).url


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with House(tmp_path) as opened:
        yield opened


@pytest.fixture(scope="module")
def inn(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A house for all tests of a chapter: they mind only their own tables."""
    with House(tmp_path_factory.mktemp("inn")) as opened:
        yield opened


@pytest.fixture
def dice(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Choose the seed of the games that are made from now on."""

    def choose(seed: str) -> None:
        monkeypatch.setattr("grognard.server.seats.dice.new_seed", lambda: seed)

    return choose
