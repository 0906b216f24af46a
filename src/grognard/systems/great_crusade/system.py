"""The Great Crusade as a system: what the rest of the project may ask of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, ClassVar

from msgspec.structs import replace

from ...board import data
from ...board.names import Side as AnySide
from ...board.names import Unknown, hint
from ...kernel import play
from ...kernel.breach import Illegal
from ...kernel.dist import Dist
from ...kernel.draft import Event
from ...kernel.frame import Action, Frame, Result, Throw
from ...kernel.offers import Offers
from ...kernel.state import World
from ...kernel.system import About, Option, System, Verdict
from ...kernel.view import View as AnyView
from . import assignment, forecast, world
from .actions import ACTIONS, Attack
from .air import TacticalAir
from .airborne import Airborne
from .chart import PACKAGE
from .crt import Advances, Choice, Exchange, Resolution, Retreats
from .fighting import CombatPhase
from .invasion import Embarkation, Invasion
from .marching import Movement
from .replacements import Replacement
from .scene import scene
from .sequence import Campaign, Turn
from .setup import Arrange, SetUp, Shuffle
from .sound import unsound
from .state import State, empty
from .supply import AlliedSupply
from .telling import tell
from .view import View, resample, view
from .world import ALLIED, GERMAN, Front

FRAMES: tuple[type[Frame[Any]], ...] = (
    Campaign, SetUp, Shuffle, Arrange, Turn, AlliedSupply, Replacement, Invasion, Embarkation, Airborne, Movement,
    CombatPhase, Resolution, Throw, Choice, Exchange, Retreats, Advances, TacticalAir,
)  # fmt: skip

RECONSTRUCTED = "Map, order of battle, set-ups, area limits and the combat table are reconstructions: the rulebook prints none."


class GreatCrusade(System[State]):
    id: ClassVar[str] = world.SYSTEM_ID
    title: ClassVar[str] = "The Great Crusade: France 1944"
    sides: ClassVar[tuple[AnySide, ...]] = (ALLIED, GERMAN)
    prefix: ClassVar[str] = "TGC"
    rules: ClassVar[int] = 1
    state = State

    @property
    def frames(self) -> Sequence[type[Frame[Any]]]:
        return FRAMES

    @property
    def actions(self) -> Sequence[type[Action]]:
        return ACTIONS

    def scenarios(self) -> Sequence[About]:
        return [
            About(
                f"{self.id}/{x.id}",
                x.title,
                f"turns {x.first_turn} to {x.last_turn}",
                x.minutes,
                self.sides,
                " ".join(x.blurb.split()),
                RECONSTRUCTED,
            )
            for x in world.scenarios().values()
        ]

    def options(self, scenario: str) -> Sequence[Option]:
        front = world.find(f"{self.id}/{scenario}")
        out = [
            Option(
                "fortress_single_attack",
                "off",
                ("off", "on"),
                "TGC-combat.24",
                "all units in a fortress must be attacked in one combat",
            )
        ]
        if front.scenario.area:
            areas = tuple(a.id for a in front.chart.areas.values() if a.invadable)
            out.append(Option("area", front.scenario.area, areas, "TGC-scen.2", "where the Allies land"))
        return out

    def world(self, key: str) -> Front:
        return world.find(key)

    def remake(self, key: str, made_of: str) -> Front:
        return world.remake(key, made_of)

    def begin(self, world: World, options: Mapping[str, str]) -> Result[State]:
        assert isinstance(world, Front)
        chosen = self.settle(world.scenario.id, options)
        scenario = world.scenario
        s = empty(
            world,
            scenario.first_turn - 1,
            area=chosen.get("area", ""),
            single_attack=chosen["fortress_single_attack"] == "on",
        )
        return play.begin(s, Campaign())

    def settle(self, scenario: str, options: Mapping[str, str]) -> dict[str, str]:
        """The options of a game, all of them, with the defaults filled in."""
        known = {o.name: o for o in self.options(scenario)}
        for name, value in options.items():
            if name not in known:
                raise Unknown(f"no option is called {name!r}{hint(name, tuple(known))}")
            if value not in known[name].values:
                raise Unknown(f"{name} is one of {', '.join(known[name].values)}, not {value!r}")
        return {name: options.get(name, o.default) for name, o in known.items()}

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
        return resample(view)

    def verdict(self, s: State) -> Verdict | None:
        return s.verdict

    def odds(self, s: State, a: Action) -> Dist[Any]:
        """TGC-ui.23: before it is assigned, while it is on the list, or as it is resolved."""
        c = forecast.combat_in(s, a)
        if c is None:
            raise ValueError("odds are asked of an attack, or of the resolution of one")
        if isinstance(a, Attack):
            side = s.world.side(a.attackers[0]) if a.attackers else ALLIED
            if breach := assignment.may_assign(replace(s, combats=()), side, a):
                raise Illegal(breach)
        elif c.carpet and (breach := assignment.may_bomb(s, c)):
            raise Illegal(breach)
        return forecast.outcomes(s, c)

    def table(self, name: str, keys: Mapping[str, str]) -> Any:
        tables = data.load(PACKAGE, "tables.toml")
        if name == "crt" and {"column", "die"} <= set(keys):
            table = tables["crt"]
            die = keys["die"]
            if keys["column"] not in table["columns"] or die not in tuple("123456"):
                raise Unknown(f"the table has columns {', '.join(table['columns'])} and dice 1 to 6")
            return table["rows"][int(die) - 1][table["columns"].index(keys["column"])]
        return data.lookup(tables, name, keys)

    def clauses(self) -> Mapping[str, str]:
        return data.clauses(data.text(PACKAGE, "rules.md"))

    def chapters(self) -> Mapping[str, str]:
        return data.chapters(data.text(PACKAGE, "rules.md"))

    def tell(self, event: Event, s: State) -> str:
        return tell(event, s)


SYSTEM = GreatCrusade()
