"""Supply of both sides (TGC-supply), judged once a turn at the start of a side's part."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from ...board import trace
from ...board.names import Unit, Units
from ...geometry.hexset import HexSet, holds
from ...kernel.breach import Breach
from ...kernel.draft import Draft
from ...kernel.frame import Done, Step
from ...kernel.offers import Offers
from .actions import Supply
from .events import Eliminated, SourcesSet, SupplyJudged
from .phase import OwnPhase
from .state import FRESH, Source, State
from .world import ALLIED, GERMAN, Side


def open_ground(s: State, side: Side) -> HexSet:
    """TGC-supply.5: where a line may pass between its ends; rivers, mountains and friends do not hinder it,
    neutral and impassable hexes do (TGC-area.13f, 14b, 15)."""
    enemy = side.enemy
    return s.world.chart.land & ~s.field.zoc[enemy] & ~s.field.held[enemy]


def german_supply(s: State) -> HexSet:
    """TGC-supply.7, 9: every hex from which a line of any length leads over the Rhine; HQs play no part."""
    chart = s.world.chart
    sources = chart.beyond & ~s.field.held[ALLIED]
    return trace.fed(chart.links, sources, open_ground(s, GERMAN)) | chart.beyond


def isolated(s: State) -> Units:
    """TGC-supply.8: German units without a line."""
    fed = german_supply(s)
    return tuple(
        Unit(u) for u in s.world.units(GERMAN) if s.on_map(Unit(u)) and not holds(fed, s.hex(Unit(u)))
    )


def sources_now(s: State) -> list[Source]:
    """TGC-supply.10 to 16, TGC-hq.6: the Allied sources, with capacity and range, by the HQs on them at this moment."""
    world, table = s.world, s.world.tables["supply"]
    out = []
    for hex, point in sorted(world.chart.numbered.items()):
        stack = s.stack(hex, ALLIED)
        hqs = min(3, sum(world.hq[u] for u in stack))
        if hex in s.invaded and not s.field.held[GERMAN] >> hex & 1:
            out.append(Source(hex, 1, point.capacity, table["range_invaded"][hqs], len(stack)))
        elif hqs and point.kind != "beach":  # TGC-supply.11, 12b, TGC-inv.27d
            out.append(Source(hex, 2, point.capacity, table["range_port"][hqs], len(stack)))
        elif stack:  # TGC-supply.12a
            out.append(Source(hex, 3, point.capacity, table["range_bare"], len(stack)))
    return out


def reached(s: State, source: Source) -> HexSet:
    """TGC-supply.17, 18: the hexes that the source reaches."""
    return trace.fed(s.world.chart.links, 1 << source.hex, open_ground(s, ALLIED), source.range)


class Feeding(NamedTuple):
    """Which units each source could feed, and how the feeding units share them out."""

    sources: Sequence[Source]
    reach: dict[Unit, tuple[int, ...]]  # by unit: the sources (their place in the list) that reach it

    def assign(self, units: Iterable[Unit]) -> dict[Unit, int] | None:
        """TGC-supply.19: a source for each of the units at once, or None."""
        given: dict[int, list[Unit]] = {i: [] for i in range(len(self.sources))}
        for u in units:
            if not self._seat(u, given, set()):
                return None
        return {u: i for i, us in given.items() for u in us}

    def most(self, units: Iterable[Unit]) -> tuple[Unit, ...]:
        """TGC-supply.20c: in this order, each unit is taken in when all so far can still be served."""
        given: dict[int, list[Unit]] = {i: [] for i in range(len(self.sources))}
        return tuple(u for u in units if self._seat(u, given, set()))

    def _seat(self, u: Unit, given: dict[int, list[Unit]], tried: set[int]) -> bool:
        """Find room for one more unit, moving others to other sources where that helps (an augmenting path)."""
        for i in self.reach.get(u, ()):
            if i in tried:
                continue
            tried.add(i)
            if len(given[i]) < self.sources[i].capacity:
                given[i].append(u)
                return True
            for other in given[i]:
                if self._seat(other, given, tried):
                    given[i].remove(other)
                    given[i].append(u)
                    return True
        return False


def feeding(s: State) -> Feeding:
    """TGC-supply.18, 19, for all Allied units on the continent."""
    sources = sources_now(s)
    fields = [reached(s, source) for source in sources]
    reach: dict[Unit, tuple[int, ...]] = {}
    for hex, stack in s.field.stacks[ALLIED].items():
        feeders = tuple(i for i, f in enumerate(fields) if f >> hex & 1)
        for u in stack:
            if s.on_map(u):
                reach[u] = feeders
    return Feeding(sources, reach)


def by_worth(s: State, units: Iterable[Unit]) -> list[Unit]:
    """TGC-supply.20c: the order of the proposal."""
    return sorted(units, key=lambda u: (-s.world.attack[u], s.world.unit_ids[u]))


def judge_allied(d: Draft[State], chosen: Units, f: Feeding) -> None:
    """TGC-supply.13, 14, 20 to 24: the chosen units are fed, the others hunger a turn longer."""
    given = f.assign(chosen)
    assert given is not None
    counts = [0] * len(f.sources)
    for i in given.values():
        counts[i] += 1
    d.emit(SourcesSet(tuple(replace(x, fed=n) for x, n in zip(f.sources, counts))))
    judge(d, ALLIED, set(f.reach) - set(chosen))


def judge(d: Draft[State], side: Side, without: Iterable[Unit]) -> None:
    """TGC-supply.1, 23, 24."""
    s, without = d.s, set(without)
    changes = []
    for i in s.world.units(side):
        u = Unit(i)
        count = s.hungry[u] + 1 if u in without else 0
        if count != s.hungry[u]:
            changes.append((u, count))
    d.emit(SupplyJudged(side, tuple(changes)))


def starve(d: Draft[State], side: Side) -> None:
    """TGC-supply.25 to 27: no terrain protects."""
    limit = d.s.world.tables["supply"]["eliminated_after_turns"]
    gone = tuple(Unit(u) for u in d.s.world.units(side) if d.s.hungry[u] >= limit and d.s.on_map(Unit(u)))
    if gone:
        d.emit(Eliminated(gone, "TGC-supply.25"))


def landing_capacity(s: State) -> int:
    """TGC-sea.8a, b: how many units the sources of this turn can feed; a bare port only those that stood in it."""
    return sum(min(x.stood, x.capacity) if x.kind == 3 else x.capacity for x in s.sources)


class AlliedSupply(OwnPhase, frozen=True):
    """TGC-seq.3 A1. There is a choice only where capacity falls short (TGC-supply.20a, b)."""

    side: Side = ALLIED

    def enter(self, d: Draft[State]) -> Step:
        f = feeding(d.s)
        reachable = [u for u, by in f.reach.items() if by]
        if f.assign(reachable) is None:
            return self.ask()
        judge_allied(d, tuple(reachable), f)
        return Done()

    def check_own(self, s: State, a: object) -> Breach | None:
        if not isinstance(a, Supply):
            return Breach("TGC-supply.20b", "capacity falls short: say which units are supplied")
        f = feeding(s)
        world = s.world
        if len(set(a.units)) != len(a.units):
            return Breach("TGC-supply.19", "a unit is named twice")
        for u in a.units:
            if u not in f.reach:
                return Breach("TGC-supply.1", f"{world.name(u)} is not on the continent")
            if not f.reach[u]:
                return Breach("TGC-supply.19", f"no source reaches {world.name(u)}")
        if f.assign(a.units) is None:
            served = f.most(a.units)
            over = [u for u in a.units if u not in served]
            return Breach(
                "TGC-supply.20d", f"nothing is left for {world.names(over)}: take supply from another first"
            )
        return None

    def offers_own(self, s: State) -> Offers[Supply]:
        proposal = propose(s)
        out = [Supply(proposal)]
        f = feeding(s)
        waiting = [u for u in by_worth(s, f.reach) if f.reach[u] and u not in proposal]
        for u in waiting:
            for v in reversed(proposal):
                swapped = tuple(sorted({*proposal, u} - {v}))
                if f.assign(swapped) is not None:
                    out.append(Supply(swapped))
                    break
        return Offers(out, open=("supply",))

    def take_own(self, d: Draft[State], a: object) -> Step:
        assert isinstance(a, Supply)
        judge_allied(d, a.units, feeding(d.s))
        return Done()

    def prompt(self, s: State) -> str:
        return "choose which units are in supply: the sources cannot feed them all"


def propose(s: State) -> Units:
    """TGC-supply.20c: the set that the program proposes."""
    f = feeding(s)
    return tuple(sorted(f.most(by_worth(s, (u for u, by in f.reach.items() if by)))))


def in_supply(s: State, u: Unit) -> bool:
    """TGC-supply.1, 6, TGC-inv.33, TGC-abn.13: as last judged; who came this turn is supplied for the turn."""
    return s.hungry[u] == 0 or s.marked(u, FRESH)


def feeds(s: State, side: Side) -> HexSet:
    """TGC-ui.35: all hexes where a unit of the side would be fed as things stand."""
    if side is GERMAN:
        return german_supply(s)
    return union(reached(s, x) for x in sources_now(s))


def union(sets: Iterable[HexSet]) -> HexSet:
    out = 0
    for x in sets:
        out |= x
    return out
