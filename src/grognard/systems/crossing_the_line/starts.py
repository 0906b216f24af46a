"""How the scenarios begin (CTL-3.6a, CTL-10): set-ups from `setups.toml`, each checked before anybody plays it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, Self

from msgspec.structs import replace

from ...board.data import BadData
from ...board.names import Unit
from ...kernel.draft import Draft, Event
from .chart import GERMAN, US, Side, Tables
from .control import happen
from .stacking import surplus
from .state import State, empty, with_byte
from .supply import in_command, in_supply
from .world import Formation, Theatre


class Deployed(Event, frozen=True):
    """CTL-10d: who stands where, each stack from the top, and which independent units are assigned to whom. What the enemy
    sees of it, his view says (CTL-5.3.4)."""

    scenario: str
    places: tuple[tuple[Unit, int], ...]
    assigned: tuple[tuple[Unit, Formation], ...]

    def on(self, s: State) -> State:
        at, under = list(s.at), bytearray(s.under)
        height: dict[int, int] = {}
        for u, hex in self.places:
            at[u], under[u] = hex, height.get(hex, 0)
            height[hex] = height.get(hex, 0) + 1
        return replace(s, at=tuple(at), under=bytes(under), assigned=with_byte(s.assigned, self.assigned))

    def seen_by(self, side: Any) -> Self:
        return replace(self, places=(), assigned=())


def table(world: Theatre, scenario: str) -> Tables:
    for found in world.box["setups"]["setup"]:
        if found["scenario"] == scenario:
            return dict(found)
    raise BadData(f"setups.toml: there is no set-up for {scenario!r}")


def read(world: Theatre) -> Deployed:
    """The set-up as its tables tell it; names that stand for nothing are refused."""
    t = table(world, world.scenario.id)
    places: dict[Unit, int] = {}
    for side in Side:
        for number, ids in t[side].items():
            for id in ids:
                u = world.unit(id)
                if u in places or world.sides[u] is not side:
                    raise BadData(
                        f"setups.toml: {world.scenario.id}: {id} stands twice, or on the wrong side"
                    )
                places[u] = world.hex(number)
    assigned = {}
    for name, ids in t["assigned"].items():
        f = world.formation(name)
        for id in ids:
            u = world.unit(id)
            counter = world.counters[u]
            if u in assigned or not counter.independent or world.staffs[f].side is not counter.side:
                raise BadData(f"setups.toml: {world.scenario.id}: {id} cannot be assigned to {name}")
            assigned[u] = f
    return Deployed(world.scenario.id, tuple(places.items()), tuple(sorted(assigned.items())))


def faults(s: State) -> Iterator[str]:
    """Why the game cannot begin like this: off the map, stacking, terrain, closed ground, command, supply, assignments."""
    world, chart = s.world, s.world.chart
    f = s.field
    both = f.held[US] & f.held[GERMAN]
    for side in Side:
        for hex in f.stacks[side]:
            place = world.place(hex)
            if not chart.within >> hex & 1:
                yield f"{place} is outside the area (CTL-3.1g)"
            if both >> hex & 1:
                yield f"both sides stand in {place} (CTL-7.3.2d)"
            if surplus(s, side, hex):
                yield f"too many units stand in {place} (CTL-5.3.1a)"
            if f.blocked[side] >> hex & 1:
                yield f"{place} is closed to Germans (CTL-7.3.8)"
    for n, staff in enumerate(world.staffs):
        if not s.on_map(staff.hq):
            continue
        if not chart.settled >> s.at[staff.hq] & 1:
            yield f"{world.name(staff.hq)} stands in no town, city or industrial hex (CTL-3.3h)"
        elif not s.controls(staff.side, s.hex(staff.hq)):
            yield f"{world.name(staff.hq)} stands in a town of the enemy (CTL-9.1g)"
        if not in_supply(s, n):
            yield f"{world.name(staff.hq)} is out of supply (CTL-5.7.2)"
    for i in range(len(world.counters)):
        u = Unit(i)
        mine = s.formation(u)
        if not s.on_map(u) or not s.combat(u) or mine is None or not s.on_map(s.hq(mine)):
            continue
        if not in_command(s, u):
            yield f"{world.name(u)} is not in command (CTL-5.8)"
        corps, own = world.counters[u].corps, world.staffs[mine].corps
        if world.sides[u] is US and corps != own:
            yield f"{world.name(u)} is of another corps than {world.staffs[mine].name} (CTL-5.5.2e)"


@lru_cache(maxsize=32)
def given(world: Theatre) -> Deployed:
    """The set-up of this scenario, found fit to be played."""
    event = read(world)
    wrong = list(faults(event.on(empty(world))))
    if wrong:
        raise BadData(f"setups.toml: {world.scenario.id}: " + "; ".join(wrong))
    return event


def deploy(d: Draft[State]) -> None:
    """CTL-10d; what the first line holds is under control from the beginning (CTL-9.1b)."""
    happen(d, given(d.s.world))
