"""What happens. `on` is the only code that writes; `seen_by` keeps from the enemy what lies covered (CTL-5.3.4).

An event that tells of counters carries `open`: those of them that the enemy can see as it happens. It is fixed by
whoever lets it happen, since an event knows no position."""

from __future__ import annotations

from typing import Any, Self

from msgspec.structs import replace

from ...board.names import Unit, Units
from ...geometry.hexes import Hex
from ...kernel.draft import Event
from ...kernel.system import Verdict
from .chart import GERMAN, US, Side
from .state import COMING, LOST, State, add, rearranged, with_byte, without
from .world import Formation

UNSEEN = 0  # in place of a strength that this side does not know


def with_ap(s: State, side: Side, points: int) -> State:
    us, german = s.ap
    return replace(s, ap=(points, german) if side is US else (us, points))


class TurnBegan(Event, frozen=True):
    """CTL-7.8a; every Ops Phase begins with nobody having passed (CTL-6.2f)."""

    turn: int

    def on(self, s: State) -> State:
        return replace(s, turn=self.turn)


class MarkerSet(Event, frozen=True):
    """CTL-6.1d to g, CTL-8a: the Initiative marker shows a side and lies in a box."""

    side: Side | None
    box: int

    def on(self, s: State) -> State:
        return replace(s, marker=self.side, box=self.box)


class OpsBegan(Event, frozen=True):
    def on(self, s: State) -> State:
        return replace(s, passed=(False, False), marker=None, box=0)


class InitiativeWon(Event, frozen=True):
    """Both totals, or zeros where nobody rolled (CTL-6.1h, j)."""

    side: Side
    us: int
    german: int

    def on(self, s: State) -> State:
        return s


class InitiativeTransferred(Event, frozen=True):
    side: Side  # who has it now

    def on(self, s: State) -> State:
        return s


class Passed(Event, frozen=True):
    side: Side

    def on(self, s: State) -> State:
        us, german = s.passed
        return replace(s, passed=(us or self.side is US, german or self.side is GERMAN))


class DiceThrown(Event, frozen=True):
    """The faces as they fell, whoever owns them."""

    faces: tuple[int, ...]
    owners: tuple[Side, ...]
    by: str

    def on(self, s: State) -> State:
        return s


class SnafuPassed(Event, frozen=True):
    """CTL-5.2b: the marker goes to this side, and a die is thrown anew."""

    to: Side
    die: int

    def on(self, s: State) -> State:
        return replace(s, snafu=self.to)


class Activated(Event, frozen=True):
    """A formation may act (CTL-6.3) or reacts (CTL-6.4.2): its AP, its new level, and whether it spent Emergency
    Supply to do so (CTL-5.7.3)."""

    side: Side
    formation: Formation
    ap: int
    level: int
    emergency: bool
    reaction: bool

    def on(self, s: State) -> State:
        s = with_ap(s, self.side, self.ap)
        flipped = s.flipped
        if self.emergency:
            flipped = with_byte(flipped, [(self.formation, 1)])
        return replace(
            s,
            level=with_byte(s.level, [(self.formation, self.level)]),
            flipped=flipped,
            used=s.used + (not self.reaction),
        )


class ActivationEnded(Event, frozen=True):
    """CTL-6.3.4b: what is left is lost."""

    side: Side

    def on(self, s: State) -> State:
        return with_ap(s, self.side, 0)


class Paid(Event, frozen=True):
    """AP for an Action in a hex (CTL-6.3.4a). A combat unit that acts gives up Improved Defense (CTL-7.7d); for an HQ, which
    has nothing to do with it (CTL-7.7g), there is no hex."""

    side: Side
    points: int
    hex: Hex | None

    def on(self, s: State) -> State:
        s = with_ap(s, self.side, s.points_of(self.side) - self.points)
        return s if self.hex is None else replace(s, improved=without(s.improved, self.hex))


class Shown(Event, frozen=True):
    """CTL-5.3.4e: these units acted, supported or qualified something as units of their formation."""

    units: Units

    def on(self, s: State) -> State:
        return replace(s, shown=with_byte(s.shown, [(u, 1) for u in self.units]))


class Restacked(Event, frozen=True):
    """CTL-5.3.1d, CTL-5.3.4k: these counters now lie on top of their stack, in this order."""

    side: Side
    units: Units
    hex: Hex
    open: Units

    def on(self, s: State) -> State:
        return rearranged(s, self.units, self.hex)

    def seen_by(self, side: Any) -> Self:
        return self if side == self.side else replace(self, units=self.open)


class Moved(Event, frozen=True):
    """A stack enters a hex. Improved Defense does not outlive a retreat or displacement from it (CTL-7.7d); who moves gave it
    up when he paid, and who only passes through a hex does not end it there. The enemy sees how many come, and the one on
    top. `how`: "moves", "retreats" or "displaced"."""

    side: Side
    units: Units
    start: Hex
    to: Hex
    count: int
    open: Units
    how: str = "moves"

    def on(self, s: State) -> State:
        if self.how != "moves":
            s = replace(s, improved=without(s.improved, self.start))
        return rearranged(s, self.units, self.to)

    def seen_by(self, side: Any) -> Self:
        return self if side == self.side else replace(self, units=self.open)


class CameToRest(Event, frozen=True):
    """CTL-7.7d: a further unit rests in a hex, by a Movement Action or a retreat."""

    hex: Hex

    def on(self, s: State) -> State:
        return replace(s, improved=without(s.improved, self.hex))


class AttackDeclared(Event, frozen=True):
    """CTL-5.3.4c, j: both hexes lie open from now on."""

    reveals = True
    side: Side
    units: Units
    start: Hex
    hex: Hex
    posture: str

    def on(self, s: State) -> State:
        return s


class ChitsDrawn(Event, frozen=True):
    """CTL-5.3.4f: the chits, and the head of the column that they lead to; empty: below the table."""

    attacker: int
    defender: int
    column: str

    def on(self, s: State) -> State:
        return s


class CombatResolved(Event, frozen=True):
    """CTL-5.3.4f: the sum of all DRMs, and the result. The face stands in the event of the throw: the combat remembers only
    which faces come to the same."""

    drm: int
    result: str
    thrown: bool = True  # CTL-7.5.1d

    def on(self, s: State) -> State:
        return s


class StepsLost(Event, frozen=True):
    """A unit loses SPs; `by` is the clause that takes them. What it has left, the enemy does not learn (CTL-5.3.4d, p)."""

    unit: Unit
    owner: Side
    left: int
    lost: int
    by: str

    def on(self, s: State) -> State:
        return replace(s, strength=with_byte(s.strength, [(self.unit, self.left)]))

    def seen_by(self, side: Any) -> Self:
        return self if side == self.owner else replace(self, left=UNSEEN, lost=UNSEEN)


class Eliminated(Event, frozen=True):
    """A counter is out of play (CTL-3.2j, CTL-3.3k, CTL-5.3.1l); with a combat unit goes Improved Defense (CTL-7.7d)."""

    unit: Unit
    by: str

    def on(self, s: State) -> State:
        improved = s.improved
        if s.combat(self.unit):
            improved = without(improved, s.hex(self.unit))
        s = replace(
            s,
            strength=with_byte(s.strength, [(self.unit, 0)]),
            disrupted=with_byte(s.disrupted, [(self.unit, 0)]) if s.disrupted[self.unit] else s.disrupted,
            improved=improved,
        )
        return rearranged(s, (self.unit,), LOST)


class Disrupted(Event, frozen=True):
    """CTL-5.6.2a, CTL-5.6.3e."""

    unit: Unit
    by: str

    def on(self, s: State) -> State:
        return replace(
            s,
            disrupted=with_byte(s.disrupted, [(self.unit, 1)]),
            improved=without(s.improved, s.hex(self.unit)),
        )


class Recovered(Event, frozen=True):
    """Units are disrupted no more (CTL-5.6.4). Where nothing of it is open, the enemy learns nothing."""

    side: Side
    units: Units
    open: Units

    def on(self, s: State) -> State:
        return replace(s, disrupted=with_byte(s.disrupted, [(u, 0) for u in self.units]))

    def seen_by(self, side: Any) -> Self | None:
        if side == self.side:
            return self
        return replace(self, units=self.open) if self.open else None


class Improved(Event, frozen=True):
    """CTL-7.7a."""

    hex: Hex

    def on(self, s: State) -> State:
        return replace(s, improved=add(s.improved, self.hex))


class HqMoved(Event, frozen=True):
    """An HQ relocates or is displaced (CTL-5.3.2, CTL-7.4): its Attack Support, which the enemy does not learn
    (CTL-5.3.4d), and its level afterwards. With no hex it leaves the map (CTL-5.3.2i)."""

    unit: Unit
    owner: Side
    formation: Formation
    to: int
    support: int
    level: int
    by: str

    def on(self, s: State) -> State:
        s = replace(
            s,
            strength=with_byte(s.strength, [(self.unit, self.support)]),
            level=with_byte(s.level, [(self.formation, self.level)]),
        )
        return rearranged(s, (self.unit,), self.to if self.to >= 0 else COMING)

    def seen_by(self, side: Any) -> Self:
        return self if side == self.owner else replace(self, support=UNSEEN)


class SupportLost(Event, frozen=True):
    """CTL-5.3.1h: an HQ in a crowd loses Attack Support."""

    unit: Unit
    owner: Side
    left: int

    def on(self, s: State) -> State:
        return replace(s, strength=with_byte(s.strength, [(self.unit, self.left)]))

    def seen_by(self, side: Any) -> Self:
        return self if side == self.owner else replace(self, left=UNSEEN)


class ReactionTried(Event, frozen=True):
    """CTL-6.4.2a. No formation: none tried, whether it could or not (CTL-5.3.4o)."""

    side: Side
    formation: Formation | None
    works: bool

    def on(self, s: State) -> State:
        return s


class BattleWon(Event, frozen=True):
    """CTL-7.5.3a; no side: nobody."""

    side: Side | None

    def on(self, s: State) -> State:
        return s


class ControlTaken(Event, frozen=True):
    """CTL-9.1b: these hexes come under the control of a side."""

    side: Side
    hexes: tuple[Hex, ...]

    def on(self, s: State) -> State:
        mine = int(self.side is US)
        return replace(s, held=with_byte(s.held, [(s.world.tracks[h], mine) for h in self.hexes]))


class GameEnded(Event, frozen=True):
    verdict: Verdict

    def on(self, s: State) -> State:
        return replace(s, verdict=self.verdict)
