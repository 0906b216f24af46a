"""One live game: the log, line by line, and the positions it leads to. Its owner is the `Service`; nothing here waits.

A line is judged first, by a `Pen`, then written to disk, then put on the table. Only what is on the table is told.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from ..board.names import Unknown
from ..kernel import dice, notation
from ..kernel.breach import Illegal
from ..kernel.codec import Malformed
from ..kernel.frame import Action, Result
from ..kernel.play import Decision, apply, chance, decision
from ..kernel.show import Board, Show
from ..kernel.state import World
from ..kernel.system import System
from . import wire
from .catalog import Catalog
from .deeds import Deed, Deeds, Rows, open_to
from .problem import Refused
from .store import GameRow, Row, SeatRow, now

MOVES = ("action", "dice")


class Broken(NamedTuple):
    """Where a log no longer replays, why, and the clause where a rule stopped it."""

    line: int
    why: str
    clause: str

    def __str__(self) -> str:
        where = f"line {self.line}: " if self.line else ""
        return f"{where}{self.why}{f' [{self.clause}]' if self.clause else ''}"


class Line(NamedTuple):
    row: Row
    deed: Deed | None = None


class Answered(NamedTuple):
    """What the call of this id was answered: the lines from `first` to `last`, and who was asked then."""

    first: int
    last: int
    asks: str | None
    over: bool


class Table:
    def __init__(self, catalog: Catalog, row: GameRow, seats: Iterable[SeatRow] = ()) -> None:
        self.catalog, self.row = catalog, row
        self.seats: dict[str, SeatRow] = {s.mark: s for s in seats}
        self.system: System[Any] = catalog.find(row.scenario.partition("/")[0])
        self.show: Show = catalog.show(self.system)
        self.broken: Broken | None = None
        self.world: World
        self.start: Result[Any]
        self.rows = Rows()
        self.deeds: Deeds
        self.state: Any = None  # the present position
        self.stands = array("I")  # the lines that make it up, in their order
        self.undone = array("I")  # what `again` would do, the next first
        self.throws = 0  # ever made: a throw is never made again
        self.reveals: set[int] = set()  # lines with which something came to light
        self.closed: dict[str, array[int]] = {}  # by side: lines that it may not read, in their order
        self.studied: set[int] = set()  # lines that took throws back
        self.resigned = ""
        self.draw_offered_by = ""
        self.agreed = False
        self.refs = array("Q")  # by line: the head of the mark of the call that wrote it; 0: none
        self.thinking: wire.Thinking | None = None
        self.picks: tuple[Action, ...] = ()  # the computer's choice that is its human opponent's
        self.held = False  # a person has told the computer to wait
        self.told: dict[tuple[int, str], wire.LogLine] = {}  # the last that were asked for
        self.boards: dict[str, tuple[int, Board]] = {}  # by side: the board of a version
        self._now: tuple[int, Decision | None] = (-1, None)
        try:
            self.world = world_of(self.system, row)
            self.start = start_of(self.system, self.world, row)
            self.state = self.start.state
            self.deeds = Deeds(self.state, self.system.codec, self._again)
        except (Unknown, Malformed, Illegal) as e:
            self.broken = Broken(0, str(e), "")

    # ---- where we stand

    @property
    def id(self) -> str:
        return self.row.id

    @property
    def version(self) -> int:
        return len(self.rows)

    @property
    def actions(self) -> int:
        return len(self.stands)

    def at(self, step: int) -> Any:
        """The position after so many actions."""
        return self.deeds.after(self.stands[step - 1] if step else 0)

    def by(self, n: int) -> str:
        """Who wrote a line; empty: chance."""
        return self.rows[n - 1].by

    def standing(self, n: int) -> bool:
        """Does this action stand, or is it taken back?"""
        return among(n, self.stands)

    def readable(self, n: int, side: str) -> bool:
        """May the side read the action of this line?"""
        return not among(n, self.closed.get(side, ()))

    @property
    def decision(self) -> Decision | None:
        """Whose choice it is by the rules; None: nothing is asked any more."""
        if self._now[0] != self.version:
            self._now = (self.version, None if self.ended or self.broken else decision(self.state))
        return self._now[1]

    @property
    def ended(self) -> bool:
        """Ended by the players, not by the rules."""
        return bool(self.resigned) or self.agreed

    @property
    def over(self) -> bool:
        return self.broken is None and self.decision is None

    @property
    def asks(self) -> str | None:
        now = self.decision
        return now.side if now else None

    @property
    def verdict(self) -> wire.Verdict | None:
        if self.agreed:
            return wire.Verdict(None, "", "a draw was agreed")
        if self.resigned:
            others = [s for s in self.system.sides if s != self.resigned]
            return wire.Verdict(
                others[0] if len(others) == 1 else None, "", f"{self.name(self.resigned)} gave up"
            )
        found = self.system.verdict(self.state) if self.over else None
        return wire.Verdict(found.side, found.clause, found.why) if found else None

    @cached_property
    def sides(self) -> Mapping[str, str]:
        """By their ids, as players call them."""
        try:
            return self.catalog.set(self.row.scenario).sides
        except Unknown:
            return {side: side for side in self.system.sides}

    @cached_property
    def options(self) -> dict[str, str]:
        """The switches of the rules as they are set, those by default too."""
        known = self.system.options(self.row.scenario.partition("/")[2])
        return {o.name: self.row.options.get(o.name, o.default) for o in known}

    def name(self, side: str) -> str:
        return self.sides.get(side, side)

    # ---- who sits here

    @property
    def computers(self) -> Mapping[str, str]:
        return self.row.computers

    @property
    def shared(self) -> bool:
        """Is it a game between persons? Then nobody takes back what another has seen to be decided."""
        return sum(bool(s.sides) for s in self.seats.values()) > 1

    @property
    def computer(self) -> str:
        """The side that the computer must choose for now."""
        return "" if self.held else self.due

    @property
    def waits(self) -> bool:
        """It is the computer's turn, and it is told to wait."""
        return self.held and self.due != ""

    @property
    def due(self) -> str:
        """The same, whether it is told to wait or not."""
        side = self.asks
        return side if side and side in self.computers and not self.picks else ""

    # ---- the log

    def put(self, line: Line) -> None:
        """The one way in which a game goes on."""
        row, deed = line
        self.rows.append(row)
        if deed is None:
            self.deeds.note()
        match row.kind:
            case "action" | "dice":
                assert deed is not None
                self._deed(deed)
            case "back":
                gone = self.stands[row.step :]
                if any(not self.by(n) for n in gone):
                    self.studied.add(row.n)
                del self.stands[row.step :]
                self.undone = gone + self.undone
                self.state = self.at(row.step)
            case "again":
                count = row.step - len(self.stands)
                self.stands += self.undone[:count]
                del self.undone[:count]
                self.state = self.at(row.step)
            case "resign":
                self.resigned = row.by
            case "draw":
                self.draw_offered_by = row.by if row.action == "offer" else ""
                self.agreed = row.action == "accept"
            case "hold":
                self.held = row.action == "on"
        self.picks = ()
        self.refs.append(head(row.ref) if row.ref else 0)

    def answered(self, ref: str) -> Answered | None:
        """What the call with this mark was answered, if there was one: an action, and the dice that followed at once."""
        mark = head(ref)
        try:
            at = self.refs.index(mark)
            while self.rows[at].ref != ref:
                at = self.refs.index(mark, at + 1)
        except ValueError:
            return None
        last = at + 1
        while last < self.version and self.rows[last].kind == "dice":
            last += 1
        now = self.decision if last == self.version else decision(self.deeds.after(last))
        return Answered(at + 1, last, now.side if now else None, now is None)

    def rest(self) -> None:
        """Nobody has asked for a while: what was made for those who look is made again when they do."""
        self.told, self.boards = {}, {}
        self.rows.rest()
        if self.broken is None:
            self.deeds.rest()

    def _deed(self, deed: Deed) -> None:
        self.deeds.add(deed, self.stands[-1] if self.stands else 0, self.actions + 1)
        self.stands.append(deed.n)
        self.state = deed.result.state
        self.throws = max(self.throws, deed.throw)
        if any(e.reveals for e in deed.result.events):
            self.reveals.add(deed.n)
        for side in (*self.system.sides, ""):
            if not open_to(deed, side):
                self.closed.setdefault(side, array("I")).append(deed.n)
        if deed.by:
            del self.undone[:]
        if deed.by and deed.by not in self.computers:
            self.held = False  # whoever goes on wants an answer

    def _again(self, n: int, s: Any) -> Deed:
        """What a line of the log did; it was judged when it was put there."""
        row = self.rows[n - 1]
        a = notation.parse(row.action, self.world, self.system.actions)
        return Deed(n, row.by, a, row.throw, s, apply(s, a, judged=True))

    def replay(self, rows: Iterable[Row]) -> None:
        """Put the whole log on the table; where it no longer replays, the game is broken there."""
        known = iter(rows)
        if self.broken is not None:
            self._leave(known)
            return
        for row in known:
            try:
                self.put(Line(row, self._judge(row)))
            except _Parts as e:
                self.broken = Broken(row.n, e.why, e.clause)
                self._leave((row, *known))
                return

    def _leave(self, rows: Iterable[Row]) -> None:
        """They are kept, but nobody plays by them any more."""
        for row in rows:
            self.rows.append(row)

    def _judge(self, row: Row) -> Deed | None:
        """Does a line still fit? Its deed, if it is one."""
        if row.n != self.version + 1:
            raise _Parts(f"the line should be number {self.version + 1}")
        if row.kind not in MOVES:
            most = self.actions + len(self.undone)
            fits = row.step <= self.actions if row.kind == "back" else self.actions <= row.step <= most
            if not fits:
                raise _Parts(f"there is no moment {row.step}")
            return None
        s = self.state
        now = decision(s)
        if now is None:
            raise _Parts("the game is over, but its log goes on", "game-over")
        if (now.side or "") != row.by:
            raise _Parts(f"{row.by or 'chance'} decided, but {now.side or 'chance'} is asked")
        try:
            a = notation.parse(row.action, self.world, self.system.actions)
            return Deed(row.n, row.by, a, row.throw, s, apply(s, a))
        except (notation.NotUnderstood, Unknown) as e:
            raise _Parts(f"{row.action!r} is not understood: {e}") from None
        except Illegal as e:
            raise _Parts(f"{row.action}: {e.breach.why}", e.breach.clause) from None

    def live(self) -> None:
        """Refuses where the game can no longer be played."""
        if self.broken is not None:
            b = self.broken
            where = f"line {b.line} of its log" if b.line else "its beginning"
            why = f"this game was begun by other rules, and can be replayed only up to {where}: {b.why}"
            raise Refused(410, why, clause=b.clause, rule=self.rule(b.clause), line=b.line)

    def rule(self, clause: str) -> str:
        return self.system.clauses().get(clause, "") if clause else ""

    def text(self, a: Action) -> str:
        return notation.text(a, self.world)


def among(n: int, lines: Sequence[int]) -> bool:
    """Is it one of these, which stand in their order?"""
    at = bisect_left(lines, n)
    return at < len(lines) and lines[at] == n


def head(ref: str) -> int:
    """Of the mark of a call, enough to find it by."""
    return int(ref[:16], 16)


class _Parts(Exception):
    """Here the log and the rules part."""

    def __init__(self, why: str, clause: str = "") -> None:
        super().__init__(why)
        self.why, self.clause = why, clause


def world_of(system: System[Any], row: GameRow) -> World:
    return system.remake(row.scenario, row.board) if row.board else system.world(row.scenario)


def start_of(system: System[Any], world: World, row: GameRow) -> Result[Any]:
    if not row.position:
        return system.begin(world, row.options)
    start = system.codec.from_json(row.position.encode())
    if why := system.unsound(start):
        raise Malformed(f"this is no position: {why}")
    return Result(start, ())


class Pen:
    """Lines in the making. The table knows nothing of them until they are on disk."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.lines: list[Line] = []
        self.state = table.state
        self.step, self.throws, self.n = table.actions, table.throws, table.version

    def __iter__(self) -> Iterator[Row]:
        return (line.row for line in self.lines)

    def note(self, kind: str, by: str, action: str = "", step: int | None = None) -> Pen:
        """A line that is no action."""
        self.n += 1
        self.step = self.step if step is None else step
        self.lines.append(Line(Row(self.n, kind, by, action, self.step, 0, now())))
        return self

    def act(self, by: str, a: Action, ref: str | None = None, *, judged: bool = False) -> Pen:
        """An action; raises `Illegal`."""
        return self._deed("action", by, a, 0, ref, judged)

    def throw_on(self) -> Pen:
        """Let chance decide, by the seed, until a side must choose or the game is over."""
        while chance(self.state):
            a = dice.draw(self.table.row.seed, self.throws + 1, self.state)
            self._deed("dice", "", a, self.throws + 1, None, False)
        return self

    def _deed(self, kind: str, by: str, a: Action, throw: int, ref: str | None, judged: bool) -> Pen:
        result = apply(self.state, a, judged=judged)
        self.n += 1
        self.step += 1
        row = Row(self.n, kind, by, self.table.text(a), self.step, throw, now(), ref)
        self.lines.append(Line(row, Deed(self.n, by, a, throw, self.state, result)))
        self.state, self.throws = result.state, max(self.throws, throw)
        return self
