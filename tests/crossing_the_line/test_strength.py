"""Chits, strengths, ratio and DRMs of a combat (CTL-7.5.1)."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

import grognard.systems.crossing_the_line.system as ctl
from grognard.systems.crossing_the_line import strength
from grognard.systems.crossing_the_line.actions import Posture
from grognard.systems.crossing_the_line.combat import DrawChits
from grognard.systems.crossing_the_line.dice import Throw
from grognard.systems.crossing_the_line.events import ChitsDrawn, CombatResolved

from .table import Table, scene


def heads(g: Table, attackers: str, hex: str, posture: str, chits: tuple[int, int]) -> tuple[int, int, str]:
    """Both strengths and the column's head."""
    x = g.assault(attackers, hex, posture)
    a, b = strength.attack_strength(g.s, x, chits[0]), strength.defense_strength(g.s, x, chits[1])
    return a, b, strength.head_text(g.s, x.hex, strength.column(g.s, x, a, b))


def test_strength():
    """S09: CTL-7.5.1.1b to e, CTL-7.5.1b, CTL-5.6.3f."""
    us = {"3010": "1/16 E6 CS7 over 745-Tank for 1ID E5 CS6"}
    good = scene(US=us, German={"3011": "I/27 E4 CS4"})
    assert heads(good, "1/16+745-Tank", "3011", "regular", (3, 7)) == (39, 8, "4:1")
    shaken = scene(US=us, German={"3011": "I/27 E4/3 CS4 disrupted"})
    assert heads(shaken, "1/16+745-Tank", "3011", "regular", (3, 7)) == (39, 4, "6:1")


def test_the_columns_of_a_chit():
    """CTL-7.5.1.1c, CTL-7.5.1.1d, CTL-7.7c: by posture for the attacker, by state for the defender; chit 3 at E6 is 2 3 3."""
    g = scene(US={"3010": "1/16 E6 CS1"}, German={"3011": "I/27 E6 CS1"}, improved="3011")
    x = lambda p: strength.attack_strength(g.s, g.assault("1/16", "3011", p), 1)
    assert [x("hasty"), x("regular"), x("prepared")] == [1, 1, 2]
    assert strength.defense_strength(g.s, g.assault("1/16", "3011", "hasty"), 1) == 2


def test_the_chit_set():
    """CTL-7.5.1.1f: on average a better rating and a better column are worth more; no chit falls from left to right."""
    chits = scene(US={"3010": "1/16"}).s.world.chits
    assert len(chits) == 20
    mean = [[Fraction(sum(c[e][col] for c in chits), 20) for col in range(3)] for e in range(6)]
    for e in range(6):
        assert mean[e][0] < mean[e][1] < mean[e][2]
        assert e == 0 or all(a < b for a, b in zip(mean[e - 1], mean[e]))
    assert all(list(c[e]) == sorted(c[e]) for c in chits for e in range(6))


# ---- ratio, column, cell


def cell(terrain: str, ratio: str, die: int) -> str:
    return str(ctl.SYSTEM.table("crt", {"terrain": terrain, "ratio": ratio, "die": str(die)}))


def column(terrain: str, attack: int, defense: int) -> str:
    g = scene(US={"3010": "1/16"}, German={"3011": "I/27"}, terrain={"3011": terrain})
    x = g.assault("1/16", "3011", "regular")
    return strength.head_text(g.s, x.hex, strength.column(g.s, x, attack, defense))


def test_ratio_and_result():
    """C07: CTL-7.5.1b, CTL-7.5.1e."""
    assert column("town", 22, 9) == "2:1"
    assert cell("town", "2:1", 4 + 6) == "2/2"


def test_below_the_table():
    """C08: CTL-7.5.1d: 5/0 without a die; exactly 1:3 is on it."""
    assert column("town", 5, 16) == ""
    assert column("town", 6, 18) == "1:3"
    assert cell("town", "1:3", 5) == "4r/0"
    g = scene(
        US={"3010": "1/16 E3 CS5"}, German={"3011": "I/27 E7 CS9"}, terrain={"3011": "town"}, active="1ID", ap=3, levels={"12ID": 0}
    )  # fmt: skip
    g.play("attack 1/16 3011 regular").chits(9, 10)  # 5 x 1 against 9 x 3
    (found,) = g.events(CombatResolved)
    assert (found.thrown, found.result) == (False, "5/0")
    assert not g.asks(None, Throw)
    assert g.cs("1/16") == 4  # five hits on the attacker, the first falls at once
    assert g.ap("us") == 1
    assert g.asks("us")
    assert g.may("retreat")


def test_above_the_table_and_clamps():
    """C09: CTL-7.5.1c, CTL-7.5.1e."""
    assert column("city", 40, 4) == "8:1"
    assert cell("city", "8:1", 6 + 1) == "2/2r"
    assert column("clear", 18, 9) == "2:1"
    assert cell("clear", "2:1", 9 + 14) == cell("clear", "2:1", 20) == "1/4r"
    assert cell("clear", "2:1", 2 - 5) == cell("clear", "2:1", 1)


@pytest.mark.parametrize(
    ("terrain", "ratio", "drm", "results"),
    [("clear", "3:1", 8, ["1r/3", "1/3r", "1/4r"]), ("town", "1:1", 0, ["3r/0", "3/1", "2r/1r"])],
)
def test_good_and_bad_attacks(terrain: str, ratio: str, drm: int, results: list[str]):
    """C10: T:crt."""
    assert [cell(terrain, ratio, die + drm) for die in (1, 5, 10)] == results


def test_the_lines_rise_with_the_cover():
    """CTL-3.1.1c, CTL-3.1.1d: the same ratio lies ever further left."""
    order = ("clear", "light_forest", "town", "city", "industrial")
    where = []
    for terrain in order:
        g = scene(US={"3010": "1/16"}, German={"3011": "I/27"}, terrain={"3011": terrain})
        where.append(strength.column(g.s, g.assault("1/16", "3011", "hasty"), 6, 3))
    assert where == sorted(where, reverse=True)
    assert len(set(where)) == 5


# ---- DRMs


def test_three_sums_of_support():
    """S10, first: CTL-7.5.1.2b, CTL-7.5.1.2g, CTL-7.5.1.2k, CTL-7.5.1.2h: -2 + 1 + 2 - 1."""
    g = scene(
        US={"3010": "1/116 AT0", "3110": "2/116"},
        German={"3011": "I/27 AT0", "2910": "II/27"},
        sides={"3010/3011": "stream"},
        ratings={"hq-29id": {"support": 3}},
    )
    assert g.drm("1/116", "3011", "regular") == 0


def test_a_prepared_attack_with_much_support():
    """S10, second: CTL-7.5.1.2g, CTL-7.5.1.2h, CTL-7.5.1.2i: +6 + 1 + 5 - 4."""
    g = scene(
        US={"3010": "1/16 AT0", "3110": "2/16", "3111": "3/16", "3012": "1/18", "2911": "1/47"},
        German={"3011": "I/27 AT0", "2910": "II/27", "3109": "I/48"},
        ratings={"hq-1id": {"support": 5}},
        improved="3011",
    )
    assert g.drm("1/16", "3011", "prepared") == 8


def test_a_hasty_attack_has_no_support():
    """S10, third: CTL-7.5.1.2g."""
    g = scene(US={"3010": "1/16", "3110": "2/16", "3111": "3/16"}, German={"3011": "I/27 AT0"})
    assert g.drm("1/16", "3011", "hasty") == 0


def against_the_town(**more: object) -> Table:
    return scene(
        US={
            "3010": "1/117 over 743-Tank for 30ID TP4",
            "3110": "2/117",
            "3111": "3/117",
            "2911": "1/41",
        },
        German={"3011": "I/27 AT2", "2910": "II/27", "3109": "I/352"},
        terrain={"3011": "town"},
        sides={"3010/3011": "stream"},
        ratings={"hq-30id": {"support": 5}},
        **more,  # type: ignore[arg-type]
    )


def test_a_sum_of_all_kinds():
    """C12: CTL-7.5.1.2a to n: -2 hexside, +4 and +1 support, +5 HQ, -2 and -1 support of the defender, armor 0."""
    g = against_the_town(improved="3011")
    assert g.drm("1/117+743-Tank", "3011", "prepared") == 5
    assert g.drm("1/117+743-Tank", "3011", "regular") == -2 + 2 + 3 - 2 - 1


def test_no_support_for_disrupted_defenders():
    """C12: CTL-7.5.1.2h, CTL-5.6.3e: -2 + 2 + 3; the AT on the disrupted side is the same 0 armor."""
    g = scene(
        US={"3010": "1/117 over 743-Tank for 30ID TP4", "3110": "2/117", "3111": "3/117"},
        German={"3011": "I/27 AT2/2 disrupted", "2910": "II/27"},
        terrain={"3011": "town"},
        sides={"3010/3011": "stream"},
        ratings={"hq-30id": {"support": 5}},
    )
    assert g.drm("1/117+743-Tank", "3011", "regular") == 3


@pytest.mark.parametrize(("support", "regular", "prepared"), [(5, 3, 5), (1, 1, 1), (0, 0, 0)])
def test_hq_support(support: int, regular: int, prepared: int):
    """C13: CTL-7.5.1.2k, CTL-5.1f: half of it rounded up, all of it, never in a Hasty Attack."""
    g = scene(
        US={"3010": "1/16", "1010": f"hq-1id AS5 CR99 {support}"},
        German={"3011": "I/27"},
        terrain={"1010": "town"},
    )
    assert [g.drm("1/16", "3011", p) for p in ("hasty", "regular", "prepared")] == [0, regular, prepared]
    assert g.drm("I/27", "3010", "hasty") == 0


def armor(us: str, german: str, terrain: str = "clear", side: str = "", **more: object) -> strength.Armor:
    g = scene(
        US={"3010": us}, German={"3011": german}, terrain={"3011": terrain},
        sides={"3010/3011": side} if side else None, **more,  # type: ignore[arg-type]
    )  # fmt: skip
    units = "+".join(g.s.world.unit_text(u) for u in g.s.fighters(g.hex("3010"), strength.Side.US))
    return strength.armor(g.s, g.assault(units, "3011", "regular"))


TANK4, TANK5 = "745-Tank for 1ID TP4", "746-Tank for 1ID TP5"


@pytest.mark.parametrize(
    ("us", "german", "terrain", "side", "drm", "clause"),
    [
        (TANK4, "I/27 AT2", "town", "", 0, "CTL-7.5.1.2p"),
        (TANK5, "I/27 AT0", "light_forest", "", 1, "CTL-7.5.1.2q"),
        (TANK4, "I/27 AT2", "town", "stream", 0, "CTL-7.5.1.2n"),
        (TANK4, "394-Assault-Gun for 12ID TP6", "clear", "", -2, "CTL-7.5.1.2r"),
        (
            "1/16 AT2",
            "394-Assault-Gun for 12ID TP6 over I/27 AT3",
            "clear",
            "",
            -6,
            "CTL-7.5.1.2m, CTL-7.5.1.2s",
        ),
        (f"{TANK4} over {TANK5}", "394-Assault-Gun for 12ID TP3", "light_forest", "", -1, "CTL-7.5.1.2l"),
        (TANK4, "sPz-506 for 12ID TP8/6 disrupted", "city", "", -5, "CTL-7.5.1.2u"),
        ("1/16 AT2", "I/27 AT3", "clear", "", 0, "CTL-7.5.1.2o"),
    ],
)
def test_armor_superiority(us: str, german: str, terrain: str, side: str, drm: int, clause: str):
    """C11: CTL-7.5.1.2l to u."""
    assert armor(us, german, terrain, side).drm == drm, clause


def test_tp_that_terrain_takes_away_still_attack():
    """S12: CTL-7.5.1.2n, CTL-7.5.1.2p, CTL-7.5.1.2t, CTL-7.5.2e: across dragon's teeth nothing is left of 4 TP; the hexside
    is -1; and the tank takes the first hit all the same."""
    g = scene(
        US={"3010": "745-Tank for 1ID TP4 CS5 over 1/16 CS5"},
        German={"3011": "I/27 AT2"},
        sides={"3010/3011": "dragons_teeth"},
        active="1ID",
        ap=3,
        levels={"12ID": 0},
    )
    found = strength.armor(g.s, g.assault("745-Tank+1/16", "3011", "hasty"))
    assert (found.drm, found.attackers) == (0, g.units("745-Tank"))
    assert g.drm("745-Tank+1/16", "3011", "hasty") == -1
    hit = g.result("745-Tank+1/16", "3011", "1/1")
    assert (hit.cs("745-Tank"), hit.cs("1/16")) == (4, 5)


def test_no_points_left_on_the_disrupted_side():
    """C51: CTL-7.5.1.2v, CTL-7.5.1.2q, CTL-7.5.2d."""
    both = armor("745-Tank for 1ID TP4", "PzAA-9 for 12ID TP2/0 disrupted over I/27 AT3")
    assert both.drm == 1
    assert len(both.defenders) == 1
    alone = armor("745-Tank for 1ID TP4", "PzAA-9 for 12ID TP2/0 disrupted", "town")
    assert alone.drm == 1
    g = scene(
        US={"3010": "745-Tank for 1ID TP4"}, German={"3011": "PzAA-9 for 12ID TP2/0 CS4 disrupted over I/27 AT3 CS4"},
        active="1ID", ap=3, levels={"12ID": 0},
    )  # fmt: skip
    hit = g.result("745-Tank", "3011", "1/1")
    assert (hit.cs("PzAA-9"), hit.cs("I/27")) == (4, 3)


# ---- the draw


def test_two_chits_from_one_pool():
    """CTL-7.5.1.1a: 380 ordered pairs; those that lead to one column are the same to what follows."""
    g = scene(
        US={"3010": "1/16 E5 CS5"}, German={"3011": "I/27 E5 CS5"}, active="1ID", ap=3, levels={"12ID": 0}
    )
    g.play("attack 1/16 3011 regular")
    assert g.asks(None, DrawChits)
    draw = g.s.frames[-1]
    assert isinstance(draw, DrawChits)
    columns = draw.columns(g.s)
    assert len(columns) == 380
    by_column = Counter(columns.values())
    for a, p in draw.outcomes(g.s).items():
        assert p == Fraction(by_column[columns[a.attacker, a.defender]], 380)
    assert g.refuses("chits 3 3") == "CTL-7.5.1.1a"
    assert g.refuses("chits 0 3") == "CTL-7.5.1.1a"
    every = {draw.drawn(g.s, n) for n in range(draw.tickets(g.s))}
    assert len(every) == 380
    g.chits(3, 7)
    (drawn,) = g.events(ChitsDrawn)
    assert (drawn.attacker, drawn.defender) == (3, 7)


def test_every_posture_has_its_column():
    """CTL-7.5h."""
    assert set(strength.ATTACKER_COLUMN) == set(Posture)
