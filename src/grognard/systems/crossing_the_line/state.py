"""The position: who stands where and in what order, how strong, how far each formation is worn, whose ground is whose."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from ...board.names import Unit, Units
from ...geometry.hexes import Hex
from ...geometry.hexset import NONE, HexSet, each, of
from ...kernel import state as kernel
from ...kernel.system import Verdict
from .chart import GERMAN, US, Side
from .world import NO_FORMATION, Counter, Formation, Theatre

# places that are no hex (CTL-5.3.4n: known to both)
COMING = -1  # still to come; also an HQ that left the map for a while (CTL-5.3.2i)
LOST = -2
GONE = -3  # withdrawn for good (CTL-8.5.2)

Hexes = tuple[Hex, ...]


class State(kernel.State, frozen=True, gc=False, kw_only=True):
    """CTL-3.4a: what the markers of the game tell; command, isolation and ZOCs are worked out."""

    world: Theatre
    at: tuple[int, ...]  # by unit: its hex, COMING, LOST or GONE
    under: bytes  # by unit: how many counters of its stack lie on it (CTL-5.3.1d)
    strength: bytes  # by unit: SPs; of an HQ its Attack Support (CTL-3.2j, CTL-3.3l)
    disrupted: bytes  # by unit (CTL-3.2h)
    assigned: bytes  # by unit: the formation that it belongs to at present (CTL-5.5.2d)
    shown: bytes  # by unit: the enemy knows its assignment (CTL-5.3.4e)
    noted: bytes  # by unit: SPs lost before it was withdrawn (CTL-8.5.2f)
    level: bytes  # by formation (CTL-3.1.3c)
    flipped: bytes  # by formation: its HQ has spent Emergency Supply (CTL-5.7.3a)
    turn: int
    ap: tuple[int, int] = (0, 0)  # US, German (CTL-3.1.3d)
    passed: tuple[bool, bool] = (False, False)  # in this Ops Phase (CTL-6.2f)
    marker: Side | None = None  # CTL-6.1: whose side the Initiative marker shows; None in box 0
    box: int = 0
    interdiction: int = 0
    snafu: Side | None = None  # CTL-5.2a
    improved: Hexes = ()  # CTL-7.7
    held: bytes = b""  # by tracked hex: 1 where the US side controls it (CTL-9.1)
    plans: tuple[str, ...] = ()  # CTL-3.4c, CTL-8.3a: in the order drawn
    inspected: tuple[int, ...] = ()  # CTL-8.3c: those that the German side has seen
    used: int = 0  # CTL-10.1b: activations
    verdict: Verdict | None = None

    # ---- who and where

    def side(self, u: Unit) -> Side:
        return self.world.sides[u]

    def counter(self, u: Unit) -> Counter:
        return self.world.counters[u]

    def on_map(self, u: Unit) -> bool:
        return self.at[u] >= 0

    def hex(self, u: Unit) -> Hex:
        return Hex(self.at[u])

    def formation(self, u: Unit) -> Formation | None:
        """CTL-5.5.1a: the formation that it belongs to or is assigned to."""
        f = self.assigned[u]
        return None if f == NO_FORMATION else f

    def hq(self, f: Formation) -> Unit:
        return self.world.staffs[f].hq

    def effectiveness(self, u: Unit) -> int:
        """CTL-5.6.3a: of the side that lies up."""
        return self.counter(u).effectiveness[self.disrupted[u]]

    def points(self, u: Unit) -> int:
        """CTL-5.6.3a: TP or AT of the side that lies up."""
        return self.counter(u).points[self.disrupted[u]]

    def combat(self, u: Unit) -> bool:
        """CTL-3.3d."""
        return not self.world.is_hq[u]

    def points_of(self, side: Side) -> int:
        """The AP left to the side."""
        return self.ap[side is GERMAN]

    @property
    def field(self) -> Field:
        return survey(self)

    def stack(self, hex: Hex, side: Side) -> Units:
        """The counters of a side there, top first."""
        return self.field.stacks[side].get(hex, ())

    def fighters(self, hex: Hex, side: Side) -> Units:
        """The combat units of a side there, top first."""
        return tuple(u for u in self.stack(hex, side) if self.combat(u))

    @property
    def german_closed(self) -> bool:
        """CTL-7.3.8a: is the ground north-west of the outer line closed to Germans on this turn?"""
        first, last = self.world.chart.closed_turns
        return first <= self.turn <= last

    def edge(self, side: Side) -> HexSet:
        """CTL-3.1.4: the supply edge hexes of a side on this turn."""
        chart, scenario = self.world.chart, self.world.scenario
        if side is GERMAN:
            return chart.german_edge_everywhere & chart.within
        open_ = scenario.us_north_west and (not scenario.campaign or self.turn >= chart.north_west_turn)
        return chart.south | chart.west | (chart.north_west if open_ else NONE)

    def controls(self, side: Side, hex: Hex) -> bool:
        """CTL-9.1, CTL-9.1g: of a tracked hex, who held it last."""
        return bool(self.held[self.world.tracks[hex]]) is (side is US)

    def can_activate(self, f: Formation) -> bool:
        """CTL-6c."""
        return self.level[f] > 0 and self.on_map(self.hq(f))

    def members(self, f: Formation) -> Units:
        """CTL-5.5.1a: the combat units of a formation on the map, those assigned to it included."""
        return tuple(
            u
            for u in self.world.by_side[self.world.staffs[f].side]
            if self.assigned[u] == f and self.at[u] >= 0 and self.combat(u)
        )


class Field:
    """What follows from where the counters lie and which are disrupted. Kept while it is of use."""

    __slots__ = ("_reach", "_supplied", "blocked", "held", "manned", "near", "stacks", "state", "zoc")

    def __init__(self, s: State) -> None:
        self.state = s
        chart = s.world.chart
        self.stacks: dict[Side, dict[Hex, Units]] = {US: {}, GERMAN: {}}
        self.held: dict[Side, HexSet] = {}  # with any counter of the side
        self.manned: dict[Side, HexSet] = {}  # with a combat unit of the side
        self.zoc: dict[Side, HexSet] = {}
        self.near: dict[Side, HexSet] = {}  # next to any counter of the side
        self.blocked: dict[Side, HexSet] = {}  # CTL-7.3.8: to this side on this turn
        for side in Side:
            piles: dict[Hex, list[Unit]] = {}
            held = manned = zoc = NONE
            for u in s.world.by_side[side]:
                h = s.at[u]
                if h < 0:
                    continue
                bit = 1 << h
                if held & bit:
                    piles[Hex(h)].append(u)
                else:
                    piles[Hex(h)] = [u]
                    held |= bit
                if not s.world.is_hq[u]:
                    manned |= bit
                    if not s.disrupted[u]:  # CTL-5.4e
                        zoc |= chart.zoc[s.world.counters[u].arm][h]
            self.stacks[side] = {
                h: tuple(sorted(pile, key=s.under.__getitem__)) if len(pile) > 1 else (pile[0],)
                for h, pile in piles.items()
            }
            self.held[side], self.manned[side], self.zoc[side] = held, manned, zoc
            self.near[side] = chart.steps.ring(held)
            self.blocked[side] = chart.closed if side is GERMAN and s.german_closed else NONE
        self._reach: dict[tuple[Formation, int], HexSet] = {}
        self._supplied: dict[Side, HexSet] = {}

    def through(self, side: Side) -> HexSet:
        """CTL-5.4.1d, CTL-5.7.2b to d, CTL-5.8.2: the hexes that a path of this side may enter; friends cancel an EZOC."""
        enemy = side.enemy
        free = ~self.zoc[enemy] | self.held[side]
        return self.state.world.chart.within & ~self.held[enemy] & free & ~self.blocked[side]

    def reach(self, f: Formation, steps: int) -> HexSet:
        """CTL-5.8b, c: the hexes with a Command Path of at most so many steps to the HQ (-1: of any length)."""
        found = self._reach.get((f, steps))
        if found is None:
            staff = self.state.world.staffs[f]
            at = self.state.at[staff.hq]
            links = self.state.world.chart.links[staff.side]
            found = NONE if at < 0 else links.flood(1 << at, self.through(staff.side) | 1 << at, steps)
            self._reach[f, steps] = found
        return found

    def supplied(self, side: Side) -> HexSet:
        """CTL-5.7.2a: the hexes with a Supply Path to an edge of their side; the edge hex is not exempt."""
        found = self._supplied.get(side)
        if found is None:
            through = self.through(side)
            links = self.state.world.chart.links[side]
            found = self._supplied[side] = links.flood(self.state.edge(side) & through, through)
        return found


_fields: dict[tuple[object, ...], Field] = {}
_last: Field | None = None


def survey(s: State) -> Field:
    """The field of a position; the one asked for last is at hand without a search."""
    global _last
    if _last is not None:
        old = _last.state
        if (
            old.at is s.at and old.disrupted is s.disrupted and old.under is s.under
            and old.turn == s.turn and old.world is s.world
        ):  # fmt: skip
            return _last
    key = (s.world.key, s.at, s.under, s.disrupted, s.turn)
    found = _fields.get(key)
    if found is None:
        found = Field(s)
        if len(_fields) >= 256:
            for stale in list(_fields)[:128]:
                del _fields[stale]
        _fields[key] = found
    _last = found
    return found


def with_byte(column: bytes, changes: Iterable[tuple[int, int]]) -> bytes:
    new = bytearray(column)
    for i, value in changes:
        new[i] = value
    return bytes(new)


def rearranged(s: State, units: Units, place: int) -> State:
    """Counters go to one place together, in the order given, and lie on top there (CTL-5.3.4k)."""
    at, under = list(s.at), bytearray(s.under)
    piles = s.field.stacks
    for hex in {s.at[u] for u in units if s.at[u] >= 0 and s.at[u] != place}:
        for side in Side:
            rest = [v for v in piles[side].get(Hex(hex), ()) if v not in units]
            for n, v in enumerate(rest):
                under[v] = n
    if place >= 0:
        rest = [v for v in piles[s.side(units[0])].get(Hex(place), ()) if v not in units]
        for n, v in enumerate((*units, *rest)):
            under[v] = n
    for u in units:
        at[u] = place
        if place < 0:
            under[u] = 0
    return msgspec.structs.replace(s, at=tuple(at), under=bytes(under))


def add(hexes: Hexes, hex: Hex) -> Hexes:
    return hexes if hex in hexes else tuple(sorted((*hexes, hex)))


def without(hexes: Hexes, hex: Hex) -> Hexes:
    return tuple(h for h in hexes if h != hex)


def empty(world: Theatre, turn: int | None = None) -> State:
    """Nobody is on the map yet; every formation is fresh (CTL-10f), and the ground is divided by the outer line."""
    counters, n = world.counters, len(world.counters)
    return State(
        world=world,
        at=(COMING,) * n,
        under=bytes(n),
        strength=bytes(c.strength for c in counters),
        disrupted=bytes(n),
        assigned=bytes(c.formation for c in counters),
        shown=bytes(not c.independent for c in counters),
        noted=bytes(n),
        level=bytes(f.level for f in world.staffs),
        flipped=bytes(len(world.staffs)),
        turn=world.scenario.first_turn if turn is None else turn,
        held=first_holders(world),
        snafu=None if world.scenario.solo else GERMAN,
    )


def first_holders(world: Theatre) -> bytes:
    """CTL-9.1a, CTL-9.1g: VP hexes are German; of the other settlements those outside the outer line are US, the
    Kerkrade bulge German, unless the scenario says otherwise."""
    chart = world.chart
    vp = chart.towns | chart.roer_area | of(chart.grid.hex(h) for x in world.scenario.vp.values() for h in x)
    outside = chart.closed | chart.links[US].flood(
        chart.south & ~behind(world), ~behind(world) & chart.within
    )
    bulge = chart.bulge if world.scenario.bulge == US else NONE
    ours = (outside & ~chart.bulge | bulge) & ~vp
    return bytes(ours >> h & 1 for h in world.tracked)


def behind(world: Theatre) -> HexSet:
    """The outer pillbox line itself."""
    chart = world.chart
    return of(chart.grid.hex(n) for n in chart.tables["westwall"]["outer"])


__all__ = ["COMING", "GONE", "LOST", "Field", "State", "each", "empty", "rearranged", "survey", "with_byte"]
