"""Crossing the Line in a terminal: what a line says, and that it says no more than the side sees (CTL-5.3.4)."""

from __future__ import annotations

import re

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from grognard.board.names import Unit
from grognard.cli.board import around, overview, picture
from grognard.cli.face import Face, face_of
from grognard.kernel.play import decision, legal
from grognard.systems.crossing_the_line import actions
from grognard.systems.crossing_the_line.state import State
from grognard.systems.crossing_the_line.view import COVERED

from .positions import SCENARIOS, position
from .table import SYSTEM, Table, scene

FACE = face_of(SYSTEM)
THREE = "394-Assault-Gun for 12ID CS3/5 over I/27 CS2/4 over 1012-Assault-Gun for 12ID disrupted"


def battle() -> Table:
    return scene(
        US={"3010": "745-Tank for 1ID TP4 CS6 over 1/16 CS7", "3009": "1/18"}, German={"3011": THREE},
        terrain={"3011": "town"}, sides={"3010/3011": "stream"}, roads=[["3009", "3010"]], active="1ID", ap=4,
        levels={"12ID": 0},
    )  # fmt: skip


def test_it_is_a_face():
    assert isinstance(FACE, Face)
    assert set(FACE.summary) <= set(FACE.panels)


def test_the_map_around_a_hex():
    """Own stacks with what lies under the top, enemy ones with what is not seen; roads and streams."""
    g = battle()
    view = SYSTEM.view(g.s, "us")
    head, stack, _ = FACE.cell(view, g.hex("3011"))
    assert head[0].startswith("3011 T")
    assert (stack[1], stack[0].endswith("+2?>")) == ("german", True)
    assert FACE.cell(view, g.hex("3010"))[1][0] == "(745 T+1)"
    assert FACE.cell(view, g.hex("3009"))[0][0] == "3009 .r"
    assert FACE.edge(view, g.hex("3010"), g.hex("3011")) == "river"
    drawn = picture(FACE, g.s.world.grid, view, range(8, 13), range(25, 28))
    assert "+2?>" in "".join(t for line in drawn for t, _ in line)
    assert any("2 not seen" in line for line in around(FACE, g.s.world.grid, view, g.hex("3010")))


def test_a_hex_in_words():
    g = battle()
    view = SYSTEM.view(g.s, "us")
    text = "\n".join(FACE.hex_text(view, g.hex("3011")))
    assert "Terrain: town" in text
    assert "german: 394 Assault Gun [394-Assault-Gun], German assault guns" in text
    assert "strength 5, TP 4, MA 9 motorized as printed" in text
    assert "2 more, not seen [CTL-5.3.4a]" in text
    assert "I/27" not in text


def test_what_a_unit_can_do_in_groups():
    g = battle()
    view = SYSTEM.view(g.s, "us")
    groups = dict(FACE.moves(view, [a for a in legal(g.s) if getattr(a, "units", None) == (g.unit("1/18"),)]))
    assert any("MP left" in heading for heading in groups)
    attacks = [a for a in legal(g.s) if isinstance(a, actions.Attack)]
    note = FACE.note(view, attacks[0])
    assert re.fullmatch(r"\d AP, [\d-]+ : [\d-]+, DRM [-+\d /]+", note)


def test_how_the_odds_are_made():
    """CTL-7.5.1: both strengths and the DRMs part by part, the column, the table of the terrain."""
    g = battle()
    view = SYSTEM.view(g.s, "us")
    a = next(a for a in legal(g.s) if isinstance(a, actions.Attack) and a.posture == "regular")
    sheet = FACE.sheet(view, a)
    assert [what for what, _, _ in sheet["parts"]] == ["attack", "defense", "DRM"]
    assert sheet["column"] in sheet["table"]["columns"]
    assert "not seen" in sheet["note"]
    assert FACE.sheet(view, actions.End()) == {}


@pytest.mark.parametrize("name", sorted(FACE.panels))
def test_every_panel_says_something(name: str):
    g = battle()
    for side in ("us", "german", ""):
        assert list(FACE.panels[name][1](SYSTEM.view(g.s, side), ""))


def test_a_formation_is_listed_to_its_own_side():
    g = battle()
    show = FACE.panels["formations"][1]
    assert any("1/18" in line for line in show(SYSTEM.view(g.s, "us"), "1ID"))
    assert not any("I/27" in line for line in show(SYSTEM.view(g.s, "us"), "12ID"))


@given(
    st.builds(position, st.sampled_from(SCENARIOS), st.just(0), st.floats(0, 1, exclude_max=True)),
    st.sampled_from(("us", "german", "")),
)
@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_nothing_covered_is_printed(s: State, side: str):
    """CTL-5.3.4a: on the map, in words, in the panels, in the lists."""
    view = SYSTEM.view(s, side)
    grid = s.world.grid
    said = ["".join(t for t, _ in line) for line in overview(FACE, grid, view)]
    for h in grid:
        said += [t for t, _ in FACE.cell(view, h)]
        if any(s.stack(h, x) for x in s.world.by_side):
            said += [FACE.hex_line(view, h), *FACE.hex_text(view, h)]
    said += [FACE.unit_line(view, u) for u in FACE.units(view)]
    for name, (_, show) in FACE.panels.items():
        said += [f"{name}: {line}" for line in show(view, "")]
    now = decision(s)
    if now is not None and now.side == side:
        offered = list(legal(s))[:40]
        said += [FACE.note(view, a) for a in offered]
        said += [x for _, lines in FACE.moves(view, offered) for x in lines]
    hidden = [s.world.name(Unit(u)) for u, at in enumerate(view.at) if at == COVERED]
    named = [re.escape(n) for n in hidden if len(n) > 3]
    if named:
        found = re.compile(rf"(?<![\w/])(?:{'|'.join(named)})(?![\w/])")
        assert not [x for x in said if found.search(x)]
