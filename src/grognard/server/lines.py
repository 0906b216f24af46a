"""The log as a seat may see it. What the side must not know of an action is neither in its text nor in what is told."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from ..kernel.frame import Opened, Roll
from ..kernel.show import Told
from ..kernel.view import seen
from .deeds import Deed
from .table import Table
from .wire import LogLine

WORDS = {
    "back": "{side} took back to here.",
    "again": "{side} did again what was taken back.",
    "resign": "{side} gave up.",
    "draw.offer": "{side} offered a draw.",
    "draw.accept": "{side} accepted the draw.",
    "draw.decline": "{side} declined the draw.",
    "draw.withdraw": "{side} took the offer of a draw back.",
    "hold.on": "{side} told the computer to wait.",
    "hold.off": "{side} let the computer go on.",
}


TOLD = 64  # lines of a table that are kept as they were told


def line(table: Table, n: int, side: str) -> LogLine:
    """Line n of the log, as the side (empty: a spectator) may see it."""
    made = table.told.get((n, side))
    if made is None:
        made = _move(table, table.deeds[n], side) if n in table.deeds else _note(table, n, side)
        if n > table.version - TOLD:
            keep(table, n, side, made)
    return as_it_stands(table, made)


def keep(table: Table, n: int, side: str, made: LogLine) -> None:
    """What was told last is asked for most. Only as much is kept as was told of late."""
    told = {key: x for key, x in tuple(table.told.items()) if key[0] > table.version - TOLD}
    told[n, side] = made
    table.told = told


def as_it_stands(table: Table, made: LogLine) -> LogLine:
    """Whether it was taken back is no part of what was told."""
    undone = made.kind in ("action", "dice") and not table.standing(made.n)
    return made if undone == made.undone else replace(made, undone=undone)


def lines(table: Table, since: int, side: str) -> Iterator[LogLine]:
    return (line(table, n, side) for n in range(since + 1, table.version + 1))


def _move(table: Table, deed: Deed, side: str) -> LogLine:
    row = table.rows[deed.n - 1]
    system, show = table.system, table.show
    turn, phase = show.when(system.view(deed.before, side))
    told: list[Told] = []
    s, shown = deed.before, None
    for event in deed.result.events:
        s = event.on(s)
        if isinstance(event, Opened):
            continue
        for known in seen((event,), side):
            shown = getattr(known, "faces", shown)
            said = show.told(system.view(replace(s, frames=()), side), known)  # between two steps of play
            if said is not None:
                told.append(said)
    public = table.readable(deed.n, side)
    dice = deed.action.dice if isinstance(deed.action, Roll) else ()
    faces = dice if public or dice == shown else ()  # dice may lie open, and what they did be hidden
    return LogLine(
        n=row.n,
        step=row.step,
        kind=row.kind,
        by=row.by,
        action=row.action if public else "",
        told=tuple(told),
        turn=turn,
        phase=phase,
        at=row.at,
        faces=faces,
        throw=row.throw,
    )


def all_open(table: Table, sides: Iterable[str], step: int) -> bool:
    """May whoever holds these sides read the first `step` actions?"""
    eyes = tuple(sides) or ("",)
    shut = set.intersection(*(set(table.closed.get(side, ())) for side in eyes))
    return shut.isdisjoint(table.stands[:step])


def _note(table: Table, n: int, side: str) -> LogLine:
    row = table.rows[n - 1]
    key = f"{row.kind}.{row.action}" if row.action else row.kind
    text = WORDS[key].format(side=table.name(row.by), count=row.step)
    turn, phase = table.show.when(table.system.view(_moment(table, n), side))
    return LogLine(
        n=n,
        step=row.step,
        kind=row.kind,
        by=row.by,
        action=row.action,
        told=(Told(text[:1].upper() + text[1:], f"log.{key}", {"side": row.by, "count": row.step}),),
        turn=turn,
        phase=phase,
        at=row.at,
        studied=n in table.studied,
    )


def _moment(table: Table, n: int) -> object:
    """The position in which something was said that is no action: that before it."""
    return table.deeds.after(next((k for k in range(n - 1, 0, -1) if k in table.deeds), 0))
