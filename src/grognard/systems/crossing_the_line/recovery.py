"""The Recovery Segment (CTL-8.1): supply of HQs, Activation Levels, Interdiction, automatic refit, attrition."""

from __future__ import annotations

from typing import Any, ClassVar

from msgspec.structs import replace

from ...board import data
from ...board.names import Unit, Units
from ...kernel.draft import Draft
from ...kernel.frame import Call, Step
from .admin_events import FrontsTurned, InterdictionSet, LevelsRose
from .asking import Steps
from .chart import GERMAN, US, Side
from .control import happen
from .dice import SIDES, Cuts, Dice, cuts_of
from .events import Recovered
from .sight import open_of
from .stacking import lose_steps
from .state import State
from .supply import Command, command, in_command, in_supply
from .world import Formation


def interdiction(s: State) -> list[int]:
    """CTL-8.1.2a: the levels by die of the current turn; a study may last longer than the table."""
    columns = {r["turn"]: list(r["level"]) for r in data.rows(s.world.tables["interdiction"])}
    return columns[min(s.turn, max(columns))]


def recovery(s: State, f: Formation) -> int:
    """CTL-8.1.1a, CTL-8.1.3a, CTL-8.1.2b: by Recovery class; of Germans by the Interdiction Level too."""
    staff = s.world.staffs[f]
    row = next(r for r in data.rows(s.world.tables["recovery"]) if r["class"] == staff.recovery)
    return int(row["us"] if staff.side is US else row["german"][s.interdiction])


def risen(s: State, side: Side) -> tuple[tuple[Formation, int], ...]:
    """CTL-8.1a, b: the levels that change: of supplied HQs only, and never above the maximum."""
    out = []
    for f, staff in enumerate(s.world.staffs):
        if staff.side is side and in_supply(s, f):
            level = min(staff.level, s.level[f] + recovery(s, f))
            if level != s.level[f]:
                out.append((f, level))
    return tuple(out)


def refitted(s: State, side: Side) -> Units:
    """CTL-8.1.4a, CTL-5.6.4a, CTL-5.8.3c: disrupted units in command of their present HQ, supplied or not."""
    return tuple(u for u in s.world.by_side[side] if s.on_map(u) and s.disrupted[u] and in_command(s, u))


def worn(s: State, after: int) -> Unit | None:
    """CTL-8.1.5a, CTL-5.8.4e: the next unit that is disrupted and isolated."""
    for n in range(after + 1, len(s.at)):
        u = Unit(n)
        if s.disrupted[u] and s.on_map(u) and command(s, u) is Command.ISOLATED:
            return u
    return None


class Recovery(Steps, frozen=True, kw_only=True):
    """CTL-4.1.1, CTL-8.1. All units that refit do so together; attrition is rolled for one unit after the other."""

    STEPS: ClassVar[tuple[str, ...]] = (
        "flip_hqs", "us_levels", "roll", "interdict", "german_levels", "refit", "attrition",
    )  # fmt: skip
    checked: int = -1  # the last unit that made an Attrition Check

    def flip_hqs(self, d: Draft[State], _: Any) -> None:
        """CTL-8.1c, CTL-5.7.3c, CTL-5.7.1a: a flipped HQ in supply turns to its front, and recovers its level too."""
        s = d.s
        turned = tuple(f for f in range(len(s.world.staffs)) if s.flipped[f] and in_supply(s, f))
        if turned:
            d.emit(FrontsTurned(turned))

    def us_levels(self, d: Draft[State], _: Any) -> None:
        """CTL-8.1.1a, CTL-6.3.1c."""
        self.rise(d, US)

    def roll(self, d: Draft[State], _: Any) -> Step:
        """CTL-8.1.2a."""
        return Call(self, Dice((US,), (cuts_of(interdiction(d.s)),), "CTL-8.1.2a"))

    def interdict(self, d: Draft[State], dice: tuple[int, ...]) -> None:
        d.emit(InterdictionSet(interdiction(d.s)[dice[0] - 1]))

    def german_levels(self, d: Draft[State], _: Any) -> None:
        """CTL-8.1.3a."""
        self.rise(d, GERMAN)

    def rise(self, d: Draft[State], side: Side) -> None:
        if levels := risen(d.s, side):
            d.emit(LevelsRose(side, levels))

    def refit(self, d: Draft[State], _: Any) -> None:
        """CTL-8.1.4a."""
        ready = {side: refitted(d.s, side) for side in Side}
        for side, units in ready.items():
            if units:
                happen(d, Recovered(side, units, open_of(d.s, units)))

    def attrition(self, d: Draft[State], _: Any) -> Step | None:
        """CTL-8.1.5a."""
        u = worn(d.s, self.checked)
        if u is None:
            return None
        return Call(replace(self, checked=u).again(), Attrition(side=d.s.side(u), unit=u))


class Attrition(Steps, frozen=True, kw_only=True):
    """CTL-5.8.4e, CTL-8.1.5: die minus Effectiveness, which is that of the disrupted side (CTL-8.1.5b), is the loss. The unit
    shows itself while it rolls (CTL-5.3.4i)."""

    STEPS: ClassVar[tuple[str, ...]] = ("roll", "suffer")
    side: Side
    unit: Unit

    def roll(self, d: Draft[State], _: Any) -> Step:
        cuts: Cuts = tuple(range(d.s.effectiveness(self.unit), SIDES + 1))
        return Call(self, Dice((self.side,), (cuts,), "CTL-8.1.5a"))

    def suffer(self, d: Draft[State], dice: tuple[int, ...]) -> None:
        loss = dice[0] - d.s.effectiveness(self.unit)
        if loss > 0:
            lose_steps(d, self.unit, loss, "CTL-5.8.4e")
