"""A position of the toy, set up and played in a few words, as a rulebook's example tells it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import pytest

from grognard.geometry.hexes import Hex
from grognard.kernel.breach import Illegal
from grognard.kernel.draft import Event
from grognard.kernel.frame import Frame, Result, Roll
from grognard.kernel.game import Game

from .toy import TOY
from .toy.sequence import Activation
from .toy.state import OFF, Toy, field


class Scene:
    def __init__(self, start: Result[Toy]) -> None:
        self.game = Game(TOY, field(), seed="scene", start=start)

    @property
    def s(self) -> Toy:
        return self.game.state

    def play(self, *texts: str) -> Scene:
        for text in texts:
            self.game.do(text)
        return self

    def throws(self, *dice: int) -> Scene:
        """One throw of one die after the other."""
        for die in dice:
            self.game.do(Roll((die,)))
        return self

    def refuses(self, text: str) -> str:
        """The clause by which it is refused; nothing has changed."""
        before = self.s
        with pytest.raises(Illegal) as refused:
            self.game.do(text)
        assert self.s == before
        assert self.game.check(text) == refused.value.breach
        return refused.value.breach.clause

    def asks(self, side: str | None, kind: type[Frame[Toy]]) -> bool:
        """Is it this side's choice now, in a step of this kind?"""
        now = self.game.decision
        return now is not None and now.side == side and type(now.frame) is kind

    def offers(self) -> list[str]:
        return [self.game.text(a) for a in self.game.legal()]

    def open(self) -> list[str]:
        """The open steps of play, outermost first."""
        return [type(f).__name__ for f in self.s.frames]

    def where(self, unit: str) -> str:
        at = self.s.at[self.s.world.unit(unit)]
        return "off the field" if at == OFF else self.s.world.grid.number(Hex(at))

    def stack(self, hex: str) -> str:
        return " over ".join(map(self.s.name, self.s.stack(self.s.world.hex(hex))))

    def strength(self, unit: str) -> int:
        return self.s.strength[self.s.world.unit(unit)]

    def points(self, formation: str) -> int:
        return next(f.points for f in self.s.frames if isinstance(f, Activation) and f.formation == formation)

    def events(self, kind: type[Event], side: str | None = None) -> list[Event]:
        """Those of this kind that the last action brought."""
        return [e for e in self.game.events(side) if isinstance(e, kind)]


def scene(units: Mapping[str, str], **more: Any) -> Scene:
    """`units` says of a hex who stands there: "Hussars over Jaegers"."""
    return Scene(TOY.scene(units=units, **more))


@contextmanager
def refuses(clause: str) -> Iterator[None]:
    with pytest.raises(Illegal) as refused:
        yield
    assert refused.value.breach.clause == clause
