"""What a side is told of a combat: the die that may be thrown again, the sheet and its ranges (CTL-5.3.4, CTL-7.5.1)."""

from __future__ import annotations

import re
from random import Random
from typing import Any

from grognard.kernel.mods import total
from grognard.kernel.play import apply
from grognard.systems.crossing_the_line import actions, strength
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
