"""Clauses, tables, scenarios, records as data: what is looked up rather than played."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from ..board.names import Unknown, hint
from ..kernel.game import Game
from ..kernel.system import System
from ..systems import IDS, find
from .errors import NO, Off
from .screen import Screen


def out_json(screen: Screen, data: Any) -> None:
    """One line of JSON."""
    screen.out.write(to_json(data).decode() + "\n")


def to_json(data: Any) -> bytes:
    def other(x: Any) -> Any:
        from fractions import Fraction

        from ..kernel.state import World

        if isinstance(x, World):
            return x.key
        if isinstance(x, Fraction):
            return str(x)
        if isinstance(x, Mapping):
            return dict(x)
        raise NotImplementedError(type(x).__name__)

    return msgspec.json.encode(data, enc_hook=other)


def digest(game: Game[Any]) -> str:
    """A fingerprint of the position: two games that stand alike have the same."""
    return hashlib.sha256(game.system.codec.to_json(game.state)).hexdigest()


def game_json(game: Game[Any], view: Any) -> bytes:
    """The log and the position for a program."""
    log = [
        {"n": n, "by": e.by or "dice", "action": game.text(e.action), "events": list(e.events)}
        for n, e in enumerate(game.log, 1)
    ]
    return to_json(
        {
            "scenario": game.world.key,
            "options": game.options,
            "over": game.over,
            "verdict": game.verdict,
            "digest": digest(game),
            "log": log,
            "view": view,
        }
    )


# ---- scenarios


def scenarios(screen: Screen, json: bool = False) -> None:
    """Every scenario, as a player chooses one."""
    systems = [find(id) for id in IDS]
    if json:
        rows = [
            {**msgspec.to_builtins(about), "system": s.id, "options": options_of(s, about.id)}
            for s in systems
            for about in s.scenarios()
        ]
        out_json(screen, rows)
        return
    for s in systems:
        screen.title(s.title)
        for about in s.scenarios():
            screen.say(f"{about.id}: {about.title}", "bold")
            screen.say(f"    {about.turns}, about {length(about.minutes)}, {' against '.join(about.sides)}")
            screen.say(f"    {about.blurb}")
            for o in options_of(s, about.id):
                values = ", ".join(o["values"])
                screen.say(f"    --option {o['name']}={o['default']} ({values}): {o['why']} [{o['clause']}]")
        for note in dict.fromkeys(a.reconstructed for a in s.scenarios() if a.reconstructed):
            screen.say(f"Reconstructed: {note}")


def options_of(system: System[Any], scenario: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = msgspec.to_builtins(system.options(scenario.partition("/")[2]))
    return found


def count(n: int, what: str) -> str:
    """1 action, 2 actions."""
    return f"{n} {what}{'' if n == 1 else 's'}"


def length(minutes: int) -> str:
    return f"{minutes} minutes" if minutes < 120 else f"{minutes // 60} hours"


# ---- clauses


def clean(text: str) -> str:
    """Our wording without the marks of Markdown."""
    return re.sub(r"(?<!\w)[*`]+|[*`]+(?!\w)", "", text)


def system_of(clause: str) -> System[Any]:
    prefix = clause.partition("-")[0].upper()
    systems = [find(id) for id in IDS]
    for system in systems:
        if system.prefix == prefix:
            return system
    known = ", ".join(s.prefix for s in systems)
    raise Unknown(f"no system has clauses that begin with {prefix!r}; there are {known}")


def matching(clause: str) -> dict[str, str]:
    """The clause, or those of a chapter, or the lettered parts of one number."""
    system = system_of(clause)
    known = system.clauses()
    low = clause.lower()
    exact = {k: v for k, v in known.items() if k.lower() == low}
    if exact:
        return exact
    found = {k: v for k, v in known.items() if part_of(k.lower(), low)}
    if not found:
        near = hint(clause, tuple(known)) or hint(
            clause, tuple(dict.fromkeys(k.partition(".")[0] for k in known))
        )
        raise Unknown(f"no clause is called {clause!r}{near}")
    return found


def part_of(clause: str, asked: str) -> bool:
    """TGC-inv.8a is part of TGC-inv.8, of TGC-inv and of TGC; TGC-inv.80 is no part of TGC-inv.8."""
    if not clause.startswith(asked):
        return False
    rest = clause[len(asked) :]
    return not rest[0].isdigit() if asked[-1].isdigit() else not rest[0].isalpha()


def rule(screen: Screen, clause: str, json: bool = False) -> None:
    found = matching(clause)
    if json:
        out_json(screen, found)
        return
    if "." not in clause and len(found) > 1 and "-" not in clause:  # a whole system: its chapters
        chapters: dict[str, int] = {}
        for key in found:
            chapters[key.partition(".")[0]] = chapters.get(key.partition(".")[0], 0) + 1
        for chapter, n in chapters.items():
            screen.say(f"{chapter}: {n} clauses")
        return
    for key, text in found.items():
        screen.say(f"{key}: {clean(text)}")


# ---- tables


def keys_of(pairs: Sequence[str]) -> dict[str, str]:
    out = {}
    for pair in pairs:
        name, sep, value = pair.partition("=")
        if not sep or not name:
            raise Off(f"say KEY=VALUE, not {pair!r}")
        out[name] = value
    return out


def table(screen: Screen, system: str, name: str, pairs: Sequence[str], json: bool = False) -> None:
    found = find(system).table(name, keys_of(pairs))
    if json:
        out_json(screen, found)
    elif isinstance(found, Mapping):
        show_table(screen, found)
    elif isinstance(found, list) and found and isinstance(found[0], Mapping):
        grid_of(screen, list(found[0]), [list(row.values()) for row in found])
    else:
        screen.say(text(found))


def data(screen: Screen, system: str, folder: Path) -> None:
    """Our files, as a start for those of the owner."""
    files = find(system).files()
    if not files:
        raise Off(f"{find(system).title} is played by our data only", NO)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if there := [name for name in files if (folder / name).exists()]:
            raise Off(f"{folder / there[0]} is there already", NO)
        for name, text in files.items():
            (folder / name).write_text(text, encoding="utf-8", newline="\n")
    except OSError as e:
        raise Off(f"{folder}: {e.strerror}", NO) from None
    screen.say(f"{', '.join(files)} are in {folder}. Change them, and play with --data {folder}.")


def grid_of(screen: Screen, columns: list[str], rows: list[list[Any]]) -> None:
    """Rows that their first cell does not tell apart, as those of a table of dice, are numbered."""
    if len({str(row[0]) for row in rows}) < len(rows):
        columns, rows = ["", *columns], [[n, *row] for n, row in enumerate(rows, 1)]
    screen.table(columns, [[text(x) for x in row] for row in rows])


def text(value: Any) -> str:
    """A cell as players write it."""
    if value is None:
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(text(v) for v in value)
    if isinstance(value, Mapping):
        return ", ".join(f"{k} {text(v)}" for k, v in value.items())
    return str(value)


PEDIGREE = ("provenance", "how", "note", "clauses")


def show_table(screen: Screen, found: Mapping[str, Any]) -> None:
    grid = "columns" in found and "rows" in found
    if grid:
        columns, rows = list(found["columns"]), found["rows"]
        grid_of(screen, columns, rows)
    for key, value in found.items():
        if key in PEDIGREE or (grid and key in ("columns", "rows")):
            continue
        screen.say(f"{key}: {text(value)}")
    for key in PEDIGREE:
        if key in found:
            screen.say(f"{key}: {' '.join(text(found[key]).split())}")
