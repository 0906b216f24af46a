"""What happens by itself once something has happened: control of towns (CTL-9.1), HQs of dead formations (CTL-3.3k), the
German dash to the southern edge (CTL-10.4e)."""

from __future__ import annotations

from ...geometry.hexes import Hex
from ...geometry.hexset import HexSet, each
from ...kernel.draft import Draft, Event
from ...kernel.system import Verdict
from .chart import GERMAN, Side
from .events import ControlTaken, Eliminated, GameEnded
from .state import GONE, LOST, State
from .supply import in_command


def happen(d: Draft[State], event: Event) -> None:
    """Let something happen to counters on the map, with all that follows from it at once."""
    d.emit(event)
    if isinstance(event, Eliminated):
        bury(d)
    settle(d)


def settle(d: Draft[State]) -> None:
    for side in Side:
        taken = takes(d.s, side)
        if taken:
            d.emit(ControlTaken(side, taken))
    if not d.s.verdict and broke_through(d.s):
        d.emit(
            GameEnded(
                Verdict(
                    GERMAN, "CTL-10.4e", "a German unit in command stands at the southern edge of the map"
                )
            )
        )


def takes(s: State, side: Side) -> tuple[Hex, ...]:
    """CTL-9.1b to f: the hexes that come under the control of the side as things stand. It has a combat unit there, or a
    ZOC while no enemy counter is there, and a line of hexes from its edge that ends in it. Two ZOCs in an empty hex
    break each other's line (CTL-9.1d)."""
    f = s.field
    can: HexSet = (f.manned[side] | f.zoc[side] & ~f.held[side.enemy]) & s.world.contested
    if not can:
        return ()
    return tuple(h for h in each(can & f.supplied(side)) if not s.controls(side, h))


def bury(d: Draft[State]) -> None:
    """CTL-3.3k: an HQ goes when every unit of its formation, assigned ones included, has been eliminated."""
    s = d.s
    for f, staff in enumerate(s.world.staffs):
        if s.at[staff.hq] in (LOST, GONE):
            continue
        units = [u for u in s.world.by_side[staff.side] if s.assigned[u] == f and s.combat(u)]
        if units and all(s.at[u] == LOST for u in units):
            d.emit(Eliminated(staff.hq, "CTL-3.3k"))


def broke_through(s: State) -> bool:
    """CTL-10.4e."""
    if not s.world.scenario.campaign:
        return False
    there = s.field.manned[GERMAN] & s.world.chart.south
    return bool(there) and any(
        there >> s.at[u] & 1 and in_command(s, u)
        for u in s.world.by_side[GERMAN]
        if s.at[u] >= 0 and s.combat(u)
    )
