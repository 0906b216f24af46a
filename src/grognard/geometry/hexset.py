"""Sets of hexes as ints: bit i is hex i. Union, cut and difference are `|`, `&`, `& ~`; a step is a shift."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from .hexes import Grid, Hex

HexSet = int
NONE: HexSet = 0


def of(hexes: Iterable[Hex]) -> HexSet:
    s = 0
    for h in hexes:
        s |= 1 << h
    return s


def holds(s: HexSet, hex: Hex) -> bool:
    return hex >= 0 and bool(s >> hex & 1)


def each(s: HexSet) -> Iterator[Hex]:
    """The hexes of the set, by rising index."""
    if s.bit_count() < 12:
        while s:
            low = s & -s
            yield Hex(low.bit_length() - 1)
            s ^= low
        return
    text = bin(s)
    last = len(text) - 1
    i = text.rfind("1")
    while i > 0:
        yield Hex(last - i)
        i = text.rfind("1", 2, i)


class Links:
    """Which hexes lie next to each other, as six masks: bit i of `leave[d]` says that hex i may be left in
    direction d. Closed hexsides and the edge of the map are simply not there."""

    __slots__ = ("leave", "moves")

    def __init__(
        self, grid: Grid, closed: Iterable[tuple[Hex, Hex]] = (), within: HexSet | None = None
    ) -> None:
        inside = grid.all if within is None else within
        leave = []
        for step in grid.steps:
            back = inside >> step if step > 0 else inside << -step
            leave.append(inside & back)
        for a, b in closed:
            leave[grid.direction(a, b)] &= ~(1 << a)
            leave[grid.direction(b, a)] &= ~(1 << b)
        self.leave = tuple(leave)
        self.moves = tuple(zip(grid.steps, leave, strict=True))

    def ring(self, s: HexSet) -> HexSet:
        """Every hex one step from a hex of the set."""
        out = 0
        for step, leave in self.moves:
            out |= (s & leave) << step if step > 0 else (s & leave) >> -step
        return out

    def near(self, hex: Hex) -> HexSet:
        return self.ring(1 << hex)

    def flood(self, start: HexSet, through: HexSet, steps: int = -1) -> HexSet:
        """All that can be reached from the start by steps into hexes of `through`; the start included."""
        seen = edge = start
        while edge and steps:
            edge = self.ring(edge) & through & ~seen
            seen |= edge
            steps -= 1
        return seen

    def layers(self, start: HexSet, through: HexSet, steps: int, stop: HexSet = 0) -> list[HexSet]:
        """Item n: the hexes first reached in n steps; nothing goes on from a hex of `stop`."""
        seen = edge = start
        out = [start]
        for _ in range(steps):
            edge = self.ring(edge) & through & ~seen
            if not edge:
                break
            out.append(edge)
            seen |= edge
            edge &= ~stop
        return out
