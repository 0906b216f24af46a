"""A position as bytes and as JSON, in the middle of whatever is going on."""

import json
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import msgpack

from grognard.geometry.hexes import Grid
from grognard.kernel.codec import Codec, Malformed, plain_events
from grognard.kernel.frame import Frame, Opened
from grognard.kernel.play import apply
from grognard.kernel.state import State, World

from .positions import new, positions
from .test_story import mid_retreat
from .toy import TOY
from .toy.state import Toy
from .toy.view import ToyView

CODES = [(TOY.codec.encode, TOY.codec.decode), (TOY.codec.to_json, TOY.codec.from_json)]


@pytest.mark.parametrize(("encode", "decode"), CODES, ids=["msgpack", "JSON"])
def test_the_midst_of_a_retreat_survives_and_goes_on_as_before(encode, decode):
    """Ten open steps: what comes back is the same position, and the same events follow from it to the end."""
    s = mid_retreat().s
    t = decode(encode(s))
    assert len(t.frames) == 10
    assert t == s
    assert hash(t) == hash(s)
    assert t.world is s.world
    assert [type(f) for f in t.frames] == [type(f) for f in s.frames]
    for text in (
        "go 0302,0202",
        "advance Hussars to 0302",
        "move Jaegers",
        "enter 0402",
        "enter 0401",
        "end",
    ):
        a = new().read(text)
        assert apply(t, a) == apply(s, a)
        s, t = apply(s, a).state, decode(encode(apply(t, a).state))
    assert s == t


@settings(deadline=None)
@given(positions())
def test_every_position_survives(s: Toy):
    for encode, decode in CODES:
        assert decode(encode(s)) == s


@settings(deadline=None)
@given(positions(), st.sampled_from(TOY.sides))
def test_every_view_survives(s: Toy, side: str):
    """A player in another process is given the view, and nothing that is not in it."""
    view = TOY.view(s, side)
    assert TOY.codec.read_view(ToyView, TOY.codec.to_json(view)) == view


@pytest.mark.parametrize(
    "data",
    [b"", b"{}", b"[]", b"7", b'{"doing": 7}', b'{"doing": ' * 50_000],
    ids=["nothing", "empty", "list", "number", "steps", "deep"],
)
def test_what_is_no_view_is_refused(data: bytes):
    with pytest.raises(Malformed, match="no view"):
        TOY.codec.read_view(ToyView, data)


def test_the_open_steps_of_a_view_are_those_of_the_system():
    raw = json.loads(TOY.codec.to_json(TOY.view(mid_retreat().s, "blue")))
    raw["doing"][-1] = {"type": "Nobody"}
    with pytest.raises(Malformed):
        TOY.codec.read_view(ToyView, json.dumps(raw).encode())


def test_json_is_for_people():
    raw = json.loads(TOY.codec.to_json(mid_retreat().s))
    assert raw["world"] == "toy/mill"
    assert [f["type"] for f in raw["frames"][-2:]] == ["Suffer", "Withdrawal"]
    assert raw["frames"][5]["by"] == 3


# ---- what a real map needs


class Zone(Frame[State], frozen=True):
    hexes: int
    column: bytes
    ratio: Fraction
    name: str | None = None


class Wide(State, frozen=True, kw_only=True):
    held: int
    ratio: Fraction = Fraction(0)


WORLD = World("wide/map", Grid(60, 77), ())
WIDE = Codec(Wide, [Zone], lambda key: WORLD)


@given(st.integers(0, WORLD.grid.size), st.fractions(), st.binary())
def test_hex_sets_fractions_and_columns_survive(bits: int, ratio: Fraction, column: bytes):
    """A set of the hexes of a map of 60 by 77 is an integer of 7,000 bits; msgpack alone would refuse it."""
    held = (1 << bits) | 5
    s = Wide(
        world=WORLD, held=held, ratio=ratio, frames=(Zone(held, column, ratio), Zone(0, b"", ratio, "x"))
    )
    assert WIDE.decode(WIDE.encode(s)) == s
    assert WIDE.from_json(WIDE.to_json(s)) == s


def test_what_has_no_code_is_refused():
    with pytest.raises(NotImplementedError, match="complex has no code"):
        TOY.codec.to_json(1j)


# ---- what is no position

NONSENSE = [
    *(b"", b"{", b"[]", b"null", b"7", b"\xc1", b"\x80", b"{}", b'{"world": 1}', b'{"world": "toy/other"}'),
    *(b'{"world": null}', b"[" * 50_000, b"\x91" * 50_000, b'{"world": ' * 50_000, b"\xff\xfe"),
]


@pytest.mark.parametrize("data", NONSENSE, ids=lambda d: repr(d[:12]))
def test_what_is_no_position_is_refused(data: bytes):
    for decode in (TOY.codec.decode, TOY.codec.from_json):
        with pytest.raises(Malformed):
            decode(data)


@pytest.mark.parametrize("ratio", ["1/0", "1e999999999", "x", "", "1/", "0.5", 7, None, "9" * 5000, "１"])
def test_no_fraction_does_harm(ratio):
    raw = json.dumps({"world": "wide/map", "held": 0, "ratio": ratio}).encode()
    with pytest.raises(Malformed):
        WIDE.from_json(raw)


def test_a_world_is_called_by_a_name():
    for key in (1, None, ["wide/map"]):
        with pytest.raises(Malformed):
            WIDE.from_json(json.dumps({"world": key, "held": 0}).encode())


@pytest.mark.parametrize(
    "frame",
    [{"type": "Nobody"}, {}, 7, {"type": "Movement"}, {"type": "Movement", "side": "red", "unit": "x"}, [1]],
)
def test_a_frame_is_one_of_the_system(frame):
    raw = json.loads(TOY.codec.to_json(mid_retreat().s))
    raw["frames"][-1] = frame
    with pytest.raises(Malformed):
        TOY.codec.from_json(json.dumps(raw).encode())
    with pytest.raises(Malformed):
        TOY.codec.decode(msgpack.encode(raw))


@settings(deadline=None, max_examples=300)
@given(st.data())
def test_spoilt_bytes_are_a_position_or_malformed(data: st.DataObject):
    encode, decode = data.draw(st.sampled_from(CODES))
    raw = bytearray(encode(data.draw(positions())))
    for _ in range(data.draw(st.integers(1, 4))):
        raw[data.draw(st.integers(0, len(raw) - 1))] = data.draw(st.integers(0, 255))
    try:
        s = decode(bytes(raw[: data.draw(st.integers(len(raw) // 2, len(raw)))]))
    except Malformed:
        return
    assert isinstance(s, Toy)


@given(st.binary(max_size=60))
def test_any_bytes_are_malformed(data: bytes):
    for _, decode in CODES:
        with pytest.raises(Malformed):
            decode(data)


def test_plain_events_are_those_that_players_know():
    events = new().start.events
    assert isinstance(events[-1], Opened)
    assert plain_events(events) == [e for e in events if not isinstance(e, Opened)]
