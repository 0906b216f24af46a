"""The table at which the tests play: boards, units and positions in the words of examples.md.

    g = battle({(0, 0): "A-inf a, b", (1, 0): "G-inf d"}, board=board({(1, 0): "city"}, ["(0,0)|(1,0)"]))
    g.play("attack a,b on d", "resolve 1").throws(1)
    assert g.at("d") == "lost"

Hexes are axial coordinates (q, r) around the middle of a board of clear land: E (+1, 0), NE (+1, -1), NW (0, -1),
W (-1, 0), SW (-1, +1), SE (0, +1). On the printed map (`france`) they are numbers ("1831") or places ("caen").
Units are named by kind and letter, "A-inf a"; after a comma the kind may be left out ("A-inf a, b"), a real id may
stand for a kind ("ge-st-716 d") or alone. In texts, letters and coordinates stand as they are: "move a (2,0)".
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from fractions import Fraction
from functools import cache
from typing import Any

import pytest

import grognard as gg
from grognard.board.names import Unit
from grognard.geometry.hexes import Hex
from grognard.kernel.breach import Breach, Illegal
from grognard.kernel.draft import Event
from grognard.kernel.frame import Frame, Roll
from grognard.systems.great_crusade import chart as charts
from grognard.systems.great_crusade.actions import Drop, End, Land, Move, Sail
from grognard.systems.great_crusade.chart import Chart
from grognard.systems.great_crusade.combat import Ratio, ratio
from grognard.systems.great_crusade.events import DiceShown
from grognard.systems.great_crusade.fighting import CombatPhase
from grognard.systems.great_crusade.obligations import unmet
from grognard.systems.great_crusade.state import BRITAIN, SLOT, Combat, State
from grognard.systems.great_crusade.world import order_of_battle

Axial = tuple[int, int]
Place = Axial | str
Hexside = str | tuple[Place, Place]
Words = str | Iterable[Any]

KINDS: dict[str, tuple[str, str, str]] = {
    "A-inf": ("allied", "infantry", "4-3-3"),
    "A-arm": ("allied", "armor", "5-5-4"),
    "A-abn": ("allied", "airborne", "3-4-3"),
    "A-hq": ("allied", "hq", "0-1-4"),
    "G-st": ("german", "static", "2-3-2"),
    "G-stw": ("german", "static", "1-2-2"),
    "G-inf": ("german", "infantry", "3-4-3"),
    "G-abn": ("german", "airborne", "4-4-3"),
    "G-pz": ("german", "panzer", "6-6-4"),
    "G-pg": ("german", "panzer_grenadier", "5-5-4"),
    "G-hq": ("german", "hq", "0-1-4"),
}
"""The units of examples.md, as side, type and attack-defense-movement."""

SIZE = 61
PAIR = re.compile(r"\((-?\d+),\s*(-?\d+)\)")


# ---- boards


@cache
def blank(size: int = SIZE) -> Chart:
    return charts.plain(size=size)


def number(place: Place, size: int = SIZE) -> str:
    """A place as the board numbers it."""
    if isinstance(place, str):
        return PAIR.sub(lambda m: number((int(m[1]), int(m[2])), size), place)
    grid = blank(size).grid
    q, r = place
    return grid.number(Hex(grid.at(size // 2, size // 2) + q + r * grid.width))


def axial(hex: Hex, size: int = SIZE) -> Axial:
    """Where a hex of a board lies, seen from its middle."""
    grid = blank(size).grid
    middle = grid.at(size // 2, size // 2)
    r = hex // grid.width - middle // grid.width
    return hex - middle - r * grid.width, r


def side(hexside: Hexside, size: int = SIZE) -> str:
    if isinstance(hexside, str):
        return number(hexside.replace("|", "/"), size)
    return "/".join(number(h, size) for h in hexside)


def board(
    terrain: Mapping[Axial, str] | None = None,
    rivers: Iterable[Hexside] = (),
    *,
    numbered: Iterable[tuple[str, str, Axial, Axial, int]] = (),
    beyond: Iterable[Axial] = (),
    stars: Iterable[Axial] = (),
    installations: Iterable[Axial] = (),
    country: Mapping[Axial, str] | None = None,
    closed: Iterable[Hexside] = (),
    names: Mapping[str, Axial] | None = None,
    size: int = SIZE,
) -> Chart:
    """Clear land, save for what is said here. `rivers` and `closed` are hexsides, "(0,0)|(1,0)" or pairs; `numbered`
    are (area, kind, land hex, sea hex, capacity), the kind "beach", "port" or "inland"."""

    def n(place: Axial) -> str:
        return number(place, size)

    return charts.plain(
        {n(h): kind for h, kind in (terrain or {}).items()},
        [side(r, size) for r in rivers],
        numbered=[(area, kind, n(hex), n(sea), feeds) for area, kind, hex, sea, feeds in numbered],
        beyond=map(n, beyond),
        stars=map(n, stars),
        installations=map(n, installations),
        country={n(h): c for h, c in (country or {}).items()},
        closed=[side(c, size) for c in closed],
        size=size,
        names={name: n(h) for name, h in (names or {}).items()},
    )


# ---- units


class Roster:
    """Real units behind the names of a scene, each used once."""

    def __init__(self, reserved: Iterable[str], turn: int) -> None:
        self.ids: dict[str, str] = {}  # by name
        self.taken = set(reserved)
        self.turn = turn
        self.known = {c.id for c in order_of_battle()}

    def names(self, text: str) -> list[str]:
        """The ids that "A-inf a, b, ge-st-716 d" stands for."""
        out, kind = [], ""
        for item in filter(None, map(str.strip, text.split(","))):
            words = item.split()
            if words[0] in KINDS or words[0] in self.known:
                kind, *words = words
            elif words[0] in self.ids:  # named before
                out.append(self.ids[words[0]])
                continue
            id = self.draw(kind)
            out.append(id)
            for name in words or ([kind] if kind not in self.ids else []):
                assert name not in self.ids, f"two units are called {name}"
                self.ids[name] = id
        return out

    def draw(self, kind: str) -> str:
        if kind in self.known:
            return kind
        side, type, factors = KINDS[kind]
        for c in order_of_battle():
            fits = (c.side, c.type, c.factors) == (side, type, factors)
            if fits and c.available <= self.turn and c.id not in self.taken:
                self.taken.add(c.id)
                return c.id
        raise AssertionError(f"no {kind} is left on turn {self.turn}")


# ---- positions


class Scene:
    """A game that began from a composed position, spoken to by letters and coordinates."""

    def __init__(self, game: gg.Game[State], ids: Mapping[str, str], size: int) -> None:
        self.game, self.ids, self.size = game, dict(ids), size
        self.letters = {id: name for name, id in ids.items()}

    # what stands where

    @property
    def state(self) -> State:
        return self.game.state

    def unit(self, name: str) -> Unit:
        return self.state.world.unit(self.ids.get(name, name))

    def units(self, names: str | Iterable[str]) -> tuple[Unit, ...]:
        return tuple(self.unit(n) for n in words(names))

    def hex(self, place: Place) -> Hex:
        return self.state.world.hex(number(place, self.size or SIZE))

    def place(self, hex: Hex) -> Any:
        """As the test names it: (q, r) on a board, a number on the printed map."""
        return axial(hex, self.size) if self.size else self.state.world.hex_text(hex)

    def name(self, unit: Unit) -> str:
        id = self.state.world.unit_text(unit)
        return self.letters.get(id, id)

    def at(self, name: str) -> Any:
        """(q, r), on the printed map the number; "britain"; "lost"."""
        where = self.state.at[self.unit(name)]
        return {BRITAIN: "britain", SLOT: "lost"}.get(where) or self.place(Hex(where))

    def left(self, name: str) -> int:
        """The movement factors left."""
        return self.state.left[self.unit(name)]

    def hungry(self, name: str) -> int:
        """How many judgements in a row out of supply."""
        return self.state.hungry[self.unit(name)]

    # play

    def text(self, said: str) -> str:
        """The canonical words for letters and coordinates."""
        verb, _, rest = said.partition(" ")
        rest = PAIR.sub(lambda m: number((int(m[1]), int(m[2])), self.size or SIZE), rest)
        return " ".join([verb, *(",".join(self.ids.get(n, n) for n in w.split(",")) for w in rest.split())])

    def play(self, *said: str) -> Scene:
        """One action after the other. A refusal raises `Illegal`, and must have changed nothing."""
        for text in said:
            before, breach = self.state, self.breach(text)
            if breach is None:
                self.game.do(self.text(text))
                continue
            with pytest.raises(Illegal) as refusal:
                self.game.do(self.text(text))
            assert self.state == before
            assert refusal.value.breach == breach
            raise refusal.value
        return self

    def throws(self, *dice: int) -> Scene:
        """One throw, with these faces (two dice for carpet bombing)."""
        self.game.do(Roll(dice))
        return self

    def breach(self, said: str) -> Breach | None:
        return self.game.check(self.text(said))

    def may(self, said: str) -> bool:
        return self.breach(said) is None

    def refuses(self, clause: str, *said: str) -> Scene:
        """Each of the texts is refused under this clause (or one of these: "TGC-combat.9, 12")."""
        for text in said:
            with refuses(clause):
                self.play(text)
        return self

    def end(self, phases: int = 1) -> Scene:
        return self.play(*["end"] * phases)

    def pass_to(self, side: str, kind: type[Frame[State]]) -> Scene:
        """End phase after phase until this side is asked in a step of this kind."""
        for _ in range(200):
            if self.asks(side, kind):
                return self
            self.game.do(End())
        raise AssertionError(f"{side} was never asked for {kind.__name__}")

    def week(self, turns: int = 1) -> Scene:
        """End phase after phase until so many new turns have begun, or the game is over."""
        last = self.state.turn + turns
        while self.state.turn < last and not self.game.over:
            self.game.do(End())
        return self

    # what is asked and offered

    def asks(self, side: str | None, kind: type[Frame[State]]) -> bool:
        """Is it this side's choice now (None: chance), in a step of this kind?"""
        now = self.game.decision
        return now is not None and now.side == side and type(now.frame) is kind

    def offers(self, verb: str = "", name: str = "") -> list[Any]:
        """The actions offered, of one verb, of one unit."""
        u = self.unit(name) if name else None
        return [
            a for a in self.game.legal() if verb in ("", a.verb) and u in (None, getattr(a, "unit", None))
        ]

    def goals(self, verb: str, name: str) -> set[Any]:
        """The hexes offered to a unit: "move", "land", "drop", "retreat", "advance", "embark", "replace"."""
        return {self.place(a.to) for a in self.offers(verb, name) if a.to is not None}

    def reach(self, name: str) -> set[Any]:
        """Where a segment of movement of the unit may end."""
        u = self.state.world.unit_text(self.unit(name))
        found = [a for a in self.game.legal().of(u) if isinstance(a, Move)]
        return {self.place(a.to) for a in found}

    # combat

    def combat(self, attackers: str, defenders: str, cas: bool = False) -> Combat:
        return Combat(tuple(sorted(self.units(attackers))), tuple(sorted(self.units(defenders))), cas)

    def totals(self, attackers: str, defenders: str, cas: bool = False) -> tuple[Fraction, Fraction]:
        """Attack and defense of such a combat."""
        found = ratio(self.state, self.combat(attackers, defenders, cas))
        return found.attack, found.defense

    def odds_of(self, attackers: str, defenders: str, cas: bool = False) -> str:
        """The column of such a combat."""
        return self.ratio(attackers, defenders, cas).column

    def ratio(self, attackers: str, defenders: str, cas: bool = False) -> Ratio:
        return ratio(self.state, self.combat(attackers, defenders, cas))

    def must(self) -> dict[str, str]:
        """In a Combat Phase: who must still attack or be attacked, each by the clause that says so."""
        phase = self.state.frames[-1]
        assert isinstance(phase, CombatPhase)
        gaps = unmet(self.state, phase.duties(self.state), self.state.combats)
        return {self.name(u): clause for group in gaps for u, clause in group.items()}

    # what happened

    @property
    def shown(self) -> tuple[str, tuple[str, ...]]:
        """The column and the results of the last throw."""
        throw = next(e for x in reversed(self.game.log) for e in x.events if isinstance(e, DiceShown))
        return throw.column, throw.results

    def events(self, kind: type[Event] = Event) -> list[Any]:
        """Those of this kind that the last action brought."""
        return [e for e in self.game.events() if isinstance(e, kind)]


def words(given: str | Iterable[str]) -> list[str]:
    return given.replace(",", " ").split() if isinstance(given, str) else list(given)


def allowed(clause: str) -> set[str]:
    """ "TGC-combat.9, 12" is either of two clauses."""
    first, *more = [part.strip() for part in clause.replace(" / ", ",").split(",")]
    stem = first.rpartition(".")[0]
    return {first, *(m if "." in m else f"{stem}.{m}" for m in more)}


def under(breach: Breach, clause: str) -> bool:
    """Is this the clause, or a lettered part of it?"""
    return any(re.fullmatch(re.escape(c) + "[a-z]?", breach.clause) for c in allowed(clause))


@contextmanager
def refuses(clause: str) -> Iterator[None]:
    with pytest.raises(Illegal) as refusal:
        yield
    assert under(refusal.value.breach, clause), f"{refusal.value.breach}, expected {clause}"


def scene(
    units: Mapping[Place, str] | None = None,
    *,
    board: Chart | None = None,
    britain: str = "",
    lost: str = "",
    printed: bool = False,
    turn: int = 1,
    **more: Any,
) -> Scene:
    """A position on a board, clear unless given. `britain` and `lost` name units that wait or were eliminated; other
    Allied units wait in Britain, other German ones on their sheet. The rest as in `gg.scene`: units by letters
    (`unsupplied="a b"` for `hungry`), hexes by coordinates, `phase="allied_combat"` and so on."""
    chart = None if printed else board or blank()
    size = 0 if chart is None else chart.grid.columns
    said = [*(units or {}).values(), britain, lost]
    known = {c.id for c in order_of_battle()}
    roster = Roster((w for text in said for w in words(text) if w in known), turn)
    standing = {number(place, size or SIZE): roster.names(who) for place, who in (units or {}).items()}
    roster.names(britain)
    gone = roster.names(lost)

    def ids(given: Words) -> list[str]:
        return [roster.ids.get(n, n) for n in words(given)]

    def hexes(given: Words) -> list[str]:
        if isinstance(given, str):
            return number(given, size or SIZE).replace(",", " ").split()
        return [number(place, size or SIZE) for place in given]

    speak: dict[str, Callable[[Any], Any]] = {
        "fresh": ids,
        "interdicted": ids,
        "hungry": lambda given: {roster.ids.get(n, n): k for n, k in given.items()},
    }
    for word in (
        "invaded",
        "lost_beaches",
        "allied_stars",
        "captured",
        "attacked_before",
        "watched",
        "shielded",
    ):
        speak[word] = hexes
    if "unsupplied" in more:
        more["hungry"] = dict.fromkeys(words(more.pop("unsupplied")), 1) | more.get("hungry", {})
    game = gg.scene(
        "great-crusade",
        seed="table",
        units=standing,
        board=chart,
        lost=gone,
        turn=turn,
        **{word: speak.get(word, lambda x: x)(value) for word, value in more.items()},
    )
    return Scene(game, roster.ids, size)


def france(units: Mapping[Place, str] | None = None, **more: Any) -> Scene:
    """A position on the printed map."""
    return scene(units, printed=True, **more)


def battle(units: Mapping[Place, str], *, side: str = "allied", **more: Any) -> Scene:
    """A position at the beginning of a Combat Phase."""
    return scene(units, phase=f"{side}_combat", **more)


__all__ = [
    "KINDS", "Drop", "End", "Land", "Move", "Sail", "Scene", "axial", "battle", "board", "france", "number", "refuses",
    "scene",
]  # fmt: skip
