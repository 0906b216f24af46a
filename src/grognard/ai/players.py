"""The players that a computer can be. Each is given what its side may see, and no more, and answers with one action."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from random import Random
from typing import Any, Protocol

from ..board.names import Side, Unknown, hint
from ..kernel.frame import Action
from ..kernel.game import Game
from ..kernel.offers import Offers
from ..kernel.system import System, Verdict
from ..kernel.view import View


class Player(Protocol):
    def choose(self, system: System[Any], view: View, offers: Offers[Any], rng: Random) -> Action:
        """One of the actions open to the side whose view it is; `offers` lists them, or good candidates."""
        ...


class RandomPlayer:
    """Any of the actions that bring the game on, heads first: the weakest player there is."""

    def choose(self, system: System[Any], view: View, offers: Offers[Any], rng: Random) -> Action:
        chosen: Action = offers.pick(rng)
        return chosen


JUDGED = ("great-crusade", "crossing-the-line")  # the systems with a judgement of their own, in `ai/SYSTEM`


class Scripted:
    """A plain player by rules of thumb, one judgement a system; where there is none yet, it plays at random."""

    def __init__(self) -> None:
        self.minds: dict[str, Player] = {}

    def choose(self, system: System[Any], view: View, offers: Offers[Any], rng: Random) -> Action:
        if system.id not in self.minds:
            self.minds[system.id] = judgement(system.id)
        return self.minds[system.id].choose(system, view, offers, rng)


def judgement(system: str) -> Player:
    if system not in JUDGED:
        return RandomPlayer()
    mind: Player = import_module(f".{system.replace('-', '_')}", __package__).Mind()
    return mind


PLAYERS: dict[str, Callable[[], Player]] = {"random": RandomPlayer, "scripted": Scripted}


def player(name: str) -> Player:
    """A new player of this name."""
    if name not in PLAYERS:
        raise Unknown(f"no player is called {name!r}{hint(name, tuple(PLAYERS))}")
    return PLAYERS[name]()


def play(
    game: Game[Any], players: Mapping[Side, Player], rng: Random, *, limit: int = 100_000
) -> Verdict | None:
    """Let players finish a game; chance throws by the seed of the game."""
    for _ in range(limit):
        game.roll_on()
        now = game.decision
        if now is None or now.side is None:
            return game.verdict
        system, s = game.system, game.state
        offers = system.offers(s, now.side)
        game.do(players[now.side].choose(system, system.view(s, now.side), offers, rng))
    raise RuntimeError(f"the game did not end within {limit} actions")
