"""Any position of the toy, for tests and puzzles."""

from __future__ import annotations

from collections.abc import Mapping

from grognard.board.names import Unit
from grognard.kernel.breach import Breach, Illegal

from .movement import Movement
from .sequence import Activation, Campaign, Choice, Turn
from .state import OFF, Toy, field


def scene(
    units: Mapping[str, str],
    *,
    active: str = "Guard",
    points: int = 2,
    worn: str = "",
    shown: str = "",
    moving: str = "",
) -> Toy:
    """`units` says of a hex who stands there: "Hussars over Jaegers". `active` is the formation that acts, in the
    first turn and before the other side; `moving` is its unit that is on the move."""
    w = field()
    at, under = bytearray([OFF] * len(w.types)), bytearray(len(w.types))
    for hex, names in units.items():
        stack = [w.unit(name) for name in names.split(" over ")]
        if len(stack) > 2 or len({w.types[u].side for u in stack}) > 1:
            raise Illegal(Breach("TOY-1.1", f"{hex} cannot hold {names}"))
        for depth, u in enumerate(stack):
            at[u], under[u] = w.hex(hex), depth

    def strength(u: Unit) -> int:
        if at[u] == OFF:
            return 0
        return 1 if w.unit_text(u) in worn.split() else w.types[u].full

    every = [Unit(u) for u in range(len(w.types))]
    side = w.formations[active]
    frames = (Campaign(at=0, dealt=2), Turn(at=1, first=side), Choice(side), Activation(side, active, points))
    return Toy(
        world=w,
        at=bytes(at),
        strength=bytes(map(strength, every)),
        under=bytes(under),
        shown=bytes(not under[u] or w.unit_text(u) in shown.split() for u in every),
        tired=bytes(len(every)),
        turn=1,
        frames=(*frames, Movement(side, w.unit(moving))) if moving else frames,
    )
