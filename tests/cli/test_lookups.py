"""`list`, `rule`, `table`, and the help."""

import json
import subprocess
import sys

import pytest

import grognard as gg

from .helpers import complaint, grognard


def test_the_list_says_what_a_player_chooses_by():
    said = grognard("list")
    assert said.status == 0
    for about in gg.scenarios():
        said.has(about.id, about.title, about.turns, about.blurb)
    said.has(
        "allied against german", "Reconstructed: Map, order of battle", "--option area=normandy", "TGC-scen.2"
    )
    assert said.out.isascii()


def test_the_list_for_a_program():
    rows = json.loads(grognard("list", "--json").out)
    assert [r["id"] for r in rows] == [about.id for about in gg.scenarios()]
    assert {"title", "turns", "minutes", "sides", "blurb", "reconstructed", "options"} <= set(rows[0])
    assert rows[0]["options"][0]["clause"] == "TGC-combat.24"


def test_a_clause():
    assert grognard("rule", "TGC-crt.7").out == f"TGC-crt.7: {gg.rule('TGC-crt.7')}\n"
    assert grognard("rule", "tgc-CRT.7").out == grognard("rule", "TGC-crt.7").out


def test_a_number_lists_its_letters_and_no_other_number():
    lines = grognard("rule", "TGC-inv.8").out.splitlines()
    assert [line.partition(":")[0] for line in lines] == [f"TGC-inv.8{x}" for x in "abcdef"]
    assert "TGC-inv.10:" not in grognard("rule", "TGC-inv.1").out


def test_a_chapter_lists_its_clauses():
    lines = grognard("rule", "TGC-move").out.splitlines()
    assert lines[0].startswith("TGC-move.1: ")
    assert all(line.startswith("TGC-move.") for line in lines)


def test_a_system_lists_its_chapters():
    grognard("rule", "TGC").has("TGC-move: ", "TGC-crt: 23 clauses")


def test_clauses_for_a_program():
    assert json.loads(grognard("rule", "TGC-crt.7", "--json").out) == {"TGC-crt.7": gg.rule("TGC-crt.7")}


def test_a_cell_a_row_and_a_table():
    assert grognard("table", "great-crusade", "crt", "column=3:1", "die=5").out == "EX\n"
    grognard("table", "great-crusade", "terrain", "type=city").has("defense: 2", "zoc: normal")
    lines = grognard("table", "great-crusade", "crt").out.splitlines()
    assert lines[0].split() == ["1:6", "1:5", "1:4", "1:3", "1:2", "1:1", "2:1", "3:1", "4:1", "5:1", "6:1"]
    assert [line.split()[0] for line in lines[1:]] == list("123456")  # a die has faces
    grognard("table", "great-crusade", "supply").has("range_invaded: 11, 11, 22, 33", "provenance: printed")
    rows = json.loads(grognard("table", "great-crusade", "stacking", "--json").out)
    assert rows["german"] == 3


@pytest.mark.parametrize(
    ("call", "line"),
    [
        (["rule", "TGC-crt.99"], "no clause is called 'TGC-crt.99'; did you mean TGC-crt.9"),
        (["rule", "XYZ-1"], "no system has clauses that begin with 'XYZ'; there are TGC"),
        (
            ["table", "great-crusades", "crt"],
            "no system is called 'great-crusades'; did you mean great-crusade?",
        ),
        (["table", "great-crusade", "ctr"], "no table is called 'ctr'; did you mean crt"),
        (["table", "great-crusade", "terrain", "tpye=city"], "table terrain has no column 'tpye'"),
        (["table", "great-crusade", "terrain", "type=moor"], "table terrain has no row with type=moor"),
        (["table", "great-crusade", "crt", "column=9:1", "die=5"], "the table has columns 1:6,"),
        (["table", "great-crusade", "crt", "column"], "say KEY=VALUE, not 'column'"),
        (["table", "great-crusade"], "Missing argument 'table'"),
        (["rule"], "Missing argument 'clause'"),
        (["marche"], "No such command 'marche'"),
        (["list", "--jsno"], "No such option"),
    ],
)
def test_a_call_that_is_off_is_one_line(call, line):
    assert line in complaint(grognard(*call), 2)


def test_help_names_every_command_and_the_version_is_told():
    said = grognard("--help")
    said.has(
        *[
            "list",
            "play",
            "replay",
            "verify",
            "odds",
            "rule",
            "table",
            "match",
            "perft",
            "fuzz",
            "clauses",
            "bench",
        ]
    )
    assert grognard("--version").out == f"grognard {gg.__version__}\n"
    for name in ("play", "odds", "match"):
        grognard(name, "--help").has("Usage: ")


def test_help_loads_neither_rich_nor_a_system():
    code = (
        "import sys, io, contextlib\n"
        "from grognard.cli import main\n"
        "sys.argv = ['grognard', '--help']\n"
        "try:\n"
        "    main()\n"
        "except SystemExit:\n"
        "    pass\n"
        "bad = [m for m in sys.modules if m.split('.')[0] == 'rich' or 'great_crusade' in m or 'hypothesis' in m]\n"
        "assert not bad, bad\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True, stdout=subprocess.DEVNULL)
