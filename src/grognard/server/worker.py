"""A process that thinks for the computer players. It is given what a side may see, and answers with actions.

`python -m grognard.server.worker CATALOG` reads one question a line and writes one answer a line. It ends when whoever
asks is gone.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from contextlib import suppress
from queue import SimpleQueue
from random import Random
from typing import IO, Any, get_type_hints

import msgspec

from ..kernel import notation
from ..kernel.frame import Action
from ..kernel.play import apply, check, decision
from ..kernel.system import System
from ..kernel.view import View
from .catalog import Catalog, named

MOST = 500  # actions in one answer
NICE = 5  # the server's answers come first


class Ask(msgspec.Struct, frozen=True):
    """What a computer player is asked. `view` is all that it knows of the position: see `encode`."""

    scenario: str
    view: bytes
    side: str
    player: str
    seed: str
    board: str = ""  # of a study on a board of its own


class Told(msgspec.Struct, frozen=True):
    """A question on its way, with the time there is."""

    ask: Ask
    seconds: float


class Answer(msgspec.Struct, frozen=True):
    """The actions in their order, or what went wrong; the very first answer, without any, says that the worker is up."""

    actions: tuple[str, ...] = ()
    wrong: str = ""


# ---- views as bytes


def encode(system: System[Any], view: View) -> bytes:
    """Two positions that look alike to a side give the same bytes."""
    return system.codec.to_json(view)


def decode(system: System[Any], data: bytes) -> View:
    kind: type[View] = get_type_hints(type(system).view)["return"]
    return system.codec.read_view(kind, data)


# ---- thinking


def think(catalog: Catalog, ask: Ask, seconds: float) -> list[str]:
    """Choose, and go on choosing while the decision stays with the side and nothing new comes to light: a throw ends the
    spell, and so does whatever would show more than was known when it began. When the time is up, what was chosen so far
    stands."""
    end = time.monotonic() + seconds
    system = catalog.find(ask.scenario.partition("/")[0])
    if ask.board:
        system.remake(ask.scenario, ask.board)
    rng = Random(ask.seed)
    view = decode(system, ask.view)
    s = system.resample(view, rng)
    twin = system.resample(view, rng)  # another world that looks the same
    player = catalog.player(ask.player)
    if hasattr(player, "end"):
        player.end = end  # it minds the clock itself
    chosen: list[str] = []
    while len(chosen) < MOST:
        a: Action = player.choose(system, system.view(s, ask.side), system.offers(s, ask.side), rng)
        chosen.append(notation.text(a, s.world))
        if check(s, a) is not None or time.monotonic() >= end:
            break
        after = apply(s, a, judged=True).state
        if twin == s:
            twin = after
        elif check(twin, a) is not None:
            break
        else:
            twin = apply(twin, a, judged=True).state
            if system.view(twin, ask.side) != system.view(after, ask.side):
                break
        s = after
        now = decision(s)
        if now is None or now.side != ask.side:
            break
    return chosen


# ---- the process


def listen(source: IO[bytes], questions: SimpleQueue[bytes]) -> None:
    """Reads while the other thread thinks, so that the end of the server is the end of us, even in the middle of it."""
    for line in source:
        questions.put(line)
    os._exit(0)


def main(name: str) -> None:
    source, out = sys.stdin.buffer, os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)  # what a player prints is no answer
    if hasattr(os, "nice"):
        os.nice(NICE)
    catalog = named(name)
    for id in catalog.ids:
        system = catalog.find(id)
        _ = system.codec
        for about in system.scenarios():
            system.world(about.id)
    questions: SimpleQueue[bytes] = SimpleQueue()
    threading.Thread(target=listen, args=(source, questions), daemon=True).start()
    out.write(msgspec.json.encode(Answer()) + b"\n")
    while True:
        told = msgspec.json.decode(questions.get(), type=Told)
        try:
            answer = Answer(tuple(think(catalog, told.ask, told.seconds)))
        except Exception as e:
            answer = Answer(wrong=f"{type(e).__name__}: {e}")
        with suppress(BrokenPipeError):  # nobody is left to hear it; `listen` ends us
            out.write(msgspec.json.encode(answer) + b"\n")


if __name__ == "__main__":
    main(sys.argv[1])
