"""The screen before the first shot: set-up, invasion, drops, landings (TGC-ui.9 to 14)."""

from __future__ import annotations

import grognard as gg
from grognard.board.names import Unit
from grognard.systems.great_crusade.airborne import Airborne
from grognard.systems.great_crusade.invasion import Embarkation, Invasion
from grognard.systems.great_crusade.marching import Movement
from grognard.systems.great_crusade.setup import faults

from .screen import SHOW, SYSTEM, see
from .table import Scene, board, france, scene

FAR = {"5736": "G-inf far"}
BEACHES = ["1829", "1729", "1629", "1628", "1327"]  # sea hexes of Sword, Gold, Omaha, Utah, Cherbourg


def campaign(position: str = "historical") -> Scene:
    game = gg.new("great-crusade/france-1944", seed="screen")
    return Scene(game, {"st": "ge-st-716", "pz": "ge-pz-21", "pg": "ge-pzb-106"}, 0).play(f"deal {position}")


def landing(britain: str, area: str = "normandy", **more) -> Scene:
    """Turn 1, the area chosen, units waiting in Britain."""
    return france(FAR, britain=britain, phase="allied_invasion", **more).play(f"invade {area}")


# ---- set-up


def test_set_up_starts_from_the_loaded_position():
    """TGC-ui.9: every German unit stands somewhere, can be picked, and its hexes light up; the Allies look on."""
    g = campaign()
    eyes = see(g, "german")
    standing = {p.unit for s in eyes.board.stacks for p in s.pieces}
    assert len(standing) == 78
    assert set(eyes.choices.heads) == standing
    assert eyes.choices.refused is None
    assert eyes.goals("st", "place") <= {
        eyes.place(g.state.world.hex_text(h)) for h in g.state.world.chart.numbered
    }
    assert eyes.why("st", "2031").clause == "TGC-setup.5"
    assert see(g, "allied").choices.heads == ()


def test_the_end_control_lists_every_breach_of_the_set_up():
    """TGC-ui.9: all faults at once, each with its clause; none is left when they are mended."""
    g = campaign()
    assert faults(g.state) == []
    wrong = {u: g.hex("1831") for u in g.state.world.reserve} | {g.unit("st"): g.hex("2031")}
    spoiled = g.state.placed(tuple(wrong.get(Unit(u), at) for u, at in enumerate(g.state.at)))
    found, choices = faults(spoiled), SHOW.choices(SYSTEM.view(spoiled, "german"))
    assert len(found) > 2
    assert choices.main is not None
    assert choices.refused is not None
    assert choices.refused.clause == found[0].clause
    assert choices.refused.text.split("; ") == [str(x) for x in found]
    assert {x.clause for x in found} == {"TGC-setup.4", "TGC-setup.5", "TGC-setup.6"}
    assert str(len(found)) in choices.prompt.text


# ---- invasion


def test_the_invasion_lists_the_areas_with_their_numbers():
    """TGC-ui.10: a button an area with its armor, infantry and airborne; hexes can be inspected meanwhile."""
    g = campaign().end()
    assert g.asks("allied", Invasion)
    eyes = see(g)
    notes = {o.label: o.note for o in eyes.choices.single}
    assert len(notes) == 7  # Germany cannot be invaded
    assert notes["invade Normandy"].startswith("first turn 2 armor, 6 infantry, 3 airborne")
    areas = next(t for t in SHOW.set("great-crusade/france-1944").tables if t.id == "areas")
    assert ("Normandy", "2, 6, 3", "3, 6, 2", "8") in areas.rows
    card = eyes.card("omaha")
    assert "Normandy" in next(f.text for f in card.facts if f.key == "TGC.fact.point")
    assert eyes.lit("zoc-german")
    assert eyes.chip("invasion").value == "due now"
    assert eyes.choices.main is None or eyes.choices.refused is not None  # it must be chosen


def test_the_second_invasion_is_offered_until_it_is_used():
    """TGC-ui.11: on each turn from 9 to 16, never before or after, and once."""

    def offered(turn: int, invasions: int = 1) -> set[str]:
        g = france(
            {**FAR, "1831": "A-inf a"},
            turn=turn,
            phase="allied_invasion",
            invasion=("normandy", 1),
            invasions=invasions,
        )
        return set(see(g).single("invade")) if g.asks("allied", Invasion) else set()

    for turn in range(2, 20):
        assert bool(offered(turn)) == (9 <= turn <= 16), turn
    assert "invade south_france" in offered(9)
    assert not offered(12, invasions=2)
    g = france({**FAR, "1831": "A-inf a"}, turn=9, phase="allied_invasion", invasion=("normandy", 1))
    choices = see(g).choices
    assert (choices.main.verb, choices.refused) == ("end", None)  # it may be left for another turn
    assert see(g).chip("invasion").value == "open now"
    assert (
        see(france({**FAR, "1831": "A-inf a"}, turn=4, invasions=1)).chip("invasion").value == "turns 9 to 16"
    )
    assert see(france({**FAR, "1831": "A-inf a"}, turn=15, invasions=1)).chip("invasion").value == "16"
    assert see(france({**FAR, "1831": "A-inf a"}, turn=16, invasions=1)).chip("invasion").value == "none"
    assert (
        see(france({**FAR, "1831": "A-inf a"}, turn=2, invasions=1, last_turn=4)).chip("invasion").value
        == "none"
    )


def test_a_unit_that_invades_lights_its_sea_hexes():
    """TGC-ui.12: with the numbers still open; what is afloat can be taken back."""
    g = landing("A-inf a, b, c, A-arm t, A-hq h, A-abn p")
    eyes = see(g)
    assert eyes.goals("a", "embark") == set(BEACHES)
    assert "h" not in eyes.heads()
    assert eyes.chip("area-normandy").value == "0/2 armor, 0/6 infantry, 0/3 airborne"
    g.play("embark a 1729", "embark b 1729", "embark t 1829")
    eyes = see(g)
    assert eyes.goals("c", "embark") == set(BEACHES) - {"1729"}
    assert eyes.chip("area-normandy").value == "1/2 armor, 2/6 infantry, 0/3 airborne"
    assert [o.text for o in eyes.offers("a")] == [g.text("debark a")]
    assert eyes.why("c", "1729").clause == "TGC-inv.11"
    assert eyes.why("c", "gold").clause == "TGC-inv.11"  # the land hex stands for its sea hex
    assert eyes.why("h", "1629").clause == "TGC-inv.9"
    assert eyes.why("c", "2126").clause == "TGC-inv.10"
    g.play("debark a")
    assert see(g).chip("area-normandy").value == "1/2 armor, 1/6 infantry, 0/3 airborne"
    assert g.asks("allied", Embarkation)


def test_an_airborne_unit_lights_its_drop_hexes():
    """TGC-ui.13: those next to an enemy are marked, the numbers of drops run along."""
    g = landing("A-inf a, A-abn p, q").play("embark a 1729").end()
    assert g.asks("allied", Airborne)
    eyes = see(g)
    assert eyes.heads() >= {"p", "q"}
    assert eyes.goals("p", "drop") == g.goals("drop", "p")
    assert eyes.goals("p", "drop")
    assert eyes.chip("drops").value == "0/3"
    assert eyes.why("p", "5736").clause.startswith("TGC-abn")
    g.play("drop p 1831")
    assert see(g).chip("drops").value == "1/3"
    near = scene({(0, 0): "A-inf a", (3, 0): "G-inf d"}, phase="allied_airborne", britain="A-abn p", turn=2)
    eyes = see(near)
    assert eyes.offer("p", (2, 0)).signs == ("fights",)
    assert eyes.offer("p", (1, 0)).signs == ()
    assert (5, 0) in eyes.goals("p")
    assert eyes.why("p", (6, 0)).clause == "TGC-abn.6a"


def test_reinforcements_light_the_hexes_where_they_may_land():
    """TGC-ui.14: an invaded hex, and one with an HQ; with the movement that is left there."""
    ports = board(
        numbered=[("normandy", "beach", (0, 0), (-1, 0), 9), ("normandy", "port", (0, 5), (-1, 5), 9)],
        beyond=[(-20, 0)],
    )
    units = {(0, 0): "A-inf a", (4, 0): "A-inf b", (-20, 0): "G-inf far"}
    g = scene(
        units,
        board=ports,
        britain="A-inf c, A-hq h",
        invaded=[(0, 0)],
        turn=4,
        phase="allied_supply",
        invasion=("normandy", 1),
    ).pass_to("allied", Movement)
    eyes = see(g)
    assert eyes.goals("c", "land") == {(0, 0)} == g.goals("land", "c")
    offer = eyes.offer("c", (0, 0))
    assert offer.args["left"] == g.play("land c (0,0)").left("c")
    assert eyes.why("h", (0, 5)).clause.startswith("TGC-sea")
    assert eyes.lit("reach", "h") == {(0, 0): 1}
    assert see(g).chip("area-normandy").value.startswith("1/")
