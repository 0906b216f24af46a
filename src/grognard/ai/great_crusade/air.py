"""Tactical air missions that are left after combat: panzers on their way, and stacks that an odd factor would save."""

from __future__ import annotations

from ...board.names import Unit
from ...systems.great_crusade.actions import End, Interdict, Shield
from ...systems.great_crusade.air import TacticalAir
from ...systems.great_crusade.world import ALLIED, GERMAN
from .appraise import column, worth
from .orders import Orders
from .picture import LOSS, Picture


def missions(o: Orders) -> None:
    """The missions that gain most, as many as there are; then the end."""
    s = o.s
    p = Picture(s, ALLIED)
    near = p.own_distance
    wanted: list[tuple[float, int, object]] = []
    for i in s.world.units(GERMAN):
        u = Unit(i)
        if s.on_map(u) and s.world.strategic[u] and not s.hungry[u]:
            d = near[s.at[u]]
            # beside an enemy nobody moves strategically, and far away it does not matter yet
            if 2 <= d <= 2 * s.world.move[u] + 3:
                wanted.append((s.world.attack[u] * 0.3, -i, Interdict(u)))
    for hex, stack in s.field.stacks[ALLIED].items():
        if s.world.chart.land >> hex & 1:
            attack = p.threat(hex)
            defense = 2 * p.sheltered(hex) * sum(s.world.defense[u] for u in stack)
            if attack:
                saved = LOSS[column(attack, defense)] - LOSS[column(attack, defense + 2)]
                wanted.append((saved * sum(worth(s.world, u) for u in stack), -hex, Shield(hex)))
    for gain, _, a in sorted(wanted, key=lambda x: (-x[0], x[1])):
        if not isinstance(o.s.frames[-1], TacticalAir):
            return
        if gain > 0.2:
            o.go(a)  # type: ignore[arg-type]
    if isinstance(o.s.frames[-1], TacticalAir):
        o.go(End())
