"""The Mill for the server's tests, with computer players that misbehave. A worker process finds `CATALOG` by its name."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path
from typing import Any

from grognard.ai.players import Player, RandomPlayer
from grognard.kernel.frame import Action
from grognard.kernel.play import decision
from grognard.kernel.show import show_of
from grognard.server.catalog import Catalog
from grognard.server.worker import Ask, encode

from ..kernel.toy import TOY, find
from ..kernel.toy.state import Toy

ROOT = Path(__file__).parents[2]
if str(ROOT) not in sys.path:
    sys.path.append(str(ROOT))  # a worker looks where we look


def ask(s: Toy, player: str, seed: str = "1") -> Ask:
    """What the side that decides is asked."""
    now = decision(s)
    assert now is not None
    assert now.side is not None
    return Ask("toy/mill", encode(TOY, TOY.view(s, now.side)), now.side, player, seed)


class Sleeper(RandomPlayer):
    """Never says anything."""

    def choose(self, *_: Any) -> Action:
        time.sleep(600)
        raise AssertionError("woken")


class Spinner(RandomPlayer):
    """Thinks for ever, and lets nobody else have the processor."""

    def choose(self, *_: Any) -> Action:
        while True:
            pass


class Clock(RandomPlayer):
    """Thinks until the time is up, and then has an answer."""

    end = 0.0

    def choose(self, *asked: Any) -> Action:
        while time.monotonic() < self.end:
            pass
        return super().choose(*asked)


class Slowly(RandomPlayer):
    """Takes its time before a spell."""

    awake = False

    def choose(self, *asked: Any) -> Action:
        if not self.awake:
            time.sleep(1.0)
        self.awake = True
        return super().choose(*asked)


class Crasher(RandomPlayer):
    def choose(self, *_: Any) -> Action:
        raise ValueError("a bad day")


class Quitter(RandomPlayer):
    """Takes its process with it."""

    def choose(self, *_: Any) -> Action:
        os._exit(3)


class Talker(RandomPlayer):
    """Prints while it thinks."""

    def choose(self, *asked: Any) -> Action:
        print("thinking", flush=True)
        os.write(1, b"aloud\n")
        return super().choose(*asked)


PLAYERS = {
    "random": RandomPlayer,
    "sleeper": Sleeper,
    "spinner": Spinner,
    "clock": Clock,
    "slowly": Slowly,
    "crasher": Crasher,
    "quitter": Quitter,
    "talker": Talker,
}


def player(name: str) -> Player:
    return PLAYERS[name]()


CATALOG = Catalog("tests.server.arcade:CATALOG", (TOY.id,), find, show_of, tuple(PLAYERS), player)
