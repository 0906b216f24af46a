"""What a side is shown of a position (client 3.2, 3.3, 3.10): stacks with card backs, tracks, ways, reactions, the combat sheet, command."""

from __future__ import annotations

from typing import Any

import pytest

import grognard as gg
from grognard.kernel.show import Choices, Odds, Offer, Piece, Shade, Stack, Sum
from grognard.systems.crossing_the_line.actions import Attack, Posture
from grognard.systems.crossing_the_line.show import SHOW, Screen

from .table import SYSTEM, Table, scene

THREE = "394-Assault-Gun for 12ID CS3/5 over I/27 CS2/4 over 1012-Assault-Gun for 12ID disrupted"


class Look:
    """A side before its screen."""

    def __init__(self, g: Table, side: str) -> None:
        self.g, self.side, self.view = g, side, SYSTEM.view(g.s, side)

    @property
    def board(self) -> Any:
        return SHOW.board(self.view)

    @property
    def choices(self) -> Choices:
        return SHOW.choices(self.view)

    def stack(self, hex: str) -> Stack:
        return next(x for x in self.board.stacks if x.hex == hex)

    def piece(self, unit: str) -> Piece:
        return next(p for x in (*self.board.stacks, *self.board.boxes) for p in x.pieces if p.unit == unit)

    def chip(self, id: str) -> str:
        return next(c.value for c in self.board.chips if c.id == id)

    def offers(self, head: str) -> list[Offer]:
        return list(SHOW.offers(self.view, head))

    def way(self, head: str, hex: str, *units: str) -> Offer:
        wanted = set(units or (head,))
        return next(
            o for o in self.offers(head) if o.hex == hex and o.way and set(o.units or wanted) == wanted
        )

    def shade(self, overlay: str, unit: str = "") -> Shade:
        return SHOW.shade(self.view, overlay, unit)

    def fight(self, attackers: str, defenders: str, *switches: str) -> Odds:
        return SHOW.fight(self.view, attackers.split(), defenders.split(), switches)


def assault(**more: Any) -> Table:
    return scene(
        US={"3010": "745-Tank for 1ID TP4 CS6 over 1/16 CS7"},
        German={"3011": THREE},
        active="1ID",
        ap=4,
        levels={"12ID": 0},
        **more,
    )


# ---- stacks


def test_of_an_enemy_stack_the_top_and_card_backs():
    """CTL-5.3.4a, d, h; client 3.3."""
    g = assault()
    stack = Look(g, "us").stack("3011")
    assert ([p.unit for p in stack.pieces], stack.unknown) == (["394-Assault-Gun"], 2)
    assert stack.pieces[0].values[1] == "5"  # what is printed, though it has but 3 left
    own = Look(g, "german").stack("3011")
    assert [(p.unit, p.values[1]) for p in own.pieces] == [
        ("394-Assault-Gun", "3"),
        ("I/27", "2"),
        ("1012-Assault-Gun", "3"),
    ]
    assert own.pieces[2].states == ("disrupted",)
    assert own.pieces[2].values[3] == "d"  # client 3.2: no MA
    lookers = Look(g, "")
    assert [x.unknown for x in (lookers.stack("3010"), lookers.stack("3011"))] == [1, 2]


def test_a_declared_attack_lays_the_cards_open():
    """CTL-5.3.4c, j: for both sides, until it ends; the fight stands on the board."""
    g = assault().play("attack 745-Tank+1/16 3011 regular")
    for side in ("us", "german"):
        look = Look(g, side)
        assert (look.stack("3011").unknown, look.stack("3010").unknown) == (0, 0)
        fight = look.board.fighting
        assert fight is not None
        assert (set(fight.attackers), set(fight.defenders)) == (
            {"745-Tank", "1/16"},
            {"394-Assault-Gun", "I/27", "1012-Assault-Gun"},
        )
        assert (fight.table, fight.odds, fight.arrows) == ("crt-A", "", (("3010", "3011"),))
    assert Look(g, "us").piece("I/27").values[1] == "4"
    g.chits(3, 7)
    assert Look(g, "us").board.fighting.odds.count(":") == 1


def test_who_belongs_to_whom_is_the_owners_secret():
    """CTL-5.3.4e: until it has shown itself."""
    g = assault()
    (note,) = Look(g, "us").piece("745-Tank").notes
    assert note.args["formation"] == "1ID"
    assert Look(g, "german").piece("745-Tank").notes == ()
    g.play("move 745-Tank", "stop")
    assert Look(g, "german").piece("745-Tank").notes[0].args["formation"] == "1ID"


# ---- tracks


def test_the_tracks():
    """CTL-3.1.3, CTL-5.3.4g: AP, levels, the marker, interdiction, SNAFU: open to everybody."""
    g = scene(
        US={"3010": "1/16"}, German={"3020": "I/27"}, active="1ID", ap=4, levels={"1ID": 5, "12ID": 2}, interdiction=2,
        marker=("german", 3),
        snafu="german",
    )  # fmt: skip
    for side in ("us", "german", ""):
        look = Look(g, side)
        assert (look.chip("ap-us"), look.chip("level-1ID"), look.chip("level-12ID")) == ("4", "5/7", "2/6")
        assert (look.chip("initiative"), look.chip("interdiction"), look.chip("snafu")) == (
            "German +3",
            "2",
            "German",
        )
        assert next(c.id for c in look.board.crumbs if c.state == "now") == "activation"


def test_the_points_of_both_in_a_reaction():
    """CTL-3.1.3d, CTL-6.4.2e: in a reaction two formations have AP, and each chip says whose they are; what is ended is the
    reaction."""
    g = scene(
        US={"3010": "1/16"}, German={"3013": "I/27"}, active="1ID", ap=4, snafu="us", levels={"12ID": 5},
    )  # fmt: skip
    assert label(g, "ap-us") == "AP"
    g.play("move 1/16", "enter 3011", "enter 3012").play("attempt 12ID").throws(1).throws(9)
    assert (label(g, "ap-german"), label(g, "ap-us")) == ("AP 12ID", "AP 1ID")
    assert Look(g, "german").choices.main.key == "CTL.offer.end.reaction"
    g.play("end")
    assert label(g, "ap-us") == "AP"
    assert Look(g, "us").choices.main.key == "CTL.offer.end.activation"


def label(g: Table, chip: str) -> str:
    return next(c.label for c in Look(g, "us").board.chips if c.id == chip)


def test_an_activation_is_counted_once():
    """CTL-10.1b: the last AP may be spent while its Action is still fought."""
    g = gg.new("crossing-the-line/first-blood", seed="the seed of the tests|w33")
    g.roll_on()
    spent = set()
    while (now := g.decision) is not None and g.state.used < 4:
        spent.add(g.state.ap[0])
        assert SHOW.board(g.view(now.side)).turn == f"Activation {g.state.used} of 5"
        g.do(min(g.legal(), key=lambda a: (not isinstance(a, Attack), a.verb != "end")))
        g.roll_on()
    assert 0 in spent


def test_a_victory_plan_is_shown_to_those_who_know_it():
    """CTL-8.3a, c."""
    g = scene(scenario="aachen-1944", German={"2609": "hq-526"}, phase="victory_plan", turn=3).play(
        "plan pocket"
    )
    assert "Pocket" in Look(g, "us").chip("plan")
    assert Look(g, "german").chip("plan") == "1 drawn"
    g.throws(9)
    look = Look(g, "german")
    assert [o.text for o in look.choices.single] == ["inspect 1", "inspect 0"]
    g.play("inspect 1")
    assert "Pocket" in Look(g, "german").chip("plan")
    assert Look(g, "").chip("plan") == "1 drawn"


def test_a_look_at_a_dummy_is_kept():
    """CTL-8.3c: what he has seen stands on the track, at its head; the others still see how many were drawn."""
    g = scene(scenario="aachen-1944", German={"2609": "hq-526"}, phase="victory_plan", turn=3).play(
        "plan dummy"
    )
    g.throws(9)
    assert Look(g, "german").chip("plan") == "1 drawn"
    g.play("inspect 1")
    assert Look(g, "german").chip("plan") == "1 drawn, 1 known as dummies"
    assert Look(g, "german").board.chips[0].id == "plan"
    assert Look(g, "").chip("plan") == "1 drawn"


def test_who_has_passed_stands_there_as_long_as_it_matters():
    """CTL-6.2f: in this Ops Phase; not in the Admin Phase that follows."""
    two = {"US": {"3010": "1/16"}, "German": {"3020": "I/27"}}
    g = scene(**two, initiative="us", levels={"1ID": 1, "12ID": 1}).play("pass")
    assert Look(g, "german").chip("passed-us") == "US"
    g.play("pass")
    assert not [c for c in Look(g, "us").board.chips if c.id.startswith("passed")]


# ---- moves


def march(**more: Any) -> Table:
    return scene(
        US={"3005": "1/16 MA5 over 745-Tank for 1ID MA9"}, German={"3011": "I/27"}, active="1ID", ap=3, levels={"12ID": 5},
        **more,
    )  # fmt: skip


def test_a_way_is_one_click():
    """CTL-7.3: the move is begun, goes hex by hex, and ends there; what is left stands in the hex."""
    look = Look(march(), "us")
    o = look.way("1/16", "3009")
    assert (o.text, o.then) == ("move 1/16", ("enter 3006", "enter 3007", "enter 3008", "enter 3009", "stop"))
    assert (o.units, o.way[-1], o.args["left"], o.signs) == (("1/16",), "3009", "3", ("goes_on",))
    assert look.way("1/16", "3010").signs[:2] == ("stops", "watched")  # into the ZOC, next to the enemy


def test_a_stack_goes_as_one():
    """CTL-7.3.1: for one cost; its offers name all of them, so that a page does them once."""
    look = Look(march(), "us")
    both = look.way("1/16", "3009", "1/16", "745-Tank")
    assert both.text == "move 1/16,745-Tank"
    assert look.way("745-Tank", "3009", "1/16", "745-Tank").text == "move 1/16,745-Tank"


def test_on_the_way_the_next_hexes_are_offered():
    g = march().play("move 1/16", "enter 3006")
    look = Look(g, "us")
    assert look.choices.heads == ("1/16",)
    near = look.way("1/16", "3007")
    assert (near.text, near.then) == ("enter 3007", ())
    assert look.way("1/16", "3008").then[-1] == "stop"
    assert look.choices.main is not None
    assert look.choices.main.text == "stop"
    assert look.piece("1/16").left == "6"


def test_why_a_move_does_not_lead_there():
    """CTL-5.4.1a, CTL-7.3.2: a click on an unlit hex is explained by the clause that bars it."""
    look = Look(march(), "us")
    far = SHOW.aim(look.view, "1/16", "3024")
    assert far.clause == "CTL-7.3.2a"  # type: ignore[union-attr]
    assert SHOW.aim(look.view, "1/16", "3011") == Attack(
        (look.g.unit("1/16"),), look.g.hex("3011"), Posture.HASTY
    )
    g = scene(US={"3010": "1/16"}, German={"3011": "I/27"}, active="1ID", ap=3, levels={"12ID": 0})
    (sifting,) = [o for o in Look(g, "us").offers("1/16") if o.then == ("infiltrate 3110",)]
    assert sifting.signs == ("infiltrates",)


def test_a_reaction_is_asked_with_what_is_known():
    """CTL-6.4.1b: how many come, and the one on top; the mover hears only who decides."""
    g = march().play(
        "move 1/16+745-Tank",
        "enter 3006",
        "enter 3007",
        "enter 3008",
        "enter 3009",
        "enter 3010",
    )
    asked = Look(g, "german").choices
    assert (asked.prompt.key, asked.prompt.args["count"]) == ("CTL.prompt.reaction", 2)
    assert asked.prompt.args["units"] == ["1/16"]
    (attempt,) = asked.single
    assert (attempt.text, attempt.args["chance"]) == ("attempt 12ID", 60)
    assert asked.main is not None
    assert asked.main.text == "decline"
    waiting = Look(g, "us").choices
    assert (waiting.prompt.key, waiting.single, waiting.heads) == ("CTL.prompt.wait", (), ())


def test_dice_may_be_thrown_again():
    """CTL-5.2b: keep, or reroll; of a check what it must show."""
    g = scene(US={"3010": "1/16 E6/5 disrupted"}, active="1ID", ap=2, snafu="us").play("refit 1/16").throws(8)
    asked = Look(g, "us").choices
    assert asked.main is not None
    assert (asked.main.text, [o.text for o in asked.single]) == ("keep", ["reroll 1"])
    assert (asked.main.label, asked.single[0].label) == ("let the die lie", "throw the die again")
    assert "reroll your die, or let it lie" in Look(g, "us").view.prompt
    assert asked.single[0].note == "passes on 1 to 5"
    assert asked.prompt.args["throw"] == "CTL-7.6a"


def test_of_several_dice_each_may_be_thrown_again():
    """CTL-5.2b, CTL-5.8.4b: of two units that check together."""
    ring = {"3011": "I/27 CS4", "3009": "II/27", "3210": "I/48", "3208": "II/48", "2810": "I/89", "2809": "II/89", "2812": "Fues-12"}  # fmt: skip
    g = scene(US={"3010": "1/16 E5 over 745-Tank for 1ID E4"}, German=ring, active="1ID", ap=2, levels={"12ID": 0}, snafu="us")  # fmt: skip
    look = Look(g.play("attack 1/16+745-Tank 3011 hasty").throws((5, 6)), "us")
    assert look.choices.main is not None
    assert look.choices.main.label == "let the dice lie"
    assert [o.label for o in look.choices.single] == [
        "throw the die of 1/16 again",
        "throw the die of 745 Tank again",
    ]
    assert "reroll one of your dice, or let them lie" in look.view.prompt


def test_what_is_said_of_an_action_keeps_its_names():
    """CTL-7.1a: names and terms of the book keep their capitals, the rest stands on a button in small letters."""
    look = Look(assault(), "us")
    labels = {o.verb: o.label for o in (*look.offers("1/16"), look.choices.main)}
    assert labels["improve"].startswith("Improved Defense in ")
    assert labels["attack"].startswith("prepared attack on ")
    assert labels["end"] == "end the activation"
    g = scene(US={"3010": "1/16"}, German={"3011": "GrE-464 for 12ID"}, active="12ID", ap=4)
    assert {o.label for o in Look(g, "german").offers("GrE-464") if o.verb == "move"} >= {"GrE 464 to 3012"}


def test_replacement_points_are_told_by_their_kinds():
    """CTL-8.4.1a."""
    look = Look(scene(US={"3010": "1/16 CS1/7"}, phase="us_replacements", turn=2), "us")
    points = ["2 points for infantry", "2 points for armored infantry", "3 points for tanks"]
    assert look.choices.prompt.args["points"] == points
    assert look.choices.prompt.text.startswith("Replacements: 2 points for infantry, ")


# ---- the combat sheet


def test_the_kind_of_attack_is_one_of_three():
    """CTL-7.5h, CTL-7a, CTL-5.8.3a: each with what it costs, and why one is not open; nothing chosen is a Hasty Attack."""
    found = Look(assault(), "us").fight("745-Tank", "394-Assault-Gun")
    assert found.text.endswith(" hasty")
    assert [(x.word, x.note, x.refused, x.clause) for x in found.switches] == [
        ("hasty", "1 AP", "", "CTL-7.5h"), ("regular", "2 AP", "", "CTL-7.5h"), ("prepared", "3 AP", "", "CTL-7.5h"),
    ]  # fmt: skip
    assert {x.group for x in found.switches} == {"kind of attack"}
    poor = scene(US={"3010": "1/16"}, German={"3011": "I/27"}, active="1ID", ap=2)
    barred = [x.refused for x in Look(poor, "us").fight("1/16", "I/27").switches]
    assert [bool(x) for x in barred] == [False, False, True]
    assert "[CTL-" in barred[2]
    stray = scene(
        US={"3010": "1/16", "3006": "hq-1id CR2"}, German={"3011": "I/27"}, terrain={"3006": "town"}, active="1ID", ap=4,
    )  # fmt: skip
    hasty, *others = Look(stray, "us").fight("1/16", "I/27").switches
    assert (hasty.note, hasty.refused) == ("2 AP", "")
    assert all("[CTL-5.8.3a]" in x.refused for x in others)
    theirs = Look(poor, "german").fight("1/16", "I/27")
    assert [x.note for x in theirs.switches] == ["1 AP", "2 AP", "3 AP"]  # not whether it is in command


def test_an_attack_is_offered_with_its_target():
    """CTL-7.5a: so that a screen can show the combat before it is declared."""
    found = [o for o in Look(assault(), "us").offers("1/16") if o.verb == "attack"]
    assert {(o.against, o.hex) for o in found} == {("3011", "")}
    assert {o.units for o in found} == {("1/16",), ("745-Tank", "1/16")}


def sums(found: Odds) -> dict[str, Sum]:
    return {x.what: x for x in found.sums}


def test_the_sheet_before_a_declaration_is_a_range():
    """CTL-5.3.4a, c; client 3.10: over what may lie there, and says so."""
    found = Look(assault(), "us").fight("745-Tank 1/16", "394-Assault-Gun", "prepared")
    assert found.text == "attack 745-Tank,1/16 3011 prepared"
    assert found.breach is None
    assert "A range over what may lie there: 2 counters" in found.note
    parts = sums(found)
    assert [p.value for p in parts["attack"].parts] == ["6 x 1-3", "7 x 1-3"]
    assert [p.value for p in parts["defense"].parts] == ["1-5 x 1-3", "?"]
    assert len(found.columns) > 1
    assert found.table == "crt-A"
    assert sum(x.share for x in found.outcomes) == pytest.approx(1)
    assert {c.unit for c in found.candidates} == {"745-Tank", "1/16", "394-Assault-Gun"}


def test_the_sheet_after_it_is_a_range_over_strengths():
    """CTL-5.3.4d."""
    g = assault().play("attack 745-Tank+1/16 3011 regular")
    found = Look(g, "us").fight("745-Tank 1/16", "394-Assault-Gun I/27 1012-Assault-Gun")
    assert "not seen: " not in found.note
    assert "A range over strengths that are not seen." in found.note
    assert [p.value.partition(" ")[0] for p in sums(found)["defense"].parts] == ["1-5", "1-4", "1-3"]


def test_the_four_kinds_of_drm():
    """CTL-7.5.1.2a: hexside, support, HQ, armor, each by its clause; the column by the defender's terrain."""
    g = scene(
        US={"3010": "745-Tank for 1ID TP4", "3110": "1/18", "1001": "hq-1id AS5"},
        German={"3011": "I/27 AT1"},
        sides={"3010/3011": "stream"}, terrain={"3011": "light_forest", "1001": "town"}, active="1ID", ap=4, levels={"12ID": 0},
        ratings={"hq-1id": {"range": 99}},
    )  # fmt: skip
    found = Look(g, "us").fight("745-Tank", "I/27", "prepared")
    drm = {p.clause: p.value for p in sums(found)["DRM"].parts}
    assert drm == {"CTL-7.5.1.2b": "-2", "CTL-7.5.1.2g": "+2", "CTL-7.5.1.2k": "+5"}
    assert sums(found)["DRM"].total == "+5"
    assert found.table == "crt-B"
    hasty = Look(g, "us").fight("745-Tank", "I/27")
    assert sums(hasty)["DRM"].total == "-2"


def test_what_bars_an_attack_is_said():
    """CTL-7.5c, CTL-7.1c."""
    g = scene(
        US={"3010": "1/16", "3110": "1/18"}, German={"3011": "I/27"}, active="1ID", ap=2, levels={"12ID": 0}
    )  # fmt: skip
    look = Look(g, "us")
    dear = look.fight("1/16", "I/27", "prepared")
    assert dear.breach is not None
    assert dear.breach.clause == "CTL-7.1c"
    (other,) = [c for c in look.fight("1/16", "I/27").candidates if c.unit == "1/18"]
    assert other.refused is not None
    assert other.refused.clause == "CTL-7.5c"
    assert look.fight("", "I/27").breach is not None


# ---- overlays


def broken() -> Table:
    """German infantry between the HQ and its unit, whose way round is too long."""
    return scene(
        US={"3005": "hq-1id CR4", "3012": "1/16", "3006": "1/18"}, German={"3009": "I/27"}, terrain={"3005": "town"},
        active="1ID", ap=3, levels={"12ID": 0}, us_holds="3005",
    )  # fmt: skip


def test_the_command_path_and_what_breaks_it():
    """CTL-5.8; client 3.8."""
    look = Look(broken(), "us")
    near = look.shade("command", "1/18")
    assert near.note == "In command: 1 hexes, range 4."
    assert near.lines == (("3006", "3005"),)
    far = look.shade("command", "1/16")
    assert far.note.startswith("Out of command")
    assert look.piece("1/16").states == ("out_of_command",)
    assert Look(look.g, "german").piece("1/16").states == ()  # CTL-5.3.4q
    assert "one's own" in Look(look.g, "german").shade("command", "1/16").note


def test_an_isolated_unit_is_shown_the_hex():
    """CTL-5.8d."""
    ring = {h: f"I/{n}" for h, n in zip(("3113", "3013", "2913", "2911"), ("27", "48", "89", "148"))}
    g = scene(
        US={"1001": "hq-1id", "3012": "1/16"}, German={**ring, "3011": "II/27", "3111": "II/48"}, terrain={"1001": "town"},
        active="1ID", ap=3, ratings={"hq-1id": {"range": 99}}, us_holds="1001",
    )  # fmt: skip
    look = Look(g, "us")
    shade = look.shade("command", "1/16")
    assert shade.note.startswith("Isolated: the shortest way is broken in ")
    assert any(x.level == 3 and x.text for x in shade.hexes)


def test_the_zones_of_both_sides():
    """CTL-5.4."""
    look = Look(assault(), "us")
    assert {x.hex for x in look.shade("zoc-german").hexes} == look.g.zoc("german")
    assert {x.hex for x in look.shade("zoc-us").hexes} == look.g.zoc("us")


def test_a_screen_is_the_same_whatever_is_drawn():
    """CTL-5.3.4: the engine is asked about a world that looks like the view; which one it is makes no difference."""
    view = SYSTEM.view(assault().s, "us")
    assert Screen("one").board(view) == Screen("two").board(view)


# ---- the admin phase


def test_assignments_and_reinforcements():
    """CTL-8.2, CTL-8.5: units by their heads, the way on with the reason where it is refused."""
    g = scene(US={"2001": "746-Tank for 9ID", "2002": "1/16"}, phase="us_assignment", turn=2)
    look = Look(g, "us")
    assert "746-Tank" in look.choices.heads
    assert "assign 746-Tank 1ID" in {o.text for o in look.offers("746-Tank")}
    assert (look.choices.main is not None, Look(g, "german").choices.main) == (True, None)
    g.play("assign 746-Tank 1ID")
    assert "unassign 746-Tank" in {o.text for o in Look(g, "us").offers("746-Tank")}
    due = scene(scenario="stolberg-corridor", German={"3019": "hq-353"}, phase="german_assignment", turn=2)
    (duty,) = Look(due, "german").board.duties
    assert (duty.unit, duty.what, duty.clause) == ("1012-Assault-Gun", "assign", "CTL-8.2b")
    assert Look(due, "us").board.duties == ()
    due.play("assign 1012-Assault-Gun 353")
    assert Look(due, "german").board.duties == ()
    corridor = scene(
        scenario="stolberg-corridor",
        German={"3019": "hq-353"},
        german_holds="3019",
        phase="german_arrivals",
        turn=2,
    )
    box = next(b for b in Look(corridor, "us").board.boxes if b.id == "turn-2-german")
    assert "hq-12id" in {p.unit for p in box.pieces}  # CTL-5.3.4n: known to both
    assert "hq-12id" in Look(corridor, "german").choices.heads
    assert {o.verb for o in Look(corridor, "german").offers("hq-12id")} == {"place"}
    late = Look(corridor, "german").choices.main
    assert (late.key, late.args["count"]) == (
        "CTL.offer.end.arrivals",
        10,
    )  # with those that wait for their HQ
