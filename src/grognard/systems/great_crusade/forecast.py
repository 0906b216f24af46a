"""Exact odds of one combat, from the code that resolves it."""

from __future__ import annotations

import msgspec

from ...board.names import Units
from ...kernel.dist import Dist
from ...kernel.draft import Draft, Event
from ...kernel.frame import Action, run
from ...kernel.odds import noted
from ...kernel.play import legal
from .actions import Advance, Attack, End, Lose, Resolve, Retreat, Take
from .assignment import combat_of
from .combat import attacker
from .crt import Exchange, Resolution
from .events import Advanced, CameAshore, Eliminated, ResultTaken, Retreated
from .state import Combat, Hexes, State

BEST = ("DE", "EX", "DR2", "AR2", "AE")


class Outcome(msgspec.Struct, frozen=True, order=True):
    """What one combat brings: the result, who is lost on each side, who retreats, what is taken."""

    result: str
    attackers_lost: tuple[str, ...] = ()
    defenders_lost: tuple[str, ...] = ()
    retreated: tuple[str, ...] = ()
    taken: tuple[str, ...] = ()

    def __str__(self) -> str:
        parts = [self.result]
        for word, names in (
            ("attacker loses", self.attackers_lost),
            ("defender loses", self.defenders_lost),
            ("retreat:", self.retreated),
            ("taken:", self.taken),
        ):
            if names:
                parts.append(f"{word} {', '.join(names)}")
        return "; ".join(parts)


class Note(msgspec.Struct, frozen=True):
    result: str = ""
    lost: Units = ()
    retreated: Units = ()
    taken: Hexes = ()


def write(n: Note, e: Event) -> Note:
    match e:
        case ResultTaken(result):
            return msgspec.structs.replace(n, result=result)
        case Eliminated(units, _):
            return msgspec.structs.replace(n, lost=tuple(sorted({*n.lost, *units})))
        case Retreated(unit, _):
            return msgspec.structs.replace(n, retreated=tuple(sorted({*n.retreated, unit})))
        case Advanced(_, hex) | CameAshore(_, hex):
            return msgspec.structs.replace(n, taken=tuple(sorted({*n.taken, hex})))
    return n


def prudent(s: State) -> Action:
    """How both sides choose where odds are asked for: the better result, the cheapest loss, every advance."""
    offered = legal(s)
    frame = s.frames[-1]
    takes = [a for a in offered if isinstance(a, Take)]
    if takes:
        return min(takes, key=lambda a: BEST.index(a.result))
    if isinstance(frame, Exchange):
        losses = [a for a in offered if isinstance(a, Lose)]
        return min(losses, key=lambda a: (frame.value(a.units), len(a.units), a.units))
    for kind in (Retreat, Advance):
        for a in offered:
            if isinstance(a, kind):
                return a
    return End()


def outcomes(s: State, c: Combat) -> Dist[Outcome]:
    """The combat as if it were fought now: every die, every choice by `prudent`."""
    side = attacker(s, c)
    d = Draft(msgspec.structs.replace(s, frames=(), combats=(*(x for x in s.combats if x != c), c)))
    begun = run(d, Resolution(side, c).enter(d), []).state
    ids = s.world.unit_ids
    ends = noted(begun, lambda now: not now.frames, prudent, Note(), write)

    def outcome(end: tuple[State, Note]) -> Outcome:
        n = end[1]
        return Outcome(
            n.result,
            tuple(ids[u] for u in n.lost if u in c.attackers),
            tuple(ids[u] for u in n.lost if u in c.defenders),
            tuple(ids[u] for u in n.retreated),
            tuple(s.world.hex_text(h) for h in n.taken),
        )

    return ends.map(outcome)


def combat_in(s: State, a: Action) -> Combat | None:
    """The combat that an action assigns or resolves."""
    if isinstance(a, Attack):
        return combat_of(a)
    if isinstance(a, Resolve) and 1 <= a.number <= len(s.combats):
        c = s.combats[a.number - 1]
        return msgspec.structs.replace(c, carpet=c.carpet or a.carpet)
    return None
