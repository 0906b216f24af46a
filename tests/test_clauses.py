"""What `grognard rule` says of a clause is the clause, and nothing of what stands below it; every clause is in the code and
in a test."""

from pathlib import Path

import pytest

import grognard as gg
from grognard.cli.clauses import Key, cited_by, key, reason, reasons, survey
from grognard.systems import IDS, find

ROOT = Path(__file__).parents[1]


@pytest.mark.parametrize("id", IDS)
def test_no_clause_ends_in_a_heading(id: str):
    """What hangs on a clause is a sentence, a list or a row of a table; a bare line is a heading that lacks its ###."""
    texts = find(id).clauses()
    assert texts
    for clause, text in texts.items():
        for line in text.splitlines()[1:]:
            assert line.endswith((".", ":", ";", "|")), f"{clause} goes on with {line!r}"
            assert not line.startswith("#"), clause


def test_a_clause_before_a_heading():
    """TGC-ui.8 is the last one above "Set-up and invasion"."""
    assert "Set-up" not in gg.rule("TGC-ui.8")
    assert gg.rule("TGC-ui.14") == "Landing hexes open to a reinforcement are highlighted."


@pytest.mark.parametrize("id", IDS)
def test_every_clause_is_cited_by_code_and_by_a_test(id: str):
    """Or a reason is written, in `data/uncited.toml`, why it is not."""
    found = survey(ROOT, [id])[id]
    assert [f"{c.id} not in {c.lacks}" for c in found if c.lacks and not c.reason] == []


def test_the_great_crusade_needs_no_excuse():
    assert [c.id for c in survey(ROOT, ["great-crusade"])["great-crusade"] if c.lacks or c.reason] == []


KNOWN = {c: k for c in ("TGC-a.1", "TGC-a.2a", "TGC-a.2b", "TGC-a.3", "TGC-a.4", "TGC-b.1") if (k := key(c))}


@pytest.mark.parametrize(
    ("text", "clauses"),
    [
        ("TGC-a.1: so it is", {"TGC-a.1"}),
        ("TGC-a.2", {"TGC-a.2a", "TGC-a.2b"}),
        ("TGC-a.2b", {"TGC-a.2b"}),
        ("TGC-a.1, 3.", {"TGC-a.1", "TGC-a.3"}),
        ("TGC-a.1 to 3: all", {"TGC-a.1", "TGC-a.2a", "TGC-a.2b", "TGC-a.3"}),
        ("TGC-a.2a, b.", {"TGC-a.2a", "TGC-a.2b"}),
        ("TGC-a.10", set()),
        ("TGC-a.1 to the end", {"TGC-a.1"}),
    ],
)
def test_a_citation_is_a_clause_a_list_or_a_range(text: str, clauses: set[str]):
    assert cited_by(text, KNOWN) == clauses


def test_reasons_are_written_by_clause_number_or_chapter():
    known = {"TGC-a": "chapter", "TGC-a.2": "number", "TGC-a.2b": "clause"}
    assert [reason(c, known) for c in ("TGC-a.1", "TGC-a.2a", "TGC-a.2b", "TGC-b.1")] == [
        "chapter", "number", "clause", "",
    ]  # fmt: skip
    assert reasons("grognard.systems.great_crusade") == {}
    assert key("TGC-inv.8a") == Key("TGC-inv", "8", "a")
