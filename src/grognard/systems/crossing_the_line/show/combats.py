"""The combat sheet (CTL-7.5.1): strengths, chits, column, DRMs, the table, and what may come of it.

Of the enemy never all is known: before the declaration not who lies under the top (CTL-5.3.4a), and his strengths never
(CTL-5.3.4d). So the sheet says of each number between what it may lie, and over what."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ....board.names import Units
from ....geometry.hexes import Hex
from ....geometry.hexset import holds
from ....kernel import notation
from ....kernel.frame import Action
from ....kernel.play import check
from ....kernel.show import Odds, Told
from .. import actions
from ..actions import Posture
from ..activation import Active, in_order
from ..chart import Side
from ..fates import NOTHING, settled
from ..strength import Assault
from ..telling import refused, said
from ..texts import WORDS, phrase
from . import sums
from .board import running
from .eyes import Eyes
from .joining import candidates, postures


class Asked(NamedTuple):
    """What a sheet is about; `declared` where it is being fought."""

    side: Side
    units: Units
    hex: Hex
    posture: Posture
    declared: bool = False

    @property
    def action(self) -> actions.Attack:
        return actions.Attack(self.units, self.hex, self.posture)


def fight(e: Eyes, attackers: Sequence[str], defenders: Sequence[str], switches: Sequence[str]) -> Odds:
    """A combat that is being put together, incomplete perhaps, or the one that is being fought."""
    units = tuple(dict.fromkeys(map(e.world.unit, attackers)))
    foes = [u for u in map(e.world.unit, defenders) if e.sees(u) and e.s.on_map(u)]
    posture = (
        Posture.PREPARED
        if "prepared" in switches
        else Posture.REGULAR
        if "regular" in switches
        else Posture.HASTY
    )
    now = running(e)
    if now is not None and foes and now.hex == e.s.hex(foes[0]) and set(units) <= set(now.units):
        return sheet(e, Asked(now.side, now.units, now.hex, now.posture, True))
    if not foes:
        return bare(e, units, None, posture)
    hex = e.s.hex(foes[0])
    side = e.world.sides[foes[0]].enemy
    able = [u for u in units if e.sees(u) and e.s.on_map(u) and e.s.combat(u) and e.world.sides[u] is side]
    if not able:
        return bare(e, units, hex, posture)
    here = e.s.at[able[0]]
    together = in_order(e.s, tuple(u for u in able if e.s.at[u] == here))
    if len(together) < len(units) or hex not in e.world.chart.near[here]:
        return bare(e, units, hex, posture)
    return sheet(e, Asked(side, together, hex, posture))


def odds(e: Eyes, action: Action) -> Odds:
    if not isinstance(action, actions.Attack):
        raise ValueError("odds are asked of an attack")
    return declared(e, action)


def declared(e: Eyes, a: actions.Attack) -> Odds:
    x = assault_of(e, a)
    if x is None:
        return bare(e, a.units, a.hex, a.posture)
    return sheet(e, Asked(x.side, x.attackers, x.hex, x.posture))


def assault_of(e: Eyes, a: actions.Attack) -> Assault | None:
    """Who attacks whom, if these could at all: combat units in one hex that are seen, next to enemies."""
    fit = a.units and all(e.sees(u) and e.s.on_map(u) and e.s.combat(u) for u in a.units)
    if not fit or len({e.s.at[u] for u in a.units}) > 1:
        return None
    side, start = e.s.side(a.units[0]), e.s.hex(a.units[0])
    if a.hex not in e.world.chart.near[start] or not holds(e.s.field.manned[side.enemy], a.hex):
        return None
    return Assault(side, in_order(e.s, tuple(dict.fromkeys(a.units))), start, a.hex, a.posture)


def bare(e: Eyes, units: Units, hex: Hex | None, posture: Posture) -> Odds:
    """What is no combat: who could join it, and what forbids it."""
    w = e.world
    a = actions.Attack(units, hex, posture) if hex is not None else None
    known = {"attackers": w.names(units), "hex": w.place(hex) if hex is not None else "?"}
    title = phrase("{attackers} against {hex}", **known)
    side = e.side or (w.sides[units[0]] if units else None)
    return Odds(
        text=notation.text(a, w) if a is not None and units else "",
        title=title,
        breach=barred(e, a) if a is not None else said(w, "CTL.why.nobody", "CTL-7.5a"),
        candidates=candidates(e, side, units, hex, posture) if side else (),
        at_once=True,
        switches=postures(e, a),
    )


def barred(e: Eyes, a: actions.Attack) -> Told | None:
    """What forbids to declare it now."""
    if not isinstance(e.top(), Active):
        return said(e.world, "CTL.why.not_now", "CTL-7.2a")
    breach = check(e.s, a)
    return refused(breach) if breach else None


# ---- the sheet


def sheet(e: Eyes, x: Asked) -> Odds:
    w, s = e.world, e.s
    assault = Assault(x.side, x.units, s.hex(x.units[0]), x.hex, x.posture)
    now = running(e) if x.declared else None
    known_now = settled(s, now) if now is not None else NOTHING
    o = e.outlook(assault, known_now)
    lanes = sums.lanes(e, assault, o)
    known = {"attackers": e.names(x.units), "hex": w.place(x.hex), "posture": WORDS["posture"][x.posture]}
    # CTL-10.1d; and once the result has begun to be carried out, what comes of it is seen, not foretold
    told = w.scenario.solo in ("", x.side) and not known_now.over
    return Odds(
        text=notation.text(x.action, w),
        title=phrase("{attackers} against {hex}: {posture}", **known),
        breach=None if x.declared else barred(e, x.action),
        sums=(*sums.strengths(e, assault, o), sums.modifiers(e, assault, o)),
        ratio=sums.ratio(o.attack, o.defense),
        column=max(lanes, key=lambda x: x.share).column,
        clause="CTL-7.5.1b",
        note=o.fates.rests,
        table=f"crt-{w.chart.terrain[x.hex].line}",
        columns=lanes,
        outcomes=sums.outcomes(o) if told else (),
        candidates=() if x.declared else candidates(e, x.side, x.units, x.hex, x.posture),
        switches=() if x.declared else postures(e, x.action),
        at_once=True,
    )
