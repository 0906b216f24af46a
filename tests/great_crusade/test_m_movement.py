"""Part 3 of examples.md: zones of control and movement, M1 to M11."""

import pytest

from grognard.systems.great_crusade.air import TacticalAir
from grognard.systems.great_crusade.marching import Movement
from grognard.systems.great_crusade.movement import first_steps

from .slow import ball, distance
from .table import board, france, scene

RIVER = "(0,0)|(1,0)"


def test_m1_leaving_a_zone_of_control():
    """M1, TGC-move.5, TGC-move.6, TGC-move.7: the first hex not into the zone of whom one leaves."""
    units = {(0, 0): "A-inf u", (1, 0): "G-inf X", (-1, -1): "G-inf Y"}
    g = scene(units)
    assert (1, -1) not in g.reach("u")
    g.refuses("TGC-move.5", "move u (1,-1)")
    for there, left in {(0, -1): 0, (-1, 0): 0, (-1, 1): 2, (0, 1): 0}.items():
        g = scene(units).play(f"move u {there}".replace(", ", ","))
        assert (g.at("u"), g.left("u")) == (there, left)
    g.refuses("TGC-zoc.6", "move u (-1,1)")
    # (0, 1) is no first hex: it is open to who has a second factor, not to who has one
    g = scene(units, unsupplied="u")
    assert g.reach("u") == {(0, -1), (-1, 0), (-1, 1)}
    g.refuses("TGC-move.5", "move u (0,1)")


def test_m2_the_way_around_an_enemy():
    """M2, TGC-move.10, TGC-move.12b: strategic movement keeps away from the enemy all the way."""
    g = scene({(0, 0): "G-pz p", (4, -1): "A-inf a"}, phase="german_movement")
    assert {(3, 0), (5, 0), (7, 0)} <= g.reach("p")
    assert not {(4, 0), (8, 0)} & g.reach("p")
    g.refuses("TGC-zoc.6", "move p (4,0)")
    g.refuses("TGC-move.10, 12", "move p (8,0)")
    g.play("move p (3,0)")
    assert g.left("p") == 0
    g.game.undo()
    g.play("move p (5,0)")
    assert g.events()[0].left == 0
    assert len(g.events()[0].way) == 6
    assert (4, -1) not in {n for h in g.events()[0].way for n in ball(g.place(h), 1)}
    g.game.undo()
    g.play("move p (7,0)")
    assert len(g.events()[0].way) == 8


@pytest.mark.parametrize(
    ("unit", "hexes"),
    [("G-st", 2), ("G-inf", 3), ("G-hq", 4), ("G-abn", 6), ("G-pz", 8), ("A-inf", 6), ("A-hq", 8)],
)
def test_m3_who_moves_strategically(unit, hexes):
    """M3, TGC-move.8, TGC-move.9."""
    side = "allied" if unit[0] == "A" else "german"
    g = scene({(0, 0): f"{unit} u"}, phase=f"{side}_movement")
    assert g.reach("u") == ball((0, 0), hexes)


def test_m4_starting_beside_the_enemy():
    """M4, TGC-move.10, TGC-move.11: over a river there is no zone of control, and no strategic movement either."""
    g = scene({(0, 0): "A-arm a", (1, 0): "G-inf g"}, board=board(rivers=[RIVER]))
    assert max(distance((0, 0), h) for h in g.reach("a")) == 4
    assert (-4, 0) in g.reach("a")
    g.refuses("TGC-move.10", "move a (-5,0)")
    g.play("move a (-1,0)")  # the hex where it began stays part of its path
    assert g.left("a") == 3
    assert (-4, 0) in g.reach("a")
    assert (-5, 0) not in g.reach("a")
    away = scene({(-1, 0): "A-arm a", (1, 0): "G-inf g"}, board=board(rivers=[RIVER]))
    assert (-9, 0) in away.reach("a")


def test_m5_mountains():
    """M5, TGC-area.8a, TGC-area.8b: entering stops, and who begins there has no strategic movement."""
    hills = board({(2, 0): "mountain", (3, 0): "mountain"})
    g = scene({(0, 0): "A-arm a"}, board=hills).play("move a (2,0)")
    assert (g.at("a"), g.left("a")) == ((2, 0), 0)
    g.refuses("TGC-area.8a", "move a (2,1)")
    g = scene({(2, 0): "A-arm a"}, board=hills)
    assert {(3, 0), (2, 1), (2, 4)} <= g.reach("a")
    assert max(distance((2, 0), h) for h in g.reach("a")) == 4
    g.refuses("TGC-area.8b", "move a (2,5)")
    g.play("move a (2,1)")
    assert g.left("a") == 3
    assert max(distance((2, 1), h) for h in g.reach("a")) == 3
    g = scene({(2, 0): "A-arm a"}, board=hills).play("move a (3,0)")
    assert g.left("a") == 0


@pytest.mark.parametrize(
    ("there", "comes", "clause"),
    [
        ("A-inf a, b", "A-hq c", ""),
        ("A-hq a, b", "A-hq c", ""),
        ("A-inf a, A-hq b", "A-hq c", ""),
        ("A-inf a, b", "A-inf c", "TGC-move.4b"),
        ("A-inf a, b, A-hq d", "A-hq c", "TGC-move.4b"),
        ("G-inf a, b", "G-pz c", ""),
        ("G-inf a, b, G-st d", "G-inf c", "TGC-move.4a"),
    ],
)
def test_m6_stacking(there, comes, clause):
    """M6, TGC-move.4a, TGC-move.4b, TGC-move.4c, TGC-move.4d: nobody asks while units move, only when the phase ends."""
    side = "allied" if comes[0] == "A" else "german"
    units = {(0, 0): there, (1, 0): comes, (9, 9): "G-st far" if side == "allied" else "A-inf far"}
    g = scene(units, phase=f"{side}_movement").play("move c (0,0)")
    assert g.at("c") == (0, 0)
    if clause:
        g.refuses(clause, "end")
        assert not any(a.verb == "end" for a in g.game.legal())
        g.play("move a (0,1)").end()
    else:
        g.end()
    assert not g.asks(side, Movement)


def test_m7_unsupplied():
    """M7, TGC-move.14, TGC-supply.2: one hex, and no strategic movement."""
    g = scene({(0, 0): "A-arm a"}, unsupplied="a")
    assert g.reach("a") == ball((0, 0), 1)
    g.refuses("TGC-move.14", "move a (2,0)")


def test_m8_a_pause_spends_strategic_range():
    """M8, TGC-move.12a, TGC-move.12b."""
    g = scene({(0, 0): "A-arm a"}).play("move a (3,0)")
    assert g.left("a") == 1
    assert g.reach("a") == ball((3, 0), 2)
    g.play("move a (5,0)")
    assert g.left("a") == 0
    g = scene({(0, 0): "A-arm a"}).play("move a (5,0)")
    assert g.left("a") == 0
    g.refuses("TGC-move.13", "move a (6,0)")


def test_m9_the_dike_and_zones_of_control():
    """M9, TGC-area.13d: it could not stop there."""
    held = france({"4006": "G-inf g", "3807": "A-arm a"})
    dike = held.hex("3906")
    free = france({"4106": "G-inf g", "3807": "A-arm a"})  # 4006 lies in its zone, 3906 does not

    def open_to(g):
        return bool(first_steps(g.state.world, g.state.at, g.unit("a")) >> dike & 1)

    assert open_to(free)
    assert "4006" in free.reach("a")
    assert not open_to(held)
    assert not {"3906", "4005", "4006", "4007"} & held.reach("a")
    held.refuses("TGC-area.13", "move a 3906")
    assert held.reach("a")  # it is not held where it stands


def test_m10_an_interdicted_unit():
    """M10, TGC-air.7a, TGC-air.7b."""
    units = {(0, 0): "G-pz p", (9, 9): "G-st s", (9, 8): "G-inf i", (-20, 0): "A-inf a"}
    g = scene(units, board=board(beyond=[(0, 0), (9, 9), (9, 8)]), phase="allied_tactical_air")
    g.refuses("TGC-air.7b", "interdict s", "interdict i", "interdict a")
    g.play("interdict p").pass_to("german", Movement)
    assert g.reach("p") == ball((0, 0), 4)
    g.refuses("TGC-air.7a", "move p (8,0)")
    g.game.undo(len(g.game.log))
    g.pass_to("german", Movement)
    assert (8, 0) in g.reach("p")


def test_m11_an_interdicted_river_hex():
    """M11, TGC-air.9a, TGC-air.9b, TGC-air.9c: who crosses the river stops, who comes over land goes on."""
    land = board(rivers=[RIVER], beyond=[(0, 0), (1, -1)])
    units = {(0, 0): "G-pz wet", (1, -1): "G-pz dry", (-20, 0): "A-inf a"}
    g = scene(units, board=land, phase="allied_tactical_air")
    assert g.asks("allied", TacticalAir)
    g.refuses("TGC-air.9c", "watch (5,5)", "watch (1,-1)")
    g.play("watch (1,0)").pass_to("german", Movement)
    g.play("move wet (3,0)")
    assert g.left("wet") == 0  # around, by (1,-1): four hexes instead of three
    g.game.undo()
    g.play("move wet (1,0)", "move dry (1,0)")
    assert (g.left("wet"), g.left("dry")) == (0, 3)
    g.refuses("TGC-move.13", "move wet (2,0)")
    assert (4, 0) in g.reach("dry")
    assert g.state.watched
    g.end()
    assert not g.state.watched
    g = scene(units, board=land, phase="german_movement").play("move wet (3,0)")
    assert g.left("wet") == 1
