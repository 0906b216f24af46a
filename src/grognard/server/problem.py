"""Answers that say no: a status, and why in a player's words."""

from __future__ import annotations

from ..kernel.breach import Breach
from .wire import Problem


class Refused(Exception):
    """Ends a call with a `Problem`."""

    def __init__(
        self, status: int, why: str, *, clause: str = "", rule: str = "", version: int = -1, line: int = 0
    ) -> None:
        super().__init__(why)
        self.problem = Problem(status, why, clause, rule, version, line)


def malformed(why: str) -> Refused:
    return Refused(400, why)


def unknown(why: str) -> Refused:
    return Refused(404, why)


def forbidden(why: str) -> Refused:
    return Refused(403, why)


def breach(b: Breach, rule: str = "") -> Refused:
    return Refused(422, b.why, clause=b.clause, rule=rule)


def stale(version: int) -> Refused:
    return Refused(409, "the game has gone on since", version=version)
