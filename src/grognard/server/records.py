"""Records: a game written out, read in, or begun anew from one of its moments."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from random import SystemRandom
from typing import Any

from ..kernel import record
from ..kernel.game import Game
from ..kernel.record import Act, Head
from . import lines
from .catalog import Catalog
from .deeds import Deed
from .problem import Refused
from .store import Row, now
from .table import Line, Table

LONGEST = 20_000  # lines of a record that is read in


def text(table: Table) -> str:
    """The record. Until the game is over it is sealed: the seed is not told."""
    row = table.row
    over = table.over
    if table.broken is None:
        stands = [table.rows[n - 1] for n in table.stands]
    else:
        stands = standing(table.rows)
    head = Head(
        key=row.scenario,
        rules=table.system.rules if table.broken is None else row.rules,
        options=row.options,
        seed=row.seed if over else None,
        commitment=row.commitment,
        given=sum(x.n <= row.given for x in stands),
        board=row.board,
        position=row.position,
    )
    acts = (Act(x.by, x.action, x.throw) for x in stands)
    throws = max((x.throw for x in table.rows), default=0)
    written = list(record.write(head, acts, throws))
    if table.ended and (verdict := table.verdict):
        written.append(f"; {verdict.why}")
    return "".join(f"{line}\n" for line in written)


def standing(rows: Iterable[Row]) -> list[Row]:
    """The lines that stand, by the log alone."""
    stands: list[Row] = []
    undone: list[Row] = []
    for row in rows:
        if row.kind in ("action", "dice"):
            stands.append(row)
            if row.by:
                undone.clear()
        elif row.kind == "back":
            undone[:0] = stands[row.step :]
            del stands[row.step :]
        elif row.kind == "again":
            count = row.step - len(stands)
            stands += undone[:count]
            del undone[:count]
    return stands


def bare(table: Table, sides: Collection[str], step: int) -> bool:
    """Would its record tell whoever holds these sides nothing new? All know how a scenario begins, and whoever may read
    all actions since knows where they led. A study may begin with things hidden: that is for who holds all sides."""
    if set(table.system.sides) <= set(sides):
        return True
    return not table.row.position and lines.all_open(table, sides, step)


def guess(table: Table, side: str, step: int) -> str:
    """A position that looks like this one to the side, for it to study: what it does not know is drawn by chance."""
    s = table.system.resample(table.system.view(table.at(step), side), SystemRandom())
    return table.system.codec.to_json(s).decode()


def may_read(table: Table, sides: Collection[str]) -> None:
    if table.broken is not None:
        if not sides:
            raise Refused(403, "the record of a game that is not over is for those who play it")
    elif not table.over and not bare(table, sides, table.actions):
        raise Refused(
            403, "the record would tell what this seat may not know: when the game is over, it is open"
        )


def read(catalog: Catalog, data: str) -> Game[Any]:
    """A record from outside, replayed; refused with its line and clause."""
    if data.count("\n") > LONGEST:
        raise Refused(422, f"a record that goes on here has at most {LONGEST} lines")
    try:
        return record.loads(data, catalog.find)
    except record.BadRecord as e:
        rule = clause_text(catalog, data, e.clause)
        raise Refused(422, str(e), clause=e.clause, rule=rule, line=e.line) from None


def clause_text(catalog: Catalog, data: str, clause: str) -> str:
    """Our wording of the clause by which a line was refused."""
    if not clause:
        return ""
    system = next((s.split(" ", 1)[1] for s in data.splitlines()[:5] if s.startswith("system ")), "")
    return catalog.find(system).clauses().get(clause, "") if system in catalog.ids else ""


def given(game: Game[Any]) -> Iterator[Line]:
    """The actions of a record as the first lines of a log."""
    s = game.start.state
    for n, e in enumerate(game.log, 1):
        kind = "action" if e.by else "dice"
        row = Row(n, kind, e.by, game.text(e.action), n, e.throw, now())
        yield Line(row, Deed(n, e.by, e.action, e.throw, s, e.result))
        s = e.result.state


def first(table: Table, step: int) -> Iterator[Line]:
    """The first actions of a game as the first lines of another."""
    return (again(table, at, n) for n, at in enumerate(table.stands[:step], 1))


def again(table: Table, at: int, n: int) -> Line:
    x = table.rows[at - 1]
    return Line(Row(n, x.kind, x.by, x.action, n, x.throw, x.at), table.deeds[at]._replace(n=n))
