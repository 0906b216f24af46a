"""Tables from TOML, each with its pedigree. A table that does not say where it comes from is refused."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import lru_cache
from importlib.resources import files
from typing import Any

from .names import Unknown, hint

PEDIGREES = ("printed", "derived", "house")


class BadData(ValueError):
    """A data file that contradicts itself, or hides where a table comes from."""


@lru_cache
def text(package: str, name: str) -> str:
    """A file of `data/` in a system's package."""
    return (files(package) / "data" / name).read_text(encoding="utf-8")


@lru_cache
def load(package: str, name: str) -> Mapping[str, Any]:
    """A TOML file of `data/`, checked for provenance. Do not change what it returns."""
    tables = tomllib.loads(text(package, name))
    check(name, tables)
    return tables


def check(name: str, tables: Mapping[str, Any]) -> None:
    for key, table in tables.items():
        for one in table if isinstance(table, list) else [table]:
            if isinstance(one, dict) and str(one.get("provenance")) not in PEDIGREES:
                raise BadData(f"{name}: table [{key}] does not say whether it is printed, derived or house")


def rows(table: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """A table written as `columns` and `rows`, one dict a row; columns missing at the end of a row are None."""
    columns = table["columns"]
    for row in table["rows"]:
        if len(row) > len(columns):
            raise BadData(f"row {row!r} is longer than its columns {columns!r}")
        yield dict(zip(columns, [*row, *[None] * (len(columns) - len(row))]))


def cells(table: Mapping[str, Any]) -> list[str]:
    """A picture of the map: each line its row number, a space, then one character a hex."""
    out = []
    for n, line in enumerate(table["cells"].strip().splitlines()):
        number, _, row = line.partition(" ")
        if int(number) != n:
            raise BadData(f"row {number} stands where row {n} should")
        out.append(row)
    return out


def lookup(tables: Mapping[str, Any], name: str, keys: Mapping[str, str]) -> Any:
    """A cell, a row or a whole table: rows are chosen by `column=value`, a value of a plain table by `key=name`."""
    listed = tuple(k for k, v in tables.items() if isinstance(v, dict))
    if name not in listed:
        raise Unknown(f"no table is called {name!r}{hint(name, listed)}; there are {', '.join(listed)}")
    table = tables[name]
    if "rows" not in table or "columns" not in table:
        wanted = keys.get("key")
        if wanted is None:
            return dict(table)
        if wanted not in table:
            raise Unknown(f"table {name} has no {wanted!r}{hint(wanted, tuple(table))}")
        return table[wanted]
    if len(table["rows"][0]) != len(table["columns"]):
        return dict(table)
    for key in keys:
        if key not in table["columns"]:
            raise Unknown(f"table {name} has no column {key!r}; there are {', '.join(table['columns'])}")
    found = [r for r in rows(table) if all(str(r[k]).lower() == v.lower() for k, v in keys.items())]
    if not found:
        raise Unknown(f"table {name} has no row with {', '.join(f'{k}={v}' for k, v in keys.items())}")
    return found[0] if len(found) == 1 else found


CLAUSE = re.compile(r"^\s*(?:-\s+)?\*\*([A-Z]{2,4}-[\w.]+)\*\*\s*(.*)$")
CHAPTER = re.compile(r"#+ (?:\d+\. )?(.+?) \(([A-Z]+-[a-z]+)\)")


@lru_cache
def chapters(rules: str) -> Mapping[str, str]:
    """What the chapters are called, by what their clauses begin with: "## 7. Movement (TGC-move)"."""
    return {m[2]: m[1] for line in rules.splitlines() if (m := CHAPTER.match(line))}


def clauses(rules: str) -> Mapping[str, str]:
    """Our wording by clause, from Markdown: a line that begins with the number in bold, and what hangs on it."""
    out: dict[str, str] = {}
    last = ""
    for line in rules.splitlines():
        if found := CLAUSE.match(line):
            last = found[1]
            out[last] = found[2]
        elif line.startswith("#"):
            last = ""
        elif last and line.strip():
            out[last] += "\n" + line.strip()
    return out
