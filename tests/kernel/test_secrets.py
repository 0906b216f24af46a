"""TOY-1.2 and TOY-4.1: what a side may know, and that nothing else reaches it by any way."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from msgspec.structs import replace

from grognard.kernel.laws import LawBroken, check_position, glance, law
from grognard.kernel.play import apply, check, decision
from grognard.kernel.view import seen

from .positions import new, positions, sayable
from .scene import scene
from .toy import TOY, movement
from .toy.actions import Attack, Enter
from .toy.events import Dealt, Shown, StepLost
from .toy.movement import Attempt, Movement
from .toy.state import ENEMY, OFF, Toy, put
from .toy.system import ToySystem
from .toy.view import view, worlds

STACK = {"0302": "Lancers", "0101": "Grenadiers", "0401": "Hussars over Jaegers"}


def strangers(s: Toy, side: str) -> list[Toy]:
    """Every position that differs from this one in nothing but secrets of the enemy; written apart from the view."""
    out = [s]
    for u in s.units(ENEMY[side]):
        if s.under[u] and not s.shown[u]:
            full = s.field.types[u].full
            out = [replace(t, strength=put(t.strength, u, n)) for t in out for n in {1, full}]
    return out


def test_the_strength_of_a_covered_unit_is_for_its_owner():
    """TOY-1.2."""
    s = scene(STACK, worn="Jaegers").s
    jaegers = s.world.unit("Jaegers")
    assert [view(s, side).units[jaegers].strength for side in ("red", "blue")] == [1, 0]
    assert b"strength" in TOY.codec.to_json(view(s, "blue"))


def test_once_seen_it_is_known():
    """TOY-1.2."""
    s = scene(STACK, worn="Jaegers", shown="Jaegers").s
    assert view(s, "blue").units[s.world.unit("Jaegers")].strength == 1


def test_the_deal_is_seen_by_the_owner_alone():
    """TOY-2.1. Both learn that there was one."""
    game = new()
    game.do("deal worn")
    fusiliers = game.world.unit("Fusiliers")
    assert game.events("blue") == (Dealt("blue", fusiliers, 1),)
    assert game.events("red") == (Dealt("blue", fusiliers, 0),)
    assert game.events() == (Dealt("blue", fusiliers, 1),)


def test_a_combat_shows_all_who_fight():
    """TOY-5.2."""
    g = scene({"0402": "Lancers", "0401": "Hussars over Jaegers"}, worn="Jaegers")
    g.play("attack 0401 with Lancers", "support")
    assert g.events(Shown, "blue") == [Shown(g.s.world.unit("Jaegers"), 1)]


def test_he_who_cannot_meet_is_asked_too():
    """TOY-4.1: Hussars (2) and worn Jaegers (1) are too weak, but the Lancers cannot know that."""
    g = scene(STACK, worn="Jaegers").play("move Lancers", "enter 0402")
    assert g.asks("red", Attempt)
    assert g.offers() == ["decline"]
    assert g.refuses("meet with Hussars") == "TOY-4.1"


@pytest.mark.parametrize("red", [{"0401": "Hussars"}, {"0401": "Hussars over Militia"}])
def test_he_who_plainly_cannot_meet_is_not_asked(red: dict[str, str]):
    """TOY-4.1: alone, or over a unit that is never stronger than 1."""
    g = scene({"0302": "Lancers", **red}).play("move Lancers", "enter 0402")
    assert g.asks("blue", Movement)


def test_he_who_is_known_to_be_too_weak_is_not_asked():
    """TOY-4.1."""
    g = scene(STACK, worn="Jaegers", shown="Jaegers").play("move Lancers", "enter 0402")
    assert g.asks("blue", Movement)


@settings(deadline=None)
@given(positions())
def test_what_looks_alike_is_alike(s: Toy):
    """Views, prompts, offers, and every refusal of anything that could be said."""
    for side in TOY.sides:
        now = decision(s)
        for t in strangers(s, side):
            assert view(t, side) == view(s, side)
            assert glance(TOY.offers(t, side), 0.5) == glance(TOY.offers(s, side), 0.5)
            if t != s and now is not None and now.side == side:
                assert [check(t, a) for a in sayable()] == [check(s, a) for a in sayable()]


@settings(deadline=None)
@given(positions())
def test_every_world_behind_a_view_is_one_that_looks_like_it(s: Toy):
    for side in TOY.sides:
        v = view(s, side)
        assert worlds(v).total() == 1
        assert set(worlds(v)) == set(strangers(s, side))


def asking_tells_nothing(s: Toy) -> None:
    """A hex entered brings the mover the same news in all worlds that look alike to him."""
    now = decision(s)
    if now is None or not isinstance(now.frame, Movement):
        return
    for a in now.frame.offers(s).forward:
        if isinstance(a, Enter):
            news = {(view(r.state, now.side), seen(r.events, now.side)) for r in alike(s, now.side, a)}
            law(len(news) == 1, f"{a} tells the mover a secret")


def alike(s: Toy, side: str, a: Enter) -> list:
    return [apply(t, a) for t in strangers(s, side)]


@settings(deadline=None)
@given(positions())
def test_that_the_enemy_is_asked_tells_the_mover_nothing(s: Toy):
    asking_tells_nothing(s)


def test_a_question_put_only_where_it_matters_would_be_found_out(monkeypatch: pytest.MonkeyPatch):
    """The test above can fail: here only he is asked who can."""
    s = scene(STACK, moving="Lancers").s
    asking_tells_nothing(s)
    monkeypatch.setattr(movement, "might_be_met", lambda s, mover: bool(movement.meeters(s, mover)))
    with pytest.raises(LawBroken):
        asking_tells_nothing(s)


def test_resampling_finds_all_worlds_as_often_as_they_are_likely():
    """TOY-2.1: three to one."""
    v = view(scene(STACK, worn="Jaegers").s, "blue")
    rng = Random(3)
    counts = Counter(TOY.resample(v, rng).strength[4] for _ in range(400))
    assert set(counts) == {1, 3}
    assert 250 < counts[3] < 350


class OffersTell(ToySystem):
    """It offers the meeting with the enemy's eyes."""

    def offers(self, s, side):
        now = decision(s)
        return super().offers(s, now.side if now and now.side else side)


class ViewsDiffer(ToySystem):
    """Its view holds something that no resampling can find again."""

    def view(self, s, side):
        return replace(super().view(s, side), turn=sum(s.strength))


@pytest.mark.parametrize("system", [OffersTell(), ViewsDiffer()])
def test_the_laws_find_a_leak(system: ToySystem):
    s = scene(STACK, worn="Jaegers").play("move Lancers", "enter 0402").s
    check_position(TOY, s, Random(1))
    with pytest.raises(LawBroken):
        check_often(system, s)


def check_often(system: ToySystem, s: Toy) -> None:
    for seed in range(20):
        check_position(system, s, Random(seed))


def test_odds_are_the_same_in_all_worlds_that_look_alike():
    """TOY-1.2: nobody learns a strength by asking for the odds."""
    s = scene({"0402": "Grenadiers", "0401": "Hussars over Jaegers"}).s
    told = [
        TOY.odds(t, Attack(s.world.hex("0401"), s.world.unit("Grenadiers"))) for t in strangers(s, "blue")
    ]
    assert len(told) == 2
    assert told[0] == told[1]


def test_a_loss_is_seen_by_all():
    g = scene({"0402": "Lancers", "0401": "Hussars"}).play("attack 0401 with Lancers", "support").throws(6)
    g.play("lose Hussars")
    lost = [StepLost(g.s.world.unit("Hussars"), 1, "TOY-5.3")]
    assert g.events(StepLost, "blue") == g.events(StepLost, "red") == lost
    assert OFF not in {g.s.at[g.s.world.unit("Hussars")]}
