"""Part 4 of examples.md, after the assault: I11 to I20, with the drops of I13 and I14."""

import pytest

from grognard.systems.great_crusade.fighting import CombatPhase
from grognard.systems.great_crusade.invasion import Invasion
from grognard.systems.great_crusade.marching import Movement
from grognard.systems.great_crusade.supply import landing_capacity

from .slow import ball, distance
from .table import board, france, scene

FAR = {"5736": "G-inf far"}
BEACHHEAD = "gold omaha sword utah"  # 8, 8, 6 and 6 units
HARBOUR = board(numbered=[("normandy", "port", (0, 0), (1, 0), 12)])


def land(g, names, place):
    for name in names:
        g.play(f"land {name} {place}")


def test_i11_second_turn():
    """I11, TGC-inv.28, TGC-inv.12, TGC-abn.8a, TGC-abn.12: 3 armor, 6 infantry, 2 drops; nobody from a sea hex, no HQ."""
    g = france(
        {"gold": "A-inf x", **FAR},
        britain="A-arm r, s, t, u, A-inf a, b, c, d, e, f, A-abn p, q, v, w, A-hq h",
        turn=2,
        invasion=("normandy", 1),
        invaded=BEACHHEAD,
        phase="allied_airborne",
    )
    g.play("drop p 1831", "drop q 1731").refuses("TGC-abn.8a", "drop v 1732")
    assert g.asks("allied", Movement)
    g.refuses("TGC-inv.12", "embark a 1729")
    g.refuses("TGC-inv.28", "land h gold")
    land(g, "rst", "gold")
    g.refuses("TGC-inv.28", "land u gold", "land u omaha")
    land(g, "abcde", "omaha")
    g.play("land v utah")  # by sea an airborne unit is infantry: the sixth
    g.refuses("TGC-inv.28", "land f utah", "land w utah")
    assert g.at("f") == "britain"


def test_i11_the_armor_s_room_is_open_to_infantry():
    """I11, TGC-inv.8d, TGC-inv.8e, TGC-inv.28: in the second turn too."""
    g = france(
        {"gold": "A-inf x", **FAR},
        britain="A-arm s, t, A-inf a, b, c, d, e, f, h, i, j",
        turn=2,
        invasion=("normandy", 1),
        invaded=BEACHHEAD,
    )
    land(g, "abcdefhi", "omaha")  # six, and two in place of armor
    g.play("land s gold").refuses("TGC-inv.28", "land t gold", "land j gold")


def test_i11_third_turn():
    """I11, TGC-inv.29: eight units of any kind, HQs too."""
    g = france(
        {"gold": "A-inf x", **FAR},
        britain="A-arm r, s, t, u, A-inf a, b, A-hq h, i, j",
        turn=3,
        invasion=("normandy", 1),
        invaded=BEACHHEAD,
    )
    land(g, "rstu", "gold")
    land(g, "ab", "omaha")
    land(g, "hi", "utah")
    g.refuses("TGC-inv.29", "land j gold", "land j sword")


@pytest.mark.parametrize(("turn", "open_"), [(8, False), (9, True), (16, True), (17, False)])
def test_i12_the_window(turn, open_):
    """I12, TGC-inv.2, TGC-inv.3, TGC-seq.5: on any one of turns 9 to 16."""
    g = france(
        {"gold": "A-inf x", **FAR},
        turn=turn,
        invasion=("normandy", 1),
        invaded=BEACHHEAD,
        phase="allied_invasion",
    )
    assert g.asks("allied", Invasion) == open_
    if open_:
        assert g.may("invade brittany")
        g.end().refuses("TGC-seq.3", "invade brittany")  # not wanted now, perhaps next turn
    else:
        g.refuses("TGC-inv.2, 3", "invade brittany")


def test_i12_only_once():
    """I12, TGC-inv.2, TGC-inv.3: declared on turn 11, and again on turn 12."""
    g = france(
        {"gold": "A-inf x", "2831": "G-inf far"},
        britain="A-inf y",
        turn=11,
        invasion=("normandy", 1),
        invaded="gold",
        phase="allied_invasion",
    )
    g.play("invade brittany", "embark y 0433").week()
    assert (g.state.turn, g.at("y")) == (12, "0534")
    assert not g.asks("allied", Invasion)
    g.refuses("TGC-inv.3", "invade brittany", "invade north_sea")


def test_i13_drop():
    """I13, TGC-abn.6a, TGC-abn.6c, TGC-abn.7: five hexes from infantry or armor, no mountain, no enemy."""
    g = scene(
        {(0, 0): "A-inf i", (3, 0): "G-inf g", (10, 0): "A-hq h"},
        board=board({(2, 1): "mountain"}),
        britain="A-abn p",
        phase="allied_airborne",
    )
    assert g.may("drop p (5,0)")
    g.refuses("TGC-abn.6a", "drop p (6,0)")  # an HQ stands four hexes away
    g.refuses("TGC-abn.7", "drop p (3,0)", "drop p (2,1)")
    assert g.goals("drop", "p") == (ball((0, 0), 5) | {(0, 0)}) - {(3, 0), (2, 1)}


def test_i14_dropped_units_stay():
    """I14, TGC-abn.9, TGC-abn.10, TGC-zoc.7."""
    g = scene(
        {(0, 0): "A-inf i", (3, 0): "G-inf g"},
        britain="A-abn p",
        phase="allied_airborne",
    )
    g.play("drop p (2,0)").pass_to("allied", Movement)
    g.refuses("TGC-abn.9", "move p (1,0)")
    assert not g.reach("p")
    g.end()
    assert g.asks("allied", CombatPhase)
    assert g.must() == {"p": "TGC-combat.8", "g": "TGC-combat.9"}
    g.refuses("TGC-combat.8, 9", "end")


def test_i15_landing_place():
    """I15, TGC-sea.5, TGC-inv.30: a port in which an Allied unit is at that moment; seven a turn in Le Havre."""
    g = france(
        {"2427": "A-inf a", "gold": "A-inf x", **FAR},
        britain="A-inf b, c, d, e, f, h, i, j",
        turn=4,
        invasion=("normandy", 1),
        invaded="gold omaha",
    )
    g.refuses("TGC-sea.5", "land b dieppe")
    assert "2426" not in g.goals("land", "b")
    g.play("move a dieppe")
    land(g, "bcdefhi", "dieppe")
    g.refuses("TGC-inv.29", "land j dieppe")
    assert g.may("land j gold")


def test_i16_landing_cap():
    """I16, TGC-sea.8a, TGC-sea.8b: 8 and 6, and one for the port without an HQ; fourteen are ashore."""
    inland = ["2036", "1933", "2031", "1534", "2536", "1731"]
    units = {"gold": "A-inf a", "sword": "A-inf b", "dieppe": "A-inf c"}
    for n, place in enumerate(inland):
        units[place] = f"A-inf m{n}, n{n}" if n < 5 else f"A-inf m{n}"
    g = france(
        {**units, **FAR},
        britain="A-arm y, z",
        turn=5,
        invasion=("normandy", 1),
        invaded="gold sword",
    )
    assert landing_capacity(g.state) == 8 + 6 + 1
    assert sum(h >= 0 for h in g.state.at) == 14 + 1  # the German among them
    g.play("land y gold").refuses("TGC-sea.8a", "land z gold", "land z dieppe")
    assert not g.offers("land")


def home(where, enemy=None):
    units = {where: "A-inf a"} | ({enemy: "G-inf g"} if enemy else {})
    return scene(units, board=HARBOUR)


def test_i17_home_by_sea():
    """I17, TGC-sea.2, TGC-sea.3: the sea hex is one more hex of the path."""
    near = home((-2, 0))
    near.play("sail a from (0,0)")
    assert near.at("a") == "britain"
    far = home((-3, 0))  # four hexes: strategic movement
    assert far.may("sail a from (0,0)")
    assert home((-3, 0), enemy=(-1, -1)).may("sail a from (0,0)")  # around the zone, by (-1, 1): five
    assert not home((-3, 0), enemy=(-3, -1)).may("sail a from (0,0)")  # it begins beside the enemy
    home((-6, 0)).refuses("TGC-sea.2", "sail a from (0,0)")
    assert not home((-6, 0)).offers("sail", "a")


def test_i17_who_had_to_stop_stays():
    """I17, TGC-sea.3: a zone of control entered in this phase holds, one in which the unit began does not."""
    g = home((-2, 0), enemy=(0, -1))
    g.refuses("TGC-sea.3", "sail a from (0,0)")
    assert not g.offers("sail", "a")
    g.play("move a (0,0)").refuses("TGC-sea.3", "sail a from (0,0)")
    g = home((0, 0), enemy=(0, -1))
    g.play("sail a from (0,0)")
    assert g.at("a") == "britain"


def test_i18_landing_and_moving():
    """I18, TGC-sea.6a, TGC-move.12a: one factor for the landing, four hexes more, or two beside the enemy."""
    g = scene({(0, 0): "A-hq h"}, board=HARBOUR, britain="A-inf a", turn=3).play("land a (0,0)")
    assert g.left("a") == 2
    assert max(distance((0, 0), h) for h in g.reach("a")) == 4
    assert (-4, 0) in g.reach("a")
    river = board(rivers=["(0,0)|(0,1)"], numbered=[("normandy", "port", (0, 0), (1, 0), 12)])
    g = scene({(0, 0): "A-hq h", (0, 1): "G-inf g"}, board=river, britain="A-inf a", turn=3).play(
        "land a (0,0)"
    )
    assert g.left("a") == 2  # over the river there is no zone of control
    assert max(distance((0, 0), h) for h in g.reach("a")) == 2


def test_i19_bought_and_landed():
    """I19, TGC-inv.8a, TGC-repl.10: brought back in step A2, on a sea hex in step A3, as infantry."""
    g = france(
        {"gold": "A-inf x", **FAR},
        britain="A-inf a, b, c, d, e, f",
        lost="A-inf r",
        turn=10,
        factors=(4, 0),
        invasion=("normandy", 1),
        invaded=BEACHHEAD,
        phase="allied_replacement",
    )
    g.play("replace r")
    assert (g.at("r"), g.state.factors) == ("britain", (0, 0))
    g.play("invade brittany", "embark r 0433")
    for name, sea in zip("abcd", ["0433", "0633", "0633", "1034"]):
        g.play(f"embark {name} {sea}")
    g.play("embark e 1034")  # five infantry are there, r among them: the sixth takes the armor's place
    g.refuses("TGC-inv.8f", "embark f 0540")


def second_invasion(area):
    g = france(
        {"cherbourg": "A-inf c, A-hq h", "gold": "A-inf o", "dieppe": "A-inf d", **FAR},
        britain="A-inf i, a0, a1, a2, a3, a4, a5, a6, a7, a8",
        turn=12,
        invasion=("normandy", 1),
        invaded="gold",
        phase="allied_invasion",
    )
    return g.play(f"invade {area}", f"embark i {'1829' if area == 'normandy' else '0433'}").pass_to(
        "allied", Movement
    )


def test_i20_no_back_door():
    """I20, TGC-sea.9, TGC-inv.31, TGC-inv.32, TGC-inv.5: in the first turn only the invaders come ashore there."""
    g = second_invasion("normandy")
    assert landing_capacity(g.state) == 8 + 10 + 1
    g.refuses("TGC-sea.9", "land a0 cherbourg", "land a0 gold")
    land(g, [f"a{n}" for n in range(7)], "dieppe")
    g.refuses("TGC-inv.29", "land a7 dieppe")
    g = second_invasion("normandy").end()
    assert g.at("i") == "1930"


def test_i20_another_area():
    """I20, TGC-inv.32: an invasion of Brittany leaves Normandy its eight a turn."""
    g = second_invasion("brittany")
    land(g, [f"a{n}" for n in range(5)], "cherbourg")
    land(g, [f"a{n}" for n in range(5, 8)], "gold")
    g.refuses("TGC-inv.29", "land a8 gold")
    assert g.may("land a8 dieppe")
