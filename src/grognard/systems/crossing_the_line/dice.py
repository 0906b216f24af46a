"""Dice (CTL-3.8), and the marker that lets one of them be thrown again (CTL-5.2)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from math import prod
from typing import Any, ClassVar, NamedTuple

from msgspec.structs import replace

from ...kernel.breach import Breach
from ...kernel.dist import Dist
from ...kernel.draft import Draft
from ...kernel.frame import Call, Done, Frame, Over, Roll, Step
from ...kernel.offers import Offers
from . import actions
from .asking import Asked, Left
from .chart import Side
from .events import DiceThrown, SnafuPassed
from .state import State

SIDES = 10  # CTL-3.8a

Cuts = tuple[int, ...]
"""Where it makes no difference which of several faces shows: the last face of each group, (5, 10) for a check against 5."""

EVERY: Cuts = tuple(range(1, SIDES + 1))


def check_against(rating: int) -> Cuts:
    """CTL-5.6.1a, CTL-6.4.2a: a result not above the rating passes."""
    return (rating, SIDES) if 0 < rating < SIDES else (SIDES,)


def cuts_of(by_face: Sequence[Any]) -> Cuts:
    """The groups of faces that a row of a table reads alike."""
    return (*(n for n, (a, b) in enumerate(pairwise(by_face), 1) if a != b), SIDES)


def stands_for(face: int, cuts: Cuts) -> int:
    """The face that a step remembers for all that come to the same."""
    return next(c for c in cuts if face <= c)


class Choice(NamedTuple):
    """What the owner of the marker wants: a die, by its place from 0, or none."""

    die: int | None


class Throw(Left, frozen=True):
    """CTL-3.8a: the dice fall. The event has the faces, what is handed on are the groups."""

    clause: ClassVar[str] = "CTL-3.8a"
    owners: tuple[Side, ...]
    cuts: tuple[Cuts, ...]
    by: str

    def outcomes(self, s: State) -> Dist[Roll]:
        ways: list[tuple[tuple[int, ...], Fraction]] = [((), Fraction(1))]
        for cuts in self.cuts:
            groups = [(c, Fraction(c - before, SIDES)) for before, c in pairwise((0, *cuts))]
            ways = [((*faces, c), p * q) for faces, p in ways for c, q in groups]
        return Dist((Roll(faces), p) for faces, p in ways)

    def check(self, s: State, a: Any) -> Breach | None:
        fits = isinstance(a, Roll) and len(a.dice) == len(self.cuts) and all(1 <= x <= SIDES for x in a.dice)
        return None if fits else Breach(self.clause, f"{len(self.cuts)} ten-sided dice are thrown now")

    def tickets(self, s: State) -> int:
        return prod(SIDES for _ in self.cuts)

    def drawn(self, s: State, ticket: int) -> Roll:
        faces = []
        for _ in self.cuts:
            ticket, face = divmod(ticket, SIDES)
            faces.append(face + 1)
        return Roll(tuple(faces))

    def take(self, d: Draft[State], a: Roll) -> Step:
        d.emit(DiceThrown(a.dice, self.owners, self.by))
        return Done(tuple(stands_for(x, cuts) for x, cuts in zip(a.dice, self.cuts)))

    def prompt(self, s: State) -> str:
        return "throw the dice"


class Dice(Frame[State], frozen=True):
    """Throw some dice, each with its owner, and let the owner of the SNAFU marker throw one of his own again before
    anything follows from it (CTL-5.2b to d). Returns a face for each die, the same for all of a group."""

    owners: tuple[Side, ...]
    cuts: tuple[Cuts, ...]
    by: str
    got: tuple[int, ...] = ()
    again: tuple[int, ...] = ()  # the dice that were rerolled: they stand (CTL-5.2c)
    anew: int | None = None

    def enter(self, d: Draft[State]) -> Step:
        return Call(self, Throw(self.owners, self.cuts, self.by))

    def resume(self, d: Draft[State], result: Any) -> Step:
        if d.s.verdict:
            return Over()
        if isinstance(result, Choice):
            return self.chosen(d, result)
        if self.anew is None:
            me = replace(self, got=result)
        else:
            got = (*self.got[: self.anew], *result, *self.got[self.anew + 1 :])
            me = replace(self, got=got, again=(*self.again, self.anew), anew=None)
        return me.offer(d)

    def offer(self, d: Draft[State]) -> Step:
        holder = d.s.snafu
        mine = tuple(n for n, owner in enumerate(self.owners) if owner is holder and n not in self.again)
        if holder is None or not mine:
            return Done(self.got)
        return Call(self, Snafu(holder, mine, self.got, self.by))

    def chosen(self, d: Draft[State], choice: Choice) -> Step:
        if choice.die is None:
            return Done(self.got)
        owner = self.owners[choice.die]
        d.emit(SnafuPassed(owner.enemy, choice.die + 1))
        return Call(replace(self, anew=choice.die), Throw((owner,), (self.cuts[choice.die],), self.by))


class Snafu(Asked, frozen=True):
    """CTL-5.2b: the owner of the marker may hand it over and throw one of his own dice again."""

    clause: ClassVar[str] = "CTL-5.2b"
    mine: tuple[int, ...]
    got: tuple[int, ...]
    by: str

    def check(self, s: State, a: Any) -> Breach | None:
        match a:
            case actions.Keep():
                return None
            case actions.Reroll(die=die):
                if not 1 <= die <= len(self.got):
                    return Breach(
                        "CTL-5.2e", f"there is no die {die}: only dice are rerolled, the first being 1"
                    )
                if die - 1 not in self.mine:
                    return Breach("CTL-5.2b", f"die {die} is not yours to reroll now")
                return None
        return self.no("the dice lie there: keep them, or reroll one of yours")

    def offers(self, s: State) -> Offers[Any]:
        return Offers((actions.Keep(), *(actions.Reroll(n + 1) for n in self.mine)))

    def take(self, d: Draft[State], a: actions.Keep | actions.Reroll) -> Step:
        return Done(Choice(a.die - 1 if isinstance(a, actions.Reroll) else None))

    def reading(self, s: State) -> tuple[int, str] | None:
        """CTL-5.3.4f: of the die of a combat, the DRMs and the result as it lies; the step that threw it knows."""
        lies = getattr(s.frames[-3], "lies", None) if len(s.frames) > 2 and s.frames[-1] is self else None
        return None if lies is None else lies(s, self.got)

    def prompt(self, s: State) -> str:
        reading = self.reading(s)
        if reading is None:
            one = len(self.mine) == 1
            return f"SNAFU: reroll {'your die, or let it' if one else 'one of your dice, or let them'} lie?"
        drm, result = reading
        return f"SNAFU: with DRM {drm:+} the die brings {result}: reroll it, or let it lie?"
