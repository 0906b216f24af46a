"""A step of play in the making: the position so far, and what has happened."""

from __future__ import annotations

from typing import Any, ClassVar, Generic, Self

import msgspec

from ..board.names import Side
from .state import S


class Event(msgspec.Struct, frozen=True, gc=False, tag=True):
    """Something that happened. `on` is the only code that changes a position. `reveals` says that a side learns what
    was hidden from it: no take-back goes past that, as with a throw."""

    reveals: ClassVar[bool] = False

    def on(self, s: Any) -> Any:
        raise NotImplementedError

    def seen_by(self, side: Side) -> Self | None:
        """What this side learns of it; None: nothing."""
        return self


class Draft(Generic[S]):
    """`d.s` is the position as it stands, `d.emit(event)` lets something happen."""

    __slots__ = ("events", "s")

    def __init__(self, s: S) -> None:
        self.s = s
        self.events: list[Event] = []

    def emit(self, event: Event) -> None:
        self.s = event.on(self.s)
        self.events.append(event)
