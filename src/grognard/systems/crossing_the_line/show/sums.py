"""The numbers of a combat, each as far as it is known (CTL-7.5.1): strengths, DRMs, the column, what may come of it. What is
hidden makes a range of them, and `outlook` says over what."""

from __future__ import annotations

from collections.abc import Iterable

from ....board.names import Unit
from ....kernel.mods import Mod
from ....kernel.show import Lane, Outcome, Part, Sum
from .. import strength
from ..bounds import Span
from ..outlook import Outlook
from ..strength import BELOW, Assault
from ..texts import WORDS, phrase
from .eyes import Eyes

COLUMNS = {strength.LEFT: "left", strength.MIDDLE: "middle", strength.RIGHT: "right"}


def strengths(e: Eyes, x: Assault, o: Outlook) -> tuple[Sum, Sum]:
    """CTL-7.5.1.1: current strength times what the chit says of the row and the column."""
    column = strength.ATTACKER_COLUMN[x.posture]
    attack = [part(e, u, column) for u in x.attackers]
    seen, unknown = e.stack(x.hex, x.side.enemy)
    defense = [part(e, u, strength.defender_column(e.s, u)) for u in seen if e.s.combat(u)]
    if unknown:
        text = phrase("{count} counters that are not seen", count=unknown)
        defense.append(Part("?", text, "CTL-5.3.4a"))
    return (
        Sum(phrase("attack"), span(o.attack), tuple(attack)),
        Sum(phrase("defense"), span(o.defense), tuple(defense)),
    )


def part(e: Eyes, u: Unit, column: int) -> Part:
    """7 x 1-3: its strength, and between what its row of the chits lies."""
    s = e.s
    row = [chit[s.effectiveness(u) - 2][column] for chit in e.world.chits]
    sps = str(e.strength(u)) if e.mine(u) else span((1, e.world.counters[u].strength))
    name = e.world.name(u)
    known = {"unit": name, "count": s.effectiveness(u), "column": WORDS["lane"][COLUMNS[column]]}
    return Part(
        f"{sps} x {span(row)}",
        phrase("{unit}: Effectiveness {count}, {column} column", **known),
        "CTL-7.5.1.1e",
        e.id(u),
    )


def modifiers(e: Eyes, x: Assault, o: Outlook) -> Sum:
    """CTL-7.5.1.2a: the four kinds, with the support of each side for itself."""
    parts: list[Part] = []
    barrier = e.world.chart.between(x.start, x.hex)
    if barrier and o.drms.hexside:
        parts.append(Part(f"{o.drms.hexside:+}", WORDS["hexside"][barrier.type], "CTL-7.5.1.2b"))
    if e.side is x.side:
        parts += [Part(f"{int(m.value):+}", whence(m), m.clause) for m in strength.attack_support(e.s, x)]
    else:
        parts += ranged(o.drms.attack, phrase("Combat Support of the attacker"), "CTL-7.5.1.2g")
    parts += ranged(o.support, phrase("Combat Support of the defender"), "CTL-7.5.1.2h")
    parts += ranged(o.drms.hq, phrase("HQ support"), "CTL-7.5.1.2k")
    parts += ranged(o.armor, phrase("Armor Superiority"), "CTL-7.5.1.2l")
    return Sum("DRM", span(o.drm, signed=True), tuple(parts))


def ranged(amounts: Iterable[int], why: str, clause: str) -> list[Part]:
    found = set(amounts)
    return [Part(span(found, signed=True), why, clause)] if found - {0} else []


def whence(m: Mod) -> str:
    return phrase("support from {hex}", hex=m.why.removeprefix("support from "))


def span(numbers: Iterable[int], signed: bool = False) -> str:
    """4-12; of what may be negative, +6 / +8."""
    found = sorted(set(numbers))
    ends = [f"{n:+}" if signed and n else str(n) for n in (found[0], found[-1])]
    if ends[0] == ends[1]:
        return ends[0]
    return f"{ends[0]} / {ends[1]}" if signed else f"{ends[0]}-{ends[1]}"


def ratio(attack: Span, defense: Span) -> str:
    return f"{span(attack)} : {span(defense)}"


def lanes(e: Eyes, x: Assault, o: Outlook) -> tuple[Lane, ...]:
    """The two chits as a distribution over the columns."""
    return tuple(
        Lane(
            strength.head_text(e.s, x.hex, column) if column != BELOW else phrase("below the table"),
            str(o.columns[column]),
            float(o.columns.share[column]),
        )
        for column in sorted(o.columns)
    )


def outcomes(o: Outlook) -> tuple[Outcome, ...]:
    """What may become of both, the best for the attacker first."""
    found = [
        Outcome(
            str(r),
            float(o.fates.share[fate]),
            str(fate),
            good=fate.good,
            bounds=(float(r.low), float(r.high)),
        )
        for fate, r in o.fates.items()
    ]
    return tuple(sorted(found, key=lambda x: (-x.good, -x.share, x.text)))
