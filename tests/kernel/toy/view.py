"""TOY-1.2: what a side may know."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from grognard.board.names import Side, Unit
from grognard.kernel.dist import Dist
from grognard.kernel.play import decision
from grognard.kernel.view import View

from .sequence import SecretDeal, strength_of
from .state import OFF, UNSEEN, Toy, field, put


class Seen(Struct, frozen=True):
    """A unit, as somebody sees it."""

    unit: Unit
    at: int
    strength: int
    under: bool
    shown: bool
    tired: bool


class ToyView(View, frozen=True, kw_only=True):
    turn: int
    last: int
    units: tuple[Seen, ...]
    doing: tuple[Any, ...]  # no frame of this game holds a secret


def view(s: Toy, side: Side) -> ToyView:
    """TOY-1.2: everything lies open but the strength of the enemy's covered units."""
    now = decision(s)

    def seen(u: Unit) -> Seen:
        secret = s.side_of(u) != side and s.hidden(u)
        strength = UNSEEN if secret else s.strength[u]
        return Seen(u, s.at[u], strength, bool(s.under[u]), bool(s.shown[u]), bool(s.tired[u]))

    return ToyView(
        side=side,
        system="toy",
        scenario="mill",
        asks=now.side if now else None,
        prompt=now.prompt if now else "",
        over=now is None,
        turn=s.turn,
        last=s.last,
        units=tuple(seen(Unit(u)) for u in range(len(s.at))),
        doing=s.frames,
    )


def worlds(v: ToyView) -> Dist[Toy]:
    """Every position that looks like this, as likely as the chits of TOY-2.1 make it."""
    s = Toy(
        world=field(),
        at=bytes(u.at for u in v.units),
        strength=bytes(u.strength for u in v.units),
        under=bytes(u.under for u in v.units),
        shown=bytes(u.shown for u in v.units),
        tired=bytes(u.tired for u in v.units),
        turn=v.turn,
        last=v.last,
        frames=v.doing,
    )
    out = Dist.sure(s)
    for u in v.units:
        if u.at != OFF and u.strength == UNSEEN:
            out = out.then(strengths_of(u.unit))
    return out


def strengths_of(unit: Unit) -> Callable[[Toy], Dist[Toy]]:
    def dealt(s: Toy) -> Dist[Toy]:
        chits = SecretDeal(s.side_of(unit), unit).outcomes(s)
        return chits.map(lambda a: replace(s, strength=put(s.strength, unit, strength_of(s, unit, a.chit))))

    return dealt
