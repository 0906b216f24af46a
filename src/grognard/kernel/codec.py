"""One tagged form for positions, frames, actions, events and views: JSON for people, msgpack for speed."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any, Generic, TypeVar, Union

import msgspec

from .frame import Frame, Opened
from .state import S, World
from .view import View

V = TypeVar("V", bound=View)


class Malformed(ValueError):
    """Bytes that are no position."""


def _encode(value: Any) -> Any:
    if isinstance(value, World):
        return value.key
    if isinstance(value, Fraction):
        return str(value)
    raise NotImplementedError(f"{type(value).__name__} has no code")


class Codec(Generic[S]):
    """Encodes positions of one system. `find` gives the world of a key."""

    def __init__(
        self, state: type[S], frames: Iterable[type[Frame[Any]]], find: Callable[[str], World]
    ) -> None:
        def decode(kind: type, value: Any) -> Any:
            if not isinstance(value, str):
                raise Malformed(f"{value!r} is no {kind.__name__}")
            if issubclass(kind, World):
                return find(value)
            if kind is Fraction and re.fullmatch(r"-?[0-9]{1,99}(/[1-9][0-9]{,98})?", value):
                return Fraction(value)
            raise Malformed(f"{value[:40]!r} is no {kind.__name__}")

        self._state = state
        self._frames: Any = tuple[Union[tuple(frames)], ...]  # type: ignore[misc]  # noqa: UP007
        self._hook = decode
        self._pack = msgspec.msgpack.Encoder(enc_hook=_encode)
        self._json = msgspec.json.Encoder(enc_hook=_encode)
        self._unpack = msgspec.msgpack.Decoder(state, dec_hook=decode)
        self._unjson = msgspec.json.Decoder(state, dec_hook=decode)

    def encode(self, s: S) -> bytes:
        """msgpack, which knows no integer beyond 64 bits: with the hex sets of a real map it is JSON."""
        try:
            return self._pack.encode(s)
        except OverflowError:
            return self._json.encode(s)

    def decode(self, data: bytes) -> S:
        return self._whole(self._unjson.decode if data[:1] == b"{" else self._unpack.decode, data)

    def to_json(self, value: Any) -> bytes:
        return self._json.encode(value)

    def from_json(self, data: bytes) -> S:
        return self._whole(self._unjson.decode, data)

    def read_view(self, kind: type[V], data: bytes) -> V:
        """What `to_json` made of a view: its open steps, which it has as `doing`, are frames again."""
        try:
            view = msgspec.json.decode(data, type=kind, dec_hook=self._hook)
            steps = msgspec.convert(getattr(view, "doing", ()), self._frames, dec_hook=self._hook)
        except (msgspec.MsgspecError, ValueError, TypeError, RecursionError) as e:
            raise Malformed(f"this is no view: {e}") from None
        return msgspec.structs.replace(view, doing=steps) if hasattr(view, "doing") else view

    def _whole(self, read: Callable[[bytes], S], data: bytes) -> S:
        try:
            s = read(data)
            frames = msgspec.convert(s.frames, self._frames, dec_hook=self._hook)
        except (msgspec.MsgspecError, ValueError, TypeError, RecursionError) as e:
            raise Malformed(f"this is no position: {e}") from None
        return msgspec.structs.replace(s, frames=frames)


def plain_events(events: Iterable[Any]) -> list[Any]:
    """Events without the bookkeeping of open steps."""
    return [e for e in events if not isinstance(e, Opened)]
