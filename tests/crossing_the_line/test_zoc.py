"""Zones of control (CTL-5.4), with the examples of 5.4.1."""

from __future__ import annotations

from .table import scene

GROUND = {
    "3009": "city",
    "3110": "town",
    "3109": "industrial",
    "2910": "dense_forest",
    "2909": "pillbox_forest",
}
ARMOR_GROUND = {"3110": "pillbox_clear", "3109": "light_forest", "2910": "town"}


def test_infantry_projects_everywhere_but_into_cities_and_industry():
    """S01: CTL-5.4a, CTL-5.4c; hexsides do not matter, the terrain of its own hex neither (CTL-5.4b)."""
    for own in ("clear", "city"):
        g = scene(US={"3010": "1/16"}, terrain={**GROUND, "3010": own}, sides={"3010/2909": "stream"})
        assert g.zoc("us") == {"3010", "3011", "3110", "2910", "2909"}


def test_armor_projects_into_open_ground_only():
    """S02: CTL-5.4d; a road does not help over dragon's teeth."""
    g = scene(
        US={"3010": "746-Tank for 9ID"},
        terrain=ARMOR_GROUND,
        sides={"3010/3009": "stream", "3010/2909": "dragons_teeth"},
        roads=[["3010", "2909"]],
    )
    assert g.zoc("us") == {"3010", "3011", "3110"}


def test_a_disrupted_unit_has_no_zoc():
    """S03: CTL-5.4e, CTL-5.4.1a, CTL-5.6.3c. The enemy walks by."""
    g = scene(US={"3010": "1/16 disrupted"}, German={"3012": "I/27 MA5"}, active="12ID", ap=2)
    assert g.zoc("us") == set()
    g.play("move I/27", "enter 3011", "enter 3110", "enter 3111")
    good = scene(US={"3010": "1/16"}, German={"3012": "I/27"}, active="12ID", ap=2)
    good.play("move I/27", "enter 3011", "decline")
    assert good.open()[-1] == "Activation"


def test_hqs_have_no_zoc():
    """CTL-3.3i, CTL-5.4e."""
    g = scene(US={"3010": "hq-1id"}, terrain={"3010": "town"})
    assert g.zoc("us") == set()


def test_zocs_of_both_sides_lie_in_one_hex():
    """CTL-5.4f."""
    g = scene(US={"3010": "1/16"}, German={"3012": "I/27"})
    assert "3011" in g.zoc("us") & g.zoc("german")


def test_support_needs_a_zoc_into_the_hex():
    """S04: CTL-5.4.1f, CTL-7.5.1.2d, CTL-7.5.1.2g: infantry supports an attack on a town, armor does not."""
    g = scene(
        US={"3010": "1/16", "3110": "745-Tank for 1ID", "2911": "2/16"},
        German={"3011": "I/27 AT0"},
        terrain={"3011": "town"},
        active="1ID",
        ap=3,
        ratings={"hq-1id": {"support": 0}},
    )
    assert g.drm("1/16", "3011", "regular") == 1
