"""What can be taken back, how far, and by whom; and that a throw once made is never made again."""

from __future__ import annotations

from typing import Any

import pytest

from .house import House, Seat, says


@pytest.fixture
def alone(inn: House, dice: Any) -> Seat:
    dice("7")
    return inn.new()


@pytest.fixture
def ann(inn: House, dice: Any) -> Seat:
    """A game between persons; Blue goes first."""
    dice("7")
    return inn.new(blue="me", red="open")


def bounds(seat: Seat) -> tuple[bool, int, int, str]:
    back = seat.game["take_back"]
    return back["can"], back.get("to", 0), back.get("least", 0), back.get("why", "")


# ---- between persons


def test_own_choices_may_be_taken_back_to_the_last_throw(ann: Seat):
    assert bounds(ann) == (False, 3, 3, "dice were thrown")
    ann.play("activate Guard", "move Lancers", "stop")
    assert bounds(ann) == (True, 5, 3, "dice were thrown")
    before = ann.get("/at/4")["board"]
    done = ann.back(4)
    (line,) = done["lines"]
    assert (line["kind"], line["by"], line["step"], line["n"]) == ("back", "blue", 4, 7)
    assert ann.game["board"] == before
    assert ann.game["actions"] == 4
    with says(422, why="dice were thrown"):
        ann.back(2)
    ann.back(3)
    assert [o["text"] for o in ann.game["choices"]["single"]] == ["activate Guard", "activate Foot", "pass"]


def test_no_further_than_a_choice_of_the_other(ann: Seat):
    bob = ann.invited("red")
    ann.play("pass")
    assert bounds(ann) == (True, 3, 3, "dice were thrown")
    assert bounds(bob) == (False, 4, 4, "Blue has chosen")
    with says(422, why="Blue has chosen"):
        bob.back(3)
    bob.play("activate Iron", "move Hussars")
    assert bounds(ann) == (False, 6, 6, "Red has chosen")
    assert bounds(bob) == (True, 5, 4, "Blue has chosen")
    with says(422, why="Red has chosen"):
        ann.back(3)
    bob.back(4)
    assert bounds(ann) == (True, 3, 3, "dice were thrown")
    ann.back(3)
    assert ann.game["asks"] == "blue"


def test_no_further_than_what_came_to_light(inn: House, dice: Any):
    """TOY-1.2: who leaves a stack uncovers the one below."""
    dice("7")
    ann = inn.new(blue="me", red="open")
    ann.play("activate Guard", "move Grenadiers", "enter 0202")
    assert any("is seen" in t["text"] for x in ann.get("/log") for t in x["told"])
    assert bounds(ann) == (False, 6, 6, "something came to light")
    ann.play("stop")
    assert bounds(ann) == (True, 6, 6, "something came to light")
    with says(422, why="something came to light"):
        ann.back(5)
    ann.back(6)


def test_what_was_taken_back_may_be_done_again(ann: Seat):
    bob = ann.invited("red")
    ann.play("activate Guard", "move Lancers", "stop")
    after = ann.raw("/at/6")
    board = ann.game["board"]
    ann.back(3)
    assert ann.game["redo"]
    assert not bob.game.get("redo")
    with says(422, why="nothing was taken back that could be done again"):
        bob.again()
    for step in (4, 5, 6):
        (line,) = ann.again()["lines"]
        assert (line["kind"], line["step"]) == ("again", step)
    assert ann.game["board"] == board
    assert ann.raw("/at/6") == after
    assert not ann.game.get("redo")
    with says(422, why="nothing was taken back"):
        ann.again()


def test_another_choice_ends_doing_again(ann: Seat):
    ann.play("activate Guard", "move Lancers")
    ann.back(3)
    ann.play("activate Foot")
    assert not ann.game.get("redo")
    with says(422, why="nothing was taken back"):
        ann.again()


def test_taking_back_twice_and_doing_again_goes_through_both(ann: Seat):
    ann.play("activate Guard", "move Lancers", "stop")
    ann.back(5)
    ann.back(3)
    for text in ("activate Guard", "move Lancers", "stop"):
        ann.again()
        assert ann.get(f"/at/{ann.game['actions']}")["line"]["action"] == text


def test_undone_lines_stay_in_the_log(ann: Seat):
    ann.play("activate Guard", "move Lancers")
    ann.back(4)
    for seat in (ann, ann.invited("red"), ann.spectator):
        log = seat.get("/log")
        assert [x["n"] for x in log if x.get("undone")] == [5]
        assert log[4]["action"] == "move Lancers"
    ann.again()
    assert not any(x.get("undone") for x in ann.get("/log"))


def test_what_cannot_be_gone_back_to(ann: Seat):
    ann.play("activate Guard")
    with says(422, why="there are 4 actions"):
        ann.back(4)
    with says(422, why="there are 4 actions"):
        ann.back(9)
    with says(409):
        ann.post("/back", {"version": 3, "to": 3})
    with says(409):
        ann.post("/again", {"version": 3})


# ---- alone at the table


def test_alone_one_goes_back_to_any_step(alone: Seat):
    assert bounds(alone) == (False, 3, 3, "you have chosen nothing yet")
    alone.play("activate Guard", "move Grenadiers", "enter 0202", "stop", "end", "pass")
    assert alone.game["actions"] == 10
    assert alone.get("/at/10")["line"]["kind"] == "dice"
    assert bounds(alone) == (True, 8, 3, "")
    assert not alone.game.get("studied")
    (line,) = alone.back(8)["lines"]
    assert line["studied"]
    assert alone.game["studied"]
    alone.back(3)
    assert alone.game["choices"]["single"][0]["text"] == "activate Guard"


def test_throws_belong_to_what_they_follow(alone: Seat):
    """To go back to the moment of an action is to go back to after its dice."""
    with says(422, why="you have chosen nothing yet"):
        alone.back(0)
    alone.play("pass", "pass")
    assert [x["kind"] for x in alone.get("/log")[-2:]] == ["action", "dice"]
    with says(422, why="the throw belongs to the action before it"):
        alone.back(5)
    alone.play("activate Guard" if alone.game["asks"] == "blue" else "activate Iron")
    assert alone.back(5)["lines"][0]["step"] == 6
    alone.back(0)
    assert alone.game["actions"] == 3


def test_no_throw_is_made_twice(inn: House, dice: Any):
    """Taken back and done differently, the next throw is the next of the seed; done again, it shows the same."""
    dice("7")
    alone = inn.new()
    alone.play("pass", "pass")
    first = alone.get("/log")[-1]
    assert (first["kind"], first["throw"]) == ("dice", 4)
    alone.back(4)
    alone.again()
    assert alone.get(f"/at/{alone.game['actions']}")["line"] == first
    alone.back(4)
    alone.play("pass")
    second = alone.get("/log")[-1]
    assert (second["kind"], second["throw"], second["step"]) == ("dice", 5, first["step"])
    inn.crash()
    alone.back(4)
    alone.play("pass")
    assert alone.get("/log")[-1]["throw"] == 6
    throws = [x["throw"] for x in alone.get("/log") if x["kind"] == "dice"]
    assert len(set(throws)) == len(throws)


def test_a_repeated_call_throws_nothing_anew(alone: Seat):
    alone.play("pass")
    one = alone.act("pass", id="x", version=4)
    assert alone.act("pass", id="x", version=4) == one
    alone.back(4)
    two = alone.act("pass", id="y")
    assert alone.act("pass", id="x", version=4) == one != two


def test_the_log_after_the_power_went_is_the_same(inn: House, alone: Seat):
    """All of it: what was taken back, done again and done otherwise."""
    alone.play("activate Guard", "move Lancers", "stop", "end", "pass")
    alone.back(6)
    alone.again()
    alone.back(4)
    alone.play("end", "pass")
    before = {path: alone.raw(path) for path in ("", "/log", "/at/5", "/record")}
    inn.crash()
    assert {path: alone.raw(path) for path in before} == before


def test_nobody_goes_back_who_holds_no_seat(alone: Seat):
    back = alone.spectator.game["take_back"]
    assert (back["can"], back["why"]) == (False, "only who plays can take back")
