"""Dice that anybody can check."""

from collections import Counter
from fractions import Fraction

import pytest

from grognard.kernel import dice
from grognard.kernel.frame import Roll
from grognard.kernel.play import chance

from .counting import agrees
from .positions import new
from .scene import scene


@pytest.mark.parametrize("tickets", [2, 6, 7, 36, 1000])
def test_tickets_are_even(tickets: int):
    n = 6000
    counts = Counter(dice.ticket("a seed", throw, "Throw", tickets) for throw in range(n))
    even = {t: Fraction(1, tickets) for t in range(tickets)}
    assert set(counts) <= set(even)
    assert agrees(counts, even)


def test_throws_are_even_and_independent():
    """Pairs of throws that follow each other, on one seed: all 36 alike."""
    s = scene({"0402": "Lancers", "0502": "Militia"}).play("attack 0502 with Lancers", "support").s
    faces = [dice.draw("a seed", n, s).dice[0] for n in range(1, 7202)]
    assert set(faces) == {1, 2, 3, 4, 5, 6}
    pairs = Counter(zip(faces[::2], faces[1::2], strict=False))
    assert agrees(pairs, {(a, b): Fraction(1, 36) for a in range(1, 7) for b in range(1, 7)})


def test_an_unfair_die_would_be_found_out():
    s = scene({"0402": "Lancers", "0502": "Militia"}).play("attack 0502 with Lancers", "support").s
    faces = [min(dice.draw("a seed", n, s).dice[0] + n % 6 // 5, 6) for n in range(1, 6001)]
    assert not agrees(Counter(faces), {n: Fraction(1, 6) for n in range(1, 7)})


def test_the_same_seed_throws_the_same_dice():
    def thrown(seed: str) -> list:
        game = new(seed)
        game.roll_on()
        return [game.text(e.action) for e in game.log]

    assert thrown("7") == thrown("7")
    assert len({tuple(thrown(str(n))) for n in range(30)}) > 3
    assert new(7).seed == "7"


def test_these_dice_fall_so_on_every_machine():
    """What a record holds must come out the same for ever: a changed number breaks every game that was played."""
    s = scene({"0402": "Lancers", "0502": "Militia"}).play("attack 0502 with Lancers", "support").s
    assert [dice.draw("7", n, s) for n in range(1, 13)] == [
        Roll((n,)) for n in [5, 5, 6, 1, 3, 4, 3, 5, 1, 5, 1, 3]
    ]
    assert [dice.ticket("7", 1, "Throw", n) for n in (1, 2, 10, 10**9)] == [0, 0, 8, 511016228]


def test_the_commitment_binds_the_seed_and_does_not_tell_it():
    assert dice.commitment("7") == dice.commitment("7")
    assert dice.commitment("7") != dice.commitment("8")
    assert dice.commitment("7") != "7"
    assert len(dice.commitment("7")) == 64
    assert dice.new_seed() != dice.new_seed()


def test_a_new_game_has_a_seed_of_its_own():
    assert new(None).seed != new(None).seed


def test_a_throw_is_never_made_again():
    """Who takes back and throws again, throws other dice; who does again what he took back sees the same."""
    game = new("7")
    game.roll_on()
    numbers = [e.throw for e in game.log]
    assert numbers == [1, 2, 3]
    first = [e.action for e in game.log]
    game.undo(3)
    assert game.throws == 3
    assert [game.redo() and game.log[-1].action for _ in range(3)] == first
    assert game.throws == 3
    game.undo(2)
    game.roll_on()
    assert [e.throw for e in game.log] == [1, 4, 5]
    game.undo(3)
    game.do("deal worn")  # by hand, and yet a throw
    assert game.log[-1].throw == 6


def test_throws_differ_by_their_number():
    """So that taking back is no way to see a throw before it counts, nor to have the same one for ever."""
    game = new("7")
    seen = set()
    for _ in range(40):
        assert chance(game.state)
        game.roll()
        seen.add(game.text(game.log[-1].action))
        game.undo()
    assert seen == {"deal fresh", "deal worn"}
