"""What a side knows (CTL-5.3.4), built up from what lies open: its own counters in full; of the enemy's stacks how many
counters lie there and what kind of ZOC they have, of the counters those that can be seen, and no strengths."""

from __future__ import annotations

from typing import Any

import msgspec

from ...board.names import Side as AnySide
from ...board.names import Unit, Units
from ...geometry.hexes import Hex
from ...kernel import view as kernel
from ...kernel.play import decision
from ...kernel.system import Verdict
from .chart import GERMAN, US, Side
from .sight import visible
from .stacking import Displace, full
from .state import Hexes, State
from .world import NO_FORMATION, SYSTEM_ID

COVERED = -9  # in place of a hex: it lies on the map, covered

NO_ZOC, TANK_ZOC, AT_ZOC = "", "tank", "at"
ZONES = (NO_ZOC, TANK_ZOC, AT_ZOC)  # each reaches at least as far as the one before it (CTL-5.4c, d)


class Pile(msgspec.Struct, frozen=True, gc=False):
    """CTL-5.3.4h: what lies open of an enemy stack, whatever lies on top."""

    hex: Hex
    side: Side
    count: int
    zone: str
    full: tuple[bool, bool] | None = None  # CTL-5.3.4l: for AFV types, for infantry types


class View(kernel.View, frozen=True, gc=False, kw_only=True):
    """A column has nothing in it for a counter of which this side does not know that."""

    turn: int
    at: tuple[int, ...]
    under: bytes
    strength: bytes
    disrupted: bytes
    assigned: bytes
    shown: bytes
    noted: bytes
    level: bytes
    flipped: bytes
    piles: tuple[Pile, ...]
    ap: tuple[int, int]
    passed: tuple[bool, bool]
    marker: Side | None
    box: int
    interdiction: int
    snafu: Side | None
    improved: Hexes
    held: bytes
    plans: tuple[str, ...]
    inspected: tuple[int, ...]
    used: int
    verdict: Verdict | None
    doing: Any


OPEN = (
    "turn", "shown", "level", "flipped", "ap", "passed", "marker", "box", "interdiction", "snafu", "improved", "held",
    "inspected", "used", "verdict",
)  # fmt: skip
"""CTL-5.3.4g: what lies open to everybody as it is."""


def knows(side: AnySide, owner: Side) -> bool:
    """A spectator, who is of no side, knows what both know."""
    return side == owner


def view(s: State, side: AnySide) -> View:
    world, n = s.world, len(s.at)
    seen: set[Unit] = set()
    for owner in Side:
        seen |= set(world.by_side[owner]) if knows(side, owner) else visible(s, owner)
    mine = [knows(side, owner) for owner in world.sides]
    clear = [s.at[u] < 0 or u in seen for u in range(n)]
    now = decision(s)
    return View(
        side=side,
        system=SYSTEM_ID,
        scenario=world.key,
        asks=now.side if now else None,
        prompt=prompt(s, side),
        over=now is None,
        at=tuple(s.at[u] if clear[u] else COVERED for u in range(n)),
        under=bytes(s.under[u] if clear[u] else 0 for u in range(n)),
        strength=bytes(s.strength[u] if mine[u] else 0 for u in range(n)),
        disrupted=bytes(s.disrupted[u] if clear[u] else 0 for u in range(n)),
        assigned=bytes(s.assigned[u] if mine[u] or s.shown[u] else NO_FORMATION for u in range(n)),
        noted=bytes(s.noted[u] if mine[u] else 0 for u in range(n)),
        piles=tuple(piles(s, side)),
        plans=tuple(p if side == US or (side == GERMAN and i in s.inspected) else "" for i, p in enumerate(s.plans)),
        doing=kernel.doing(s, side),
        **{name: getattr(s, name) for name in OPEN},
    )  # fmt: skip


def prompt(s: State, side: AnySide) -> str:
    """What is asked, for him who is asked; the others hear only who decides."""
    now = decision(s)
    if now is None:
        return "the game is over"
    if now.side is None or now.side == side:
        return now.prompt
    return f"{Side(now.side).people} decide"


def piles(s: State, side: AnySide) -> list[Pile]:
    """CTL-5.3.4h, l."""
    out = []
    laid = displaced_from(s)
    near = {n for h in laid for n in s.world.chart.near[h]}
    for owner in Side:
        if knows(side, owner):
            continue
        for hex, stack in sorted(s.field.stacks[owner].items()):
            room = (full(s, owner, hex, "tank"), full(s, owner, hex, "at")) if hex in near else None
            out.append(Pile(hex, owner, len(stack), zone(s, stack), room))
    return out


def displaced_from(s: State) -> set[Hex]:
    """CTL-5.3.4l: the hexes from which units are being displaced by the opponent."""
    return {f.hex for f in s.frames if isinstance(f, Displace)}


def zone(s: State, units: Units) -> str:
    """CTL-5.3.4h: how far the ZOC of a stack reaches."""
    arms = {s.counter(u).arm for u in units if s.combat(u) and not s.disrupted[u]}
    return AT_ZOC if AT_ZOC in arms else TANK_ZOC if TANK_ZOC in arms else NO_ZOC
