"""Positions of the toy that random play reaches, for Hypothesis."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

from hypothesis import strategies as st

from grognard.board.names import Unit
from grognard.kernel.frame import Action, Roll
from grognard.kernel.game import Game
from grognard.kernel.laws import playout

from .toy import TOY
from .toy import actions as a
from .toy.state import Chit, Toy, field

GAMES = 200


def new(seed: int | str = 1, **options: str) -> Game[Toy]:
    return Game(TOY, field(), options, seed)


@cache
def played(seed: int) -> Game[Toy]:
    """A whole game of random play. Nobody may change it."""
    game = new(seed)
    for _ in playout(game, Random(seed), back=0.2):
        pass
    return game


@cache
def by_depth() -> list[list[Toy]]:
    """All positions of the games, by how many steps are open."""
    out: dict[int, list[Toy]] = {}
    for seed in range(GAMES):
        game = played(seed)
        for n in range(len(game.log) + 1):
            out.setdefault(len(game.at(n).frames), []).append(game.at(n))
    return [out[depth] for depth in sorted(out)]


def positions(holds: Callable[[Toy], bool] = lambda s: True) -> st.SearchStrategy[Toy]:
    """Any position of which this holds; the deepest stacks come as often as the shallow ones."""

    def some() -> st.SearchStrategy[Toy]:
        pools = [[s for s in pool if holds(s)] for pool in by_depth()]
        return st.sampled_from([pool for pool in pools if pool]).flatmap(st.sampled_from)

    return st.deferred(some)


@cache
def sayable() -> tuple[Action, ...]:
    """Every action that could be typed, of few enough words to list; most are nonsense most of the time."""
    w = field()
    units, hexes = [Unit(u) for u in range(len(w.types))], tuple(w.grid)
    near = w.grid.neighbours
    one = [(h,) for h in hexes]
    ways = one + [(h, k) for h in hexes for k in near[h]]
    out: list[Any] = [a.Pass(), a.End(), a.Stop(), a.Decline(), a.CallOff(), a.Retreat(), a.Halt()]
    out += [a.Activate(f) for f in (*w.formations, "Nobody")]
    out += [kind(u) for kind in (a.Move, a.Meet, a.Lose) for u in units]
    out += [a.Enter(h) for h in hexes] + [a.Go(way) for way in ways] + [a.Go(())]
    out += [kind for h in hexes for u in units for kind in (a.Attack(h, u), a.Advance(u, h))]
    out += [a.Join(), *(a.Join((u, v)) for u in units for v in units), *(a.Join((u,)) for u in units)]
    out += [*map(a.Deal, Chit), a.Draw("blue"), a.Draw("red"), a.Draw("green"), Roll(()), Roll((1, 1))]
    return (*out, *(Roll((n,)) for n in range(8)))
