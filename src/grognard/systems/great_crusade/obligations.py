"""What must be attacked, and by whom (TGC-combat.8 to 12, 17, 20 to 28, TGC-inv.18), and whether it still can be.

The question "can all that is left still be covered?" is answered exactly. Any set of combats may be broken up into
stars (one attacker against several defenders, or several against one) without losing anybody, and a star may be
any attackers around one defender or the other way round. So it is enough that everyone under obligation has some
permitted opponent who is not yet engaged. Pairs of a plain kind bring no further duty. An attack over a river, or
out of or into a fortress, brings duties of its own (TGC-combat.20, 23, 25): an attacker may be used for it only if
these can be met too. We begin with all such attackers and strike out those whose duties cannot be met, until none
is struck out; what remains is the largest set that works together, and nothing outside it can ever work.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from ...board.names import Unit, Units
from ...geometry.hexset import each
from ...kernel.breach import Breach
from .combat import can_attack, in_fortress, river_between, targets
from .state import Combat, State, empty
from .world import ALLIED, Front, Side
from .zoc import engaged, engaging


class Duties(NamedTuple):
    """Who must attack and who must be attacked, each with the clause that says so."""

    friends: dict[Unit, str]
    enemies: dict[Unit, str]


def base(s: State, side: Side) -> Duties:
    """TGC-combat.8 to 10, TGC-inv.16c, 18a, 18c: the duties with which the Combat Phase begins."""
    friends = dict.fromkeys((u for u in engaged(s, side) if s.world.attack[u]), "TGC-combat.8")
    enemies = dict.fromkeys(engaging(s, side), "TGC-combat.9")
    if side is ALLIED:
        for sea, point in s.world.chart.by_sea.items():
            for u in s.stack(sea, ALLIED):
                friends[u] = "TGC-inv.18a"
                for v in s.stack(point.hex, side.enemy):
                    enemies.setdefault(v, "TGC-inv.18c")
    return Duties(friends, enemies)


def plain(s: State, u: Unit, v: Unit) -> bool:
    """An attack that brings no further duty: not over a river, not out of a fortress, not into one."""
    if s.at_sea(u):
        return not in_fortress(s, v)
    return not (river_between(s, u, s.hex(v)) or in_fortress(s, u) or in_fortress(s, v))


def brought(s: State, u: Unit, v: Unit) -> dict[Unit, str]:
    """The duties that come from u attacking v."""
    side, chart = s.side(u), s.world.chart
    out: dict[Unit, str] = {}
    if in_fortress(s, v):  # TGC-combat.23
        out.update(dict.fromkeys(s.stack(s.hex(v), side.enemy), "TGC-combat.23"))
    if s.at_sea(u):
        return out
    over = river_between(s, u, s.hex(v))
    out_of = in_fortress(s, u)
    if over or out_of:
        for hex in each(targets(s, u)):
            if chart.fortresses >> hex & 1:  # TGC-combat.22, 25: exempt
                continue
            if over:  # TGC-combat.20, 26
                out.update(dict.fromkeys(s.stack(hex, side.enemy), "TGC-combat.20"))
            elif not river_between(s, u, hex):  # TGC-combat.25, 27
                out.update(dict.fromkeys(s.stack(hex, side.enemy), "TGC-combat.25"))
    return out


def duties(s: State, start: Duties, combats: tuple[Combat, ...]) -> Duties:
    """The duties at the start, and those that the assigned combats brought (TGC-combat.20, 23, 25, 26)."""
    enemies = dict(start.enemies)
    for c in combats:
        for u in c.attackers:
            for v in c.defenders:
                for w, clause in brought(s, u, v).items():
                    enemies.setdefault(w, clause)
    return Duties(start.friends, enemies)


class Gaps(NamedTuple):
    """The duties not yet met by an assigned combat."""

    friends: dict[Unit, str]
    enemies: dict[Unit, str]

    def __bool__(self) -> bool:
        return bool(self.friends or self.enemies)


def unmet(s: State, start: Duties, combats: tuple[Combat, ...]) -> Gaps:
    """TGC-combat.12, 21: any combat will do, whoever fights it."""
    busy = {u for c in combats for u in (*c.attackers, *c.defenders)}
    all_ = duties(s, start, combats)
    return Gaps(
        {u: c for u, c in all_.friends.items() if u not in busy},
        {u: c for u, c in all_.enemies.items() if u not in busy},
    )


class Face(NamedTuple):
    """One enemy that a unit could attack; `brings` are the further duties, none for a plain attack."""

    enemy: Unit
    brings: Units


@lru_cache(maxsize=64)
def faces(world: Front, at: tuple[int, ...]) -> dict[Unit, tuple[Face, ...]]:
    """By unit that could attack: whom, and what that would bring. It follows from places alone."""
    s = empty(world).placed(at)
    out: dict[Unit, tuple[Face, ...]] = {}
    for side in Side:
        enemies = s.field.stacks[side.enemy]
        for hex in s.field.stacks[side]:
            for u in s.stack(hex, side):
                found = [
                    Face(v, () if plain(s, u, v) else tuple(brought(s, u, v)))
                    for there in each(targets(s, u) & s.field.held[side.enemy])
                    for v in enemies[there]
                    if can_attack(s, u, v)
                ]
                if found:
                    out[u] = tuple(found)
    return out


def engaged_in(combats: tuple[Combat, ...]) -> set[Unit]:
    return {u for c in combats for u in (*c.attackers, *c.defenders)}


def permitted(s: State, side: Side, combats: tuple[Combat, ...]) -> dict[Unit, tuple[Face, ...]]:
    """By unit that is still free: whom it may attack so that all that this brings can be met as well."""
    busy = engaged_in(combats)
    links = {
        u: tuple(f for f in fs if f.enemy not in busy)
        for u, fs in faces(s.world, s.at).items()
        if u not in busy and s.side(u) is side
    }
    while True:  # strike out attacks whose duties cannot be met, until none is struck out
        covered = busy.union(f.enemy for fs in links.values() for f in fs)
        kept = {u: tuple(f for f in fs if covered.issuperset(f.brings)) for u, fs in links.items()}
        if kept == links:
            return links
        links = kept


def stranded(s: State, side: Side, start: Duties, combats: tuple[Combat, ...]) -> Units:
    """The units whose duty can no longer be met, whatever else is assigned; none: all can still be covered."""
    gaps = unmet(s, start, combats)
    if not gaps:
        return ()
    ways = permitted(s, side, combats)
    covered = {f.enemy for fs in ways.values() for f in fs}
    return (*(v for v in gaps.enemies if v not in covered), *(u for u in gaps.friends if not ways.get(u)))


def plan(s: State, side: Side, start: Duties, combats: tuple[Combat, ...]) -> list[Combat]:
    """Combats that meet all that is still open; none where somebody is stranded. Everyone under duty gets a permitted
    opponent, and what that brings is followed up; then pairs are taken away until only stars are left."""
    gaps = unmet(s, start, combats)
    ways = permitted(s, side, combats)
    foes: dict[Unit, list[tuple[Unit, Face]]] = {}
    for u, fs in ways.items():
        for f in fs:
            foes.setdefault(f.enemy, []).append((u, f))
    busy = engaged_in(combats)
    pairs: dict[tuple[Unit, Units], None] = {}
    met: set[Unit] = set()
    used: set[Unit] = set()
    due: list[Unit] = [*gaps.enemies, *gaps.friends]
    for u in due:  # grows by what the pairs bring
        if u in met or u in used or u in busy:
            continue
        if s.side(u) is side:
            choices = [(u, f) for f in ways.get(u, ())]
        else:
            choices = foes.get(u, [])
        if not choices:
            return []
        friend, face = min(choices, key=lambda c: (bool(c[1].brings), c[0] not in gaps.friends, c[0] in used))
        whole = s.single_attack and in_fortress(s, face.enemy)  # TGC-combat.24
        group = s.stack(s.hex(face.enemy), side.enemy) if whole else (face.enemy,)
        pairs[friend, group] = None
        used.add(friend)
        met.update(group)
        due.extend(face.brings)
    return stars(list(pairs))


def stars(pairs: list[tuple[Unit, Units]]) -> list[Combat]:
    """Take away pairs of which both have another partner; one against several or several against one remain."""
    friends = [u for u, _ in pairs]
    groups = [g for _, g in pairs]
    for u, g in tuple(pairs):
        if friends.count(u) > 1 and groups.count(g) > 1:
            pairs.remove((u, g))
            friends.remove(u)
            groups.remove(g)
    out: dict[Combat, None] = {}
    for u, g in pairs:
        attackers = {v for v, h in pairs if h == g}
        defenders = {v for w, h in pairs if w == u for v in h}
        out[Combat(tuple(sorted(attackers)), tuple(sorted(defenders)))] = None
    return list(out)


def refuse(s: State, gaps: Gaps) -> Breach:
    """TGC-combat.12: what is still missing, by name, under the clause that asks for it."""
    first = next(iter((gaps.enemies or gaps.friends).values()))
    ours, theirs = s.world.names(list(gaps.friends)), s.world.names(list(gaps.enemies))
    if not gaps.enemies:
        return Breach(first, f"{ours} must attack (TGC-combat.12: before any combat is resolved)")
    if not gaps.friends:
        return Breach(first, f"{theirs} must be attacked (TGC-combat.12: before any combat is resolved)")
    return Breach(
        first,
        f"{ours} must attack; {theirs} must be attacked (TGC-combat.12: before any combat is resolved)",
    )
