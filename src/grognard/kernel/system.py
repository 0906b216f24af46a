"""What a system tells the rest of the project about itself. One object a system."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from functools import cached_property
from random import Random
from typing import Any, ClassVar, Generic

import msgspec

from ..board.names import Side, Unknown
from .codec import Codec
from .dist import Dist
from .draft import Event
from .frame import Action, Frame, Result
from .offers import Offers
from .ranges import Ranges
from .state import S, World
from .view import View


class About(msgspec.Struct, frozen=True):
    """A scenario, as a player chooses it."""

    id: str  # "great-crusade/france-1944"
    title: str
    turns: str
    minutes: int
    sides: tuple[Side, ...]
    blurb: str
    reconstructed: str = ""


class Option(msgspec.Struct, frozen=True):
    """A switch of the rules, fixed for a game."""

    name: str
    default: str
    values: tuple[str, ...]
    clause: str
    why: str


class Verdict(msgspec.Struct, frozen=True):
    """How a game ended. No side: a draw."""

    side: Side | None
    clause: str
    why: str


class System(ABC, Generic[S]):
    id: ClassVar[str]
    title: ClassVar[str]
    sides: ClassVar[tuple[Side, ...]]
    prefix: ClassVar[str]  # of its clauses: TGC
    rules: ClassVar[int]  # the version of our rules; a record names it
    state: type[S]

    @property
    @abstractmethod
    def frames(self) -> Sequence[type[Frame[Any]]]: ...

    @property
    @abstractmethod
    def actions(self) -> Sequence[type[Action]]: ...

    @abstractmethod
    def scenarios(self) -> Sequence[About]: ...

    def about(self, key: str) -> About | None:
        """The scenario of a game that is there, even if none is chosen so now; None: a study."""
        return next((a for a in self.scenarios() if a.id == key), None)

    def chosen(self, scenario: str) -> str:
        """The key of a new game, by what its player calls the scenario."""
        return scenario

    def files(self) -> Mapping[str, str]:
        """The data that the owner of the printed game may bring himself: our own, by the names of the files."""
        return {}

    def own_data(self) -> str:
        """By which data new games are played: the mark of those that their owner brought, or nothing. Raises `BadData`."""
        return ""

    @abstractmethod
    def options(self, scenario: str) -> Sequence[Option]: ...

    @abstractmethod
    def world(self, key: str) -> World: ...

    def remake(self, key: str, made_of: str) -> World:
        """The world of a study on a board of its own, from what its record says it is made of."""
        raise Unknown(f"{self.title} has no boards but its own")

    @abstractmethod
    def begin(self, world: World, options: Mapping[str, str]) -> Result[S]: ...

    def unsound(self, s: S) -> str:
        """Why a position that came from outside is none of this system, although it reads like one; empty: it is."""
        return ""

    @abstractmethod
    def scene(self, **position: Any) -> Result[S]:
        """Any position of this system, or `Illegal` where none can be like that."""

    @abstractmethod
    def view(self, s: S, side: Side) -> View:
        """What the side may know; of nobody (an empty side): what every side may, so what a spectator is shown."""

    @abstractmethod
    def offers(self, s: S, side: Side) -> Offers[Any]:
        """What is offered to this side now; nothing while the other one, or chance, decides."""

    @abstractmethod
    def resample(self, view: View, rng: Random) -> S: ...

    @abstractmethod
    def verdict(self, s: S) -> Verdict | None: ...

    @abstractmethod
    def odds(self, s: S, a: Action) -> Dist[Any] | Ranges[Any]:
        """What a declared attack brings: outcomes that print themselves, with exact chances; where something is hidden that
        they rest on, each between its lowest and its highest."""

    @abstractmethod
    def tell(self, event: Event, s: S) -> str:
        """An event in a sentence; empty: not worth a line. `s` is the position after it."""

    @abstractmethod
    def table(self, name: str, keys: Mapping[str, str]) -> Any:
        """A cell or a row of a printed table."""

    @abstractmethod
    def clauses(self) -> Mapping[str, str]:
        """Our wording of every clause, by its number, in the order of the book."""

    def chapters(self) -> Mapping[str, str]:
        """What its chapters are called, by what their clauses begin with."""
        return {}

    @cached_property
    def codec(self) -> Codec[S]:
        return Codec(self.state, self.frames, self.world)
