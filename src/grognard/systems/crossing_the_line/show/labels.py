"""Actions as a player reads them on a button or a hex, each with its key."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ....board.names import Unit, Units
from ....geometry.hexes import Hex
from ....kernel.frame import Action
from ....kernel.sheets import offer_of, signed
from ....kernel.show import Offer
from .. import actions, headquarters, movement
from ..acting import Isolation, RefitAction, price_of
from ..combat import Combat
from ..dice import Dice, Snafu
from ..losses import Suffer
from ..marching import Infiltration
from ..movement import March
from ..reaction import FormationReaction
from ..schedule import driven_off
from ..stacking import full
from ..supply import in_command, in_supply
from ..telling import said, worded
from ..texts import WORDS, phrase
from .eyes import Eyes
from .reach import Arrival, crowded, watched

CHECKS = (Suffer, Isolation, Infiltration, RefitAction, FormationReaction)
"""The steps whose dice pass or fail against a rating."""


def make(
    e: Eyes,
    a: Action,
    key: str,
    *,
    about: Unit | None = None,
    to: Hex | None = None,
    note: str = "",
    signs: tuple[str, ...] = (),
    way: Iterable[Hex] = (),
    back: bool = False,
    taken: Units = (),
    then: Iterable[Action] = (),
    against: Hex | None = None,
    **args: Any,
) -> Offer:
    """`about` and `to` are what is clicked, `taken` all units that it takes; the other arguments are those of the label."""
    w = e.world
    if signs:
        note = signed(WORDS["sign"], signs, left=args.get("left", ""))
    text = worded(f"CTL.offer.{key}", args.get("count"))
    named = text.startswith("{unit") or text[:1].isupper()
    return offer_of(
        w, a, said(w, f"CTL.offer.{key}", **args), name=named, about=about, to=to, note=note, signs=signs, way=way, back=back,
        taken=taken, then=then, against=against,
    )  # fmt: skip


def staff_of(e: Eyes, name: str) -> int:
    return e.world.formations[name]


def offer(e: Eyes, a: Any) -> Offer:
    """An action that is legal now."""
    w, s = e.world, e.s
    match a:
        case actions.Act(formation=name):
            f = staff_of(e, name)
            return make(e, a, "act", note=prospect(e, f, False), formation=name, level=s.level[f])
        case actions.Transfer() | actions.Pass() | actions.GoOn() | actions.CallOff() | actions.Decline():
            return make(e, a, a.verb)
        case actions.Keep():
            return make(e, a, "keep", count=throwable(e))
        case actions.Reroll(die=die):
            return reroll(e, a, die)
        case actions.Attempt(formation=name):
            f = staff_of(e, name)
            chance = 10 * w.staffs[f].reaction
            note = prospect(e, f, True)
            return make(e, a, "attempt", note=note, formation=name, chance=chance, level=s.level[f])
        case actions.Attack(units=units, hex=to, posture=how):
            return make(
                e, a, "attack", about=units[0], taken=units, note=ap(e, how, units), against=to, posture=str(how), hex=to,
                attackers=list(units),
            )  # fmt: skip
        case actions.Refit(unit=u):
            chance = 10 * s.effectiveness(u)
            return make(e, a, "refit", about=u, note=ap(e, "refit", (u,)), unit=u, chance=chance)
        case actions.Improve(hex=to):
            return make(e, a, "improve", note=ap(e, "improve", ()), hex=to)
        case actions.Relocate(unit=u, hex=to):
            return relocate(e, a, u, to)
        case actions.Top(unit=u):
            return make(e, a, "top", about=u, back=True, unit=u)
        case actions.End():
            return make(e, a, "end")
        case actions.Stop():
            return make(e, a, "stop")
        case actions.Lose(unit=u):
            return make(e, a, "lose", about=u, unit=u, left=s.strength[u] - 1)
        case actions.Retreat(hex=None):
            return make(e, a, "retreat.all")
        case actions.Retreat(hex=to):
            return make(e, a, "retreat", to=to, hex=to)
        case actions.Displace(unit=u, hex=to):
            return displace(e, a, u, to)
        case actions.Remove(unit=u):
            return make(e, a, "remove", about=u, unit=u)
        case actions.Assign(unit=u, formation=name):
            return make(e, a, "assign", about=u, unit=u, formation=name)
        case actions.Unassign(unit=u):
            return make(e, a, "unassign", about=u, back=True, unit=u)
        case actions.Spend(unit=u):
            return make(e, a, "spend", about=u, unit=u, left=s.strength[u] + 1)
        case actions.Unspend(unit=u):
            return make(e, a, "unspend", about=u, back=True, unit=u)
        case actions.Cannibalize(unit=u):
            return make(e, a, "cannibalize", about=u, unit=u, count=s.strength[u])
        case actions.Place(unit=u, hex=to):
            signs = ("back",) if driven_off(s, u) else ()
            return make(e, a, "place", about=u, to=to, signs=signs, unit=u, hex=to)
        case actions.Inspect(marker=0):
            return make(e, a, "inspect.none")
        case actions.Inspect(marker=n):
            return make(e, a, "inspect", number=n)
    raise AssertionError(f"{a.verb} is offered by a way, or by nobody")


def reroll(e: Eyes, a: Action, die: int) -> Offer:
    """CTL-5.2b: which die, of which unit, and what it must show; of a combat what it may bring (CTL-5.3.4f)."""
    *_, below, dice, _ = (None, None, *e.s.frames)
    note = ""
    if isinstance(below, Combat):
        faces = below.by_face(e.s)
        shares = [f"{result} {10 * faces.count(result)} %" for result in dict.fromkeys(faces)]
        note = phrase("another throw brings {results}", results=", ".join(shares))
    elif isinstance(below, CHECKS) and isinstance(dice, Dice) and len(dice.cuts[die - 1]) == 2:
        note = phrase("passes on 1 to {count}", count=dice.cuts[die - 1][0])
    rolling: Units = getattr(below, "checked", ()) or getattr(below, "units", ())
    if isinstance(below, Suffer | Isolation | Infiltration) and len(rolling) >= die:
        return make(e, a, "reroll.unit", note=note, die=die, unit=rolling[die - 1])
    return make(e, a, "reroll", note=note, die=die, count=throwable(e))


def throwable(e: Eyes) -> int:
    """CTL-5.2b: of how many dice one may be thrown again."""
    top = e.top()
    return len(top.mine) if isinstance(top, Snafu) else 0


def prospect(e: Eyes, f: int, red: bool) -> str:
    """CTL-6.3.2a, CTL-6.4.2c: the AP that the die may bring at its level, and what supply has to say."""
    row = e.world.ap[red][e.s.level[f]]
    points = phrase("{least} to {most} AP", least=min(row), most=max(row))
    return "; ".join(filter(None, (points, emergency(e, f))))


def emergency(e: Eyes, f: int) -> str:
    """CTL-5.7.3a, b: what it would cost an HQ that is out of supply."""
    if in_supply(e.s, f):
        return ""
    if e.s.flipped[f]:
        return phrase("out of supply, Emergency Supply spent: the level becomes 0")
    return phrase("out of supply: Emergency Supply is spent")


def ap(e: Eyes, what: str, units: Units) -> str:
    """What it costs (CTL-7a, CTL-7b)."""
    cost = price_of(e.s, what, all(in_command(e.s, u) for u in units))
    return phrase("{count} AP", count=cost)


def relocate(e: Eyes, a: Action, u: Unit, to: Hex) -> Offer:
    """CTL-7.4e: what a breach of range or path costs."""
    toll = headquarters.toll(e.s, u, to)
    f = e.s.formation(u)
    assert f is not None
    cost = e.world.staffs[f].relocation
    sign: tuple[str, ...] = ("cut_off",) if toll.loss is None else () if toll.loss == 1 else ("far",)
    return make(e, a, "relocate", about=u, to=to, signs=sign, unit=u, hex=to, count=cost)


def displace(e: Eyes, a: Action, u: Unit, to: Hex) -> Offer:
    """CTL-5.3.2c to e for an HQ; CTL-5.3.3 for a unit of the enemy."""
    s = e.s
    if s.combat(u):
        signs = ("full",) if full(s, s.side(u), to, s.counter(u).arm) else ()
        return make(e, a, "displace", about=u, to=to, signs=signs, unit=u, hex=to)
    toll = headquarters.toll(s, u, to)
    sign = {"CTL-5.3.2c": "near", "CTL-5.3.2d": "far", "CTL-5.3.2e": "cut_off"}[toll.clause]
    return make(e, a, "displace.hq", about=u, to=to, signs=(sign,), unit=u, hex=to)


# ---- moves


def way(
    e: Eyes, units: Units, begin: Action | None, start: March, to: Hex, x: Arrival, exposed: bool
) -> Offer:
    """A move to a hex, begun and carried out step by step; it ends there."""
    steps: list[Action] = [actions.Enter(h) for h in x.march.way[len(start.way) :]]
    if not x.stops and (begin is not None or len(steps) > 1):  # step by step it goes on
        steps.append(actions.Stop())
    first, then = (begin, steps) if begin is not None else (steps[0], steps[1:])
    signs = [*(["stops"] if x.stops else ["goes_on"] if x.left else ["spent"])]
    if exposed and any(watched(e.s, start.side, h) for h in x.march.way[len(start.way) - 1 :]):
        signs.append("watched")
    if crowded(e.s, units, to):
        signs.append("crowded")
    return make(
        e, first, "move", about=units[0], to=to, signs=tuple(signs), way=x.march.way[len(start.way) - 1 :],
        taken=units if begin is not None else (), then=then, hex=to, left=movement.said(x.left), units=list(units),
    )  # fmt: skip


def infiltrate(e: Eyes, units: Units, begin: Action | None, start: March, to: Hex) -> Offer:
    """CTL-7.3.4: with the chance that each of them passes."""
    step = actions.Infiltrate(to)
    first, then = (begin, [step]) if begin is not None else (step, [])
    signs = ("infiltrates", "crowded") if crowded(e.s, units, to) else ("infiltrates",)
    return make(
        e, first, "infiltrate", about=units[0], to=to, signs=signs, way=(start.here, to), then=then,
        taken=units if begin is not None else (), hex=to, units=list(units),
    )  # fmt: skip
