"""The record of a game: what was played is what is replayed, or the line is named where it is not."""

from __future__ import annotations

import hashlib
import json
import os
import re
from contextlib import suppress
from functools import cache
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grognard.kernel import dice, record
from grognard.kernel.frame import Result
from grognard.kernel.game import Game
from grognard.kernel.laws import playout
from grognard.kernel.record import BadRecord, Journal, dumps, load, loads, save, unproved, verify_dice

from .positions import GAMES, new, played, positions
from .test_story import mid_retreat
from .toy import TOY, find
from .toy.state import Toy, field

HEADER = "grognard record 1\nsystem toy\nscenario mill\nrules 1\nseed 7\n\n"


def short() -> Game:
    """Two deals, the initiative, and a few choices."""
    game = new("7")
    game.roll_on()
    for text in ("activate Guard", "move Lancers", "enter 0202", "stop", "end"):
        game.do(text)
    return game


@cache
def text() -> str:
    return dumps(short())


def remark(lines: str) -> str:
    """The same lines with right marks: what a forger would write."""
    head, _, body = lines.partition("\n\n")
    mark = hashlib.sha256(f"{head}\n\n".encode())
    out = [f"{head}\n\n"]
    for line in body.splitlines():
        said = line.rpartition(" #")[0] or line
        mark.update(said.encode() + b"\n")
        out.append(f"{said} #{mark.hexdigest()[:6]}\n")
    return "".join(out)


def refused(data: bytes | str, **how: bool) -> BadRecord:
    with pytest.raises(BadRecord) as bad:
        loads(data, find, **how)
    return bad.value


# ---- there and back


def test_the_record_reads_like_a_game():
    assert re.sub(r" #[0-9a-f]{6}\n", " #\n", text()) == HEADER + (
        "1 dice deal fresh #\n2 dice deal fresh #\n3 dice draw blue #\n"
        "4 blue activate Guard #\n5 blue move Lancers #\n6 blue enter 0202 #\n7 blue stop #\n8 blue end #\n"
    )


@settings(deadline=None)
@given(st.integers(0, GAMES - 1))
def test_a_game_that_is_saved_and_loaded_is_the_same_at_every_step(seed: int):
    game = played(seed)
    again = loads(dumps(game), find)
    assert again.log == game.log
    assert again.state == game.state
    assert again.notes == []
    assert dumps(again) == dumps(game)
    assert again.seed == game.seed
    assert verify_dice(again) == []


@pytest.mark.parametrize("seed", ["7", "", "two words", "  ", "Straße #1", "; no note"])
def test_any_seed_and_any_option(seed: str, tmp_path: Path):
    game = Game(TOY, field(), {"turns": "2"}, seed)
    for _ in range(12):
        game.random(Random(1))
    game.save(tmp_path / "game")
    again = load(tmp_path / "game", find)
    assert again.state == game.state
    assert (again.seed, again.options) == (seed, {"turns": "2"})


def test_a_loaded_game_throws_on_with_the_dice_it_would_have_thrown():
    game, again = short(), loads(text(), find)
    for g in (game, again):
        g.do("pass")
        g.roll()
    assert game.log == again.log


def test_as_far_as_one_likes():
    game = loads(text(), find, to=5)
    assert len(game.log) == 5
    assert game.state == short().at(5)
    assert loads(text(), find, to=0).log == []
    assert len(loads(text(), find, to=99).log) == 8


def test_notes_and_empty_lines_are_passed_over():
    head, _, body = text().partition("\n\n")
    noted = (
        head.replace("\nseed", "\n; of old\nseed")
        + "\n\n; a note\n\n"
        + body.replace("\n5 ", "\n; another\n5 ")
    )
    assert loads(noted, find).state == short().state


def test_line_ends_and_marks_of_other_systems():
    assert loads(text().replace("\n", "\r\n"), find).state == short().state
    assert loads(b"\xef\xbb\xbf" + text().encode(), find).state == short().state


# ---- throws that were taken back


def test_a_throw_after_one_that_was_taken_back_names_its_number():
    game = new("7")
    game.roll()
    game.undo()
    game.roll()
    game.roll()
    assert [line.split(" #")[0] for line in dumps(game).splitlines()[6:]] == [
        *("1 dice@2 " + game.text(game.log[0].action), "2 dice " + game.text(game.log[1].action)),
    ]
    again = loads(dumps(game), find)
    assert [e.throw for e in again.log] == [2, 3]
    assert again.log == game.log
    assert verify_dice(again) == []


def test_a_throw_that_was_taken_back_is_not_made_again_after_loading():
    """Else one could take back, save, and know what is to come."""
    game = new("7")
    game.roll_on()
    game.undo(2)
    assert dumps(game).splitlines()[-1].startswith("back dice@3 #")
    again = loads(dumps(game), find)
    assert again.throws == game.throws == 3
    assert dumps(again) == dumps(game)
    game.roll()
    again.roll()
    assert game.log == again.log
    assert game.log[-1].throw == 4
    assert dumps(loads(dumps(game), find)) == dumps(game)


@settings(deadline=None)
@given(st.lists(st.sampled_from(["do", "undo", "redo"]), max_size=40), st.integers(0, 9))
def test_any_history_survives(walk: list[str], seed: int):
    game, rng = new(seed), Random(seed)
    for step in walk:
        if step == "do" and not game.over:
            game.random(rng)
        elif step == "undo" and game.log:
            game.undo()
        elif step == "redo" and game.undone:
            game.redo()
    again = loads(dumps(game), find)
    assert (again.log, again.throws) == (game.log, game.throws)
    assert verify_dice(again) == []


@pytest.mark.parametrize(
    "by", ["dice@1", "dice@0", "dice@", "dice@x", "dice@²", "dice@-4", "dice@" + "9" * 5000]
)
def test_a_throw_has_a_later_number_than_the_last(by: str):
    lines = HEADER + f"1 dice deal fresh\n2 {by} deal fresh\n"
    assert (refused(remark(lines)).line, refused(lines, trust=True).line) == (8, 8)
    assert refused(remark(HEADER + f"1 dice deal fresh\nback {by}\n")).line == 8


def test_a_changed_die_is_found_by_the_seed():
    """The marks are right, and every rule is kept. Only the seed gives another die."""
    forged = remark(text().replace("2 dice deal fresh", "2 dice deal worn"))
    game = loads(forged, find)
    assert len(game.log) == 8
    assert verify_dice(game) == ["action 2: the record has 'deal worn', the seed gives 'deal fresh'"]


def test_another_seed_is_found_by_the_dice():
    game = loads(remark(text().replace("seed 7", "seed 8").replace("draw blue", "draw blue")), find)
    assert verify_dice(game)


# ---- what is wrong with it


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ("5 blue move Lancers", "5 blue move Grenadiers", 11),
        ("1 dice deal fresh", "1 dice deal worn", 7),
        ("seed 7", "seed 8", 7),
        ("\n8 blue end", "\n9 blue end", 14),
    ],
)
def test_an_edited_line_is_found(old: str, new: str, line: int):
    assert old in text()
    bad = refused(text().replace(old, new, 1))
    assert bad.line == line
    assert bad.why == "this line, or one above it, was changed after it was written"
    assert str(bad) == f"line {line}: {bad.why}"


def test_a_line_that_is_gone_or_comes_twice_is_found():
    lines = text().splitlines(keepends=True)
    assert refused("".join(lines[:9] + lines[10:])).line == 10
    assert refused("".join(lines[:10] + lines[9:])).line == 11


def test_every_letter_counts():
    """Whatever one letter of the body is changed to."""
    raw = text()
    for at in range(len(HEADER), len(raw)):
        if raw[at] != "\n":
            spoilt = raw[:at] + ("x" if raw[at] != "x" else "y") + raw[at + 1 :]
            assert refused(spoilt).line == raw[:at].count("\n") + 1


def test_who_trusts_an_edited_record_reads_it_by_the_rules():
    edited = text().replace("6 blue enter 0202", "6 blue enter 0101")
    assert loads(edited, find, trust=True).state != short().state
    bare = re.sub(r" #.*", "", edited)
    assert loads(bare, find, trust=True).state == loads(edited, find, trust=True).state
    bad = refused(text().replace("6 blue enter 0202", "6 blue enter 0501"), trust=True)
    assert (bad.line, bad.clause) == (12, "TOY-3.1")
    assert bad.why == "enter 0501: 0501 is not next to 0102 [TOY-3.1]"


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("4 red activate Iron", "red acts, but blue is asked"),
        ("4 dice draw blue", "dice acts, but blue is asked"),
        ("4 blue@9 activate Guard", "blue@9 acts, but blue is asked"),
        ("4 blue fly Lancers", "'fly Lancers' is not understood: no action is called 'fly'"),
        ("4 blue activate", "'activate' is not understood: formation is missing; say: activate FORMATION"),
        ("4 blue move Ulans", "'move Ulans' is not understood: no unit is called 'Ulans'"),
        ("4 blue activate Iron", "activate Iron: Iron is no formation of yours [TOY-2.2]"),
        ("4 blue", "'4 blue' is no line of a record"),
        ("4", "'4' is no line of a record"),
        ("back", "'back' is no line of a record"),
        ("back blue", "'blue' is no later throw"),
    ],
)
def test_a_line_that_cannot_be_played_is_told(line: str, why: str):
    lines = "".join(text().splitlines(keepends=True)[:9]) + line + "\n"
    assert refused(lines, trust=True).why == why
    bad = refused(remark(lines))
    assert (bad.line, re.sub(" #[0-9a-f]{6}", "", bad.why)) == (10, why)


def test_a_record_that_goes_on_after_the_end():
    game = played(1)
    assert game.over
    bad = refused(remark(dumps(game) + "99 blue pass\n"))
    assert bad.line == len(dumps(game).splitlines()) + 1
    assert bad.why == "the game is over, but the record goes on"
    assert bad.clause == "game-over"


def test_a_last_line_that_is_half_written_is_left_out_and_said_to_be():
    whole = text().encode()
    at = whole.index(b"8 blue end")
    for cut in range(at + 1, len(whole)):
        game = loads(whole[:cut], find)
        assert len(game.log) == 7
        assert game.notes == [f"line 14 is only half written and was left out: {whole[at:cut].decode()!r}"]


def test_a_line_cut_in_the_middle_of_a_letter_is_left_out_too():
    game = loads(text().encode() + "9 blue pass ü".encode()[:-1], find)
    assert len(game.log) == 8
    assert "line 15 is only half written" in game.notes[0]


def test_the_journal_mends_a_record_that_was_cut_off(tmp_path: Path):
    path = tmp_path / "game"
    path.write_text(text()[:-4])
    Journal(load(path, find), path)
    assert load(path, find).notes == []
    assert len(load(path, find).log) == 7


# ---- games that are played elsewhere


def house(seed: str = "7") -> Game:
    """A game as a server has it: its seed was bound before it began."""
    game = short()
    game.commitment = dice.commitment(seed)
    return game


def test_the_seed_of_a_finished_game_is_the_one_that_was_bound():
    game = loads(dumps(house()), find)
    assert game.commitment == dice.commitment("7")
    assert (verify_dice(game), unproved(game), game.sealed) == ([], 0, False)


def test_another_seed_than_the_one_that_was_bound_is_found():
    game = loads(dumps(house("8")), find)
    assert verify_dice(game) == ["the seed is not the one that was committed to before the game"]


def test_a_sealed_record_tells_no_seed_and_proves_no_throw():
    game = house()
    game.sealed = True
    written = dumps(game)
    assert "seed" not in written
    again = loads(written, find)
    assert again.sealed
    assert again.state == game.state
    assert (verify_dice(again), unproved(again)) == ([], 3)
    assert dumps(again) == written


def test_a_sealed_record_does_without_dice_by_our_seed_but_not_against_the_rules():
    game = house()
    game.sealed = True
    other = loads(remark(dumps(game).replace("2 dice deal fresh", "2 dice deal worn")), find)
    assert (len(other.log), verify_dice(other)) == (8, [])
    wrong = remark(dumps(game).replace("3 dice draw blue", "3 dice draw green"))
    assert (refused(wrong).line, refused(wrong).clause) == (9, "TOY-2.2")


def test_who_goes_on_with_a_sealed_record_throws_by_a_seed_of_his_own():
    game = house()
    game.sealed = True
    one, two = (loads(dumps(game), find) for _ in range(2))
    assert "7" not in (one.seed, two.seed)
    assert one.seed != two.seed


def test_what_was_given_is_not_of_this_seed():
    """Three actions from elsewhere, one of them against this seed; the throws after them are checked."""
    game = short()
    head = dumps(game).replace("seed 7", "seed 7\ngiven 3").replace("2 dice deal fresh", "2 dice deal worn")
    again = loads(remark(head), find)
    assert [e.given for e in again.log[:5]] == [True, True, True, False, False]
    assert (verify_dice(again), unproved(again)) == ([], 3)
    assert "given 3" in dumps(again)
    fewer = loads(remark(head.replace("given 3", "given 1")), find)
    assert verify_dice(fewer) == ["action 2: the record has 'deal worn', the seed gives 'deal fresh'"]


def test_a_record_is_written_the_same_from_its_parts():
    game = house()
    acts = [record.Act(e.by, game.text(e.action), e.throw) for e in game.log]
    assert list(record.write(record.head_of(game), acts, game.throws)) == list(record.lines(game))


# ---- headers


@pytest.mark.parametrize(
    ("head", "line", "why"),
    [
        ("", 1, "this is no grognard record"),
        ("\n", 1, "this is no grognard record"),
        ("PK\x03\x04", 1, "this is no grognard record"),
        ("grognard record 2\n\n", 1, "this is no grognard record"),
        (HEADER[:-1], 5, "the header is cut off"),
        (HEADER[:-4], 4, "the header is cut off at 'seed'"),
        (HEADER.replace("seed 7\n", ""), 5, "the header does not name its seed"),
        (HEADER.replace("system toy\n", ""), 5, "the header does not name its system"),
        (HEADER.replace("seed 7", "colour red"), 5, "'colour' is no word of a header"),
        (HEADER.replace("toy", "chess"), 2, "no system is called 'chess'"),
        (HEADER.replace("mill", "hill"), 3, "no scenario is called 'toy/hill'"),
        (
            HEADER.replace("rules 1", "rules 2"),
            4,
            "it was played by version 2 of the rules, this is version 1",
        ),
        (HEADER.replace("rules 1\n", "").replace("seed", "rules 2\nseed"), 4, "it was played by version 2"),
        (HEADER.replace("seed 7", "option turns 9\nseed 7"), 7, "turns is 2 or 3, not '9'"),
        (HEADER.replace("seed 7", "option colour\nseed 7"), 7, "no option is called 'colour'"),
        (HEADER.replace("seed 7", "seed \x07"), 5, "a seed is printable text"),
        (HEADER.replace("seed 7", "commitment 7"), 5, "a commitment is a SHA-256 of 64 digits"),
        (HEADER.replace("seed 7", "seed 7\ngiven -1"), 6, "a number of actions was given"),
        (HEADER.replace("seed 7", "seed 7\ngiven few"), 6, "a number of actions was given"),
    ],
)
def test_what_is_wrong_with_a_header_is_told(head: str, line: int, why: str):
    bad = refused(head)
    assert (bad.line, bad.why[: len(why)]) == (line, why)


def test_a_header_alone_is_a_game_that_has_not_begun():
    assert loads(HEADER, find).log == []


def test_a_foreign_file(tmp_path: Path):
    path = tmp_path / "picture.png"
    path.write_bytes(b"\x89PNG\r\n\x1a\n\x00\x00\xff\xfe\n")
    with pytest.raises(BadRecord) as bad:
        load(path, find)
    assert bad.value.line == 1


def test_a_file_that_is_not_there(tmp_path: Path):
    for path in (tmp_path / "nothing", tmp_path):
        with pytest.raises(BadRecord, match="cannot be read") as bad:
            load(path, find)
        assert bad.value.line == 0


# ---- studies: games that begin from a position of their own


@cache
def study() -> Game:
    return mid_retreat().play("go 0302,0202", "advance Hussars to 0302", "end", "end").game


def test_a_study_has_its_position_in_its_header(tmp_path: Path):
    """A puzzle, or a test: the game of the met move, from its first position to its last."""
    game = study()
    game.save(tmp_path / "study")
    again = load(tmp_path / "study", find)
    assert again.start.state == game.start.state
    assert [e.action for e in again.log] == [e.action for e in game.log]
    assert again.state == game.state
    assert dumps(again) == dumps(game)


def test_a_study_may_begin_in_the_midst_of_it_all():
    """Ten open steps in one line of the header."""
    s = mid_retreat().s
    game = Game(TOY, field(), seed="7", start=Result(s, ()))
    assert loads(dumps(game), find).state == s
    game.do("go 0302")
    assert loads(dumps(game), find).state == game.state


def with_position(**parts: object) -> str:
    raw = json.loads(TOY.codec.to_json(mid_retreat().s))
    return HEADER[:-1] + f"position {json.dumps(raw | parts)}\n\n"


@pytest.mark.parametrize(
    ("parts", "why"),
    [
        ({"frames": 7}, "Expected `array`"),
        ({"frames": [{"type": "Nobody"}]}, "Invalid value 'Nobody'"),
        ({"world": "toy/hill"}, "no scenario is called 'toy/hill'"),
        ({"at": ""}, "a column is too long, or too short"),
        ({"turn": 9}, "there is no turn 9 of 3"),
        ({"frames": [{"type": "Initiative"}]}, "the outermost step is the campaign"),
        ({"frames": [{"type": "Campaign"}]}, "the innermost step asks nobody"),
        ({"frames": [{"type": "Campaign"}, {"type": "Choice", "side": "blue"}]}, "Campaign opens no Choice"),
    ],
)
def test_a_position_that_cannot_be_is_refused(parts: dict, why: str):
    assert loads(with_position(), find).state == mid_retreat().s
    bad = refused(with_position(**parts))
    assert bad.line == 6
    assert why in bad.why


@settings(deadline=None, max_examples=300)
@given(st.data())
def test_any_number_in_a_position_may_be_another(data: st.DataObject):
    """Refused, or played to its end: no position from outside makes the game stumble."""
    raw = TOY.codec.to_json(data.draw(positions())).decode()
    one = data.draw(st.sampled_from(list(re.finditer(r"(?<=[:\[,])-?[0-9]+|blue|red", raw))))
    if one[0] in ("blue", "red"):
        other = data.draw(st.sampled_from(["red", "blue", "green"]))
    else:
        other = str(data.draw(st.integers(-3, 40)))
    with suppress(BadRecord):
        game = loads(HEADER[:-1] + f"position {raw[: one.start()]}{other}{raw[one.end() :]}\n\n", find)
        for _ in playout(game, Random(1)):
            pass


@settings(deadline=None, max_examples=200)
@given(positions(), st.data())
def test_any_letter_of_a_position_may_be_another(s: Toy, data: st.DataObject):
    raw = TOY.codec.to_json(s).decode()
    at = data.draw(st.integers(0, len(raw) - 1))
    with suppress(BadRecord):
        head = (
            HEADER[:-1]
            + f"position {raw[:at]}{data.draw(st.sampled_from('{}[],:0129eAQg=x'))}{raw[at + 1 :]}\n\n"
        )
        for _ in playout(loads(head, find), Random(1)):
            pass


# ---- files


def test_a_save_that_fails_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    path = tmp_path / "game"
    save(short(), path)

    def fails(*_: object) -> None:
        raise OSError("the disk is full")

    game = short()
    game.do("pass")
    for name in ("replace", "fsync"):
        with monkeypatch.context() as patch:
            patch.setattr(os, name, fails)
            with pytest.raises(OSError, match="full"):
                save(game, path)
        assert path.read_text() == text()
        assert list(tmp_path.iterdir()) == [path]
    save(game, path)
    assert path.read_text() == dumps(game)


def test_a_save_takes_the_place_of_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    save(new("8"), tmp_path / "game")
    save(short(), tmp_path / "game")
    assert (tmp_path / "game").read_bytes() == text().encode()
    monkeypatch.chdir(tmp_path)
    save(short(), "here")
    assert sorted(p.name for p in tmp_path.iterdir()) == ["game", "here"]


def test_a_journal_holds_every_action(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    path = tmp_path / "game"
    game = new("7")
    journal = Journal(game, path)
    assert path.read_text() == HEADER
    with monkeypatch.context() as patch:  # it only ever adds
        patch.setattr(record, "save", lambda *_: pytest.fail("it was written anew"))
        for _ in range(15):
            game.random(Random(2))
            journal.update()
            assert path.read_text() == dumps(game)
        journal.update()
    assert load(path, find).state == game.state


def test_a_journal_follows_what_is_taken_back(tmp_path: Path):
    path = tmp_path / "game"
    game = new("7")
    journal = Journal(game, path)
    rng = Random(5)
    for step in range(60):
        if step % 3 == 2 and game.log:
            game.undo(min(len(game.log), 2))
        elif step % 7 == 6 and game.undone:
            game.redo()
        elif not game.over:
            game.random(rng)
        journal.update()
        assert path.read_text() == dumps(game)
        again = load(path, find)
        assert (again.log, again.throws) == (game.log, game.throws)


def test_a_journal_that_could_not_write_writes_all_the_next_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    path = tmp_path / "game"
    game = new("7")
    journal = Journal(game, path)
    game.roll()
    with monkeypatch.context() as patch:

        def half(handle: int) -> None:
            path.write_text(path.read_text()[:-9])
            raise OSError("the disk is full")

        patch.setattr(os, "fsync", half)
        with pytest.raises(OSError, match="full"):
            journal.update()
    journal.update()
    assert path.read_text() == dumps(game)


# ---- whatever the file holds


def tries(data: bytes | str, trust: bool) -> None:
    with suppress(BadRecord):
        game = loads(data, find, trust=trust)
        assert loads(dumps(game), find).state == game.state


@pytest.mark.parametrize("data", ["\ud800", HEADER + "\ud800\n", HEADER[:-2] + "\ud800\n\n"])
def test_half_a_letter_is_no_record(data: str):
    assert refused(data).line == 1


@given(st.binary(max_size=200), st.booleans())
def test_any_bytes_are_no_record(data: bytes, trust: bool):
    tries(data, trust)


@given(st.text(max_size=100), st.text(max_size=100), st.booleans())
def test_any_text_before_or_after_the_header(before: str, after: str, trust: bool):
    tries(before + HEADER + after, trust)
    tries(HEADER + after + "\n", trust)


@settings(deadline=None, max_examples=300)
@given(st.data(), st.booleans(), st.booleans())
def test_a_spoilt_record_is_a_game_or_bad(data: st.DataObject, trust: bool, marked: bool):
    raw = bytearray(dumps(played(data.draw(st.integers(0, 9)))).encode())
    for _ in range(data.draw(st.integers(1, 3))):
        raw[data.draw(st.integers(0, len(raw) - 1))] = data.draw(st.integers(0, 255))
    spoilt: bytes | str = bytes(raw)
    if marked:
        spoilt = remark(bytes(raw).decode(errors="replace"))
    tries(spoilt, trust)


words = st.sampled_from(
    [
        *(
            "1",
            "dice",
            "dice@3",
            "blue",
            "red",
            "back",
            "deal",
            "fresh",
            "worn",
            "draw",
            "activate",
            "Guard",
            "#",
            ";",
        )
    ]
)


@settings(deadline=None, max_examples=300)
@given(st.lists(st.lists(words, max_size=5).map(" ".join), max_size=5), st.booleans())
def test_a_record_of_stray_words_is_a_game_or_bad(lines: list[str], trust: bool):
    body = HEADER + "".join(line + "\n" for line in lines)
    tries(body if trust else remark(body), trust)
