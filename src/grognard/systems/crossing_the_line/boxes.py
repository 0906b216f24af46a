"""What a game is made from: our five files, or those that the owner of the printed game puts in their place (CTL-3a)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from ...board import data, owned, shape
from ...board.data import BadData
from ...board.names import Unknown
from .chart import PACKAGE, Tables
from .texts import phrase

SYSTEM_ID = "crossing-the-line"
FILES = ("map", "units", "tables", "setups", "scenarios")

Box = Mapping[str, Tables]
"""The five files by name: all that the printed game has in its box."""

FREE = (
    "us",
    "german",
    "assigned",
    "vp",
    "terrain",
)  # tables whose keys are hexes, formations, points, letters
WORDS = ("type", "arm", "class", "side", "corps", "line", "provenance")


class Own(NamedTuple):
    """The box of an owner, and the mark by which his records and games know it."""

    box: Box
    mark: str
    folder: Path


@lru_cache
def printed() -> Box:
    """Our own box."""
    return {name: data.load(PACKAGE, f"{name}.toml") for name in FILES}


def own() -> Own | None:
    """The owner's box, if he named a folder; None where its files come to the same as ours."""
    folder = owned.folder()
    return None if folder is None else opened(folder)


@lru_cache(maxsize=8)
def opened(folder: Path) -> Own | None:
    ours = printed()
    files = owned.read(folder, SYSTEM_ID, FILES)
    try:
        for name, tables in files.items():
            shape.fit(f"{name}.toml", ours[name], tables, free=FREE, words=WORDS)
    except BadData as e:
        raise BadData(f"{folder}/{e}") from None
    mark = owned.mark(files, ours)
    return Own({**ours, **files}, mark, folder) if mark else None


def pedigrees(tables: Tables) -> Iterator[tuple[str, str]]:
    for key, table in tables.items():
        for one in table if isinstance(table, list) else [table]:
            if isinstance(one, dict):
                yield key, one["provenance"]


def box_of(mark: str) -> Box:
    """The box that a key names after its @; without a mark it is ours."""
    if not mark:
        return printed()
    mine = own()
    if mine is None:
        raise Unknown(
            f"this game is played by its owner's data {mark}, and none are loaded: --data or GROGNARD_DATA names their folder"
        )
    if mine.mark != mark:
        raise Unknown(f"this game is played by its owner's data {mark}, and others are loaded: {mine.mark}")
    return mine.box


# ---- what is reconstructed

PARTS = {
    phrase("map"): ("map", ("terrain", "roads", "streams", "roer", "embankments", "dragons_teeth", "westwall", "supply", "victory")),
    phrase("counters"): ("units", ("hqs", "us", "german")),
    phrase("set-ups"): ("setups", ("setup",)),
    phrase("entry hexes"): ("setups", ("reinforcement",)),
    phrase("chits"): ("tables", ("chits",)),
    phrase("combat table"): ("tables", ("crt", "crt_heads")),
}  # fmt: skip

ALL = phrase(
    "Map, counters, set-ups, entry hexes, chits and the combat table are reconstructions: the rulebook prints few of them."
)


def reconstructed(box: Box) -> str:
    """Which parts of the box no printed original vouches for, by the provenance of their tables."""
    found = [
        part
        for part, (file, keys) in PARTS.items()
        if any(key in keys and how != "printed" for key, how in pedigrees(box[file]))
    ]
    if len(found) == len(PARTS):
        return ALL
    if not found:
        return ""
    return phrase("Reconstructed, not taken from the printed game: {parts}.", parts=", ".join(found))
