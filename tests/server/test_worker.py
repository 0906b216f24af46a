"""What a computer player is given, and what it answers with."""

from __future__ import annotations

import time
from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import grognard as gg
from grognard.kernel.codec import Malformed
from grognard.kernel.play import chance, check, decision
from grognard.server.catalog import CATALOG as REAL
from grognard.server.worker import Ask, decode, encode, think

from ..kernel.positions import new, positions
from ..kernel.toy import TOY
from ..kernel.toy.state import Toy
from .arcade import CATALOG, ask


def asks(s: Toy) -> bool:
    now = decision(s)
    return now is not None and now.side is not None


@settings(deadline=None)
@given(positions(asks), st.integers(0, 9))
def test_worlds_that_look_alike_are_one_question_and_one_answer(s: Toy, seed: int):
    """What the side does not know is not sent, so nothing that the player does can depend on it."""
    now = decision(s)
    t = TOY.resample(TOY.view(s, now.side), Random(seed))
    assert ask(s, "random") == ask(t, "random")
    assert think(CATALOG, ask(s, "random"), 5) == think(CATALOG, ask(t, "random"), 5)


@settings(deadline=None)
@given(positions(asks), st.text(max_size=8))
def test_the_first_action_is_legal_where_it_was_asked_for(s: Toy, seed: str):
    game = new()
    chosen = think(CATALOG, ask(s, "random", seed), 5)
    assert check(s, game.read(chosen[0])) is None


def test_a_spell_ends_with_a_throw_or_the_others_choice():
    """The Great Crusade has no secrets: whatever is chosen in a spell can be done, and the side is asked each time."""
    game = gg.new("great-crusade/beachhead", seed=1)
    spells = []
    game.roll_on()
    while not game.over:
        side = game.decision.side
        view = encode(game.system, game.view(side))
        chosen = think(REAL, Ask("great-crusade/beachhead", view, side, "scripted", str(len(spells))), 30)
        for text in chosen:
            assert game.decision.side == side
            game.do(text)
        spells.append(len(chosen))
        assert game.over or chance(game.state) or game.decision.side != side
        game.roll_on()
    assert max(spells) > 5


def test_when_the_time_is_up_what_was_chosen_so_far_stands():
    game = new(1)
    game.roll_on()
    began = time.monotonic()
    assert think(CATALOG, ask(game.state, "clock"), 0.3)
    assert 0.3 <= time.monotonic() - began < 2


def test_a_question_is_plain_data():
    game = new(1)
    game.roll_on()
    told = ask(game.state, "random")
    again = msgspec.json.decode(msgspec.json.encode(told), type=Ask)
    assert again == told
    assert decode(TOY, again.view) == game.view(told.side)


def test_a_view_of_another_system_is_no_view():
    with pytest.raises(Malformed):
        decode(TOY, b'{"side": "blue"}')
