"""Is a position that came from outside one that play can go on from? So much of it as nothing later may stumble over."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from ...board.names import Unit
from ...geometry.hexes import Hex
from ...kernel.frame import Frame
from ...kernel.spoken import spoken
from . import admin, strength
from .acting import Confirm, Isolation, MovementAction, RefitAction
from .activation import Activation, Active, Bonus, FormationActivation
from .asking import Asked, Left
from .combat import Combat, CombatAction, DrawChits
from .dice import SIDES, Dice, Snafu, Throw
from .headquarters import HqDisplacement
from .losses import Follow, Retreat, SecondHit, Suffer, TakeLoss
from .marching import EnterHex, Infiltration, Movement
from .reaction import FormationReaction, ReactionAttempt
from .sequence import FirstBlood, Game, OpsCycle, OpsPhase, Option, Turns
from .stacking import Displace, Overstack, RemoveSurplus
from .state import COMING, GONE, LOST, State
from .world import NO_FORMATION

Kind = type[Frame[Any]]

RESULT = re.compile(r"\d+r?/\d+r?")  # CTL-7.5.2a

ACTIONS = (MovementAction, CombatAction, RefitAction)

OPENS: dict[Kind, dict[str, tuple[Kind, ...]]] = {
    Game: {"turns": (Turns, FirstBlood)},
    Turns: {"admin_phase": (admin.AdminPhase,), "ops_phase": (OpsPhase,)},
    FirstBlood: {"activation": (FormationActivation,)},
    OpsPhase: {"cycles": (OpsCycle,)},
    OpsCycle: {"roll": (Dice,), "option": (Option,), "receiver": (Option,), "act": (FormationActivation,)},
    FormationActivation: {"action_points": (Dice,), "act": (Activation,)},
    Activation: {"": ACTIONS},
    Bonus: {"": ACTIONS},
    MovementAction: {"pay": (Isolation,), "lift": (Confirm,), "go": (Movement,), "rest": (Overstack,)},
    RefitAction: {"pay": (Dice,)},
    Isolation: {"dice": (Dice,)},
    Movement: {"": (EnterHex, Infiltration)},
    EnterHex: {
        "lone_hq_ahead": (HqDisplacement,), "leaving": (FormationReaction,), "lone_hqs_around": (HqDisplacement,),
        "entering": (FormationReaction,),
    },
    Infiltration: {
        "lone_hq_ahead": (HqDisplacement,), "leaving": (FormationReaction,), "checks": (Dice,),
        "lone_hqs_around": (HqDisplacement,), "entering": (FormationReaction,),
    },
    FormationReaction: {
        "ask": (ReactionAttempt,), "try_it": (Dice,), "halt": (Overstack,), "play": (FormationActivation,),
    },
    CombatAction: {"pay": (Isolation,), "able": (Confirm,), "fight": (Combat,)},
    Combat: {
        "chits": (DrawChits,), "throw": (Dice,), "defender_suffers": (Suffer,), "attacker_suffers": (Suffer,),
        "lone_hqs": (HqDisplacement,), "battle_victory": (Bonus,),
    },
    Suffer: {
        "first_hit": (TakeLoss,), "checks": (Dice,), "forced_retreat": (Retreat,), "second_hit": (SecondHit,),
        "further_hits": (TakeLoss,),
    },
    SecondHit: {"": (Retreat, Follow)},
    Retreat: {"": (Overstack,)},
    Follow: {"go": (Overstack,)},
    Overstack: {"surplus_hqs": (HqDisplacement,), "surplus_units": (Overstack, RemoveSurplus, Displace)},
    Dice: {"": (Throw, Snafu)},
}  # fmt: skip
"""Which step of which frame opens what; a frame that is no list of steps has one without a name."""

REPEATED = {
    "activation", "cycles", "lone_hq_ahead", "lone_hqs_around", "lone_hqs", "further_hits", "surplus_hqs", "surplus_units",
}  # fmt: skip
"""Steps to which play comes back: while they are open their frame stands one step before."""


def unsound(s: State) -> str:
    """Why the position cannot be played on; empty: it can."""
    return next(faults(s), "")


def faults(s: State) -> Iterator[str]:
    world, n, formations = s.world, len(s.world.counters), len(s.world.staffs)
    columns = (s.at, s.under, s.strength, s.disrupted, s.assigned, s.shown, s.noted)
    if any(len(column) != n for column in columns):
        yield f"it should tell of {n} counters"
        return
    if len(s.level) != formations or len(s.flipped) != formations or len(s.held) != len(world.tracked):
        yield f"it should tell of {formations} formations and {len(world.tracked)} places"
        return
    yield from counters(s)
    yield from numbers(s)
    said = [x for part in (s, *s.frames) for x in spoken(part, but=("at",))]
    if not all(0 <= u < n for kind, u in said if kind is Unit):
        yield "it speaks of a unit that there is not"
    elif not all(h in world.grid and world.chart.within >> h & 1 for kind, h in said if kind is Hex):
        yield "it speaks of a hex that there is not"
    else:
        yield from open_steps(s)
        for f in s.frames:
            if wrong := misfit(s, f):
                yield f"{type(f).__name__}: {wrong}"


def counters(s: State) -> Iterator[str]:
    """Every counter where it can be, as strong as it can be, of a formation of its side."""
    world = s.world
    heaps: dict[int, list[int]] = {}
    sides: dict[int, set[str]] = {}
    for u, counter in enumerate(world.counters):
        h = s.at[u]
        if h not in (COMING, LOST, GONE) and not (h >= 0 and h in world.grid and world.chart.within >> h & 1):
            yield f"{counter.name} stands where nothing can"
            return
        if s.strength[u] > counter.strength or (h >= 0 and not s.strength[u] and not counter.hq):
            yield f"{counter.name} cannot be so strong"
        f = s.assigned[u]
        if f != NO_FORMATION and (f >= len(world.staffs) or world.staffs[f].side is not counter.side):
            yield f"{counter.name} is assigned to nobody of its side"
        if counter.hq and (f != counter.formation or s.disrupted[u]):
            yield f"{counter.name} is an HQ"
        if h >= 0:
            heaps.setdefault(h, []).append(s.under[u])
            sides.setdefault(h, set()).add(counter.side)
    if any(len(x) > 1 for x in sides.values()):
        yield "both sides stand in one hex"
    if any(sorted(heap) != list(range(len(heap))) for heap in heaps.values()):
        yield "a stack does not say who lies on whom"


def numbers(s: State) -> Iterator[str]:
    """Numbers as they can be."""
    world = s.world
    if not 1 <= s.turn <= world.scenario.last_turn:
        yield f"there is no turn {s.turn}"
    if any(level > staff.level for level, staff in zip(s.level, world.staffs)):
        yield "a level is higher than its track (CTL-3.1.3c)"
    if s.box not in world.tables["initiative"]["boxes"]:
        yield f"there is no box {s.box} (CTL-3.1.3b)"
    if not 0 <= s.interdiction <= 2 or min(s.ap) < 0 or s.used < 0:
        yield "a number is not what it can be"
    known = {k: n for k, n in world.tables["victory_markers"].items() if isinstance(n, int)}
    if any(s.plans.count(p) > known.get(p, 0) for p in s.plans):
        yield "there are not so many Victory Plan markers (CTL-8.3d)"
    if not all(0 <= i < len(s.plans) for i in s.inspected):
        yield "a marker was inspected that was not drawn"


MOST = 99  # far beyond any sum of DRMs

OWN = (MovementAction, CombatAction, Isolation, Confirm, Bonus, Suffer, TakeLoss, SecondHit, Retreat, Follow)
NAMING = ("units", "movers", "may", "checked", "failed", "lead")


def open_steps(s: State) -> Iterator[str]:
    """Every step within one that opens it; the last asks somebody, or is left to chance."""
    for f, child in zip(s.frames, s.frames[1:]):
        if type(f) in admin.FRAMES:
            continue  # `admin.misfit` says
        steps = OPENS.get(type(f), {})
        at, names = getattr(f, "at", None), getattr(f, "STEPS", ())
        may = [
            kinds
            for name, kinds in steps.items()
            if not name or (at is not None and at == names.index(name) - (name in REPEATED))
        ]
        if not any(type(child) in kinds for kinds in may):
            yield f"{type(f).__name__} does not open {type(child).__name__} there"
    if s.frames and not isinstance(s.frames[-1], Asked | Left):
        yield f"{type(s.frames[-1]).__name__} asks nobody"


def misfit(s: State, frame: Frame[Any]) -> str:
    """What an open step says that it cannot."""
    side = getattr(frame, "side", None)
    at = getattr(frame, "at", None)
    if isinstance(at, int) and not -1 <= at < len(getattr(frame, "STEPS", ())):
        return "there is no such step"
    formation = getattr(frame, "formation", None)
    if formation is not None and not 0 <= formation < len(s.world.staffs):
        return "there is no such formation"
    if wrong := admin.misfit(s, frame):
        return wrong
    match frame:
        case Throw(owners=owners, cuts=cuts) if not rolled(len(owners), cuts):
            return "such dice are not thrown"
        case Dice(owners=owners, cuts=cuts, got=got) if not rolled(len(owners), cuts) or not all(
            1 <= x <= SIDES for x in got
        ):
            return "such dice are not thrown"
        case Snafu(mine=mine, got=got) if not all(0 <= n < len(got) for n in mine):
            return "there is no such die"
        case FormationActivation(at=0, formation=f) if not s.level[f]:
            return "its level is 0 (CTL-6.3.1b)"
        case Combat() if frame.at < Combat.STEPS.index("defender_suffers") and (
            frame.others != s.fighters(frame.hex, frame.side.enemy)
            or any(s.at[u] != frame.start for u in frame.units)
        ):
            return "they do not stand there"
        case Combat(column=column, result=result):
            if not -1 <= column < len(strength.heads(s, frame.hex)):
                return "the table has no such column"
            if abs(frame.drm) > MOST:
                return "no DRMs come to that"
            if frame.at >= Combat.STEPS.index("defender_suffers") and not RESULT.fullmatch(result):
                return "that is no result"
            if not set(frame.units) >= set(frame.leads[0]) or not set(frame.others) >= set(frame.leads[1]):
                return "others fought with their points"
        case FormationActivation(side=side, formation=f) | FormationReaction(side=side, formation=f) if (
            f is not None and s.world.staffs[f].side is not side
        ):
            return "that formation is of the other side"
        case Movement(march=march, count=count) | EnterHex(march=march, count=count):
            if not march.way or len(march.zoned) != len(march.way) - 1 or march.side is not frame.side:
                return "that is no way"
            later = (
                EnterHex,
                FormationActivation,
                Overstack,
            )  # within these it may have gone on, or be no more
            if not any(isinstance(x, later) for x in within(s, frame)) and not 1 <= count <= len(
                s.stack(march.here, march.side)
            ):
                return "nobody is there to move"
        case Suffer():
            if len(frame.taken) != len(frame.units) or not set(frame.units) >= {*frame.lead, *frame.failed}:
                return "it counts the hits of others"
            asks = [x for x in within(s, frame) if isinstance(x, TakeLoss | SecondHit)]
            if any(not set(frame.units) >= {*x.units, *named(x, "may")} for x in asks):
                return "it asks for the losses of others"
    if isinstance(frame, OWN) and any(s.side(u) is not side for f in NAMING for u in named(frame, f)):
        return "it speaks of units of the other side"
    if frame is s.frames[-1] and isinstance(frame, Asked) and not isinstance(frame, Active):
        one = getattr(frame, "unit", None)
        if one is not None and s.side(one) is not side:
            return "that unit is of the other side"
    return ""


def within(s: State, frame: Frame[Any]) -> tuple[Frame[Any], ...]:
    """The steps that are open within this one."""
    at = next(n for n, f in enumerate(s.frames) if f is frame)
    return s.frames[at + 1 :]


def named(frame: Frame[Any], field: str) -> tuple[Unit, ...]:
    units = getattr(frame, field, ())
    return units if isinstance(units, tuple) else ()


def rolled(owners: int, cuts: tuple[tuple[int, ...], ...]) -> bool:
    return bool(cuts) and owners == len(cuts) and all(
        c and c[-1] == SIDES and list(c) == sorted(set(c)) and c[0] > 0 for c in cuts
    )  # fmt: skip
