"""The screen in the Movement Phases (TGC-ui.15 to 18)."""

from __future__ import annotations

from grognard.systems.great_crusade.marching import Movement

from .screen import see
from .table import board, scene

PORT = board(
    {(3, 0): "mountain"},
    numbered=[("normandy", "port", (0, 0), (-1, 0), 5), ("normandy", "beach", (0, 9), (-1, 9), 5)],
    beyond=[(20, 0)],
)


def test_a_unit_lights_all_that_it_can_reach():
    """TGC-ui.15: just what may be done; a click does it, and no path is asked."""
    g = scene({(0, 0): "A-inf a", (5, 0): "G-inf d"})
    eyes = see(g)
    assert eyes.heads() == {"a"}
    assert eyes.goals("a") == g.reach("a")
    offer = eyes.offer("a", (3, 0))
    assert offer.text == g.text("move a (3,0)")
    assert [eyes.place(h) for h in offer.way] == [(0, 0), (1, 0), (2, 0), (3, 0)]
    g.play(offer.text)
    assert g.at("a") == (3, 0)


def test_what_comes_of_it_is_said_before():
    """TGC-ui.15, TGC-ui.18: points left, strategic movement, a stop on a mountain, an enemy next to it."""
    g = scene({(0, 0): "A-inf a", (0, 4): "A-inf b", (3, 4): "G-inf d"}, board=PORT)
    eyes = see(g)
    assert (eyes.offer("a", (1, 0)).signs, eyes.offer("a", (1, 0)).args["left"]) == (("goes_on",), 2)
    assert (eyes.offer("a", (3, 0)).signs, eyes.offer("a", (3, 0)).args["left"]) == (("stops",), 0)
    assert eyes.offer("a", (0, -5)).signs == ("strategic",)
    assert eyes.offer("b", (2, 4)).signs == ("fights",)
    assert "must attack" in eyes.offer("b", (2, 4)).note


def test_an_unlit_hex_says_why():
    """TGC-ui.15, TGC-ui.41."""
    g = scene({(0, 0): "A-inf a", (1, 0): "G-inf d", (-6, 0): "A-inf b, c"})
    g.play("move b (-3,0)", "move c (-3,0)")
    eyes = see(g)
    dark = {(4, 0): "TGC-move.10", (-9, 0): "TGC-move.2", (1, 0): "TGC-move.3", (-3, 0): "TGC-move.4e"}
    for hex, clause in dark.items():
        breach = eyes.why("a", hex)
        assert hex not in eyes.goals("a")
        assert breach.clause.startswith(clause), breach
    assert eyes.why("d", (2, 0)).clause == "TGC-move.1"  # not my unit


def test_the_reach_of_either_side_can_be_shown_at_any_time():
    """TGC-ui.15: of a unit that is to move next, too."""
    g = scene({(0, 0): "A-inf a", (6, 0): "G-inf d"}, board=board(beyond=[(9, 0)]))
    eyes = see(g)
    assert set(eyes.lit("reach", "a")) == eyes.goals("a")
    assert eyes.said("reach", "a")[1, 0] == "2"
    there = eyes.lit("reach", "d")
    assert (4, 0) in there
    g.pass_to("german", Movement)
    assert set(see(g, "german").goals("d")) == set(there)
    many = eyes.said("reach-allied")
    assert set(many) == eyes.goals("a")
    assert set(many.values()) == {"1"}


def test_the_sea_hex_is_lit_where_one_may_return_to_britain():
    """TGC-ui.16: of the unit's own port, and of one it can walk to."""
    g = scene({(0, 0): "A-inf a", (1, 0): "A-inf b", (20, 0): "G-inf d"}, board=PORT, invaded=[(0, 0)])
    eyes = see(g)
    for unit in "ab":
        assert (-1, 0) in eyes.goals(unit)
        offer = eyes.offer(unit, (-1, 0))
        assert offer.verb == "sail"
        assert offer.text == g.text(f"sail {unit} from (0,0)")
        assert eyes.place(offer.way[-1]) == (-1, 0)
    assert (-1, 9) not in eyes.goals("b")  # a beach that was never invaded
    assert eyes.why("b", (-1, 9)).clause.startswith("TGC-sea.")
    g.play(eyes.offer("b", (-1, 0)).text)
    assert g.at("b") == "britain"
    assert see(g).piece("b").states == ("home",)


def test_the_dike_is_passed_and_a_click_on_it_does_nothing():
    """TGC-ui.17: it is shown as a hex to pass; it is no destination, and whoever clicks it learns why."""
    dike = board({(1, 0): "dike", (1, -1): "lake", (0, 1): "lake", (2, -1): "lake", (1, 1): "lake"})
    g = scene({(0, 0): "A-inf a", (15, 0): "G-inf d"}, board=dike)
    eyes = see(g)
    assert eyes.lit("reach", "a")[1, 0] == 0
    assert eyes.said("reach", "a")[1, 0] == "pass"
    assert (1, 0) not in eyes.goals("a")
    assert (2, 0) in eyes.goals("a")
    assert (1, 0) in [eyes.place(h) for h in eyes.offer("a", (2, 0)).way]
    before = g.state
    assert eyes.why("a", (1, 0)).clause == "TGC-area.13b"
    assert g.state == before


def test_a_unit_with_movement_left_can_be_selected_again():
    """TGC-ui.18: after others have moved; when nothing is left, no more."""
    g = scene({(0, 0): "A-inf a", (0, 3): "A-inf b", (9, 0): "G-inf d"})
    g.play("move a (1,0)", "move b (0,4)")
    eyes = see(g)
    assert eyes.heads() == {"a", "b"}
    assert eyes.piece("a").left == "2"
    assert eyes.offer("a", (2, 0)).args["left"] == 1
    g.play("move a (3,0)")
    eyes = see(g)
    assert eyes.heads() == {"b"}
    assert (eyes.piece("a").left, eyes.piece("a").states) == ("0", ("spent",))
    assert eyes.offers("a") == []
