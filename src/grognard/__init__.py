"""grognard: operational wargames by their real rules.

>>> import grognard as gg
>>> [about.id for about in gg.scenarios()][:2]
['great-crusade/france-1944', 'great-crusade/beachhead']
>>> game = gg.new("great-crusade/france-1944", seed=7)
>>> game.roll_on()  # a prepared German position is drawn
>>> game.decision.side, game.decision.prompt
('german', 'change the set-up, or end it')
>>> print(game.check("place ge-st-716 caen"))
716th Static is static and stands on a beach or port, 1831 Caen is none [TGC-setup.5]
>>> _ = game.do("end")
>>> [game.text(a) for a in game.legal()][:2]
['invade north_sea', 'invade pas_de_calais']
>>> gg.table("great-crusade", "crt", column="3:1", die=5)
'EX'
>>> print(gg.rule("TGC-crt.7"))
AE: all attackers of the combat are eliminated.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from .board.data import BadData
from .board.names import Unknown
from .kernel.breach import Breach, Illegal
from .kernel.game import Game
from .kernel.record import BadRecord
from .kernel.system import About, Verdict
from .systems import IDS, find

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = [
    "About",
    "BadData",
    "BadRecord",
    "Breach",
    "Game",
    "Illegal",
    "Unknown",
    "Verdict",
    "load",
    "new",
    "rule",
    "scenarios",
    "scene",
    "table",
]

__version__ = "0.1.0"


def scenarios() -> Sequence[About]:
    """Every scenario of every system, as a player chooses it."""
    return [about for id in IDS for about in find(id).scenarios()]


def new(scenario: str, *, seed: str | int | None = None, **options: Any) -> Game[Any]:
    """A new game. The same seed throws the same dice; without one it is drawn by chance. Options are switches of
    the scenario, such as `fortress_single_attack="on"`."""
    system = find(scenario.partition("/")[0])
    return Game(system, system.world(system.chosen(scenario)), {k: str(v) for k, v in options.items()}, seed)


def load(path: str | os.PathLike[str], *, to: int | None = None, trust: bool = False) -> Game[Any]:
    """Replay a record; raises `BadRecord`, which names the line and the clause, where it does not replay."""
    from .kernel import record

    return record.load(path, find, to=to, trust=trust)


def scene(system: str, *, seed: str | int | None = None, **position: Any) -> Game[Any]:
    """Any position of a system: see its `scene` for the words.

    >>> import grognard as gg
    >>> game = gg.scene(
    ...     "great-crusade", units={"1831": "ge-pz-21", "1830": "us-inf-1"}, phase="allied_combat"
    ... )
    >>> print(game.check("end"))
    1st Infantry must attack; 21st Panzer must be attacked (TGC-combat.12: before any combat is resolved) [TGC-combat.9]
    """
    found = find(system)
    start = found.scene(**position)
    return Game(found, start.state.world, {}, seed, start=start)


def table(system: str, name: str, **keys: Any) -> Any:
    """A cell or a row of a printed table.

    >>> import grognard as gg
    >>> gg.table("great-crusade", "terrain", type="fortress")["defense"]
    3
    """
    return find(system).table(name, {k: str(v) for k, v in keys.items()})


def rule(clause: str) -> str:
    """Our wording of a clause."""
    from .board.names import hint

    prefix = clause.partition("-")[0]
    for id in IDS:
        system = find(id)
        if system.prefix == prefix:
            known = system.clauses()
            if clause not in known:
                raise Unknown(f"no clause is called {clause!r}{hint(clause, tuple(known))}")
            return known[clause]
    raise Unknown(f"no system has clauses that begin with {prefix!r}")
