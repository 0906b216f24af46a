"""The tables that a player looks up (CTL-3.5a), each with its provenance."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ....board import data
from ....kernel.show import Printed
from ..texts import WORDS, phrase
from ..world import Theatre

Rows = Iterable[Iterable[Any]]


def tables(world: Theatre) -> tuple[Printed, ...]:
    lines = [crt(world, line) for line in world.heads]
    more = (chits, ap, costs, ground, barriers, support, stacking)
    admin = (interdiction, recovery, replacements, reorganization, plans)
    solo = bool(world.scenario.solo)
    return (*lines, *(f(world) for f in more), *(f(world) for f in admin if not solo), victory(world))


def crt(world: Theatre, line: str) -> Printed:
    """CTL-7.5.1b to e: the modified die selects the row; the heads go by the defender's terrain (CTL-3.1.1d)."""
    columns = [f"{h.numerator}:{h.denominator}" for h in world.heads[line]]
    grounds = [WORDS["terrain"][g.type] for g in world.chart.grounds.values() if g.line == line]
    rows = [[str(n), *row[: len(columns)]] for n, row in enumerate(world.crt, 1)]
    title = phrase("Combat results {line}: {terrain}", line=line, terrain=", ".join(grounds))
    return printed(f"crt-{line}", title, ("die", *columns), rows, world.tables["crt"], "CTL-7.5.1e")


def chits(world: Theatre) -> Printed:
    """CTL-7.5.1.1b to d: by Effectiveness, for the left, middle and right column."""
    rows = [[str(n), *("/".join(map(str, by)) for by in chit)] for n, chit in enumerate(world.chits, 1)]
    names = {
        "/": phrase(
            "left, middle, right: attacker hasty, regular, prepared; defender disrupted, undisrupted, improved"
        )
    }
    heads = ("chit", *(f"E{n}" for n in range(2, 8)))
    return printed("chits", phrase("Chits"), heads, rows, world.tables["chits"], "CTL-7.5.1.1b", names)


def ap(world: Theatre) -> Printed:
    """CTL-6.3.2a, CTL-6.4.2c: black, and red for a reaction."""
    black, red = world.ap
    rows = [[str(n), *(f"{b} ({r})" for b, r in zip(black[n], red[n], strict=True))] for n in black]
    heads = (phrase("level"), *map(str, range(1, 11)))
    title = phrase("Action Points: activation (reaction)")
    return printed("ap", title, heads, rows, world.tables["ap"], "CTL-6.3.2a")


def costs(world: Theatre) -> Printed:
    t = world.tables["action_cost"]
    rows = [[WORDS["action"][what], str(t[what])] for what in WORDS["action"] if what in t]
    rows.append([phrase("HQ Relocation"), phrase("the HQ's own")])
    return printed("costs", phrase("Costs of Actions"), (phrase("Action"), "AP"), rows, t, "CTL-7a")


def ground(world: Theatre) -> Printed:
    heads = (phrase("terrain"), phrase("leg"), phrase("motorized"), phrase("ZOC AT"), phrase("ZOC TP"), phrase("AT bonus"), phrase("TP times"), "CRT")  # fmt: skip
    rows = [
        [WORDS["terrain"][g.type], g.leg, g.motorized, yes(g.zoc_at), yes(g.zoc_tank), f"+{g.at_bonus}", g.tanks, g.line]
        for g in world.chart.grounds.values()
    ]  # fmt: skip
    t = world.tables["road"]
    rows.append(
        [phrase("road"), f"{t['us_leg']} US, {t['german_leg']}", t["motorized"], "-", "-", "-", "-", "-"]
    )
    title = phrase("Terrain effects: hexes")
    return printed("terrain", title, heads, rows, world.tables["terrain"], "CTL-3.1.1b")


def barriers(world: Theatre) -> Printed:
    heads = (phrase("hexside"), phrase("leg"), phrase("motorized"), phrase("road waives"), phrase("town waives"), phrase("TP times"), "DRM")  # fmt: skip
    words = {"all": phrase("whole MA"), "no": phrase("never")}
    rows = [
        [
            WORDS["hexside"][b.type], words.get(b.leg, f"+{b.leg}"), words.get(b.motorized, f"+{b.motorized}"),
            yes(b.by_road), yes(b.by_town), b.tanks, b.drm,
        ]
        for b in world.chart.barriers.values()
    ]  # fmt: skip
    title = phrase("Terrain effects: hexsides")
    return printed("hexsides", title, heads, rows, world.tables["hexsides"], "CTL-3.1.2b")


def support(world: Theatre) -> Printed:
    t = world.tables["combat_support"]
    heads = (phrase("who"), phrase("same formation"), phrase("others"))
    rows = [[WORDS["supported"][k], *(f"{n:+}" for n in t[k])] for k in WORDS["supported"]]
    title = phrase("Combat Support, for each hex")
    return printed("support", title, heads, rows, t, "CTL-7.5.1.2g")


def stacking(world: Theatre) -> Printed:
    t = world.tables["stacking"]
    rows = [[phrase("HQs"), t["hq"]], [phrase("AFV types"), t["tank"]], [phrase("infantry types"), t["at"]]]
    return printed(
        "stacking", phrase("Stacking"), (phrase("in a hex"), phrase("at most")), rows, t, "CTL-5.3.1a"
    )


def interdiction(world: Theatre) -> Printed:
    t = world.tables["interdiction"]
    rows = [[r["turn"], *r["level"]] for r in data.rows(t)]
    heads = (phrase("turn"), *map(str, range(1, 11)))
    return printed("interdiction", phrase("Interdiction Level"), heads, rows, t, "CTL-8.1.2a")


def recovery(world: Theatre) -> Printed:
    t = world.tables["recovery"]
    heads = (phrase("class"), "US", phrase("German 0"), phrase("German 1"), phrase("German 2"))
    rows = [[r["class"], f"+{r['us']}", *(f"+{n}" for n in r["german"])] for r in data.rows(t)]
    return printed("recovery", phrase("Recovery of Activation Levels"), heads, rows, t, "CTL-8.1.1a")


def replacements(world: Theatre) -> Printed:
    t = world.tables["us_replacements"]
    rows = [[WORDS["type"][k], n] for k, n in t.items() if isinstance(n, int)]
    title = phrase("US replacement points")
    return printed("replacements", title, (phrase("type"), phrase("points")), rows, t, "CTL-8.4.1a")


def reorganization(world: Theatre) -> Printed:
    t = world.tables["reorganization"]
    rows = [
        [WORDS["type"][k], ", ".join(WORDS["type"][x] for x in givers)]
        for k, givers in t.items()
        if k in WORDS["type"]
    ]
    heads = (phrase("who receives"), phrase("who may be removed for it"))
    return printed("reorganization", phrase("German reorganization"), heads, rows, t, "CTL-8.4.2c")


def plans(world: Theatre) -> Printed:
    t = world.tables["victory_plans"]
    towns = ("2609", "4110", "4120", "3509")
    heads = (phrase("plan"), *towns, phrase("Roer"))
    rows = [[WORDS["plan"][r["plan"]], *(r[n] for n in towns), r["roer"]] for r in data.rows(t)]
    return printed("plans", phrase("Victory Plans: VP"), heads, rows, t, "CTL-8.3b")


def victory(world: Theatre) -> Printed:
    """CTL-10.1h, CTL-10.2f, CTL-10.3e, CTL-10.4d."""
    scenario = world.scenario
    rows = [[WORDS["outcome"][name], str(n)] for name, n in scenario.levels.items()]
    heads = (phrase("result"), phrase("activations, at most") if scenario.solo else phrase("VP, at least"))
    t = {"provenance": "printed"}
    return printed("victory", phrase("Victory"), heads, rows, t, scenario.clause)


def printed(
    id: str,
    title: str,
    columns: Iterable[str],
    rows: Rows,
    table: Mapping[str, Any],
    clause: str,
    names: Mapping[str, str] | None = None,
) -> Printed:
    cells = tuple(tuple(str(x) for x in row) for row in rows)
    return Printed(id, title, tuple(columns), cells, table["provenance"], dict(names or {}), clause)


def yes(cell: bool) -> str:
    return phrase("yes") if cell else phrase("no")
