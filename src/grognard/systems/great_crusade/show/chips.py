"""The numbers of the strip above the map (TGC-ui.10, 12, 38, 42)."""

from __future__ import annotations

from ....kernel.show import Chip
from .. import airborne, area, invasion, scenario, sea, supply, victory
from ..state import State
from ..world import ALLIED, GERMAN


def chips(s: State) -> list[Chip]:
    """TGC-ui.42: all that the program tracks."""
    return [*aims(s), *invasions(s), *landings(s), *air(s), *others(s)]


def aims(s: State) -> list[Chip]:
    """TGC-vic.2, 3; TGC-scen.3, 5 for the short games."""
    table = s.world.tables["victory"]
    ten, four = table["divisions_beyond_rhine"], table["consecutive_turns"]
    over = victory.rhine_count(s)
    note = f"supplied divisions beyond the Rhine; {ten} at the end of {four} turns in a row win"
    out = [
        Chip("rhine", "Beyond the Rhine", f"{over} of {ten}", note, "TGC-vic.2a", ALLIED),
        Chip("run", "Turns with ten", f"{s.run} of {four}", "ends of turn in a row", "TGC-vic.3", ALLIED),
    ]
    aim, last = s.world.scenario.aim, s.world.scenario.last_turn
    if aim and s.world.scenario.area:
        have, ports = scenario.lodged(s), scenario.ports(s)
        note = f"supplied divisions ashore at the end of turn {last}; {ports} ports held, one is needed"
        out.insert(0, Chip("aim", "Aim", f"{have} of {aim}", note, "TGC-scen.3", ALLIED))
    elif aim:
        note = f"supplied divisions beyond the Rhine at the end of turn {last}"
        out.insert(0, Chip("aim", "Aim", f"{over} of {aim}", note, "TGC-scen.5", ALLIED))
    return out


def invasions(s: State) -> list[Chip]:
    """TGC-inv.1 to 3, TGC-ui.11."""
    table = s.world.tables["invasion"]
    first, last = table["second_from"], table["second_to"]
    due = invasion.due(s)
    if due == "must":
        value, note = "due now", "the first invasion takes place on turn 1"
    elif due == "may":
        value, note = "open now", f"the second invasion, on one of turns {first} to {last}"
    elif s.invasions < 2 and s.turn < first:
        value, note = f"turns {first} to {last}", "a second invasion may be made then"
    else:
        value, note = "none", "no further invasion is possible"
    return [Chip("invasion", "Invasion", value, note, "TGC-inv.2" if s.invasions else "TGC-inv.1", ALLIED)]


def landings(s: State) -> list[Chip]:
    """TGC-inv.8, 28, 29, TGC-ui.12: what each area in use still takes this turn; TGC-abn.8; TGC-sea.8a."""
    out = []
    for id, a in s.world.chart.areas.items():
        landed = s.landing(id)
        if invasion.first_turn(s, id) or invasion.second_turn(s, id):
            first = invasion.first_turn(s, id)
            armor, infantry = landed.armor, landed.infantry
            if first:
                kinds = [invasion.counts_as(s, u) for u in invasion.at_sea(s)]
                armor, infantry = kinds.count("armor"), kinds.count("infantry")
            most = a.first if first else a.second
            spill = max(0, infantry - most[1])  # TGC-inv.8d
            use = (armor + spill, infantry - spill, s.drops)
            counts = zip(("armor", "infantry", "airborne"), use, most, strict=True)
            value = ", ".join(f"{kind} {n} of {m}" for kind, n, m in counts)
            turn = "first" if first else "second"
            clause = "TGC-inv.8a" if first else "TGC-inv.28"
            out.append(Chip(f"area-{id}", a.name, value, f"{turn} turn of the invasion", clause, ALLIED))
        elif landed.total or any(n.area == id and h in s.invaded for h, n in s.world.chart.numbered.items()):
            value = f"{landed.total} of {a.later}"
            out.append(Chip(f"area-{id}", a.name, value, "units landed this turn", "TGC-inv.29", ALLIED))
    drops = airborne.most_drops(s)
    out.append(Chip("drops", "Airborne drops", f"{s.drops} of {drops}", "this turn", "TGC-abn.8", ALLIED))
    cap, ashore = supply.landing_capacity(s), sea.ashore(s)
    note = "Allied units ashore, of those that the sources of this turn can feed"
    out.append(Chip("landing_cap", "Landing cap", f"{ashore} of {cap}", note, "TGC-sea.8a", ALLIED))
    return out


def air(s: State) -> list[Chip]:
    """TGC-air.2, 12, TGC-ui.38."""
    table = s.world.tables["air"]
    promised, most = sum(c.cas for c in s.combats), table["tactical_per_turn"]
    note = "left this turn" + (f", {promised} promised to combats" if promised else "")
    bombs, all_ = s.carpets - sum(c.carpet for c in s.combats), table["carpet_per_game"]
    return [
        Chip("missions", "Air missions", f"{s.missions - promised} of {most}", note, "TGC-air.2", ALLIED),
        Chip("carpets", "Carpet bombings", f"{bombs} of {all_}", "left in the game", "TGC-air.12", ALLIED),
    ]


def others(s: State) -> list[Chip]:
    """Factors held (TGC-repl.2), installations (TGC-area.22), the French (TGC-area.6)."""
    world = s.world
    held = [("factors-allied", "Allied factors", 0, ALLIED), ("factors-german", "German factors", 1, GERMAN)]
    out = [
        Chip(id, label, str(s.factors[n]), "replacement factors held", "TGC-repl.2", side)
        for id, label, n, side in held
    ]
    taken = ", ".join(world.place(h) for h in s.captured) or "none captured yet"
    value = f"{len(s.captured)} of {len(world.chart.installations)}"
    out.append(Chip("installations", "Installations", value, taken, "TGC-area.22b", ALLIED))
    first = world.tables["availability"]["free_french_from_turn"]
    if s.french:
        value, note = "free", "the French divisions may be used"
    elif area.france_is_free(s):
        value, note = "waiting", f"from turn {first}; no German stands in France outside fortresses"
    else:
        value, note = "waiting", f"from turn {first}, when no German stands in France outside fortresses"
    out.append(Chip("french", "French divisions", value, note, "TGC-area.6b", ALLIED))
    return out
