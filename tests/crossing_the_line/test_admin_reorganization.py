"""German Reorganization (CTL-8.4.2)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from grognard.systems.crossing_the_line.admin_events import Restored
from grognard.systems.crossing_the_line.events import Eliminated
from grognard.systems.crossing_the_line.reorganization import Rebuild, Reorganization
from grognard.systems.crossing_the_line.victory import losses

from .table import SYSTEM, Table, scene

THIRD = {
    "4001": "Pi-3 CS4",
    "4002": "I/8 CS3/6",
    "4003": "II/8 CS5/6",
    "4004": "Pz-103",
    "4005": "PzAA-103 CS1/4",
}
"""The 3rd Panzergrenadier Division of C37."""


def german(stacks: dict[str, str], **more) -> Table:
    return scene(German=stacks, phase="german_reorganization", turn=2, **more)


def test_engineers_become_motorized_infantry():
    """C37: CTL-8.4.2a, CTL-8.4.2c, CTL-8.4.2f: four points; I/8 gets three, II/8 one."""
    g = german(THIRD)
    before = losses(g.s)
    g.play("cannibalize Pi-3")
    assert g.at("Pi-3") == "lost"
    assert losses(g.s) - before == Fraction(4, 5)
    g.play(*["spend I/8"] * 3)
    assert losses(g.s) - before == Fraction(4 - 3, 5)
    assert g.refuses("spend I/8") == "CTL-8.4d"
    g.play("spend II/8")
    assert (g.cs("I/8"), g.cs("II/8")) == (6, 6)
    assert g.asks("german", Reorganization)


def test_points_not_spent_are_lost():
    """C37: CTL-8.4c, CTL-8.4.2a."""
    g = german(THIRD).play("cannibalize Pi-3", "spend I/8", "end")
    assert g.asks("german", Reorganization)
    assert g.refuses("spend I/8") == "CTL-8.4.2"


def test_any_strength_will_do():
    """CTL-8.4.2a: one SP is one point."""
    g = german({**THIRD, "4001": "Pi-3 CS1/4"}).play("cannibalize Pi-3", "spend I/8")
    assert g.asks("german", Reorganization)
    assert g.cs("I/8") == 4


def test_who_gives_to_whom():
    """C37: CTL-8.4.2c, T:reorganization: armored engineers are not for motorized infantry."""
    g = german({"4001": "Pi-86 CS3", "4002": "I/11 CS1/4", "4003": "I/10 CS1/5", "4004": "FEB-9 CS1/4"})
    g.play("cannibalize Pi-86")
    assert g.refuses("spend I/11") == "CTL-8.4.2c"
    assert g.refuses("spend FEB-9") == "CTL-8.4.2c"
    g.play("spend I/10")


def test_infantry_takes_from_several_types():
    """CTL-8.4.2c: bicycles, machine guns and engineers serve infantry, not the other way round."""
    stacks = {
        "4001": "I/27 CS1/6", "4002": "Fues-12 CS3/4", "4003": "Pi-16 CS4 for 12ID", "4004": "Fest-MG-31 CS3/4 for 12ID",
        "4005": "Bau-Pi-320 CS3 for 12ID",
    }  # fmt: skip
    for giver in ("Fues-12", "Fest-MG-31", "Bau-Pi-320"):
        german(stacks).play(f"cannibalize {giver}", "spend I/27")
    assert (
        german(stacks).play("cannibalize Pi-16").refuses("spend I/27") == "CTL-8.4.2c"
    )  # motorized engineers
    g = german(stacks).play("cannibalize I/27")
    for taker in ("Fues-12", "Fest-MG-31"):
        assert g.refuses(f"spend {taker}") == "CTL-8.4.2c"


def test_only_within_one_formation_as_it_is_now():
    """CTL-8.4.2c: assigned units count as its own, on both ends."""
    stacks = {
        "4001": "Pol CS3 for 12ID",
        "4002": "I/27 CS1/6",
        "4003": "I/148 CS1/4",
        "4004": "Gen CS1/3 for 12ID",
    }
    g = german(stacks).play("cannibalize Pol")
    assert g.refuses("spend I/148") == "CTL-8.4.2c"
    g.play("spend I/27", "spend Gen")
    assert (g.cs("I/27"), g.cs("Gen")) == (2, 2)


def test_hqs_and_support_neither_give_nor_receive():
    """CTL-8.4.2d."""
    g = german({"4001": "PzJg-149 CS1/2", "4002": "I/148 CS2/4", "4003": "II/148 CS1/4"})
    assert g.refuses("cannibalize PzJg-149") == "CTL-8.4.2d"
    assert g.refuses("cannibalize hq-49") == "CTL-8.4.2d"
    g.play("cannibalize I/148")
    assert g.refuses("spend PzJg-149") == "CTL-8.4.2d"
    assert g.refuses("spend hq-49") == "CTL-8.4.2d"


def test_armor_neither_gives_nor_receives():
    """C37: CTL-8.4.2e."""
    g = german({**THIRD, "4004": "Pz-103 CS1/5", "4006": "PzJg-3 CS1/3"})
    assert g.refuses("cannibalize Pz-103") == "CTL-8.4.2e"
    g.play("cannibalize Pi-3")
    assert g.refuses("spend PzJg-3") == "CTL-8.4.2e"


@pytest.mark.parametrize("mark", ["disrupted", "for 353"])
def test_who_is_removed_is_fit(mark: str):
    """CTL-8.4.2b: undisrupted, in command."""
    g = german({"4001": f"Pol CS3 {mark}", "4002": "I/27 CS1/6"}, gone="hq-353")
    assert g.refuses("cannibalize Pol") == "CTL-8.4.2b"


def test_its_hq_is_in_supply():
    """CTL-8.4.2b, CTL-8.4a: on both ends."""
    ring = {"3012": "1/16", "3008": "2/16", "3210": "3/16", "2810": "1/18"}
    g = scene(
        US=ring, German={"3010": "I/148 over hq-49"}, terrain={"3010": "town"}, german_holds="3010",
        phase="german_reorganization", turn=2,
    )  # fmt: skip
    assert g.command("I/148") == "in command"
    assert g.refuses("cannibalize I/148") == "CTL-8.4.2b"


def test_who_receives_is_fit():
    """CTL-8.4a, CTL-8.4e: undisrupted, in command, alive."""
    g = german({"4001": "Pi-3 CS4", "4002": "I/8 CS3/6 disrupted"}, lost="II/8").play("cannibalize Pi-3")
    assert g.refuses("spend I/8") == "CTL-8.4a"
    assert g.refuses("spend II/8") == "CTL-8.4e"
    assert g.refuses("spend III/8") == "CTL-8.4a"
    g.play("end")


def test_the_us_side_does_not_reorganize():
    """CTL-8.4.2a."""
    g = scene(US={"2001": "1/16"}, German=THIRD, phase="german_reorganization", turn=2)
    assert g.refuses("cannibalize 1/16") == "CTL-8.4.2a"
    g.play("cannibalize Pi-3")
    assert g.refuses("spend 1/16") == "CTL-8.4.2c"


def test_the_dead_are_not_removed_twice():
    """CTL-8.4.2a."""
    g = german(THIRD).play("cannibalize Pi-3", "end")
    assert g.refuses("cannibalize Pi-3") == "CTL-8.4.2a"


def test_the_last_unit_takes_its_hq_along():
    """CTL-3.3k."""
    g = german({"4001": "I/148"}, lost="II/148 I/149 II/149 GR-150 Fues-49 Pi-149 PzJg-149").play(
        "cannibalize I/148"
    )
    assert g.at("hq-49") == "lost"


def test_improved_defense_stays_where_somebody_is_rebuilt():
    """CTL-7.7e; where one of the units is removed it goes, for it leaves the hex (CTL-7.7d, CTL-8.4.2g)."""
    g = german({"4001": "Pi-3 CS4 over PzJg-3", "4002": "I/8 CS3/6"}, improved="4001 4002")
    g.play("cannibalize Pi-3", "spend I/8")
    assert g.improved("4002")
    assert not g.improved("4001")


def test_the_enemy_sees_who_is_removed_and_no_more():
    """CTL-5.3.4d, CTL-5.3.4e: not how strong it was, nor who gets its men."""

    def view(strength: int, *texts: str) -> bytes:
        g = german({**THIRD, "4001": f"Pi-3 CS{strength}/4"}).play(*texts)
        return SYSTEM.codec.to_json(g.game.view("us"))

    assert (
        view(2, "cannibalize Pi-3") == view(4, "cannibalize Pi-3", "spend I/8") == view(4, "cannibalize Pi-3")
    )
    g = german(THIRD).play("cannibalize Pi-3")
    assert [e.unit for e in g.events(Eliminated, "us")] == [g.unit("Pi-3")]
    assert g.game.view("german").doing[-1].points == 4
    g.play("spend I/8")
    assert g.events(Restored, "us") == []


def test_the_german_side_is_asked_even_if_it_can_do_nothing():
    """CTL-4.1.4; and the Rebuild step too, where nobody can receive."""
    g = german({"4001": "Pol for 12ID", "4002": "I/27 disrupted"})
    assert g.asks("german", Reorganization)
    g.play("cannibalize Pol")
    assert g.asks("german", Rebuild)
    assert g.offers() == ["end"]


def test_a_point_can_be_taken_back_before_the_last_is_spent():
    """CTL-8.4c."""
    g = german(THIRD).play("cannibalize Pi-3", "spend I/8", "unspend I/8")
    assert g.cs("I/8") == 3
    assert g.s.frames[-1].spent == ()
