"""The combat sheet (TGC-ui.23 to 26, 32): both sums part by part, the column, what may come of it, who may join."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from msgspec.structs import replace

from ....board.names import Unit
from ....geometry.hexset import each
from ....kernel import notation
from ....kernel.breach import Breach
from ....kernel.frame import Action
from ....kernel.mods import Mod, plain, total
from ....kernel.play import check
from ....kernel.show import Candidate, Duty, Odds, Outcome, Part, Sum
from .. import assignment, combat, forecast, obligations
from ..actions import Attack, Resolve
from ..assignment import combat_of
from ..state import Combat, State
from ..telling import refused
from ..texts import phrase
from ..world import Side
from . import words
from .fights import open_duties, support


class Asked(NamedTuple):
    """A combat that a sheet is about, with the action it stands for; `number` where it is on the list."""

    action: Attack | Resolve
    combat: Combat
    side: Side
    number: int = 0


def fight(s: State, attackers: Sequence[str], defenders: Sequence[str], switches: Sequence[str]) -> Odds:
    """TGC-ui.23: running odds of a combat that is being put together; one that is on the list is known again."""
    a = Attack(
        tuple(dict.fromkeys(map(s.world.unit, attackers))),
        tuple(dict.fromkeys(map(s.world.unit, defenders))),
        "cas" in switches,
        "carpet" in switches,
    )
    return sheet(s, listed(s, a) or Asked(a, combat_of(a), whose(s, a)))


def odds(s: State, action: Action) -> Odds:
    if isinstance(action, Attack):
        return sheet(s, Asked(action, combat_of(action), whose(s, action)))
    c = forecast.combat_in(s, action)
    if c is None or not isinstance(action, Resolve):
        raise ValueError("odds are asked of an attack, or of the resolution of one")
    return sheet(s, Asked(action, c, combat.attacker(s, c), action.number))


def listed(s: State, a: Attack) -> Asked | None:
    """The combat of the list with these very units. Carpet bombing may be ordered until it is resolved (TGC-air.14)."""
    wanted = combat_of(a)
    for n, c in enumerate(s.combats, 1):
        same = (c.attackers, c.defenders, c.cas) == (wanted.attackers, wanted.defenders, wanted.cas)
        if same and c.carpet <= wanted.carpet:
            return Asked(Resolve(n, wanted.carpet and not c.carpet), wanted, combat.attacker(s, c), n)
    return None


def whose(s: State, a: Attack) -> Side:
    if a.attackers:
        return s.world.side(a.attackers[0])
    return s.world.side(a.defenders[0]).enemy if a.defenders else words.phasing(s)


# ---- the sheet


def sheet(s: State, x: Asked) -> Odds:
    c, others = x.combat, tuple(y for n, y in enumerate(s.combats, 1) if n != x.number)
    alone = replace(s, combats=others)
    breach = may_fight(s, x)
    known = Odds(
        text=notation.text(x.action, s.world),
        title=title(s, x),
        breach=refused(breach) if breach else None,
        sums=sums(s, c),
        candidates=() if x.number else candidates(s, x),
        switches=support(alone, x.side, c),
    )
    if not (c.attackers and c.defenders) or unfit(s, x):
        return known
    attack, defense, column = combat.ratio(s, c)
    return replace(
        known,
        ratio=f"{plain(attack)} : {plain(defense)}",
        column=column,
        clause="TGC-crt.3",
        note=" ".join(notes(s, x, others)),
        table="crt",
        outcomes=outcomes(s, c) if may_be_odd(s, x) is None else (),
        stranded=tuple(d for d in duties_with(s, x, others) if d.lost),
    )


def title(s: State, x: Asked) -> str:
    names = s.world.names
    known = {"attackers": names(x.combat.attackers), "defenders": names(x.combat.defenders)}
    if x.number:
        return phrase("Combat {number}: {attackers} against {defenders}", number=x.number, **known)
    return phrase("{attackers} against {defenders}", **known)


def may_fight(s: State, x: Asked) -> Breach | None:
    """What forbids to assign it, or to resolve it, now; what is wrong with the combat itself first."""
    if isinstance(x.action, Attack) and (breach := assignment.may_assign(s, x.side, x.action)):
        return breach
    return check(s, x.action)


def unfit(s: State, x: Asked) -> bool:
    """Would it be no combat even if nothing else were assigned?"""
    c = replace(x.combat, cas=False, carpet=False)
    bare = replace(s, combats=(), single_attack=False)
    return assignment.may_assign(bare, x.side, Attack(c.attackers, c.defenders)) is not None


def may_be_odd(s: State, x: Asked) -> Breach | None:
    """Odds are given of what could be assigned if the list were empty (TGC-ui.23)."""
    if isinstance(x.action, Attack):
        return assignment.may_assign(replace(s, combats=()), x.side, x.action)
    return assignment.may_bomb(s, x.combat) if x.combat.carpet else None


# ---- sums


def sums(s: State, c: Combat) -> tuple[Sum, ...]:
    """TGC-crt.1, 2: of what is chosen so far."""
    there = replace(c, defenders=tuple(v for v in c.defenders if s.on_map(v)))
    out = []
    if c.attackers:
        out.append(sum_of(phrase("attack"), combat.attack_parts(s, c), c.attackers, s))
    if there.defenders:
        out.append(sum_of(phrase("defense"), combat.defense_parts(s, there), there.defenders, s))
    return tuple(out)


def sum_of(what: str, mods: Sequence[Mod], units: Sequence[Unit], s: State) -> Sum:
    """The first parts are those of the units, in their order."""
    ids = [s.world.unit_text(u) for u in units]
    parts = tuple(
        Part(f"{'-' if m.value < 0 else '+'}{plain(abs(Fraction(m.value)))}", m.why, m.clause, unit)
        for m, unit in zip(mods, [*ids, *[""] * (len(mods) - len(ids))], strict=True)
    )
    return Sum(what, plain(total(mods)), parts)


def notes(s: State, x: Asked, others: tuple[Combat, ...]) -> list[str]:
    c = x.combat
    attack, defense, column = combat.ratio(s, c)
    columns = s.world.tables["crt"]["columns"]
    out = []
    big, small = max(attack, defense), min(attack, defense)
    times = Fraction(big, small) if small else Fraction(0)
    if times > max(map(int, column.split(":"))):
        if column in (columns[0], columns[-1]):
            out.append(phrase("The table ends with {column}.", column=column))
        else:
            out.append(phrase("The ratio is rounded in the defender's favour."))
    if c.carpet:
        out.append(phrase("Carpet bombing: two dice, and the Allied player takes one of the results."))
    out.append(
        phrase("Exact, if whoever must choose takes the better result, the cheapest loss and every advance.")
    )
    now = words.arrived(s)
    start, _ = words.duties_now(now, x.side)
    before = obligations.duties(now, start, others).enemies
    after = obligations.duties(now, start, (*others, c)).enemies
    if more := [u for u in after if u not in before and u not in c.defenders]:
        clauses = ", ".join(sorted({after[u] for u in more}))
        who = s.world.names(more)
        out.append(
            phrase("It brings a duty: {units} must be attacked ({clauses}).", units=who, clauses=clauses)
        )
    return out


# ---- what may come of it


def outcomes(s: State, c: Combat) -> tuple[Outcome, ...]:
    """TGC-ui.23: exact, the best for the attacker first."""
    found = [outcome(s, c, o, p) for o, p in forecast.outcomes(s, c).items()]
    return tuple(sorted(found, key=lambda o: (-o.good, -o.share, o.text)))


def outcome(s: State, c: Combat, o: forecast.Outcome, chance: Fraction) -> Outcome:
    place = s.world.place
    parts = []
    if o.defenders_lost:
        parts.append(phrase("defenders lost: {units}", units=names_of(s, o.defenders_lost)))
    if o.attackers_lost:
        parts.append(phrase("attackers lost: {units}", units=names_of(s, o.attackers_lost)))
    if o.retreated:
        parts.append(phrase("in retreat: {units}", units=names_of(s, o.retreated)))
    if o.taken:
        parts.append(phrase("taken: {hexes}", hexes=", ".join(place(s.world.hex(h)) for h in o.taken)))
    return Outcome(
        chance=str(chance),
        share=float(chance),
        text="; ".join(parts) or phrase("nothing changes"),
        result=o.result,
        good=good(c, o),
        attackers_lost=o.attackers_lost,
        defenders_lost=o.defenders_lost,
        retreated=o.retreated,
        taken=o.taken,
    )


def names_of(s: State, ids: Sequence[str]) -> str:
    return s.world.names([s.world.unit(id) for id in ids])


def good(c: Combat, o: forecast.Outcome) -> int:
    """4: all defenders lost for nothing; 3: they give way; 2: both lose, or nobody; 1: the attackers give way;
    0: they are lost for nothing."""
    ours, theirs = len(o.attackers_lost), len(o.defenders_lost)
    if ours and theirs:
        return 2
    if theirs:
        return 4 if theirs == len(c.defenders) else 3
    if ours:
        return 0
    return 2 if not o.retreated else 1 if o.result == "AR2" else 3


# ---- who may join


def candidates(s: State, x: Asked) -> tuple[Candidate, ...]:
    """TGC-ui.23, 26: everyone near enough to think of, with what excludes him given the choice so far."""
    c, field = x.combat, s.field
    goals = sum({1 << s.at[v] for v in c.defenders if s.on_map(v)})
    reach = 0
    for u in c.attackers:
        reach |= combat.targets(s, u)
    homes = {s.hex(u) for u in c.attackers if s.at[u] >= 0}
    friends: dict[Unit, None] = dict.fromkeys(c.attackers)
    for hex, stack in field.stacks[x.side].items():
        if hex in homes or any(combat.targets(s, u) & goals for u in stack):
            friends.update(dict.fromkeys(stack))
    enemies: dict[Unit, None] = dict.fromkeys(c.defenders)
    for hex in each((reach | goals) & field.held[x.side.enemy]):
        enemies.update(dict.fromkeys(s.stack(hex, x.side.enemy)))
    due = duties_as_is(s, x)
    return (
        *(candidate(s, x, u, "attacker", due) for u in friends),
        *(candidate(s, x, v, "defender", due) for v in enemies),
    )


def duties_as_is(s: State, x: Asked) -> dict[Unit, str]:
    """TGC-ui.26: who is under a duty that no combat of the list meets, those of this very combat included."""
    now = words.arrived(s)
    start, _ = words.duties_now(now, x.side)
    all_ = obligations.duties(now, start, (*now.combats, x.combat))
    busy = obligations.engaged_in(now.combats)
    return {u: clause for u, clause in (all_.friends | all_.enemies).items() if u not in busy}


def candidate(s: State, x: Asked, u: Unit, role: str, due: dict[Unit, str]) -> Candidate:
    breach = barred(s, x, u, role)
    return Candidate(s.world.unit_text(u), role, refused(breach) if breach else None, due.get(u, ""))


def barred(s: State, x: Asked, u: Unit, role: str) -> Breach | None:
    """TGC-combat.4 to 7: what keeps this unit out of the combat, whatever is wrong with the others."""
    mine = role == "attacker"
    if mine and not s.world.attack[u]:
        return Breach("TGC-combat.7", f"{s.world.name(u)} has no attack factor")
    own = tuple(c for c in s.combats if u in (*c.attackers, *c.defenders))
    if own:
        return Breach("TGC-combat.5", f"{s.world.name(u)} is in combat {s.combats.index(own[0]) + 1}")
    pairs = [
        Attack((u,), (v,)) if mine else Attack((v,), (u,))
        for v in (x.combat.defenders if mine else x.combat.attackers)
    ]
    return next((b for a in pairs if (b := assignment.joined(s, a))), None)


def duties_with(s: State, x: Asked, others: tuple[Combat, ...]) -> tuple[Duty, ...]:
    """TGC-ui.20, 26: what is still open once it is assigned."""
    phase = words.fighting(s)
    if phase is not None and phase.started:
        return ()
    now = words.arrived(s)
    start, _ = words.duties_now(now, x.side)
    return open_duties(now, x.side, start, (*others, x.combat))
