"""Who has won (CTL-9, CTL-10)."""

from __future__ import annotations

from fractions import Fraction
from math import ceil

from ...board import data
from ...geometry.hexset import holds
from ...kernel.draft import Draft
from ...kernel.mods import Mod, total
from ...kernel.system import Verdict
from .chart import GERMAN, US
from .events import GameEnded
from .state import COMING, State
from .texts import phrase

LEVELS = {
    "us_decisive": (US, phrase("a decisive US victory")),
    "us_substantial": (US, phrase("a substantial US victory")),
    "us_marginal": (US, phrase("a marginal US victory")),
    "us_satisfactory": (US, phrase("a satisfactory result")),
    "poor": (GERMAN, phrase("a poor performance")),
    "failure": (GERMAN, phrase("a failure")),
    "draw": (None, phrase("a draw")),
    "german_marginal": (GERMAN, phrase("a marginal German victory")),
    "german_substantial": (GERMAN, phrase("a substantial German victory")),
    "german_decisive": (GERMAN, phrase("a decisive German victory")),
}


def plan(s: State) -> str | None:
    """CTL-8.3b: the first marker drawn that is no dummy."""
    return next((p for p in s.plans if p != "dummy"), None)


def losses(s: State) -> Fraction:
    """CTL-9.2: VP for the SPs of all Germans that have been in play, losses before a withdrawal included."""
    worth = s.world.tables["german_losses"]
    sum_ = Fraction(0)
    for u in s.world.by_side[GERMAN]:
        if s.combat(u):
            lost = s.noted[u] + (s.counter(u).strength - s.strength[u] if s.at[u] != COMING else 0)
            sum_ += lost * Fraction(worth[s.counter(u).type])
    return sum_


def points(s: State) -> list[Mod]:
    """CTL-1b, CTL-9a, CTL-10.2e, CTL-10.3d: the VPs of the US side as things stand, each with its reason. Losses count in the
    campaign alone (CTL-10.2h, CTL-10.3f)."""
    scenario, chart = s.world.scenario, s.world.chart
    out = []
    for value, numbers in scenario.vp.items():
        for n in numbers:
            if s.controls(US, chart.grid.hex(n)):
                out.append(Mod(int(value), scenario.clause, s.world.place(chart.grid.hex(n))))
    if scenario.campaign:
        name = plan(s)
        for row in data.rows(s.world.tables["victory_plans"]):
            if row["plan"] == name:  # CTL-10.4c, g
                for n in ("2609", "4110", "4120", "3509"):
                    if s.controls(US, chart.grid.hex(n)):
                        out.append(Mod(row[n], "CTL-8.3b", s.world.place(chart.grid.hex(n))))
                if any(s.controls(US, h) for h in s.world.tracked if holds(chart.roer_area, h)):  # CTL-3.1.5b
                    out.append(Mod(row["roer"], "CTL-3.1.5b", "the Roer"))
        if lost := losses(s):
            out.append(Mod(lost, "CTL-9.2b", "German losses"))
    return out


def score(s: State) -> int:
    """CTL-9.2b, CTL-5.1a: rounded up once, at the end."""
    return ceil(total(points(s)))


def level(s: State) -> str:
    """CTL-10.2f, i, CTL-10.3e, CTL-10.4d: the highest band that the VPs reach."""
    scenario = s.world.scenario
    if scenario.vp and holds_aachen(s):
        return "us_decisive"
    vp = score(s)
    return next((name for name, least in scenario.levels.items() if vp >= least), "german_decisive")


def holds_aachen(s: State) -> bool:
    """CTL-10.2f, g: a US combat unit in a city hex of Aachen at the end."""
    return bool(s.field.manned[US] & s.world.chart.aachen)


def end(d: Draft[State]) -> None:
    """CTL-7.8b: after the last turn the victory level is worked out."""
    side, words = LEVELS[level(d.s)]
    why = phrase("{count} VP: {result}", count=score(d.s), result=words)
    d.emit(GameEnded(Verdict(side, d.s.world.scenario.clause, why)))


def goals_cleared(d: Draft[State]) -> None:
    """CTL-10.1g, h: in First Blood the last goal is cleared at the end of an Action."""
    scenario, chart = d.s.world.scenario, d.s.world.chart
    if not scenario.goals or d.s.verdict:
        return
    if any(holds(d.s.field.manned[GERMAN], chart.grid.hex(h)) for h in scenario.goals):
        return
    used = d.s.used
    name = next(level for level, most in scenario.levels.items() if used <= most)
    side, words = LEVELS[name]
    d.emit(GameEnded(Verdict(side, "CTL-10.1h", f"cleared in {used} activations: {words}")))


def not_cleared(d: Draft[State]) -> None:
    """CTL-10.1h."""
    side, words = LEVELS["failure"]
    d.emit(GameEnded(Verdict(side, "CTL-10.1h", f"not cleared: {words}")))
