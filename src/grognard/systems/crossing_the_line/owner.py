"""The box of an owner is looked through before anybody plays with it: each fault is one line that names file, table and row.

That the files are shaped like ours is known by then (`board.shape`); here it is asked what the values mean."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any

import msgspec

from ...board import data, shape
from ...board.data import BadData
from ...board.names import Unknown, hint
from . import boxes, starts
from .boxes import Box, Own
from .chart import Side, Tables, problems
from .dice import SIDES
from .schedule import schedule
from .world import Theatre, marked, scenarios

RESULT = re.compile(r"[0-9]r?/[0-9]r?")
NOTES = ("provenance", *shape.NOTES)
PLANNED = ("2609", "4110", "4120", "3509")  # CTL-8.3b


_approved: set[str] = set()


def own() -> Own | None:
    """The owner's box, found fit to be played."""
    mine = boxes.own()
    if mine is not None and mine.mark not in _approved:
        try:
            check(mine.box, mine.mark)
        except BadData as e:
            raise BadData(f"{mine.folder}/{e}") from None
        _approved.add(mine.mark)
    return mine


def check(box: Box, mark: str) -> None:
    """The first fault of a box, if it has one. Worlds are known by their keys, so another box has another mark."""
    for faults in (tables(box["tables"]), units(box["units"], box["tables"]), rest(box)):
        for fault in faults:
            raise BadData(fault)
    for scenario in listed(box).values():
        laid_out(box, scenario, mark)


# ---- tables.toml


def tables(t: Tables) -> Iterator[str]:
    def at(table: str) -> str:
        return f"tables.toml: [{table}]"

    for name, key, wanted in (
        ("ap", "level", range(1, 8)),
        ("interdiction", "turn", range(1, 9)),
        ("turns", "turn", range(1, 9)),
    ):
        yield from once(at(name), key, [r[key] for r in data.rows(t[name])], wanted)
    for r in data.rows(t["ap"]):
        if bad := [x for x in (*r["black"], *r["red"]) if not 1 <= x <= SIDES]:
            yield f"{at('ap')}: level {r['level']}: {bad[0]} AP are out of range: 1 to {SIDES} (CTL-6.3.2a)"
    for r in data.rows(t["interdiction"]):
        if bad := [x for x in r["level"] if not 0 <= x <= 2]:
            yield f"{at('interdiction')}: turn {r['turn']}: {bad[0]} is no Interdiction Level: 0 to 2 (CTL-8.1.2a)"
    steps = t["initiative"]["boxes"]
    if steps != sorted(set(steps)) or steps[:1] != [0] or t["initiative"]["flipped"] not in steps:
        yield f"{at('initiative')}: boxes should rise from 0, and hold `flipped` (CTL-3.1.3b)"
    for name in ("action_cost", "stacking", "us_replacements"):
        for key, value in t[name].items():
            if isinstance(value, int) and not 1 <= value <= SIDES:
                yield f"{at(name)}: {key}: {value} is out of range: 1 to {SIDES}"
    kinds = [r["type"] for r in data.rows(t["terrain"])]
    yield from once(
        at("terrain"), "type", kinds, [r["type"] for r in data.rows(boxes.printed()["tables"]["terrain"])]
    )
    for r in data.rows(t["terrain"]):
        if r["line"] not in t["crt_heads"]:
            yield f"{at('terrain')}: {r['type']}: [crt_heads] has no line {r['line']!r}"
        if r["leg"] < 1 or r["motorized"] < 1:
            yield f"{at('terrain')}: {r['type']}: a hex costs 1 MP or more"
        yield from fractions(f"{at('terrain')}: {r['type']}: tanks", [r["tanks"]])
    sides = [r["type"] for r in data.rows(t["hexsides"])]
    yield from once(
        at("hexsides"), "type", sides, [r["type"] for r in data.rows(boxes.printed()["tables"]["hexsides"])]
    )
    for r in data.rows(t["hexsides"]):
        yield from fractions(f"{at('hexsides')}: {r['type']}: tanks", [r["tanks"]])
        for x in (r["leg"], r["motorized"]):
            if x not in ("all", "no") and not re.fullmatch(r"[0-9](/2)?", x):
                yield f'{at("hexsides")}: {r["type"]}: {x!r} is no cost: MPs, "all" or "no"'
    for name in ("road", "hq_support", "german_losses"):
        yield from fractions(at(name), [v for k, v in t[name].items() if k not in NOTES])
    yield from crt(t)
    yield from chits(t)
    for key, pair in t["combat_support"].items():
        if key not in NOTES and len(pair) != 2:
            yield f"{at('combat_support')}: {key} should have two values: same formation, other formation"
        elif key not in NOTES and any(x > 0 if key in ("defense", "improved") else x < 0 for x in pair):
            yield f"{at('combat_support')}: {key}: support of the attacker adds, of the defender takes away"
    yield from once(at("recovery"), "class", [r["class"] for r in data.rows(t["recovery"])], range(1, 5))
    for r in data.rows(t["recovery"]):
        if bad := [x for x in (r["us"], *r["german"]) if not 0 <= x <= 7]:
            yield f"{at('recovery')}: class {r['class']}: {bad[0]} is out of range: 0 to 7"
    plans = [r["plan"] for r in data.rows(t["victory_plans"])]
    yield from once(
        at("victory_plans"), "plan", plans, [k for k in t["victory_markers"] if k not in ("dummy", *NOTES)]
    )
    for key, count in t["victory_markers"].items():
        if key not in NOTES and count < (key != "dummy"):
            yield f"{at('victory_markers')}: {key}: at least 1 marker (CTL-8.3b)"


def crt(t: Tables) -> Iterator[str]:
    """CTL-7.5.1b to e: a row for each modified die, a head for each column that a line uses."""
    rows, at = t["crt"]["results"], "tables.toml: [crt]"
    if not rows:
        yield f"{at} has no rows"
        return
    for n, row in enumerate(rows, 1):
        if len(row) != len(rows[0]):
            yield f"{at}: row {n} has {len(row)} cells, row 1 has {len(rows[0])}"
        if bad := [x for x in row if not RESULT.fullmatch(x)]:
            yield f'{at}: row {n}: {bad[0]!r} is no result, such as "2r/1" (CTL-7.5.2a)'
    if not RESULT.fullmatch(t["crt"]["below"]):
        yield f'{at}: below: {t["crt"]["below"]!r} is no result, such as "5/0"'
    for line, heads in t["crt_heads"].items():
        if line in NOTES:
            continue
        at = f"tables.toml: [crt_heads] {line}"
        if bad := [x for x in heads if not re.fullmatch("[1-9][0-9]?:[1-9][0-9]?", x)]:
            yield f'{at}: {bad[0]!r} is no ratio, such as "3:1" (CTL-7.5.1b)'
            return
        ratios = [Fraction(*map(int, x.split(":"))) for x in heads]
        if not ratios or ratios != sorted(set(ratios)) or len(ratios) > len(rows[0]):
            yield f"{at}: ratios rise from the left, one for each of at most {len(rows[0])} columns (CTL-7.5.1b)"


def chits(t: Tables) -> Iterator[str]:
    """CTL-7.5.1.1b."""
    rows = list(data.rows(t["chits"]))
    if not rows:
        yield "tables.toml: [chits] has no chits"
    yield from once("tables.toml: [chits]", "chit", [r["chit"] for r in rows], range(1, len(rows) + 1))
    for r in rows:
        if bad := [x for e in range(2, 8) for x in r[f"e{e}"] if not 1 <= x <= 9]:
            yield f"tables.toml: [chits]: chit {r['chit']}: {bad[0]} is out of range"


def once(where: str, key: str, found: Iterable[Any], wanted: Iterable[Any]) -> Iterator[str]:
    """Each of the keys has a row, and one only."""
    given, wanted = list(found), list(wanted)
    for x in wanted:
        if given.count(x) != 1:
            yield f"{where}: {key} {x!r} {'is missing' if x not in given else 'stands twice'}"
    for x in given:
        if x not in wanted:
            yield f"{where}: {key} {x!r} is out of range"


def fractions(where: str, values: Iterable[str]) -> Iterator[str]:
    for x in values:
        if not re.fullmatch("[0-9]{1,3}(/[1-9][0-9]?)?", x):
            yield f'{where}: {x!r} is no number, such as "1/2"'


# ---- units.toml


def units(t: Tables, tables: Tables) -> Iterator[str]:
    """CTL-3.2, CTL-3.3: what counters must be in themselves, `world.order_of_battle` says; here, whom they belong to."""
    listed = {r["id"]: r for r in data.rows(t["formations"])}
    yield from once(
        "units.toml: [formations]", "id", [r["id"] for r in data.rows(t["formations"])],
        [r["id"] for r in data.rows(boxes.printed()["units"]["formations"])],
    )  # fmt: skip
    seen: set[str] = set()
    classes = {r["class"] for r in data.rows(tables["recovery"])}
    for table in (*Side, "hqs"):
        for r in data.rows(t[table]):
            at = f"units.toml: [{table}] {r['id']}"
            if r["id"] in seen or not re.fullmatch(r"[^\s,@]+", r["id"]):
                yield f"{at}: {'stands twice' if r['id'] in seen else 'an id is one word'}"
            seen.add(r["id"])
            if r["formation"] not in listed and (r["formation"] or table == "hqs"):
                yield f"{at}: no formation is called {r['formation']!r}{hint(r['formation'], tuple(listed))}"
            if table == "hqs":
                if not (
                    0 <= r["reaction"] <= SIDES
                    and r["range"] >= 1
                    and 0 <= r["support"] <= 15
                    and r["relocation"] >= 1
                ):
                    yield f"{at}: a rating is out of range (CTL-3.3b)"
                if r["recovery"] not in classes:
                    yield f"{at}: recovery: [recovery] of tables.toml has no class {r['recovery']} (CTL-8.1.1a)"
            elif r["formation"] and listed[r["formation"]]["side"] != table:
                yield f"{at}: {r['formation']} is a formation of the other side"
    for r in data.rows(tables["lending"]):
        for key in ("from", "to"):
            if r[key] not in listed:
                yield f"tables.toml: [lending]: no formation is called {r[key]!r}"


# ---- scenarios.toml, setups.toml, map.toml


def listed(box: Box) -> dict[str, Any]:
    try:
        return scenarios(box)
    except msgspec.ValidationError as e:
        raise BadData(f"scenarios.toml: [[scenario]]: {e}") from None


def rest(box: Box) -> Iterator[str]:
    """That what names another thing names one that there is."""
    known = listed(box)
    ids = [t["id"] for t in box["scenarios"]["scenario"]]
    formations = tuple(r["id"] for r in data.rows(box["units"]["formations"]))
    yield from once("scenarios.toml: [[scenario]]", "id", ids, dict.fromkeys(ids))
    for id, s in known.items():
        at = f"scenarios.toml: {id}"
        if not re.fullmatch("[a-z0-9-]{1,24}", id):
            yield f"{at}: an id is small letters, digits and -"
        if not 1 <= s.first_turn <= s.last_turn <= 8:
            yield f"{at}: turns run from 1 to 8 (CTL-3.1.3a)"
        if s.solo not in ("", "us") or (
            s.solo and (s.formation not in formations or not s.goals or s.activations < 1)
        ):
            yield f'{at}: a game for one has solo = "us", a formation, activations and goals (CTL-10.1)'
        least = list(s.levels.values())
        if not s.title or not least or least != sorted(set(least), reverse=not s.solo):
            yield f"{at}: it has a title, and levels, the best first"
        elif s.solo and least[-1] < s.activations:
            yield f"{at}: levels: the last should be for {s.activations} activations (CTL-10.1h)"
        if bad := [v for v in s.vp if not v.isdigit()]:
            yield f"{at}: vp: {bad[0]!r} is no number of VP"
    for kind in ("setup", "reinforcement", "withdrawal"):
        for n, t in enumerate(box["setups"][kind], 1):
            at = f"setups.toml: [[{kind}]] {n}"
            for id in [t["scenario"]] if kind == "setup" else t["scenarios"]:
                if id not in known:
                    yield f"{at}: no scenario is called {id!r}{hint(id, tuple(known))}"
            for key in ("formation", "assigned_to"):
                if key in t and t[key] not in formations:
                    yield f"{at}: no formation is called {t[key]!r}{hint(t[key], formations)}"
            if t.get("side", "us") not in tuple(Side):
                yield f"{at}: side: us or german, not {t['side']!r}"
            for key in ("entry_hexes", "hq_hexes"):
                if key in t and not t[key]:
                    yield f"{at}: {key}: one hex at least (CTL-8.5a)"
            if not 1 <= t.get("turn", 1) <= 8:
                yield f"{at}: turn {t['turn']}: turns run from 1 to 8"
    given = [t["scenario"] for t in box["setups"]["setup"]]
    yield from once("setups.toml: [[setup]]", "scenario", given, known)


def laid_out(box: Box, scenario: Any, mark: str) -> None:
    """The scenario as it would begin: its map, its counters, its set-up, who comes and who goes."""
    at = f"scenarios.toml: {scenario.id}"
    try:
        world = Theatre(box, scenario, marked(f"{boxes.SYSTEM_ID}/{scenario.id}", mark))
        for number in (*(n for numbers in scenario.vp.values() for n in numbers), *scenario.goals):
            if not world.chart.within >> world.hex(number) & 1:
                raise BadData(f"{at}: {number} is outside the area of the scenario (CTL-3.1g)")
        for key, area in (("rows", scenario.rows), ("columns", scenario.columns)):
            first, last = box["map"]["grid"][key]
            if not first <= area[0] < area[1] <= last:
                raise BadData(f"{at}: {key}: the map has {first} to {last} (CTL-3.1g)")
    except (Unknown, ValueError) as e:
        raise e if isinstance(e, BadData) else BadData(f"{at}: {e}") from None
    for key in ("outer", "inner"):
        for name in box["map"]["westwall"][key]:
            known(f"map.toml: [westwall] {key}", world.grid.hex, name)
    if scenario.campaign:
        for fault in problems(world.chart):
            raise BadData(f"map.toml: {fault}")
        for name in PLANNED:
            if name not in box["map"]["victory"]["towns"]:
                raise BadData(f"map.toml: [victory] towns: {name} is missing (CTL-8.3b)")
    at = f"setups.toml: {scenario.id}"
    try:
        starts.given(world)
    except Unknown as e:
        raise BadData(f"{at}: {e}") from None
    for n, r in enumerate(box["setups"]["reinforcement"], 1):
        if scenario.id in r["scenarios"]:
            for name in (*r["units"], *([r["hq"]] if "hq" in r else ())):
                known(f"setups.toml: [[reinforcement]] {n}", world.unit, name)
            for name in (*r["entry_hexes"], *r.get("hq_hexes", ())):
                known(f"setups.toml: [[reinforcement]] {n}", world.grid.hex, name)
            if "hq" in r and "hq_hexes" not in r:
                raise BadData(f"setups.toml: [[reinforcement]] {n}: key 'hq_hexes' is missing")
    chart = schedule(world)
    back = {leave.formation for leave in chart.leaves if leave.back}  # CTL-8.5.2b
    for u, _ in starts.given(world).places:
        if u in chart.entries and world.counters[u].formation not in back:
            raise BadData(
                f"{at}: {world.unit_ids[u]} stands there from the beginning, and comes as a reinforcement"
            )


def known(where: str, find: Any, name: str) -> None:
    try:
        find(name)
    except ValueError as e:
        raise BadData(f"{where}: {e}") from None
