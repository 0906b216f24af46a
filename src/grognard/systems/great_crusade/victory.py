"""Victory (TGC-vic), judged only at the end of a turn, after the German part."""

from __future__ import annotations

from ...kernel.draft import Draft
from ...kernel.system import Verdict
from .area import beyond_the_rhine
from .events import GameEnded, TurnEnded
from .scenario import short_game
from .sea import ashore
from .state import State
from .supply import in_supply
from .world import ALLIED, GERMAN


def rhine_count(s: State) -> int:
    """TGC-vic.2: supplied combat divisions beyond the Rhine; HQs never count."""
    return sum(in_supply(s, u) for u in beyond_the_rhine(s))


def judge(s: State) -> Verdict | None:
    """TGC-vic.3 to 10, in this order; the counts are those of this end of turn. Short games end by TGC-scen.1."""
    table = s.world.tables["victory"]
    need = table["consecutive_turns"]
    if s.run >= need:
        return Verdict(ALLIED, "TGC-vic.3", f"ten divisions stood beyond the Rhine for {need} turns")
    if not s.field.held[GERMAN]:
        return Verdict(ALLIED, "TGC-vic.6", "no German unit is left on the map")
    if s.turn >= table["german_wipeout_from_turn"] and not ashore(s):
        return Verdict(GERMAN, "TGC-vic.9a", "no Allied unit is on the continent")
    if s.turn >= s.world.scenario.last_turn:
        if s.world.scenario.aim:
            return short_game(s)
        return Verdict(GERMAN, "TGC-vic.8", "the last turn is over, and the Rhine has held")
    return None


def end_of_turn(d: Draft[State]) -> Verdict | None:
    """TGC-vic.1, 7, 11: the count of this turn, then the verdict, if any."""
    count = rhine_count(d.s)
    enough = count >= d.s.world.tables["victory"]["divisions_beyond_rhine"]
    d.emit(TurnEnded(count, d.s.run + 1 if enough else 0))
    verdict = judge(d.s)
    if verdict:
        d.emit(GameEnded(verdict))
    return verdict
