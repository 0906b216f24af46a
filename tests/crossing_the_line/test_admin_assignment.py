"""The Assignment Segment (CTL-8.2): formations and independent units (CTL-5.5)."""

from __future__ import annotations

import pytest

from grognard.board.names import Unknown
from grognard.systems.crossing_the_line.admin_events import Assigned, AssignmentsHidden
from grognard.systems.crossing_the_line.assignment import Assignment, secret
from grognard.systems.crossing_the_line.events import Restacked

from .table import SYSTEM, Table, scene

CUT = {"3012": "1/16", "3008": "2/16", "3210": "3/16", "2810": "1/18"}
"""The US infantry of S06: no path leads out of 3010."""

TOWNS = {"1001": "town", "1004": "town", "1007": "town", "1010": "town"}


def us(stacks: dict[str, str], **more) -> Table:
    return scene(US=stacks, phase="us_assignment", turn=2, **more)


def german(stacks: dict[str, str], **more) -> Table:
    return scene(German=stacks, phase="german_assignment", turn=2, **more)


def belongs(g: Table, unit: str) -> str:
    f = g.s.formation(g.unit(unit))
    return "" if f is None else g.s.world.staffs[f].id


FIRST = {
    "2001": "1/18", "2002": "2/18", "2003": "3/18", "2004": "1/26", "2005": "1-Eng",
    "2011": "1/32", "2012": "2/32", "2013": "3/32", "2014": "83-Rcn", "2015": "1/36",
}  # fmt: skip
"""Units of the 1st Infantry and the 3rd Armored Division."""


# ---- US divisions


def test_divisions_of_a_corps_lend_each_other_units():
    """S05: CTL-5.5.1c, CTL-5.5.1d, CTL-5.5.1g."""
    g = us(FIRST)
    g.play("assign 1/18 3AD", "assign 2/18 3AD", "assign 3/18 3AD", "assign 2/32 1ID", "assign 3/32 1ID")
    assert [belongs(g, u) for u in ("1/18", "2/18", "3/18", "2/32", "3/32")] == ["3AD"] * 3 + ["1ID"] * 2
    assert g.refuses("assign 1/26 3AD") == "CTL-5.5.1c"
    assert g.refuses("assign 1/32 1ID") == "CTL-5.5.1d"


def test_the_second_regiment_is_refused_at_once():
    """CTL-5.5.1c: one battalion is enough to bar another regiment."""
    g = us(FIRST).play("assign 1/26 3AD")
    assert g.refuses("assign 1/18 3AD") == "CTL-5.5.1c"
    g.play("unassign 1/26", "assign 1/18 3AD")


def test_one_may_think_again_but_not_around_the_limits():
    """CTL-5.5.1g: what counts is who is there at the same time."""
    g = us({**FIRST, "2001": "1/18 for 3AD"})
    g.play("assign 1/18 1ID", "assign 1/26 3AD")
    assert g.refuses("unassign 1/18") == "CTL-5.5.1c"
    assert g.refuses("assign 1/18 3AD") == "CTL-5.5.1c"
    g.play("unassign 1/26", "unassign 1/18")
    assert belongs(g, "1/18") == "3AD"


def test_only_infantry_battalions_and_task_groups_are_lent():
    """CTL-5.5.1c, CTL-5.5.1d: no engineers, no armored infantry, no recce."""
    g = us(FIRST)
    assert g.refuses("assign 1-Eng 3AD") == "CTL-5.5.1c"
    assert g.refuses("assign 1/36 1ID") == "CTL-5.5.1d"
    assert g.refuses("assign 83-Rcn 1ID") == "CTL-5.5.1d"


def test_the_other_corps_does_likewise():
    """CTL-5.5.1e, CTL-5.5.1f."""
    g = us({
        "2001": "1/117", "2002": "2/117", "2003": "1/119", "2004": "30-Rcn",
        "2011": "1/66", "2012": "2/66", "2013": "1/67",
    })  # fmt: skip
    g.play("assign 1/117 2AD", "assign 2/117 2AD", "assign 1/66 30ID", "assign 1/67 30ID")
    assert g.refuses("assign 1/119 2AD") == "CTL-5.5.1e"
    assert g.refuses("assign 30-Rcn 2AD") == "CTL-5.5.1e"
    assert g.refuses("assign 2/66 30ID") == "CTL-5.5.1f"


def test_no_other_division_lends_or_borrows():
    """CTL-5.5.1c, CTL-5.5.1e: the 9th and the 29th stand alone, and no unit changes corps."""
    g = us({**FIRST, "2006": "1/47", "2007": "1/116", "2008": "1/117"})
    assert g.refuses("assign 1/47 3AD") == "CTL-5.5.1c"
    assert g.refuses("assign 1/18 9ID") == "CTL-5.5.1c"
    assert g.refuses("assign 1/18 30ID") == "CTL-5.5.1c"
    assert g.refuses("assign 1/116 30ID") == "CTL-5.5.1e"


def test_lost_units_make_room():
    """CTL-5.5.1g: units assigned at the same time; those that are lost are with nobody."""
    g = us({"2001": "1/26", "2002": "1/32"}, lost="1/18 2/18")
    for u in ("1/18", "2/18"):
        assert g.refuses(f"assign {u} 3AD") == "CTL-8.2a"
    g.play("assign 1/26 3AD")


@pytest.mark.parametrize(
    ("unit", "clause"), [("1/18 disrupted", "CTL-5.5.1h"), ("1/18", ""), ("1/18 disrupted for 3AD", "CTL-5.5.1h")]
)  # fmt: skip
def test_a_lent_unit_is_undisrupted(unit: str, clause: str):
    """CTL-5.5.1h: on the way there and back."""
    g = us({"2001": unit, "2011": "1/32"})
    text = "assign 1/18 1ID" if "for" in unit else "assign 1/18 3AD"
    assert g.may(text) if not clause else g.refuses(text) == clause


def test_a_lent_unit_is_in_range_of_both_hqs():
    """CTL-5.5.1h: path length 10 to the HQ of the 1st, 9 to that of the 3rd."""
    for ranges, ok in (((10, 9), True), ((9, 9), False), ((10, 8), False)):
        stacks = {"2010": "1/18", "1010": f"hq-1id CR{ranges[0]}", "1110": f"hq-3ad CR{ranges[1]}"}
        g = us(stacks, terrain={"1010": "town", "1110": "town"})
        assert g.may("assign 1/18 3AD") == ok
        if not ok:
            assert g.refuses("assign 1/18 3AD") == "CTL-5.5.1h"


# ---- independent units


def test_us_independents_stay_in_their_corps():
    """CTL-5.5.2e, CTL-5.5.2d."""
    g = us(
        {
            "2001": "746-Tank for 9ID",
            "2002": "1/16",
            "2003": "1/32",
            "2004": "1/117",
            "2005": "743-Tank for 30ID",
        }
    )
    assert g.refuses("assign 746-Tank 30ID") == "CTL-5.5.2e"
    assert g.refuses("assign 743-Tank 1ID") == "CTL-5.5.2e"
    assert g.refuses("assign 746-Tank 12ID") == "CTL-5.5.2e"
    assert g.refuses("assign 746-Tank 9ID") == "CTL-5.5.2d"
    g.play("assign 746-Tank 1ID")
    assert g.s.members(g.s.world.formation("1ID")) == (g.unit("1/16"), g.unit("746-Tank"))


def test_german_independents_join_anybody():
    """CTL-5.5.2e, CTL-5.5.1a."""
    g = german({"3001": "Pol for 526", "3002": "I/27", "3003": "I/8"})
    for name in ("12ID", "3PZG"):
        g.play(f"assign Pol {name}")
        assert belongs(g, "Pol") == name
    assert g.refuses("assign Pol 1ID") == "CTL-5.5.2e"
    assert g.refuses("assign Pol 13ID") == "CTL-5.5.2e"
    assert g.refuses("assign 1/16 12ID") == "CTL-5.5.2e"


def test_an_independent_unit_is_undisrupted_and_in_range_of_its_new_hq():
    """CTL-5.5.2b: also one that belongs to nobody yet."""
    assert us({"2001": "746-Tank disrupted", "2002": "1/47"}).refuses("assign 746-Tank 9ID") == "CTL-5.5.2b"
    for reach, ok in ((10, True), (9, False)):
        g = us({"2010": "746-Tank", "1010": f"hq-9id CR{reach}"}, terrain=TOWNS)
        assert g.command("746-Tank") == "isolated"
        assert g.may("assign 746-Tank 9ID") == ok
        if not ok:
            assert g.refuses("assign 746-Tank 9ID") == "CTL-5.5.2b"


def test_a_reassigned_unit_is_in_range_of_its_present_hq_too():
    """CTL-5.5.2c."""
    for reach, ok in ((10, True), (9, False)):
        g = us({"2010": "746-Tank for 9ID", "1010": f"hq-9id CR{reach}", "2015": "1/16"}, terrain=TOWNS)
        assert g.may("assign 746-Tank 1ID") == ok
        if not ok:
            assert g.refuses("assign 746-Tank 1ID") == "CTL-5.5.2c"


def test_what_counts_is_the_hq_it_had_when_the_segment_began():
    """CTL-8.2c, CTL-5.5.2c: one may think again as often as one likes, but not go hand over hand."""
    g = us(
        {"2010": "746-Tank for 9ID", "1010": "hq-9id CR10", "1004": "hq-1id CR10", "1020": "hq-3ad CR99"},
        terrain={**TOWNS, "1020": "town"},
    )
    assert not g.may("assign 746-Tank 1ID")
    g.play("assign 746-Tank 3AD")
    assert g.refuses("assign 746-Tank 1ID") == "CTL-5.5.2b"
    g.play("assign 746-Tank 9ID", "assign 746-Tank 3AD", "end")
    assert belongs(g, "746-Tank") == "3AD"
    assert g.refuses("assign 746-Tank 9ID") == "CTL-8.4.1"


def test_without_its_hq_in_play_the_new_range_is_enough():
    """CTL-5.5.2h: the 353rd has left for good, and the unit was still its own."""
    g = german({"3001": "Pol for 353", "3002": "I/27"}, gone="hq-353")
    assert g.at("hq-353") == "gone"
    g.play("assign Pol 12ID")
    assert belongs(g, "Pol") == "12ID"


def test_hqs_and_dead_units_are_not_assigned():
    """CTL-5.5.1a, CTL-8.2a, CTL-8.2b."""
    g = us({"2001": "1/16", "2002": "1/32"}, lost="746-Tank", gone="899-TD")
    assert g.refuses("assign hq-1id 3AD") == "CTL-5.5.1a"
    assert g.refuses("assign 746-Tank 1ID") == "CTL-8.2a"
    assert g.refuses("assign 899-TD 1ID") == "CTL-8.2a"
    assert g.refuses("assign 745-Tank 1ID") == "CTL-8.2b"
    assert g.refuses("assign 1/26 3AD") == "CTL-8.2b"
    with pytest.raises(Unknown):
        g.play("assign Nobody 1ID")


# ---- German units cut off from their own


def test_a_cut_off_german_unit_may_be_attached():
    """CTL-5.5.1i, CTL-5.8.1a: isolated from its own HQ, in range of another. It need not be undisrupted."""
    stacks = {"3010": "I/27 over hq-49", "4010": "I/148"}
    g = german(stacks, terrain={"3010": "town"}, german_holds="3010")
    assert g.refuses("assign I/27 49") == "CTL-5.5.1i"
    ring = scene(
        US=CUT,
        German=stacks,
        terrain={"3010": "town"},
        german_holds="3010",
        phase="german_assignment",
        turn=2,
    )
    assert ring.command("I/27") == "isolated"
    assert ring.command("I/148") == "isolated"
    assert ring.refuses("assign I/148 526") == "CTL-5.5.1i"
    ring.play("assign I/27 49")
    assert (belongs(ring, "I/27"), ring.command("I/27")) == ("49", "in command")


def test_out_of_command_is_not_isolated():
    """CTL-5.5.1i: a path that is too long is a path."""
    g = german(
        {"3010": "I/27", "5601": "hq-12id CR6", "3110": "hq-49"},
        terrain={"5601": "town", "3110": "town"}, german_holds="5601 3110",
    )  # fmt: skip
    assert g.command("I/27") == "out of command"
    assert g.refuses("assign I/27 49") == "CTL-5.5.1i"


def test_an_attached_unit_goes_back_when_a_path_leads_home():
    """CTL-5.5.1j, CTL-4.1.2: before anything is chosen, and however long the path; nobody is told but its owner."""
    stacks = {"3010": "I/27 for 49 over hq-49", "5601": "hq-12id CR1", "4010": "I/148"}
    ground = {"terrain": {"3010": "town", "5601": "town"}, "german_holds": "3010 5601"}
    g = german(stacks, **ground)
    assert g.asks("german", Assignment)
    assert belongs(g, "I/27") == "12ID"
    assert [e.unit for e in g.events(Assigned, "german")] == [g.unit("I/27")]
    assert g.events(Assigned, "us") == []
    cut = scene(US=CUT, German=stacks, phase="german_assignment", turn=2, **ground)
    assert belongs(cut, "I/27") == "49"
    assert cut.refuses("assign I/27 12ID") == "CTL-5.5.1j"


# ---- reinforcements


ARRIVING = {"US": {"1810": "hq-1id", "2008": "1/16"}, "German": {"2609": "hq-526", "2107": "GrE-473"}}


def coming(phase: str, turn: int = 2, scenario: str = "stolberg-corridor", **more) -> Table:
    return scene(scenario=scenario, phase=phase, turn=turn, **{**ARRIVING, **more})


def test_an_independent_reinforcement_must_be_assigned():
    """CTL-8.2b, CTL-5.5.2f: to any qualifying formation; no range is measured yet."""
    g = coming("german_assignment")
    assert belongs(g, "1012-Assault-Gun") == ""
    assert g.refuses("end") == "CTL-8.2b"
    g.play("assign 1012-Assault-Gun 526")
    g.play("assign 1012-Assault-Gun 12ID")  # its HQ comes on the same turn
    assert g.refuses("assign 1012-Assault-Gun 353") == "CTL-8.2b"  # not in this game
    g.play("end")
    assert belongs(g, "1012-Assault-Gun") == "12ID"


def test_what_the_chart_gives_to_a_formation_is_its_own_at_once():
    """CTL-8.5.1c, CTL-3.7a, CTL-10.2b, CTL-4.1.2: the 238th and 257th Engineers come for the 1st Infantry Division."""
    g = coming("us_assignment", US={**ARRIVING["US"], "1716": "hq-3ad"})
    assert [belongs(g, u) for u in ("238-Eng", "257-Eng")] == ["1ID", "1ID"]
    assert g.refuses("assign 238-Eng 3AD") == "CTL-8.5.1c"
    assert g.refuses("assign 745-Tank 1ID") == "CTL-8.2b"  # next turn
    g.play("end")


def test_a_delayed_reinforcement_may_be_assigned_anew():
    """CTL-8.2a, CTL-8.5c: it is not on the map, so there is no range to measure."""
    g = coming("german_assignment", turn=3)
    g.play("assign 1012-Assault-Gun 526", "unassign 1012-Assault-Gun")
    assert g.refuses("unassign 1012-Assault-Gun") == "CTL-8.2"
    assert g.refuses("end") == "CTL-8.2b"
    g.play("assign 1012-Assault-Gun 526", "end")


def test_units_of_a_division_come_with_it():
    """CTL-8.2b: there is nothing to assign."""
    assert coming("german_assignment").refuses("assign I/27 526") == "CTL-8.2b"


def test_where_nobody_can_take_it_nothing_is_demanded():
    """CTL-8.2b: one qualifying formation there must be."""
    g = coming("german_assignment", German={"2107": "GrE-473"}, gone="hq-526 hq-12id I/27")
    g.play("end")


# ---- a secret note


def test_the_enemy_learns_nothing_of_assignments():
    """CTL-5.3.4e, CTL-5.5.2a: not who, not how many, not whom it may concern."""
    stacks = {"3001": "Pol for 526", "3002": "I/27"}
    g = german(stacks).play("assign Pol 12ID")
    assert g.events(Assigned, "us") == []
    assert [e.formation for e in g.events(Assigned, "german")] == [g.s.world.formation("12ID")]
    other = german(stacks)
    assert SYSTEM.codec.to_json(g.game.view("us")) == SYSTEM.codec.to_json(other.game.view("us"))
    assert g.s.frames[-1] != other.s.frames[-1]


def test_what_was_shown_is_hidden_again():
    """CTL-5.3.4m: of all units that may belong elsewhere, whether they do or not."""
    g = us(
        {"2001": "746-Tank for 9ID shown", "2002": "1/18", "2003": "1-Eng", "2004": "1/32", "2005": "1/36"}
    )
    shown = {u: bool(g.s.shown[g.unit(u)]) for u in ("746-Tank", "1/18", "1-Eng", "1/32", "1/36", "hq-1id")}
    assert shown == {
        "746-Tank": False,
        "1/18": False,
        "1-Eng": True,
        "1/32": False,
        "1/36": True,
        "hq-1id": True,
    }
    assert g.events(AssignmentsHidden, "german")[0].side == "us"
    h = german({"3001": "I/27", "3002": "Pol shown for 526"})
    assert not h.s.shown[h.unit("I/27")]  # any German unit may be attached somewhere (CTL-5.5.1i)
    assert secret(h.s.world, h.unit("Pol"))
    assert not secret(h.s.world, h.unit("hq-12id"))


def test_both_are_asked_whatever_they_can_do():
    """CTL-8.2a, CTL-4.1.2: the German side first; being asked tells nothing."""
    g = scene(US={"2001": "1/39"}, German={"3001": "I/27"}, phase="german_assignment", turn=2)
    assert g.asks("german", Assignment)
    assert g.offers() == ["end"]
    g.play("end")
    assert g.asks("us", Assignment)
    assert g.offers() == ["end"]


def test_offers_name_the_unit_first():
    """CTL-5.5.2: heads are units; what has been done can be undone until the segment ends."""
    g = us({"2001": "746-Tank for 9ID", "2002": "1/16", "2003": "1/32"})
    assert g.game.legal().of("746-Tank") == [
        g.game.read("assign 746-Tank 1ID"),
        g.game.read("assign 746-Tank 3AD"),
    ]
    g.play("assign 746-Tank 1ID")
    assert set(g.offers()) >= {"assign 746-Tank 3AD", "assign 746-Tank 9ID", "unassign 746-Tank", "end"}
    g.play("unassign 746-Tank")
    assert belongs(g, "746-Tank") == "9ID"
    assert "unassign 746-Tank" not in g.offers()
    assert g.refuses("unassign 746-Tank") == "CTL-8.2"


def test_stacks_may_be_put_in_order():
    """CTL-5.3.1d."""
    g = us({"2001": "1/16 over 1-Rcn"})
    g.play("top 1-Rcn")
    assert g.stack("2001", "us") == "1-Rcn over 1/16"
    assert g.events(Restacked)
    assert g.refuses("top 1-Rcn") == "CTL-5.3.1d"
    assert g.refuses("top 2/16") == "CTL-5.3.1d"


def test_an_assigned_unit_counts_in_every_respect():
    """CTL-5.5.2d, CTL-5.5.1a, CTL-5.5.1b, CTL-5.5.2g: it acts with its new formation, and with no other."""
    g = scene(US={"2001": "746-Tank for 1ID", "2002": "1/47"}, active="1ID", ap=3)
    assert g.may("move 746-Tank")
    h = scene(US={"2001": "746-Tank for 1ID", "2002": "1/47"}, active="9ID", ap=3)
    assert h.refuses("move 746-Tank") == "CTL-5.5.1b"
    nobody = scene(US={"2001": "746-Tank", "2002": "1/47"}, active="9ID", ap=3)
    assert nobody.refuses("move 746-Tank") == "CTL-5.5.2g"


def test_assignments_are_made_in_their_segment_only():
    """CTL-5.5.2a: not in an activation."""
    g = scene(US={"2001": "746-Tank for 1ID", "2002": "1/47"}, active="1ID", ap=3)
    assert g.refuses("assign 746-Tank 9ID") == "CTL-7.2"
