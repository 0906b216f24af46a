"""Who may join a combat as it stands, and in what manner it may be fought (CTL-7.5b, h)."""

from __future__ import annotations

from msgspec.structs import replace

from ....board.names import Units
from ....geometry.hexes import Hex
from ....kernel.play import check
from ....kernel.show import Candidate, Switch
from .. import actions
from ..actions import Posture
from ..activation import Active
from ..chart import Side
from ..telling import refused, said
from ..texts import phrase
from .eyes import Eyes
from .labels import ap


def candidates(e: Eyes, side: Side, units: Units, hex: Hex | None, posture: Posture) -> tuple[Candidate, ...]:
    """Those next to the hex that are seen; all who stand in it defend (CTL-7.5b)."""
    s, out = e.s, []
    near = (
        e.world.chart.near[hex]
        if hex is not None
        else tuple({s.hex(u) for u in units if e.sees(u) and s.on_map(u)})
    )
    for h in near:
        for u in e.stack(h, side)[0]:
            if not s.combat(u):
                continue
            why = None
            if hex is not None and isinstance(e.top(), Active):
                breach = check(s, actions.Attack((u,), hex, posture))
                apart = units and s.at[units[0]] != h
                why = (
                    refused(breach)
                    if breach
                    else said(e.world, "CTL.why.apart", "CTL-7.5c")
                    if apart
                    else None
                )
            out.append(Candidate(e.id(u), "attacker", why))
    if hex is not None:
        out += [Candidate(e.id(u), "defender", None) for u in e.stack(hex, side.enemy)[0] if s.combat(u)]
    return tuple(out)


def postures(e: Eyes, a: actions.Attack | None) -> tuple[Switch, ...]:
    """CTL-7.5h: one of three, a hasty attack unless another is chosen; each with its price (CTL-7a, CTL-7.5e)."""
    out = []
    payers = (
        a.units
        if a is not None and all(e.mine(u) and e.s.on_map(u) and e.s.combat(u) for u in a.units)
        else ()
    )
    for posture, text in (
        (Posture.HASTY, phrase("Hasty Attack")),
        (Posture.REGULAR, phrase("Regular Attack")),
        (Posture.PREPARED, phrase("Prepared Attack")),
    ):
        why = ""
        if a is not None and a.units and isinstance(e.top(), Active):
            breach = check(e.s, replace(a, posture=posture))
            why = str(breach) if breach else ""
        price = ap(e, posture, payers if posture is Posture.HASTY else ())
        out.append(Switch(str(posture), text, "CTL-7.5h", why, phrase("kind of attack"), price))
    return tuple(out)
