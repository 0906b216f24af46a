"""Hits, checks, retreats, step losses and Battle Victory (CTL-7.5.2, CTL-7.5.3)."""

from __future__ import annotations

from grognard.systems.crossing_the_line.activation import Activation, Bonus
from grognard.systems.crossing_the_line.dice import Throw
from grognard.systems.crossing_the_line.events import BattleWon
from grognard.systems.crossing_the_line.losses import Retreat, SecondHit, TakeLoss

from .table import Table, scene

QUIET = {"active": "1ID", "ap": 3, "levels": {"12ID": 0}}


def duel(
    result: str, us: str = "1/16 CS7", german: str = "I/27 CS4", posture: str = "regular", **more: object
) -> Table:
    g = scene(US={"3010": us}, German={"3011": german}, **{**QUIET, **more})  # type: ignore[arg-type]
    units = "+".join(words.split()[0] for words in us.split(" over "))
    return g.result(units, "3011", result, posture)


def test_three_hits_against_one():
    """S11: CTL-7.5.2b, CTL-7.5.2k, CTL-7.5.2m, CTL-7.5.2p, CTL-7.5.3a."""
    g = duel("3/1")
    assert g.cs("I/27") == 3  # the defender first, completely
    assert g.cs("1/16") == 6
    assert g.asks("us", SecondHit)
    away, stay = duel("3/1").play("retreat"), duel("3/1").play("lose 1/16")
    assert (away.cs("1/16"), stay.cs("1/16")) == (5, 4)
    assert away.at("1/16") != "3010"
    for g in (away, stay):
        assert g.events(BattleWon)[0].side == "german"
        assert g.asks("german", Bonus)


def test_a_retreat_leads_to_the_rear():
    """S13: CTL-7.5.2.1a, CTL-7.5.2.1c, CTL-7.5.2.1e: the permitted hexes nearest to the supply edge; the owner picks."""
    g = scene(German={"2114": "I/27"}, US={"2014": "1/16 CS5"}, active="12ID", ap=3, levels={"1ID": 0})
    g = g.result("I/27", "2014", "1/2").play("retreat")
    assert g.asks("us", Retreat)
    assert set(g.offers()) == {"retreat 1914", "retreat 1913"}
    assert g.refuses("retreat 2013") == "CTL-7.5.2.1c"
    assert g.refuses("retreat 2015") == "CTL-7.5.2.1e"
    assert g.refuses("retreat 2114") == "CTL-7.5.2.1b"
    g.play("retreat 1913")
    assert (g.at("1/16"), g.cs("1/16")) == ("1913", 4)


def surrounded(german: str = "I/27 CS5 over 394-Assault-Gun for 12ID CS5", hole: str = "3012") -> Table:
    """Germans in 3011, US units on all sides but one hex, which is in a US zone of control."""
    ring = {
        "3010": "1/16 CS9",
        "3111": "2/16",
        "3110": "3/16",
        "2911": "1/18",
        "2910": "2/18",
        "3012": "3/18",
    }
    ring.pop(hole)
    return scene(US={**ring, "3013": "1/26"}, German={"3011": german}, **QUIET)  # type: ignore[arg-type]


def test_a_forced_retreat_into_a_zone():
    """S14: CTL-7.5.2.1f, CTL-7.5.2.1b, CTL-7.5.2h, CTL-5.4.1e: each loses 1 SP, and no hit is satisfied by that."""
    g = surrounded().result("1/16", "3011", "1/2r")
    g.throws((10, 10))
    assert (g.at("I/27"), g.at("394-Assault-Gun")) == ("3012", "3012")
    assert (g.cs("I/27"), g.cs("394-Assault-Gun")) == (4, 3)  # the first hit was the assault gun's


def test_nowhere_to_go_at_the_river():
    """S15: CTL-7.5.2.1h, CTL-7.5.2i, CTL-7.5.2.1d, CTL-7.5.2.1j, CTL-7.5.2n: the failed unit stays and loses 2 SP, the other
    takes the second hit, and the third goes to the one with fewer."""
    g = scene(
        US={"3010": "1/16 CS9", "3110": "2/16", "2910": "3/16"},
        German={"3011": "I/27 E5 CS6 over 394-Assault-Gun for 12ID E5 CS6 TP3"},
        sides={"3011/2911": "roer", "3011/3012": "roer", "3011/3111": "roer"},
        **QUIET,  # type: ignore[arg-type]
    ).result("1/16", "3011", "1/3r")
    assert g.cs("394-Assault-Gun") == 5  # its TP were used
    g.throws((9, 1))  # I/27 fails
    assert (g.at("I/27"), g.cs("I/27")) == ("3011", 4)
    assert g.asks("german", SecondHit)
    assert g.refuses("retreat") == "CTL-7.5.2.1j"
    assert g.refuses("lose I/27") == "CTL-7.5.2i"
    g.play("lose 394-Assault-Gun")
    assert (g.cs("394-Assault-Gun"), g.cs("I/27")) == (4, 3)  # the third hit: I/27 had taken none


def two(result: str, a: int, b: int) -> Table:
    """C14: infantry A and the assault gun B, attacked by a tank; the checks of A and B."""
    g = scene(
        US={"3010": "745-Tank for 1ID TP4 CS5"},
        German={"3011": "I/27 E4/3 CS4 AT1 over 394-Assault-Gun for 12ID E5/4 CS3 TP4"},
        **QUIET,  # type: ignore[arg-type]
    ).result("745-Tank", "3011", result)
    return g.throws((a, b))


def test_the_whole_procedure():
    """C14: CTL-7.5.2d, f, h, i, n, CTL-7.5.3a: B takes the first hit and fails; A goes along."""
    g = two("1/4r", 4, 6)
    assert g.cs("394-Assault-Gun") == 2
    assert g.disrupted("394-Assault-Gun")
    assert not g.disrupted("I/27")
    assert g.at("394-Assault-Gun") != "3011"
    assert g.asks("german", SecondHit)
    g.play("retreat")
    assert g.at("I/27") == g.at("394-Assault-Gun")
    assert g.cs("I/27") == 3  # the third hit: it had none yet
    assert g.asks("german", TakeLoss)
    g.play("lose 394-Assault-Gun")
    assert g.cs("745-Tank") == 4  # one hit on the attacker
    assert g.events(BattleWon)[0].side == "us"


def test_the_one_that_passed_stays():
    """C14, second part: CTL-7.5.2i, CTL-7.5.2n: it takes the hit; then both have one, and the owner chooses."""
    g = two("1/4r", 4, 6)
    g.play("lose I/27")
    assert (g.cs("I/27"), g.at("I/27")) == (3, "3011")
    assert g.asks("german", TakeLoss)
    assert set(g.offers()) == {"lose I/27", "lose 394-Assault-Gun"}


def test_who_failed_must_go():
    """C14, third part: CTL-7.5.2h, CTL-7.5.2l: nobody asks whether B goes; and A does not go alone."""
    g = two("1/4r", 4, 6)
    gone = g.at("394-Assault-Gun")
    assert gone != "3011"
    assert g.refuses("retreat 3111") == "CTL-7.5.2l"
    assert g.refuses("lose 394-Assault-Gun") == "CTL-7.5.2i"


def test_already_disrupted():
    """C15: CTL-5.6.2b, CTL-5.6.3a, CTL-7.5.2h: one SP more, which satisfies no hit; then the forced retreat."""
    g = duel("2/2r", german="I/27 E4/3 CS4 disrupted").throws(8)
    assert g.cs("I/27") == 2
    assert g.at("I/27") != "3011"


def test_a_red_nought_is_no_hit_but_calls_for_checks():
    """CTL-7.5.2f: an owner's table may have it; nobody loses a step, nobody retreats."""
    g = scene(US={"3010": "1/16 CS7"}, German={"3011": "I/27 E6/5 CS4"}, active="1ID", ap=3)
    g = g.result("1/16", "3011", "0/0r")
    g.throws(7)
    assert g.disrupted("I/27")
    assert (g.cs("I/27"), g.at("I/27")) == (4, "3011")
    assert g.events(BattleWon)[-1].side is None


def test_one_red_hit():
    """C16: CTL-5.6a, CTL-7.5.2q, CTL-5.6.1a, CTL-5.6.2a, CTL-5.6.2c."""
    g = duel("2/1r", german="I/27 E5 CS5").throws(9)
    assert (g.cs("I/27"), g.at("I/27"), g.disrupted("I/27")) == (4, "3011", True)


def test_elimination():
    """C17: CTL-7.5.2p, CTL-7.5.3a: by the first hit: no check, the rest is lost; the attacker still takes his."""
    g = duel("2/3r", german="I/27 CS1")
    assert g.at("I/27") == "lost"
    assert g.asks("us", SecondHit)
    g.play("lose 1/16")
    assert g.cs("1/16") == 5
    assert g.events(BattleWon)[0].side == "us"
    gone = duel("3/2", german="I/27 CS1")
    gone.play("lose 1/16")
    assert gone.cs("1/16") == 4
    assert gone.events(BattleWon)[0].side is None
    assert gone.asks("us", Activation)


def test_no_voluntary_retreat_into_zones():
    """C18: CTL-7.5.2.1d, CTL-7.5.2.1g: a friend in the hex does not help."""
    g = scene(
        US={"3010": "1/16", "3013": "2/16", "3209": "3/16", "2812": "1/18", "2809": "2/18", "3112": "3/18"},
        German={"3011": "I/27", "3012": "II/27"},
        **QUIET,  # type: ignore[arg-type]
    ).result("1/16", "3011", "1/2")
    assert g.asks("german", SecondHit)
    assert g.refuses("retreat") == "CTL-7.5.2.1d"
    g.play("lose I/27")
    assert g.at("I/27") == "3011"


def test_losses_are_spread():
    """C19: CTL-7.5.2n, CTL-7.5.2o: each of three takes one before any takes two."""
    three = "I/27 CS3 over 394-Assault-Gun for 12ID CS1 TP2 over 1012-Assault-Gun for 12ID CS5 TP2"
    g = duel("0/4", german=three)
    assert g.asks("german", TakeLoss)
    g.play("lose 1012-Assault-Gun")
    assert g.asks("german", SecondHit)
    assert g.refuses("lose 1012-Assault-Gun") == "CTL-7.5.2n"
    g.play("lose I/27")
    assert g.at("394-Assault-Gun") == "lost"  # the third hit: only it had none
    assert g.asks("german", TakeLoss)
    assert set(g.offers()) == {"lose I/27", "lose 1012-Assault-Gun"}


def test_uneven_by_the_second_hit():
    """C54: CTL-7.5.2d, CTL-7.5.2i, CTL-7.5.2n: B has taken two, so the third is A's."""
    g = scene(
        US={"3010": "745-Tank for 1ID TP4 CS5"},
        German={"3011": "I/27 E5 CS5 AT1 over 394-Assault-Gun for 12ID E5 CS4 TP4"},
        **QUIET,  # type: ignore[arg-type]
    ).result("745-Tank", "3011", "2/3r")
    assert g.cs("394-Assault-Gun") == 3
    g.throws((9, 1))
    g.play("lose 394-Assault-Gun")
    assert (g.cs("394-Assault-Gun"), g.cs("I/27")) == (2, 4)
    assert g.at("I/27") != "3011"


def test_mates_that_took_no_part_only_roll():
    """CTL-7.5.2f, CTL-7.5.2g: every combat unit of the side in the hex makes its check; only those involved are hit."""
    g = scene(
        US={"3010": "1/16 E5 CS5 over 745-Tank for 1ID E5 CS5"},
        German={"3011": "I/27 CS9"},
        **QUIET,  # type: ignore[arg-type]
    ).result("1/16", "3011", "1r/0")
    assert g.asks(None, Throw)
    g.throws((1, 9))
    assert (g.cs("1/16"), g.cs("745-Tank")) == (4, 5)
    assert g.disrupted("745-Tank")
    assert g.at("745-Tank") == "3010"


def test_equal_points_are_the_owners_choice():
    """CTL-7.5.1.2l: of two units with the same points the one with more strength; if that is equal too, he chooses."""
    equal = duel(
        "0/1",
        us="745-Tank for 1ID TP4",
        german="394-Assault-Gun for 12ID CS4 TP3 over 1012-Assault-Gun for 12ID CS4 TP3",
    )
    assert set(equal.offers()) == {"lose 394-Assault-Gun", "lose 1012-Assault-Gun"}
    one = duel(
        "0/1",
        us="745-Tank for 1ID TP4",
        german="394-Assault-Gun for 12ID CS3 TP3 over 1012-Assault-Gun for 12ID CS4 TP3",
    )
    assert one.asks("german", TakeLoss)
    assert one.offers() == ["lose 1012-Assault-Gun"]
    assert one.refuses("lose 394-Assault-Gun") == "CTL-7.5.1.2l"


# ---- Battle Victory


def won(ap: int, us: str = "1/16 CS7", **more: object) -> Table:
    g = scene(
        US={"3010": us, "3110": "2/16"}, German={"3011": "I/27 CS9", "4010": "II/27"}, **{**QUIET, "ap": ap, **more}  # type: ignore[arg-type]
    )  # fmt: skip
    g = g.result(us.split()[0], "3011", "0/1")
    assert g.asks("us", Bonus)
    return g


def test_the_attackers_bonus():
    """C20: CTL-7.5.3c to f: it adds to what is on his track; only those involved may use it."""
    g = won(1)
    assert g.may("attack 1/16 3011 regular")
    assert g.refuses("attack 1/16 3011 prepared") == "CTL-7.1c"
    assert g.refuses("move 2/16") == "CTL-7.5.3d"
    g.play("attack 1/16 3011 regular")
    assert g.ap("us") == 0


def test_the_bonus_alone_costs_nothing_of_the_track():
    """CTL-7.5.3c, CTL-7.5.3f; forgone it is lost."""
    g = won(2)
    g.play("improve 3010")
    assert g.improved("3010")
    assert g.ap("us") == 2
    h = won(2).play("end")
    assert h.asks("us", Activation)
    assert h.ap("us") == 2


def test_a_further_attack_may_win_a_further_bonus():
    """CTL-7.5.3i."""
    g = won(0).play("attack 1/16 3011 hasty").result("1/16", "3011", "0/1", "hasty")
    assert g.asks("us", Bonus)


def test_the_defenders_bonus():
    """C20: CTL-7.5.3f: one AP and no more."""
    g = scene(US={"3010": "1/16 CS7"}, German={"3011": "I/27 CS9"}, **QUIET)  # type: ignore[arg-type]
    g = g.result("1/16", "3011", "1/0")
    assert g.asks("german", Bonus)
    assert g.may("attack I/27 3010 hasty")
    assert g.refuses("attack I/27 3010 regular") == "CTL-7.5.3f"


def test_no_bonus_out_of_command():
    """C20: CTL-7.5.3d. He is asked all the same: whether he can do anything is his secret."""
    g = scene(
        US={"3010": "1/16 CS7"}, German={"3011": "I/27 CS9", "5011": "hq-12id CR2"}, terrain={"5011": "town"}, **QUIET  # type: ignore[arg-type]
    )  # fmt: skip
    g = g.result("1/16", "3011", "1/0")
    assert g.asks("german", Bonus)
    assert g.refuses("attack I/27 3010 hasty") == "CTL-7.5.3d"
    assert g.offers() == ["end"]


def test_nobody_wins_a_tie():
    """C07: CTL-7.5.3a."""
    g = duel("1/1")
    assert g.asks("us", Activation)
    assert (g.cs("1/16"), g.cs("I/27")) == (6, 3)


def test_below_the_table_the_defender_wins():
    """C08: CTL-7.5.3b."""
    g = duel("5/0").play("lose 1/16")
    assert g.cs("1/16") == 2
    assert g.events(BattleWon)[0].side == "german"


def test_the_units_of_a_bonus_are_of_one_formation():
    """CTL-7.5.3g."""
    g = scene(US={"3010": "1/16 CS7"}, German={"3011": "I/27 CS9 over 394-Assault-Gun for 116PZ"}, **QUIET)  # type: ignore[arg-type]
    g = g.result("1/16", "3011", "1/0")
    assert g.refuses("attack I/27+394-Assault-Gun 3010 hasty") == "CTL-7.5.3g"
    assert g.refuses("improve 3011") == "CTL-7.5.3g"
    assert g.may("attack I/27 3010 hasty")


def test_moving_back_after_a_retreat():
    """CTL-7.5.3j, CTL-7.5.3h."""
    g = scene(US={"3010": "1/16 CS7"}, German={"3011": "I/27 CS1"}, **QUIET)  # type: ignore[arg-type]
    g = g.result("1/16", "3011", "2/3").play("retreat")
    g.play(g.offers("retreat")[0])
    assert g.asks("us", Bonus)
    assert g.at("1/16") != "3010"
    g.play("move 1/16", "enter 3010")
    assert g.at("1/16") == "3010"


# ---- declaring


def test_attacks_that_cannot_be():
    """C48: CTL-7.5a, CTL-7.5c, CTL-7.5e, CTL-7.1c."""
    g = scene(
        US={"3010": "1/16", "3110": "2/16", "2910": "1/18 disrupted"},
        German={"3011": "I/27", "3109": "hq-12id"},
        terrain={"3109": "town"},
        active="1ID",
        ap=2,
        levels={"12ID": 0},
    )
    assert g.refuses("attack 1/16+2/16 3011 hasty") == "CTL-7.5c"
    assert g.refuses("attack 1/16 3109 hasty") == "CTL-7.5a"
    assert g.refuses("attack 1/18 3010 hasty") == "CTL-5.6.3b"
    assert g.refuses("attack 1/16 3011 prepared") == "CTL-7.1c"
    assert g.refuses("attack 1/16 3012 hasty") == "CTL-7.5a"


def test_an_attack_across_the_roer():
    """CTL-7.5g, T:hexsides."""
    g = scene(US={"3010": "1/16"}, German={"3011": "I/27 AT0"}, sides={"3010/3011": "roer"}, **QUIET)  # type: ignore[arg-type]
    assert g.may("attack 1/16 3011 hasty")
    assert g.drm("1/16", "3011", "hasty") == -4


def test_hqs_are_ignored_and_driven_out_when_alone():
    """CTL-7.5f, CTL-7.5i."""
    g = scene(
        US={"3010": "1/16 CS7"},
        German={"3011": "hq-12id CR20 over I/27 CS1", "5020": "II/27"},
        terrain={"3011": "town", "5011": "town"},
        german_holds=["3011", "5011"],
        **QUIET,  # type: ignore[arg-type]
    ).result("1/16", "3011", "1/1")
    assert g.at("I/27") == "lost"
    assert g.asks("german")
    g.play("displace hq-12id 5011")
    assert g.at("hq-12id") == "5011"
