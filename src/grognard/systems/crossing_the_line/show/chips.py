"""The numbers of the strip above the map: the tracks of the game (CTL-3.1.3) and how the VPs stand."""

from __future__ import annotations

from fractions import Fraction
from math import ceil

from ....kernel.mods import total
from ....kernel.show import Chip
from .. import victory
from ..activation import FormationActivation
from ..chart import GERMAN, US
from ..schedule import driven_off
from ..sequence import OpsPhase
from ..state import LOST
from ..supply import in_supply
from ..texts import WORDS, phrase
from . import words
from .eyes import Eyes


def chips(e: Eyes) -> list[Chip]:
    out = [*points(e), *plans(e), *score(e)]
    if not e.world.scenario.solo:
        out += tracks(e)
    return [*out, *levels(e)]


def points(e: Eyes) -> list[Chip]:
    """CTL-3.1.3d: the AP of whoever acts; in a reaction of both, each by its formation, the reacting one first."""
    acting = {f.side: f.formation for f in e.s.frames if isinstance(f, FormationActivation)}
    out = []
    for side, f in reversed(acting.items()):
        label = "AP" if len(acting) == 1 else phrase("AP {formation}", formation=e.world.staffs[f].id)
        name = WORDS["formation"][e.world.staffs[f].id]
        out.append(Chip(f"ap-{side}", label, str(e.s.points_of(side)), name, "CTL-6.3.4a", side))
    return out


def tracks(e: Eyes) -> list[Chip]:
    """CTL-6.1, CTL-8.1.2, CTL-5.2a."""
    s = e.s
    marker = phrase("box 0")
    note = phrase("nobody adds anything to the roll")
    if s.marker is not None:
        marker = (
            phrase("US +{count}", count=s.box) if s.marker is US else phrase("German +{count}", count=s.box)
        )
        note = phrase("{side} add {count} to the roll", side=words.people(s.marker), count=s.box)
    out = [Chip("initiative", phrase("Initiative"), marker, note, "CTL-6.1a", s.marker or "")]
    why = phrase("added to the American roll for initiative; slows German recovery")
    out.append(Chip("interdiction", phrase("Interdiction"), str(s.interdiction), why, "CTL-8.1.2b", US))
    if s.snafu is not None:
        hold = phrase(
            "{side} may reroll one of their own dice, and hand the marker over", side=words.people(s.snafu)
        )
        out.append(Chip("snafu", "SNAFU", WORDS["owner"][s.snafu], hold, "CTL-5.2b", s.snafu))
    ops = any(isinstance(f, OpsPhase) for f in s.frames)  # CTL-6.2f: of no other phase
    for side in (US, GERMAN) if ops else ():
        if s.passed[side is GERMAN]:
            gone = phrase("no more activations in this Ops Phase; reactions still")
            out.append(Chip(f"passed-{side}", phrase("Passed"), WORDS["owner"][side], gone, "CTL-6.2f", side))
    return out


def score(e: Eyes) -> list[Chip]:
    """CTL-9, CTL-10: what would be counted now, as far as this side knows it."""
    s, scenario = e.s, e.world.scenario
    if scenario.study:
        return []
    if scenario.solo:
        left = [n for n in scenario.goals if s.field.manned[GERMAN] >> e.world.grid.hex(n) & 1]
        text = ", ".join(left) or phrase("cleared")
        return [
            Chip(
                "goals",
                phrase("To be cleared"),
                text,
                phrase("hexes with German combat units"),
                "CTL-10.1g",
                US,
            )
        ]
    if scenario.campaign:
        return campaign(e)
    vp = ceil(total(victory.points(s)))
    band = WORDS["outcome"][victory.level(s)]
    note = phrase("US victory points if the game ended now: {level}", level=band)
    return [Chip("vp", "VP", str(vp), note, scenario.clause, US)]


def campaign(e: Eyes) -> list[Chip]:
    """CTL-9.2, CTL-10.4c: the losses of the Germans are exact only for themselves (CTL-5.3.4d), the plan for those who know
    it."""
    s = e.s
    out = []
    worth = e.world.tables["german_losses"]
    if e.side is GERMAN:
        value = str(ceil(victory.losses(s)))
        note = phrase("VP for German SPs lost so far")
    else:
        sum_ = Fraction(0)
        for u in e.world.by_side[GERMAN]:
            if s.combat(u) and s.at[u] == LOST:
                sum_ += e.world.counters[u].strength * Fraction(worth[e.world.counters[u].type])
        value = f"{ceil(sum_)}+"
        note = phrase("VP for German units eliminated; other losses are not seen")
    out.append(Chip("losses", phrase("German losses"), value, note, "CTL-9.2b", US))
    return out


def plans(e: Eyes) -> list[Chip]:
    """CTL-8.3: the markers drawn, as far as this side knows them."""
    drawn = e.view.plans
    if not e.world.scenario.campaign:
        return []
    known = [f"{n}: {WORDS['plan'][p]}" if p else f"{n}: ?" for n, p in enumerate(drawn, 1)]
    plan = next((p for p in drawn if p != "dummy"), "")
    dummies = drawn.count("dummy")
    if plan:
        value = WORDS["plan"][plan]
    elif dummies:  # CTL-8.3c: what a look has shown
        value = phrase("{count} drawn, {dummies} known as dummies", count=len(drawn), dummies=dummies)
    else:
        value = phrase("{count} drawn", count=len(drawn))
    note = ", ".join(known) or phrase("none has been drawn yet")
    return [Chip("plan", phrase("Victory Plan"), value, note, "CTL-8.3b", US)]


def levels(e: Eyes) -> list[Chip]:
    """CTL-3.1.3c, CTL-5.3.4g: the Activation Levels lie open, and whether an HQ has spent its Emergency Supply."""
    s, out = e.s, []
    for f, staff in enumerate(e.world.staffs):
        at = s.at[staff.hq]
        if at < 0 and not driven_off(s, staff.hq):
            continue
        parts = [WORDS["formation"][staff.id], phrase("Activation Level, at most {most}", most=staff.level)]
        if at < 0:
            parts.append(phrase("its HQ is off the map"))
        elif s.flipped[f]:
            parts.append(phrase("Emergency Supply spent"))
        if at >= 0 and e.sees(staff.hq) and not in_supply(s, f):
            parts.append(phrase("out of supply"))
        parts.append(phrase("Reaction Rating {count}", count=staff.reaction))
        value = f"{s.level[f]}/{staff.level}"
        out.append(Chip(f"level-{staff.id}", staff.id, value, "; ".join(parts), "CTL-6.3.1a", staff.side))
    return out
