"""An open page of a real table: pushed what its seat may see, and told what it missed when it comes back."""

from __future__ import annotations

from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from .house import House, Seat, says


@pytest.fixture
def ann(inn: House, dice: Any) -> Seat:
    """A game between persons; Blue goes first."""
    dice("7")
    return inn.new(blue="me", red="open")


def texts(push: Any) -> list[str]:
    return [x.get("action", "") for x in push.get("lines", ())]


def test_what_is_done_is_pushed_to_all_as_each_may_see_it(ann: Seat):
    """The first lines deal a strength to a unit of each side: only its owner is told which."""
    bob, eve = ann.invited("red"), ann.spectator
    told = {}
    for name, seat in (("blue", ann), ("red", bob), ("", eve)):
        with seat.live(since=0) as page:
            told[name] = page.next("hello")
            assert told[name]["lines"] == seat.get("/log")
    deals = {name: texts(push)[:2] for name, push in told.items()}
    assert deals["blue"][0].startswith("deal")
    assert deals["blue"][1] == deals["red"][0] == ""
    assert deals["red"][1].startswith("deal")
    assert deals[""] == ["", ""]
    with ann.live() as hers, bob.live() as his, eve.live() as its:
        for page in (hers, his, its):
            assert "lines" not in page.next("hello")
        done = ann.act("pass")
        for page, turn in ((hers, False), (his, True), (its, False)):
            push = page.next("moved")
            assert (push["version"], push["asks"]) == (done["version"], "red")
            assert texts(push) == ["pass"]
            assert push.get("your_turn", False) == turn


def test_who_comes_back_is_told_the_lines_since(inn: House, ann: Seat):
    bob = ann.invited("red")
    with bob.live() as page:
        seen = page.next("hello")["version"]
    ann.play("activate Guard", "move Lancers")
    ann.back(4)
    ann.play("end")
    log = bob.get("/log")
    for crash in (False, True):
        if crash:
            inn.crash()
        with bob.live(since=seen) as page:
            push = page.next("hello")
            assert push["version"] == ann.version == 7
            assert push["lines"] == log[seen:]
            assert [x.get("undone", False) for x in push["lines"]] == [False, True, False, False]
        with bob.live(since=7) as page:
            assert "lines" not in page.next("hello")
        with bob.live(since=99) as page:
            assert "lines" not in page.next("hello")


def test_taking_back_the_end_and_a_throw_are_pushed(inn: House, dice: Any):
    dice("7")
    ann = inn.new()
    with ann.live() as page:
        page.next("hello")
        ann.play("pass", "pass")
        page.next("moved")
        thrown = page.next("moved")
        assert [x["kind"] for x in thrown["lines"]] == ["action", "dice"]
        ann.back(4)
        assert page.next("back")["lines"][0]["kind"] == "back"
        ann.post("/resign", {"version": ann.version, "side": "red"})
        over = page.next("over")
        assert over["over"]
        assert "asks" not in over
        assert not over.get("your_turn")


def test_a_repeated_call_is_not_pushed_again(ann: Seat):
    with ann.live() as page:
        page.next("hello")
        for _ in range(3):
            ann.act("activate Guard", id="x", version=3)
        ann.act("end")
        versions = [page.next("moved")["version"] for _ in range(2)]
        assert versions == [4, 5]


def test_a_hot_seat_sees_with_the_eyes_it_wants(inn: House, dice: Any):
    dice("7")
    ann = inn.new()
    with ann.live(since=0, side="red") as page:
        assert texts(page.next("hello"))[0] == ""
    with ann.live(since=0) as page:
        assert texts(page.next("hello"))[0].startswith("deal")


def closed(page: Any) -> tuple[int, str]:
    with pytest.raises(ConnectionClosed) as e:
        page.next()
    assert e.value.rcvd is not None
    return e.value.rcvd.code, e.value.rcvd.reason


def test_who_may_not_listen_is_told_why(inn: House, ann: Seat):
    with Seat(inn, ann.id, "x" * 32, {}).live() as page:
        assert closed(page) == (4401, "the token opens no seat at this table")
    with ann.live(side="red") as page:
        assert closed(page)[0] == 4403
    with Seat(inn, "a" * 12, ann.token, {}).live() as page:
        assert closed(page) == (4404, "there is no game of this id")


def test_a_line_that_is_not_on_disk_is_not_told(inn: House, ann: Seat, monkeypatch: pytest.MonkeyPatch):
    """The disk is full: the action is not done, nobody hears of it, and it can be sent again."""
    with ann.live() as page:
        page.next("hello")
        with monkeypatch.context() as patch:

            def full(*_: Any) -> None:
                raise OSError("no space left on device")

            patch.setattr(inn.service.store, "append", full)
            with says(503, why="could not be written to disk"):
                ann.act("activate Guard", id="x", version=3)
        assert ann.version == 3
        assert ann.act("activate Guard", id="x", version=3)["version"] == 4
        assert page.next("moved")["version"] == 4


def test_a_second_server_on_the_same_log_is_noticed(inn: House, ann: Seat):
    """A line that somebody else has written is not written over: the table is read anew."""
    table = inn.service.lives[ann.id].table
    with inn.service.store.engine.begin() as c:
        from sqlalchemy import text

        c.execute(
            text(
                "insert into log values (:g, 4, 'action', 'blue', 'pass', 4, 0, '2026-01-01T00:00:00.000Z', null)"
            ),
            {"g": ann.id},
        )
    with says(409):
        ann.act("activate Guard", version=3)
    assert ann.game["version"] == 4
    assert ann.game["asks"] == "red"
    assert inn.service.lives[ann.id].table is not table
