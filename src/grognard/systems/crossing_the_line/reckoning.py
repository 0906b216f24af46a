"""What hits bring, reckoned by numbers alone (CTL-7.5.2): the steps of `losses` without a position, for those who ask what may
come of an attack in hundreds of worlds. A law holds the two to each other: in a world that is known, what is reckoned here
is what play brings, both sides choosing by `forecast.prudent`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from .dice import SIDES

FREE, ZONED, STUCK = range(3)
"""Where those who must retreat go: to a permitted hex, into an EZOC, nowhere (CTL-7.5.2.1e, f, h)."""

UNHARMED, WEAKENED, GONE, DESTROYED = range(4)
"""What becomes of a side: GONE has left its hex, DESTROYED has nobody left."""


class Man(NamedTuple):
    """A unit that is involved, as far as hits ask for it. `effectiveness` and `disrupted` as on its counter; `rank` decides
    where all else is equal."""

    strength: int
    effectiveness: tuple[int, int]
    disrupted: int
    arm: str
    rank: int = 0


Men = tuple[Man, ...]


class Way(NamedTuple):
    """How a side can get out: what a forced retreat meets, whether it may choose to go, and for how many units of each kind
    there is room for certain where it leads. `onward`: if there is no room, it is sure that others can be put elsewhere, and
    not back (CTL-5.3.1i)."""

    kind: int
    voluntary: bool
    tanks: int
    guns: int
    onward: bool = False


class End(NamedTuple):
    """What is left of a side, each a set of places as bits. `packed`: those that moved came where there was no room.
    `crowded`: they may have, and of those nothing more is certain."""

    alive: int
    moved: int
    shaken: int
    hurt: bool
    crowded: bool
    packed: bool = False

    @property
    def fates(self) -> tuple[int, ...]:
        if self.crowded:
            return (WEAKENED, GONE, DESTROYED)
        if not self.hurt:
            return (UNHARMED,)
        if not self.alive:
            return (DESTROYED,)
        return (GONE,) if self.alive & ~self.moved == 0 else (WEAKENED,)


Ends = dict[End, int]
"""Weights out of SIDES to the power of the number of units."""


class Column:
    """A side that takes its hits, one branch of the dice."""

    __slots__ = ("crowded", "disrupted", "men", "moved", "packed", "strength", "taken")

    def __init__(self, men: Men) -> None:
        self.men = men
        self.strength = [m.strength for m in men]
        self.disrupted = [m.disrupted for m in men]
        self.taken = [0] * len(men)
        self.moved = 0
        self.crowded = self.packed = False

    def copy(self) -> Column:
        new = Column(self.men)
        new.strength, new.disrupted, new.taken = self.strength[:], self.disrupted[:], self.taken[:]
        return new

    def alive(self) -> list[int]:
        return [n for n, left in enumerate(self.strength) if left > 0]

    def strongest(self, may: Iterable[int]) -> int:
        """As `forecast.prudent` chooses, and the static side (CTL-10.1i): its units differ in rank alone."""
        return max(may, key=self.order)

    def order(self, n: int) -> tuple[int, int, int, int]:
        m = self.men[n]
        return self.strength[n], -m.effectiveness[self.disrupted[n]], -self.disrupted[n], -m.rank

    def fewest(self, units: Sequence[int]) -> list[int]:
        """CTL-7.5.2n."""
        least = min((self.taken[n] for n in units), default=0)
        return [n for n in units if self.taken[n] == least]

    def hit(self, n: int) -> None:
        """CTL-7.5.2p."""
        self.strength[n] -= 1
        self.taken[n] += 1

    def unnerve(self, n: int) -> None:
        """CTL-5.6.2a, b."""
        if self.disrupted[n]:
            self.strength[n] -= 1
        else:
            self.disrupted[n] = 1

    def go(self, units: Iterable[int], way: Way) -> None:
        """CTL-7.5.2.1a, f, k; CTL-5.3.1g: where there is no room, all of them pay for it."""
        for n in units:
            self.moved |= 1 << n
            self.strength[n] -= way.kind == ZONED
        there = [n for n in self.alive() if self.moved >> n & 1]
        arms = [self.men[n].arm for n in there]
        if arms.count("tank") <= way.tanks and arms.count("at") <= way.guns:
            return
        if self.packed or not way.onward:
            self.crowded = True
        self.packed = True
        for n in there:
            self.unnerve(n)

    def end(self) -> End:
        alive = sum(1 << n for n in self.alive())
        shaken = sum(1 << n for n, x in enumerate(self.disrupted) if x)
        hurt = any(
            left < m.strength or x > m.disrupted
            for m, left, x in zip(self.men, self.strength, self.disrupted, strict=True)
        )
        return End(alive, self.moved & alive, shaken & alive, hurt, self.crowded, self.packed)

    def rest(self, hits: int, failed: Sequence[int], way: Way) -> None:
        """CTL-7.5.2h to p, after the checks; one hit is paid."""
        if hits < 2:
            return
        done, went = 1, -1
        must = [n for n in failed if self.strength[n] > 0]
        if must:
            went = way.kind
            if went == STUCK:
                for n in must:
                    self.strength[n] -= 2
            else:
                self.go(must, way)
        stay = [n for n in self.alive() if n not in failed]
        if not stay:
            done += bool(failed)
        else:
            loser = self.strongest(self.fewest(stay))
            if self.strength[loser] < 2 and way.voluntary and way.kind == FREE:
                self.go(stay, way)
            else:
                self.hit(loser)
            done += 1
        while done < hits and (left := self.fewest(self.alive())):
            self.hit(self.strongest(left))
            done += 1


def suffer(men: Men, lead: Sequence[int], hits: int, red: bool, way: Way) -> Ends:
    """CTL-7.5.2c: every end of so many hits. `lead`: whose points were used, by their places."""
    if safe(men, hits, red, way):
        men, lead = tuple([m._replace(strength=PLENTY) for m in men]), ()
    return suffered(men, tuple(lead), hits, red, way)


PLENTY = 99


def safe(men: Men, hits: int, red: bool, way: Way) -> bool:
    """Can nobody be lost, nor be asked whether it would rather retreat? Then it does not matter who takes a hit."""
    more = way.kind + 2 if red and hits > 1 else 0  # by the retreat, and where there is no room
    return all(m.strength > max(2, hits + more + (m.disrupted if red else 0)) for m in men)


@lru_cache(maxsize=20_000)
def suffered(men: Men, lead: tuple[int, ...], hits: int, red: bool, way: Way) -> Ends:
    first, whole = Column(men), SIDES ** len(men)
    if hits:
        first.hit(first.strongest(lead or range(len(men))))
    out: Ends = {}
    for failed, weight in checks(first) if red else [((), whole)]:
        branch = first.copy()
        for n in failed:
            branch.unnerve(n)
        branch.rest(hits, failed, way)
        end = branch.end()
        out[end] = out.get(end, 0) + weight
    return out


def checks(c: Column) -> list[tuple[tuple[int, ...], int]]:
    """CTL-7.5.2f, CTL-5.6.1a: who of them fails, with its weight."""
    alive = c.alive()
    out: list[tuple[tuple[int, ...], int]] = [((), SIDES ** (len(c.men) - len(alive)))]
    for n in alive:
        passes = max(0, min(SIDES, c.men[n].effectiveness[c.disrupted[n]]))
        out = [
            (branch, weight * chance)
            for failed, weight in out
            for branch, chance in ((failed, passes), ((*failed, n), SIDES - passes))
            if chance
        ]
    return out
