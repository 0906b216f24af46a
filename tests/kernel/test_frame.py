"""The stack of frames by itself, with steps too small for a game."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from grognard.geometry.hexes import Grid
from grognard.kernel.breach import Illegal
from grognard.kernel.dist import Dist
from grognard.kernel.draft import Draft, Event
from grognard.kernel.frame import (
    Action,
    Call,
    Chance,
    Done,
    Frame,
    Next,
    Opened,
    Over,
    Result,
    Roll,
    Sequence,
    Throw,
    Wait,
)
from grognard.kernel.offers import Offers
from grognard.kernel.play import OVER, apply, begin, chance, check, decision, fold, legal, outcomes
from grognard.kernel.state import State, World

WORLD = World("none/none", Grid(1, 1), ())


class Diary(State, frozen=True, kw_only=True):
    text: str = ""


class Wrote(Event, frozen=True):
    text: str

    def on(self, s: Diary) -> Diary:
        return replace(s, text=s.text + self.text)


class Say(Action, frozen=True):
    verb = "say"
    text: str


class Ask(Frame[Diary], frozen=True):
    """Returns what is said."""

    side: str = "me"

    def who(self, s: Diary) -> str:
        return self.side

    def check(self, s: Diary, a: Any) -> None:
        return None

    def offers(self, s: Diary) -> Offers[Say]:
        return Offers([Say("a"), Say("b")])

    def take(self, d: Draft[Diary], a: Say) -> Done:
        return Done(a.text)


class Steps(Sequence[Diary], frozen=True):
    STEPS = ("ask", "silent", "told", "again_three_times", "last")
    said: str = ""
    times: int = 0

    def ask(self, d: Draft[Diary], result: Any) -> Call:
        d.emit(Wrote(f"ask({result})"))
        return Call(self, Ask())

    def silent(self, d: Draft[Diary], result: Any) -> None:
        d.emit(Wrote(f" silent({result})"))

    def told(self, d: Draft[Diary], result: Any) -> Next:
        d.emit(Wrote(f" told({result})"))
        return Next(replace(self, said="kept"), "handed")

    def again_three_times(self, d: Draft[Diary], result: Any) -> Call | None:
        d.emit(Wrote(f" again({result})"))
        if self.times == 3:
            return None
        return Call(replace(self.again(), times=self.times + 1), Ask(f"side {self.times}"))

    def last(self, d: Draft[Diary], result: Any) -> Call:
        d.emit(Wrote(f" last({result},{self.said})"))
        return Call(self, Ask())

    def finish(self, d: Draft[Diary], result: Any) -> Done:
        d.emit(Wrote(f" finish({result})"))
        return Done(result)


def start(root: Frame[Diary]) -> Result[Diary]:
    return begin(Diary(world=WORLD), root)


def test_a_sequence_hands_each_step_what_the_one_before_returned():
    s = start(Steps()).state
    assert s.text == "ask(None)"
    s = apply(s, Say("x")).state
    assert s.text == "ask(None) silent(x) told(None) again(handed)"
    assert decision(s).side == "side 0"
    for n in range(3):
        s = apply(s, Say(f"y{n}")).state
    assert s.text.endswith(" again(y0) again(y1) again(y2) last(None,kept)")
    s = apply(s, Say("z")).state
    assert s.text.endswith(" finish(z)")
    assert s.frames == ()
    assert decision(s) is None


def test_events_tell_all_and_the_open_steps_come_last():
    r = start(Steps())
    assert fold(Diary(world=WORLD), r.events) == r.state
    assert isinstance(r.events[-1], Opened)
    assert r.events[-1].seen_by("me") is None
    assert r.state.frames == (Steps(at=0), Ask())


def test_an_empty_sequence_is_over_at_once():
    class Empty(Sequence[Diary], frozen=True):
        pass

    assert start(Empty()).state.frames == ()


class Nest(Frame[Diary], frozen=True):
    """Opens itself to a depth, and counts on the way back."""

    depth: int

    def enter(self, d: Draft[Diary]) -> Any:
        return Call(self, Nest(self.depth - 1)) if self.depth else Call(self, Ask())

    def resume(self, d: Draft[Diary], result: Any) -> Any:
        if result == "over":
            return Over()
        d.emit(Wrote(str(self.depth)))
        return Done(result)


def test_any_depth_returns_to_the_one_that_called():
    s = start(Nest(500)).state
    assert len(s.frames) == 502
    assert apply(s, Say("back")).state.text == "".join(map(str, range(501)))


def test_a_game_may_end_at_any_depth():
    s = start(Nest(9)).state
    r = apply(s, Say("over"))
    assert r.state.frames == ()
    assert r.state.text == ""
    assert len(s.frames) == 11  # a value: the old position is what it was


def test_when_it_is_over_nothing_goes():
    s = Diary(world=WORLD)
    assert check(s, Say("x")) == OVER
    assert not legal(s)
    assert not chance(s)
    with pytest.raises(Illegal) as refused:
        apply(s, Say("x"))
    assert refused.value.breach is OVER
    with pytest.raises(ValueError, match="nothing is left to chance"):
        outcomes(s)


def test_where_a_side_decides_nothing_is_left_to_chance():
    with pytest.raises(ValueError, match="nothing is left to chance"):
        outcomes(start(Ask()).state)


# ---- chance


class Weather(Chance[Diary], frozen=True):
    clause = "TOY-9"

    def outcomes(self, s: Diary) -> Dist[Say]:
        return Dist([(Say("sun"), Fraction(2, 3)), (Say("rain"), Fraction(1, 3)), (Say("snow"), Fraction(0))])

    def take(self, d: Draft[Diary], a: Say) -> Done:
        d.emit(Wrote(a.text))
        return Done()


def test_chance_brings_what_it_lists_and_nothing_else():
    s = start(Weather()).state
    assert chance(s)
    assert decision(s).side is None
    assert list(legal(s)) == [Say("sun"), Say("rain")]
    assert check(s, Say("sun")) is None
    assert check(s, Say("snow")).clause == "TOY-9"
    assert [s.frames[-1].drawn(s, n) for n in range(s.frames[-1].tickets(s))] == [
        *(Say("sun"), Say("sun"), Say("rain")),
    ]
    assert apply(s, Say("rain")).state.text == "rain"


@pytest.mark.parametrize("sides", [(), (6,), (6, 6), (10, 4, 2)])
def test_every_ticket_of_a_throw_is_another_throw(sides: tuple[int, ...]):
    s = start(Throw(sides, "TOY-9")).state
    top = s.frames[-1]
    drawn = [top.drawn(s, n) for n in range(top.tickets(s))]
    assert len(set(drawn)) == len(drawn)
    assert set(drawn) == set(outcomes(s))
    assert outcomes(s).total() == 1
    assert len(set(outcomes(s).values())) == 1
    assert all(check(s, a) is None for a in drawn)


@pytest.mark.parametrize(
    "wrong", [Roll(()), Roll((1,)), Roll((0, 1)), Roll((1, 7)), Roll((1, 1, 1)), Say("six")]
)
def test_dice_have_their_faces(wrong: Action):
    s = start(Throw((6, 6), "TOY-9")).state
    assert check(s, wrong).clause == "TOY-9"


def test_a_throw_returns_its_faces():
    class Thrown(Sequence[Diary], frozen=True):
        STEPS = ("throw", "note")

        def throw(self, d: Draft[Diary], _: Any) -> Call:
            return Call(self, Throw((6, 6)))

        def note(self, d: Draft[Diary], dice: tuple[int, ...]) -> None:
            d.emit(Wrote(f"{dice}"))

    s = start(Thrown()).state
    assert apply(s, Roll((2, 5))).state.text == "(2, 5)"


# ---- what a frame leaves out is noticed, not guessed


@pytest.mark.parametrize(
    "ask",
    [
        lambda f, s: f.who(s),
        lambda f, s: f.check(s, Say("")),
        lambda f, s: f.offers(s),
        lambda f, s: f.outcomes(s),
        lambda f, s: f.take(Draft(s), Say("")),
        lambda f, s: f.resume(Draft(s), None),
        lambda f, s: Event().on(s),
    ],
)
def test_a_bare_frame_answers_nothing(ask: Callable[[Any, Any], Any]):
    with pytest.raises(NotImplementedError):
        ask(Frame(), Diary(world=WORLD))


def test_a_bare_frame_asks_and_is_silent():
    s = start(Frame()).state
    assert s.frames == (Frame(),)
    assert Frame().prompt(s) == ""
    assert Frame().enter(Draft(s)) == Wait(Frame())
    assert Event().seen_by("me") == Event()


def test_frames_of_other_kinds_are_never_equal():
    assert Ask("me") != Say("me")
    assert Nest(1) != Nest(2)
    assert hash(Nest(1)) == hash(Nest(1))
