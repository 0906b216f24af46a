"""What a side submits, and what the chits bring."""

from __future__ import annotations

from typing import Annotated

from grognard.board.names import Side, Unit, Units
from grognard.geometry.hexes import Hex
from grognard.kernel.frame import Action
from grognard.kernel.notation import Word

from .state import Chit


class Activate(Action, frozen=True):
    verb = "activate"
    formation: str


class Pass(Action, frozen=True):
    verb = "pass"


class Move(Action, frozen=True):
    verb = "move"
    unit: Unit


class Attack(Action, frozen=True):
    verb = "attack"
    hex: Hex
    unit: Annotated[Unit, Word("with")]


class End(Action, frozen=True):
    verb = "end"


class Enter(Action, frozen=True):
    verb = "enter"
    hex: Hex


class Stop(Action, frozen=True):
    verb = "stop"


class Meet(Action, frozen=True):
    verb = "meet"
    unit: Annotated[Unit, Word("with")]


class Decline(Action, frozen=True):
    verb = "decline"


class Join(Action, frozen=True):
    verb = "support"
    units: Units = ()


class CallOff(Action, frozen=True):
    verb = "call-off"


class Lose(Action, frozen=True):
    verb = "lose"
    unit: Unit


class Retreat(Action, frozen=True):
    verb = "retreat"


class Go(Action, frozen=True):
    verb = "go"
    way: tuple[Hex, ...]


class Advance(Action, frozen=True):
    verb = "advance"
    unit: Unit
    hex: Annotated[Hex, Word("to")]


class Halt(Action, frozen=True):
    verb = "halt"


class Deal(Action, frozen=True):
    verb = "deal"
    chit: Chit


class Draw(Action, frozen=True):
    verb = "draw"
    side: Side


ALL: tuple[type[Action], ...] = (
    Activate,
    Pass,
    Move,
    Attack,
    End,
    Enter,
    Stop,
    Meet,
    Decline,
    Join,
    CallOff,
    Lose,
    Retreat,
    Go,
    Advance,
    Halt,
    Deal,
    Draw,
)
