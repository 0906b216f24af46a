"""Exact odds: the same combat code as in play, every chance enumerated."""

from collections import Counter
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grognard.kernel import odds as kernel
from grognard.kernel.breach import Illegal
from grognard.kernel.dist import Dist
from grognard.kernel.draft import Draft, Event
from grognard.kernel.frame import Call, Chance, Done, Sequence
from grognard.kernel.odds import closed, noted, odds
from grognard.kernel.play import apply, chance, outcomes

from .counting import agrees
from .positions import positions
from .scene import scene
from .test_frame import Ask, Diary, Say, Wrote, start
from .toy import TOY
from .toy.actions import Attack, Halt, Pass
from .toy.combat import Combat
from .toy.odds import Outcome, cautious
from .toy.sequence import Activation, Campaign
from .toy.state import Toy

THEY_RETREAT = Outcome(0, 0, False, True)
WE_RETREAT = Outcome(0, 0, True, False)
NOTHING = Outcome(0, 0, False, False)


def attacks(s: Toy) -> list[Attack]:
    if not s.frames or not isinstance(s.frames[-1], Activation):
        return []
    return [a for a in TOY.offers(s, s.frames[-1].side) if isinstance(a, Attack)]


FIGHTS = positions(lambda s: bool(attacks(s)))


def test_the_odds_of_an_open_combat_by_hand():
    """TOY-5.2: the Lancers (2) against the Militia (1) need a 3."""
    g = scene({"0402": "Lancers", "0502": "Militia"})
    assert g.game.odds("attack 0502 with Lancers") == {THEY_RETREAT: Fraction(2, 3), NOTHING: Fraction(1, 3)}


def test_the_odds_against_a_secret_by_hand():
    """TOY-2.1 and 5.2: the Grenadiers (3) against the Hussars (2) and the Jaegers under them, of whom three chits of
    four say 3, and one says 1. Fresh: 6 beats them, 1 and 2 beat us. Worn: 4, 5 and 6 beat them, and nothing us."""
    g = scene({"0402": "Grenadiers", "0401": "Hussars over Jaegers"}, worn="Jaegers")
    they = Fraction(3, 4) * Fraction(1, 6) + Fraction(1, 4) * Fraction(1, 2)
    we = Fraction(3, 4) * Fraction(1, 3)
    told = g.game.odds("attack 0401 with Grenadiers")
    assert told == {THEY_RETREAT: they, WE_RETREAT: we, NOTHING: 1 - they - we}
    assert told.total() == 1


def test_an_outcome_prints_itself():
    assert [str(o) for o in (NOTHING, THEY_RETREAT, Outcome(0, 1, False, False))] == [
        *("nothing", "they retreat", "they lose a step"),
    ]


@settings(deadline=None)
@given(st.data())
def test_odds_sum_to_one_and_hold_no_state_twice(data: st.DataObject):
    s = data.draw(FIGHTS)
    a = data.draw(st.sampled_from(attacks(s)))
    exact = odds(apply(s, a).state, closed(Combat), cautious)
    assert exact.total() == 1
    assert all(isinstance(p, Fraction) and p > 0 for p in exact.values())
    assert all(not any(isinstance(f, Combat) for f in t.frames) for t in exact)
    assert TOY.odds(s, a).total() == 1


@pytest.mark.parametrize("worn", ["", "Jaegers", "Lancers Jaegers"])
def test_odds_agree_with_play(worn: str):
    """The positions that a thousand seeded combats lead to, against the exact chances."""
    g = scene({"0402": "Lancers", "0302": "Grenadiers", "0401": "Hussars over Jaegers"}, worn=worn)
    s = g.play("attack 0401 with Lancers").s
    exact = odds(s, closed(Combat), cautious)
    rng = Random(7)
    ends: Counter[Toy] = Counter()
    for _ in range(1000):
        t = s
        while not closed(Combat)(t):
            t = apply(t, outcomes(t).sample(rng) if chance(t) else cautious(t)).state
        ends[t] += 1
    assert agrees(ends, exact)
    if len(exact) > 1:
        a, b, *_ = exact
        wrong = {**exact, a: exact[b] / 2, b: exact[a] + exact[b] / 2}
        assert not agrees(ends, wrong)


def test_equal_states_are_one_while_the_odds_are_reckoned(monkeypatch: pytest.MonkeyPatch):
    """Four faces of the die beat the Militia. They are one position, so the retreat is played out once, not four
    times: support, six faces, the choice to retreat, the way, the pursuit."""
    g = scene({"0402": "Lancers", "0502": "Militia"}).play("attack 0502 with Lancers")
    calls = []
    monkeypatch.setattr(kernel, "apply", lambda *a, **k: calls.append(a) or apply(*a, **k))
    ends = odds(g.s, closed(Combat), cautious)
    assert len(calls) == 1 + 6 + 1 + 1 + 1
    assert len(ends) == 2


def test_paths_of_different_length_that_meet_are_one():
    """To the end of a game in which all pass: whoever goes first, it ends the same."""
    s = scene({"0301": "Lancers", "0501": "Militia"}).play("end").s
    ends = odds(s, closed(Campaign), lambda t: Pass())
    assert list(ends.values()) == [1]


class Coin(Chance[Diary], frozen=True):
    """Heads, and it is done; tails, and somebody is asked first, which changes nothing."""

    def outcomes(self, s: Diary) -> Dist[Say]:
        return Dist([(Say("heads"), Fraction(1, 3)), (Say("tails"), Fraction(2, 3))])

    def take(self, d: Draft[Diary], a: Say) -> Call | Done:
        return Done(a.text) if a.text == "heads" else Call(self, Ask())

    def resume(self, d: Draft[Diary], result: str) -> Done:
        return Done(result)


class Coins(Sequence[Diary], frozen=True):
    STEPS = ("first", "second")

    def first(self, d: Draft[Diary], _: None) -> Call:
        return Call(self, Coin())

    def second(self, d: Draft[Diary], said: str) -> Call:
        d.emit(Wrote(said))
        return Call(self, Coin())

    def finish(self, d: Draft[Diary], said: str) -> Done:
        d.emit(Wrote(said))
        return Done()


def test_ways_of_different_length_to_one_end_are_one():
    """The mere end of a coin comes at once or a question later; its chance is the sum."""
    s = start(Coin()).state
    assert odds(s, closed(Coin), lambda t: Say("x")) == {Diary(world=s.world): 1}


def test_chances_multiply_along_the_way():
    s = start(Coins()).state
    told = odds(s, closed(Coins), lambda t: Say("tails")).map(lambda t: t.text)
    assert told == {
        "headsheads": Fraction(1, 9),
        "headstails": Fraction(2, 9),
        "tailsheads": Fraction(2, 9),
        "tailstails": Fraction(4, 9),
    }


def test_what_is_noted_on_the_way_keeps_ends_apart():
    """The end is the same; the note says how many coins fell on tails."""
    s = start(Coins()).state

    def write(n: int, event: Event) -> int:
        return n + (isinstance(event, Wrote) and event.text == "tails")

    told = noted(s, closed(Coins), lambda t: Say("tails"), 0, write).map(lambda end: end[1])
    assert told == {0: Fraction(1, 9), 1: Fraction(4, 9), 2: Fraction(4, 9)}


def test_nothing_to_do_is_sure():
    s = scene({"0402": "Lancers"}).s
    assert odds(s, lambda t: True, cautious) == {s: 1}


def test_a_policy_may_not_break_the_rules():
    s = scene({"0402": "Lancers", "0502": "Militia"}).play("attack 0502 with Lancers").s
    with pytest.raises(Illegal):
        odds(s, closed(Combat), lambda t: Halt())
