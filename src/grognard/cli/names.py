"""What players type: units by id or counter label, places by number or name, commands by their first letters.

An exact name wins over a beginning. A label that both sides have (84, 70) is understood in an action where only one
reading of it is legal; a beginning that fits several things is never guessed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import product
from math import prod
from typing import Any

from ..board.names import Unit, Unknown, hint
from ..geometry.hexes import Hex
from ..kernel import notation
from ..kernel.breach import Breach
from ..kernel.frame import Action
from ..kernel.state import World
from .face import Face

MOST = 12
READINGS = 300


class Ambiguous(ValueError):
    """What was typed fits several things."""


def bare(text: str) -> str:
    return "".join(c for c in text.lower() if c.isalnum())


def fitting(word: str, names: Iterable[str]) -> list[str]:
    """The names that a word stands for: itself, or those that it begins."""
    found = list(dict.fromkeys(names))
    exact = [n for n in found if n == word]
    return exact or [n for n in found if n.startswith(word)]


class Ear:
    """Understands names as this side would say them."""

    def __init__(self, world: World, face: Face, view: Any) -> None:
        self.world, self.face, self.view = world, face, view

    # ---- units

    def units(self, word: str) -> tuple[list[Unit], bool]:
        """The units that a word may mean, and whether it is their whole name."""
        if word in self.world.unit_numbers:
            return [self.world.unit_numbers[word]], True
        low = word.lower()
        known = [Unit(u) for u in self.face.units(self.view)]
        names = {u: (self.world.unit_text(u).lower(), *map(str.lower, self.labels(u))) for u in known}
        whole = [u for u in known if low in names[u]]
        if whole or not low:
            return whole, True
        return [u for u in known if any(n.startswith(low) for n in names[u])], False

    def labels(self, u: Unit) -> Sequence[str]:
        return self.face.unit_names(self.view, u)

    def unit(self, word: str) -> Unit:
        """The one unit that it means; words inside a name are understood too."""
        found, _ = self.units(word)
        if not found:
            low = word.lower()
            known = [Unit(u) for u in self.face.units(self.view)]
            found = [u for u in known if any(low in n.lower() for n in self.labels(u))]
        if not found:
            names = (
                *self.world.unit_ids,
                *(n for u in self.face.units(self.view) for n in self.labels(Unit(u))),
            )
            raise Unknown(f"no unit is called {word!r}{hint(word, tuple(dict.fromkeys(names)))}")
        if len(found) > 1:
            raise Ambiguous(self.which(word, found))
        return found[0]

    def which(self, word: str, units: Sequence[Unit]) -> str:
        said = [f"{self.world.unit_text(u)} ({self.labels(u)[-1] if self.labels(u) else '?'})" for u in units]
        return f"{word!r} may be {listed(said)}"

    # ---- hexes

    def hex(self, word: str) -> Hex:
        """A number, a place by its id or name or their beginning, or where a unit stands."""
        try:
            return self.world.hex(word)
        except Unknown as e:
            unknown = e
        low = bare(word)
        names = self.world.places
        found = [n for n in names if bare(n) == low] or [n for n in names if low and bare(n).startswith(low)]
        if len({names[n] for n in found}) > 1:
            said = [f"{self.world.hex_text(names[n])} {n}" for n in found]
            raise Ambiguous(f"{word!r} may be {listed(said)}")
        if found:
            return names[found[0]]
        if word[:1].isdigit():
            raise unknown
        raise Unknown(f"no place is called {word!r}{hint(word, tuple(names))}")

    def place(self, text: str) -> Hex:
        """The same for a question, where a unit stands for the hex it is in."""
        try:
            return self.hex(text)
        except Unknown as e:
            try:
                u = self.unit(text)
            except Unknown:
                raise e from None
        at = self.face.unit_at(self.view, u)
        if at is None:
            raise Unknown(f"{self.world.unit_text(u)} is on no hex")
        return Hex(at)

    # ---- actions

    def action(
        self, line: str, kinds: Iterable[type[Action]], check: Callable[[Action], Breach | None]
    ) -> Action:
        """The action that a line means. What whole names leave open is settled by what is legal."""
        kinds = tuple(kinds)
        first = Reader(self, line, ())
        a = notation.parse(line, first, kinds)
        if not first.open:
            return a
        if prod(len(found) for _, found in first.open) <= READINGS:
            picks = product(*(found for _, found in first.open))
            read = dict.fromkeys(notation.parse(line, Reader(self, line, p), kinds) for p in picks)
            legal = [x for x in read if check(x) is None]
            if len(legal) == 1:
                return legal[0]
        raise Ambiguous(self.which(*first.open[0]))


class Reader(World):
    """The world as `notation.parse` asks it, with an ear. Whole names that fit several units are noted, and read as
    the picks say."""

    def __init__(self, ear: Ear, line: str, picks: Sequence[Unit]) -> None:
        world = ear.world
        self.key, self.grid, self.places = world.key, world.grid, world.places
        self.unit_ids, self.unit_numbers = world.unit_ids, world.unit_numbers
        self.ear, self.picks = ear, picks
        self.verb = line.split(maxsplit=1)[0].lower() if line.split() else ""
        self.open: list[tuple[str, list[Unit]]] = []

    def unit(self, text: str) -> Unit:
        found, whole = self.ear.units(text)
        if len(found) < 2:
            return found[0] if found else self.ear.unit(text)
        if not whole:
            raise Ambiguous(self.ear.which(text, found))
        self.open.append((text, found))
        return self.picks[len(self.open) - 1] if self.picks else found[0]

    def hex(self, text: str) -> Hex:
        at = self.ear.hex(text)
        return at if text.isdigit() else Hex(self.ear.face.hex_for(self.ear.view, self.verb, at))


def listed(said: Sequence[str]) -> str:
    """a, b or c; and how many more."""
    if len(said) > MOST:
        return f"{', '.join(said[:MOST])} or {len(said) - MOST} more"
    return " or ".join(filter(None, [", ".join(said[:-1]), said[-1]]))


def command(word: str, names: Iterable[str]) -> str | None:
    """The command that a word means; None: it is none."""
    found = fitting(word.lower(), names)
    if len(found) > 1:
        raise Ambiguous(f"{word!r} may be {listed(found)}")
    return found[0] if found else None
