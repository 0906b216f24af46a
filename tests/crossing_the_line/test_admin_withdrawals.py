"""Withdrawals of German divisions (CTL-8.5.2)."""

from __future__ import annotations

from grognard.systems.crossing_the_line.admin_events import Assigned, Withdrawn
from grognard.systems.crossing_the_line.arrivals import Arrivals
from grognard.systems.crossing_the_line.events import Eliminated
from grognard.systems.crossing_the_line.victory import losses
from grognard.systems.crossing_the_line.withdrawals import Reattach

from .table import SYSTEM, Table, scene

DIVISION = {
    "3019": "hq-353",
    "2717": "GR-941",
    "2820": "GR-942",
    "2722": "GR-943",
    "3122": "Fues-353",
    "3222": "Pi-353",
}
"""The 353rd, where it stands in the Stolberg Corridor."""

HOLDS = "3019 2617 2609 3109"


def stolberg(german: dict[str, str] | None = None, turn: int = 3, **more) -> Table:
    return scene(
        scenario="stolberg-corridor", US={"1810": "hq-1id"}, German={**DIVISION, **(german or {})}, german_holds=HOLDS,
        phase="withdrawals", turn=turn, **more,
    )  # fmt: skip


def campaign(german: dict[str, str], turn: int = 4, **more) -> Table:
    return scene(
        scenario="aachen-1944", US={"1810": "hq-1id"}, German=german, german_holds=HOLDS, phase="withdrawals", turn=turn, **more
    )  # fmt: skip


def belongs(g: Table, unit: str) -> str:
    f = g.s.formation(g.unit(unit))
    return "" if f is None else g.s.world.staffs[f].id


# ---- the 353rd on turn 3


def test_the_353rd_leaves_on_turn_3():
    """C38: CTL-8.5.2a, CTL-8.5.2f, CTL-8.5.2g: for good; its losses so far stay noted."""
    g = stolberg({"2717": "GR-941 3"})
    assert [g.at(u) for u in ("hq-353", "GR-941", "GR-942", "Pi-353")] == ["gone"] * 4
    assert g.s.noted[g.unit("GR-941")] == 1
    assert losses(g.s) * 5 == 1


def test_not_before_and_not_after():
    """CTL-8.5.2a, CTL-8.5.2g."""
    assert stolberg(turn=2).at("GR-941") == "2717"
    assert campaign({**DIVISION}, turn=4).at("GR-941") == "2717"


def test_a_disrupted_unit_does_not_get_away():
    """C38: CTL-8.5.2c: it is eliminated, and all its printed SPs count."""
    g = stolberg({"2820": "GR-942 disrupted"})
    assert (g.at("GR-942"), g.at("GR-941")) == ("lost", "gone")
    assert losses(g.s) * 5 == 4
    assert [(e.unit, e.by) for e in g.events(Eliminated)] == [(g.unit("GR-942"), "CTL-8.5.2c")]


def test_nor_one_out_of_command():
    """CTL-8.5.2c, CTL-5.8.1a: too far from its HQ."""
    g = stolberg({"2722": "Gen for 526", "4125": "GR-943"})
    assert g.at("GR-943") == "lost"
    assert g.at("GR-942") == "gone"


def test_nor_any_whose_hq_is_cut_off():
    """CTL-8.5.2c, CTL-5.7.1a: the HQ leaves all the same (CTL-8.5.2e)."""
    ring = {
        "2919": "1/16",
        "3119": "2/16",
        "3021": "3/16",
        "3017": "1/18",
        "3220": "2/18",
        "2821": "3/18",
        "3217": "1/26",
        "2817": "2/26",
    }
    g = scene(
        scenario="stolberg-corridor", US={"1810": "hq-1id", **ring}, German={"3019": "GR-941 over hq-353"},
        german_holds="3019", phase="withdrawals", turn=3,
    )  # fmt: skip
    assert (g.at("GR-941"), g.at("hq-353")) == ("lost", "gone")


def test_a_hex_that_is_left_is_improved_no_more():
    """CTL-7.7d."""
    g = stolberg(improved="2717 2722")
    assert not g.improved("2717")
    assert g.s.improved == ()


def test_who_leaves_opens_the_way():
    """CTL-9.1b: control is looked at when they have gone."""
    g = scene(
        scenario="stolberg-corridor", US={"1810": "hq-1id", "2716": "1/16"}, German={"2717": "GR-941", "3019": "hq-353"},
        german_holds=HOLDS, phase="withdrawals", turn=3,
    )  # fmt: skip
    assert g.at("GR-941") == "gone"
    assert g.control("2717") == "us"


# ---- those who stay


def test_an_independent_unit_stays():
    """C38: CTL-8.5.2d: it may be assigned at once, if it is in range of another HQ."""
    g = stolberg({"2719": "Pol for 353", "2609": "hq-526", "2617": "hq-9pz", "2710": "Gen for 526"})
    assert g.at("Pol") == "2719"
    assert g.asks("german", Reattach)
    assert g.refuses("assign Gen 9PZ") == "CTL-8.5.2d"
    assert g.refuses("assign Pol 353") == "CTL-8.5.2d"
    assert g.refuses("assign Pol 526") == "CTL-5.5.2b"
    assert g.refuses("assign Pol 1ID") == "CTL-5.5.2e"
    g.play("assign Pol 9PZ")
    assert belongs(g, "Pol") == "9PZ"
    assert g.refuses("assign Pol 9PZ") == "CTL-8.5.2d"
    g.play("unassign Pol", "assign Pol 9PZ", "end")
    assert belongs(g, "Pol") == "9PZ"


def test_who_is_not_assigned_at_once_belongs_to_nobody():
    """CTL-8.5.2d, CTL-5.5.2g, CTL-5.5.2h: in a later segment the range of the new HQ is enough."""
    g = stolberg({"2719": "Pol for 353", "2617": "hq-9pz"})
    g.play("end")
    assert belongs(g, "Pol") == ""
    assert g.command("Pol") == "isolated"
    later = scene(
        scenario="stolberg-corridor", German={"2719": "Pol for 353", "2617": "hq-9pz"}, gone="hq-353 GR-941",
        german_holds=HOLDS, phase="german_assignment", turn=3,
    )  # fmt: skip
    later.play("assign Pol 9PZ")


def test_a_disrupted_one_cannot_be_assigned():
    """CTL-5.5.2b."""
    g = stolberg({"2719": "Pol for 353 disrupted", "2617": "hq-9pz"})
    assert g.refuses("assign Pol 9PZ") == "CTL-5.5.2b"


def test_the_german_side_is_asked_though_nobody_stays():
    """CTL-8.5.2d, CTL-5.3.4e: whether the division had independent units is secret."""
    with_, without = stolberg({"2719": "Pol for 353"}), stolberg({"2719": "Pol for 526"})
    assert without.asks("german", Reattach)
    assert without.offers("assign") == []
    assert SYSTEM.codec.to_json(with_.game.view("us")) == SYSTEM.codec.to_json(without.game.view("us"))
    with_.play("end")
    assert with_.events(Assigned, "us") == []


def test_nobody_is_asked_where_nobody_leaves():
    """CTL-8.5.2a."""
    assert not stolberg(turn=2).asks("german", Reattach)


# ---- those who are lent out or borrowed


def test_a_unit_attached_elsewhere_leaves_with_its_division():
    """CTL-8.5.2h: its present HQ is the one that is checked."""
    g = stolberg({"2717": "LwF-8 for 9PZ", "3109": "hq-116pz", "3111": "GR-941 for 116PZ"})
    assert g.at("GR-941") == "gone"
    far = stolberg({"2717": "LwF-8 for 9PZ", "3109": "hq-116pz", "3127": "GR-941 for 116PZ"})
    assert far.at("GR-941") == "lost"


def test_a_borrowed_unit_stays_and_is_its_own_again():
    """CTL-8.5.2h: membership, not attachment."""
    g = stolberg({"2719": "I/60 for 353", "3109": "hq-116pz"})
    assert g.at("I/60") == "2719"
    assert belongs(g, "I/60") == "116PZ"
    assert g.refuses("assign I/60 9PZ") == "CTL-8.5.2d"


# ---- turn 4


TANKS = {
    "2617": "hq-9pz",
    "2418": "I/11 3",
    "3109": "hq-116pz 1 level 2 flipped",
    "2711": "I/60 4",
    "2812": "II/60",
}


def test_two_panzer_divisions_leave_on_turn_4():
    """CTL-8.5.2b: the 9th for good, the 116th for a while."""
    g = campaign(TANKS)
    assert [g.at(u) for u in ("hq-9pz", "I/11")] == ["gone", "gone"]
    assert [g.at(u) for u in ("hq-116pz", "I/60", "II/60")] == ["coming"] * 3
    assert g.s.frames[-1].left == tuple(g.s.world.formation(f) for f in ("9PZ", "116PZ"))


def test_the_116th_comes_back_at_full_strength():
    """CTL-8.5.2b, CTL-8.5.2e, CTL-8.5.1b, CTL-8.5.2f: those lost before too, and its HQ; what was lost stays lost for the
    score."""
    g = campaign({**TANKS, "2812": "II/60 disrupted"}, lost="I/156")
    assert [g.at(u) for u in ("I/60", "II/60", "I/156", "hq-116pz")] == ["coming"] * 4
    assert [g.cs(u) for u in ("I/60", "II/60", "I/156")] == [6, 6, 6]
    assert (g.cs("hq-116pz"), g.level("116PZ"), g.flipped("116PZ")) == (3, 6, False)
    assert [g.s.noted[g.unit(u)] for u in ("I/60", "II/60", "I/156", "hq-116pz")] == [2, 6, 6, 0]
    assert losses(g.s) * 5 == 2 + 6 + 6 + 1  # and one SP of I/11


def test_losses_before_and_after_both_count():
    """CTL-8.5.2f, CTL-9.2a."""
    g = scene(
        scenario="aachen-1944", German={"4916": "hq-116pz", "4915": "I/60 5"}, noted={"I/60": 2}, phase="us_arrivals", turn=8
    )  # fmt: skip
    assert losses(g.s) * 5 == 2 + 1


def test_a_division_of_which_nobody_gets_away():
    """CTL-8.5.2c, CTL-3.3k: the 116th comes back even so."""
    g = campaign({"3109": "hq-116pz", "2711": "I/60 disrupted"})
    assert (g.at("I/60"), g.at("hq-116pz")) == ("coming", "coming")
    assert g.s.noted[g.unit("I/60")] == 6


def test_an_hq_that_had_been_driven_off_leaves_too():
    """CTL-5.3.2i, CTL-8.5.2c: it is in supply for nobody."""
    g = stolberg({"3019": "GR-941", "2717": "Gen for 526"}, levels={"353": 0})
    h = scene(
        scenario="stolberg-corridor", US={"1810": "hq-1id"}, German={"2717": "GR-941"}, levels={"353": 0},
        phase="withdrawals", turn=3,
    )  # fmt: skip
    assert g.at("hq-353") == "gone"
    assert (h.at("hq-353"), h.at("GR-941")) == ("gone", "lost")


def test_what_was_noted_is_for_german_eyes():
    """CTL-8.5.2f, CTL-5.3.4d."""
    g = stolberg({"2717": "GR-941 3"})
    mine, theirs = g.events(Withdrawn, "german")[0], g.events(Withdrawn, "us")[0]
    assert sum(mine.noted) == 1
    assert set(theirs.noted) == {0}
    assert mine.units == theirs.units
    assert g.game.view("us").noted == bytes(len(g.s.noted))


def test_no_withdrawals_beyond_those_named():
    """CTL-10g."""
    g = scene(
        scenario="across-the-wurm",
        US={"4102": "hq-30id"},
        German={"3109": "hq-116pz"},
        phase="withdrawals",
        turn=6,
    )
    assert g.at("hq-116pz") == "3109"


def test_withdrawals_come_before_reinforcements():
    """CTL-4d, CTL-4.1.5: they free hexes for those who enter."""
    g = campaign(TANKS).play("end")
    assert g.asks("german", Arrivals)
