"""HQ units (TGC-hq, TGC-move.17): what kills them at the end of a movement phase. Entering is in `movement`, supply in `supply`."""

from __future__ import annotations

from ...board.names import Units
from ...kernel.draft import Draft
from .events import Eliminated
from .state import State
from .world import Side
from .zoc import engaged


def caught(s: State, side: Side) -> Units:
    """TGC-hq.1, 3 to 5: HQs that end their own side's movement in an enemy zone of control."""
    return tuple(u for u in engaged(s, side) if s.world.hq[u])


def remove_caught(d: Draft[State], side: Side) -> None:
    """TGC-hq.3, 7."""
    if gone := caught(d.s, side):
        d.emit(Eliminated(gone, "TGC-hq.3"))
