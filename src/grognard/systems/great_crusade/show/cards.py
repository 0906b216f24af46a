"""All there is to know of a hex (TGC-ui.4, 35), and the one sentence in which a screen reader says it."""

from __future__ import annotations

from ....kernel.show import HexCard
from .. import supply
from ..state import State
from ..world import Side
from . import words


def card(s: State, number: str) -> HexCard:
    at = s.world.hex(number)
    return HexCard(
        hex=s.world.hex_text(at),
        title=s.world.place(at),
        line=line(s, number),
        facts=tuple(words.facts(s, at)),
    )


def line(s: State, number: str) -> str:
    """1831 Caen, city (defense x2); German: 21st Panzer 4-4-10; in Allied zones of control."""
    at = s.world.hex(number)
    parts = [words.hex_line(s, at)]
    if zones := [side.capitalize() for side in Side if s.field.zoc[side] >> at & 1]:
        parts.append(f"in {' and '.join(zones)} zones of control")
    if fed := [side.capitalize() for side in Side if supply.feeds(s, side) >> at & 1]:
        parts.append(f"{' and '.join(fed)} supply reaches it")
    return "; ".join(parts)
