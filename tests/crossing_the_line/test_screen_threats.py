"""What each side could do next, by what is seen (client 3.8): the best attack on each stack, and the reach of all enemies."""

from __future__ import annotations

from random import Random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from grognard.geometry.hexset import each
from grognard.systems.crossing_the_line import movement
from grognard.systems.crossing_the_line.show import SHOW, reach, strides
from grognard.systems.crossing_the_line.state import State

from .table import SYSTEM, Table, scene
from .test_screen_laws import law, places


def shade(g: Table, side: str, overlay: str) -> dict[str, tuple[str, int]]:
    return {x.hex: (x.text, x.level) for x in SHOW.shade(SYSTEM.view(g.s, side), overlay, "").hexes}


@given(places, st.integers(0, 999))
@law(40)
def test_the_reach_of_many_is_that_of_each(s: State, seed: int):
    """CTL-7.3: the flood finds the hexes that the engine lets a unit come to, step by step, and no others."""
    units = [u for u, at in enumerate(s.at) if at >= 0 and s.combat(u) and not s.disrupted[u]]  # type: ignore[arg-type]
    for u in Random(seed).sample(units, min(4, len(units))):
        start, c = s.hex(u), s.counter(u)
        found = set(each(strides.within_reach(s, s.side(u), start, c.leg, c.ma)))
        assert found == {start, *reach.arrivals(s, (u,), movement.begun(s, s.side(u), start))}


def test_the_best_odds_against_a_stack():
    """CTL-7.5.1: E6 and E5 by the mean of all chits, right column against middle: 7 x 2.4 to 5 x 1.9 is 1:1 in clear, and 5 more by
    the HQ. Who is disrupted attacks nobody."""
    g = scene(
        US={"3005": "hq-1id", "3010": "1/18 E6 CS7"}, German={"3011": "I/10 E5 CS5"}, terrain={"3005": "town"}, active="1ID", ap=3
    )  # fmt: skip
    assert shade(g, "us", "threat-german") == {"3011": ("1:1 +5", 2)}
    weak = scene(
        US={"3005": "hq-1id", "3010": "1/18 E6 CS7 disrupted"}, German={"3011": "I/10 E5 CS5"}, terrain={"3005": "town"},
        active="1ID", ap=3,
    )  # fmt: skip
    assert shade(weak, "us", "threat-german") == {}  # CTL-5.6.3b


def test_who_can_come_up_counts():
    """CTL-7.3, CTL-5.3.1a, CTL-5.5.1b: infantry from afar and the tanks on the spot make one stack; those of another division do not."""
    tanks = {"3010": "745-Tank for 1ID CS6", "2905": "1/16"}
    german = {"3011": "I/27"}
    alone = scene(US={"3010": "745-Tank for 1ID CS6"}, German=german, active="1ID", ap=3)
    both = scene(US=tanks, German=german, active="1ID", ap=3)
    other = scene(US={"3010": "745-Tank for 1ID CS6", "2905": "1/39"}, German=german, active="1ID", ap=3)
    far = scene(US={"3010": "745-Tank for 1ID CS6", "2001": "1/16"}, German=german, active="1ID", ap=3)
    found = [shade(g, "us", "threat-german")["3011"][0] for g in (alone, both, other, far)]
    assert found[0].startswith("1:1")
    assert found[1].startswith("2:1")
    assert found[0] == found[2] == found[3]


def test_the_ground_and_the_tanks_are_in_it():
    """CTL-3.1.1d, CTL-7.5.1.2b, l: a city takes the column down, a stream the DRM, tanks push it up or down."""
    town = {"2609": "town"}
    us = {"2609": "hq-1id", "3010": "745-Tank for 1ID CS6 TP4"}
    streams = {f"3011/{h}": "stream" for h in ("3010", "3012", "2910", "2911", "3110", "3111")}
    ground: tuple[dict[str, Any], ...] = (
        {"terrain": town},
        {"terrain": {"3011": "city", "2609": "town"}},
        {"terrain": town, "sides": streams},
    )
    texts = [
        shade(scene(US=us, German={"3011": "I/27 AT2"}, active="1ID", ap=3, **more), "us", "threat-german")[
            "3011"
        ][0]
        for more in ground
    ]
    assert texts == ["1:1 +7", "1:1 +5", "1:1 +3"]
    german = {"3011": "394-Assault-Gun for 12ID CS6 TP7"}
    assert (
        shade(scene(US=us, German=german, terrain=town, active="1ID", ap=3), "us", "threat-german")["3011"][0]
        == "1:1 +2"
    )


def test_what_is_covered_is_marked_and_not_counted():
    """CTL-5.3.4a, d: one's own strength as it is, the enemy's as printed and as far as it is seen."""
    two = scene(
        US={"3010": "1/16 CS3/7"},
        German={"3011": "I/27 CS2/6 over 394-Assault-Gun for 12ID"},
        active="1ID",
        ap=3,
    )
    one = scene(US={"3010": "1/16 CS3/7"}, German={"3011": "I/27 CS6/6"}, active="1ID", ap=3)
    assert shade(two, "us", "threat-german")["3011"][0] == shade(one, "us", "threat-german")["3011"][0] + "?"
    assert shade(two, "us", "threat-us")["3010"][0] == shade(one, "us", "threat-us")["3010"][0] + "?"
    full = scene(US={"3010": "1/16 CS7/7"}, German={"3011": "I/27 CS2/6"}, active="1ID", ap=3)
    seen = [shade(g, "german", "threat-german")["3011"] for g in (one, full)]
    assert seen[0] != seen[1]  # the Germans know what is left of them
    theirs = scene(US={"3010": "1/16 CS3/7"}, German={"3011": "I/27 CS6/6"}, active="1ID", ap=3)
    more = scene(US={"3010": "1/16 CS6/7"}, German={"3011": "I/27 CS6/6"}, active="1ID", ap=3)
    assert shade(theirs, "german", "threat-us") == shade(
        more, "german", "threat-us"
    )  # but not of the Americans


def test_the_heat_of_all_enemies():
    """CTL-7.3: how many could come to a hex; disrupted units stay where they are."""
    g = scene(
        US={"3010": "1/16"},
        German={"3015": "I/27", "3016": "II/27", "3017": "I/48 disrupted"},
        active="1ID",
        ap=3,
    )
    heat = shade(g, "us", "heat-german")
    assert heat["3014"] == ("2", 1)
    assert heat["3017"][0] == "2"
    assert "3010" not in heat
    own = shade(g, "us", "heat-us")
    assert own["3010"] == ("1", 1)
    assert {x.id for x in SHOW.board(SYSTEM.view(g.s, "us")).overlays} >= {"heat-us", "heat-german"}
