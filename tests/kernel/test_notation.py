"""The one text of an action: what is printed is what is parsed, for all that a field may be."""

from __future__ import annotations

from contextlib import suppress
from enum import Enum, IntEnum
from fractions import Fraction
from typing import Annotated, Any, NewType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grognard.board.names import Unit, Units, Unknown
from grognard.geometry.hexes import Hex
from grognard.kernel.frame import Action, Roll
from grognard.kernel.notation import NotUnderstood, Word, parse, text, usage

from .positions import positions, sayable
from .toy import TOY
from .toy.state import Toy, field

WORLD = field()
Halves = NewType("Halves", int)
Name = NewType("Name", str)


class Posture(Enum):
    HASTY = "hasty"
    PREPARED = "prepared"


class Level(IntEnum):
    LOW = 1
    HIGH = 2


class Everything(Action, frozen=True):
    verb = "all"
    unit: Unit
    hex: Hex
    units: Units
    way: tuple[Hex, ...]
    n: int
    halves: Halves
    name: Name
    posture: Posture
    level: Level
    postures: tuple[Posture, ...]
    numbers: tuple[int, ...]
    words: tuple[str, ...]
    on: Annotated[Unit, Word("on")]
    cas: bool
    carpet: Annotated[bool, Word("bombed")]


class Maybe(Action, frozen=True):
    """Defaults of every kind, with a word and without."""

    verb = "maybe"
    unit: Unit | None = None
    n: int = 0
    units: Units = ()
    posture: Posture = Posture.HASTY
    fast: bool = False
    slow: bool = True
    hex: Annotated[Hex | None, Word("to")] = None
    level: Annotated[Level | None, Word("at")] = Level.LOW
    mates: Annotated[Units, Word("with")] = (Unit(0),)
    last: Unit | None = None


class Plain(Action, frozen=True):
    verb = "plain"


KINDS = (Everything, Maybe, Plain, Roll)

units = st.sampled_from([Unit(u) for u in range(len(WORLD.unit_ids))])
hexes = st.sampled_from(list(WORLD.grid))
numbers = st.integers(-(10**8), 10**8)
words = st.text("abcxyzäöü'/0123456789", min_size=1, max_size=5)
many_units = st.lists(units, max_size=3).map(tuple)
postures, levels = st.sampled_from(Posture), st.sampled_from(Level)

everything = st.builds(
    Everything,
    unit=units,
    hex=hexes,
    units=many_units,
    way=st.lists(hexes, max_size=3).map(tuple),
    n=numbers,
    halves=numbers.map(Halves),
    name=words.map(Name),
    posture=postures,
    level=levels,
    postures=st.lists(postures, max_size=3).map(tuple),
    numbers=st.lists(numbers, max_size=3).map(tuple),
    words=st.lists(words, max_size=3).map(tuple),
    on=units,
    cas=st.booleans(),
    carpet=st.booleans(),
)
maybe = st.builds(
    Maybe,
    unit=st.none() | units,
    n=st.just(0) | numbers,
    units=many_units,
    posture=postures,
    fast=st.booleans(),
    slow=st.booleans(),
    hex=st.none() | hexes,
    level=st.none() | levels,
    mates=many_units,
    last=st.none() | units,
)


@settings(max_examples=300)
@given(everything | maybe)
def test_what_is_printed_is_what_is_parsed(a: Action):
    said = text(a, WORLD)
    b = parse(said, WORLD, KINDS)
    assert b == a
    assert text(b, WORLD) == said
    assert all(type(x) is type(y) for x, y in zip(vals(a), vals(b), strict=True))


def vals(a: Action) -> list[Any]:
    return [getattr(a, name) for name in a.__struct_fields__]


def test_all_that_the_toy_can_say():
    said = [text(a, WORLD) for a in sayable()]
    assert len(set(said)) == len(said)
    assert tuple(parse(line, WORLD, TOY.actions) for line in said) == sayable()


@pytest.mark.parametrize(
    ("a", "said"),
    [
        (Plain(), "plain"),
        (Maybe(), "maybe"),
        (Maybe(fast=True, slow=False), "maybe - 0 - hasty fast"),
        (Maybe(slow=False), "maybe"),
        (Maybe(unit=Unit(0), slow=False), "maybe Grenadiers"),
        (Maybe(posture=Posture.PREPARED, slow=False), "maybe - 0 - prepared"),
        (Maybe(hex=WORLD.mill, mates=(), slow=False), "maybe - 0 - hasty to 0301 with -"),
        (Maybe(level=None, slow=False), "maybe - 0 - hasty at -"),
        (Maybe(units=(Unit(1), Unit(0)), slow=False), "maybe - 0 Lancers,Grenadiers"),
        (Roll((3, 4)), "roll 3,4"),
        (Roll(()), "roll -"),
    ],
)
def test_the_text_of_it(a: Action, said: str):
    if isinstance(a, Maybe) and a == Maybe():
        said = "maybe - 0 - hasty slow"
    assert text(a, WORLD) == said
    assert parse(said, WORLD, KINDS) == a


@pytest.mark.parametrize(
    ("said", "same"),
    [
        ("  move   Lancers ", "move Lancers"),
        ("MOVE Lancers", "move Lancers"),
        ("support Lancers, Grenadiers", "support Lancers,Grenadiers"),
        ("support Lancers,,Grenadiers,", "support Lancers,Grenadiers"),
        ("attack Mill WITH Lancers", "attack 0301 with Lancers"),
        ("support -", "support"),
    ],
)
def test_it_understands_what_is_meant(said: str, same: str):
    assert text(parse(said, WORLD, TOY.actions), WORLD) == same


@pytest.mark.parametrize(
    ("said", "kind", "tells"),
    [
        ("", NotUnderstood, "nothing was said"),
        ("   ", NotUnderstood, "nothing was said"),
        ("mvoe Lancers", NotUnderstood, "did you mean move"),
        ("fly", NotUnderstood, "no action is called 'fly'"),
        ("move", NotUnderstood, "unit is missing; say: move UNIT"),
        ("move Lancer", Unknown, "no unit is called 'Lancer'; did you mean Lancers?"),
        ("move lancers", Unknown, "did you mean Lancers"),
        ("move Lancers 0301", NotUnderstood, "'0301' is too much; say: move UNIT"),
        ("attack 0301 Lancers", NotUnderstood, "'with' is missing; say: attack HEX with UNIT"),
        ("attack 0301 with", NotUnderstood, "unit is missing"),
        ("attack 301 with Lancers", Unknown, "four digits such as 0101"),
        ("enter Mil", Unknown, "did you mean Mill?"),
        ("enter 0601", Unknown, "0601 is off the map"),
        ("enter ０３０１", Unknown, "is no hex number"),
        ("enter -101", Unknown, "is no hex number"),
        ("roll six", NotUnderstood, "dice is a whole number, not 'six'"),
        ("roll --5", NotUnderstood, "dice is a whole number"),
        ("roll ²", NotUnderstood, "dice is a whole number"),
        ("roll 1.5", NotUnderstood, "dice is a whole number"),
        ("roll 99999999999", NotUnderstood, "dice is a whole number"),
        ("deal frsh", Unknown, "chit is one of fresh, worn, not 'frsh'; did you mean fresh?"),
    ],
)
def test_what_is_wrong_is_told(said: str, kind: type[Exception], tells: str):
    with pytest.raises(kind) as wrong:
        parse(said, WORLD, TOY.actions)
    assert tells in str(wrong.value)


def test_how_to_say_it():
    assert usage(Plain) == "plain"
    assert usage(Roll) == "roll DICE,..."
    assert usage(Maybe) == (
        "maybe [UNIT] [N] [UNIT,...] [POSTURE] [fast] [slow] [to HEX] [at LEVEL] [with UNIT,...] [UNIT]"
    )


def test_a_number_of_an_enum_is_read_as_one():
    assert parse("maybe - 0 - hasty at 2", WORLD, KINDS) == Maybe(level=Level.HIGH, slow=False)
    with pytest.raises(Unknown, match="level is one of 1, 2, not '3'"):
        parse("maybe - 0 - hasty at 3", WORLD, KINDS)


class HasFraction(Action, frozen=True):
    verb = "half"
    n: Fraction


class HasPair(Action, frozen=True):
    verb = "pair"
    pair: tuple[Hex, Unit]


class HasNone(Action, frozen=True):
    verb = "none"
    units: Units | None = None


@pytest.mark.parametrize("kind", [HasFraction, HasPair, HasNone])
def test_a_field_that_cannot_be_written_is_found_at_once(kind: type[Action]):
    """Not when somebody plays it, and the record comes back as something else."""
    with pytest.raises(TypeError, match="has no text"):
        parse(f"{kind.verb} 1", WORLD, [kind])


tokens = st.sampled_from(
    [
        *(k.verb for k in TOY.actions),
        *WORLD.unit_ids,
        "0301",
        "9999",
        "Mill",
        "on",
        "with",
        "to",
        "-",
        ",",
        "3,4",
        "²",
    ]
)


@settings(max_examples=400)
@given(st.text() | st.lists(tokens, max_size=6).map(" ".join) | st.text("01,- abmovey", max_size=30))
def test_any_text_is_an_action_or_not_understood(said: str):
    with suppress(NotUnderstood, Unknown):
        a = parse(said, WORLD, TOY.actions)
        assert parse(text(a, WORLD), WORLD, TOY.actions) == a


@settings(deadline=None)
@given(positions())
def test_all_that_is_offered_can_be_said(s: Toy):
    for a in s.frames[-1].offers(s) if s.frames else ():
        assert parse(text(a, WORLD), WORLD, TOY.actions) == a
