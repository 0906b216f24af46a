"""The computer at a table: it plays when it is asked, within its time, and the game goes on whatever its player does."""

from __future__ import annotations

import time
from random import Random
from typing import Any

import pytest

import grognard as gg
from grognard.ai import players
from grognard.kernel import record
from grognard.server import computer
from grognard.server.catalog import CATALOG as SHELF

from .house import House, Seat, says
from .running import wait_until


def wait(seat: Seat, side: str = "blue") -> Any:
    """Until the person is asked again, or the game is over."""
    wait_until(lambda: seat.game.get("over") or seat.game["asks"] == side, 30)
    return seat.game


def kinds(seat: Seat) -> list[tuple[str, str]]:
    return [(x["kind"], x["by"]) for x in seat.get("/log")]


def test_it_plays_when_it_is_asked_and_its_page_says_that_it_thinks(inn: House, dice: Any):
    dice("7")
    ann = inn.new(blue="me", red="slowly")
    with ann.live() as page:
        page.next("hello")
        ann.act("pass")
        thinking = page.until(lambda p: p.get("thinking"))["thinking"]
        assert (thinking["side"], thinking["player"]) == ("red", "slowly")
        assert ann.game["thinking"]["player"] == "slowly"
        assert ann.game["seats"]["red"] == {"kind": "computer", "name": "slowly"}
        page.until(lambda p: any(x["by"] == "red" for x in p.get("lines", ())))
        page.until(lambda p: p["kind"] == "thinking" and not p.get("thinking"))
    assert "thinking" not in wait(ann)


def test_while_it_thinks_nobody_chooses_for_it(inn: House, dice: Any):
    dice("7")
    ann = inn.new(blue="me", red="slowly")
    ann.act("pass")
    with says(403, why="it is the choice of Red now"):
        ann.act("pass")
    assert wait(ann)["asks"] == "blue"


@pytest.mark.parametrize("player", ["crasher", "quitter", "sleeper"])
def test_a_player_that_fails_does_not_hold_up_the_game(tmp_path: Any, dice: Any, player: str):
    """It crashes, takes its process along, or never answers: then chance chooses, by the rules."""
    dice("7")
    with House(tmp_path, think=0.3, grace=0.3) as house:
        ann = house.new(blue="me", red=player)
        began = time.monotonic()
        while not wait(ann).get("over"):
            ann.act("pass")
        assert ("action", "red") in kinds(ann)
        assert time.monotonic() - began < 25


def test_others_are_served_while_it_thinks_for_ever(tmp_path: Any, dice: Any):
    dice("7")
    with House(tmp_path, think=3.0, grace=1.0) as house:
        slow = house.new(blue="me", red="spinner")
        slow.act("pass")
        wait_until(lambda: "thinking" in slow.game)
        ann, took = house.new(), []
        for _ in range(20):
            began = time.monotonic()
            ann.choose()
            took.append(time.monotonic() - began)
        assert sorted(took)[10] < 1.0
        assert "thinking" in slow.game
        assert wait(slow)["asks"] == "blue"


def test_taken_back_while_it_thinks_its_answer_is_void(inn: House, dice: Any):
    dice("7")
    ann = inn.new(blue="me", red="slowly")
    ann.act("pass")
    wait_until(lambda: "thinking" in ann.game)
    ann.back(3)
    assert ann.game["asks"] == "blue"
    time.sleep(1.3)
    assert not any(by == "red" for _, by in kinds(ann))
    ann.act("activate Guard")


def test_told_to_wait_it_waits_until_it_is_told_to_go_on(inn: House, dice: Any):
    """What it was thinking is thrown away at once, its process with it; the log keeps both words."""
    dice("7")
    ann = inn.new(blue="me", red="spinner")
    with ann.live() as page:
        page.next("hello")
        ann.act("pass")
        page.until(lambda p: p.get("thinking"))
        began = time.monotonic()
        assert ann.hold(True)["asks"] == "red"
        page.until(lambda p: any(x["kind"] == "hold" for x in p.get("lines", ())))
        page.until(lambda p: p["kind"] == "thinking" and not p.get("thinking"))
        assert time.monotonic() - began < 1.5  # it would think for 2 s, and 2 s more in vain
    held = ann.game
    assert (held["held"], held["asks"], held["your_turn"]) == (True, "red", False)
    assert not ann.hold(True)["lines"]  # it waits already
    assert inn.ask("POST", "/mine", {"tokens": [ann.token]})[0]["held"]
    with says(403, why="it is the choice of Red now"):
        ann.act("pass")
    ann.hold(False)
    assert "held" not in wait(ann)
    log = [x for x in ann.get("/log") if x["kind"] == "hold"]
    assert [(x["by"], x["action"]) for x in log] == [("blue", "on"), ("blue", "off")]
    assert log[0]["told"][0]["text"] == "Blue told the computer to wait."
    assert ("action", "red") in kinds(ann)


def test_who_may_tell_it_to_wait_and_when(inn: House, dice: Any):
    dice("7")
    ann = inn.new(blue="me", red="slowly")
    with says(422, why="it is not the computer's turn"):
        ann.hold(True)
    ann.act("pass")
    with says(401):
        ann.spectator.hold(True)
    ann.hold(True)
    with says(401):
        ann.spectator.hold(False)
    assert ann.game["held"]


def test_told_to_wait_one_may_take_back_and_choose_anew(inn: House, dice: Any):
    """Taken back and done again it still waits; whoever chooses wants an answer."""
    dice("7")
    ann = inn.new(blue="me", red="slowly")
    start = ann.game["actions"]
    ann.act("pass")
    ann.hold(True)
    back = ann.game["take_back"]
    assert (back["can"], back["to"]) == (True, start)
    ann.back(start)
    assert ann.game["your_turn"]
    assert "held" not in ann.game
    ann.again()
    assert (ann.game["held"], ann.game["asks"]) == (True, "red")
    ann.back(start)
    ann.act("pass")
    assert "held" not in ann.game
    assert wait(ann)["asks"] == "blue"
    assert ("action", "red") in kinds(ann)


def test_after_a_restart_it_still_waits(tmp_path: Any, dice: Any):
    dice("7")
    with House(tmp_path) as house:
        ann = house.new(blue="me", red="sleeper")
        ann.act("pass")
        ann.hold(True)
        house.crash()
        assert ann.game["held"]
    with House(tmp_path, think=0.1, grace=0.1) as house:
        wait_until(lambda: ann.id in house.service.lives)
        again = Seat(house, ann.id, ann.token, ann.made)
        time.sleep(0.6)
        assert (again.game["held"], again.game["asks"]) == (True, "red")
        again.hold(False)
        assert wait(again)["asks"] == "blue"


def test_after_a_restart_it_goes_on(tmp_path: Any, dice: Any):
    dice("7")
    with House(tmp_path) as house:
        ann = house.new(blue="me", red="sleeper")
        ann.act("pass")
        wait_until(lambda: "thinking" in ann.game)
    with House(tmp_path, think=0.2, grace=0.2) as house:
        wait_until(lambda: ann.id in house.service.lives)
        again = Seat(house, ann.id, ann.token, ann.made)
        assert wait(again)["asks"] == "blue"
        assert ("action", "red") in kinds(again)


def test_what_it_proposes_is_judged_like_anybodys(inn: House, dice: Any, monkeypatch: pytest.MonkeyPatch):
    dice("7")
    said = []

    async def choose(ask: Any) -> list[str]:
        said.append(ask.player)
        return ["activate Guard", "fly to the moon"]

    monkeypatch.setattr(inn.service.lanes, "choose", choose)
    ann = inn.new(blue="me", red="random")
    ann.act("pass")
    assert wait(ann)["asks"] == "blue"
    assert len(said) >= 1
    assert not any("Guard" in x["action"] for x in ann.get("/log") if x["by"] == "red")


def test_its_player_is_told_what_its_side_may_see(inn: House, dice: Any, monkeypatch: pytest.MonkeyPatch):
    """The question holds the view and no seed: `test_worker` shows that the answer depends on nothing else."""
    dice("7")
    asked = []
    real = computer.question

    def question(table: Any, side: str) -> Any:
        asked.append((table.system.codec.to_json(table.system.view(table.state, side)), real(table, side)))
        return asked[-1][1]

    monkeypatch.setattr(computer, "question", question)
    ann = inn.new(blue="me", red="random")
    ann.act("pass")
    wait(ann)
    assert asked
    for view, ask in asked:
        assert ask.view == view
        assert (ask.side, ask.player) == ("red", "random")
        assert ask.seed != "7"


def test_the_built_in_player_plays_the_great_crusade(tmp_path: Any):
    """It goes on with a game that comes in from a record, as soon as it is there."""
    game, player, rng = gg.new("great-crusade/beachhead", seed=1), players.player("scripted"), Random(1)
    game.roll_on()
    while len(game.log) < 40 or game.decision.side != "allied":
        side = game.decision.side
        game.do(player.choose(game.system, game.view(side), game.system.offers(game.state, side), rng))
        game.roll_on()
    asked = {"record": record.dumps(game), "seats": {"allied": "scripted", "german": "me"}}
    with House(tmp_path, SHELF, think=10.0) as house:
        made = house.ask("POST", "/games/import", asked)
        ann = Seat(house, made["game"], made["token"], made)
        before = len(game.log)
        wait_until(lambda: sum(by == "allied" for _, by in kinds(ann)[before:]) > 5, 60)
