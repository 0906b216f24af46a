"""Is a file shaped like ours? Our own file is the pattern: its tables, their keys and columns, and of what kind each value is.

What the values mean, the system that reads them looks at.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from .data import BadData
from .names import hint

Tables = Mapping[str, Any]

HEAD = ("system", "schema")
NOTES = ("how", "note", "clauses", "reconstruction", "house")
"""Keys that any table may have or lack; nothing is read from them."""


def fit(
    file: str, ours: Tables, theirs: Tables, *, free: Collection[str] = (), words: Collection[str] = ()
) -> None:
    """Refuses what ours has and this lacks, and what ours does not know. `free`: tables in tables whose keys are the
    owner's own (hexes, formations). `words`: columns whose cells are words of the rules, so only such as ours has."""
    for key in theirs:
        if key not in ours and key not in HEAD:
            known = tuple(k for k in ours if k not in HEAD)
            raise BadData(f"{file}: no table is called [{key}]{hint(key, known)}")
    for key, pattern in ours.items():
        if key in HEAD:
            continue
        if key not in theirs:
            raise BadData(f"{file}: table [{key}] is missing")
        table = theirs[key]
        if isinstance(pattern, list):
            if not isinstance(table, list):
                raise BadData(f"{file}: [{key}] should be written [[{key}]], one for each")
            for n, one in enumerate(table, 1):
                keyed(f"{file}: [[{key}]] {n}", pattern, one, free)
        elif not isinstance(table, dict):
            raise BadData(f"{file}: {key} should be a table")
        elif isinstance(pattern.get("columns", [0])[0], str):
            keyed(f"{file}: [{key}]", [{**pattern, "rows": []}], {**table, "rows": []}, free)
            grid(f"{file}: [{key}]", pattern, table, words)
        else:
            keyed(f"{file}: [{key}]", [pattern], table, free)


def keyed(where: str, patterns: Sequence[Tables], table: Any, free: Collection[str]) -> None:
    """A table of keys and values: each has a pattern in one of ours at least, and what all of ours have it has, too."""
    if not isinstance(table, dict):
        raise BadData(f"{where} should be a table")
    known = tuple(dict.fromkeys(k for p in patterns for k in p))
    for key, value in table.items():
        if key in ("provenance", *NOTES):
            continue
        if key not in known:
            raise BadData(f"{where}: no key is called {key!r}{hint(key, known)}")
        seen = [p[key] for p in patterns if key in p]
        if isinstance(seen[0], dict):
            inner(f"{where}: {key}", seen, value, key in free)
        elif not any(like(value, s) for s in pooled(seen)):
            raise BadData(f"{where}: {key} should be {kind(seen)}, not {value!r}")
    for key in known:
        if key not in table and key not in NOTES and all(key in p for p in patterns):
            raise BadData(f"{where}: key {key!r} is missing")


def inner(where: str, seen: Sequence[Tables], value: Any, free: bool) -> None:
    if not isinstance(value, dict):
        raise BadData(f"{where} should be a table")
    examples = pooled([v for table in seen for v in table.values()])
    known = tuple(dict.fromkeys(k for table in seen for k in table))
    for key, one in value.items():
        if not free and key not in known:
            raise BadData(f"{where}: no key is called {key!r}{hint(key, known)}")
        if not any(like(one, e) for e in examples):
            raise BadData(f"{where}: {key} should be {kind(examples)}, not {one!r}")


def grid(where: str, pattern: Tables, table: Tables, words: Collection[str]) -> None:
    """A table of columns and rows. The order of the columns is free; cells at the end of a row may be left out where ours
    are."""
    columns, rows = table["columns"], table.get("rows")
    known = tuple(pattern["columns"])
    for name in columns:
        if name not in known:
            raise BadData(f"{where}: no column is called {name!r}{hint(str(name), known)}")
    for name in known:
        if columns.count(name) != 1:
            raise BadData(
                f"{where}: column {name!r} {'is missing' if name not in columns else 'stands twice'}"
            )
    if not isinstance(rows, list) or not all(isinstance(row, list) and row for row in rows):
        raise BadData(f"{where}: rows should be a list of lists")
    full = [[*row, *[None] * (len(known) - len(row))] for row in pattern["rows"]]
    ours = {name: [row[n] for row in full] for n, name in enumerate(known)}
    for row in rows:
        if len(row) > len(columns):
            raise BadData(f"{where}: row {row[0]!r} is longer than its columns")
        for name, value in zip(columns, [*row, *[None] * (len(columns) - len(row))]):
            cell(f"{where}: row {row[0]!r}, {name}", ours[name], value, name in words)


def cell(where: str, examples: Sequence[Any], value: Any, word: bool) -> None:
    if value is None:
        if None not in examples:
            raise BadData(f"{where} is missing")
        return
    given = [e for e in examples if e is not None]
    if not any(like(value, e) for e in pooled(given)):
        raise BadData(f"{where} should be {kind(given)}, not {value!r}")
    if word and value not in given:
        known = tuple(dict.fromkeys(str(e) for e in given))
        raise BadData(f"{where}: {value!r} is no word of the rules{hint(str(value), known)}")
    sizes = {len(e) for e in given if isinstance(e, list)}
    if isinstance(value, list) and len(given) > 1 and len(sizes) == 1 and len(value) not in sizes:
        raise BadData(f"{where} should have {sizes.pop()} values, not {len(value)}")


def pooled(examples: Sequence[Any]) -> list[Any]:
    """Lists taken together, so that any may hold what one of them holds."""
    lists = [e for e in examples if isinstance(e, list)]
    rest = [e for e in examples if not isinstance(e, list)]
    return [*rest, [x for e in lists for x in e]] if lists else rest


def like(value: Any, example: Any) -> bool:
    """Is it of the same kind? What stands in a list is like something in the list of the example, if that holds anything."""
    if isinstance(example, list):
        return isinstance(value, list) and all(any(like(v, e) for e in example) or not example for v in value)
    return type(value) is type(example)


KINDS = {bool: "true or false", int: "a whole number", str: "text", float: "a number", dict: "a table"}


def kind(examples: Sequence[Any]) -> str:
    return " or ".join(dict.fromkeys(kinds(examples)))


def kinds(examples: Sequence[Any]) -> Iterator[str]:
    for e in pooled(examples):
        if isinstance(e, list):
            yield f"a list of {kind(e)}" if e and not isinstance(e[0], list) else "a list"
        else:
            yield KINDS.get(type(e), type(e).__name__)
