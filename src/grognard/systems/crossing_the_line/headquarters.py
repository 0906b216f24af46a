"""HQs: where they may stand, what drives them out, and how they go elsewhere (CTL-3.3, CTL-5.3.2, CTL-7.4)."""

from __future__ import annotations

from typing import Any, ClassVar, NamedTuple

from ...board.names import Unit
from ...geometry.hexes import Hex
from ...geometry.hexset import each
from ...kernel.breach import Breach
from ...kernel.draft import Draft
from ...kernel.frame import Done, Step
from ...kernel.offers import Offers
from . import actions
from .asking import Asked
from .chart import Side
from .control import happen
from .events import HqMoved
from .state import COMING, State
from .supply import clear_path
from .world import Formation


class Toll(NamedTuple):
    """What going there costs: off the Attack Support and off the Activation Level alike."""

    loss: int | None  # None: both fall to 0
    clause: str


def may_stand(s: State, hq: Unit, to: Hex) -> Breach | None:
    """CTL-3.3e, h, j, CTL-5.3.2h: is this a place for the HQ at all? CTL-7.3.8d: closed ground is none."""
    chart, side = s.world.chart, s.side(hq)
    place = s.world.place(to)
    if not chart.settled >> to & 1:
        return Breach("CTL-3.3h", f"{place} is no town, city or industrial hex")
    if s.field.blocked[side] >> to & 1:
        return Breach("CTL-7.3.8d", f"{place} is closed to German units on this turn")
    if s.field.held[side.enemy] >> to & 1:
        return Breach("CTL-5.3.2h", f"{place} holds an enemy unit")
    if not s.controls(side, to):
        return Breach("CTL-5.3.2h", f"{place} is not in your hands")
    if any(not s.combat(u) for u in s.stack(to, side)):
        return Breach("CTL-3.3e", f"{place} holds an HQ")
    if s.field.zoc[side.enemy] >> to & 1 and not s.field.manned[side] >> to & 1:
        return Breach("CTL-3.3j", f"{place} is in an enemy zone of control, without a friendly combat unit")
    return None


def toll(s: State, hq: Unit, to: Hex) -> Toll:
    """CTL-5.3.2c to g: what a displacement costs, by the shortest clear path."""
    f = s.formation(hq)
    assert f is not None
    path = clear_path(s, s.side(hq), s.hex(hq), to)
    if not path:
        return Toll(None, "CTL-5.3.2e")
    if len(path) - 1 <= s.world.staffs[f].range:
        return Toll(1, "CTL-5.3.2c")
    return Toll(2, "CTL-5.3.2d")


def go(d: Draft[State], hq: Unit, to: Hex, loss: int | None, by: str) -> None:
    """CTL-5.3.2f: neither value falls below 0."""
    f = d.s.formation(hq)
    assert f is not None
    support, level = d.s.strength[hq], d.s.level[f]
    if loss is None:
        support = level = 0
    else:
        support, level = max(0, support - loss), max(0, level - loss)
    happen(d, HqMoved(hq, d.s.side(hq), f, to, support, level, by))


def refuges(s: State, hq: Unit) -> list[Hex]:
    """CTL-5.3.2a: where a displaced HQ may go."""
    return [h for h in each(s.world.chart.settled) if h != s.at[hq] and may_stand(s, hq, h) is None]


class HqDisplacement(Asked, frozen=True):
    """CTL-5.3.2: its owner puts it in a friendly settlement. Where there is none, it leaves the map for a while
    (CTL-5.3.2i). Returns its formation, which may not react to this (CTL-7.3.6b)."""

    clause: ClassVar[str] = "CTL-5.3.2"
    unit: Unit

    def enter(self, d: Draft[State]) -> Step:
        if not refuges(d.s, self.unit):
            f = d.s.formation(self.unit)
            assert f is not None
            happen(d, HqMoved(self.unit, d.s.side(self.unit), f, COMING, 0, 0, "CTL-5.3.2i"))
            return Done(f)
        return self.ask(d)

    def check(self, s: State, a: Any) -> Breach | None:
        match a:
            case actions.Displace(unit=unit, hex=to):
                if unit != self.unit:
                    return self.no(f"{s.world.name(self.unit)} is displaced, nobody else")
                if to == s.at[unit]:
                    return self.no(f"{s.world.name(unit)} must leave {s.world.place(to)}")
                return may_stand(s, unit, to)
        return self.no(f"say where {s.world.name(self.unit)} goes")

    def offers(self, s: State) -> Offers[Any]:
        return Offers([actions.Displace(self.unit, h) for h in refuges(s, self.unit)])

    def take(self, d: Draft[State], a: actions.Displace) -> Step:
        cost = toll(d.s, self.unit, a.hex)
        go(d, self.unit, a.hex, cost.loss, cost.clause)
        return Done(d.s.formation(self.unit))

    def prompt(self, s: State) -> str:
        return f"{s.world.name(self.unit)} is driven out of {s.world.place(s.hex(self.unit))}: where to?"


def lone_hqs(s: State, side: Side, around: Hex) -> list[Unit]:
    """CTL-7.3.6a, c: the HQs of a side next to a hex that no combat unit of theirs guards."""
    f = s.field
    alone = f.held[side] & ~f.manned[side]
    return [u for h in s.world.chart.near[around] if alone >> h & 1 for u in s.stack(h, side)]


# ---- HQ Relocation


def may_relocate(s: State, formation: Formation, hq: Unit, to: Hex, points: int) -> Breach | None:
    """CTL-7.4: the only Action of an HQ. A breach of range or path is paid for, not refused (CTL-7.4e)."""
    staff = s.world.staffs[formation]
    if s.combat(hq):
        return Breach("CTL-7.4", f"{s.world.name(hq)} is no HQ")
    if hq != staff.hq:
        return Breach("CTL-5.5.1b", f"{s.world.name(hq)} belongs to another formation")
    if staff.relocation > points:
        return Breach("CTL-7.4a", f"relocation costs {staff.relocation} AP, {points} are left")
    if to == s.at[hq]:
        return Breach("CTL-7.4b", f"{s.world.name(hq)} is in {s.world.place(to)} already")
    if breach := may_stand(s, hq, to):
        return Breach("CTL-7.4g", breach.why) if breach.clause == "CTL-5.3.2h" else breach
    return None


def relocate(d: Draft[State], hq: Unit, to: Hex) -> None:
    """CTL-7.4c to e: within the CR by a clear path it costs nothing but the AP."""
    cost = toll(d.s, hq, to)
    within = cost.clause == "CTL-5.3.2c"
    go(d, hq, to, 0 if within else cost.loss, "CTL-7.4" if within else cost.clause)
