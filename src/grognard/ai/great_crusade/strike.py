"""Attacks that movement prepares: who goes where so that a stack can be hit at good odds, with all that follows from
standing in zones of control."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from ...board.names import Unit
from ...geometry.hexes import Hex
from ...geometry.hexset import HexSet, each, of
from ...systems.great_crusade import movement
from ...systems.great_crusade.world import ALLIED
from .appraise import Man, attacking, prospect, times, worth
from .picture import Picture
from .terms import terms

EFFORT = 0.12  # each unit used costs so much: strength is not wasted
WORTHWHILE = 0.8  # an attack must promise so much


class Strike(NamedTuple):
    """One target with the units that go for it and their places; what they add to what comes anyway."""

    target: Hex
    posts: tuple[tuple[Unit, Hex], ...]
    value: float


class Striker:
    """Plans attacks one after another. `placed` says where units will be when the phase ends."""

    def __init__(self, p: Picture, stay: Collection[Unit] = ()) -> None:
        self.p, self.s, self.side, self.world = p, p.s, p.side, p.world
        s = self.s
        self.placed: dict[Unit, Hex] = {}
        self.slots: dict[int, int] = {}
        self.attacked: HexSet = 0
        self.air = s.missions if self.side is ALLIED else 0
        self.reach: dict[Unit, HexSet] = {}
        self._men: dict[Unit, Man] = {}
        self._defense: dict[tuple[Hex, int], tuple[Man, ...]] = {}
        self.pinned: dict[Hex, list[Unit]] = {}  # by target: who attacks it whatever else happens
        for i in self.world.units(self.side):
            u = Unit(i)
            if s.at[u] < 0:
                continue
            if s.at_sea(u):
                self.pin(u, 1 << p.chart.by_sea[s.hex(u)].hex & p.foes)
                continue
            found = movement.ways_of(s, u).hexes & p.chart.stops if s.left[u] else 0
            if u in stay or not found & ~(1 << s.at[u]):
                self.place(u, s.hex(u))
                self.pin(u, p.facing(s.at[u]))
            elif self.world.attack[u]:
                self.reach[u] = found | 1 << s.at[u]

    def pin(self, u: Unit, faced: HexSet) -> None:
        """Who is bound to stay attacks what it faces: from the sea where the arrow points (TGC-inv.18)."""
        self.placed[u] = self.s.hex(u)
        if faced and self.world.attack[u]:
            enemy = self.side.enemy
            weakest = min(
                each(faced), key=lambda h: (sum(self.world.defense[v] for v in self.s.stack(h, enemy)), h)
            )
            self.pinned.setdefault(weakest, []).append(u)

    def place(self, u: Unit, hex: Hex) -> None:
        self.placed[u] = hex
        self.slots[hex] = self.slots.get(hex, 0) + 1

    def room(self, hex: int) -> int:
        return self.p.limit - self.slots.get(hex, 0)

    # ---- the parts of one attack

    def man(self, u: Unit) -> Man:
        if u not in self._men:
            self._men[u] = attacking(self.s, u)
        return self._men[u]

    def defenders(self, target: Hex, n: int) -> tuple[Man, ...]:
        key = (target, n)
        if key not in self._defense:
            s = self.s
            enemy = self.side.enemy
            out = []
            for v in s.stack(target, enemy):
                out.append(Man(2 * n * self.world.defense[v], worth(self.world, v), self.can_run(target)))
            self._defense[key] = tuple(out)
        return self._defense[key]

    def can_run(self, target: Hex) -> bool:
        """Is there any open ground two hexes off? An attack closes some of it, not all."""
        p = self.p
        way = p.chart.land & ~p.field.held[self.side] & ~p.field.zoc[self.side]
        first = p.chart.beside[target] & way
        return bool(p.chart.links.ring(first) & way & ~p.chart.beside[target] & ~(1 << target))

    def brings(self, post: Hex, target: Hex) -> HexSet:
        """The enemy hexes that must be attacked as well when a unit at this post attacks the target."""
        p = self.p
        out = p.facing(post)
        over = bool(p.chart.across.get(post, 0) >> target & 1)
        if over:  # TGC-combat.20, 22
            out |= p.chart.beside[post] & p.foes & ~p.chart.fortresses
        elif p.chart.fortresses >> post & 1:  # TGC-combat.25
            across = p.chart.across.get(post, 0)
            out |= p.chart.beside[post] & p.foes & ~p.chart.fortresses & ~across
        return out & ~(1 << target)

    def value(self, target: Hex, posts: list[tuple[Unit, Hex]], extra: tuple[Unit, ...] = ()) -> float:
        s = self.s
        froms: list[int] = [h for _, h in posts]
        units = [u for u, _ in posts]
        for u in extra:
            units.append(u)
            froms.append(s.at[u])
        n = times(s, froms, target)
        men = tuple(self.man(u) for u in sorted(units))
        support = 2 if self.air > 0 else 0
        found = prospect(
            self.world,
            men,
            self.defenders(target, n),
            terms(s, self.side, (target,)),
            support,
            2 * (target in s.shielded),
        )
        return found - EFFORT * len(posts)

    def fixed(self, target: Hex) -> tuple[Unit, ...]:
        return tuple(self.pinned.get(target, ()))

    def forced(self, target: Hex) -> float:
        """What comes of the target if nobody joins those who must attack it."""
        extra = self.fixed(target)
        return self.value(target, [], extra) if extra else 0.0

    def assemble(self, target: Hex, allowed: HexSet, taken: set[Unit]) -> Strike | None:
        """The best group for this target among units that are free; posts may face only what is allowed."""
        p = self.p
        posts = [
            n
            for n in each(p.chart.beside[target] & p.chart.stops & ~p.foes)
            if self.room(n) > 0 and not self.brings(n, target) & ~allowed
        ]
        if not posts:
            return None
        free = {n: self.room(n) for n in posts}
        where: dict[Unit, list[Hex]] = {}
        mask = of(posts)
        for u, reach in self.reach.items():
            if u not in self.placed and u not in taken and reach & mask:
                where[u] = [n for n in posts if reach >> n & 1]
        zone = p.their_zone
        order = sorted(
            where, key=lambda u: (-self.man(u).halves, not zone >> self.s.at[u] & 1, len(where[u]), u)
        )
        across = p.chart.across.get(target, 0)
        chosen: list[tuple[Unit, Hex]] = []
        extra = self.fixed(target)
        most = self.forced(target)
        best: Strike | None = None
        for u in order:
            open_ = [n for n in where[u] if free[n]]
            if not open_:
                continue
            here = self.s.hex(u)
            n = min(open_, key=lambda n: (across >> n & 1, n != here, sum(n in w for w in where.values()), n))
            free[n] -= 1
            chosen.append((u, n))
            value = self.value(target, chosen, extra) - most
            if best is None or value > best.value:
                best = Strike(target, tuple(chosen), value)
        if best is None:
            return None
        return self.lean(best, extra)

    def lean(self, strike: Strike, extra: tuple[Unit, ...]) -> Strike:
        """Without units that add nothing."""
        posts = list(strike.posts)
        value = strike.value
        base = self.forced(strike.target)
        for pair in sorted(posts, key=lambda x: self.man(x[0]).halves):
            rest = [x for x in posts if x != pair]
            if rest and (v := self.value(strike.target, rest, extra) - base) >= value:
                posts, value = rest, v
        return Strike(strike.target, tuple(posts), value)

    # ---- attacks that hang together

    def cluster(self, target: Hex) -> list[Strike]:
        """The best attack on a target, with the attacks on its neighbours that it brings."""
        p = self.p
        posts = [n for n in each(p.chart.beside[target] & p.chart.stops & ~p.foes) if self.room(n) > 0]
        base = self.attacked | 1 << target
        options = {base}
        for n in posts:
            options.add(base | self.brings(n, target))
        best: list[Strike] = []
        most = 0.0
        for allowed in sorted(options):
            found = self.together(target, allowed)
            value = sum(x.value for x in found)
            if found and value > most:
                best, most = found, value
        return best

    def together(self, target: Hex, allowed: HexSet) -> list[Strike]:
        main = self.assemble(target, allowed, set())
        if main is None:
            return []
        out, taken = [main], {u for u, _ in main.posts}
        owed = self.owed(main) & ~(1 << target)
        for _ in range(3):
            if not owed:
                return out
            h = next(each(owed))
            more = self.assemble(h, allowed, taken)
            if more is None:
                return []
            out.append(more)
            taken |= {u for u, _ in more.posts}
            done = of(x.target for x in out)
            owed = (owed | self.owed(more)) & ~done
        return [] if owed else out

    def owed(self, strike: Strike) -> HexSet:
        out = 0
        for _, n in strike.posts:
            out |= self.brings(n, strike.target)
        return out & ~self.attacked

    def plan(self) -> list[tuple[Unit, Hex]]:
        """All attacks worth making, the best first; where each unit of them has to go."""
        out: list[tuple[Unit, Hex]] = []
        for target in self.pinned:
            self.attacked |= 1 << target
        everywhere = 0
        for reach in self.reach.values():
            everywhere |= reach
        targets = set(each(self.p.chart.links.ring(everywhere) & self.p.foes))
        known: dict[Hex, list[Strike]] = {}
        while targets:
            for t in sorted(targets):
                if t not in known:
                    known[t] = self.cluster(t)
            best = max(sorted(targets), key=lambda t: sum(x.value for x in known[t]) if known[t] else -1e9)
            found = known[best]
            if not found or sum(x.value for x in found) < WORTHWHILE:
                break
            used: HexSet = 0
            for strike in found:
                for u, n in strike.posts:
                    self.place(u, n)
                    out.append((u, n))
                    used |= 1 << n
                self.attacked |= 1 << strike.target
                used |= 1 << strike.target
                self.air -= 1
            targets -= {x.target for x in found}
            units = {u for x in found for u, _ in x.posts}
            known = {
                t: k
                for t, k in known.items()
                if not any(u in units for x in k for u, _ in x.posts) and not self.touched(t, used)
            }
        return out

    def touched(self, target: Hex, used: HexSet) -> bool:
        ring = self.p.chart.links.ring
        return bool(ring(ring(1 << target)) & used)
