"""The tables that a player looks up (TGC-ui.1), each with its provenance."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ....kernel.show import Printed
from ..forecast import BEST
from ..world import Front


def tables(world: Front) -> tuple[Printed, ...]:
    return (
        crt(world),
        terrain(world),
        areas(world),
        supply(world),
        air(world),
        stacking(world),
        replacements(world),
        victory(world),
    )


def crt(world: Front) -> Printed:
    """TGC-area.3: odds head the columns, the die selects the row."""
    t = world.tables["crt"]
    return Printed(
        id="crt",
        title="Combat results",
        columns=("die", *t["columns"]),
        rows=tuple((str(die), *row) for die, row in enumerate(t["rows"], 1)),
        provenance=t["provenance"],
        names={k: v for k, v in world.tables["crt_results"].items() if k in BEST},
        clause="TGC-crt.5",
    )


def terrain(world: Front) -> Printed:
    t = world.tables["terrain"]
    columns = ("type", "defense", "enter", "stop", "may_stop", "strategic", "zoc", "supply")
    names = {
        "type": "terrain",
        "defense": "defense multiplied by",
        "enter": "may be entered",
        "stop": "ends movement",
        "may_stop": "units may stay",
        "strategic": "strategic movement may begin",
        "zoc": "zones of control",
        "supply": "supply lines",
    }
    rows = [[yes(cell).replace("_", " ") for cell in row] for row in t["rows"]]
    river = world.tables["multipliers"]["river"]
    rows.append(["river, all attackers across", str(river), "yes", "no", "-", "-", "none across", "yes"])
    rows.append(["port, from the sea", str(world.tables["multipliers"]["from_sea"]["port"]), *["-"] * 6])
    return printed("terrain", "Terrain", columns, rows, t, "TGC-combat.29", names)


def areas(world: Front) -> Printed:
    """TGC-ui.10: the limits of each area."""
    t = world.tables["areas"]

    def numbers(limits: tuple[int, int, int], invadable: bool) -> str:
        return ", ".join(map(str, limits)) if invadable else "-"

    rows = [
        [a.name, numbers(a.first, a.invadable), numbers(a.second, a.invadable), str(a.later)]
        for a in world.chart.areas.values()
    ]
    names = {
        "first": "first turn: armor, infantry, airborne",
        "second": "second turn: armor, infantry, airborne",
        "later": "then all units a turn",
    }
    return printed("areas", "Beach areas", ("area", "first", "second", "later"), rows, t, "TGC-inv.8a", names)


def supply(world: Front) -> Printed:
    t = world.tables["supply"]
    kinds = (
        ("successfully invaded hex", t["range_invaded"]),
        ("port or inland port", t["range_port"]),
        ("any other numbered hex", [t["range_bare"]] * 4),
    )
    rows = [[what, *map(str, ranges)] for what, ranges in kinds]
    columns = ("source", "no HQ", "1 HQ", "2 HQs", "3 HQs")
    return printed("supply", "Allied supply range", columns, rows, t, "TGC-supply.16")


def air(world: Front) -> Printed:
    t = world.tables["air"]
    rows = [
        ["close air support", f"+{t['cas_attack_bonus']} attack, one a combat", "TGC-air.3"],
        [
            "unit interdiction",
            "a panzer, panzer grenadier or airborne unit: no strategic movement",
            "TGC-air.7a",
        ],
        ["river interdiction", "a hex: whoever enters it over a river stops", "TGC-air.9a"],
        [
            "close defense support",
            f"a hex: +{t['close_defense_bonus']} defense in each combat",
            "TGC-air.10a",
        ],
        ["carpet bombing", f"two dice, one is taken; {t['carpet_per_game']} in the game", "TGC-air.15"],
    ]
    title = f"Air missions ({t['tactical_per_turn']} a turn)"
    return printed("air", title, ("mission", "effect", "clause"), rows, t, "TGC-air.2")


def stacking(world: Front) -> Printed:
    t = world.tables["stacking"]
    rows = [
        ["German units", str(t["german"])],
        ["Allied units", str(t["allied"])],
        ["Allied units with an HQ", str(t["allied_with_hq"])],
        ["Allied units on a sea hex", str(t["sea_hex"])],
    ]
    return printed("stacking", "Stacking", ("in a hex", "at most"), rows, t, "TGC-move.4")


def replacements(world: Front) -> Printed:
    t = world.tables["replacements"]
    rows = [
        [
            "Allied",
            str(t["allied_first_turn"]),
            f"{t['allied_per_installation']} for each captured installation",
        ],
        ["German", str(t["german_first_turn"]), str(t["german_per_turn"])],
    ]
    columns = ("side", "from turn", "factors a turn")
    return printed("replacements", "Replacements", columns, rows, t, "TGC-repl.8")


def victory(world: Front) -> Printed:
    t = world.tables["victory"]
    ten, four = t["divisions_beyond_rhine"], t["consecutive_turns"]
    rows = [
        [
            "Allied",
            f"{ten} supplied divisions beyond the Rhine at the end of {four} turns in a row",
            "TGC-vic.3",
        ],
        ["Allied", "no German unit on the map at the end of a turn", "TGC-vic.6"],
        [
            "German",
            f"from turn {t['german_wipeout_from_turn']}: no Allied unit on the continent",
            "TGC-vic.9a",
        ],
        ["German", f"the end of turn {t['last_turn']}", "TGC-vic.8"],
    ]
    return printed("victory", "Victory in the campaign", ("side", "wins by", "clause"), rows, t, "TGC-vic.1")


def printed(
    id: str,
    title: str,
    columns: tuple[str, ...],
    rows: Iterable[Iterable[str]],
    table: Mapping[str, Any],
    clause: str,
    names: Mapping[str, str] | None = None,
) -> Printed:
    cells = tuple(tuple(row) for row in rows)
    return Printed(id, title, columns, cells, table["provenance"], dict(names or {}), clause)


def yes(cell: Any) -> str:
    return {True: "yes", False: "no"}[cell] if isinstance(cell, bool) else str(cell)
