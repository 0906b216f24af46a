"""What is asked of a player, in his words, for every step of play; the others hear only who decides (CTL-5.3.4)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ....kernel.play import decision
from ....kernel.show import Told
from ..acting import Confirm
from ..activation import Activation, Bonus
from ..arrivals import Arrivals
from ..assignment import Assignment
from ..dice import Dice, Snafu
from ..headquarters import HqDisplacement
from ..losses import Retreat, SecondHit, TakeLoss
from ..marching import Movement
from ..reaction import FormationReaction, ReactionAttempt
from ..reorganization import Rebuild, Reorganization
from ..replacements import Replacements
from ..sequence import Option
from ..stacking import Displace, RemoveSurplus
from ..telling import said
from ..texts import WORDS, phrase
from ..victory_plan import InspectPlan
from ..withdrawals import Reattach
from . import board, words
from .eyes import Eyes


def prompt(e: Eyes) -> Told:
    """What this side is asked, or for what it waits."""
    w, s, now = e.world, e.s, decision(e.s)
    if now is None:
        return said(w, "CTL.prompt.over", s.verdict.clause if s.verdict else "")
    if now.side is None:
        return said(w, "CTL.prompt.chance", "CTL-3.8a")
    if e.top() is None:
        return said(w, "CTL.prompt.wait", side=str(now.side), step=words.step(s) or "end_turn")
    return asked(e, now.frame)


def asked(e: Eyes, top: Any) -> Told:
    w, s = e.world, e.s
    match top:
        case Option():
            key = "received" if top.received else "option" if top.may_transfer else "alone"
            return said(w, f"CTL.prompt.{key}", "CTL-6.2a")
        case Activation():
            name = w.staffs[top.formation].id
            return said(w, "CTL.prompt.activation", "CTL-7.2a", formation=name, count=top.purse(s))
        case Bonus():
            key = "bonus.own" if top.own else "bonus"
            return said(w, f"CTL.prompt.{key}", "CTL-7.5.3e", units=list(top.units), count=top.purse(s))
        case Confirm():
            return said(w, "CTL.prompt.confirm", "CTL-5.8.4c", units=list(top.units))
        case Movement():
            return said(w, "CTL.prompt.move", "CTL-7.3", units=list(top.movers(s)), left=board.left(e))
        case ReactionAttempt():
            return reaction(e, top)
        case Retreat():
            key = "retreat.forced" if top.forced else "retreat"
            return said(w, f"CTL.prompt.{key}", "CTL-7.5.2.1c", units=list(top.units), count=len(top.units))
        case SecondHit():
            return said(w, "CTL.prompt.second_hit", "CTL-7.5.2k", units=list(top.units), count=len(top.units))
        case TakeLoss():
            return said(w, "CTL.prompt.loss", "CTL-7.5.2o", units=list(top.units))
        case HqDisplacement():
            return said(w, "CTL.prompt.hq", "CTL-5.3.2a", unit=top.unit, hex=s.hex(top.unit))
        case Displace():
            return said(w, "CTL.prompt.displace", "CTL-5.3.3a", hex=top.hex)
        case RemoveSurplus():
            return said(w, "CTL.prompt.remove", "CTL-5.3.1l", hex=top.hex)
        case Snafu():
            return snafu(e, top)
    return admin(e, top)


def admin(e: Eyes, top: Any) -> Told:
    """The segments of the Admin Phase (CTL-8)."""
    w, s = e.world, e.s
    match top:
        case Assignment():
            return said(w, "CTL.prompt.assignment", "CTL-8.2a")
        case Reattach():
            return said(w, "CTL.prompt.reattach", "CTL-8.5.2d")
        case InspectPlan():
            return said(w, "CTL.prompt.inspect", "CTL-8.3c", count=len(s.plans))
        case Replacements():
            return said(w, "CTL.prompt.replacements", "CTL-8.4.1a", points=points(top.points(s)))
        case Rebuild():
            left = top.points - len(top.spent)
            return said(w, "CTL.prompt.rebuild", "CTL-8.4.2c", unit=top.giver, count=left)
        case Reorganization():
            return said(w, "CTL.prompt.reorganization", "CTL-8.4.2a")
        case Arrivals():
            return said(w, "CTL.prompt.arrivals", "CTL-8.5c")
    raise AssertionError(f"{type(top).__name__} asks nothing that a screen knows")


def points(left: Mapping[str, int]) -> list[str]:
    """CTL-8.4.1a: of each kind."""
    out = []
    for kind, count in left.items():
        known = {"count": count, "type": WORDS["type"][kind]}
        one = count == 1
        out.append(
            phrase("{count} point for {type}", **known)
            if one
            else phrase("{count} points for {type}", **known)
        )
    return out


def reaction(e: Eyes, top: ReactionAttempt) -> Told:
    """CTL-6.4.1b, with what is known of the mover: how many, and the one on top."""
    frame = next(f for f in reversed(e.s.frames) if isinstance(f, FormationReaction))
    seen, _ = e.stack(top.hex, top.side.enemy)
    return said(
        e.world, "CTL.prompt.reaction", "CTL-6.4.1b", count=frame.count, units=list(seen[:1]), hex=top.hex
    )


def snafu(e: Eyes, top: Snafu) -> Told:
    """CTL-5.2b: what the dice are for, and what lies there; of a combat the DRMs and the result (CTL-5.3.4f)."""
    reading = top.reading(e.s)
    if reading is not None:
        drm, result = reading
        return said(e.world, "CTL.prompt.snafu.combat", "CTL-5.2b", drm=f"{drm:+}", result=result)
    below = next((f for f in reversed(e.s.frames) if isinstance(f, Dice)), None)
    throw = below.by if below is not None else top.by
    return said(e.world, "CTL.prompt.snafu", "CTL-5.2b", throw=throw, count=len(top.mine))
