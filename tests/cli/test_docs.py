"""What README and the guides say is exactly true: their programs run, their game goes as told, their picture is real."""

import doctest
import importlib.util
import re
import shlex
from pathlib import Path

import pytest

import grognard as gg

from .helpers import grognard

ROOT = Path(__file__).parent.parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
PROGRAMMERS = (ROOT / "docs" / "programmers.md").read_text(encoding="utf-8")


def blocks(text, language):
    fenced = re.findall(r"^```(\w*)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    return [block for mark, block in fenced if mark == language]


def section(text, heading):
    _, found, rest = text.partition(f"## {heading}\n")
    assert found, f"no section {heading!r}"
    return rest.partition("\n## ")[0]


def test_the_examples_of_the_package_are_true():
    result = doctest.testmod(gg)
    assert result.attempted > 10
    assert result.failed == 0


@pytest.mark.parametrize(("text", "count"), [(README, 1), (PROGRAMMERS, 3)], ids=["README", "programmers"])
def test_the_programs_run(text, count, tmp_path, monkeypatch):
    """In their order, with the names that the ones above left behind."""
    monkeypatch.chdir(tmp_path)
    programs = blocks(text, "python")
    assert len(programs) == count
    names = {}
    for n, program in enumerate(programs, 1):
        exec(compile(program, f"block {n}", "exec"), names)


def test_the_comments_beside_the_offers_are_true(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    names = {}
    for program in blocks(PROGRAMMERS, "python"):
        exec(program, names)
    assert names["offers"].heads()[:3] == ["us-inf-1", "us-inf-2", "us-inf-4"]
    assert names["offers"].open == ("attack",)


def test_the_record_shown_is_a_real_one(tmp_path):
    shown = next(b for b in blocks(PROGRAMMERS, "") if b.startswith("grognard record"))
    game = gg.new("great-crusade/beachhead", seed=1944)
    game.roll_on()
    game.do("end")
    game.do("invade normandy")
    game.save(tmp_path / "shown")
    assert (tmp_path / "shown").read_text() == shown


def walk():
    """The call and the lines of README's five minutes, as they stand there."""
    text = section(README, "Five minutes in the terminal")
    call = re.search(r"^    \.venv/bin/grognard (.*)$", text, re.MULTILINE)
    steps = text[text.index("\n1. ") : text.index("\nAdd `--against")]
    return shlex.split(call[1]), re.findall(r"`([^`]+)`", steps)


def test_five_minutes_go_as_told(tmp_path):
    call, lines = walk()
    assert len(lines) > 20
    record = tmp_path / "five.record"
    said = grognard(*call, "--record", record, typed=lines, home=tmp_path)
    refusals = [x for x in said.out.splitlines() if x.startswith(("Refused", "? ", "! "))]
    assert len(refusals) == 1, said.out
    assert "TGC-inv.11" in refusals[0]  # embark 2 gold
    said.has(
        "TGC-inv.11: ",  # why
        "3rd Canadian Infantry ashore at 1830 Gold-Juno",
        "29th Infantry ashore at 1730 Omaha",
        "Must be attacked:",
        "8 to 3: column 2:1",
        "15 to 3: column 5:1",
        "Result: DE",
        "Only one choice, so it is made: resolve 1",
        "9th Infantry ashore at 1529 Utah",
        "3rd British Infantry ashore at 1930 Sword",
        "Taken back: ",
        "go on with: grognard play --load ",
    )
    assert gg.load(record).state.turn == 1


def test_the_picture_is_the_terminal_client():
    spec = importlib.util.spec_from_file_location("picture", ROOT / "tools" / "picture.py")
    tool = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tool)
    again = "make it anew: .venv/bin/python tools/picture.py"
    assert (ROOT / "docs" / "beachhead.svg").read_text(encoding="utf-8") == tool.picture(), again
    assert "docs/beachhead.svg" in README


@pytest.mark.parametrize("page", ["README.md", "CONTRIBUTING.md", "docs/players.md", "docs/programmers.md"])
def test_links_lead_somewhere(page):
    path = ROOT / page
    for target in re.findall(r"\]\(([^)#:]+)\)", path.read_text(encoding="utf-8")):
        assert (path.parent / target).exists(), target


def test_commands_named_in_the_guides_exist():
    """Every `grognard WORD` in the guides is a command."""
    known = grognard("--help").out
    pages = README + PROGRAMMERS + (ROOT / "docs" / "players.md").read_text(encoding="utf-8")
    words = set(re.findall(r"(?:`|bin/)grognard ([a-z]+)", pages))
    assert {"play", "verify", "table"} <= words
    for word in words:
        assert f"\n  {word} " in known, word
