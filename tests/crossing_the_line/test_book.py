"""The first chapters: sides, equipment, counters, charts, calculation, the sequence of play (CTL-1 to CTL-5.1)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from grognard.board.data import BadData
from grognard.kernel.draft import Draft
from grognard.kernel.frame import run
from grognard.systems.crossing_the_line import starts, strength, victory, world
from grognard.systems.crossing_the_line.acting import price_of
from grognard.systems.crossing_the_line.activation import Activation
from grognard.systems.crossing_the_line.admin import AdminPhase
from grognard.systems.crossing_the_line.chart import GERMAN, US
from grognard.systems.crossing_the_line.dice import Throw
from grognard.systems.crossing_the_line.losses import rearmost
from grognard.systems.crossing_the_line.reaction import ReactionAttempt
from grognard.systems.crossing_the_line.sequence import FirstBlood, OpsPhase, Option, Turns
from grognard.systems.crossing_the_line.state import empty

from .positions import SCENARIOS, new
from .table import SYSTEM, scene

WORLD = world.theatre("aachen-1944")


def test_two_sides():
    """CTL-1a, CTL-1b: the US side gains the points."""
    assert set(SYSTEM.sides) == {US, GERMAN}
    assert US.enemy is GERMAN
    assert GERMAN.enemy is US
    game = new("stolberg-corridor")
    assert victory.score(game.state) == sum(m.value for m in victory.points(game.state))


# ---- counters


def test_the_formations():
    """CTL-3.2a, CTL-3.3a, CTL-3.3b: nine German and six US divisions, each with one HQ."""
    names = {s.id for s in WORLD.staffs}
    assert names == {
        "1ID", "9ID", "3AD", "30ID", "2AD", "29ID", "526", "353", "9PZ", "116PZ", "12ID", "49", "183VG", "246VG", "3PZG",
    }  # fmt: skip
    for n, staff in enumerate(WORLD.staffs):
        hqs = [u for u, c in enumerate(WORLD.counters) if c.hq and c.formation == n]
        assert hqs == [staff.hq]
        assert 1 <= staff.reaction <= 10
        assert staff.range > 0
        assert 1 <= staff.relocation <= 3
        assert 1 <= staff.level <= 7  # CTL-3.1.3c
        assert staff.recovery in (1, 2, 3, 4)


def test_every_combat_unit_has_its_ratings():
    """CTL-3.2b to e, CTL-3.2g to i: infantry type or AFV type, leg or motorized; the disrupted side is worse; an HQ is no
    combat unit (CTL-3.3d)."""
    for c in WORLD.counters:
        if c.hq:
            assert c.ma == 0
            continue
        front, back = c.effectiveness
        assert 3 <= front <= 7
        assert 2 <= back <= 6
        assert back < front
        assert c.arm in ("at", "tank")
        assert 0 <= c.points[1] <= c.points[0]
        assert 1 <= c.strength <= 15  # CTL-3.4b
        assert c.type in WORLD.tables["german_losses"] or c.side is US  # CTL-3.2f
    assert any(c.independent for c in WORLD.counters)


@pytest.mark.parametrize(
    ("changes", "clause"),
    [
        ({"effectiveness": [2, 1]}, "CTL-3.2i"),
        ({"effectiveness": [5, 5]}, "CTL-3.2i"),
        ({"points": [2, 3]}, "CTL-3.2h"),
        ({"strength": 16}, "CTL-3.4b"),
    ],
)
def test_a_counter_that_cannot_be_is_refused(changes: dict[str, object], clause: str):
    """CTL-3.2h, CTL-3.2i, CTL-3.4b."""
    with pytest.raises(BadData, match=clause):
        scene(US={"3010": "1/16"}, ratings={"1/16": changes})


def test_strength_goes_down_to_elimination():
    """CTL-3.2j: a disrupted unit keeps its strength (CTL-3.2h); at 0 it is out."""
    g = scene(US={"3010": "1/16 CS9"}, German={"3011": "I/27 CS1"}, active="1ID", ap=3, levels={"12ID": 0})
    assert g.result("1/16", "3011", "0/1").at("I/27") == "lost"


def test_hq_types_say_nothing():
    """CTL-3.3c: a motorized staff moves and reacts by its numbers alone: nothing of its type is kept."""
    assert not any(hasattr(staff, "type") for staff in WORLD.staffs)


# ---- charts


def test_the_charts():
    """CTL-3.5a: all of them are there, with their pedigree."""
    for name in (
        "ap", "action_cost", "reorganization", "interdiction", "victory_plans", "german_losses", "recovery",
        "us_replacements", "terrain", "hexsides", "crt", "combat_support", "hq_support",
    ):  # fmt: skip
        table = WORLD.tables[name]
        assert table["provenance"] in ("printed", "derived", "house")
        assert table["clauses"]


def test_what_actions_cost():
    """CTL-7a, CTL-7b, CTL-7.1a: once for a stack; T:action_cost."""
    s = new("stolberg-corridor").state
    assert [price_of(s, x, True) for x in ("move", "refit", "improve", "hasty", "regular", "prepared")] == [
        1,
        1,
        1,
        1,
        2,
        3,
    ]
    assert [price_of(s, x, False) for x in ("move", "hasty")] == [2, 2]
    g = scene(US={"3010": "1/16 over 745-Tank for 1ID"}, active="1ID", ap=3).play("move 1/16+745-Tank")
    assert g.ap("us") == 2


def test_terrain():
    """CTL-3.1.1a, CTL-3.1.1f, CTL-3.1.2a: eight kinds of hexes, four of hexsides; a road changes nothing in a combat."""
    assert set(WORLD.chart.grounds) == {
        "clear", "pillbox_clear", "light_forest", "dense_forest", "pillbox_forest", "town", "city", "industrial",
    }  # fmt: skip
    assert set(WORLD.chart.barriers) == {"stream", "embankment", "roer", "dragons_teeth"}
    for roads in ((), (("3010", "3011"),)):
        g = scene(
            US={"3010": "1/16"}, German={"3011": "I/27"}, sides={"3010/3011": "stream"}, terrain={"3011": "town"}, roads=roads
        )  # fmt: skip
        assert g.drm("1/16", "3011", "hasty") == -2  # CTL-3.1.2d, CTL-3.1.2e


def test_a_road_through_dragons_teeth():
    """CTL-3.1.1k, CTL-7.3.3a: no penalty for those who use the road; the DRM stays."""
    teeth, road = {"3010/3011": "dragons_teeth"}, [["3010", "3011"]]
    g = scene(US={"3010": "745-Tank for 1ID MA10"}, sides=teeth, roads=road)
    assert g.cost("745-Tank", "3010", "3011") == 0.5
    fight = scene(US={"3010": "1/16"}, German={"3011": "I/27"}, sides=teeth, roads=road)
    assert fight.drm("1/16", "3011", "hasty") == -1


# ---- calculation


def test_ratios_round_down_and_points_too():
    """CTL-5.1b, CTL-5.1c, CTL-5.1e."""
    g = scene(
        US={"3010": "745-Tank for 1ID TP5"}, German={"3011": "I/27 AT0"}, terrain={"3011": "light_forest"},
        sides={"3010/3011": "stream"},
    )  # fmt: skip
    x = g.assault("745-Tank", "3011", "hasty")
    assert strength.column(g.s, x, 199, 100) == strength.column(g.s, x, 100, 100)
    assert strength.armor(g.s, x).drm == 0  # 5 x 1/2 x 1/4 is less than 1
    assert [m.value for m in strength.drms(g.s, x)] == [-2]
    assert Fraction("1/4") == WORLD.chart.barriers["stream"].tanks


# ---- the sequence of play


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_scenario_begins_with_the_ops_phase(scenario: str):
    """CTL-2a to d, CTL-10b, CTL-4a: no Admin Phase on the first turn."""
    game = new(scenario)
    kinds = [type(f) for f in game.state.frames]
    assert AdminPhase not in kinds
    assert (FirstBlood if scenario == "first-blood" else OpsPhase) in kinds


def test_a_turn():
    """CTL-2b, CTL-2d, CTL-4c, CTL-4.2, CTL-4.3, CTL-7.8a: Ops Cycles until both have passed, the marker moves once, and the
    next turn has an Admin Phase."""
    assert Turns.STEPS == ("admin_phase", "ops_phase", "end_turn")
    game = new("stolberg-corridor")
    game.do("pass")
    assert game.state.turn == 1
    game.do("pass")
    assert game.state.turn == 2
    assert any(isinstance(f, AdminPhase) for f in game.state.frames)


def test_play_stops_after_the_last_turn():
    """CTL-7.8b."""
    d = Draft(scene(scenario="stolberg-corridor", turn=3, initiative="us").s)
    end = run(d, Turns(at=2).go_on(d, None), []).state
    assert end.verdict is not None
    assert end.frames == ()
    assert end.turn == 3


def test_an_ops_cycle():
    """CTL-4.2.1, CTL-4.2.2, CTL-4.2.3, CTL-6a, CTL-6.3a, CTL-6.3.3a: initiative, option, then supply, AP and level, then Actions."""
    g = scene(US={"3010": "1/16"}, German={"4010": "I/27"}, phase="ops", turn=2)
    assert g.asks(None, Throw)
    g.throws((9, 1))
    assert g.asks("us", Option)
    g.play("act 1ID")
    assert g.asks(None, Throw)
    g.throws(5)
    assert g.asks("us", Activation)


def test_choices_inside_an_activation():
    """CTL-4.2.4, CTL-4.2.5, CTL-6.4.1b: the Reaction side in the middle of a move; the winner after a battle."""
    g = scene(US={"3010": "1/16"}, German={"3012": "I/27"}, active="1ID", ap=3)
    g.play("move 1/16", "enter 3011")
    assert g.asks("german", ReactionAttempt)
    g.play("decline")
    assert g.asks("us", Activation)
    assert g.offers("end") == ["end"]  # CTL-7.5d: nobody has to fight


def test_procedures_hold_in_every_phase():
    """CTL-2e, CTL-5.6b: an HQ makes no check, in whatever phase."""
    g = scene(
        US={"3010": "1/16"}, German={"3011": "I/27 CS5 over hq-12id"}, terrain={"3011": "town"}, german_holds="3011",
        active="1ID", ap=3,
    ).result("1/16", "3011", "0/1r")  # fmt: skip
    assert g.asks(None, Throw)
    g.throws(1)  # one die, for the one combat unit


def test_tracks():
    """CTL-3.1.3a, CTL-3.1.3d, CTL-3.4a: turn, AP of both sides, levels."""
    s = empty(WORLD)
    assert (s.turn, s.ap) == (1, (0, 0))
    assert [r["turn"] for r in SYSTEM.table("turns", {})] == list(range(1, 9))
    assert len(s.level) == 15


# ---- more of chapter 5


def test_prohibited_ground_breaks_paths():
    """CTL-5.7.2d, CTL-5.8.2c, CTL-5.4.1d: the Roer for US units; streams, embankments and dragon's teeth do not
    (CTL-5.8.2d)."""
    around = ("3011", "2910", "2909", "3009", "3109", "3110")
    course = {f"3010/{n}": "roer" for n in around}
    g = scene(US={"3010": "1/16"}, sides=course, initiative="us")
    assert g.command("1/16") == "isolated"
    for kind in ("stream", "embankment", "dragons_teeth"):
        sides = dict.fromkeys(course, kind)
        assert scene(US={"3010": "1/16"}, sides=sides, initiative="us").command("1/16") == "in command"


def test_out_of_command_nobody_reacts_and_it_is_seen_at_once():
    """CTL-5.8.3b, CTL-5.8.3d, CTL-5.8.4f: it is worked out whenever it is asked."""
    g = scene(
        US={"3010": "1/16"},
        German={"3012": "I/27", "5012": "hq-12id CR2"},
        terrain={"5012": "town"},
        active="1ID",
        ap=2,
    )
    assert g.command("I/27") == "out of command"
    g.play("move 1/16", "enter 3011")
    assert g.refuses("attempt 12ID") == "CTL-6.4.1d"


def test_supply_is_asked_once():
    """CTL-5.7.1b: an HQ cut off in the middle of its activation acts on."""
    wall = {
        f"39{c:02}": u
        for c, u in zip(
            range(1, 29, 3), ("1/16", "2/16", "3/16", "1/18", "2/18", "3/18", "1/26", "2/26", "3/26", "1/36")
        )
    }
    g = scene(
        US=wall, German={"3010": "I/27", "3510": "hq-12id CR9"}, terrain={"3510": "town"}, active="12ID", ap=3
    )
    assert not g.supplied("12ID")
    assert g.may("move I/27")
    assert not g.flipped("12ID")


def test_an_hq_moves_by_itself():
    """CTL-7.1b, CTL-3.3f."""
    g = scene(US={"3010": "hq-1id over 1/16"}, terrain={"3010": "town"}, active="1ID", ap=3)
    assert g.refuses("move hq-1id") == "CTL-3.3f"


def test_a_retreat_is_no_move():
    """CTL-7.5.2.1i, CTL-7.5.2.1k: no reaction meets it; stacking is looked at when it ends."""
    g = scene(
        US={"3010": "1/16 CS5", "2909": "2/16"}, German={"3011": "I/27", "2808": "II/27"}, active="12ID", ap=3,
        levels={"1ID": 0}, terrain={"2909": "city", "2910": "city"},
    )  # fmt: skip
    g = g.result("I/27", "3010", "0/2").play("retreat")
    g.play("retreat 2909")
    assert "ReactionAttempt" not in g.open()
    assert g.disrupted("1/16")
    assert g.disrupted("2/16")


def test_the_rear_where_the_area_has_no_edge():
    """CTL-7.5.2.1l, CTL-10.1a, CTL-10.3a: First Blood has no German edge; distance is measured on the full map."""
    s = new("first-blood").state
    assert not s.edge(GERMAN)
    near = [s.world.hex(n) for n in ("2208", "2207")]
    assert rearmost(s, GERMAN, near)
    east = [s.world.hex(n) for n in ("2208", "2212")]
    assert rearmost(s, GERMAN, east) == [s.world.hex("2212")]


def test_the_engine_displaces_for_the_static_side():
    """CTL-10.1j, CTL-10.1i: the strongest unit, to the hex first in order."""
    g = scene(
        US={"2005": "1/16 over 2/16 3", "1810": "hq-1id"}, German={"2107": "GrE-473"},
        scenario="first-blood", active="1ID", ap=3, overstacked="2005",
    )  # fmt: skip
    assert g.at("2/16") == "2005"
    assert g.at("1/16") == "2105"
    assert g.asks("us", Activation)


def test_the_areas():
    """CTL-10.1a, CTL-10.2a, CTL-10.3a, CTL-10.4a."""
    numbers = {k: world.theatre(k) for k in SCENARIOS}
    for k, (low, high, right) in {
        "first-blood": ("1001", "2415", "15"), "stolberg-corridor": ("1001", "4228", "28"),
        "across-the-wurm": ("3101", "5628", "28"), "aachen-1944": ("1001", "5628", "28"),
    }.items():  # fmt: skip
        w = numbers[k]
        inside = sorted(w.grid.number(h) for h in w.grid if w.chart.within >> h & 1)
        assert (inside[0], inside[-1], max(n[2:] for n in inside)) == (low, high, right)
    assert list(starts.faults(new("aachen-1944").state)) == []
