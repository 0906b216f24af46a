"""TOY-5: what an attack may bring, told before it is declared."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct
from msgspec.structs import replace

from grognard.board.names import Side
from grognard.kernel.dist import Dist
from grognard.kernel.draft import Event
from grognard.kernel.frame import Action
from grognard.kernel.odds import closed, noted
from grognard.kernel.play import apply

from .actions import Attack, Go, Halt, Join, Lose, Retreat
from .combat import Combat, Pursuit, Suffer, Support, Withdrawal, ways
from .events import Moved, StepLost
from .state import Toy
from .view import view, worlds


class Outcome(Struct, frozen=True):
    """What an attack brought, for the one who declared it."""

    we_lost: int = 0
    they_lost: int = 0
    we_left: bool = False
    they_left: bool = False

    def __str__(self) -> str:
        parts = ["we lose a step"] * self.we_lost + ["they lose a step"] * self.they_lost
        parts += ["we retreat"] * self.we_left + ["they retreat"] * self.they_left
        return ", ".join(parts) or "nothing"


def note(us: Side, s: Toy) -> Callable[[Outcome, Event], Outcome]:
    """What of the events makes the outcome. Nobody advances, so whoever moves retreats."""

    def write(o: Outcome, event: Event) -> Outcome:
        match event:
            case StepLost(unit=unit) if s.side_of(unit) == us:
                return replace(o, we_lost=o.we_lost + 1)
            case StepLost():
                return replace(o, they_lost=o.they_lost + 1)
            case Moved(unit=unit) if s.side_of(unit) == us:
                return replace(o, we_left=True)
            case Moved():
                return replace(o, they_left=True)
        return o

    return write


def cautious(s: Toy) -> Action:
    """How the odds take it that both sides choose: nobody supports, all retreat if they can, nobody advances."""
    match s.frames[-1]:
        case Support():
            return Join()
        case Suffer(units=units):
            return Retreat() if ways(s, units) else Lose(units[0])
        case Withdrawal(units=units):
            return Go(ways(s, units)[0])
        case Pursuit():
            return Halt()
        case frame:
            raise ValueError(f"{type(frame).__name__} is no part of a combat")


def odds(s: Toy, a: Attack, side: Side) -> Dist[Outcome]:
    """TOY-1.2: over every world that the attacker cannot tell from the true one."""

    def fight(t: Toy) -> Dist[Outcome]:
        ends = noted(apply(t, a).state, closed(Combat), cautious, Outcome(), note(side, t))
        return ends.map(lambda end: end[1])

    return worlds(view(s, side)).then(fight)
