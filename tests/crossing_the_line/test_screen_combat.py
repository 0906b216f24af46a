"""What a side is told of a combat: the die that may be thrown again, the sheet and its ranges (CTL-5.3.4, CTL-7.5.1)."""

from __future__ import annotations

import re
from random import Random
from typing import Any

from grognard.kernel.mods import total
from grognard.kernel.play import apply
from grognard.systems.crossing_the_line import actions, strength
from grognard.systems.crossing_the_line.chart import US
from grognard.systems.crossing_the_line.combat import Combat
from grognard.systems.crossing_the_line.events import CombatResolved
from grognard.systems.crossing_the_line.show import SHOW

from .table import SYSTEM, Table, scene
from .test_screen import Look, assault

# ---- a die that may be thrown again (CTL-5.2)


def thrown(**more: Any) -> Table:
    """An attack whose die lies there; its owner has the marker."""
    return assault(snafu="us", **more).play("attack 745-Tank+1/16 3011 regular").chits(3, 7).throws(4)


def test_a_combat_die_is_thrown_again_with_open_eyes():
    """CTL-5.2b, CTL-5.3.4f: who may throw it again is told the DRMs and the result as it lies, on screen, on the button and in
    the terminal; the others that he decides."""
    g = thrown()
    combat = next(f for f in g.s.frames if isinstance(f, Combat))
    drm = int(total(strength.drms(g.s, combat.assault)))
    result = strength.result(g.s, combat.column, 4 + drm)
    assert (combat.drm, drm != 0) == (drm, True)
    us, german = Look(g, "us"), Look(g, "german")
    asked = us.choices
    assert (asked.prompt.key, asked.prompt.args) == (
        "CTL.prompt.snafu.combat",
        {"drm": f"{drm:+}", "result": result},
    )
    assert f"DRM {drm:+}" in us.view.prompt
    assert result in us.view.prompt
    assert result not in german.view.prompt
    (again,) = asked.single
    assert again.note.startswith("another throw brings ")
    assert sum(int(x) for x in re.findall(r"(\d+) %", again.note)) == 100
    for look in (us, german):
        assert look.board.dice.results == (result,)
        assert look.board.dice.column == look.board.fighting.odds


def test_what_the_die_brings_is_the_same_in_all_worlds_alike():
    """CTL-5.3.4f: the DRMs are kept with the combat; a strength that nobody saw cannot change them any more."""
    g = thrown()
    for seed in range(5):
        other = SYSTEM.resample(SYSTEM.view(g.s, "german"), Random(seed))
        mine, theirs = (apply(s, actions.Keep()) for s in (g.s, other))
        drm, result = next((e.drm, e.result) for e in mine.events if isinstance(e, CombatResolved))
        assert (drm, result) == next(
            (e.drm, e.result) for e in theirs.events if isinstance(e, CombatResolved)
        )


def test_no_face_is_told_that_nobody_threw():
    """CTL-7.5.1e, CTL-5.3.4f: the combat remembers which faces come to the same, the table is told the one that fell and what
    the DRMs make of it, and nothing that does not fit it."""
    g = thrown()
    got = g.s.frames[-1].got[0]
    assert got > 4  # remembered for all that come to the same
    g.play("keep")
    (e,) = g.events(CombatResolved)
    said = SHOW.told(SYSTEM.view(g.s, "us"), e)
    assert said is not None
    assert said.text == f"With DRM {e.drm:+}: {e.result}."


def test_only_a_check_passes():
    """CTL-5.2b: no other die has a number below which it would be good."""
    g = scene(US={"3010": "1/16"}, German={"4010": "I/27"}, initiative="us", snafu="us", levels={"1ID": 1})
    g.play("act 1ID").throws(1)
    (again,) = Look(g, "us").choices.single
    assert again.note == ""


# ---- other dice that may be thrown again, and what is lost for good


def test_the_owner_of_the_marker_knows_how_the_initiative_lies():
    """CTL-5.2b, CTL-6.1a, b: each die with what is added to it, and a tie is American."""
    g = scene(
        US={"3010": "1/16"}, German={"3020": "I/27"}, phase="ops", turn=2, snafu="german", marker=("german", 2), interdiction=1,
        levels={"1ID": 3, "12ID": 3},
    ).throws((4, 3))  # fmt: skip
    assert Look(g, "german").board.dice.text == (
        "Americans 5, Germans 5: as it lies the Americans have the initiative"
    )


def test_whoever_may_throw_a_check_again_knows_how_it_lies():
    """CTL-5.2b, CTL-5.6.1a, CTL-7.6a."""
    for face, how in ((5, "passes"), (10, "fails")):
        g = scene(US={"3010": "1/16 disrupted"}, German={"3020": "I/27"}, active="1ID", ap=4, snafu="us")
        g.play("refit 1/16").throws(face)
        assert Look(g, "us").board.dice.text == f"as the die lies, it {how}"


def test_whoever_may_throw_for_action_points_again_knows_how_many_there_are():
    """CTL-5.2b, CTL-6.3.2a: by the level before it falls."""
    for face in (1, 10):
        g = scene(
            US={"3010": "1/16"}, German={"4010": "I/27"}, initiative="us", snafu="us", levels={"1ID": 4}
        )
        g.play("act 1ID").throws(face)
        said = Look(g, "us").board.dice.text
        g.play("keep")
        assert said == f"as the die lies, it brings {g.s.points_of(US)} AP"


def test_a_unit_is_removed_with_open_eyes():
    """CTL-8.4.2a, c, CTL-8.4d: how many of its points others of its formation can use; then that unit is done with, not the
    segment."""
    stacks = {"4001": "Pi-3 CS4", "4002": "I/8 CS3/6", "4003": "II/8 CS5/6"}
    g = scene(German=stacks, phase="german_reorganization", turn=2)
    usable = {u: Look(g, "german").offers(u)[0].args["usable"] for u in ("Pi-3", "I/8", "II/8")}
    assert usable == {"Pi-3": 4, "I/8": 1, "II/8": 3}
    g.play("cannibalize Pi-3")
    assert Look(g, "german").choices.main.key == "CTL.offer.end.rebuild"
