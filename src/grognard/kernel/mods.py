"""A number with its reasons: what a sum is made of, each part with its clause."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

import msgspec


class Mod(msgspec.Struct, frozen=True, gc=False):
    """One signed part. Halves are exact."""

    value: int | Fraction
    clause: str
    why: str

    def __str__(self) -> str:
        return (
            f"{'+' if self.value >= 0 else '-'}{plain(abs(Fraction(self.value)))} {self.why} [{self.clause}]"
        )


def total(mods: Iterable[Mod]) -> Fraction:
    return sum((Fraction(m.value) for m in mods), Fraction(0))


def plain(n: int | Fraction) -> str:
    """A number as players write it: 7, 2½."""
    if n < 0:
        return f"-{plain(-n)}"
    whole, part = divmod(Fraction(n), 1)
    if not part:
        return str(whole)
    tail = {Fraction(1, 2): "½", Fraction(1, 4): "¼", Fraction(3, 4): "¾"}.get(part)
    if tail is None:
        return str(n)
    return f"{whole if whole else ''}{tail}"


def percent(p: Fraction) -> str:
    """A chance for the eye: 16.7 %; never 0 or 100 unless it is."""
    shown = f"{float(p) * 100:.1f}"
    if shown == "100.0" and p != 1:
        return "over 99.9 %"
    if shown == "0.0" and p:
        return "under 0.1 %"
    return f"{shown.removesuffix('.0')} %"
