"""What a screen is given. A system fills these structs from a side's view; server and client know nothing else of it.

Units go by their ids, hexes by their numbers. Whatever a player reads comes as a text and, where it stands for
something, with a `key` and `args` beside it, so that a client can say it in the reader's language.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any, Protocol

import msgspec

from ..board.names import Side
from .draft import Event
from .frame import Action
from .view import View


class Shown(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The base of all that is sent."""


class Told(Shown, frozen=True):
    """A sentence. `key` names it for translation ("TGC.Moved"), `args` are what it speaks of."""

    text: str
    key: str = ""
    args: dict[str, str | int | list[str]] = {}
    clause: str = ""
    units: tuple[str, ...] = ()
    hexes: tuple[str, ...] = ()


# ---- what never changes: the map and the counters


class Terrain(Shown, frozen=True):
    """`art` says how to draw it: clear, mountain, city, fortress, zone, dike, woods, sea, lake, neutral, impassable, off."""

    key: str
    name: str
    art: str
    clause: str = ""
    note: str = ""


class Hexsides(Shown, frozen=True):
    """What runs along hexsides: river, closed, ..."""

    kind: str
    sides: tuple[tuple[str, str], ...]
    name: str = ""
    clause: str = ""


class Road(Shown, frozen=True):
    kind: str
    hexes: tuple[str, ...]


class Place(Shown, frozen=True):
    """A name on the map; rank 1 is the largest."""

    hex: str
    name: str
    rank: int = 3


class Mark(Shown, frozen=True):
    """A sign on a hex: `kind` says how to draw it (port, beach, inland, star, installation, arrow, invaded, lost, ...),
    `name` what it is in words; `to` the hex that an arrow points to."""

    hex: str
    kind: str
    name: str
    text: str = ""
    to: str = ""
    clause: str = ""


class Region(Shown, frozen=True):
    """A set of hexes with a name: a country, an area, the land beyond a river. `kind`: border, tint, label."""

    id: str
    name: str
    kind: str
    hexes: tuple[str, ...]
    note: str = ""


class Sheet(Shown, frozen=True):
    """The map. `cells` has a line a row and a letter a hex; `terrain` says what each letter is. Numbers are
    `first_column` + column and `first_row` + row (from below where `up`), written by `habit` CCRR or RRCC. A row (column,
    where flat) whose number from 0 has the parity `shoved` is pushed half a hex."""

    key: str
    columns: int
    rows: int
    pointy: bool
    shoved: int
    first_column: int
    first_row: int
    habit: str
    up: bool
    cells: tuple[str, ...]
    terrain: dict[str, Terrain]
    sides: tuple[Hexsides, ...] = ()
    roads: tuple[Road, ...] = ()
    places: tuple[Place, ...] = ()
    marks: tuple[Mark, ...] = ()
    regions: tuple[Region, ...] = ()


class Counter(Shown, frozen=True):
    """A counter as it is printed. `symbol`: infantry, armor, airborne, hq, ...; `size`: II, III, X, XX, XXXX; `values`
    are printed along the foot, and `value_names` say what they are. `band` is the colour of its stripe; `frames` what stands
    around each value: box, yellow, hexagon, red, or nothing."""

    unit: str
    name: str
    label: str
    side: Side
    symbol: str
    size: str = ""
    kind: str = ""
    nation: str = ""
    values: tuple[str, ...] = ()
    value_names: tuple[str, ...] = ()
    band: str = ""
    frames: tuple[str, ...] = ()


class Printed(Shown, frozen=True):
    """A table of the book, for the rules pane and the combat sheet."""

    id: str
    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    provenance: str
    names: dict[str, str] = {}
    clause: str = ""


class Set(Shown, frozen=True):
    """All that is fixed for a scenario. A picture of it shows at least the hexes of `focus`; none: the whole map. `die`: the
    sides of its dice; `at_once`: an attack is fought when it is declared, there is no list of them."""

    system: str
    title: str
    sides: dict[Side, str]  # as players call them
    sheet: Sheet
    counters: tuple[Counter, ...]
    tables: tuple[Printed, ...]
    reconstructed: str = ""
    focus: tuple[str, ...] = ()
    die: int = 6
    at_once: bool = False


# ---- how things stand


class Piece(Shown, frozen=True):
    """A unit as it is now. `states` are drawn and read out: unsupplied, spent, fresh, interdicted, disrupted, ...
    `values` are the current ones; `left` what it can still move, `notes` what to know of it."""

    unit: str
    values: tuple[str, ...] = ()
    states: tuple[str, ...] = ()
    left: str = ""
    notes: tuple[Told, ...] = ()


class Stack(Shown, frozen=True):
    """Who is known to stand in a hex, top first; `unknown`: how many more, -1 where not even that is known."""

    hex: str
    side: Side
    pieces: tuple[Piece, ...]
    unknown: int = 0


class Box(Shown, frozen=True):
    """A box beside the map: a staging area, the slots of the order of battle."""

    id: str
    title: str
    side: Side
    pieces: tuple[Piece, ...]
    note: str = ""
    clause: str = ""


class Chip(Shown, frozen=True):
    """A number of the strip above the map."""

    id: str
    label: str
    value: str
    note: str = ""
    clause: str = ""
    side: Side = ""


class Crumb(Shown, frozen=True):
    """A step of the sequence of play. `state`: done, now, next."""

    id: str
    label: str
    state: str
    side: Side = ""
    note: str = ""
    clause: str = ""


class Duty(Shown, frozen=True):
    """Something that must still be done. `lost`: it can no longer be, whatever else is done."""

    unit: str
    hex: str
    what: str  # attack, defend, ...
    text: str
    clause: str
    lost: bool = False


class Fight(Shown, frozen=True):
    """A combat on the list. The actions are there where they are legal now."""

    number: int
    attackers: tuple[str, ...]
    defenders: tuple[str, ...]
    arrows: tuple[tuple[str, str], ...]  # from hex, to hex
    odds: str  # the column: 2:1
    ratio: str  # 9 to 4
    switches: tuple[str, ...] = ()
    cancel: str = ""
    resolve: str = ""
    refused: str = ""  # why it cannot be resolved now
    table: str = ""  # the id of the printed table, where several have such a column


class Source(Shown, frozen=True):
    """Where supply comes from."""

    hex: str
    name: str
    kind: str
    range: int
    capacity: int
    used: int
    side: Side = ""
    note: str = ""


class Switch(Shown, frozen=True):
    """A yes or no of the combat that is being put together: close air support, ... Of those with the same `group` exactly
    one is on, the first if none is chosen."""

    word: str
    label: str
    clause: str
    refused: str = ""  # why it is not open now
    group: str = ""  # what is chosen among them: the kind of attack, ...
    note: str = ""  # what it costs


class Dice(Shown, frozen=True):
    """The last throw, as long as it matters."""

    faces: tuple[int, ...]
    column: str = ""
    results: tuple[str, ...] = ()
    text: str = ""


class Overlay(Shown, frozen=True):
    """An overlay that can be asked for; `about` a unit, where it needs one."""

    id: str
    label: str
    side: Side = ""
    about: str = ""


class Board(Shown, frozen=True):
    """The whole position as a side may see it."""

    headline: str
    turn: str
    crumbs: tuple[Crumb, ...]
    chips: tuple[Chip, ...]
    stacks: tuple[Stack, ...]
    boxes: tuple[Box, ...]
    marks: tuple[Mark, ...] = ()
    duties: tuple[Duty, ...] = ()
    duties_note: str = ""
    fights: tuple[Fight, ...] = ()
    fight_phase: bool = False  # combats can be put together now
    switches: tuple[Switch, ...] = ()
    sources: tuple[Source, ...] = ()
    overlays: tuple[Overlay, ...] = ()
    dice: Dice | None = None
    focus: str = ""
    fighting: Fight | None = (
        None  # the combat that is being resolved: its dice are thrown, its losses being taken
    )


# ---- what can be done


class Offer(Shown, frozen=True):
    """An action that is open. `text` is submitted as it is. With a `hex` it is done by clicking there; `way` is the path
    for the eye; `signs`: stops, strategic, fights, ... say what is special about the hex. `key` and `args` stand for the
    label, as in `Told`; the note says what the signs mean. `units`: all that it takes, where it is done once for them
    together. `then`: further actions of the same side on the way, done one by one while nobody else is asked. `against`: the
    hex that is attacked; a screen lets the combat be looked at before it is declared. `leads`: the label names what comes next, not what is done."""

    text: str
    verb: str
    label: str
    unit: str = ""
    hex: str = ""
    note: str = ""
    way: tuple[str, ...] = ()
    signs: tuple[str, ...] = ()
    back: bool = False
    key: str = ""
    args: dict[str, str | int | list[str]] = {}
    units: tuple[str, ...] = ()
    then: tuple[str, ...] = ()
    against: str = ""
    leads: bool = False


class Item(Shown, frozen=True):
    """A unit in a form, with what it is worth there."""

    unit: str
    value: str
    number: int | str  # an exact number: "5/2" for two and a half
    chosen: bool = False


class Form(Shown, frozen=True):
    """A choice of several units at once: losses of an exchange, who is supplied. `at_least` is the sum to reach,
    `at_most` how many may be chosen; the text of the action is the verb and the ids with commas."""

    verb: str
    title: str
    clause: str
    items: tuple[Item, ...]
    at_least: str = ""
    at_most: int = 0


class Choices(Shown, frozen=True):
    """What is offered. `heads`: the units (or words) whose actions are listed when asked for; `main`: the one action
    that goes on, with the reason where it is refused."""

    prompt: Told
    heads: tuple[str, ...] = ()
    single: tuple[Offer, ...] = ()
    main: Offer | None = None
    refused: Told | None = None
    form: Form | None = None
    open: tuple[str, ...] = ()


class Part(Shown, frozen=True):
    """A signed part of a sum."""

    value: str
    why: str
    clause: str
    unit: str = ""


class Sum(Shown, frozen=True):
    what: str
    total: str
    parts: tuple[Part, ...]


class Outcome(Shown, frozen=True):
    """An outcome of a combat with its exact chance. `good` from 0 (worst for the attacker) to 4. `bounds`: the lowest and the
    highest share, where it rests on something hidden; then `share` is the mean, and no chance of anything."""

    chance: str
    share: float
    text: str
    result: str = ""
    good: int = 2
    bounds: tuple[float, float] | None = None
    attackers_lost: tuple[str, ...] = ()
    defenders_lost: tuple[str, ...] = ()
    retreated: tuple[str, ...] = ()
    taken: tuple[str, ...] = ()


class Lane(Shown, frozen=True):
    """A column of the table that chance may lead to."""

    column: str
    chance: str
    share: float


class Candidate(Shown, frozen=True):
    """A unit that may join a combat as it stands, or why it may not."""

    unit: str
    role: str  # attacker, defender
    refused: Told | None = None
    must: str = ""  # the clause that obliges it


class Odds(Shown, frozen=True):
    """The combat sheet: the action it stands for, what forbids it, both sums, the column, and what may come of it."""

    text: str
    title: str
    breach: Told | None = None
    sums: tuple[Sum, ...] = ()
    ratio: str = ""
    column: str = ""
    clause: str = ""
    note: str = ""
    table: str = ""  # the id of the printed table
    columns: tuple[Lane, ...] = ()  # where chance decides on the column
    outcomes: tuple[Outcome, ...] = ()
    candidates: tuple[Candidate, ...] = ()
    switches: tuple[Switch, ...] = ()
    stranded: tuple[Duty, ...] = ()  # duties that could no longer be met with it
    at_once: bool = False  # it is fought when it is declared, and not put on a list


class HexCard(Shown, frozen=True):
    """All there is to know of a hex; `line` is read out when the cursor comes to it."""

    hex: str
    title: str
    line: str
    facts: tuple[Told, ...] = ()


class Lit(Shown, frozen=True):
    hex: str
    text: str = ""
    level: int = 1


class Shade(Shown, frozen=True):
    """An overlay as it is now."""

    id: str
    label: str
    hexes: tuple[Lit, ...]
    lines: tuple[tuple[str, ...], ...] = ()
    note: str = ""


class Show(Protocol):
    """What a system says of itself to a screen: `systems/NAME/show.py` (or a package) has an object `SHOW`. All of it
    is told from a view, so nothing can be told that the side must not know."""

    def set(self, scenario: str) -> Set:
        """Map, counters and tables of a scenario ("great-crusade/beachhead")."""

    def board(self, view: View) -> Board: ...

    def when(self, view: View) -> tuple[str, str]:
        """The turn, and the step of it: under these the log is ordered. Asked often, so it does not look at the board."""

    def choices(self, view: View) -> Choices:
        """What is offered to the side of the view; nothing while another decides."""

    def offers(self, view: View, head: str) -> Sequence[Offer]:
        """The actions of one head: of a unit, or of a word such as `attack`."""

    def aim(self, view: View, unit: str, hex: str) -> Action | Told | None:
        """What a click on a hex would mean for a unit, legal or not, so that a refusal can be explained; or the refusal
        itself, where no single action would mean that."""

    def fight(
        self, view: View, attackers: Sequence[str], defenders: Sequence[str], switches: Sequence[str]
    ) -> Odds:
        """The sheet of a combat that is being put together, or on the list; an incomplete one too."""

    def odds(self, view: View, action: Action) -> Odds:
        """The sheet of an action that brings a combat (an attack, the resolution of one)."""

    def hex(self, view: View, hex: str) -> HexCard: ...

    def shade(self, view: View, overlay: str, unit: str) -> Shade: ...

    def told(self, view: View, event: Event) -> Told | None:
        """An event that this side may see, in a sentence; None: not worth a line. `view` is that after it."""

    def human_picks(self, view: View, action: Action) -> Sequence[Action]:
        """Where the rules leave a choice of the computer's to its human opponent: the actions to choose from."""


def show_of(system: Any) -> Show:
    """How a system shows itself on a screen."""
    package = type(system).__module__.rpartition(".")[0]
    show: Show = import_module(f"{package}.show").SHOW
    return show
