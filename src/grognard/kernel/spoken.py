"""What a position speaks of: every unit and every hex in it, so that those that are not there are found before play."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

import msgspec

from ..board.names import Unit
from ..geometry.hexes import Hex


def spoken(value: msgspec.Struct, but: tuple[str, ...] = ()) -> Iterator[tuple[Any, int]]:
    """Every unit and every hex, told apart by what its field is declared to be; fields of these names are left out, and the
    open steps, which are asked for themselves."""
    yield from within(type(value), value, but)


def within(kind: Any, value: Any, but: tuple[str, ...]) -> Iterator[tuple[Any, int]]:
    if kind is Unit or kind is Hex:
        yield kind, value
    elif get_origin(kind) in (Union, UnionType):
        if value is not None:
            yield from within(next(k for k in get_args(kind) if k is not type(None)), value, but)
    elif get_origin(kind) is tuple:
        kinds = get_args(kind)
        for n, part in enumerate(value):
            yield from within(kinds[0] if kinds[1:] == (...,) else kinds[n], part, but)
    elif isinstance(value, msgspec.Struct):
        for name, declared in fields(type(value)):
            if name not in but:
                yield from within(declared, getattr(value, name), but)


@cache
def fields(kind: type[msgspec.Struct]) -> tuple[tuple[str, Any], ...]:
    """The fields that may speak of units or hexes."""
    hints = get_type_hints(kind)
    return tuple((f.name, hints[f.name]) for f in msgspec.structs.fields(kind) if f.name != "frames")
