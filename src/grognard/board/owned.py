"""The owner of a printed game brings his own tables: TOML files in one folder, in the shapes of ours.

Each file says which system it is for. What there is no file for stays ours.
"""

from __future__ import annotations

import hashlib
import os
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from .data import BadData, check
from .names import hint

VARIABLE = "GROGNARD_DATA"

Tables = Mapping[str, Any]

SAID = ("how", "note", "clauses", "blurb", "minutes")
"""What tells of a table and changes no game."""


def folder() -> Path | None:
    """The folder that was named for this process; its children have the same."""
    named = os.environ.get(VARIABLE, "")
    return Path(named).expanduser() if named else None


def read(folder: Path, system: str, names: Sequence[str]) -> dict[str, Tables]:
    """The files of the folder by their names without `.toml`, each with a provenance for every table."""
    if not folder.is_dir():
        raise BadData(f"{folder}: there is no such folder")
    known = tuple(f"{name}.toml" for name in names)
    found = sorted(p.name for p in folder.glob("*.toml"))
    for name in found:
        if name not in known:
            raise BadData(
                f"{folder / name}: no file is called so{hint(name, known)}; there are {', '.join(known)}"
            )
    if not found:
        raise BadData(f"{folder} holds none of {', '.join(known)}")
    return {name.removesuffix(".toml"): parse(folder / name, system) for name in found}


def parse(path: Path, system: str) -> Tables:
    try:
        tables = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as e:
        raise BadData(f"{path}: cannot be read: {e.strerror}") from None
    except UnicodeDecodeError:
        raise BadData(f"{path}: is no UTF-8 text") from None
    except tomllib.TOMLDecodeError as e:
        raise BadData(f"{path}: is no TOML: {e}") from None
    if tables.get("system") != system:
        said = f"not {tables['system']!r}" if "system" in tables else "above all tables"
        raise BadData(f"{path}: it should say system = {system!r}, {said}")
    check(str(path), tables)
    return tables


def mark(files: Mapping[str, Tables], ours: Mapping[str, Tables]) -> str:
    """By which data a game is played, in twelve digits; nothing where they come to the same as ours."""
    differ = {name: bare(t) for name, t in files.items() if bare(t) != bare(ours[name])}
    if not differ:
        return ""
    return hashlib.sha256(msgspec.json.encode(differ, order="deterministic")).hexdigest()[:12]


def bare(value: Any) -> Any:
    if isinstance(value, dict):
        return {k: bare(v) for k, v in value.items() if k not in SAID}
    return [bare(v) for v in value] if isinstance(value, list) else value
