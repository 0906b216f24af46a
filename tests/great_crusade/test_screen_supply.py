"""The screen and supply, air missions, replacements, the computer (TGC-ui.35 to 41)."""

from __future__ import annotations

from random import Random

import pytest

import grognard as gg
from grognard.ai.players import PLAYERS
from grognard.kernel.breach import Illegal
from grognard.kernel.play import check
from grognard.systems.great_crusade.actions import Interdict, Shield
from grognard.systems.great_crusade.air import TacticalAir
from grognard.systems.great_crusade.marching import Movement
from grognard.systems.great_crusade.replacements import Replacement
from grognard.systems.great_crusade.supply import AlliedSupply, propose

from .screen import SHOW, see
from .table import board, france, number, scene

BEACH = board(numbered=[("normandy", "beach", (0, 0), (-1, 0), 3)], beyond=[(30, 0)])
FAR = {(30, 0): "G-inf far"}


def judged(units, land=BEACH, **more):
    """Turn 2, the beach at (0, 0) invaded the week before."""
    position = {"turn": 2, "invasion": ("normandy", 1), "invaded": [(0, 0)], "phase": "allied_supply"}
    return scene({**units, **FAR}, board=land, **{**position, **more})


# ---- supply


def test_both_supply_ranges_can_be_shown():
    """TGC-ui.35: eleven hexes around a beach; all from where a line leads over the Rhine; cut by zones of control."""
    g = judged({(3, 0): "A-inf a"})
    near = see(g).lit("supply-allied")
    around = {(q, r) for q in range(-11, 12) for r in range(-11, 12) if abs(q + r) <= 11}
    assert set(near) == around - {(-1, 0), (-11, 0)}  # the sea hex, and what lies straight behind it
    assert see(g).said("supply-allied")[0, 0] == "1/3"
    assert see(g, "german").lit("supply-allied") == near
    island = {(1, 8), (1, 7), (0, 7), (-1, 8), (-1, 9), (0, 9)}
    land = board(dict.fromkeys(island, "lake"), beyond=[(30, 0)])
    cut = scene({**FAR, (0, 0): "A-inf a", (10, 0): "G-inf d", (0, 8): "G-inf e"}, board=land)
    german = see(cut).lit("supply-german")
    assert {(30, 0), (10, 0), (-20, 0)} <= set(german)
    assert not german.keys() & {(0, 8), *island}
    assert cut.state.world.name(cut.unit("e")) in see(cut).shade("supply-german").note


def test_the_ranges_follow_whatever_moves():
    """TGC-ui.35: shown as they are now; what was judged at the start of the turn stands in the list of sources."""
    port = board(numbered=[("normandy", "port", (0, 0), (-1, 0), 3)], beyond=[(30, 0)])
    g = judged({(0, 0): "A-hq h", (8, 0): "A-inf a"}, port, invaded=[]).pass_to("allied", Movement)
    assert [s.range for s in see(g).board.sources] == [11]
    assert (11, 0) in see(g).lit("supply-allied")
    g.play("move h (1,0)")
    assert see(g).lit("supply-allied") == {}
    assert [s.range for s in see(g).board.sources] == [11]


def test_lines_of_supply_lead_to_their_sources():
    """TGC-ui.35: one for each stack that is fed; the others are named."""
    g = judged({(3, 0): "A-inf a", (20, 0): "A-inf b"})
    shade = see(g).shade("supply-allied")
    assert [[see(g).place(h) for h in way] for way in shade.lines] == [[(3, 0), (2, 0), (1, 0), (0, 0)]]
    assert g.state.world.name(g.unit("b")) in shade.note
    assert see(g).shade("supply-german").note == "Every unit has a line over the Rhine."


def test_the_list_of_sources():
    """TGC-ui.36: range, capacity and what is unused; a port without an HQ has range 0."""
    land = board(
        numbered=[("normandy", "beach", (0, 0), (-1, 0), 3), ("normandy", "port", (0, 15), (-1, 15), 5)],
        beyond=[(30, 0)],
    )
    g = judged({(1, 0): "A-inf a, b", (0, 15): "A-inf c"}, land)
    eyes = see(g)
    found = {eyes.place(s.hex): s for s in eyes.board.sources}
    assert set(found) == {(0, 0), (0, 15)}
    beach, bare = found[0, 0], found[0, 15]
    assert (beach.kind, beach.range, beach.capacity, beach.used, beach.note) == (
        "invaded",
        11,
        3,
        2,
        "1 unused",
    )
    assert (bare.kind, bare.range, bare.capacity, bare.used, bare.note) == ("bare", 0, 5, 1, "4 unused")
    assert {s.side for s in found.values()} == {"allied"}
    told = next(f for f in eyes.card((0, 0)).facts if f.key == "TGC.fact.source")
    assert told.args == {"range": 11, "used": 2, "capacity": 3}


def test_the_choice_of_supply_opens_only_where_capacity_is_short():
    """TGC-ui.37: with the proposal chosen; supply is moved from one unit to another by taking it from the first."""
    enough = judged({(1, 0): "A-arm a1, a2", (2, 0): "A-inf i1"})
    assert not enough.asks("allied", AlliedSupply)
    assert see(enough).choices.form is None
    g = judged({(1, 0): "A-arm a1, a2", (2, 0): "A-inf i1, i2", (3, 0): "A-hq h1", (25, 0): "A-inf out"})
    assert g.asks("allied", AlliedSupply)
    eyes = see(g)
    form = eyes.choices.form
    assert (form.verb, form.clause, form.at_most) == ("supply", "TGC-supply.20b", 3)
    assert eyes.names(i.unit for i in form.items) == {"a1", "a2", "i1", "i2", "h1"}
    assert (
        eyes.names(i.unit for i in form.items if i.chosen)
        == {g.name(u) for u in propose(g.state)}
        == {"a1", "a2", "i1"}
    )
    assert eyes.choices.main is None
    g.refuses("TGC-supply.20d", "supply a1,a2,i1,i2")
    g.play("supply a1,a2,h1")
    assert [g.hungry(u) for u in ("a1", "i1", "h1")] == [0, 1, 0]


# ---- the air force


def test_the_air_screen_shows_what_is_left_and_the_targets():
    """TGC-ui.38: missions left, units that can be interdicted, rivers, stacks to be supported; each once."""
    units = {(0, 0): "A-inf a", (3, 0): "G-pz p", (6, 0): "G-inf i", (9, 0): "G-abn b", (30, 0): "G-inf far"}
    land = board(rivers=["(3,0)|(4,0)"], beyond=[(30, 0)])
    g = scene(units, board=land, phase="allied_tactical_air", missions=2)
    assert g.asks("allied", TacticalAir)
    eyes = see(g)
    assert eyes.chip("missions").value == "2/6"
    assert eyes.choices.prompt.args["count"] == 2
    assert eyes.heads() == {"p", "b", "interdict", "shield", "watch"}
    assert eyes.goals("interdict") == {(3, 0), (9, 0)}
    assert eyes.goals("shield") == {(0, 0)}
    assert eyes.goals("watch") == {(3, 0), (4, 0)}
    assert eyes.why("i", (6, 0)).clause == "TGC-air.7b"
    g.play(eyes.offers("p")[0].text)
    eyes = see(g)
    assert eyes.chip("missions").value == "1/6"
    assert "interdicted" in eyes.piece("p").states
    assert eyes.goals("interdict") == {(9, 0)}
    assert eyes.why("p", (3, 0)).clause == "TGC-air.8"
    g.play("watch (4,0)")
    assert not g.asks("allied", TacticalAir)
    assert see(g).marks("watched") == {(4, 0)}


def test_a_click_flies_a_mission():
    """TGC-ui.38: on a German unit interdiction, on a hex close defense support."""
    g = scene(
        {(0, 0): "A-inf a", (3, 0): "G-pz p", (30, 0): "G-inf far"},
        board=board(beyond=[(30, 0)]),
        phase="allied_tactical_air",
    )
    view = see(g).view
    assert SHOW.aim(view, g.ids["p"], number((3, 0))) == Interdict(g.unit("p"))
    assert SHOW.aim(view, "", number((0, 0))) == Shield(g.hex((0, 0)))


def test_missions_promised_to_combats_are_not_left():
    """TGC-ui.38, TGC-ui.42: a combat with close air support on the list takes one of them."""
    g = scene({(0, 0): "A-inf a", (1, 0): "G-inf d"}, missions=3).play("attack a on d cas")
    assert see(g).chip("missions").value == "2/6"
    assert "1 promised" in see(g).chip("missions").note


# ---- replacements


def recalling(side: str, factors: tuple[int, int], **more):
    stars = board(stars=[(20, 0), (22, 0), (24, 0)], beyond=[(30, 0)])
    units = {(0, 0): "A-inf a", (30, 0): "G-inf far", (22, 0): "A-inf on"}
    return scene(
        units,
        board=stars,
        phase=f"{side}_replacement",
        turn=20,
        factors=factors,
        invaded=[],
        allied_stars=[(22, 0)],
        **more,
    )


def test_units_that_cannot_be_afforded_are_barred():
    """TGC-ui.39: the sheet bars them, and says why; a slot is picked, Next Phase passes."""
    g = recalling("allied", (4, 0), lost="A-inf b, A-arm t")
    assert g.asks("allied", Replacement)
    eyes = see(g)
    assert eyes.heads() == {"b"}
    assert "barred" not in eyes.piece("b").states
    assert "barred" in eyes.piece("t").states
    assert eyes.piece("t").left == "costs 5"
    assert [n.clause for n in eyes.piece("t").notes] == [g.breach("replace t").clause]
    assert eyes.choices.prompt.args["count"] == 4
    assert (eyes.choices.main.text, eyes.choices.refused) == ("end", None)
    g.play(eyes.offers("b")[0].text)
    assert g.at("b") == "britain"
    assert eyes.chip("factors-allied").value == "4"
    assert see(g).chip("factors-allied").value == "0"


def test_starred_hexes_are_lit_for_the_germans():
    """TGC-ui.39: those that are in German hands."""
    g = recalling("german", (0, 0), lost="G-inf x, G-pz p")
    assert g.asks("german", Replacement)
    eyes = see(g, "german")
    assert eyes.goals("x", "replace") == {(20, 0), (24, 0)} == g.goals("replace", "x")
    assert eyes.chip("factors-german").value == "5"
    assert "barred" in eyes.piece("p").states  # 6 factors
    assert eyes.why("x", (22, 0)).clause.startswith("TGC-repl.1")
    assert eyes.why("x", (0, 5)).clause.startswith("TGC-repl.1")
    g.play(eyes.offer("x", (24, 0)).text)
    assert g.at("x") == (24, 0)


# ---- who plays


@pytest.mark.parametrize("side", ["allied", "german"])
def test_either_side_can_be_played_by_the_computer(side: str):
    """TGC-ui.40: it decides whatever that side is asked, by the same actions, from what that side sees."""
    game = gg.new("great-crusade/beachhead", seed="computer")
    rng = Random(1)
    system = game.system
    decided = 0
    while not game.over and decided < 60:
        game.roll_on()
        now = game.decision
        if now is None:
            break
        if now.side != side:
            game.random(rng)
            continue
        a = PLAYERS["scripted"]().choose(
            system, system.view(game.state, side), system.offers(game.state, side), rng
        )
        assert game.check(a) is None
        game.do(a)
        decided += 1
    assert decided == 60 or game.over


def test_every_control_is_judged_as_the_program_judges():
    """TGC-ui.41: what the screen says of a click is what Python says of the action, word for word, clause for clause."""
    g = france({"5736": "G-inf far", "1831": "A-inf a", "1830": "A-inf b"}, phase="allied_movement", turn=3)
    eyes = see(g)
    seen = set()
    for hex in ("1829", "1832", "2031", "2833", "5736", "1930", "0000"):
        a = SHOW.aim(eyes.view, g.ids["a"], hex)
        breach = check(g.state, a)
        assert breach == g.game.check(g.game.text(a))
        if breach is None:
            assert g.game.text(a) in {o.text for o in eyes.offers("a")}
            continue
        seen.add(breach.clause)
        with pytest.raises(Illegal) as refusal:
            g.game.do(a)
        assert refusal.value.breach == breach
        assert gg.rule(breach.clause)
    assert len(seen) > 2
