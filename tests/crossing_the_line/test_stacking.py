"""Stacking, overstacking, displacement (CTL-5.3.1 to CTL-5.3.3), HQ Relocation (CTL-7.4), Improved Defense (CTL-7.7)."""

from __future__ import annotations

import pytest

from grognard.systems.crossing_the_line.activation import Activation
from grognard.systems.crossing_the_line.headquarters import HqDisplacement
from grognard.systems.crossing_the_line.stacking import Displace, RemoveSurplus

from .table import Table, refuses, scene

OVER = {"active": "12ID", "ap": 2, "levels": {"1ID": 0}}


def test_limits():
    """CTL-5.3.1a, CTL-5.3.1c, CTL-5.3.1e: one HQ, two AFV types, one infantry type, whatever their formations."""
    full = "hq-1id over 1/16 over 745-Tank for 1ID over 746-Tank for 9ID"
    assert scene(US={"3010": full}, terrain={"3010": "town"}).stack("3010", "us")
    with refuses("CTL-5.3.1a"):
        scene(US={"3010": "1/16 over 2/16"})
    with refuses("CTL-5.3.1a"):
        scene(US={"3010": "745-Tank over 746-Tank over 743-Tank"})


def test_overstacked():
    """C24: CTL-5.3.1g, CTL-5.3.1i, CTL-5.3.1m, CTL-5.3.3a: the good one is disrupted, the other loses 1 SP, the enemy
    displaces one."""
    g = scene(
        German={"3010": "I/27 CS2 disrupted over II/27"}, US={"3012": "1/16"}, overstacked="3010", **OVER
    )  # type: ignore[arg-type]
    assert g.disrupted("II/27")
    assert g.cs("I/27") == 1
    assert g.asks("us", Displace)
    assert g.refuses("displace I/27 3012") == "CTL-5.3.3a"
    g.play("displace II/27 3011")  # into an EZOC: CTL-5.3.3e
    assert g.at("II/27") == "3011"
    assert g.asks("german", Activation)


def test_no_full_hex_while_another_is_free():
    """C24: CTL-5.3.3b."""
    g = scene(German={"3010": "I/27 over II/27", "3011": "I/48"}, overstacked="3010", **OVER)  # type: ignore[arg-type]
    assert g.refuses("displace II/27 3011") == "CTL-5.3.3b"
    assert "displace II/27 3009" in g.offers()


AROUND = ("3011", "3009", "3110", "3109", "2910", "2909")


def test_whoever_is_displaced_into_it_ends_improved_defense():
    """CTL-5.6.3e, CTL-7.7b: he is disrupted, and it covers all units in the hex or none."""
    g = scene(
        German={"3010": "I/27 over II/27", "3011": "394-Assault-Gun for 12ID"}, improved="3011", overstacked="3010", **OVER  # type: ignore[arg-type]
    )  # fmt: skip
    assert g.improved("3011")
    g.play("displace II/27 3011")
    assert not g.improved("3011")


def test_a_chain_of_displacements():
    """CTL-5.3.1j, CTL-5.3.3c: where all neighbours are full, the next hex suffers in turn."""
    crowd = dict(zip(AROUND, ("I/48", "II/48", "I/89", "II/89", "Fues-12", "I/352")))
    g = scene(German={"3010": "I/27 over II/27", **crowd}, overstacked="3010", **OVER)  # type: ignore[arg-type]
    g.play("displace II/27 3011")
    assert g.disrupted("I/48")
    assert (
        g.cs("II/27") == g.s.counter(g.unit("II/27")).strength - 1
    )  # disrupted in 3010, a second time in 3011
    assert g.asks("us", Displace)
    g.play("displace I/48 3012")
    assert g.at("I/48") == "3012"
    assert g.asks("german", Activation)


def test_no_way_out():
    """CTL-5.3.1k, CTL-5.3.1l, CTL-5.3.3d: enemies all around, so the owner gives one up."""
    ring = dict(zip(AROUND, ("1/16", "2/16", "3/16", "1/18", "2/18", "3/18")))
    g = scene(German={"3010": "I/27 over II/27"}, US=ring, overstacked="3010", **OVER)  # type: ignore[arg-type]
    assert g.asks("german", RemoveSurplus)
    g.play("remove II/27")
    assert g.at("II/27") == "lost"
    assert g.asks("german", Activation)


def test_displacement_keeps_to_open_ground():
    """CTL-5.3.3e: the Roer is closed to a displaced unit."""
    g = scene(German={"3010": "I/27 over II/27"}, sides={"3010/3011": "roer"}, overstacked="3010", **OVER)  # type: ignore[arg-type]
    assert g.refuses("displace II/27 3011") == "CTL-5.3.3e"


def test_two_hqs_in_a_hex():
    """CTL-5.3.1h, CTL-5.3.1n, CTL-3.3e: each loses Attack Support, the last to arrive (on top) must go; its owner says
    where."""
    g = scene(
        German={"3010": "hq-116pz AS3 CR9 over hq-12id AS4"},
        terrain={"3010": "town", "3013": "town"},
        german_holds=["3010", "3013"],
        overstacked="3010",
        active="12ID",
        ap=2,
    )
    assert (g.cs("hq-116pz"), g.cs("hq-12id")) == (2, 3)
    assert g.asks("german", HqDisplacement)
    assert g.refuses("displace hq-12id 3013") == "CTL-5.3.2"
    g.play("displace hq-116pz 3013")
    assert (g.at("hq-116pz"), g.cs("hq-116pz")) == ("3013", 1)


def test_an_attack_against_all_in_the_hex():
    """CTL-5.3.1f, CTL-7.5b."""
    g = scene(US={"3010": "1/16"}, German={"3011": "I/27 over 394-Assault-Gun for 116PZ"}, active="1ID", ap=3)
    assert g.assault("1/16", "3011", "hasty").defenders(g.s) == g.units("I/27+394-Assault-Gun")


# ---- HQs


def driven_out(path: int, support: int = 3) -> Table:
    """An HQ with CR 6 that must leave 3010; a town so many hexes away."""
    town = f"30{10 + path:02}"
    return scene(
        US={"3008": "1/16"},
        German={"3010": f"hq-12id CR6 AS{support} level 4", "5001": "I/27"},
        terrain={"3010": "town", town: "town"},
        german_holds=["3010", town],
        active="1ID",
        ap=2,
    ).play("move 1/16", "enter 3009")


@pytest.mark.parametrize(("path", "support", "left"), [(5, 3, (2, 3)), (9, 3, (1, 2)), (9, 1, (0, 2))])
def test_an_hq_is_displaced(path: int, support: int, left: tuple[int, int]):
    """C25: CTL-5.3.2a to d, f, g, CTL-3.3l: inside its range, outside, and never below 0."""
    g = driven_out(path, support)
    assert g.asks("german", HqDisplacement)
    g.play(f"displace hq-12id 30{10 + path:02}")
    assert (g.cs("hq-12id"), g.level("12ID")) == left


def test_an_hq_without_a_clear_path():
    """C25: CTL-5.3.2e: a wall of zones from one edge of the map to the other."""
    battalions = [f"{n}/{regiment}" for regiment in (18, 26, 47, 39, 60) for n in (1, 2, 3)]
    wall = {f"{row}15": u for row, u in zip(range(11, 57, 3), [*battalions, "1/117"])}
    g = scene(
        US={"3008": "1/16", **wall},
        German={"3010": "hq-12id CR6 AS3 level 4", "5001": "I/27"},
        terrain={"3010": "town", "3020": "town"},
        german_holds=["3010", "3020"],
        active="1ID",
        ap=2,
    ).play("move 1/16", "enter 3009")
    g.play("displace hq-12id 3020")
    assert (g.cs("hq-12id"), g.level("12ID")) == (0, 0)


def test_an_hq_that_finds_no_place():
    """CTL-5.3.2i: it leaves the map with both values 0."""
    g = scene(
        US={"3008": "1/16"},
        German={"3010": "hq-12id AS3 level 4", "5001": "I/27"},
        terrain={"3010": "town"},
        german_holds=["3010"],
        active="1ID",
        ap=2,
        us_holds=["1001"],
    ).play("move 1/16", "enter 3009")
    assert g.at("hq-12id") == "coming"
    assert (g.cs("hq-12id"), g.level("12ID")) == (0, 0)
    assert g.command("I/27") == "isolated"


@pytest.mark.parametrize(
    ("number", "kind", "clause"),
    [
        ("3012", "clear", "CTL-3.3h"),
        ("3009", "town", "CTL-5.3.2h"),
        ("3208", "town", "CTL-3.3j"),
        ("3015", "town", "CTL-3.3e"),
    ],
)
def test_where_an_hq_may_not_go(number: str, kind: str, clause: str):
    """CTL-3.3e, CTL-3.3h, CTL-3.3j, CTL-5.3.2h."""
    g = scene(
        US={"3008": "1/16", "3307": "2/16"},
        German={"3010": "hq-12id CR6 level 4", "3015": "hq-246vg", "5001": "I/27", "3209": "II/27"},
        terrain={
            "3010": "town",
            "3015": "town",
            "3020": "town",
            **({number: kind} if kind != "clear" else {}),
        },
        german_holds=["3010", "3015", "3020", *([number] if kind == "town" else [])],
        active="1ID",
        ap=2,
    ).play("move 1/16", "enter 3009")
    assert g.asks("german", HqDisplacement)
    assert g.refuses(f"displace hq-12id {number}") == clause


def relocating(ap: int) -> Table:
    return scene(
        US={"3005": "hq-1id CR7 AS5 cost2 level 6", "3004": "1/16"},
        terrain={"3005": "town", "3012": "town", "3013": "town", "3001": "town"},
        german_holds=["3001"],
        active="1ID",
        ap=ap,
    )


def test_relocation():
    """C26: CTL-7.4a, CTL-7.4b, CTL-7.4d, CTL-7.4e, CTL-3.3g."""
    assert relocating(1).refuses("relocate hq-1id 3012") == "CTL-7.4a"
    g = relocating(3)
    assert g.refuses("relocate hq-1id 3007") == "CTL-3.3h"
    assert g.refuses("relocate hq-1id 3001") == "CTL-7.4g"
    assert g.refuses("relocate 1/16 3012") == "CTL-7.4"
    g.play("relocate hq-1id 3012")
    assert (g.at("hq-1id"), g.cs("hq-1id"), g.level("1ID"), g.ap("us")) == ("3012", 5, 6, 1)
    far = relocating(4).play("relocate hq-1id 3013")
    assert (far.cs("hq-1id"), far.level("1ID")) == (3, 4)
    far.play("relocate hq-1id 3012")  # CTL-7.4f
    assert far.at("hq-1id") == "3012"


def test_an_hq_goes_with_its_formation():
    """CTL-3.3k: it is removed when every unit of its formation, assigned ones included, has been eliminated."""
    others = ["II/27", "I/48", "II/48", "I/89", "II/89", "Fues-12", "PzJg-12"]
    g = scene(
        US={"3010": "1/16 CS9"},
        German={"3011": "I/27 CS1"},
        active="1ID",
        ap=3,
        levels={"12ID": 0},
        lost=others,
    ).result("1/16", "3011", "0/1")
    assert g.at("hq-12id") == "lost"
    h = scene(
        US={"3010": "1/16 CS9"}, German={"3011": "I/27 CS1", "4011": "394-Assault-Gun for 12ID"},
        active="1ID", ap=3, levels={"12ID": 0}, lost=others,
    ).result("1/16", "3011", "0/1")  # fmt: skip
    assert h.at("hq-12id") != "lost"


# ---- Improved Defense


def dug_in(**more: object) -> Table:
    return scene(
        US={"3010": "1/16 over 745-Tank for 1ID", "3009": "746-Tank for 1ID"},
        German={"3011": "I/27"},
        active="1ID",
        ap=5,
        levels={"12ID": 0},
        **more,  # type: ignore[arg-type]
    ).play("improve 3010")


def test_improved_defense():
    """C23: CTL-7.7a, CTL-7.7d: 1 AP for the stack; gone when one of them attacks, or another comes to rest there."""
    g = dug_in()
    assert g.improved("3010")
    assert g.ap("us") == 4
    g.play("attack 1/16 3011 hasty")
    assert not g.improved("3010")
    h = dug_in().play("move 746-Tank", "enter 3010")
    assert not h.improved("3010")


def test_improved_defense_goes_when_somebody_leaves_is_disrupted_or_dies():
    """CTL-7.7d, CTL-5.6.3e."""
    assert not dug_in().play("move 745-Tank", "enter 2909", "stop").improved("3010")
    hurt = scene(
        US={"3010": "1/16 CS9"},
        German={"3011": "I/27 CS5"},
        improved="3011",
        active="1ID",
        ap=3,
        levels={"12ID": 0},
    )
    assert not hurt.result("1/16", "3011", "0/1r").throws(10).improved("3011")
    stands = scene(
        US={"3010": "1/16 CS9"},
        German={"3011": "I/27 CS5"},
        improved="3011",
        active="1ID",
        ap=3,
        levels={"12ID": 0},
    )
    assert stands.result("1/16", "3011", "0/1").improved("3011")


def test_who_only_passes_through_ends_nothing():
    """CTL-7.7d: neither by coming nor by going on; a retreat out of the hex does."""
    g = scene(
        US={"3008": "745-Tank for 1ID MA10", "3009": "1/16"}, German={"4010": "I/27"}, active="1ID", ap=5, improved="3009"
    )  # fmt: skip
    g.play("move 745-Tank", "enter 3009")
    assert g.improved("3009")
    g.play("enter 3010", "stop")
    assert g.improved("3009")
    back = scene(
        US={"3010": "1/16 CS9"},
        German={"3011": "I/27"},
        improved="3011",
        active="1ID",
        ap=3,
        levels={"12ID": 0},
    )
    assert not back.result("1/16", "3011", "0/2").play("retreat").improved("3011")


def test_improved_defense_is_for_the_whole_stack_of_one_formation():
    """C23: CTL-7.7b, CTL-7.7g: HQs do not matter."""
    other = scene(US={"3010": "1/16 over 745-Tank for 9ID"}, active="1ID", ap=5)
    assert other.refuses("improve 3010") == "CTL-7.7b"
    tired = scene(US={"3010": "1/16 over 745-Tank for 1ID disrupted"}, active="1ID", ap=5)
    assert tired.refuses("improve 3010") == "CTL-7.7b"
    staff = scene(US={"3010": "1/16 over hq-9id"}, terrain={"3010": "town"}, active="1ID", ap=5)
    assert staff.play("improve 3010").improved("3010")
    assert staff.refuses("improve 3010") == "CTL-7.7a"
    assert staff.refuses("improve 3011") == "CTL-7.7a"


def test_improved_defense_needs_command():
    """CTL-7.7a."""
    g = scene(US={"3010": "1/16", "2010": "hq-1id CR2"}, terrain={"2010": "town"}, active="1ID", ap=5)
    assert g.refuses("improve 3010") == "CTL-7.7a"
