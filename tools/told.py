"""Make the client's English of what the systems say: `.venv/bin/python tools/told.py`.

Two files come of it in `web/src/i18n/told`. `en.json` has the sentences by their keys and the words that arguments stand
for. `words.json` lists what is said without a key, refusals among it: a language has that by these very words, with
`{{name}}` where something stands (`{{#name}}` a number). A test checks that both are current.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

from grognard.kernel.show import Printed, show_of
from grognard.systems import IDS, find

ROOT = Path(__file__).parent.parent
PLACE = ROOT / "web" / "src" / "i18n" / "told"
JUDGES = ("Breach", "Verdict")
"""Whoever returns one of these says why: all its sentences are gathered."""


def catalogue() -> dict[str, str]:
    """By key: the English, as i18next writes it."""
    out: dict[str, str] = {}
    for id in IDS:
        texts = import_module(f"{package(id)}.texts")
        out |= {key: gaps(text) for key, text in texts.TEXTS.items()}
        out |= {
            f"{group}.{word}": gaps(text)
            for group, words in texts.WORDS.items()
            for word, text in words.items()
        }
    return out


def phrases() -> list[str]:
    """All that has no key."""
    out: set[str] = set()
    for id in IDS:
        for path in sorted((ROOT / "src" / package(id).replace(".", "/")).rglob("*.py")):
            out.update(said(ast.parse(path.read_text(encoding="utf-8"))))
        out.update(printed(id))
        out.update(
            text for words in import_module(f"{package(id)}.texts").WORDS.values() for text in words.values()
        )
    return sorted(x for x in out if x.strip() and "{left}" not in x)


def package(id: str) -> str:
    return type(find(id)).__module__.rpartition(".")[0]


def gaps(text: str) -> str:
    return re.sub(r"\{(\w+)\}", r"{{\1}}", text)


# ---- what stands in the code


def said(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "phrase":
            yield gaps(ast.literal_eval(node.args[0]))
        elif isinstance(node, ast.FunctionDef) and node.returns and judges(ast.unparse(node.returns)):
            for line in node.body[bool(ast.get_docstring(node)) :]:
                yield from sentences(line)
        elif isinstance(node, ast.Call) and getattr(node.func, "id", "") in JUDGES:
            yield from sentences(node)


def judges(annotation: str) -> bool:
    return any(word in annotation for word in JUDGES)


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
    return bool(re.search(r"[a-z]{2}", re.sub(r"\{\{\w+\}\}", "", text)))


def part(value: ast.expr, n: int) -> str:
    match value:
        case ast.Constant(str(text)):
            return text
        case ast.FormattedValue(inner):
            return f"{{{{{name_of(inner)}{n}}}}}"
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
    """Scenarios, options, tables."""
    system = find(id)
    show = show_of(system)
    for about in system.scenarios():
        yield from (about.title, about.blurb, about.reconstructed)
        yield from (option.why for option in system.options(about.id.partition("/")[2]))
        for table in show.set(about.id).tables:
            yield from table_of(table)


def table_of(t: Printed) -> Iterator[str]:
    yield t.title
    cells = [*t.columns, *t.names.values(), *(cell for row in t.rows for cell in row)]
    yield from (cell for cell in cells if re.search(r"[a-z]{2}", cell) and not re.match(r"[A-Z]+-", cell))


def write(name: str, what: Any) -> str:
    text = json.dumps(what, indent=2, ensure_ascii=False) + "\n"
    (PLACE / name).write_text(text, encoding="utf-8")
    return text


if __name__ == "__main__":
    PLACE.mkdir(parents=True, exist_ok=True)
    write("en.json", catalogue())
    write("words.json", phrases())
