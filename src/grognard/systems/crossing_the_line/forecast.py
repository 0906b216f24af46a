"""What an attack brings, exactly, from the code that resolves it; for a player a mixture over worlds that look like what
he sees (CTL-5.3.4)."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import msgspec
from msgspec.structs import replace

from ...board.names import Unit, Units, Unknown, hint
from ...kernel.dist import Dist
from ...kernel.draft import Draft
from ...kernel.frame import Action, run
from ...kernel.odds import odds
from ...kernel.play import legal
from . import actions
from .activation import Active, Bonus, in_order
from .chart import Side, Tables
from .combat import CombatAction
from .losses import SecondHit
from .state import State
from .view import view
from .worlds import resample

WORLDS = 6


class Outcome(msgspec.Struct, frozen=True, order=True):
    """What a combat brings: of each unit that it changed what became of it, the attacker's units first."""

    attackers: tuple[str, ...] = ()
    defenders: tuple[str, ...] = ()

    def __str__(self) -> str:
        parts = []
        for word, changes in (("attacker", self.attackers), ("defender", self.defenders)):
            parts.append(f"{word}: {', '.join(changes) if changes else 'unharmed'}")
        return "; ".join(parts)


def is_attack(a: Action) -> bool:
    return isinstance(a, actions.Attack)


def prudent(s: State) -> Action:
    """How both sides choose where odds are asked for: dice lie as they fell, a step loss rather than a retreat unless it
    would be the last step, and the strongest unit takes it."""
    frame, offered = s.frames[-1], list(legal(s))
    losses = [a for a in offered if isinstance(a, actions.Lose)]
    if losses:
        lose = max(losses, key=lambda a: (s.strength[a.unit], -a.unit))
        if isinstance(frame, SecondHit) and s.strength[lose.unit] < 2 and actions.Retreat() in offered:
            return actions.Retreat()
        return lose
    for kind in (actions.Keep, actions.GoOn):
        if kind() in offered:
            return kind()
    first: Action = offered[0]
    return first


def resolved(s: State) -> bool:
    return not s.frames or isinstance(s.frames[-1], Bonus)


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


def for_all_it_knows(s: State, a: Any) -> Dist[Outcome]:
    """CTL-5.3.4: several worlds that look like this to the side that attacks, each as likely as the others. They are drawn
    by what it sees and by nothing else."""
    side: Side = s.side(a.units[0])
    seen = view(s, side)
    share = Fraction(1, WORLDS)
    drawn = [outcomes(resample(seen, Random(f"odds {n}")), a) for n in range(WORLDS)]
    return Dist((outcome, p * share) for dist in drawn for outcome, p in dist.items())


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
