"""Make the client's English of what the systems say: `.venv/bin/python tools/told.py`.

Two files come of it in `web/src/i18n/told`. `en.json` has the sentences by their keys and the words that arguments stand
for. `words.json` lists what is said without a key, refusals among it, those of the server and of the kernel too: a
language has that by these very words, with `{{name}}` where something stands (`{{#name}}` a number). A test checks that
both are current.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Collection, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

from grognard.kernel.show import Printed, Set, show_of
from grognard.server import lines
from grognard.systems import IDS, find

ROOT = Path(__file__).parent.parent
PLACE = ROOT / "web" / "src" / "i18n" / "told"
JUDGES = ("Breach", "Verdict")
"""Whoever returns one of these says why: all its sentences are gathered."""
NAMED = re.compile(r"\{\{\w+\}\}")
NUMBER = r"[-\d./½⅓⅔¼¾]+"
REFUSALS = {
    *JUDGES,
    *("Refused", "malformed", "unknown", "forbidden", "Ended", "Slow", "TakeBack", "_Parts"),
    *("Unknown", "NotUnderstood", "NoSuchHex", "Malformed", "BadRecord"),
}
"""What these are called with is read by a player."""
SHARED = (
    "server/*.py",
    *(f"kernel/{name}.py" for name in ("frame", "game", "notation", "play", "record", "state")),
    *("board/names.py", "geometry/hexes.py"),
)
"""Where refusals are that no system makes; and the functions that put them together."""
TELLERS = {"hint", "take_back", "bounds", "barred", "draw", "choices", "_head", "live"}


def catalogue() -> dict[str, str]:
    """By key: the English, as i18next writes it."""
    out = {f"log.{key}": gaps(text) for key, text in lines.WORDS.items()}
    for id in IDS:
        texts = import_module(f"{package(id)}.texts")
        said = dict(texts.TEXTS)
        for group, words in texts.WORDS.items():
            said |= {f"{group}.{word}": text for word, text in words.items() if word}
        for key, text in said.items():
            if out.setdefault(key, gaps(text)) != gaps(text):
                raise ValueError(
                    f"{key} is {out[key]!r} elsewhere, and {text!r} in {id}: give it another name"
                )
    return out


def phrases() -> list[str]:
    """All that has no key."""
    out = {
        "'{{name}}'",
        "{{why}} [{{clause}}]",
    }  # what was typed, as Python quotes it; a refusal with its clause
    for pattern in SHARED:
        for path in (ROOT / "src" / "grognard").glob(pattern):
            out.update(said(ast.parse(path.read_text(encoding="utf-8")), TELLERS))
    for id in IDS:
        for path in (ROOT / "src" / package(id).replace(".", "/")).rglob("*.py"):
            out.update(said(ast.parse(path.read_text(encoding="utf-8"))))
        out.update(printed(id))
        texts = import_module(f"{package(id)}.texts").WORDS
        out.update(gaps(text) for words in texts.values() for text in words.values())
    return sorted(x for x in without_numbers({x.strip("; ") for x in out}) if x)


def without_numbers(texts: set[str]) -> set[str]:
    """Where `port for {{count}} units` is there, "port for 3 units" needs no word of its own."""
    moulds = [x for x in texts if "{{" in x and len(NAMED.sub("", x)) > 9]
    made = re.compile("|".join(NUMBER.join(map(re.escape, NAMED.split(x))) for x in moulds))
    return {x for x in texts if "{{" in x or not made.fullmatch(x)}


def package(id: str) -> str:
    return type(find(id)).__module__.rpartition(".")[0]


def gaps(text: str) -> str:
    return re.sub(r"\{(\w+)\}", r"{{\1}}", text)


# ---- what stands in the code


def said(tree: ast.AST, tellers: Collection[str] = ()) -> Iterator[str]:
    for node in ast.walk(tree):
        match node:
            case ast.Call(ast.Name("phrase"), [text]):
                yield gaps(ast.literal_eval(text))
            case ast.Call(ast.Name(id) | ast.Attribute(_, id)) if id in REFUSALS:
                yield from sentences(node)
            case ast.FunctionDef() | ast.AsyncFunctionDef() if node.name in tellers or judges(node.returns):
                for line in node.body[bool(ast.get_docstring(node)) :]:
                    yield from sentences(line)


def judges(annotation: ast.expr | None) -> bool:
    return annotation is not None and any(word in ast.unparse(annotation) for word in JUDGES)


def sentences(node: ast.AST) -> Iterator[str]:
    """Whole texts, not what stands inside of one; a word alone is a name of something."""
    if isinstance(node, ast.JoinedStr):
        text = "".join(part(v, n) for n, v in enumerate(node.values))
        if worded(text):
            yield text
    elif isinstance(node, ast.Constant):
        if isinstance(node.value, str) and " " in node.value and worded(node.value):
            yield node.value
    else:
        for child in ast.iter_child_nodes(node):
            yield from sentences(child)


def worded(text: str) -> bool:
    """Is there anything to translate?"""
    plain = NAMED.sub("", text)
    joins = plain != plain.strip() and " " not in plain.strip()  # " and ".join(...)
    return bool(re.search(r"[a-z]{2}", plain)) and not (joins and plain == text)


def part(value: ast.expr, n: int) -> str:
    match value:
        case ast.Constant(str(text)):
            return text
        case ast.FormattedValue(inner):
            name = name_of(inner)
            return "" if name == "hint" else f"{{{{{name}{n}}}}}"  # a hint is a sentence of its own
    raise AssertionError(ast.dump(value))


def name_of(node: ast.expr) -> str:
    match node:
        case ast.Name(id):
            return id
        case ast.Attribute(_, attr):
            return attr
        case ast.Call(func):
            return name_of(func)
    return "x"


# ---- what stands in the data


def printed(id: str) -> Iterator[str]:
    """Scenarios, options, maps, counters, tables."""
    system = find(id)
    show = show_of(system)
    yield from (system.title, *system.chapters().values())
    for about in system.scenarios():
        yield from (about.title, about.turns, about.blurb, about.reconstructed)
        yield from (option.why for option in system.options(about.id.partition("/")[2]))
        laid = show.set(about.id)
        yield from set_of(laid)
        for table in laid.tables:
            yield from table_of(table)


def set_of(x: Set) -> Iterator[str]:
    """Proper names of places and units are the same in every language."""
    yield from (x.title, *x.sides.values(), *(t for k in x.sheet.terrain.values() for t in (k.name, k.note)))
    yield from (side.name for side in x.sheet.sides)
    yield from (t for region in x.sheet.regions for t in (region.name, region.note))
    yield from (t for c in x.counters for t in (c.kind, *c.value_names))


def table_of(t: Printed) -> Iterator[str]:
    yield t.title
    cells = [*t.columns, *t.names.values(), *(cell for row in t.rows for cell in row)]
    yield from (
        cell for cell in cells if re.search(r"[a-z]{2}|\d HQ", cell) and not re.match(r"[A-Z]+-", cell)
    )


def write(name: str, what: Any) -> str:
    text = json.dumps(what, indent=2, ensure_ascii=False) + "\n"
    (PLACE / name).write_text(text, encoding="utf-8")
    return text


if __name__ == "__main__":
    PLACE.mkdir(parents=True, exist_ok=True)
    write("en.json", catalogue())
    write("words.json", phrases())
