"""What `grognard rule` says of a clause is the clause, and nothing of what stands below it."""

import pytest

import grognard as gg
from grognard.systems import IDS, find


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
    assert gg.rule("TGC-ui.8").endswith("the reason and clause are shown.")
    assert "Movement" not in gg.rule("TGC-ui.14")
