"""Assigning combats (TGC-combat.2 to 7, 13, 23, 24, TGC-air.3 to 5, 13, 14): in any phase of one's own part."""

from __future__ import annotations

from functools import partial

from ...board.names import Unit, Units
from ...geometry.hexset import each, holds
from ...kernel.breach import Breach
from ...kernel.draft import Draft
from ...kernel.offers import Group
from . import obligations
from .actions import Attack
from .combat import can_attack, carpet_possible, in_fortress, targets
from .events import CombatAssigned, CombatCancelled
from .state import Combat, State
from .world import ALLIED, Side


def combat_of(a: Attack) -> Combat:
    return Combat(tuple(sorted(a.attackers)), tuple(sorted(a.defenders)), a.cas, a.carpet)


def may_assign(s: State, side: Side, a: Attack) -> Breach | None:
    """May this combat be put on the list? Stacks may be divided among combats (TGC-combat.6a, 6b)."""
    world = s.world
    if not a.attackers or not a.defenders:
        return Breach("TGC-combat.4", "a combat needs an attacker and a defender at least")
    if len({*a.attackers, *a.defenders}) < len(a.attackers) + len(a.defenders):
        return Breach("TGC-combat.5", "a unit is named twice")
    for u in a.attackers:
        if world.side(u) is not side:
            return Breach("TGC-combat.1", f"{world.name(u)} is not yours")
        if s.at[u] < 0:
            return Breach("TGC-combat.1", f"{world.name(u)} is not on the map")
        if not world.attack[u]:
            return Breach("TGC-combat.7", f"{world.name(u)} has no attack factor")
    for v in a.defenders:
        if world.side(v) is side:
            return Breach("TGC-combat.1", f"{world.name(v)} is your own")
        if not s.on_map(v):
            return Breach("TGC-combat.1", f"{world.name(v)} is not on the map")
    if breach := joined(s, a):
        return breach
    busy = {u for c in s.combats for u in (*c.attackers, *c.defenders)}
    for u in (*a.attackers, *a.defenders):
        if u in busy:
            return Breach("TGC-combat.5", f"{world.name(u)} is in another combat of this phase")
    if s.single_attack:
        for v in a.defenders:
            if in_fortress(s, v) and not set(s.stack(s.hex(v), side.enemy)) <= set(a.defenders):
                return Breach(
                    "TGC-combat.24", f"all units in {world.place(s.hex(v))} must be attacked as one"
                )
    return may_support(s, side, combat_of(a))


def joined(s: State, a: Attack | Combat) -> Breach | None:
    """TGC-combat.4, TGC-inv.21: every attacker adjacent to every defender, by land or from the sea hex."""
    for u in a.attackers:
        for v in a.defenders:
            if not can_attack(s, u, v):
                clause = "TGC-inv.18b" if s.at_sea(u) else "TGC-combat.4"
                return Breach(clause, f"{s.world.name(u)} cannot reach {s.world.name(v)}: not adjacent")
    return None


def may_support(s: State, side: Side, c: Combat) -> Breach | None:
    """TGC-air.1 to 4, 12, 13."""
    if (c.cas or c.carpet) and side is not ALLIED:
        return Breach("TGC-air.1", "only the Allies fly missions")
    if c.cas and s.missions <= sum(x.cas for x in s.combats):
        return Breach("TGC-air.2", "no tactical air mission is left this turn")
    if c.carpet:
        return may_bomb(s, c)
    return None


def may_bomb(s: State, c: Combat) -> Breach | None:
    if s.carpets <= sum(x.carpet for x in s.combats if x.attackers != c.attackers):
        return Breach("TGC-air.12", "no carpet bombing is left")
    if not carpet_possible(s, c):
        return Breach("TGC-air.13a", "every defending hex must have been attacked in the turn before")
    return None


def may_cancel(s: State, number: int) -> Breach | None:
    """TGC-combat.13: until the first resolution."""
    if not 1 <= number <= len(s.combats):
        return Breach("TGC-combat.13", f"there is no combat {number} on the list")
    return None


def assign(d: Draft[State], a: Attack) -> None:
    d.emit(CombatAssigned(combat_of(a)))


def cancel(d: Draft[State], number: int) -> None:
    """TGC-air.5: its air support is free again."""
    d.emit(CombatCancelled(d.s.combats[number - 1]))


def drop_broken(d: Draft[State], side: Side) -> None:
    """TGC-combat.3: a combat that a later move made illegal is called off."""
    for c in d.s.combats:
        gone = any(d.s.at[u] < 0 for u in (*c.attackers, *c.defenders))
        if gone or joined(d.s, c):
            d.emit(CombatCancelled(c))


# ---- what to propose: there are too many sets of units to list them all


def candidates(s: State, side: Side, start: obligations.Duties | None = None) -> list[Attack]:
    """Good candidates for the next combat, those that meet duties first."""
    return [a for g in groups(s, side, start) for a in g.rest()]


def groups(s: State, side: Side, start: obligations.Duties | None = None) -> list[Group[Attack]]:
    """Candidates by the hex attacked. With the duties given, only what leaves all of them possible to meet."""
    busy = obligations.engaged_in(s.combats)
    free = [Unit(u) for u in s.world.units(side) if s.at[u] >= 0 and u not in busy and s.world.attack[u]]
    reach = 0
    for u in free:
        reach |= targets(s, u)
    way_out = obligations.plan(s, side, start, s.combats) if start is not None else []
    out: list[Group[Attack]] = []
    for hex in each(reach & s.field.held[side.enemy]):
        enemies = [v for v in s.stack(hex, side.enemy) if v not in busy]
        friends = [u for u in free if holds(targets(s, u), hex)]
        if enemies and friends:
            needed = [c for c in way_out if s.hex(c.defenders[0]) == hex]
            rest = partial(proposals, s, side, start, friends, enemies, needed)
            out.append(Group(s.world.hex_text(hex), rest))
    return out


def proposals(
    s: State,
    side: Side,
    start: obligations.Duties | None,
    friends: list[Unit],
    enemies: list[Unit],
    needed: list[Combat],
) -> list[Attack]:
    """Everyone against everyone; stack by stack; one against one; what also faces a neighbour's duty; and what is
    needed so that there is always a way to meet every duty."""
    sets: list[tuple[Units, Units]] = [(tuple(friends), tuple(enemies))]
    stacks = {s.at[u]: tuple(f for f in friends if s.at[f] == s.at[u]) for u in friends}
    if len(stacks) > 1:
        sets += [(stack, tuple(enemies)) for stack in stacks.values()]
    if len(enemies) > 1 or len(friends) > 1:
        sets += [((u,), (v,)) for u in friends for v in enemies]
    if start is not None:
        gaps = obligations.unmet(s, start, s.combats)
        for u in friends:
            faced = tuple(v for v in gaps.enemies if can_attack(s, u, v))
            if len(faced) > 1 and not set(faced).isdisjoint(enemies):
                sets.append(((u,), faced))
    sets += [(c.attackers, c.defenders) for c in needed]
    out: list[Attack] = []
    for attackers, defenders in dict.fromkeys(sets):
        for cas in (True, False) if side is ALLIED and not out else (False,):
            a = Attack(attackers, defenders, cas)
            if may_assign(s, side, a) is None and possible(s, side, start, a):
                out.append(a)
    return out


def possible(s: State, side: Side, start: obligations.Duties | None, a: Attack) -> bool:
    if start is None:
        return True
    return not obligations.stranded(s, side, start, (*s.combats, combat_of(a)))
