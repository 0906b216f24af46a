"""What a side may know. A view is built up from an allow-list, never stripped down from a position."""

from __future__ import annotations

from typing import Any

import msgspec

from ..board.names import Side
from .draft import Event
from .frame import Frame
from .state import State


class View(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """The base of every system's view: whose it is, and what is asked of whom."""

    side: Side
    system: str
    scenario: str
    asks: Side | None  # whose decision it is; None: chance, or the game is over
    prompt: str
    over: bool


def doing(s: State, side: Side) -> tuple[Frame[Any], ...]:
    """The open steps as this side sees them."""
    return tuple(f.seen_by(side) for f in s.frames)


def seen(events: tuple[Event, ...], side: Side) -> tuple[Any, ...]:
    """The events as this side sees them."""
    return tuple(e for e in (event.seen_by(side) for event in events) if e is not None)
