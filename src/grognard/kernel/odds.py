"""Exact odds: every chance is enumerated, equal positions are merged, sides choose by a policy."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any, TypeVar

from .dist import Dist
from .draft import Event
from .frame import Action, Frame
from .play import apply, outcomes
from .state import S, State

Policy = Callable[[Any], Action]
N = TypeVar("N")


def closed(kind: type[Frame[Any]], depth: int = 0) -> Callable[[State], bool]:
    """True once no frame of this kind is open at that depth or deeper, counted from the outermost."""

    def is_closed(s: State) -> bool:
        return not any(isinstance(f, kind) for f in s.frames[depth:])

    return is_closed


def odds(start: S | Dist[S], until: Callable[[S], bool], policy: Policy) -> Dist[S]:
    """Where a position leads, or a mixture of them, when `until` is true, with exact chances."""
    return noted(start, until, policy, None, lambda note, event: note).map(lambda end: end[0])


def noted(
    start: S | Dist[S], until: Callable[[S], bool], policy: Policy, note: N, write: Callable[[N, Event], N]
) -> Dist[tuple[S, N]]:
    """The same, with what is worth noting of the events on the way; positions merge where the notes are equal."""
    starts = start if isinstance(start, Dist) else Dist.sure(start)
    open_: dict[tuple[S, N], Fraction] = {(s, note): p for s, p in starts.items()}
    ended: dict[tuple[S, N], Fraction] = {}
    while open_:
        found: dict[tuple[S, N], Fraction] = {}
        for (now, noted_), p in open_.items():
            if not now.frames or until(now):
                ended[now, noted_] = ended.get((now, noted_), Fraction(0)) + p
                continue
            if now.frames[-1].who(now) is None:
                ways = [(a, p * q) for a, q in outcomes(now).items()]
            else:
                ways = [(policy(now), p)]
            for a, q in ways:
                then, events = apply(now, a)
                said = noted_
                for event in events:
                    said = write(said, event)
                found[then, said] = found.get((then, said), Fraction(0)) + q
        open_ = found
    return Dist(ended.items())
