"""Part 5 of examples.md: supply, P1 to P10."""

import pytest

from grognard.systems.great_crusade.fighting import CombatPhase
from grognard.systems.great_crusade.marching import Movement
from grognard.systems.great_crusade.supply import AlliedSupply, propose

from .table import board, france, scene

BEACH = board(numbered=[("normandy", "beach", (0, 0), (-1, 0), 10)])


def judged(units, land=BEACH, **more):
    """Turn 2, the beach at (0, 0) invaded the week before: the Allied Supply Phase has been."""
    return scene(
        units,
        board=land,
        **{"turn": 2, "invasion": ("normandy", 1), "invaded": [(0, 0)], "phase": "allied_supply", **more},
    )


def source(g, hex):
    return next(x for x in g.state.sources if g.place(x.hex) == hex)


def test_p1_a_line_and_a_zone_of_control():
    """P1, TGC-supply.5a, TGC-supply.5b, TGC-supply.17, TGC-supply.16a, TGC-zoc.10: eleven hexes, or around it twelve."""
    assert judged({(11, 0): "A-inf u"}).hungry("u") == 0
    assert judged({(12, 0): "A-inf u"}).hungry("u") == 1
    enemy = {(5, -1): "G-inf g"}
    assert judged({(11, 0): "A-inf u", **enemy}).hungry("u") == 1
    assert judged({(10, 0): "A-inf u", **enemy}).hungry("u") == 0
    assert judged({(11, 0): "A-inf u", (0, 0): "A-hq h, i", **enemy}).hungry("u") == 0
    friend = judged({(11, 0): "A-inf u", (5, 0): "A-inf v", **enemy})
    assert (friend.hungry("u"), friend.hungry("v")) == (1, 0)


def test_p2_the_ends_are_free():
    """P2, TGC-supply.5c: an enemy beside the unit and one beside the source."""
    g = judged({(6, 0): "A-inf u", (7, 0): "G-inf g", (0, -1): "G-inf e"})
    zone = g.state.field.zoc["german"]
    assert zone >> g.hex((6, 0)) & 1
    assert zone >> g.hex((0, 0)) & 1
    assert g.hungry("u") == 0


def test_p3_the_right_matching():
    """P3, TGC-supply.19, TGC-supply.20a: u3 takes Q, and nobody is asked."""
    ports = board(
        numbered=[("normandy", "beach", (0, 0), (-1, 0), 2), ("normandy", "beach", (20, 0), (21, 0), 1)]
    )
    g = judged(
        {(1, 0): "A-inf u1", (2, 0): "A-inf u2", (10, 0): "A-inf u3"}, ports, invaded=[(0, 0), (20, 0)]
    )
    assert not g.asks("allied", AlliedSupply)
    assert [g.hungry(u) for u in ("u1", "u2", "u3")] == [0, 0, 0]
    assert (source(g, (0, 0)).fed, source(g, (20, 0)).fed) == (2, 1)


def test_p4_proposal_and_swap():
    """P4, TGC-supply.20b, TGC-supply.20c, TGC-supply.20d, TGC-supply.14: three of five, by attack factor, then by id."""
    three = board(numbered=[("normandy", "beach", (0, 0), (-1, 0), 3)])
    units = {(1, 0): "A-arm a1, a2", (2, 0): "A-inf i1, i2", (3, 0): "A-hq h1"}
    g = judged(units, three)
    assert g.asks("allied", AlliedSupply)
    assert set(propose(g.state)) == set(g.units("a1 a2 i1"))
    assert set(g.offers("supply")[0].units) == set(g.units("a1 a2 i1"))
    g.refuses("TGC-supply.20d", "supply a1,a2,i1,h1")
    g.refuses("TGC-supply.20b", "end")
    g.play("supply a1,a2,h1")
    assert [g.hungry(u) for u in ("a1", "a2", "i1", "i2", "h1")] == [0, 0, 1, 1, 0]
    assert source(g, (0, 0)).fed == 3


def test_p5_a_bare_port():
    """P5, TGC-supply.12a, TGC-supply.13: it feeds who stands in it, and nobody next door."""
    port = board(numbered=[("normandy", "port", (0, 0), (-1, 0), 5)])
    g = judged({(0, 0): "A-inf a, b", (1, 0): "A-inf c"}, port, invaded=[])
    assert (g.hungry("a"), g.hungry("b"), g.hungry("c")) == (0, 0, 1)
    found = source(g, (0, 0))
    assert (found.kind, found.range, found.capacity - found.fed) == (3, 0, 3)


@pytest.mark.parametrize(
    ("kind", "range_", "fed"), [("beach", 0, False), ("port", 11, True), ("inland", 11, True)]
)
def test_p6_an_hq_on_a_beach(kind, range_, fed):
    """P6, TGC-supply.11, TGC-supply.12b, TGC-supply.16b: it opens ports and inland ports, no beach."""
    land = board(numbered=[("normandy", kind, (0, 0), (-1, 0), 5)])
    g = judged({(0, 0): "A-hq h", (1, 0): "A-inf a"}, land, invaded=[])
    assert source(g, (0, 0)).range == range_
    assert (g.hungry("a") == 0) == fed


def test_p7_starving():
    """P7, TGC-supply.23, TGC-supply.24, TGC-supply.25, TGC-supply.27: at the end of the Combat Phase of the third turn."""
    land = board(numbered=[("normandy", "beach", (0, 0), (-1, 0), 10)], beyond=[(-25, 0)])
    units = {(20, 0): "A-inf u", (21, 0): "A-hq h", (-25, 0): "G-inf g", (0, 0): "A-inf base"}
    g = judged(units, land, turn=10)
    for turn, count in ((10, 1), (11, 2), (12, 3)):
        assert (g.state.turn, g.hungry("u")) == (turn, count)
        g.pass_to("allied", Movement)
        assert g.at("u") == (20, 0)
        if turn < 12:
            g.week()
    assert g.at("u") == (20, 0)
    g.end()  # nobody fights: the Combat Phase is over as well
    assert (g.at("u"), g.at("h"), g.at("base")) == ("lost", "lost", (0, 0))


def test_p7_fed_again():
    """P7, TGC-supply.23: supplied on turn 12, the count is 0 again."""
    land = board(numbered=[("normandy", "beach", (0, 0), (-1, 0), 10)], beyond=[(-25, 0)])
    units = {(13, 0): "A-inf u", (-25, 0): "G-inf g", (0, 0): "A-inf base"}
    g = judged(units, land, turn=10)
    for there, count in (((12, 0), 2), ((11, 0), 0)):
        g.pass_to("allied", Movement).play(f"move u ({there[0]},0)").week()
        assert g.hungry("u") == count
    assert g.state.turn == 12
    g.week()
    assert g.at("u") == (11, 0)


def test_p8_a_fortress_garrison_starves():
    """P8, TGC-supply.26, TGC-supply.27, TGC-supply.8: isolated on turns 5, 6 and 7, removed at the end of G4."""
    land = board(
        {(0, 0): "fortress"},
        numbered=[("normandy", "beach", (10, 0), (11, 0), 10)],
        beyond=[(-25, 0)],
    )
    siege = {(2, -1): "A-inf a", (-1, 2): "A-inf b", (-1, -1): "A-inf c", (10, 0): "A-hq h, i"}
    g = scene(
        {(0, 0): "G-inf g", (-25, 0): "G-inf far", **siege},
        board=land,
        turn=5,
        invasion=("normandy", 1),
        invaded=[(10, 0)],
        phase="german_isolation",
    )
    for turn, count in ((5, 1), (6, 2), (7, 3)):
        assert (g.state.turn, g.hungry("g"), g.hungry("far")) == (turn, count, 0)
        assert g.asks("german", Movement)
        assert g.at("g") == (0, 0)
        g.end()
        assert not g.asks("german", CombatPhase)
        if turn < 7:
            g.pass_to("german", Movement)
    assert (g.at("g"), g.at("far")) == ("lost", (-25, 0))
    assert [g.hungry(u) for u in "abc"] == [0, 0, 0]


def cologne(units, german="4520"):
    """The Germans at Cologne (or elsewhere), after their isolation has been judged."""
    return france({german: "G-inf g", **units}, phase="german_isolation", turn=40, french=True)


def banks(g, hex):
    chart = g.state.world.chart
    near, far = [], []
    for h in chart.neighbours[g.hex(hex)]:
        (far if chart.beyond >> h & 1 else near).append(g.place(h))
    return near, far


def test_p9_the_rhine():
    """P9, TGC-supply.7a, TGC-supply.7b, TGC-supply.7c, TGC-supply.5c: one far bank hex is enough, even in a zone."""
    near, far = banks(cologne({}), "4520")
    assert len(near) + len(far) == 6
    assert len(far) >= 2
    around = {h: f"A-inf n{i}" for i, h in enumerate(near)}
    *held, free = far
    g = cologne(around | {h: f"A-inf f{i}" for i, h in enumerate(held)})
    assert g.state.field.zoc["allied"] >> g.hex(free) & 1
    assert g.hungry("g") == 0
    g = cologne(around | {h: f"A-inf f{i}" for i, h in enumerate(far)})
    assert g.hungry("g") == 1
    near, far = banks(g, "4616")
    g = cologne({h: f"A-inf e{i}" for i, h in enumerate(near + far)}, german="essen")
    assert g.hungry("g") == 0


def test_p10_changes_within_a_turn():
    """P10, TGC-supply.21, TGC-supply.15: an HQ that lands opens its port at the next Supply Phase."""
    land = board(
        numbered=[("normandy", "port", (0, 0), (-1, 0), 5), ("normandy", "beach", (10, 0), (11, 0), 10)],
        beyond=[(-25, 0)],
    )
    g = scene(
        {(0, 0): "A-inf a", (10, 0): "A-inf x", (-25, 0): "G-inf g"},
        board=land,
        britain="A-hq h",
        turn=6,
        invasion=("normandy", 1),
        invaded=[(10, 0)],
        phase="allied_supply",
    )
    g.pass_to("allied", Movement)
    assert source(g, (0, 0)).range == 0
    g.play("land h (0,0)")
    assert source(g, (0, 0)).range == 0
    g.week()
    assert (g.state.turn, source(g, (0, 0)).range) == (7, 11)
    g.pass_to("allied", Movement).play("move h (3,0)")
    assert source(g, (0, 0)).range == 11  # until the next judgement
    g.week()
    assert source(g, (0, 0)).range == 0
