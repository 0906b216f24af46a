"""`replay`, `verify` and `odds`: of a good record, an edited, a truncated and a foreign one."""

import hashlib
import json
import re

import pytest

from grognard.kernel.dice import commitment

from .helpers import BEACHHEAD, DROPS, LANDING, complaint, grognard, play


@pytest.fixture(scope="module")
def record(tmp_path_factory):
    """A landing up to the first throws of the Combat Phase."""
    path = tmp_path_factory.mktemp("records") / "landing.record"
    said = play(
        path,
        [
            *LANDING,
            *DROPS,
            "end",
            "attack 4,9,82Ab,101Ab on 709 cas",
            "attack 3Br,Gds,50Br,3Ca,6Ab on 716",
            "resolve 1",
        ],
    )
    assert said.status == 0, said.out
    return path


def test_a_good_record(record):
    said = grognard("verify", record)
    assert said.status == 0
    first, second = said.out.splitlines()
    assert ": good. great-crusade/beachhead, 20 actions, 2 throws" in first
    word, digest = second.split()
    assert word == "position"
    assert len(digest) == 64
    data = json.loads(grognard("verify", record, "--json").out)
    assert data["good"] is True
    assert data["digest"] == digest
    assert data["wrong"] == data["notes"] == []


def test_a_record_that_is_sealed_says_so(record, tmp_path):
    lines = record.read_text().splitlines()
    bodies = [re.sub(" #[0-9a-f]{6}$", "", line) for line in lines]
    seed = next(x.split(" ", 1)[1] for x in bodies if x.startswith("seed "))
    bound = f"commitment {commitment(seed)}"
    sealed, told = tmp_path / "sealed", tmp_path / "told"
    sealed.write_text(remarked([bound if x.startswith("seed ") else x for x in bodies]))
    told.write_text(remarked([f"{x}\n{bound}" if x.startswith("seed ") else x for x in bodies]))
    said = grognard("verify", sealed)
    assert said.status == 0
    assert "The seed is told when the game is over: until then 2 throws cannot be checked." in said.out
    data = json.loads(grognard("verify", sealed, "--json").out)
    assert (data["sealed"], data["unproved"]) == (True, 2)
    assert "The seed is the one that was committed to before the game." in grognard("verify", told).out
    told.write_text(told.read_text().replace(f"seed {seed}", f"seed {seed}9"))
    told.write_text(remarked([re.sub(" #[0-9a-f]{6}$", "", x) for x in told.read_text().splitlines()]))
    assert "the seed is not the one" in complaint(grognard("verify", told), 1)


def remarked(bodies: list[str]) -> str:
    """The lines with right marks."""
    head, body = "\n".join(bodies).split("\n\n", 1)
    mark = hashlib.sha256(f"{head}\n\n".encode())
    out = f"{head}\n\n"
    for line in body.splitlines():
        mark.update(f"{line}\n".encode())
        out += f"{line} #{mark.hexdigest()[:6]}\n"
    return out


def test_the_digest_is_of_the_position(record, tmp_path):
    lines = record.read_text().splitlines(keepends=True)
    shorter = tmp_path / "shorter"
    shorter.write_text("".join(lines[:-1]))
    digests = {json.loads(grognard("verify", p, "--json").out)["digest"] for p in (record, shorter, record)}
    assert len(digests) == 2


def edited(record, tmp_path, old, new):
    text = record.read_text()
    assert old in text
    path = tmp_path / "edited.record"
    path.write_text(text.replace(old, new, 1))
    return path


def test_an_edited_line_is_named(record, tmp_path):
    path = edited(record, tmp_path, "embark us-inf-29 1629", "embark us-inf-30 1629")
    line = next(n for n, row in enumerate(path.read_text().splitlines(), 1) if "us-inf-30" in row)
    for command in ("verify", "replay"):
        said = complaint(grognard(command, path), 1)
        assert f"line {line}: this line, or one above it, was changed" in said
        assert str(path) in said


def test_a_forged_die_is_found_by_the_seed(record, tmp_path):
    """The marks are made anew, so that nothing but the seed gives it away."""
    import hashlib

    lines = record.read_text().splitlines()
    n = next(i for i, row in enumerate(lines) if " dice roll " in row)
    body = lines[n].partition(" #")[0]
    face = int(body[-1])
    lines[n] = f"{body[:-1]}{face % 6 + 1}"
    lines = lines[: n + 1]
    mark = hashlib.sha256()
    out = []
    for row in lines:
        body = row.partition(" #")[0]
        mark.update(body.encode() + b"\n")
        out.append(f"{body} #{mark.hexdigest()[:6]}" if body[:1].isdigit() else body)
    path = tmp_path / "forged.record"
    path.write_text("\n".join(out) + "\n")
    said = complaint(grognard("verify", path), 1)
    assert "the dice are not those of the seed" in said
    assert f"the seed gives 'roll {face}'" in said
    data = json.loads(grognard("verify", path, "--json").out)
    assert data["good"] is False
    assert len(data["wrong"]) == 1


def test_a_record_cut_off_in_its_last_line(record, tmp_path):
    path = tmp_path / "cut.record"
    path.write_text(record.read_text()[:-9])
    said = complaint(grognard("verify", path), 1)
    assert "is only half written and was left out" in said
    told = grognard("replay", path)
    assert told.status == 0
    told.has("is only half written and was left out")


@pytest.mark.parametrize("size", [0, 10, 40, 90])
def test_a_record_cut_off_in_its_header(record, tmp_path, size):
    path = tmp_path / "head.record"
    path.write_text(record.read_text()[:size])
    complaint(grognard("verify", path), 1)


def test_foreign_files(tmp_path):
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear Sir,\n")
    assert "this is no grognard record" in complaint(grognard("verify", letter), 1)
    picture = tmp_path / "picture"
    picture.write_bytes(bytes(reversed(range(256))))
    assert "this is no text, so no record" in complaint(grognard("replay", picture), 1)
    other = tmp_path / "other.record"
    other.write_text("grognard record 1\nsystem chess\nscenario x\nrules 1\nseed 1\n\n")
    assert "line 2: no system is called 'chess'" in complaint(grognard("verify", other), 1)


def test_a_record_that_breaks_a_rule_names_the_clause(tmp_path):
    path = tmp_path / "bad.record"
    text = f"grognard record 1\nsystem great-crusade\nscenario {BEACHHEAD.partition('/')[2]}\nrules 1\nseed 1\n\n"
    import hashlib

    mark = hashlib.sha256(text.encode())
    for row in ("1 dice deal historical", "2 german place ge-st-716 caen"):
        mark.update(row.encode() + b"\n")
        text += f"{row} #{mark.hexdigest()[:6]}\n"
    path.write_text(text)
    said = complaint(grognard("verify", path), 1)
    assert "line 8" in said
    assert "[TGC-setup.5]" in said


def test_files_that_cannot_be_read(tmp_path):
    assert "No such file" in complaint(grognard("verify", tmp_path / "none"), 1)
    assert "Is a directory" in complaint(grognard("replay", tmp_path), 1)


def test_a_replay_tells_the_game(record):
    said = grognard("replay", record)
    assert said.status == 0
    said.has(
        "== Turn 1 of 4, 6 to 12 June 1944: Allied Invasion (A3)",
        "4 allied: embark us-inf-1 1629: 1st Infantry embarks for 1730 Omaha (St-Laurent).",
        "dice: ",
        "== After ",
        "Air: 5 of 6 missions left",
        "1830 .B8",
        "(50Br",
    )
    assert said.out.isascii()


def test_a_replay_can_stop_early(record):
    said = grognard("replay", record, "--to", 4).has("== After 4 actions.")
    assert "29th Infantry embarks" not in said.out
    assert "is a number of actions" in complaint(grognard("replay", record, "--to", -1), 2)


def test_a_replay_for_a_program(record):
    data = json.loads(grognard("replay", record, "--json", "--to", 4).out)
    assert [(e["n"], e["by"], e["action"]) for e in data["log"]][1:] == [
        (2, "german", "end"),
        (3, "allied", "invade normandy"),
        (4, "allied", "embark us-inf-1 1629"),
    ]
    assert data["log"][3]["events"][0]["type"] == "Embarked"
    assert data["scenario"] == BEACHHEAD
    assert data["view"]["turn"] == 1


ATTACK = ["attack", "us-inf-4,us-inf-9,us-abn-82,us-abn-101", "on", "ge-st-709", "cas"]


def assigned(record):
    """The number of the action before the first combat was assigned."""
    data = json.loads(grognard("replay", record, "--json").out)
    return next(e["n"] for e in data["log"] if e["action"].startswith("attack")) - 1


def test_odds_show_how_they_are_made(record):
    to = assigned(record)
    said = grognard("odds", record, *ATTACK, "--to", to)
    assert said.status == 0
    said.has(
        "attack 15:",
        "+4 4th Infantry [TGC-def.6]",
        "+1 close air support [TGC-air.3]",
        "defense 3:",
        "+3 709th Static [TGC-area.7]",
        "15 to 3: column 5:1 [TGC-crt.3]",
        "[5:1]",
        "2/3  66.7 %  ################  DE; defender loses ge-st-709",
    )
    assert said.out.isascii()
    short = grognard("odds", record, "attack 4,9,82Ab,101Ab on 709 cas", "--to", to)
    assert short.out == said.out


def test_odds_for_a_program_are_exact(record):
    from fractions import Fraction

    data = json.loads(grognard("odds", record, *ATTACK, "--to", assigned(record), "--json").out)
    assert sum(Fraction(x["chance"]) for x in data["outcomes"]) == 1
    assert data["sheet"]["column"] == "5:1"
    assert data["sheet"]["parts"][0][1] == "15"
    assert data["outcomes"][0]["outcome"]["result"] == "DE"


@pytest.mark.parametrize(
    ("action", "status", "line"),
    [
        ("attack us-inf-4 on ge-pz-21", 1, "not adjacent [TGC-inv.18b]"),
        ("attack us-inf-4 on us-inf-9", 1, "9th Infantry is your own [TGC-combat.1]"),
        ("attack us-inf-999 on ge-pz-21", 2, "no unit is called 'us-inf-999'"),
        ("attack us-inf-4", 2, "'on' is missing; say: attack UNIT,... on UNIT,..."),
        ("attak us-inf-4 on ge-pz-21", 2, "no action is called 'attak'; did you mean attack"),
        ("end", 2, "odds are asked of an attack"),
        ("move us-inf-4 9999", 2, "9999 is off the map"),
    ],
)
def test_odds_that_cannot_be_told(record, action, status, line):
    to = assigned(record)
    assert line in complaint(grognard("odds", record, *action.split(), "--to", to), status)
