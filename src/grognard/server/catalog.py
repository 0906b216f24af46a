"""What can be played here, and by which computer players. A worker process finds it again by its name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from importlib import import_module
from typing import Any, NamedTuple

from .. import systems
from ..ai import players
from ..kernel.show import Set, Show, show_of
from ..kernel.system import About, System


class Catalog(NamedTuple):
    name: str  # "module:attribute"
    ids: Sequence[str]
    find: Callable[[str], System[Any]]
    show: Callable[[System[Any]], Show]
    players: Sequence[str]  # the best first
    player: Callable[[str], players.Player]

    def about(self, scenario: str) -> About | None:
        system = scenario.partition("/")[0]
        if system not in self.ids:
            return None
        return self.find(system).about(scenario)

    def set(self, scenario: str) -> Set:
        """Map, counters and tables: made once, for as long as they are asked for."""
        return set_of(self.name, scenario)


CATALOG = Catalog(
    f"{__name__}:CATALOG", systems.IDS, systems.find, show_of, ("scripted", "random"), players.player
)


def named(name: str) -> Catalog:
    module, _, attribute = name.partition(":")
    found: Catalog = getattr(import_module(module), attribute)
    return found


@lru_cache(64)
def set_of(catalog: str, scenario: str) -> Set:
    known = named(catalog)
    return known.show(known.find(scenario.partition("/")[0])).set(scenario)
