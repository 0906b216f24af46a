"""One definition of every type on the wire: the document and the client's TypeScript are made from the structs."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest

from grognard.kernel.show import Shown
from grognard.server import wire
from grognard.server.app import ROUTES, openapi
from grognard.server.openapi import text

ROOT = Path(__file__).parents[2]
WEB = ROOT / "web"


def test_the_document_of_the_client_is_the_present_one():
    assert (WEB / "openapi.json").read_text() == text(), "make types writes it"


def test_the_types_of_the_client_are_made_from_the_document(tmp_path: Path):
    if not (WEB / "node_modules").is_dir():
        pytest.skip("no modules for the client here: make test fetches them")
    script = json.loads((WEB / "package.json").read_text())["scripts"]["types"]
    words = [str(tmp_path / "wire.d.ts") if x == "src/wire.d.ts" else x for x in shlex.split(script)]
    assert str(tmp_path / "wire.d.ts") in words
    made = subprocess.run(
        [sys.executable, str(ROOT / "hatch_build.py"), "npm", "exec", "--", *words],
        capture_output=True,
        text=True,
        cwd=WEB,
    )
    assert made.returncode == 0, made.stderr
    assert (tmp_path / "wire.d.ts").read_text() == (WEB / "src" / "wire.d.ts").read_text(), "make types"


def structs(kind: Any) -> set[type]:
    """All structs that a type is made of."""
    found: set[type] = set()

    def look(t: Any) -> None:
        for part in getattr(t, "__args__", ()):
            look(part)
        if isinstance(t, type) and issubclass(t, msgspec.Struct) and t not in found:
            found.add(t)
            for field in msgspec.structs.fields(t):
                look(field.type)

    look(kind)
    return found


def test_every_struct_on_the_wire_is_in_the_document_once():
    parts = openapi()["components"]["schemas"]
    kinds = [wire.Problem, wire.Hello, wire.Push]
    kinds += [x for r in ROUTES for x in (r.out, r.body) if x is not None]
    used = set().union(*map(structs, kinds))
    assert {t.__name__ for t in used} == set(parts)
    assert len({t.__name__ for t in used}) == len(used), "two structs of one name"


def test_what_is_asked_has_no_unknown_words_and_every_text_its_length():
    """A body is refused where it says more than was asked, and nothing in it is of any size one likes."""
    for route in ROUTES:
        if route.body is None:
            continue
        for struct in structs(route.body):
            assert issubclass(struct, Shown)
            assert struct.__struct_config__.forbid_unknown_fields, struct
        schema = msgspec.json.schema(route.body)
        for part in schema["$defs"].values():
            for name, field in part["properties"].items():
                assert bounded(field), f"{route.body.__name__}.{name}"


def bounded(field: dict[str, Any]) -> bool:
    match field.get("type"):
        case "string":
            return "maxLength" in field or "enum" in field
        case "array":
            return "maxItems" in field and bounded(field["items"])
        case "object":
            return "maxProperties" in field and bounded(field["additionalProperties"])
        case "integer":
            return "maximum" in field and "minimum" in field
        case "boolean":
            return True
        case None:
            return "enum" in field
    return False


def test_no_token_is_asked_for_in_an_address():
    """Addresses are logged by proxies and kept by browsers: tokens come in a header, or in a message."""
    for path, item in openapi()["paths"].items():
        assert not re.search("token|seed|secret|invite", path)
        for operation in item.values():
            names = {p["name"] for p in operation["parameters"]}
            assert not names & {"token", "seed", "invite", "word"}
