"""The computer's turn: what it may see goes to a process that thinks, and what comes back is judged like anybody's."""

from __future__ import annotations

import hashlib
import logging
import time
from collections import deque
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from ..board.names import Unknown
from ..kernel import notation
from ..kernel.frame import Action
from ..kernel.play import check, decision
from . import wire
from .lanes import Ask, Dead, encode
from .store import now
from .table import Pen, Table

if TYPE_CHECKING:
    from .service import Service

SPELL = 0.008  # seconds of work in one go, so that the other tables do not wait
GIVE_UP = 2  # a player that failed so often is not asked again in this spell

log = logging.getLogger("grognard.computer")


async def play(service: Service, game: str) -> None:
    """Choose for the computer until somebody else must."""
    failures, since = 0, now()
    done = 0
    try:
        while True:
            live = await service.live(game)
            table, side = live.table, live.table.computer
            if not side:
                return
            version = table.version
            thinking = wire.Thinking(side, table.computers[side], since, done)
            if table.thinking != thinking:
                table.thinking = thinking
                service.tell(live, "thinking")
            chosen: deque[str] = deque()
            if failures < GIVE_UP:
                try:
                    found = await service.choice(game, question(table, side))
                    if found is None:
                        continue
                    chosen.extend(found)
                except Dead as e:
                    failures += 1
                    log.warning("%s: the computer chooses by chance: %s", game, e)
            chosen = chosen or deque([""])
            while chosen:
                async with service.hold(game) as live:
                    if live.table.version != version or live.table.computer != side:
                        break  # somebody took back meanwhile
                    spell = write(live.table, side, chosen)
                    failures += spell.failed
                    done += len(spell.pen.lines)
                    await service.commit(live, spell.pen)
                    version = live.table.version
                    if spell.picks:
                        live.table.picks = spell.picks
                        service.tell(live, "seat")
    finally:
        service.rest(game)


def question(table: Table, side: str) -> Ask:
    """All that its player is told. The seed of the dice is no part of it, but whoever does not know that seed cannot
    foretell the choice."""
    view = encode(table.system, table.system.view(table.state, side))
    seed = hashlib.sha256(f"{table.row.seed}|player|{table.version}".encode()).hexdigest()
    return Ask(table.row.scenario, view, side, table.computers[side], seed, table.row.board)


class Spell(NamedTuple):
    """What was done in one go; `picks`: what the human opponent must choose from before it goes on."""

    pen: Pen
    picks: tuple[Action, ...] = ()
    failed: bool = False


def write(table: Table, side: str, chosen: deque[str]) -> Spell:
    """As many of the chosen actions as fit in one go. Where one is none that the rules allow, the rest is void, and if
    it was the first, chance chooses instead."""
    pen, end = Pen(table), time.perf_counter() + SPELL
    while chosen and time.perf_counter() < end:
        now_ = decision(pen.state)
        if now_ is None or now_.side != side:
            chosen.clear()
            break
        text = chosen.popleft()
        a = read(table, pen, side, text)
        if a is None:
            chosen.clear()
            if pen.lines:
                break
            log.warning(
                "%s: %s proposed %r, which is not allowed", table.id, table.computers[side], text[:200]
            )
            return Spell(pen.act(side, by_chance(table, pen, side)).throw_on(), failed=True)
        picks = table.show.human_picks(table.system.view(pen.state, side), a)
        if picks:
            chosen.clear()
            return Spell(pen, tuple(picks))
        pen.act(side, a, judged=True).throw_on()
    return Spell(pen)


def by_chance(table: Table, pen: Pen, side: str) -> Action:
    rng = Random(f"{table.row.seed}|chance|{pen.n}")
    a: Action = table.system.offers(pen.state, side).pick(rng)
    return a


def read(table: Table, pen: Pen, side: str, text: str) -> Action | None:
    """The action, if it is legal; of no text any that is offered."""
    if not text:
        return by_chance(table, pen, side)
    try:
        a = notation.parse(text, table.world, table.system.actions)
    except (notation.NotUnderstood, Unknown):
        return None
    return a if check(pen.state, a) is None else None
