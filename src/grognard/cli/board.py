"""The map as text, for both grains of hexes. Each hex has two short lines: what is printed there, who stands there.

1728 .    1828 b6   1928 ~          pointy: rows of hexes, every other one pushed half a hex to the east;
Utah      (4 29)    ~               rivers run beneath as `=====` and between as `|`
     =====
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .face import Face, Piece

WIDE = 10
MARKS = {"river": ("=", "|"), "closed": ("X", "X")}


class Canvas:
    """Characters with what they are."""

    def __init__(self, width: int, height: int) -> None:
        self.text = [[" "] * width for _ in range(height)]
        self.kind = [[""] * width for _ in range(height)]

    def put(self, x: int, y: int, text: str, kind: str = "") -> None:
        if not 0 <= y < len(self.text):
            return
        row, kinds = self.text[y], self.kind[y]
        for n, c in enumerate(text):
            if 0 <= x + n < len(row):
                row[x + n], kinds[x + n] = c, kind

    def lines(self) -> Iterator[list[Piece]]:
        for row, kinds in zip(self.text, self.kind):
            line: list[Piece] = []
            for c, kind in zip(row, kinds):
                if line and line[-1][1] == kind:
                    line[-1] = (line[-1][0] + c, kind)
                else:
                    line.append((c, kind))
            yield line


def window(grid: Any, centre: int, across: int, down: int) -> tuple[range, range]:
    """Columns and rows around a hex, as far as the map goes."""
    column, row = grid.offset(centre)
    return (
        range(max(0, column - across), min(grid.columns, column + across + 1)),
        range(max(0, row - down), min(grid.rows, row + down + 1)),
    )


def within(grid: Any, columns: range, rows: range) -> Iterator[int]:
    for row in rows:
        for column in columns:
            yield grid.at(column, row)


def pushed(grid: Any, column: int, row: int) -> bool:
    lane = row if grid.pointy else column
    return bool(lane % 2 == grid.shoved)


def picture(face: Face, grid: Any, view: Any, columns: range, rows: range) -> list[list[Piece]]:
    """The hexes of these columns and rows."""
    deep = 3 if grid.pointy else 4
    half = WIDE // 2 if grid.pointy else 2
    canvas = Canvas(len(columns) * WIDE + half, len(rows) * deep + half)
    for row in rows:
        for column in columns:
            hex = grid.at(column, row)
            push = half if pushed(grid, column, row) else 0
            x = (column - columns.start) * WIDE + (push if grid.pointy else 0)
            y = (row - rows.start) * deep + (0 if grid.pointy else push)
            (head, head_kind), (body, body_kind) = face.cell(view, hex)
            canvas.put(x, y, head[: WIDE - 1], head_kind)
            canvas.put(x, y + 1, body[: WIDE - 1], body_kind)
            for n, step in enumerate(grid.steps):
                if hex + step in grid and (kind := face.edge(view, hex, hex + step)):
                    draw_edge(canvas, x, y, grid.directions[n], grid.pointy, kind)
    lines = list(canvas.lines())
    while lines and not "".join(t for t, _ in lines[-1]).strip():
        lines.pop()
    return lines


def draw_edge(canvas: Canvas, x: int, y: int, way: str, pointy: bool, kind: str) -> None:
    """Each hexside is drawn once, by the hex to the west or north of it."""
    flat_mark, tall_mark = MARKS.get(kind, ("-", "|"))
    half = WIDE // 2
    last = x + WIDE - 1
    if pointy:
        if way == "E":
            canvas.put(last, y, tall_mark, kind)
            canvas.put(last, y + 1, tall_mark, kind)
        elif way in ("SW", "SE"):
            canvas.put(x + (half if way == "SE" else 0), y + 2, flat_mark * half, kind)
    elif way == "S":
        canvas.put(x, y + 3, flat_mark * (WIDE - 1), kind)
    elif way in ("NE", "SE"):
        for n in (0, 1) if way == "NE" else (2, 3):
            canvas.put(last, y + n, tall_mark, kind)


def overview(face: Face, grid: Any, view: Any) -> list[list[Piece]]:
    """The whole map, one character a hex."""
    width = grid.columns * 2 + 1
    height = grid.rows if grid.pointy else grid.rows * 2 + 1
    canvas = Canvas(width, height)
    for hex in grid:
        column, row = grid.offset(hex)
        push = 1 if pushed(grid, column, row) else 0
        sign, kind = face.sign(view, hex)
        if grid.pointy:
            canvas.put(column * 2 + push, row, sign, kind)
        else:
            canvas.put(column * 2, row * 2 + push, sign, kind)
    return list(canvas.lines())


DIRECTIONS = {
    "E": "east",
    "W": "west",
    "N": "north",
    "S": "south",
    "NE": "north-east",
    "NW": "north-west",
    "SE": "south-east",
    "SW": "south-west",
}


def around(face: Face, grid: Any, view: Any, hex: int) -> list[str]:
    """The neighbours of a hex, one line each: what a map says to somebody who cannot see it."""
    out = []
    for n, step in enumerate(grid.steps):
        way = DIRECTIONS[grid.directions[n]]
        if hex + step not in grid:
            out.append(f"  {way}: off the map")
            continue
        kind = face.edge(view, hex, hex + step)
        over = {"": "", "river": "over a river, ", "closed": "closed hexside, "}.get(kind, f"{kind}, ")
        out.append(f"  {way}: {over}{face.hex_line(view, hex + step)}")
    return out
