"""How many positions lie so many choices deep: a changed number is a changed rule."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

import grognard as gg
from grognard.kernel.laws import perft

PINNED = tomllib.loads((Path(__file__).parent.parent / "perft.toml").read_text())["great-crusade"]


@pytest.mark.parametrize(
    ("name", "depth"), [(name, d) for name, p in PINNED.items() for d in range(len(p["counts"]))]
)
def test_perft(name: str, depth: int):
    pinned = PINNED[name]
    game = gg.new(f"great-crusade/{pinned['scenario']}", seed=1)
    for line in pinned["after"]:
        game.do(line)
    assert perft(game.state, depth + 1) == pinned["counts"][depth]
