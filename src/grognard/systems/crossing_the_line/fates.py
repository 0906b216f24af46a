"""What becomes of both sides of a combat, in few words; and how far one that is being fought has come (CTL-5.3.4f)."""

from __future__ import annotations

from typing import NamedTuple

from .combat import Combat, CombatAction
from .dice import Snafu
from .state import State
from .texts import phrase

DEFENDER = (phrase("defender unharmed"), phrase("defender weakened"), phrase("defender leaves the hex"), phrase("defender destroyed"))  # fmt: skip
ATTACKER = (phrase("attacker unharmed"), phrase("attacker weakened"), phrase("attacker leaves his hex"), phrase("attacker destroyed"))  # fmt: skip


class Fate(NamedTuple):
    """What becomes of each side: unharmed, weakened, driven from its hex, destroyed."""

    defender: int
    attacker: int

    def __str__(self) -> str:
        return f"{DEFENDER[self.defender]}; {ATTACKER[self.attacker]}"

    @property
    def good(self) -> int:
        """From 0, the worst for the attacker, to 4."""
        return max(0, min(4, 2 + self.defender - self.attacker))


class Settled(NamedTuple):
    """What of a combat is decided (CTL-5.3.4f): the column, the DRMs, the result as the die lies."""

    column: int | None = None
    drm: int | None = None
    result: str = ""
    over: bool = False  # it is being carried out
    checks: bool = False  # isolated attackers make their checks


NOTHING = Settled()
CHECKS = Settled(checks=True)


def settled(s: State, c: Combat | CombatAction) -> Settled:
    """How far a combat that is being fought has come."""
    if isinstance(c, CombatAction):
        return CHECKS
    step = Combat.STEPS[c.at]
    if step in ("supporters", "chits"):
        return NOTHING
    if step != "throw":
        return Settled(c.column, c.drm, c.result, True)
    top = s.frames[-1]
    reading = top.reading(s) if isinstance(top, Snafu) else None
    return Settled(c.column, c.drm, reading[1] if reading else "")
