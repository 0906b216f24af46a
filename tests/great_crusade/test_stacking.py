"""Stacking (TGC-move.4) beyond M6: what is refused in advance, and the last resort against a lock."""

import pytest

from grognard.kernel.breach import Illegal
from grognard.systems.great_crusade.events import Eliminated
from grognard.systems.great_crusade.fighting import CombatPhase
from grognard.systems.great_crusade.marching import Movement
from grognard.systems.great_crusade.replacements import Replacement

from .table import board, france, scene

FAR = {"5736": "G-inf far"}
PINCERS = {(1, 0): "G-inf x", (-1, 0): "G-inf y"}  # who stands between them has no hex to enter first


def test_a_move_that_could_not_be_put_right():
    """TGC-move.4e, TGC-move.4d: the third is refused as soon as two who stand there have nothing left."""
    units = {(0, 0): "A-inf a", (3, 0): "A-inf b", (-3, 0): "A-inf c", (0, 2): "A-hq h"}
    g = scene(units).play("move b (0,0)")
    g.play("move c (0,0)")  # a can still leave
    assert g.left("b") == g.left("c") == 0
    g.refuses("TGC-move.4b", "end")
    g.play("move a (2,0)").refuses("TGC-move.4e", "move a (0,0)")
    assert (0, 0) not in g.reach("a")
    g.play("move h (0,0)").end()  # with an HQ there is room for three
    assert g.at("h") == (0, 0)


def test_who_can_go_on_may_pass():
    """TGC-move.4e, TGC-move.3: a hex full of spent units can be entered by a unit that has movement left."""
    units = {(-1, 0): "A-inf a", (1, 0): "A-inf b", (-2, 0): "A-arm c"}
    g = scene(units, unsupplied="a b").play("move a (0,0)", "move b (0,0)")
    g.play("move c (0,0)")
    assert g.left("c") == 2
    g.refuses("TGC-move.4b", "end")
    g.play("move c (2,0)").end()


def test_german_spent_units():
    """TGC-move.4e, TGC-move.4a: three fill a hex, of whatever kind."""
    units = {(1, 0): "G-inf a", (-1, 0): "G-hq b", (0, 1): "G-st c", (0, -1): "G-st d"}
    g = scene(units, phase="german_movement", unsupplied="a b c d")
    g.play("move a (0,0)", "move b (0,0)", "move c (0,0)").refuses("TGC-move.4e", "move d (0,0)")


def test_a_drop_on_units_that_are_locked_in():
    """TGC-move.4e, TGC-abn.11: before the phase, a unit counts as movable if it could move from where it stands."""
    g = scene({(0, 0): "A-inf a, b", **PINCERS}, britain="A-abn p", phase="allied_airborne")
    g.refuses("TGC-move.4e", "drop p (0,0)")
    assert (0, 0) not in g.goals("drop", "p")
    one = {h: who for h, who in PINCERS.items() if h == (1, 0)}
    g = scene({(0, 0): "A-inf a, b", **one}, britain="A-abn p", phase="allied_airborne")
    g.play("drop p (0,0)").pass_to("allied", Movement)
    g.refuses("TGC-move.4b", "end")
    g.play("move a (-1,0)").end()
    assert g.asks("allied", CombatPhase)


def test_three_drops_on_one_hex():
    """TGC-move.4e, TGC-abn.9, TGC-abn.11: dropped units do not move, so two fill the hex."""
    g = scene({(0, 0): "A-inf a"}, britain="A-abn p, q, r", phase="allied_airborne")
    g.play("drop p (2,0)", "drop q (2,0)").refuses("TGC-move.4e", "drop r (2,0)")
    g.play("drop r (0,0)")


def test_a_placement_on_units_that_are_locked_in():
    """TGC-move.4e, TGC-repl.16: a full starred hex that nobody can leave takes no replacement."""
    star = board(stars=[(0, 0), (5, 0)], beyond=[(0, 0), (5, 0)])
    pincers = {(1, 0): "A-inf x", (-1, 0): "A-inf y"}
    full = {(0, 0): "G-st a, b, c"}
    more = {"turn": 20, "lost": "G-inf r", "phase": "german_replacement"}
    g = scene({**full, **pincers}, board=star, **more)
    assert g.asks("german", Replacement)
    g.refuses("TGC-move.4e", "replace r at (0,0)")
    assert g.goals("replace", "r") == {(5, 0)}
    g = scene({**full, (1, 0): "A-inf x"}, board=star, **more)
    g.play("replace r at (0,0)").pass_to("german", Movement).refuses("TGC-move.4a", "end")


def test_a_landing_on_spent_units():
    """TGC-move.4e, TGC-sea.7: who must stop where he lands finds the place full; who can go on may land."""
    land = board(numbered=[("normandy", "port", (0, 0), (-1, 0), 10)])
    held = {(0, 0): "A-inf a, b"}
    g = scene({**held, (5, 5): "A-hq h"}, board=land, britain="A-inf c", invaded=[(0, 0)], turn=5)
    g.play("land c (0,0)").play("move c (1,0)").end()
    g = scene(
        {(1, -1): "G-inf x", (0, 1): "G-inf y"}, board=land, britain="A-inf c, d, e", invaded=[(0, 0)], turn=5
    )
    g.play("land c (0,0)", "land d (0,0)")
    assert not g.reach("c") | g.reach("d")
    g.refuses("TGC-move.4e", "land e (0,0)")


def bound_for_gold(**more):
    """Two invaders off Gold, which nobody defends."""
    units = {"1729": "A-inf a, b", "1731": "A-inf c", **FAR}
    return france(units, **{"invasion": ("normandy", 1), "britain": "A-abn p", **more})


def test_invaders_bound_for_the_hex_count():
    """TGC-inv.16b, TGC-move.4e, TGC-move.4c: those at sea stand in the hex when the phase ends."""
    g = bound_for_gold(phase="allied_airborne")
    g.refuses("TGC-move.4e", "drop p gold")
    assert "1830" not in g.goals("drop", "p")
    g.pass_to("allied", Movement).play("move c gold")
    assert g.left("c") == 2
    g.refuses("TGC-move.4b", "end")
    g.play("move c 1831").end()
    assert (g.at("a"), g.at("b")) == ("1830", "1830")
    g = bound_for_gold(unsupplied="c")
    g.refuses("TGC-move.4e", "move c gold")
    assert "1830" not in g.reach("c")


def test_an_overfull_hex_is_named_as_it_is():
    """TGC-move.4a, b: those who stand there are there; of those who are still at sea it is said that they go ashore."""
    third = scene({(0, 0): "A-inf a", (2, 0): "A-inf b", (-2, 0): "A-inf c"})
    third.play("move b (0,0)", "move c (0,0)")
    assert why(third).endswith("holds more than 2 units, three with an HQ among them")
    fourth = scene({(0, 0): "G-inf a, b, c", (2, 0): "G-inf d"}, phase="german_movement")
    fourth.play("move d (0,0)")
    assert why(fourth).endswith("holds more than 3 units")
    landing = bound_for_gold().play("move c gold")
    assert why(landing).endswith("would hold more than 2 units with those who go ashore")


def why(g):
    """What the end of the phase is refused with."""
    with pytest.raises(Illegal) as refused:
        g.play("end")
    return refused.value.breach.why


def lake_but(*land):
    """A board of water with a few hexes of land."""
    water = {(q, r): "lake" for q in range(-4, 5) for r in range(-4, 5) if abs(q + r) <= 4}
    return board({h: kind for h, kind in water.items() if h not in land}, size=9)


@pytest.fixture
def locked():
    """A causeway of five hexes: three in the middle one, none of whom can leave, since both ways are full."""
    g = scene(
        {(-2, 0): "A-inf s, t", (-1, 0): "A-inf u", (0, 0): "A-inf v, w", (2, 0): "A-inf x, y"},
        board=lake_but((-2, 0), (-1, 0), (0, 0), (1, 0), (2, 0)),
        unsupplied="s t u v w x y",
    )
    g.play("move u (0,0)").refuses("TGC-move.4f", "remove u")  # v and w can still go
    g.play("move s (-1,0)", "move t (-1,0)", "move x (1,0)")
    g.refuses("TGC-move.4f", "remove u").play("move y (1,0)")
    return g


def test_the_last_resort(locked):
    """TGC-move.4f, TGC-move.4c: the owner gives up a unit of his choice, and the phase can end."""
    g = locked
    assert not g.reach("v") | g.reach("w") | g.reach("u")
    g.refuses("TGC-move.4b", "end")
    assert {g.name(a.unit) for a in g.offers("remove")} == {"u", "v", "w"}
    assert {a.verb for a in g.game.legal().forward if not hasattr(a, "head")} == {"remove"}
    g.refuses("TGC-move.4f", "remove s")
    g.play("remove v")
    assert g.at("v") == "lost"
    assert [e.by for e in g.events(Eliminated)] == ["TGC-move.4f"]
    g.refuses("TGC-move.4f", "remove u")
    g.end()
    assert (g.at("u"), g.at("w")) == ((0, 0), (0, 0))


def test_a_retreat_obeys_the_limit_at_once():
    """TGC-move.4d: what is allowed in passing to a unit that moves is refused to one that retreats."""
    units = {(0, 0): "A-inf a", (1, 0): "G-inf d", (-2, 0): "A-inf x, y"}
    g = scene(units).play("move a (-2,0)")
    assert g.at("a") == (-2, 0)
    g = scene(units, phase="allied_combat").play("attack a on d", "resolve 1").throws(3)
    assert g.shown == ("1:1", ("AR2",))
    g.refuses("TGC-crt.10b", "retreat a to (-2,0)")
    assert (-2, 1) in g.goals("retreat", "a")
    assert (-2, 0) not in g.goals("retreat", "a")
