"""The Admin Phase as a whole (CTL-4.1) and its Recovery Segment (CTL-8.1)."""

from __future__ import annotations

import pytest

from grognard.kernel.frame import Roll
from grognard.systems.crossing_the_line.admin import AdminPhase
from grognard.systems.crossing_the_line.admin_events import FrontsTurned, InterdictionSet, LevelsRose
from grognard.systems.crossing_the_line.assignment import Assignment
from grognard.systems.crossing_the_line.dice import Snafu, Throw
from grognard.systems.crossing_the_line.events import DiceThrown, MarkerSet, Recovered, StepsLost
from grognard.systems.crossing_the_line.reorganization import Reorganization
from grognard.systems.crossing_the_line.replacements import Replacements

from .table import scene
from .test_screen import Look

RING = {"3011", "3009", "3110", "3109", "2910", "2909"}
"""Six hexes around 3010."""

CUT = {"3012": "1/16", "3008": "2/16", "3210": "3/16", "2810": "1/18"}
"""The US infantry of S06: all neighbours of 3010 lie in its ZOC."""


# ---- the phase


def test_the_segments_come_in_the_order_of_the_book():
    """CTL-4.1, CTL-4.1.0, CTL-4.1.1, CTL-4.1.2, CTL-4.1.3, CTL-4.1.4, CTL-4.1.5, CTL-4a, CTL-4b: recovery, assignment (German, then US), plan, replacement (US, then
    German), withdrawals and reinforcements (German, then US)."""
    steps = AdminPhase.STEPS
    assert steps == (
        "marker", "recovery", "german_assignment", "us_assignment", "victory_plan", "us_replacements",
        "german_reorganization", "withdrawals", "german_arrivals", "us_arrivals",
    )  # fmt: skip
    g = scene(US={"2010": "1/16"}, German={"4010": "I/27"}, phase="admin", turn=5)
    assert g.asks(None, Throw)
    g.throws(1)
    for side, step in (
        ("german", Assignment),
        ("us", Assignment),
        ("us", Replacements),
        ("german", Reorganization),
    ):
        assert g.asks(side, step)
        g.play("end")
    assert "AdminPhase" not in g.open()  # nobody comes or goes in a study (CTL-10g)
    assert g.open()[2] == "OpsPhase"


def test_each_step_asks_in_its_own_words_only():
    """CTL-4a: nothing out of order."""
    g = scene(US={"2010": "1/16"}, German={"4010": "I/27"}, phase="german_assignment", turn=5)
    assert g.refuses("spend I/27") == "CTL-8.2"
    g.play("end", "end")
    assert g.refuses("assign 1/16 3AD") == "CTL-8.4.1"
    g.play("end")
    assert g.refuses("inspect 1") == "CTL-8.4.2"


def test_the_marker_goes_to_box_zero():
    """CTL-8a, CTL-8b, CTL-4.1.0."""
    g = scene(US={"2010": "1/16"}, German={"4010": "I/27"}, phase="admin", turn=2, marker=("german", 5))
    assert (g.s.marker, g.s.box) == (None, 0)
    assert g.events(MarkerSet) == [MarkerSet(None, 0)]


def test_the_first_turn_has_no_admin_phase():
    """CTL-2c, CTL-10b; afterwards every turn begins with it (CTL-2b)."""
    g = scene(US={"2010": "1/16"}, German={"4010": "I/27"}, phase="end_turn", turn=1, last_turn=2)
    assert g.s.turn == 2
    assert "AdminPhase" in g.open()
    first = scene(scenario="stolberg-corridor", US={"1810": "hq-1id"}, phase="ops")
    assert first.open()[-1] == "Throw"
    assert "AdminPhase" not in first.open()


# ---- levels and interdiction


def test_recovery_on_turn_4_with_an_8():
    """C06: CTL-8.1a, CTL-8.1b, CTL-8.1.1a, CTL-8.1.2a, CTL-8.1.2b, CTL-8.1.3a, CTL-6.3.1c."""
    g = scene(
        US={"1001": "hq-1id level 3", **CUT},
        German={"5601": "hq-9pz level 1", "5604": "hq-526 level 1", "5607": "hq-116pz level 4", "3010": "hq-49 level 2 flipped"},
        terrain={"3010": "town", "1001": "town", "5601": "town", "5604": "town", "5607": "town"},
        german_holds="3010 5601 5604 5607",
        phase="admin", turn=4,
    )  # fmt: skip
    assert not g.supplied("49")
    assert g.level("1ID") == 7  # 3 + 5, at most 7; before the die
    g.throws(8)
    assert g.s.interdiction == 2
    assert [g.level(f) for f in ("9PZ", "526", "116PZ", "49")] == [3, 1, 6, 2]
    assert g.flipped("49")
    levels = g.events(LevelsRose)[0].levels
    assert {g.s.world.staffs[f].id for f, _ in levels} == {"9PZ", "116PZ"}


def test_a_us_level_does_not_depend_on_the_die():
    """C06: CTL-8.1.1a. The 29th, of class 4."""
    for die in (1, 10):
        g = scene(US={"1001": "hq-29id level 1"}, terrain={"1001": "town"}, phase="admin", turn=8)
        assert g.level("29ID") == 3
        g.throws(die)
        assert g.level("29ID") == 3


@pytest.mark.parametrize(
    ("turn", "die", "level"), [(4, 8, 2), (5, 2, 1), (2, 8, 0), (2, 9, 1), (3, 4, 0), (3, 5, 1), (8, 1, 1), (8, 7, 2)]
)  # fmt: skip
def test_interdiction_by_turn_and_die(turn: int, die: int, level: int):
    """C06: CTL-8.1.2a, of which the result is 0 to 2."""
    g = scene(US={"2010": "1/16"}, phase="admin", turn=turn).throws(die)
    assert g.s.interdiction == level
    assert g.events(InterdictionSet) == [InterdictionSet(level)]


def test_the_die_is_of_as_many_kinds_as_there_are_levels():
    """CTL-8.1.2a, CTL-3.8a: on turn 4 two faces are 0, five 1, three 2, each with its exact chance."""
    g = scene(US={"2010": "1/16"}, phase="admin", turn=4)
    throw = g.s.frames[-1]
    assert {a.dice[0]: str(p) for a, p in throw.outcomes(g.s).items()} == {2: "1/5", 7: "1/2", 10: "3/10"}


def test_the_interdiction_die_may_be_rerolled():
    """CTL-5.2b, CTL-5.2e: by the US side, whose die it is."""
    g = scene(US={"2010": "1/16"}, phase="admin", turn=4, snafu="us").throws(1)
    assert g.asks("us", Snafu)
    assert g.s.interdiction == 0
    assert Look(g, "us").board.dice.text == "as the die lies, the Interdiction Level is 0"
    g.play("reroll 1").throws(9)
    assert (g.s.interdiction, g.s.snafu) == (2, "german")


@pytest.mark.parametrize(
    ("hq", "rises"),
    [("hq-116pz", (5, 4, 3)), ("hq-9pz", (4, 3, 2)), ("hq-49", (3, 2, 1)), ("hq-353", (2, 1, 0))],
)
def test_german_recovery_by_class_and_interdiction(hq: str, rises: tuple[int, ...]):
    """CTL-8.1.3a: classes 1 to 4 at Interdiction Levels 0, 1, 2."""
    for die, rise in zip((1, 3, 8), rises):
        g = scene(
            German={"5601": f"{hq} level 0 top7"}, terrain={"5601": "town"}, german_holds="5601", phase="admin", turn=4
        ).throws(die)  # fmt: skip
        f = g.s.world.counters[g.unit(hq)].formation
        assert g.s.level[f] == rise


# ---- HQs


def test_a_flipped_hq_in_supply_turns_and_recovers():
    """CTL-8.1c, CTL-5.7.3c, CTL-5.7.1a."""
    g = scene(US={"1001": "hq-9id level 0 flipped"}, terrain={"1001": "town"}, phase="admin", turn=2)
    assert not g.flipped("9ID")
    assert g.level("9ID") == 5
    assert g.events(FrontsTurned)


def test_it_turns_in_the_first_segment_in_which_it_is_in_supply():
    """CTL-5.7.3c: cut off it stays flipped."""
    german = {"3010": "hq-49 level 2 flipped"}
    g = scene(
        US=CUT, German=german, terrain={"3010": "town"}, german_holds="3010", phase="admin", turn=5
    ).throws(1)
    assert (g.flipped("49"), g.level("49")) == (True, 2)
    free = scene(German=german, terrain={"3010": "town"}, german_holds="3010", phase="admin", turn=5).throws(
        1
    )
    assert (free.flipped("49"), free.level("49")) == (False, 4)


# ---- refit


def test_disrupted_units_in_command_refit():
    """CTL-8.1.4a, CTL-5.6.4a: of both sides, without a roll."""
    g = scene(US={"2010": "1/16 disrupted"}, German={"4010": "I/27 disrupted"}, phase="admin", turn=2).throws(
        1
    )
    assert not g.disrupted("1/16")
    assert not g.disrupted("I/27")


def test_supply_does_not_matter_for_refit():
    """CTL-8.1.4a, CTL-5.7b: a cut-off HQ with its unit beside it."""
    g = scene(
        US=CUT,
        German={"3010": "I/148 disrupted over hq-49 level 2"},
        terrain={"3010": "town"}, german_holds="3010", phase="admin", turn=2,
    ).throws(1)  # fmt: skip
    assert not g.supplied("49")
    assert not g.disrupted("I/148")


def test_out_of_command_there_is_no_refit():
    """CTL-5.8.3c: too far from its HQ."""
    g = scene(
        US={"2010": "1/16 disrupted", "1001": "hq-1id CR7"}, terrain={"1001": "town"}, phase="admin", turn=2
    ).throws(1)
    assert g.command("1/16") == "out of command"
    assert g.disrupted("1/16")
    assert g.asks("german", Assignment)  # and no attrition: it is not isolated


def test_all_who_refit_do_so_together():
    """CTL-8.1.4a: in command are those who were when the segment began; a ZOC that comes back cuts off nobody in it."""
    g = scene(
        US={"3012": "1/16 disrupted", "3008": "2/16", "3210": "3/16", "2810": "1/18"},
        German={"3010": "I/27 disrupted"},
        phase="admin", turn=2,
    )  # fmt: skip
    assert g.command("I/27") == "in command"
    g.throws(1)
    assert not g.disrupted("I/27")
    assert g.command("I/27") == "isolated"


def test_covered_units_recover_unseen():
    """CTL-5.3.4a: who lies on top is seen, the others only by their owner."""
    g = scene(
        US={"2010": "1/16 disrupted over 1-Rcn disrupted", "2020": "1/18 over 4-Cav disrupted for 1ID"},
        phase="admin", turn=2,
    ).throws(1)  # fmt: skip
    mine, theirs = g.events(Recovered, "us"), g.events(Recovered, "german")
    assert {g.s.world.unit_text(u) for u in mine[0].units} == {"1/16", "1-Rcn", "4-Cav"}
    assert [g.s.world.unit_text(u) for u in theirs[0].units] == ["1/16"]
    g = scene(US={"2020": "1/18 over 4-Cav disrupted for 1ID"}, phase="admin", turn=2).throws(1)
    assert len(g.events(Recovered, "us")) == 1
    assert g.events(Recovered, "german") == []


def test_control_is_looked_at_when_a_unit_recovers():
    """CTL-9.1b: its ZOC reaches an empty town again."""
    g = scene(
        US={"2010": "1/16 disrupted"}, terrain={"2011": "town"}, german_holds="2011", phase="admin", turn=2
    )
    assert g.control("2011") == "german"
    g.throws(1)
    assert g.control("2011") == "us"


# ---- attrition


def cut_off(unit: str, **more):
    return scene(US=CUT, German={"3010": unit}, phase="admin", turn=2, **more).throws(1)


@pytest.mark.parametrize(("die", "left"), [(9, 0), (5, 2), (3, 4), (1, 4), (4, 3), (6, 1), (7, 0), (10, 0)])
def test_attrition(die: int, left: int):
    """C35: CTL-5.8.4e, CTL-8.1.5a, CTL-8.1.5b: E3 on the disrupted side, CS4."""
    g = cut_off("I/27 E4/3 CS4 disrupted")
    assert g.asks(None, Throw)
    g.throws(die)
    assert g.cs("I/27") == left
    assert g.at("I/27") == ("3010" if left else "lost")
    assert g.asks("german", Assignment)


def test_a_good_unit_or_one_in_command_suffers_no_attrition():
    """CTL-8.1.5a: disrupted and isolated, both."""
    assert cut_off("I/27 CS4").asks("german", Assignment)
    assert (
        scene(German={"3010": "I/27 disrupted"}, phase="admin", turn=2).throws(1).asks("german", Assignment)
    )


def test_a_unit_of_nobody_is_isolated():
    """CTL-5.8f, CTL-5.5.2g: it has no HQ, so it does not refit, and wears away."""
    g = scene(German={"3010": "Pol disrupted"}, phase="admin", turn=2).throws(1)
    assert g.command("Pol") == "isolated"
    assert g.asks(None, Throw)
    g.throws(4)
    assert g.cs("Pol") == 2


def test_attrition_goes_unit_by_unit():
    """CTL-8.1.5a: each makes its check; the loss of one is dealt with before the next rolls."""
    g = scene(
        US={**CUT, "4005": "1-Eng disrupted"}, German={"3010": "I/27 E4/3 CS4 disrupted over PzJg-12 disrupted CS3"},
        phase="admin", turn=2, snafu="german",
    )  # fmt: skip
    g.throws(1)
    assert g.command("1-Eng") == "in command"
    first = g.s.frames[-3]
    assert g.s.world.unit_text(first.unit) == "I/27"
    g.throws(10)
    assert g.asks("german", Snafu)  # CTL-5.2e
    g.play("keep").throws(6)
    assert g.cs("PzJg-12") == 3
    g.play("keep")
    assert (g.at("I/27"), g.cs("PzJg-12")) == ("lost", 2)
    assert g.asks("german", Assignment)


def test_who_rolls_shows_itself():
    """CTL-5.3.4i, CTL-5.3.4p: a covered unit is seen while it rolls; what it has left is not."""
    g = scene(US=CUT, German={"3010": "PzJg-12 over I/27 E4/3 CS4 disrupted"}, phase="admin", turn=2)
    unit = g.unit("I/27")
    assert g.game.view("us").at[unit] < 0
    g.throws(1)
    assert g.game.view("us").at[unit] == g.hex("3010")
    g.throws(5)
    assert g.game.view("us").at[unit] < 0
    assert (g.events(StepsLost, "german")[0].left, g.events(StepsLost, "us")[0].left) == (2, 0)


def test_an_attrition_die_tells_nothing_of_the_strength():
    """CTL-5.3.4d: the faces that come to the same are those that Effectiveness alone makes so."""
    for strength in (1, 4):
        g = cut_off(f"I/27 E4/3 CS{strength}/6 disrupted")
        assert set(g.s.frames[-1].cuts[0]) == {3, 4, 5, 6, 7, 8, 9, 10}
    g.game.do(Roll((2,)))
    assert g.events(DiceThrown)[0].faces == (2,)


def test_the_ring_is_closed():
    """The board of these tests: no way out of 3010 (CTL-5.8.2b, CTL-5.8d)."""
    g = scene(US=CUT, German={"3010": "I/27"}, phase="admin", turn=2)
    assert g.command("I/27") == "isolated"
    assert g.zoc("us") >= RING
