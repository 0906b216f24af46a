"""What is not kept in memory is made again as it was."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from random import Random

import pytest

from grognard.kernel.play import decision
from grognard.server import deeds as d
from grognard.server import lines, seats
from grognard.server.store import Row
from grognard.server.table import Pen, Table

from .arcade import CATALOG
from .house import MILL


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(d, "EVERY", 5)
    monkeypatch.setattr(d, "FRESH", 3)
    monkeypatch.setattr(d, "PAGE", 4)
    monkeypatch.setattr(lines, "TOLD", 2)


def played(seed: int) -> tuple[Table, dict[int, d.Deed]]:
    """A game with much that was taken back, done again and done otherwise; and all its deeds as they were."""
    laid = seats.lay(CATALOG, seats.draft(MILL), {"blue": "me", "red": "me"})
    table, rng, all_of_them = Table(CATALOG, laid.row, laid.seats), Random(seed), {}
    pen = Pen(table).throw_on()
    for _ in range(120):
        for line in pen.lines:
            table.put(line)
            if line.deed is not None:
                all_of_them[line.row.n] = line.deed
        pen, now = Pen(table), decision(table.state)
        if table.actions > 6 and rng.random() < 0.3:
            pen.note("back", "blue", step=rng.randrange(3, table.actions))
        elif table.undone and rng.random() < 0.3:
            pen.note("again", "blue", step=table.actions + rng.randint(1, len(table.undone)))
        elif now is None:
            pen.note("back", "blue", step=rng.randrange(3, table.actions))
        elif now.side is not None:
            pen.act(now.side, table.system.offers(table.state, now.side).pick(rng))
            pen.throw_on()
    return table, all_of_them


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.usefixtures("few")
def test_every_deed_is_found_again_as_it_was(seed: int):
    table, before = played(seed)
    assert len(table.deeds.fresh) <= 3
    assert len(table.deeds.kept) <= len(before) / 5 + table.version / 5
    for n in Random(seed).sample(sorted(before), len(before)):
        assert table.deeds[n] == before[n]
        assert table.deeds.after(n) == before[n].result.state
    assert table.deeds.after(0) == table.start.state
    assert {n for n in range(1, table.version + 1) if n in table.deeds} == set(before)
    assert 0 not in table.deeds
    assert table.version + 1 not in table.deeds
    table.rest()
    assert not table.deeds.fresh
    for step, n in enumerate(table.stands, 1):
        assert table.at(step) == before[n].result.state
        assert table.standing(n)
    assert table.state == table.at(table.actions)


@pytest.mark.usefixtures("few")
def test_many_may_look_at_once():
    table, before = played(9)

    def look(seed: int) -> None:
        for n in Random(seed).choices(sorted(before), k=100):
            assert table.deeds[n] == before[n]

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(look, range(8)))


@pytest.mark.usefixtures("few")
def test_a_log_reads_the_same_from_memory_and_made_again():
    table, _ = played(3)
    for side in ("blue", "red", ""):
        first = list(lines.lines(table, 0, side))
        table.told = {}
        assert list(lines.lines(table, 0, side)) == first
    replayed = Table(CATALOG, table.row)
    replayed.replay(table.rows)
    assert list(lines.lines(replayed, 0, "red")) == list(lines.lines(table, 0, "red"))
    assert replayed.closed == table.closed
    assert replayed.undone == table.undone


@pytest.mark.usefixtures("few")
def test_lines_are_packed_as_they_were():
    rows = d.Rows()
    some: list[Row] = []
    for n in range(1, 12):
        some.append(
            Row(n, "action", "blue", f"🎲 {n}", n, 0, "now", f"ref {n}")
            if n % 2
            else Row(n, "dice", "", "", n, n, "")
        )
        rows.append(some[-1])
        assert list(rows) == some
        assert (len(rows), rows[-1], rows[0]) == (n, some[-1], some[0])
    assert [rows[k] for k in (3, 0, 9, 4, -11)] == [some[k] for k in (3, 0, 9, 4, -11)]
    assert rows[2:9] == some[2:9]
    for beyond in (11, -12):
        with pytest.raises(IndexError):
            rows[beyond]
