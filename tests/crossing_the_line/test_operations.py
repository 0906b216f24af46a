"""The Ops Phase: initiative, options, activation (CTL-6.1 to CTL-6.3), and the SNAFU marker (CTL-5.2)."""

from __future__ import annotations

import pytest

import grognard.systems.crossing_the_line.system as ctl
from grognard.kernel.draft import Draft
from grognard.kernel.frame import run
from grognard.kernel.game import Game
from grognard.systems.crossing_the_line.activation import Activation
from grognard.systems.crossing_the_line.chart import GERMAN, US
from grognard.systems.crossing_the_line.dice import Snafu, Throw
from grognard.systems.crossing_the_line.events import InitiativeWon
from grognard.systems.crossing_the_line.reaction import ReactionAttempt
from grognard.systems.crossing_the_line.sequence import OpsPhase, Option, marker_after
from grognard.systems.crossing_the_line.state import State

from .table import scene

TWO = {"US": {"3010": "1/16"}, "German": {"4010": "I/27"}}


def campaign(seed: int = 1) -> Game[State]:
    return Game(ctl.SYSTEM, ctl.SYSTEM.world("crossing-the-line/aachen-1944"), seed=seed)


def test_the_first_cycle_is_american():
    """S17: CTL-6.1h, CTL-10c: without a roll, and the marker shows +2 German; CTL-6.1c, i: then they add it."""
    game = campaign()
    assert game.decision is not None
    assert game.decision.side == "us"
    assert isinstance(game.decision.frame, Option)
    assert (game.state.marker, game.state.box, game.state.interdiction) == (GERMAN, 2, 0)
    game.do("transfer")
    game.do("pass")
    assert game.decision.side == "us"
    g = scene(**TWO, phase="ops", marker=("german", 2), turn=2)
    g.throws((5, 4))
    (won,) = g.events(InitiativeWon)
    assert (won.side, won.us, won.german) == (GERMAN, 5, 6)


@pytest.mark.parametrize(
    ("marker", "dice", "totals", "winner", "then"),
    [
        (None, (5, 6), (6, 6), US, (GERMAN, 2)),
        (("german", 2), (4, 4), (5, 6), GERMAN, (US, 2)),
        (("us", 2), (1, 7), (4, 7), GERMAN, (US, 3)),
        (("us", 3), (3, 7), (7, 7), US, (GERMAN, 2)),
    ],
)
def test_initiative(marker, dice, totals, winner, then):  # type: ignore[no-untyped-def]
    """C04: CTL-6.1a, CTL-6.1b, CTL-6.1d, CTL-6.1e, CTL-6.1f. In the third line the marker adds to the 1 of the US."""
    g = scene(**TWO, phase="ops", turn=2, interdiction=1, marker=marker).throws(dice)
    (won,) = g.events(InitiativeWon)
    assert (won.us, won.german, won.side) == (*totals, winner)
    assert (g.s.marker, g.s.box) == then
    assert g.asks(winner, Option)


def test_the_marker_stays_in_the_highest_box():
    """CTL-6.1g, CTL-3.1.3b."""
    g = scene(**TWO, phase="ops", turn=2, marker=("us", 8))
    assert marker_after(g.s, GERMAN).box == 8
    assert marker_after(g.s, US).box == 2


def test_options():
    """C05: CTL-6.2a, c to h: a transfer, a pass, no more rolls, and the end of the phase."""
    g = scene(
        US={"3010": "1/16"}, German={"3013": "I/27"}, initiative="us", marker=("german", 2), turn=2, last_turn=2
    )  # fmt: skip
    g.play("transfer")
    assert g.asks("german", Option)
    assert (g.s.marker, g.s.box) == (GERMAN, 2)
    assert g.refuses("transfer") == "CTL-6.2d"
    g.play("pass")
    assert g.asks("us", Option)
    assert g.refuses("transfer") == "CTL-6.2c"
    g.play("act 1ID").throws(3).play("move 1/16", "enter 3011", "enter 3012")
    assert g.asks("german", ReactionAttempt)
    assert g.may("attempt 12ID")
    g.play("decline", "end")
    assert g.asks("us", Option)
    g.play("pass")
    assert g.game.over


def test_the_ops_phase_ends_when_nobody_can_activate():
    """CTL-6b, CTL-6c, CTL-6.2i: a side that can activate nobody transfers or passes."""
    g = scene(**TWO, initiative="us", levels={"1ID": 0}, turn=2)
    assert g.refuses("act 1ID") == "CTL-6.3.1b"
    assert g.refuses("act 9ID") == "CTL-6c"
    assert g.refuses("act 12ID") == "CTL-6.2b"
    assert g.offers() == ["transfer", "pass"]
    empty = scene(**TWO, phase="ops", turn=2, levels={"1ID": 0, "12ID": 0}, last_turn=2)
    assert empty.game.over


@pytest.mark.parametrize(
    ("level", "die", "black", "red"),
    [(4, 7, 5, 3), (6, 6, 6, 3), (1, 5, 2, 1), (7, 9, 7, 4), (5, 7, 5, 3), (3, 10, 7, 4)],
)
def test_action_points(level: int, die: int, black: int, red: int):
    """C02: CTL-6.3.1a, CTL-6.3.2a, CTL-6.4.2c, CTL-3.8a."""
    g = scene(**TWO, initiative="us", levels={"1ID": level}).play("act 1ID").throws(die)
    assert (g.ap("us"), g.level("1ID")) == (black, level - 1)
    assert g.s.world.ap[True][level][die - 1] == red


def test_emergency_supply():
    """C03: CTL-5.7.3a, CTL-5.7.3b, CTL-6.3.2b, CTL-6.3.1b, CTL-6.3.3b; CTL-6.3.3c: naming the formation is the wish."""
    wall = {
        f"39{c:02}": u
        for c, u in zip(
            range(1, 29, 3), ("1/16", "2/16", "3/16", "1/18", "2/18", "3/18", "1/26", "2/26", "3/26", "1/36")
        )
    }
    g = scene(
        US=wall, German={"3010": "I/27", "3510": "hq-12id level 5 CR9"}, terrain={"3510": "town"}, initiative="german", turn=2
    )  # fmt: skip
    assert not g.supplied("12ID")
    g.play("act 12ID").throws(4)
    assert (g.ap("german"), g.level("12ID"), g.flipped("12ID")) == (4, 4, True)
    g.play("end").throws((1, 10)).play("act 12ID").throws(4)
    assert (g.ap("german"), g.level("12ID"), g.flipped("12ID")) == (4, 0, True)
    g.play("end").throws((1, 10))
    assert g.asks("german", Option)
    assert g.refuses("act 12ID") == "CTL-6.3.1b"


def test_an_activation_goes_on_while_there_are_points():
    """CTL-7.2c, CTL-7.2d, CTL-6.3.4a, CTL-6.3.4b, CTL-7.1d: a unit acts again and again; what is left is lost."""
    g = scene(**TWO, active="1ID", ap=3)
    for n, there in enumerate(("3011", "3012"), 1):
        g.play("move 1/16", f"enter {there}", "stop")
        assert g.ap("us") == 3 - n
    g.play("end")
    assert g.ap("us") == 0
    assert "Activation" not in g.open()


def test_only_units_of_the_active_formation_act():
    """CTL-5.5.1b, CTL-6.3b, C48: also in the same hex; CTL-3.3f: an HQ never with them."""
    g = scene(
        US={"3010": "1/16 over 745-Tank for 9ID", "3012": "hq-1id over 746-Tank for 1ID"},
        German={"3011": "I/27"},
        terrain={"3012": "town"},
        active="1ID",
        ap=3,
        levels={"12ID": 0},
    )
    assert g.refuses("attack 1/16+745-Tank 3011 hasty") == "CTL-5.5.1b"
    assert g.refuses("move hq-1id+746-Tank") == "CTL-3.3f"
    assert g.refuses("move 1/16+746-Tank") == "CTL-7.3.1a"


def test_a_phase_begins_with_the_marker_in_box_0_and_nobody_passed():
    """CTL-6.1c, CTL-8a, CTL-6.2f."""
    d = Draft(scene(**TWO, initiative="us", turn=2, marker=("german", 4), passed="german").s)
    begun = run(d, OpsPhase().enter(d), []).state
    assert (begun.marker, begun.box, begun.passed) == (None, 0, (False, False))
    assert isinstance(begun.frames[-1], Throw)


# ---- SNAFU


def test_snafu():
    """C44: CTL-5.2a, CTL-5.2b, CTL-5.2c, CTL-5.2d: a failed reaction is rerolled, and the marker changes hands; an EC of the
    other side brings it back."""
    g = scene(
        US={"3010": "1/16", "2510": "2/16 E5/4 disrupted"}, German={"3012": "I/27"}, active="1ID", ap=3, snafu="german",
        ratings={"hq-12id": {"reaction": 6}},
    )  # fmt: skip
    g.play("move 1/16", "enter 3011", "attempt 12ID").throws(8)
    assert g.asks("german", Snafu)
    assert g.at("1/16") == "3011"
    g.play("reroll 1")
    assert g.s.snafu is US
    g.throws(5)
    assert g.asks(None, Throw)  # success: the AP of the reaction
    g.throws(1).play("end")
    assert g.asks("us", Activation)
    g.play("refit 2/16").throws(9)
    assert g.asks("us", Snafu)
    g.play("reroll 1")
    assert g.s.snafu is GERMAN
    g.throws(1)
    assert not g.disrupted("2/16")


def test_snafu_is_for_dice_of_ones_own():
    """C44: CTL-5.2b, CTL-5.2c, CTL-5.2e: no die of the enemy, no chit, and no die twice."""
    g = scene(**TWO, phase="ops", turn=2, snafu="german").throws((5, 3))
    assert g.refuses("reroll 1") == "CTL-5.2b"
    assert g.refuses("reroll 3") == "CTL-5.2e"
    g.play("reroll 2").throws(10)
    assert g.asks("us", Snafu)  # the new owner, for his own die
    assert g.offers("reroll") == ["reroll 1"]
    g.play("reroll 1").throws(10)
    assert g.asks("german", Option) is g.asks(None) is False
    assert g.asks("us", Option)  # 10 to 10; nobody rolls die 2 a second time
    fight = scene(
        US={"3010": "1/16"}, German={"3011": "I/27"}, active="1ID", ap=2, snafu="us", levels={"12ID": 0}
    )
    fight.play("attack 1/16 3011 regular").chits(3, 7)
    assert fight.asks(None, Throw)  # no Snafu in between


def test_keeping_the_dice_keeps_the_marker():
    """CTL-5.2b."""
    g = scene(**TWO, initiative="us", snafu="us").play("act 1ID").throws(1)
    assert g.asks("us", Snafu)
    g.play("keep")
    assert (g.ap("us"), g.s.snafu) == (1, US)


def test_first_blood_has_no_marker():
    """CTL-5.2f."""
    game = Game(ctl.SYSTEM, ctl.SYSTEM.world("crossing-the-line/first-blood"), seed=1)
    assert game.state.snafu is None
    assert campaign().state.snafu is GERMAN
