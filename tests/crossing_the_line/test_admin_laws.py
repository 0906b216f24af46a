"""The laws of the kernel in the Admin Phase, where most of what is decided is secret (CTL-5.3.4)."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest
from msgspec.structs import replace

from grognard.kernel import laws
from grognard.kernel.game import Game
from grognard.kernel.play import chance
from grognard.systems.crossing_the_line.admin import FRAMES, AdminPhase
from grognard.systems.crossing_the_line.assignment import Assignment
from grognard.systems.crossing_the_line.reorganization import Rebuild
from grognard.systems.crossing_the_line.state import State

from .table import SYSTEM, scene

GAMES = (("stolberg-corridor", 3), ("across-the-wurm", 2), ("aachen-1944", 1))
"""Scenarios, and how many random games of each."""


@cache
def admin(scenario: str, seed: int) -> tuple[State, ...]:
    """The positions of the Admin Phases of a random game in which somebody is asked or something thrown."""
    game = Game(SYSTEM, SYSTEM.world(f"crossing-the-line/{scenario}"), seed=seed)
    found = []
    for g in laws.playout(game, Random(seed), back=0.1):
        if any(isinstance(f, AdminPhase) for f in g.state.frames):
            found.append(g.state)
    return tuple(found)


@cache
def staged() -> tuple[State, ...]:
    """What random play seldom comes to. Attrition: two German units are surrounded, one of them covered; and a look at a Victory
    Plan marker."""
    ring = {"3012": "1/16", "3008": "2/16", "3210": "3/16", "2810": "1/18 over 1-Rcn"}
    stack = {"3010": "I/27 disrupted over PzJg-12 disrupted 2", "4010": "II/27"}
    g = scene(US=ring, German=stack, phase="admin", turn=2, snafu="german")
    plan = scene(
        scenario="aachen-1944", German={"2609": "hq-526"}, phase="victory_plan", turn=3, plans=("dummy",)
    )
    found = [g.s, plan.s, plan.play("plan pocket").s, plan.throws(9).s]
    for step in (1, 4, "keep", 6, "keep"):
        found.append((g.throws(step) if isinstance(step, int) else g.play(step)).s)
    return tuple(found)


def positions() -> list[tuple[str, int]]:
    return [(name, seed) for name, games in GAMES for seed in range(games)]


@pytest.mark.parametrize(("name", "seed"), positions())
def test_the_laws_hold(name: str, seed: int):
    rng = Random(seed)
    for s in admin(name, seed)[:: 3 if name == "aachen-1944" else 1]:
        laws.check_position(SYSTEM, s, rng)
        laws.check_reach(SYSTEM, s, rng)


def test_the_laws_hold_where_play_seldom_comes():
    """CTL-8.1.5a, CTL-5.3.4i, CTL-8.3c."""
    for s in staged():
        for seed in range(8):
            laws.check_position(SYSTEM, s, Random(seed))
            laws.check_reach(SYSTEM, s, Random(seed))


def test_every_step_is_among_them():
    """CTL-4.1: random play comes to every step of the Admin Phase."""
    played = [s for name, seed in positions() for s in admin(name, seed)]
    met = {type(f) for s in (*played, *staged()) for f in s.frames}
    assert [f.__name__ for f in FRAMES if f not in met] == []


def test_who_is_asked_does_not_depend_on_secrets():
    """CTL-4.1: in each of these positions both sides are asked the same steps, whatever the other one has done unseen."""
    asked = [type(s.frames[-1]) for name, seed in positions() for s in admin(name, seed) if not chance(s)]
    assert asked.count(Assignment) >= 2 * sum(games for _, games in GAMES)


def test_a_position_from_outside_is_looked_at():
    """What an open step of the Admin Phase says must be possible."""
    g = scene(German={"4001": "Pi-3 CS4", "4002": "I/8 CS3/6"}, phase="german_reorganization", turn=2)
    g.play("cannibalize Pi-3", "spend I/8")
    assert SYSTEM.unsound(g.s) == ""
    top = g.s.frames[-1]
    assert isinstance(top, Rebuild)
    for wrong in (
        replace(top, giver=g.unit("1/16")),
        replace(top, spent=(g.unit("1/16"),)),
        replace(top, spent=(g.unit("I/8"),) * 4),
    ):
        assert SYSTEM.unsound(replace(g.s, frames=(*g.s.frames[:-1], wrong))) != ""
    h = scene(German={"4001": "Pol for 526"}, phase="german_assignment", turn=2)
    for changed in (((h.unit("Pol"), 77),), ((h.unit("1/16"), 0),)):
        wrong_step = replace(h.s.frames[-1], changed=changed)
        assert SYSTEM.unsound(replace(h.s, frames=(*h.s.frames[:-1], wrong_step))) != ""


@pytest.mark.parametrize("back", [0.0, 0.5])
def test_random_play_ends(back: float):
    """Whatever is no progress stands apart (CTL-8.2c): play that shuns it ends, and play that likes it does so in time."""
    game = Game(SYSTEM, SYSTEM.world("crossing-the-line/stolberg-corridor"), seed=3)
    for _ in laws.playout(game, Random(3), back=back, limit=20_000):
        pass
    assert game.over
