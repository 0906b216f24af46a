"""The Victory Plan Segment (CTL-8.3), and what the plan is worth (CTL-10.4c)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from grognard.kernel.frame import Roll
from grognard.kernel.play import outcomes
from grognard.systems.crossing_the_line.actions import Plan
from grognard.systems.crossing_the_line.admin_events import PlanDrawn, PlanInspected
from grognard.systems.crossing_the_line.dice import Snafu, Throw
from grognard.systems.crossing_the_line.replacements import Replacements
from grognard.systems.crossing_the_line.victory import plan
from grognard.systems.crossing_the_line.victory_plan import DrawPlan, InspectPlan, pool

from .table import Table, scene


def campaign(turn: int = 2, **more) -> Table:
    return scene(
        scenario="aachen-1944", US={"1810": "hq-1id"}, German={"2609": "hq-526"}, phase="victory_plan", turn=turn, **more
    )  # fmt: skip


def drawn(g: Table, kind: str) -> Table:
    g.game.do(Plan(kind))
    return g


def test_the_first_marker_that_is_no_dummy_is_the_plan():
    """C40: CTL-8.3a, CTL-8.3b; a later plan has no effect."""
    g = campaign(turn=5, plans=("dummy", "dummy", "pocket"))
    assert g.asks(None, DrawPlan)
    drawn(g, "aachen").throws(8)
    assert g.s.plans == ("dummy", "dummy", "pocket", "aachen")
    assert plan(g.s) == "pocket"


def test_no_plan_before_the_first_that_is_no_dummy():
    """CTL-8.3b, CTL-10.4g."""
    assert plan(drawn(campaign(), "dummy").s) is None


def test_german_die_9_he_may_look_8_he_may_not():
    """C40: CTL-8.3c."""
    for die, looks in ((8, False), (9, True), (10, True), (1, False)):
        g = drawn(campaign(turn=3, plans=("roer_river",)), "dummy")
        assert g.asks(None, Throw)
        g.throws(die)
        assert g.asks("german", InspectPlan) == looks
        assert g.asks("us", Replacements) != looks


def test_he_looks_at_one_marker_of_his_choice():
    """CTL-8.3c: or at none."""
    g = drawn(campaign(turn=4, plans=("roer_river", "dummy")), "dummy").throws(9)
    assert g.offers() == ["inspect 1", "inspect 2", "inspect 3", "inspect 0"]
    assert g.refuses("inspect 4") == "CTL-8.3c"
    assert g.refuses("inspect -1") == "CTL-8.3c"
    assert g.refuses("end") == "CTL-8.3c"
    g.play("inspect 1")
    assert g.s.inspected == (0,)
    assert g.asks("us", Replacements)


def test_what_he_sees_he_knows_and_nobody_else_does():
    """CTL-8.3a, CTL-5.3.4g: the US side knows its markers, the German those he inspected, a spectator none."""
    g = drawn(campaign(turn=3, plans=("roer_river",)), "dummy").throws(9)
    assert g.game.view("us").plans == ("roer_river", "dummy")
    assert g.game.view("german").plans == ("", "")
    g.play("inspect 1")
    assert g.game.view("german").plans == ("roer_river", "")
    assert g.game.view("").plans == ("", "")
    said = {side: g.events(PlanInspected, side)[0].kind for side in ("us", "german", "")}
    assert said == {"us": "roer_river", "german": "roer_river", "": ""}
    assert PlanInspected.reveals  # no take-back goes past it


def test_the_draw_is_for_us_eyes():
    """CTL-8.3a."""
    g = drawn(campaign(), "aachen")
    assert [g.events(PlanDrawn, side)[0].kind for side in ("us", "german", "")] == ["aachen", "", ""]


def test_he_may_look_at_none():
    """CTL-8.3c: he may, he need not."""
    g = drawn(campaign(), "dummy").throws(10).play("inspect 0")
    assert g.s.inspected == ()
    assert g.events(PlanInspected) == []


def test_the_pool():
    """CTL-8.3a, CTL-8.3d: three plans and four dummies; none goes back."""
    g = campaign()
    assert pool(g.s) == {"aachen": 1, "pocket": 1, "roer_river": 1, "dummy": 4}
    chances = {a.kind: p for a, p in outcomes(g.s).items()}
    assert chances == {k: Fraction(n, 7) for k, n in pool(g.s).items()}
    late = campaign(turn=6, plans=("dummy", "dummy", "dummy", "dummy"))
    assert "dummy" not in {a.kind for a in outcomes(late.s)}
    last = campaign(turn=8, plans=("dummy", "aachen", "dummy", "dummy", "pocket", "dummy"))
    assert {a.kind for a in outcomes(last.s)} == {"roer_river"}


def test_markers_are_no_dice():
    """CTL-5.2e: the draw cannot be rerolled, the inspection die can."""
    g = campaign(snafu="german")
    drawn(g, "aachen")
    assert g.asks(None, Throw)
    g.throws(3)
    assert g.asks("german", Snafu)
    g.play("reroll 1").throws(9)
    assert g.asks("german", InspectPlan)
    us = drawn(campaign(snafu="us"), "aachen")
    us.throws(9)
    assert us.asks("german", InspectPlan)  # the US side has no say in a German die


def test_the_inspection_die_has_two_faces():
    """CTL-8.3c: 9 and 10 are one."""
    g = drawn(campaign(), "dummy")
    assert dict(outcomes(g.s)) == {Roll((8,)): Fraction(4, 5), Roll((10,)): Fraction(1, 5)}


@pytest.mark.parametrize("name", ["stolberg-corridor", "across-the-wurm"])
def test_only_in_the_campaign(name: str):
    """CTL-8.3a, CTL-3.4c, CTL-4.1.3."""
    turn, hq = (2, {"1810": "hq-1id"}) if name == "stolberg-corridor" else (6, {"4102": "hq-30id"})
    g = scene(scenario=name, US=hq, phase="victory_plan", turn=turn)
    assert g.asks("us", Replacements)
    assert g.s.plans == ()
