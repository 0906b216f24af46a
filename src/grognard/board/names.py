"""Names for what stands on a board, and what to say when a name stands for nothing."""

from __future__ import annotations

from typing import NewType

Unit = NewType("Unit", int)
Units = tuple[Unit, ...]
Side = str


class Unknown(ValueError):
    """A name that stands for nothing here: a unit, a place, a hex, an option."""


def hint(text: str, names: tuple[str, ...]) -> str:
    """'; did you mean ...?', where something is close."""
    from difflib import get_close_matches

    close = get_close_matches(text, names, n=3)
    return f"; did you mean {' or '.join(close)}?" if close else ""
