"""How many positions lie so many choices deep: a changed number is a changed rule."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from grognard.kernel.laws import perft

from .positions import SCENARIOS, new

PINNED = tomllib.loads((Path(__file__).parent.parent / "perft.toml").read_text())["crossing-the-line"]


@pytest.mark.parametrize(
    ("name", "depth"), [(name, d) for name, p in PINNED.items() for d in range(len(p["counts"]))]
)
def test_perft(name: str, depth: int):
    pinned = PINNED[name]
    game = new(pinned["scenario"])
    for line in pinned["after"]:
        game.do(line)
    assert perft(game.state, depth + 1) == pinned["counts"][depth]


def test_every_scenario_is_pinned():
    assert {p["scenario"] for p in PINNED.values()} == set(SCENARIOS)
