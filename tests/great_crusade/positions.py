"""Positions that random play reaches, one list a game, kept for the whole run."""

from __future__ import annotations

from functools import cache
from random import Random

import grognard as gg
from grognard.kernel.game import Game
from grognard.kernel.laws import playout
from grognard.systems.great_crusade.state import State

SCENARIOS = ("france-1944", "beachhead", "to-the-rhine")


def new(scenario: str, seed: int = 1) -> Game[State]:
    return gg.new(f"great-crusade/{scenario}", seed=seed)


@cache
def played(scenario: str, seed: int, back: float = 0.05) -> Game[State]:
    """A whole game of random play. Nobody may change it."""
    game = new(scenario, seed)
    for _ in playout(game, Random(seed), back=back):
        pass
    return game


def position(scenario: str, seed: int, place: float) -> State:
    """The position a share of the way through a game."""
    game = played(scenario, seed)
    return game.at(int(place * len(game.log)))
