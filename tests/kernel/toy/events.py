"""What happens. Only here a position is written."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from msgspec.structs import replace

from grognard.board.names import Side, Unit
from grognard.geometry.hexes import Hex
from grognard.kernel.draft import Draft, Event

from .state import OFF, UNSEEN, Toy, put

ToyDraft = Draft[Toy]


class TurnBegan(Event, frozen=True):
    turn: int

    def on(self, s: Toy) -> Toy:
        return replace(s, turn=self.turn)


class Dealt(Event, frozen=True):
    """TOY-2.1. Only its owner learns how strong the unit is."""

    owner: Side
    unit: Unit
    strength: int

    def on(self, s: Toy) -> Toy:
        return replace(s, strength=put(s.strength, self.unit, self.strength))

    def seen_by(self, side: Side) -> Dealt:
        return self if side == self.owner else replace(self, strength=UNSEEN)


class Moved(Event, frozen=True):
    unit: Unit
    start: Hex
    to: Hex

    def on(self, s: Toy) -> Toy:
        under = put(s.under, self.unit, 0)
        for mate in s.stack(self.start):
            under = put(under, mate, 0)
        for mate in s.stack(self.to):
            under = put(under, mate, 1)
        return replace(s, at=put(s.at, self.unit, self.to), under=under)


class Shown(Event, frozen=True):
    """TOY-1.2: from now on both sides know the strength."""

    reveals: ClassVar[bool] = True
    unit: Unit
    strength: int

    def on(self, s: Toy) -> Toy:
        return replace(s, shown=put(s.shown, self.unit, 1))


class StepLost(Event, frozen=True):
    unit: Unit
    left: int
    by: str

    def on(self, s: Toy) -> Toy:
        return replace(s, strength=put(s.strength, self.unit, self.left))


class Removed(Event, frozen=True):
    unit: Unit

    def on(self, s: Toy) -> Toy:
        under = put(s.under, self.unit, 0)
        for mate in s.stack(s.hex_of(self.unit)):
            under = put(under, mate, 0)
        return replace(s, at=put(s.at, self.unit, OFF), under=under)


class Tired(Event, frozen=True):
    unit: Unit

    def on(self, s: Toy) -> Toy:
        return replace(s, tired=put(s.tired, self.unit, 1))


class Rested(Event, frozen=True):
    def on(self, s: Toy) -> Toy:
        return replace(s, tired=bytes(len(s.tired)))


def show(d: ToyDraft, units: Iterable[Unit]) -> None:
    for u in units:
        if not d.s.shown[u]:
            d.emit(Shown(u, d.s.strength[u]))


def move(d: ToyDraft, unit: Unit, to: Hex) -> None:
    """TOY-1.2: who leaves, uncovers the one below, and is itself on top where it comes to."""
    start = d.s.hex_of(unit)
    d.emit(Moved(unit, start, to))
    show(d, (unit, *d.s.stack(start)))
