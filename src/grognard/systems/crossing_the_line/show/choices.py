"""What a player may do: heads, single actions, the way on; and what a click would mean."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations
from typing import Any

from ....board.names import Unit, Units
from ....geometry.hexes import Hex
from ....geometry.hexset import holds
from ....kernel.frame import Action
from ....kernel.offers import Group
from ....kernel.play import check, legal
from ....kernel.show import Choices, Offer, Told
from .. import actions, movement
from ..acting import Confirm
from ..actions import Posture
from ..activation import Activation, Active, in_order
from ..arrivals import Arrivals
from ..assignment import Assigning
from ..dice import Snafu
from ..headquarters import HqDisplacement
from ..losses import Retreat, SecondHit, TakeLoss
from ..marching import Movement
from ..reaction import ReactionAttempt
from ..reorganization import Rebuild, Reorganization, of_use
from ..replacements import Spending
from ..schedule import waiting
from ..stacking import Displace, RemoveSurplus
from ..telling import refused, said
from . import labels, reach
from .eyes import Eyes
from .prompts import prompt

MAIN: dict[type, Callable[[], Action]] = {
    Active: actions.End, Confirm: actions.GoOn, Movement: actions.Stop, ReactionAttempt: actions.Decline,
    Snafu: actions.Keep, Arrivals: actions.End, Reorganization: actions.End, Assigning: actions.End, Spending: actions.End,
}  # fmt: skip
"""The action that goes on."""


def choices(e: Eyes) -> Choices:
    top, asked = e.top(), prompt(e)
    if top is None:
        return Choices(asked)
    main, why = way_on(e, top)
    said_ = main.text if main else ""
    single = [labels.offer(e, a) for a in singles(e, top)]
    return Choices(
        prompt=asked,
        heads=tuple(heads(e, top)),
        single=tuple(o for o in single if o.text != said_),
        main=main,
        refused=why,
        open=legal(e.s).open,
    )


def way_on(e: Eyes, top: Any) -> tuple[Offer | None, Told | None]:
    """The one action that goes on, and why it is refused now."""
    action = next((goes_on() for kind, goes_on in MAIN.items() if isinstance(top, kind)), None)
    if action is None:
        return None, None
    breach = check(e.s, action)
    key = ending(e, top)
    if key == "end.arrivals":  # CTL-8.5g: with those that wait for their HQ
        offer = labels.make(e, action, key, count=len(waiting(e.s, top.side)))
    else:
        offer = labels.make(e, action, key) if key else labels.offer(e, action)
    return offer, refused(breach) if breach else None


def ending(e: Eyes, top: Any) -> str:
    """What `end` means here."""
    if isinstance(top, Activation):
        return "end.activation" if top.exposed else "end.reaction"  # CTL-6.4.2e
    if isinstance(top, Active):
        return "end.bonus"
    if isinstance(top, Arrivals) and actors(e, top):
        return "end.arrivals"
    if isinstance(top, Rebuild):
        return "end.rebuild"
    return "end.segment" if isinstance(top, Arrivals | Assigning | Spending | Reorganization) else ""


# ---- single actions


def singles(e: Eyes, top: Any) -> list[Any]:
    """What belongs to no head."""
    match top:
        case (
            Active()
            | Movement()
            | Retreat()
            | HqDisplacement()
            | Displace()
            | Arrivals()
            | Assigning()
            | Spending()
        ):
            return []
        case Reorganization():
            return []
    return [a for a in legal(e.s) if isinstance(a, Action)]


# ---- heads: the units whose actions are listed when asked for


def heads(e: Eyes, top: Any) -> list[str]:
    out = list(e.ids(actors(e, top)))
    if any(isinstance(g, Group) and g.head == "top" for g in legal(e.s).back):  # CTL-5.3.1d
        out.append("top")
    return out


def actors(e: Eyes, top: Any) -> list[Unit]:
    s = e.s
    match top:
        case Activation():
            hq = s.hq(top.formation)
            staff = [hq] if s.on_map(hq) and any(True for _ in top.hq_offers(s)) else []
            return [*(u for u in top.pool(s) if useful(e, top, u)), *staff]
        case Active():
            return [u for u in top.pool(s) if useful(e, top, u)]
        case Movement():
            return [top.movers(s)[0]] if march(e, top) else []
        case Retreat():
            return [top.units[0]]
        case HqDisplacement():
            return [top.unit]
        case Displace():
            return list(top.over(s))
        case Arrivals():
            found = [s.world.unit_numbers[h] for h in legal(s).heads() if h in s.world.unit_numbers]
            return [u for u in found if any(True for _ in top.of(s, u))]
        case Assigning():
            known = dict.fromkeys((*top.concerned(s), *(u for u, _ in top.changed)))
            return [u for u in known if top.of(s, u) or check(s, actions.Unassign(u)) is None]
        case Spending():
            able = [a.unit for a in legal(s) if isinstance(a, actions.Spend | actions.Unspend)]
            return list(dict.fromkeys(able))
        case Reorganization():
            return [a.unit for a in legal(s) if isinstance(a, actions.Cannibalize)]
    return []


def useful(e: Eyes, top: Active, u: Unit) -> bool:
    """Can anything be done with the unit?"""
    s = e.s
    if any(check(s, a) is None for a in (actions.Refit(u), actions.Improve(s.hex(u)))):
        return True
    if any(isinstance(a, actions.Attack) for a in top.of_units(s, (u,))):
        return True
    near = s.world.chart.near[s.hex(u)]
    open_ = any(movement.may_go_there(s, top.side, s.hex(u), h) is None for h in near)
    return open_ and check(s, actions.Move((u,))) is None


# ---- the actions of one head


def offers(e: Eyes, head: str) -> Sequence[Offer]:
    top = e.top()
    if top is None or head not in heads(e, top):
        return []
    if head == "top":
        return [labels.offer(e, a) for a in legal(e.s).of(head)]
    u = e.world.unit(head)
    match top:
        case Active() if e.s.combat(u):
            return acts(e, top, u)
        case Activation():
            found = [a for g in top.hq_offers(e.s) for a in g.rest()]
            return [*(labels.offer(e, a) for a in found), *tops(e, u)]
        case Movement():
            return march(e, top)
        case Retreat():
            return [labels.offer(e, a) for a in legal(e.s)]
        case Assigning():
            back = actions.Unassign(u)
            out = [labels.offer(e, a) for a in top.of(e.s, u)]
            return [*out, *([labels.offer(e, back)] if check(e.s, back) is None else []), *tops(e, u)]
        case Arrivals():
            return [labels.offer(e, a) for a in top.of(e.s, u)]
        case Reorganization():
            key, count = "cannibalize", e.s.strength[u]
            return [
                labels.make(
                    e, actions.Cannibalize(u), key, about=u, unit=u, count=count, usable=of_use(e.s, u)
                )
            ]
    return [labels.offer(e, a) for a in legal(e.s) if isinstance(a, Action) and getattr(a, "unit", None) == u]


def tops(e: Eyes, u: Unit) -> list[Offer]:
    """CTL-5.3.1d."""
    a = actions.Top(u)
    return [labels.offer(e, a)] if e.s.on_map(u) and check(e.s, a) is None else []


def sets(e: Eyes, top: Active, u: Unit) -> list[Units]:
    """All sets of units of the hex that this one belongs to, itself alone first (CTL-7.3.1a)."""
    s = e.s
    others = in_order(s, tuple(v for v in top.pool(s) if v != u and s.at[v] == s.at[u] and s.combat(v)))
    return [
        in_order(s, (u, *more)) for n in range(len(others) + 1) for more in combinations(others, n)
    ]  # fmt: skip


def acts(e: Eyes, top: Active, u: Unit) -> list[Offer]:
    """CTL-7.2a: the unit, alone or with others of its hex."""
    s, out = e.s, []
    for units in sets(e, top, u):
        if check(s, actions.Move(units)) is None:
            start = movement.begun(s, top.side, s.hex(u))
            exposed = top.exposed is top.side and not s.world.scenario.solo  # CTL-10.1d
            begin = actions.Move(units)
            for to, x in reach.arrivals(s, units, start).items():
                out.append(labels.way(e, units, begin, start, to, x, exposed))
            out += [
                labels.infiltrate(e, units, begin, start, to) for to in reach.infiltrations(s, units, start)
            ]
    for units in sets(e, top, u):
        out += [labels.offer(e, a) for a in top.of_units(s, units) if isinstance(a, actions.Attack)]
    refit, improve = actions.Refit(u), actions.Improve(s.hex(u))
    out += [labels.offer(e, a) for a in (refit, improve) if check(s, a) is None]
    return [*out, *tops(e, u)]


def march(e: Eyes, top: Movement) -> list[Offer]:
    """The next hexes of a move that has begun, and how far it can still go."""
    s, units, start = e.s, top.movers(e.s), top.march
    found = reach.arrivals(s, units, start) | reach.next_steps(s, units, start)
    exposed = top.exposed and not top.tried and not s.world.scenario.solo  # CTL-10.1d
    out = [labels.way(e, units, None, start, to, x, exposed) for to, x in found.items()]
    return [
        *out,
        *(labels.infiltrate(e, units, None, start, to) for to in reach.infiltrations(s, units, start)),
    ]


# ---- what a click would mean


def aim(e: Eyes, unit: str, hex: str) -> Action | Told | None:
    """Legal or not, so that a refusal can be explained; the refusal itself, where a move would have to be begun first."""
    top, s = e.top(), e.s
    if top is None or not unit:
        return None
    u, to = e.world.unit(unit), e.world.hex(hex)
    match top:
        case Activation() if not s.combat(u):
            return actions.Relocate(u, to)
        case Active():
            return meant(e, top, u, to)
        case Movement():
            return actions.Enter(to)
        case Retreat() | SecondHit():
            return actions.Retreat(to)
        case HqDisplacement() | Displace():
            return actions.Displace(u, to)
        case RemoveSurplus():
            return actions.Remove(u)
        case TakeLoss():
            return actions.Lose(u)
        case Arrivals():
            return actions.Place(u, to)
    return None


def meant(e: Eyes, top: Active, u: Unit, to: Hex) -> Action | Told | None:
    """An attack on whoever stands there, or a move: why it cannot be begun, or not lead there."""
    s = e.s
    if holds(s.field.manned[top.side.enemy], to):
        return actions.Attack((u,), to, Posture.HASTY)
    move = actions.Move((u,))
    if check(s, move) is not None or not s.on_map(u) or s.at[u] == to:
        return move
    return why_not(e, u, to)


def why_not(e: Eyes, u: Unit, to: Hex) -> Told | None:
    """What keeps a move from a hex: at the step into it from the nearest hex that can be reached."""
    s, units = e.s, (u,)
    start = movement.begun(s, s.side(u), s.hex(u))
    found = reach.arrivals(s, units, start)
    if to in found:
        return None
    best: Told | None = None
    for near in s.world.chart.near[to]:
        at = start if near == start.here else found[near].march if near in found else None
        if at is None:
            continue
        breach = movement.may_enter(s, units, at, to)
        if breach is not None:
            return refused(breach)
    if not holds(s.world.chart.within, to):
        return said(e.world, "CTL.why.outside", "CTL-3.1g", hex=to)
    return best or said(e.world, "CTL.why.far", "CTL-7.3.2a", unit=u, hex=to)
