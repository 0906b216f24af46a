"""The log as a seat may see it. What the side must not know of an action is neither in its text nor in what is told."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from ..kernel.frame import Opened, Roll
from ..kernel.show import Told
from ..kernel.view import seen
from .table import Deed, Table
from .wire import LogLine

WORDS = {
    "back": "{side} took back to here.",
    "again": "{side} did again what was taken back.",
    "resign": "{side} gave up.",
    "draw.offer": "{side} offered a draw.",
    "draw.accept": "{side} accepted the draw.",
    "draw.decline": "{side} declined the draw.",
    "draw.withdraw": "{side} took the offer of a draw back.",
}


def line(table: Table, n: int, side: str) -> LogLine:
    """Line n of the log, as the side (empty: a spectator) may see it."""
    made = table.told.get((n, side))
    if made is None:
        deed = table.deeds.get(n)
        made = table.told[n, side] = _move(table, deed, side) if deed else _note(table, n, side)
    row = table.rows[n - 1]
    if row.kind in ("action", "dice") and n not in table.standing:
        return replace(made, undone=True)
    return made


def lines(table: Table, since: int, side: str) -> Iterator[LogLine]:
    return (line(table, n, side) for n in range(since + 1, table.version + 1))


def _move(table: Table, deed: Deed, side: str) -> LogLine:
    row = table.rows[deed.n - 1]
    system, show = table.system, table.show
    turn, phase = show.when(system.view(deed.before, side))
    told: list[Told] = []
    s = deed.before
    for event in deed.result.events:
        s = event.on(s)
        if isinstance(event, Opened):
            continue
        for known in seen((event,), side):
            said = show.told(system.view(s, side), known)
            if said is not None:
                told.append(said)
    public = open_to(deed, side)
    faces = deed.action.dice if isinstance(deed.action, Roll) and public else ()
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


def open_to(deed: Deed, side: str) -> bool:
    """May the side read the action itself? Its own always; another only where all that came of it lies open."""
    if side and deed.by == side:
        return True
    for event in deed.result.events:
        if not isinstance(event, Opened) and event.seen_by(side) != event:
            return False
    fresh = [f for f in deed.result.state.frames if f not in deed.before.frames]
    return all(f.seen_by(side) == f for f in fresh)


def all_open(table: Table, sides: Iterable[str], step: int) -> bool:
    """May whoever holds these sides read the first `step` actions?"""
    eyes = tuple(sides) or ("",)
    return all(any(open_to(table.deeds[n], side) for side in eyes) for n in table.stands[:step])


def _note(table: Table, n: int, side: str) -> LogLine:
    row = table.rows[n - 1]
    key = f"{row.kind}.{row.action}" if row.kind == "draw" else row.kind
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
    last = next((table.deeds[k] for k in range(n - 1, 0, -1) if k in table.deeds), None)
    return last.result.state if last else table.start.state
