"""`grognard play`: lines typed at the terminal, and what it answers."""

import json

import pytest

import grognard as gg

from .helpers import BEACHHEAD, DROPS, LANDING, RHINE, complaint, grognard, play

ASSAULT = [
    *LANDING,
    *DROPS,
    "end",
    "attack 4,9,82Ab,101Ab on 709 cas",
    "attack 3Br,Gds,50Br,3Ca,6Ab on 716 cas",
    "resolve 1",
    "advance 4,9 utah",
    "advance 3Br,Gds sword",
]


def refusals(said):
    return [line for line in said.out.splitlines() if line.startswith(("Refused", "? ", "! "))]


def texts(path):
    game = gg.load(path)
    return [game.text(entry.action) for entry in game.log]


# ---- a turn


def test_a_whole_turn_of_both_sides_by_typed_lines(tmp_path):
    path = tmp_path / "turn.record"
    said = play(path, [*ASSAULT, "interdict 12SS", "end", "move 21Pz caen", "move 21Pz 1933", "end", "end"])
    said.has(
        "== Before turn 1: German set-up",
        "== Turn 1 of 4, 6 to 12 June 1944: Allied Invasion (A3)",
        "Allied Airborne (A4)",
        "Allied Movement (A5)",
        "Allied Combat (A6)",
        "Result: DE",
        "who stays at sea is lost: 4th Infantry and 9th Infantry (TGC-inv.23)",
        "Unit interdiction: 12th SS Panzer",
        "German Movement (G3)",
        "1831 Caen holds an enemy unit",
        "Turn 1 ends",
        "== Turn 2 of 4, 13 to 19 June 1944",
    )
    assert len(refusals(said)) == 1 or "German Combat (G4)" in said.out
    game = gg.load(path)
    assert game.state.turn == 2
    assert json.loads(grognard("verify", path, "--json").out)["good"] is True


def test_a_list_embarks_one_by_one_and_stops_where_it_is_refused(tmp_path):
    path = tmp_path / "list.record"
    said = play(path, ["end", "embark 1, 29,2 omaha"])
    assert said.status == 1
    assert "two units are on sea hex 1629 already [TGC-inv.11]" in refusals(said)[0]
    assert texts(path)[-2:] == ["embark us-inf-1 1629", "embark us-inf-29 1629"]


def test_what_was_understood_is_said(tmp_path):
    said = play(tmp_path / "r", ["end", "EMBARK 50br Gold"])
    said.has("(embark br-inf-50 1729)", "50th Northumbrian embarks for 1830 Gold-Juno")


# ---- asking


def test_why_gives_the_clause_of_the_last_refusal_until_something_is_done(tmp_path):
    said = play(
        tmp_path / "r",
        ["place 716 caen", "why", "why end", "why place 716 caen", "why TGC-crt.7", "end", "why"],
    )
    said.has(
        f"TGC-setup.5: {gg.rule('TGC-setup.5')[:40]}",
        "end: legal.",
        f"TGC-crt.7: {gg.rule('TGC-crt.7')}",
        "! nothing was refused since your last action",
    )
    assert said.out.count("is static and stands on a beach or port") == 3


def test_odds_of_an_attack_of_a_bare_attack_and_of_the_list(tmp_path):
    said = play(
        tmp_path / "r",
        [
            *LANDING,
            *DROPS,
            "end",
            "odds attack 4,9 on 709",
            "odds 4,9 on 709",
            "attack 4,9,82Ab,101Ab on 709",
            "odds 1",
            "odds",
            "odds end",
            "odds 4 on caen",
        ],
    )
    assert said.out.count("8 to 3: column 2:1") == 2
    said.has(
        "== 4th Infantry (4), 9th Infantry (9) against 709th Static (709)",
        "14 to 3: column 4:1",
        "+3 82nd Airborne",
        "! say which attack",
        "! odds are asked of an attack",
    )
    assert texts(tmp_path / "r")[-1].startswith("attack")  # asking changed nothing


def test_the_map_the_hexes_and_the_units(tmp_path):
    said = play(
        tmp_path / "r",
        [
            *LANDING,
            "map gold 2",
            "map all",
            "stack utah",
            "around caen",
            "where 21Pz",
            "units german panzer",
            "moves 6Ab",
            "map nowhere",
            "stack 9999",
            "where us-inf-999",
        ],
    )
    said.has(
        "1830 .b8",
        "(50Br+1)",
        "<716>",
        "Around 1830; help map explains the signs. On it:",
        "  1930 Sword (Ouistreham), clear, beach for 6; german: 716th Static (716) 2-3-2",
        "1529 Utah (La Madeleine): ",
        "north-east: ",
        "21st Panzer (21Pz) [ge-pz-21], German panzer 5-5-4, 1933 Falaise",
        "12th SS Panzer (12SS)",
        "drop on (",
        "? no place is called 'nowhere'",
        "9999 is off the map",
        "? no unit is called 'us-inf-999'",
    )
    assert said.out.isascii()  # nobody reads colours from a pipe
    assert max(map(len, said.out.partition("Around 1830")[0].splitlines()[-20:])) <= 80
    assert len(refusals(said)) == 3


def test_combats_and_supply_and_the_other_panels(tmp_path):
    said = play(tmp_path / "r", [*ASSAULT[:-3], "combats", *ASSAULT[-3:], "supply", "status", "sheet allied"])
    said.has(
        "Combats assigned by the Allies: 2",
        "  1: 4th Infantry (4), 9th Infantry (9), 82nd Airborne (82Ab), 101st Airborne (101Ab) against 709th",
        "15 to 3, 5:1 (DR2 2/6, DE 4/6)" if "DR2 2/6, DE 4/6" in said.out else "15 to 3, 5:1 (",
        "No duty is open.",
        "Allied sources of this turn: none yet",
        "1529 Utah (La Madeleine) (invaded): range 11, capacity 6",
        "Landing cap: 11 Allied units ashore",
        "of 6 missions left this turn",
        "The aim: ",
        "D-Day group (",
    )


def test_duties_are_listed_until_they_are_met(tmp_path):
    said = play(tmp_path / "r", [*LANDING, *DROPS, "end", "combats", "end", "resolve 1"])
    said.has(
        "Must attack:\n",
        "  82nd Airborne (82Ab) in 1530 [TGC-combat.8]",
        "Must be attacked:\n",
        "  709th Static (709) in 1529 Utah (La Madeleine) [TGC-combat.9]",
        "All of this can still be met.",
    )
    assert len(refusals(said)) == 2


def test_help(tmp_path):
    said = play(tmp_path / "r", ["end", "help", "help embark", "help map", "help zzz"])
    said.has(
        "Commands (the first letters are enough):",
        "  undo [N]: ",
        "  combats: ",
        "Actions now (help ACTION says more):",
        "embark UNIT HEX: Put a unit from Britain on a sea hex (TGC-inv.10).",
        "(1 2A): an Allied stack",
        "? nothing is called 'zzz'",
    )


def test_legal_lists_groups_and_filters_by_their_heads(tmp_path):
    said = play(
        tmp_path / "r", [*LANDING, *DROPS, "end", "legal", "legal 1529", "legal us-inf-4", "legal zebra"]
    )
    said.has(
        "1529 Utah (La Madeleine): ",
        "  attack us-inf-4,us-inf-9,us-abn-82,us-abn-101 on ge-st-709 cas: 15 to 3, 5:1",
        "attack: any other that the rules allow",
        "nothing like that is on offer",
    )


# ---- history


def test_undo_redo_and_back(tmp_path):
    path = tmp_path / "r"
    said = play(
        path,
        [*LANDING[:4], "undo", "redo", "undo 2", "log", "redo", "back 2", "back 99", "undo 50", "undo x"],
    )
    said.has(
        "Taken back: 1 action. The log ends at line 5; redo does them again.",
        "Done again: 1 action.",
        "Taken back: 2 actions. The log ends at line 4; redo does them again.",
        "Back after line ",
        "! back N goes to the position after line N of the log, which has ",
        "can be taken back",
        "! how many choices is a whole number, not 'x'",
    )
    assert texts(path) == ["deal central_reserve"]  # after line 2 nothing was left to choose


def test_a_throw_that_is_taken_back_is_done_again_or_thrown_anew(tmp_path):
    """Redo shows the same face; who attacks again throws other dice, and the record says which throw it was."""
    once, again, anew = tmp_path / "once", tmp_path / "again", tmp_path / "anew"
    attack = ASSAULT[:-2]
    play(once, attack)
    said = play(again, [*attack, "undo", "redo"])
    assert "Taken back: 2 actions" in said.out
    assert texts(once) == texts(again)
    play(anew, [*attack, "undo", "resolve 1"])
    assert [entry.throw for entry in gg.load(once).log if entry.throw] == [1, 2]
    assert [entry.throw for entry in gg.load(anew).log if entry.throw] == [1, 3]
    assert json.loads(grognard("verify", anew, "--json").out)["good"] is True


# ---- keeping


def test_save_and_go_on(tmp_path):
    path, copy = tmp_path / "r", tmp_path / "copy"
    said = play(path, ["save", "end", f"save {copy}", "embark 1 omaha", f"save {copy}", f"save! {copy}"])
    said.has(
        f"Kept in {path}", f"Saved in {copy}.", f"! {copy} is there already; save! {copy} writes over it"
    )
    assert copy.read_text() == path.read_text()
    later = grognard("play", "--load", copy, typed=["embark 29 omaha"], home=tmp_path)
    assert later.status == 0
    later.has("The last actions:", "embark us-inf-1 1629", "29th Infantry embarks")
    assert texts(copy)[-1] == "embark us-inf-29 1629"
    assert texts(path)[-1] == "embark us-inf-1 1629"


def test_a_save_that_fails_says_so_and_play_goes_on(tmp_path):
    said = play(tmp_path / "r", [f"save {tmp_path}/none/x", f"export {tmp_path}/none/x", "end"])
    assert refusals(said) == [f"! {tmp_path}/none/x: No such file or directory"] * 2
    assert texts(tmp_path / "r")[-1] == "invade normandy"


def test_a_story_and_a_json_are_exported(tmp_path):
    story, data = tmp_path / "story.txt", tmp_path / "game.json"
    play(tmp_path / "r", ["end", "embark 1 omaha", f"export {story}", f"export {data}", f"export {story}"])
    assert "4 allied: embark us-inf-1 1629: 1st Infantry embarks for 1730 Omaha" in story.read_text()
    assert json.loads(data.read_text())["log"][3]["action"] == "embark us-inf-1 1629"


def test_a_game_without_a_name_is_kept_all_the_same(tmp_path):
    said = grognard("play", BEACHHEAD, "--seed", 1, typed=["end"], home=tmp_path)
    (kept,) = (tmp_path / "grognard" / "games").glob("*.record")
    said.has(f"go on with: grognard play --load {kept}")
    assert texts(kept)[1] == "end"


def test_a_new_game_writes_over_no_old_one(tmp_path):
    path = tmp_path / "r"
    play(path, ["end"])
    before = path.read_bytes()
    assert "is there already: go on with it by --load" in complaint(play(path, ["end"]), 1)
    assert path.read_bytes() == before


def test_a_half_written_last_line_is_left_out_and_kept_aside(tmp_path):
    path = tmp_path / "r"
    play(path, ["end", "embark 1 omaha", "embark 29 omaha"])
    torn = path.read_bytes()[:-12]
    path.write_bytes(torn)
    said = grognard("play", "--load", path, typed=["embark 4 utah"], home=tmp_path)
    said.has("is only half written and was left out", f"as it was is kept in {path}.old1")
    assert (tmp_path / "r.old1").read_bytes() == torn
    assert texts(path)[-2:] == ["embark us-inf-1 1629", "embark us-inf-4 1628"]
    assert grognard("verify", path).status == 0


# ---- the computer


def test_the_computer_plays_the_other_side(tmp_path):
    path = tmp_path / "r"
    said = play(path, [*ASSAULT[1:], "end"], "--against", "scripted")
    said.has("The computer plays the german side.", "german: ", "== Turn 2 of 4")
    assert not refusals(said), refusals(said)
    sides = {entry.by for entry in gg.load(path).log}
    assert sides == {"", "allied", "german"}


def test_the_computer_plays_the_same_game_again(tmp_path):
    """Its choices follow from the seed, so that a bug can be told by a seed and a list of lines."""
    paths = [tmp_path / "a", tmp_path / "b"]
    for path in paths:
        play(path, [*ASSAULT[1:], "end"], "--against", "random")
    assert texts(paths[0]) == texts(paths[1])


def test_one_can_take_the_germans(tmp_path):
    said = play(tmp_path / "r", ["now"], "--as", "german", "--against", "scripted")
    said.has("The computer plays the allied side.", "german> ")


@pytest.mark.parametrize(
    ("args", "line"),
    [
        (["--as", "french"], "--as is one of german, allied, both" if False else "--as is one of "),
        (["--against", "napoleon"], "no player is called 'napoleon'; there are random, scripted"),
        (["--as", "both", "--against", "random"], "--as both leaves no side for the computer"),
        (["--option", "colour"], "say KEY=VALUE, not 'colour'"),
        (["--option", "colour=red"], "no option is called 'colour'"),
    ],
)
def test_a_call_that_is_off(tmp_path, args, line):
    assert line in complaint(play(tmp_path / "r", [], *args), 2)
    assert not (tmp_path / "r").exists()


def test_an_unknown_scenario_and_a_foreign_record(tmp_path):
    said = complaint(grognard("play", "great-crusade/beachead", home=tmp_path), 2)
    assert "did you mean great-crusade/beachhead" in said
    letter = tmp_path / "letter"
    letter.write_text("Dear Sir\n")
    assert f"{letter}: line 1: this is no grognard record" in complaint(grognard("play", "--load", letter), 1)
    assert letter.read_text() == "Dear Sir\n"
    said = complaint(grognard("play", BEACHHEAD, "--load", letter), 2)
    assert "has its scenario, seed and options already" in said


# ---- the terminal itself


def test_whoever_names_no_scenario_is_asked(tmp_path):
    said = grognard("play", typed=["99", "beach", "end"], home=tmp_path)
    said.has("== Which game?", f"Say a number from 1 to {len(gg.scenarios())}", "The Beachhead")
    assert "no scenario was chosen" in complaint(grognard("play", typed="", home=tmp_path), 2)


def test_the_end_of_the_input_leaves_the_game_on_disk(tmp_path):
    path = tmp_path / "r"
    said = play(path, [])
    assert said.status == 0
    said.has(f"Kept in {path}")
    assert texts(path)[0].startswith("deal ")


def test_a_script_that_is_refused_something_ends_in_1(tmp_path):
    assert play(tmp_path / "good", ["end", "# a remark", "", "quit", "nonsense"]).status == 0
    said = play(tmp_path / "bad", ["marhc", "e 1 gold", "end now"])
    assert said.status == 1
    said.has("? nothing is called 'marhc'", "? 'e' may be", "is too much")
    assert "Traceback" not in said.out


def test_first_letters_are_enough(tmp_path):
    said = play(tmp_path / "r", ["end", "emb 1 omaha", "stat"])
    assert not refusals(said)
    said.has("1st Infantry embarks", "missions left this turn")


def test_a_label_that_both_sides_have_is_settled_by_what_is_legal(tmp_path):
    """5 is the US 5th and, with another prefix, others; a whole label wins over a beginning."""
    path = tmp_path / "r"
    said = play(path, ["end", "embark 2 omaha"])
    assert not refusals(said)
    assert texts(path)[-1] == "embark us-inf-2 1629"


def test_another_scenario_begins_in_its_own_winter(tmp_path):
    said = play(tmp_path / "r", ["status", "map"], scenario=RHINE)
    assert not refusals(said)
    said.has("== Turn 37 of 44", "of 10 supplied divisions beyond the Rhine")
