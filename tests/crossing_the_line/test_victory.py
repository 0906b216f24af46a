"""Control and victory (CTL-9, CTL-10), and how each scenario begins and ends."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from grognard.kernel.game import Game
from grognard.systems.crossing_the_line import starts, victory, world
from grognard.systems.crossing_the_line.activation import Activation
from grognard.systems.crossing_the_line.chart import GERMAN, US
from grognard.systems.crossing_the_line.events import BattleWon
from grognard.systems.crossing_the_line.losses import SecondHit
from grognard.systems.crossing_the_line.state import State, empty

from .table import SYSTEM, Table, scene

SCENARIOS = ("first-blood", "stolberg-corridor", "across-the-wurm", "aachen-1944")
FRONT = {"active": "1ID", "ap": 3, "levels": {"12ID": 0}}


# ---- control


def test_a_zone_takes_an_empty_town():
    """C43: CTL-9.1b, CTL-9.1c, CTL-9.1e: with a line to its supply; at once."""
    g = scene(
        US={"3008": "1/16"}, German={"4010": "I/27"}, terrain={"3010": "town"}, german_holds="3010", **FRONT
    )  # type: ignore[arg-type]
    assert g.control("3010") == "german"
    g.play("move 1/16", "enter 3009")
    assert g.control("3010") == "us"


def test_mutual_control_counts_for_the_last_holder():
    """C43: CTL-9.1d, CTL-9.1f: each side's zone breaks the other's line into the hex."""
    g = scene(
        US={"3009": "1/16"}, German={"3012": "I/27"}, terrain={"3010": "town"}, us_holds="3010", active="12ID", ap=2, levels={"1ID": 0}
    )  # fmt: skip
    g.play("move I/27", "enter 3011")
    assert g.control("3010") == "us"
    h = scene(
        US={"3009": "1/16"}, German={"3012": "I/27"}, terrain={"3010": "town"}, german_holds="3010", active="12ID", ap=2, levels={"1ID": 0}
    )  # fmt: skip
    assert h.control("3010") == "german"


def cut_line() -> Table:
    """A US unit in a town whose line is cut by the zones of six Germans."""
    around = {
        "3008": "I/27",
        "3208": "II/27",
        "3211": "I/48",
        "3012": "II/48",
        "2811": "I/89",
        "2808": "II/89",
    }
    return scene(
        US={"3010": "1/16", "2710": "2/16"}, German=around, terrain={"3010": "town"}, german_holds="3010", **FRONT  # type: ignore[arg-type]
    )  # fmt: skip


@pytest.mark.parametrize(("turn", "holder"), [(2, "us"), (3, "german")])
def test_control_comes_with_the_turn_that_opens_the_ground(turn: int, holder: str):
    """CTL-9.1b, CTL-7.3.8a: from turn 4 on a German line runs north-west of the outer line. Nobody can act, so the Ops Phase
    ends at once."""
    g = scene(
        German={"2704": "I/27"}, US={"1005": "1/16"}, scenario="aachen-1944", turn=turn, phase="ops", us_holds="2703"
    )  # fmt: skip
    assert g.s.turn == turn + 1
    assert g.control("2703") == holder


def test_control_comes_when_the_line_opens():
    """C43: CTL-9.1b, second sentence; CTL-9.1c: once the Germans who cut it are disrupted."""
    g = cut_line()
    g.play("improve 2710")
    assert g.control("3010") == "german"
    h = g.result("2/16", "2811", "0/1r").throws(10)
    assert h.disrupted("I/89")
    assert h.control("3010") == "us"


def test_who_holds_what_at_first():
    """CTL-9.1a, CTL-9.1g."""
    s = SYSTEM.begin(SYSTEM.world("crossing-the-line/aachen-1944"), {}).state
    h = s.world.hex
    assert all(s.controls(GERMAN, h(n)) for n in ("2609", "4110", "4120", "3509", "3804"))
    assert all(s.controls(US, h(n)) for n in ("1716", "1810", "4102"))
    wurm = SYSTEM.begin(SYSTEM.world("crossing-the-line/across-the-wurm"), {}).state
    assert wurm.controls(US, wurm.world.hex("3804"))


# ---- the campaign


def campaign(**more: object) -> Table:
    return scene(
        US={"1907": "1/16", "1810": "hq-1id"}, German={"3011": "I/27", "4120": "hq-12id"}, scenario="aachen-1944",
        turn=8, phase="end_turn", **more,  # type: ignore[arg-type]
    )  # fmt: skip


def losing(sp: int) -> dict[str, int]:
    """Losses noted at a withdrawal, spread over some units."""
    units = ["GR-941", "GR-942", "GR-943", "Fues-353", "Pi-353"]
    return {u: sp // 5 + (n < sp % 5) for n, u in enumerate(units)}


@pytest.mark.parametrize(("sp", "vp", "result"), [(83, 31, "a draw"), (109, 36, "a marginal US victory")])
def test_the_score_of_the_campaign(sp: int, vp: int, result: str):
    """C41: CTL-9.2a, CTL-9.2b, CTL-9a, CTL-10.4c, CTL-10.4d, CTL-8.5.2f, T:victory_plans: 12 + 1 + 1 and a fifth for each
    SP, rounded up once (CTL-5.1a)."""
    g = campaign(
        plans=["aachen"],
        us_holds="2609 3509 4110",
        noted=losing(sp),
        gone="GR-941 GR-942 GR-943 Fues-353 Pi-353",
    )
    assert victory.score(g.s) == vp
    assert g.game.over
    assert g.game.verdict is not None
    assert result in g.game.verdict.why


def test_the_first_plan_that_is_no_dummy_counts():
    """C40: CTL-8.3b, CTL-10.4g: without one, objectives score nothing."""
    g = campaign(plans=["dummy", "dummy", "pocket", "aachen"], us_holds="2609 4120")
    assert victory.plan(g.s) == "pocket"
    assert victory.score(g.s) == 8
    assert victory.score(campaign(plans=["dummy"], us_holds="2609 4120").s) == 0


def test_the_roer_is_one_objective():
    """CTL-3.1.5b, CTL-3.1.5c."""
    one = campaign(plans=["roer_river"], us_holds="5518")
    two = campaign(plans=["roer_river"], us_holds="5518 5420")
    assert victory.score(one.s) == victory.score(two.s) == 12


def dash(staff: str) -> Table:
    """A German unit two steps from the southern edge, with its HQ in this town."""
    return scene(
        US={"2007": "1/16", "1810": "hq-1id"}, German={"1112": "I/27", staff: "hq-12id"}, scenario="aachen-1944", turn=5,
        active="12ID", ap=4, german_holds=staff, levels={"1ID": 0},
    )  # fmt: skip


def test_the_german_dash_to_the_south():
    """C45: CTL-10.4e: in command at a supply edge hex of the southern edge; out of command it is nothing."""
    lost = dash("2121")
    assert lost.command("I/27") == "out of command"
    lost.play("move I/27", "enter 1012")
    assert not lost.game.over
    g = dash("1211")
    assert g.command("I/27") == "in command"
    g.play("move I/27", "enter 1012")
    assert g.game.over
    assert g.game.verdict is not None
    assert (g.game.verdict.side, g.game.verdict.clause) == (GERMAN, "CTL-10.4e")


# ---- the others


def stolberg(holds: str, us: dict[str, str] | None = None) -> Table:
    return scene(
        US={"1810": "hq-1id", **(us or {})}, German={"3019": "hq-353"}, scenario="stolberg-corridor", turn=3,
        phase="end_turn", us_holds=holds,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("holds", "vp", "result"),
    [
        ("2915 3217 2315 2717 2108 2211", 60, "marginal US"),
        ("2915 3217 2315 2717 2108 2211 2505", 65, "substantial US"),
        ("2915", 15, "substantial German"),
        ("", 0, "decisive German"),
        ("2915 3217 2315", 40, "draw"),
    ],
)
def test_the_score_of_the_stolberg_corridor(holds: str, vp: int, result: str):
    """C42: CTL-10.2e, CTL-10.2f, CTL-10.2i, CTL-10.2h."""
    g = stolberg(holds)
    assert victory.score(g.s) == vp
    assert g.game.verdict is not None
    assert result in g.game.verdict.why
    assert g.game.verdict.clause == "CTL-10.2"


def test_a_unit_in_aachen_decides_the_stolberg_corridor():
    """C42: CTL-10.2f, CTL-10.2g: a combat unit; an HQ does not count."""
    assert "decisive US" in stolberg("2915 2315", {"2609": "1/16"}).game.verdict.why  # type: ignore[union-attr]
    staff = stolberg("2915 2315", {"2609": "hq-3ad"})
    assert "decisive US" not in staff.game.verdict.why  # type: ignore[union-attr]


def test_the_score_of_across_the_wurm():
    """CTL-10.3d, CTL-10.3e, CTL-10.3f."""
    g = scene(
        US={"4102": "hq-30id"}, German={"3506": "hq-246vg"}, scenario="across-the-wurm", turn=8, phase="end_turn",
        us_holds="3109 3111 4305 4309",
    )  # fmt: skip
    assert victory.score(g.s) == 30
    assert "draw" in g.game.verdict.why  # type: ignore[union-attr]


# ---- First Blood


def blood(used: int) -> Table:
    """The last goal is about to be cleared, in this activation."""
    g = scene(
        US={"2008": "1/16 over 745-Tank for 1ID", "1810": "hq-1id"}, German={"2109": "GrE-453 1"},
        scenario="first-blood", active="1ID", ap=5, used=used,
    )  # fmt: skip
    return g.result("1/16", "2109", "0/1")


@pytest.mark.parametrize(
    ("used", "result"),
    [(1, "decisive"), (2, "decisive"), (3, "substantial"), (4, "satisfactory"), (5, "poor")],
)
def test_first_blood(used: int, result: str):
    """C46: CTL-10.1g, CTL-10.1h."""
    g = blood(used)
    while not g.game.over:  # the bonus of the battle
        g.play("end")
    assert result in g.game.verdict.why  # type: ignore[union-attr]
    assert g.game.verdict.clause == "CTL-10.1h"  # type: ignore[union-attr]


def test_first_blood_lasts_five_activations():
    """CTL-10.1b, CTL-10.1c, CTL-10.1f: at level 7, 6, 5, 4 and 3; nobody else ever acts."""
    game: Game[State] = Game(SYSTEM, SYSTEM.world("crossing-the-line/first-blood"), seed=3)
    levels = []
    while not game.over:
        if game.decision is not None and game.decision.side is None:
            levels.append(game.state.level[game.state.world.formations["1ID"]])
            game.roll()
        else:
            assert game.decision is not None
            assert game.decision.side == "us"
            game.do("end")
    assert levels == [7, 6, 5, 4, 3]
    assert game.verdict is not None
    assert "failure" in game.verdict.why


def test_the_germans_of_first_blood_only_hold():
    """C46: CTL-10.1d, CTL-10.1e, CTL-10.1i: two step losses, no voluntary retreat, no bonus, no support."""
    g = scene(
        US={"2008": "1/16 over 745-Tank for 1ID", "1810": "hq-1id"}, German={"2109": "GrE-453 4", "2209": "GrE-328"},
        scenario="first-blood", active="1ID", ap=4, used=1,
    )  # fmt: skip
    hit = g.result("1/16", "2109", "1/2")
    assert hit.cs("GrE-453") == 2
    assert hit.at("GrE-453") == "2109"
    assert "SecondHit" not in hit.open()
    assert g.drm("1/16", "2109", "hasty") <= 0
    beaten = g.result("1/16", "2109", "2/1")
    assert beaten.asks("us", SecondHit)
    beaten.play("lose 1/16")
    assert beaten.events(BattleWon)[0].side == "german"
    assert beaten.asks("us", Activation)


# ---- set-ups


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_setup_is_legal(scenario: str):
    """CTL-10d, CTL-10f, CTL-3.6a: stacking, terrain, command, supply; HQs in towns; everybody fresh."""
    theatre = world.theatre(scenario)
    s = starts.given(theatre).on(empty(theatre))
    assert list(starts.faults(s)) == []
    assert not any(s.disrupted)
    assert not any(s.flipped)
    assert s.improved == ()  # CTL-10e
    assert all(s.level[n] == staff.level for n, staff in enumerate(theatre.staffs))
    assert all(s.strength[u] == c.strength for u, c in enumerate(theatre.counters))


def test_a_setup_that_breaks_a_rule_is_found():
    """CTL-5.3.1a, CTL-3.3h, CTL-5.8: what `starts.faults` says of a bad one."""
    theatre = world.theatre("stolberg-corridor")
    event = starts.given(theatre)
    u, hq = theatre.unit("1/16"), theatre.unit("hq-1id")
    places = dict(event.places)
    crowd = replace(event, places=tuple({**places, u: places[theatre.unit("2/16")]}.items()))
    woods = replace(event, places=tuple({**places, hq: theatre.hex("1910")}.items()))
    lost = replace(event, places=tuple({**places, u: theatre.hex("4028")}.items()))
    for bad, clause in ((crowd, "CTL-5.3.1a"), (woods, "CTL-3.3h"), (lost, "CTL-5.8")):
        assert any(clause in fault for fault in starts.faults(bad.on(empty(theatre))))


def test_the_assignments_of_the_campaign():
    """CTL-10.4f."""
    theatre = world.theatre("aachen-1944")
    s = starts.given(theatre).on(empty(theatre))
    for name in ("Pol", "Gen", "394-Assault-Gun"):
        assert s.formation(theatre.unit(name)) == theatre.formations["526"]
