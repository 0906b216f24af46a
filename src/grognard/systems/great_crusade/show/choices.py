"""What a player may do (TGC-ui.8 to 16, 18, 28, 31 to 34, 37 to 39, 41): heads, single actions, forms, the way on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

from ....board.names import Side as AnySide
from ....board.names import Unit
from ....kernel.frame import Action
from ....kernel.mods import plain
from ....kernel.play import apply, check, decision, legal
from ....kernel.show import Choices, Form, Item, Offer, Told
from .. import air, assignment, combat, invasion, movement, obligations, sea, supply
from ..actions import (
    Advance,
    Attack,
    Cancel,
    Debark,
    Drop,
    Embark,
    End,
    Interdict,
    Land,
    Move,
    Place,
    Recall,
    Resolve,
    Retreat,
    Sail,
    Shield,
)  # fmt: skip
from ..air import TacticalAir
from ..airborne import Airborne
from ..crt import Advances, Exchange, Retreats
from ..fighting import CombatPhase
from ..invasion import Embarkation
from ..marching import Movement
from ..phase import OwnPhase
from ..replacements import Replacement
from ..setup import Arrange, faults
from ..state import BRITAIN, State
from ..supply import AlliedSupply
from ..texts import phrase
from ..world import ALLIED, GERMAN, Side
from . import labels
from .fights import fight_phase
from .prompts import prompt


def choices(s: State, side: AnySide) -> Choices:
    """What is offered to the side now."""
    now, asked = decision(s), prompt(s, side)
    if now is None or now.side != side:
        return Choices(asked)
    top: Any = now.frame
    main, refused = way_on(s, top)
    return Choices(
        prompt=asked,
        heads=tuple(heads(s, top)),
        single=tuple(labels.offer(s, a) for a in singles(s, top)),
        main=main,
        refused=refused,
        form=form(s, top),
        open=legal(s).open,
    )


# ---- the way on


def way_on(s: State, top: Any) -> tuple[Offer | None, Told | None]:
    """TGC-ui.8: the action that goes on, and why it is refused now."""
    action: Action
    match top:
        case CombatPhase() if s.combats:
            action = Resolve(1)
        case Arrange() | OwnPhase() | Advances() if not isinstance(top, AlliedSupply):
            action = End()
        case _:
            return None, None
    breach = check(s, action)
    if isinstance(action, End):
        offer = labels.end(s, None if breach else apply(s, action, judged=True).state)
    else:
        offer = labels.offer(s, action)
    if breach is None:
        return offer, None
    units: Iterable[Unit] = ()
    text = breach.why
    if isinstance(top, CombatPhase):  # TGC-ui.28
        gaps = obligations.unmet(s, top.duties(s), s.combats) if not top.started else None
        units = [*gaps.friends, *gaps.enemies] if gaps else ()
    elif isinstance(top, Arrange):  # TGC-ui.9
        text = "; ".join(str(x) for x in faults(s))
    told = Told(text, clause=breach.clause, units=tuple(s.world.unit_text(u) for u in units))
    return offer, told


# ---- heads: units and words whose actions are listed when asked for


def heads(s: State, top: Any) -> list[str]:
    out = [s.world.unit_text(u) for u in actors(s, top)]
    if isinstance(top, TacticalAir):
        return [*out, *(g for g in ("interdict", "shield", "watch") if offered(s, top, g))]
    if fight_phase(s) and free(s, top.side):
        out.append("attack")
    return out


def actors(s: State, top: Any) -> list[Unit]:
    """The units that somebody can do something with."""
    match top:
        case Arrange():
            return [Unit(u) for u in s.world.units(GERMAN)]
        case Movement(side):
            units = movement.movers(s, side)
            if side is ALLIED:
                sailors = dict.fromkeys(a.unit for a in top.stranded_sailors(s))
                units = [*units, *(u for u in sailors if u not in units), *landers(s)]
            return units
        case Embarkation() | Airborne() | Replacement():
            known = (s.world.unit_numbers.get(h) for h in legal(s).heads())
            units = [u for u in known if u is not None]
            return [*units, *invasion.at_sea(s)] if isinstance(top, Embarkation) else units
        case CombatPhase(side) if not top.started:
            return free(s, side)
        case Retreats(_, units_):
            return list(units_)
        case Advances():
            return list(dict.fromkeys(a.unit for a in top.options(s)))
        case TacticalAir():
            return [Unit(u) for u in s.world.units(GERMAN) if air.may_interdict(s, Unit(u)) is None]
    return []


def landers(s: State) -> list[Unit]:
    """TGC-ui.14: who waits in Britain and could land somewhere. Alike are those of one kind with the same movement."""
    if not sea.havens(s) or sea.ashore(s) >= supply.landing_capacity(s):
        return []
    known: dict[tuple[str, int], bool] = {}
    out = []
    for u in sea.waiting(s):
        alike = (invasion.counts_as(s, u), s.left[u])
        if alike not in known:
            known[alike] = bool(sea.landings(s, u))
        if known[alike]:
            out.append(u)
    return out


def free(s: State, side: Side) -> list[Unit]:
    """Who could still be put into a combat, against somebody who is in none (TGC-combat.5, 7)."""
    busy = obligations.engaged_in(s.combats)
    enemies = s.field.stacks[side.enemy]
    open_ = sum(1 << h for h, stack in enemies.items() if any(v not in busy for v in stack))
    return [
        u
        for stack in s.field.stacks[side].values()
        for u in stack
        if u not in busy and s.world.attack[u] and combat.targets(s, u) & open_
    ]


# ---- single actions


def singles(s: State, top: Any) -> list[Action]:
    """What belongs to no head and is not the end of the phase."""
    out: list[Action] = []
    if isinstance(top, Movement):
        if top.may_end(s):
            out += [x for x in legal(s).forward if isinstance(x, Action)]
        out = [a for a in out if not isinstance(a, End | Sail)]
    elif isinstance(top, CombatPhase):
        out += [Resolve(n, bombs) for n, bombs in resolvable(s, top)]
    elif not isinstance(top, Exchange | AlliedSupply | Retreats | Advances):
        out += [a for a in legal(s).forward if isinstance(a, Action) and not isinstance(a, End)]
    if fight_phase(s):
        out += [Cancel(n) for n in range(1, len(s.combats) + 1)]
    return out


def resolvable(s: State, top: CombatPhase) -> list[tuple[int, bool]]:
    """TGC-air.14: carpet bombing may be ordered just before the die."""
    both = [(n, bombs) for n in range(1, len(s.combats) + 1) for bombs in (False, True)]
    return [
        (n, bombs)
        for n, bombs in both
        if not (bombs and s.combats[n - 1].carpet) and top.may_resolve(s, n, bombs) is None
    ]


# ---- forms: several units at once


def form(s: State, top: Any) -> Form | None:
    if isinstance(top, AlliedSupply):
        return rations(s)
    if isinstance(top, Exchange):
        return losses(s, top)
    return None


def rations(s: State) -> Form:
    """TGC-ui.37: it opens only where capacity falls short, and begins with the proposal."""
    proposal = supply.propose(s)
    reachable = [u for u, by in supply.feeding(s).reach.items() if by]
    items = tuple(
        Item(s.world.unit_text(u), str(s.world.attack[u]), 1, u in proposal)
        for u in supply.by_worth(s, reachable)
    )
    return Form("supply", phrase("Who is supplied this turn"), "TGC-supply.20b", items, at_most=len(proposal))


def losses(s: State, top: Exchange) -> Form:
    """TGC-ui.32: what must be reached, and what each unit is worth; the cheapest choice is made already."""
    cheapest = min(
        (a.units for a in top.offers(s)), key=lambda units: (top.value(units), len(units), units), default=()
    )
    items = tuple(
        Item(s.world.unit_text(u), plain(worth), exact(worth), u in cheapest)
        for u, worth in zip(top.units, top.worth)
    )
    return Form(
        "lose", phrase("Units lost in the exchange"), "TGC-crt.11c", items, at_least=str(exact(top.owed))
    )


def exact(n: Fraction) -> int | str:
    return int(n) if n.denominator == 1 else f"{n.numerator}/{n.denominator}"


# ---- the actions of one head


def offers(s: State, side: AnySide, head: str) -> Sequence[Offer]:
    now = decision(s)
    if now is None or now.side != side or head not in heads(s, now.frame):
        return []
    return labels.offers(s, offered(s, now.frame, head))


def offered(s: State, top: Any, head: str) -> list[Action]:
    if head == "attack":
        return proposals(s, top)
    u = s.world.unit_numbers.get(head)
    match top:
        case TacticalAir():
            if u is not None:
                return [Interdict(u)]
            if head == "shield":  # TGC-ui.38: wherever Allied units stand
                stands = sorted(s.field.stacks[ALLIED])
                return [Shield(h) for h in stands if air.may_shield(s, h) is None]
            return list(legal(s).of(head))
        case Embarkation() if u is not None and s.at_sea(u):
            return [Debark(u)]
        case Movement() if u is not None:
            return top.of(s, u)
        case CombatPhase() if u is not None:
            return [a for a in proposals(s, top) if isinstance(a, Attack) and u in a.attackers]
        case Retreats() | Advances():
            return [a for a in legal(s) if isinstance(a, Retreat | Advance) and a.unit == u]
    return list(legal(s).of(head))


def proposals(s: State, top: Any) -> list[Action]:
    """TGC-ui.22: attacks worth thinking of; any other is put together on its sheet."""
    start = top.duties(s) if isinstance(top, CombatPhase) else None
    return list(dict.fromkeys(assignment.candidates(s, top.side, start)))


# ---- what a click would mean


def aim(s: State, unit: str, hex: str) -> Action | None:
    """TGC-ui.15, 17, 41: legal or not, so that a refusal can be explained; None: nothing is meant."""
    now = decision(s)
    if now is None or now.side is None:
        return None
    top, h = now.frame, s.world.hex(hex)
    u = s.world.unit(unit) if unit else None
    chart = s.world.chart
    if isinstance(top, TacticalAir):
        if u is not None and s.side(u) is GERMAN:
            return Interdict(u)
        return Shield(h)
    if u is None:
        return None
    ashore = chart.by_sea[h].hex if h in chart.by_sea else h
    match top:
        case Arrange():
            return Place(u, h)
        case Retreats():
            return Retreat(u, h)
        case Advances():
            return Advance(u, h)
        case Replacement(side):
            return Recall(u, None if side is ALLIED else h)
        case Airborne():
            return Drop(u, h)
        case Embarkation():
            return Embark(u, chart.numbered[h].sea if h in chart.numbered else h)
        case CombatPhase(side) if enemies := s.stack(h, side.enemy):
            return Attack((u,), enemies)
        case OwnPhase(side):
            if s.at[u] == BRITAIN:
                return Land(u, ashore)
            return Sail(u, ashore) if h in chart.by_sea and side is ALLIED else Move(u, h)
    return None
