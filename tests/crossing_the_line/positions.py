"""Positions that random play reaches, one list a game, kept for the whole run. The player is bold: left to pure chance a side
soon passes, and nothing ever meets."""

from __future__ import annotations

from functools import cache
from random import Random

from grognard.ai.players import play, player
from grognard.kernel.game import Game
from grognard.kernel.play import chance
from grognard.systems.crossing_the_line import actions
from grognard.systems.crossing_the_line.state import State

from .table import SYSTEM

SMALL = ("first-blood", "stolberg-corridor", "across-the-wurm")
SCENARIOS = (*SMALL, "aachen-1944")

IDLE = (
    actions.End, actions.Pass, actions.Stop, actions.Decline, actions.Transfer, actions.CallOff, actions.Keep,
)  # fmt: skip


def new(scenario: str, seed: int = 1) -> Game[State]:
    return Game(SYSTEM, SYSTEM.world(f"crossing-the-line/{scenario}"), seed=seed)


def bold(game: Game[State], rng: Random, back: float = 0.02) -> None:
    """One action by chance; it is rather an attack than a move, and rather anything than nothing."""
    if chance(game.state):
        game.roll()
        return
    offers = game.legal()
    if rng.random() < 0.3:
        attacks = [a for a in offers if isinstance(a, actions.Attack)]
        if attacks:
            game.do(rng.choice(attacks))
            return
    for _ in range(6):
        a = offers.pick(rng, back=back)
        if not isinstance(a, IDLE) or rng.random() < 0.05:
            break
    game.do(a)


@cache
def played(scenario: str, seed: int) -> Game[State]:
    """A whole game of bold play. Nobody may change it."""
    game, rng = new(scenario, seed), Random(seed)
    while not game.over:
        bold(game, rng)
        assert len(game.log) < 20_000
    return game


@cache
def schooled(scenario: str, seed: int) -> Game[State]:
    """A whole game between two scripted players, who get deeper into combats and reactions. Nobody may change it."""
    game = new(scenario, seed)
    play(game, {"us": player("scripted"), "german": player("scripted")}, Random(seed))
    return game


def position(scenario: str, seed: int, place: float) -> State:
    """The position a share of the way through a game; of every other seed, of one that scripted players played."""
    game = schooled(scenario, seed) if seed % 2 and scenario in SMALL else played(scenario, seed)
    return game.at(int(place * len(game.log)))
