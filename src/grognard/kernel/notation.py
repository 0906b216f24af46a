"""The one text of an action: `move us-inf-1 1831`. Printed and parsed from the verb and the fields of its class.

A field stands in its place in the class. `Annotated[Units, Word("on")]` puts a word before it, a bool is there or
not by its word. Units go by their ids, hexes by number (a place name is understood too), lists have commas.
"""

from __future__ import annotations

import re
import types
from collections.abc import Iterable, Sequence
from enum import Enum
from functools import cache
from typing import Annotated, Any, NamedTuple, Union, get_args, get_origin, get_type_hints

import msgspec

from ..board.names import Unit, Unknown, hint
from ..geometry.hexes import Hex
from .frame import Action
from .state import World


class Word(NamedTuple):
    """A word before a field, or the word that a flag is."""

    word: str


class NotUnderstood(ValueError):
    """A text that is no action."""


class Slot(NamedTuple):
    name: str
    kind: Any
    word: str
    many: bool
    maybe: bool  # may be None
    default: Any


NO_DEFAULT = msgspec.NODEFAULT
NOTHING = "-"


@cache
def slots(kind: type[Action]) -> tuple[Slot, ...]:
    hints = get_type_hints(kind, include_extras=True)
    out = []
    for field in msgspec.structs.fields(kind):
        hint_, word = hints[field.name], ""
        if get_origin(hint_) is Annotated:
            hint_, *marks = get_args(hint_)
            word = next((m.word for m in marks if isinstance(m, Word)), "")
        maybe = get_origin(hint_) in (Union, types.UnionType)
        if maybe:
            hint_ = next(x for x in get_args(hint_) if x is not type(None))
        many = get_origin(hint_) is tuple and get_args(hint_)[1:] == (...,)
        if many:
            hint_ = get_args(hint_)[0]
        while hint_ not in (Unit, Hex) and hasattr(hint_, "__supertype__"):
            hint_ = hint_.__supertype__  # a NewType of the system's own
        if hint_ not in (Unit, Hex, bool, int, str) and not is_enum(hint_):
            raise TypeError(f"{kind.__name__}.{field.name} has no text: {hint_} is no kind that is written")
        if maybe and many:
            raise TypeError(
                f"{kind.__name__}.{field.name} has no text: an empty tuple says that there is none"
            )
        if hint_ is bool and not word:
            word = field.name
        out.append(Slot(field.name, hint_, word, many, maybe, field.default))
    return tuple(out)


def is_enum(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, Enum)


def text(a: Action, world: World) -> str:
    """Its canonical text."""
    words = [a.verb]
    held: list[str] = []  # as by default, and told by its place alone: said only if something follows
    for slot in slots(type(a)):
        value = getattr(a, slot.name)
        if slot.kind is bool:
            said = [slot.word] if value else []
        elif value != slot.default:
            said = [*([slot.word] if slot.word else []), _say(value, slot, world)]
        elif slot.word:
            continue
        else:
            held.append(_say(value, slot, world))
            continue
        if said:
            words += held + said
            held = []
    return " ".join(words)


def _say(value: Any, slot: Slot, world: World) -> str:
    if slot.many and value is not None:
        return ",".join(_print(x, slot.kind, world) for x in value) or NOTHING
    return NOTHING if value is None else _print(value, slot.kind, world)


def _print(value: Any, kind: Any, world: World) -> str:
    if kind is Unit:
        return world.unit_text(value)
    if kind is Hex:
        return world.hex_text(value)
    if isinstance(value, Enum):
        return str(value.value)
    return str(value)


def parse(line: str, world: World, kinds: Iterable[type[Action]]) -> Action:
    """The action that the text stands for. Raises `NotUnderstood` or `Unknown`, with what would be right."""
    words = line.replace(", ", ",").split()
    by_verb = {k.verb: k for k in kinds}
    if not words:
        raise NotUnderstood("nothing was said")
    kind = by_verb.get(words[0].lower())
    if kind is None:
        raise NotUnderstood(f"no action is called {words[0]!r}{hint(words[0], tuple(by_verb))}")
    rest = words[1:]
    values: dict[str, Any] = {}
    for slot in slots(kind):
        if slot.kind is bool:
            values[slot.name] = bool(rest) and rest[0].lower() == slot.word
            if values[slot.name]:
                rest = rest[1:]
            continue
        if slot.word:
            if rest and rest[0].lower() == slot.word:
                rest = rest[1:]
            elif slot.default is not NO_DEFAULT:
                continue
            else:
                raise NotUnderstood(f"{slot.word!r} is missing; say: {usage(kind)}")
        if not rest:
            if slot.default is NO_DEFAULT:
                raise NotUnderstood(f"{slot.name} is missing; say: {usage(kind)}")
            continue
        word, rest = rest[0], rest[1:]
        if word == NOTHING and slot.maybe:
            values[slot.name] = None
        elif slot.many:
            parts: Sequence[str] = () if word == NOTHING else [w for w in word.split(",") if w]
            values[slot.name] = tuple(_read(w, slot, world) for w in parts)
        else:
            values[slot.name] = _read(word, slot, world)
    if rest:
        raise NotUnderstood(f"{' '.join(rest)!r} is too much; say: {usage(kind)}")
    return kind(**values)


def _read(word: str, slot: Slot, world: World) -> Any:
    if slot.kind is Unit:
        return world.unit(word)
    if slot.kind is Hex:
        return world.hex(word)
    if slot.kind is int:
        if not re.fullmatch(r"-?[0-9]{1,9}", word):
            raise NotUnderstood(f"{slot.name} is a whole number, not {word!r}")
        return int(word)
    if is_enum(slot.kind):
        by_name = {str(x.value): x for x in slot.kind}
        if word not in by_name:
            names = tuple(by_name)
            raise Unknown(f"{slot.name} is one of {', '.join(names)}, not {word!r}{hint(word, names)}")
        return by_name[word]
    return word


def usage(kind: type[Action]) -> str:
    """How to say it: `attack UNITS on UNITS [cas]`."""
    words = [kind.verb]
    for slot in slots(kind):
        if slot.kind is bool:
            words.append(f"[{slot.word}]")
            continue
        name = {Unit: "unit", Hex: "hex"}.get(slot.kind, slot.name).upper() + (",..." if slot.many else "")
        said = f"{slot.word} {name}" if slot.word else name
        words.append(said if slot.default is NO_DEFAULT else f"[{said}]")
    return " ".join(words)
