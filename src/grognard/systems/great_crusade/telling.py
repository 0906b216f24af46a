"""Events in a sentence, for the log of the terminal client."""

from __future__ import annotations

from ...kernel.draft import Event
from . import events as ev
from .state import BRITAIN, Combat, State


def say_combat(s: State, c: Combat) -> str:
    air = (" with close air support" if c.cas else "") + (" with carpet bombing" if c.carpet else "")
    return f"{s.world.names(c.attackers)} against {s.world.names(c.defenders)}{air}"


def tell(e: Event, s: State) -> str:
    """What happened, in a player's words; empty: nothing to tell. `s` is the position after it."""
    w = s.world
    match e:
        case ev.Deployed(setup, _, _):
            return f"The Germans stand as in the prepared position {setup!r}."
        case ev.Placed(u, to):
            return f"{w.name(u)} is set up in {w.place(to)}."
        case ev.TurnBegan(turn, _):
            return f"Turn {turn} begins."
        case ev.FrenchReleased():
            return "France is free: the five French divisions may be used. [TGC-area.6]"
        case ev.SourcesSet(sources) if sources:
            said = ", ".join(f"{w.place(x.hex)} {x.fed}/{x.capacity} (range {x.range})" for x in sources)
            return f"Allied supply: {said}."
        case ev.SupplyJudged(side, hungry):
            bad = [u for u, n in hungry if n]
            return (
                f"Out of supply: {w.names(bad)}. [TGC-supply.{8 if side == 'german' else 19}]" if bad else ""
            )
        case ev.FactorsAdded(side, n):
            return f"{side.people.capitalize()} gain {n} replacement factors." if n > 0 else ""
        case ev.Replaced(u, to, cost):
            where = "in Britain" if to == BRITAIN else f"in {w.place(to)}"  # type: ignore[arg-type]
            return f"{w.name(u)} returns {where} for {cost} factors."
        case ev.InvasionDeclared(area):
            return f"The Allies invade: {w.chart.areas[area].name}."
        case ev.Embarked(u, to):
            if to == BRITAIN:
                return f"{w.name(u)} goes back to Britain."
            return f"{w.name(u)} embarks for {w.place(w.chart.by_sea[to].hex)}."  # type: ignore[index]
        case ev.Dropped(u, to):
            return f"{w.name(u)} drops on {w.place(to)}."
        case ev.Moved(u, way, left, _):
            return f"{w.name(u)} moves to {w.place(way[-1])} ({len(way)} hexes, {left} left)."
        case ev.Landed(u, to, _, _, _):
            return f"{w.name(u)} lands at {w.place(to)}."
        case ev.Sailed(u, _):
            return f"{w.name(u)} returns to Britain."
        case ev.CameAshore(units, hex):
            return f"{w.names(units)} ashore at {w.place(hex)}: a successfully invaded hex. [TGC-inv.17]"
        case ev.Eliminated(units, by):
            return f"Eliminated: {w.names(units)}. [{by}]"
        case ev.CombatAssigned(c):
            return f"Assigned: {say_combat(s, c)}."
        case ev.CombatCancelled(c):
            return f"Called off: {say_combat(s, c)}."
        case ev.CombatBegan(c, _):
            return f"Combat: {say_combat(s, c)}."
        case ev.DiceShown(column, dice, results):
            faces = " and ".join(map(str, dice))
            return f"At {column} the die shows {faces}: {' or '.join(results)}."
        case ev.ResultTaken(result):
            return f"Result: {result}, {w.tables['crt_results'][result]}."
        case ev.Retreated(u, to):
            return f"{w.name(u)} retreats to {w.place(to)}."
        case ev.Advanced(u, to):
            return f"{w.name(u)} advances into {w.place(to)}."
        case ev.MissionFlown(kind, u, hex):
            target = w.name(u) if u is not None else w.place(hex) if hex is not None else ""
            words = {
                "interdict": "Unit interdiction",
                "watch": "River interdiction",
                "shield": "Close defense support",
            }
            return f"{words[kind]}: {target}."
        case ev.TurnEnded(rhine, run):
            if not rhine:
                return f"Turn {s.turn} ends."
            return f"Turn {s.turn} ends: {rhine} supplied divisions beyond the Rhine ({run} turns with ten)."
        case ev.GameEnded(verdict):
            return f"The game is over: the {verdict.side} side wins; {verdict.why}. [{verdict.clause}]"
    return ""
