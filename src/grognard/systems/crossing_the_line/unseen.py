"""What may be there, for all that a side sees (CTL-5.3.4): who may lie covered in a stack and how strong each may be, who may
support it, and how far that moves the DRMs. Everything is listed, nothing drawn."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import combinations_with_replacement, product
from math import ceil, prod
from random import Random
from typing import NamedTuple, TypeVar

from ...board.names import Unit, Units
from ...geometry.hexes import Hex
from ...geometry.hexset import holds
from ...kernel.mods import Mod
from . import strength
from .chart import Side
from .reckoning import Man, Men
from .state import State
from .strength import Assault, Vehicle
from .supply import in_command
from .view import COVERED, ZONES, View, zone
from .world import Theatre
from .worlds import ARMS, Slot, covered, may_lie, resample

T = TypeVar("T")


class Sight:
    """A view, who looks, and a position that looks like it: of this only what the view fixes is read."""

    __slots__ = ("__dict__", "s", "side", "view", "world")

    def __init__(self, view: View, seed: str = "screen") -> None:
        self.view = view
        self.s: State = resample(view, Random(seed))
        self.world: Theatre = self.s.world
        self.side: Side | None = Side(view.side) if view.side in tuple(Side) else None

    def then(self, s: State) -> Sight:
        """The same side with the same knowledge, in a position that followed from the one drawn."""
        other = Sight(self.view)
        other.s = s
        return other

    def sees(self, u: Unit) -> bool:
        """Is the counter known: on the map in the open, or off the map (CTL-5.3.4n)?"""
        return self.view.at[u] != COVERED

    def mine(self, u: Unit) -> bool:
        return self.side is not None and self.world.sides[u] is self.side

    def knows(self, side: Side) -> bool:
        """Is it this side's own business?"""
        return self.side is side

    def stack(self, hex: Hex, side: Side) -> tuple[Units, int]:
        """The counters seen in a hex, top first, and how many more lie there (CTL-5.3.4h)."""
        all_ = self.s.stack(hex, side)
        seen = tuple(u for u in all_ if self.sees(u))
        return seen, len(all_) - len(seen)

    def commanded(self, u: Unit) -> bool | None:
        """CTL-5.3.4q: is a unit that is seen in command? None: it cannot be known."""
        if self.mine(u):
            return in_command(self.s, u)
        f = self.s.formation(u)
        if not self.view.shown[u] or f is None:
            return None
        return in_command(self.s, u) if self.sees(self.s.hq(f)) else None


# ---- who, and how strong


class Kind(NamedTuple):
    """A unit as it may be: all but its strength, and what that may be."""

    effectiveness: tuple[int, int]
    disrupted: int
    arm: str
    points: int
    rank: int
    strengths: tuple[int, ...]


class Force(NamedTuple):
    """One way in which the units of a side may stand in a hex. `hq`: an HQ lies with them."""

    men: Men
    vehicles: tuple[Vehicle, ...]
    hq: bool = False

    @property
    def shaken(self) -> bool:
        return any(m.disrupted for m in self.men)


class Group(NamedTuple):
    """Ways that differ in strengths alone."""

    kinds: tuple[Kind, ...]
    hq: bool

    @property
    def ways(self) -> int:
        return prod(len(k.strengths) for k in self.kinds)

    def force(self, n: int) -> Force:
        """The nth of them."""
        men = []
        for k in self.kinds:
            n, at = divmod(n, len(k.strengths))
            men.append(Man(k.strengths[at], k.effectiveness, k.disrupted, k.arm, k.rank))
        return Force(tuple(men), tuple(Vehicle(k.arm, k.points) for k in self.kinds), self.hq)


class Forces:
    """All ways in which units may stand."""

    def __init__(self, groups: Sequence[Group]) -> None:
        self.groups = groups

    @cached_property
    def ways(self) -> int:
        return sum(g.ways for g in self.groups)

    def listed(self, most: int) -> Iterator[Force]:
        """All; or so many of them: the weakest and the strongest of each group, where the bounds mostly lie, or of groups evenly
        spread, and then others evenly spread."""
        if self.ways <= most:
            for g in self.groups:
                yield from map(g.force, range(g.ways))
            return
        groups = spread(self.groups, most // 2)
        for g in groups:
            yield from map(g.force, {0, g.ways - 1})
        left = most - 2 * len(groups)
        if left > 0:
            inner = [g for g in self.groups if g.ways > 2]
            each = spread(range(sum(g.ways - 2 for g in inner)), left)
            first = 0
            for g in inner:
                for n in each[bisect_left(each, first) : bisect_left(each, first + g.ways - 2)]:
                    yield g.force(n - first + 1)
                first += g.ways - 2

    def kinds(self) -> list[tuple[Kind, ...]]:
        return [g.kinds for g in self.groups]


def spread(things: Sequence[T], most: int) -> list[T]:
    """All of them, or so many, evenly spread and with both ends."""
    n = len(things)
    if n <= most:
        return list(things)
    return [things[k * (n - 1) // max(1, most - 1)] for k in range(most)]


def rank(world: Theatre, u: Unit) -> int:
    """Who of two that are equal in all else answers first: by number; in the static side by id (CTL-10.1i)."""
    solo = world.scenario.solo
    if solo and solo != world.sides[u]:
        return sorted(world.unit_ids).index(world.unit_ids[u])
    return u


def kind(e: Sight, u: Unit) -> Kind:
    """A unit that is seen."""
    c, s = e.world.counters[u], e.s
    strengths = (s.strength[u],) if e.mine(u) else tuple(range(1, c.strength + 1))
    return Kind(c.effectiveness, s.disrupted[u], c.arm, s.points(u), rank(e.world, u), strengths)


def known(e: Sight, units: Iterable[Unit]) -> Forces:
    """Units that are seen, all of one side."""
    return Forces([Group(tuple(kind(e, u) for u in units), False)])


def stack(e: Sight, side: Side, hex: Hex) -> Forces:
    """All combat units of a side in a hex, those that are covered too (CTL-7.5b)."""
    there, unknown = e.stack(hex, side)
    seen = tuple(kind(e, u) for u in there if e.s.combat(u))
    hq = any(not e.s.combat(u) for u in there)
    if not unknown:
        return Forces([Group(seen, hq)])
    slot = next(x for x in covered(e.view, e.world, side) if x.pile.hex == hex)
    pool = Pool(e, side, slot)
    groups = [
        Group((*seen, *tanks, *guns), hq or bool(hqs))
        for hqs, n_tanks, n_guns in may_lie(e.view, e.world, side, hex)
        for tanks in pool.picks("tank", n_tanks)
        for guns in pool.picks("at", n_guns)
        if pool.explains((*tanks, *guns))
    ]
    return Forces([g for g in groups if g.kinds])


class Pool:
    """The covered counters of a side, as they may lie in one stack."""

    def __init__(self, e: Sight, side: Side, slot: Slot) -> None:
        self.slot, self.reach = slot, ZONES.index(slot.pile.zone)
        self.kinds: dict[str, list[Kind]] = {arm: [] for arm in ARMS}
        self.count: dict[int, int] = {}  # by rank of the first of them, how many there are alike
        solo = e.world.scenario.solo not in ("", side)
        first: dict[tuple[object, ...], int] = {}
        for u in e.world.by_side[side]:
            c = e.world.counters[u]
            if e.sees(u) or c.hq:
                continue
            n = rank(e.world, u)
            n = first.setdefault((c.effectiveness, c.arm, c.points, c.strength, n if solo else 0), n)
            self.count[n] = self.count.get(n, 0) + 1
            if self.count[n] > 1:
                continue
            for disrupted in (0, 1):
                if disrupted and slot.improved:  # CTL-5.6.3e
                    continue
                if not disrupted and ZONES.index(c.arm) > self.reach:  # CTL-5.3.4h
                    continue
                strengths = tuple(range(1, c.strength + 1))
                self.kinds[c.arm].append(
                    Kind(c.effectiveness, disrupted, c.arm, c.points[disrupted], n, strengths)
                )

    def picks(self, arm: str, n: int) -> list[tuple[Kind, ...]]:
        """Every choice of so many of an arm, no counter twice."""
        return [
            found
            for found in combinations_with_replacement(self.kinds[arm], n)
            if n < 2 or all(sum(k.rank == x.rank for x in found) <= self.count[k.rank] for k in found)
        ]

    def explains(self, units: Sequence[Kind]) -> bool:
        """CTL-5.3.4h: do they give the stack the ZOC that it has?"""
        seen = ZONES.index(self.slot.zone)
        return max((ZONES.index(k.arm) for k in units if not k.disrupted), default=0) == self.reach or (
            seen == self.reach
        )


# ---- DRMs


class Drms(NamedTuple):
    """CTL-7.5.1.2a: what each kind but armor may come to."""

    hexside: int
    attack: tuple[int, ...]
    defense: tuple[int, ...]  # where no defender is disrupted (CTL-7.5.1.2h)
    hq: tuple[int, ...]

    def sums(self, shaken: bool) -> tuple[int, ...]:
        against = (0,) if shaken else self.defense
        return tuple(sorted({self.hexside + a + b + c for a, b, c in product(self.attack, against, self.hq)}))


def drms(e: Sight, x: Assault) -> Drms:
    def come_to(mods: Iterable[Mod]) -> int:
        return sum(int(m.value) for m in mods)

    s = e.s
    attack: Iterable[int]
    defense: Iterable[int]
    if e.knows(x.side):
        attack, hq = {come_to(strength.attack_support(s, x))}, {come_to(strength.hq_support(s, x))}
    else:
        attack = supports(e, x.side, x.hex, x.start, x.posture, x.attackers)
        hq = set(staff_may(e, x))
    there, unknown = e.stack(x.hex, x.side.enemy)
    if e.knows(x.side.enemy):
        defense = {come_to(strength.defense_support(s, x))}
    else:
        key = "improved" if x.hex in s.improved else "defense"
        seen = () if unknown else tuple(u for u in there if s.combat(u))
        defense = supports(e, x.side.enemy, x.start, x.hex, key, seen)
    return Drms(
        come_to(strength.hexside(s, x)), tuple(sorted(attack)), tuple(sorted(defense)), tuple(sorted(hq))
    )


def supports(e: Sight, side: Side, at: Hex, but: Hex, key: str, stack: Units) -> set[int]:
    """CTL-7.5.1.2d, f to j, of a side of which not all is known: what the support may come to. `stack`: whom it is for, none
    if not all of them are seen."""
    sums = {0}
    for h in e.world.chart.near[at]:
        if h != but:
            sums = {a + b for a in sums for b in amounts(e, side, h, at, key, stack)}
    return sums


def amounts(e: Sight, side: Side, h: Hex, at: Hex, key: str, stack: Units) -> set[int]:
    """CTL-7.5.1.2i: what one hex may give; the higher amount counts."""
    s, reach = e.s, e.world.chart.zoc
    same, other = e.world.tables["combat_support"][key]
    seen, unknown = e.stack(h, side)
    may: set[int] = {0}
    for u in seen:
        c = s.counter(u)
        if c.hq or s.disrupted[u] or not holds(reach[c.arm][h], at) or e.commanded(u) is False:
            continue
        told = bool(stack) and all(e.mine(x) or e.view.shown[x] for x in (u, *stack))
        both = (
            {same if s.formation(u) in {s.formation(x) for x in stack} else other} if told else {same, other}
        )
        gives = both if e.commanded(u) else both | {0}
        may = {max(a, b, key=abs) for a in may for b in gives}
    far = zone(s, s.stack(h, side)) if unknown else ""
    if far and holds(reach[far][h], at):
        may = {max(a, b, key=abs) for a in may for b in (0, same, other)}
    return may


def staff_may(e: Sight, x: Assault) -> range:
    """CTL-7.5.1.2k: of a side whose HQs are not known."""
    share = Fraction(e.world.tables["hq_support"][x.posture])
    f = e.s.formation(x.attackers[0])
    told = e.view.shown[x.attackers[0]] and f is not None
    staffs = [st for n, st in enumerate(e.world.staffs) if st.side is x.side and (not told or n == f)]
    most = max((e.world.counters[st.hq].strength for st in staffs), default=0)
    return range(ceil(share * most) + 1)
