"""Part 4 of examples.md, the assault: I1 to I10 and I21."""

import pytest

import grognard as gg
from grognard.systems.great_crusade.airborne import Airborne
from grognard.systems.great_crusade.crt import Advances, Retreats
from grognard.systems.great_crusade.events import Eliminated
from grognard.systems.great_crusade.fighting import CombatPhase
from grognard.systems.great_crusade.invasion import Embarkation
from grognard.systems.great_crusade.marching import Movement

from .table import Scene, battle, board, france

BEACHES = ["1829", "1729", "1629", "1628", "1327"]  # sea hexes of Sword, Gold, Omaha, Utah, Cherbourg
FAR = {"5736": "G-inf far"}


def landing(area, britain, **more):
    """Turn 1, the area chosen, units waiting in Britain."""
    return france(FAR, britain=britain, phase="allied_invasion", **more).play(f"invade {area}")


def assault_on(units, **more):
    """Before the Allied Combat Phase; somewhere else a German stands."""
    return france({**units, **FAR}, phase="allied_combat", **more)


def embark(g, names, places):
    for i, name in enumerate(names):
        g.play(f"embark {name} {places[i // 2]}")


def test_i1_limits():
    """I1, TGC-inv.8a, TGC-inv.8b, TGC-inv.8c, TGC-inv.8d, TGC-inv.8f: Normandy takes 2 armor and 6 infantry."""
    g = landing("normandy", "A-inf a, b, c, d, e, f, h, A-abn p, A-arm t")
    embark(g, "abcdefhp", BEACHES)  # the seventh and the airborne unit take the places of the armor
    g.refuses("TGC-inv.8f", "embark t 1327")
    g.play("debark p", "embark t 1327")
    g.refuses("TGC-inv.8f", "embark p 1327")


def test_i2_armor_is_not_infantry():
    """I2, TGC-inv.8e."""
    g = landing("normandy", "A-arm t, u, v, A-inf a")
    g.play("embark t 1829", "embark u 1829").refuses("TGC-inv.8e", "embark v 1729")
    assert g.may("embark a 1729")


def test_i3_places():
    """I3, TGC-inv.6, TGC-inv.9, TGC-inv.10, TGC-inv.11."""
    g = landing("normandy", "A-inf a, b, c, A-hq h")
    g.refuses("TGC-inv.6", "end")
    assert not g.offers("end")
    g.play("embark a 1729", "embark b 1729")
    g.refuses("TGC-inv.11", "embark c 1729")
    g.refuses("TGC-inv.9", "embark h 1629")
    g.refuses("TGC-inv.10", "embark c 1827", "embark c 2126", "embark c 1830", "embark c 2433")
    assert not g.offers("embark", "h")
    assert {g.place(a.to) for a in g.offers("embark", "c")} == set(BEACHES) - {"1729"}
    g.play("debark a", "debark b").refuses("TGC-inv.6", "end")
    rouen = landing("le_havre", "A-inf c")  # the box of an inland port, in its own area
    rouen.refuses("TGC-inv.10", "embark c 1827")


@pytest.mark.parametrize(
    ("sea", "land", "defenders", "totals", "odds"),
    [
        ("1729", "gold", "G-st d, G-inf e", (9, 7), "1:1"),
        ("2325", "dieppe", "G-st d", (9, 6), "1:1"),
        ("1327", "cherbourg", "G-inf d", (9, 12), "1:2"),
    ],
)
def test_i4_multipliers(sea, land, defenders, totals, odds):
    """I4, TGC-inv.19a, TGC-inv.19b, TGC-inv.19c: a beach once, a port twice, a fortress three times."""
    g = assault_on({sea: "A-inf a, b", land: defenders})
    names = " ".join(n for n in ("d", "e") if n in g.ids)
    assert g.totals("a b", names, cas=True) == totals
    assert g.odds_of("a b", names, cas=True) == odds


def test_i4_a_port_is_doubled_from_the_sea_only():
    """I4, TGC-inv.19b: on the printed map every port is a city as well; here is one that is not."""
    harbour = board(numbered=[("normandy", "port", (0, 0), (1, 0), 5)])
    g = battle({(1, 0): "A-inf a, b", (0, 0): "G-st d", (-1, 0): "A-inf c"}, board=harbour)
    assert g.totals("a b", "d") == (8, 6)
    assert g.totals("c", "d") == (4, 3)
    assert g.totals("a c", "d") == (8, 6)  # one attacker at sea is enough


def test_i5_failure_at_sea():
    """I5, TGC-inv.24: nobody retreats at sea."""
    g = assault_on({"1729": "A-inf a, b", "gold": "G-st d, G-inf e"})
    g.play("attack a,b on d,e cas", "resolve 1").throws(3)
    assert g.shown == ("1:1", ("AR2",))
    assert (g.at("a"), g.at("b")) == ("lost", "lost")
    assert [e.by for e in g.events(Eliminated)] == ["TGC-inv.24"]
    assert (g.at("d"), g.at("e")) == ("1830", "1830")
    assert not g.state.invaded


def assault(die):
    return (
        assault_on({"1729": "A-inf a, b", "gold": "G-stw d"}).play("attack a,b on d", "resolve 1").throws(die)
    )


def test_i6_landing_after_combat():
    """I6, TGC-inv.22a, TGC-inv.17, TGC-inv.23: both may come ashore, and who does not is lost."""
    g = assault(3)
    assert g.shown == ("4:1", ("DE",))
    assert g.asks("allied", Advances)
    g.play("advance a 1830", "advance b 1830")
    assert (g.at("a"), g.at("b")) == ("1830", "1830")
    assert g.state.invaded == (g.hex("gold"),)
    g = assault(3).play("advance a 1830", "end")
    assert (g.at("a"), g.at("b")) == ("1830", "lost")
    assert [e.by for e in g.events(Eliminated)] == ["TGC-inv.23"]
    g = assault(3).play("end")
    assert (g.at("a"), g.at("b")) == ("lost", "lost")
    assert not g.state.invaded


def historical():
    """The campaign, the Germans as on 6 June, two divisions off Gold."""
    game = gg.new("great-crusade/france-1944", seed="i7")
    g = Scene(
        game, {"a": "us-inf-1", "b": "br-inf-50", "st": "ge-st-716", "inf": "ge-inf-352", "pz": "ge-pz-21"}, 0
    )
    return g.play("deal historical", "end", "invade normandy", "embark a 1729", "embark b 1729", "end")


def test_i7_unopposed():
    """I7, TGC-inv.16a, TGC-inv.16c, TGC-inv.17, TGC-combat.8, TGC-combat.9, TGC-combat.12."""
    g = historical()
    assert (g.at("st"), g.at("inf"), g.at("pz")) == ("1930", "1730", "1831")
    assert g.asks("allied", Airborne)
    g.end()
    assert g.asks("allied", Movement)
    assert g.at("a") == "1729"  # not before the end of the phase
    g.end()
    assert (g.at("a"), g.at("b")) == ("1830", "1830")
    assert g.state.invaded == (g.hex("gold"),)
    assert g.asks("allied", CombatPhase)
    assert set(g.must()) == {"a", "b", "st", "inf", "pz"}
    g.refuses("TGC-combat.8, 9", "end")
    g.play("attack a,b on inf").refuses("TGC-combat.9", "resolve 1")
    g.play("cancel 1", "attack a on inf,st", "attack b on pz")
    assert (g.totals("a", "inf st"), g.odds_of("a", "inf st")) == ((4, 7), "1:2")
    assert (g.totals("b", "pz"), g.odds_of("b", "pz")) == ((4, 10), "1:3")
    assert g.must() == {}
    assert g.may("resolve 1")


def split(die):
    """I8: a against d has cleared its half; b against e, with this die."""
    g = assault_on({"1729": "A-inf a, b", "gold": "G-st d, G-stw e"})
    g.play("attack a on d", "attack b on e", "resolve 1").throws(1)
    assert g.shown == ("1:1", ("DE",))
    assert g.asks("allied", CombatPhase)  # e is still there: nobody lands
    g.play("resolve 1").throws(die)
    return g


def test_i8_split_attack_from_the_sea():
    """I8, TGC-inv.22b, TGC-inv.23, TGC-inv.24: both combats together clear the hex, or nobody lands."""
    g = split(4)
    assert g.shown == ("2:1", ("AR2",))
    assert (g.at("b"), g.at("d"), g.at("e")) == ("lost", "lost", "1830")
    assert g.at("a") == "lost"
    assert [e.by for e in g.events(Eliminated)] == ["TGC-inv.24", "TGC-inv.23"]
    g = split(3)
    assert g.asks("allied", Retreats)
    g.game.do(g.offers("retreat", "e")[0])
    assert g.asks("allied", Advances)
    assert g.goals("advance", "a") == g.goals("advance", "b") == {"1830"}
    g.play("advance a 1830", "advance b 1830")
    assert (g.at("a"), g.at("b")) == ("1830", "1830")


def test_i9_all_defenders():
    """I9, TGC-inv.18a, TGC-inv.18c: every German unit in the hex must be attacked."""
    g = assault_on({"1729": "A-inf a, b", "gold": "G-st d, G-stw e"})
    assert g.must() == {"a": "TGC-inv.18a", "b": "TGC-inv.18a", "d": "TGC-inv.18c", "e": "TGC-inv.18c"}
    g.play("attack a,b on d").refuses("TGC-inv.18c", "resolve 1")
    g.play("cancel 1", "attack a on d,e").refuses("TGC-inv.18a", "resolve 1")


def test_i10_help_from_the_air():
    """I10, TGC-inv.21, TGC-inv.22a, TGC-combat.32: the airborne unit helps, and stays where it is."""
    g = assault_on({"1729": "A-inf a, b", "gold": "G-st d", "1731": "A-abn p"}, fresh="p")
    assert (g.totals("a b p", "d"), g.odds_of("a b p", "d")) == ((11, 3), "3:1")
    g.play("attack a,b,p on d", "resolve 1").throws(1)
    assert g.shown == ("3:1", ("DE",))
    g.refuses("TGC-combat.32", "advance p 1830")
    g.play("advance a 1830", "advance b 1830")
    assert (g.at("a"), g.at("b"), g.at("p")) == ("1830", "1830", "1731")


def test_i21_small_north_sea():
    """I21, TGC-inv.8d, TGC-inv.8f, TGC-abn.8a."""
    g = landing("north_sea", "A-arm t, A-inf a, b, c, d, A-abn p, q")
    g.play("embark t 3116", "embark a 3116", "embark b 3017", "embark c 3017")
    g.refuses("TGC-inv.8f", "embark d 3216")
    g.play("debark t", "embark d 3116")
    g.refuses("TGC-inv.8f", "embark t 3216")
    assert g.asks("allied", Embarkation)
    g.end().play("drop p 3218")
    g.refuses("TGC-abn.8a", "drop q 3219")
    assert (g.at("p"), g.at("q")) == ("3218", "britain")
    assert g.asks("allied", Movement)  # the one drop is made, the phase is over
