"""`grognard serve` as its user starts it: where it keeps games, what it says, and how it ends."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from .running import wait_until
from .soak import alive, descendants


@contextmanager
def serving(folder: Path, **env: str) -> Iterator[tuple[subprocess.Popen[str], httpx.Client]]:
    """On any free port, with a data folder of its own."""
    clean = {k: v for k, v in os.environ.items() if not k.startswith("GROGNARD_")}
    command = [sys.executable, "-m", "grognard", "serve", "--no-open", "--port", "0"]
    with (folder / "said").open("w") as said:
        process = subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=said,
            text=True,
            env={**clean, "XDG_DATA_HOME": str(folder), **env},
        )
    try:
        assert process.stdout is not None
        first = process.stdout.readline()
        assert "grognard is at http://127.0.0.1:" in first, first + (folder / "said").read_text()
        url = first.split("grognard is at ")[1].split(" ")[0]
        with httpx.Client(base_url=url, timeout=30, trust_env=False) as client:
            yield process, client
    finally:
        process.kill()
        process.communicate()


def play(client: httpx.Client) -> dict[str, Any]:
    """A game of two guests; its id and their tokens."""
    seats = {"allied": "me", "german": "open"}
    made: dict[str, Any] = client.post(
        "/api/games", json={"scenario": "great-crusade/beachhead", "seats": seats}
    ).json()
    tokens = {"allied": made["token"], "german": made["invites"]["german"]}
    for n in range(4):
        asks = client.get(f"/api/games/{made['game']}").json()["asks"]
        headers = {"authorization": f"Bearer {tokens[asks]}"}
        game = client.get(f"/api/games/{made['game']}", headers=headers).json()
        choices = game["choices"]
        offered = (
            choices.get("single")
            or client.get(
                f"/api/games/{made['game']}/offers", params={"head": choices["heads"][0]}, headers=headers
            ).json()
        )
        body = {"version": game["version"], "action": offered[0]["text"], "id": str(n)}
        done = client.post(f"/api/games/{made['game']}/actions", json=body, headers=headers)
        assert done.status_code == 200, done.text
    return {"game": made["game"], "tokens": tuple(tokens.values())}


def test_games_are_in_the_users_data_folder_and_nothing_secret_is_said(tmp_path: Path):
    with serving(tmp_path) as (process, client):
        made = play(client)
        client.get(f"/api/games/{made['game']}?side=hidden&token={made['tokens'][0]}")
        client.get("/no/such/page", headers={"authorization": f"Bearer {made['tokens'][1]}"})
        workers = descendants(process.pid)
        process.send_signal(signal.SIGTERM)
        rest, _ = process.communicate(timeout=30)
        assert process.returncode == 0
        assert "Stopped." in rest
        wait_until(lambda: not any(map(alive, workers)))
        said = rest + (tmp_path / "said").read_text()
        assert not any(token in said for token in made["tokens"])
    folder = tmp_path / "grognard"
    assert folder.stat().st_mode & 0o077 == 0
    with closing(sqlite3.connect(folder / "games.db")) as c:
        assert c.execute("pragma journal_mode").fetchone() == ("wal",)
        assert c.execute("select count(*) from log where game = ?", (made["game"],)).fetchone()[0] >= 4
        kept = "".join(
            str(row) for name in ("games", "log", "seats") for row in c.execute(f"select * from {name}")
        )
    assert not any(token in kept for token in made["tokens"])


def test_games_are_kept_in_postgresql_if_it_is_named(tmp_path: Path, postgresql: str):
    """And are there again after the server was killed."""
    with serving(tmp_path, GROGNARD_DATABASE_URL=postgresql) as (process, client):
        made = play(client)
        before = client.get(f"/api/games/{made['game']}/log").content
        process.kill()
        process.wait()
    assert not (tmp_path / "grognard" / "games.db").exists()
    with serving(tmp_path, GROGNARD_DATABASE_URL=postgresql) as (_, client):
        assert client.get(f"/api/games/{made['game']}/log").content == before


@pytest.mark.parametrize(
    ("env", "why"),
    [
        ({"GROGNARD_DATABASE_URL": "sqlite:////nowhere/at/all/games.db"}, "the database cannot be opened"),
        ({"GROGNARD_DATABASE_URL": "postgresql://nobody@127.0.0.1:1/x"}, "the database cannot be opened"),
        ({"GROGNARD_CALLS": "many"}, "a setting in the environment is not understood"),
    ],
)
def test_what_stands_in_the_way_is_said_in_one_line(tmp_path: Path, env: dict[str, str], why: str):
    done = subprocess.run(
        [sys.executable, "-m", "grognard", "serve", "--no-open", "--port", "0"],
        capture_output=True,
        text=True,
        timeout=60,
        env={**os.environ, "XDG_DATA_HOME": str(tmp_path), **env},
    )
    assert done.returncode != 0
    assert why in done.stderr
    assert "Traceback" not in done.stderr
