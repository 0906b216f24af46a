"""The sequence of play as a stack of frames: a combat inside a meeting inside a move, told as a book would."""

import pytest

from grognard.kernel.frame import Throw

from .scene import Scene, refuses, scene
from .toy.combat import Pursuit, Suffer, Support, Withdrawal
from .toy.events import Moved, Shown
from .toy.movement import Attempt, Movement
from .toy.sequence import Activation

FIELD = {"0202": "Lancers", "0101": "Grenadiers", "0401": "Hussars over Jaegers", "0501": "Militia"}


def mid_retreat() -> Scene:
    """The deepest stack there is: blue, whose move was met, is beaten and chooses the way of its retreat."""
    g = scene(FIELD)
    g.play("move Lancers", "enter 0302", "enter 0402", "meet with Hussars").throws(3)
    g.play("attack 0402 with Hussars", "support Jaegers").throws(3)
    return g.play("retreat")


def test_a_move_that_is_met():
    """TOY-4 and TOY-5. The Lancers pass the mill to the south. In 0302 nobody is near; in 0402 they come next to
    Hussars and Jaegers. These meet them, throw 3 (no more than 4), and are activated at once."""
    g = scene(FIELD)
    g.play("move Lancers", "enter 0302")
    assert g.asks("blue", Movement)
    g.play("enter 0402")
    assert g.asks("red", Attempt)
    g.play("meet with Hussars")
    assert g.asks(None, Throw)
    g.throws(3)
    assert g.asks("red", Activation)
    assert g.points("Iron") == 2

    # The Hussars attack with the Jaegers: 3 on the die, + 2 + 3 for the attackers, - 2 for the Lancers: 6, beaten.
    g.play("attack 0402 with Hussars")
    assert g.asks("red", Support)
    g.play("support Jaegers")
    assert g.asks(None, Throw)
    g.throws(3)
    assert g.asks("blue", Suffer)

    # The beaten side chooses: it retreats, and says which way. Ten steps of play are open now.
    g.play("retreat")
    assert g.asks("blue", Withdrawal)
    assert g.open() == [
        *("Campaign", "Turn", "Choice", "Activation", "Movement"),
        *("Meeting", "Activation", "Combat", "Suffer", "Withdrawal"),
    ]
    g.play("go 0302,0202")

    # The other side has the way in hand, and may follow on it, short of its end.
    assert g.asks("red", Pursuit)
    assert g.offers() == [
        *("advance Hussars to 0402", "advance Hussars to 0302"),
        *("advance Jaegers to 0402", "advance Jaegers to 0302"),
        "halt",
    ]
    assert g.refuses("advance Jaegers to 0202") == "TOY-5.5"
    g.play("advance Hussars to 0302")

    # One point is left to the Iron formation, for a combat never costs what a step inside it does.
    assert g.asks("red", Activation)
    assert g.points("Iron") == 1
    g.play("end")

    # The meeting ended the move of the Lancers (TOY-4.4), and not the activation of the Guard.
    assert g.asks("blue", Activation)
    assert g.points("Guard") == 1
    assert g.open() == ["Campaign", "Turn", "Choice", "Activation"]
    assert (g.where("Lancers"), g.where("Hussars"), g.where("Jaegers")) == ("0202", "0302", "0401")


def test_a_meeting_that_fails_lets_the_move_go_on():
    """TOY-4.2: with 5 nothing comes of it; the second hex is not met again (TOY-4.1)."""
    g = scene({**FIELD, "0202": "", "0302": "Lancers"} | {"0202": "Grenadiers", "0101": "Fusiliers"})
    g.play("move Lancers", "enter 0402", "meet with Hussars").throws(5)
    assert g.asks("blue", Movement)
    g.play("enter 0301")  # next to the Hussars again
    assert g.asks("blue", Activation)
    assert g.points("Guard") == 1


def test_a_meeting_that_is_declined_lets_the_move_go_on():
    """TOY-4.1."""
    g = scene(FIELD).play("move Lancers", "enter 0302", "enter 0402", "decline")
    assert g.asks("blue", Activation)  # two hexes are a whole move (TOY-3.1)
    assert g.where("Lancers") == "0402"


def test_nobody_meets_the_moves_of_those_who_meet():
    """TOY-4.3: Grenadiers and Fusiliers would be strong enough."""
    g = scene({"0302": "Lancers", "0201": "Grenadiers over Fusiliers", "0401": "Hussars over Jaegers"})
    g.play("move Lancers", "enter 0402", "meet with Hussars").throws(4)
    g.play("move Hussars", "enter 0301")
    assert g.asks("red", Movement)


def test_a_meeting_may_be_the_end_of_the_mover():
    """TOY-5.3. A unit that is gone is no obstacle to those who called."""
    g = scene({**FIELD, "0202": "Lancers"}, worn="Lancers")
    g.play("move Lancers", "enter 0302", "enter 0402", "meet with Hussars").throws(1)
    g.play("attack 0402 with Hussars", "support").throws(6)
    g.play("lose Lancers")
    assert g.where("Lancers") == "off the field"
    g.play("end")
    assert g.asks("blue", Activation)
    assert g.refuses("move Lancers") == "TOY-2.3"


def test_the_end_of_a_formation_ends_its_activation():
    """TOY-2.3: all frames that have nothing left to ask close by themselves."""
    g = scene({"0302": "Lancers", "0101": "Fusiliers", "0401": "Hussars over Jaegers"}, worn="Lancers")
    g.play("move Lancers", "enter 0402", "meet with Hussars").throws(1)
    g.play("attack 0402 with Hussars", "support").throws(6)
    g.play("lose Lancers", "end")
    assert g.open() == ["Campaign", "Turn", "Choice"]
    assert g.game.decision.side == "red"


def test_the_end_of_a_side_ends_the_game_in_the_midst_of_it_all():
    """TOY-6.1: nine steps are open, and none goes on."""
    g = scene({"0302": "Lancers", "0401": "Hussars over Jaegers"}, worn="Lancers")
    g.play("move Lancers", "enter 0402", "meet with Hussars").throws(1)
    g.play("attack 0402 with Hussars", "support").throws(6)
    assert len(g.open()) == 9
    g.play("lose Lancers")
    assert g.game.over
    assert (g.game.verdict.side, g.game.verdict.clause) == ("red", "TOY-6.1")


def test_a_beaten_attacker_retreats_and_the_defender_pursues():
    """TOY-5.2 and 5.5: the Lancers (2) attack Hussars and Jaegers (5) and throw 1: -2, beaten."""
    g = scene({"0402": "Lancers", "0401": "Hussars over Jaegers"})
    g.play("attack 0401 with Lancers", "support").throws(1)
    assert g.asks("blue", Suffer)
    g.play("retreat", "go 0302")
    assert g.asks("red", Pursuit)
    g.play("advance Jaegers to 0402")
    assert g.stack("0402") == "Jaegers"
    assert g.asks("blue", Activation)


def test_a_draw_asks_nobody():
    """TOY-5.2: 2 + 2 - 1 is 3, and nothing happens: two steps of the combat are passed in silence."""
    g = scene({"0402": "Lancers", "0502": "Militia"})
    g.play("attack 0502 with Lancers", "support").throws(2)
    assert g.asks("blue", Activation)
    assert g.points("Guard") == 1


def test_an_attack_that_is_called_off_costs_nothing():
    """TOY-5.1."""
    g = scene({"0402": "Lancers", "0502": "Militia"})
    before = g.s
    g.play("attack 0502 with Lancers")
    assert [g.game.text(a) for a in g.game.legal().back] == ["call-off"]
    g.play("call-off")
    assert g.s == before


def test_support_is_any_choice_of_those_who_can():
    """TOY-5.1. Not every choice is offered, and every one is judged."""
    g = scene({"0402": "Lancers", "0302": "Grenadiers", "0501": "Hussars over Jaegers", "0502": "Militia"})
    g.play("attack 0502 with Lancers")
    assert g.game.legal().open == ("support",)
    assert g.refuses("support Grenadiers") == "TOY-5.1"
    assert g.refuses("support Lancers") == "TOY-5.1"
    assert g.refuses("support Hussars") == "TOY-5.1"
    g = scene({"0402": "Militia", "0401": "Hussars over Jaegers", "0302": "Lancers"}, active="Iron")
    g.play("move Hussars", "enter 0301", "stop", "attack 0302 with Hussars")
    assert g.refuses("support Jaegers") == "TOY-5.1"


def test_who_attacked_is_tired_until_the_turn_ends():
    """TOY-5.1 and 2.2: the rest is a step that asks nobody."""
    g = scene({"0402": "Lancers", "0502": "Militia"})
    g.play("attack 0502 with Lancers", "support").throws(2)
    assert g.refuses("attack 0502 with Lancers") == "TOY-5.1"
    assert any(g.s.tired)
    g.play("end", "pass")
    assert g.open() == ["Campaign", "Turn", "Initiative"]
    assert g.s.turn == 2
    assert not any(g.s.tired)


@pytest.mark.parametrize(
    ("text", "clause"),
    [
        ("enter 0501", "TOY-3.1"),
        ("enter 0401", "TOY-3.2"),
        ("enter 0201", "TOY-1.1"),
        ("end", "TOY-3.1"),
    ],
)
def test_a_move_is_refused_by_its_clause(text: str, clause: str):
    """TOY-3."""
    g = scene({"0301": "Lancers", "0201": "Grenadiers over Fusiliers", "0401": "Hussars"}, moving="Lancers")
    assert g.refuses(text) == clause


def test_what_is_refused_says_why():
    g = scene(FIELD).play("move Lancers")
    with refuses("TOY-3.1"):
        g.play("enter 0401")
    assert str(g.game.check("enter 0401")) == "0401 is not next to 0202 [TOY-3.1]"


def test_who_moves_lies_on_top_and_uncovers_the_one_below():
    """TOY-1.1 and 1.2."""
    g = scene({"0201": "Grenadiers over Fusiliers", "0202": "Lancers"}, worn="Fusiliers")
    g.play("move Grenadiers", "enter 0202")
    assert g.stack("0202") == "Grenadiers over Lancers"
    assert g.stack("0201") == "Fusiliers"
    assert g.events(Shown) == [Shown(g.s.world.unit("Fusiliers"), 1)]


def test_a_beaten_stack_retreats_as_one_and_in_order():
    """TOY-5.4."""
    g = scene({"0302": "Grenadiers", "0402": "Hussars over Jaegers"}, worn="Hussars Jaegers")
    g.play("attack 0402 with Grenadiers", "support").throws(6)
    g.play("retreat", "go 0401,0501")
    assert g.stack("0501") == "Hussars over Jaegers"
    assert len(g.events(Moved)) == 2
    assert g.offers() == ["advance Grenadiers to 0402", "advance Grenadiers to 0401", "halt"]


def test_a_stack_without_a_way_must_lose_a_step():
    """TOY-5.4: 0501 has two neighbours; one is the attackers', the other holds a friend too many."""
    g = scene(
        {"0401": "Grenadiers", "0501": "Hussars over Jaegers", "0502": "Militia"}, worn="Hussars Jaegers"
    )
    g.play("attack 0501 with Grenadiers", "support").throws(6)
    assert g.offers() == ["lose Hussars", "lose Jaegers"]
    assert g.refuses("retreat") == "TOY-5.4"


def test_the_mill_decides():
    """TOY-6.2, and TOY-2 for the number of turns."""
    g = scene({"0301": "Lancers", "0401": "Hussars"})
    g.play("end", "pass")
    for _ in range(2):
        g.play("draw blue", "pass", "pass")
    assert g.game.over
    assert g.game.verdict.side == "blue"
    assert g.game.verdict.clause == "TOY-6.2"
    assert g.refuses("pass") == "game-over"
    assert list(g.game.legal()) == []
