"""The overlay of threats against brute force: the best odds that the enemy could bring against a stack are found by a
matching of units to places; here every way to stand around it is tried."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from random import Random

import pytest

from grognard.geometry.hexes import Hex
from grognard.geometry.hexset import each
from grognard.systems.great_crusade.combat import ratio
from grognard.systems.great_crusade.show import threats
from grognard.systems.great_crusade.state import Combat, State
from grognard.systems.great_crusade.world import ALLIED, Side

from .screen import see
from .table import board, scene
from .test_obligations import position as battlefield


def worst(s: State, hex: Hex, enemy: Side) -> tuple[Fraction, str] | None:
    """All units that can come next to it, each on every hex where it can, or not there at all."""
    beside, point = s.world.chart.beside[hex], s.world.chart.numbered.get(hex)
    spots: dict[int, list[Hex | None]] = {}
    for u, at in threats.places(s, enemy).items():
        if s.at_sea(u):
            here = [point.sea] if point and s.at[u] == point.sea else []
        else:
            here = list(each(at & beside))
        if here:
            spots[u] = [None, *here]
    most = s.world.tables["stacking"]["allied" if enemy is ALLIED else "german"]
    found = []
    for pick in product(*spots.values()):
        chosen = {u: h for u, h in zip(spots, pick, strict=True) if h is not None}
        crowd = Counter(h for h in chosen.values() if not (point and h == point.sea))
        if not chosen or any(n > most for n in crowd.values()):
            continue
        there = s.placed(tuple(chosen.get(u, at) for u, at in enumerate(s.at)))
        r = ratio(there, Combat(tuple(sorted(chosen)), s.stack(hex, enemy.enemy)))
        found.append((r.attack / r.defense if r.defense else r.attack, r.column))
    return max(found, default=None)


@pytest.mark.parametrize("block", range(4))
def test_no_better_odds_can_be_brought(block: int):
    """TGC-crt.1 to 3, TGC-combat.19, TGC-move.4: where rivers, fortresses and landings meet."""
    rng, columns = Random(f"threats {block}"), set()
    for _ in range(60):
        s = battlefield(rng).scene().game.state
        for side in Side:
            known = threats.threats(s, side)
            for hex in each(s.field.held[side]):
                expected, threat = worst(s, hex, side.enemy), known.get(hex)
                assert (threat and threat.column) == (expected and expected[1])
                columns |= {threat.column} if threat else set()
    assert len(columns) > 5


def test_who_can_come_is_counted_and_who_finds_no_room_is_not():
    """TGC-move.4: four of five divisions find room in the two hexes from where it can be attacked."""
    lakes = dict.fromkeys([(1, -1), (1, 0), (0, 1), (-1, 1)], "lake")
    units = {(0, 0): "G-inf d", (-3, 0): "A-arm a, b", (-3, 1): "A-arm c, e", (-4, 1): "A-arm f"}
    g = scene(units, board=board(lakes))
    assert see(g, "german").said("threat-german") == {(0, 0): "5:1"}
    wall = scene({(0, 0): "G-inf d", (-9, 0): "A-arm a"})
    assert see(wall, "german").lit("threat-german") == {}
