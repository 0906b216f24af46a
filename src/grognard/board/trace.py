"""Lines of hexes through open country: supply, command."""

from __future__ import annotations

from ..geometry.hexset import HexSet, Links


def fed(links: Links, sources: HexSet, through: HexSet, steps: int = -1) -> HexSet:
    """Every hex from which a line of at most so many steps leads to a source (-1: any length), if each hex
    between the two ends lies in `through`. The ends themselves are free; a source feeds its own hex."""
    if steps == 0:
        return sources
    region = links.flood(sources, through, steps - 1 if steps > 0 else -1)
    return region | links.ring(region)


def line(links: Links, start: int, sources: HexSet, through: HexSet, steps: int = -1) -> list[int] | None:
    """One shortest such line, from the start to a source, both included; None where there is none."""
    if sources >> start & 1:
        return [start]
    layers, seen, edge = [1 << start], 1 << start, 1 << start
    while steps and edge:
        edge = links.ring(edge) & ~seen
        if edge & sources:
            layers.append(edge & sources)
            return walk_back(links, layers)
        edge &= through
        seen |= edge
        layers.append(edge)
        steps -= 1
    return None


def walk_back(links: Links, layers: list[HexSet], end: int | None = None) -> list[int]:
    """A path from the one hex of layer 0 to `end` (or any hex of the last layer), one hex a layer."""
    here = layers[-1] & -layers[-1] if end is None else 1 << end
    path = [here.bit_length() - 1]
    for layer in reversed(layers[:-1]):
        before = links.ring(here) & layer
        here = before & -before
        path.append(here.bit_length() - 1)
    return path[::-1]
