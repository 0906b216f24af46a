"""The worked examples of the source beyond combat: S6 to S8, S11 to S17, S20, S22, S23, S25 of examples.md."""

from collections.abc import Iterator

import pytest

from grognard.systems.great_crusade.airborne import Airborne, may_drop
from grognard.systems.great_crusade.events import Eliminated, Moved
from grognard.systems.great_crusade.fighting import CombatPhase
from grognard.systems.great_crusade.invasion import Invasion
from grognard.systems.great_crusade.marching import Movement
from grognard.systems.great_crusade.replacements import Replacement
from grognard.systems.great_crusade.supply import AlliedSupply

from .table import Scene, board, france, scene


def circle(q: int, r: int, n: int) -> set[tuple[int, int]]:
    """All hexes at distance n or less, but for the middle."""
    span = range(-n, n + 1)
    return {(q + x, r + y) for x in span for y in span if abs(x + y) <= n} - {(q, r)}


# ---- the map


def test_s6_a_unit_moves_over_the_dike_and_never_stops_on_it():
    """S6, TGC-area.13a, TGC-area.13b, TGC-move.2."""
    g = france({"3807": "A-arm a"}, phase="allied_movement")
    g.refuses("TGC-area.13b", "move a 3906")
    assert g.at("a") == "3807"
    assert "3906" not in g.reach("a")
    g.play("move a 4006")
    [moved] = g.events(Moved)
    assert [g.place(h) for h in moved.way] == ["3906", "4006"]
    assert g.left("a") == 4 - 2


@pytest.mark.parametrize("side", ["allied", "german"])
def test_s6_no_attack_across_the_dike(side):
    """S6, TGC-area.13e, TGC-combat.4."""
    g = france({"4006": "G-inf d", "3807": "A-inf a"}, phase=f"{side}_movement")
    g.refuses("TGC-combat.4", "attack a on d" if side == "allied" else "attack d on a")
    assert not g.offers("attack")


def test_s7_a_pause():
    """S7, TGC-move.9, TGC-move.12a, TGC-move.12b: what was moved before the pause is spent twice."""
    g = scene({(0, 0): "A-arm a"})
    assert g.reach("a") == circle(0, 0, 8)
    g.play("move a (2,0)")
    assert g.reach("a") == circle(2, 0, 4)
    g.play("move a (6,0)")
    assert g.left("a") == 0
    assert g.reach("a") == set()


S8 = {"board": board(numbered=[("normandy", "beach", (0, 0), (0, -1), 8)]), "phase": "german_movement"}


def test_s8_passing_through_a_beach_does_not_capture_it():
    """S8, TGC-inv.27c, TGC-move.16a."""
    g = scene({(-1, 0): "G-pz p"}, invaded=[(0, 0)], **S8).play("move p (1,0)")
    [moved] = g.events(Moved)
    assert [g.place(h) for h in moved.way] == [(0, 0), (1, 0)]
    assert g.state.invaded == (g.hex((0, 0)),)
    assert g.state.lost_beaches == ()


def test_s8_a_pause_on_a_beach_captures_it_for_good():
    """S8, TGC-inv.27a, TGC-inv.27b, TGC-move.16b."""
    g = scene({(-1, 0): "G-pz p"}, invaded=[(0, 0)], **S8).play("move p (0,0)", "move p (1,0)")
    assert g.state.invaded == ()
    assert g.state.lost_beaches == (g.hex((0, 0)),)


# ---- replacements


def test_s11_a_unit_costs_its_attack_factor():
    """S11, TGC-repl.1, TGC-repl.9, TGC-repl.10."""
    g = scene(lost="A-inf x", turn=20, phase="allied_replacement", factors=(4, 0))
    assert g.asks("allied", Replacement)
    g.play("replace x")
    assert g.state.factors == (0, 0)
    assert g.at("x") == "britain"


def test_s11_below_four_factors_nothing_is_offered():
    """S11, TGC-repl.9."""
    g = scene(lost="A-inf x", turn=20, phase="allied_replacement", factors=(3, 0))
    assert not g.asks("allied", Replacement)
    assert g.state.factors == (3, 0)


def test_s12_saving_for_a_panzer_division():
    """S12, TGC-repl.2, TGC-repl.11, TGC-repl.12, TGC-repl.1."""
    where = {"board": board(stars=[(9, 0)], beyond=[(9, 0)])}
    g = scene(
        {(9, 0): "G-inf d", (-9, 0): "A-inf a"}, lost="G-pz z", turn=16, phase="german_replacement", **where
    )
    assert g.state.factors == (0, 5)
    g.refuses("TGC-repl.1, 12", "replace z at (9,0)")
    g.week().pass_to("german", Replacement)
    assert g.state.turn == 17
    assert g.state.factors == (0, 10)
    g.play("replace z at (9,0)")
    assert g.state.factors == (0, 4)
    assert g.at("z") == (9, 0)


S15 = board(
    {(3, 0): "fortress", (3, 3): "fortress", (3, -3): "fortress"},
    numbered=[("normandy", "beach", (0, 0), (-1, 0), 20)],
    installations=[(3, 0), (3, 3), (3, -3)],
    beyond=[(20, 0)],
)


def factors(g: Scene, until: int) -> Iterator[int]:
    """What each turn adds, from the next turn on."""
    while g.state.turn < until:
        before = g.state.factors[0]
        g.week()
        yield g.state.factors[0] - before


def test_s15_installations_yield_factors():
    """S15, TGC-repl.8a, TGC-repl.8b, TGC-area.22b, TGC-area.22d: Boulogne on turn 3, Brest on 8, Rotterdam on 20."""
    units = {(2, 0): "A-inf a", (2, 3): "A-inf b", (2, -2): "A-inf c", (20, 0): "G-inf d"}
    g = scene(units, board=S15, turn=3, invaded=[(0, 0)])
    g.play("move a (3,0)")
    assert list(factors(g, 8)) == [0] * 5
    g.pass_to("allied", Movement).play("move b (3,3)")
    assert list(factors(g, 20)) == [2] * 12
    g.pass_to("allied", Movement).play("move c (3,-3)")
    assert list(factors(g, 23)) == [3] * 3


# ---- victory


RHINE = board(
    numbered=[("normandy", "beach", (0, 0), (-1, 0), 20)], beyond=[(q, 0) for q in (4, 5, 6, 7, 8, 20)]
)
NINE = {
    (4, 0): "A-inf a, b",
    (5, 0): "A-inf c, d",
    (6, 0): "A-inf e, f",
    (7, 0): "A-inf g, h",
    (8, 0): "A-inf i",
}


def test_s13_the_last_run_that_can_win():
    """S13, TGC-vic.3, TGC-vic.5: ten at the ends of turns 47 to 50."""
    units = NINE | {(8, 0): "A-inf i, j", (20, 0): "G-inf x"}
    g = scene(units, board=RHINE, turn=47, phase="allied_supply", invaded=[(0, 0)])
    counts = []
    while not g.game.over:
        g.week()
        counts.append((g.state.rhine, g.state.run))
    assert counts == [(10, 1), (10, 2), (10, 3), (10, 4)]
    assert g.state.turn == 50
    assert (g.game.verdict.side, g.game.verdict.clause) == ("allied", "TGC-vic.3")


def test_s13_one_turn_too_late():
    """S13, TGC-vic.3, TGC-vic.5, TGC-vic.8: nine at the end of turn 47."""
    units = NINE | {(8, 1): "A-inf j", (20, 0): "G-inf x"}
    g = scene(units, board=RHINE, turn=47, phase="allied_supply", invaded=[(0, 0)])
    g.week()
    assert g.state.rhine == 9
    g.pass_to("allied", Movement).play("move j (8,0)").week(9)
    assert (g.state.turn, g.state.rhine, g.state.run) == (50, 10, 3)
    assert (g.game.verdict.side, g.game.verdict.clause) == ("german", "TGC-vic.8")


def failed_landing() -> Scene:
    """Nobody ashore after turn 1."""
    return france({"cologne": "G-inf d"}, turn=1, phase="german_isolation", invasion=("normandy", 1))


def test_s14_after_a_failed_landing_the_allies_have_until_turn_9():
    """S14, TGC-vic.9a, TGC-vic.9b, TGC-vic.9c."""
    g = failed_landing()
    for turn in range(1, 9):
        assert g.state.turn == turn
        g.week()
        assert not g.game.over
    assert g.asks("allied", Invasion)
    g.week()
    assert g.state.turn == 9
    assert (g.game.verdict.side, g.game.verdict.clause) == ("german", "TGC-vic.9a")


def test_s14_a_foothold_on_turn_9_is_enough():
    """S14, TGC-vic.9a, TGC-vic.9c."""
    g = failed_landing().week(8)
    g.play("invade normandy", "embark us-inf-1 1729", "end").week()
    assert g.state.turn == 10
    assert g.game.verdict is None
    assert g.at("us-inf-1") == "1830"


# ---- supply


@pytest.mark.parametrize(
    ("kind", "invaded", "who", "found"),
    [
        ("beach", True, "", 11),
        ("beach", True, "A-hq h", 11),
        ("beach", True, "A-hq h, i", 22),
        ("beach", True, "A-hq h, i, j", 33),
        ("port", True, "A-hq h", 11),
        ("port", False, "A-inf a", 0),
        ("port", False, "A-hq h", 11),
        ("port", False, "A-hq h, i", 22),
        ("port", False, "A-hq h, i, j", 33),
        ("inland", False, "A-hq h", 11),
    ],
)
def test_s16_hq_ranges(kind, invaded, who, found):
    """S16, TGC-supply.12a, TGC-supply.16a, TGC-supply.16b, TGC-supply.16c."""
    g = scene(
        {(0, 0): who, (20, 0): "A-inf far"},
        board=board(numbered=[("normandy", kind, (0, 0), (-1, 0), 8)]),
        turn=5,
        phase="allied_supply",
        invaded=[(0, 0)] if invaded else [],
    )
    assert [source.range for source in g.state.sources] == [found]


def test_s17_a_source_is_lost():
    """S17, TGC-supply.20b, TGC-supply.20d, TGC-supply.21, TGC-supply.22."""
    names = "abcdefghijklmn"
    hexes = [(1, 0), (2, 0), (3, 0), (1, 1), (2, 1), (3, 1), (1, -1)]
    units = {hex: f"A-inf {x}, {y}" for hex, x, y in zip(hexes, names[::2], names[1::2])} | {
        (8, 0): "G-inf x"
    }
    where = board(
        numbered=[("normandy", "beach", (0, 0), (-1, 0), 8), ("normandy", "beach", (6, 0), (7, -1), 6)],
        beyond=[(8, 0)],
    )
    g = scene(units, board=where, turn=5, phase="allied_supply", invaded=[(0, 0), (6, 0)])
    assert not any(g.hungry(u) for u in names)
    g.pass_to("german", Movement).play("move x (6,0)")
    assert not any(g.hungry(u) for u in names)
    g.week()
    assert g.asks("allied", AlliedSupply)
    g.refuses("TGC-supply.20d", f"supply {','.join(names[:9])}")
    g.play(f"supply {','.join(names[:8])}")
    assert [g.hungry(u) for u in names] == [0] * 8 + [1] * 6


# ---- who holds a star


def test_s20_a_pause_takes_a_starred_hex():
    """S20, TGC-repl.13, TGC-repl.15a, TGC-move.16b."""
    stars = [(0, 0), (20, 0)]
    units = {(-1, 0): "A-inf a", (5, 0): "G-pz p"}
    g = scene(units, board=board(stars=stars, beyond=[*stars, (5, 0)]), turn=16, lost="G-inf d, e")
    g.play("move a (0,0)", "move a (-2,0)").pass_to("german", Replacement)
    g.refuses("TGC-repl.13", "replace d at (0,0)")
    assert g.goals("replace", "d") == {(20, 0)}
    g.end().play("move p (0,0)").week().pass_to("german", Replacement)
    assert g.state.turn == 17
    assert g.goals("replace", "d") == {(0, 0), (20, 0)}


# ---- HQs and airborne units


S22 = {(0, 0): "A-hq h", (1, 0): "G-inf d"}


def test_s22_an_hq_is_not_lost_in_the_enemy_s_movement():
    """S22, TGC-hq.5."""
    g = scene({(0, 0): "A-hq h", (2, 0): "G-inf d"}, phase="german_movement").play("move d (1,0)").end()
    assert g.asks("german", CombatPhase)
    assert g.at("h") == (0, 0)


def test_s22_an_hq_that_stays_is_lost():
    """S22, TGC-hq.3, TGC-hq.4."""
    g = scene(S22).end()
    assert g.at("h") == "lost"
    assert [e.by for e in g.events(Eliminated)] == ["TGC-hq.3"]


def test_s22_an_hq_moves_out_of_the_zone_of_control():
    """S22, TGC-hq.2, TGC-hq.4."""
    g = scene(S22).refuses("TGC-hq.2", "move h (0,1)", "move h (1,-1)")
    g.play("move h (-1,0)").end()
    assert g.at("h") == (-1, 0)


def test_s23_airborne_again():
    """S23, TGC-abn.5, TGC-sea.2, TGC-sea.4: home on turn 4, and not before turn 5 may it drop again."""
    port = board(numbered=[("normandy", "port", (0, 0), (-1, 0), 8)])
    g = scene({(0, 0): "A-abn p, A-inf a", (9, 0): "G-inf d"}, board=port, turn=4)
    g.play("sail p from (0,0)")
    assert g.at("p") == "britain"
    g.refuses("TGC-sea.4", "land p (0,0)")
    assert not g.offers("land", "p")
    g.week()
    assert g.asks("allied", Airborne)
    g.play("drop p (3,0)")
    assert g.at("p") == (3, 0)


def test_s23_the_sea_costs_one_factor():
    """S23, TGC-sea.2: from the port itself even a unit out of supply goes home; from next to it, it cannot."""
    port = board(numbered=[("normandy", "port", (0, 0), (-1, 0), 8)])
    g = scene({(0, 0): "A-abn p", (1, 0): "A-abn q"}, board=port, turn=4, unsupplied="p q")
    g.refuses("TGC-sea.2, 3", "sail q from (0,0)")
    g.play("sail p from (0,0)")
    assert g.at("p") == "britain"


def test_s25_three_drops_a_turn():
    """S25, TGC-abn.8b."""
    g = scene({(0, 0): "A-inf a"}, britain="A-abn p, q, r, s", turn=30, phase="allied_airborne")
    g.play("drop p (1,0)", "drop q (2,0)")
    assert g.asks("allied", Airborne)
    g.play("drop r (3,0)")
    breach = may_drop(g.state, g.unit("s"), g.hex((4, 0)))
    assert breach is not None
    assert breach.clause == "TGC-abn.8b"
    g.refuses("TGC-abn.8b, TGC-seq.3", "drop s (4,0)")
