"""Grids of every make, and plain geometry to hold them against."""

from __future__ import annotations

from math import hypot

from hypothesis import strategies as st

from grognard.geometry.hexes import Grid, Hex

HEIGHT = 3**0.5 / 2  # between the lanes, where neighbours lie one apart

makes = st.fixed_dictionaries(
    {
        "columns": st.integers(1, 9),
        "rows": st.integers(1, 9),
        "pointy": st.booleans(),
        "shoved": st.integers(0, 1),
        "habit": st.sampled_from(["CCRR", "RRCC"]),
        "first_column": st.integers(0, 40),
        "first_row": st.integers(0, 40),
        "up": st.booleans(),
    }
)
grids = makes.map(lambda make: Grid(**make))


@st.composite
def grid_and_hexes(draw: st.DrawFn, hexes: int) -> tuple[Grid, list[Hex]]:
    grid = draw(grids)
    return grid, [draw(st.sampled_from(list(grid))) for _ in range(hexes)]


def place(make: dict, number: str) -> tuple[float, float]:
    """Where the hex of this number lies: east and south, with nothing but the number to go by. Printed numbers say
    which lanes are pushed: rows to the east where the hexes stand on a corner, columns to the south elsewhere."""
    a, b = int(number[:2]), int(number[2:])
    column, row = (a, b) if make["habit"] == "CCRR" else (b, a)
    lane = row if make["pointy"] else column
    pushed = 0.5 if lane % 2 == make["shoved"] else 0.0
    x, y = float(column), float(-row if make["up"] else row)
    return (x + pushed, y * HEIGHT) if make["pointy"] else (x * HEIGHT, y + pushed)


def apart(a: tuple[float, float], b: tuple[float, float]) -> float:
    return hypot(a[0] - b[0], a[1] - b[1])


def steps_between(grid: Grid, start: Hex) -> dict[Hex, int]:
    """How far every hex is, by going there."""
    found, edge = {start: 0}, [start]
    while edge:
        edge = list(dict.fromkeys(n for h in edge for n in grid.neighbours[h] if n not in found))
        found.update(dict.fromkeys(edge, max(found.values()) + 1))
    return found
