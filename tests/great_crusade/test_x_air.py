"""Part 6 of examples.md, air missions: X1 to X4."""

import pytest

from grognard.kernel.notation import NotUnderstood
from grognard.systems.great_crusade.actions import Shield
from grognard.systems.great_crusade.air import TacticalAir
from grognard.systems.great_crusade.crt import Choice
from grognard.systems.great_crusade.fighting import CombatPhase
from grognard.systems.great_crusade.marching import Movement

from .table import battle, board, scene


def duels(n, **more):
    """So many pairs of neighbours, A-inf a0 against G-st g0 and so on, and a panzer division far away."""
    units = {}
    for i in range(n):
        units[(0, 3 * i - 9)] = f"A-inf a{i}"
        units[(1, 3 * i - 9)] = f"G-st g{i}"
    return battle({**units, (-20, 0): "G-pz p"}, board=board(beyond=[(-20, 0)]), **more)


def test_x1_six_missions():
    """X1, TGC-air.2, TGC-air.3: four CAS, one unit interdiction, one close defense; there is no seventh."""
    g = duels(4)
    for i in range(4):
        g.play(f"attack a{i} on g{i} cas")
        assert g.totals(f"a{i}", f"g{i}", cas=True) == (5, 3)
    for _ in range(4):
        g.play("resolve 1").throws(1)
    assert g.asks("allied", TacticalAir)
    assert g.state.missions == 2
    g.play("interdict p", "shield (0,0)")
    assert not g.asks("allied", TacticalAir)
    assert not g.may("shield (0,1)")
    assert TacticalAir().check(g.state, Shield(g.hex((0, 1)))).clause == "TGC-air.2"


def test_x1_a_seventh_close_air_support():
    """X1, TGC-air.2, TGC-air.5: refused while six are planned, free again when one combat is called off."""
    g = duels(7)
    for i in range(6):
        g.play(f"attack a{i} on g{i} cas")
    g.refuses("TGC-air.2", "attack a6 on g6 cas")
    assert g.may("attack a6 on g6")
    g.play("cancel 3", "attack a6 on g6 cas").refuses("TGC-air.2", "attack a2 on g2 cas")


def test_x1_one_support_for_a_combat():
    """X1, TGC-air.4: yes or no; who is in a combat cannot be given a second one with its own support."""
    g = battle({(0, 0): "A-inf a, b", (1, 0): "G-st d"})
    with pytest.raises(NotUnderstood):
        g.play("attack a,b on d cas cas")
    g.play("attack a on d cas").refuses("TGC-combat.5", "attack b on d cas")
    assert g.totals("a b", "d", cas=True)[0] - g.totals("a b", "d")[0] == 1


def test_x2_close_defense():
    """X2, TGC-air.10a, TGC-air.10b, TGC-air.10c: 3 x 2 + 1, once in each combat against the hex."""
    g = battle(
        {(0, 0): "A-inf a, b", (1, 0): "G-pz p, q"},
        board=board({(0, 0): "city"}),
        shielded=[(0, 0)],
        side="german",
    )
    assert (g.totals("p", "a"), g.odds_of("p", "a")) == ((6, 7), "1:2")
    assert g.totals("p q", "a b") == (12, 13)
    g.play("attack p on a", "attack q on b")
    for _ in range(2):
        g.play("resolve 1").throws(5)
        assert g.shown == ("1:2", ("AE",))


def test_x3_carpet_bombing():
    """X3, TGC-air.12, TGC-air.13a, TGC-air.13b, TGC-air.15, TGC-air.16: the hex was attacked in the turn before."""
    land = board(numbered=[("normandy", "beach", (-3, 0), (-4, 0), 10)], beyond=[(1, 0)])
    g = battle(
        {(0, 0): "A-arm a", (-3, 0): "A-arm b, c", (1, 0): "G-inf d"},
        board=land,
        turn=6,
        invasion=("normandy", 1),
        invaded=[(-3, 0)],
    )
    g.refuses("TGC-air.13a", "attack a on d carpet")
    g.play("attack a on d").refuses("TGC-air.13a", "resolve 1 carpet")
    g.play("resolve 1").throws(3)
    assert g.shown == ("1:1", ("AR2",))
    g.play("retreat a to (-2,0)").pass_to("allied", Movement)
    assert (g.state.turn, g.state.attacked_before) == (7, (g.hex((1, 0)),))
    g.play("move a (0,0)", "move b (0,0)", "move c (0,1)").pass_to("allied", CombatPhase)
    g.play("attack a,b,c on d carpet", "resolve 1").throws(2, 6)
    assert g.shown == ("3:1", ("EX", "DE"))
    assert g.asks("allied", Choice)
    assert {a.result for a in g.offers("take")} == {"EX", "DE"}
    g.refuses("TGC-air.15", "take DR2", "end")
    g.play("take DE")
    assert (g.at("d"), g.at("a")) == ("lost", (0, 0))
    assert g.state.carpets == 3


def test_x4_carpet_on_two_hexes():
    """X4, TGC-air.13a: every defending hex must have been attacked."""
    units = {(0, 0): "A-arm a, b", (1, 0): "G-inf h", (0, 1): "G-inf k"}
    g = battle(units, attacked_before=[(1, 0)])
    g.refuses("TGC-air.13a", "attack a,b on h,k carpet")
    assert g.may("attack a on h carpet")
    g.refuses("TGC-air.13a", "attack a on k carpet")
    g = battle(units, attacked_before=[(1, 0), (0, 1)])
    assert g.may("attack a,b on h,k carpet")


def test_x3_as_of_the_supply_phase():
    """X3, TGC-air.13a: what was attacked two turns ago is forgotten."""
    land = board(beyond=[(20, 0)])
    g = scene(
        {(0, 0): "A-arm a", (20, 0): "G-inf d"},
        board=land,
        turn=6,
        attacked_before=[(1, 0)],
        phase="allied_supply",
    )
    assert g.state.attacked_before == (g.hex((1, 0)),)
    g.pass_to("allied", Movement).week()
    assert g.state.attacked_before == ()
