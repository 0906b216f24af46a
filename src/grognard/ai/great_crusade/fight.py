"""The Combat Phase: which combats to assign so that every duty is met at the best price, and what the air adds."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from ...board.names import Unit
from ...geometry.hexes import Hex
from ...geometry.hexset import each
from ...kernel.frame import Action
from ...systems.great_crusade import combat, obligations
from ...systems.great_crusade.actions import Attack, Cancel, End, Resolve
from ...systems.great_crusade.crt import retreat_hexes
from ...systems.great_crusade.fighting import CombatPhase
from ...systems.great_crusade.state import State
from ...systems.great_crusade.world import ALLIED, Side
from .appraise import Man, attacking, better_of_two, faces, prospect, times, worth
from .orders import Orders
from .terms import fighters, terms

AIR_WORTH = 0.25  # a close air support mission that brings less is better kept
BOMBS_WORTH = 4.0  # so much must carpet bombing bring: there are four in the game


class Battle(NamedTuple):
    """Attackers together against all that stand in some hexes."""

    hexes: tuple[Hex, ...]
    units: tuple[Unit, ...]


class Solver:
    """Finds combats for a position. Everything is counted by enemy hex: a stack is attacked as a whole."""

    def __init__(self, s: State, side: Side) -> None:
        self.s, self.side, self.world = s, side, s.world
        self.foes = s.field.held[side.enemy]
        self.reach: dict[Unit, tuple[Hex, ...]] = {}
        for u in fighters(s, side):
            found = tuple(each(combat.targets(s, u) & self.foes))
            if found:
                self.reach[u] = found
        self._men: dict[Unit, Man] = {}
        self._out: dict[Unit, bool] = {}
        self._value: dict[Battle, float] = {}
        self.battles: list[Battle] = []

    # ---- what a battle is worth

    def man(self, u: Unit) -> Man:
        if u not in self._men:
            m = attacking(self.s, u)
            self._men[u] = m._replace(way_out=m.way_out and self.way_out(u))
        return self._men[u]

    def way_out(self, u: Unit) -> bool:
        if u not in self._out:
            self._out[u] = bool(retreat_hexes(self.s, u))
        return self._out[u]

    def defenders(self, b: Battle) -> tuple[Man, ...]:
        s, froms = self.s, [self.s.at[u] for u in b.units]
        out = []
        for hex in b.hexes:
            n = times(s, froms, hex)
            for v in s.stack(hex, self.side.enemy):
                out.append(Man(2 * n * self.world.defense[v], worth(self.world, v), self.way_out(v)))
        return tuple(out)

    def shield(self, b: Battle) -> int:
        return 2 * sum(h in self.s.shielded for h in b.hexes)

    def value(self, b: Battle) -> float:
        if not b.units:
            return -1000.0
        if b not in self._value:
            self._value[b] = prospect(
                self.world,
                tuple(self.man(u) for u in b.units),
                self.defenders(b),
                terms(self.s, self.side, b.hexes),
                0,
                self.shield(b),
            )
        return self._value[b]

    # ---- assignment

    def solve(self, friends: Iterable[Unit], enemies: Iterable[Unit]) -> list[Battle]:
        """Combats that meet all duties, as far as can be seen from here."""
        s = self.s
        duty = [u for u in friends if u in self.reach]
        needed = sorted({s.hex(v) for v in enemies if s.at[v] >= 0})
        by_hex = self.cover(duty, needed)
        self.battles = [Battle(hexes, (u,)) for hexes, u in by_hex]
        for u in duty:
            if not any(u in b.units for b in self.battles):
                self.join(u)
        self.improve()
        self.volunteers()
        self.improve()
        return [b for b in self.battles if b.units]

    def cover(self, duty: list[Unit], needed: list[Hex]) -> list[tuple[tuple[Hex, ...], Unit]]:
        """One attacker for each hex; where there are too few, one for several."""
        able = {h: [u for u in duty if h in self.reach[u]] for h in needed}
        for h in needed:  # over rivers and out of fortresses only where nobody else can
            able[h] = able[h] or [u for u, found in self.reach.items() if h in found]
        taken: dict[Unit, list[Hex]] = {}

        def seat(h: Hex, tried: set[Unit]) -> bool:
            for u in able[h]:
                if u in tried:
                    continue
                tried.add(u)
                if u not in taken or seat(taken[u][0], tried):
                    taken[u] = [h]
                    return True
            return False

        left = [h for h in sorted(needed, key=lambda h: len(able[h])) if not seat(h, set())]
        for h in left:
            if able[h]:
                best = min(able[h], key=lambda u: len(taken.get(u, ())))
                taken.setdefault(best, []).append(h)
        return [(tuple(sorted(hs)), u) for u, hs in taken.items()]

    def join(self, u: Unit) -> None:
        """A unit that must attack joins where it helps most; else it takes a hex out of a common battle."""
        best, where = -1e9, -1
        for i, b in enumerate(self.battles):
            if set(b.hexes) <= set(self.reach[u]):
                gain = self.value(Battle(b.hexes, tuple(sorted((*b.units, u))))) - self.value(b)
                if gain > best:
                    best, where = gain, i
        if where >= 0:
            b = self.battles[where]
            self.battles[where] = Battle(b.hexes, tuple(sorted((*b.units, u))))
            return
        for i, b in enumerate(self.battles):
            for h in b.hexes:
                if h in self.reach[u]:
                    self.battles[i] = Battle(tuple(x for x in b.hexes if x != h), b.units)
                    self.battles.append(Battle((h,), (u,)))
                    return
        self.battles.append(Battle(self.reach[u][:1], (u,)))

    def improve(self) -> None:
        """Shift units from battle to battle while it helps."""
        for _ in range(6):
            changed = False
            for i in range(len(self.battles)):
                for u in self.battles[i].units:
                    if len(self.battles[i].units) > 1 and u in self.battles[i].units:
                        changed |= self.shift(i, u)
            if not changed:
                return

    def shift(self, i: int, u: Unit) -> bool:
        here = self.battles[i]
        less = Battle(here.hexes, tuple(v for v in here.units if v != u))
        base = self.value(less) - self.value(here)
        best, where = 0.01, -1
        for j, b in enumerate(self.battles):
            if j != i and set(b.hexes) <= set(self.reach[u]) and not self.debts(u, b.hexes):
                gain = base + self.value(Battle(b.hexes, tuple(sorted((*b.units, u))))) - self.value(b)
                if gain > best:
                    best, where = gain, j
        if where < 0:
            return False
        b = self.battles[where]
        self.battles[where] = Battle(b.hexes, tuple(sorted((*b.units, u))))
        self.battles[i] = less
        return True

    def debts(self, u: Unit, hexes: tuple[Hex, ...]) -> set[Hex]:
        """TGC-combat.20, 23, 25: hexes that must be attacked too if the unit attacks these, and are not yet."""
        s, out = self.s, set()
        for h in hexes:
            for v in s.stack(h, self.side.enemy)[:1]:
                if not obligations.plain(s, u, v):
                    out |= {s.hex(w) for w in obligations.brought(s, u, v)}
        attacked = {h for b in self.battles for h in b.hexes}
        return out - attacked - set(hexes)

    def volunteers(self) -> None:
        """Those who need not attack: into a battle where they help, or into one of their own."""
        busy = {u for b in self.battles for u in b.units}
        for u in [u for u in self.reach if u not in busy]:
            best, where = 0.05, -1
            for i, b in enumerate(self.battles):
                if set(b.hexes) <= set(self.reach[u]) and not self.debts(u, b.hexes):
                    gain = self.value(Battle(b.hexes, tuple(sorted((*b.units, u))))) - self.value(b)
                    if gain > best:
                        best, where = gain, i
            if where >= 0:
                b = self.battles[where]
                self.battles[where] = Battle(b.hexes, tuple(sorted((*b.units, u))))
        for _ in range(12):
            if not self.open_front():
                return

    def open_front(self) -> bool:
        """One more attack, over a river or on a fortress, with those who are free, if it pays with all it brings."""
        busy = {u for b in self.battles for u in b.units}
        free = [u for u in self.reach if u not in busy]
        attacked = {h for b in self.battles for h in b.hexes}
        best: list[Battle] = []
        most = 0.3
        for h in sorted({h for u in free for h in self.reach[u]} - attacked):
            units = tuple(sorted(u for u in free if h in self.reach[u]))
            found = self.front((h,), units, free)
            if found:
                value = sum(self.value(b) for b in found)
                if value > most:
                    best, most = found, value
        self.battles += best
        return bool(best)

    def front(self, hexes: tuple[Hex, ...], units: tuple[Unit, ...], free: list[Unit]) -> list[Battle]:
        """This attack with the others that it brings; empty where somebody would be left out."""
        main = Battle(hexes, units)
        owed = sorted({h for u in units for h in self.debts(u, hexes)})
        out = []
        for h in owed:
            mine = [u for u in main.units if h in self.reach[u]]
            others = [u for u in free if u not in units and h in self.reach[u]]
            pool = others or mine
            pool = [u for u in pool if not self.debts(u, (h,)) - set(owed) - set(hexes)]
            if not pool:
                return []
            u = min(pool, key=lambda u: (self.world.attack[u], u))
            out.append(Battle((h,), (u,)))
            main = Battle(hexes, tuple(v for v in main.units if v != u))
        return [main, *out] if main.units else []

    # ---- the air

    def orders(self, battles: list[Battle]) -> list[Attack]:
        """The combats as actions, with close air support and carpet bombing where they change most."""
        s, missions, carpets = self.s, self.s.missions, self.s.carpets
        plans = []
        for b in battles:
            found = [
                faces(
                    self.world,
                    tuple(self.man(u) for u in b.units),
                    self.defenders(b),
                    terms(s, self.side, b.hexes),
                    support,
                    self.shield(b),
                )
                for support in (0, 2)
            ]
            mean = [sum(n * v for n, v in f) / 6 for f in found]
            plans.append((mean[1] - mean[0], better_of_two(found[0]) - mean[0], b))
        cas: set[Battle] = set()
        carpet: set[Battle] = set()
        if self.side is ALLIED:
            wanted = sorted(plans, key=lambda p: (-p[0], p[2]))
            cas = {b for gain, _, b in wanted[:missions] if gain > AIR_WORTH}
            for _, gain, b in sorted(plans, key=lambda p: (-p[1], p[2])):
                if gain > BOMBS_WORTH and len(carpet) < carpets and set(b.hexes) <= set(s.attacked_before):
                    carpet.add(b)
        out = []
        for b in battles:
            enemies = sorted(v for h in b.hexes for v in s.stack(h, self.side.enemy))
            out.append(Attack(tuple(sorted(b.units)), tuple(enemies), b in cas, b in carpet))
        return out


def plan(s: State, frame: CombatPhase) -> list[Action]:
    """All combats of the phase, then the first resolution; nothing at all where nothing must or should be attacked."""
    duties = frame.duties(s)
    solver = Solver(s, frame.side)
    battles = solver.solve(duties.friends, duties.enemies)
    return list(solver.orders(battles))


def next_resolution(s: State) -> Action:
    """TGC-combat.14: the surest combat first, so that the others see what it leaves."""
    if not s.combats:
        return End()

    def odds(n: int) -> tuple[float, int]:
        found = combat.ratio(s, s.combats[n - 1])
        return (float(found.attack / found.defense) if found.defense else 9.0, -n)

    return Resolve(max(range(1, len(s.combats) + 1), key=odds))


def fill_gaps(o: Orders, frame: CombatPhase) -> None:
    """Should a duty still be open, meet it from what is offered; from a clean sheet, if what stands is in the way."""
    for _ in range(2):
        while True:
            gaps = obligations.unmet(o.s, frame.duties(o.s), o.s.combats)
            if not gaps:
                return
            owed = {*gaps.friends, *gaps.enemies}
            offered = [a for a in frame.offers(o.s) if isinstance(a, Attack)]
            useful = [a for a in offered if owed & {*a.attackers, *a.defenders}] or offered
            if not useful:
                break
            solver = Solver(o.s, frame.side)

            def price(a: Attack, solver: Solver = solver) -> float:
                hexes = tuple(sorted({solver.s.hex(v) for v in a.defenders}))
                return solver.value(Battle(hexes, tuple(sorted(a.attackers))))

            if not o.go(max(useful, key=price)):
                break
        while o.s.combats:
            o.go(Cancel(1))
