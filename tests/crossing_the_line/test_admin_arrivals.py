"""Reinforcements (CTL-8.5, CTL-8.5.1), and HQs that come back to the map (CTL-5.3.2i)."""

from __future__ import annotations

import pytest

from grognard.systems.crossing_the_line.admin_events import Placed
from grognard.systems.crossing_the_line.arrivals import Arrivals
from grognard.systems.crossing_the_line.schedule import schedule
from grognard.systems.crossing_the_line.state import empty
from grognard.systems.crossing_the_line.world import theatre

from .table import GERMAN, Table, scene

ENTRY = ("1012", "1013", "1014", "1113", "1112", "1111")
"""Where the engineers of the 1st Infantry Division enter on turn 2."""

READY = {"1810": "hq-1id"}


def us(phase: str = "us_assignment", german: dict[str, str] | None = None, turn: int = 2, **more) -> Table:
    """Turn 2 of the Stolberg Corridor: the 238th and 257th Engineers come for the 1st Infantry Division."""
    stacks = {**READY, **more.pop("stacks", {})}
    return scene(scenario="stolberg-corridor", US=stacks, German=german or {}, phase=phase, turn=turn, **more)


def placing(g: Table) -> Table:
    """Through the segments to the US placements, everybody else delayed."""
    while not g.asks("us", Arrivals):
        if "end" not in g.offers():
            g.play(next(x for x in g.offers("assign") if x.endswith(" 12ID")))
        else:
            g.play("end")
    return g


def germans(
    turn: int, scenario: str = "aachen-1944", us_stacks: dict[str, str] | None = None, **more
) -> Table:
    stacks = more.pop("stacks", {})
    return scene(
        scenario=scenario, US=us_stacks or {}, German=stacks, phase="german_arrivals", turn=turn, **more
    )


def hexes(g: Table, unit: str) -> set[str]:
    return {x.split()[2] for x in g.offers("place") if x.split()[1] == unit}


# ---- entry hexes


def test_who_comes_enters_in_an_entry_hex():
    """CTL-8.5a, CTL-8.5d, CTL-3.7a."""
    g = placing(us())
    assert hexes(g, "238-Eng") == set(ENTRY)
    g.play("place 238-Eng 1012")
    assert g.at("238-Eng") == "1012"
    assert hexes(g, "257-Eng") == set(ENTRY) - {"1012"}
    assert g.refuses("place 257-Eng 1015") == "CTL-8.5d"
    g.play("place 257-Eng 1013")
    assert not g.asks("us", Arrivals)  # nobody waits any more


def test_next_to_an_enemy_it_must_enter_there_too():
    """C39: CTL-8.5d: one given hex is free, next to a German unit."""
    block = {"1012": "I/27", "1013": "II/27", "1014": "I/48", "1112": "I/89", "1111": "II/89"}
    g = placing(us(german=block))
    assert hexes(g, "238-Eng") == {"1113"}
    assert g.refuses("place 238-Eng 1208") == "CTL-8.5d"
    g.play("place 238-Eng 1113")


BLOCK = {"1012": "I/27", "1013": "II/27", "1014": "I/48", "1113": "II/48", "1112": "I/89", "1111": "II/89"}


def test_with_every_given_hex_held_the_nearest_in_command():
    """C39: CTL-8.5e: not next to an enemy unit, in range of its HQ."""
    g = placing(us(german=BLOCK))
    grid, chart = g.s.world.grid, g.s.world.chart
    found = {g.hex(n) for n in hexes(g, "238-Eng")}
    entry = [g.hex(n) for n in ENTRY]
    far = {min(grid.distance(h, e) for e in entry) for h in found}
    assert far == {2}
    held = {g.hex(n) for n in BLOCK}
    assert all(not held & set(chart.near[h]) for h in found)
    assert g.refuses("place 238-Eng 1211") == "CTL-8.5e"  # next to the enemy in 1111
    assert g.refuses("place 238-Eng 1012") == "CTL-8.5e"
    g.play(f"place 238-Eng {g.s.world.hex_text(min(found))}")
    assert g.command("238-Eng") == "in command"


def test_where_there_is_no_such_hex_it_waits():
    """CTL-8.5h: its HQ is off the map; once that is back, there is one."""
    g = scene(
        scenario="stolberg-corridor", US={"2010": "1/16"}, German=BLOCK, levels={"1ID": 0}, phase="us_assignment", turn=2
    )  # fmt: skip
    g = placing(g)
    assert hexes(g, "238-Eng") == set()
    assert g.refuses("place 238-Eng 1015") == "CTL-8.5h"
    g.play(f"place hq-1id {min(hexes(g, 'hq-1id'))}")
    assert hexes(g, "238-Eng")


def test_a_full_hex_is_not_free():
    """CTL-8.5f, CTL-5.3.1a, CTL-5.3.1b: for its own type."""
    g = placing(us(stacks={"1012": "1/16", "1013": "1/18"}))
    assert hexes(g, "238-Eng") == set(ENTRY) - {"1012", "1013"}
    assert g.refuses("place 238-Eng 1012") == "CTL-8.5d"
    h = us(phase="us_arrivals", turn=3, stacks={"1012": "1/16", "1013": "746-Tank over 899-TD"})
    assert h.refuses("place 745-Tank 1012") == "CTL-5.5.2f"
    assigned = placing(us(turn=3, stacks={"1012": "1/16", "1013": "746-Tank over 899-TD"}))
    assert "1012" in hexes(assigned, "745-Tank")
    assert "1013" not in hexes(assigned, "745-Tank")


def test_improved_defense_stays():
    """CTL-7.7e, CTL-5.3.4k: a newcomer lies on top."""
    g = placing(us(turn=3, stacks={"1012": "1/16"}, improved="1012")).play("place 745-Tank 1012")
    assert g.improved("1012")
    assert g.stack("1012", "us") == "745-Tank over 1/16"


def test_control_is_taken_at_once():
    """CTL-9.1b."""
    g = placing(us(german_holds="1211"))
    assert g.control("1211") == "german"
    g.play("place 238-Eng 1111")
    assert g.control("1211") == "us"


# ---- when


def test_a_reinforcement_may_be_delayed_again_and_again():
    """CTL-8.5c."""
    g = placing(us()).play("place 238-Eng 1012", "end")
    assert g.at("257-Eng") == "coming"
    later = placing(us(turn=3))
    assert hexes(later, "257-Eng") == set(ENTRY)


def test_nobody_comes_before_his_turn_or_twice():
    """CTL-8.5a, CTL-8.5b."""
    g = placing(us(german={"4028": "I/27"}))
    assert g.refuses("place 745-Tank 1012") == "CTL-8.5a"  # turn 3
    assert g.refuses("place 743-Tank 1012") == "CTL-8.5a"  # not in this game
    assert g.refuses("place hq-1id 1211") == "CTL-8.5a"  # on the map
    assert g.refuses("place II/27 4128") == "CTL-8.5b"
    g.play("place 238-Eng 1012")
    assert g.refuses("place 238-Eng 1013") == "CTL-8.5a"
    dead = placing(us(lost="257-Eng"))
    assert dead.refuses("place 257-Eng 1012") == "CTL-8.5a"


def test_the_german_side_places_first():
    """CTL-8.5b, CTL-4.1.5."""
    g = germans(2, "stolberg-corridor", READY)
    assert g.asks("german", Arrivals)
    g.play("end")
    assert g.asks("us", Arrivals)


def test_an_independent_unit_is_assigned_first():
    """C39: CTL-5.5.2f, CTL-8.5.1a."""
    g = germans(2, "stolberg-corridor")
    assert g.refuses("place 1012-Assault-Gun 4128") == "CTL-5.5.2f"


def test_nobody_is_asked_where_nobody_waits():
    """CTL-5.3.4n: who is still to come is known to both."""
    g = scene(scenario="across-the-wurm", US={"4102": "hq-30id"}, phase="german_arrivals", turn=6)
    assert g.asks("us", Arrivals)  # the 29th; for the Germans nobody comes before turn 7


# ---- divisions


def test_a_division_comes_with_its_hq_first():
    """CTL-8.5g, CTL-8.5.1b, CTL-8.5i."""
    g = germans(2, "stolberg-corridor")
    assert g.refuses("place I/27 4128") == "CTL-8.5g"
    assert hexes(g, "hq-12id") == {"4222"}  # 4324 lies outside the area (CTL-3.1g)
    assert g.refuses("place hq-12id 4128") == "CTL-8.5d"
    g.play("place hq-12id 4222", "place I/27 4128")
    assert (g.at("hq-12id"), g.at("I/27"), g.level("12ID")) == ("4222", "4128", 6)
    assert hexes(g, "II/27") == {"4028", "4228", "4027", "4127", "4227", "3928", "4026", "4126"}


def test_it_may_choose_between_its_towns():
    """CTL-8.5g: as the chart lists them."""
    assert hexes(germans(2), "hq-12id") == {"4324", "4222"}


def test_an_enemy_or_another_hq_bars_a_town():
    """CTL-8.5f, CTL-3.3e."""
    assert hexes(germans(2, us_stacks={"4324": "1/16"}), "hq-12id") == {"4222"}
    assert hexes(germans(2, stacks={"4324": "hq-526"}), "hq-12id") == {"4222"}


def test_an_ezoc_bars_it_unless_a_friend_is_there():
    """CTL-3.3j, CTL-8.5i."""
    assert hexes(germans(2, us_stacks={"4323": "1/16"}), "hq-12id") == {"4222"}
    with_friend = germans(2, us_stacks={"4323": "1/16"}, stacks={"4324": "GrE-473"})
    assert hexes(with_friend, "hq-12id") == {"4222", "4324"}


def test_who_held_its_own_town_last_does_not_matter():
    """CTL-8.5i: elsewhere it does (CTL-5.3.2h)."""
    assert hexes(germans(2, us_holds="4324 4222"), "hq-12id") == {"4324", "4222"}


def test_without_its_towns_the_nearest_legal_settlement():
    """CTL-8.5g, CTL-3.3h, CTL-5.3.2h."""
    g = germans(2, us_stacks={"4324": "1/16", "4222": "1/18"})
    grid, chart = g.s.world.grid, g.s.world.chart
    found = {g.hex(n) for n in hexes(g, "hq-12id")}
    towns = [g.hex("4324"), g.hex("4222")]
    far = {min(grid.distance(h, t) for t in towns) for h in found}
    assert len(far) == 1
    assert found
    assert all(chart.settled >> h & 1 for h in found)
    assert g.refuses("place hq-12id 4028") == "CTL-8.5g"
    assert g.refuses("place hq-12id 2609") == "CTL-8.5g"


def test_the_116th_returns_in_two_parts():
    """CTL-8.5.2b, CTL-8.5.1b, CTL-8.5g: its second part needs its HQ on the map."""
    g = germans(6)
    assert hexes(g, "hq-116pz") == {"4916", "5517", "5010"}
    assert g.refuses("place I/156 5616") == "CTL-8.5a"
    g.play("place hq-116pz 4916", "place I/60 5616")
    assert g.level("116PZ") == 6
    late = germans(7)
    assert late.refuses("place I/156 5616") == "CTL-8.5g"
    late.play("place hq-116pz 4916", "place I/156 5616", "place I/60 5615")


def test_closed_ground_is_no_entry():
    """CTL-7.3.8d: on turn 3 German units may not be placed north-west of the line."""
    g = scene(
        scenario="aachen-1944", US={"4028": "1/16", "4128": "1/18"}, German={"4324": "hq-12id"},
        phase="german_arrivals", turn=3,
    )  # fmt: skip
    closed = g.numbers(g.s.world.chart.closed)
    assert not closed & hexes(g, "I/27")


# ---- HQs that were driven off the map


def driven_off(turn: int = 2, **more) -> Table:
    """The HQ of the 526th has left the map; a unit of it is still there."""
    return scene(
        scenario="stolberg-corridor", US=more.pop("us", READY), German={"2707": "GrE-473", **more.pop("german", {})},
        levels={"526": 0}, gone="hq-12id I/27 II/27 I/48 II/48 I/89 II/89 Fues-12 PzJg-12 1012-Assault-Gun",
        phase="german_arrivals", turn=turn, **more,
    )  # fmt: skip


def test_a_driven_off_hq_returns_near_its_supply():
    """CTL-5.3.2i, CTL-8.5j: in the friendly settlement nearest to a supply edge hex, with both values 0 as they were."""
    g = driven_off()
    assert g.asks("german", Arrivals)
    found = {g.hex(n) for n in hexes(g, "hq-526")}
    chart, grid = g.s.world.chart, g.s.world.grid
    edge = [h for h in grid if g.s.edge(GERMAN) >> h & 1]
    assert found
    best = {min(grid.distance(h, e) for e in edge) for h in found}
    others = [
        h
        for h in grid
        if chart.settled >> h & 1 and h not in found and g.control(g.s.world.hex_text(h)) == "german"
    ]
    assert len(best) == 1
    assert all(min(grid.distance(h, e) for e in edge) > min(best) for h in others)
    assert g.refuses("place hq-526 2609") == "CTL-5.3.2i"
    assert g.refuses("end") == "CTL-8.5j"
    assert "end" not in g.offers()
    g.play(f"place hq-526 {g.s.world.hex_text(min(found))}")
    assert g.level("526") == 0
    assert not g.asks("german", Arrivals)


def test_it_waits_while_there_is_no_friendly_settlement():
    """CTL-5.3.2i, CTL-8.5h."""
    g = driven_off(us_holds=" ".join(held_towns()))
    assert g.asks("german", Arrivals)
    assert g.refuses("place hq-526 2609") == "CTL-8.5h"
    g.play("end")
    assert g.at("hq-526") == "coming"


def held_towns() -> list[str]:
    world = theatre("stolberg-corridor")
    return [world.hex_text(h) for h in world.tracked if world.chart.settled >> h & 1]


def test_its_level_does_not_rise_while_it_is_away():
    """CTL-8.1a, CTL-5.3.2i."""
    g = scene(
        scenario="stolberg-corridor",
        US=READY,
        German={"2707": "GrE-473"},
        levels={"526": 0},
        phase="admin",
        turn=2,
    ).throws(1)
    assert g.level("526") == 0


# ---- what both see, and the chart


def test_a_newcomer_is_seen_as_it_enters():
    """CTL-5.3.4a, CTL-5.3.4k."""
    g = placing(us()).play("place 238-Eng 1012")
    assert [e.unit for e in g.events(Placed, "german")] == [g.unit("238-Eng")]


def test_stacks_may_be_put_in_order():
    """CTL-5.3.1d."""
    g = placing(us(turn=3, stacks={"1012": "1/16"})).play("place 745-Tank 1012", "top 1/16")
    assert g.stack("1012", "us") == "1/16 over 745-Tank"
    assert g.refuses("top 1/16") == "CTL-5.3.1d"
    assert g.refuses("spend 1/16") == "CTL-8.5"


@pytest.mark.parametrize(
    ("name", "comes", "leaves"), [("aachen-1944", 114, 3), ("stolberg-corridor", 15, 1), ("across-the-wurm", 18, 0), ("first-blood", 0, 0)]
)  # fmt: skip
def test_the_chart(name: str, comes: int, leaves: int):
    """CTL-3.7a, CTL-10g, CTL-10.2b to d, CTL-10.3b, CTL-10.3c, CTL-10.4b, CTL-10.1f: who comes and goes in each scenario."""
    chart = schedule(theatre(name))
    assert (len(chart.entries), len(chart.leaves)) == (comes, leaves)


def test_the_printed_counts():
    """CTL-10.2c, CTL-10.3b, CTL-10.3c: 9 counters of the 12th, 4 of the 29th, 11 of the 3rd Panzergrenadier."""
    world = theatre("aachen-1944")
    entries = schedule(world).entries
    for name, count, turn in (("12ID", 9, 2), ("29ID", 4, 6), ("3PZG", 11, 7)):
        f = world.formation(name)
        mine = [u for u in entries if world.counters[u].formation == f]
        assert (len(mine), {entries[u].turn for u in mine}) == (count, {turn})


def test_a_formation_begins_at_its_highest_level():
    """CTL-8.5.1b, CTL-10f."""
    s = empty(theatre("aachen-1944"))
    assert [s.level[f] for f in range(len(s.level))] == [x.level for x in s.world.staffs]


def test_who_starts_on_the_map_does_not_come_again():
    """CTL-3.7a: but the 116th, which leaves in between (CTL-8.5.2b)."""
    from grognard.systems.crossing_the_line.starts import given

    for name in ("aachen-1944", "stolberg-corridor", "across-the-wurm"):
        world = theatre(name)
        start = {u for u, _ in given(world).places}
        again = {world.counters[u].formation for u in start & set(schedule(world).entries)}
        assert again <= {world.formation("116PZ")}
        listed = start | set(schedule(world).entries)
        if name == "aachen-1944":
            missing = [world.counters[u].name for u in range(len(world.counters)) if u not in listed]
            assert missing == []
