"""The five questions that every position answers: whose choice, what is legal, why not, what then, what chances."""

from __future__ import annotations

from typing import Any, NamedTuple

from ..board.names import Side
from .breach import Breach, Illegal
from .dist import Dist
from .draft import Draft
from .frame import Action, Frame, Result, run
from .offers import Offers
from .state import S, State

OVER = Breach("game-over", "the game is over")


class Decision(NamedTuple):
    """Whose choice it is (None: chance), and the frame that asks."""

    side: Side | None
    frame: Frame[Any]
    prompt: str


def decision(s: State) -> Decision | None:
    """Who must choose now; None: the game is over."""
    if not s.frames:
        return None
    top = s.frames[-1]
    side = top.who(s)
    return Decision(None if side is None else str(side), top, top.prompt(s))


def begin(s: S, root: Frame[S]) -> Result[S]:
    """Open the outermost frame of a position that has none."""
    d = Draft(s)
    return run(d, root.enter(d), [])


def legal(s: State) -> Offers[Any]:
    return s.frames[-1].offers(s) if s.frames else Offers()


def check(s: State, a: Action) -> Breach | None:
    """The clause that the action breaks; None: it is legal."""
    return s.frames[-1].check(s, a) if s.frames else OVER


def apply(s: S, a: Action, *, judged: bool = False) -> Result[S]:
    """What the action brings. Raises `Illegal` and changes nothing; `judged` skips what `check` just said."""
    if not judged:
        breach = check(s, a)
        if breach is not None:
            raise Illegal(breach)
    frames = list(s.frames)
    d = Draft(s)
    return run(d, frames.pop().take(d, a), frames)


def outcomes(s: State) -> Dist[Any]:
    """At a chance node: every outcome with its exact weight."""
    top = s.frames[-1] if s.frames else None
    if top is None or top.who(s) is not None:
        raise ValueError("nothing is left to chance here")
    return top.outcomes(s)


def chance(s: State) -> bool:
    return bool(s.frames) and s.frames[-1].who(s) is None


def fold(s: S, events: tuple[Any, ...]) -> S:
    """The position after the events: they tell all."""
    for e in events:
        s = e.on(s)
    return s
