"""Whether the places that a plan gives to units can all be fed at the next judgement (TGC-supply.13 to 20)."""

from __future__ import annotations

from collections.abc import Iterable

from ...board.names import Unit
from ...systems.great_crusade.state import State
from ...systems.great_crusade.supply import reached, sources_now


class Rations:
    """Seats at the sources, as they stand now; units are moved from source to source where that makes room."""

    def __init__(self, s: State) -> None:
        self.sources = sources_now(s)
        self.fields = [reached(s, x) for x in self.sources]
        self.at: dict[Unit, int] = {}
        self.seats: list[list[Unit]] = [[] for _ in self.sources]
        self._feeders: dict[int, tuple[int, ...]] = {}

    def feeders(self, hex: int) -> tuple[int, ...]:
        if hex not in self._feeders:
            # those of short range first: the long ones are kept for the front
            found = [i for i, f in enumerate(self.fields) if f >> hex & 1]
            self._feeders[hex] = tuple(sorted(found, key=lambda i: (self.sources[i].range, i)))
        return self._feeders[hex]

    def seat(self, u: Unit, hex: int) -> bool:
        """Feed the unit at this place, if it can be done; it loses its seat elsewhere."""
        self.release(u)
        self.at[u] = hex
        if self._find(u, set()):
            return True
        del self.at[u]
        return False

    def release(self, u: Unit) -> None:
        if u in self.at:
            del self.at[u]
            for seats in self.seats:
                if u in seats:
                    seats.remove(u)

    def could(self, u: Unit, hex: int) -> bool:
        """Would there be a seat?"""
        before = self.at.get(u)
        found = self.seat(u, hex)
        self.release(u)
        if before is not None:
            self.seat(u, before)
        return found

    def all(self, places: Iterable[tuple[Unit, int]]) -> None:
        for u, hex in places:
            self.seat(u, hex)

    def _find(self, u: Unit, tried: set[int]) -> bool:
        for i in self.feeders(self.at[u]):
            if i in tried:
                continue
            tried.add(i)
            seats = self.seats[i]
            if len(seats) < self.sources[i].capacity:
                seats.append(u)
                return True
            for other in seats:
                if self._find(other, tried):
                    seats.remove(other)
                    seats.append(u)
                    return True
        return False
