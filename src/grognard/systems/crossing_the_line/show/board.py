"""The whole position for a screen: who stands where as far as it is seen, what is marked, where play stands."""

from __future__ import annotations

from collections.abc import Iterable

from ....board.names import Unit
from ....geometry.hexes import Hex
from ....geometry.hexset import each
from ....kernel.play import decision
from ....kernel.show import Board, Box, Crumb, Dice, Duty, Fight, Mark, Piece, Stack, Told
from .. import movement, strength
from ..activation import Active, FormationActivation
from ..assignment import Assignment, unassigned
from ..chart import US, Side
from ..combat import Combat, CombatAction, read
from ..dice import Dice as Throws
from ..dice import Snafu
from ..recovery import Recovery, interdiction
from ..schedule import driven_off, schedule
from ..sequence import OpsCycle
from ..state import COMING, GONE, LOST, first_holders
from ..telling import said
from ..texts import WORDS, phrase
from . import chips, shades, words
from .eyes import Eyes
from .labels import CHECKS


def board(e: Eyes) -> Board:
    s = e.s
    return Board(
        headline=words.headline(s),
        turn=words.turn_text(s),
        crumbs=crumbs(e),
        chips=tuple(chips.chips(e)),
        stacks=tuple(stacks(e)),
        boxes=tuple(boxes(e)),
        marks=tuple(marks(e)),
        fight_phase=isinstance(e.top(), Active),
        overlays=shades.overlays(e),
        dice=dice(e),
        focus=focus(e),
        fighting=fighting(e),
        duties=tuple(duties(e)),
    )


def duties(e: Eyes) -> list[Duty]:
    """CTL-8.2b: who must be assigned before the segment can end, for the eyes of whoever assigns."""
    if not isinstance(e.top(), Assignment) or e.side is None:
        return []
    out = []
    for u in unassigned(e.s, e.side):
        why = phrase("{unit} must be assigned to a formation", unit=e.world.name(u))
        out.append(Duty(e.id(u), "", "assign", why, "CTL-8.2b"))
    return out


def crumbs(e: Eyes) -> tuple[Crumb, ...]:
    """CTL-4: the steps of the turn, on the first one without an Admin Phase (CTL-2c); of the Ops Cycle those of this cycle,
    for it comes again and again (CTL-6b)."""
    s, asked = e.s, decision(e.s)
    first = s.turn == e.world.scenario.first_turn
    found = {id: x for id, x in words.steps(e.world).items() if not (first and id in words.ADMIN)}
    now, order = words.step(s), list(found)
    at = order.index(now) if now in order else len(order)
    out = []
    for n, (id, x) in enumerate(found.items()):
        state = "done" if n < at else "now" if n == at else "next"
        side = x.side or (asked.side if asked and asked.side and n == at else "")
        out.append(Crumb(id, WORDS["step"][id], state, str(side), x.allows, x.clause))
    return tuple(out)


# ---- units


def piece(e: Eyes, u: Unit, left: str = "") -> Piece:
    return Piece(e.id(u), words.values(e, u), words.states(e, u), left, tuple(notes(e, u)))


def notes(e: Eyes, u: Unit) -> list[Told]:
    w, s, c = e.world, e.s, e.world.counters[u]
    out = []
    if not s.on_map(u):
        entry = schedule(w).entries.get(u)
        if entry is not None and s.at[u] == COMING:
            out.append(said(w, "CTL.note.entry", "CTL-8.5d", hexes=list(entry.hexes)))
        if s.at[u] != COMING:
            return out
    if c.hq:
        out.append(
            said(
                w,
                "CTL.note.level",
                "CTL-3.1.3c",
                level=s.level[c.formation],
                most=w.staffs[c.formation].level,
            )
        )
    elif e.formation(u) and s.assigned[u] != c.formation:
        out.append(said(w, "CTL.note.assigned", "CTL-5.5.2d", formation=e.formation(u)))
    elif c.independent and e.mine(u):
        out.append(said(w, "CTL.note.unassigned", "CTL-5.5.2g"))
    return out


def stacks(e: Eyes) -> list[Stack]:
    """CTL-5.3.4: of the enemy's the counters that are seen, and how many lie there besides."""
    march = words.moving(e)
    out = []
    for side in Side:
        for hex in sorted(e.s.field.stacks[side]):
            seen, unknown = e.stack(hex, side)
            movers = march.movers(e.s) if march and march.march.here == hex and march.side is side else ()
            pieces = tuple(piece(e, u, left(e) if u in movers else "") for u in seen)
            out.append(Stack(e.number(hex), side, pieces, unknown))
    return out


def left(e: Eyes) -> str:
    """The MPs that the moving stack has left."""
    march = words.moving(e)
    if march is None:
        return ""
    units = march.movers(e.s)
    points = movement.allowance(e.s, units, not march.march.met) - movement.spent(e.s, units, march.march)
    return movement.said(max(0, points))


def boxes(e: Eyes) -> list[Box]:
    """CTL-3.7a, CTL-5.3.4n: who is still to come, who is lost, who has left."""
    w, s = e.world, e.s
    out = []
    for side in Side:
        by_turn: dict[int, list[Unit]] = {}
        back: list[Unit] = []
        for u in w.by_side[side]:
            if s.at[u] != COMING:
                continue
            entry = schedule(w).entries.get(u)
            if driven_off(s, u):
                back.append(u)
            elif entry is not None:
                by_turn.setdefault(entry.turn, []).append(u)
        if back:
            note = phrase("driven off the map; they come back in the next Reinforcement Segment")
            out.append(box(e, f"back-{side}", phrase("HQs without a place"), side, back, note, "CTL-5.3.2i"))
        for turn, units in sorted(by_turn.items()):
            title = phrase("Reinforcements of turn {turn}", turn=turn)
            note = phrase("may enter now") if turn <= s.turn else ""
            out.append(box(e, f"turn-{turn}-{side}", title, side, units, note, "CTL-8.5a"))
        for place, id, title, clause in (
            (LOST, "lost", phrase("Eliminated"), "CTL-3.2j"),
            (GONE, "gone", phrase("Withdrawn"), "CTL-8.5.2"),
        ):
            units = [u for u in w.by_side[side] if s.at[u] == place]
            if units:
                out.append(box(e, f"{id}-{side}", title, side, units, "", clause))
    return out


def box(e: Eyes, id: str, title: str, side: Side, units: Iterable[Unit], note: str, clause: str) -> Box:
    return Box(id, title, side, tuple(piece(e, u) for u in units), note, clause)


# ---- hexes


def marks(e: Eyes) -> list[Mark]:
    """CTL-5.3.4g: Improved Defense; who controls what gives VP, and the towns that have changed hands (CTL-9.1)."""
    w, s = e.world, e.s
    out = [Mark(e.number(h), "improved", phrase("Improved Defense"), clause="CTL-7.7") for h in s.improved]
    counts = words.scored(e)
    first = first_holders(w)
    for n, h in enumerate(w.tracked):
        if s.held[n] == first[n] and h not in counts:
            continue
        name = phrase("US control") if s.held[n] else phrase("German control")
        out.append(Mark(e.number(h), "us_held" if s.held[n] else "german_held", name, clause="CTL-9.1b"))
    return out


# ---- combat


def running(e: Eyes) -> Combat | CombatAction | None:
    """The combat that is being fought, the innermost one."""
    return next((f for f in reversed(e.s.frames) if isinstance(f, Combat | CombatAction)), None)


def fighting(e: Eyes) -> Fight | None:
    """Who fights whom, and the column once the chits are drawn (CTL-5.3.4f)."""
    c = running(e)
    if c is None:
        return None
    s = e.s
    enemy = c.side.enemy
    column = ""
    if isinstance(c, Combat) and c.at >= Combat.STEPS.index("throw"):
        column = strength.head_text(s, c.hex, c.column) or phrase("below the table")
    others = c.others if isinstance(c, Combat) else s.fighters(c.hex, enemy)
    return Fight(
        number=0,
        attackers=e.ids(u for u in c.units if e.sees(u)),
        defenders=e.ids(u for u in others if e.sees(u)),
        arrows=((e.number(c.start), e.number(c.hex)),),
        odds=column,
        ratio=WORDS["posture"][c.posture],
        table=f"crt-{e.world.chart.terrain[c.hex].line}",
    )


def dice(e: Eyes) -> Dice | None:
    """What the last throw said, while its step goes on; the faces stand in the event that showed them."""
    c = running(e)
    top = e.s.frames[-1] if e.s.frames else None
    if isinstance(c, Combat) and c.result:
        column = strength.head_text(e.s, c.hex, c.column)
        return Dice((), column, (c.result,), meaning(c.result))
    if isinstance(top, Snafu) and isinstance(c, Combat) and (reading := top.reading(e.s)) is not None:
        drm, result = reading
        sum_ = phrase(
            "the DRMs come to {drm}, the die as it lies brings {result}", drm=f"{drm:+}", result=result
        )
        return Dice((), strength.head_text(e.s, c.hex, c.column), (result,), f"{sum_}; {meaning(result)}")
    return Dice((), "", (), lying(e, top)) if isinstance(top, Snafu) else None


def lying(e: Eyes, top: Snafu) -> str:
    """CTL-5.2b: what the dice bring as they lie: who has the initiative (CTL-6.1a, b), how many AP (CTL-6.3.2a), which level of
    interdiction (CTL-8.1.2a), which checks are passed (CTL-5.6.1a)."""
    *_, below, dice, _ = (None, None, *e.s.frames)
    if isinstance(below, OpsCycle):
        us, german = below.totals(e.s, top.got)
        if us >= german:
            return phrase(
                "Americans {us}, Germans {german}: as it lies the Americans have the initiative",
                us=us,
                german=german,
            )
        return phrase(
            "Americans {us}, Germans {german}: as it lies the Germans have the initiative",
            us=us,
            german=german,
        )
    if isinstance(below, FormationActivation):
        return phrase("as the die lies, it brings {count} AP", count=below.row(e.s)[top.got[0] - 1])
    if isinstance(below, Recovery):
        return phrase(
            "as the die lies, the Interdiction Level is {level}", level=interdiction(e.s)[top.got[0] - 1]
        )
    if isinstance(below, CHECKS) and isinstance(dice, Throws):
        passed = sum(len(cuts) == 2 and got == cuts[0] for got, cuts in zip(top.got, dice.cuts))
        if len(top.got) > 1:
            return phrase("as the dice lie, {count} of {all} pass", count=passed, all=len(top.got))
        return phrase("as the die lies, it passes") if passed else phrase("as the die lies, it fails")
    if len(top.got) == 1:
        return phrase("the die lies there, and may be thrown again")
    return phrase("the dice lie there; one of them may be thrown again")


def meaning(result: str) -> str:
    """CTL-7.5.2a: 2/1r in words."""
    r = read(result)
    parts = []
    for who, hits, red in (
        ("attacker", r.attacker, r.attacker_red),
        ("defender", r.defender, r.defender_red),
    ):
        parts.append(HITS[who, red, hits == 1](hits))
    return "; ".join(parts)


HITS = {
    ("attacker", False, False): lambda n: phrase("attacker: {count} hits", count=n),
    ("attacker", False, True): lambda n: phrase("attacker: {count} hit", count=n),
    ("attacker", True, False): lambda n: phrase("attacker: {count} hits and checks", count=n),
    ("attacker", True, True): lambda n: phrase("attacker: {count} hit and checks", count=n),
    ("defender", False, False): lambda n: phrase("defender: {count} hits", count=n),
    ("defender", False, True): lambda n: phrase("defender: {count} hit", count=n),
    ("defender", True, False): lambda n: phrase("defender: {count} hits and checks", count=n),
    ("defender", True, True): lambda n: phrase("defender: {count} hit and checks", count=n),
}
"""By whom, whether the number is red, and whether it is one."""


# ---- where to look


def focus(e: Eyes) -> str:
    found = focus_hex(e)
    return "" if found is None else e.number(found)


def focus_hex(e: Eyes) -> Hex | None:
    """The combat, the move, the HQ of the active formation; else where both sides meet."""
    s = e.s
    c = running(e)
    if c is not None:
        return c.hex
    for frame in reversed(s.frames):
        hex = getattr(frame, "hex", None)
        if hex is not None:
            return Hex(hex)
        march = getattr(frame, "march", None)
        if march is not None:
            return Hex(march.here)
    now = words.active(s)
    hexes = []
    if now is not None and now.side is e.side:
        hexes = [s.hex(u) for u in s.members(now.formation)]
    meeting = list(each(s.field.held[US] & s.field.near[US.enemy])) or list(each(s.field.held[US]))
    near = sorted(h for h in hexes if h in meeting) or sorted(hexes) or meeting
    return near[len(near) // 2] if near else None
