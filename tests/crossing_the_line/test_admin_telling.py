"""The events of the Admin Phase as their readers are told of them."""

from __future__ import annotations

from grognard.systems.crossing_the_line.admin import EVENTS

from .table import SYSTEM, Table, scene


def lines(g: Table, side: str) -> list[str]:
    told = (SYSTEM.tell(e, g.s) for e in g.game.events(side))
    return [x for x in told if x]


def test_levels_and_interdiction():
    g = scene(US={"1001": "hq-1id level 3 flipped"}, terrain={"1001": "town"}, phase="admin", turn=4)
    assert lines(g, "german") == [
        "The Initiative marker goes to box 0.",
        "In supply again, and turned to the front: the HQs of 1st Infantry Division.",
        "Activation Levels rise: level 7 for 1st Infantry Division.",
    ]
    assert lines(g.throws(8), "german")[:2] == [
        "Interdiction: the die shows 8.",
        "The Interdiction Level of this turn is 2.",
    ]


def test_secrets_are_told_to_their_owner_only():
    """CTL-5.3.4d, e, CTL-8.3a."""
    g = scene(US={"2001": "746-Tank for 9ID", "2002": "1/16 CS4/7"}, phase="us_assignment", turn=2)
    g.play("assign 746-Tank 1ID")
    assert lines(g, "us") == ["746 Tank is assigned to the 1st Infantry Division."]
    assert lines(g, "german") == []
    g.play("end", "spend 1/16")
    assert (lines(g, "us"), lines(g, "german")) == (["1/16 has 5 SP now."], [])
    plan = scene(scenario="aachen-1944", German={"2609": "hq-526"}, phase="victory_plan", turn=3).play(
        "plan pocket"
    )
    assert lines(plan, "us") == ["A Victory Plan marker is drawn: the Pocket plan."]
    assert lines(plan, "german") == ["A Victory Plan marker is drawn."]
    plan.throws(9).play("inspect 1")
    assert lines(plan, "german") == ["The Germans look at marker 1: the Pocket plan."]
    assert lines(plan, "") == ["The Germans look at marker 1."]


def test_who_leaves_and_who_comes():
    stacks = {"3019": "hq-353", "2717": "GR-941"}
    g = scene(scenario="stolberg-corridor", German=stacks, german_holds="3019", phase="withdrawals", turn=3)
    assert lines(g, "us")[0] == "353rd Infantry Division leaves: 353 HQ and GR 941."
    g.play("end", "place hq-12id 4222")
    assert lines(g, "us")[0] == "12 HQ enters in 4222 Hücheln."


def test_every_event_has_a_sentence_or_is_of_no_interest():
    from grognard.systems.crossing_the_line.texts import TEXTS

    assert {e.__name__ for e in EVENTS if f"CTL.{e.__name__}" not in TEXTS} == {"AssignmentsHidden"}
