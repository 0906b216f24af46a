"""What an attack may bring, for all that a side sees (CTL-5.3.4): the lowest and the highest chance of every column and of
what becomes of both sides, over the ways in which things may stand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import NamedTuple

from msgspec.structs import replace

from ...kernel.dist import Dist
from ...kernel.draft import Draft
from ...kernel.frame import run
from ...kernel.odds import odds
from ...kernel.ranges import Range, Ranges
from . import strength, unseen
from .acting import isolated
from .bounds import Bounds, Span, either, span
from .combat import Combat, CombatAction, Result, read
from .dice import SIDES
from .fates import CHECKS, NOTHING, Fate, Settled
from .policy import prudent
from .reckoning import UNHARMED, WEAKENED, Man, Men, Way, suffer
from .state import State
from .strength import BELOW, Assault, Vehicle
from .texts import phrase
from .unseen import Drms, Force, Kind, Sight
from .ways_out import WaysOut

MOST = 240
"""So many ways are reckoned at most, fewer where each must be reckoned several times: more take longer than a reader waits."""


class Case(NamedTuple):
    """A combat that may be fought: `out` of the attackers stay behind, for they failed a check (CTL-5.8.4b)."""

    x: Assault
    out: int = 0
    settled: Settled = NOTHING


class Outlook(NamedTuple):
    """The bounds of what there is to know; chances by column and by fate."""

    attack: Span
    defense: Span
    drm: Span
    armor: Span
    support: Span  # of the defender
    drms: Drms
    columns: Ranges[int]
    fates: Ranges[Fate]


Chances = dict[Fate, tuple[int, int]]
"""The lowest and the highest weight."""

Driven = dict[tuple[tuple[int, ...], tuple[Way, ...]], int]
"""What may become of the defender and how the attacker gets out then, with the weight of it."""

Places = tuple[int, ...]
"""Units by their places in a force."""


class Foe(NamedTuple):
    """A force with those whose points were used, and a number to know it by."""

    id: int
    force: Force
    lead: Places


class Reckoner:
    """One combat, and all the ways in which it may be fought."""

    def __init__(self, e: Sight, case: Case, one_of: int = 1) -> None:
        self.e, self.case, self.x = e, case, case.x
        s, x = e.s, case.x
        self.heads = strength.heads(s, x.hex)
        self.ground = s.world.chart.terrain[x.hex]
        self.barrier = s.world.chart.between(x.start, x.hex)
        self.attackers = unseen.known(e, x.attackers)
        self.defenders = unseen.stack(e, x.side.enemy, x.hex)
        self.drms = unseen.drms(e, x)
        self.ways_out = WaysOut(e, x)
        each = len(self.drms.sums(False)) * len(self.ways_out.retreat[0])  # so often every way is reckoned
        self.most = max(SIDES, 2 * MOST // max(2, each) // one_of)
        self.chits = len(s.world.chits)
        self.counts: dict[tuple[tuple[int, ...], int], tuple[list[tuple[int, int]], list[int]]] = {}
        self.vectors: dict[tuple[int, int, int], tuple[int, ...]] = {}
        self.lanes: dict[tuple[tuple[int, ...], tuple[int, ...]], list[int]] = {}
        self.faces: dict[tuple[int, int], dict[str, int]] = {}
        self.foes: dict[tuple[Men, bool, Places], int] = {}
        self.brought: dict[tuple[int, int, str], Chances] = {}
        self.drove: dict[tuple[int, int, bool, Way], Driven] = {}
        self.answered: dict[tuple[int, int, bool, tuple[Way, ...]], dict[int, tuple[int, int]]] = {}

    # ---- strengths

    def vector(self, effectiveness: int, column: int, points: int) -> tuple[int, ...]:
        """CTL-7.5.1.1e: by chit, what a unit is worth."""
        key = effectiveness, column, points
        if key not in self.vectors:
            row = effectiveness - 2
            self.vectors[key] = tuple(points * chit[row][column] for chit in self.e.world.chits)
        return self.vectors[key]

    def attack(self, f: Force) -> tuple[int, ...]:
        column = strength.ATTACKER_COLUMN[self.x.posture]
        return self.sum(self.vector(m.effectiveness[m.disrupted], column, m.strength) for m in f.men)

    def defense(self, f: Force) -> tuple[int, ...]:
        stands = strength.RIGHT if self.x.hex in self.e.s.improved else strength.MIDDLE
        return self.sum(
            self.vector(m.effectiveness[m.disrupted], strength.LEFT if m.disrupted else stands, m.strength)
            for m in f.men
        )

    def sum(self, vectors: Iterable[tuple[int, ...]]) -> tuple[int, ...]:
        return tuple(map(sum, zip(*vectors, strict=True)))

    def columns(self, attack: tuple[int, ...], defense: tuple[int, ...]) -> list[int]:
        """CTL-7.5.1.1a: how many pairs of chits lead to each column, the first being the one below the table."""
        if self.case.settled.column is not None:
            out = [0] * (len(self.heads) + 1)
            out[self.case.settled.column + 1] = self.pairs
            return out
        key = attack, defense
        if key not in self.lanes:
            out = [0] * (len(self.heads) + 1)
            for d in set(defense):
                counts, by_chit = self.against(attack, d)
                times = defense.count(d)
                for n, m in counts:
                    out[n] += times * m
                for b, other in enumerate(defense):
                    if other == d:
                        out[by_chit[b]] -= 1  # one chit is not drawn twice
            self.lanes[key] = out
        return self.lanes[key]

    def against(self, attack: tuple[int, ...], defense: int) -> tuple[list[tuple[int, int]], list[int]]:
        """How often each column comes, and the column by the attacker's chit."""
        key = attack, defense
        if key not in self.counts:
            by_chit = [strength.column_in(self.heads, a, defense) + 1 for a in attack]
            self.counts[key] = [(n, by_chit.count(n)) for n in set(by_chit)], by_chit
        return self.counts[key]

    @property
    def pairs(self) -> int:
        return self.chits * (self.chits - 1)

    def results(self, columns: list[int], drm: int) -> dict[str, int]:
        """CTL-7.5.1d, e: by result its weight, out of SIDES times the pairs."""
        if self.case.settled.result:
            return {self.case.settled.result: SIDES * self.pairs}
        out: dict[str, int] = {}
        for n, pairs in enumerate(columns):
            if pairs:
                for text, faces in self.by_face(n - 1, drm).items():
                    out[text] = out.get(text, 0) + pairs * faces
        return out

    def by_face(self, column: int, drm: int) -> dict[str, int]:
        key = column, drm
        if key not in self.faces:
            found: dict[str, int] = {}
            for face in range(1, SIDES + 1):
                text = (
                    str(self.e.world.tables["crt"]["below"])
                    if column == BELOW
                    else strength.result(self.e.s, column, face + drm)
                )
                found[text] = found.get(text, 0) + 1
            self.faces[key] = found
        return self.faces[key]

    # ---- fates

    def foe(self, force: Force, lead: Places) -> Foe:
        """The same number for all that are the same to hits."""
        id = self.foes.setdefault((force.men, force.hq, lead), len(self.foes))
        return Foe(id, force, lead)

    def fates(self, a: Foe, d: Foe, text: str) -> Chances:
        """CTL-7.5.2b: what a result brings; the defender completes first. Weights out of SIDES to the number of units."""
        key = a.id, d.id, text
        found = self.brought.get(key)
        if found is None:
            r = read(text)
            each_way = [self.beaten(a, r, self.driven(d, r, way)) for way in self.ways_out.retreat[0]]
            found = self.brought[key] = either(each_way)
        return found

    def beaten(self, a: Foe, r: Result, ends: Driven) -> Chances:
        out: Chances = {}
        for (may, ways), weight in ends.items():
            sure = weight if len(may) == 1 else 0
            for mine, (low, high) in self.answer(a, r, ways).items():
                for theirs in may:
                    at = Fate(theirs, mine)
                    old = out.get(at, (0, 0))
                    out[at] = old[0] + sure * low, old[1] + weight * high
        return out

    def driven(self, d: Foe, r: Result, way: Way) -> Driven:
        """What may become of the defender, and how the attacker can get out then."""
        key = d.id, r.defender, r.defender_red, way
        found = self.drove.get(key)
        if found is None:
            found = self.drove[key] = {}
            for end, weight in suffer(d.force.men, d.lead, r.defender, r.defender_red, way).items():
                at = end.fates, self.ways_out.left(d.force, end)
                found[at] = found.get(at, 0) + weight
        return found

    def answer(self, a: Foe, r: Result, ways: tuple[Way, ...]) -> dict[int, tuple[int, int]]:
        """What becomes of the attacker."""
        key = a.id, r.attacker, r.attacker_red, ways
        found = self.answered.get(key)
        if found is None:
            found = self.answered[key] = either([self.thrown_back(a, r, way) for way in ways])
        return found

    def thrown_back(self, a: Foe, r: Result, way: Way) -> dict[int, tuple[int, int]]:
        out: dict[int, tuple[int, int]] = {}
        for end, weight in suffer(a.force.men, a.lead, r.attacker, r.attacker_red, way).items():
            may = (WEAKENED,) if self.case.out else end.fates
            for fate in may:
                low, high = out.get(fate, (0, 0))
                out[fate] = low + (weight if len(may) == 1 else 0), high + weight
        return out

    # ---- all ways

    def ways(self) -> Iterator[tuple[Force, Force]]:
        """All of them, or as many as a reader waits for, evenly spread."""
        mine = list(self.attackers.listed(max(SIDES, self.most // self.defenders.ways)))
        theirs = self.defenders.listed(max(SIDES, self.most // len(mine)))
        return ((a, d) for d in theirs for a in mine)

    def outlook(self) -> Outlook:
        men = max(len(k) for k in self.defenders.kinds()) + len(self.x.attackers)
        lanes, fates = Bounds[int](self.pairs), Bounds[Fate](SIDES ** (men + 1) * self.pairs)
        for a, d in self.ways():
            columns = self.columns(self.attack(a), self.defense(d))
            lanes.add({n - 1: (w, w) for n, w in enumerate(columns) if w})
            scale = SIDES ** (men - len(a.men) - len(d.men))
            armor, lead, led = strength.superiority(a.vehicles, d.vehicles, self.ground, self.barrier)
            mine, theirs = self.foe(a, lead), self.foe(d, led)
            for drm in self.totals(armor, d.shaken):
                found: dict[Fate, tuple[int, int]] = {}
                for text, weight in self.results(columns, drm).items():
                    for fate, (low, high) in self.fates(mine, theirs, text).items():
                        old = found.get(fate, (0, 0))
                        found[fate] = old[0] + weight * low * scale, old[1] + weight * high * scale
                fates.add(found)
        of, ways = self.attackers.ways * self.defenders.ways, lanes.added
        rests = self.rests(ways, of)
        strengths = self.extremes()
        return Outlook(*strengths, self.drms, lanes.ranges(ways, of, rests), fates.ranges(ways, of, rests))

    def totals(self, armor: int, shaken: bool) -> tuple[int, ...]:
        drm = self.case.settled.drm
        return (drm,) if drm is not None else tuple(n + armor for n in self.drms.sums(shaken))

    def extremes(self) -> tuple[Span, Span, Span, Span, Span]:
        """Attack, defense, DRMs, armor, support of the defender: these are known for all ways, however many they are."""
        attack: set[int] = set()
        defense: set[int] = set()
        drms: set[int] = set()
        armor: set[int] = set()
        for kinds in {*self.attackers.kinds()}:
            for end in (0, -1):
                attack.update(self.attack(force(kinds, end)))
        mine = force(self.attackers.kinds()[0], 0).vehicles
        compared: dict[tuple[tuple[Vehicle, ...], bool], int] = {}
        for kinds in self.defenders.kinds():
            low, high = force(kinds, 0), force(kinds, -1)
            defense.update((min(self.defense(low)), max(self.defense(high))))
            key = low.vehicles, low.shaken
            if key not in compared:
                compared[key] = strength.superiority(mine, key[0], self.ground, self.barrier)[0]
        support: set[int] = set()
        for (_, shaken), n in compared.items():
            armor.add(n)
            support.update((0,) if shaken else self.drms.defense)
            drms.update(self.totals(n, shaken))
        return span(attack), span(defense), span(drms), span(armor), span(support)

    def rests(self, ways: int, of: int) -> str:
        """What the numbers rest upon."""
        e, x = self.e, self.x
        _, unknown = e.stack(x.hex, x.side.enemy)
        parts = []
        if unknown:
            parts.append(
                phrase(
                    "A range over what may lie there: {count} counters in the hex are not seen.",
                    count=unknown,
                )
            )
        if of > 1:
            parts.append(phrase("A range over strengths that are not seen."))
        if ways == of > 1:
            parts.append(
                phrase("These are the lowest and the highest chances of all {count} ways in which units may be there.", count=of)
            )  # fmt: skip
        elif of > 1:
            parts.append(
                phrase(
                    "These are the lowest and the highest chances of {count} of the {all} ways in which units may be there: the "
                    "weakest, the strongest and some between. Others may lie a little beyond.",
                    count=ways,
                    all=of,
                )
            )
        parts.append(phrase("Dice lie as they fall; losses are taken as steps, by the strongest."))
        return " ".join(parts)


def force(kinds: tuple[Kind, ...], end: int) -> Force:
    """With the least strengths (0) or the most (-1)."""
    men = tuple(Man(k.strengths[end], k.effectiveness, k.disrupted, k.arm, k.rank) for k in kinds)
    return Force(men, tuple(Vehicle(k.arm, k.points) for k in kinds))


# ---- before the chits are drawn


def outlook(e: Sight, x: Assault, settled: Settled = NOTHING) -> Outlook:
    """What an attack brings that is declared now, or one that is being fought. Isolated attackers make their checks first
    (CTL-5.8.4b): the bounds are added up by their chances."""
    fought = settled not in (NOTHING, CHECKS)
    played = e.world.scenario.solo in ("", x.side)
    if fought or not played or not e.knows(x.side) or not isolated(e.s, x.attackers):
        return Reckoner(e, Case(x, settled=settled)).outlook()
    depth, ends = able(e.s, x, settled == CHECKS)
    found = [(p, started(e, x, s, depth, len(ends))) for s, p in ends.items()]
    some = [(p, o) for p, o in found if o is not None]
    none = sum((p for p, o in found if o is None), Fraction(0))
    if not some:
        return Reckoner(e, Case(x)).outlook()
    fates = added([(p, o.fates) for p, o in some], none, Fate(UNHARMED, WEAKENED))
    return max(some, key=lambda f: f[0])[1]._replace(fates=fates)


def extremes(e: Sight, x: Assault) -> tuple[Span, ...]:
    """The least and the most of attack, defense, DRMs: what is quickly said of many attacks."""
    return Reckoner(e, Case(x)).extremes()


def started(e: Sight, x: Assault, s: State, depth: int, one_of: int) -> Outlook | None:
    """With those who passed; None: nobody did."""
    combat = s.frames[depth] if len(s.frames) > depth else None
    if not isinstance(combat, Combat):
        return None
    case = Case(x._replace(attackers=combat.units), len(x.attackers) - len(combat.units))
    return Reckoner(e.then(s), case, one_of).outlook()


def able(s: State, x: Assault, running: bool) -> tuple[int, Dist[State]]:
    """Where the isolation checks may lead, and how deep the combat lies there."""
    if not running:
        d = Draft(replace(s, frames=(), snafu=None))
        action = CombatAction(
            side=x.side, units=x.attackers, start=x.start, hex=x.hex, posture=x.posture, cost=0, exposed=None
        )
        s = run(d, action.enter(d), []).state
    at = max(n for n, f in enumerate(s.frames) if isinstance(f, CombatAction))

    def checked(s: State) -> bool:
        return len(s.frames) <= at + 1 or isinstance(s.frames[at + 1], Combat)

    return at + 1, odds(s, checked, prudent)


def added(parts: list[tuple[Fraction, Ranges[Fate]]], none: Fraction, then: Fate) -> Ranges[Fate]:
    low: dict[Fate, Fraction] = {then: none} if none else {}
    high, share = dict(low), dict(low)
    for p, ranges in parts:
        for fate, r in ranges.items():
            low[fate] = low.get(fate, Fraction(0)) + p * r.low
            high[fate] = high.get(fate, Fraction(0)) + p * r.high
            share[fate] = share.get(fate, Fraction(0)) + p * ranges.share[fate]
    worst = min((r for _, r in parts), key=lambda r: r.whole)
    return Ranges(((k, Range(low[k], high[k])) for k in high), share, worst.ways, worst.of, worst.rests)
