"""The log of one game and what its lines did, without every position in memory: some are kept, and the others are made
again from the log when somebody looks that far back."""

from __future__ import annotations

import zlib
from array import array
from collections.abc import Callable, Sequence
from threading import Lock
from typing import Any, NamedTuple, overload

import msgspec

from ..kernel.codec import Codec
from ..kernel.frame import Action, Opened, Result
from .store import Row

EVERY = 64  # steps from one position that is kept to the next
FRESH = 12  # deeds that are kept whole: those that were looked at last
PAGE = 64  # lines that are packed as one
NOTE = 0xFFFFFFFF


class Deed(NamedTuple):
    """A line that changed the position. `before` is what it was done in."""

    n: int
    by: str  # empty: chance
    action: Action
    throw: int
    before: Any
    result: Result[Any]


def open_to(deed: Deed, side: str) -> bool:
    """May the side read the action itself? Its own always; another only where all that came of it lies open."""
    if side and deed.by == side:
        return True
    for event in deed.result.events:
        if not isinstance(event, Opened) and event.seen_by(side) != event:
            return False
    fresh = [f for f in deed.result.state.frames if f not in deed.before.frames]
    return all(f.seen_by(side) == f for f in fresh)


class Rows(Sequence[Row]):
    """Lines as the store has them, packed by the page: there are thousands, and few are looked at."""

    def __init__(self) -> None:
        self._pages: list[bytes] = []
        self._open: list[Row] = []  # the page that is not full yet
        self._seen: tuple[int, list[Row]] = (-1, [])  # the page that was looked at last

    def append(self, row: Row) -> None:
        if len(self._open) == PAGE:
            self._pages.append(zlib.compress(msgspec.msgpack.encode(self._open)))
            self._open = []
        self._open.append(row)

    def __len__(self) -> int:
        return len(self._pages) * PAGE + len(self._open)

    @overload
    def __getitem__(self, n: int) -> Row: ...
    @overload
    def __getitem__(self, n: slice) -> Sequence[Row]: ...
    def __getitem__(self, n: int | slice) -> Row | Sequence[Row]:
        at = range(len(self))[n]
        return [self._row(k) for k in at] if isinstance(at, range) else self._row(at)

    def _row(self, n: int) -> Row:
        page, k = divmod(n, PAGE)
        if page == len(self._pages):
            return self._open[k]
        known, rows = self._seen
        if known != page:
            rows = msgspec.msgpack.decode(zlib.decompress(self._pages[page]), type=list[Row])
            self._seen = (page, rows)
        return rows[k]

    def rest(self) -> None:
        """Nobody looks."""
        self._seen = (-1, [])


class Deeds:
    """By the number of their line, those taken back too. Any thread may look."""

    def __init__(self, start: Any, codec: Codec[Any], again: Callable[[int, Any], Deed]) -> None:
        """`again` does the deed of a line once more, in the position that it was done in."""
        self.start, self.codec, self.again = start, codec, again
        self.parents = array("I")  # by line: the one after which it was done; 0: none
        self.kept: dict[int, bytes] = {}  # by line: the position after it, packed
        self.fresh: dict[int, Deed] = {}
        self._lock = Lock()

    def add(self, deed: Deed, parent: int, step: int) -> None:
        self.parents.append(parent)
        if step % EVERY == 0:
            self.kept[deed.n] = zlib.compress(self.codec.encode(deed.result.state))
        self._remember(deed)

    def note(self) -> None:
        """A line that is no deed."""
        self.parents.append(NOTE)

    def __contains__(self, n: int) -> bool:
        return 0 < n <= len(self.parents) and self.parents[n - 1] != NOTE

    def __getitem__(self, n: int) -> Deed:
        found = self.fresh.get(n)
        if found is not None:
            return found
        way = [n]
        while (at := self.parents[way[-1] - 1]) and at not in self.kept and at not in self.fresh:
            way.append(at)
        s = self.after(at)
        for line in reversed(way):
            found = self.again(line, s)
            self._remember(found)
            s = found.result.state
        assert found is not None
        return found

    def after(self, n: int) -> Any:
        """The position after a line; 0: that of the beginning."""
        if not n:
            return self.start
        if n in self.fresh or n not in self.kept:
            return self[n].result.state
        return self.codec.decode(zlib.decompress(self.kept[n]))

    def rest(self) -> None:
        """Nobody looks: whoever does next makes them again."""
        with self._lock:
            self.fresh.clear()

    def _remember(self, deed: Deed) -> None:
        with self._lock:
            self.fresh.pop(deed.n, None)
            self.fresh[deed.n] = deed
            while len(self.fresh) > FRESH:
                del self.fresh[next(iter(self.fresh))]
