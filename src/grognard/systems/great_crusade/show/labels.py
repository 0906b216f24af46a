"""Actions as a player reads them on a button or a hex, each with its key (TGC-ui.12 to 16, 18, 31, 34)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ....board.names import Unit
from ....geometry.hexes import Hex
from ....kernel.frame import Action
from ....kernel.mods import plain
from ....kernel.sheets import offer_of, signed
from ....kernel.show import Offer
from .. import combat, movement, sea
from ..actions import (
    Advance,
    Attack,
    Cancel,
    Debark,
    Drop,
    Embark,
    End,
    Interdict,
    Invade,
    Land,
    Move,
    Place,
    Recall,
    Remove,
    Resolve,
    Retreat,
    Sail,
    Shield,
    Take,
    Watch,
)  # fmt: skip
from ..assignment import combat_of
from ..crt import Advances
from ..sequence import Turn
from ..state import Combat, State
from ..telling import air, said
from ..texts import WORDS
from ..world import GERMAN
from . import words
from .sheet import limits


def offers(s: State, actions: Iterable[Action]) -> list[Offer]:
    return [offer(s, a) for a in actions]


NEXT = ("end", "end.turn", "end.over")
"""What names the step that comes, not what is done."""


def make(
    s: State,
    a: Action,
    key: str,
    *,
    about: Unit | None = None,
    to: Hex | None = None,
    note: str = "",
    signs: tuple[str, ...] = (),
    way: Iterable[Hex] = (),
    back: bool = False,
    **args: Any,
) -> Offer:
    """`about` and `to` are what is clicked; the other arguments are those of the label."""
    w = s.world
    if signs:
        note = signed(WORDS["sign"], signs, **args)
    told = said(w, f"TGC.offer.{key}", **args)
    return offer_of(
        w,
        a,
        told,
        about=about,
        to=to,
        note=note,
        signs=signs,
        way=way,
        back=back,
        name=key == "end",
        leads=key in NEXT,
    )


def offer(s: State, a: Any) -> Offer:
    w = s.world
    match a:
        case Move(u, to):
            return move(s, a, u, to)
        case Place(u, to):
            star = ("star",) if to in w.chart.stars else ()
            return make(s, a, "place", about=u, to=to, signs=star, back=True, hex=to)
        case Recall(u, None):
            return make(s, a, "replace", about=u, unit=u, count=w.attack[u])
        case Recall(u, to):
            return make(s, a, "replace.at", about=u, to=to, unit=u, count=w.attack[u], hex=to)
        case Invade(area):
            chosen = w.chart.areas[area]
            return make(s, a, "invade", note=limits(chosen), area=chosen.name)
        case Embark(u, to):  # TGC-ui.12
            return make(s, a, "embark", about=u, to=to, hex=w.chart.by_sea[to].hex)
        case Debark(u):
            return make(s, a, "debark", about=u, back=True, unit=u)
        case Drop(u, to):  # TGC-ui.13
            return make(s, a, "drop", about=u, to=to, signs=duty(s, u, to), hex=to)
        case Land(u, to):  # TGC-ui.14
            left = sea.left_after(s, u, to)
            signs = duty(s, u, to) or ends(s, to, left)
            return make(s, a, "land", about=u, to=to, signs=signs, hex=to, left=left)
        case Sail(u, by):  # TGC-ui.16
            way = sea.sea_way(s, u, by) or ()
            beyond = w.chart.numbered[by].sea
            return make(s, a, "sail", about=u, to=beyond, way=(s.hex(u), *way, beyond), hex=by)
        case Remove(u):
            return make(s, a, "remove", about=u, unit=u)
        case Attack():
            return fight(s, a, "attack", combat_of(a))
        case Cancel(n):
            return fight(s, a, "cancel", s.combats[n - 1], back=True, number=n)
        case Resolve(n, bombs):
            c = s.combats[n - 1]
            return fight(s, a, "resolve.carpet" if bombs and not c.carpet else "resolve", c, number=n)
        case Take(result):
            return make(s, a, "take", result=result, meaning=result)
        case Retreat(u, None):
            return make(s, a, "retreat.none", about=u, unit=u)
        case Retreat(u, to):
            return make(s, a, "retreat", about=u, to=to, unit=u, hex=to)
        case Advance(u, to):
            return make(s, a, "advance", about=u, to=to, unit=u, hex=to)
        case Interdict(u):
            return make(s, a, "interdict", about=u, to=s.hex(u), unit=u, hex=s.hex(u))
        case Watch(to):
            return make(s, a, "watch", to=to, hex=to)
        case Shield(to):
            front = ("front",) if s.field.near[GERMAN] >> to & 1 else ()
            return make(s, a, "shield", to=to, signs=front, hex=to)
    raise AssertionError(f"{a.verb} is chosen in a form")


# ---- movement


def move(s: State, a: Action, u: Unit, to: Hex) -> Offer:
    """TGC-ui.15, 18: the way, what is left there, and what comes of it."""
    found = movement.segment(s, u, to)
    assert found is not None
    strategic = movement.ways_of(s, u).near.cost(to) is None
    signs = (*(("strategic",) if strategic else ()), *(duty(s, u, to) or ends(s, to, found.left)))
    way = (s.hex(u), *found.way)
    return make(s, a, "move", about=u, to=to, signs=signs, way=way, hex=to, left=found.left)


def duty(s: State, u: Unit, to: Hex) -> tuple[str, ...]:
    """TGC-combat.8: who stands in an enemy zone of control must attack."""
    return ("fights",) if s.field.zoc[s.side(u).enemy] >> to & 1 else ()


def ends(s: State, to: Hex, left: int) -> tuple[str, ...]:
    if left:
        return ("goes_on",)
    return ("stops",) if s.world.chart.mountains >> to & 1 else ()


# ---- combats


def fight(s: State, a: Action, key: str, c: Combat, *, back: bool = False, **args: Any) -> Offer:
    attack, defense, column = combat.ratio(s, c)
    return make(
        s,
        a,
        key,
        back=back,
        attackers=c.attackers,
        defenders=c.defenders,
        air=air(c),
        ratio=f"{plain(attack)}:{plain(defense)}",
        column=column,
        **args,
    )


# ---- the way on


def end(s: State, then: State | None) -> Offer:
    """TGC-ui.8: what comes after; `then` is the position after it, where it is legal."""
    if isinstance(s.frames[-1], Advances):
        return make(s, End(), "end.stay")
    if then is None:
        now = words.step(s)
        at = Turn.STEPS.index(now) + 1 if now else Turn.STEPS.index("allied_invasion")
        return make(s, End(), "end", step=Turn.STEPS[at])
    if then.verdict or not then.frames:
        return make(s, End(), "end.over")
    if then.turn != s.turn:
        return make(s, End(), "end.turn", turn=then.turn, step=words.step(then))
    return make(s, End(), "end", step=words.step(then))
