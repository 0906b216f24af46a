"""The turn from its first step to its last (TGC-seq), set-up, and what ends the game (TGC-setup, TGC-vic)."""

from datetime import date

import pytest

import grognard as gg
from grognard.kernel.breach import Illegal
from grognard.kernel.frame import Roll
from grognard.systems.great_crusade.actions import Deal
from grognard.systems.great_crusade.air import TacticalAir
from grognard.systems.great_crusade.airborne import Airborne
from grognard.systems.great_crusade.events import (
    FactorsAdded,
    GameEnded,
    MissionsEnded,
    MovementBegan,
    SourcesSet,
    SupplyJudged,
    TurnBegan,
    TurnEnded,
)
from grognard.systems.great_crusade.fighting import CombatPhase
from grognard.systems.great_crusade.invasion import Embarkation, Invasion
from grognard.systems.great_crusade.marching import Movement
from grognard.systems.great_crusade.replacements import Replacement
from grognard.systems.great_crusade.setup import Arrange, Shuffle
from grognard.systems.great_crusade.show.words import week
from grognard.systems.great_crusade.world import order_of_battle, prepared

from .slow import distance
from .table import battle, board, france, scene

AIRBORNE = "us-abn-82, us-abn-101, br-abn-1, br-abn-6"  # usable from turn 1
STAR = {"5736": "G-inf far"}


def campaign(setup="historical"):
    game = gg.new("great-crusade/france-1944", seed="turn")
    game.do(Deal(setup))
    return game


# ---- the calendar, and the order of things


def test_fifty_weeks():
    """TGC-seq.1: a German set-up, then turn 1 on 6 June 1944; turn 47 ends on 30 April, turn 50 on 21 May 1945."""
    game = campaign()
    assert isinstance(game.decision.frame, Arrange)
    assert game.state.turn == 0
    game.do("end")
    assert (game.state.turn, game.decision.side) == (1, "allied")
    weeks = {n: week(game.state, n) for n in (1, 47, 50)}
    assert weeks == {
        1: (date(1944, 6, 6), date(1944, 6, 12)),
        47: (date(1945, 4, 24), date(1945, 4, 30)),
        50: (date(1945, 5, 15), date(1945, 5, 21)),
    }
    assert (date(1945, 5, 21) - date(1944, 6, 6)).days + 1 == 50 * 7


@pytest.mark.parametrize(("turn", "over"), [(49, False), (50, True)])
def test_there_is_no_turn_after_the_fiftieth(turn, over):
    """TGC-seq.1, TGC-vic.8: turn 50 is played, and it is the last."""
    g = france({"gold": "A-inf a", **STAR}, turn=turn, invaded="gold", phase="german_movement").end()
    assert g.game.over == over
    assert g.state.turn == 50
    with pytest.raises(Illegal, match="no turn 51"):
        france({"gold": "A-inf a", **STAR}, turn=51)


COUNTRY = board(
    rivers=["(0,0)|(1,0)"],
    numbered=[("normandy", "port", (0, 0), (-1, 0), 12), ("brittany", "beach", (0, 10), (-1, 10), 4)],
    beyond=[(20, 0)],
    stars=[(20, 0)],
)


def busy(**more):
    """A turn in which every step has something to decide: two neighbours face each other over a river."""
    return scene(
        {(0, 0): "A-inf a", (1, 0): "G-inf g", (12, 0): "G-pz p", (20, 0): "G-inf far"},
        board=COUNTRY,
        britain="A-inf i, A-abn d",
        **{
            "lost": "A-inf r, G-inf s",
            "turn": 16,
            "factors": (4, 0),
            "invasion": ("normandy", 1),
            "invaded": [(0, 0)],
            **more,
        },
    )


def asked(g):
    now = g.game.decision
    return now.side, type(now.frame)


def test_the_allied_part_and_then_the_german():
    """TGC-seq.2, TGC-seq.3, TGC-seq.7: who is asked, and for what, from the first step of a turn to the next turn."""
    g = busy(phase="allied_supply")
    seen = [asked(g)]
    for order in ["end", "invade brittany", "embark i (-1,10)", *["end"] * 8]:
        g.play(order)
        if asked(g) != seen[-1]:
            seen.append(asked(g))
    assert seen == [
        ("allied", Replacement),
        ("allied", Invasion),
        ("allied", Embarkation),
        ("allied", Airborne),
        ("allied", Movement),
        ("allied", CombatPhase),
        ("allied", TacticalAir),
        ("german", Replacement),
        ("german", Movement),
        ("german", CombatPhase),
        ("allied", Replacement),
    ]
    assert g.state.turn == 17


def test_the_turn_is_closed_after_the_german_part():
    """TGC-seq.2, TGC-vic.1: the end-of-turn check comes when the last German combat is over, and before the next
    Allied Supply Phase."""
    g = busy(phase="german_combat")
    assert asked(g) == ("german", CombatPhase)
    assert not g.events(TurnEnded)
    g.end()
    kinds = [type(e) for e in g.events()]
    order = [MissionsEnded, TurnEnded, TurnBegan, SourcesSet, SupplyJudged, FactorsAdded]
    assert [k for k in kinds if k in order] == order[:-1]  # no installation is captured
    assert not g.events(GameEnded)


@pytest.mark.parametrize(
    ("lost", "anchor", "asks"),
    [("", "A-inf a", True), (AIRBORNE, "A-inf a", False), ("", "A-hq a", False)],
)
def test_the_airborne_phase_may_be_skipped(lost, anchor, asks):
    """TGC-seq.6: nobody to drop, or nobody to drop near."""
    g = france({"gold": anchor, **STAR}, lost=lost, turn=15, invaded="gold", phase="allied_airborne")
    assert g.asks("allied", Airborne) == asks
    assert g.asks("allied", Movement) != asks


def test_replacement_follows_supply():
    """TGC-seq.7, TGC-repl.7: on both sides, and before anybody moves; who comes back is used in the same turn."""
    g = busy(phase="allied_supply", captured=())
    kinds = [type(e) for e in g.game.events()]
    assert asked(g) == ("allied", Replacement)
    assert SupplyJudged in kinds
    assert MovementBegan not in kinds
    g = busy(phase="german_isolation")
    kinds = [type(e) for e in g.game.events()]
    assert kinds.index(SupplyJudged) < kinds.index(FactorsAdded)
    assert MovementBegan not in kinds
    assert asked(g) == ("german", Replacement)
    g.play("replace s at (20,0)", "end", "move s (18,0)")
    assert g.at("s") == (18, 0)


def test_a_replacement_is_not_isolated_in_its_first_turn():
    """TGC-seq.7: isolation is judged before the unit is there, and for the first time in the turn after."""
    cut_off = board(stars=[(0, 0)], beyond=[(20, 0)])
    ring = {h: f"A-inf a{i}" for i, h in enumerate([(2, 0), (0, 2), (-2, 2), (-2, 0), (0, -2), (2, -2)])}
    g = scene(
        {**ring, (20, 0): "G-inf far"}, board=cut_off, lost="G-inf s", turn=16, phase="german_isolation"
    )
    g.play("replace s at (0,0)")
    assert g.hungry("s") == 0
    g.pass_to("german", Movement).week().pass_to("german", Movement)
    assert (g.at("s"), g.hungry("s")) == ((0, 0), 1)


def test_missions_last_through_the_german_part():
    """TGC-seq.10: interdiction ends with German movement, close defense support with German combat."""
    g = busy(phase="allied_tactical_air").play("interdict p", "watch (1,0)", "shield (0,0)", "end", "end")

    def standing():
        s = g.state
        return bool(s.interdicted), bool(s.watched), bool(s.shielded)

    assert g.asks("german", Movement)
    assert standing() == (True, True, True)
    assert {distance((12, 0), h) for h in g.reach("p")} == {1, 2, 3, 4}
    g.end()
    assert g.asks("german", CombatPhase)
    assert standing() == (False, False, True)
    assert g.totals("g", "a") == (3, 7)  # doubled over the river, and one
    g.end()
    assert g.state.turn == 17
    assert standing() == (False, False, False)
    g.pass_to("german", Movement)
    assert max(distance((12, 0), h) for h in g.reach("p")) == 8


# ---- set-up


def test_three_positions_with_equal_chance():
    """TGC-setup.1."""
    game = gg.new("great-crusade/france-1944", seed="any")
    assert isinstance(game.state.frames[-1], Shuffle)
    chances = game.state.frames[-1].outcomes(game.state)
    found = {a.setup: weight for a, weight in chances.items()}
    assert set(found) == {"historical", "beach_wall", "central_reserve"}
    assert len(set(found.values())) == 1
    assert {gg.new("great-crusade/france-1944", seed=n).roll()[0].setup for n in range(30)} == set(found)


@pytest.mark.parametrize("setup", ["historical", "beach_wall", "central_reserve"])
def test_prepared_positions(setup):
    """TGC-setup.1, TGC-setup.9, TGC-setup.3 to 7: what is loaded stands as printed, and breaks nothing."""
    s = campaign(setup).state
    world, chart = s.world, s.world.chart
    by_hex = {}
    for u in world.units("german"):
        assert s.at[u] >= 0, world.name(u)
        by_hex.setdefault(s.at[u], []).append(world.unit_ids[u])
    printed = {world.hex(place): sorted(ids) for place, ids in prepared()[setup]["places"].items()}
    assert {h: sorted(ids) for h, ids in by_hex.items()} == printed
    assert max(map(len, by_hex.values())) <= 3
    assert all(
        chart.terrain[h] in ("clear", "mountain", "city", "fortress", "fortified_zone") for h in by_hex
    )
    places = {id: h for h, ids in by_hex.items() for id in ids}
    assert all(places[c.id] in chart.numbered for c in order_of_battle() if c.type == "static")
    reserve = ["ge-ss-pz-9", "ge-ss-pzb-49", "ge-ss-pzb-51", "ge-pg-3", "ge-pg-15", "ge-pg-25", "ge-pzb-106"]
    assert all(places[id] in chart.stars for id in reserve)


def test_the_position_is_changed_at_will():
    """TGC-setup.2: as often as the German player likes, to and fro, and not after he has ended it."""
    game = campaign()
    for order in [
        "place ge-inf-352 paris",
        "place ge-ss-pz-9 ulm",
        "place ge-inf-352 omaha",
        "place ge-st-716 gold",
    ]:
        assert game.decision.side == "german"
        game.do(order)
    at = {id: game.state.world.hex_text(game.state.at[u]) for u, id in enumerate(game.state.world.unit_ids)}
    assert [at[u] for u in ("ge-inf-352", "ge-ss-pz-9", "ge-st-716")] == ["1730", "5736", "1830"]
    game.do("end")
    assert game.check("place ge-inf-352 paris") is not None
    assert game.decision.side == "allied"


# ---- victory


def last(units, turn=20, **more):
    """The end of the German part."""
    return france(units, turn=turn, phase="german_movement", **more).end()


@pytest.mark.parametrize(
    ("units", "turn", "verdict"),
    [
        ({}, 9, ("allied", "TGC-vic.6")),
        ({}, 8, ("allied", "TGC-vic.6")),
        (STAR, 9, ("german", "TGC-vic.9a")),
        (STAR, 8, None),
        ({}, 50, ("allied", "TGC-vic.6")),
    ],
)
def test_an_empty_map_is_an_allied_victory(units, turn, verdict):
    """TGC-vic.10, TGC-vic.6, TGC-vic.9a: nobody is left of either side; with one German it is his."""
    g = last(units, turn)
    found = g.game.verdict
    assert (found and (found.side, found.clause)) == verdict


def test_after_the_verdict_there_is_nothing():
    """TGC-vic.11: no action, no further turn."""
    g = last({})
    assert g.game.over
    assert g.game.decision is None
    assert not list(g.game.legal())
    before = g.state
    for order in ["end", "invade normandy", "move us-inf-1 gold", "replace ge-inf-77 at ulm"]:
        with pytest.raises(Illegal):
            g.game.do(order)
    with pytest.raises(Illegal):
        g.game.do(Roll((1,)))
    assert g.state == before
    assert len([e for x in g.game.log for e in x.events if isinstance(e, GameEnded)]) == 1


def test_combat_divisions():
    """TGC-def.8, TGC-vic.2a, TGC-vic.2c: armor, infantry and airborne beyond the Rhine count, HQs do not."""
    over = {(1, 0): "A-arm a, A-inf b", (1, 2): "A-abn c, A-hq h", (1, 4): "A-hq i", (0, 0): "A-inf d"}
    for gone, count in (((), 3), ([(1, 0)], 1), ([(1, 2)], 2), ([(1, 4)], 3)):
        units = {h: who for h, who in over.items() if h not in gone}
        g = scene(
            {**units, (25, 0): "G-inf far"},
            board=board(beyond=[(1, 0), (1, 2), (1, 4), (25, 0)]),
            turn=40,
            phase="german_movement",
        )
        assert g.end().state.rhine == count


# ---- replacements, air missions, HQs


def test_several_replacements_and_no_way_back():
    """TGC-repl.5: as many as the factors pay for; what is chosen stays chosen."""
    g = busy(lost="A-inf r, A-inf q, A-arm t", factors=(10, 0), phase="allied_replacement")
    g.play("replace t")
    assert (g.at("t"), g.state.factors[0]) == ("britain", 5)
    assert {g.game.text(a).split()[0] for a in g.game.legal()} <= {"replace", "end", "attack"}
    g.refuses("TGC-repl.1", "replace t")
    g.play("replace r")
    assert (g.at("r"), g.state.factors[0]) == ("britain", 1)
    assert not g.asks("allied", Replacement)  # one factor buys nobody
    assert g.at("q") == "lost"


@pytest.mark.parametrize(
    ("lost", "factors", "asks"), [("A-arm t", 4, False), ("A-arm t", 5, True), ("A-inf r", 4, True)]
)
def test_a_step_in_which_nobody_can_be_afforded(lost, factors, asks):
    """TGC-repl.6, TGC-repl.9: it ends by itself; else the player may pass, and keeps the factors."""
    g = busy(lost=lost, factors=(factors, 0), phase="allied_replacement")
    assert g.asks("allied", Replacement) == asks
    if asks:
        g.end()
    assert not g.asks("allied", Replacement)
    assert g.state.factors[0] == factors


def test_the_german_player_may_save_too():
    """TGC-repl.6, TGC-repl.11: five more each turn, kept until he wants them."""
    g = busy(phase="german_replacement")
    assert g.state.factors[1] == 5
    g.end()
    assert g.asks("german", Movement)
    g.week().pass_to("german", Replacement)
    assert g.state.factors[1] == 10
    g.play("replace s at (20,0)")
    assert g.state.factors[1] == 7


@pytest.mark.parametrize("where", ["ulm", "essen"])
def test_a_starred_hex_with_an_allied_unit_is_closed(where):
    """TGC-repl.15b: whoever's it is by the last stop."""
    g = france({where: "A-inf a", "5610": "G-inf far"}, lost="G-inf s", turn=16, phase="german_replacement")
    assert not g.state.allied_stars
    g.refuses("TGC-repl.15b", f"replace s at {where}")
    assert g.hex(where) in g.state.world.chart.stars
    assert {g.place(h) for h in g.state.world.chart.stars} - g.goals("replace", "s") == {
        g.place(g.hex(where))
    }


def test_only_the_allies_fly():
    """TGC-air.1: no close air support for a German attack, no Tactical Air Phase in his part."""
    pair = {(0, 0): "A-inf a", (1, 0): "G-inf g"}
    g = battle(pair, side="german")
    g.refuses("TGC-air.1", "attack g on a cas", "attack g on a carpet")
    assert g.may("attack g on a")
    assert not any(a.cas or a.carpet for a in g.offers("attack"))
    assert battle(pair).may("attack a on g cas")
    g = busy(phase="german_isolation")
    while g.state.turn == 16:
        assert not g.asks("german", TacticalAir)
        g.end()


def test_three_kinds_wait_for_the_tactical_air_phase():
    """TGC-air.6: not in movement, not in combat; and once they are set no combat any more."""
    missions = "interdict p", "watch (1,0)", "shield (0,0)"
    for phase in "allied_airborne", "allied_movement", "allied_combat":
        g = busy(phase=phase)
        assert not any(g.may(m) for m in missions)
        assert g.may("attack a on g cas")
    g.end()
    assert g.asks("allied", TacticalAir)
    assert all(g.may(m) for m in missions)
    g.refuses("TGC-air.6", "attack a on g", "attack a on g cas")


def test_nothing_from_a_second_mission_of_a_kind():
    """TGC-air.8: the second is refused, another kind on the same hex is not."""
    g = busy(phase="allied_tactical_air").play("interdict p", "watch (1,0)", "shield (0,0)")
    g.refuses("TGC-air.8", "interdict p", "watch (1,0)", "shield (0,0)")
    assert not {"interdict p", "watch (1,0)", "shield (0,0)"} & {g.game.text(a) for a in g.game.legal()}
    g.play("watch (0,0)", "shield (1,0)")
    assert g.state.missions == 1


@pytest.mark.parametrize("when", ["assigned", "resolved"])
def test_carpet_bombing_may_be_ordered_late(when):
    """TGC-air.14, TGC-air.16: at assignment, or just before the die."""
    g = battle({(0, 0): "A-arm a", (1, 0): "G-inf g"}, attacked_before=[(1, 0)])
    carpet, plain = ("attack a on g carpet", "resolve 1"), ("attack a on g", "resolve 1 carpet")
    g.play(*(carpet if when == "assigned" else plain))
    assert len(g.state.frames[-1].outcomes(g.state)) == 36
    g.throws(3, 6)
    assert g.shown == ("1:1", ("AR2", "AE"))
    assert g.state.carpets == 3


def test_both_sides_have_hqs():
    """TGC-hq.1, TGC-hq.3: eleven and eight, and each dies at the end of its own side's movement in an enemy zone."""
    hqs = [c.side for c in order_of_battle() if c.type == "hq"]
    assert (hqs.count("allied"), hqs.count("german")) == (11, 8)
    units = {(0, 0): "A-hq h", (1, 0): "G-hq k", (-20, 0): "A-inf a", (20, 0): "G-inf g"}
    g = scene(units).end()
    assert (g.at("h"), g.at("k")) == ("lost", (1, 0))
    g = scene(units, phase="german_movement").end()
    assert (g.at("h"), g.at("k")) == ((0, 0), "lost")
