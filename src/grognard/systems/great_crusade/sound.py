"""Is a position that came from outside one that play can go on from? So much of it as nothing later may stumble over."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...board.names import Unit
from ...geometry.hexes import Hex
from ...kernel.frame import Frame, Throw
from ...kernel.spoken import spoken
from .air import TacticalAir
from .airborne import Airborne
from .crt import Advances, Choice, Exchange, Resolution, Retreats
from .fighting import CombatPhase
from .invasion import Embarkation, Invasion
from .marching import Movement
from .replacements import Replacement
from .sequence import Campaign, Turn
from .setup import Arrange, SetUp, Shuffle
from .state import BRITAIN, SLOT, Combat, State
from .supply import AlliedSupply
from .world import ALLIED

# who opens whom; of a sequence: in which of its steps (TGC-seq.3)
OPENS: set[tuple[type[Frame[Any]], int | None, type[Frame[Any]]]] = {
    *((Campaign, None, SetUp), (Campaign, None, Arrange), (Campaign, None, Turn)),
    *((SetUp, 0, Shuffle), (SetUp, 1, Arrange)),
    *((Turn, 0, AlliedSupply), (Turn, 1, Replacement), (Turn, 2, Invasion), (Turn, 2, Embarkation)),
    *((Turn, 3, Airborne), (Turn, 4, Movement), (Turn, 5, CombatPhase), (Turn, 6, TacticalAir)),
    *((Turn, 8, Replacement), (Turn, 9, Movement), (Turn, 10, CombatPhase)),
    (CombatPhase, None, Resolution),
    *((Resolution, 0, Throw), (Resolution, 1, Choice), (Resolution, 3, Advances)),
    *((Resolution, 2, Exchange), (Resolution, 2, Retreats)),
}
ASK_NOBODY = (Campaign, SetUp, Turn, Resolution)
RESULTS = {"AE", "DE", "AR2", "DR2", "EX"}  # TGC-crt.6


def unsound(s: State) -> str:
    """Why the position cannot be played on; empty: it can."""
    return next(faults(s), "")


def faults(s: State) -> Iterator[str]:
    n = len(s.world.counters)
    if any(len(column) != n for column in (s.at, s.hungry, s.left, s.marks)):
        yield f"it should tell of {n} units"
        return
    yield from named(s)
    yield from week(s)
    yield from open_steps(s)
    for c in s.combats:
        yield from combat(s, c)
    for f in s.frames:
        if wrong := misfit(s, f):
            yield f"{type(f).__name__}: {wrong}"


def named(s: State) -> Iterator[str]:
    """Units, hexes and areas that there are, and places where they can be."""
    world, chart = s.world, s.world.chart
    for u, h in enumerate(s.at):
        afloat = h in chart.by_sea and world.side(Unit(u)) is ALLIED
        if h not in (BRITAIN, SLOT) and not afloat and not (h >= 0 and chart.land >> h & 1):
            yield "a unit stands where nothing can"
    said = [x for part in (s, *s.frames) for x in spoken(part)]
    if not all(0 <= u < len(s.at) for kind, u in said if kind is Unit):
        yield "it speaks of a unit that there is not"
    if not all(h in world.grid for kind, h in said if kind is Hex):
        yield "it speaks of a hex that there is not"
    numbered = {*s.invaded, *s.lost_beaches, *(x.hex for x in s.sources)}
    if not numbered <= chart.numbered.keys():
        yield "it speaks of a numbered hex that there is not"
    if not {*s.attacked, *s.attacked_before, *s.watched, *s.shielded} <= set(chart.neighbours):
        yield "it speaks of land that there is not"
    areas = {x.area for x in s.landings} | ({s.invasion[0]} if s.invasion else set())
    if not areas <= chart.areas.keys() or s.area not in {"", *chart.areas}:
        yield "it speaks of an area that there is not"


def week(s: State) -> Iterator[str]:
    """Numbers as they can be."""
    world = s.world
    if not 0 <= s.turn <= world.scenario.last_turn:
        yield f"there is no turn {s.turn}"
    if max(s.hungry) > world.tables["supply"]["eliminated_after_turns"]:
        yield "a unit has starved already"
    if any(left > most for left, most in zip(s.left, world.move)):
        yield "a unit has more movement left than it has"
    if any(not 1 <= x.kind <= 3 or min(x.capacity, x.range, x.stood, x.fed) < 0 for x in s.sources):
        yield "a source of supply is none"


def open_steps(s: State) -> Iterator[str]:
    if not s.frames:
        if s.verdict is None:
            yield "no step of play is open, and nobody has won"
        return
    if type(s.frames[0]) is not Campaign:
        yield "its steps of play do not begin with the game"
    for caller, child in zip(s.frames, s.frames[1:], strict=False):
        if (type(caller), getattr(caller, "at", None), type(child)) not in OPENS:
            yield f"{type(caller).__name__} opens no {type(child).__name__}"
    if type(s.frames[-1]) in ASK_NOBODY:
        yield "its innermost step of play asks nobody"


def combat(s: State, c: Combat) -> Iterator[str]:
    """TGC-combat.4: somebody against somebody, all of them there."""
    sides = {s.side(u) for u in c.attackers}
    if not c.attackers or not c.defenders or len(sides) > 1 or sides & {s.side(v) for v in c.defenders}:
        yield "a combat is between two sides"
    elif any(s.at[u] < 0 for u in c.attackers) or not all(s.on_map(v) for v in c.defenders):
        yield "a combat names a unit that is not there"


def misfit(s: State, frame: Frame[Any]) -> str:
    """What an open step says that it cannot."""
    match frame:
        case Shuffle() if not s.world.scenario.setups:
            return "there is no set-up to draw"
        case Embarkation(area=area) if area not in s.world.chart.areas:
            return "there is no such area"
        case Throw(sides=sides) if sides not in ((6,), (6, 6)):
            return "such dice are not thrown"
        case Resolution() if frame.at < 2 and (wrong := next(combat(s, frame.combat), "")):
            return wrong
        case Resolution(column=column) if column not in s.world.tables["crt"]["columns"]:
            return f"the table has no column {column!r}"
        case Choice(results=results) if not results or not RESULTS.issuperset(results):
            return "such results there are none"
        case Retreats(units=units) if not units or not all(s.on_map(u) for u in units):
            return "nobody is there to retreat"
        case Exchange() if len(frame.units) != len(frame.worth) or not frame.enough(frame.units):
            return "nobody could give up so much"
    return ""
