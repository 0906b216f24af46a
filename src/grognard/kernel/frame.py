"""The sequence of play as a stack of frames.

A frame is one open step: whose choice, what is offered, what comes next. It answers `enter` (when it is opened),
`take` (when somebody chose) and `resume` (when a step that it opened is done) with one word: `Wait` asks, `Call`
opens a step within this one, `Done` returns to the one that called, `Over` ends the game from any depth.
"""

from __future__ import annotations

from math import prod
from random import Random
from typing import Any, ClassVar, Generic, NamedTuple, Self, cast

import msgspec

from ..board.names import Side
from .breach import Breach
from .dist import Dist
from .draft import Draft, Event
from .offers import Offers
from .state import S


class Action(msgspec.Struct, frozen=True, gc=False, tag=True):
    """What a side submits, or what chance brings. Its text is made by `notation` from `verb` and the fields."""

    verb: ClassVar[str] = ""


class Wait(NamedTuple):
    frame: Frame[Any]


class Call(NamedTuple):
    frame: Frame[Any]  # the caller as it will be resumed
    child: Frame[Any]


class Done(NamedTuple):
    result: Any = None


class Over(NamedTuple):
    """The game ends here, whatever steps are open."""


class Next(NamedTuple):
    """Within a sequence only: go on with its next step, as this frame, handing on a result."""

    frame: Frame[Any]
    result: Any = None


Step = Wait | Call | Done | Over


class Frame(msgspec.Struct, Generic[S], frozen=True, gc=False, tag=True):
    """One open step. `clause` says where the book speaks of it."""

    clause: ClassVar[str] = ""

    def who(self, s: S) -> Side | None:
        """Who chooses; None: chance."""
        raise NotImplementedError

    def enter(self, d: Draft[S]) -> Step:
        return Wait(self)

    def take(self, d: Draft[S], a: Any) -> Step:
        raise NotImplementedError

    def resume(self, d: Draft[S], result: Any) -> Step:
        raise NotImplementedError

    def check(self, s: S, a: Any) -> Breach | None:
        raise NotImplementedError

    def offers(self, s: S) -> Offers[Any]:
        raise NotImplementedError

    def outcomes(self, s: S) -> Dist[Any]:
        raise NotImplementedError

    def tickets(self, s: S) -> int:
        """How many equal tickets express what chance may bring here."""
        return self.outcomes(s).tickets()

    def drawn(self, s: S, ticket: int) -> Action:
        """What this ticket brings. Dice show their faces, even where `outcomes` has merged what comes to the same."""
        a: Action = self.outcomes(s).nth(ticket, self.tickets(s))
        return a

    def seen_by(self, side: Side) -> Frame[Any]:
        """What this side may know of the open step."""
        return self

    def redraw(self, world: Any, rng: Random) -> Frame[Any]:
        """A step that looks like this one, with what is hidden drawn anew."""
        return self

    def prompt(self, s: S) -> str:
        """What is asked, in a player's words."""
        return ""


class Sequence(Frame[S], frozen=True, kw_only=True):
    """A frame whose steps are printed in the book as a list. Each names a method that is given what the step
    before it returned. A method that answers None has nothing to ask, and the next step follows; `Next` does the
    same with a changed frame or a result; `Call(self.again(), child)` comes back to the same step."""

    STEPS: ClassVar[tuple[str, ...]] = ()
    at: int = 0

    def enter(self, d: Draft[S]) -> Step:
        return self.go_on(d, None)

    def resume(self, d: Draft[S], result: Any) -> Step:
        return msgspec.structs.replace(self, at=self.at + 1).go_on(d, result)

    def go_on(self, d: Draft[S], result: Any) -> Step:
        me = self
        while me.at < len(me.STEPS):
            step: Step | Next | None = getattr(me, me.STEPS[me.at])(d, result)
            if step is None:
                step = Next(me)
            if not isinstance(step, Next):
                return step
            result = step.result
            me = cast(Self, msgspec.structs.replace(step.frame, at=me.at + 1))
        return me.finish(d, result)

    def again(self) -> Self:
        """This frame, to be resumed at the step it is in."""
        return msgspec.structs.replace(self, at=self.at - 1)

    def finish(self, d: Draft[S], result: Any) -> Step:
        return Done(result)


class Chance(Frame[S], frozen=True):
    """A frame in which nobody chooses."""

    def who(self, s: S) -> Side | None:
        return None

    def check(self, s: S, a: Any) -> Breach | None:
        if a in self.outcomes(s):
            return None
        return Breach(self.clause, "chance cannot bring that here")

    def offers(self, s: S) -> Offers[Any]:
        return Offers(tuple(self.outcomes(s)))


class Roll(Action, frozen=True):
    """What the dice showed."""

    verb: ClassVar[str] = "roll"
    dice: tuple[int, ...]


class Throw(Chance[S], frozen=True):
    """Throw dice; returns the faces as a tuple. A system that reads many faces alike says so in `outcomes` of its
    own subclass: one throw for all that come to the same, with their chances added."""

    sides: tuple[int, ...]
    by: str = ""

    def outcomes(self, s: S) -> Dist[Roll]:
        faces: list[tuple[int, ...]] = [()]
        for n in self.sides:
            faces = [(*f, x) for f in faces for x in range(1, n + 1)]
        return Dist.even([Roll(f) for f in faces])

    def check(self, s: S, a: Any) -> Breach | None:
        fits = (
            isinstance(a, Roll)
            and len(a.dice) == len(self.sides)
            and all(1 <= x <= n for x, n in zip(a.dice, self.sides, strict=True))
        )
        dice = " and ".join(f"1 to {n}" for n in self.sides)
        return None if fits else Breach(self.by, f"the dice are thrown now: {dice}")

    def tickets(self, s: S) -> int:
        return prod(self.sides)

    def drawn(self, s: S, ticket: int) -> Roll:
        faces = []
        for n in self.sides:
            ticket, face = divmod(ticket, n)
            faces.append(face + 1)
        return Roll(tuple(faces))

    def take(self, d: Draft[S], a: Any) -> Step:
        return Done(a.dice)

    def prompt(self, s: S) -> str:
        return "throw the dice"


class Opened(Event, frozen=True):
    """The steps of play that are open now. The last event of every action; players see it as the prompt."""

    frames: tuple[Any, ...]

    def on(self, s: Any) -> Any:
        return msgspec.structs.replace(s, frames=self.frames)

    def seen_by(self, side: Side) -> None:
        return None


class Result(NamedTuple, Generic[S]):
    state: S
    events: tuple[Event, ...]


def run(d: Draft[S], step: Step, below: list[Frame[Any]]) -> Result[S]:
    """Go on until somebody must choose, or the game is over."""
    while True:
        if isinstance(step, Wait):
            below.append(step.frame)
            break
        if isinstance(step, Call):
            below.append(step.frame)
            step = step.child.enter(d)
        elif isinstance(step, Over):
            below.clear()
            break
        elif below:
            step = below.pop().resume(d, step.result)
        else:
            break
    d.emit(Opened(tuple(below)))
    return Result(d.s, tuple(d.events))
