"""The combat sheet (CTL-7.5.1): strengths, chits, column, DRMs, the table, and what may come of it.

Of the enemy never all is known: before the declaration not who lies under the top (CTL-5.3.4a), and his strengths never
(CTL-5.3.4d). So the sheet is one of several worlds that look like what the side sees, and says of each number between
what it may lie."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from itertools import permutations
from typing import NamedTuple

from msgspec.structs import replace

from ....board.names import Unit, Units
from ....geometry.hexes import Hex
from ....geometry.hexset import holds
from ....kernel import notation
from ....kernel.dist import Dist
from ....kernel.draft import Draft
from ....kernel.frame import Action, run
from ....kernel.mods import Mod, total
from ....kernel.odds import odds as enumerate_
from ....kernel.play import check
from ....kernel.show import Candidate, Lane, Odds, Outcome, Part, Sum, Switch, Told
from .. import actions, forecast, strength
from ..actions import Posture
from ..activation import Active, in_order
from ..chart import Side
from ..combat import CombatAction
from ..state import State
from ..strength import BELOW, Assault
from ..telling import refused, said
from ..texts import WORDS, phrase
from .board import running
from .eyes import Eyes

OUTLOOKS = 3  # of the worlds alike: to play all of them out takes longer than a reader waits


class Asked(NamedTuple):
    """What a sheet is about; `declared` where it is being fought."""

    side: Side
    units: Units
    hex: Hex
    posture: Posture
    declared: bool = False

    @property
    def action(self) -> actions.Attack:
        return actions.Attack(self.units, self.hex, self.posture)


def fight(e: Eyes, attackers: Sequence[str], defenders: Sequence[str], switches: Sequence[str]) -> Odds:
    """A combat that is being put together, incomplete perhaps, or the one that is being fought."""
    units = tuple(dict.fromkeys(map(e.world.unit, attackers)))
    foes = [u for u in map(e.world.unit, defenders) if e.sees(u) and e.s.on_map(u)]
    posture = (
        Posture.PREPARED
        if "prepared" in switches
        else Posture.REGULAR
        if "regular" in switches
        else Posture.HASTY
    )
    now = running(e)
    if now is not None and foes and now.hex == e.s.hex(foes[0]) and set(units) <= set(now.units):
        return sheet(e, Asked(now.side, now.units, now.hex, now.posture, True))
    if not foes:
        return bare(e, units, None, posture)
    hex = e.s.hex(foes[0])
    side = e.world.sides[foes[0]].enemy
    able = [u for u in units if e.sees(u) and e.s.on_map(u) and e.s.combat(u) and e.world.sides[u] is side]
    if not able:
        return bare(e, units, hex, posture)
    here = e.s.at[able[0]]
    together = in_order(e.s, tuple(u for u in able if e.s.at[u] == here))
    if len(together) < len(units) or hex not in e.world.chart.near[here]:
        return bare(e, units, hex, posture)
    return sheet(e, Asked(side, together, hex, posture))


def odds(e: Eyes, action: Action) -> Odds:
    if not isinstance(action, actions.Attack):
        raise ValueError("odds are asked of an attack")
    return declared(e, action, True)


def brief(e: Eyes, a: actions.Attack) -> Odds:
    """The same without what may come of it."""
    return declared(e, a, False)


def declared(e: Eyes, a: actions.Attack, whole: bool) -> Odds:
    fit = a.units and all(e.sees(u) and e.s.on_map(u) and e.s.combat(u) for u in a.units)
    if (
        not fit
        or len({e.s.at[u] for u in a.units}) > 1
        or a.hex not in e.world.chart.near[e.s.hex(a.units[0])]
    ):
        return bare(e, a.units, a.hex, a.posture)
    side = e.s.side(a.units[0])
    if not holds(e.s.field.manned[side.enemy], a.hex):
        return bare(e, a.units, a.hex, a.posture)
    return sheet(e, Asked(side, in_order(e.s, tuple(dict.fromkeys(a.units))), a.hex, a.posture), whole)


def bare(e: Eyes, units: Units, hex: Hex | None, posture: Posture) -> Odds:
    """What is no combat: who could join it, and what forbids it."""
    w = e.world
    a = actions.Attack(units, hex, posture) if hex is not None else None
    known = {"attackers": w.names(units), "hex": w.place(hex) if hex is not None else "?"}
    title = phrase("{attackers} against {hex}", **known)
    side = e.side or (w.sides[units[0]] if units else None)
    return Odds(
        text=notation.text(a, w) if a is not None and units else "",
        title=title,
        breach=barred(e, a) if a is not None else said(w, "CTL.why.nobody", "CTL-7.5a"),
        candidates=candidates(e, side, units, hex, posture) if side else (),
        at_once=True,
        switches=postures(e, a),
    )


def barred(e: Eyes, a: actions.Attack) -> Told | None:
    """What forbids to declare it now."""
    if not isinstance(e.top(), Active):
        return said(e.world, "CTL.why.not_now", "CTL-7.2a")
    breach = check(e.s, a)
    return refused(breach) if breach else None


# ---- the sheet


def sheet(e: Eyes, x: Asked, whole: bool = True) -> Odds:
    w, s = e.world, e.s
    start = s.hex(x.units[0])
    around = [Around(world, x, start) for world in e.alike()]
    known = {"attackers": e.names(x.units), "hex": w.place(x.hex), "posture": WORDS["posture"][x.posture]}
    lanes = columns(around)
    return Odds(
        text=notation.text(x.action, w),
        title=phrase("{attackers} against {hex}: {posture}", **known),
        breach=None if x.declared else barred(e, x.action),
        sums=(*strengths(e, x, around), modifiers(around)),
        ratio=ratio(around),
        column=max(lanes, key=lambda x: x.share).column if lanes else "",
        clause="CTL-7.5.1b",
        note=label(e, x),
        table=f"crt-{w.chart.terrain[x.hex].line}",
        columns=lanes,
        outcomes=outcomes(around[:OUTLOOKS])
        if whole and w.scenario.solo in ("", x.side)
        else (),  # CTL-10.1d
        candidates=() if x.declared else candidates(e, x.side, x.units, x.hex, x.posture),
        switches=() if x.declared else postures(e, x.action),
        at_once=True,
    )


def label(e: Eyes, x: Asked) -> str:
    """What the numbers are."""
    seen, unknown = e.stack(x.hex, x.side.enemy)
    theirs = x.side if x.side is not e.side else x.side.enemy
    parts = []
    if unknown:
        parts.append(
            phrase(
                "A range over what may lie there: {count} counters in the hex are not seen.", count=unknown
            )
        )
    if theirs is not e.side:
        parts.append(phrase("A range over strengths that are not seen."))
    parts.append(phrase("Dice lie as they fall; losses are taken as steps, by the strongest."))
    if not seen:
        parts.append(phrase("Nobody is seen there."))
    return " ".join(parts)


class Around:
    """An attack in one of the worlds."""

    def __init__(self, s: State, x: Asked, start: Hex) -> None:
        self.s, self.x = s, x
        self.assault = Assault(x.side, x.units, start, x.hex, x.posture)
        chits = range(1, len(s.world.chits) + 1)
        self.attack = {n: strength.attack_strength(s, self.assault, n) for n in chits}
        self.defense = {n: strength.defense_strength(s, self.assault, n) for n in chits}

    def columns(self) -> dict[int, Fraction]:
        """CTL-7.5.1.1a: by column, the chance that two chits lead to it."""
        out: dict[int, Fraction] = {}
        pairs = list(permutations(self.attack, 2))
        for a, b in pairs:
            at = strength.column(self.s, self.assault, self.attack[a], self.defense[b])
            out[at] = out.get(at, Fraction(0)) + Fraction(1, len(pairs))
        return out

    def ends(self) -> Dist[State]:
        """What it leads to, if it were declared now, up to the winner's bonus."""
        s, x = self.s, self.x
        d = Draft(replace(s, frames=(), snafu=None))  # the marker would be kept anyhow: `prudent`
        action = CombatAction(
            side=x.side, units=x.units, start=self.assault.start, hex=x.hex, posture=x.posture, cost=0, exposed=None
        )  # fmt: skip
        return enumerate_(run(d, action.enter(d), []).state, forecast.resolved, forecast.prudent)


# ---- sums, each as far as it is known


def strengths(e: Eyes, x: Asked, around: list[Around]) -> tuple[Sum, Sum]:
    """CTL-7.5.1.1: current strength times what the chit says of the row and the column."""
    column = strength.ATTACKER_COLUMN[x.posture]
    attack = [part(e, u, column) for u in x.units]
    seen, unknown = e.stack(x.hex, x.side.enemy)
    defense = [part(e, u, strength.defender_column(e.s, u)) for u in seen if e.s.combat(u)]
    if unknown:
        text = phrase("{count} counters that are not seen", count=unknown)
        defense.append(Part("?", text, "CTL-5.3.4a"))
    return (
        Sum(phrase("attack"), span(n for w in around for n in w.attack.values()), tuple(attack)),
        Sum(phrase("defense"), span(n for w in around for n in w.defense.values()), tuple(defense)),
    )


def part(e: Eyes, u: Unit, column: int) -> Part:
    """7 x 1-3: its strength, and between what its row of the chits lies."""
    s = e.s
    row = [chit[s.effectiveness(u) - 2][column] for chit in e.world.chits]
    sps = str(e.strength(u)) if e.mine(u) else f"1-{e.world.counters[u].strength}"
    times = span(row)
    name = e.world.name(u)
    known = {"unit": name, "count": s.effectiveness(u), "column": WORDS["lane"][COLUMNS[column]]}
    return Part(
        f"{sps} x {times}",
        phrase("{unit}: Effectiveness {count}, {column} column", **known),
        "CTL-7.5.1.1e",
        e.id(u),
    )


COLUMNS = {strength.LEFT: "left", strength.MIDDLE: "middle", strength.RIGHT: "right"}

KINDS: tuple[tuple[Callable[[State, Assault], list[Mod]], str], ...] = (
    (strength.hexside, "CTL-7.5.1.2b"),
    (strength.attack_support, "CTL-7.5.1.2g"),
    (strength.defense_support, "CTL-7.5.1.2h"),
    (strength.hq_support, "CTL-7.5.1.2k"),
    (lambda s, x: [Mod(n, "CTL-7.5.1.2l", "armor superiority")] if (n := strength.armor(s, x).drm) else [], "CTL-7.5.1.2l"),
)  # fmt: skip
WHAT = {
    "CTL-7.5.1.2b": phrase("hexside"), "CTL-7.5.1.2g": phrase("Combat Support of the attacker"),
    "CTL-7.5.1.2h": phrase("Combat Support of the defender"), "CTL-7.5.1.2k": phrase("HQ support"),
    "CTL-7.5.1.2l": phrase("Armor Superiority"),
}  # fmt: skip


def modifiers(around: list[Around]) -> Sum:
    """CTL-7.5.1.2a: the four kinds, with the support of each side for itself; what differs from world to world as a range."""
    parts: list[Part] = []
    sums = [0] * len(around)
    for kind, clause in KINDS:
        found = [kind(w.s, w.assault) for w in around]
        amounts = [int(total(mods)) for mods in found]
        sums = [a + b for a, b in zip(sums, amounts, strict=True)]
        if len(set(amounts)) > 1:
            parts.append(Part(span(amounts, signed=True), WHAT[clause], clause))
        elif clause in PLACED:
            parts += [Part(f"{int(m.value):+}", whence(m), m.clause) for m in found[0]]
        elif amounts[0]:
            why = side_between(around[0]) if clause == "CTL-7.5.1.2b" else WHAT[clause]
            parts.append(Part(f"{amounts[0]:+}", why, clause))
    return Sum("DRM", span(sums, signed=True), tuple(parts))


def whence(m: Mod) -> str:
    return phrase("support from {hex}", hex=m.why.removeprefix("support from "))


def side_between(w: Around) -> str:
    barrier = w.s.world.chart.between(w.assault.start, w.x.hex)
    return WORDS["hexside"][barrier.type] if barrier else ""


PLACED = {"CTL-7.5.1.2g"}
"""Of one's own support, each hex by itself."""


def span(numbers: Iterable[int], signed: bool = False) -> str:
    found = sorted(set(numbers))
    ends = [f"{n:+}" if signed and n else str(n) for n in (found[0], found[-1])]
    if ends[0] == ends[1]:
        return ends[0]
    return f"{ends[0]} / {ends[1]}" if signed else f"{ends[0]}-{ends[1]}"


def ratio(around: list[Around]) -> str:
    attack = span(n for w in around for n in w.attack.values())
    return f"{attack} : {span(n for w in around for n in w.defense.values())}"


def columns(around: list[Around]) -> tuple[Lane, ...]:
    """The two chits as a distribution over the columns."""
    each_ = [w.columns() for w in around]
    s, hex = around[0].s, around[0].x.hex
    out = []
    for column in sorted({c for found in each_ for c in found}):
        chances = [found.get(column, Fraction(0)) for found in each_]
        text = strength.head_text(s, hex, column) if column != BELOW else phrase("below the table")
        out.append(Lane(text, between(chances), float(sum(chances) / len(chances))))
    return tuple(out)


def between(chances: Sequence[Fraction]) -> str:
    """10-40 %: between what a chance lies in the worlds; exact where it is the same in all."""
    low, high = min(chances), max(chances)
    if low == high and low.denominator <= 400:
        return str(low)
    ends = [f"{float(x * 100):.0f}" for x in (low, high)]
    return f"{ends[0]} %" if ends[0] == ends[1] else f"{ends[0]}-{ends[1]} %"


# ---- what may come of it


class Fate(NamedTuple):
    """What becomes of each side: unharmed, weakened, driven from its hex, destroyed."""

    defender: int
    attacker: int


UNHARMED, WEAKENED, GONE, DESTROYED = range(4)
DEFENDER = (phrase("defender unharmed"), phrase("defender weakened"), phrase("defender leaves the hex"), phrase("defender destroyed"))  # fmt: skip
ATTACKER = (phrase("attacker unharmed"), phrase("attacker weakened"), phrase("attacker leaves his hex"), phrase("attacker destroyed"))  # fmt: skip


def outcomes(around: list[Around]) -> tuple[Outcome, ...]:
    """Exact in each world, the best for the attacker first."""
    found = [fates(w) for w in around]
    out = []
    for fate in sorted({f for dist in found for f in dist}):
        chances = [dist.get(fate, Fraction(0)) for dist in found]
        good = max(0, min(4, 2 + fate.defender - fate.attacker))
        text = f"{DEFENDER[fate.defender]}; {ATTACKER[fate.attacker]}"
        out.append(Outcome(between(chances), float(sum(chances) / len(chances)), text, good=good))
    return tuple(sorted(out, key=lambda o: (-o.good, -o.share, o.text)))


def fates(w: Around) -> dict[Fate, Fraction]:
    defenders = w.assault.defenders(w.s)
    out: dict[Fate, Fraction] = {}
    for end, chance in w.ends().items():
        fate = Fate(became(w.s, end, defenders), became(w.s, end, w.x.units))
        out[fate] = out.get(fate, Fraction(0)) + chance
    return out


def became(s: State, end: State, units: Units) -> int:
    left = [u for u in units if end.at[u] >= 0]
    if not left:
        return DESTROYED
    if all(end.at[u] != s.at[u] for u in left):
        return GONE
    hurt = any(end.strength[u] < s.strength[u] or end.disrupted[u] > s.disrupted[u] for u in units)
    return WEAKENED if hurt or len(left) < len(units) else UNHARMED


# ---- who may join, and how


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
    """CTL-7.5h: a hasty attack, unless another is chosen."""
    out = []
    for posture, text in (
        (Posture.REGULAR, phrase("Regular Attack")),
        (Posture.PREPARED, phrase("Prepared Attack")),
    ):
        why = ""
        if a is not None and a.units and isinstance(e.top(), Active):
            breach = check(e.s, replace(a, posture=posture))
            why = str(breach) if breach else ""
        out.append(Switch(str(posture), text, "CTL-7.5h", why))
    return tuple(out)
