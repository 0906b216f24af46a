"""The systems. Each is one package named after its game; they never know of each other."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from ..board.names import Unknown, hint
from ..kernel.system import System

IDS = ("great-crusade", "crossing-the-line")


def find(id: str) -> System[Any]:
    """The system of this id. Its modules are loaded when it is first asked for."""
    if id not in IDS:
        raise Unknown(f"no system is called {id!r}{hint(id, IDS)}")
    system: System[Any] = import_module(f".{id.replace('-', '_')}.system", __name__).SYSTEM
    return system
