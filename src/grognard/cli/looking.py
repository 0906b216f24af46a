"""The commands of `grognard play` that look: the map, hexes, units, what can be done."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ..board.names import Unit, Unknown
from ..geometry.hexes import Hex
from ..kernel import notation
from ..kernel.frame import Action
from ..kernel.offers import Group, Offers
from . import board, lookup
from .errors import NO, Off
from .face import Face
from .names import MOST, Ambiguous

if TYPE_CHECKING:
    from .play import Table

LONG = 60  # lines, before a list is cut


def cut(t: Table, lines: list[str], more: str) -> None:
    for line in lines[:LONG]:
        t.screen.say(line)
    if len(lines) > LONG:
        t.screen.say(f"... and {len(lines) - LONG} more; {more}")


def centre(t: Table, words: str) -> int:
    if words:
        t.looking = t.session.ear.place(words)
    elif t.looking is None:
        t.looking = t.session.face.focus(t.session.view)
    if t.looking is None:
        raise Off("say which hex", NO)
    return t.looking


def map_(t: Table, rest: str) -> None:
    face, grid, view = t.session.face, t.game.world.grid, t.session.view
    if rest == "all":
        for line in board.overview(face, grid, view):
            t.screen.pieces(line)
        return
    words = rest.split()
    across, down = board.most(t.screen.width), 3
    if words and re.fullmatch(r"[0-9]{1,2}", words[-1]):
        down = int(words.pop())
        across = min(across, down)
    at = centre(t, " ".join(words))
    columns, rows = board.window(grid, at, across, down)
    for line in board.picture(face, grid, view, columns, rows):
        t.screen.pieces(line)
    said = f"Around {t.game.world.hex_text(Hex(at))}; help map explains the signs"
    if not t.screen.plain:
        t.screen.say(f"{said}, stack HEX tells who stands there.")
        return
    here = set(board.within(grid, columns, rows))
    held = sorted({h for u in face.units(view) if (h := face.unit_at(view, u)) in here and h is not None})
    t.screen.say(f"{said}. On it:")
    for h in held:
        t.screen.say(f"  {face.hex_line(view, h)}")


def stack(t: Table, rest: str) -> None:
    at = centre(t, rest)
    t.screen.lines(t.session.face.hex_text(t.session.view, at))


def around(t: Table, rest: str) -> None:
    at = centre(t, rest)
    face, view = t.session.face, t.session.view
    t.screen.say(face.hex_line(view, at))
    t.screen.lines(board.around(face, t.game.world.grid, view, at))


def units(t: Table, rest: str) -> None:
    face, view = t.session.face, t.session.view
    words = rest.lower().split() or [str(t.session.side)]
    known = [(u, face.unit_line(view, u)) for u in face.units(view)]
    if not rest:
        known = [(u, line) for u, line in known if face.unit_at(view, u) is not None] or known
    found = [line for _, line in known if all(w in line.lower() for w in words)]
    if not found and not rest:
        found = [line for _, line in known]
    t.screen.say(lookup.count(len(found), "unit"))
    for line in found:
        t.screen.say(f"  {line}")


def which(t: Table, word: str) -> list[Unit]:
    """The unit, or the few that a whole name leaves open."""
    if not word:
        raise Off("say which unit", NO)
    found, whole = t.session.ear.units(word)
    if found and (whole or len(found) == 1) and len(found) <= MOST:
        return found
    return [t.session.ear.unit(word)]


def where(t: Table, rest: str) -> None:
    face, view = t.session.face, t.session.view
    for u in which(t, rest):
        t.screen.say(face.unit_line(view, u))
        if (at := face.unit_at(view, u)) is not None:
            t.looking = at
            t.screen.say(f"  {face.hex_line(view, at)}")


def doings(offers: Offers[Any], u: Unit, text: str, ids: frozenset[str]) -> Iterator[Any]:
    """All that is offered to one unit, or with it."""
    for x in (*offers.forward, *offers.back):
        if isinstance(x, Group):
            if x.head == text:
                yield from x.rest()
                continue
            if x.head in ids:
                continue
        for a in x.rest() if isinstance(x, Group) else [x]:
            if takes(a, u):
                yield a


def takes(a: Action, u: Unit) -> bool:
    for slot in notation.slots(type(a)):
        if slot.kind is Unit:
            value = getattr(a, slot.name)
            if value == u or (slot.many and u in value):
                return True
    return False


def moves(t: Table, rest: str) -> None:
    face, view, world = t.session.face, t.session.view, t.game.world
    for u in which(t, rest):
        t.screen.say(face.unit_line(view, u))
        if (at := face.unit_at(view, u)) is not None:
            t.looking = at
        offers = t.session.offers
        actions = list(dict.fromkeys(doings(offers, u, world.unit_text(u), frozenset(world.unit_ids))))
        if not actions:
            t.screen.say("  nothing is open to it now")
        for heading, texts in face.moves(view, actions):
            more = f" and {len(texts) - LONG} more" if len(texts) > LONG else ""
            t.screen.say(f"  {heading} ({len(texts)}): {', '.join(texts[:LONG])}{more}")


def legal(t: Table, rest: str) -> None:
    offers, game = t.session.offers, t.game
    face, view = t.session.face, t.session.view
    if not rest:
        for x in (*offers.forward, *offers.back):
            if isinstance(x, Group):
                many = list(x.rest())
                if many:
                    example = with_note(face, view, game.text(many[0]), many[0])
                    t.screen.say(f"  {titled(t, x.head)}: {len(many)}, such as {example}")
            else:
                t.screen.say(f"  {with_note(face, view, game.text(x), x)}")
        for verb in offers.open:
            t.screen.say(f"  {verb}: any other that the rules allow; why ACTION tells whether they do")
        return
    words = rest.lower().split()
    try:
        u = t.session.ear.unit(words[0]) if len(words) == 1 else None
    except (Unknown, Ambiguous):
        u = None
    found = [
        a
        for head, a in headed(offers)
        if all(w in f"{head} {game.text(a)}".lower() for w in words) or (u is not None and takes(a, u))
    ]
    lines = [f"  {with_note(face, view, game.text(a), a)}" for a in found]
    cut(t, lines or ["  nothing like that is on offer; why ACTION says why"], "add words to the filter")


def headed(offers: Offers[Any]) -> Iterator[tuple[str, Action]]:
    """Every action, with the head of the group it stands in."""
    for x in (*offers.forward, *offers.back):
        if isinstance(x, Group):
            yield from ((x.head, a) for a in x.rest())
        else:
            yield "", x


def titled(t: Table, head: str) -> str:
    """The head of a group as a player knows it: a hex with its name."""
    try:
        at = t.game.world.hex(head)
    except Unknown:
        return head
    return t.session.face.hex_line(t.session.view, at).partition(",")[0]


def with_note(face: Face, view: Any, text: str, a: Any) -> str:
    note = face.note(view, a)
    return f"{text}: {note}" if note else text
