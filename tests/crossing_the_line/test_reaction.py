"""Formation Reaction (CTL-6.4)."""

from __future__ import annotations

from grognard.systems.crossing_the_line.activation import Activation, Bonus
from grognard.systems.crossing_the_line.dice import Throw
from grognard.systems.crossing_the_line.events import ReactionTried
from grognard.systems.crossing_the_line.marching import Movement
from grognard.systems.crossing_the_line.reaction import ReactionAttempt
from grognard.systems.crossing_the_line.stacking import Displace

from .table import Table, scene

RR6 = {"hq-12id": {"reaction": 6}}


def meeting() -> Table:
    """A US unit on its way past German infantry."""
    return scene(
        US={"3009": "1/16 over 745-Tank for 1ID TP4 MA9"},
        German={"3012": "I/27"},
        active="1ID",
        ap=3,
        levels={"12ID": 5},
        ratings=RR6,
    )


def test_a_failed_attempt_has_no_effect():
    """C34: CTL-6.4.2a, CTL-6.4.2b, CTL-6.4.1e, CTL-6.4.3d: the move goes on, and no second attempt meets it. AFVs, so that no
    zone of control reaches into the towns."""
    g = scene(
        US={"2811": "745-Tank for 1ID MA9"},
        German={"3011": "1012-Assault-Gun for 12ID", "3013": "394-Assault-Gun for 12ID"},
        terrain={"2911": "town", "2912": "town"},
        active="1ID",
        ap=3,
        levels={"12ID": 5},
        ratings=RR6,
    )
    g.play("move 745-Tank", "enter 2911")
    assert g.asks("german", ReactionAttempt)
    g.play("attempt 12ID").throws(7)
    assert g.level("12ID") == 5
    assert g.asks("us", Movement)
    g.play("enter 2912")
    assert g.asks("us", Movement)  # next to another unit that could, but one attempt is all for this move
    g.play("stop", "move 745-Tank", "enter 2812")
    assert g.asks("german", ReactionAttempt)  # a new Movement Action


def test_a_success_stops_the_move():
    """C34: CTL-6.4.2a, c, d, CTL-6.4.3a, CTL-6.4.2e, CTL-6.4.3c: red 3 AP, level 4; any unit of the formation may act; the
    Action is over, the activation goes on."""
    g = meeting()
    g.play("move 1/16", "enter 3010", "enter 3011", "attempt 12ID").throws(6, 8)
    assert (g.ap("german"), g.level("12ID")) == (3, 4)
    assert g.asks("german", Activation)
    assert g.at("1/16") == "3011"
    g.play("end")
    assert g.asks("us", Activation)
    assert g.ap("us") == 2


def test_leaving_is_a_trigger_too():
    """CTL-6.4.1a, CTL-6.4.3a: who is about to leave is held where he is."""
    g = scene(US={"3011": "1/16"}, German={"3012": "I/27"}, active="1ID", ap=2, ratings=RR6)
    g.play("move 1/16", "enter 3010")
    assert g.asks("german", ReactionAttempt)
    assert g.at("1/16") == "3011"
    g.play("attempt 12ID").throws(1, 1).play("end")
    assert g.at("1/16") == "3011"
    assert g.asks("us", Activation)


def test_each_movement_action_allows_a_new_attempt():
    """CTL-6.4.1e."""
    g = scene(US={"3011": "1/16"}, German={"3012": "I/27"}, active="1ID", ap=2, ratings=RR6)
    g.play("move 1/16", "enter 3010", "attempt 12ID").throws(10).play("stop")
    g.play("move 1/16", "enter 3011")
    assert g.asks("german", ReactionAttempt)


def test_put_out_of_command_by_the_very_step():
    """C34, second part: CTL-6.4.1d. The mover cannot know it, so the Reaction side is asked (CTL-5.3.4o); it can only
    decline."""
    g = scene(
        US={"3210": "1/16"}, German={"3010": "I/27", "3014": "hq-12id CR4"}, terrain={"3014": "town"}, active="1ID", ap=2
    )  # fmt: skip
    assert g.command("I/27") == "in command"
    g.play("move 1/16", "enter 3110")
    assert g.command("I/27") == "out of command"
    assert g.asks("german", ReactionAttempt)
    assert g.refuses("attempt 12ID") == "CTL-6.4.1d"
    assert g.offers() == ["decline"]


def test_disrupted_units_do_not_react():
    """C34, second part: CTL-6.4.1c, CTL-6.4.1i, CTL-5.6.3d: where the enemy sees it nobody is asked; under a cover one is
    asked, and refused."""
    seen = scene(US={"3010": "1/16"}, German={"3012": "I/27 disrupted"}, active="1ID", ap=2)
    seen.play("move 1/16", "enter 3011")
    assert seen.asks("us", Movement)
    hidden = scene(
        US={"3010": "1/16"},
        German={"3012": "1012-Assault-Gun for 12ID disrupted over I/27 disrupted"},
        active="1ID",
        ap=2,
    )
    hidden.play("move 1/16", "enter 3011")
    assert hidden.asks("german", ReactionAttempt)
    assert hidden.refuses("attempt 12ID") == "CTL-6.4.1c"
    assert hidden.offers() == ["decline"]


def test_a_formation_at_level_0_does_not_react():
    """C34, second part: CTL-6.4.1f. While another formation could, one is asked; if none has a level left, nobody is."""
    g = scene(
        US={"3010": "1/16"}, German={"3012": "I/27", "3913": "I/60"}, active="1ID", ap=2, levels={"12ID": 0}
    )
    g.play("move 1/16", "enter 3011")
    assert g.asks("german", ReactionAttempt)
    assert g.refuses("attempt 12ID") == "CTL-6.4.1f"
    assert g.refuses("attempt 116PZ") == "CTL-6.4.1c"
    assert g.refuses("attempt 1ID") == "CTL-6.4.1c"
    none = scene(US={"3010": "1/16"}, German={"3012": "I/27"}, active="1ID", ap=2, levels={"12ID": 0})
    none.play("move 1/16", "enter 3011")
    assert none.asks("us")


def test_a_side_that_has_passed_may_react():
    """CTL-6.4.1g, CTL-6.2f."""
    g = scene(US={"3010": "1/16"}, German={"3012": "I/27"}, active="1ID", ap=2, passed="german")
    g.play("move 1/16", "enter 3011")
    assert g.asks("german", ReactionAttempt)


def test_the_moves_of_a_reaction_are_met_by_nobody():
    """CTL-6.4.1h."""
    g = scene(US={"3010": "1/16", "3015": "2/16"}, German={"3012": "I/27"}, active="1ID", ap=2, ratings=RR6)
    g.play("move 1/16", "enter 3011", "attempt 12ID").throws(1, 10).play(
        "move I/27", "enter 3013", "enter 3014"
    )
    assert g.asks("german", Activation)


def test_no_reaction_inside_a_reaction():
    """C52: CTL-6.4.1j: the US side wins a combat of the reaction and moves next to other Germans with its bonus."""
    g = scene(
        US={"3010": "1/16"}, German={"3012": "I/27 CS2", "3210": "II/27"}, active="1ID", ap=2, ratings=RR6
    )  # fmt: skip
    g.play("move 1/16", "enter 3011", "attempt 12ID").throws(1, 10)
    g = g.result("I/27", "3011", "2/1", "hasty").play("lose I/27")
    assert g.asks("us", Bonus)
    g.play("move 1/16", "enter 3110")
    assert g.at("1/16") == "3110"
    assert g.asks("german", Activation)


def test_a_stop_that_overstacks_is_paid_for_at_once():
    """CTL-6.4.3b, CTL-5.3.1b, CTL-5.3.1g."""
    g = scene(US={"3010": "1/16", "3011": "2/16"}, German={"3012": "I/27"}, active="1ID", ap=2, ratings=RR6)
    g.play("move 1/16", "enter 3011", "attempt 12ID").throws(1)
    assert g.disrupted("1/16")
    assert g.disrupted("2/16")
    assert g.asks("german", Displace)
    g.play("displace 2/16 2911")
    assert g.asks(None, Throw)  # now the AP of the reaction


def test_declining_and_not_being_able_look_alike():
    """CTL-5.3.4o: one event for both."""
    able = meeting().play("move 1/16", "enter 3010", "enter 3011", "decline")
    (said,) = able.events(ReactionTried, "us")
    assert said.formation is None
