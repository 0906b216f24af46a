"""A golden game replays to the very position it once ended in."""

from __future__ import annotations

import pytest

import grognard as gg
from grognard.kernel.record import verify_dice
from grognard.systems import IDS, find

from .games import GAMES, HERE, Golden, told

ALL = pytest.mark.parametrize("golden", GAMES, ids=lambda g: g.record.stem)


@ALL
def test_it_ends_where_it_ended(golden: Golden):
    assert told(gg.load(golden.record)) == golden.end.read_text()


@ALL
def test_its_dice_are_those_of_its_seed(golden: Golden):
    game = gg.load(golden.record)
    assert game.seed == golden.seed
    assert verify_dice(game) == []


def test_every_scenario_has_one():
    scenarios = {about.id for id in IDS for about in find(id).scenarios()}
    assert {golden.scenario for golden in GAMES} == scenarios
    assert {path for path in HERE.iterdir() if path.suffix == ".grog"} == {g.record for g in GAMES}
