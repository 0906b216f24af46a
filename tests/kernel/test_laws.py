"""The laws of every system, at any position of the toy; and that the laws do find what is wrong."""

from collections.abc import Callable
from random import Random
from typing import Any, ClassVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from grognard.kernel.breach import Breach
from grognard.kernel.frame import Frame
from grognard.kernel.laws import LawBroken, check_position, check_reach, perft, playout, wild
from grognard.kernel.notation import NotUnderstood
from grognard.kernel.offers import Offers
from grognard.kernel.play import apply, check, legal

from .positions import GAMES, by_depth, new, played, positions, sayable
from .scene import scene
from .toy import TOY, combat
from .toy.actions import CallOff, Enter, Join, Stop
from .toy.events import Moved, TurnBegan
from .toy.movement import Movement
from .toy.sequence import Activation
from .toy.state import Toy


@settings(deadline=None, max_examples=400)
@given(positions(), st.integers(0, 2**32))
def test_the_laws_hold(s: Toy, seed: int):
    check_position(TOY, s, Random(seed))


@settings(deadline=None)
@given(positions())
def test_what_is_not_offered_is_refused(s: Toy):
    """Of all that could be said, that is legal which is offered; but `open` verbs may have more."""
    offers = legal(s)
    listed = list(offers)
    assert len(set(listed)) == len(listed)
    for a in sayable():
        if a.verb not in offers.open:
            assert (check(s, a) is None) == (a in listed), a


@settings(deadline=None)
@given(positions())
def test_every_refusal_names_a_clause(s: Toy):
    for a in sayable():
        breach = check(s, a)
        assert breach is None or (breach.clause and breach.why)


@pytest.mark.parametrize("back", [0.0, 0.5])
def test_random_play_ends(back: float):
    for seed in range(20):
        game = new(seed)
        actions = sum(1 for _ in playout(game, Random(seed), back=back, limit=2000))
        assert game.over
        assert game.verdict is not None
        assert actions == len(game.log)


def test_random_play_goes_everywhere():
    """So that what is tested at random positions is tested in every step of play, and deep down."""
    met = {type(f) for seed in range(GAMES) for e in played(seed).log for f in e.result.state.frames}
    assert met == set(TOY.frames)
    assert len(by_depth()[-1][0].frames) >= 9


def test_play_without_end_is_noticed():
    with pytest.raises(LawBroken, match="did not end"):
        list(playout(new(), Random(1), limit=5))


def test_perft_by_hand():
    """Two chits, two chits, two sides that may go first; then two formations, or a pass."""
    s = new().state
    assert [perft(s, depth) for depth in range(5)] == [1, 2, 4, 8, 24]


def test_perft_counts_no_take_backs():
    s = scene({"0402": "Lancers", "0502": "Militia"}).play("attack 0502 with Lancers").s
    assert list(legal(s)) == [Join(), CallOff()]
    assert perft(s, 1) == 1


def test_perft_of_a_game_that_is_over():
    assert perft(played(0).state, 3) == 1


# ---- the laws can be broken


def offered_is_illegal(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Movement, "check", lambda self, s, a: Breach("TOY-3.1", "no"))


def nothing_is_offered(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Movement, "offers", lambda self, s: Offers())


def an_event_forgets(patch: pytest.MonkeyPatch) -> None:
    """Something changes that no event tells."""

    def take(self: Movement, d: Any, a: Any) -> Any:
        d.s = replace(d.s, turn=d.s.turn + 1)
        return self.go_on()

    patch.setattr(Movement, "take", take)


def an_event_has_a_memory(patch: pytest.MonkeyPatch) -> None:
    calls: list[int] = []

    def on(self: Moved, s: Toy) -> Toy:
        calls.append(1)
        return replace(s, turn=len(calls))

    patch.setattr(Moved, "on", on)


def nobody_knows_what_comes(patch: pytest.MonkeyPatch) -> None:
    calls: list[int] = []

    def take(self: Movement, d: Any, a: Any) -> Any:
        calls.append(1)
        d.emit(TurnBegan(len(calls)))
        return self.go_on()

    patch.setattr(Movement, "take", take)


def spoilt(spoil: Callable[[pytest.MonkeyPatch], None], patch: pytest.MonkeyPatch) -> Toy:
    s = scene({"0402": "Lancers", "0502": "Militia"}, moving="Lancers").s
    check_position(TOY, s, Random(1))
    check_reach(TOY, s, Random(1))
    spoil(patch)
    return s


@pytest.mark.parametrize(
    ("spoil", "tells"),
    [
        (offered_is_illegal, "what is offered is legal"),
        (nothing_is_offered, "offers nothing"),
        (an_event_forgets, "the events tell all"),
        (an_event_has_a_memory, "the events tell all"),
        (nobody_knows_what_comes, "the same action brings the same"),
    ],
)
def test_the_laws_find_what_is_wrong(
    spoil: Callable[[pytest.MonkeyPatch], None], tells: str, monkeypatch: pytest.MonkeyPatch
):
    s = spoilt(spoil, monkeypatch)
    with pytest.raises(LawBroken, match=tells):
        check_position(TOY, s, Random(1), most=20)


def test_the_laws_find_two_actions_of_one_text(monkeypatch: pytest.MonkeyPatch):
    s = spoilt(lambda patch: patch.setattr(Stop, "verb", "enter"), monkeypatch)
    with pytest.raises((LawBroken, NotUnderstood)):
        check_position(TOY, s, Random(1), most=20)


def test_the_laws_find_a_view_that_cannot_be_sent(monkeypatch: pytest.MonkeyPatch):
    view = type(TOY).view
    s = scene({"0402": "Lancers"}).s
    monkeypatch.setattr(type(TOY), "view", lambda self, s, side: replace(view(self, s, side), prompt=object))
    with pytest.raises(NotImplementedError):
        check_position(TOY, s, Random(1))


@settings(deadline=None, max_examples=400)
@given(positions(), st.integers(0, 2**32))
def test_nothing_close_to_an_offer_is_legal_and_not_offered(s: Toy, seed: int):
    check_reach(TOY, s, Random(seed))


@pytest.mark.parametrize(
    ("judge", "tells"),
    [
        (lambda self, s, a: None, "what is legal is offered: enter"),
        (lambda self, s, a: Breach("", "no"), "a refusal says why"),
        (lambda self, s, a: Breach("TOY-3.1", ""), "a refusal says why"),
    ],
)
def test_the_laws_find_a_judge_who_is_too_kind_or_too_silent(
    judge: Any, tells: str, monkeypatch: pytest.MonkeyPatch
):
    s = spoilt(lambda patch: patch.setattr(Movement, "check", judge), monkeypatch)
    with pytest.raises(LawBroken, match=tells):
        check_reach(TOY, s, Random(1), most=200)


def test_the_laws_find_a_judge_who_changes_his_mind(monkeypatch: pytest.MonkeyPatch):
    """Asked before it is tried, an action must be refused for the same reason."""
    calls: list[int] = []

    def judge(self: Movement, s: Toy, a: Any) -> Breach:
        calls.append(1)
        return Breach("TOY-3.1", f"no, for the {len(calls) // 3}th time")

    s = spoilt(lambda patch: patch.setattr(Movement, "check", judge), monkeypatch)
    with pytest.raises(LawBroken, match=r"the same refusal|told the same"):
        check_reach(TOY, s, Random(1), most=20)


def test_the_laws_find_a_refusal_that_tells_a_secret(monkeypatch: pytest.MonkeyPatch):
    s = scene({"0302": "Lancers", "0401": "Hussars over Jaegers"}, worn="Jaegers", moving="Lancers").s
    check_reach(TOY, s, Random(1))
    honest = Movement.check

    def judge(self: Movement, s: Toy, a: Any) -> Breach | None:
        breach = honest(self, s, a)
        return breach and Breach(breach.clause, f"{breach.why}, with {sum(s.strength)} steps on the map")

    monkeypatch.setattr(Movement, "check", judge)
    with pytest.raises(LawBroken, match="told the same"):
        reach_often(s)


def reach_often(s: Toy) -> None:
    for seed in range(20):
        check_reach(TOY, s, Random(seed))


def test_the_laws_find_what_is_offered_twice(monkeypatch: pytest.MonkeyPatch):
    offers = Movement.offers

    def twice(self: Movement, s: Toy) -> Offers[Any]:
        return Offers([*offers(self, s).forward] * 2)

    s = spoilt(lambda patch: patch.setattr(Movement, "offers", twice), monkeypatch)
    with pytest.raises(LawBroken, match="offered twice"):
        check_reach(TOY, s, Random(1))


def test_anything_may_be_typed():
    """What the laws try is not only close to an offer: every verb comes up, with good words and bad ones."""
    s = scene({"0402": "Lancers", "0502": "Militia"}, moving="Lancers").s
    tried = [a for seed in range(20) for a in wild(TOY, s, Random(seed), 24)]
    assert {type(a) for a in tried} == set(TOY.actions)
    assert {check(s, a) is None for a in tried} == {True, False}


class Short(type(TOY)):
    """A frame is missing in its list."""

    frames: ClassVar[tuple[type[Frame[Any]], ...]] = tuple(f for f in TOY.frames if f is not Activation)


def test_the_laws_find_a_frame_that_has_no_code():
    with pytest.raises(ValueError, match="no position"):
        check_position(Short(), scene({"0402": "Lancers"}).s, Random(1))


def test_a_game_that_is_over_needs_a_verdict(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(type(TOY), "verdict", lambda self, s: None)
    with pytest.raises(LawBroken, match="verdict"):
        check_position(TOY, played(0).state, Random(1))


def test_an_attack_leaves_the_frame_below_as_it_was():
    """A combat that is called off gives back the very position (TOY-5.1): frames are values."""
    s = scene({"0402": "Lancers", "0502": "Militia"}).s
    attack = next(a for a in legal(s) if a.verb == "attack")
    t = apply(apply(s, attack).state, CallOff()).state
    assert t == s
    assert hash(t) == hash(s)
    assert combat.CALLED_OFF
    assert Enter(0) != Stop()
