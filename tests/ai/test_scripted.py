"""The scripted player: honest, never refused, and better than chance."""

from __future__ import annotations

from random import Random

import pytest

import grognard as gg
from grognard.ai.players import PLAYERS, Player, RandomPlayer, Scripted, play, player
from grognard.board.names import Unknown
from grognard.kernel.laws import playout
from grognard.kernel.play import check, decision
from grognard.systems import IDS, find

ABOUT = [about for id in IDS for about in find(id).scenarios()]
LONG = "crossing-the-line/aachen-1944"
"""A game of some thousand decisions: played once a side."""


def rounds(scenario: str, most: int) -> range:
    return range(1 if scenario == LONG else most)


def seats(scenario: str) -> tuple[str, ...]:
    """Who plays: one side where nobody plays the other (CTL-10.1d)."""
    return next(tuple(about.sides) for about in ABOUT if about.id == scenario)


@pytest.mark.parametrize(
    ("scenario", "mine", "seed"),
    [(a.id, side, seed) for a in ABOUT for side in a.sides for seed in rounds(a.id, 3)],
)
def test_it_plays_either_side_to_the_end(scenario: str, mine: str, seed: int):
    """Against an opponent who does anything at all. `play` raises where an action is refused."""
    game = gg.new(scenario, seed=seed)
    players: dict[str, Player] = {side: RandomPlayer() for side in seats(scenario)}
    verdict = play(game, {**players, mine: Scripted()}, Random(seed))
    assert verdict is not None
    assert verdict == game.verdict


@pytest.mark.parametrize(("scenario", "seed"), [(a.id, seed) for a in ABOUT for seed in rounds(a.id, 4)])
def test_it_knows_what_to_do_in_a_muddle(scenario: str, seed: int):
    """Wherever random play ends up, it has an answer, the answer is legal, and it is a matter of its view alone."""
    game = gg.new(scenario, seed=seed)
    rng = Random(seed)
    for n, _ in enumerate(playout(game, rng)):
        now = decision(game.state)
        if n % 60 or now is None or now.side is None:
            continue
        view, offers = game.view(now.side), game.system.offers(game.state, now.side)
        a = Scripted().choose(game.system, view, offers, Random(n))
        assert check(game.state, a) is None
        other = game.system.resample(view, Random(n + 1))
        again = Scripted().choose(
            game.system, game.system.view(other, now.side), game.system.offers(other, now.side), Random(n)
        )
        assert again == a


@pytest.mark.parametrize("mine", [0, 1])
def test_it_beats_chance(mine: int):
    sides = seats("great-crusade/beachhead")
    won = 0
    for seed in range(6):
        game = gg.new("great-crusade/beachhead", seed=seed)
        verdict = play(game, {sides[mine]: Scripted(), sides[1 - mine]: RandomPlayer()}, Random(seed))
        won += verdict is not None and verdict.side == sides[mine]
    assert won >= 5


def test_players_go_by_name():
    assert isinstance(player("scripted"), Scripted)
    with pytest.raises(Unknown, match="did you mean"):
        player("scriptd")
    assert set(PLAYERS) >= {"random", "scripted"}
