"""How the scenarios begin and how the short ones are judged (TGC-scen)."""

from __future__ import annotations

from ...kernel.system import Verdict
from .area import beyond_the_rhine
from .state import State
from .supply import in_supply
from .world import ALLIED, GERMAN


def lodged(s: State) -> int:
    """TGC-scen.3: the supplied combat divisions ashore."""
    return sum(
        in_supply(s, u)
        for h, stack in s.field.stacks[ALLIED].items()
        for u in stack
        if s.on_map(u) and not s.world.hq[u]
    )


def ports(s: State) -> int:
    """TGC-scen.3: ports and inland ports with an Allied unit on them."""
    points = s.world.chart.numbered.values()
    return sum(p.kind != "beach" and bool(s.stack(p.hex, ALLIED)) for p in points)


def short_game(s: State) -> Verdict:
    """TGC-scen.3, 5: the verdict at the end of a short game."""
    aim = s.world.scenario.aim
    if s.world.scenario.area:
        have, held = lodged(s), ports(s)
        if have >= aim and held:
            return Verdict(ALLIED, "TGC-scen.3", f"{have} supplied divisions are ashore, and a port is held")
        lack = f"only {have} supplied divisions of {aim} are ashore" if have < aim else "no port is held"
        return Verdict(GERMAN, "TGC-scen.3", f"the beachhead is too small: {lack}")
    over = sum(in_supply(s, u) for u in beyond_the_rhine(s))
    if over >= aim:
        return Verdict(ALLIED, "TGC-scen.5", f"{over} supplied divisions stand beyond the Rhine")
    return Verdict(GERMAN, "TGC-scen.5", f"only {over} supplied divisions of {aim} stand beyond the Rhine")
