"""Every vector of examples.md has a test: the docstring of the test opens with its name ("S05", "C14, second part")."""

from __future__ import annotations

import ast
import re
from collections import Counter
from pathlib import Path

import pytest

VECTORS = {"S": 18, "C": 55}
"""The worked examples of the source, and the computed ones."""
NAME = re.compile(r"\b([SC])(\d{2})\b")


def named() -> Counter[tuple[str, int]]:
    """How many tests say that they are about a vector."""
    found: Counter[tuple[str, int]] = Counter()
    for path in sorted(Path(__file__).parent.glob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                found.update({(letter, int(n)) for letter, n in NAME.findall(ast.get_docstring(node) or "")})
    return found


@pytest.mark.parametrize("letter", VECTORS)
def test_every_vector_has_a_test(letter: str):
    found = named()
    assert [n for n in range(1, VECTORS[letter] + 1) if not found[letter, n]] == []


def test_no_test_speaks_of_a_vector_that_is_not_there():
    assert {(letter, n) for letter, n in named() if not 1 <= n <= VECTORS[letter]} == set()
