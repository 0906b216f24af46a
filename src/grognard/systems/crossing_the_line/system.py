"""Crossing the Line as a system: what the rest of the project may ask of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, ClassVar

from ...board import data
from ...board.names import Side as AnySide
from ...board.names import Unknown
from ...kernel import play
from ...kernel.breach import Illegal
from ...kernel.draft import Event
from ...kernel.frame import Action, Frame, Result
from ...kernel.offers import Offers
from ...kernel.ranges import Ranges
from ...kernel.state import World
from ...kernel.system import About, Option, System, Verdict
from ...kernel.view import View as AnyView
from . import admin, boxes, forecast, owner, sequence, world
from .acting import Confirm, Isolation, MovementAction, RefitAction
from .actions import ACTIONS, Attack
from .activation import Activation, Bonus, FormationActivation
from .chart import GERMAN, PACKAGE, US
from .combat import Combat, CombatAction, DrawChits
from .dice import Dice, Snafu, Throw
from .headquarters import HqDisplacement
from .losses import Follow, Retreat, SecondHit, Suffer, TakeLoss
from .marching import EnterHex, Infiltration, Movement
from .reaction import FormationReaction, ReactionAttempt
from .scene import scene
from .sequence import FirstBlood, Game, OpsCycle, OpsPhase, Turns
from .sound import unsound
from .stacking import Displace, Overstack, RemoveSurplus
from .state import State, empty
from .telling import tell
from .view import View, view
from .world import Theatre
from .worlds import resample

FRAMES: tuple[type[Frame[Any]], ...] = (
    Game, Turns, FirstBlood, OpsPhase, OpsCycle, sequence.Option, FormationActivation, Activation, Bonus,
    MovementAction, RefitAction, Isolation, Confirm, Movement, EnterHex, Infiltration, FormationReaction,
    ReactionAttempt, HqDisplacement, Overstack, Displace, RemoveSurplus, CombatAction, Combat, DrawChits, Suffer,
    TakeLoss, SecondHit, Retreat, Follow, Dice, Throw, Snafu, *admin.FRAMES,
)  # fmt: skip


class CrossingTheLine(System[State]):
    id: ClassVar[str] = world.SYSTEM_ID
    title: ClassVar[str] = "Crossing the Line: Aachen 1944"
    sides: ClassVar[tuple[AnySide, ...]] = (US, GERMAN)
    prefix: ClassVar[str] = "CTL"
    rules: ClassVar[int] = 1
    state = State

    @property
    def frames(self) -> Sequence[type[Frame[Any]]]:
        return FRAMES

    @property
    def actions(self) -> Sequence[type[Action]]:
        return ACTIONS

    def scenarios(self) -> Sequence[About]:
        """By the data of their owner, where he brought them; by ours otherwise."""
        mine = owner.own()
        box, mark = (boxes.printed(), "") if mine is None else (mine.box, mine.mark)
        return [self.card(x, box, mark) for x in world.scenarios(box).values()]

    def about(self, key: str) -> About | None:
        system, _, rest = key.partition("/")
        scenario, _, mark = rest.partition("@")
        if mark and mark != self.own_data():
            return None
        box = boxes.box_of(mark)
        found = world.scenarios(box).get(scenario)
        return None if found is None or system != self.id else self.card(found, box, mark)

    def card(self, x: world.Scenario, box: boxes.Box, mark: str) -> About:
        return About(
            world.marked(f"{self.id}/{x.id}", mark),
            x.title,
            f"{x.activations} activations" if x.solo else f"turns {x.first_turn} to {x.last_turn}",
            x.minutes,
            (US,) if x.solo else self.sides,
            x.blurb,
            boxes.reconstructed(box),
        )

    def chosen(self, scenario: str) -> str:
        mark = self.own_data()
        return scenario if "@" in scenario else world.marked(scenario, mark)

    def files(self) -> Mapping[str, str]:
        return {f"{name}.toml": data.text(PACKAGE, f"{name}.toml") for name in boxes.FILES}

    def own_data(self) -> str:
        mine = owner.own()
        return "" if mine is None else mine.mark

    def options(self, scenario: str) -> Sequence[Option]:
        return []

    def world(self, key: str) -> Theatre:
        if "@" in key:
            owner.own()
        return world.find(key)

    def remake(self, key: str, made_of: str) -> Theatre:
        if "@" in key:
            owner.own()
        return world.remake(key, made_of)

    def begin(self, world: World, options: Mapping[str, str]) -> Result[State]:
        assert isinstance(world, Theatre)
        if options:
            raise Unknown(f"no option is called {next(iter(options))!r}")
        return play.begin(empty(world), Game())

    def unsound(self, s: State) -> str:
        return unsound(s)

    def scene(self, **position: Any) -> Result[State]:
        return scene(**position)

    def view(self, s: State, side: AnySide) -> View:
        return view(s, side)

    def offers(self, s: State, side: AnySide) -> Offers[Any]:
        now = play.decision(s)
        return play.legal(s) if now and now.side == side else Offers()

    def resample(self, view: AnyView, rng: Random) -> State:
        assert isinstance(view, View)
        return resample(view, rng)

    def verdict(self, s: State) -> Verdict | None:
        return s.verdict

    def odds(self, s: State, a: Action) -> Ranges[forecast.Fate]:
        """CTL-5.3.4: of an attack that could be declared now, for all that its side knows."""
        if not isinstance(a, Attack):
            raise ValueError("odds are asked of an attack")
        if breach := play.check(s, a):
            raise Illegal(breach)
        return forecast.for_all_it_knows(s, a)

    def table(self, name: str, keys: Mapping[str, str]) -> Any:
        """`crt` by terrain, ratio and modified die (CTL-7.5.1e), `ap` by level and die; all others by their rows."""
        mine = owner.own()
        tables = (boxes.printed() if mine is None else mine.box)["tables"]
        if name == "crt" and {"terrain", "ratio", "die"} <= set(keys):
            return forecast.cell(tables, keys["terrain"], keys["ratio"], keys["die"])
        return data.lookup(tables, name, keys)

    def clauses(self) -> Mapping[str, str]:
        return data.clauses(data.text(PACKAGE, "rules.md"))

    def tell(self, event: Event, s: State) -> str:
        return tell(event, s)


SYSTEM = CrossingTheLine()
