"""The panels of this game for a terminal (TGC-ui.3, 19 to 28, 42): combats and duties, supply, the sheet, the state of
things, and how odds are made."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from ...board.names import Unit
from ...kernel import notation
from ...kernel.mods import Mod, plain
from . import airborne, area, combat, forecast, invasion, obligations, scenario, sea, supply, victory
from .actions import Lose
from .crt import Exchange
from .fighting import CombatPhase
from .show.words import arrived, duties_now, phasing, place_of, tag, tags
from .state import BRITAIN, SLOT, Combat, Source, State
from .world import ALLIED, FREE_FRENCH, GERMAN, Side

Lines = list[str]


def say(s: State, a: Any) -> str:
    return notation.text(a, s.world)


# ---- combats and duties


def chances(s: State, column: str) -> str:
    """DE 2/6, EX 1/6: the printed column as a player counts it."""
    faces = Counter(combat.result(s, column, die) for die in range(1, 7))
    return ", ".join(f"{r} {faces[r]}/6" for r in forecast.BEST if faces[r])


def combat_line(s: State, c: Combat) -> str:
    attack, defense, column = combat.ratio(s, c)
    air = (" + close air support" if c.cas else "") + (" + carpet bombing" if c.carpet else "")
    return (
        f"{tags(s, c.attackers)} against {tags(s, c.defenders)}{air}: "
        f"{plain(attack)} to {plain(defense)}, {column} ({chances(s, column)})"
    )


def note(s: State, a: Any) -> str:
    """The odds beside an attack in a list, what a choice of losses is worth (TGC-ui.23, 32)."""
    top = s.frames[-1] if s.frames else None
    if isinstance(a, Lose) and isinstance(top, Exchange) and set(a.units) <= set(top.units):
        return f"worth {plain(top.value(a.units))}, {plain(top.owed)} are owed"
    c = forecast.combat_in(s, a)
    if c is None or not c.attackers or not c.defenders:
        return ""
    attack, defense, column = combat.ratio(s, c)
    return f"{plain(attack)} to {plain(defense)}, {column}"


def combats(s: State, words: str) -> Lines:
    """TGC-ui.19, 21, 27, 28."""
    side = phasing(s)
    s = arrived(s)
    out = [f"Combats assigned by {side.people}: {len(s.combats) or 'none'}"]
    out += [f"  {n}: {combat_line(s, c)}" for n, c in enumerate(s.combats, 1)]
    if any(isinstance(f, CombatPhase) and f.started for f in s.frames):
        return [
            *out,
            "The first die has been thrown: nothing is assigned or cancelled any more [TGC-combat.13]",
        ]
    start, fixed = duties_now(s, side)
    when = "" if fixed else " as things stand"
    gaps = obligations.unmet(s, start, s.combats)
    if not gaps:
        return [*out, f"No duty is open{when}."]

    def where(u: Unit) -> str:
        return f"  {tag(s, u)} in {s.world.place(s.hex(u))}"

    if gaps.friends:
        out.append(f"Must attack{when}:")
        out += [f"{where(u)} [{clause}]" for u, clause in gaps.friends.items()]
    if gaps.enemies:
        out.append(f"Must be attacked{when}:")
        out += [f"{where(u)} [{clause}]" for u, clause in gaps.enemies.items()]
    lost = obligations.stranded(s, side, start, s.combats)
    if lost:
        out.append(f"Can no longer be met, whatever else is assigned: {tags(s, lost)}.")
        if s.combats:
            out.append("  Cancel a combat (cancel N), or take back (undo).")
    else:
        out.append("All of this can still be met.")
    return out


def printed(s: State) -> Mapping[str, Any]:
    """The combat results table with the names of its results."""
    crt = s.world.tables["crt"]
    names = {k: v for k, v in s.world.tables["crt_results"].items() if k in forecast.BEST}
    rows = [[str(die), *row] for die, row in enumerate(crt["rows"], 1)]
    return {"columns": ["die", *crt["columns"]], "rows": rows, "names": names}


def odds_sheet(s: State, action: Any) -> Mapping[str, Any]:
    """TGC-ui.23: both sums part by part, the column, the table."""
    c = forecast.combat_in(s, action)
    if c is None or not c.attackers or not c.defenders:
        return {}
    attack, defense, column = combat.ratio(s, c)

    def parts(mods: list[Mod]) -> list[tuple[str, str, str]]:
        return [
            (f"{'-' if m.value < 0 else '+'}{plain(abs(Fraction(m.value)))}", m.why, m.clause) for m in mods
        ]

    return {
        "title": f"{tags(s, c.attackers)} against {tags(s, c.defenders)}",
        "parts": [
            ("attack", plain(attack), parts(combat.attack_parts(s, c))),
            ("defense", plain(defense), parts(combat.defense_parts(s, c))),
        ],
        "ratio": f"{plain(attack)} to {plain(defense)}",
        "column": column,
        "clause": "TGC-crt.3",
        "note": "carpet bombing: two dice, the Allied player takes one [TGC-air.15]" if c.carpet else "",
        "table": printed(s),
    }


# ---- supply


def source_line(s: State, x: Source, fed: int) -> str:
    kind = {1: "invaded", 2: "port with HQ", 3: "bare, feeds its own hex only"}[x.kind]
    used = f"feeds {fed}, {x.capacity - fed} unused"
    return f"  {s.world.place(x.hex)} ({kind}): range {x.range}, capacity {x.capacity}, {used}"


def supply_panel(s: State, words: str) -> Lines:
    """TGC-ui.7, 35: as judged this turn, and as it would be judged now."""
    out = ["Allied sources of this turn:"] if s.sources else ["Allied sources of this turn: none yet"]
    out += [source_line(s, x, x.fed) for x in s.sources]
    now = supply.feeding(s)
    fed = set(supply.propose(s))
    if [replaced(x) for x in now.sources] != [replaced(x) for x in s.sources]:
        out.append("If supply were judged now:")
        use = Counter((now.assign(fed) or {}).values())
        out += [source_line(s, x, use[n]) for n, x in enumerate(now.sources)] or ["  no source"]
    if s.frames and isinstance(s.frames[-1], supply.AlliedSupply):  # TGC-ui.37
        left = [u for u, by in now.reach.items() if by and u not in fed]
        out.append(f"Capacity falls short. The proposal leaves out: {tags(s, left)} [TGC-supply.20c]")
        out.append("  take it or another with legal supply, or say supply UNIT,UNIT,... yourself")
    cap, ashore = supply.landing_capacity(s), sea.ashore(s)
    out.append(f"Landing cap: {ashore} Allied units ashore, {cap} can be fed this turn [TGC-sea.8a]")
    for side in Side:
        bad = [u for u in map(Unit, s.world.units(side)) if s.hungry[u]]
        if bad:
            out.append(f"Out of supply, {side}:")
            out += [f"  {tag(s, u)} in {place_of(s, u)}, {s.hungry[u]} of 3 turns" for u in bad]
        else:
            out.append(f"Out of supply, {side}: nobody")
    soon = {ALLIED: [u for u in now.reach if u not in fed], GERMAN: list(supply.isolated(s))}
    for side, units in soon.items():
        if fresh := [u for u in units if not s.hungry[u]]:
            out.append(f"Would be out of supply if it were judged now, {side}: {tags(s, fresh)}")
    return out


def replaced(x: Source) -> tuple[int, int, int, int]:
    return x.hex, x.kind, x.capacity, x.range


# ---- the order of battle sheet


def group(s: State, u: Unit) -> str:
    """TGC-ui.3: the boxes of the staging area."""
    available = s.world.counters[u].available
    if available == FREE_FRENCH:
        return "French, free now" if s.french else "French, when France is free (from turn 29)"
    return "D-Day group" if available <= 1 else f"turn {available} group"


def sheet(s: State, words: str) -> Lines:
    """TGC-area.1, 4: what is on the map, what is lost, what waits in Britain."""
    out: Lines = []
    for side in Side:
        if words and not side.startswith(words.lower()):
            continue
        units = [Unit(u) for u in s.world.units(side)]
        on_map = [u for u in units if s.at[u] >= 0]
        attack = sum(s.world.attack[u] for u in on_map)
        out.append(
            f"{side.capitalize()} units on the map: {len(on_map)} of {len(units)}, attack factors {attack}"
        )
        kinds = Counter(s.world.counters[u].type.replace("_", " ") for u in on_map)
        out.append("  " + (", ".join(f"{n} {kind}" for kind, n in kinds.most_common()) or "none"))
        lost = [u for u in units if s.at[u] == SLOT]
        out.append(f"  out of play: {tags(s, lost)}")
        waiting: dict[str, list[Unit]] = {}
        for u in units:
            if s.at[u] == BRITAIN:
                waiting.setdefault(group(s, u), []).append(u)
        if waiting:
            out.append("Waiting in Britain:")
            out += [f"  {name} ({len(who)}): {tags(s, who)}" for name, who in waiting.items()]
    return out or [f"no side begins with {words!r}"]


# ---- the state of things


def numbers(kind: str, used: int, most: int) -> str:
    return f"{kind} {used} of {most}"


def invasion_lines(s: State) -> Lines:
    """TGC-inv.8, 28, 29: what the areas still take this turn."""
    out: Lines = []
    for id, a in s.world.chart.areas.items():
        landed = s.landing(id)
        if invasion.first_turn(s, id) and (afloat := invasion.at_sea(s)):
            kinds = [invasion.counts_as(s, u) for u in afloat]
            infantry = min(kinds.count("infantry"), a.first[1])  # TGC-inv.8d: the rest counts as armor
            use = (len(kinds) - infantry, infantry, s.drops)
            words = [numbers(k, n, m) for k, n, m in zip(("armor", "infantry", "airborne"), use, a.first)]
            out.append(f"{a.name}, first turn of the invasion: {', '.join(words)}")
        elif invasion.second_turn(s, id):
            use = (landed.armor, landed.infantry, s.drops)
            words = [numbers(k, n, m) for k, n, m in zip(("armor", "infantry", "airborne"), use, a.second)]
            out.append(f"{a.name}, second turn of the invasion: {', '.join(words)}")
        elif landed.total or any(
            n.area == id and (h in s.invaded) for h, n in s.world.chart.numbered.items()
        ):
            out.append(f"{a.name}: {numbers('units landed this turn', landed.total, a.later)}")
    due = invasion.due(s)
    if due:
        for a in s.world.chart.areas.values():  # TGC-ui.10
            if a.invadable and s.area in ("", a.id):
                limits = ["armor {}, infantry {}, airborne {}".format(*x) for x in (a.first, a.second)]
                out.append(
                    f"{a.name}: {limits[0]} on the first turn, {limits[1]} on the second, then {a.later} units"
                )
        out.append("The first invasion is due." if due == "must" else "The second invasion may be made now.")
    elif s.invasions < 2:
        table = s.world.tables["invasion"]
        if s.turn < table["second_from"]:
            out.append(
                f"A second invasion may be made on turns {table['second_from']} to {table['second_to']}."
            )
    return out


def status(s: State, words: str) -> Lines:
    """TGC-ui.42."""
    w, tables = s.world, s.world.tables
    promised = sum(c.cas for c in s.combats)
    out = [
        f"Air: {s.missions - promised} of {tables['air']['tactical_per_turn']} missions left this turn"
        + (f" ({promised} promised to combats)" if promised else "")
        + f"; {s.carpets} carpet bombings left in the game"
    ]
    for said, hexes in (("River interdiction", s.watched), ("Close defense support", s.shielded)):
        if hexes:
            out.append(f"{said}: {', '.join(w.place(h) for h in hexes)}")
    if s.interdicted:
        out.append(f"Unit interdiction: {tags(s, s.interdicted)}")
    if s.attacked_before:
        out.append(
            f"Attacked last turn, open to carpet bombing: {', '.join(map(w.place, s.attacked_before))}"
        )
    out += invasion_lines(s)
    out.append(f"Airborne: {numbers('drops this turn', s.drops, airborne.most_drops(s))}")
    out.append(f"Replacement factors: Allied {s.factors[0]}, German {s.factors[1]}")
    out.append(f"Installations captured: {', '.join(map(w.place, s.captured)) or 'none'}")
    need = tables["victory"]["divisions_beyond_rhine"]
    out.append(
        f"Beyond the Rhine: {victory.rhine_count(s)} supplied divisions ({need} for four turns win); run {s.run}"
    )
    if s.french:
        out.append("France is free: the French divisions may be used.")
    else:
        bar = "" if area.france_is_free(s) else ", and Germans stand in France outside fortresses"
        out.append(
            f"The French wait: from turn {tables['availability']['free_french_from_turn']}{bar} [TGC-area.6b]"
        )
    if w.scenario.aim and w.scenario.area:
        have, ports = scenario.lodged(s), scenario.ports(s)
        out.append(
            f"The aim: {have} of {w.scenario.aim} supplied divisions ashore, {ports} ports held (one is needed), "
            f"at the end of turn {w.scenario.last_turn} [TGC-scen.3]"
        )
    elif w.scenario.aim:
        out.append(
            f"The aim: {victory.rhine_count(s)} of {w.scenario.aim} supplied divisions beyond the Rhine at the end of "
            f"turn {w.scenario.last_turn} [TGC-scen.5]"
        )
    return out


PANELS: dict[str, tuple[str, Callable[[State, str], Lines]]] = {
    "combats": (
        "combats on the list with their odds, duties still open, and whether they can be met",
        combats,
    ),
    "supply": ("sources with range and capacity, and who is out of supply", supply_panel),
    "sheet": ("the order of battle: on the map, out of play, in Britain; sheet allied for one side", sheet),
    "status": ("missions, limits, factors, the Rhine count, the aim of the game", status),
}
