"""What every system writes alike where it shows itself (`kernel/show`): the geometry of its map, and its actions as buttons."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from ..board.names import Unit, Units
from ..geometry.hexes import Hex
from . import notation
from .frame import Action
from .show import Hexsides, Mark, Offer, Place, Region, Road, Sheet, Terrain, Told
from .state import World


def numbers(world: World, hexes: Iterable[Hex]) -> tuple[str, ...]:
    return tuple(map(world.hex_text, hexes))


def sheet_of(
    world: World,
    letter: Callable[[Hex], str],
    terrain: dict[str, Terrain],
    *,
    sides: Iterable[Hexsides] = (),
    roads: Iterable[Road] = (),
    places: Iterable[Place] = (),
    marks: Iterable[Mark] = (),
    regions: Iterable[Region] = (),
) -> Sheet:
    """The map of a world: its grid, a letter a hex, and what is drawn on it."""
    grid = world.grid
    return Sheet(
        key=world.key,
        columns=grid.columns,
        rows=grid.rows,
        pointy=grid.pointy,
        shoved=grid.shoved,
        first_column=grid.first_column,
        first_row=grid.first_row,
        habit=grid.habit,
        up=grid.up,
        cells=tuple("".join(letter(grid.at(c, r)) for c in range(grid.columns)) for r in range(grid.rows)),
        terrain=terrain,
        sides=tuple(sides),
        roads=tuple(roads),
        places=tuple(places),
        marks=tuple(marks),
        regions=tuple(regions),
    )


def offer_of(
    world: World,
    a: Action,
    told: Told,
    *,
    about: Unit | None = None,
    to: Hex | None = None,
    note: str = "",
    signs: tuple[str, ...] = (),
    way: Iterable[Hex] = (),
    back: bool = False,
    taken: Units = (),
    then: Iterable[Action] = (),
    against: Hex | None = None,
    name: bool = False,
    leads: bool = False,
) -> Offer:
    """An action with what is said of it. `about` and `to` are what is clicked, `taken` all units that it takes, `then` what
    follows of itself, `against` the hex that is attacked; `name`: the text is a name, and keeps its capital; `leads`: it says what
    comes next."""
    return Offer(
        text=notation.text(a, world),
        verb=a.verb,
        label=told.text if name else button(told.text),
        unit="" if about is None else world.unit_text(about),
        hex="" if to is None else world.hex_text(to),
        note=note,
        way=numbers(world, way),
        signs=signs,
        back=back,
        key=told.key,
        args=told.args,
        units=tuple(map(world.unit_text, taken)),
        then=tuple(notation.text(x, world) for x in then),
        against="" if against is None else world.hex_text(against),
        leads=leads,
    )


def button(text: str) -> str:
    """A sentence as it stands on a button; "HQ" keeps its capitals."""
    return text[:1].lower() + text[1:] if text[1:2].islower() else text


def signed(words: Mapping[str, str], signs: Iterable[str], **known: Any) -> str:
    """The signs of an offer in words."""
    return "; ".join(words[sign].format(**known) for sign in signs)
