"""The Movement Action (CTL-7.3)."""

from __future__ import annotations

import pytest

from grognard.systems.crossing_the_line.activation import Activation
from grognard.systems.crossing_the_line.headquarters import HqDisplacement
from grognard.systems.crossing_the_line.marching import Movement
from grognard.systems.crossing_the_line.reaction import ReactionAttempt

from .table import Table, scene

WAY = ("3010", "3011", "3012", "3013", "3014", "3015", "3016")
GROUND = {
    "3011": "pillbox_forest", "3012": "pillbox_forest", "3013": "pillbox_forest", "3014": "light_forest", "3015": "town",
}  # fmt: skip
ROADS = [["3010", "3011", "3012", "3013"], ["3015", "3016"]]


def walk(g: Table, unit: str, *way: str) -> Table:
    return g.play(f"move {unit}", *(f"enter {h}" for h in way))


def test_a_road_through_pillboxes_and_a_town():
    """S07: CTL-3.1.1g, CTL-3.1.1i, CTL-3.1.1j, CTL-7.3.3a, CTL-7.3.3d, CTL-7.3.5a: 4 of 7 MP for US infantry."""
    g = scene(US={"3010": "1/16 MA5 leg"}, terrain=GROUND, roads=ROADS, active="1ID", ap=1)
    assert g.cost("1/16", *WAY) == 4
    walk(g, "1/16", *WAY[1:])
    assert "3 MP left" in g.game.decision.prompt  # type: ignore[union-attr]


def test_german_infantry_marches_no_faster_on_a_road():
    """S07: CTL-3.1.1h: 6 MP, exactly its MA of 4 and the 2 more."""
    g = scene(German={"3010": "I/27 MA4 leg"}, terrain=GROUND, roads=ROADS, active="12ID", ap=1)
    assert g.cost("I/27", *WAY) == 6
    walk(g, "I/27", *WAY[1:])
    assert g.refuses("enter 3017") == "CTL-7.3.2a"


def test_a_motorized_unit_on_the_same_way():
    """S07: CTL-3.1.1b, CTL-3.1.1g; CTL-3.1.1e: what it costs does not ask whose ground it is."""
    g = scene(US={"3010": "745-Tank for 1ID MA10"}, terrain=GROUND, roads=ROADS)
    assert g.cost("745-Tank", *WAY) == 6


def test_the_closed_area():
    """S08: CTL-7.3.8a, CTL-7.3.8b, CTL-7.3.8c: outside the pillbox line no German goes on turns 1 to 3, save in the bulge."""
    early = scene(German={"2505": "I/60", "3109": "hq-116pz"}, real_map=True, turn=2, active="116PZ", ap=2)
    assert early.play("move I/60").refuses("enter 2504") == "CTL-7.3.8a"
    late = scene(German={"2505": "I/60", "3109": "hq-116pz"}, real_map=True, turn=4, active="116PZ", ap=2)
    assert late.play("move I/60").may("enter 2504")
    bulge = scene(German={"3905": "I/60", "3506": "hq-116pz"}, real_map=True, turn=1, active="116PZ", ap=2)
    assert bulge.play("move I/60").may("enter 3904")


def test_the_roer():
    """S16: CTL-7.3.7d, CTL-7.3.7e: never by US units, by Germans at the two bridges."""
    us = scene(
        US={"5518": "1/16", "5517": "hq-1id"}, real_map=True, active="1ID", ap=3, turn=5, us_holds="5517"
    )
    assert us.play("move 1/16").refuses("enter 5519") == "CTL-7.3.7d"
    staff = {"5517": "hq-116pz"}
    ford = scene(German={"5419": "II/60", **staff}, real_map=True, active="116PZ", ap=2, turn=5)
    assert ford.play("move II/60").refuses("enter 5519") == "CTL-7.3.7e"
    bridge = scene(German={"5420": "I/60", **staff}, real_map=True, active="116PZ", ap=2, turn=5)
    bridge.play("move I/60", "enter 5520")
    assert bridge.at("I/60") == "5520"


def test_what_a_motorized_unit_pays():
    """C27: CTL-7.3.2a, CTL-5.1d: 9 MP spent, 10 with a clear hex, and then half an MP is too much."""
    ground = {"3011": "clear", "3012": "light_forest", "3013": "town", "3014": "dense_forest"}
    g = scene(
        US={"3010": "745-Tank for 1ID MA10"}, terrain=ground, roads=[["3015", "3016"]], active="1ID", ap=1
    )
    walk(g, "745-Tank", "3011", "3012", "3013", "3014", "3015")
    assert g.refuses("enter 3016") == "CTL-7.3.2a"
    assert g.cost("745-Tank", "3010", "3011", "3012", "3013", "3014", "3015", "3016") == 10.5


def test_motorized_units_at_a_stream():
    """C28: CTL-7.3.7b, CTL-7.3.7c, CTL-3.1.2c: as the first and only step, or into a town; a city gives no waiver."""
    sides = {"3012/3013": "stream"}
    g = scene(US={"3011": "745-Tank for 1ID MA10"}, sides=sides, active="1ID", ap=3)
    walk(g, "745-Tank", "3012")
    assert g.refuses("enter 3013") == "CTL-7.3.7b"
    g.play("stop", "move 745-Tank", "enter 3013")
    assert g.refuses("enter 3014") == "CTL-7.3.2a"
    town = scene(
        US={"3010": "745-Tank for 1ID MA10"}, sides=sides, terrain={"3013": "town"}, active="1ID", ap=1
    )
    walk(town, "745-Tank", "3011", "3012", "3013")
    assert town.cost("745-Tank", "3012", "3013") == 1
    city = scene(
        US={"3010": "745-Tank for 1ID MA10"}, sides=sides, terrain={"3013": "city"}, active="1ID", ap=1
    )
    walk(city, "745-Tank", "3011", "3012")
    assert city.refuses("enter 3013") == "CTL-3.1.2c"


def test_a_leg_unit_at_a_stream():
    """C28: CTL-7.3.7a, CTL-3.1.2b."""
    g = scene(US={"3012": "1/16"}, German={"3112": "I/27"}, sides={"3012/3013": "stream"})
    assert g.cost("1/16", "3012", "3013") == 2


def test_one_hex_can_always_be_moved():
    """C29: CTL-7.3.2b, CTL-7.3.7f, CTL-7.3.2c: but only as the whole of the move."""
    g = scene(
        US={"3010": "745-Tank for 1ID MA6"}, terrain={"3011": "light_forest", "3012": "dense_forest"}, active="1ID", ap=3
    )  # fmt: skip
    walk(g, "745-Tank", "3011")
    assert g.refuses("enter 3012") == "CTL-7.3.2a"
    teeth = scene(
        US={"3010": "745-Tank for 1ID MA6"},
        terrain={"3011": "dense_forest"},
        sides={"3010/3011": "dragons_teeth"},
        active="1ID",
        ap=3,
    )
    walk(teeth, "745-Tank", "3011")
    assert teeth.refuses("enter 3012") == "CTL-7.3.2a"


def test_a_mixed_stack():
    """C30: CTL-7.3.1a to c, CTL-7.3.5c: MA min(5 + 2, 10) = 7, light forest costs 3."""
    g = scene(
        US={"3010": "1/16 MA5 over 745-Tank for 1ID MA10"},
        terrain={"3011": "light_forest"},
        active="1ID",
        ap=1,
    )
    walk(g, "1/16+745-Tank", "3011", "3012", "3013", "3014", "3015")
    assert g.at("1/16") == g.at("745-Tank") == "3015"
    assert g.refuses("enter 3016") == "CTL-7.3.2a"


def test_a_stack_neither_drops_nor_picks_up_units():
    """CTL-7.3.1d, CTL-7.3b: it passes through others, and goes on as it was."""
    g = scene(US={"3010": "1/16 over 745-Tank for 1ID", "3011": "2/16"}, active="1ID", ap=2)
    walk(g, "1/16", "3011", "3012").play("stop")
    assert (g.at("1/16"), g.at("2/16"), g.at("745-Tank")) == ("3012", "3011", "3010")
    assert g.asks("us", Activation)


def test_a_zone_of_control_stops_the_move():
    """C31: CTL-5.4.1a, even where a friend is in the hex."""
    g = scene(
        US={"3010": "1/16", "3011": "745-Tank for 1ID"},
        German={"3012": "I/27"},
        active="1ID",
        ap=2,
        levels={"12ID": 0},
    )
    g.play("move 1/16", "enter 3011")
    assert g.asks("us", Activation)


def test_from_zone_to_free_hex_to_zone():
    """C31: CTL-5.4.1b, CTL-5.4.1c: one may leave, and stops in the next zone; not from one straight to another."""
    g = scene(
        US={"3010": "1/16 MA5"}, German={"3011": "I/27", "2708": "II/27"}, active="1ID", ap=3, levels={"12ID": 0}
    )  # fmt: skip
    g.play("move 1/16")
    assert g.refuses("enter 3110") == "CTL-5.4.1c"
    g.play("enter 2909")
    assert g.asks("us", Movement)
    g.play("enter 2809")
    assert g.asks("us", Activation)
    assert g.at("1/16") == "2809"


def test_no_road_rate_in_a_zone_of_control():
    """C31: CTL-7.3.3b, CTL-7.3.3c: full terrain cost, but the bridge over the stream still helps."""
    g = scene(
        US={"3010": "745-Tank for 1ID MA6"},
        German={"3009": "I/27"},
        terrain={"3011": "light_forest"},
        sides={"3010/3011": "stream"},
        roads=[["3010", "3011", "3012"]],
        active="1ID",
        ap=1,
        levels={"12ID": 0},
    )
    walk(g, "745-Tank", "3011")
    assert "3 MP left" in g.game.decision.prompt  # type: ignore[union-attr]


def test_infiltration():
    """C32: CTL-7.3.4b, CTL-7.3.4c, CTL-7.3.4d: each for itself; one passes, one is disrupted and stays; 1 AP."""
    g = scene(
        US={"3010": "1/16 E6 over 745-Tank for 1ID E4"}, German={"3011": "I/27"}, active="1ID", ap=3, levels={"12ID": 0}
    )  # fmt: skip
    g.play("move 1/16+745-Tank", "infiltrate 3110").throws((6, 5))
    assert (g.at("1/16"), g.at("745-Tank")) == ("3110", "3010")
    assert g.disrupted("745-Tank")
    assert not g.disrupted("1/16")
    assert g.ap("us") == 2
    assert g.open()[-1] == "Activation"


def test_infiltration_leads_from_zone_to_zone():
    """C32: CTL-7.3.4a, CTL-7.3.4e."""
    g = scene(
        US={"3008": "1/16", "3012": "2/16"}, German={"3011": "I/27"}, active="1ID", ap=3, levels={"12ID": 0}
    )
    g.play("move 1/16")
    assert g.refuses("infiltrate 3009") == "CTL-7.3.4a"
    g.play("stop", "move 2/16")
    assert g.refuses("infiltrate 3011") == "CTL-7.3.2d"
    assert g.refuses("infiltrate 3013") == "CTL-7.3.4a"


def test_leaving_to_infiltrate_is_met_before_the_checks():
    """CTL-7.3.4f."""
    g = scene(US={"3010": "1/16"}, German={"3011": "I/27", "3209": "II/27"}, active="1ID", ap=3)
    g.play("move 1/16", "infiltrate 3110")
    assert g.asks("german")
    assert g.at("1/16") == "3010"
    g.play("decline")
    assert g.asks(None)


@pytest.mark.parametrize("enemy", ["1/18 disrupted", "hq-9id"])
def test_the_longer_march_is_for_those_who_meet_nobody(enemy: str):
    """C33: CTL-7.3.5a, CTL-7.3.5b, CTL-7.3.5d: a disrupted enemy counts, and an HQ guarded by nobody."""
    ground = {"3015": "town"} if enemy.startswith("hq") else {}

    def march(start: str, *way: str) -> Table:
        g = scene(US={"3015": enemy}, German={start: "I/27 MA4 leg"}, terrain=ground, active="12ID", ap=2)
        return walk(g, "I/27", *way)

    assert march("3009", "3010", "3011", "3012", "3013").refuses("enter 3014") == "CTL-7.3.5d"
    assert march("3010", "3011", "3012", "3013").may("enter 3014")


def test_nobody_enters_a_hex_of_the_enemy():
    """CTL-7.3.2d, CTL-7.3c."""
    g = scene(US={"3010": "1/16"}, German={"3011": "I/27 disrupted"}, active="1ID", ap=1)
    g.play("move 1/16")
    assert g.refuses("enter 3011") == "CTL-7.3.2d"
    assert g.refuses("enter 3013") == "CTL-7.3c"


TOWNS = {"5020": "town", "5010": "town"}


def test_a_step_onto_a_lone_hq():
    """C53: CTL-7.3.6a, CTL-7.3.2d: it goes first, its formation may not react to this, the unit enters."""
    g = scene(
        US={"3010": "1/16"},
        German={"3011": "hq-12id CR99", "3009": "I/27", "5020": "hq-246vg CR99"},
        terrain={"3011": "town", **TOWNS},
        german_holds=["3011", "5020", "5010"],
        active="1ID",
        ap=2,
    )
    g.play("move 1/16", "enter 3011")
    assert g.asks("german", HqDisplacement)
    assert g.at("1/16") == "3010"
    g.play("displace hq-12id 5010")
    assert g.asks("german", ReactionAttempt)  # 1/16 is about to leave 3010, which is next to I/27
    assert g.refuses("attempt 12ID") == "CTL-7.3.6b"
    g.play("decline")
    assert g.at("1/16") == "3011"


def test_a_unit_that_comes_up_drives_lone_hqs_out():
    """C34, third part: CTL-7.3.6a, CTL-7.3.6b: 12ID may not attempt a reaction, 246VG may."""
    g = scene(
        US={"3008": "1/16"},
        German={"3010": "hq-12id CR99", "3109": "I/27", "2909": "I/352", "5020": "hq-246vg CR99"},
        terrain={"3010": "town", **TOWNS},
        german_holds=["3010", "5020", "5010"],
        active="1ID",
        ap=2,
    )
    g.play("move 1/16", "enter 3009")
    assert g.asks("german", HqDisplacement)
    g.play("displace hq-12id 5010")
    assert g.asks("german", ReactionAttempt)
    assert g.refuses("attempt 12ID") == "CTL-7.3.6b"
    assert g.may("attempt 246VG")


def test_an_hq_that_its_own_side_leaves_alone_stays():
    """CTL-7.3.6c."""
    g = scene(
        US={"3010": "1/16"},
        German={"3011": "hq-12id CR99 over I/27", "5020": "hq-246vg"},
        terrain={"3011": "town", **TOWNS},
        german_holds=["3011", "5020", "5010"],
        active="12ID",
        ap=2,
        levels={"1ID": 0},
    )
    g.play("move I/27", "enter 3012", "stop")
    assert g.at("hq-12id") == "3011"


def test_a_step_drives_an_hq_out_once():
    """CTL-7.3.6d: also where it finds another city next to the same hex; the next step drives it out again."""
    g = scene(
        US={"3008": "1/16"},
        German={"3010": "hq-12id CR99 AS4 level 5", "5001": "I/27"},
        terrain={"3010": "city", "3109": "city", "5010": "town"},
        german_holds=["3010", "3109", "5010"],
        active="1ID",
        ap=2,
    )
    g.play("move 1/16", "enter 3009", "displace hq-12id 3109")
    assert g.asks("us", Movement)
    assert g.at("hq-12id") == "3109"
    assert (g.cs("hq-12id"), g.level("12ID")) == (3, 4)
    g.play("stop", "move 1/16", "enter 3108")
    assert g.asks("german", HqDisplacement)
