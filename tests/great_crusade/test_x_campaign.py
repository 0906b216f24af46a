"""Part 6 of examples.md: replacements, victory, set-up and data, X5 to X12."""

import pytest

from grognard.systems.great_crusade.marching import Movement
from grognard.systems.great_crusade.replacements import Replacement
from grognard.systems.great_crusade.setup import Arrange
from grognard.systems.great_crusade.world import order_of_battle, prepared

from .table import board, france, scene


def test_x5_allied_airborne_and_hq():
    """X5, TGC-repl.3, TGC-repl.4, TGC-abn.3, TGC-hq.7: gone for good; German airborne units are not."""
    g = france(
        {"gold": "A-inf x"},
        lost="A-inf i, A-abn p, A-hq h",
        turn=20,
        factors=(9, 0),
        phase="allied_replacement",
    )
    assert g.asks("allied", Replacement)
    g.refuses("TGC-repl.4", "replace p")
    g.refuses("TGC-repl.3", "replace h")
    assert [g.name(a.unit) for a in g.offers("replace")] == ["i"]
    g = france(
        {"gold": "A-inf x", "5736": "G-inf g"},
        turn=15,
        factors=(0, 4),
        lost="G-abn p, G-hq h",
        phase="german_replacement",
    )
    assert g.state.factors == (0, 4)
    g.refuses("TGC-repl.3", "replace h at essen")
    g.play("replace p at essen")
    assert (g.at("p"), g.state.factors) == ("4616", (0, 0))


def test_x6_german_placing():
    """X6, TGC-repl.14: no starred hex is left, the factors still accumulate."""
    stars = "muenster osnabrueck essen dortmund paderborn kassel siegen giessen frankfurt heidelberg stuttgart ulm"
    g = france(
        {"gold": "A-inf x", "5610": "G-inf g"},
        lost="G-st s, G-inf i",
        turn=20,
        invasion=("normandy", 1),
        invaded="gold",
        allied_stars=stars,
        phase="german_replacement",
    )
    assert not g.asks("german", Replacement)
    assert g.state.factors == (0, 5)
    g.week().pass_to("german", Movement)
    assert (g.state.turn, g.state.factors) == (21, (0, 10))


RIGHT_BANK = [(q, r) for q in range(1, 9) for r in range(-4, 5)]


def test_x7_rhine_count():
    """X7, TGC-vic.1, TGC-vic.2a, TGC-vic.2b, TGC-vic.2c, TGC-vic.3, TGC-vic.4: 9, then 10, 10, 12 and 10."""
    over = {(1, r): f"A-inf a{r + 4}" for r in range(-4, 5)}  # nine
    g = scene(
        {
            **over,
            (25, 0): "G-inf far",
            (0, 0): "A-hq p",
            (-2, 0): "A-inf b, c",
            (-2, 1): "A-inf d",
            (13, 0): "A-inf u, v",  # too far from the port, and beyond
            (2, 0): "A-hq h, i",
        },
        board=board(
            numbered=[("north_sea", "port", (0, 0), (-1, 0), 40)], beyond=[*RIGHT_BANK, (13, 0), (25, 0)]
        ),
        turn=40,
        run_so_far=3,
        invasion=("normandy", 1),
        phase="allied_supply",
    )
    assert [g.hungry(u) for u in "uv"] == [1, 1]
    counts = {40: 9}
    orders = {
        41: ["move b (1,1)"],
        42: [],
        43: ["move c (1,2)", "move d (1,3)"],
        44: ["move c (0,3)", "move d (0,4)"],
    }
    g.week()
    assert (g.state.rhine, g.state.run) == (9, 0)
    for turn, moves in orders.items():
        assert not g.game.over
        assert g.state.turn == turn
        g.pass_to("allied", Movement).play(*moves).week()
        counts[turn] = g.state.rhine
    assert counts == {40: 9, 41: 10, 42: 10, 43: 12, 44: 10}
    assert g.game.over
    assert (g.game.verdict.side, g.game.verdict.clause) == ("allied", "TGC-vic.3")
    assert g.state.turn == 44


def emptied(factors):
    """The Allied part of turn 20 ends, and no German unit is on the map."""
    return france(
        {"gold": "A-inf a"},
        lost="G-inf g",
        turn=20,
        factors=(0, factors),
        invasion=("normandy", 1),
        invaded="gold",
        phase="allied_tactical_air",
    )


def test_x8_an_empty_map():
    """X8, TGC-vic.6, TGC-vic.7: judged at the end of the turn, not of the Allied part."""
    g = emptied(0).end()
    assert not g.game.over
    assert g.asks("german", Replacement)
    g.play("replace g at ulm").week()
    assert not g.game.over
    assert g.state.turn == 21
    g = emptied(0).end().week()
    assert g.game.over
    assert (g.game.verdict.side, g.game.verdict.clause) == ("allied", "TGC-vic.6")


def set_up(changes=None, without=()):
    """The prepared position `historical`, with some units elsewhere or not yet placed."""
    places = {
        place: [u for u in ids if u not in without]
        for place, ids in prepared()["historical"]["places"].items()
    }
    assert sum(map(len, places.values())) == 78 - len(without)
    return france({place: ", ".join(ids) for place, ids in places.items() if ids}, phase="set_up")


def test_x9_set_up_refusals():
    """X9, TGC-setup.3, TGC-setup.4, TGC-setup.5, TGC-setup.6, TGC-setup.7, TGC-setup.8."""
    g = set_up()
    assert g.asks("german", Arrange)
    g.refuses("TGC-setup.5", "place ge-st-716 caen")
    g.refuses("TGC-setup.6", "place ge-ss-pz-9 metz")
    g.refuses("TGC-setup.7", "place ge-inf-352 3906")
    g.play("place ge-inf-352 paris").refuses("TGC-setup.4", "place ge-inf-91 paris")
    assert g.may("place ge-st-711 rouen")
    g.end()
    assert g.state.turn == 1
    g = set_up(without=["ge-inf-352"])
    g.refuses("TGC-setup.3", "end")
    assert not g.offers("end")
    g.play("place ge-inf-352 omaha").end()


@pytest.mark.parametrize(
    ("turn", "germans", "free"),
    [
        (28, {"5736": "G-inf a"}, False),
        (29, {"lorient": "G-inf a", "st_nazaire": "G-inf b"}, True),
        (29, {"lorient": "G-inf a", "st_nazaire": "G-inf b", "nancy": "G-inf c"}, False),
    ],
)
def test_x10_french(turn, germans, free):
    """X10, TGC-area.6a, TGC-area.6b: from turn 29, Germans in fortresses not counted."""
    g = france(
        {"gold": "A-inf x", **germans},
        turn=turn,
        invasion=("normandy", 1),
        invaded="gold",
        phase="allied_supply",
    )
    assert g.state.french == free
    g.pass_to("allied", Movement)
    if free:
        g.play("land fr-arm-5 gold")
    else:
        g.refuses("TGC-area.6a", "land fr-arm-5 gold")


def test_x11_an_installation_lost_again():
    """X11, TGC-area.22b, TGC-area.22c, TGC-repl.8a: captured on turn 4, retaken on turn 6; it yields from turn 9 on."""
    g = france(
        {"2621": "A-inf a", "2823": "G-pz p", "5736": "G-inf far", "gold": "A-inf x"},
        turn=4,
        invasion=("normandy", 1),
        invaded="gold",
    )
    g.play("move a boulogne").pass_to("german", Movement)
    assert g.state.captured == (g.hex("boulogne"),)
    g.week().pass_to("allied", Movement).play("move a 2523").week()
    g.pass_to("german", Movement)
    assert g.state.turn == 6
    g.play("move p boulogne").week()
    assert g.at("p") == "2521"
    factors = {}
    while g.state.turn < 11:
        g.pass_to("allied", Movement)
        factors[g.state.turn] = g.state.factors[0]
        g.week()
    assert factors == {7: 0, 8: 0, 9: 1, 10: 2}


def test_x12_units():
    """X12, TGC-area.1, TGC-area.4, TGC-def.7, TGC-abn.2: 99 Allied units in five groups, 78 German."""
    allied = [c for c in order_of_battle() if c.side == "allied"]
    german = [c for c in order_of_battle() if c.side == "german"]
    assert (len(allied), len(german)) == (99, 78)
    assert [sum(c.available == g for c in allied) for g in (1, 16, 24, 32, 99)] == [51, 17, 9, 17, 5]
    kinds = ("static", "infantry", "airborne", "panzer", "panzer_grenadier", "hq")
    assert [sum(c.type == k for c in german) for k in kinds] == [27, 21, 4, 14, 4, 8]
    assert (sum(c.attack for c in german), sum(c.defense for c in german)) == (206, 262)


def test_x12_the_map():
    """X12, TGC-def.2, TGC-def.5, TGC-area.18, TGC-area.20: 44 hexes to invade, 10 inland ports, room for 310 units."""
    g = france({"gold": "A-inf x"})
    chart = g.state.world.chart
    points = chart.numbered.values()
    assert sum(p.kind in ("beach", "port") for p in points) == 44
    assert sum(p.kind == "inland" for p in points) == 10
    assert sum(p.capacity for p in points) == 310
    assert chart.grid.distance(g.hex("1830"), g.hex("cologne")) == 32
    assert g.place(g.hex("cologne")) == "4520"
