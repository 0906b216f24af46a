"""How both sides choose where somebody asks what may come of it."""

from __future__ import annotations

from ...kernel.frame import Action
from ...kernel.play import legal
from . import actions
from .activation import Bonus
from .losses import Follow, Retreat, SecondHit
from .stacking import Displace
from .state import State


def prudent(s: State) -> Action:
    """How both sides choose where odds are asked for: dice lie as they fell, a step loss rather than a retreat unless it
    would be the last step, and the strongest unit takes it; of equal ones the least effective. Who is displaced is not put
    back where he came from."""
    frame, offered = s.frames[-1], list(legal(s))
    losses = [a for a in offered if isinstance(a, actions.Lose)]
    if losses:
        lose = max(
            losses,
            key=lambda a: (s.strength[a.unit], -s.effectiveness(a.unit), -s.disrupted[a.unit], -a.unit),
        )
        if isinstance(frame, SecondHit) and s.strength[lose.unit] < 2 and actions.Retreat() in offered:
            return actions.Retreat()
        return lose
    if isinstance(frame, Displace):
        left = {f.hex for f in s.frames if isinstance(f, Retreat | Follow)}
        onward: list[Action] = [a for a in offered if a.hex not in left]
        return (onward or offered)[0]
    for kind in (actions.Keep, actions.GoOn):
        if kind() in offered:
            return kind()
    first: Action = offered[0]
    return first


def resolved(s: State) -> bool:
    return not s.frames or isinstance(s.frames[-1], Bonus)
