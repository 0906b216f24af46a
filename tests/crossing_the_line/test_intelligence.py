"""Limited intelligence (CTL-5.3.4): what each side sees, and that nothing else leaves."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from grognard.kernel.view import seen
from grognard.systems.crossing_the_line.chart import GERMAN, US
from grognard.systems.crossing_the_line.events import AttackDeclared, Moved, Restacked, StepsLost
from grognard.systems.crossing_the_line.marching import Movement
from grognard.systems.crossing_the_line.reaction import ReactionAttempt
from grognard.systems.crossing_the_line.stacking import Displace
from grognard.systems.crossing_the_line.view import COVERED, View
from grognard.systems.crossing_the_line.world import NO_FORMATION
from grognard.systems.crossing_the_line.worlds import resample

from .table import SYSTEM, Table, scene

THREE = "394-Assault-Gun for 12ID CS3/5 over I/27 CS2/4 over 1012-Assault-Gun for 12ID disrupted"


def sees(g: Table, side: str) -> View:
    return SYSTEM.view(g.s, side)


def visible(g: Table, side: str, hex: str) -> set[str]:
    """The enemy counters in a hex that this side sees."""
    v = sees(g, side)
    return {g.s.world.unit_text(u) for u in range(len(v.at)) if v.at[u] == g.hex(hex) and g.s.side(u) != side}  # type: ignore[arg-type]


def test_only_the_top_counter():
    """CTL-5.3.4a, CTL-5.3.4d, CTL-5.3.4h: how many lie there and how far their zone reaches is open; strengths are not."""
    g = scene(US={"3010": "1/16"}, German={"3011": THREE}, active="1ID", ap=3, levels={"12ID": 0})
    assert visible(g, "us", "3011") == {"394-Assault-Gun"}
    v = sees(g, "us")
    (pile,) = [p for p in v.piles if p.hex == g.hex("3011")]
    assert (pile.count, pile.zone, pile.full) == (3, "at", None)
    assert v.at[g.unit("I/27")] == COVERED
    assert not any(v.strength[u] for u in g.s.world.by_side[GERMAN])
    assert not v.disrupted[g.unit("1012-Assault-Gun")]
    assert sees(g, "german").strength[g.unit("I/27")] == 2


def test_beneath_an_hq_on_top():
    """C47: CTL-5.3.4b: the HQ and the counter beneath it, not the third."""
    g = scene(
        US={"3010": "1/16"}, German={"3011": "hq-12id over I/27 over 394-Assault-Gun for 12ID"},
        terrain={"3011": "town"}, active="1ID", ap=3, levels={"12ID": 0},
    )  # fmt: skip
    assert visible(g, "us", "3011") == {"hq-12id", "I/27"}


def test_a_declared_attack_lays_the_hex_open():
    """C47: CTL-5.3.4c, CTL-5.3.4j, CTL-5.3.4d: all faces, no strengths; and it reveals, so that nobody takes it back."""
    g = scene(
        US={"3010": "745-Tank for 1ID over 1/16"}, German={"3011": THREE}, active="1ID", ap=3, levels={"12ID": 0}
    )  # fmt: skip
    assert visible(g, "german", "3010") == {"745-Tank"}
    g.play("attack 745-Tank 3011 hasty")
    assert visible(g, "us", "3011") == {"394-Assault-Gun", "I/27", "1012-Assault-Gun"}
    assert visible(g, "german", "3010") == {"745-Tank", "1/16"}
    assert not any(sees(g, "us").strength[u] for u in g.s.world.by_side[GERMAN])
    assert g.events(AttackDeclared)[0].reveals


def test_own_stacks_in_any_order():
    """CTL-5.3.1d, CTL-5.3.4a: the enemy sees the new top; CTL-5.3.4k: who comes lies on top."""
    g = scene(
        US={"3010": "1/16 over 745-Tank for 1ID", "3009": "746-Tank for 1ID"}, German={"4010": "I/27"}, active="1ID", ap=3
    )  # fmt: skip
    g.play("top 745-Tank")
    assert g.stack("3010", "us") == "745-Tank over 1/16"
    assert visible(g, "german", "3010") == {"745-Tank"}
    assert g.refuses("top 745-Tank") == "CTL-5.3.1d"
    assert g.refuses("top I/27") == "CTL-5.3.1d"
    g.play("move 746-Tank", "enter 3010", "stop")
    assert g.stack("3010", "us") == "746-Tank over 745-Tank over 1/16"


def test_a_moving_stack_shows_its_top():
    """CTL-5.3.4k, CTL-5.3.4a: the enemy learns how many come, and the one on top."""
    g = scene(US={"3010": "1/16 over 745-Tank for 1ID"}, German={"4010": "I/27"}, active="1ID", ap=3)
    g.play("move 1/16+745-Tank", "enter 3011")
    (mine,) = g.events(Moved)
    (theirs,) = g.events(Moved, "german")
    assert len(mine.units) == 2
    assert theirs.units == g.units("1/16")
    assert theirs.count == 2
    assert visible(g, "german", "3011") == {"1/16"}


def test_restacking_tells_only_of_what_is_seen():
    """CTL-5.3.4k: movers that lay below are lifted; the enemy sees the top of them."""
    g = scene(
        US={"3010": "1/16 over 745-Tank for 1ID over 746-Tank for 1ID"}, German={"4010": "I/27"}, active="1ID", ap=3
    )  # fmt: skip
    g.play("move 745-Tank+746-Tank")
    (theirs,) = g.events(Restacked, "german")
    assert theirs.units == g.units("745-Tank")


def test_assignments_are_hidden_until_shown():
    """CTL-5.3.4e, CTL-5.5.2d."""
    g = scene(US={"3010": "745-Tank for 1ID"}, German={"4010": "I/27"}, active="1ID", ap=3)
    u = g.unit("745-Tank")
    assert sees(g, "german").assigned[u] == NO_FORMATION
    assert sees(g, "us").assigned[u] == g.s.world.formations["1ID"]
    g.play("move 745-Tank")
    assert sees(g, "german").assigned[u] == g.s.world.formations["1ID"]


def test_what_is_lost_is_open_what_is_left_is_not():
    """CTL-5.3.4p, CTL-5.3.4d."""
    g = scene(US={"3010": "1/16 CS7"}, German={"3011": "I/27 CS4"}, active="1ID", ap=3, levels={"12ID": 0})
    before = scene(
        US={"3010": "1/16 CS7"}, German={"3011": "I/27 CS4"}, active="1ID", ap=3, levels={"12ID": 0}
    )
    g = g.result("1/16", "3011", "1/1")
    lost = StepsLost(g.unit("I/27"), GERMAN, 3, 1, "CTL-7.5.2d")
    (theirs,) = seen((lost,), "us")
    assert (theirs.left, theirs.lost) == (0, 0)
    assert lost.on(before.s).strength == bytes(
        3 if u == g.unit("I/27") else x for u, x in enumerate(before.s.strength)
    )


def test_where_a_stack_is_going_is_its_secret():
    """CTL-6.4.1a: who is asked about a leaving stack does not learn where to; the prompt tells him nothing either."""
    g = scene(US={"3011": "1/16"}, German={"3012": "I/27"}, active="1ID", ap=2)
    g.play("move 1/16")
    assert g.asks("us", Movement)
    assert sees(g, "german").prompt == "the Americans decide"
    other = scene(US={"3011": "1/16"}, German={"3012": "I/27"}, active="1ID", ap=2).play(
        "move 1/16", "enter 3010"
    )
    g.play("enter 2910")
    assert g.asks("german", ReactionAttempt)
    assert sees(g, "german") == sees(other, "german")
    assert sees(g, "us") != sees(other, "us")


def test_what_the_displacer_knows():
    """CTL-5.3.4l: the hex lies open, and of its neighbours for which type they are full."""
    g = scene(
        German={"3010": "I/27 over II/27 over 394-Assault-Gun for 12ID", "3011": "1012-Assault-Gun for 12ID over I/48"},
        US={"4010": "1/16"}, overstacked="3010", active="12ID", ap=2,
    )  # fmt: skip
    assert g.asks("us", Displace)
    assert visible(g, "us", "3010") == {"I/27", "II/27", "394-Assault-Gun"}
    assert visible(g, "us", "3011") == {"1012-Assault-Gun"}
    (pile,) = [p for p in sees(g, "us").piles if p.hex == g.hex("3011")]
    assert pile.full == (False, True)


def test_victory_plans():
    """CTL-8.3a, CTL-8.3c, CTL-5.3.4g: the US player knows his markers, the German those that he inspected."""
    g = scene(
        US={"3010": "1/16"},
        German={"4010": "I/27"},
        initiative="us",
        plans=["dummy", "pocket", "aachen"],
        inspected=[1],
    )
    assert sees(g, "us").plans == ("dummy", "pocket", "aachen")
    assert sees(g, "german").plans == ("", "pocket", "")
    assert sees(g, "").plans == ("", "", "")
    drawn = {resample(sees(g, "german"), Random(n)).plans for n in range(60)}
    assert all(plans[1] == "pocket" and plans.count("pocket") == 1 for plans in drawn)
    assert len(drawn) > 4


def test_a_spectator_sees_what_both_see():
    """CTL-5.3.4: nothing that lies covered on either side."""
    g = scene(US={"3010": "1/16 over 745-Tank for 1ID"}, German={"3012": THREE}, initiative="us")
    v = sees(g, "")
    assert not any(v.strength)
    assert v.at[g.unit("745-Tank")] == v.at[g.unit("I/27")] == COVERED
    assert {p.side for p in v.piles} == {US, GERMAN}


@pytest.mark.parametrize("side", ["us", "german", ""])
def test_the_bytes_of_a_view_are_the_same_in_every_world_that_looks_like_it(side: str):
    """CTL-5.3.4d: what is sent tells nothing more than what is shown."""
    g = scene(
        US={"3010": "1/16 CS7/7 over 745-Tank for 1ID CS3/5"},
        German={"3012": THREE, "4012": "II/27 CS3/4 over 902-Assault-Gun for 12ID"},
        initiative="us",
    )
    v = sees(g, side)
    sent = SYSTEM.codec.to_json(v)
    worlds = {resample(v, Random(n)).strength for n in range(20)}
    assert len(worlds) > 1
    for n in range(20):
        assert SYSTEM.codec.to_json(SYSTEM.view(resample(v, Random(n)), side)) == sent
    assert msgspec.json.decode(sent)["side"] == side


def test_covered_counters_are_drawn_evenly():
    """Every way of laying what is covered is as likely as any other: of two AFVs either lies below, half the time."""
    g = scene(
        US={"3010": "1/16"},
        German={"3012": "I/27 over 394-Assault-Gun for 12ID", "4012": "II/27 over 1012-Assault-Gun for 12ID"},
        initiative="us",
    )
    v, u = sees(g, "us"), g.unit("394-Assault-Gun")
    there = sum(resample(v, Random(n)).at[u] == g.hex("3012") for n in range(400))
    assert 150 < there < 250


def test_a_drawn_world_explains_the_zones():
    """CTL-5.3.4h: under a disrupted top an infantry zone needs undisrupted infantry."""
    g = scene(
        US={"3010": "1/16"},
        German={"3012": "394-Assault-Gun for 12ID disrupted over I/27", "4012": "1012-Assault-Gun for 12ID over 902-Assault-Gun for 12ID"},
        initiative="us",
    )  # fmt: skip
    v = sees(g, "us")
    for n in range(40):
        t = resample(v, Random(n))
        assert t.at[g.unit("I/27")] == g.hex("3012")
        assert not t.disrupted[g.unit("I/27")]
        assert SYSTEM.view(t, "us") == v


def test_what_acts_under_a_cover_shows_nothing():
    """CTL-5.3.4r: neither which counter it is nor whose; what acts on top shows whose it is."""
    g = scene(
        US={"3010": "746-Tank for 1ID over 745-Tank for 1ID"}, German={"4010": "I/27"}, active="1ID", ap=3
    )  # fmt: skip
    g.play("move 746-Tank+745-Tank")
    assert g.s.shown[g.unit("746-Tank")]
    assert not g.s.shown[g.unit("745-Tank")]


def test_supporters_show_themselves_only_where_they_are_seen():
    """CTL-5.3.4e, CTL-5.3.4r: of two hexes that support, the one with the supporter on top."""
    g = scene(
        US={"3010": "1/16", "3110": "745-Tank for 1ID", "2911": "2/16 over 746-Tank for 1ID"},
        German={"3011": "I/27"},
        active="1ID",
        ap=3,
        levels={"12ID": 0},
    )
    g.play("attack 1/16 3011 regular")
    assert g.s.shown[g.unit("745-Tank")]
    assert not g.s.shown[g.unit("746-Tank")]
