"""The Allied Movement Phase: HQs to the ports, reinforcements ashore, attacks, guards, and the advance."""

from __future__ import annotations

from ...board.names import Unit
from ...geometry.hexes import Hex
from ...geometry.hexset import each, of
from ...systems.great_crusade import movement, sea, stacking
from ...systems.great_crusade.actions import Land, Move
from ...systems.great_crusade.world import ALLIED, GERMAN
from . import headquarters
from .orders import Orders, advance, end_movement
from .picture import FAR, Picture, distances, far_bank, to
from .rations import Rations
from .strike import Striker

LOOKED_AT = 14  # places of a unit that are judged in full
HUNGER = 9.0  # what a place without supply costs
FEAR = 0.8  # how much of what a counterattack could take counts


def move(o: Orders) -> None:
    headquarters.move(o)
    land(o)
    stay = guard(o)
    striker = Striker(Picture(o.s, ALLIED), stay)
    advance(o, striker.plan())
    Advance(o, striker).run()
    end_movement(o, ALLIED)


# ---- reinforcements


def land(o: Orders) -> None:
    """Bring divisions ashore while they can be fed and find room, nearest to the front first, armor first."""
    s = o.s
    p = Picture(s, ALLIED)
    rations = Rations(s)
    rations.all((u, h) for h, stack in s.field.stacks[ALLIED].items() for u in stack if s.on_map(u))
    front = headquarters.front(p)
    near = to_front(p, front)
    rooms = {h: room_around(p, h) for h in sea.havens(s)}
    waiting = sorted((u for u in sea.waiting(s) if not s.world.hq[u]), key=lambda u: (-s.world.attack[u], u))
    first = s.turn == s.world.scenario.last_turn
    refused: set[tuple[str, Hex]] = set()
    for u in waiting:
        kind = s.world.counters[u].type
        for h in sorted(rooms, key=lambda h: (near[h], h)):
            if rooms[h] <= 0 or (kind, h) in refused:
                continue
            if not first and not rations.seat(u, h):
                continue
            if o.go(Land(u, h)):
                rooms[h] -= 1
                break
            rations.release(u)
            refused.add((kind, h))


def to_front(p: Picture, front: list[int]) -> list[int]:
    return distances(p.world, of(Hex(h) for h in front) or p.foes)


def room_around(p: Picture, haven: Hex) -> int:
    """How many more units find a place at a haven or within two steps of it, out of enemy zones."""
    s, chart = p.s, p.chart
    ground = chart.land & ~p.foes & ~p.their_zone
    around = 1 << haven
    if not p.their_zone >> haven & 1:
        around = chart.links.flood(1 << haven, ground, 2)
    own = s.field.stacks[ALLIED]
    total = 0
    for h in each(around & chart.stops):
        stack = own.get(h, ())
        total += max(0, 2 - sum(not s.world.hq[u] for u in stack))
    if p.their_zone >> haven & 1:
        return total
    return total - 1


# ---- guards


def guard(o: Orders) -> set[Unit]:
    """Divisions that stay, or come, so that no German walks into a port or beach that feeds: one where he could
    come, two where he could come in strength."""
    p = Picture(o.s, ALLIED)
    world, chart = p.world, p.chart
    near = distances(world, p.foes, chart.land & ~p.field.held[ALLIED])
    out: set[Unit] = set()

    def gap(h: Hex) -> int:
        return min([near[h], *(near[n] + 1 for n in chart.neighbours[h])])

    havens = [
        h
        for h in chart.numbered
        if (h in o.s.invaded or any(world.hq[u] for u in o.s.stack(h, ALLIED)))
        and gap(h) <= 8
        and not p.their_zone >> h & 1
    ]
    havens.sort(key=lambda h: (-chart.numbered[h].capacity, h))
    for h in havens:
        bound = len(stacking.bound_ashore(o.s, h))
        many = 1 if gap(h) > 5 else 2
        for _ in range(bound, many):
            if not station(o, h, out):
                break
    return out


def station(o: Orders, h: Hex, out: set[Unit]) -> bool:
    """One more division for this place: one that is there, else the nearest."""
    s = o.s
    zone = s.field.zoc[GERMAN]
    able = []
    for i in s.world.units(ALLIED):
        u = Unit(i)
        if u in out or not s.world.attack[u] or not s.on_map(u):
            continue
        if s.at[u] == h:
            able.append((0, s.world.attack[u], u))
        elif s.left[u] and not zone >> h & 1 and movement.ways_of(s, u).hexes >> h & 1:
            able.append((s.world.grid.distance(s.hex(u), h), s.world.attack[u], u))
    for _, _, u in sorted(able):
        if s.at[u] == h or o.go(Move(u, h)):
            out.add(u)
            return True
    return False


# ---- the advance


class Advance:
    """Places for all who do not attack: guards first, then the others from the front to the rear."""

    def __init__(self, o: Orders, striker: Striker) -> None:
        self.o = o
        s = o.s
        self.p = Picture(s, ALLIED)
        self.world = s.world
        self.last = s.turn == s.world.scenario.last_turn
        self.done: set[Unit] = set()
        self.stacks: dict[int, list[Unit]] = {}
        self.rations = Rations(s)
        self.bank = to(self.world, far_bank(self.world))
        for i in self.world.units(ALLIED):
            u = Unit(i)
            if not s.on_map(u):
                continue
            stays = self.world.hq[u] or not s.left[u] or not movement.destinations(s, u)
            if stays or striker.placed.get(u) == s.at[u]:
                self.settle(u, s.hex(u))
        for n in s.world.chart.by_sea.values():
            for u in stacking.bound_ashore(s, n.hex):
                self.stacks.setdefault(n.hex, []).append(u)

    def settle(self, u: Unit, hex: Hex) -> None:
        self.done.add(u)
        self.stacks.setdefault(hex, []).append(u)
        self.rations.seat(u, hex)

    def free(self) -> list[Unit]:
        s = self.o.s
        return [
            Unit(u)
            for u in self.world.units(ALLIED)
            if s.on_map(Unit(u)) and Unit(u) not in self.done and s.left[u]
        ]

    def room(self, hex: int) -> bool:
        stack = self.stacks.get(hex, [])
        return len(stack) < (3 if any(self.world.hq[u] for u in stack) else 2)

    def run(self) -> None:
        aims = self.aims()
        zone = self.p.their_zone
        order = sorted(
            self.free(),
            key=lambda u: (not zone >> self.o.s.at[u] & 1, aims[u][self.o.s.at[u]], -self.world.attack[u], u),
        )
        for u in order:
            self.best_place(u, aims[u])

    def aims(self) -> dict[Unit, list[int]]:
        """Whither each unit is bound, as a field of distances: some to ports, those beyond the Rhine to the stars,
        all others to the Rhine."""
        s, world, chart = self.o.s, self.world, self.p.chart
        free = set(self.free())
        out: dict[Unit, list[int]] = {}
        ports = []
        for n in chart.numbered.values():
            if n.kind == "beach" or s.stack(n.hex, ALLIED) or self.p.own_distance[n.hex] > 12:
                continue
            garrison = s.stack(n.hex, GERMAN)
            defense = sum(world.defense[v] for v in garrison) * self.p.sheltered(n.hex)
            need = min(8, -(-3 * defense // 4) + 1) if garrison else 1
            ports.append((n.capacity - 0.9 * self.p.own_distance[n.hex] - 0.25 * need, n.hex, need))
        for value, hex, need in sorted(ports, reverse=True):
            if value < -6:
                continue
            field = to(world, 1 << hex)
            for u in sorted(free, key=lambda u: (field[s.at[u]], u))[:need]:
                if field[s.at[u]] <= 12:
                    out[u] = field
                    free.discard(u)
        stars = of(h for h in chart.stars if h not in s.allied_stars)
        for u in free:
            out[u] = to(world, stars) if chart.beyond >> s.at[u] & 1 and stars else self.bank
        return out

    def best_place(self, u: Unit, aim: list[int]) -> None:
        """The place that brings the unit on, is fed, and can be held; to its own hex it need not move."""
        o = self.o
        s = o.s
        here = s.hex(u)
        ways = movement.ways_of(s, u).hexes & self.p.chart.stops | 1 << here
        open_ = [h for h in each(ways & ~self.p.their_zone) if self.room(h)]
        open_.sort(key=lambda h: (self.pull(h, aim), self.world.grid.distance(here, h), h))
        scored = sorted(
            ((self.price(u, h, aim), h) for h in open_[:LOOKED_AT]), key=lambda x: (x[0], x[1] != here, x[1])
        )
        if self.room(here) and here not in open_[:LOOKED_AT] and not self.p.their_zone >> here & 1:
            scored = sorted([*scored, (self.price(u, here, aim), here)])
        for _, h in scored:
            if h == here or o.go(Move(u, h)):
                self.settle(u, h)
                return
        if self.room(here):
            self.settle(u, here)

    def pull(self, hex: int, aim: list[int]) -> float:
        out = float(min(aim[hex], FAR))
        if self.last and self.p.chart.beyond >> hex & 1:
            out -= 20
        return out

    def price(self, u: Unit, hex: int, aim: list[int]) -> float:
        out = self.pull(hex, aim)
        before = self.stacks.get(hex, [])
        stack = [*before, u]
        out += FEAR * self.p.risk(hex, stack) * self.p.stake(stack)
        if before:
            out -= FEAR * self.p.risk(hex, before) * self.p.stake(before)
        if not self.last and not self.rations.could(u, hex):
            out += HUNGER
        if len(stack) == 2 and self.p.enemy_distance[hex] <= 4:
            out -= 0.4
        if self.p.enemy_distance[hex] <= 4:
            out -= 0.3 * (self.p.sheltered(hex) - 1)
        return out
