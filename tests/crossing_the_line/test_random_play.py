"""Games of random play to the end, the laws watched on the way; half of them by a bold player, for left to pure chance the
sides soon pass."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from grognard.board.names import Unknown
from grognard.kernel import laws
from grognard.kernel.record import dumps, loads, verify_dice
from grognard.kernel.system import System

from .positions import SCENARIOS, bold, new
from .table import SYSTEM, scene

GAMES = {"first-blood": 200, "stolberg-corridor": 200, "across-the-wurm": 200, "aachen-1944": 20}
BATCH = {"first-blood": 100, "stolberg-corridor": 10, "across-the-wurm": 10, "aachen-1944": 1}
BATCHES = [(name, n) for name, games in GAMES.items() for n in range(games // BATCH[name])]


def find(id: str) -> System[Any]:
    if id != SYSTEM.id:
        raise Unknown(f"no system is called {id!r}")
    return SYSTEM


@pytest.mark.parametrize(("scenario", "batch"), BATCHES)
def test_random_play_always_ends(scenario: str, batch: int):
    for n in range(BATCH[scenario]):
        seed = 1000 * batch + n
        rng, game = Random(seed), new(scenario, seed)
        for step in range(20_000):
            if game.over:
                break
            if seed % 2:
                bold(game, rng)
            else:
                game.random(rng, back=0.02)
            if step % 300 == seed % 300:
                laws.check_position(SYSTEM, game.state, rng, most=2)
                assert SYSTEM.unsound(game.state) == ""
        assert game.verdict is not None
        assert game.verdict.clause.startswith("CTL-10")


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_its_record_replays_to_the_identical_position(scenario: str):
    game = new(scenario, 4711)
    for _ in laws.playout(game, Random(4711)):
        pass
    again = loads(dumps(game), find)
    assert again.state == game.state
    assert verify_dice(again) == []


def test_the_record_of_a_study_brings_its_board():
    """A board and ratings of a study are in its record."""
    g = scene(
        US={"3010": "1/16 E6 CS7"}, German={"3011": "I/27 E4 CS4"}, terrain={"3011": "town"}, active="1ID", ap=3, levels={"12ID": 0}
    )  # fmt: skip
    g.play("attack 1/16 3011 regular").chits(3, 7).throws(5)
    again = loads(dumps(g.game), find)
    assert again.state == g.game.state
