"""The combat sheet: both sums part by part, the printed table with its column, and the chances: exact, or between what they
lie where they rest on something hidden."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from fractions import Fraction
from typing import Any

from ..board.names import Unknown
from ..kernel.dist import Dist
from ..kernel.frame import Action
from ..kernel.game import Game
from ..kernel.mods import percent
from ..kernel.notation import NotUnderstood
from ..kernel.ranges import Range, Ranges
from .errors import Off
from .face import Face
from .screen import Screen
from .session import Session


def meant(session: Session, line: str) -> Action:
    """The action whose odds are asked; its verb may be left out: `1,29 on 352 cas`, `2` of the list of combats."""
    kinds = session.game.system.actions
    if not line.split() or any(line.split()[0].lower() == kind.verb for kind in kinds):
        return session.read(line)
    found = []
    for kind in kinds:
        with suppress(NotUnderstood, Unknown):
            a = session.read(f"{kind.verb} {line}")
            if session.face.sheet(session.view, a):
                found.append(a)
    return found[0] if len(found) == 1 else session.read(line)


def chances(game: Game[Any], a: Action) -> Dist[Any] | Ranges[Any]:
    try:
        return game.odds(a)
    except ValueError as e:
        if hasattr(e, "breach"):
            raise
        raise Off(str(e)) from None


def show(screen: Screen, face: Face, view: Any, game: Game[Any], a: Action) -> None:
    found = chances(game, a)
    sheet = face.sheet(view, a)
    screen.title(sheet.get("title", game.text(a)))
    for what, sum_, parts in sheet.get("parts", ()):
        screen.say(f"{what} {sum_}:")
        for value, why, clause in parts:
            screen.say(f"  {value} {why} [{clause}]")
    if column := sheet.get("column"):
        screen.say(f"{sheet['ratio']}: {sheet.get('among', f'column {column}')} [{sheet['clause']}]")
    if note := sheet.get("note"):
        screen.say(note)
    if printed := sheet.get("table"):
        column_of(screen, printed, sheet["column"])
    if isinstance(found, Ranges):
        ranged = [[str(r), screen.bar(float(found.share[x])), str(x)] for x, r in by_share(found)]
        screen.table(["lowest-highest", "", "outcome"], ranged, right=(0,))
        return
    rows = [
        [f"{p}", percent(p), screen.bar(float(p)), str(outcome)]
        for outcome, p in sorted(found.items(), key=lambda x: (-x[1], str(x[0])))
    ]
    screen.table(["chance", "", "", "outcome"], rows, right=(0, 1))


def by_share(found: Ranges[Any]) -> list[tuple[Any, Range]]:
    return sorted(found.items(), key=lambda x: (-found.share[x[0]], str(x[0])))


def column_of(screen: Screen, printed: Mapping[str, Any], column: str) -> None:
    """The printed table around the column, which stands in brackets."""
    heads = list(printed["columns"])
    n = heads.index(column)
    shown = [0, *(i for i in range(max(1, n - 2), min(len(heads), n + 3)))]

    def mark(row: list[str]) -> list[str]:
        return [f"[{row[i]}]" if i == n else row[i] for i in shown]

    screen.table(mark(heads), [mark(row) for row in printed["rows"]])
    seen = dict.fromkeys(row[n] for row in printed["rows"])
    names = printed.get("names", {})
    screen.say("; ".join(f"{result}: {names[result]}" for result in seen if result in names))


def as_data(face: Face, view: Any, game: Game[Any], a: Action) -> dict[str, Any]:
    """The same for a program."""
    found = chances(game, a)
    told = {"action": game.text(a), "sheet": dict(face.sheet(view, a))}
    if isinstance(found, Ranges):
        return {
            **told,
            "rests": found.rests,
            "ways": found.ways,
            "of": found.of,
            "outcomes": [
                {"lowest": str(r.low), "highest": str(r.high), "share": float(found.share[x]), "text": str(x)}
                for x, r in by_share(found)
            ],
        }
    return {
        **told,
        "outcomes": [
            {"chance": str(Fraction(p)), "share": float(p), "text": str(x), "outcome": x}
            for x, p in sorted(found.items(), key=lambda x: (-x[1], str(x[0])))
        ],
    }
