"""Who sits where. A token is told once; only its mark is kept."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from ..kernel import dice
from .catalog import Catalog
from .problem import Refused
from .store import GameRow, SeatRow, mark, new_id, new_token, now
from .wire import GameMade

ME, OPEN = "me", "open"


class Laid(NamedTuple):
    """A game that is about to be made, its seats, and the answer to whoever made it."""

    row: GameRow
    seats: list[SeatRow]
    made: GameMade


def plain(text: str) -> str:
    """One line, without signs that nobody sees."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


def prose(text: str) -> str:
    """Lines of text, the same."""
    return "\n".join("".join(c for c in line if c.isprintable() or c == "\t") for line in text.splitlines())


def lay(
    catalog: Catalog,
    row: GameRow,
    seats: Mapping[str, str],
    *,
    name: str = "",
    word: str = "",
) -> Laid:
    """Give a game its id, its seed and its seats. `row` says what is played."""
    sides = sides_of(catalog, row)
    for side in (*seats, *sides):
        if side not in sides:
            raise Refused(422, f"the sides are {', '.join(sides)}, not {side[:64]!r}")
        if side not in seats:
            raise Refused(422, f"nobody is named for the {side} side")
    computers = {side: who for side, who in seats.items() if who not in (ME, OPEN)}
    for who in computers.values():
        if who not in catalog.players:
            said = ", ".join((ME, OPEN, *catalog.players))
            raise Refused(422, f"a side is played by one of {said}, not by {who[:64]!r}")
    if len(computers) == len(sides):
        raise Refused(422, "somebody must sit at the table")
    id, token = new_id(), new_token()
    seed = dice.new_seed() + (f"|{plain(word)}" if plain(word) else "")
    commitment = dice.commitment(seed)
    mine = tuple(side for side in sides if seats[side] == ME)
    rows = [SeatRow(mark(token), id, mine, plain(name), now())]
    invites = {side: new_token() for side in sides if seats[side] == OPEN}
    rows += [SeatRow(mark(t), id, (side,), "") for side, t in invites.items()]
    game = GameRow(
        id=id,
        scenario=row.scenario,
        rules=catalog.find(row.scenario.partition("/")[0]).rules,
        options=row.options,
        title=plain(row.title),
        seed=seed,
        commitment=commitment,
        computers=computers,
        made=now(),
        parent=row.parent,
        given=row.given,
        position=row.position,
        board=row.board,
    )
    return Laid(game, rows, GameMade(id, token, invites, commitment))


def sides_of(catalog: Catalog, row: GameRow) -> tuple[str, ...]:
    """Who plays: of a study, which is no scenario, all the sides of its system."""
    about, system = catalog.about(row.scenario), row.scenario.partition("/")[0]
    if about is not None:
        return about.sides
    if not row.position or system not in catalog.ids:
        raise Refused(404, f"no scenario is called {row.scenario[:64]!r}")
    return tuple(catalog.find(system).sides)


def draft(scenario: str, title: str = "", **more: object) -> GameRow:
    """What is played, before it has a seed and seats."""
    fields = {"options": {}, "computers": {}, **more}
    return GameRow(id="", scenario=scenario, rules=0, title=title, seed="", commitment="", made="", **fields)  # type: ignore[arg-type]
