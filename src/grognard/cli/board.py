"""The map as text, for both grains of hexes. Each hex has three short lines: what is printed there, who stands there,
and the name that had to make room. On a screen with colours they lie on the ground of the hex.

1728 .    1828 b6   1928 ~          pointy: rows of hexes, every other one pushed half a hex to the east;
Utah      (4 29)    ~               rivers run beneath as `=====` and between as `|`
     =====Omaha
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .face import Face, Piece

WIDE = 10
MARKS = {"river": ("=", "|"), "closed": ("X", "X")}


class Canvas:
    """Characters with what they are, and what lies under them."""

    def __init__(self, width: int, height: int) -> None:
        self.text = [[" "] * width for _ in range(height)]
        self.kind = [[""] * width for _ in range(height)]
        self.ground = [[""] * width for _ in range(height)]

    def put(self, x: int, y: int, text: str, kind: str = "") -> None:
        if not 0 <= y < len(self.text):
            return
        row, kinds = self.text[y], self.kind[y]
        for n, c in enumerate(text):
            if 0 <= x + n < len(row):
                row[x + n], kinds[x + n] = c, kind

    def fill(self, x: int, y: int, wide: int, deep: int, ground: str) -> None:
        for row in self.ground[y : y + deep]:
            row[x : x + wide] = [ground] * len(row[x : x + wide])

    def squeeze(self, x: int, y: int, text: str, kind: str) -> None:
        """Put it where the rivers leave room for it, or for half of it."""
        free = "".join(self.text[y][x : x + WIDE - 1])
        room = free.rstrip() if free[:1] != " " else ""
        width = len(free) - len(room) if room else len(free.partition("=")[0].partition("X")[0])
        if width >= min(len(text), 4):
            self.put(x + len(room), y, text[:width], kind)

    def lines(self) -> Iterator[list[Piece]]:
        for row, kinds, grounds in zip(self.text, self.kind, self.ground):
            line: list[Piece] = []
            for c, kind, ground in zip(row, kinds, grounds):
                kind = f"{ground} {kind}".strip()
                if line and line[-1][1] == kind:
                    line[-1] = (line[-1][0] + c, kind)
                else:
                    line.append((c, kind))
            yield line


def most(width: int) -> int:
    """How far to each side a screen reaches."""
    return max(1, ((width - WIDE // 2) // WIDE - 1) // 2)


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
            if ground := face.terrain(view, hex):
                canvas.fill(x, y, WIDE, deep, f"{ground}{(column + row) % 2}")
            head, body, *name = [*face.cell(view, hex), ("", ""), ("", "")][:3]
            canvas.put(x, y, head[0][: WIDE - 1], head[1])
            canvas.put(x, y + 1, body[0][: WIDE - 1], body[1])
            for n, step in enumerate(grid.steps):
                if hex + step in grid and (kind := face.edge(view, hex, hex + step)):
                    draw_edge(canvas, x, y, grid.directions[n], grid.pointy, kind)
            canvas.squeeze(x, y + 2, *name[0])
    lines = list(canvas.lines())
    while lines and not "".join(t + kind for t, kind in lines[-1]).strip():
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
        x, y = (column * 2 + push, row) if grid.pointy else (column * 2, row * 2 + push)
        if ground := face.terrain(view, hex):
            canvas.fill(x, y, 2, 1 if grid.pointy else 2, f"{ground}0")
        canvas.put(x, y, sign, kind)
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
