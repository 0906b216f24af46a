"""The order of one's own stacks (CTL-5.3.1d), which the enemy sees only from above (CTL-5.3.4a)."""

from __future__ import annotations

from ...board.names import Unit
from ...kernel.breach import Breach
from ...kernel.draft import Draft
from ...kernel.offers import Group
from .actions import Top
from .chart import Side
from .events import Restacked
from .state import State


def may_restack(s: State, side: Side, u: Unit) -> Breach | None:
    """CTL-5.3.1d: one's own stacks, in any order."""
    if s.side(u) is not side or not s.on_map(u):
        return Breach("CTL-5.3.1d", f"{s.world.name(u)} lies in no stack of yours")
    if not s.under[u]:
        return Breach("CTL-5.3.1d", f"{s.world.name(u)} lies on top already")
    return None


def restacking(s: State, side: Side) -> tuple[Group[Top], ...]:
    """The counters that may be put on top."""
    tops = [Top(u) for u in s.world.by_side[side] if s.at[u] >= 0 and s.under[u]]
    return (Group("top", lambda: tops),) if tops else ()


def lift(d: Draft[State], side: Side, u: Unit) -> None:
    d.emit(Restacked(side, (u,), d.s.hex(u), (u,)))
