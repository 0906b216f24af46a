"""The sequence of play (TGC-seq): set-up, then turns, each of them the list that the book prints."""

from __future__ import annotations

from typing import Any, ClassVar

from ...kernel.draft import Draft
from ...kernel.frame import Call, Done, Frame, Over, Sequence, Step
from . import starts
from .air import TacticalAir
from .airborne import Airborne
from .area import release_french
from .events import TurnBegan
from .fighting import CombatPhase
from .invasion import Invasion
from .marching import Movement
from .replacements import Replacement
from .setup import SetUp
from .state import State
from .supply import AlliedSupply, isolated, judge
from .victory import end_of_turn
from .world import ALLIED, GERMAN, Side


class Campaign(Frame[State], frozen=True):
    """TGC-seq.1: a set-up, or a position that is given (TGC-scen.4), and turns until somebody has won."""

    def who(self, s: State) -> Side | None:
        raise AssertionError("the campaign asks nobody itself")

    def enter(self, d: Draft[State]) -> Step:
        scenario = d.s.world.scenario
        if scenario.start:
            starts.begin(d)
        return Call(self, SetUp() if scenario.setups else Turn())

    def resume(self, d: Draft[State], result: Any) -> Step:
        """TGC-vic.11: nothing follows a verdict."""
        return Over() if d.s.verdict else Call(self, Turn())


class Turn(Sequence[State], frozen=True):
    """TGC-seq.2, 3: the Allied part, the German part, the end of the turn."""

    STEPS: ClassVar[tuple[str, ...]] = (
        "allied_supply",
        "allied_replacement",
        "allied_invasion",
        "allied_airborne",
        "allied_movement",
        "allied_combat",
        "allied_tactical_air",
        "german_isolation",
        "german_replacement",
        "german_movement",
        "german_combat",
        "end_of_turn",
    )

    def allied_supply(self, d: Draft[State], _: Any) -> Step:
        """A1. The first turn of a game begins as the scenario says, each later one is a week on."""
        turn = d.s.turn + 1
        d.emit(TurnBegan(turn, d.s.world.tables["air"]["tactical_per_turn"]))
        release_french(d)
        return Call(self, AlliedSupply())

    def allied_replacement(self, d: Draft[State], _: Any) -> Step:
        return Call(self, Replacement(ALLIED))

    def allied_invasion(self, d: Draft[State], _: Any) -> Step:
        return Call(self, Invasion())

    def allied_airborne(self, d: Draft[State], _: Any) -> Step:
        return Call(self, Airborne())

    def allied_movement(self, d: Draft[State], _: Any) -> Step:
        return Call(self, Movement(ALLIED))

    def allied_combat(self, d: Draft[State], _: Any) -> Step:
        return Call(self, CombatPhase(ALLIED))

    def allied_tactical_air(self, d: Draft[State], _: Any) -> Step:
        return Call(self, TacticalAir())

    def german_isolation(self, d: Draft[State], _: Any) -> None:
        """G1: lines are traced, nobody is asked (TGC-supply.8)."""
        judge(d, GERMAN, isolated(d.s))

    def german_replacement(self, d: Draft[State], _: Any) -> Step:
        return Call(self, Replacement(GERMAN))

    def german_movement(self, d: Draft[State], _: Any) -> Step:
        return Call(self, Movement(GERMAN))

    def german_combat(self, d: Draft[State], _: Any) -> Step:
        return Call(self, CombatPhase(GERMAN))

    def end_of_turn(self, d: Draft[State], _: Any) -> None:
        """E: TGC-vic.1."""
        end_of_turn(d)

    def finish(self, d: Draft[State], result: Any) -> Step:
        return Done()
