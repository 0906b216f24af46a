"""What a side knows. In this game that is all there is (TGC-inv.7): every column is named, none is secret."""

from __future__ import annotations

from typing import Any

import msgspec

from ...board.names import Side, Units
from ...kernel import view as kernel
from ...kernel.play import decision
from ...kernel.system import Verdict
from .state import Combat, Hexes, Landing, Source, State
from .world import find


class View(kernel.View, frozen=True, gc=False, kw_only=True):
    """The position as both sides see it, and the open steps of play."""

    turn: int
    at: tuple[int, ...]
    hungry: bytes
    left: bytes
    marks: bytes
    invaded: Hexes
    lost_beaches: Hexes
    allied_stars: Hexes
    captured: Hexes
    invasion: tuple[str, int] | None
    invasions: int
    landings: tuple[Landing, ...]
    drops: int
    sources: tuple[Source, ...]
    combats: tuple[Combat, ...]
    attacked: Hexes
    attacked_before: Hexes
    missions: int
    carpets: int
    interdicted: Units
    watched: Hexes
    shielded: Hexes
    factors: tuple[int, int]
    french: bool
    rhine: int
    run: int
    single_attack: bool
    area: str
    verdict: Verdict | None
    doing: Any  # the open frames; no frame of this game holds a secret


OPEN = tuple(f.name for f in msgspec.structs.fields(View) if f.name in State.__struct_fields__)


def view(s: State, side: Side) -> View:
    """TGC-inv.7, TGC-ui.42: a spectator, who is of no side, sees it all too."""
    now = decision(s)
    return View(
        side=side,
        system=s.world.key.partition("/")[0],
        scenario=s.world.key,
        asks=now.side if now else None,
        prompt=now.prompt if now else "",
        over=now is None,
        doing=kernel.doing(s, side),
        **{name: getattr(s, name) for name in OPEN},
    )


def resample(v: View) -> State:
    """The one world that looks like this."""
    return State(world=find(v.scenario), frames=v.doing, **{name: getattr(v, name) for name in OPEN})
