"""The steps before the moves: who is fed where not all can be, and who comes back."""

from __future__ import annotations

from ...board.names import Unit
from ...systems.great_crusade.actions import End, Recall, Supply
from ...systems.great_crusade.replacements import Replacement
from ...systems.great_crusade.state import State
from ...systems.great_crusade.supply import feeding
from ...systems.great_crusade.world import ALLIED
from .orders import Orders
from .picture import Picture


def share(s: State) -> Supply:
    """First those who would starve, then HQs, then who stands nearest to the enemy, the stronger before the weaker."""
    f = feeding(s)
    near = Picture(s, ALLIED).enemy_distance
    world = s.world

    def rank(u: Unit) -> tuple[bool, bool, bool, int, int, int]:
        beyond = bool(world.chart.beyond >> s.at[u] & 1)
        return (s.hungry[u] < 2, not world.hq[u], not beyond, min(near[s.at[u]], 6), -world.attack[u], u)

    units = sorted((u for u, by in f.reach.items() if by), key=rank)
    return Supply(tuple(sorted(f.most(units))))


def recall(o: Orders, frame: Replacement) -> None:
    """The strongest unit that can be paid, where it is needed: a German one near the enemy, but not beside him. A
    better one is saved for, unless the enemy is at the door."""
    for _ in range(12):
        if not isinstance(o.s.frames[-1], Replacement):
            return
        s = o.s
        choices = frame.choices(s)
        if not choices:
            return
        best = max(choices, key=lambda u: (s.world.attack[u] + s.world.defense[u], -u))
        if frame.side is ALLIED:
            done = o.go(Recall(best))
        else:
            near = Picture(s, frame.side).enemy_distance
            zone = s.field.zoc[ALLIED]
            places = [h for h in frame.places(s, best) if h is not None]
            places.sort(key=lambda h: (zone >> h & 1, abs(near[h] - 3), len(s.stack(h, frame.side)), h))
            done = any(o.go(Recall(best, h)) for h in places)
        if not done:
            break
    if isinstance(o.s.frames[-1], Replacement):
        o.go(End())
