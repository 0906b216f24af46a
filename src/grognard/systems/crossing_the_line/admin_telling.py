"""The events of the Admin Phase in sentences (CTL-8), for `telling`."""

from __future__ import annotations

from ...kernel.draft import Event
from ...kernel.show import Told
from . import admin_events as ev
from .telling import called, said
from .texts import phrase
from .world import NO_FORMATION, Theatre


def risen(w: Theatre, f: int, level: int) -> str:
    return phrase("level {level} for {formation}", level=level, formation=w.staffs[f].name)


def admin_told(w: Theatre, e: Event) -> Told | None:
    """What happened, as its reader saw it; None: nothing to tell."""
    kind = f"CTL.{type(e).__name__}"
    match e:
        case ev.FrontsTurned(formations):
            return said(w, kind, "CTL-8.1c", formation=[called(w, f) for f in formations])
        case ev.LevelsRose(side, levels):
            clause = "CTL-8.1.1a" if side == "us" else "CTL-8.1.3a"
            return said(w, kind, clause, levels=[risen(w, f, n) for f, n in levels])
        case ev.InterdictionSet(level):
            return said(w, kind, "CTL-8.1.2a", level=level)
        case ev.Assigned(unit, _, formation):
            if formation == NO_FORMATION:
                return said(w, f"{kind}.none", "CTL-5.5.2g", unit=unit)
            return said(w, kind, "CTL-5.5.2d", unit=unit, formation=called(w, formation))
        case ev.PlanDrawn(plan):
            return said(w, kind, "CTL-8.3a", plan=plan) if plan else said(w, f"{kind}.unseen", "CTL-8.3a")
        case ev.PlanInspected(marker, plan):
            if not plan:
                return said(w, f"{kind}.unseen", "CTL-8.3c", marker=marker)
            return said(w, kind, "CTL-8.3c", marker=marker, plan=plan)
        case ev.Restored(unit, _, left):
            return said(w, kind, "CTL-8.4d", unit=unit, left=left)
        case ev.Withdrawn(formation, units):
            return said(w, kind, "CTL-8.5.2", formation=called(w, formation), units=list(units))
        case ev.Placed(unit, _, hex):
            return said(w, kind, "CTL-8.5d", unit=unit, hex=hex)
    return None
