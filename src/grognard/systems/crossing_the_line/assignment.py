"""The Assignment Segment (CTL-8.2): who belongs to which formation (CTL-5.5). All of it is a secret note (CTL-5.3.4e).

Every condition looks at what a unit was when the segment opened, so that one may think again until one is done (CTL-8.2c)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any, ClassVar, NamedTuple

from msgspec.structs import replace

from ...board import data
from ...board.names import Side as AnySide
from ...board.names import Unit, Units
from ...kernel.breach import Breach
from ...kernel.draft import Draft
from ...kernel.frame import Done, Step
from ...kernel.offers import Group, Offers
from . import actions
from .admin_events import Assigned, AssignmentsHidden
from .asking import Asked
from .chart import US, Side
from .piles import lift, may_restack, restacking
from .schedule import due, schedule
from .state import COMING, GONE, LOST, State
from .supply import in_range, joined
from .world import NO_FORMATION, Formation, Theatre

Changes = tuple[tuple[Unit, Formation], ...]
"""The units that were assigned anew in this segment, each with what it was before."""


class Lending(NamedTuple):
    """CTL-5.5.1c to f."""

    what: str
    most: int
    clause: str


def lendings(world: Theatre) -> dict[tuple[Formation, Formation], Lending]:
    table = data.rows(world.tables["lending"])
    return {
        (world.formation(r["from"]), world.formation(r["to"])): Lending(r["what"], r["most"], r["clause"])
        for r in table
    }


def lendable(world: Theatre, u: Unit, what: str) -> bool:
    """CTL-5.5.1c to f: is it an infantry battalion of a regiment, or a tank task group?"""
    c = world.counters[u]
    return c.group if what == "group" else c.type == "infantry" and bool(c.regiment)


def secret(world: Theatre, u: Unit) -> bool:
    """CTL-5.3.4e: may this unit ever belong to anybody but the formation printed on it? Any German may (CTL-5.5.1i)."""
    c = world.counters[u]
    if c.hq:
        return False
    if c.independent or c.side is not US:
        return True
    return any(a == c.formation and lendable(world, u, x.what) for (a, _), x in lendings(world).items())


def in_play(s: State, f: Formation) -> bool:
    """CTL-5.5.2h: has its HQ not left play? That of a division that will come back has, until it does."""
    return s.on_map(s.hq(f)) or due(s, s.hq(f))


def before(s: State, changed: Changes, u: Unit) -> Formation:
    """What it was assigned to when the segment opened."""
    return dict(changed).get(u, s.assigned[u])


# ---- who may be assigned to whom


def may_assign(s: State, side: Side, changed: Changes, u: Unit, name: str) -> Breach | None:
    """CTL-5.5: may this unit be assigned to the formation of this name?"""
    if breach := may_change(s, side, u):
        return breach
    f, c = s.world.formations.get(name), s.counter(u)
    if f is None or s.world.staffs[f].side is not side:
        return Breach("CTL-5.5.2e", f"you have no formation {name!r}")
    staff = s.world.staffs[f]
    if f == s.assigned[u]:
        return Breach("CTL-5.5.2d", f"{c.name} belongs to {staff.name} already")
    if f == before(s, changed, u):
        return may_think_again(s, u, f)
    if c.independent and side is US and c.corps != staff.corps:
        return Breach("CTL-5.5.2e", f"{c.name} is of {c.corps} Corps, {staff.name} of {staff.corps} Corps")
    if not s.on_map(u):
        return may_be_given(s, u, f)
    if c.independent:
        return may_join(s, changed, u, f)
    return may_lend(s, changed, u, f) if side is US else may_attach(s, u, f)


def may_change(s: State, side: Side, u: Unit) -> Breach | None:
    """CTL-8.2a, b: is this a unit that can be assigned to anybody now?"""
    c = s.counter(u)
    if s.side(u) is not side:
        return Breach("CTL-5.5.2e", f"{c.name} is not yours")
    if c.hq:
        return Breach("CTL-5.5.1a", f"{c.name} is an HQ, and belongs to its formation")
    if s.at[u] in (LOST, GONE):
        return Breach("CTL-8.2a", f"{c.name} is out of play")
    if not s.on_map(u) and not (due(s, u) and c.independent):
        why = "comes with its formation" if not c.independent else "is not to come on this turn"
        return Breach("CTL-8.2b", f"{c.name} is not on the map, and {why}")
    return None


def may_be_given(s: State, u: Unit, f: Formation) -> Breach | None:
    """CTL-8.2b, CTL-5.5.2f: an independent reinforcement may go to any qualifying formation, if the chart gives it to none;
    there is no range to measure yet."""
    name, staff = s.world.name(u), s.world.staffs[f]
    if not in_play(s, f):
        return Breach("CTL-8.2b", f"{staff.name} is not in play")
    bound = schedule(s.world).entries[u].bound
    if bound is not None and bound != f and in_play(s, bound):
        return Breach("CTL-8.5.1c", f"{name} comes for {s.world.staffs[bound].name}")
    return None


def may_join(s: State, changed: Changes, u: Unit, f: Formation) -> Breach | None:
    """CTL-5.5.2b, c, h: an independent unit on the map."""
    if breach := fit(s, u, f, "CTL-5.5.2b"):
        return breach
    now = before(s, changed, u)
    if now != NO_FORMATION and in_play(s, now) and not in_range(s, u, now):
        where = s.world.name(s.hq(now))
        return Breach("CTL-5.5.2c", f"{s.world.name(u)} is not in the command range of {where}")
    return None


def fit(s: State, u: Unit, f: Formation, clause: str) -> Breach | None:
    """CTL-5.5.2b: undisrupted, and in command range of the new HQ."""
    name, hq = s.world.name(u), s.hq(f)
    if s.disrupted[u]:
        return Breach(clause, f"{name} is disrupted")
    if not in_range(s, u, f):
        return Breach(clause, f"{name} is not in the command range of {s.world.name(hq)}")
    return None


def may_lend(s: State, changed: Changes, u: Unit, f: Formation) -> Breach | None:
    """CTL-5.5.1c to h: a US division lends another of its corps some of its units, and takes them back."""
    c, own = s.counter(u), s.counter(u).formation
    if f != own:
        if breach := may_be_lent(s, u, f):
            return breach
    if breach := fit(s, u, f, "CTL-5.5.1h"):
        return breach
    now = before(s, changed, u)
    if in_play(s, now) and not in_range(s, u, now):
        return Breach("CTL-5.5.1h", f"{c.name} is not in the command range of {s.world.name(s.hq(now))}")
    return None


def may_think_again(s: State, u: Unit, f: Formation) -> Breach | None:
    """Back to what it was when the segment opened: what was fit then is fit now, but for the place that another unit may have
    taken (CTL-5.5.1g)."""
    c = s.counter(u)
    lent = c.side is US and not c.independent and f != c.formation
    return may_be_lent(s, u, f) if lent else None


def may_be_lent(s: State, u: Unit, f: Formation) -> Breach | None:
    """CTL-5.5.1c to g: these divisions, these units, so many at a time."""
    c, own = s.counter(u), s.counter(u).formation
    mine, theirs = s.world.staffs[own].name, s.world.staffs[f].name
    found = lendings(s.world).get((own, f))
    if found is None:
        clause = "CTL-5.5.1c" if c.corps == "VII" else "CTL-5.5.1e"
        return Breach(clause, f"units of {mine} cannot be assigned to {theirs}")
    what = "tank task groups" if found.what == "group" else "infantry battalions"
    if not lendable(s.world, u, found.what):
        return Breach(found.clause, f"only {what} of {mine} may be assigned to {theirs}: not {c.name}")
    lent = [v for v in lent_to(s, own, f) if v != u]
    if len(lent) >= found.most:
        return Breach(found.clause, f"{len(lent)} {what} of {mine} are with {theirs} already")
    if found.what == "regiment" and any(s.counter(v).regiment != c.regiment for v in lent):
        other = s.counter(lent[0]).regiment
        return Breach(found.clause, f"{c.name} is of another regiment than the {other}th, which is there")
    return None


def lent_to(s: State, own: Formation, f: Formation) -> Units:
    """CTL-5.5.1g: the units of one formation that are with another one at this moment, lost ones not counted."""
    return tuple(
        u
        for u in s.world.by_side[s.world.staffs[own].side]
        if s.assigned[u] == f
        and s.counter(u).formation == own
        and s.combat(u)
        and s.at[u] not in (LOST, GONE)
    )


def may_attach(s: State, u: Unit, f: Formation) -> Breach | None:
    """CTL-5.5.1i, j: a unit of a German division is attached elsewhere only while it is cut off from its own HQ, and goes back
    by itself."""
    c, own = s.counter(u), s.counter(u).formation
    if f == own:
        return Breach(
            "CTL-5.5.1j", f"{c.name} goes back as soon as a path leads to {s.world.name(s.hq(own))}"
        )
    if joined(s, u, own):
        return Breach("CTL-5.5.1i", f"{c.name} is not isolated from {s.world.name(s.hq(own))}")
    if not in_range(s, u, f):
        return Breach("CTL-5.5.1i", f"{c.name} is not in the command range of {s.world.name(s.hq(f))}")
    return None


# ---- what must be


def returning(s: State, side: Side) -> Units:
    """CTL-5.5.1j: attached German units to which a path leads again, however long."""
    if side is US:
        return ()
    return tuple(
        u
        for u in s.world.by_side[side]
        if s.on_map(u) and not s.counter(u).independent and s.assigned[u] != s.counter(u).formation
        and joined(s, u, s.counter(u).formation)
    )  # fmt: skip


def bound(s: State, side: Side) -> list[tuple[Unit, Formation]]:
    """CTL-8.5.1c, CTL-3.7a: reinforcements that the chart gives to a formation."""
    out = []
    for u, entry in schedule(s.world).entries.items():
        f = entry.bound
        if (
            f is not None
            and s.side(u) is side
            and due(s, u)
            and s.assigned[u] == NO_FORMATION
            and in_play(s, f)
        ):
            out.append((u, f))
    return out


def unassigned(s: State, side: Side) -> Iterator[Unit]:
    """CTL-8.2b: the reinforcements that must still be assigned, while there is anybody to take them."""
    for u in s.world.by_side[side]:
        if s.at[u] != COMING or not s.counter(u).independent or not due(s, u):
            continue
        homeless = s.assigned[u] == NO_FORMATION or not in_play(s, s.assigned[u])
        if homeless and takers(s, side, (), u):
            yield u


def takers(s: State, side: Side, changed: Changes, u: Unit) -> list[str]:
    staffs = [x.id for x in s.world.staffs if x.side is side]
    return [name for name in staffs if may_assign(s, side, changed, u, name) is None]


# ---- the frame


class Assigning(Asked, frozen=True):
    """What the segment and the hour after a withdrawal have in common."""

    changed: Changes = ()  # for the owner's eyes

    def may(self, s: State, u: Unit, name: str) -> Breach | None:
        raise NotImplementedError

    def may_take_back(self, s: State, u: Unit) -> Breach | None:
        if u not in dict(self.changed):
            return self.no(f"{s.world.name(u)} has not been assigned anew in this segment")
        return may_think_again(s, u, dict(self.changed)[u])

    def may_end(self, s: State) -> Breach | None:
        return None

    def check(self, s: State, a: Any) -> Breach | None:
        match a:
            case actions.End():
                return self.may_end(s)
            case actions.Assign(unit=u, formation=name):
                return self.may(s, u, name)
            case actions.Unassign(unit=u):
                return self.may_take_back(s, u)
            case actions.Top(unit=u):
                return may_restack(s, self.side, u)
        return self.no("assign a unit to a formation, or end")

    def concerned(self, s: State) -> Units:
        """Whom it may concern at all."""
        raise NotImplementedError

    def offers(self, s: State) -> Offers[Any]:
        """First the unit, then its formations. To think again about a unit is no progress."""
        known = dict(self.changed)
        groups: list[Any] = [
            Group(s.world.unit_text(u), partial(self.of, s, u)) for u in self.concerned(s) if u not in known
        ]
        again: list[Any] = [Group(s.world.unit_text(u), partial(self.of, s, u)) for u in known]
        end = [actions.End()] if self.may_end(s) is None else []
        backs = [actions.Unassign(u) for u in known if self.may_take_back(s, u) is None]
        return Offers((*groups, *end), (*again, *backs, *restacking(s, self.side)))

    def of(self, s: State, u: Unit) -> list[actions.Assign]:
        staffs = [x.id for x in s.world.staffs if x.side is self.side]
        return [actions.Assign(u, name) for name in staffs if self.may(s, u, name) is None]

    def take(self, d: Draft[State], a: Any) -> Step:
        match a:
            case actions.Assign(unit=u, formation=name):
                return self.note(d, u, d.s.world.formations[name])
            case actions.Unassign(unit=u):
                return self.note(d, u, dict(self.changed)[u])
            case actions.Top(unit=u):
                lift(d, self.side, u)
                return self.ask(d)
        return self.done(d)

    def note(self, d: Draft[State], u: Unit, f: Formation) -> Step:
        was = before(d.s, self.changed, u)
        rest = tuple((v, g) for v, g in self.changed if v != u)
        d.emit(Assigned(u, self.side, f))
        return replace(self, changed=rest if f == was else (*rest, (u, was))).ask(d)

    def done(self, d: Draft[State]) -> Step:
        return Done()

    def seen_by(self, side: AnySide) -> Assigning:
        return self if side == self.side else replace(self, changed=())


class Assignment(Assigning, frozen=True):
    """CTL-4.1.2, CTL-4b, CTL-8.2, CTL-5.5.2a: what is due by force comes first, then what the side likes. It is asked even if it
    can do nothing, for that would tell."""

    clause: ClassVar[str] = "CTL-8.2"

    def enter(self, d: Draft[State]) -> Step:
        """CTL-5.3.4m; CTL-5.5.1j; CTL-8.2b."""
        s = d.s
        hidden = tuple(u for u in s.world.by_side[self.side] if s.shown[u] and secret(s.world, u))
        if hidden:
            d.emit(AssignmentsHidden(self.side, hidden))
        for u in returning(s, self.side):
            d.emit(Assigned(u, self.side, s.counter(u).formation))
        for u, f in bound(s, self.side):
            d.emit(Assigned(u, self.side, f))
        return self.ask(d)

    def may(self, s: State, u: Unit, name: str) -> Breach | None:
        return may_assign(s, self.side, self.changed, u, name)

    def may_end(self, s: State) -> Breach | None:
        u = next(unassigned(s, self.side), None)
        return None if u is None else Breach("CTL-8.2b", f"{s.world.name(u)} must be assigned to a formation")

    def concerned(self, s: State) -> Units:
        return tuple(u for u in s.world.by_side[self.side] if may_change(s, self.side, u) is None)

    def prompt(self, s: State) -> str:
        return "assign units to formations, or end"
