"""What a side may submit. The text of each is its verb and its fields: `attack us-inf-1,us-inf-2 on ge-st-716 cas`."""

from __future__ import annotations

from typing import Annotated, ClassVar

from ...board.names import Unit, Units
from ...geometry.hexes import Hex
from ...kernel.frame import Action, Roll
from ...kernel.notation import Word


class Deal(Action, frozen=True):
    """Chance: which prepared German position is loaded (TGC-setup.1)."""

    verb: ClassVar[str] = "deal"
    setup: str


class End(Action, frozen=True):
    """End the phase, or pass."""

    verb: ClassVar[str] = "end"


class Place(Action, frozen=True):
    """Set-up: put a German unit elsewhere (TGC-setup.2)."""

    verb: ClassVar[str] = "place"
    unit: Unit
    to: Hex


class Supply(Action, frozen=True):
    """Which Allied units are in supply, where capacity falls short (TGC-supply.20b)."""

    verb: ClassVar[str] = "supply"
    units: Units


class Recall(Action, frozen=True):
    """Bring a unit back by replacement factors; a German one onto a starred hex (TGC-repl)."""

    verb: ClassVar[str] = "replace"
    unit: Unit
    to: Annotated[Hex | None, Word("at")] = None


class Invade(Action, frozen=True):
    """Choose the area of an invasion (TGC-inv.4)."""

    verb: ClassVar[str] = "invade"
    area: str


class Embark(Action, frozen=True):
    """Put a unit from Britain on a sea hex (TGC-inv.10)."""

    verb: ClassVar[str] = "embark"
    unit: Unit
    to: Hex


class Debark(Action, frozen=True):
    """Take it back to Britain (TGC-inv.14)."""

    verb: ClassVar[str] = "debark"
    unit: Unit


class Drop(Action, frozen=True):
    """An airborne drop (TGC-abn)."""

    verb: ClassVar[str] = "drop"
    unit: Unit
    to: Hex


class Move(Action, frozen=True):
    """One segment of movement, to where the unit stops or pauses (TGC-move.12, 15)."""

    verb: ClassVar[str] = "move"
    unit: Unit
    to: Hex


class Land(Action, frozen=True):
    """A reinforcement comes ashore (TGC-sea.5)."""

    verb: ClassVar[str] = "land"
    unit: Unit
    to: Hex


class Sail(Action, frozen=True):
    """Back to Britain by way of a port or invaded hex (TGC-sea.2)."""

    verb: ClassVar[str] = "sail"
    unit: Unit
    by: Annotated[Hex, Word("from")]


class Remove(Action, frozen=True):
    """The last resort against an overstacked hex that nobody can leave (TGC-move.4f)."""

    verb: ClassVar[str] = "remove"
    unit: Unit


class Attack(Action, frozen=True):
    """Assign a combat (TGC-combat.4), with close air support and carpet bombing if wanted."""

    verb: ClassVar[str] = "attack"
    attackers: Units
    defenders: Annotated[Units, Word("on")]
    cas: Annotated[bool, Word("cas")] = False
    carpet: Annotated[bool, Word("carpet")] = False


class Cancel(Action, frozen=True):
    """Call off an assigned combat, by its number in the list (TGC-combat.13)."""

    verb: ClassVar[str] = "cancel"
    number: int


class Resolve(Action, frozen=True):
    """Resolve an assigned combat, by its number; carpet bombing may still be ordered (TGC-air.14)."""

    verb: ClassVar[str] = "resolve"
    number: int
    carpet: Annotated[bool, Word("carpet")] = False


class Take(Action, frozen=True):
    """After carpet bombing: which of the two results counts (TGC-air.15)."""

    verb: ClassVar[str] = "take"
    result: str


class Lose(Action, frozen=True):
    """Exchange: the units that the larger side gives up (TGC-crt.11c)."""

    verb: ClassVar[str] = "lose"
    units: Units


class Retreat(Action, frozen=True):
    """Where a retreating unit goes; without a hex: it has none and is eliminated (TGC-crt.10)."""

    verb: ClassVar[str] = "retreat"
    unit: Unit
    to: Annotated[Hex | None, Word("to")] = None


class Advance(Action, frozen=True):
    """Occupy a hex that combat has emptied (TGC-combat.33, TGC-inv.22)."""

    verb: ClassVar[str] = "advance"
    unit: Unit
    to: Hex


class Interdict(Action, frozen=True):
    """Unit interdiction (TGC-air.7)."""

    verb: ClassVar[str] = "interdict"
    unit: Unit


class Watch(Action, frozen=True):
    """River interdiction (TGC-air.9)."""

    verb: ClassVar[str] = "watch"
    hex: Hex


class Shield(Action, frozen=True):
    """Close defense support (TGC-air.10)."""

    verb: ClassVar[str] = "shield"
    hex: Hex


ACTIONS: tuple[type[Action], ...] = (
    Deal, End, Place, Supply, Recall, Invade, Embark, Debark, Drop, Move, Land, Sail, Remove, Attack, Cancel, Resolve,
    Roll, Take, Lose, Retreat, Advance, Interdict, Watch, Shield,
)  # fmt: skip
