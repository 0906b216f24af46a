"""What a frame offers: actions, and groups of actions that are listed only when somebody looks."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any, Generic, NamedTuple, TypeVar

A = TypeVar("A")


class Group(NamedTuple, Generic[A]):
    """All actions with one head: first pick the unit, then see where it can go."""

    head: str
    rest: Callable[[], Sequence[A]]


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
            pool = list(items)
            while pool:
                i = rng.randrange(len(pool))
                x = pool[i]
                if not isinstance(x, Group):
                    return x
                rest = x.rest()
                if rest:
                    return rest[rng.randrange(len(rest))]
                pool[i] = pool[-1]
                pool.pop()
        raise IndexError("nothing is offered")


def flat(items: Sequence[A | Group[A]]) -> Iterator[A]:
    for x in items:
        if isinstance(x, Group):
            yield from x.rest()
        else:
            yield x
