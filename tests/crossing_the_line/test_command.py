"""Command, isolation and supply (CTL-5.7, CTL-5.8), and what they cost an Action (CTL-7.2b, CTL-7b)."""

from __future__ import annotations

import pytest

from grognard.kernel.breach import Breach
from grognard.systems.crossing_the_line import activation, supply
from grognard.systems.crossing_the_line.acting import Confirm
from grognard.systems.crossing_the_line.activation import Activation
from grognard.systems.crossing_the_line.combat import DrawChits
from grognard.systems.crossing_the_line.dice import Throw
from grognard.systems.crossing_the_line.events import Shown

from .table import Table, counters, scene

RING = {"3012": "1/16", "3008": "2/16", "3210": "3/16", "2810": "1/18"}
HQ = {"3014": "hq-116pz CR7"}


def test_isolated_in_the_middle_of_zones():
    """S06, first part: CTL-5.8.2b, CTL-5.8d: 4 hexes from its HQ, and no path at all."""
    g = scene(US=RING, German={"3010": "I/60", **HQ}, terrain={"3014": "town"})
    assert {"3011", "3009", "3110", "3109", "2910", "2909"} <= g.zoc("us")
    assert g.command("I/60") == "isolated"


def test_a_friend_in_the_zone_opens_one_hex_only():
    """S06, second part: CTL-5.8.2a, CTL-5.8.2b."""
    g = scene(US=RING, German={"3010": "I/60", "3011": "II/60 disrupted", **HQ}, terrain={"3014": "town"})
    assert "3011" in g.numbers(g.s.field.through(supply.Side.GERMAN))
    assert g.command("I/60") == "isolated"


def test_in_command():
    """S06, third part: CTL-5.8b: the hex of the HQ counts, the unit's own does not: a path of 4."""
    g = scene(US={"2014": "1/36 over 746-Tank for 9ID", "2018": "hq-3ad CR8"}, terrain={"2018": "town"})
    assert g.command("1/36") == "in command"
    assert len(supply.trace(g.s, g.unit("1/36"))) - 1 == 4
    just = scene(US={"2014": "1/36", "2018": "hq-3ad CR4"}, terrain={"2018": "town"})
    assert just.command("1/36") == "in command"
    short = scene(US={"2014": "1/36", "2018": "hq-3ad CR3"}, terrain={"2018": "town"})
    assert short.command("1/36") == "out of command"


def cut_off(ap: int = 4, range: int = 5) -> Table:
    """A straight line of 4 hexes to the HQ, cut by zones; the way around is 7 long."""
    return scene(
        US={"3010": "1/16", "3014": f"hq-1id CR{range}"},
        German={"3112": "I/27", "2912": "II/27"},
        terrain={"3014": "town"},
        active="1ID",
        ap=ap,
        levels={"12ID": 0},
    )


def test_a_clear_path_that_is_too_long():
    """S18: CTL-5.8c, CTL-5.8d, CTL-5.8.3a: out of command, not isolated: 2 AP and no check."""
    g = cut_off()
    path = supply.trace(g.s, g.unit("1/16"))
    assert len(path) - 1 > 5
    assert g.command("1/16") == "out of command"
    g.play("move 1/16")
    assert g.ap("us") == 2
    g.play("enter 3009", "stop")
    assert g.asks("us", Activation)
    assert cut_off(range=len(path) - 1).command("1/16") == "in command"


def test_out_of_command_only_moves_and_hasty_attacks():
    """CTL-5.8.3a, CTL-7b, CTL-7.5e; C22: no Refit, CTL-7.6c; C13: no Regular Attack."""
    g = scene(
        US={"3010": "1/16", "2010": "hq-1id CR2"},
        German={"3011": "I/27"},
        terrain={"2010": "town"},
        active="1ID",
        ap=4,
        levels={"12ID": 0},
    )
    assert g.command("1/16") == "out of command"
    assert g.refuses("attack 1/16 3011 regular") == "CTL-5.8.3a"
    assert g.refuses("attack 1/16 3011 prepared") == "CTL-5.8.3a"
    assert g.refuses("improve 3010") == "CTL-7.7a"
    g.play("attack 1/16 3011 hasty")
    assert g.ap("us") == 2
    assert g.asks(None, DrawChits)
    tired = scene(
        US={"3010": "1/16 disrupted", "2010": "hq-1id CR2"}, terrain={"2010": "town"}, active="1ID", ap=4
    )
    assert tired.refuses("refit 1/16") == "CTL-7.6c"


def test_one_straggler_makes_a_stack_pay(monkeypatch: pytest.MonkeyPatch):
    """C50: CTL-7b, CTL-5.8.3a: 2 AP for both, 1 for the one in command; no Regular Attack by both. Units of one formation in
    one hex stand alike to their HQ, so on the map this cannot come about; the rule is asked directly."""
    g = scene(US={"3010": "1/16 over 745-Tank for 1ID"}, German={"3011": "I/27"}, active="1ID", ap=2)
    stray = g.unit("745-Tank")
    monkeypatch.setattr(activation, "in_command", lambda s, u: u != stray)
    top = g.s.frames[-1]
    assert isinstance(top, Activation)
    both, one = g.units("1/16+745-Tank"), g.units("1/16")
    assert top.cost(g.s, "move", both) == 2
    assert top.cost(g.s, "move", one) == 1
    assert top.cost(g.s, "regular", one) == 2
    refused = top.cost(g.s, "regular", both)
    assert isinstance(refused, Breach)
    assert refused.clause == "CTL-5.8.3a"


def isolated(ap: int, units: str = "1/16 E5 over 745-Tank for 1ID E4") -> Table:
    return scene(
        US={"3010": units},
        German={"3011": "I/27 CS4", "3009": "II/27", "3210": "I/48", "3208": "II/48", "2810": "I/89", "2809": "II/89", "2812": "Fues-12"},
        active="1ID",
        ap=ap,
        levels={"12ID": 0},
    )  # fmt: skip


def test_an_isolated_stack_attacks():
    """C21: CTL-5.8.4b, CTL-5.8.4c, CTL-7b: 2 AP, a check each; who fails stays out; the others go on."""
    g = isolated(2)
    assert g.command("1/16") == "isolated"
    g.play("attack 1/16+745-Tank 3011 hasty")
    assert g.ap("us") == 0
    g.throws((5, 6))
    assert not g.disrupted("1/16")
    assert g.disrupted("745-Tank")
    assert g.asks("us", Confirm)
    g.play("go-on")
    assert g.asks(None, DrawChits)
    assert g.s.frames[-1].units == g.units("1/16")  # type: ignore[attr-defined]


def test_an_isolated_attack_is_called_off():
    """C21: CTL-5.8.4c: without refund; CTL-7.1c: not with 1 AP; CTL-5.8.4d: nobody is left to act."""
    g = isolated(4).play("attack 1/16+745-Tank 3011 hasty").throws((5, 6)).play("call-off")
    assert g.asks("us", Activation)
    assert g.ap("us") == 2
    assert g.refuses("move 745-Tank") == "CTL-5.8.4d"
    assert isolated(1).refuses("attack 1/16+745-Tank 3011 hasty") == "CTL-7.1c"
    failed = isolated(4).play("attack 1/16+745-Tank 3011 hasty").throws((6, 6))
    assert failed.asks("us", Activation)
    assert failed.ap("us") == 2


def test_an_isolated_unit_moves_after_its_check():
    """CTL-5.8.4a, CTL-5.8.4b."""
    g = isolated(2, "1/16 E5").play("move 1/16")
    assert g.asks(None, Throw)
    g.throws(5)
    assert g.asks("us", Confirm)
    g.play("go-on")
    assert g.may("infiltrate 3110")


def test_refit():
    """C22: CTL-7.6a, CTL-7.6b, CTL-5.6.2d, CTL-5.6.4b: a failure costs its AP and nothing else; it may be tried again."""
    g = scene(US={"3010": "1/16 E5/4 CS6 disrupted"}, active="1ID", ap=3).play("refit 1/16").throws(5)
    assert g.disrupted("1/16")
    assert (g.ap("us"), g.cs("1/16")) == (2, 6)
    g.play("refit 1/16").throws(4)
    assert not g.disrupted("1/16")
    assert g.ap("us") == 1
    assert g.refuses("refit 1/16") == "CTL-7.6a"


def test_a_disrupted_unit_is_told_why():
    """CTL-5.6.3b, CTL-7c."""
    g = scene(US={"3010": "1/16 disrupted"}, German={"3011": "I/27"}, active="1ID", ap=3, levels={"12ID": 0})
    assert g.refuses("move 1/16") == "CTL-5.6.3b"
    assert g.refuses("attack 1/16 3011 hasty") == "CTL-5.6.3b"
    assert g.refuses("improve 3010") == "CTL-7.7b"


def test_a_unit_whose_hq_is_off_the_map_is_isolated():
    """CTL-5.8f, CTL-5.5.2g: so is an independent unit that nobody has."""
    g = scene(US={"3010": "1/16", "3012": "745-Tank"}, hqs=False, initiative="us")
    assert g.command("1/16") == g.command("745-Tank") == "isolated"
    h = scene(US={"3010": "1/16 over 745-Tank"}, active="1ID", ap=2)
    assert h.refuses("move 745-Tank") == "CTL-5.5.2g"


def test_supply_paths():
    """CTL-5.7.2a to c: no enemy of any kind, no EZOC without a friend; the HQ's own hex is exempt, its edge is not."""

    def hq(us: dict[str, str], german: dict[str, str]) -> bool:
        ground = {"3010": "town"}
        g = scene(US={"3010": "hq-1id", **us}, German=german, terrain=ground, hqs=False, initiative="us")
        return g.supplied("1ID")

    names = ("I/27", "II/27", "I/48", "II/48", "I/89", "II/89", "Fues-12", "I/352", "II/352", "I/404")
    line = {f"21{c:02}": u for c, u in zip((*range(2, 28, 3), 28), names)}
    assert hq({}, {})
    assert not hq({}, line)
    assert hq({}, {**line, "2105": "II/27 disrupted"})  # disrupted, it has no ZOC
    assert not hq({}, {f"21{c:02}": f"{u} disrupted" for c, u in zip(range(1, 29), everybody())})
    assert hq(
        {"2106": "1/16 disrupted", "2006": "2/16 disrupted"}, line
    )  # friends open the way, even disrupted


def everybody() -> list[str]:
    """28 Germans."""
    return [u for u, c in counters().items() if c["side"] == "german"][:28]


def test_those_who_act_show_whose_they_are():
    """CTL-5.3.4e."""
    g = scene(US={"3010": "745-Tank for 1ID"}, active="1ID", ap=3)
    assert not g.s.shown[g.unit("745-Tank")]
    g.play("move 745-Tank")
    assert g.events(Shown)
    assert g.s.shown[g.unit("745-Tank")]
