"""Combat arithmetic and results: C1 to C22 of examples.md."""

from fractions import Fraction

import pytest

import grognard as gg
from grognard.systems.great_crusade.actions import Advance
from grognard.systems.great_crusade.air import TacticalAir
from grognard.systems.great_crusade.combat import column
from grognard.systems.great_crusade.crt import Advances, Exchange, Retreats
from grognard.systems.great_crusade.events import Eliminated

from .table import battle, board, scene

RIVER = "(0,0)|(1,0)"
COLUMNS = ["1:6", "1:5", "1:4", "1:3", "1:2", "1:1", "2:1", "3:1", "4:1", "5:1", "6:1"]


def fought(g, attack, die):
    """Assign and resolve the first combat on the list; the column and the result."""
    g.play(f"attack {attack}", "resolve 1").throws(die)
    return g.shown


# ---- odds and table


@pytest.mark.parametrize(
    ("attack", "defense", "odds"),
    [
        ("9", 4, "2:1"),
        ("7", 4, "1:1"),
        ("4", 7, "1:2"),
        ("4", 9, "1:3"),
        ("6.5", 3, "2:1"),
        ("11.5", 4, "2:1"),
        ("22", 4, "5:1"),
        ("4", 22, "1:6"),
        ("5", 31, "1:6"),
        ("40", 6, "6:1"),
        ("12", 12, "1:1"),
        ("11", 12, "1:2"),
    ],
)
def test_c1_odds(attack, defense, odds):
    """C1, TGC-crt.3, TGC-crt.4, TGC-def.14."""
    assert column(Fraction(attack), Fraction(defense), COLUMNS) == odds


@pytest.mark.parametrize(
    ("odds", "die", "result"),
    [
        ("3:1", 5, "EX"),
        ("1:2", 1, "DR2"),
        ("2:1", 6, "AE"),
        ("2:1", 4, "AR2"),
        ("4:1", 2, "EX"),
        ("1:6", 3, "AR2"),
        ("6:1", 2, "DR2"),
        ("5:1", 6, "DE"),
        ("1:1", 3, "AR2"),
        ("1:4", 2, "AE"),
        ("1:3", 2, "AR2"),
    ],
)
def test_c2_table(odds, die, result):
    """C2, TGC-crt.5, TGC-area.3."""
    assert gg.table("great-crusade", "crt", column=odds, die=die) == result


def test_c3_an_unsupplied_attacker_counts_half():
    """C3, TGC-supply.3, TGC-crt.1, TGC-air.3."""
    g = battle({(0, 0): "A-arm a, A-inf b", (1, 0): "G-st d"}, unsupplied="a")
    assert g.totals("a b", "d", cas=True) == (Fraction("7.5"), 3)
    assert fought(g, "a,b on d cas", 3) == ("2:1", ("DR2",))


def test_c3_an_unsupplied_defender_counts_in_full():
    """C3, TGC-supply.4, TGC-crt.2."""
    g = battle({(0, 0): "A-arm a", (1, 0): "G-pg d"}, unsupplied="a", side="german")
    assert g.totals("d", "a") == (5, 5)


# ---- exchange


def test_c4_exchange_tie():
    """C4, TGC-crt.11a, TGC-crt.11b, TGC-air.11, TGC-crt.11f: without air 8 and 8, so all are lost."""
    g = battle({(0, 0): "A-inf a, b", (1, 0): "G-inf d"}, board=board({(1, 0): "city"}))
    assert g.totals("a b", "d", cas=True) == (9, 8)
    assert fought(g, "a,b on d cas", 2) == ("1:1", ("EX",))
    assert [g.at(u) for u in "abd"] == ["lost"] * 3
    assert g.asks("allied", TacticalAir)


@pytest.mark.parametrize(("lose", "stay"), [("c", "ab"), ("a", "bc"), ("a,b", "c"), ("a,b,c", "")])
def test_c5_exchange_attacker_larger(lose, stay):
    """C5, TGC-crt.11c, TGC-crt.11d: any choice worth four or more, also a costlier one than needed."""
    g = battle({(0, 0): "A-arm a, b", (0, 1): "A-inf c", (1, 0): "G-inf d"})
    assert fought(g, "a,b,c on d", 5) == ("3:1", ("EX",))
    assert g.asks("allied", Exchange)
    g.refuses("TGC-crt.11c", "lose -", "end")
    g.play(f"lose {lose}")
    assert "".join(u for u in "abc" if g.at(u) != "lost") == stay
    assert g.at("d") == "lost"


def test_c6_exchange_defender_larger():
    """C6, TGC-crt.11c, TGC-crt.11e: a defender is worth as much as it counted."""
    units = {(0, 0): "A-inf a, b", (1, 0): "G-inf d, G-st e"}
    for lose, stay in (("d", "e"), ("d,e", "")):
        g = battle(units, board=board({(1, 0): "city"}))
        assert g.totals("a b", "d e") == (8, 14)
        assert fought(g, "a,b on d,e", 2) == ("1:2", ("EX",))
        assert g.asks("german", Exchange)
        assert [g.at(u) for u in "ab"] == ["lost", "lost"]
        g.refuses("TGC-crt.11c", "lose e")
        g.play(f"lose {lose}")
        assert "".join(u for u in "de" if g.at(u) != "lost") == stay


@pytest.mark.parametrize(("lose", "stay"), [("b", "a"), ("a,b", "")])
def test_c7_exchange_with_a_halved_unit(lose, stay):
    """C7, TGC-crt.11a, TGC-supply.3: halves count; 2.5 is not enough for 3."""
    g = battle({(0, 0): "A-arm a, A-inf b", (1, 0): "G-st d"}, unsupplied="a")
    assert g.totals("a b", "d") == (Fraction("6.5"), 3)
    assert fought(g, "a,b on d", 2) == ("2:1", ("EX",))
    assert g.at("d") == "lost"
    g.refuses("TGC-crt.11c", "lose a")
    g.play(f"lose {lose}")
    assert "".join(u for u in "ab" if g.at(u) != "lost") == stay


# ---- multipliers


def test_c8_two_multipliers_in_one_combat():
    """C8, TGC-combat.31, TGC-crt.2."""
    units = {(1, 0): "G-inf d", (0, 1): "G-st e", (0, 0): "A-arm a, b", (1, 1): "A-arm c"}
    g = battle(units, board=board({(1, 0): "city"}))
    assert g.totals("a b c", "d e") == (15, 8 + 3)
    assert fought(g, "a,b,c on d,e", 4) == ("1:1", ("AR2",))


def test_c9_the_river_is_judged_for_each_hex():
    """C9, TGC-combat.19c."""
    units = {(0, 0): "A-arm a, b", (1, 0): "G-inf d", (0, 1): "G-inf e"}
    g = battle(units, board=board(rivers=[RIVER]))
    assert g.totals("a b", "d e") == (10, 8 + 4)
    assert fought(g, "a,b on d,e", 4) == ("1:2", ("AR2",))


# ---- advance


C10 = {(0, 0): "A-arm a, b", (0, 1): "A-inf c", (1, 0): "G-st d"}


def test_c10_as_many_advance_as_may_be_stacked():
    """C10, TGC-combat.33a, TGC-move.4b, TGC-move.4d."""
    g = battle(C10, board=board({(1, 0): "city"}))
    assert g.totals("a b c", "d") == (14, 6)
    assert fought(g, "a,b,c on d", 1) == ("2:1", ("DE",))
    assert g.asks("allied", Advances)
    assert {g.name(x.unit) for x in g.offers("advance")} == {"a", "b", "c"}
    g.play("advance a (1,0)")
    advances = g.state.frames[-1]
    g.play("advance c (1,0)")
    assert [g.at(u) for u in "abc"] == [(1, 0), (0, 0), (1, 0)]
    third = advances.check(g.state, Advance(g.unit("b"), g.hex((1, 0))))
    assert third.clause == "TGC-move.4b"
    assert g.asks("allied", TacticalAir)


def test_c10_nobody_has_to_advance():
    """C10, TGC-combat.33b: it is an option."""
    g = battle(C10, board=board({(1, 0): "city"}))
    fought(g, "a,b,c on d", 1)
    g.end()
    assert [g.at(u) for u in "abc"] == [(0, 0), (0, 0), (0, 1)]
    assert g.asks("allied", TacticalAir)


def test_c10_an_advance_brings_no_further_combat():
    """C10, TGC-combat.35, TGC-combat.15: not even next to another German unit, whose ZOC is ignored."""
    g = battle(C10 | {(2, 0): "G-inf e"}, board=board({(1, 0): "city"}))
    assert g.must().keys() == set("abcd")
    fought(g, "a,b,c on d", 1)
    g.play("advance a (1,0)", "end")
    assert g.at("a") == (1, 0)
    assert g.asks("allied", TacticalAir)


def test_c11_advance_only_by_the_clearing_combat():
    """C11, TGC-combat.33a, TGC-combat.33c."""
    g = battle(
        {(1, 0): "G-st d, e", (0, 0): "A-arm a", (0, 1): "A-arm b"}, board=board({(1, 0): "city"})
    ).play("attack a on d", "attack b on e", "resolve 1")
    g.throws(1)
    assert g.shown == ("1:2", ("DR2",))
    g.play("retreat d to (3,-1)")
    assert not g.asks("allied", Advances)
    g.play("resolve 1").throws(1)
    assert g.shown == ("1:2", ("DR2",))
    g.play("retreat e to (3,0)")
    assert g.asks("allied", Advances)
    g.refuses("TGC-combat.33c", "advance a (1,0)")
    g.play("advance b (1,0)")
    assert g.at("b") == (1, 0)


# ---- retreat


C12 = {(0, 0): "A-inf a", (1, -1): "A-inf b", (1, 0): "G-inf d"}
OPEN = {(0, 2), (1, 2), (2, 1), (3, -1), (3, 0)}


def test_c12_retreat_hexes():
    """C12, TGC-crt.9b, TGC-crt.10a, TGC-crt.10b: the Allied player chooses among exactly five."""
    g = battle(C12)
    assert fought(g, "a,b on d", 3) == ("2:1", ("DR2",))
    assert g.asks("allied", Retreats)
    assert g.goals("retreat", "d") == OPEN
    ring = [(q, r) for q in range(-1, 4) for r in range(-2, 3) if 1 <= dist(q - 1, r) <= 3]
    assert {hex for hex in ring if g.may(f"retreat d to {hex}")} == OPEN
    g.refuses("TGC-crt.10a", "retreat d to (2,0)", "retreat d to (4,0)")
    g.refuses("TGC-crt.10b", "retreat d to (-1,0)", "retreat d to (-1,1)")
    g.refuses("TGC-crt.10d", "retreat d")
    g.play("retreat d to (2,1)")
    assert g.at("d") == (2, 1)


def dist(q: int, r: int) -> int:
    return (abs(q) + abs(r) + abs(q + r)) // 2


C13 = {(0, 0): "A-inf a", (2, -1): "A-inf b", (1, 1): "A-inf c", (1, 0): "G-inf d"}


def test_c13_surrounded():
    """C13, TGC-crt.10d: no legal hex, so nobody is asked."""
    g = battle(C13)
    assert fought(g, "a,b,c on d", 3) == ("3:1", ("DR2",))
    assert g.at("d") == "lost"
    assert not g.asks("allied", Retreats)


C14 = {(0, 0): "A-inf a", (2, -1): "A-inf b", (2, 0): "A-inf c", (1, 0): "G-inf d"}


def test_c14_a_river_opens_a_gap():
    """C14, TGC-zoc.4, TGC-crt.10b."""
    g = battle(C14, board=board(rivers=["(0,0)|(0,1)"]))
    assert fought(g, "a,b,c on d", 3) == ("3:1", ("DR2",))
    assert g.goals("retreat", "d") == {(-1, 2), (0, 2)}
    g = battle(C14)
    fought(g, "a,b,c on d", 3)
    assert g.at("d") == "lost"


FULL = dict.fromkeys([(0, 2), (1, 2), (2, 1), (3, -1)], "G-inf, G-inf, G-inf")


def test_c15_retreat_and_stacking():
    """C15, TGC-crt.10b, TGC-crt.10d, TGC-move.4a."""
    g = battle(C12 | FULL)
    fought(g, "a,b on d", 3)
    assert g.goals("retreat", "d") == {(3, 0)}
    g.refuses("TGC-crt.10b", "retreat d to (2,1)")
    g = battle(C12 | FULL | {(3, 0): "G-st, G-st, G-st"})
    fought(g, "a,b on d", 3)
    assert g.at("d") == "lost"
    assert [e.by for e in g.events(Eliminated)] == ["TGC-crt.10d"]


# ---- rivers and fortresses


def test_c16_a_voluntary_river_attack_with_help():
    """C16, TGC-combat.8, TGC-combat.20, TGC-combat.21: others may take over what the river attack brings."""
    units = {(0, 0): "A-arm a", (0, -1): "A-arm b", (1, 0): "G-inf d, e", (1, -1): "G-st f"}
    g = battle(units, board=board(rivers=[RIVER, "(0,0)|(1,-1)"]))
    assert g.must() == {"b": "TGC-combat.8", "f": "TGC-combat.9"}
    g.play("attack a on d,e")
    assert g.totals("a", "d e") == (5, 16)
    assert g.odds_of("a", "d e") == "1:4"
    g.refuses("TGC-combat.9, 12", "resolve 1")
    g.play("attack b on f")
    assert g.totals("b", "f") == (5, 3)
    assert g.odds_of("b", "f") == "1:1"
    assert g.must() == {}
    g.play("resolve 2").throws(4)
    assert g.shown == ("1:1", ("AR2",))


def test_c17_fortress_and_river():
    """C17, TGC-combat.22: the fortress is exempt."""
    units = {(0, 0): "A-arm a", (1, 0): "G-inf d", (1, -1): "G-st e"}
    g = battle(units, board=board({(1, 0): "fortress"}, ["(0,0)|(1,-1)"]))
    assert g.must() == {}
    assert fought(g, "a on e", 4) == ("1:2", ("AR2",))


C18 = {(1, 0): "G-inf d, G-st e", (0, 0): "A-arm a, b"}


def test_c18_a_fortress_garrison_is_attacked_as_a_whole():
    """C18, TGC-combat.23, TGC-combat.24: by default in as many combats as there are defenders."""
    g = battle(C18, board=board({(1, 0): "fortress"})).play("attack a on d")
    assert g.must() == {"e": "TGC-combat.23"}
    g.refuses("TGC-combat.23, 12", "resolve 1")
    g.play("attack b on e")
    assert (g.totals("a", "d"), g.totals("b", "e")) == ((5, 12), (5, 9))
    assert (g.odds_of("a", "d"), g.odds_of("b", "e")) == ("1:3", "1:2")
    assert g.may("resolve 1")


def test_c18_or_in_one_single_combat():
    """C18, TGC-combat.24: with the option `fortress_single_attack`."""
    g = battle(C18, board=board({(1, 0): "fortress"}), single_attack=True)
    g.refuses("TGC-combat.24", "attack a on d", "attack b on e", "attack a,b on e")
    g.play("attack a,b on d,e")
    assert g.may("resolve 1")


# ---- HQs


def test_c19_an_hq_cannot_attack():
    """C19, TGC-combat.7."""
    g = scene({(0, 0): "A-hq h, A-inf a", (1, 0): "G-inf d"}, board=board(rivers=[RIVER]))
    g.refuses("TGC-combat.7", "attack h on d", "attack a,h on d")
    g.end()
    g.refuses("TGC-combat.7", "attack h on d", "attack a,h on d")
    assert g.may("attack a on d")


def test_c20_an_hq_as_defender():
    """C20, TGC-zoc.1, TGC-combat.9: it has a zone of control and must be attacked."""
    g = battle({(1, 0): "G-hq h, G-inf d", (0, 0): "A-arm a, b"})
    assert g.must() == {"a": "TGC-combat.8", "b": "TGC-combat.8", "h": "TGC-combat.9", "d": "TGC-combat.9"}
    assert g.totals("a b", "d h") == (10, 5)
    assert fought(g, "a,b on d,h", 6) == ("2:1", ("AE",))
    alone = battle({(1, 0): "G-hq h", (0, 0): "A-arm a"})
    assert alone.must() == {"a": "TGC-combat.8", "h": "TGC-combat.9"}


# ---- the order of things


def test_c21_locked_after_the_first_die():
    """C21, TGC-combat.13."""
    units = {(0, 0): "A-inf a", (1, 0): "G-st d", (0, 5): "A-inf b", (1, 5): "G-st e"}
    units |= {(0, 10): "A-inf c", (1, 10): "G-st f", (0, 15): "A-inf x", (1, 15): "G-st y"}
    g = battle(units, board=board(rivers=["(0,15)|(1,15)"]))
    g.play("attack a on d", "attack b on e", "attack c on f")
    assert g.may("attack x on y")
    assert g.may("cancel 3")
    g.play("resolve 2").throws(1)
    assert g.shown == ("1:1", ("DE",))
    g.refuses("TGC-combat.13", "attack x on y", "cancel 2", "end")
    assert {x.verb for x in g.offers()} == {"resolve"}


C22 = {(4, 0): "A-arm a, b", (3, 0): "G-st e", (1, 0): "G-inf d", (0, 0): "A-inf x, y"}


def test_c22_retreat_into_a_coming_battle():
    """C22, TGC-combat.16, TGC-crt.10b: the newcomer does not fight, but the hex is not cleared while it is there."""
    g = battle(C22, board=board(rivers=["(3,0)|(4,0)"])).play("attack a,b on e", "attack x,y on d")
    assert g.totals("a b", "e") == (10, 6)
    g.play("resolve 2").throws(3)
    assert g.shown == ("2:1", ("DR2",))
    g.play("retreat d to (3,0)", "resolve 1").throws(1)
    assert g.shown == ("1:1", ("DE",))
    assert (g.at("e"), g.at("d")) == ("lost", (3, 0))
    assert g.asks("allied", TacticalAir)


def test_c22_no_retreat_into_a_zone_of_control():
    """C22, TGC-crt.10b: without the river the hex of the coming battle is in an Allied ZOC."""
    g = battle(C22).play("attack a,b on e", "attack x,y on d", "resolve 2").throws(3)
    assert (3, 0) not in g.goals("retreat", "d")
    g.refuses("TGC-crt.10b", "retreat d to (3,0)")
