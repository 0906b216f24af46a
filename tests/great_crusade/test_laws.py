"""The laws of the kernel, at positions of this system that random play reaches."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grognard.kernel import laws
from grognard.kernel.dist import Dist
from grognard.kernel.frame import Throw
from grognard.kernel.odds import noted
from grognard.kernel.play import apply, chance, legal
from grognard.systems import find
from grognard.systems.great_crusade import forecast
from grognard.systems.great_crusade.actions import Attack
from grognard.systems.great_crusade.crt import Resolution
from grognard.systems.great_crusade.state import State

from .positions import SCENARIOS, played, position

SYSTEM = find("great-crusade")

places = st.builds(
    position,
    st.sampled_from(SCENARIOS),
    st.integers(0, 2),
    st.floats(0, 1, exclude_max=True),
)


@given(places, st.integers(0, 999))
@settings(max_examples=150, deadline=None)
def test_the_laws_hold(s: State, seed: int):
    laws.check_position(SYSTEM, s, Random(seed))


@given(places, st.integers(0, 999))
@settings(max_examples=60, deadline=None)
def test_whatever_is_legal_is_offered(s: State, seed: int):
    laws.check_reach(SYSTEM, s, Random(seed))


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_undo_is_exact_and_redo_too(scenario: str):
    game = played(scenario, 1)
    positions = [game.at(n) for n in range(len(game.log) + 1)]
    again = type(game)(game.system, game.world, game.options, game.seed)
    for entry in game.log:
        again.do(entry.action)
    assert again.state == game.state
    for s in reversed(positions[:-1]):
        assert again.undo() == s
    for s in positions[1:]:
        assert again.redo() == s


# ---- exact odds


def fights(scenario: str, seed: int) -> list[State]:
    """Positions in which the die of a combat is about to be thrown."""
    game = played(scenario, seed)
    found = [game.at(n) for n in range(len(game.log))]
    return [
        s
        for s in found
        if s.frames and isinstance(s.frames[-1], Throw) and isinstance(s.frames[-2], Resolution)
    ]


def simulated(s: State, times: int, rng: Random) -> Counter[forecast.Note]:
    """The same combat thrown many times."""
    seen: Counter[forecast.Note] = Counter()
    for _ in range(times):
        now, note = s, forecast.Note()
        while now.frames and any(isinstance(f, Resolution) for f in now.frames):
            if chance(now):
                top = now.frames[-1]
                a = top.drawn(now, rng.randrange(top.tickets(now)))
            else:
                a = forecast.prudent(now)
            now, events = apply(now, a)
            for e in events:
                if isinstance(e, forecast.ResultTaken) and note.result:
                    break
                note = forecast.write(note, e)
        seen[note] += 1
    return seen


@pytest.mark.parametrize("seed", [0, 1, 2])
def test_exact_odds_sum_to_one_and_agree_with_simulation(seed: int):
    for s in fights("beachhead", seed)[:3]:
        depth = next(n for n, f in enumerate(s.frames) if isinstance(f, Resolution))

        def over(now: State, depth: int = depth) -> bool:
            return not any(isinstance(f, Resolution) for f in now.frames[depth:])

        exact: Dist[forecast.Note] = noted(s, over, forecast.prudent, forecast.Note(), forecast.write).map(
            lambda end: end[1]
        )
        assert exact.total() == 1
        times = 600
        counts = simulated(s, times, Random(seed))
        assert set(counts) <= set(exact)
        for note, p in exact.items():
            spread = (times * p * (1 - p)) ** 0.5
            assert abs(counts[note] - times * p) <= 5 * float(spread) + 1


@given(places)
@settings(max_examples=40, deadline=None)
def test_odds_of_every_attack_on_offer_sum_to_one(s: State):
    attacks = [a for a in legal(s) if isinstance(a, Attack)][:3]
    for a in attacks:
        assert SYSTEM.odds(s, a).total() == 1
