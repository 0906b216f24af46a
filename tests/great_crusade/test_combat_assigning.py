"""Assigning combats, obligations, the order of resolution (TGC-combat.1 to 17) where examples.md is silent."""

import pytest

from grognard.kernel.frame import Throw
from grognard.systems.great_crusade.airborne import Airborne
from grognard.systems.great_crusade.events import CombatCancelled
from grognard.systems.great_crusade.fighting import CombatPhase
from grognard.systems.great_crusade.invasion import Embarkation, Invasion
from grognard.systems.great_crusade.marching import Movement
from grognard.systems.great_crusade.replacements import Replacement
from grognard.systems.great_crusade.supply import AlliedSupply

from .table import battle, board, refuses, scene

PAIR = {(0, 0): "A-inf a", (1, 0): "G-inf d"}
RIVER = "(0,0)|(1,0)"


# ---- 1: adjacent hexes, one's own Combat Phase


@pytest.mark.parametrize("hex", [(2, 0), (2, -1), (1, 1), (-1, 2)])
def test_only_neighbours_fight(hex):
    """TGC-combat.1, TGC-combat.4: at distance two nobody attacks."""
    g = scene({(0, 0): "A-inf a", hex: "G-inf d"}).refuses("TGC-combat.4", "attack a on d")
    assert not g.offers("attack")


@pytest.mark.parametrize("hex", [(1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)])
def test_every_neighbour_can_be_attacked(hex):
    """TGC-combat.1."""
    g = battle({(0, 0): "A-inf a", hex: "G-inf d"}).play("attack a on d", "resolve 1").throws(1)
    assert g.at("d") == "lost"


def test_a_blocked_hexside_stops_combat():
    """TGC-combat.1, TGC-def.16: two hexes with open water between them are not adjacent."""
    g = scene(PAIR, board=board(closed=[RIVER]))
    g.refuses("TGC-combat.4", "attack a on d")
    assert battle(PAIR, board=board(closed=[RIVER])).asks("allied", CombatPhase) is False


def test_only_the_phasing_side_attacks():
    """TGC-combat.1: in his own Combat Phase, own units against enemy units that are there."""
    g = battle(PAIR | {(0, 1): "A-inf b"}, britain="A-inf c")
    g.refuses(
        "TGC-combat.1",
        "attack d on a",
        "attack a on b",
        "attack c on d",
        "attack a on c",
        "attack a on ge-pz-21",
    )
    g = battle(PAIR, side="german")
    g.refuses("TGC-combat.1", "attack a on d")
    assert g.may("attack d on a")


def test_a_combat_needs_both_sides():
    """TGC-combat.4: at least one attacker and one defender."""
    battle(PAIR).refuses("TGC-combat.4", "attack a on -", "attack - on d", "attack - on -")


# ---- 2, 3: assigned in any phase, and dropped when a move breaks it


def fed(n):
    """A position in which one unit ashore cannot be fed, so that the Supply Phase asks."""
    return board(numbered=[("normandy", "beach", (0, 0), (-1, 0), n)])


def in_phase(name):
    """The first question of each phase of the Allied part, or of the German part."""
    units = {(0, 0): "A-inf a, b", (1, 0): "G-inf d"}
    german = {"board": board(stars=[(9, 0)], beyond=[(9, 0), (1, 0)]), "lost": "G-inf z"}
    return {
        "supply": lambda: scene(units, board=fed(1), invaded=[(0, 0)], turn=9, phase="allied_supply"),
        "replacement": lambda: scene(
            units, lost="A-inf x", factors=(9, 0), turn=9, phase="allied_replacement"
        ),
        "invasion": lambda: scene(
            units, turn=9, invasion=("normandy", 1), phase="allied_invasion", board=fed(9)
        ),
        "airborne": lambda: scene(units, turn=2, phase="allied_airborne"),
        "movement": lambda: scene(units),
        "combat": lambda: battle(units),
        "german replacement": lambda: scene(units, turn=16, phase="german_replacement", **german),
        "german movement": lambda: scene(units, phase="german_movement"),
        "german combat": lambda: battle(units, side="german"),
    }[name]()


ALLIED_PHASES = {
    "supply": AlliedSupply,
    "replacement": Replacement,
    "airborne": Airborne,
    "movement": Movement,
    "combat": CombatPhase,
}
GERMAN_PHASES = {"german replacement": Replacement, "german movement": Movement, "german combat": CombatPhase}


@pytest.mark.parametrize(("name", "kind"), [*ALLIED_PHASES.items(), *GERMAN_PHASES.items()])
def test_a_combat_may_be_assigned_in_any_phase_of_one_s_own_part(name, kind):
    """TGC-combat.2: and it is still on the list when the Combat Phase comes, the only phase that resolves it."""
    side, other = ("german", "allied") if "german" in name else ("allied", "german")
    g = in_phase(name)
    assert g.asks(side, kind)
    mine, yours = ("d", "a") if side == "german" else ("a", "d")
    g.refuses("TGC-combat.1", f"attack {yours} on {mine}")
    g.play(f"attack {mine} on {yours}")
    if kind is not CombatPhase:
        g.refuses("TGC-combat.2", "resolve 1")
    if kind is AlliedSupply:
        g.play("supply a")
    while not g.asks(side, CombatPhase):
        g.end()
    assert len(g.state.combats) == 1
    more = f"attack {'b on d' if side == 'allied' else 'd on a,b'}"
    assert not g.asks(other, CombatPhase)
    g.refuses("TGC-combat.5", more)


def test_a_combat_may_be_assigned_while_the_invasion_is_prepared():
    """TGC-combat.2, TGC-inv.18b: also by an invader, against the hex before him."""
    where = board(numbered=[("normandy", "beach", (0, 0), (-1, 0), 9)], country={(9, 9): "FR"})
    g = scene({(0, 0): "G-inf d", (0, 1): "G-inf e"}, board=where, phase="allied_invasion")
    assert g.asks("allied", Invasion)
    g.play("invade normandy", "embark us-inf-1 (-1,0)", "attack us-inf-1 on d")
    g.refuses("TGC-inv.18b", "attack us-inf-1 on e")
    assert len(g.state.combats) == 1


def test_an_invader_taken_back_leaves_his_combat():
    """TGC-combat.3, TGC-inv.14: what he had been assigned to is called off at once."""
    where = board(numbered=[("normandy", "beach", (0, 0), (-1, 0), 9)])
    g = scene({(0, 0): "G-inf d"}, board=where, phase="allied_invasion")
    g.play("invade normandy", "embark us-inf-1 (-1,0)", "attack us-inf-1 on d cas", "debark us-inf-1")
    assert g.asks("allied", Embarkation)
    assert g.state.combats == ()
    assert len(g.events(CombatCancelled)) == 1


def test_a_move_that_breaks_a_combat_calls_it_off():
    """TGC-combat.3, TGC-air.5: and its air support is free again."""
    g = scene({(0, 0): "A-inf a, b", (1, 0): "G-inf d, e", (0, 1): "A-inf c"}, missions=1)
    g.play("attack a on d cas").refuses("TGC-air.2", "attack b on e cas")
    assert len(g.play("move b (-1,0)").state.combats) == 1
    g.play("move a (-1,1)")
    assert len(g.events(CombatCancelled)) == 1
    assert g.state.combats == ()
    assert g.may("attack c on e cas")


def test_a_move_that_keeps_both_adjacent_keeps_the_combat():
    """TGC-combat.3: it is judged by where the unit stands now."""
    g = scene({(0, 0): "A-arm a", (1, 0): "G-inf d"}, board=board({(1, 0): "fortress"}))
    g.play("attack a on d", "move a (0,1)")
    assert len(g.state.combats) == 1
    g.play("move a (-1,1)")
    assert g.state.combats == ()


# ---- 5, 6: who takes part


def test_one_combat_for_each_unit():
    """TGC-combat.5: as attacker or as defender."""
    g = battle({(0, 0): "A-inf a, b", (1, 0): "G-inf d, e"})
    g.refuses("TGC-combat.5", "attack a,a on d", "attack a on d,d")
    g.play("attack a on d")
    g.refuses("TGC-combat.5", "attack a on e", "attack b on d", "attack a,b on e", "attack b on d,e")
    assert g.may("attack b on e")


def test_a_stack_may_be_divided():
    """TGC-combat.6a, TGC-combat.6b: in different combats, or out of them as far as duties allow."""
    units = {(0, 0): "A-inf a, b", (0, 1): "A-inf c", (1, 0): "G-inf d, e, f"}
    g = battle(units, board=board(rivers=[RIVER]))
    g.play("attack c on d", "attack a on e,f")
    assert g.must() == {}
    g.play("resolve 2").throws(6)
    assert [g.at(u) for u in "abc"] == ["lost", (0, 0), (0, 1)]


def test_a_stack_is_not_divided_against_its_duties():
    """TGC-combat.6a, TGC-combat.8: one who stands in an enemy ZOC cannot stay out."""
    g = battle({(0, 0): "A-inf a, b", (1, 0): "G-inf d"}).play("attack a on d")
    assert g.must() == {"b": "TGC-combat.8"}
    g.refuses("TGC-combat.8, 12", "resolve 1")


# ---- 8 to 12: duties


def test_duties_bind_the_side_as_a_whole():
    """TGC-combat.10: any friend who can may attack any enemy who must be attacked."""
    units = {(0, 0): "A-inf a", (1, -1): "A-inf b", (1, 0): "G-inf d, e"}
    for said in (["a on d", "b on e"], ["b on d", "a on e"], ["a,b on d,e"]):
        g = battle(units).play(*(f"attack {x}" for x in said))
        assert g.must() == {}
    for said in (["a on d,e"], ["a,b on d"]):
        g = battle(units).play(*(f"attack {x}" for x in said))
        g.refuses("TGC-combat.8, 9", "resolve 1")


@pytest.mark.parametrize("side", ["allied", "german"])
@pytest.mark.parametrize(
    ("terrain", "rivers"), [({}, [RIVER]), ({(1, 0): "fortress"}, []), ({(0, 0): "fortress"}, [])]
)
def test_nobody_must_but_everybody_may(side, terrain, rivers):
    """TGC-combat.11, TGC-combat.18, TGC-combat.27, TGC-combat.28: across a river, into a fortress, out of one."""
    g = battle(PAIR, board=board(terrain, rivers), side=side)
    assert g.must() == {}
    assert g.may("end")
    g.play("attack a on d" if side == "allied" else "attack d on a")
    assert g.must() == {}
    g.play("resolve 1")
    assert g.asks(None, Throw)


def test_the_phase_cannot_end_while_a_duty_is_unmet():
    """TGC-combat.12, TGC-seq.9: and what is missing is named."""
    g = battle({(0, 0): "A-inf a", (1, 0): "G-inf d"})
    assert "1st Infantry must attack" in g.breach("end").why
    g.refuses("TGC-combat.9", "end")
    g.play("attack a on d").refuses("TGC-combat.13", "end")


def test_no_combat_of_the_list_is_resolved_before_all_duties_are_met():
    """TGC-combat.12: not even one that has nothing to do with them."""
    units = {(0, 0): "A-inf a", (1, 0): "G-inf d", (0, 5): "A-inf b", (1, 5): "G-inf e"}
    g = battle(units).play("attack a on d")
    g.refuses("TGC-combat.8, 9", "resolve 1")
    g.play("attack b on e")
    assert g.may("resolve 1")


# ---- 13 to 15: resolution


def test_before_the_first_die_all_may_be_changed():
    """TGC-combat.13, TGC-air.5."""
    g = battle(PAIR | {(0, 1): "A-inf b"}, missions=1)
    g.play("attack a on d cas", "cancel 1", "attack a,b on d cas", "cancel 1", "attack a on d")
    g.refuses("TGC-combat.13", "cancel 2", "cancel 0")
    assert len(g.state.combats) == 1


def test_the_attacker_chooses_the_order():
    """TGC-combat.14: by the number on the list, which closes up."""
    units = {
        (0, 0): "A-inf a",
        (1, 0): "G-st d",
        (0, 5): "A-inf b",
        (1, 5): "G-st e",
        (0, 9): "A-inf c",
        (1, 9): "G-st f",
    }
    g = battle(units).play("attack a on d", "attack b on e", "attack c on f")
    g.refuses("TGC-combat.14", "resolve 4", "resolve 0")
    assert {x.number for x in g.offers("resolve")} == {1, 2, 3}
    g.play("resolve 2").throws(1)
    assert [g.at(u) for u in "def"] == [(1, 0), "lost", (1, 9)]
    g.play("resolve 2").throws(1)
    assert [g.at(u) for u in "def"] == [(1, 0), "lost", "lost"]
    g.play("resolve 1").throws(1)
    assert not g.asks("allied", CombatPhase)


def test_all_that_is_assigned_is_fought():
    """TGC-combat.13: also a voluntary attack, once the first die is thrown."""
    units = PAIR | {(0, 5): "A-inf b", (1, 5): "G-st e"}
    g = battle(units, board=board(rivers=["(0,5)|(1,5)"])).play("attack a on d", "attack b on e")
    g.play("resolve 1").throws(1)
    g.refuses("TGC-combat.13", "end", "cancel 1")
    assert [x.verb for x in g.offers()] == ["resolve"]


def test_whoever_comes_close_during_the_combats_need_not_fight():
    """TGC-combat.15: after an advance a stands beside e, and the rest of the list is resolved all the same."""
    units = PAIR | {(0, 1): "A-inf b", (2, 0): "G-inf e", (0, 9): "A-inf c", (1, 9): "G-st f"}
    g = battle(units, board=board({(1, 0): "city"})).play("attack a,b on d", "attack c on f")
    assert g.may("resolve 1")
    g.play("resolve 1").throws(1)
    g.play("advance a (1,0)", "end")
    assert g.asks("allied", CombatPhase)
    g.play("resolve 1").throws(1)
    assert not g.asks("allied", CombatPhase)
    assert (g.at("a"), g.at("e")) == ((1, 0), (2, 0))


# ---- 17: play cannot lock


def test_one_against_all_and_all_against_one_are_always_legal():
    """TGC-combat.17."""
    around = {(1, 0): "G-inf u", (1, -1): "G-st v", (0, -1): "G-inf w, G-inf x", (-1, 1): "G-pz y"}
    g = battle({(0, 0): "A-inf a"} | around).play("attack a on u,v,w,x,y")
    assert g.must() == {}
    ring = {(1, 0): "A-inf u", (1, -1): "A-inf v", (0, -1): "A-inf w, A-inf x", (-1, 1): "A-arm y"}
    g = battle({(0, 0): "G-inf a"} | ring).play("attack u,v,w,x,y on a")
    assert g.must() == {}


def test_candidates_stand_under_the_hex_they_attack():
    """TGC-combat.4, TGC-ui.22: first the hex is picked, then the attack; one on two hexes stands under both. Nobody has
    to attack x, who is over the river; y and z are under duty together."""
    units = {(0, 0): "A-arm a, b", (1, 0): "G-inf x", (1, -1): "G-inf y", (-1, 0): "G-inf z"}
    g = battle(units, board=board(rivers=[RIVER]))
    offers = g.game.legal()
    for hex, here in {(1, 0): "x", (1, -1): "y", (-1, 0): "z"}.items():
        listed = offers.of(g.state.world.hex_text(g.hex(hex)))
        assert listed
        assert all(g.unit(here) in a.defenders for a in listed)


def test_a_voluntary_attack_that_cannot_be_completed_can_be_cancelled():
    """TGC-combat.17, TGC-combat.20: a over the river brings e, whom nobody is left to attack."""
    units = {(0, 0): "A-arm a", (1, 0): "G-inf d", (1, -1): "G-inf e"}
    g = battle(units, board=board(rivers=[RIVER, "(0,0)|(1,-1)"])).play("attack a on d")
    assert [x.verb for x in g.offers()] == ["cancel"]
    with refuses("TGC-combat.20"):
        g.play("resolve 1")
    with refuses("TGC-combat.13"):
        g.play("end")
    g.play("cancel 1", "end")
    assert not g.asks("allied", CombatPhase)


def test_no_position_begins_a_combat_phase_that_movement_would_not_have_left():
    """TGC-combat.17, TGC-hq.3, TGC-inv.16a: there duties could never be met, so such a scene is refused."""
    with refuses("TGC-hq.3"):
        battle({(0, 0): "A-hq h", (1, 0): "G-inf d"})
    with refuses("TGC-hq.3"):
        battle({(0, 0): "A-inf a", (1, 0): "G-hq h"}, side="german")
    with refuses("TGC-inv.16a"):
        battle({(-1, 0): "A-inf a"}, board=board(numbered=[("normandy", "beach", (0, 0), (-1, 0), 9)]))
    assert battle({(0, 0): "A-hq h", (1, 0): "G-inf d"}, board=board(rivers=[RIVER])).at("h") == (0, 0)
