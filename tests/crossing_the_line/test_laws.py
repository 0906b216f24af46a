"""The laws of the kernel, at positions of this system that random play reaches."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from grognard.kernel import laws
from grognard.kernel.codec import Malformed
from grognard.kernel.play import apply, chance, legal
from grognard.kernel.view import seen
from grognard.systems.crossing_the_line import actions, control, forecast
from grognard.systems.crossing_the_line.actions import Attack
from grognard.systems.crossing_the_line.activation import Activation, Bonus
from grognard.systems.crossing_the_line.asking import Asked
from grognard.systems.crossing_the_line.chart import US, Side
from grognard.systems.crossing_the_line.combat import DrawChits
from grognard.systems.crossing_the_line.dice import Snafu, Throw
from grognard.systems.crossing_the_line.losses import Retreat, SecondHit, TakeLoss
from grognard.systems.crossing_the_line.marching import Movement
from grognard.systems.crossing_the_line.reaction import ReactionAttempt
from grognard.systems.crossing_the_line.sequence import Option
from grognard.systems.crossing_the_line.stacking import Displace, surplus
from grognard.systems.crossing_the_line.state import State
from grognard.systems.crossing_the_line.worlds import resample

from .positions import SCENARIOS, SMALL, played, position, schooled
from .table import SYSTEM, scene

SLOW = [HealthCheck.too_slow]  # the first position of a game plays all of it

places = st.builds(position, st.sampled_from(SCENARIOS), st.integers(0, 2), st.floats(0, 1, exclude_max=True))


@given(places, st.integers(0, 999))
@settings(max_examples=150, deadline=None, suppress_health_check=SLOW)
def test_the_laws_hold(s: State, seed: int):
    laws.check_position(SYSTEM, s, Random(seed))


@given(places, st.integers(0, 999))
@settings(max_examples=120, deadline=None, suppress_health_check=SLOW)
def test_whatever_is_legal_is_offered(s: State, seed: int):
    laws.check_reach(SYSTEM, s, Random(seed))


OWN = (
    actions.Move, actions.Enter, actions.Infiltrate, actions.Stop, actions.Improve, actions.Top, actions.Relocate,
    actions.Refit, actions.End, actions.Act, actions.Transfer, actions.Pass,
)  # fmt: skip
"""What a side does with its own alone. An attack lays a hex open, and who lets the enemy go on sees what comes of it."""


@given(places, st.integers(0, 999))
@settings(max_examples=150, deadline=None, suppress_health_check=SLOW)
def test_what_a_side_does_tells_it_nothing_of_what_is_covered(s: State, seed: int):
    """CTL-5.3.4, CTL-5.3.4o: in all worlds that look alike to it the same comes of its moves: the same events, the same
    question to the same side, the same view."""
    if not s.frames or chance(s):
        return
    who, rng = s.frames[-1].who(s), Random(seed)
    other = resample(SYSTEM.view(s, who), rng)
    for a in laws.some(s, rng, 4):
        if isinstance(a, OWN):
            mine, theirs = apply(s, a), apply(other, a)
            if not mine.state.frames:  # the end of the game lays the losses open
                continue
            assert seen(mine.events, who) == seen(theirs.events, who)
            assert laws.asked(mine.state) == laws.asked(theirs.state)
            assert SYSTEM.view(mine.state, who) == SYSTEM.view(theirs.state, who)


@given(places)
@settings(max_examples=150, deadline=None, suppress_health_check=SLOW)
def test_nothing_that_happens_by_itself_is_outstanding(s: State):
    """CTL-9.1b, CTL-5.6.3e, CTL-5.3.1a: control is where it belongs, Improved Defense where nobody is disrupted, and while a
    side is to choose an Action, no hex is too full."""
    assert all(control.takes(s, side) == () for side in Side) or not s.frames
    for hex in s.improved:
        assert any(s.fighters(hex, side) for side in Side)
        assert not any(s.disrupted[u] for side in Side for u in s.fighters(hex, side))
    if s.frames and isinstance(s.frames[-1], Option | Activation | Bonus):
        assert not any(surplus(s, side, hex) for side in Side for hex in s.field.stacks[side])
    assert not s.field.held[US] & s.field.held[US.enemy]


@pytest.mark.parametrize("scenario", SMALL)
def test_a_position_that_was_reached_is_sound(scenario: str):
    for game in (played(scenario, 0), played(scenario, 2), schooled(scenario, 1)):
        for n in range(0, len(game.log), 2):
            assert SYSTEM.unsound(game.at(n)) == ""


def test_random_play_meets_every_kind_of_question():
    """What the laws above have looked at."""
    met = Counter(
        type(game.at(n).frames[-1])
        for scenario in SMALL
        for seed in range(3)
        for game in (played(scenario, seed),)
        for n in range(len(game.log))
    )
    wanted = {
        Option, Activation, Bonus, Movement, ReactionAttempt, Displace, DrawChits, Throw, Snafu, TakeLoss, SecondHit,
        Retreat,
    }  # fmt: skip
    assert wanted <= set(met)


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


def test_who_is_asked_never_depends_on_what_is_hidden():
    """CTL-5.3.4o: the same question, whether the covered unit could react or not."""
    asked = []
    for covered in ("I/27", "I/27 disrupted"):
        g = scene(
            US={"3010": "745-Tank for 1ID"},
            German={"3012": f"394-Assault-Gun for 12ID disrupted over {covered}"},
            terrain={"3011": "city"},
            active="1ID",
            ap=2,
        ).play("move 745-Tank", "enter 3011")
        asked.append(laws.asked(g.s))
    assert asked[0] == asked[1] == (Side.GERMAN, ReactionAttempt)


# ---- exact odds


def fights(scenario: str, seed: int, most: int) -> list[tuple[State, Attack]]:
    """Attacks that were made in a game, and the positions before them."""
    game = played(scenario, seed)
    found = [(game.at(n), e.action) for n, e in enumerate(game.log) if isinstance(e.action, Attack)]
    return found[:: max(1, len(found) // most)][:most]


def simulated(s: State, a: Attack, times: int, rng: Random) -> Counter[forecast.Outcome]:
    """The same attack made many times."""
    out: Counter[forecast.Outcome] = Counter()
    defenders = s.fighters(a.hex, s.side(a.units[0]).enemy)
    mates = tuple(u for u in s.fighters(s.hex(a.units[0]), s.side(a.units[0])) if u not in a.units)
    depth = len(s.frames)
    for _ in range(times):
        now = apply(s, a).state
        while len(now.frames) > depth and not isinstance(now.frames[-1], Bonus):
            if chance(now):
                top = now.frames[-1]
                now = apply(now, top.drawn(now, rng.randrange(top.tickets(now)))).state
            else:
                now = apply(now, forecast.prudent(now)).state
        out[
            forecast.Outcome(
                forecast.changes(s, now, (*a.units, *mates)), forecast.changes(s, now, defenders)
            )
        ] += 1
    return out


@pytest.mark.parametrize("seed", [0, 1])
def test_exact_odds_sum_to_one_and_agree_with_simulation(seed: int):
    for s, a in fights("stolberg-corridor", seed, 3):
        exact = forecast.outcomes(s, a)
        assert exact.total() == 1
        times = 300
        counts = simulated(s, a, times, Random(seed))
        assert set(counts) <= set(exact)
        for outcome, p in exact.items():
            spread = (times * p * (1 - p)) ** 0.5
            assert abs(counts[outcome] - times * p) <= 5 * float(spread) + 1


def test_odds_are_the_same_in_all_worlds_that_look_alike():
    """CTL-5.3.4d: they rest on what the side sees."""
    (s, a), *_ = fights("stolberg-corridor", 0, 1)
    other = resample(SYSTEM.view(s, s.side(a.units[0])), Random(5))
    mine, theirs = SYSTEM.odds(s, a), SYSTEM.odds(other, a)
    assert dict(mine) == dict(theirs)
    assert repr(mine) == repr(theirs)
    assert sum(r.low for r in mine.values()) <= 1 <= sum(r.high for r in mine.values())
    assert all("defender" in str(outcome) for outcome in mine)


def test_no_odds_of_what_is_forbidden():
    """CTL-7.5a."""
    g = scene(US={"3010": "1/16"}, German={"3012": "I/27"}, active="1ID", ap=3)
    with pytest.raises(Exception, match="not next to"):
        g.game.odds("attack 1/16 3012 hasty")
    with pytest.raises(ValueError, match="asked of an attack"):
        g.game.odds("end")


def test_every_question_says_what_it_wants():
    """A prompt for him who is asked; what is legal has at least one answer."""
    for scenario in SMALL:
        game = played(scenario, 0)
        for n in range(0, len(game.log), 7):
            s = game.at(n)
            if isinstance(s.frames[-1], Asked):
                assert s.frames[-1].prompt(s)
                assert list(legal(s))


# ---- what comes from outside


def spots(x: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every place in a position's JSON where something stands."""
    if isinstance(x, dict | list):
        for key, value in x.items() if isinstance(x, dict) else enumerate(x):
            yield from spots(value, (*path, key))
    else:
        yield path


@pytest.mark.parametrize("block", range(4))
def test_a_position_that_was_tampered_with_is_refused_or_can_be_played(block: int):
    """One word of it is another: it is no position, or found unsound, or play goes on from it."""
    rng, fates = Random(f"tampered {block}"), Counter[str]()
    for _ in range(150):
        s = position(rng.choice(SMALL), rng.randrange(2), rng.random())
        told = json.loads(SYSTEM.codec.to_json(s))
        *way, last = rng.choice([p for p in spots(told) if p[0] == "frames"] or list(spots(told)))
        part = told
        for key in way:
            part = part[key]
        old = part[last]
        if isinstance(old, bool):
            part[last] = not old
        elif isinstance(old, int):
            part[last] = rng.choice((old + 1, old - 1, -1, 0, 7, 1500))
        else:
            part[last] = rng.choice(("us", "german", "nothing", 3))
        try:
            t = SYSTEM.codec.from_json(json.dumps(told).encode())
        except Malformed:
            fates["malformed"] += 1
            continue
        if SYSTEM.unsound(t):
            fates["unsound"] += 1
            continue
        fates["sound"] += 1
        for _ in range(6):
            if not t.frames:
                break
            top = t.frames[-1]
            a = top.drawn(t, rng.randrange(top.tickets(t))) if chance(t) else legal(t).pick(rng)
            t = apply(t, a).state
    assert min(fates[x] for x in ("malformed", "unsound", "sound")) > 10
