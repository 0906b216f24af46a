"""US replacements (CTL-8.4, CTL-8.4.1)."""

from __future__ import annotations

import pytest

from grognard.systems.crossing_the_line.admin_events import Restored
from grognard.systems.crossing_the_line.reorganization import Reorganization
from grognard.systems.crossing_the_line.replacements import Replacements

from .table import SYSTEM, Table, scene


def us(stacks: dict[str, str], **more) -> Table:
    return scene(US=stacks, phase="us_replacements", turn=2, **more)


def test_two_points_on_one_unit():
    """C36: CTL-8.4d, CTL-8.4.1a. Infantry CS 4 of 7."""
    g = us({"2001": "1/16 CS4/7", "2002": "1/18 CS4/7"}).play("spend 1/16", "spend 1/16")
    assert g.cs("1/16") == 6
    assert g.refuses("spend 1/16") == "CTL-8.4.1a"
    assert g.refuses("spend 1/18") == "CTL-8.4.1a"


def test_never_above_printed_strength():
    """C36: CTL-8.4d, CTL-8.4c. Tank CS 5 of 6: the other two points go to another tank, or are lost."""
    g = us({"2001": "1/32 CS5/6", "2002": "2/32 CS3/6"}).play("spend 1/32")
    assert g.refuses("spend 1/32") == "CTL-8.4d"
    g.play("spend 2/32", "end")
    assert (g.cs("1/32"), g.cs("2/32")) == (6, 4)
    assert g.asks("german", Reorganization)


def test_each_kind_is_for_units_of_that_type():
    """CTL-8.4.1a: 2 infantry, 2 armored infantry, 3 tank."""
    g = us({"2001": "1/16 CS1/7", "2002": "1/36 CS1/7", "2003": "1/32 CS1/6"})
    g.play(*["spend 1/16"] * 2, *["spend 1/36"] * 2, *["spend 1/32"] * 3)
    assert [g.cs(u) for u in ("1/16", "1/36", "1/32")] == [3, 3, 4]
    assert g.offers("spend") == []


@pytest.mark.parametrize("unit", ["23-AEng", "1-Eng", "83-Rcn", "703-TD", "823-TD for 30ID", "hq-1id"])
def test_for_the_others_there_are_none(unit: str):
    """C36: CTL-8.4.1b."""
    g = us({"2001": f"{unit} CS1/4" if "hq" not in unit else "1/16", "2002": "1/32"})
    assert g.refuses(f"spend {unit.split()[0]}") == "CTL-8.4.1b"


def test_out_of_command_there_is_none():
    """C36: CTL-8.4a, CTL-5.8.1a."""
    g = us({"2001": "1/16 CS4/7", "1001": "hq-1id CR5"}, terrain={"1001": "town"})
    assert g.refuses("spend 1/16") == "CTL-8.4a"


def test_an_ezoc_is_no_bar():
    """C36: CTL-8.4b."""
    g = us({"3010": "1/16 CS4/7"}, German={"3011": "I/27"})
    assert "3010" in g.zoc("german")
    g.play("spend 1/16")


def test_a_disrupted_unit_gets_none():
    """CTL-8.4a."""
    assert us({"2001": "1/16 CS4/7 disrupted"}).refuses("spend 1/16") == "CTL-8.4a"


def test_the_hq_is_in_supply():
    """CTL-8.4a, CTL-5.7.1a: the unit is in command, its HQ is cut off."""
    ring = {"3012": "I/27", "3008": "II/27", "3210": "I/48", "2810": "II/48"}
    g = us({"3010": "1/16 CS4/7 over hq-1id"}, German=ring, terrain={"3010": "town"}, us_holds="3010")
    assert g.command("1/16") == "in command"
    assert not g.supplied("1ID")
    assert g.refuses("spend 1/16") == "CTL-8.4a"


def test_the_dead_do_not_come_back():
    """CTL-8.4e; who is still to come gets nothing either."""
    g = us({"2001": "1/18"}, lost="1/16")
    assert g.refuses("spend 1/16") == "CTL-8.4e"
    assert g.refuses("spend 1/26") == "CTL-8.4a"


def test_one_pool_for_both_corps():
    """CTL-8.4.1c."""
    g = us({"2001": "1/16 CS4/7", "2002": "1/117 CS4/7"}).play("spend 1/16", "spend 1/117")
    assert (g.cs("1/16"), g.cs("1/117")) == (5, 5)


def test_the_points_are_the_same_each_turn():
    """CTL-8.4.1a, CTL-8.4c: what was not spent is lost."""
    g = us({"2001": "1/16 CS1/7"}).play("end")
    later = scene(US={"2001": "1/16 CS1/7"}, phase="us_replacements", turn=3)
    assert later.s.frames[-1].points(later.s) == {"infantry": 2, "armored_infantry": 2, "tank": 3}
    assert g.cs("1/16") == 1


def test_a_point_can_be_taken_back():
    """CTL-8.4c: until the segment is done."""
    g = us({"2001": "1/16 CS4/7", "2002": "1/18 CS4/7"}).play("spend 1/16", "spend 1/18")
    assert g.refuses("unspend 1/26") == "CTL-8.4.1"
    g.play("unspend 1/16", "spend 1/18")
    assert (g.cs("1/16"), g.cs("1/18")) == (4, 6)
    assert g.refuses("unspend 1/16") == "CTL-8.4.1"


def test_the_enemy_sees_nothing_of_it():
    """CTL-5.3.4d: nor how many points there were to spend."""
    g, h = us({"2001": "1/16 CS4/7"}).play("spend 1/16"), us({"2001": "1/16 CS4/7"})
    assert g.events(Restored, "german") == []
    assert len(g.events(Restored, "us")) == 1
    assert SYSTEM.codec.to_json(g.game.view("german")) == SYSTEM.codec.to_json(h.game.view("german"))
    assert g.game.view("us").doing[-1].spent == (g.unit("1/16"),)


def test_the_us_side_is_asked_even_if_there_is_nothing_to_restore():
    """CTL-4.1.4: not to be asked would tell."""
    g = us({"2001": "1/16"})
    assert g.asks("us", Replacements)
    assert g.offers() == ["end"]
    assert g.refuses("spend I/27") == "CTL-8.4.1a"


def test_improved_defense_stays():
    """CTL-7.7e."""
    g = us({"2001": "1/16 CS4/7"}, improved="2001").play("spend 1/16")
    assert g.improved("2001")
