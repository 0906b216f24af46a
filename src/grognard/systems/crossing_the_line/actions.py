"""What a side may submit, and what chance brings. The text of each is its verb and its fields: `attack 1/47 3805 regular`."""

from __future__ import annotations

from enum import StrEnum
from typing import ClassVar

from ...board.names import Unit, Units
from ...geometry.hexes import Hex
from ...kernel.frame import Action, Roll


class Posture(StrEnum):
    """CTL-7.5h."""

    HASTY = "hasty"
    REGULAR = "regular"
    PREPARED = "prepared"


class Act(Action, frozen=True):
    """Activate a formation (CTL-6.2b)."""

    verb: ClassVar[str] = "act"
    formation: str


class Transfer(Action, frozen=True):
    """Give the initiative of this cycle to the opponent (CTL-6.2c)."""

    verb: ClassVar[str] = "transfer"


class Pass(Action, frozen=True):
    """No more activations in this Ops Phase (CTL-6.2f)."""

    verb: ClassVar[str] = "pass"


class Move(Action, frozen=True):
    """Begin a Movement Action (CTL-7.3)."""

    verb: ClassVar[str] = "move"
    units: Units


class Enter(Action, frozen=True):
    """The next hex of a move."""

    verb: ClassVar[str] = "enter"
    hex: Hex


class Infiltrate(Action, frozen=True):
    """From EZOC to EZOC, as the whole of a move (CTL-7.3.4)."""

    verb: ClassVar[str] = "infiltrate"
    hex: Hex


class Stop(Action, frozen=True):
    """End a move."""

    verb: ClassVar[str] = "stop"


class Attempt(Action, frozen=True):
    """Try a Formation Reaction with a formation (CTL-6.4.1b)."""

    verb: ClassVar[str] = "attempt"
    formation: str


class Decline(Action, frozen=True):
    verb: ClassVar[str] = "decline"


class Attack(Action, frozen=True):
    """Declare an attack (CTL-7.5)."""

    verb: ClassVar[str] = "attack"
    units: Units
    hex: Hex
    posture: Posture


class GoOn(Action, frozen=True):
    """Carry an Action out after isolation checks (CTL-5.8.4c)."""

    verb: ClassVar[str] = "go-on"


class CallOff(Action, frozen=True):
    verb: ClassVar[str] = "call-off"


class Refit(Action, frozen=True):
    verb: ClassVar[str] = "refit"
    unit: Unit


class Improve(Action, frozen=True):
    """Put Improved Defense on a hex (CTL-7.7)."""

    verb: ClassVar[str] = "improve"
    hex: Hex


class Relocate(Action, frozen=True):
    """HQ Relocation (CTL-7.4)."""

    verb: ClassVar[str] = "relocate"
    unit: Unit
    hex: Hex


class Top(Action, frozen=True):
    """Put a counter on top of its stack (CTL-5.3.1d)."""

    verb: ClassVar[str] = "top"
    unit: Unit


class End(Action, frozen=True):
    """End an activation; forgo a bonus AP; be done with a segment."""

    verb: ClassVar[str] = "end"


class Keep(Action, frozen=True):
    """Let the dice lie (CTL-5.2b)."""

    verb: ClassVar[str] = "keep"


class Reroll(Action, frozen=True):
    """Hand the SNAFU marker over and throw one die anew, the first being 1 (CTL-5.2b)."""

    verb: ClassVar[str] = "reroll"
    die: int


class Lead(Action, frozen=True):
    """Which of two equal units fights with its points (CTL-7.5.1.2l)."""

    verb: ClassVar[str] = "lead"
    unit: Unit


class Lose(Action, frozen=True):
    """Which unit takes a step loss (CTL-7.5.2o)."""

    verb: ClassVar[str] = "lose"
    unit: Unit


class Retreat(Action, frozen=True):
    """Retreat rather than lose a step; with a hex: where to (CTL-7.5.2.1c)."""

    verb: ClassVar[str] = "retreat"
    hex: Hex | None = None


class Displace(Action, frozen=True):
    """Put an enemy unit out of an overstacked hex (CTL-5.3.3a), or one's own HQ elsewhere (CTL-5.3.2a)."""

    verb: ClassVar[str] = "displace"
    unit: Unit
    hex: Hex


class Remove(Action, frozen=True):
    """Eliminate a surplus unit that cannot be displaced (CTL-5.3.1l)."""

    verb: ClassVar[str] = "remove"
    unit: Unit


class Assign(Action, frozen=True):
    """CTL-5.5.1c to j, CTL-5.5.2."""

    verb: ClassVar[str] = "assign"
    unit: Unit
    formation: str


class Unassign(Action, frozen=True):
    """Take back an assignment of this segment."""

    verb: ClassVar[str] = "unassign"
    unit: Unit


class Spend(Action, frozen=True):
    """One replacement point for one SP (CTL-8.4d)."""

    verb: ClassVar[str] = "spend"
    unit: Unit


class Unspend(Action, frozen=True):
    """Take back a point spent in this segment."""

    verb: ClassVar[str] = "unspend"
    unit: Unit


class Cannibalize(Action, frozen=True):
    """Remove a German unit for its replacement points (CTL-8.4.2a)."""

    verb: ClassVar[str] = "cannibalize"
    unit: Unit


class Place(Action, frozen=True):
    """Put a reinforcement on the map (CTL-8.5c)."""

    verb: ClassVar[str] = "place"
    unit: Unit
    hex: Hex


class Inspect(Action, frozen=True):
    """Look at one drawn Victory Plan marker, the first being 1; 0: at none (CTL-8.3c)."""

    verb: ClassVar[str] = "inspect"
    marker: int


class Chits(Action, frozen=True):
    """Chance: the attacker's chit and the defender's (CTL-7.5.1.1a)."""

    verb: ClassVar[str] = "chits"
    attacker: int
    defender: int


class Plan(Action, frozen=True):
    """Chance: the Victory Plan marker drawn (CTL-8.3a)."""

    verb: ClassVar[str] = "plan"
    kind: str


ACTIONS: tuple[type[Action], ...] = (
    Act, Transfer, Pass, Move, Enter, Infiltrate, Stop, Attempt, Decline, Attack, GoOn, CallOff, Refit, Improve,
    Relocate, Top, End, Keep, Reroll, Lead, Lose, Retreat, Displace, Remove, Assign, Unassign, Spend, Unspend,
    Cannibalize, Place, Inspect, Chits, Plan, Roll,
)  # fmt: skip
