"""What happens in the Admin Phase (CTL-8). Assignments, replacement points and Victory Plan markers are for their owner's
eyes (CTL-5.3.4d, e, CTL-8.3a); a spectator, who is of no side, sees no more than the enemy."""

from __future__ import annotations

from typing import Any, Self

from msgspec.structs import replace

from ...board.names import Unit, Units
from ...geometry.hexes import Hex
from ...kernel.draft import Event
from .chart import GERMAN, US, Side
from .events import UNSEEN
from .state import COMING, GONE, State, rearranged, with_byte, without
from .world import Formation


class FrontsTurned(Event, frozen=True):
    """CTL-8.1c, CTL-5.7.3c: the HQs of these formations show their fronts again."""

    formations: tuple[Formation, ...]

    def on(self, s: State) -> State:
        return replace(s, flipped=with_byte(s.flipped, [(f, 0) for f in self.formations]))


class LevelsRose(Event, frozen=True):
    """CTL-8.1.1, CTL-8.1.3: the new Activation Levels of formations of a side. They lie open (CTL-5.3.4g)."""

    side: Side
    levels: tuple[tuple[Formation, int], ...]

    def on(self, s: State) -> State:
        return replace(s, level=with_byte(s.level, self.levels))


class InterdictionSet(Event, frozen=True):
    """CTL-8.1.2a."""

    level: int

    def on(self, s: State) -> State:
        return replace(s, interdiction=self.level)


class AssignmentsHidden(Event, frozen=True):
    """CTL-5.3.4m: what was shown of these units' assignments holds no more."""

    side: Side
    units: Units

    def on(self, s: State) -> State:
        return replace(s, shown=with_byte(s.shown, [(u, 0) for u in self.units]))


class Assigned(Event, frozen=True):
    """CTL-5.5.2d: a unit belongs to this formation from now on, or to none. A secret note (CTL-5.3.4e)."""

    unit: Unit
    owner: Side
    formation: Formation

    def on(self, s: State) -> State:
        return replace(
            s,
            assigned=with_byte(s.assigned, [(self.unit, self.formation)]),
            shown=with_byte(s.shown, [(self.unit, 0)]),
        )

    def seen_by(self, side: Any) -> Self | None:
        return self if side == self.owner else None


class PlanDrawn(Event, frozen=True):
    """CTL-8.3a: the marker goes to the end of the hidden line."""

    kind: str

    def on(self, s: State) -> State:
        return replace(s, plans=(*s.plans, self.kind))

    def seen_by(self, side: Any) -> Self:
        return self if side == US else replace(self, kind="")


class PlanInspected(Event, frozen=True):
    """CTL-8.3c: both know which marker it was, the first being 1, and of what kind."""

    reveals = True
    marker: int
    kind: str

    def on(self, s: State) -> State:
        return replace(s, inspected=tuple(sorted({*s.inspected, self.marker - 1})))

    def seen_by(self, side: Any) -> Self:
        return self if side in (US, GERMAN) else replace(self, kind="")


class Restored(Event, frozen=True):
    """CTL-8.4d: a unit has so many SPs now. Nobody else knows (CTL-5.3.4d)."""

    unit: Unit
    owner: Side
    left: int

    def on(self, s: State) -> State:
        return replace(s, strength=with_byte(s.strength, [(self.unit, self.left)]))

    def seen_by(self, side: Any) -> Self | None:
        return self if side == self.owner else None


class Withdrawn(Event, frozen=True):
    """CTL-8.5.2: counters of a division are taken from play; their losses so far are noted (CTL-8.5.2f). If the division comes
    back, all of them wait at full strength, those lost before too, and its level is its maximum (CTL-8.5.2b, e)."""

    formation: Formation
    units: Units
    noted: tuple[int, ...]
    back: bool

    def on(self, s: State) -> State:
        improved = s.improved
        for u in self.units:
            if s.on_map(u) and s.combat(u):
                improved = without(improved, s.hex(u))
        hexes = {s.at[u] for u in self.units if s.on_map(u)}
        staff = s.world.staffs[self.formation]
        hq_leaves = staff.hq in self.units
        for hex in sorted(hexes):
            s = rearranged(s, tuple(u for u in self.units if s.at[u] == hex), COMING if self.back else GONE)
        for u in self.units:  # off the map before
            s = rearranged(s, (u,), COMING if self.back else GONE)
        return replace(
            s,
            improved=improved,
            noted=with_byte(s.noted, zip(self.units, self.noted)),
            strength=with_byte(s.strength, [(u, s.counter(u).strength) for u in self.units]),
            assigned=with_byte(s.assigned, [(u, self.formation) for u in self.units]),
            level=with_byte(s.level, [(self.formation, staff.level)] if hq_leaves and self.back else []),
            flipped=with_byte(s.flipped, [(self.formation, 0)] if hq_leaves else []),
        )

    def seen_by(self, side: Any) -> Self:
        return self if side == GERMAN else replace(self, noted=(UNSEEN,) * len(self.noted))


class Placed(Event, frozen=True):
    """CTL-8.5d, e, g: a reinforcement, or an HQ that had been driven off the map, lies on top of a stack. Improved Defense stays
    (CTL-7.7e)."""

    unit: Unit
    owner: Side
    hex: Hex

    def on(self, s: State) -> State:
        return rearranged(s, (self.unit,), self.hex)


EVENTS: tuple[type[Event], ...] = (
    FrontsTurned, LevelsRose, InterdictionSet, AssignmentsHidden, Assigned, PlanDrawn, PlanInspected, Restored,
    Withdrawn, Placed,
)  # fmt: skip
