"""The table at which the tests play: boards, units and positions in the words of examples.md.

    g = scene(US={"3010": "1/16 E6 CS7"}, German={"3011": "I/27 E4 CS4"}, terrain={"3011": "town"}, active="1ID", ap=3)
    g.play("attack 1/16 3011 regular").chits(3, 7).throws(5)

The board is clear land unless told otherwise. US supply comes from row 10, German supply from row 56. The HQs of all formations
that are there stand far behind them, with room for everybody in their Command Range, unless they are told too.

After a counter's name: "E6" or "E6/4" its Effectiveness, front and disrupted; "CS7" its strength, "CS4/7" 4 of 7; "AT2" or
"TP8/6" its points; "MA5", "leg" and "motorized"; of an HQ "CR7", "AS5", "RR6" (reaction), "cost2", "class1", "top6" (its
highest level); and what `grognard.systems.crossing_the_line.scene` knows: "disrupted", "shown", "for 9ID", "level 4",
"flipped"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from typing import Any

import pytest
from msgspec.structs import replace

from grognard.board.names import Unit
from grognard.geometry.hexes import Hex
from grognard.geometry.hexset import each
from grognard.kernel.breach import Breach, Illegal
from grognard.kernel.draft import Draft, Event
from grognard.kernel.frame import Frame, Result, Roll, run
from grognard.kernel.game import Game
from grognard.kernel.mods import total
from grognard.systems.crossing_the_line import chart, strength, supply
from grognard.systems.crossing_the_line.actions import Chits, Posture
from grognard.systems.crossing_the_line.chart import GERMAN, US, Side
from grognard.systems.crossing_the_line.combat import Combat, CombatAction
from grognard.systems.crossing_the_line.movement import March, halves, spent
from grognard.systems.crossing_the_line.state import COMING, GONE, LOST, State
from grognard.systems.crossing_the_line.strength import Assault
from grognard.systems.crossing_the_line.system import SYSTEM
from grognard.systems.crossing_the_line.world import printed

Stacks = Mapping[str, str]

RATING = re.compile(r"(E|CS|AT|TP|MA|CR|AS|RR|cost|class|top)(\d+)(?:/(\d+))?$")
PLACES = {COMING: "coming", LOST: "lost", GONE: "gone"}
BEHIND = {US: "10", GERMAN: "56"}
"""The row of each side's supply, and of the HQs of which a test says nothing."""


@cache
def counters() -> dict[str, dict[str, Any]]:
    """The order of battle by id."""
    out = {}
    for side in ("us", "german", "hqs"):
        table = printed()["units"][side]
        for row in table["rows"]:
            out[row[0]] = {**dict(zip(table["columns"], row)), "side": side}
    return out


@cache
def formations() -> dict[str, tuple[Side, str, int]]:
    """By id: its side, its HQ, and its number among those of the side."""
    table = printed()["units"]["formations"]
    out: dict[str, tuple[Side, str, int]] = {}
    for row in table["rows"]:
        side = Side(row[2])
        out[row[0]] = (side, row[4], sum(x[0] is side for x in out.values()))
    return out


class Told:
    """What a test says of the counters: their places and marks for `scene`, their ratings for the study."""

    def __init__(self) -> None:
        self.ratings: dict[str, dict[str, Any]] = {}
        self.formations: set[str] = set()
        self.named: set[str] = set()

    def stacks(self, stacks: Stacks) -> dict[str, str]:
        return {
            hex: " over ".join(self.counter(words) for words in told.split(" over "))
            for hex, told in stacks.items()
        }

    def counter(self, words: str) -> str:
        id, *rest = words.split()
        kept = [id]
        self.named.add(id)
        counter, rating = counters()[id], self.ratings.setdefault(id, {})
        if counter["formation"]:
            self.formations.add(counter["formation"])
        for n, word in enumerate(rest):
            if rest[n - 1 : n] == ["for"]:
                self.formations.add(word)
            found = RATING.match(word)
            if found:
                kept += self.rate(rating, found[1], int(found[2]), found[3])
            elif word in ("leg", "motorized"):
                rating["class"] = word
            else:
                kept.append(word)
        return " ".join(kept)

    def rate(self, rating: dict[str, Any], what: str, value: int, other: str | None) -> list[str]:
        second = None if other is None else int(other)
        match what:
            case "E":
                rating["effectiveness"] = [value, value - 1 if second is None else second]
            case "CS":
                rating["strength"] = value if second is None else second
                return [str(value)]
            case "AT" | "TP":
                rating["arm"] = "at" if what == "AT" else "tank"
                rating["points"] = [value, max(0, value - 1) if second is None else second]
            case "MA":
                rating["ma"] = value
            case _:
                names = {
                    "CR": "range",
                    "AS": "support",
                    "RR": "reaction",
                    "cost": "relocation",
                    "class": "recovery",
                    "top": "level",
                }
                rating[names[what]] = value
        return []


def scene(
    US: Stacks | None = None,
    German: Stacks | None = None,
    *,
    terrain: Mapping[str, str] | None = None,
    sides: Mapping[str, str] | None = None,
    roads: Sequence[Sequence[str]] = (),
    board: Mapping[str, Any] | None = None,
    real_map: bool = False,
    scenario: str = "",
    hqs: bool = True,
    ratings: Mapping[str, Mapping[str, Any]] | None = None,
    **more: Any,
) -> Table:
    """A position on a board of clear land, or on the printed map (`real_map`), or in a scenario."""
    told = Told()
    us, german = told.stacks(US or {}), told.stacks(German or {})
    if scenario:
        return Table(SYSTEM.scene(US=us, German=german, scenario=scenario, **more))
    ground = dict(terrain or {})
    if active := more.get("active"):
        told.formations.add(active)
    for f in sorted(told.formations) if hqs else ():
        side, hq, n = formations()[f]
        if hq not in told.named:
            place = f"{BEHIND[side]}{3 * n + 1:02}"
            if not real_map:
                ground[place] = "town"
                (us if side == "us" else german)[place] = hq
                told.ratings.setdefault(hq, {})["range"] = 99
    for id, changes in (ratings or {}).items():
        told.ratings.setdefault(id, {}).update(changes)
    rated = {id: r for id, r in told.ratings.items() if r}
    if real_map:
        return Table(SYSTEM.scene(US=us, German=german, ratings=rated or None, **more))
    if board is None:
        board = chart.plain(ground, sides, roads, us_edge=row(10), german_edge=row(56))
        towns = {h for h, kind in ground.items() if kind in ("town", "city", "industrial")}
        more.setdefault("german_holds", sorted(h for h in towns if h in german))
    return Table(SYSTEM.scene(US=us, German=german, board=board, ratings=rated or None, **more))


def row(n: int) -> list[str]:
    return [f"{n}{column:02}" for column in range(1, 29)]


class Table:
    """A game on the table."""

    def __init__(self, start: Result[State]) -> None:
        self.game: Game[State] = Game(SYSTEM, start.state.world, seed="scene", start=start)

    @property
    def s(self) -> State:
        return self.game.state

    def unit(self, name: str) -> Unit:
        return self.s.world.unit(name)

    def units(self, names: str) -> tuple[Unit, ...]:
        return tuple(map(self.unit, names.split("+")))

    def hex(self, number: str) -> Hex:
        return self.s.world.hex(number)

    # ---- playing

    def play(self, *texts: str) -> Table:
        for text in texts:
            self.game.do(text.replace("+", ","))
        return self

    def throws(self, *dice: int | tuple[int, ...]) -> Table:
        """One throw after the other, each of one die or of several."""
        for die in dice:
            self.game.do(Roll(die if isinstance(die, tuple) else (die,)))
        return self

    def chits(self, attacker: int, defender: int) -> Table:
        self.game.do(Chits(attacker, defender))
        return self

    def result(self, attackers: str, hex: str, result: str, posture: str = "regular") -> Table:
        """A combat that has just brought this result; what follows from it is still to come."""
        s, units, at = self.s, self.units(attackers), self.hex(hex)
        side, start = s.side(units[0]), s.hex(units[0])
        x = Assault(side, units, start, at, Posture(posture))
        action = CombatAction(
            at=3, side=side, units=units, start=start, hex=at, posture=Posture(posture), cost=0, exposed=side
        )
        combat = Combat(
            at=4, side=side, units=units, others=s.fighters(at, side.enemy), start=start, hex=at, posture=Posture(posture),
            exposed=side, column=0, result=result, leads=strength.armor(s, x)[1:],
        )  # fmt: skip
        d = Draft(s)
        return Table(run(d, combat.go_on(d, None), [*s.frames, action]))

    def may(self, text: str) -> bool:
        return self.game.check(text.replace("+", ",")) is None

    def refuses(self, text: str) -> str:
        """The clause by which it is refused; nothing has changed."""
        before = self.s
        with pytest.raises(Illegal) as refused:
            self.play(text)
        assert self.s == before
        return refused.value.breach.clause

    # ---- looking

    def asks(self, side: str | None, kind: type[Frame[State]] | None = None) -> bool:
        """Is it this side's choice now (None: chance), in a step of this kind?"""
        now = self.game.decision
        return now is not None and now.side == side and (kind is None or type(now.frame) is kind)

    def offers(self, verb: str = "") -> list[str]:
        said = [self.game.text(a) for a in self.game.legal()]
        return [x for x in said if not verb or x.split()[0] == verb]

    def open(self) -> list[str]:
        """The open steps of play, outermost first."""
        return [type(f).__name__ for f in self.s.frames]

    def at(self, unit: str) -> str:
        h = self.s.at[self.unit(unit)]
        return PLACES.get(h) or self.s.world.hex_text(Hex(h))

    def cs(self, unit: str) -> int:
        return self.s.strength[self.unit(unit)]

    def disrupted(self, unit: str) -> bool:
        return bool(self.s.disrupted[self.unit(unit)])

    def level(self, formation: str) -> int:
        return self.s.level[self.s.world.formation(formation)]

    def flipped(self, formation: str) -> bool:
        return bool(self.s.flipped[self.s.world.formation(formation)])

    def ap(self, side: str) -> int:
        return self.s.points_of(Side(side))

    def stack(self, hex: str, side: str) -> str:
        return " over ".join(map(self.s.world.unit_text, self.s.stack(self.hex(hex), Side(side))))

    def numbers(self, hexes: int) -> set[str]:
        return {self.s.world.hex_text(h) for h in each(hexes)}

    def zoc(self, side: str) -> set[str]:
        return self.numbers(self.s.field.zoc[Side(side)])

    def command(self, unit: str) -> str:
        return str(supply.command(self.s, self.unit(unit)).value)

    def supplied(self, formation: str) -> bool:
        return supply.in_supply(self.s, self.s.world.formation(formation))

    def control(self, hex: str) -> str:
        return str(US if self.s.controls(US, self.hex(hex)) else GERMAN)

    def improved(self, hex: str) -> bool:
        return self.hex(hex) in self.s.improved

    def cost(self, units: str, *way: str) -> float:
        """MPs of a way, as if no zone of control and no MA were in it."""
        chosen, hexes = self.units(units), tuple(map(self.hex, way))
        march = March(self.s.side(chosen[0]), hexes, (False,) * (len(hexes) - 1), False)
        return spent(self.s, chosen, march) / halves("1")

    def assault(self, attackers: str, hex: str, posture: str) -> Assault:
        units = self.units(attackers)
        return Assault(self.s.side(units[0]), units, self.s.hex(units[0]), self.hex(hex), Posture(posture))

    def drm(self, attackers: str, hex: str, posture: str) -> int:
        return int(total(strength.drms(self.s, self.assault(attackers, hex, posture))))

    def events(self, kind: type[Event], side: str | None = None) -> list[Any]:
        """Those of this kind that the last action brought."""
        return [e for e in self.game.events(side) if isinstance(e, kind)]

    def with_(self, **changes: Any) -> Table:
        """The same position but for some of its numbers."""
        return Table(Result(replace(self.s, **changes), ()))


@contextmanager
def refuses(clause: str) -> Iterator[Breach]:
    """What is done in here is refused by this clause."""
    with pytest.raises(Illegal) as refused:
        yield refused  # type: ignore[misc]
    assert refused.value.breach.clause == clause


__all__ = ["GERMAN", "SYSTEM", "US", "Table", "refuses", "row", "scene"]
