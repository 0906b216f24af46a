"""The screen and combat: duties, the sheet, the list (TGC-ui.19 to 30), what is chosen after the die (TGC-ui.31 to 34)."""

from __future__ import annotations

from fractions import Fraction

from grognard.board import data
from grognard.systems.great_crusade.actions import Resolve
from grognard.systems.great_crusade.chart import PACKAGE
from grognard.systems.great_crusade.crt import Advances, Choice, Exchange, Retreats
from grognard.systems.great_crusade.fighting import CombatPhase

from .screen import SHOW, see
from .table import battle, board, scene

PAIR = {(0, 0): "A-inf a", (1, 0): "G-inf d"}


def crt():
    return data.load(PACKAGE, "tables.toml")["crt"]


TWO = {**PAIR, (0, 5): "A-inf b, c", (1, 5): "G-inf e"}
RIVER = "(0,0)|(1,0)"


# ---- who must attack


def test_all_who_must_fight_are_highlighted():
    """TGC-ui.19: friends in enemy zones of control (1), and enemies that must be attacked (2), each with its clause."""
    g = battle({**TWO, (9, 9): "A-inf far"})
    eyes = see(g)
    assert eyes.lit("duties-allied") == {(0, 0): 1, (1, 0): 2, (0, 5): 1, (1, 5): 2}
    assert eyes.duties() == {"a": "attack", "b": "attack", "c": "attack", "d": "defend", "e": "defend"}
    for d in eyes.board.duties:
        assert d.clause in ("TGC-combat.8", "TGC-combat.9")
        assert g.state.world.name(g.unit(eyes.name(d.unit))) in d.text
    assert {o.id for o in eyes.board.overlays} >= {"duties-allied", "duties-german"}
    assert see(g, "german").lit("duties-german").keys() == {(0, 0), (1, 0), (0, 5), (1, 5)}


def test_the_highlight_is_of_the_moment_it_is_asked_for():
    """TGC-ui.20: a snapshot; asked for again after an action, as the page does, it shows what has moved meanwhile."""
    g = scene({(-1, 0): "A-inf a", (3, 0): "G-inf d"})
    before = see(g)
    snapshot = before.shade("duties-allied")
    assert snapshot.hexes == ()
    g.play("move a (2,0)")
    assert before.shade("duties-allied") == snapshot  # of the position that was looked at
    assert see(g).lit("duties-allied") == {(2, 0): 1, (3, 0): 2}
    assert "As things stand" in see(g).shade("duties-allied").note


def test_in_the_combat_phase_whoever_is_assigned_loses_the_highlight():
    """TGC-ui.21: the duties are shown by themselves there, and shrink as combats are assigned."""
    g = battle(TWO)
    assert set(see(g).duties()) == {"a", "b", "c", "d", "e"}
    g.play("attack a on d")
    assert set(see(g).duties()) == {"b", "c", "e"}
    assert set(see(g).lit("duties-allied")) == {(0, 5), (1, 5)}
    assert see(g).piece("a").states[-1] == "in_combat"
    g.play("attack b,c on e")
    assert see(g).duties() == {}
    assert see(g).board.duties_note == "No duty is open."
    g.play("cancel 1")
    assert set(see(g).duties()) == {"a", "d"}


def test_what_can_no_longer_be_met_is_said():
    """TGC-ui.19, TGC-ui.28: both attack d, and nobody is left for e."""
    g = battle({(0, 0): "A-inf a", (1, 0): "G-inf d", (1, -1): "G-inf e"}).play("attack a on d")
    assert [(see(g).name(d.unit), d.lost) for d in see(g).board.duties] == [("e", True)]
    assert see(g).lit("duties-allied") == {(1, -1): 3}
    sheet = see(battle({(0, 0): "A-inf a", (1, 0): "G-inf d", (1, -1): "G-inf e"})).fight("a", "d")
    assert [d.unit for d in sheet.stranded] == [g.ids["e"]]
    assert sheet.breach is None  # it is a warning


# ---- the dialog


def test_a_combat_opens_on_an_enemy_that_can_be_attacked():
    """TGC-ui.22: in any phase of one's own, by friends who are next to it; else there is nobody to choose."""
    g = scene({**PAIR, (9, 0): "A-inf far", (9, 5): "G-inf alone"})
    eyes = see(g)
    assert eyes.board.fight_phase
    assert "attack" in eyes.choices.heads
    assert eyes.candidates(eyes.fight("", "d"), "attacker").keys() == {"a"}
    assert eyes.open(eyes.fight("", "d")) >= {"a"}
    assert eyes.candidates(eyes.fight("", "alone"), "attacker") == {}
    assert not see(g, "german").choices.heads
    fighting = battle({**PAIR, (9, 0): "A-inf far", (9, 5): "G-inf alone"})
    a = SHOW.aim(see(fighting).view, fighting.ids["a"], see(fighting).number((1, 0)))
    assert fighting.game.text(a) == fighting.text(
        "attack a on d"
    )  # a click on the enemy needs no button there
    assert see(fighting).why("far", (9, 5)).clause == "TGC-combat.4"
    quiet = scene({(0, 0): "A-inf a", (9, 0): "G-inf d"})
    assert "attack" not in see(quiet).choices.heads


def test_the_dialog_keeps_running_odds():
    """TGC-ui.23: both sums part by part, the column, exact chances; changed with each unit that is chosen."""
    g = battle({(0, 0): "A-inf a, b", (1, -1): "A-arm t", (1, 0): "G-inf d"}, board=board({(1, 0): "city"}))
    eyes = see(g)
    sheet = eyes.fight("a", "d")
    assert (sheet.ratio, sheet.column) == ("4 : 8", "1:2")
    sheet = eyes.fight("a b", "d")
    assert (sheet.ratio, sheet.column) == ("8 : 8", "1:1")
    sheet = eyes.fight("a b t", "d", "cas")
    assert (sheet.ratio, sheet.column) == ("14 : 8", "1:1")
    assert [[(p.value, p.clause) for p in s.parts] for s in sheet.sums] == [
        [("+4", "TGC-def.6"), ("+4", "TGC-def.6"), ("+5", "TGC-def.6"), ("+1", "TGC-air.3")],
        [("+8", "TGC-area.9b")],
    ]
    assert sum(Fraction(o.chance) for o in sheet.outcomes) == 1
    assert sheet.text == g.text("attack a,b,t on d cas")
    assert sheet.breach is None
    half = eyes.fight("a", "")
    assert (half.column, half.outcomes, half.sums[0].total) == ("", (), "4")
    assert half.breach is not None


def test_the_dialog_bars_whoever_is_out_of_reach_of_those_chosen():
    """TGC-ui.23: TGC-combat.4, given the choice so far; nobody is barred before one is made."""
    g = battle(
        {(0, 0): "A-inf a", (2, -1): "A-inf b", (1, 1): "A-inf c", (1, 0): "G-inf x", (0, 1): "G-inf y"}
    )
    eyes = see(g)
    sheet = eyes.fight("a", "x")
    assert eyes.open(sheet) == {"a", "b", "c", "x", "y"}
    sheet = eyes.fight("a b", "x")
    assert eyes.barred(sheet, "defender") == {"y": "TGC-combat.4"}
    sheet = eyes.fight("a", "x y")
    assert eyes.barred(sheet, "attacker") == {"b": "TGC-combat.4"}
    g.play("attack c on y")
    assert eyes.barred(see(g).fight("a", "x")) == {"c": "TGC-combat.5", "y": "TGC-combat.5"}


def test_the_allies_are_offered_support_from_the_air():
    """TGC-ui.24: close air support while missions are left, carpet bombing where last turn was fought; no Germans."""
    g = battle(PAIR, attacked_before=[(1, 0)])
    eyes = see(g)
    sheet = eyes.fight("a", "d")
    assert [(x.word, x.refused) for x in sheet.switches] == [("cas", ""), ("carpet", "")]
    assert eyes.fight("a", "d", "carpet").text == g.text("attack a on d carpet")
    fresh = see(battle(PAIR))
    assert "TGC-air.13a" in fresh.switch(fresh.fight("a", "d"), "carpet").refused
    assert fresh.fight("a", "d", "carpet").breach.clause == "TGC-air.13a"
    spent = see(battle(PAIR, missions=0, carpets=0, attacked_before=[(1, 0)]))
    assert "TGC-air.2" in spent.switch(spent.fight("a", "d"), "cas").refused
    assert "TGC-air.12" in spent.switch(spent.fight("a", "d"), "carpet").refused
    german = see(battle(PAIR, side="german"), "german")
    assert german.fight("d", "a").switches == ()
    assert german.board.switches == ()


def test_ok_commits_what_the_sheet_says_and_nothing_before():
    """TGC-ui.25: looking at a sheet changes nothing; its text assigns the combat, or is refused as it said."""
    g = battle(TWO)
    before = g.state
    sheet = see(g).fight("b c", "e")
    assert g.state == before
    assert see(g).board.fights == ()
    g.play(sheet.text)
    assert see(g).names(see(g).listed(1).attackers) == {"b", "c"}
    bad = see(g).fight("a", "e")
    assert bad.breach is not None
    g.refuses(bad.breach.clause, bad.text)


def test_units_drawn_in_by_a_duty_are_shown_as_required():
    """TGC-ui.26: a over the river takes on d, so e beside a must be attacked too; a sally from a fortress does the same."""

    def required(g, attackers, defenders):
        found = see(g).candidates(see(g).fight(attackers, defenders))
        return {name: c.must for name, c in found.items() if c.must}

    plain = battle({(0, 0): "A-inf a", (0, 1): "A-inf b", (1, 0): "G-inf d"}, board=board(rivers=[RIVER]))
    assert required(plain, "a", "d") == {"b": "TGC-combat.8", "d": "TGC-combat.9"}
    units = {(0, 0): "A-arm a, b", (1, 0): "G-inf d", (1, -1): "G-inf e"}
    wet = battle(units, board=board(rivers=[RIVER, "(0,0)|(1,-1)"]))
    assert see(wet).duties() == {}
    assert required(wet, "a", "d") == {"d": "TGC-combat.20", "e": "TGC-combat.20"}
    assert (
        "It brings a duty: 84th Infantry must be attacked (TGC-combat.20)." in see(wet).fight("a", "d").note
    )
    wet.play("attack a on d")
    assert required(wet, "b", "e") == {"e": "TGC-combat.20"}
    fort = battle(units, board=board({(0, 0): "fortress"}))
    assert see(fort).duties() == {}
    assert required(fort, "a", "d") == {"d": "TGC-combat.25", "e": "TGC-combat.25"}


# ---- the list of combats


def test_the_list_has_all_combats_with_their_odds():
    """TGC-ui.27: each with what cancels and what resolves it, and arrows on the map."""
    g = battle(TWO).play("attack a on d", "attack b,c on e cas")
    first, second = see(g).board.fights
    assert (first.number, first.odds, first.ratio) == (1, "1:1", "4 : 4")
    assert (second.odds, second.ratio, second.switches) == ("2:1", "9 : 4", ("cas",))
    assert (first.cancel, first.resolve) == ("cancel 1", "resolve 1")
    assert (second.cancel, second.resolve) == ("cancel 2", "resolve 2")
    assert [(see(g).place(a), see(g).place(b)) for a, b in second.arrows] == [((0, 5), (1, 5))]
    for side in ("german", ""):
        assert see(g, side).board.fights == see(g).board.fights
    g.play(first.cancel)
    assert [f.number for f in see(g).board.fights] == [1]
    assert see(g).listed(1).odds == "2:1"


def test_resolve_is_disabled_where_it_is_refused_and_says_why():
    """TGC-ui.28: outside the Combat Phase, and while duties are not met; those are named."""
    early = scene(PAIR).play("attack a on d")
    assert see(early).listed(1).resolve == ""
    assert see(early).listed(1).cancel == "cancel 1"
    assert "[TGC-combat.2]" in see(early).listed(1).refused
    early.refuses("TGC-combat.2", "resolve 1")
    g = battle(TWO).play("attack a on d")
    choices = see(g).choices
    assert see(g).listed(1).resolve == ""
    assert g.breach("resolve 1").clause in see(g).listed(1).refused
    assert (choices.main.text, choices.refused.clause) == ("resolve 1", g.breach("resolve 1").clause)
    assert see(g).names(choices.refused.units) == {"b", "c", "e"}


def test_one_may_go_on_assigning_until_the_first_resolve():
    """TGC-ui.29: assigning and cancelling stay open beside the list, and close with the first die."""
    g = battle({**TWO, (0, -5): "A-inf x", (1, -5): "G-inf y"}, board=board(rivers=["(0,-5)|(1,-5)"]))
    g.play("attack a on d", "attack b,c on e")
    eyes = see(g)
    assert eyes.board.fight_phase
    assert "attack" in eyes.choices.heads
    assert g.may("attack x on y")
    g.play("resolve 1").throws(1)
    assert g.asks("allied", CombatPhase)
    eyes = see(g)
    assert not eyes.board.fight_phase
    assert eyes.choices.heads == ()
    assert (eyes.listed(1).cancel, eyes.listed(1).resolve) == ("", "resolve 1")
    assert eyes.board.duties_note.startswith("The first die has been thrown")


def test_the_human_picks_the_order_of_the_computers_combats():
    """TGC-ui.30, TGC-combat.14: whichever of them the computer would resolve, all of the list are open."""
    g = battle(TWO, side="german").play("attack d on a", "attack e on b,c")
    view = see(g, "allied").view
    assert len(SHOW.board(view).fights) == 2
    picks = SHOW.human_picks(view, Resolve(2))
    assert picks == [Resolve(2), Resolve(1)]
    assert all(g.game.check(a) is None for a in picks)
    g.play("resolve 2").throws(6)
    while not g.asks("german", CombatPhase):
        g.game.do(g.game.legal()[0])
    assert not SHOW.human_picks(see(g, "allied").view, Resolve(1))  # one alone leaves nothing to choose


# ---- after the die


def test_the_hexes_of_a_retreat_are_lit_for_whoever_chooses_them():
    """TGC-ui.31: for the opponent of the retreating unit."""
    g = battle({(0, 0): "A-inf a, b", (1, 0): "G-inf d"}).play("attack a,b on d", "resolve 1").throws(3)
    assert g.asks("allied", Retreats)
    eyes = see(g)
    assert eyes.heads() == {"d"}
    assert eyes.goals("d", "retreat") == g.goals("retreat", "d")
    assert eyes.goals("d")
    assert eyes.names(eyes.choices.prompt.units) == {"d"}
    assert eyes.why("d", (0, 1)).clause == "TGC-crt.10a"
    assert see(g, "german").offers("d") == []
    assert eyes.board.fighting.odds == "2:1"
    assert eyes.board.dice.results == ("DR2",)


def test_an_exchange_shows_the_value_to_reach_and_what_each_unit_is_worth():
    """TGC-ui.32: the cheapest choice is made already; the running sum is that of the units chosen."""
    g = battle({(0, 0): "A-arm t, A-inf a", (1, -1): "A-inf b", (1, 0): "G-inf d"})
    g.play("attack t,a,b on d", "resolve 1")
    g.throws(
        next(die for die, row in enumerate(crt()["rows"], 1) if row[crt()["columns"].index("3:1")] == "EX")
    )
    assert g.asks("allied", Exchange)
    form = see(g).choices.form
    assert (form.verb, form.at_least, form.clause) == ("lose", "4", "TGC-crt.11c")
    assert {see(g).name(i.unit): (i.number, i.chosen) for i in form.items} == {
        "t": (5, False),
        "a": (4, True),
        "b": (4, False),
    }
    g.refuses("TGC-crt.11", "lose d")
    assert g.may("lose b")
    assert see(g, "german").choices.form is None


def test_carpet_bombing_shows_two_results():
    """TGC-ui.33: side by side, each as a button."""
    g = battle({(0, 0): "A-inf a, b", (1, 0): "G-inf d"}, attacked_before=[(1, 0)])
    g.play("attack a,b on d carpet", "resolve 1").throws(1, 6)
    assert g.asks("allied", Choice)
    eyes = see(g)
    results = g.state.frames[-1].results
    assert len(set(results)) == 2
    assert [o.text for o in eyes.choices.single] == [f"take {r}" for r in results]
    assert eyes.board.dice.results == results
    assert set(eyes.choices.prompt.args.values()) == set(results)
    assert see(g, "german").choices.single == ()


def test_hexes_and_units_of_an_advance_are_offered():
    """TGC-ui.34: those who may go, and where; or nobody goes."""
    g = battle({(0, 0): "A-inf a", (1, -1): "A-inf b", (1, 0): "G-inf d"}, board=board({(1, 0): "city"}))
    g.play("attack a,b on d", "resolve 1").throws(1)
    assert g.asks("allied", Advances)
    eyes = see(g)
    assert eyes.heads() == {"a", "b"}
    assert eyes.goals("a", "advance") == eyes.goals("b", "advance") == {(1, 0)}
    assert (eyes.choices.main.text, eyes.choices.main.label) == ("end", "no further advance")
    assert [eyes.place(h) for h in eyes.choices.prompt.hexes] == [(1, 0)]
    assert eyes.why("a", (2, 0)).clause.startswith("TGC-combat.3")
    g.play(eyes.offer("a", (1, 0)).text)
    assert g.at("a") == (1, 0)
