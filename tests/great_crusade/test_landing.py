"""Invasion, drops and sea movement (TGC-inv, TGC-abn, TGC-sea): what the worked examples leave."""

import pytest

import grognard as gg
from grognard.systems.great_crusade.actions import Deal
from grognard.systems.great_crusade.airborne import Airborne
from grognard.systems.great_crusade.fighting import CombatPhase
from grognard.systems.great_crusade.invasion import Embarkation, Invasion
from grognard.systems.great_crusade.marching import Movement
from grognard.systems.great_crusade.supply import landing_capacity

from .slow import ball, distance
from .table import board, france, scene

FAR = {"5736": "G-inf far"}
HARBOUR = board(numbered=[("normandy", "port", (0, 0), (-1, 0), 4)])
BEACH = board(numbered=[("normandy", "beach", (0, 0), (-1, 0), 4)])


# ---- invasion


def test_the_coast_lies_open_to_the_allied_player():
    """TGC-inv.7: while he chooses the area and then the sea hexes, he sees where every German unit stands."""
    game = gg.new("great-crusade/france-1944", seed="open")
    game.do(Deal("beach_wall"))
    game.do("place ge-inf-84 lisieux")
    game.do("end")
    for frame, order in ((Invasion, "invade normandy"), (Embarkation, "embark us-inf-1 1729")):
        assert type(game.decision.frame) is frame
        seen = game.view("allied")
        for u in game.state.world.units("german"):
            assert seen.at[u] == game.state.at[u] >= 0
        assert seen.at[game.state.world.unit("ge-inf-84")] == game.state.world.hex("lisieux")
        game.do(order)


def second(units, area, britain="A-inf i, k", **more):
    """Turn 12, the second invasion."""
    given = {"turn": 12, "invasion": ("normandy", 1), **more}
    return france({**units, **FAR}, britain=britain, phase="allied_invasion", **given).play(f"invade {area}")


def test_no_assault_on_one_s_own_troops():
    """TGC-inv.13: the sea hex of Cherbourg is closed while an Allied unit is there, those beside it are not."""
    g = second({"cherbourg": "A-inf c", "gold": "A-hq h"}, "normandy")
    g.refuses("TGC-inv.13", "embark i 1327", "embark i 1729")
    assert g.goals("embark", "i") == {"1829", "1629", "1628"}
    g = second({"2427": "A-inf c", "gold": "A-hq h"}, "le_havre")
    assert g.may("embark i 2325")  # next to Dieppe, not in it


def test_an_area_that_is_all_in_allied_hands():
    """TGC-inv.13: with a friend in every beach and port there is nothing to choose."""
    places = ["sword", "gold", "omaha", "utah", "cherbourg"]
    held = {place: f"A-inf h{n}" for n, place in enumerate(places)}
    g = france({**held, **FAR}, turn=12, invasion=("normandy", 1), phase="allied_invasion")
    g.refuses("TGC-inv.13", "invade normandy")
    assert "normandy" not in {a.area for a in g.offers("invade")}
    del held["utah"]
    g = france({**held, **FAR}, turn=12, invasion=("normandy", 1), phase="allied_invasion")
    assert g.play("invade normandy").may("embark us-inf-90 1628")


def test_who_waits_at_sea_does_not_move():
    """TGC-inv.15: neither inland nor along the coast nor home, whether the beach is defended or not."""
    for beach in {"gold": "G-st d"}, {}:
        g = france({"1729": "A-inf a", **beach, **FAR}, invasion=("normandy", 1))
        g.refuses("TGC-inv.15", "move a gold", "move a 1831", "move a 1629")
        assert not g.reach("a")
        assert not g.may("sail a from gold")
        assert not g.may("land a gold")
        assert not g.offers(name="a")
        assert g.at("a") == "1729"


def test_a_beach_that_was_taken_needs_no_hq():
    """TGC-inv.26, TGC-supply.10: it feeds to a range of eleven and lets units land, with nobody on it."""
    inland = {(11, 0): "A-inf a", (12, 0): "A-inf b"}
    g = scene(inland, board=BEACH, britain="A-inf c", turn=5, invaded=[(0, 0)], phase="allied_supply")
    assert (g.hungry("a"), g.hungry("b")) == (0, 1)
    g.pass_to("allied", Movement).play("land c (0,0)")
    g = scene(inland, board=BEACH, britain="A-inf c", turn=5, phase="allied_supply")
    assert (g.hungry("a"), g.hungry("b")) == (1, 1)
    g.pass_to("allied", Movement).refuses("TGC-sea.5", "land c (0,0)")


# ---- drops


def test_only_allied_airborne_units_drop():
    """TGC-abn.1: no infantry, no armor, no HQ, and no German; he has no Airborne Phase."""
    g = scene(
        {(0, 0): "A-inf a", (9, 9): "G-abn p"},
        britain="A-abn d, A-inf i, A-arm t, A-hq h",
        phase="allied_airborne",
    )
    g.refuses("TGC-abn.1", *(f"drop {u} (2,0)" for u in "ithp"))
    assert {g.name(a.unit)[:2] for a in g.offers("drop")} <= {"d", "us", "br"}
    assert {g.state.world.counters[a.unit].type for a in g.offers("drop")} == {"airborne"}
    g.pass_to("german", Movement)
    assert not g.may("drop p (2,0)")
    assert not g.offers("drop")


def test_a_drop_begins_in_britain():
    """TGC-abn.4, TGC-abn.5: not from the continent, nor in the turn in which the unit came home."""
    g = scene(
        {(0, 0): "A-abn p, A-inf a", (20, 0): "G-inf g"}, board=HARBOUR, turn=4, phase="allied_airborne"
    )
    assert g.asks("allied", Airborne)
    g.refuses("TGC-abn.4", "drop p (2,0)")
    assert not g.offers("drop", "p")
    g.pass_to("allied", Movement).play("sail p from (0,0)")
    assert not g.may("drop p (2,0)")
    g.week().play("drop p (2,0)")
    assert (g.state.turn, g.at("p")) == (5, (2, 0))


def afloat(who):
    """Turn 1: the invaders lie off Gold, nobody is on land."""
    g = france(FAR, britain=f"{who}, A-abn d", phase="allied_invasion").play("invade normandy")
    for name in who.split()[1:]:
        g.play(f"embark {name.strip(',')} 1729")
    return g.end()


def test_invaders_call_for_airborne_help():
    """TGC-abn.6b, TGC-abn.6a: five hexes from the sea hex on which infantry or armor lies, and no further."""
    for who in "A-inf a", "A-arm a":
        g = afloat(who)
        assert g.asks("allied", Airborne)
        grid, off_gold = g.state.world.grid, g.hex("1729")
        found = {g.hex(h) for h in g.goals("drop", "d")}
        assert {grid.distance(off_gold, h) for h in found} == {1, 2, 3, 4, 5}
        near = next(h for h in sorted(found) if grid.distance(off_gold, h) == 5)
        g.play(f"drop d {g.place(near)}")


def test_airborne_invaders_do_not():
    """TGC-abn.6b, TGC-abn.6c: an airborne unit on a sea hex calls nobody."""
    g = afloat("A-abn a")
    assert g.asks("allied", Movement)
    g.refuses("TGC-seq.3", "drop d 1831")


def test_drops_use_up_no_landing():
    """TGC-abn.15: the area's numbers and the landing cap are for those who come by sea."""
    g = scene(
        {(0, 0): "A-inf a, b", (1, 0): "A-inf c, e", (20, 0): "G-inf g"},
        board=HARBOUR,
        britain="A-abn p, q, r, A-inf i",
        turn=5,
        invaded=[(0, 0)],
        phase="allied_airborne",
    )
    assert landing_capacity(g.state) == 4  # and four are ashore
    for n, name in enumerate("pqr", 2):
        g.play(f"drop {name} ({n},2)")
    assert not g.state.landings
    g.pass_to("allied", Movement).refuses("TGC-sea.8a", "land i (0,0)")


def test_drops_leave_the_area_its_number():
    """TGC-abn.15, TGC-inv.29: three drops, and eight units land in Normandy all the same."""
    g = france(
        {"gold": "A-inf x", **FAR},
        britain="A-abn p, q, r, A-inf a, b, c, d, e, f, i, j, k",
        turn=5,
        invasion=("normandy", 1),
        invaded="gold omaha sword",
        phase="allied_airborne",
    )
    g.play("drop p 1932", "drop q 1932", "drop r 2031").pass_to("allied", Movement)
    for name in "abcdefij":
        g.play(f"land {name} omaha")
    g.refuses("TGC-inv.29", "land k omaha")


# ---- the sea


def test_the_germans_have_no_ships():
    """TGC-sea.1: neither home by sea nor ashore from anywhere."""
    g = scene(
        {(0, 0): "G-abn g", (10, 0): "A-inf a"}, board=HARBOUR, britain="A-inf i", phase="german_movement"
    )
    g.refuses("TGC-sea.1", "sail g from (0,0)", "land g (0,0)", "land i (0,0)")
    assert not g.offers("sail")
    assert not g.offers("land")
    g = scene({(0, 0): "A-inf a", (10, 0): "G-abn g"}, board=HARBOUR, britain="A-inf i", invaded=[(0, 0)])
    assert g.may("sail a from (0,0)")
    g.refuses("TGC-sea.1", "land g (0,0)")


@pytest.mark.parametrize(("enemy", "left"), [((1, 0), 0), ((2, 0), 2), ((0, 1), 0)])
def test_ashore_in_the_face_of_the_enemy(enemy, left):
    """TGC-sea.6b, TGC-sea.6a: a landing hex in an enemy zone of control stops the unit, and it must attack."""
    g = scene(
        {(0, 0): "A-inf a", enemy: "G-inf g"}, board=HARBOUR, britain="A-inf i", turn=5, invaded=[(0, 0)]
    )
    g.play("land i (0,0)")
    assert g.left("i") == left
    assert bool(g.reach("i")) == (left > 0)
    if not left:
        g.refuses("TGC-zoc.6", "move i (-1,1)").end()
        assert g.asks("allied", CombatPhase)
        assert g.must()["i"] == "TGC-combat.8"


def test_a_landing_over_a_river_does_not_stop():
    """TGC-sea.6b: no zone of control over a river; but beside an enemy there is no strategic movement."""
    wet = board(rivers=["(0,0)|(1,0)"], numbered=[("normandy", "port", (0, 0), (-1, 0), 4)])
    g = scene({(0, 0): "A-inf a", (1, 0): "G-inf g"}, board=wet, britain="A-inf i", turn=5, invaded=[(0, 0)])
    g.play("land i (0,0)")
    assert g.left("i") == 2
    assert max(distance((0, 0), h) for h in g.reach("i")) == 2


def test_the_landing_cap_counts_who_is_ashore():
    """TGC-sea.8c: those on sea hexes are not counted, those dropped are."""
    two = board(
        numbered=[("normandy", "port", (0, 0), (-1, 0), 3), ("brittany", "beach", (0, 10), (-1, 10), 9)],
    )
    more = {"turn": 12, "invasion": ("normandy", 1), "invaded": [(0, 0)], "phase": "allied_invasion"}

    def before_movement(*orders):
        g = scene(
            {(0, 0): "A-inf a, b", (20, 0): "G-inf g"},
            board=two,
            britain="A-inf i, j, k, l, A-abn p",
            **more,
        )
        return g.play("invade brittany", "embark k (-1,10)", "embark l (-1,10)", "end", *orders, "end")

    g = before_movement()
    assert landing_capacity(g.state) == 3
    g.play("land i (0,0)").refuses("TGC-sea.8a", "land j (0,0)")
    before_movement("drop p (3,0)").refuses("TGC-sea.8a", "land i (0,0)")


def test_ships_sail_one_way_a_turn():
    """TGC-sea.10: who landed in a phase does not leave in it, from that port or another; next turn he may."""
    ports = board(
        numbered=[("normandy", "port", (0, 0), (-1, 0), 9), ("le_havre", "port", (1, 1), (0, 2), 9)],
    )
    g = scene(
        {(0, 0): "A-inf a", (20, 0): "G-inf g"}, board=ports, britain="A-inf i", turn=5, invaded=[(0, 0)]
    )
    g.play("land i (0,0)").refuses("TGC-sea.10", "sail i from (0,0)", "sail i from (1,1)")
    g.play("move i (1,1)").refuses("TGC-sea.10", "sail i from (1,1)")
    assert not g.offers("sail", "i")
    assert g.may("sail a from (0,0)")
    g.week().pass_to("allied", Movement).play("sail i from (1,1)")
    assert g.at("i") == "britain"


def test_no_hq_lands_under_fire():
    """TGC-sea.11, TGC-hq.2: a hex in an enemy zone of control takes divisions, and no HQ."""
    g = scene(
        {(0, 0): "A-inf a", (1, 0): "G-inf g"},
        board=HARBOUR,
        britain="A-hq h, A-inf i",
        turn=5,
        invaded=[(0, 0)],
    )
    g.refuses("TGC-sea.11", "land h (0,0)")
    assert not g.offers("land", "h")
    assert g.may("land i (0,0)")
    g = scene(
        {(0, 0): "A-inf a", (2, 0): "G-inf g"}, board=HARBOUR, britain="A-hq h", turn=5, invaded=[(0, 0)]
    )
    g.play("land h (0,0)")
    assert g.reach("h")
    assert not g.reach("h") & ball((2, 0), 1)


# ---- who can go and who cannot, in a port (TGC-move.4e)


def ringed(**more):
    """Two divisions in a port with the enemy around them; what they can do is take ship."""
    return scene(
        {(0, 0): "A-inf a, b", (1, -1): "G-inf x", (0, 1): "G-inf y"},
        board=board(numbered=[("normandy", "port", (0, 0), (-1, 0), 9)]),
        britain="A-inf c, d, e",
        turn=5,
        invaded=[(0, 0)],
        **more,
    )


def test_who_can_take_ship_is_not_stuck():
    """TGC-move.4e, TGC-sea.2: a fresh division lands, a worn one goes home; the port is not full for that."""
    g = ringed()
    assert not g.reach("a") | g.reach("b")
    g.play("land c (0,0)").refuses("TGC-move.4b", "end")
    assert not g.reach("c")
    assert {g.name(a.unit) for a in g.offers("sail")} == {"a", "b"}
    g.play("sail a from (0,0)").end()
    assert g.at("a") == "britain"
    assert (g.at("b"), g.at("c")) == ((0, 0), (0, 0))


def test_a_port_fills_with_those_who_landed():
    """TGC-move.4e, TGC-sea.10: who landed and had to stop cannot leave again, and two of them fill the port."""
    g = ringed().play("land c (0,0)", "land d (0,0)")
    g.refuses("TGC-move.4e", "land e (0,0)")
    assert not g.offers("land")
    g.play("sail a from (0,0)", "sail b from (0,0)").end()


def test_where_nobody_can_take_ship_the_drop_is_one_too_many():
    """TGC-move.4e, TGC-abn.11: a beach that is not theirs is no harbour; before the phase the same holds."""
    for invaded, open_ in (((), False), ([(0, 0)], True)):
        g = scene(
            {(0, 0): "A-inf a, b", (1, -1): "G-inf x", (0, 1): "G-inf y"},
            board=BEACH,
            britain="A-abn p",
            invaded=invaded,
            turn=5,
            phase="allied_airborne",
        )
        assert ((0, 0) in g.goals("drop", "p")) == open_
        assert g.may("drop p (0,0)") == open_


def test_no_landing_into_a_dead_end():
    """TGC-move.4e, TGC-sea.6a: three factors are no use to a unit that cannot leave the port, nor can it go back to
    sea; so it may not be the third there."""
    ring = [(1, 0), (1, -1), (0, -1), (-1, 1), (0, 1)]
    wet = board(
        rivers=[((0, 0), h) for h in ring], numbered=[("normandy", "port", (0, 0), (-1, 0), 9)], size=61
    )
    around = {h: f"G-inf x{n}" for n, h in enumerate(ring)}
    more = {"board": wet, "britain": "A-inf c, d, e", "turn": 5, "invaded": [(0, 0)]}
    g = scene({**around}, **more).play("land c (0,0)", "land d (0,0)")
    assert (g.left("c"), g.reach("c")) == (2, set())
    g.refuses("TGC-move.4e", "land e (0,0)")
    g.end()
    del around[0, 1]
    g = scene({**around}, **more).play("land c (0,0)", "land d (0,0)", "land e (0,0)", "move e (0,1)")
