"""What an attack may bring, for all that a side sees: its bounds are true, and they are reached."""

from __future__ import annotations

import re
from fractions import Fraction
from functools import partial
from io import StringIO
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from grognard.board.names import Unit
from grognard.cli import oddsheet
from grognard.cli.screen import Screen
from grognard.geometry.hexes import Hex
from grognard.kernel.odds import odds
from grognard.kernel.play import apply
from grognard.kernel.ranges import Range
from grognard.systems.crossing_the_line import forecast, outlook, strength, unseen
from grognard.systems.crossing_the_line.actions import Attack
from grognard.systems.crossing_the_line.activation import Bonus, in_order
from grognard.systems.crossing_the_line.chart import Side
from grognard.systems.crossing_the_line.combat import Combat, read
from grognard.systems.crossing_the_line.fates import Fate, settled
from grognard.systems.crossing_the_line.outlook import Reckoner
from grognard.systems.crossing_the_line.reckoning import (
    UNHARMED,
    WEAKENED,
)  # fmt: skip
from grognard.systems.crossing_the_line.show import SHOW
from grognard.systems.crossing_the_line.state import State, with_byte
from grognard.systems.crossing_the_line.strength import Assault
from grognard.systems.crossing_the_line.terminal import FACE
from grognard.systems.crossing_the_line.unseen import Sight
from grognard.systems.crossing_the_line.view import view
from grognard.systems.crossing_the_line.worlds import resample

from .positions import SMALL, played, schooled
from .table import Table, scene


def fights(scenario: str, seed: int, most: int) -> list[tuple[State, Attack]]:
    """Attacks that were made in a game, and the positions before them."""
    game = (schooled if seed % 2 else played)(scenario, seed)
    found = [(game.at(n), e.action) for n, e in enumerate(game.log) if isinstance(e.action, Attack)]
    return found[:: max(1, len(found) // most)][:most]


def assault(s: State, a: Attack) -> Assault:
    return Assault(s.side(a.units[0]), in_order(s, a.units), s.hex(a.units[0]), a.hex, a.posture)


class Knowing(Sight):
    """Somebody who sees everything."""

    def __init__(self, s: State, side: Side) -> None:
        super().__init__(view(s, side))
        self.s = s

    def sees(self, u: Unit) -> bool:
        return True

    def mine(self, u: Unit) -> bool:
        return True

    def knows(self, side: Side) -> bool:
        return True

    def stack(self, hex: Hex, side: Side) -> Any:
        return self.s.stack(hex, side), 0

    def then(self, s: State) -> Sight:
        return Knowing(s, Side(self.view.side))


# ---- the bounds are true


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("scenario", SMALL)
def test_in_a_known_world_it_is_what_play_brings(scenario: str, seed: int):
    """CTL-7.5.2: the reckoning and the frames are two writings of one chapter. Where a choice of hexes or a hex that may be full
    leaves it open, the true chance lies between."""
    for s, a in fights(scenario, seed, 6):
        found = outlook.outlook(Knowing(s, s.side(a.units[0])), assault(s, a)).fates
        exact = forecast.fates(s, a)
        assert (found.ways, found.of) == (1, 1)
        assert set(exact) <= set(found)
        for fate, r in found.items():
            assert exact.get(fate, Fraction(0)) in r
        if all(r.low == r.high for r in found.values()):
            assert dict(exact) == {fate: r.low for fate, r in found.items() if r.low}


def test_most_known_worlds_leave_nothing_open():
    """Or the law above would say little."""
    sharp = [
        all(r.low == r.high for r in outlook.outlook(Knowing(s, s.side(a.units[0])), assault(s, a)).fates.values())
        for scenario in SMALL
        for s, a in fights(scenario, 0, 6)
    ]  # fmt: skip
    assert sum(sharp) > len(sharp) / 2


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("scenario", SMALL)
def test_in_every_world_alike_the_chances_lie_in_the_range(scenario: str, seed: int):
    """CTL-5.3.4: before the declaration."""
    for s, a in fights(scenario, seed, 5):
        seen = view(s, s.side(a.units[0]))
        found = outlook.outlook(Sight(seen), assault(s, a))
        for n in range(3):
            world = resample(seen, Random(n))
            if found.fates.whole:
                contained(found.fates, forecast.fates(world, a))
            x = assault(world, a)
            drm = sum(int(m.value) for m in strength.drms(world, x))
            assert found.drm[0] <= drm <= found.drm[1]
            for chit in range(1, len(world.world.chits) + 1):
                assert found.attack[0] <= strength.attack_strength(world, x, chit) <= found.attack[1]
                assert found.defense[0] <= strength.defense_strength(world, x, chit) <= found.defense[1]


def contained(found: Any, exact: Any) -> None:
    assert set(exact) <= set(found)
    for fate, r in found.items():
        assert exact.get(fate, Fraction(0)) in r


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("scenario", SMALL)
def test_while_it_is_fought_the_chances_lie_in_the_range_for_everybody(scenario: str, seed: int):
    """CTL-5.3.4c, d, f: for the attacker, for him who is attacked, and for whoever looks on; before the chits and after them."""
    game = (schooled if seed % 2 else played)(scenario, seed)
    running = [(game.at(n), *fought) for n in range(len(game.log)) if (fought := combat_of(game.at(n)))]
    rng = Random(seed)
    for s, depth, combat in rng.sample(running, min(4, len(running))):
        for side in ("us", "german", ""):
            seen = view(s, side)
            found = outlook.outlook(Sight(seen), combat.assault, settled(s, combat)).fates
            world = resample(seen, rng)
            ends = odds(world, partial(fought_out, depth), forecast.prudent)
            if found.whole:
                contained(found, ends.map(partial(fate_of, world, combat)))


def combat_of(s: State) -> tuple[int, Combat] | None:
    """The innermost combat, while its result is still to come."""
    at = max((n for n, f in enumerate(s.frames) if isinstance(f, Combat)), default=-1)
    if at < 0:
        return None
    combat = s.frames[at]
    return None if settled(s, combat).over else (at, combat)


def fought_out(depth: int, s: State) -> bool:
    return len(s.frames) <= depth or isinstance(s.frames[-1], Bonus)


def fate_of(before: State, c: Combat, end: State) -> Fate:
    return Fate(forecast.became(before, end, c.others), forecast.became(before, end, c.units))


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("scenario", SMALL)
def test_it_does_not_matter_which_world_the_engine_is_asked_about(scenario: str, seed: int):
    """CTL-5.3.4: only what the view fixes is read of it, whoever looks."""
    for s, a in fights(scenario, seed, 6):
        for side in ("us", "german", ""):
            seen = view(s, side)
            if all(seen.at[u] >= 0 for u in a.units):
                mine, theirs = (outlook.outlook(Sight(seen, x), assault(s, a)) for x in ("one", "two"))
                assert mine[:6] == theirs[:6]
                assert dict(mine.columns) == dict(theirs.columns)
                assert dict(mine.fates) == dict(theirs.fates)


COVERS = (
    "394-Assault-Gun for 12ID over I/27 over 1012-Assault-Gun for 12ID",
    "394-Assault-Gun for 12ID over I/27 disrupted",
    "I/27 over 394-Assault-Gun for 12ID disrupted over PzJg-12 for 12ID",
    "hq-12id over I/48 over 394-Assault-Gun for 12ID",
)


def covering(stack: str, behind: str = "II/27", **more: Any) -> Table:
    """A stack of which the top is seen, others like it elsewhere, support on both sides."""
    return scene(
        US={"3010": "745-Tank for 1ID over 1/16", "2910": "1/18"},
        German={"3011": stack, "3012": f"{behind} over sPz-506 for 12ID over 902-Assault-Gun for 12ID", "3111": "II/48 over 341-Assault-Gun for 12ID"},
        terrain={"3011": "town", "3012": "town"}, active="1ID", ap=4, **more,
    )  # fmt: skip


@pytest.mark.parametrize("posture", ["hasty", "prepared"])
@pytest.mark.parametrize("stack", COVERS)
def test_what_lies_covered_is_counted_in_full(stack: str, posture: str):
    """CTL-5.3.4a, h: each world that may be drawn is one of the ways; few enough, and all of them are reckoned."""
    g = covering(stack, ratings={k: {"strength": 2} for k in ("I/27", "II/27", "I/48", "II/48")})
    a = g.game.read(f"attack 745-Tank,1/16 3011 {posture}")
    seen = view(g.s, "us")
    e = Sight(seen)
    found = outlook.outlook(e, assault(g.s, a))
    of = unseen.stack(e, Side.GERMAN, a.hex)
    ways = {frozenset(of_kind(k) for k in kinds) for kinds in of.kinds()}
    for n in range(25):
        world = resample(seen, Random(n))
        there = world.fighters(a.hex, Side.GERMAN)
        c = world.world.counters
        assert (
            frozenset((c[u].effectiveness, world.disrupted[u], c[u].arm, world.points(u)) for u in there)
            in ways
        )
        if found.fates.whole and n < 6:
            contained(found.fates, forecast.fates(world, a))


def of_kind(k: unseen.Kind) -> tuple[Any, ...]:
    return k.effectiveness, k.disrupted, k.arm, k.points


def test_of_too_many_ways_some_are_reckoned_and_it_says_so():
    g = covering(COVERS[0])
    a = g.game.read("attack 745-Tank,1/16 3011 prepared")
    found = g.game.odds(a)
    assert found.ways < found.of
    assert not found.whole
    assert f"of {found.ways} of the {found.of} ways" in found.rests
    assert "2 counters in the hex are not seen" in found.rests


def test_those_that_are_reckoned_are_the_telling_ones(monkeypatch: pytest.MonkeyPatch):
    """The weakest and the strongest come first: little lies beyond the bounds of some."""
    g = covering(COVERS[0])
    x = assault(g.s, g.game.read("attack 745-Tank,1/16 3011 prepared"))
    e = Sight(view(g.s, "us"))
    some = outlook.outlook(e, x)
    assert some.fates.ways <= outlook.MOST < some.fates.of
    monkeypatch.setattr(outlook, "MOST", 10**6)
    every = outlook.outlook(e, x)
    assert every.fates.whole
    assert (some.attack, some.defense, some.drm) == (every.attack, every.defense, every.drm)
    for fate, r in every.fates.items():
        found = some.fates.get(fate, Range(Fraction(0), Fraction(0)))
        assert r.low <= found.low <= found.high <= r.high
        assert found.low - r.low < Fraction(1, 20)
        assert r.high - found.high < Fraction(1, 20)


@given(st.integers(1, 9), st.lists(st.integers(1, 30), min_size=1, max_size=8), st.integers(2, 60))
def test_a_list_of_some_names_nobody_twice(strengths: int, sizes: list[int], most: int):
    groups = [
        unseen.Group((unseen.Kind((5, 4), 0, "at", 0, n, tuple(range(1, size + 1))),), False)
        for n, size in enumerate([strengths, *sizes])
    ]
    forces = unseen.Forces(groups)
    found = [(f.men[0].rank, f.men[0].strength) for f in forces.listed(most)]
    assert len(set(found)) == len(found)
    assert len(found) == forces.ways if forces.ways <= most else len(found) <= most
    if len(groups) * 2 <= most < forces.ways:
        assert {(n, g.ways) for n, g in enumerate(groups)} <= set(found)


def test_the_lowest_and_the_highest_are_reached():
    """CTL-5.3.4d: all that is hidden are two strengths, so play can be asked about every world."""
    g = scene(
        US={"3010": "745-Tank for 1ID TP4 over 1/16"}, German={"3011": "I/27 CS3 over 394-Assault-Gun for 12ID CS2"},
        active="1ID", ap=4,
    )  # fmt: skip
    g.play("attack 745-Tank+1/16 3011 regular")
    x = next(f for f in g.s.frames if hasattr(f, "assault")).assault
    found = outlook.outlook(Sight(view(g.s, "us")), x).fates
    a = Attack(x.attackers, x.hex, x.posture)
    before = scene(
        US={"3010": "745-Tank for 1ID TP4 over 1/16"}, German={"3011": "I/27 CS3 over 394-Assault-Gun for 12ID CS2"},
        active="1ID", ap=4,
    ).s  # fmt: skip
    infantry, gun = before.fighters(x.hex, Side.GERMAN)
    worlds = [
        forecast.fates(replace(before, strength=with_byte(before.strength, [(infantry, n), (gun, m)])), a)
        for n in (1, 2, 3)
        for m in (1, 2)
    ]
    assert (found.ways, found.of) == (6, 6)
    for fate, r in found.items():
        chances = [w.get(fate, Fraction(0)) for w in worlds]
        assert (r.low, r.high) == (min(chances), max(chances))


def test_after_the_throw_one_result_is_left():
    """CTL-5.3.4f: the column is known once the chits are drawn, the result once the die lies there."""
    g = scene(
        US={"3010": "745-Tank for 1ID over 1/16"}, German={"3011": "I/27"}, active="1ID", ap=4, snafu="us"
    )
    g.play("attack 745-Tank+1/16 3011 regular").chits(3, 7)

    def now() -> outlook.Outlook:
        combat = next(f for f in g.s.frames if hasattr(f, "assault"))
        return outlook.outlook(Sight(view(g.s, "us")), combat.assault, settled(g.s, combat))

    drawn = now()
    assert len(drawn.columns) == 1
    assert drawn.drm[0] == drawn.drm[1]
    before = len(drawn.fates)
    g.throws(10)
    lies = now()
    text = settled(g.s, next(f for f in g.s.frames if hasattr(f, "assault"))).result
    assert text
    assert len(lies.fates) <= before
    if read(text).defender == 0:
        assert {f.defender for f in lies.fates} == {UNHARMED}


def ringed() -> Table:
    """An American battalion with Germans all around it, and its HQ beyond them: it is isolated (CTL-5.8.4)."""
    ring = {h: f"I/{n}" for h, n in zip(("3113", "3013", "2913", "2911"), ("27", "48", "89", "148"))}
    return scene(
        US={"1001": "hq-1id", "3012": "1/16"}, German={**ring, "3011": "II/27", "3111": "II/48"}, terrain={"1001": "town"},
        active="1ID", ap=3, ratings={"hq-1id": {"range": 99}}, us_holds="1001", levels={"12ID": 0},
    )  # fmt: skip


def test_an_isolated_attacker_may_stay_behind():
    """CTL-5.8.4b: its check comes first; if nobody passes, nothing comes of the attack but their disruption."""
    g = ringed()
    a = g.game.read("attack 1/16 3011 hasty")
    fails = 1 - Fraction(g.s.effectiveness(g.unit("1/16")), 10)
    found = g.game.odds(a)
    assert found[Fate(UNHARMED, WEAKENED)].low >= fails
    exact = forecast.fates(g.s, a)
    assert exact[Fate(UNHARMED, WEAKENED)] >= fails
    contained(found, exact)


# ---- three places, one word


def test_screen_terminal_and_python_say_the_same():
    """Client 3.10: between what it lies, and over what."""
    g = covering(COVERS[1])
    text = "attack 745-Tank,1/16 3011 regular"
    found = g.game.odds(text)
    sheet = SHOW.odds(view(g.s, "us"), g.game.read(text))
    assert {x.text: x.chance for x in sheet.outcomes} == {str(fate): str(r) for fate, r in found.items()}
    assert sheet.note == found.rests
    out = StringIO()
    oddsheet.show(Screen(plain=True, out=out), FACE, view(g.s, "us"), g.game, g.game.read(text))
    said = " ".join(out.getvalue().split())
    assert found.rests in said
    for fate, r in found.items():
        assert re.search(rf"(?<!\S){re.escape(str(r))} [#]* ?{re.escape(str(fate))}", said)
    told = oddsheet.as_data(FACE, view(g.s, "us"), g.game, g.game.read(text))
    assert (told["rests"], told["ways"], told["of"]) == (found.rests, found.ways, found.of)
    for row, fate in zip(told["outcomes"], sorted(found, key=lambda f: (-found.share[f], str(f)))):
        assert (row["text"], Fraction(row["lowest"]), Fraction(row["highest"])) == (str(fate), *found[fate])


def test_an_attack_that_most_likely_falls_below_the_table_is_told_without_it():
    """CTL-7.5.1d: no column, no die."""
    g = scene(
        US={"3010": "1/16 CS1/7"}, German={"3011": "I/27 CS6 over 394-Assault-Gun for 12ID CS3 over 902-Assault-Gun for 12ID"},
        active="1ID", ap=4, terrain={"3011": "industrial"},
    )  # fmt: skip
    out = StringIO()
    a = g.game.read("attack 1/16 3011 hasty")
    oddsheet.show(Screen(plain=True, out=out), FACE, view(g.s, "us"), g.game, a)
    said = " ".join(out.getvalue().split())
    assert "a column from below the table to 1:1" in said
    assert "table" not in FACE.sheet(view(g.s, "us"), a)


def test_a_sheet_says_what_is_settled():
    """CTL-5.3.4f: one column once the chits are drawn, one sum of DRMs; nothing is foretold of what is being carried out."""
    g = scene(
        US={"3010": "745-Tank for 1ID over 1/16"}, German={"3011": "I/27"}, active="1ID", ap=4, snafu="us"
    )
    g.play("attack 745-Tank+1/16 3011 regular")

    def sheet() -> Any:
        return SHOW.fight(view(g.s, "us"), ["745-Tank", "1/16"], ["I/27"], [])

    assert len(sheet().columns) > 1
    g.chits(3, 7)
    drawn = sheet()
    assert [x.chance for x in drawn.columns] == ["1"]
    assert drawn.column == drawn.columns[0].column
    assert drawn.sums[2].total == f"{combat_of(g.s)[1].drm:+}".replace("+0", "0")  # type: ignore[index]
    g.throws(1)
    assert sheet().outcomes
    g.play("keep")
    assert any(isinstance(f, Combat) and f.result for f in g.s.frames)
    assert sheet().outcomes == ()


# ---- how it is reckoned


def test_a_result_is_reckoned_once():
    """What is the same in many ways is not asked again: that is why it is fast."""
    g = scene(US={"3010": "745-Tank for 1ID over 1/16"}, German={"3011": "I/27"}, active="1ID", ap=4)
    a = g.game.read("attack 745-Tank,1/16 3011 regular")
    r = Reckoner(Sight(view(g.s, "us")), outlook.Case(assault(g.s, a)))
    r.outlook()
    seen = len(r.brought)
    r.outlook()
    assert len(r.brought) == seen


def test_a_sheet_in_the_midst_of_checks_goes_on_from_there():
    """CTL-5.8.4b: the checks of isolated attackers are still to come."""
    g = ringed()
    a = g.game.read("attack 1/16 3011 hasty")
    before = g.game.odds(a)
    x = assault(g.s, a)
    s = apply(g.s, a).state
    running = next(f for f in s.frames if hasattr(f, "posture"))
    now = outlook.outlook(Sight(view(s, "us")), x, settled(s, running)).fates
    assert dict(now) == dict(before)
