"""A game has a history: back, forth, and by the record's way to any place in it."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grognard.kernel.breach import Breach, Illegal
from grognard.kernel.game import Game
from grognard.kernel.laws import playout
from grognard.kernel.notation import NotUnderstood

from .positions import GAMES, new
from .scene import scene
from .toy import TOY
from .toy.events import Dealt, Moved, TurnBegan
from .toy.movement import Movement
from .toy.sequence import Choice


def random_game(seed: int) -> Game:
    game = new(seed)
    for _ in playout(game, Random(seed), back=0.2):
        pass
    return game


@settings(deadline=None)
@given(st.integers(0, GAMES - 1))
def test_undo_is_exact_at_every_step_and_so_is_redo(seed: int):
    game = random_game(seed)
    states = [game.at(n) for n in range(len(game.log) + 1)]
    logs, throws = list(game.log), game.throws
    for n in reversed(range(len(logs))):
        assert game.undo() == states[n]
        assert game.state is states[n]
        assert game.log == logs[:n]
    for n in range(len(logs)):
        assert game.redo() is states[n + 1]
        assert game.log == logs[: n + 1]
    assert game.throws == throws
    assert not game.undone


@given(st.lists(st.sampled_from(["do", "undo", "redo", "two back"]), max_size=60), st.integers(0, 99))
def test_any_walk_through_a_history_leads_where_its_log_says(walk: list[str], seed: int):
    game, rng = new(seed), Random(seed)
    for step in walk:
        if step == "do" and not game.over:
            game.random(rng)
            assert not game.undone
        elif step == "undo" and game.log:
            game.undo()
        elif step == "two back" and len(game.log) > 1:
            game.undo(2)
        elif step == "redo" and game.undone:
            game.redo()
    again = new(seed)
    for entry in game.log:
        again.do(entry.action)
    assert again.state == game.state
    throws = [e.throw for e in game.log if e.throw]
    assert throws == sorted(set(throws))
    assert max(throws, default=0) <= game.throws


def test_what_was_taken_back_is_forgotten_once_something_else_is_done():
    g = scene({"0402": "Lancers"}).play("move Lancers", "stop")
    g.game.undo(2)
    g.play("end")
    with pytest.raises(ValueError, match="nothing was taken back"):
        g.game.redo()


def test_a_refusal_forgets_nothing():
    g = scene({"0402": "Lancers"}).play("move Lancers")
    g.game.undo()
    assert g.refuses("move Hussars") == "TOY-2.3"
    with pytest.raises(NotUnderstood):
        g.play("fly Lancers")
    g.game.redo()
    assert g.asks("blue", Movement)


@pytest.mark.parametrize("n", [-1, 2])
def test_no_more_is_taken_back_than_was_done(n: int):
    game = new()
    game.roll()
    with pytest.raises(ValueError, match="only 1 action"):
        game.undo(n)
    with pytest.raises(ValueError, match="has 1 action"):
        game.at(n)
    assert len(game.log) == 1


def test_a_choice_is_taken_back_with_the_throws_after_it():
    g = scene({"0402": "Lancers", "0502": "Militia"}).play("attack 0502 with Lancers")
    before = g.s
    g.play("support").throws(1)
    assert g.game.undo_choice() == 2
    assert g.s is before


def test_where_nobody_chose_there_is_nothing_to_take_back():
    game = new()
    game.roll()
    assert game.undo_choice() == 0
    assert len(game.log) == 1


def test_the_log_says_who_did_what():
    game = new("7")
    game.roll_on()
    first = game.decision.side
    game.do("pass")
    assert [(e.by, e.throw) for e in game.log] == [("", 1), ("", 2), ("", 3), (first, 0)]
    assert [type(e) for e in game.log[2].events] == []
    assert [type(e) for e in game.log[1].events] == [Dealt, TurnBegan]


def test_an_action_or_its_text():
    g = scene({"0402": "Lancers"})
    assert g.game.check("move Hussars") == g.game.check(g.game.read("move Hussars")) != None  # noqa: E711
    assert g.game.text(g.game.read("move Lancers")) == "move Lancers"
    assert g.game.do(g.game.read("move Lancers")) == ()
    assert [type(e) for e in g.game.do("enter 0302")] == [Moved]


def test_events_of_the_start_and_by_side():
    game = new()
    assert game.events() == ()
    game.do("deal fresh")
    assert [type(e) for e in game.events("red")] == [Dealt]


def test_a_roll_where_somebody_chooses_is_refused():
    g = scene({"0402": "Lancers"})
    with pytest.raises(Illegal) as refused:
        g.game.roll()
    assert refused.value.breach == Breach("dice", "nothing is left to chance now")
    g.game.roll_on()
    assert not g.game.log


def test_rolling_on_stops_where_a_side_chooses():
    game = new("7")
    game.roll_on()
    assert isinstance(game.decision.frame, Choice)
    assert len(game.log) == 3


def test_a_view_and_a_verdict():
    game = random_game(1)
    assert game.over
    assert game.verdict == TOY.verdict(game.state)
    assert game.view("red") == TOY.view(game.state, "red")
    assert game.view("red").over
    assert new().verdict is None


def test_options_are_those_of_the_game():
    game = new(1, turns="2")
    assert game.state.last == 2
    assert game.options == {"turns": "2"}
    with pytest.raises(ValueError, match="turns is 2 or 3"):
        new(1, turns="9")


@pytest.mark.parametrize("seed", ["two\nlines", "\x00", "a\r", "\ud800"])
def test_a_seed_is_printable(seed: str):
    with pytest.raises(ValueError, match="printable"):
        new(seed)


def test_a_seed_may_be_a_number():
    assert new(7).seed == "7"
