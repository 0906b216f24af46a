"""A plan in the making: each action is judged and tried on the position before it is written down."""

from __future__ import annotations

from collections.abc import Iterable

from ...board.names import Unit
from ...geometry.hexes import Hex
from ...kernel.frame import Action
from ...kernel.play import apply, check, decision
from ...systems.great_crusade import movement, stacking
from ...systems.great_crusade.actions import End, Move, Remove
from ...systems.great_crusade.state import State
from ...systems.great_crusade.world import Side


class Orders:
    """Actions with the position before each."""

    def __init__(self, s: State) -> None:
        self.s = s
        self.written: list[tuple[State, Action]] = []

    def go(self, a: Action) -> bool:
        """Write it down if it is legal."""
        if check(self.s, a) is not None:
            return False
        self.written.append((self.s, a))
        self.s = apply(self.s, a, judged=True).state
        return True

    def goes_on(self, side: Side) -> bool:
        """Is it still this side's choice in the same step?"""
        now = decision(self.s)
        return now is not None and now.side == side


def advance(o: Orders, moves: Iterable[tuple[Unit, Hex]]) -> None:
    """Move units, again and again while that helps: one may have to wait until another has left."""
    left = [(u, h) for u, h in moves if o.s.at[u] != h]
    while left:
        rest = [(u, h) for u, h in left if not o.go(Move(u, h))]
        if len(rest) == len(left):
            return
        left = rest


def end_movement(o: Orders, side: Side) -> None:
    """End the phase; first spread out where too many stand."""
    for _ in range(40):
        if o.go(End()):
            return
        crowded = stacking.overstacked(o.s, side)
        if not crowded or not any(make_room(o, side, hex) for hex in crowded):
            break
    for _ in range(200):
        if o.go(End()):
            return
        for hex in stacking.overstacked(o.s, side):
            units = sorted(stacking.here(o.s, side, hex), key=lambda u: (o.s.world.attack[u], u))
            if any(o.go(Remove(u)) for u in units):
                break
        else:
            return


def make_room(o: Orders, side: Side, hex: Hex) -> bool:
    """Send one unit of a crowded hex to the best place that has room."""
    s = o.s
    zone = s.field.zoc[side.enemy]
    for u in sorted(stacking.here(s, side, hex), key=lambda u: (s.world.hq[u], s.world.attack[u], u)):
        if not s.on_map(u):
            continue
        places = movement.destinations(s, u)
        places.sort(key=lambda h: (zone >> h & 1, s.world.grid.distance(hex, h), h))
        for h in places:
            if len(stacking.here(s, side, h)) < (2 if side is not side.GERMAN else 3) and o.go(Move(u, h)):
                return True
    return False
