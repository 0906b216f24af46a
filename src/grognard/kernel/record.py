"""The record of a game: a header, then one action a line with the dice.

    grognard record 1
    system great-crusade
    scenario france-1944
    rules 1
    seed 7

    1 dice deal historical #93b0d1
    2 german end #5a01c7

The mark after `#` is a checksum over all up to that line, so a line that was changed later is found out. A line
without its end (the power went) is dropped, and said to be. Lines that begin with `;` are notes. `dice@5` is the
fifth throw, where earlier ones were taken back; a last line `back dice@5` says that all throws after it were. A
study, which begins from a position of its own, has that position in its header, and its board where that is its own.

A game played elsewhere says what the seed was bound by before it began (`commitment`), and while it goes on nothing
else: the dice stand in their lines, and whoever goes on with it throws by a new seed. `given 40`: the first forty
actions came from such a record, so their dice are not of this seed.
"""

from __future__ import annotations

import hashlib
import os
import re
import secrets
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from ..board.names import Unknown
from . import dice, notation
from .breach import Illegal
from .codec import Malformed
from .frame import Result
from .game import Game
from .play import apply, chance, decision
from .system import System

FIRST = "grognard record 1"
DICE = "dice"
BACK = "back"


class BadRecord(ValueError):
    """A record that cannot be read or replayed: which line, why, and the clause where a rule stopped it."""

    def __init__(self, line: int, why: str, clause: str = "") -> None:
        super().__init__(f"line {line}: {why}" if line else why)
        self.line, self.why, self.clause = line, why, clause


class Head(NamedTuple):
    """What stands above the actions. Without a seed the record is sealed."""

    key: str  # system and scenario
    rules: int
    options: Mapping[str, str]
    seed: str | None = None
    commitment: str = ""
    given: int = 0
    board: str = ""
    position: str = ""

    def lines(self) -> list[str]:
        system, _, scenario = self.key.partition("/")
        out = [FIRST, f"system {system}", f"scenario {scenario}", f"rules {self.rules}"]
        out += [f"option {name} {value}" for name, value in sorted(self.options.items())]
        if self.seed is not None:
            out.append(f"seed {self.seed}")
        words = ("commitment", "given", "board", "position")
        return [*out, *(f"{word} {value}" for word in words if (value := getattr(self, word))), ""]


class Act(NamedTuple):
    """An action as it is written; `by` is empty where chance decided, in this throw."""

    by: str
    text: str
    throw: int = 0


def head_of(game: Game[Any]) -> Head:
    return Head(
        game.world.key,
        game.system.rules,
        game.options,
        None if game.sealed else game.seed,
        game.commitment,
        sum(e.given for e in game.log),
        game.world.made_of if game.study else "",
        game.system.codec.to_json(game.start.state).decode() if game.study else "",
    )


def write(head: Head, acts: Iterable[Act], throws: int) -> Iterator[str]:
    """A record, line by line, without line ends. `throws`: how many were ever made; those taken back are not made again
    after a `load` either."""
    mark = hashlib.sha256()
    for line in head.lines():
        mark.update(line.encode() + b"\n")
        yield line
    throw = 0
    for n, act in enumerate(acts, 1):
        by = act.by
        if not by:
            by = DICE if act.throw == throw + 1 else f"{DICE}@{act.throw}"
            throw = act.throw
        body = f"{n} {by} {act.text}"
        mark.update(body.encode() + b"\n")
        yield f"{body} #{mark.hexdigest()[:6]}"
    if throws > throw:
        body = f"{BACK} {DICE}@{throws}"
        mark.update(body.encode() + b"\n")
        yield f"{body} #{mark.hexdigest()[:6]}"


def lines(game: Game[Any]) -> Iterator[str]:
    acts = (Act(e.by, notation.text(e.action, game.world), e.throw) for e in game.log)
    return write(head_of(game), acts, game.throws)


def dumps(game: Game[Any]) -> str:
    return "".join(line + "\n" for line in lines(game))


def save(game: Game[Any], path: str | os.PathLike[str]) -> None:
    """Write the whole record; the file is the old one or the new one, never half of it."""
    target = Path(path)
    text = dumps(game)
    name = target.with_name(f".{target.name}.{secrets.token_hex(4)}")
    try:
        with name.open("x", encoding="utf-8", newline="\n") as f:
            f.write(text)
            f.flush()
            os.fsync(f.fileno())
        os.replace(name, target)
    except BaseException:
        name.unlink(missing_ok=True)
        raise


def load(
    path: str | os.PathLike[str],
    find: Callable[[str], System[Any]],
    *,
    to: int | None = None,
    trust: bool = False,
) -> Game[Any]:
    try:
        data = Path(path).read_bytes()
    except OSError as e:
        raise BadRecord(0, f"{path} cannot be read: {e.strerror}") from None
    return loads(data, find, to=to, trust=trust)


def loads(
    data: bytes | str, find: Callable[[str], System[Any]], *, to: int | None = None, trust: bool = False
) -> Game[Any]:
    """Replay a record. `to` stops after so many actions; `trust` reads an edited record by the rules alone."""
    try:
        raw = data if isinstance(data, bytes) else data.encode()
        end = raw.rfind(b"\n") + 1
        rows = raw[:end].decode("utf-8-sig").replace("\r\n", "\n").split("\n")[:-1]
    except UnicodeError:
        raise BadRecord(1, "this is no text, so no record") from None
    last = raw[end:].decode(errors="replace")  # nothing, or a line that was cut off, maybe inside a letter
    game, mark, at, given = _head(rows, last, find)
    if last:
        game.notes.append(f"line {len(rows) + 1} is only half written and was left out: {last[:40]!r}")
    for number, row in enumerate(rows[at:], at + 1):
        if not row.strip() or row.startswith(";"):
            continue
        if to is not None and len(game.log) >= to:
            break
        _line(game, number, row, mark, trust)
    game.log[:given] = [msgspec.structs.replace(e, given=True) for e in game.log[:given]]
    return game


WORDS = ("grognard", "system", "scenario", "rules", "seed", "commitment", "given", "board", "position")
HEX = re.compile(r"[0-9a-f]{64}")


def _head(rows: list[str], last: str, find: Callable[[str], System[Any]]) -> tuple[Game[Any], Any, int, int]:
    if not rows or rows[0] != FIRST:
        raise BadRecord(1, f"this is no grognard record: it should begin with {FIRST!r}")
    mark = hashlib.sha256()
    facts: dict[str, str] = {}
    options: dict[str, str] = {}
    where: dict[str, int] = {}
    at = 0
    for at, row in enumerate(rows, 1):
        if row.startswith(";"):
            continue
        mark.update(row.encode() + b"\n")
        if not row:
            break
        word, _, value = row.partition(" ")
        if word == "option":
            name, _, setting = value.partition(" ")
            options[name] = setting
        elif word in WORDS:
            facts[word], where[word] = value, at
        else:
            raise BadRecord(at, f"{word!r} is no word of a header")
    else:
        raise BadRecord(len(rows), f"the header is cut off{' at ' + repr(last[:40]) if last else ''}")
    for word in ("system", "scenario", "rules", "seed"):
        if word not in facts and not (word == "seed" and "commitment" in facts):
            raise BadRecord(at, f"the header does not name its {word}")
    if not facts.get("seed", "").isprintable():
        raise BadRecord(where["seed"], "a seed is printable text")
    if not HEX.fullmatch(facts.get("commitment", "0" * 64)):
        raise BadRecord(where["commitment"], "a commitment is a SHA-256 of 64 digits")
    if not re.fullmatch("[0-9]{1,9}", facts.get("given", "0")):
        raise BadRecord(where["given"], "a number of actions was given")
    line = where["system"]
    try:
        system = find(facts["system"])
        if facts["rules"] != str(system.rules):
            why = f"it was played by version {facts['rules']} of the rules, this is version {system.rules}"
            raise BadRecord(where["rules"], why)
        line = where["scenario"]
        key = f"{facts['system']}/{facts['scenario']}"
        world = system.remake(key, facts["board"]) if "board" in facts else system.world(key)
        line = where.get("position", at)
        start = None
        if "position" in facts:
            start = Result(system.codec.from_json(facts["position"].encode()), ())
            if why := system.unsound(start.state):
                raise Malformed(f"this is no position: {why}")
        game = Game(system, world, options, facts.get("seed"), start=start)
    except (Unknown, Malformed) as e:
        raise BadRecord(line, str(e)) from None
    game.commitment = facts.get("commitment", "")
    game.sealed = "seed" not in facts
    return game, mark, at, int(facts.get("given", "0"))


def _line(game: Game[Any], number: int, row: str, mark: Any, trust: bool) -> None:
    body, _, sum_ = row.rpartition(" #")
    mark.update(body.encode() + b"\n")
    if sum_ != mark.hexdigest()[:6] and not trust:
        raise BadRecord(number, "this line, or one above it, was changed after it was written")
    parts = (body or row).split(" ", 2)
    if len(parts) == 2 and parts[0] == BACK:
        game.throws = _throw(game, number, parts[1])
        return
    if len(parts) < 3:
        raise BadRecord(number, f"{row[:60]!r} is no line of a record")
    _, by, said = parts
    s = game.state
    now = decision(s)
    if now is None:
        raise BadRecord(number, "the game is over, but the record goes on", "game-over")
    try:
        a = notation.parse(said, game.world, game.system.actions)
    except (notation.NotUnderstood, Unknown) as e:
        raise BadRecord(number, f"{said!r} is not understood: {e}") from None
    asked = now.side or DICE
    skips = now.side is None and by.startswith(DICE + "@")
    if by != asked and not skips:
        raise BadRecord(number, f"{by} acts, but {asked} is asked")
    if skips:
        game.throws = _throw(game, number, by) - 1
    try:
        game.do(a)
    except Illegal as e:
        raise BadRecord(number, f"{said}: {e.breach}", e.breach.clause) from None


def _throw(game: Game[Any], number: int, by: str) -> int:
    throw = re.fullmatch(rf"{DICE}@([0-9]{{1,9}})", by)
    if throw is None or int(throw[1]) <= game.throws:
        raise BadRecord(number, f"{by!r} is no later throw")
    return int(throw[1])


def unproved(game: Game[Any]) -> int:
    """How many throws the seed of the record says nothing of."""
    return sum(not e.by and (game.sealed or e.given) for e in game.log)


def verify_dice(game: Game[Any]) -> list[str]:
    """Throws that do not come from the seed of the record, and a seed that is not the one that was bound before the
    game; none: every die was honest. What came from elsewhere, or is still sealed, cannot be told: `unproved`."""
    wrong = []
    if game.commitment and not game.sealed and dice.commitment(game.seed) != game.commitment:
        wrong.append("the seed is not the one that was committed to before the game")
    s = game.start.state
    for n, entry in enumerate(game.log, 1):
        if chance(s) and not game.sealed and not entry.given:
            fair = dice.draw(game.seed, entry.throw, s)
            if fair != entry.action:
                said, due = game.text(entry.action), game.text(fair)
                wrong.append(f"action {n}: the record has {said!r}, the seed gives {due!r}")
        s = apply(s, entry.action).state
    return wrong


class Journal:
    """A record on disk that follows the game: after each action the file holds it."""

    def __init__(self, game: Game[Any], path: str | os.PathLike[str]) -> None:
        self.game, self.path = game, Path(path)
        self.written: list[str] = []
        self.update()

    def update(self) -> None:
        now = list(lines(self.game))
        before, self.written = self.written, []  # should writing fail, the next time writes all
        if before and now[: len(before)] == before:
            with self.path.open("a", encoding="utf-8", newline="\n") as f:
                f.write("".join(line + "\n" for line in now[len(before) :]))
                f.flush()
                os.fsync(f.fileno())
        else:
            save(self.game, self.path)
        self.written = now
