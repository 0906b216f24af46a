from random import Random

import pytest

from grognard.kernel.offers import Group, Offers


def group(head: str, *rest: str) -> Group[str]:
    return Group(head, lambda: rest)


BOTH = Offers(
    ["end", group("1st", "1st to 0101", "1st to 0102"), group("2nd")], ["undo", group("3rd", "3rd back")]
)


def test_it_is_a_sequence_of_actions():
    assert list(BOTH) == ["end", "1st to 0101", "1st to 0102", "undo", "3rd back"]
    assert [*BOTH] == list(BOTH)
    assert len(BOTH) == 5
    assert BOTH[1] == "1st to 0101"
    assert BOTH[-1] == "3rd back"
    assert "1st to 0102" in BOTH
    assert "1st" not in BOTH
    assert not Offers([group("2nd")])
    assert Offers([group("1st", "x")])


def test_first_the_unit_then_the_hex():
    assert BOTH.heads() == ["1st", "2nd", "3rd"]
    assert BOTH.of("1st") == ["1st to 0101", "1st to 0102"]
    assert BOTH.of("2nd") == []
    assert BOTH.of("4th") == []


def test_groups_are_listed_only_when_somebody_looks():
    def looked() -> list[str]:
        raise AssertionError("looked")

    offers = Offers(["end", Group("1st", looked)])
    assert offers.heads() == ["1st"]
    assert offers
    assert "end" in offers
    assert next(iter(offers)) == "end"
    with pytest.raises(AssertionError):
        len(offers)


def test_each_group_is_listed_once():
    looks = []
    offers = Offers([Group("1st", lambda: looks.append(1) or ["a", "b"])])
    assert list(offers) == list(offers) == ["a", "b"]
    assert len(offers) == 2
    assert looks == [1]


def test_a_pick_is_forward():
    rng = Random(1)
    assert {BOTH.pick(rng) for _ in range(300)} == {"end", "1st to 0101", "1st to 0102"}


def test_a_pick_takes_back_when_told():
    rng = Random(1)
    assert {BOTH.pick(rng, back=1.0) for _ in range(100)} == {"undo", "3rd back"}
    assert {BOTH.pick(rng, back=0.5) for _ in range(300)} == set(BOTH)
    assert Offers(["end"]).pick(rng, back=1.0) == "end"


def test_a_pick_looks_at_heads_first():
    """A unit with many hexes comes no more often than one with few."""
    offers = Offers([group("1st", *(f"1st {n}" for n in range(99))), group("2nd", "2nd 0")])
    rng = Random(1)
    picks = [offers.pick(rng) for _ in range(1000)]
    assert 400 < picks.count("2nd 0") < 600


def test_a_pick_passes_by_what_is_empty():
    rng = Random(1)
    offers = Offers([group("1st"), group("2nd"), group("3rd", "x")])
    assert {offers.pick(rng) for _ in range(20)} == {"x"}
    assert Offers([group("1st")], ["undo"]).pick(rng) == "undo"
    with pytest.raises(IndexError):
        Offers([group("1st")]).pick(rng)
    with pytest.raises(IndexError):
        Offers().pick(rng, back=1.0)


def test_open_verbs_and_the_text_of_it():
    assert Offers(["a"]).open == ()
    assert repr(Offers(["a"], open=("attack",))) == "Offers(['a'], open=('attack',))"
    assert repr(Offers(["a"])) == "Offers(['a'])"
