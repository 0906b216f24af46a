"""Is a position that came from outside one that play could reach? So much of it as nothing later may stumble over."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from grognard.kernel.frame import Frame, Throw

from .combat import Combat, Pursuit, Suffer, Support, Withdrawal
from .movement import Attempt, Meeting, Movement
from .sequence import Activation, Campaign, Choice, Initiative, SecretDeal, Turn
from .state import BLUE, ENEMY, OFF, RED, Toy

# who opens whom; of a sequence: in which of its steps
OPENS: set[tuple[type[Frame[Any]], int | None, type[Frame[Any]]]] = {
    *((Campaign, -1, SecretDeal), (Campaign, 0, Turn)),
    *((Turn, 0, Initiative), (Turn, 1, Choice), (Turn, 2, Choice)),
    *((Choice, None, Activation), (Activation, None, Movement), (Activation, None, Combat)),
    *((Movement, None, Meeting), (Meeting, 0, Attempt), (Meeting, 1, Throw), (Meeting, 2, Activation)),
    *((Combat, 0, Support), (Combat, 2, Throw), (Combat, 3, Suffer), (Combat, 4, Pursuit)),
    (Suffer, None, Withdrawal),
}


def unsound(s: Toy) -> str:
    return next(faults(s), "")


def faults(s: Toy) -> Iterator[str]:
    yield from columns(s)
    if s.frames and type(s.frames[0]) is not Campaign:
        yield "the outermost step is the campaign"
    for caller, child in zip(s.frames, s.frames[1:], strict=False):
        if (type(caller), getattr(caller, "at", None), type(child)) not in OPENS:
            yield f"{type(caller).__name__} opens no {type(child).__name__}"
    if s.frames and type(s.frames[-1]) in (Campaign, Turn, Meeting, Combat):
        yield "the innermost step asks nobody"
    for frame in s.frames:
        for name in frame.__struct_fields__:
            if not fits(s, frame, name, getattr(frame, name)):
                yield f"{type(frame).__name__}: {name} cannot be {getattr(frame, name)!r}"


def columns(s: Toy) -> Iterator[str]:
    """TOY-1.1, and numbers as they can be."""
    types = s.field.types
    if any(len(column) != len(types) for column in (s.at, s.strength, s.under, s.shown, s.tired)):
        yield "a column is too long, or too short"
        return
    if any(flag > 1 for column in (s.under, s.shown, s.tired) for flag in column):
        yield "a flag is neither 0 nor 1"
    for u, t in enumerate(types):
        if s.at[u] != OFF and s.at[u] not in s.world.grid:
            yield f"{s.world.unit_ids[u]} is nowhere"
        if not (1 <= s.strength[u] <= t.full if s.at[u] != OFF else s.strength[u] == 0):
            yield f"{s.world.unit_ids[u]} has strength {s.strength[u]}"
    for hex in {*s.at} - {OFF}:
        under = [s.under[u] for u, h in enumerate(s.at) if h == hex]
        sides = {types[u].side for u, h in enumerate(s.at) if h == hex}
        if sorted(under) != [*range(len(under))] or len(under) > 2 or len(sides) > 1:
            yield "a hex holds two units of one side at most, one upon the other"
    if not (s.last in (2, 3) and 0 <= s.turn <= s.last):
        yield f"there is no turn {s.turn} of {s.last}"


def fits(s: Toy, frame: Any, name: str, value: Any) -> Any:
    side = getattr(frame, "side", "")
    reacting = frame is not s.frames[-1] and (type(frame) is Movement or getattr(frame, "at", 0) == 2)
    match name:
        case "at":
            return True  # see OPENS
        case "side":
            return value in (BLUE, RED)
        case "first":
            return value in (BLUE, RED) or frame.at == 0
        case "beaten":
            return value in (BLUE, RED) or frame.at < 3
        case "unit" | "mover" | "by" if (
            reacting and value is not None
        ):  # who met may have fought since, and be gone
            return 0 <= value < len(s.at) and s.field.types[value].side == (
                ENEMY[side] if name == "mover" else side
            )
        case "unit" | "lead":
            return value in s.units(side)
        case "mover":
            return value in s.units(ENEMY[side])
        case "by":
            if isinstance(frame, Throw):
                return value in ("TOY-4.2", "TOY-5.2")
            return value in s.units(side) if value is not None else frame.at == 0
        case "units":
            return bool(value) and all(u in s.units(side) for u in value)
        case "attackers":
            return all(0 <= u < len(s.at) for u in value)
        case "hex":
            fought = isinstance(frame, Combat) and frame.at > 2
            return value in s.world.grid and (fought or s.stack(value, ENEMY[side]))
        case "way":
            return len(value) > 1 and all(h in s.world.grid for h in value)
        case "formation":
            return s.field.formations.get(value) == side
        case "points" | "left" | "dealt":
            return 0 <= value <= 2
        case "sides":
            return value == (6,)
    return isinstance(value, bool)
