"""Tables from TOML, each with its pedigree. A table that does not say where it comes from is refused."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import lru_cache
from importlib.resources import files
from typing import Any

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
