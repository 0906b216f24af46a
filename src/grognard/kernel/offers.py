"""What a frame offers: actions, and groups of actions that are listed only when somebody looks."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from random import Random
from typing import Any, Generic, NamedTuple, TypeVar

A = TypeVar("A")


class Group(NamedTuple, Generic[A]):
    """All actions with one head: first pick the unit, then see where it can go."""

    head: str
    rest: Callable[[], Sequence[A]]


class Heads(Sequence["A | Group[A]"]):
    """Many groups that are made only when somebody looks at one, and some single actions after them."""

    __slots__ = ("keys", "more", "rest", "text")

    def __init__(
        self,
        keys: Sequence[Any],
        text: Callable[[Any], str],
        rest: Callable[[Any], Sequence[A]],
        more: Sequence[A | Group[A]] = (),
    ) -> None:
        self.keys, self.text, self.rest, self.more = keys, text, rest, more

    def __len__(self) -> int:
        return len(self.keys) + len(self.more)

    def __getitem__(self, i: Any) -> Any:
        if isinstance(i, slice):
            return [self[n] for n in range(*i.indices(len(self)))]
        if i < 0:
            i += len(self)
        if i >= len(self.keys):
            return self.more[i - len(self.keys)]
        key = self.keys[i]
        return Group(self.text(key), partial(self.rest, key))


class Offers(Sequence[A]):
    """`forward` brings the game on; `back` takes back, rearranges, or prepares what is not final yet: play can go
    on for ever in it, so nobody must. `open` names the verbs of which more is legal than can be listed: what stands
    here of them are good candidates, and `check` judges the rest."""

    __slots__ = ("_all", "back", "forward", "open")

    def __init__(
        self,
        forward: Sequence[A | Group[A]] = (),
        back: Sequence[A | Group[A]] = (),
        *,
        open: tuple[str, ...] = (),
    ) -> None:
        self.forward, self.back, self.open = forward, back, open
        self._all: list[A] | None = None

    def __iter__(self) -> Iterator[A]:
        if self._all is not None:
            yield from self._all
            return
        yield from flat(self.forward)
        yield from flat(self.back)

    def _list(self) -> list[A]:
        if self._all is None:
            self._all = [*flat(self.forward), *flat(self.back)]
        return self._all

    def __bool__(self) -> bool:
        return any(True for _ in self)

    def __len__(self) -> int:
        return len(self._list())

    def __getitem__(self, i: Any) -> Any:
        return self._list()[i]

    def __contains__(self, a: object) -> bool:
        return any(a == b for b in self)

    def __repr__(self) -> str:
        return f"Offers({self._list()!r}{f', open={self.open}' if self.open else ''})"

    def heads(self) -> list[str]:
        return [x.head for x in (*self.forward, *self.back) if isinstance(x, Group)]

    def of(self, head: str) -> Sequence[A]:
        """The actions of one head."""
        return [
            a
            for x in (*self.forward, *self.back)
            if isinstance(x, Group) and x.head == head
            for a in x.rest()
        ]

    def pick(self, rng: Random, *, back: float = 0.0) -> Any:
        """One action by chance, heads first; `back` is how often to prefer a take-back where there is one."""
        both = (self.forward, self.back)
        for items in reversed(both) if back and rng.random() < back else both:
            left = len(items)
            pool: list[int] | None = None  # the places still to try, once the first was empty
            while left:
                n = rng.randrange(left)
                x = items[n if pool is None else pool[n]]
                if not isinstance(x, Group):
                    return x
                rest = x.rest()
                if rest:
                    return rest[rng.randrange(len(rest))]
                if pool is None:
                    pool = list(range(left))
                pool[n] = pool[-1]
                pool.pop()
                left -= 1
        raise IndexError("nothing is offered")


def flat(items: Sequence[A | Group[A]]) -> Iterator[A]:
    for x in items:
        if isinstance(x, Group):
            yield from x.rest()
        else:
            yield x
