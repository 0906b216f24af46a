"""The screen: its parts, the map and its key, the counters, the button that goes on (TGC-ui.1 to 8), and what is tracked
(TGC-ui.42)."""

from __future__ import annotations

import pytest

import grognard as gg
from grognard.board import data
from grognard.systems.great_crusade.chart import PACKAGE
from grognard.systems.great_crusade.marching import Movement

from .screen import SHOW, SYSTEM, see
from .table import Scene, battle, board, france, scene

FAR = {"5736": "G-inf far"}
SET = SHOW.set("great-crusade/france-1944")
SHEET = SET.sheet
FRENCH = {"fr-inf-1dmi", "fr-inf-2dim", "fr-inf-3dia", "fr-inf-9dic", "fr-arm-5"}
SUPPLIED = board(numbered=[("normandy", "beach", (0, 0), (-1, 0), 5)], beyond=[(-9, 0)])


def campaign() -> Scene:
    game = gg.new("great-crusade/france-1944", seed="screen")
    game.roll_on()
    return Scene(game, {}, 0)


# ---- the three parts


def test_the_three_parts_are_given():
    """TGC-ui.1: the map, the order of battle, the combat results table."""
    assert (len(SHEET.cells), len(SHEET.cells[0])) == (SHEET.rows, SHEET.columns)
    assert {b.id for b in see(campaign()).board.boxes} >= {"slots-allied", "slots-german"}
    crt = next(t for t in SET.tables if t.id == "crt")
    table = data.load(PACKAGE, "tables.toml")["crt"]
    assert crt.columns == ("die", *table["columns"])
    assert [row[0] for row in crt.rows] == list("123456")
    assert [list(row[1:]) for row in crt.rows] == [list(row) for row in table["rows"]]
    assert all(crt.names[result] for row in crt.rows for result in row[1:])


def test_the_order_of_battle_has_a_slot_for_every_unit():
    """TGC-ui.2: Allied slots above German ones, and who is lost lies in his."""
    g = scene({(0, 0): "A-inf a", (5, 0): "G-inf d"}, lost="A-arm t, A-inf b, ge-pz-21 p")
    boxes = [b for b in see(g).board.boxes if b.id.startswith("slots-")]
    assert [b.id for b in boxes] == ["slots-allied", "slots-german"]
    allied, german = boxes
    eyes = see(g)
    assert eyes.names(p.unit for p in allied.pieces) == {"t", "b"}
    assert "p" in eyes.names(p.unit for p in german.pieces)
    assert "d" not in eyes.names(p.unit for p in german.pieces)
    assert allied.note == "1 of 99 on the map, 2 out of play"
    counters = [c.unit for c in SET.counters]
    assert len(counters) == len(set(counters)) == 99 + 78


def test_the_staging_area_and_the_condition_of_the_french():
    """TGC-ui.3: the boxes of Britain; the condition stands there in full, until it is met."""
    eyes = see(campaign(), "german")
    boxes = [b for b in eyes.board.boxes if b.id.startswith("britain-")]
    assert [b.title for b in boxes] == ["D-Day", "16th week", "24th week", "32nd week", "French"]
    assert [len(b.pieces) for b in boxes] == [51, 17, 9, 17, 5]
    groups = {c.unit: b.id for b in boxes for c in b.pieces}
    assert groups["us-inf-1"] == "britain-1"
    assert {u for u, id in groups.items() if id == "britain-french"} == FRENCH
    note = eyes.box("britain-french").note
    for words in ("29", "no German unit stands on a hex of France", "fortresses not counted", "stay so"):
        assert words in note
    assert {s for b in boxes for p in b.pieces for s in p.states} == {"waiting"}  # before turn 1
    free = see(france(FAR, turn=30, french=True))
    assert free.box("britain-french").note == "France is free: they may be used."
    assert {s for p in free.box("britain-french").pieces for s in p.states} == {"ready"}
    assert free.box("britain-32").note == "usable from turn 32 on"
    assert free.box("britain-24").note == "usable now"


# ---- counters and stacks


def test_counters_show_attack_defense_movement_and_type():
    """TGC-ui.4."""
    by_id = {c.unit: c for c in SET.counters}
    assert (by_id["us-inf-1"].values, by_id["us-inf-1"].kind) == (("4", "3", "3"), "infantry")
    assert (by_id["ge-pz-21"].values, by_id["ge-pz-21"].symbol) == (("5", "5", "4"), "panzer")
    for c in SET.counters:
        assert c.value_names == ("attack", "defense", "movement")
        unit = SYSTEM.resample(see(campaign()).view, None).world.counters
        assert any(u.id == c.unit and u.factors == "-".join(c.values) and u.type == c.symbol for u in unit)


def test_a_hex_shows_its_stack():
    """TGC-ui.4: the strongest on top; the card of the hex names them all."""
    g = scene({(0, 0): "A-inf a, A-arm t, A-hq h", (3, 0): "G-inf d"})
    eyes = see(g)
    stack = next(s for s in eyes.board.stacks if s.hex == eyes.number((0, 0)))
    assert [eyes.name(p.unit) for p in stack.pieces] == ["t", "a", "h"]
    card = eyes.card((0, 0))
    for name in "ath":
        assert g.state.world.name(g.unit(name)) in card.line
    assert [p.left for p in stack.pieces] == ["4", "3", "4"]


# ---- the key of the map


def test_every_kind_of_terrain_has_its_art():
    """TGC-ui.5."""
    art = {t.key: t.art for t in SHEET.terrain.values()}
    assert art == {
        "clear": "clear",
        "mountain": "mountain",
        "impassable": "impassable",
        "city": "city",
        "fortress": "fortress",
        "fortified_zone": "zone",
        "neutral": "neutral",
        "dike": "dike",
        "sea": "sea",
        "lake": "lake",
        "off_map": "off",
    }
    assert {letter for row in SHEET.cells for letter in row} == set(SHEET.terrain)
    assert sum(row.count("D") for row in SHEET.cells) == 1
    assert all(t.clause and t.note and t.name for t in SHEET.terrain.values())
    names = {p.hex for p in SHEET.places}
    world = SYSTEM.world("great-crusade/france-1944")
    towns = [h for h, kind in world.chart.terrain.items() if kind in ("city", "fortress")]
    assert towns
    assert all(world.hex_text(h) in names for h in towns)


def test_rivers_run_along_hexsides_and_have_names():
    """TGC-ui.5."""
    rivers = {s.name: s for s in SHEET.sides if s.kind == "river"}
    assert {"Rhine", "Seine", "Loire", "Meuse - Maas"} <= set(rivers)
    world = SYSTEM.world("great-crusade/france-1944")
    for river in rivers.values():
        for a, b in river.sides:
            assert world.hex(b) in world.grid.neighbours[world.hex(a)]


def test_arrows_stars_and_installations():
    """TGC-ui.5: a numbered arrow from every sea hex, boxed for inland ports; stars in Germany; three installations."""
    world = SYSTEM.world("great-crusade/france-1944")
    text = world.hex_text
    arrows = {(m.hex, m.to): m for m in SHEET.marks if m.to}
    for hex, n in world.chart.numbered.items():
        arrow = arrows[text(n.sea), text(hex)]
        assert arrow.kind == ("boxed" if n.kind == "inland" else "arrow")
        assert arrow.text == str(n.capacity)
        assert str(n.capacity) in arrow.name
    assert len(arrows) == len(world.chart.numbered)
    stars = {m.hex for m in SHEET.marks if m.kind == "star"}
    assert stars == {text(h) for h in world.chart.stars}
    germany = next(r for r in SHEET.regions if r.id == "country-DE")
    assert stars <= set(germany.hexes)
    assert {m.hex for m in SHEET.marks if m.kind == "installation"} == {
        text(world.hex(name)) for name in ("rotterdam", "boulogne", "brest")
    }


def test_an_installation_is_marked_when_it_is_captured():
    """TGC-ui.5, TGC-ui.42."""
    eyes = see(france({**FAR, "brest": "A-inf a"}, captured="brest"))
    assert eyes.marks("captured") == {eyes.place(eyes.number("brest"))}
    assert (eyes.chip("installations").value, "Brest" in eyes.chip("installations").note) == ("1/3", True)
    assert any(f.key == "TGC.fact.captured" for f in eyes.card("brest").facts)
    assert any(f.key == "TGC.fact.installation" for f in eyes.card("boulogne").facts)


def test_beside_each_area_its_name_and_limits():
    """TGC-ui.5."""
    labels = {r.name: r.note for r in SHEET.regions if r.kind == "label"}
    assert len(labels) == 8
    assert labels["Normandy"] == (
        "first turn 2 armor, 6 infantry, 3 airborne; second turn 3 armor, 6 infantry, 2 airborne; then 8 units of any "
        "kind a turn"
    )
    assert labels["Germany"].startswith("cannot be invaded")
    eyes = see(campaign())
    for hex in ("gold", "1729", "cherbourg"):  # on land, at sea, in a port
        assert labels["Normandy"] in [f.text for f in eyes.card(hex).facts]
    assert labels["Normandy"] not in [f.text for f in eyes.card("caen").facts]


def test_an_invaded_hex_is_marked_until_it_is_lost():
    """TGC-ui.6."""
    g = scene({(0, 0): "A-inf a", (-2, 2): "G-inf d"}, board=SUPPLIED, invaded=[(0, 0)])
    assert see(g).marks("invaded") == {(0, 0)}
    assert see(g).mark("invaded").name == "successfully invaded"
    g.play("move a (3,0)").pass_to("german", Movement)
    assert see(g).marks("invaded") == {(0, 0)}
    g.play("move d (0,0)")
    assert see(g).marks("invaded") == set()
    assert see(g).marks("lost") == {(0, 0)}


def test_who_is_not_fed_is_shown():
    """TGC-ui.7: Allied units without supply and isolated German ones, with the half factor and movement 1."""
    g = scene({(0, 0): "A-inf a", (1, -5): "A-inf b", (5, 0): "G-inf d"}, hungry={"a": 2}, unsupplied="d")
    eyes = see(g)
    assert "unsupplied" in eyes.piece("a").states
    assert "unsupplied" in eyes.piece("d").states
    assert "unsupplied" not in eyes.piece("b").states
    assert eyes.piece("a").values == ("2", "3", "1")
    assert [n.text for n in eyes.piece("a").notes] == ["Out of supply, 2 of 3 turns."]


# ---- the button that goes on


@pytest.mark.parametrize(
    ("phase", "goes_on"),
    [
        ("allied_movement", "Allied Tactical Air"),
        ("allied_tactical_air", "German Movement"),
        ("german_movement", "turn 2, Allied Airborne"),
    ],
)
def test_a_control_ends_the_phase_and_says_what_comes(phase, goes_on):
    """TGC-ui.8: on a quiet front the phases in which nobody can do anything are passed over."""
    g = scene({(0, 0): "A-inf a", (20, 0): "G-inf d"}, phase=phase, board=board(beyond=[(20, 0)]))
    side = str(g.game.decision.side)
    choices = see(g, side).choices
    assert choices.main is not None
    assert (choices.main.text, choices.main.label, choices.refused) == ("end", goes_on, None)
    g.play(choices.main.text)
    assert see(g, side).board.headline.lower().find(goes_on.split(", ")[-1].lower()) > 0


def test_a_refused_end_says_why_and_by_which_clause():
    """TGC-ui.8: too many stand in a hex, with movement left; somebody must fight."""
    crowded = scene({(0, 0): "A-inf a, b", (1, 0): "A-inf c", (20, 0): "G-inf e"}).play("move c (0,0)")
    fighting = battle({(0, 0): "A-inf a", (1, 0): "G-inf d"})
    for g, clause in ((crowded, "TGC-move.4"), (fighting, "TGC-combat.")):
        choices = see(g).choices
        assert choices.main is not None
        assert choices.refused is not None
        assert choices.main.text == "end"
        assert choices.refused.clause.startswith(clause)
        assert choices.refused.text
        g.refuses(choices.refused.clause, "end")
    crowded.play("move c (1,1)")
    assert see(crowded).choices.refused is None


# ---- what is tracked


def test_all_that_is_tracked_is_shown():
    """TGC-ui.42."""
    g = france(
        {**FAR, "1830": "A-inf a", "4120": "A-inf b"},
        turn=12,
        factors=(7, 3),
        captured="brest",
        missions=4,
        carpets=2,
        run_so_far=1,
        invaded="gold",
        invasion=("normandy", 1),
    )
    chips = {c.id: c.value for c in see(g).board.chips}
    assert chips["french"] == "waiting"
    assert chips["installations"] == "1/3"
    assert (chips["factors-allied"], chips["factors-german"]) == ("7", "3")
    assert chips["carpets"] == "2/4"
    assert chips["missions"] == "4/6"
    assert chips["invasion"] == "turns 13 to 16"  # the phase of this turn is over
    assert chips["run"] == "1/4"
    assert chips["rhine"].endswith("/10")
    for side in ("german", ""):
        assert {c.id: c.value for c in see(g, side).board.chips} == chips
