"""The numbers of the strip above the map (TGC-ui.10, 12, 38, 42)."""

from __future__ import annotations

from ....kernel.show import Chip
from .. import airborne, area, invasion, scenario, sea, supply, victory
from ..chart import Area
from ..sequence import Turn
from ..state import State
from ..texts import phrase
from ..world import ALLIED, GERMAN
from . import words


def chips(s: State) -> list[Chip]:
    """TGC-ui.42: all that the program tracks; after the aim, what counts in this step of the turn."""
    aim, *rhine = aims(s)
    groups = {
        "aim": [aim],
        "rhine": rhine,
        "invasion": invasions(s),
        "landing": landings(s),
        "air": air(s),
        "other": others(s),
    }
    first = ("aim", *NOW.get(words.step(s), ()))
    return [chip for id in (*first, *(g for g in groups if g not in first)) for chip in groups[id]]


NOW = {
    "allied_replacement": ("other",),
    "german_replacement": ("other",),
    "allied_invasion": ("landing", "invasion"),
    "allied_airborne": ("landing",),
    "allied_movement": ("landing",),
    "allied_combat": ("air",),
    "allied_tactical_air": ("air",),
}


def aims(s: State) -> list[Chip]:
    """TGC-vic.2, 3; TGC-scen.3, 5 for the short games."""
    table = s.world.tables["victory"]
    ten, four = table["divisions_beyond_rhine"], table["consecutive_turns"]
    over = victory.rhine_count(s)
    note = phrase(
        "supplied divisions beyond the Rhine; {ten} at the end of {four} turns in a row win",
        ten=ten,
        four=four,
    )
    row = phrase("ends of turn in a row with ten supplied divisions beyond the Rhine")
    out = [
        Chip("rhine", phrase("Beyond the Rhine"), f"{over}/{ten}", note, "TGC-vic.2a", ALLIED),
        Chip("run", phrase("Turns with ten"), f"{s.run}/{four}", row, "TGC-vic.3", ALLIED),
    ]
    aim, last = s.world.scenario.aim, s.world.scenario.last_turn
    if aim and s.world.scenario.area:
        note = phrase(
            "supplied divisions ashore at the end of turn {turn}; {count} ports held, one is needed",
            turn=last,
            count=scenario.ports(s),
        )
        out.insert(0, Chip("aim", phrase("Aim"), f"{scenario.lodged(s)}/{aim}", note, "TGC-scen.3", ALLIED))
    elif aim:
        note = phrase("supplied divisions beyond the Rhine at the end of turn {turn}", turn=last)
        out.insert(0, Chip("aim", phrase("Aim"), f"{over}/{aim}", note, "TGC-scen.5", ALLIED))
    return out


def invasions(s: State) -> list[Chip]:
    """TGC-inv.1 to 3, TGC-ui.11: whether it is time now, or when it will be."""
    table = s.world.tables["invasion"]
    turns = {"first": table["second_from"], "last": table["second_to"]}
    now = words.step(s)
    past = bool(now) and Turn.STEPS.index(now) > Turn.STEPS.index("allied_invasion")
    due = "" if past else invasion.due(s)
    from_, last = max(turns["first"], s.turn + past), min(turns["last"], s.world.scenario.last_turn)
    value, note = phrase("none"), phrase("no further invasion is possible")
    if due == "must":
        value, note = phrase("due now"), phrase("the first invasion takes place on turn 1")
    elif due == "may":
        value = phrase("open now")
        note = phrase("the second invasion, on one of turns {first} to {last}", **turns)
    elif words.before_play(s) and not s.invasions:
        value, note = str(table["first_turn"]), phrase("the first invasion takes place on turn 1")
    elif s.invasions < 2 and from_ <= last:
        value = phrase("turns {first} to {last}", first=from_, last=last) if from_ < last else str(last)
        note = phrase("a second invasion may be made then")
    clause = "TGC-inv.2" if s.invasions else "TGC-inv.1"
    return [Chip("invasion", phrase("Invasion"), value, note, clause, ALLIED)]


def landings(s: State) -> list[Chip]:
    """TGC-inv.8, 28, 29, TGC-ui.12: what each area in use still takes this turn; TGC-abn.8; TGC-sea.8a."""
    out = []
    for id, a in s.world.chart.areas.items():
        landed = s.landing(id)
        if invasion.first_turn(s, id) or invasion.second_turn(s, id):
            out.append(fresh(s, a))
        elif landed.total or any(n.area == id and h in s.invaded for h, n in s.world.chart.numbered.items()):
            note = phrase("units landed this turn")
            out.append(Chip(f"area-{id}", a.name, f"{landed.total}/{a.later}", note, "TGC-inv.29", ALLIED))
    most = f"{s.drops}/{airborne.most_drops(s)}"
    out.append(Chip("drops", phrase("Airborne drops"), most, phrase("this turn"), "TGC-abn.8", ALLIED))
    cap = f"{sea.ashore(s)}/{supply.landing_capacity(s)}"
    note = phrase("Allied units ashore, of those that the sources of this turn can feed")
    out.append(Chip("landing_cap", phrase("Landing cap"), cap, note, "TGC-sea.8a", ALLIED))
    return out


def fresh(s: State, a: Area) -> Chip:
    """TGC-inv.8, 28: an area in the first two turns of its invasion."""
    landed = s.landing(a.id)
    armor, infantry, most = landed.armor, landed.infantry, a.second
    note, clause = phrase("armor, infantry and airborne in the second turn of the invasion"), "TGC-inv.28"
    if invasion.first_turn(s, a.id):
        kinds = [invasion.counts_as(s, u) for u in invasion.at_sea(s)]
        armor, infantry, most = kinds.count("armor"), kinds.count("infantry"), a.first
        note, clause = phrase("armor, infantry and airborne in the first turn of the invasion"), "TGC-inv.8a"
    spill = max(0, infantry - most[1])  # TGC-inv.8d
    use = (armor + spill, infantry - spill, s.drops)
    of = (f"{n}/{m}" for n, m in zip(use, most, strict=True))
    value = phrase("{a} armor, {b} infantry, {c} airborne", **dict(zip("abc", of, strict=True)))
    return Chip(f"area-{a.id}", a.name, value, note, clause, ALLIED)


def air(s: State) -> list[Chip]:
    """TGC-air.2, 12, TGC-ui.38."""
    table = s.world.tables["air"]
    promised = sum(c.cas for c in s.combats)
    missions = f"{s.missions - promised}/{table['tactical_per_turn']}"
    bombs = f"{s.carpets - sum(c.carpet for c in s.combats)}/{table['carpet_per_game']}"
    note = phrase("left this turn")
    if promised:
        note = phrase("left this turn, {count} promised to combats", count=promised)
    return [
        Chip("missions", phrase("Air missions"), missions, note, "TGC-air.2", ALLIED),
        Chip("carpets", phrase("Carpet bombings"), bombs, phrase("left in the game"), "TGC-air.12", ALLIED),
    ]


def others(s: State) -> list[Chip]:
    """Factors held (TGC-repl.2), installations (TGC-area.22), the French (TGC-area.6)."""
    world = s.world
    held = [
        ("factors-allied", phrase("Allied factors"), 0, ALLIED),
        ("factors-german", phrase("German factors"), 1, GERMAN),
    ]
    note = phrase("replacement factors held")
    out = [Chip(id, label, str(s.factors[n]), note, "TGC-repl.2", side) for id, label, n, side in held]
    taken = ", ".join(world.place(h) for h in s.captured) or phrase("none captured yet")
    value = f"{len(s.captured)}/{len(world.chart.installations)}"
    out.append(Chip("installations", phrase("Installations"), value, taken, "TGC-area.22b", ALLIED))
    return [*out, french(s)]


def french(s: State) -> Chip:
    """TGC-area.6b."""
    turn = s.world.tables["availability"]["free_french_from_turn"]
    if s.french:
        value, note = phrase("free"), phrase("the French divisions may be used")
    elif area.france_is_free(s):
        value = phrase("waiting")
        note = phrase("from turn {turn}; no German stands in France outside fortresses", turn=turn)
    else:
        value = phrase("waiting")
        note = phrase("from turn {turn}, when no German stands in France outside fortresses", turn=turn)
    return Chip("french", phrase("French divisions"), value, note, "TGC-area.6b", ALLIED)
