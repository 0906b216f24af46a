"""Zones of control (TGC-zoc)."""

from random import Random

import pytest

from grognard.geometry.hexset import each
from grognard.systems.great_crusade.fighting import CombatPhase
from grognard.systems.great_crusade.marching import Movement
from grognard.systems.great_crusade.world import ALLIED, GERMAN
from grognard.systems.great_crusade.zoc import controls, engaged, engaging, in_enemy_zoc

from .slow import ball, countryside
from .table import axial, battle, board, france, scene
from .test_movement import HEXES, KINDS, SIZE, spoken


def zone(g, side):
    return {g.place(h) for h in each(g.state.field.zoc[side])}


def placed(rng, land, n):
    fields = sorted(h for h in HEXES if land.land(h) and land.kind(h) != "dike")
    return rng.sample(fields, n)


@pytest.mark.parametrize("seed", range(40))
def test_zones_hex_by_hex(seed):
    """TGC-zoc.1, TGC-zoc.2, TGC-zoc.3, TGC-zoc.4, TGC-zoc.5, TGC-zoc.8, TGC-zoc.9, TGC-zoc.10, TGC-zoc.11, TGC-def.16:
    both sides' zones, and who stands in one, compared with a search hex by hex."""
    rng = Random(seed)
    land = countryside(rng, HEXES, KINDS, lines=0.2)
    stand = placed(rng, land, 24)
    kinds = ["A-inf", "A-hq", "A-arm", "G-st", "G-hq", "G-inf"] * 4
    units = {}
    for i, (h, kind) in enumerate(zip(stand, kinds)):
        units[h] = f"{kind} u{i}"
    g = scene(units, board=spoken(land))
    sides = {s: [h for h, who in units.items() if who[0] == s[0].upper()] for s in (ALLIED, GERMAN)}
    for side, mine in sides.items():
        enemy = sides[side.enemy]
        assert zone(g, side) == land.zone(mine)
        held = {g.place(g.state.hex(u)) for u in engaged(g.state, side)}
        assert held == {h for h in mine if any(land.covers(e, h) for e in enemy)}
        holding = {g.place(g.state.hex(u)) for u in engaging(g.state, side)}
        assert holding == {e for e in enemy if any(land.covers(e, h) for h in mine)}
        for h in mine:
            (u,) = g.state.stack(g.hex(h), side)
            assert in_enemy_zoc(g.state, u) == (h in held)
    for a in stand[:6]:
        for b in ball(a, 1) & HEXES:
            assert controls(g.state, g.hex(a), g.hex(b)) == land.covers(a, b)


def test_zones_follow_the_units():
    """TGC-zoc.1, TGC-def.9: after every move, landing, return, retreat and loss the zone is that of where the units now stand."""
    land = board(numbered=[("normandy", "port", (0, 0), (-1, 0), 20)], beyond=[(9, 0)])
    g = scene(
        {(0, 0): "A-inf a, b", (9, 0): "G-inf g"}, board=land, britain="A-arm c", turn=5, invaded=[(0, 0)]
    )

    def expected(*hexes):
        return {h for x in hexes for h in ball(x, 1) | {x}} - {(-1, 0)}

    assert zone(g, "allied") == expected((0, 0))
    g.play("move a (3,0)")
    assert zone(g, "allied") == expected((0, 0), (3, 0))
    g.play("sail b from (0,0)")
    assert zone(g, "allied") == expected((3, 0))
    g.play("land c (0,0)", "move c (0,2)")
    assert zone(g, "allied") == expected((3, 0), (0, 2))
    g.game.undo(2)
    assert zone(g, "allied") == expected((3, 0))
    g = battle({(0, 0): "A-inf a", (1, 0): "G-inf d"}).play("attack a on d", "resolve 1").throws(3)
    g.play("retreat a to (-2,0)")
    assert (zone(g, "allied"), zone(g, "german")) == (
        ball((-2, 0), 1) | {(-2, 0)},
        ball((1, 0), 1) | {(1, 0)},
    )
    g = (
        battle({(0, 0): "A-inf a", (1, 0): "G-inf d"}).play("attack a on d", "resolve 1").throws(2)
    )  # both are lost
    assert not zone(g, "allied") | zone(g, "german")


def test_an_hq_has_a_zone_too():
    """TGC-zoc.1, TGC-zoc.6: it stops the enemy, and must be attacked."""
    g = scene({(0, 0): "A-arm a", (2, 0): "G-hq h"}).play("move a (1,0)")
    assert g.left("a") == 0
    g.end()
    assert g.must() == {"a": "TGC-combat.8", "h": "TGC-combat.9"}


def test_who_enters_stops():
    """TGC-zoc.6: in the first hex of it, with movement left."""
    g = scene({(0, 0): "A-arm a", (3, 0): "G-inf g"}).play("move a (2,0)")
    assert g.left("a") == 0
    g.refuses("TGC-zoc.6", "move a (1,0)", "move a (2,1)")
    far = scene({(0, 0): "A-arm a", (3, 0): "G-inf g"})
    far.refuses("TGC-zoc.6", "move a (4,-1)")


def test_who_ends_in_a_zone_must_attack():
    """TGC-zoc.7, TGC-zoc.9, TGC-combat.8: all who exert it must be attacked."""
    g = scene({(0, 0): "A-inf a", (3, 0): "G-inf g, h", (3, -1): "G-st i"}).play("move a (2,0)").end()
    assert g.asks("allied", CombatPhase)
    assert set(g.must()) == {"a", "g", "h", "i"}
    g.refuses("TGC-combat.8, 9", "end")


@pytest.mark.parametrize(
    ("terrain", "rivers", "held"),
    [
        ({}, [], True),
        ({}, ["(0,0)|(1,0)"], False),
        ({(0, 0): "fortress"}, [], False),
        ({(1, 0): "fortress"}, [], False),
        ({(0, 0): "fortress", (1, 0): "fortress"}, [], False),
        ({(0, 0): "mountain", (1, 0): "city"}, [], True),
        ({(0, 0): "fortified_zone", (1, 0): "mountain"}, [], True),
        ({(1, 0): "fortress"}, ["(0,0)|(1,0)"], False),
        ({}, ["(0,0)|(0,1)", "(1,0)|(1,1)"], True),
    ],
)
@pytest.mark.parametrize("side", ["allied", "german"])
def test_neighbours(terrain, rivers, held, side):
    """TGC-zoc.8, TGC-zoc.9, TGC-zoc.4, TGC-zoc.5, TGC-zoc.11: a river between them or a fortress keeps enemies apart,
    nothing else does."""
    g = battle({(0, 0): "A-inf a", (1, 0): "G-inf g"}, board=board(terrain, rivers), side=side)
    assert bool(g.must()) == held
    assert ((0, 0) in zone(g, "german")) == held
    assert ((1, 0) in zone(g, "allied")) == held


def test_no_zone_on_water_or_in_neutral_land():
    """TGC-zoc.3: into sea, lake, neutral and impassable hexes it does not reach."""
    around = dict(zip(sorted(ball((0, 0), 1)), ["sea", "lake", "neutral", "impassable", "off_map", "clear"]))
    g = scene({(0, 0): "A-inf a"}, board=board(around))
    assert zone(g, "allied") == {(0, 0), *(h for h, kind in around.items() if kind == "clear")}


def test_units_at_sea_have_no_zone():
    """TGC-inv.25, TGC-zoc.3: a German next to the sea hex is held by nobody."""
    g = france({"1729": "A-inf a", "1730": "G-inf g", "5736": "G-inf far"})
    assert not zone(g, "allied")
    assert not engaging(g.state, GERMAN)


def test_friends_do_not_cancel_it():
    """TGC-zoc.10: not for movement, not for combat; for supply see P1."""
    g = scene({(0, 0): "A-arm a", (1, 0): "A-inf f", (2, 0): "G-inf g"})
    g.play("move a (1,0)")
    assert g.left("a") == 0
    assert g.end().asks("allied", CombatPhase)
    assert set(g.must()) == {"a", "f", "g"}


def test_the_dike_lies_in_a_zone():
    """TGC-zoc.11, TGC-zoc.2: it extends into the dike hex as into a clear one, from either side."""
    assert "3906" in zone(france({"4006": "G-inf g"}), "german")
    assert "3906" in zone(france({"3807": "G-inf g"}), "german")
    assert "4006" not in zone(france({"3807": "G-inf g"}), "german")


def test_the_movement_phase_is_over_before_anybody_must_attack():
    """TGC-zoc.7: who leaves the zone again before the phase ends need not."""
    g = scene({(0, 0): "A-inf a", (1, 0): "G-inf g"})
    assert g.asks("allied", Movement)
    g.play("move a (-1,0)").end()
    assert not g.asks("allied", CombatPhase)


def test_the_board_is_the_one_of_the_search():
    """TGC-def.2: both speak of the same hexes."""
    assert {axial(h, SIZE) for h in spoken(countryside(Random(0), HEXES, KINDS, 0)).grid} == HEXES
