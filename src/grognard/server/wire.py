"""What is asked of the server and what it answers. With `kernel/show.py` the one definition of every type on the wire:
the OpenAPI document and the client's TypeScript are made from these structs."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, field

from ..kernel.show import Board, Choices, Shade, Shown, Told

Text = Annotated[str, Meta(max_length=1_000)]
Line = Annotated[str, Meta(max_length=2_000)]
Name = Annotated[str, Meta(max_length=60)]
Key = Annotated[str, Meta(min_length=1, max_length=64)]
Token = Annotated[str, Meta(min_length=20, max_length=64, pattern="^[A-Za-z0-9_-]+$")]
Step = Annotated[int, Meta(ge=0, le=1_000_000)]
Names = Annotated[tuple[Key, ...], Meta(max_length=200)]


# ---- what goes wrong


class Problem(Shown, frozen=True):
    """Every answer with a status of 400 or more. A refusal of the rules has its `clause` and our wording of it; a stale
    version the present one; a record that does not replay its line."""

    status: int
    why: str
    clause: str = ""
    rule: str = ""
    version: int = -1
    line: int = 0


# ---- the lobby


class Choice(Shown, frozen=True):
    """A switch of the rules, fixed for a game."""

    name: str
    default: str
    values: tuple[str, ...]
    clause: str
    why: str


class ScenarioCard(Shown, frozen=True):
    id: str
    system: str
    system_title: str
    title: str
    turns: str
    minutes: int
    sides: dict[str, str]  # id: as players call it
    blurb: str
    reconstructed: str = ""
    options: tuple[Choice, ...] = ()
    players: tuple[str, ...] = ()  # the computer players there are, best first


class Rules(Shown, frozen=True):
    """Our wording of every clause, in the order of the book."""

    system: str
    title: str
    prefix: str
    clauses: dict[str, str]
    chapters: dict[str, str] = field(default_factory=dict)  # TGC-move: Movement


class Rule(Shown, frozen=True):
    clause: str
    text: str


class NewGame(Shown, frozen=True):
    """`seats` says who plays each side: "me", "open" (a friend, by a link), or the name of a computer player. `word` is
    mixed into the seed of the dice."""

    scenario: Key
    seats: Annotated[dict[Key, Key], Meta(max_length=8)]
    options: Annotated[dict[Key, Key], Meta(max_length=20)] = field(default_factory=dict)
    title: Name = ""
    name: Name = ""  # what the others call me
    word: Name = ""


class Import(Shown, frozen=True):
    """A game goes on from its record."""

    record: Annotated[str, Meta(max_length=2_000_000)]
    seats: Annotated[dict[Key, Key], Meta(max_length=8)]
    title: Name = ""
    name: Name = ""
    word: Name = ""


class GameMade(Shown, frozen=True):
    """`token` holds the sides of whoever made the game; `invites` has a token for each open seat. The commitment binds
    the seed of the dice: it is sha256("grognard|" + seed)."""

    game: str
    token: str
    invites: dict[str, str]
    commitment: str


class Mine(Shown, frozen=True):
    tokens: Annotated[tuple[Token, ...], Meta(max_length=200)]


class SeatCard(Shown, frozen=True):
    """`present`: somebody with the token of this seat has the page open."""

    kind: Literal["person", "computer", "open"]
    name: str = ""
    present: bool = False


class Verdict(Shown, frozen=True):
    """How a game ended; no side: a draw."""

    side: str | None
    clause: str
    why: str


class GameCard(Shown, frozen=True):
    """A game in the list of mine; `token` says by its place in the question which token it was found by."""

    game: str
    token: int
    scenario: str
    title: str
    scenario_title: str
    holds: tuple[str, ...]
    sides: dict[str, str]
    seats: dict[str, SeatCard]
    version: int
    made: str
    last: str
    turn: str = ""
    headline: str = ""
    asks: str | None = None
    your_turn: bool = False
    held: bool = False  # the computer waits, for it was told to
    over: bool = False
    verdict: Verdict | None = None
    broken: str = ""  # why it can no longer be played: its line, its clause


# ---- a game


class TakeBack(Shown, frozen=True):
    """`can`: the last choice can be taken back, so that `to` actions are left. Back to any step from `least` on is
    open; `why` says what stands in the way before that."""

    can: bool
    to: int = 0
    least: int = 0
    why: str = ""


class Thinking(Shown, frozen=True):
    """The computer is at it."""

    side: str
    player: str
    since: str
    done: int = 0  # actions of this spell so far


class Game(Shown, frozen=True):
    """A game as a seat sees it. `actions` counts those that stand: it is the number of the present moment. `version`
    counts the lines of the log, with all that was taken back."""

    game: str
    scenario: str
    title: str
    version: int
    actions: int
    side: str  # whose view it is; empty: a spectator's
    holds: tuple[str, ...]
    sides: dict[str, str]
    seats: dict[str, SeatCard]
    asks: str | None
    your_turn: bool
    prompt: str
    board: Board
    choices: Choices
    take_back: TakeBack
    redo: bool
    commitment: str
    over: bool = False
    verdict: Verdict | None = None
    draw_offered_by: str = ""
    thinking: Thinking | None = None
    picks_for: str = ""  # the computer's side whose action is chosen here by its human opponent
    studied: bool = False  # throws were taken back
    seed: str = ""  # once the game is over
    held: bool = False  # the computer waits, for it was told to
    options: dict[str, str] = field(default_factory=dict)
    parent: str = ""  # the game it branched from


class Submit(Shown, frozen=True):
    """An action by its text. The same `id` sent again is answered as the first time."""

    version: Step
    action: Text
    id: Key


class LogLine(Shown, frozen=True):
    """A line of the log. `n`: its place, and the version it made; `step`: the moment it leads to. `kind`: action, dice,
    back, again, resign, draw, hold. `by` is empty where chance decided. `action` is empty where the seat may not know it."""

    n: int
    step: int
    kind: str
    by: str
    action: str
    told: tuple[Told, ...]
    turn: str
    phase: str
    at: str
    faces: tuple[int, ...] = ()
    throw: int = 0  # the number of the throw
    undone: bool = False
    studied: bool = False


class Done(Shown, frozen=True):
    """The lines that it wrote, with the throws that followed at once."""

    version: int
    lines: tuple[LogLine, ...]
    asks: str | None
    your_turn: bool
    over: bool = False


class Ask(Shown, frozen=True):
    action: Text


class Ruling(Shown, frozen=True):
    """What an action would be: its canonical text, and what forbids it, with our wording of the clause. Without a text
    nothing is meant."""

    action: str = ""
    breach: Told | None = None
    rule: str = ""


class FightAsk(Shown, frozen=True):
    attackers: Names
    defenders: Names
    switches: Names = ()


class Shaded(Shown, frozen=True):
    version: int
    shade: Shade


class Moment(Shown, frozen=True):
    """The position after `n` actions, and the action that led there."""

    n: int
    board: Board
    line: LogLine | None = None


class Back(Shown, frozen=True):
    """Take back all after the first `to` actions."""

    version: Step
    to: Step


class At(Shown, frozen=True):
    version: Step


class Resign(Shown, frozen=True):
    version: Step
    side: Key


class Draw(Shown, frozen=True):
    version: Step
    side: Key
    what: Literal["offer", "accept", "decline", "withdraw"]


class Hold(Shown, frozen=True):
    """The computer waits where it is, or goes on."""

    held: bool


class Branch(Shown, frozen=True):
    """A table of its own that begins with the first `n` actions. `seats` as in NewGame; none: I hold all sides."""

    n: Step
    seats: Annotated[dict[Key, Key], Meta(max_length=8)] = field(default_factory=dict)
    title: Name = ""


class Seat(Shown, frozen=True):
    """What the others call me."""

    name: Name


class ChatSay(Shown, frozen=True):
    text: Annotated[str, Meta(min_length=1, max_length=1_000)]


class ChatLine(Shown, frozen=True):
    """`by`: the sides of whoever spoke; none: a spectator."""

    n: int
    by: tuple[str, ...]
    name: str
    text: str
    at: str


class Notes(Shown, frozen=True):
    """The notepad of a seat: nobody else reads it."""

    text: Annotated[str, Meta(max_length=20_000)]


class Health(Shown, frozen=True):
    version: str
    games: int
    sockets: int


# ---- live


class Hello(Shown, frozen=True, tag="hello", tag_field="kind"):
    """The first message of a page: who it is, and the version it has seen (-1: none)."""

    token: Annotated[str, Meta(max_length=64)] = ""
    since: Annotated[int, Meta(ge=-1, le=1_000_000)] = -1
    side: Annotated[str, Meta(max_length=64)] = ""


class Push(Shown, frozen=True):
    """`kind`: hello (the answer to Hello, with the lines since), moved, back, chat, thinking, seat, over. `version` is
    the present one: who has another fetches the game. `lines` are the new lines as this seat may see them."""

    kind: Literal["hello", "moved", "back", "chat", "thinking", "seat", "over"]
    version: int
    asks: str | None = None
    your_turn: bool = False
    over: bool = False
    lines: tuple[LogLine, ...] = ()
    chat: ChatLine | None = None
    thinking: Thinking | None = None
    seats: dict[str, SeatCard] = field(default_factory=dict)
