"""A few kills; `make soak` does five hundred."""

from __future__ import annotations

import asyncio
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest

from grognard.server.catalog import CATALOG
from grognard.server.store import ChatRow, now

from .house import House
from .player import Line
from .soak import TABLES, Lost, Table, soak

SEED = 0  # its four kills leave time for 121 actions


def test_nothing_that_was_acknowledged_is_lost(database: str, tmp_path: Path):
    figures = asyncio.run(soak(4, tmp_path, seed=SEED, database=database, tables=5))
    assert figures["kills"] == 4
    assert figures["acknowledged"] >= 50
    assert figures["asked twice"] >= 5
    assert figures["records replayed"] >= 5
    assert figures["throws verified"] > 0


LIES: dict[str, Any] = {
    "append": lambda game, rows: None,
    "say": lambda game, by, name, text: ChatRow(1, tuple(by), name, text, now()),
    "write_notes": lambda mark, text: None,
}


@pytest.mark.parametrize("lie", LIES)
def test_a_server_that_says_more_than_is_on_disk_is_found_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lie: str
):
    """The test above can fail: here one thing that is acknowledged is never written."""

    async def test(house: House) -> None:
        async with httpx.AsyncClient(base_url=house.client.base_url, timeout=30) as client:
            table = Table(Line(client), TABLES[1], Random(3), Counter())
            await table.begin()
            for _ in range(5):
                await table.step()
            await table.check()
            monkeypatch.setattr(house.service.store, lie, LIES[lie])
            for _ in range(150):
                await table.step()
            house.crash()
            with pytest.raises(Lost):
                await table.check()

    with House(tmp_path, CATALOG) as house:
        asyncio.run(test(house))
