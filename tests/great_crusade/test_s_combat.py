"""The worked examples of the source that are combats: S1 to S5, S9, S10, S18, S19, S21, S24 of examples.md."""

import pytest

from grognard.systems.great_crusade.air import TacticalAir
from grognard.systems.great_crusade.crt import Advances, Exchange, Retreats
from grognard.systems.great_crusade.fighting import CombatPhase

from .table import battle, board

RIVER = "(0,0)|(1,0)"


def fought(g, attack, die):
    """The column and the result of the first combat on the list, assigned and resolved."""
    g.play(f"attack {attack}", "resolve 1").throws(die)
    return g.shown


@pytest.mark.parametrize("terrain", ["mountain", "city", "fortified_zone"])
def test_s1_s2_mountain_and_city_double(terrain):
    """S1, S2, TGC-area.8c, TGC-area.9b, TGC-area.11, TGC-combat.29, TGC-crt.3: wherever the attackers stand."""
    g = battle({(1, 0): "G-inf d", (0, 0): "A-inf a, b"}, board=board({(1, 0): terrain}))
    assert g.totals("a b", "d") == (8, 8)
    assert fought(g, "a,b on d", 5) == ("1:1", ("AE",))
    around = [(0, 0), (0, 1), (1, -1), (1, 1), (2, -1), (2, 0)]
    for here in around:
        g = battle({(1, 0): "G-inf d", here: "A-inf a, b"}, board=board({(1, 0): terrain}))
        assert g.totals("a b", "d") == (8, 8)


def test_s1_only_the_defender_s_own_hex_counts():
    """S1, TGC-area.8c, TGC-combat.31: an attacker gains nothing from the mountain that he stands on."""
    g = battle({(1, 0): "G-inf d", (0, 0): "A-inf a, b"}, board=board({(0, 0): "mountain"}))
    assert g.totals("a b", "d") == (8, 4)


def test_s3_fortress():
    """S3, TGC-area.10b, TGC-crt.3."""
    fort = board({(1, 0): "fortress"})
    g = battle({(1, 0): "G-inf d", (0, 0): "A-arm a, b"}, board=fort)
    assert g.totals("a b", "d") == (10, 12)
    assert g.odds_of("a b", "d") == "1:2"
    assert g.totals("a b", "d", cas=True) == (11, 12)
    assert g.odds_of("a b", "d", cas=True) == "1:2"
    assert fought(g, "a,b on d cas", 4) == ("1:2", ("AR2",))
    g = battle({(1, 0): "G-inf d", (0, 0): "A-arm a, b", (0, 1): "A-arm c"}, board=fort)
    assert g.totals("a b c", "d") == (15, 12)
    assert fought(g, "a,b,c on d", 4) == ("1:1", ("AR2",))


@pytest.mark.parametrize("side", ["allied", "german"])
def test_s4_next_to_a_fortress_nobody_must_attack(side):
    """S4, TGC-zoc.5, TGC-zoc.8, TGC-combat.27, TGC-combat.28."""
    g = battle({(1, 0): "G-inf d", (0, 0): "A-inf a"}, board=board({(1, 0): "fortress"}), side=side)
    assert g.asks(side, CombatPhase)
    assert g.must() == {}
    g.end()
    assert not g.asks(side, CombatPhase)


@pytest.mark.parametrize(("side", "own", "other"), [("allied", "a", "d"), ("german", "d", "a")])
def test_s4_next_to_a_city_both_are_obliged(side, own, other):
    """S4, TGC-zoc.9, TGC-combat.8, TGC-combat.9."""
    g = battle({(1, 0): "G-inf d", (0, 0): "A-inf a"}, board=board({(1, 0): "city"}), side=side)
    assert g.must() == {own: "TGC-combat.8", other: "TGC-combat.9"}
    g.refuses("TGC-combat.8, 9", "end")


S5 = {(0, 0): "G-pz p, q, G-inf f", (1, 0): "A-inf x", (0, 1): "A-inf y"}
FORT = {(0, 0): "fortress"}


def test_s5_out_of_a_fortress_over_no_river():
    """S5 c, d, TGC-combat.25, TGC-combat.12, TGC-combat.27: all that no river protects must be attacked."""
    g = battle(S5, board=board(FORT), side="german")
    assert g.must() == {}
    g.play("attack p on x")
    assert g.must() == {"y": "TGC-combat.25"}
    g.refuses("TGC-combat.25, 12", "resolve 1")
    g.play("attack q on y")
    assert g.may("resolve 1")
    assert g.may("resolve 2")


def test_s5_out_of_a_fortress_with_a_river():
    """S5 a, b, TGC-combat.25, TGC-combat.27: the garrison need not attack, and not all of it when one does."""
    river = board(FORT, ["(0,0)|(0,1)"])
    g = battle(S5, board=river, side="german")
    assert g.may("end")
    g.play("attack p on x")
    assert g.must() == {}
    g.play("resolve 1").throws(1)
    assert g.shown == ("2:1", ("DE",))
    assert (g.at("q"), g.at("f"), g.at("y")) == ((0, 0), (0, 0), (0, 1))


S9 = {(0, 0): "A-inf a, b", (1, 0): "G-inf d, G-st e"}


def test_s9_two_against_two_in_one_combat():
    """S9 a, TGC-combat.4, TGC-combat.6a."""
    g = battle(S9)
    assert g.totals("a b", "d e") == (8, 7)
    assert fought(g, "a,b on d,e", 4) == ("1:1", ("AR2",))


def test_s9_two_against_two_in_two_combats():
    """S9 b, TGC-combat.6a, TGC-combat.6b: both stacks are divided."""
    g = battle(S9).play("attack a on d", "attack b on e")
    assert (g.totals("a", "d"), g.totals("b", "e")) == ((4, 4), (4, 3))
    g.play("resolve 1").throws(1)
    assert g.shown == ("1:1", ("DE",))
    g.play("resolve 1").throws(5)
    assert g.shown == ("1:1", ("AE",))
    assert [g.at(u) for u in "abde"] == [(0, 0), "lost", "lost", (1, 0)]


def test_s9_nobody_is_left_for_the_other():
    """S9 c, TGC-combat.9, TGC-combat.12: the combat may be entered, but not resolved."""
    g = battle(S9).play("attack a,b on e")
    assert g.odds_of("a b", "e") == "2:1"
    assert g.must() == {"d": "TGC-combat.9"}
    g.refuses("TGC-combat.9, 12", "resolve 1")


@pytest.mark.parametrize(("terrain", "defense", "odds"), [("city", 8, "1:1"), ("fortress", 12, "1:2")])
def test_s10_the_best_multiplier_only(terrain, defense, odds):
    """S10, TGC-combat.30, TGC-combat.19a."""
    units = {(0, 0): "A-arm a, b", (1, 0): "G-inf d"}
    g = battle(units, board=board({(1, 0): terrain}, [RIVER]))
    assert g.totals("a b", "d") == (10, defense)
    assert fought(g, "a,b on d", 4) == (odds, ("AR2",))
    assert battle(units, board=board({}, [RIVER])).totals("a b", "d") == (10, 8)


S18 = {(0, 0): "A-arm a", (1, 0): "G-inf d, e", (1, -1): "G-st f"}
S18_RIVERS = ["(0,0)|(1,0)", "(0,0)|(1,-1)"]


def test_s18_no_cherry_picking_over_a_river():
    """S18, TGC-combat.18, TGC-combat.19a, TGC-combat.20, TGC-combat.12."""
    g = battle(S18, board=board(rivers=S18_RIVERS))
    assert g.must() == {}
    assert g.may("end")
    g.play("attack a on d")
    assert g.must() == {"e": "TGC-combat.20", "f": "TGC-combat.20"}
    g.refuses("TGC-combat.20, 12", "resolve 1")
    g.play("cancel 1", "attack a on d,e,f")
    assert g.totals("a", "d e f") == (5, 22)
    g.play("resolve 1").throws(3)
    assert g.shown == ("1:5", ("AR2",))


def test_s18_what_is_offered_is_all_at_once():
    """S18, TGC-combat.20, TGC-combat.17: alone, a must attack all three, so nothing less is proposed."""
    g = battle(S18, board=board(rivers=S18_RIVERS))
    everybody = set(g.units("d e f"))
    assert {frozenset(x.defenders) for x in g.offers("attack")} <= {frozenset(everybody)}


def test_s19_an_exchange_may_cost_more():
    """S19, TGC-crt.11c, TGC-crt.11b."""
    g = battle({(0, 0): "A-arm a, b", (0, 1): "A-arm c", (1, 0): "G-inf d"})
    assert fought(g, "a,b,c on d", 2) == ("3:1", ("EX",))
    assert g.at("d") == "lost"
    assert g.asks("allied", Exchange)
    g.refuses("TGC-crt.11c", "lose -")
    g.play("lose a")
    assert [g.at(u) for u in "abc"] == ["lost", (0, 0), (0, 1)]


def test_s21_partly_across_a_river():
    """S21, TGC-combat.19b, TGC-combat.32, TGC-combat.34: not doubled, so no advance."""
    g = battle({(1, 0): "G-inf d", (0, 0): "A-inf a", (1, -1): "A-inf b"}, board=board(rivers=[RIVER]))
    assert g.totals("a b", "d") == (8, 4)
    assert fought(g, "a,b on d", 1) == ("2:1", ("DE",))
    assert g.at("d") == "lost"
    assert g.asks("allied", TacticalAir)


def test_s21_wholly_across_a_river():
    """S21, TGC-combat.19a, TGC-combat.33a."""
    g = battle({(1, 0): "G-inf d", (0, 0): "A-inf a"}, board=board(rivers=[RIVER]))
    assert g.totals("a", "d") == (4, 8)
    assert fought(g, "a on d", 1) == ("1:2", ("DR2",))
    assert g.asks("allied", Retreats)
    g.play("retreat d to (3,0)")
    assert g.asks("allied", Advances)
    g.play("advance a (1,0)")
    assert g.at("a") == (1, 0)


S24 = {(0, 0): "A-inf a", (2, -1): "A-inf b", (1, 1): "A-inf c", (1, 0): "G-inf x", (0, 1): "G-inf y"}


def test_s24_defenders_on_two_hexes():
    """S24, TGC-combat.4: every attacker is adjacent to every defender."""
    g = battle(S24)
    g.refuses("TGC-combat.4", "attack b on x,y", "attack a,b on x,y", "attack a,b on y")
    assert g.may("attack a on x,y")
    assert g.may("attack a,c on x,y")
    assert g.may("attack a,b on x")


def test_s24_all_five_are_under_obligation():
    """S24, TGC-combat.8, TGC-combat.9, TGC-combat.10: which friend attacks which enemy is free."""
    g = battle(S24)
    friends, enemies = dict.fromkeys("abc", "TGC-combat.8"), dict.fromkeys("xy", "TGC-combat.9")
    assert g.must() == friends | enemies
    g.play("attack a,c on y")
    assert g.must() == {"b": "TGC-combat.8", "x": "TGC-combat.9"}
    g.play("attack b on x")
    assert g.must() == {}
    assert g.may("resolve 2")
