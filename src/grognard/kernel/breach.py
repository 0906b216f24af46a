"""A refusal: the clause it rests on, and why, in a player's words."""

from __future__ import annotations

import msgspec


class Breach(msgspec.Struct, frozen=True, gc=False):
    clause: str
    why: str

    def __str__(self) -> str:
        return f"{self.why} [{self.clause}]"


class Illegal(ValueError):
    """An action that the rules refuse. Nothing has changed."""

    def __init__(self, breach: Breach) -> None:
        super().__init__(str(breach))
        self.breach = breach
