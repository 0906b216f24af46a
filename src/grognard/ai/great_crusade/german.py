"""The German Movement Phase: counterattacks, then a line that the enemy must break at bad odds."""

from __future__ import annotations

from ...board.names import Unit
from ...geometry.hexes import Hex
from ...geometry.hexset import HexSet, each, of
from ...systems.great_crusade import movement
from ...systems.great_crusade.actions import Move
from ...systems.great_crusade.supply import german_supply
from ...systems.great_crusade.world import ALLIED, GERMAN
from .appraise import worth
from .orders import Orders, advance, end_movement
from .picture import FAR, Picture, distances, far_bank, to
from .strike import Striker

CONTACT = 9  # so near to the enemy a unit takes part in the line
LOOKED_AT = 16


def move(o: Orders) -> None:
    striker = Striker(Picture(o.s, GERMAN))
    advance(o, striker.plan())
    Line(o, striker).run()
    end_movement(o, GERMAN)


class Line:
    """Places for all who do not attack."""

    def __init__(self, o: Orders, striker: Striker) -> None:
        self.o = o
        s = o.s
        self.p = Picture(s, GERMAN)
        self.world, self.chart = s.world, s.world.chart
        self.stacks: dict[int, list[Unit]] = {}
        self.done: set[Unit] = set()
        self.covered: HexSet = 0
        self.bank = to(self.world, far_bank(self.world))
        self.home = german_supply(s)
        # where the enemy stands, with those that are about to land
        self.gap = self.p.enemy_distance
        self.band = self.front_band()
        for i in self.world.units(GERMAN):
            u = Unit(i)
            if s.on_map(u) and (striker.placed.get(u) == s.at[u] or not s.left[u]):
                self.settle(u, s.hex(u))

    def front_band(self) -> HexSet:
        """The ground before the enemy's front, on his way to the Rhine and to the ports: two to four steps off."""
        p = self.p
        near = p.foes
        ring = self.chart.links.ring
        grown = near
        for _ in range(4):
            grown |= ring(grown)
        return grown & self.chart.land & ~p.foes

    def settle(self, u: Unit, hex: Hex) -> None:
        self.done.add(u)
        self.stacks.setdefault(hex, []).append(u)
        self.covered |= self.chart.control[hex]

    def run(self) -> None:
        s = self.o.s
        free = [Unit(u) for u in self.world.units(GERMAN) if s.on_map(Unit(u)) and Unit(u) not in self.done]
        near = [u for u in free if self.gap[s.at[u]] <= CONTACT]
        zone = self.p.their_zone
        near.sort(key=lambda u: (not zone >> s.at[u] & 1, self.world.hq[u], -self.world.defense[u], u))
        for u in near:
            self.best_place(u)
        for u in sorted(set(free) - set(near), key=lambda u: (self.gap[s.at[u]], u)):
            self.march(u)

    # ---- in the line

    def best_place(self, u: Unit) -> None:
        o = self.o
        s = o.s
        here = s.hex(u)
        ways = (movement.ways_of(s, u).hexes & self.chart.stops) if s.left[u] else 0
        prizes = of(h for h in s.invaded if not s.stack(h, ALLIED))
        places = [h for h in each((ways | 1 << here) & (~self.p.their_zone | prizes)) if self.room(h)]
        rough = sorted(places, key=lambda h: (self.rough(u, h), h))[:LOOKED_AT]
        if here in places and here not in rough:
            rough.append(here)
        scored = sorted((self.price(u, h), h != here, h) for h in rough)
        for _, _, h in scored:
            if h == here or o.go(Move(u, h)):
                self.settle(u, h)
                return
        self.settle(u, here)

    def room(self, hex: int) -> bool:
        return len(self.stacks.get(hex, [])) < 3

    def rough(self, u: Unit, hex: int) -> float:
        """A first guess at how bad a place is."""
        gap = self.gap[hex]
        out = abs(gap - 2) * 1.0
        out -= 0.35 * (self.chart.control[hex] & self.band & ~self.covered).bit_count()
        out -= 1.2 * (self.p.sheltered(hex) - 1) if gap <= 4 else 0
        if not self.home >> hex & 1:
            out += 6
        out -= self.keep(hex)
        return out

    def price(self, u: Unit, hex: int) -> float:
        if self.world.hq[u]:
            return self.shy(u, hex)
        stack = [*self.stacks.get(hex, []), u]
        before = self.stacks.get(hex, [])
        out = self.rough(u, hex)
        risk = self.p.risk(hex, stack)
        out += 0.7 * risk * self.p.stake(stack)
        if before:
            out -= 0.7 * self.p.risk(hex, before) * self.p.stake(before)
            out += 0.8 * (len(before))
        return out

    def keep(self, hex: int) -> float:
        """What it is worth to hold this very hex: ports near the enemy, the far bank of the Rhine."""
        out = 0.0
        point = self.chart.numbered.get(Hex(hex))
        if point is not None and point.kind != "beach" and self.gap[hex] <= 8 and not self.stacks.get(hex):
            out += 1.0 + 0.3 * point.capacity
        if self.bank[hex] == 0 and self.gap[hex] <= 5:
            out += 3.0
        if hex in self.o.s.allied_stars:
            out += 5
        if hex in self.o.s.invaded and point is not None:
            out += 4 + 0.8 * point.capacity - (3 if self.p.their_zone >> hex & 1 else 0)
        return out

    def shy(self, u: Unit, hex: int) -> float:
        """An HQ keeps out of reach, behind the line, where supply is."""
        return (
            abs(self.gap[hex] - 6)
            + (8 if not self.home >> hex & 1 else 0)
            + 3 * len(self.stacks.get(hex, []))
        )

    # ---- far from it

    def march(self, u: Unit) -> None:
        """To the front, unless the unit guards a port or beach that may yet be needed."""
        o = self.o
        s = o.s
        here = s.hex(u)
        if not s.left[u] or self.guards(u) or not self.p.foes:
            self.settle(u, here)
            return
        places = [h for h in each(movement.ways_of(s, u).hexes & self.chart.stops) if self.room(h)]
        places.sort(key=lambda h: (self.gap[h] if self.home >> h & 1 else FAR, h))
        for h in places[:6]:
            if self.gap[h] < self.gap[here] and o.go(Move(u, h)):
                self.settle(u, h)
                return
        self.settle(u, here)

    def guards(self, u: Unit) -> bool:
        s = self.o.s
        if self.world.hq[u]:
            return True
        kind = self.world.counters[u].type
        here = s.hex(u)
        if here in self.chart.numbered and (kind == "static" or not self.stacks.get(here)):
            return (s.invasions < 2 and s.turn < 17) or self.chart.numbered[here].kind != "beach"
        return kind == "static"


__all__ = ["ALLIED", "distances", "move", "worth"]
