"""Three hundred games of random play to the end, the laws watched on the way; `make fuzz` plays more."""

from __future__ import annotations

from random import Random

import pytest

from grognard.kernel import laws
from grognard.kernel.record import dumps, loads, verify_dice
from grognard.systems import find

from .positions import new

BATCHES = [("beachhead", n, 20) for n in range(10)]
BATCHES += [("to-the-rhine", n, 7) for n in range(10)]
BATCHES += [("france-1944", n, 3) for n in range(10)]


def test_there_are_three_hundred():
    assert sum(games for _, _, games in BATCHES) == 300


@pytest.mark.parametrize(("scenario", "batch", "games"), BATCHES)
def test_random_play_always_ends(scenario: str, batch: int, games: int):
    for n in range(games):
        seed = 1000 * batch + n
        rng = Random(seed)
        game = new(scenario, seed)
        for step, _ in enumerate(laws.playout(game, rng, limit=20_000, back=0.02 * (n % 3))):
            if step % 400 == 0:
                laws.check_position(game.system, game.state, rng, most=2)
        assert game.verdict is not None
        assert game.verdict.clause.startswith("TGC-")


@pytest.mark.parametrize("scenario", ["beachhead", "to-the-rhine", "france-1944"])
def test_its_record_replays_to_the_identical_position(scenario: str):
    game = new(scenario, 4711)
    for _ in laws.playout(game, Random(4711)):
        pass
    again = loads(dumps(game), find)
    assert again.state == game.state
    assert verify_dice(again) == []
