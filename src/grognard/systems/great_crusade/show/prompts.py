"""What is asked of a player, in his words, for every step of play."""

from __future__ import annotations

from typing import Any

from ....board.names import Side
from ....kernel.mods import plain
from ....kernel.play import decision
from ....kernel.show import Told
from .. import airborne, invasion, obligations, replacements, stacking, supply
from ..air import TacticalAir
from ..airborne import Airborne
from ..crt import Advances, Choice, Exchange, Retreats
from ..fighting import CombatPhase
from ..invasion import Embarkation, Invasion
from ..marching import Movement
from ..replacements import Replacement
from ..setup import Arrange, faults
from ..state import State
from ..supply import AlliedSupply
from ..telling import said
from . import words


def prompt(s: State, side: Side) -> Told:
    """What this side is asked, or for what it waits."""
    w, now = s.world, decision(s)
    if now is None:
        return said(w, "TGC.prompt.over", s.verdict.clause if s.verdict else "")
    if now.side is None:
        return said(w, "TGC.prompt.chance", "TGC-crt.5")
    if now.side != side:
        return said(w, "TGC.prompt.wait", side=str(now.side), step=words.step(s) or "set_up")
    return asked(s, now.frame)


def asked(s: State, top: Any) -> Told:
    w = s.world
    match top:
        case Arrange():
            if found := faults(s):
                return said(w, "TGC.prompt.set_up.faults", "TGC-setup.8", count=len(found))
            return said(w, "TGC.prompt.set_up", "TGC-setup.2")
        case AlliedSupply():
            return said(w, "TGC.prompt.supply", "TGC-supply.20b", count=len(supply.propose(s)))
        case Replacement(side):
            return said(w, "TGC.prompt.replacement", "TGC-repl.6", count=replacements.held(s, side))
        case Invasion():
            due = invasion.due(s)
            return said(w, f"TGC.prompt.invasion.{due}", "TGC-inv.1" if due == "must" else "TGC-inv.2")
        case Embarkation():
            return said(w, "TGC.prompt.embark", "TGC-inv.10", area=w.chart.areas[top.area].name)
        case Airborne():
            return said(w, "TGC.prompt.airborne", "TGC-abn.8", count=airborne.most_drops(s) - s.drops)
        case Movement(side):
            if crowded := stacking.overstacked(s, side):
                return said(w, "TGC.prompt.movement.crowded", stacking.clause(side), hexes=crowded)
            return said(w, f"TGC.prompt.movement.{side}", "TGC-move.1")
        case CombatPhase():
            return combat(s, top)
        case Choice((result, other)):
            return said(w, "TGC.prompt.carpet", "TGC-air.15", result=result, other=other)
        case Exchange(_, _, _, owed):
            return said(w, "TGC.prompt.exchange", "TGC-crt.11c", owed=plain(owed))
        case Retreats(_, units):
            return said(w, "TGC.prompt.retreat", "TGC-crt.9", units=list(units))
        case Advances():
            options = top.options(s)
            hexes = sorted({a.to for a in options})
            if afloat := list(dict.fromkeys(a.unit for a in options if s.at_sea(a.unit))):
                return said(w, "TGC.prompt.advance.sea", "TGC-inv.23", hexes=hexes, units=afloat)
            return said(w, "TGC.prompt.advance", "TGC-combat.33b", hexes=hexes)
        case TacticalAir():
            return said(w, "TGC.prompt.air", "TGC-air.2", count=s.missions)
    raise AssertionError(f"{type(top).__name__} asks nothing that a screen knows")


def combat(s: State, phase: CombatPhase) -> Told:
    """TGC-combat.12, 13."""
    if phase.started:
        return said(s.world, "TGC.prompt.combat.resolve", "TGC-combat.14", count=len(s.combats))
    gaps = obligations.unmet(s, phase.duties(s), s.combats)
    if gaps:
        count = len(gaps.friends) + len(gaps.enemies)
        units = list((gaps.friends | gaps.enemies).keys())
        return said(s.world, "TGC.prompt.combat.duties", "TGC-combat.12", count=count, units=units)
    return said(s.world, f"TGC.prompt.combat.{'met' if s.combats else 'free'}", "TGC-combat.11")
