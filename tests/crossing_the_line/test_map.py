"""The map: geometry, terrain, hexsides, roads (CTL-3.1)."""

from __future__ import annotations

import pytest

from grognard.board.data import BadData
from grognard.systems.crossing_the_line import chart, world

from .table import SYSTEM, US, row, scene

REAL = SYSTEM.world("crossing-the-line/aachen-1944").chart  # type: ignore[attr-defined]


def near(number: str) -> set[str]:
    grid = REAL.grid
    return {grid.number(h) for h in REAL.near[grid.hex(number)]}


def test_geometry():
    """C01: CTL-3.1a to d."""
    assert near("3010") == {"3011", "3009", "3110", "3109", "2910", "2909"}
    assert near("5518") == {"5519", "5517", "5619", "5618", "5419", "5418"}
    far = lambda a, b: REAL.grid.distance(REAL.grid.hex(a), REAL.grid.hex(b))
    assert (far("2609", "2108"), far("3019", "2723"), far("2505", "4110")) == (5, 6, 16)
    assert "2110" in near("2011")
    assert "2112" not in near("2011")


def test_the_map_has_rows_10_to_56_and_columns_1_to_28():
    """CTL-3.1e."""
    numbers = [REAL.grid.number(h) for h in REAL.grid]
    assert (min(numbers), max(numbers), len(numbers)) == ("1001", "5628", 47 * 28)


def test_outside_the_area_there_are_no_hexes():
    """CTL-3.1g: nothing leads over the boundary of a smaller area."""
    small = SYSTEM.world("crossing-the-line/first-blood").chart  # type: ignore[attr-defined]
    grid = small.grid
    assert {grid.number(h) for h in small.near[grid.hex("2410")]} == {"2409", "2411", "2310", "2309"}
    assert small.near[grid.hex("2510")] == ()
    assert not any(h in small.near[grid.hex("2415")] for h in (grid.hex("2416"), grid.hex("2316")))


@pytest.mark.parametrize(
    ("features", "kind", "drm"),
    [
        ("stream dragons_teeth", "dragons_teeth", -1),
        ("embankment dragons_teeth", "embankment", -4),
        ("embankment stream", "embankment", -4),
        ("roer stream", "roer", -4),
    ],
)
def test_one_hexside_counts_as_one_thing(features: str, kind: str, drm: int):
    """C49: CTL-3.1h, T:hexsides: the first of Roer, embankment, dragon's teeth, stream."""
    sides = {"3010/3011": features}
    if features == "roer stream":
        with pytest.raises(BadData, match="belongs to"):  # one water runs along a hexside, not two
            scene(US={"3010": "1/16"}, sides=sides)
        return
    g = scene(US={"3010": "1/16 MA5"}, German={"3011": "I/27 AT0"}, sides=sides)
    barrier = g.s.world.chart.between(g.hex("3010"), g.hex("3011"))
    assert barrier is not None
    assert (barrier.type, barrier.drm, barrier.tanks) == (kind, drm, 0)


def test_dragons_teeth_where_a_stream_runs_too():
    """C49: a leg unit pays +1 once, a motorized one its whole MA, and a town waives nothing."""
    g = scene(
        US={"3010": "1/16 MA5 over 745-Tank for 1ID MA10"},
        sides={"3010/3011": "stream dragons_teeth"},
        terrain={"3011": "town"},
    )
    assert g.cost("1/16", "3010", "3011") == 2
    assert g.cost("745-Tank", "3010", "3011") == 10


def test_an_embankment_takes_the_whole_move_of_everybody():
    """C49: CTL-7.3.7f, T:hexsides."""
    g = scene(US={"3009": "1/16"}, sides={"3010/3011": "embankment stream"}, active="1ID", ap=3)
    g.play("move 1/16", "enter 3010")
    assert g.refuses("enter 3011") == "CTL-7.3.7f"
    g.play("stop", "move 1/16", "enter 3011")
    assert g.refuses("enter 3012") == "CTL-7.3.2a"


def test_the_printed_map_shows_what_the_book_cites():
    """CTL-3.1b, CTL-3.1.4, CTL-3.1.5, CTL-7.5.1.2c: nothing contradicts the text, in any scenario."""
    assert list(world.faults(world.printed())) == []
    assert list(chart.problems(REAL)) == []


def test_the_vp_hexes_are_towns_and_the_roer_strip_lies_on_the_near_bank():
    """CTL-3.1.5a to c."""
    numbers = lambda hexes: {REAL.grid.number(h) for h in REAL.grid if hexes >> h & 1}
    assert numbers(REAL.towns) == {"2609", "4110", "4120", "3509"}
    strip = numbers(REAL.roer_area)
    assert {"5518", "5420"} <= strip
    for h in REAL.grid:
        if REAL.roer_area >> h & 1:
            banks = [REAL.between(h, n) for n in REAL.near[h]]
            assert any(b is not None and b.type == "roer" for b in banks)


@pytest.mark.parametrize(
    ("scenario", "turn", "supplied"),
    [("stolberg-corridor", 2, False), ("aachen-1944", 2, False), ("aachen-1944", 3, True)],
)
def test_supply_from_the_northern_part_of_the_western_edge(scenario: str, turn: int, supplied: bool):
    """C55: CTL-3.1.4a to c: in the campaign from turn 3 on, never in the Stolberg Corridor. Germans leave no other way."""
    ring = {"3902": "I/27", "4004": "II/27", "4104": "I/48", "4203": "II/48"}
    if scenario == "aachen-1944":  # its area goes on north of row 42
        ring["4402"] = "I/89"
    g = scene(US={"4102": "hq-9id"}, German=ring, scenario=scenario, turn=turn, initiative="us")
    s = g.s
    inside = s.world.chart.links[US].flood(1 << g.hex("4102"), s.field.through(US) | 1 << g.hex("4102"))
    south = s.world.chart.south | s.world.chart.west
    assert "4001" in g.numbers(inside)
    assert not inside & south
    assert g.supplied("9ID") is supplied


def test_a_board_that_contradicts_itself_is_refused():
    """CTL-3.1h, CTL-3.1.2a."""
    for wrong, why in (
        ({"sides": {"3010/3012": "stream"}}, "not neighbours"),
        ({"terrain": {"3010": "swamp"}}, "swamp"),
    ):
        with pytest.raises((BadData, KeyError), match=why):
            chart.Chart(chart.plain(us_edge=row(10), **wrong), world.printed()["tables"])  # type: ignore[arg-type]
