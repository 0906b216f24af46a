"""Events, prompts and facts in sentences. Each has a key and what it speaks of, so that a client can say it in any
language; the English text is filled in here. What an argument stands for follows from its name: `unit`, `units`,
`attackers`, `defenders` are units, `hex`, `hexes` and `sea` hexes, the names of `WORDS` words, all else plain. `texts` has the table."""

from __future__ import annotations

from typing import Any

from ...board.names import Unit
from ...geometry.hexes import Hex
from ...kernel.breach import Breach
from ...kernel.draft import Event
from ...kernel.show import Told
from . import events as ev
from .starts import PositionGiven
from .state import BRITAIN, Combat, State
from .texts import TEXTS, WORDS
from .world import Front

UNITS = ("unit", "units", "attackers", "defenders")
HEXES = ("hex", "hexes", "sea")

SHOWN_CLAUSES = {
    "TGC.FrenchReleased",
    "TGC.SupplyJudged",
    "TGC.CameAshore",
    "TGC.CameAshore.lost",
    "TGC.Eliminated",
    "TGC.GameEnded",
}
"""Where a reader of the log will ask why; the terminal prints the clause of these."""


def shown(w: Front, name: str, value: Any) -> str:
    """An argument as English says it."""
    if name in UNITS:
        return w.name(Unit(value)) if isinstance(value, int) else w.names(value)
    if name in HEXES:
        return w.place(Hex(value)) if isinstance(value, int) else ", ".join(map(w.place, value))
    if isinstance(value, list | tuple):
        return " and ".join(filter(None, [", ".join(value[:-1]), *value[-1:]]))
    return WORDS.get(name, {}).get(value, str(value))


def sent(w: Front, name: str, value: Any) -> str | int | list[str]:
    """An argument as it is sent: ids of units, numbers of hexes, the words of `WORDS` by their own ids."""
    if name in (*UNITS, *HEXES):
        write: Any = w.unit_text if name in UNITS else w.hex_text
        return str(write(value)) if isinstance(value, int) else [write(x) for x in value]
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    return [str(x) for x in value] if isinstance(value, list | tuple) else str(value)


def said(w: Front, key: str, clause: str = "", *, text: str = "", **args: Any) -> Told:
    """A sentence by its key; `text` where it is made elsewhere, such as a refusal."""
    parts = {name: sent(w, name, value) for name, value in args.items()}
    units = [u for n in UNITS if n in parts for u in listed(parts[n])]
    hexes = [h for n in HEXES if n in parts for h in listed(parts[n])]
    if not text:
        text = worded(key, args.get("count")).format(**{n: shown(w, n, v) for n, v in args.items()})
        text = text[:1].upper() + text[1:]
    return Told(text, key, parts, clause, tuple(units), tuple(hexes))


def listed(value: str | int | list[str]) -> list[str]:
    return value if isinstance(value, list) else [str(value)]


def worded(key: str, count: int | None = None) -> str:
    """The sentence of a key; some have one of their own for a single thing."""
    return TEXTS[f"{key}_one"] if count == 1 and f"{key}_one" in TEXTS else TEXTS[key]


def refused(breach: Breach) -> Told:
    return Told(breach.why, clause=breach.clause)


def air(c: Combat) -> str:
    return " ".join(word for word, on in (("cas", c.cas), ("carpet", c.carpet)) if on)


def say_combat(s: State, c: Combat) -> str:
    return f"{s.world.names(c.attackers)} against {s.world.names(c.defenders)}{WORDS['air'][air(c)]}"


def told(e: Event, s: State) -> Told | None:
    """What happened; None: nothing to tell. `s` is the position after it."""
    w = s.world
    kind = f"TGC.{type(e).__name__}"
    match e:
        case ev.Deployed(setup, _, _):
            return said(w, kind, "TGC-setup.1", setup=setup)
        case PositionGiven():
            return said(w, kind, "TGC-scen.4", start=e.start)
        case ev.Placed(u, to):
            return said(w, kind, "TGC-setup.2", unit=u, hex=to)
        case ev.TurnBegan(turn, _):
            return said(w, kind, "TGC-seq.1", turn=turn)
        case ev.FrenchReleased():
            return said(w, kind, "TGC-area.6")
        case ev.SourcesSet(sources) if sources:
            used = [f"{w.place(x.hex)} {x.fed}/{x.capacity}" for x in sources]
            return said(w, kind, "TGC-supply.21", sources=used, hexes=[x.hex for x in sources])
        case ev.SupplyJudged(side, hungry) if bad := [u for u, n in hungry if n]:
            return said(w, kind, f"TGC-supply.{8 if side == 'german' else 19}", side=side, units=bad)
        case ev.FactorsAdded(side, n) if n > 0:
            return said(w, kind, "TGC-repl.8" if side == "allied" else "TGC-repl.11", side=side, count=n)
        case ev.Replaced(u, to, cost):
            if to == BRITAIN:
                return said(w, f"{kind}.britain", "TGC-repl.10", unit=u, count=cost)
            return said(w, kind, "TGC-repl.13", unit=u, hex=Hex(to), count=cost)
        case ev.InvasionDeclared(area):
            return said(w, kind, "TGC-inv.4", area=w.chart.areas[area].name, area_id=area)
        case ev.Embarked(u, to):
            if to == BRITAIN:
                return said(w, f"{kind}.back", "TGC-inv.14", unit=u)
            return said(w, kind, "TGC-inv.10", unit=u, hex=w.chart.by_sea[Hex(to)].hex, sea=Hex(to))
        case ev.Dropped(u, to):
            return said(w, kind, "TGC-abn.6", unit=u, hex=to)
        case ev.Moved(u, way, left, _):
            return said(w, kind, "TGC-move.12", unit=u, hex=way[-1], count=len(way), left=left)
        case ev.Landed(u, to, _, _, _):
            return said(w, kind, "TGC-sea.5", unit=u, hex=to)
        case ev.Sailed(u, _):
            return said(w, kind, "TGC-sea.2", unit=u)
        case ev.CameAshore(units, hex):
            if hex in s.invaded:
                return said(w, kind, "TGC-inv.17", units=units, hex=hex)
            return said(w, f"{kind}.lost", "TGC-inv.27b", units=units, hex=hex)
        case ev.Eliminated(units, by):
            return said(w, kind, by, units=units)
        case ev.CombatAssigned(c):
            return fought(s, kind, "TGC-combat.2", c)
        case ev.CombatCancelled(c):
            return fought(s, kind, "TGC-combat.13", c)
        case ev.CombatBegan(c, _):
            return fought(s, kind, "TGC-crt.1", c)
        case ev.DiceShown(column, dice, results):
            if len(dice) > 1:
                thrown: dict[str, Any] = {
                    "die": dice[0],
                    "next_die": dice[1],
                    "result": results[0],
                    "other": results[1],
                }
                return said(w, f"{kind}.two", "TGC-air.15", column=column, **thrown)
            return said(w, kind, "TGC-crt.5", column=column, die=dice[0], result=results[0])
        case ev.ResultTaken(result):
            return said(w, kind, "TGC-crt.6", result=result, meaning=result)
        case ev.Retreated(u, to):
            return said(w, kind, "TGC-crt.9", unit=u, hex=to)
        case ev.Advanced(u, to):
            return said(w, kind, "TGC-combat.33", unit=u, hex=to)
        case ev.MissionFlown(mission, u, hex):
            clause = {"interdict": "TGC-air.7a", "watch": "TGC-air.9a", "shield": "TGC-air.10a"}[mission]
            target: dict[str, Any] = {"hex": hex} if u is None else {"unit": u}
            return said(w, f"{kind}.{mission}", clause, **target)
        case ev.TurnEnded(rhine, run):
            if not rhine:
                return said(w, kind, "TGC-vic.1", turn=s.turn)
            return said(w, f"{kind}.rhine", "TGC-vic.2", turn=s.turn, rhine=rhine, run=run)
        case ev.GameEnded(verdict):
            return said(w, kind, verdict.clause, side=verdict.side, why=verdict.why)
    return None


def fought(s: State, key: str, clause: str, c: Combat) -> Told:
    return said(s.world, key, clause, attackers=list(c.attackers), defenders=list(c.defenders), air=air(c))


def tell(e: Event, s: State) -> str:
    """The same as a line of the terminal's log; empty: nothing to tell."""
    found = told(e, s)
    if found is None:
        return ""
    return f"{found.text} [{found.clause}]" if found.key in SHOWN_CLAUSES else found.text
