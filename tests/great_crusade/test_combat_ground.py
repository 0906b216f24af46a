"""Rivers, fortresses and multipliers (TGC-combat.18 to 31) where examples.md is silent."""

import pytest

from grognard.systems.great_crusade.crt import Advances

from .table import battle, board

RIVER = "(0,0)|(1,0)"
ALL_ROUND = ["(0,0)|(1,0)", "(0,0)|(1,-1)", "(0,0)|(0,-1)", "(0,0)|(-1,0)", "(0,0)|(-1,1)", "(0,0)|(0,1)"]


# ---- 18 to 22: rivers


@pytest.mark.parametrize("side", ["allied", "german"])
def test_a_river_keeps_the_peace(side):
    """TGC-combat.18: adjacent enemies with a river between them need not fight, whatever else stands beside them."""
    units = {(0, 0): "A-inf a", (1, 0): "G-inf d", (0, 1): "A-inf b", (2, 0): "G-inf e"}
    g = battle(units, board=board(rivers=[RIVER]), side=side)
    own, other = ("b", "d") if side == "allied" else ("d", "b")
    assert g.must() == {own: "TGC-combat.8", other: "TGC-combat.9"}


def test_a_river_counts_on_the_hexside_between_the_two_only():
    """TGC-combat.19a, TGC-def.4: a river elsewhere around the hex doubles nobody."""
    units = {(0, 0): "A-inf a, b", (1, 0): "G-inf d"}
    others = ["(0,0)|(1,-1)", "(1,0)|(1,-1)", "(1,0)|(2,0)", "(0,1)|(1,0)"]
    assert battle(units, board=board(rivers=others)).totals("a b", "d") == (8, 4)
    assert battle(units, board=board(rivers=[*others, RIVER])).totals("a b", "d") == (8, 8)


def test_all_attackers_must_be_across():
    """TGC-combat.19a, TGC-combat.19b: two across from two sides double; one who is not across undoes it."""
    units = {(0, 0): "A-inf a", (0, 1): "A-inf b", (1, -1): "A-inf c", (1, 0): "G-inf d"}
    g = battle(units, board=board(rivers=[RIVER, "(0,1)|(1,0)"]))
    assert g.totals("a b", "d") == (8, 8)
    assert g.totals("a b c", "d") == (12, 4)
    assert g.totals("c", "d") == (4, 4)


def test_a_river_attack_brings_every_neighbour_of_the_attacker():
    """TGC-combat.20: river between or not; those next to the attacked hex only are not concerned."""
    units = {(0, 0): "A-arm a", (1, 0): "G-inf d", (-1, 0): "G-inf e", (0, -1): "G-inf f", (2, 0): "G-inf g"}
    g = battle(units, board=board(rivers=[RIVER, "(0,0)|(-1,0)", "(0,0)|(0,-1)"]))
    assert g.must() == {}
    g.play("attack a on d")
    assert g.must() == {"e": "TGC-combat.20", "f": "TGC-combat.20"}


def test_a_river_attack_brings_neighbours_of_each_attacker():
    """TGC-combat.20: also of one who joins over the river; not of one who is not across."""
    units = {(0, 0): "A-arm a", (1, -1): "A-arm b", (1, 0): "G-inf d", (-1, 0): "G-inf e", (1, -2): "G-inf f"}
    g = battle(units, board=board(rivers=[RIVER, "(0,0)|(-1,0)", "(1,-1)|(1,-2)"]))
    assert g.must() == {"b": "TGC-combat.8", "d": "TGC-combat.9"}
    g.play("attack b on d")
    assert g.must() == {}
    g.play("cancel 1", "attack a,b on d")
    assert g.must() == {"e": "TGC-combat.20"}
    both = battle(units, board=board(rivers=[RIVER, "(0,0)|(-1,0)", "(1,-1)|(1,-2)", "(1,-1)|(1,0)"]))
    assert both.must() == {}
    both.play("attack a,b on d")
    assert both.must() == {"e": "TGC-combat.20", "f": "TGC-combat.20"}


def test_what_a_river_attack_brings_may_be_met_by_others_in_any_combat():
    """TGC-combat.21: also by a combat that was assigned before, or by one over another river."""
    units = {(0, 0): "A-arm a", (1, 0): "G-inf d", (1, -1): "G-inf e", (2, -2): "A-inf b"}
    g = battle(units, board=board(rivers=[RIVER, "(0,0)|(1,-1)", "(2,-2)|(1,-1)"])).play("attack b on e")
    assert g.must() == {}
    g.play("attack a on d")
    assert g.must() == {}
    assert g.may("resolve 2")


def test_a_fortress_is_exempt_unless_it_is_attacked_itself():
    """TGC-combat.22, TGC-combat.23: and then the whole of its garrison."""
    units = {(0, 0): "A-arm a", (-1, 1): "A-arm b", (1, 0): "G-inf d", (0, 1): "G-inf x, y"}
    g = battle(units, board=board({(0, 1): "fortress"}, [RIVER])).play("attack a on d")
    assert g.must() == {}
    g.play("attack b on x")
    assert g.must() == {"y": "TGC-combat.23"}


# ---- 23 to 28: fortresses


def test_into_a_fortress_from_anywhere():
    """TGC-combat.23, TGC-combat.28: whoever attacks one of the garrison, all of it must be attacked; before that
    nobody must."""
    units = {(1, 0): "G-inf d, G-st e, G-hq h", (0, 0): "A-arm a", (2, 0): "A-arm b", (1, 1): "A-arm c"}
    g = battle(units, board=board({(1, 0): "fortress"}))
    assert g.must() == {}
    g.play("attack a on d")
    assert g.must() == {"e": "TGC-combat.23", "h": "TGC-combat.23"}
    g.play("attack b on e")
    assert g.must() == {"h": "TGC-combat.23"}
    g.play("attack c on h")
    assert g.may("resolve 3")


def test_a_single_attack_may_have_defenders_elsewhere_too():
    """TGC-combat.24: with the option, the garrison must be together in one combat; others may be in it."""
    units = {(1, 0): "G-inf d, G-st e", (0, 1): "G-inf f", (0, 0): "A-arm a"}
    g = battle(units, board=board({(1, 0): "fortress"}), single_attack=True)
    g.refuses("TGC-combat.24", "attack a on d,f")
    g.play("attack a on d,e,f")
    assert g.totals("a", "d e f") == (5, 3 * 4 + 3 * 3 + 4)
    assert g.may("resolve 1")


def test_out_of_a_fortress_enemies_in_fortresses_are_exempt():
    """TGC-combat.25: no zone of control enters a fortress."""
    units = {(0, 0): "G-pz p", (1, 0): "A-inf x", (0, 1): "A-inf y", (-1, 0): "A-inf z"}
    g = battle(units, board=board({(0, 0): "fortress", (0, 1): "fortress"}), side="german")
    g.play("attack p on x")
    assert g.must() == {"z": "TGC-combat.25"}


def test_out_of_a_fortress_others_may_help():
    """TGC-combat.25, TGC-combat.10: the enemies beside it must be attacked, no matter by whom."""
    units = {(0, 0): "G-pz p", (1, 0): "A-inf x", (-1, 0): "A-inf z", (-2, 0): "G-pz r"}
    g = battle(units, board=board({(0, 0): "fortress"}), side="german")
    assert g.must() == {"r": "TGC-combat.8", "z": "TGC-combat.9"}
    g.play("attack p on x", "attack r on z")
    assert g.must() == {}


def test_out_of_a_fortress_across_a_river():
    """TGC-combat.26: then every neighbour of the attacker must be attacked, also over another river."""
    units = {(0, 0): "G-pz p", (1, 0): "A-inf x", (0, 1): "A-inf y", (-1, 0): "A-inf z"}
    where = board({(0, 0): "fortress"}, [RIVER, "(0,0)|(0,1)"])
    g = battle(units, board=where, side="german").play("attack p on z")
    assert g.must() == {}
    g.play("cancel 1", "attack p on x")
    assert g.must() == {"y": "TGC-combat.20", "z": "TGC-combat.20"}


def test_the_companions_of_a_sally_stay_inside():
    """TGC-combat.27, TGC-combat.11."""
    units = {(0, 0): "G-pz p, G-pz q, G-inf f", (1, 0): "A-inf x"}
    g = battle(units, board=board({(0, 0): "fortress"}), side="german").play("attack q on x", "resolve 1")
    g.throws(5)
    assert g.shown == ("2:1", ("EX",))
    g.play("lose q")
    assert [g.at(u) for u in "pqfx"] == [(0, 0), "lost", (0, 0), "lost"]


def test_a_defender_beside_an_enemy_fortress_is_not_obliged_to_it():
    """TGC-combat.28, TGC-combat.8: he must attack the enemy in the open, the fortress he may leave alone."""
    units = {(0, 0): "A-inf a", (1, 0): "G-inf d", (0, 1): "G-inf e"}
    g = battle(units, board=board({(1, 0): "fortress"}))
    assert g.must() == {"a": "TGC-combat.8", "e": "TGC-combat.9"}
    g.play("attack a on e")
    assert g.must() == {}


# ---- 29 to 31: multipliers


@pytest.mark.parametrize(
    ("terrain", "times"), [("clear", 1), ("city", 2), ("mountain", 2), ("fortified_zone", 2), ("fortress", 3)]
)
@pytest.mark.parametrize("side", ["allied", "german"])
def test_terrain(terrain, times, side):
    """TGC-combat.29, TGC-area.7: for either side."""
    units = {(0, 0): "A-inf a", (1, 0): "G-inf d"}
    own, other, hex, factor = ("a", "d", (1, 0), 4) if side == "allied" else ("d", "a", (0, 0), 3)
    g = battle(units, board=board({hex: terrain}), side=side)
    assert g.totals(own, other)[1] == factor * times


@pytest.mark.parametrize(("kind", "terrain", "times"), [
    ("beach", "clear", 1), ("port", "clear", 2), ("port", "city", 2), ("port", "fortress", 3), ("beach", "mountain", 2),
])  # fmt: skip
def test_from_the_sea(kind, terrain, times):
    """TGC-combat.29, TGC-inv.19a, TGC-inv.19b, TGC-inv.19c, TGC-inv.19d, TGC-inv.20: no river counts at sea."""
    where = board({(0, 0): terrain}, ALL_ROUND, numbered=[("normandy", kind, (0, 0), (-1, 0), 9)])
    g = battle({(-1, 0): "A-inf a, b", (0, 0): "G-inf d", (1, 0): "A-inf c"}, board=where)
    assert g.totals("a b", "d") == (8, 4 * times)
    assert g.totals("a c", "d") == (8, 4 * times)


@pytest.mark.parametrize("terrain", ["city", "mountain", "fortified_zone", "fortress"])
def test_multipliers_are_never_cumulative(terrain):
    """TGC-combat.30: the highest alone, with the river, and with a port attacked from the sea."""
    best = 3 if terrain == "fortress" else 2
    units = {(0, 0): "A-inf a", (1, 0): "G-inf d"}
    assert battle(units, board=board({(1, 0): terrain}, [RIVER])).totals("a", "d") == (4, 4 * best)


def test_each_hex_has_its_own_multiplier():
    """TGC-combat.31: clear, city and fortress in one combat."""
    units = {(0, 0): "A-arm a", (1, 0): "G-inf d", (0, 1): "G-st e", (1, -1): "G-stw f"}
    g = battle(units, board=board({(1, 0): "fortress", (0, 1): "city"}))
    assert g.totals("a", "d e f") == (5, 4 * 3 + 3 * 2 + 2)


def test_a_city_cleared_together_with_the_open_may_be_occupied():
    """TGC-combat.31, TGC-combat.32: only the doubled one of two emptied hexes."""
    units = {(0, 0): "A-arm a, b", (1, 1): "A-arm c", (1, 0): "G-stw d", (0, 1): "G-stw e"}
    g = battle(units, board=board({(1, 0): "city"})).play("attack a,b,c on d,e", "resolve 1").throws(1)
    assert g.shown == ("2:1", ("DE",))
    assert g.asks("allied", Advances)
    g.refuses("TGC-combat.32", "advance a (0,1)")
    assert {g.place(x.to) for x in g.offers("advance")} == {(1, 0)}
