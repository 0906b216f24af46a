"""What happens. `on` is the only code that writes; everything in this game is open to both sides (TGC-inv.7)."""

from __future__ import annotations

from msgspec.structs import replace

from ...board.names import Unit, Units
from ...geometry.hexes import Hex
from ...kernel.draft import Event
from ...kernel.system import Verdict
from .state import (
    ASHORE,
    BRITAIN,
    FRESH,
    HOME,
    SLOT,
    SLOW,
    Combat,
    Hexes,
    Source,
    State,
    add,
    rearranged,
    with_byte,
    without,
)
from .world import ALLIED, Side


def stopped(s: State, u: Unit, hex: Hex) -> State:
    """TGC-def.11, TGC-move.16: who stops in a hex owns it. Stars, beaches and installations take note."""
    chart = s.world.chart
    if s.side(u) is ALLIED:
        if hex in chart.stars:  # TGC-repl.15a
            s = replace(s, allied_stars=add(s.allied_stars, hex))
        if hex in chart.installations:  # TGC-area.22b, c
            s = replace(s, captured=add(s.captured, hex))
    else:
        if hex in s.allied_stars:  # TGC-repl.15a
            s = replace(s, allied_stars=without(s.allied_stars, hex))
        if hex in s.invaded:  # TGC-inv.27a, b
            s = replace(s, invaded=without(s.invaded, hex), lost_beaches=add(s.lost_beaches, hex))
    return s


class Deployed(Event, frozen=True):
    """A prepared position is loaded."""

    setup: str
    units: Units
    places: Hexes

    def on(self, s: State) -> State:
        return replace(s, at=rearranged(s, tuple(zip(self.units, self.places))))


class Placed(Event, frozen=True):
    """A German unit is set up; it owns what it stands on from the start."""

    unit: Unit
    to: Hex

    def on(self, s: State) -> State:
        return replace(s, at=rearranged(s, ((self.unit, self.to),)))


class TurnBegan(Event, frozen=True):
    """A new week: missions are back, last turn's attacks are remembered for carpet bombing (TGC-air.2, 13)."""

    turn: int
    missions: int

    def on(self, s: State) -> State:
        return replace(
            s,
            turn=self.turn,
            missions=self.missions,
            attacked_before=s.attacked,
            attacked=(),
            landings=(),
            drops=0,
            combats=(),
            marks=bytes(len(s.marks)),
            left=bytes(len(s.left)),
        )


class FrenchReleased(Event, frozen=True):
    """TGC-area.6b."""

    def on(self, s: State) -> State:
        return replace(s, french=True)


class SourcesSet(Event, frozen=True):
    """The Allied sources of this turn (TGC-supply.21)."""

    sources: tuple[Source, ...]

    def on(self, s: State) -> State:
        return replace(s, sources=self.sources)


class SupplyJudged(Event, frozen=True):
    """TGC-supply.23, 24: the count of every unit of a side."""

    side: Side
    hungry: tuple[tuple[Unit, int], ...]  # those whose count changes

    def on(self, s: State) -> State:
        return replace(s, hungry=with_byte(s.hungry, self.hungry))


class FactorsAdded(Event, frozen=True):
    """TGC-repl.8, 11."""

    side: Side
    factors: int

    def on(self, s: State) -> State:
        allied, german = s.factors
        more = (allied + self.factors, german) if self.side is ALLIED else (allied, german + self.factors)
        return replace(s, factors=more)


class Replaced(Event, frozen=True):
    """A unit comes back: to Britain, or onto a starred hex."""

    unit: Unit
    to: int
    cost: int

    def on(self, s: State) -> State:
        s = FactorsAdded(s.side(self.unit), -self.cost).on(s)
        s = replace(
            s,
            at=rearranged(s, ((self.unit, self.to),)),
            hungry=with_byte(s.hungry, [(self.unit, 0)]),
            marks=with_byte(s.marks, [(self.unit, FRESH)]),
        )
        return stopped(s, self.unit, Hex(self.to)) if self.to >= 0 else s


class InvasionDeclared(Event, frozen=True):
    area: str

    def on(self, s: State) -> State:
        return replace(s, invasion=(self.area, s.turn), invasions=s.invasions + 1)


class Embarked(Event, frozen=True):
    """On a sea hex, or back to Britain; counted against the numbers of the area (TGC-inv.8)."""

    unit: Unit
    to: int

    def on(self, s: State) -> State:
        fresh = FRESH if self.to >= 0 else 0
        return replace(
            s, at=rearranged(s, ((self.unit, self.to),)), marks=with_byte(s.marks, [(self.unit, fresh)])
        )


class Dropped(Event, frozen=True):
    unit: Unit
    to: Hex

    def on(self, s: State) -> State:
        s = replace(
            s,
            at=rearranged(s, ((self.unit, self.to),)),
            drops=s.drops + 1,
            hungry=with_byte(s.hungry, [(self.unit, 0)]),
            marks=with_byte(s.marks, [(self.unit, FRESH)]),
        )
        return stopped(s, self.unit, self.to)


class MovementBegan(Event, frozen=True):
    """What each unit of the side may spend; those of `slow` have no strategic movement."""

    side: Side
    left: tuple[tuple[Unit, int], ...]
    slow: Units

    def on(self, s: State) -> State:
        slow = [(u, s.marks[u] | SLOW) for u in self.slow]
        return replace(s, left=with_byte(bytes(len(s.left)), self.left), marks=with_byte(s.marks, slow))


class Moved(Event, frozen=True):
    """A segment of movement ends; `way` is for the eye, the hexes entered in order."""

    unit: Unit
    way: Hexes
    left: int
    slow: bool

    def on(self, s: State) -> State:
        to = self.way[-1]
        marks = s.marks
        if self.slow:
            marks = with_byte(marks, [(self.unit, marks[self.unit] | SLOW)])
        s = replace(
            s,
            at=rearranged(s, ((self.unit, to),)),
            left=with_byte(s.left, [(self.unit, self.left)]),
            marks=marks,
        )
        return stopped(s, self.unit, to)


class Landed(Event, frozen=True):
    """A unit comes ashore from Britain; `counts` is what it counts as: armor, infantry or hq."""

    unit: Unit
    to: Hex
    area: str
    counts: str
    left: int

    def on(self, s: State) -> State:
        old = s.landing(self.area)
        new = replace(old, **{self.counts: getattr(old, self.counts) + 1})
        others = tuple(x for x in s.landings if x.area != self.area)
        s = replace(
            s,
            at=rearranged(s, ((self.unit, self.to),)),
            left=with_byte(s.left, [(self.unit, self.left)]),
            marks=with_byte(s.marks, [(self.unit, s.marks[self.unit] | ASHORE | FRESH)]),
            landings=(*others, new),
        )
        return stopped(s, self.unit, self.to)


class Sailed(Event, frozen=True):
    """Back to Britain, not to be used again before the next turn (TGC-sea.4)."""

    unit: Unit
    way: Hexes

    def on(self, s: State) -> State:
        return replace(
            s,
            at=rearranged(s, ((self.unit, BRITAIN),)),
            left=with_byte(s.left, [(self.unit, 0)]),
            hungry=with_byte(s.hungry, [(self.unit, 0)]),
            marks=with_byte(s.marks, [(self.unit, HOME)]),
        )


class CameAshore(Event, frozen=True):
    """Invaders stand on the beach, which is a successfully invaded hex from now on (TGC-inv.17)."""

    units: Units
    hex: Hex

    def on(self, s: State) -> State:
        s = replace(s, at=rearranged(s, tuple((u, self.hex) for u in self.units)))
        if self.hex not in s.lost_beaches:  # TGC-inv.27b
            s = replace(s, invaded=add(s.invaded, self.hex))
        for u in self.units:
            s = stopped(s, u, self.hex)
        return s


class Eliminated(Event, frozen=True):
    """Units go to the order of battle sheet (TGC-crt.12); `by` is the clause that took them."""

    units: Units
    by: str

    def on(self, s: State) -> State:
        zero = [(u, 0) for u in self.units]
        return replace(
            s,
            at=rearranged(s, tuple((u, SLOT) for u in self.units)),
            hungry=with_byte(s.hungry, zero),
            left=with_byte(s.left, zero),
            interdicted=tuple(u for u in s.interdicted if u not in self.units),
        )


class CombatAssigned(Event, frozen=True):
    combat: Combat

    def on(self, s: State) -> State:
        return replace(s, combats=(*s.combats, self.combat))


class CombatCancelled(Event, frozen=True):
    """By the player, or because a later move made it impossible (TGC-combat.3)."""

    combat: Combat

    def on(self, s: State) -> State:
        return replace(s, combats=tuple(c for c in s.combats if c != self.combat))


class CombatBegan(Event, frozen=True):
    """A combat is resolved now; its air support is spent (TGC-air.3, 16), its hexes were attacked (TGC-air.13b)."""

    combat: Combat
    by: Side

    def on(self, s: State) -> State:
        attacked = s.attacked
        if self.by is ALLIED:
            for u in self.combat.defenders:
                attacked = add(attacked, s.hex(u))
        return replace(
            s,
            combats=tuple(c for c in s.combats if c.attackers != self.combat.attackers),
            attacked=attacked,
            missions=s.missions - self.combat.cas,
            carpets=s.carpets - self.combat.carpet,
        )


class DiceShown(Event, frozen=True):
    """The column, the dice and what they say."""

    column: str
    dice: tuple[int, ...]
    results: tuple[str, ...]

    def on(self, s: State) -> State:
        return s


class ResultTaken(Event, frozen=True):
    """TGC-air.15: the result that the Allied player chose."""

    result: str

    def on(self, s: State) -> State:
        return s


class Retreated(Event, frozen=True):
    unit: Unit
    to: Hex

    def on(self, s: State) -> State:
        return stopped(replace(s, at=rearranged(s, ((self.unit, self.to),))), self.unit, self.to)


class Advanced(Event, frozen=True):
    unit: Unit
    to: Hex

    def on(self, s: State) -> State:
        return stopped(replace(s, at=rearranged(s, ((self.unit, self.to),))), self.unit, self.to)


class MissionFlown(Event, frozen=True):
    """A mission of the Tactical Air Phase (TGC-air.7 to 10): a unit, or a hex."""

    kind: str  # interdict, watch, shield
    unit: Unit | None = None
    hex: Hex | None = None

    def on(self, s: State) -> State:
        s = replace(s, missions=s.missions - 1)
        if self.unit is not None:
            return replace(s, interdicted=tuple(sorted((*s.interdicted, self.unit))))
        assert self.hex is not None
        if self.kind == "watch":
            return replace(s, watched=add(s.watched, self.hex))
        return replace(s, shielded=add(s.shielded, self.hex))


class MissionsEnded(Event, frozen=True):
    """TGC-seq.10: interdiction ends with German movement, close defense support with German combat."""

    interdiction: bool

    def on(self, s: State) -> State:
        return replace(s, interdicted=(), watched=()) if self.interdiction else replace(s, shielded=())


class TurnEnded(Event, frozen=True):
    """TGC-vic.2, 3: the Rhine count, and how many ends of turn in a row it was enough."""

    rhine: int
    run: int

    def on(self, s: State) -> State:
        return replace(s, rhine=self.rhine, run=self.run)


class GameEnded(Event, frozen=True):
    verdict: Verdict

    def on(self, s: State) -> State:
        return replace(s, verdict=self.verdict)
