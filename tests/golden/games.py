"""Which games are golden, and what is kept of their ends."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import grognard as gg
from grognard.ai.players import PLAYERS, play
from grognard.kernel.game import Game
from grognard.kernel.show import Stack, show_of
from grognard.systems import find

HERE = Path(__file__).parent


class Golden(NamedTuple):
    """A game, who played it (a player a side, as the system lists its sides), and by which seed."""

    scenario: str
    players: tuple[str, str]
    seed: str = "golden"

    @property
    def record(self) -> Path:
        return HERE / f"{self.scenario.replace('/', '-')}-{'-'.join(self.players)}.grog"

    @property
    def end(self) -> Path:
        return self.record.with_suffix(".end")


GAMES = (
    Golden("great-crusade/beachhead", ("scripted", "scripted")),
    Golden("great-crusade/beachhead", ("random", "random")),
    Golden("great-crusade/to-the-rhine", ("scripted", "scripted")),
    Golden("great-crusade/to-the-rhine", ("random", "scripted")),
    Golden("great-crusade/france-1944", ("scripted", "scripted")),
    Golden("crossing-the-line/first-blood", ("scripted", "scripted")),
    Golden("crossing-the-line/first-blood", ("random", "random")),
    Golden("crossing-the-line/stolberg-corridor", ("scripted", "scripted")),
    Golden("crossing-the-line/stolberg-corridor", ("random", "random")),
    Golden("crossing-the-line/across-the-wurm", ("scripted", "scripted")),
    Golden("crossing-the-line/across-the-wurm", ("random", "random")),
    Golden("crossing-the-line/aachen-1944", ("scripted", "scripted")),
    Golden("crossing-the-line/aachen-1944", ("random", "scripted")),
)


def played(golden: Golden) -> Game[Any]:
    game = gg.new(golden.scenario, seed=golden.seed)
    seats = dict(zip(find(golden.scenario.partition("/")[0]).sides, golden.players, strict=True))
    play(game, {side: PLAYERS[name]() for side, name in seats.items()}, Random(golden.seed))
    return game


def told(game: Game[Any]) -> str:
    """How it ended: the verdict, and where who stands, as each side sees it."""
    out = [f"actions {len(game.log)}"]
    if game.verdict is not None:
        out.append(f"verdict {game.verdict.side} {game.verdict.clause}")
    for side in game.system.sides:
        out.append(f"seen by {side}")
        board = show_of(game.system).board(game.view(side))
        out += sorted(line(stack) for stack in board.stacks)
        out += [
            f"box {box.id}: {' '.join(sorted(p.unit for p in box.pieces))}".rstrip() for box in board.boxes
        ]
        out += [f"{chip.id}: {chip.value}" for chip in board.chips if chip.value.isascii()]
    return "\n".join(out) + "\n"


def line(stack: Stack) -> str:
    pieces = " ".join(f"{p.unit}({','.join((*p.values, *sorted(p.states)))})" for p in stack.pieces)
    return f"{stack.hex} {stack.side}: {pieces}" + (f" and {stack.unknown} unseen" if stack.unknown else "")
