"""Events in sentences. Each has a key and what it speaks of, so that a client can say it in any language; the English text
is filled in here. What an argument stands for follows from its name: `unit`, `units`, `attackers` are units, `hex`,
`hexes` and `start` hexes, the names of `WORDS` words, all else plain. `texts` has the table.

An event is told as its reader saw it: what was kept from him is not in it, and nothing else is asked of the position
but what never changes."""

from __future__ import annotations

from typing import Any

from ...board.names import Unit
from ...geometry.hexes import Hex
from ...kernel.breach import Breach
from ...kernel.draft import Event
from ...kernel.show import Told
from . import events as ev
from .starts import Deployed
from .state import State
from .texts import TEXTS, WORDS
from .world import Formation, Theatre

UNITS = ("unit", "units", "attackers", "defenders")
HEXES = ("hex", "hexes", "start")

SHOWN_CLAUSES = {"CTL.GameEnded", "CTL.Eliminated", "CTL.HqMoved", "CTL.HqMoved.away", "CTL.ControlTaken"}
"""Where a reader of the log will ask why; the terminal prints the clause of these."""


def shown(w: Theatre, name: str, value: Any) -> str:
    """An argument as English says it."""
    if name in UNITS:
        return w.name(Unit(value)) if isinstance(value, int) else w.names(tuple(value)) if value else "units"
    if name in HEXES:
        return w.place(Hex(value)) if isinstance(value, int) else ", ".join(map(w.place, value))
    words = WORDS.get(name, {})
    if isinstance(value, list | tuple):
        return ", ".join(words.get(str(x), str(x)) for x in value)
    return words.get(value, str(value))


def sent(w: Theatre, name: str, value: Any) -> str | int | list[str]:
    """An argument as it is sent: ids of units, numbers of hexes, the words of `WORDS` by their own ids."""
    if name in (*UNITS, *HEXES):
        write: Any = w.unit_text if name in UNITS else w.hex_text
        return str(write(value)) if isinstance(value, int) else [write(x) for x in value]
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    return [str(x) for x in value] if isinstance(value, list | tuple) else str(value)


def said(w: Theatre, key: str, clause: str = "", **args: Any) -> Told:
    """A sentence by its key."""
    parts = {name: sent(w, name, value) for name, value in args.items()}
    units = [u for n in UNITS if n in parts for u in listed(parts[n])]
    hexes = [h for n in HEXES if n in parts for h in listed(parts[n])]
    text = worded(key, args.get("count")).format(**{n: shown(w, n, v) for n, v in args.items()})
    return Told(text[:1].upper() + text[1:], key, parts, clause, tuple(units), tuple(hexes))


def listed(value: str | int | list[str]) -> list[str]:
    return value if isinstance(value, list) else [str(value)]


def worded(key: str, count: int | None = None) -> str:
    """The sentence of a key; some have one of their own for a single thing."""
    return TEXTS[f"{key}_one"] if count == 1 and f"{key}_one" in TEXTS else TEXTS[key]


def refused(breach: Breach) -> Told:
    return Told(breach.why, clause=breach.clause)


def called(w: Theatre, f: Formation) -> str:
    """By its id; what it is called, `WORDS` says."""
    return w.staffs[f].id


def told(e: Event, s: State) -> Told | None:
    """What happened; None: nothing to tell."""
    return sentence(e, s.world)


def sentence(e: Event, w: Theatre) -> Told | None:
    kind = f"CTL.{type(e).__name__}"
    from .admin_telling import admin_told

    match e:
        case Deployed():
            return said(w, kind, "CTL-10d", scenario=w.scenario.title)
        case ev.TurnBegan(turn):
            return said(w, kind, "CTL-7.8a", turn=turn)
        case ev.OpsBegan():
            return said(w, kind, "CTL-2d")
        case ev.MarkerSet(side, box):
            if side is None:
                return said(w, f"{kind}.none", "CTL-8a")
            return said(w, kind, "CTL-6.1d", side=side, box=box)
        case ev.InitiativeWon(side, us, german):
            if not us and not german:
                return said(w, f"{kind}.granted", "CTL-6.1j", side=side)
            first, second = (us, german) if side == "us" else (german, us)
            return said(w, kind, "CTL-6.1b", side=side, us=first, them=second)
        case ev.InitiativeTransferred(side):
            return said(w, kind, "CTL-6.2c", side=side)
        case ev.Passed(side):
            return said(w, kind, "CTL-6.2f", side=side)
        case ev.DiceThrown(faces, _, by):
            return said(w, kind, by, throw=by, faces=faces, count=len(faces))
        case ev.SnafuPassed(to, die):
            return said(w, kind, "CTL-5.2b", side=to, die=die)
        case ev.Activated():
            how = ".emergency" if e.emergency else ".reaction" if e.reaction else ""
            clause = "CTL-5.7.3a" if e.emergency else "CTL-6.4.2c" if e.reaction else "CTL-6.3.2a"
            return said(w, kind + how, clause, formation=called(w, e.formation), count=e.ap, level=e.level)
        case ev.ActivationEnded(side):
            return said(w, kind, "CTL-7.2d", side=side)
        case ev.Moved():
            return moved(w, kind, e)
        case ev.AttackDeclared():
            return said(
                w, kind, "CTL-7.5", posture=str(e.posture), hex=e.hex, start=e.start, attackers=list(e.units)
            )
        case ev.Improved(hex):
            return said(w, kind, "CTL-7.7a", hex=hex)
        case ev.ReactionTried(side, formation, works):
            if formation is None:
                return said(w, f"{kind}.none", "CTL-6.4.1b", side=side)
            return said(w, kind + ("" if works else ".fails"), "CTL-6.4.2a", formation=called(w, formation))
        case ev.ControlTaken(side, hexes):
            return said(w, kind, "CTL-9.1b", side=side, hexes=list(hexes))
        case ev.GameEnded(verdict):
            return said(w, kind, verdict.clause, why=verdict.why)
    return fought(w, kind, e) or suffered(w, kind, e) or admin_told(w, e)


def moved(w: Theatre, kind: str, e: ev.Moved) -> Told:
    if e.how == "retreats":
        return said(w, f"{kind}.retreats", "CTL-7.5.2.1a", units=list(e.units), start=e.start, hex=e.to)
    if e.how == "displaced":
        return said(w, f"{kind}.displaced", "CTL-5.3.3a", units=list(e.units), start=e.start, hex=e.to)
    if len(e.units) < e.count:
        return said(
            w, f"{kind}.covered", "CTL-7.3", units=list(e.units), count=e.count, start=e.start, hex=e.to
        )
    return said(w, kind, "CTL-7.3", units=list(e.units), start=e.start, hex=e.to)


def fought(w: Theatre, kind: str, e: Event) -> Told | None:
    """A combat, from the chits to its winner (CTL-5.3.4f)."""
    match e:
        case ev.ChitsDrawn(attacker, defender, column):
            chits = {"chit": attacker, "other_chit": defender}
            if not column:
                return said(w, f"{kind}.below", "CTL-7.5.1d", **chits)
            return said(w, kind, "CTL-7.5.1b", column=column, **chits)
        case ev.CombatResolved(drm, result, thrown):
            if not thrown:
                return said(w, f"{kind}.below", "CTL-7.5.1d", result=result)
            return said(w, kind, "CTL-7.5.1e", drm=f"{drm:+}", result=result)
        case ev.BattleWon(side):
            if side is None:
                return said(w, f"{kind}.none", "CTL-7.5.3a")
            return said(w, kind, "CTL-7.5.3a", side=side)
    return None


def suffered(w: Theatre, kind: str, e: Event) -> Told | None:
    """What becomes of counters."""
    match e:
        case ev.StepsLost():
            if not e.lost:
                return said(w, f"{kind}.unseen", e.by, unit=e.unit)
            return said(w, kind, e.by, unit=e.unit, count=e.lost)
        case ev.Eliminated(unit, by) | ev.Disrupted(unit, by):
            return said(w, kind, by, unit=unit)
        case ev.Recovered(_, units, _) if units:
            return said(w, kind, "CTL-5.6.4", units=list(units))
        case ev.HqMoved():
            if e.to < 0:
                return said(w, f"{kind}.away", e.by, unit=e.unit)
            return said(w, kind, e.by, unit=e.unit, hex=Hex(e.to), level=e.level)
        case ev.SupportLost(unit, _, _):
            return said(w, kind, "CTL-5.3.1h", unit=unit)
    return None


def tell(e: Event, s: State) -> str:
    """The same as a line of the terminal's log; empty: nothing to tell."""
    found = told(e, s)
    if found is None:
        return ""
    return f"{found.text} [{found.clause}]" if found.key in SHOWN_CLAUSES else found.text
