"""The movement phases (TGC-seq.3 A5, G3): moves, landings, returns, and what happens at their end."""

from __future__ import annotations

from functools import partial
from typing import Any

from ...board.names import Unit
from ...kernel.breach import Breach
from ...kernel.draft import Draft
from ...kernel.frame import Done, Step
from ...kernel.offers import Heads, Offers
from . import airborne, assignment, hq, invasion, movement, sea, stacking, supply
from .actions import Drop, Embark, End, Invade, Land, Move, Remove, Sail
from .events import Eliminated, MissionsEnded
from .phase import OwnPhase
from .state import State
from .world import ALLIED, GERMAN


class Movement(OwnPhase, frozen=True):
    """TGC-move.1, TGC-seq.8: any number of units, in any order, each as often as it has movement left."""

    def enter(self, d: Draft[State]) -> Step:
        movement.begin(d, self.side)
        return self.ask()

    def check_own(self, s: State, a: Any) -> Breach | None:
        match a:
            case Move(u, to):
                return movement.may_move(s, self.side, u, to)
            case Land(u, to):
                return (
                    sea.may_land(s, u, to)
                    if self.side is ALLIED
                    else Breach("TGC-sea.1", "only the Allies land")
                )
            case Sail(u, by):
                return sea.may_sail(s, self.side, u, by)
            case Remove(u):
                return self.may_remove(s, u)
            case End():
                return self.may_end(s)
            case Invade() | Embark() if self.side is ALLIED:
                return invasion.out_of_time(s, a)
            case Drop() if self.side is ALLIED:
                return airborne.out_of_time(s)
            case _:
                return Breach("TGC-seq.3", "this is the Movement Phase: move units, or end it")

    def may_end(self, s: State) -> Breach | None:
        """TGC-move.4c, TGC-seq.9."""
        crowded = stacking.overstacked(s, self.side)
        return stacking.too_many(s, self.side, crowded[0]) if crowded else None

    def may_remove(self, s: State, u: Unit) -> Breach | None:
        """TGC-move.4f."""
        if u not in self.removable(s):
            return Breach(
                "TGC-move.4f",
                "a unit is given up only where too many stand in a hex that none of them can leave",
            )
        return None

    def removable(self, s: State) -> list[Unit]:
        out: list[Unit] = []
        for hex in stacking.overstacked(s, self.side):
            units = stacking.here(s, self.side, hex)
            if not any(
                movement.destinations(s, u) or (self.side is ALLIED and sea.sailings(s, u)) for u in units
            ):
                out += units
        return out

    def offers_own(self, s: State) -> Offers[Any]:
        units = movement.movers(s, self.side)
        more: list[Any] = []
        if self.side is ALLIED:
            if sea.havens(s) and sea.ashore(s) < supply.landing_capacity(s):
                units = [*units, *sea.waiting(s)]
            more = self.stranded_sailors(s)
        if self.may_end(s) is None:
            more.append(End())
        else:
            more += [Remove(u) for u in self.removable(s)]
        return Offers(Heads(units, s.world.unit_text, partial(self.of, s), more))

    def of(self, s: State, u: Unit) -> list[Any]:
        return self.moves(s, u) if s.at[u] >= 0 else self.landings(s, u)

    def stranded_sailors(self, s: State) -> list[Any]:
        """Units in a port that cannot step anywhere, but can still take ship."""
        out: list[Any] = []
        for hex in s.world.chart.numbered:
            for u in s.stack(hex, ALLIED):
                if s.left[u] and not movement.first_steps(s.world, s.at, u):
                    out += [Sail(u, h) for h in sea.sailings(s, u)]
        return out

    def moves(self, s: State, u: Unit) -> list[Any]:
        """All that a unit on the map can do next."""
        out: list[Any] = [Move(u, h) for h in movement.destinations(s, u)]
        if self.side is ALLIED:
            out += [Sail(u, h) for h in sea.sailings(s, u)]
        return out

    def landings(self, s: State, u: Unit) -> list[Any]:
        return [Land(u, h) for h in sea.landings(s, u)]

    def take_own(self, d: Draft[State], a: Any) -> Step:
        match a:
            case Move(u, to):
                movement.move(d, u, to)
            case Land(u, to):
                sea.land(d, u, to)
            case Sail(u, by):
                sea.sail(d, u, by)
            case Remove(u):
                d.emit(Eliminated((u,), "TGC-move.4f"))
            case _:
                return self.close(d)
        assignment.drop_broken(d, self.side)
        return self.ask()

    def close(self, d: Draft[State]) -> Step:
        """TGC-seq.3: in this order, unopposed invaders land, stacking is legal, HQs in enemy ZOC die."""
        if self.side is ALLIED:
            invasion.unopposed(d)
        hq.remove_caught(d, self.side)
        if self.side is GERMAN:
            d.emit(MissionsEnded(interdiction=True))  # TGC-seq.10
        return Done()

    def prompt(self, s: State) -> str:
        crowded = stacking.overstacked(s, self.side)
        if crowded:
            places = ", ".join(s.world.place(h) for h in crowded)
            return f"move units; too many stand in {places}"
        return "move units, or end the phase"
