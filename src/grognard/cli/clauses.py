"""Which clauses are cited, and where: every ruling should be found in the code, and in a test that runs.

A citation is a full id in a file of the package, of the browser client, or of their tests: TGC-move.5. A list goes on in its chapter, "TGC-move.5, 6, 12a" or
"TGC-combat.8 to 12", and in its number, "TGC-sea.8a, b". TGC-inv.8 stands for all of 8a to 8f, TGC-inv.8a for itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

import msgspec

from ..board import data
from ..board.names import Unknown, hint
from ..systems import IDS, find
from . import lookup
from .errors import NO, OFF, Off
from .screen import Screen

FULL = re.compile(r"\b([A-Z]{2,4}(?:-[a-z]+)?)[-.](\d+(?:\.\d+)*)([a-z]?)\b")
GAP = r"[\s#]*"
MORE = re.compile(
    rf"(?:{GAP},{GAP}(?:and{GAP}|or{GAP})?|{GAP}(?P<to>to){GAP}|{GAP}(?:and|or){GAP})"
    r"(?:(?P<number>\d+)(?P<letter>[a-z]?)|(?P<alone>[a-z]))"
    r"(?=[,:;.)\]\"']|\s*$|\s+(?:to|and|or)\b)",
    re.MULTILINE,
)


class Key(NamedTuple):
    """A clause: its chapter with the prefix, its number, its letter."""

    chapter: str
    number: str
    letter: str

    @property
    def order(self) -> tuple[tuple[int, ...], str]:
        return tuple(int(x) for x in self.number.split(".")), self.letter


def key(clause: str) -> Key | None:
    found = FULL.fullmatch(clause)
    return Key(found[1], found[2], found[3]) if found else None


def covers(cited: Key, clause: Key) -> bool:
    """TGC-inv.8 covers 8a to 8f; TGC-inv.8a only itself."""
    if (cited.chapter, cited.number) != (clause.chapter, clause.number):
        return False
    return not cited.letter or cited.letter == clause.letter


def citations(text: str) -> Iterator[tuple[Key, Key]]:
    """All citations, as ranges: from, to; a single one twice."""
    at = 0
    while found := FULL.search(text, at):
        last = Key(found[1], found[2], found[3])
        yield last, last
        at = found.end()
        while more := MORE.match(text, at):
            if more["alone"]:
                if not last.letter:
                    break
                here = last._replace(letter=more["alone"])
            else:
                here = last._replace(number=more["number"], letter=more["letter"])
            yield (last, here) if more["to"] else (here, here)
            last, at = here, more.end()


def cited_by(text: str, known: Mapping[str, Key]) -> set[str]:
    """The clauses that a file cites."""
    out: set[str] = set()
    for start, end in citations(text):
        for clause, k in known.items():
            if covers(start, k) or covers(end, k):
                out.add(clause)
            elif start != end and k.chapter == start.chapter:
                last = end.order if end.letter else (end.order[0], "~")
                if start.order <= k.order <= last:
                    out.add(clause)
    return out


class Clause(msgspec.Struct):
    id: str
    text: str
    code: list[str]
    tests: list[str]
    reason: str = ""

    @property
    def lacks(self) -> str:
        words = [what for what, where in (("code", self.code), ("tests", self.tests)) if not where]
        return " and ".join(words)


def checkout() -> Path:
    """The folder with `src` and `tests`."""
    root = Path(str(files("grognard"))).resolve().parent.parent
    if not (root / "src" / "grognard").is_dir() or not (root / "tests").is_dir():
        raise Off("clauses are looked for in the source and the tests: this is no checkout", OFF)
    return root


def reasons(package: str) -> dict[str, str]:
    """Why some clauses are cited by nobody: `data/uncited.toml`, clause or chapter = reason."""
    try:
        table = data.load(package, "uncited.toml")
    except FileNotFoundError:
        return {}
    out: dict[str, str] = {}
    for part in table.values():
        if isinstance(part, Mapping):
            out |= {k: str(v) for k, v in part.items() if k not in ("provenance", "how")}
    return out


def reason(clause: str, known: Mapping[str, str]) -> str:
    """The reason written for a clause itself, its number, or its chapter."""
    k = key(clause)
    names = [clause] if k is None else [clause, f"{k.chapter}.{k.number}", k.chapter]
    return next((known[n] for n in names if n in known), "")


Page = tuple[str, str]
"""A file by its path, and what stands in it."""


def sources(root: Path) -> tuple[list[Page], list[Page]]:
    """The code and the tests, Python and client; what is generated cites nothing."""
    code = [*(root / "src").rglob("*.py"), *(root / "web" / "src").rglob("*.svelte")]
    tests = [*(root / "tests").rglob("*.py")]
    for path in (root / "web" / "src").rglob("*.ts"):
        if not path.name.endswith(".d.ts"):
            (tests if path.name.endswith(".test.ts") else code).append(path)
    return pages(root, code), pages(root, tests)


def pages(root: Path, paths: Iterable[Path]) -> list[Page]:
    return [(str(p.relative_to(root)), p.read_text(encoding="utf-8")) for p in sorted(paths)]


def survey(root: Path, ids: Iterable[str]) -> dict[str, list[Clause]]:
    """Every clause of the systems, with the files that cite it."""
    code, tests = sources(root)
    out: dict[str, list[Clause]] = {}
    for id in ids:
        system = find(id)
        texts = system.clauses()
        known = {c: k for c in texts if (k := key(c)) is not None}
        why = reasons(type(system).__module__.rpartition(".")[0])
        rows = {c: Clause(c, texts[c], [], [], reason(c, why)) for c in texts}
        for where, found in (("code", code), ("tests", tests)):
            for path, text in found:
                if system.prefix in text:
                    for clause in cited_by(text, known):
                        getattr(rows[clause], where).append(path)
        out[id] = list(rows.values())
    return out


def report(screen: Screen, missing: bool, system: str | None, json: bool) -> int:
    """1 where a clause is missing without a written reason."""
    if system is not None and system not in IDS:
        raise Unknown(f"no system is called {system!r}{hint(system, IDS)}")
    found = survey(checkout(), [system] if system else IDS)
    lacking = {id: [c for c in rows if c.lacks] for id, rows in found.items()}
    bad = sum(not c.reason for rows in lacking.values() for c in rows)
    if json:
        lookup.out_json(screen, lacking if missing else found)
    elif missing:
        for rows in lacking.values():
            explain(screen, rows)
    else:
        for id, rows in found.items():
            summary(screen, id, rows)
    return NO if missing and bad else 0


def explain(screen: Screen, rows: list[Clause]) -> None:
    """What is missing for a reason, once for each reason; then what is missing for none, a line each."""
    by_reason: dict[str, list[str]] = {}
    for c in rows:
        if c.reason:
            by_reason.setdefault(c.reason, []).append(c.id)
    for why, ids in by_reason.items():
        screen.say(f"{folded(ids)}: {why}")
    for c in rows:
        if not c.reason:
            screen.say(f"{c.id} not in {c.lacks}: {lookup.clean(c.text.splitlines()[0])}")


def folded(ids: list[str]) -> str:
    """TGC-ui.1 to TGC-ui.42 (42)."""
    if len(ids) < 3:
        return ", ".join(ids)
    chapters = {i.partition(".")[0] for i in ids}
    return f"{ids[0]} to {ids[-1]} ({len(ids)})" if len(chapters) == 1 else ", ".join(ids)


def summary(screen: Screen, id: str, rows: list[Clause]) -> None:
    chapters: dict[str, list[Clause]] = {}
    for c in rows:
        chapters.setdefault(c.id.rpartition(".")[0] if "." in c.id else c.id, []).append(c)
    screen.title(f"{id}: {len(rows)} clauses")
    lines = []
    for name, part in [*chapters.items(), ("all", rows)]:
        open_ = sum(bool(c.lacks) and not c.reason for c in part)
        excused = sum(bool(c.lacks) and bool(c.reason) for c in part)
        lines.append(
            [
                name,
                str(len(part)),
                str(sum(bool(c.code) for c in part)),
                str(sum(bool(c.tests) for c in part)),
                str(excused),
                str(open_),
            ]
        )
    screen.table(
        ["chapter", "clauses", "in code", "in tests", "with a reason", "missing"], lines, (1, 2, 3, 4, 5)
    )
