"""The reinforcement chart (CTL-3.7a): who comes when and where, and who leaves."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

import msgspec

from ...board.data import BadData
from ...board.names import Unit
from ...geometry.hexes import Hex
from ...geometry.hexset import holds
from .chart import Side
from .state import COMING, State
from .world import Formation, Theatre


class Entry(msgspec.Struct, frozen=True):
    """CTL-8.5a: from this turn on a counter may be placed, in one of these hexes. `bound`: the formation to which the chart
    gives it."""

    turn: int
    hexes: tuple[Hex, ...]
    bound: Formation | None = None


class Leave(msgspec.Struct, frozen=True):
    """CTL-8.5.2a, b: a division goes, for good or for a while."""

    turn: int
    formation: Formation
    back: bool


class Schedule(msgspec.Struct, frozen=True):
    entries: Mapping[Unit, Entry]
    leaves: tuple[Leave, ...]


@lru_cache(maxsize=64)
def schedule(world: Theatre) -> Schedule:
    """CTL-10g: as the tables tell it for this scenario; what contradicts itself is refused. Nobody comes or goes in a
    study."""
    setups, mine = world.box["setups"], world.scenario.id
    entries: dict[Unit, Entry] = {}
    for r in setups["reinforcement"]:
        if mine not in r["scenarios"]:
            continue
        side, named = Side(r["side"]), r.get("formation", "")
        bound = world.formation(r["assigned_to"]) if "assigned_to" in r else None
        hexes = at_hexes(world, r["entry_hexes"])
        comers = {world.unit(id): Entry(r["turn"], hexes, bound) for id in r["units"]}
        if "hq" in r:
            comers[world.unit(r["hq"])] = Entry(r["turn"], at_hexes(world, r["hq_hexes"]))
        for u, entry in comers.items():
            counter = world.counters[u]
            own = "" if counter.independent else world.staffs[counter.formation].id
            if u in entries or counter.side is not side or own != named:
                raise BadData(f"setups.toml: {counter.name} comes twice, or with those it does not belong to")
            entries[u] = entry
    leaves = tuple(
        Leave(r["turn"], world.formation(r["formation"]), not r["permanent"])
        for r in setups["withdrawal"]
        if mine in r["scenarios"]
    )
    return Schedule(entries, leaves)


def at_hexes(world: Theatre, numbers: list[str]) -> tuple[Hex, ...]:
    """Entry hexes outside the area do not exist (CTL-3.1g)."""
    hexes = (world.grid.hex(n) for n in numbers)
    return tuple(h for h in hexes if holds(world.chart.within, h))


def driven_off(s: State, u: Unit) -> bool:
    """CTL-5.3.2i: an HQ that found no refuge. Its level is 0, and rises no more while it is away (CTL-8.1a); that of a
    formation still to come is at its maximum (CTL-8.5.1b)."""
    f = s.formation(u)
    return s.at[u] == COMING and not s.combat(u) and f is not None and not s.level[f]


def due(s: State, u: Unit) -> bool:
    """CTL-8.5a, c: may it be placed on this turn? One that was delayed may."""
    if s.at[u] != COMING:
        return False
    entry = schedule(s.world).entries.get(u)
    return driven_off(s, u) or (entry is not None and entry.turn <= s.turn)


def waiting(s: State, side: Side) -> list[Unit]:
    """Whom a side may place now: HQs first (CTL-8.5g)."""
    found = [u for u in s.world.by_side[side] if due(s, u)]
    return sorted(found, key=s.combat)
