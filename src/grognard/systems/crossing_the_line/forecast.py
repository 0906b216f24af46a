"""What an attack brings: exactly, from the code that resolves it, where all is known; for a player between what it lies for
all that he sees (CTL-5.3.4)."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from ...board.names import Unit, Units, Unknown, hint
from ...kernel.dist import Dist
from ...kernel.draft import Draft
from ...kernel.frame import run
from ...kernel.odds import odds
from ...kernel.ranges import Ranges
from . import actions
from .activation import Active, in_order
from .chart import Tables
from .combat import CombatAction
from .fates import Fate
from .outlook import outlook
from .policy import prudent, resolved
from .reckoning import DESTROYED, GONE, UNHARMED, WEAKENED
from .state import State
from .strength import Assault
from .unseen import Sight
from .view import view


class Outcome(msgspec.Struct, frozen=True, order=True):
    """What a combat brings: of each unit that it changed what became of it, the attacker's units first."""

    attackers: tuple[str, ...] = ()
    defenders: tuple[str, ...] = ()

    def __str__(self) -> str:
        parts = []
        for word, changes in (("attacker", self.attackers), ("defender", self.defenders)):
            parts.append(f"{word}: {', '.join(changes) if changes else 'unharmed'}")
        return "; ".join(parts)


def ends(s: State, a: actions.Attack) -> Dist[State]:
    """Where the attack leads, if it were declared now, up to the winner's bonus: every die, every chit, every choice by
    `prudent`."""
    top = s.frames[-1]
    assert isinstance(top, Active)
    d = Draft(replace(s, frames=()))
    units = in_order(s, a.units)
    action = CombatAction(
        side=top.side, units=units, start=s.hex(units[0]), hex=a.hex, posture=a.posture,
        cost=top.due(s, a.posture, units), exposed=None,
    )  # fmt: skip
    return odds(run(d, action.enter(d), []).state, resolved, prudent)


def outcomes(s: State, a: actions.Attack) -> Dist[Outcome]:
    """The same in words, compared with what was before."""
    side = s.side(a.units[0])
    defenders = s.fighters(a.hex, side.enemy)
    mates = tuple(u for u in s.fighters(s.hex(a.units[0]), side) if u not in a.units)

    def outcome(end: State) -> Outcome:
        return Outcome(changes(s, end, (*a.units, *mates)), changes(s, end, defenders))

    return ends(s, a).map(outcome)


def changes(s: State, end: State, units: Units) -> tuple[str, ...]:
    out = []
    for u in units:
        fate = fate_of(s, end, u)
        if fate:
            out.append(f"{s.world.name(u)} {fate}")
    return tuple(out)


def fate_of(s: State, end: State, u: Unit) -> str:
    if end.at[u] < 0:
        return "eliminated"
    words = []
    if end.strength[u] < s.strength[u]:
        words.append(f"-{s.strength[u] - end.strength[u]}")
    if end.disrupted[u] and not s.disrupted[u]:
        words.append("disrupted")
    if end.at[u] != s.at[u]:
        words.append(f"to {s.world.hex_text(end.hex(u))}")
    return " ".join(words)


def fates(s: State, a: actions.Attack) -> Dist[Fate]:
    """The same in few words: what becomes of each side."""
    defenders = s.fighters(a.hex, s.side(a.units[0]).enemy)
    return ends(s, a).map(lambda end: Fate(became(s, end, defenders), became(s, end, a.units)))


def became(s: State, end: State, units: Units) -> int:
    left = [u for u in units if end.at[u] >= 0]
    if not left:
        return DESTROYED
    if all(end.at[u] != s.at[u] for u in left):
        return GONE
    hurt = any(end.strength[u] < s.strength[u] or end.disrupted[u] > s.disrupted[u] for u in units)
    return WEAKENED if hurt or len(left) < len(units) else UNHARMED


def for_all_it_knows(s: State, a: actions.Attack) -> Ranges[Fate]:
    """CTL-5.3.4: between what the chances lie in all that may be there, for the side that attacks. They rest on what it sees
    and on nothing else."""
    side = s.side(a.units[0])
    e = Sight(view(s, side))
    x = Assault(side, in_order(s, a.units), s.hex(a.units[0]), a.hex, a.posture)
    return outlook(e, x).fates


def cell(tables: Tables, terrain: str, ratio: str, die: str) -> str:
    """CTL-7.5.1b to e: a cell of the CRT, by the defender's terrain, the head of a column and the modified die."""
    lines = {row[0]: row[-1] for row in tables["terrain"]["rows"]}
    if terrain not in lines:
        raise Unknown(f"no terrain is called {terrain!r}{hint(terrain, tuple(lines))}")
    heads = tables["crt_heads"][lines[terrain]]
    rows = tables["crt"]["results"]
    if ratio not in heads:
        raise Unknown(f"the line of {terrain} has the heads {', '.join(heads)}")
    if not die.lstrip("-").isdigit():
        raise Unknown(f"a modified die is a number, not {die!r}")
    row = rows[min(max(int(die), 1), len(rows)) - 1]
    return str(row[heads.index(ratio)])


__all__ = ["Fate", "Outcome", "cell", "ends", "fates", "for_all_it_knows", "outcomes", "prudent", "resolved"]
