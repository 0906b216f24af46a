"""What the scripted player of Crossing the Line understands of the game: ways that must be barred, objectives that change hands,
men who are needed elsewhere."""

from __future__ import annotations

from random import Random

from grognard.ai.crossing_the_line import Mind
from grognard.ai.crossing_the_line.assault import columns, force
from grognard.ai.crossing_the_line.avenues import Avenues
from grognard.ai.crossing_the_line.ground import Ground, objectives
from grognard.geometry.hexes import Hex
from grognard.systems.crossing_the_line import strength
from grognard.systems.crossing_the_line.actions import Posture
from grognard.systems.crossing_the_line.chart import GERMAN, US
from grognard.systems.crossing_the_line.system import SYSTEM

from ..crossing_the_line.table import Table, scene

CORRIDOR = "stolberg-corridor"


def go_on(g: Table, most: int = 40) -> list[str]:
    """Let it play until the activation is over; what it did."""
    mind, said, frames = Mind(), [], len(g.s.frames)
    for _ in range(most):
        now = g.game.decision
        if now is None or now.side is None or len(g.s.frames) < frames:
            break
        view = g.game.view(now.side)
        said.append(g.game.text(mind.choose(SYSTEM, view, SYSTEM.offers(g.s, now.side), Random(1))))
        g.play(said[-1])
    return said


# ---- ways


def test_what_stands_in_the_way_makes_it_longer():
    """CTL-5.4.1a, CTL-7.3.2d: an EZOC holds up, a stack has to be thrown out; without them the way is as long as it was."""
    us = {"3010": "1/16"}
    empty, held = (Avenues(scene(US=us, German=x, active="1ID", ap=1).s) for x in ({}, {"3014": "I/27"}))
    grid = empty.chart.grid
    far, near = grid.hex("3018"), grid.hex("3013")

    def cost(a: Avenues, hex: Hex) -> int:
        return next(t for t, hexes in a.come().items() if hexes >> hex & 1)

    assert cost(empty, far) == 8 * empty.cost[far]
    assert cost(held, far) > cost(empty, far)
    assert cost(held, near) == cost(empty, near) + 4
    s = held.s
    gone = Avenues(s, tuple(u for u in s.world.by_side[GERMAN] if s.at[u] >= 0))
    assert [cost(gone, h) for h in (near, far)] == [cost(empty, h) for h in (near, far)]


def test_germans_bar_the_way():
    """Where the line is open, whoever is free goes into the gap, and the US side has less to hope for."""
    g = scene(
        scenario=CORRIDOR, US={"2116": "1/16", "2218": "2/16"}, German={"3109": "hq-116pz", "2812": "I/60"}, active="116PZ", ap=1
    )  # fmt: skip
    before = Ground(g.s, GERMAN).hope
    go_on(g)
    assert Ground(g.s, GERMAN).hope < before - 2


def test_a_stack_that_bars_a_way_stays_there():
    """A reserve at hand is better spent than a hole torn elsewhere: after an activation the line is no worse than before."""
    line = {"2113": "II/10", "2116": "I/11", "2017": "II/11", "2019": "I/10", "2315": "PzJg-50"}
    g = scene(
        scenario=CORRIDOR, US={"2012": "1/16", "2015": "2/16", "1918": "3/16"}, German={"2617": "hq-9pz", **line}, active="9PZ", ap=5
    )  # fmt: skip
    before = Ground(g.s, GERMAN).hope
    go_on(g)
    assert Ground(g.s, GERMAN).hope <= before


# ---- objectives


def test_an_objective_that_nobody_guards_is_taken_back():
    """CTL-9.1b, e."""
    g = scene(
        scenario=CORRIDOR, US={"2116": "1/16"}, German={"2617": "hq-9pz", "3017": "II/10"}, us_holds="2915", active="9PZ", ap=1
    )  # fmt: skip
    assert g.s.controls(US, g.hex("2915"))
    go_on(g)
    assert g.s.controls(GERMAN, g.hex("2915"))


def test_nobody_leaves_an_objective_that_only_he_guards():
    """CTL-9.1e: with a friend in his place he would go on."""
    us = {"1810": "hq-1id", "2315": "1/16"}
    german = {"2617": "hq-12id", "2515": "I/27"}
    ground = Ground(scene(scenario=CORRIDOR, US=us, German=german, us_holds="2315", active="1ID", ap=1).s, US)
    (unit,) = (u for u in ground.s.world.by_side[US] if ground.s.world.unit_text(u) == "1/16")
    hex = ground.world.grid.hex("2315")
    assert [h for h, _ in ground.guarded((unit,), hex)] == [hex]
    two = Ground(
        scene(
            scenario=CORRIDOR,
            US={**us, "2314": "2/16"},
            German=german,
            us_holds="2315",
            active="1ID",
            ap=1,
        ).s,
        US,
    )
    assert two.guarded((unit,), hex) == []


# ---- the Admin Phase


def test_remnants_fill_up_others():
    """CTL-8.4.2: one of two weak battalions is given up, and its men go to the other; a strong one is kept."""
    g = scene(
        scenario=CORRIDOR, German={"2609": "hq-526", "2610": "GrE-453 CS1/4", "2710": "GrE-328 CS2/4"},
        phase="german_reorganization", turn=2,
    )  # fmt: skip
    said = go_on(g, 6)
    assert said[0].startswith("cannibalize ")
    assert said[1].startswith("spend ")
    whole = scene(
        scenario=CORRIDOR, German={"2609": "hq-526", "2610": "GrE-453 CS3/4", "2710": "GrE-328 CS4/4"},
        phase="german_reorganization", turn=2,
    )  # fmt: skip
    assert go_on(whole, 1) == ["end"]


def test_a_unit_goes_to_the_hq_that_can_use_it():
    """CTL-5.5.2b, c: from a spent formation to a fresh one, while both command it."""
    g = scene(
        scenario=CORRIDOR, German={"2609": "hq-526", "2617": "hq-9pz", "2613": "394-Assault-Gun for 526"}, us_holds="",
        levels={"526": 0, "9PZ": 5}, phase="german_assignment", turn=2,
    )  # fmt: skip
    assert "assign 394-Assault-Gun 9PZ" in go_on(g, 3)


# ---- odds


def test_columns_are_counted_over_all_pairs_of_chits():
    """CTL-7.5.1.1a, CTL-5.1b: no chit is drawn twice, and each column is what the rules make of the two sums."""
    g = scene(
        US={"3010": "745-Tank for 1ID CS6 over 1/16 CS5"}, German={"3011": "I/27 CS4"}, active="1ID", ap=3
    )
    s, x = g.s, g.assault("745-Tank+1/16", "3011", Posture.PREPARED)
    attack = force(s, x.attackers, [strength.RIGHT] * 2)
    defense = force(s, x.defenders(s), [strength.MIDDLE])
    found = dict(columns(s.world, attack, defense, s.world.chart.terrain[x.hex].line))
    counts: dict[int, int] = {}
    for a in range(1, 21):
        for d in range(1, 21):
            if a != d:
                at = strength.column(
                    s, x, strength.attack_strength(s, x, a), strength.defense_strength(s, x, d)
                )
                counts[at] = counts.get(at, 0) + 1
    assert found == {at: n / 380 for at, n in counts.items()}


def test_the_city_of_aachen_counts_where_it_decides():
    """CTL-10.2f: a hex of it, held at the end, is a decisive victory; it is no objective in the campaign but for 2609."""
    g = scene(scenario=CORRIDOR, US={"1810": "hq-1id"}, phase="us_replacements", turn=2)
    assert objectives(g.s)[g.hex("2708")] > 0
    campaign = scene(scenario="aachen-1944", US={"1810": "hq-1id"}, phase="us_replacements", turn=4)
    assert campaign.hex("2708") not in objectives(campaign.s)
