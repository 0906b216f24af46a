"""What a game of Crossing the Line is played with: map, counters, tables, scenario. All of it is made from five tables of
TOML, ours or the owner's."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Any

import msgspec

from ...board import data
from ...board.data import BadData
from ...board.names import Unit, Units, Unknown, hint
from ...geometry.hexes import Hex
from ...geometry.hexset import HexSet, each, of
from ...kernel.state import World
from .boxes import SYSTEM_ID, Box, box_of, printed
from .chart import GERMAN, US, Area, Chart, Side, Tables, plain, problems

Formation = int
"""A formation by its place in the list of units.toml."""

NO_FORMATION = 255  # CTL-5.5.2g: an independent unit that is assigned to nobody


class Counter(msgspec.Struct, frozen=True):
    """CTL-3.2e, CTL-3.3b: a counter with both its sides, front first. `strength` of an HQ is its Attack Support."""

    id: str
    name: str
    side: Side
    formation: Formation
    corps: str
    type: str
    effectiveness: tuple[int, int]
    strength: int
    arm: str  # CTL-3.2c: at = infantry type, tank = AFV type; hq
    points: tuple[int, int]
    ma: int
    leg: bool
    regiment: str = ""
    group: bool = False
    vehicle: str = ""

    @property
    def hq(self) -> bool:
        return self.arm == "hq"

    @property
    def independent(self) -> bool:
        return self.formation == NO_FORMATION


class Staff(msgspec.Struct, frozen=True):
    """CTL-5.5.1a, CTL-3.3b: a formation and what the counter of its HQ says."""

    id: str
    name: str
    side: Side
    corps: str
    hq: Unit
    reaction: int
    range: int
    relocation: int
    level: int
    recovery: int


class Scenario(msgspec.Struct, frozen=True):
    """CTL-10: where and when a game is played, and for what. Who comes and goes in it, `schedule` reads (CTL-10.2b to d, CTL-10.3b,
    c)."""

    id: str
    title: str
    clause: str
    first_turn: int
    last_turn: int
    rows: tuple[int, int]
    columns: tuple[int, int]
    minutes: int
    blurb: str
    solo: str = ""  # CTL-10.1d: the one side that somebody plays
    formation: str = ""
    activations: int = 0
    goals: tuple[str, ...] = ()
    us_north_west: bool = False
    bulge: str = "german"
    vp: dict[str, list[str]] = {}
    levels: dict[str, int] = {}
    study: bool = False

    @property
    def campaign(self) -> bool:
        """CTL-8.3a, CTL-10.4: the whole battle, with Victory Plans."""
        return not self.solo and not self.vp and not self.study


class Theatre(World):
    """The world of this system."""

    def __init__(self, box: Box, scenario: Scenario, key: str = "") -> None:
        self.box = box
        self.scenario = scenario
        self.chart = chart = Chart(box["map"], box["tables"], Area(scenario.rows, scenario.columns))
        self.counters, self.staffs = order_of_battle(box["units"])
        super().__init__(key or f"{SYSTEM_ID}/{scenario.id}", chart.grid, tuple(c.id for c in self.counters))
        self.places = {name.replace(" ", "-"): h for h, name in reversed(chart.names.items())}
        self.sides = tuple(c.side for c in self.counters)
        self.hqs = frozenset(f.hq for f in self.staffs)
        self.is_hq = tuple(c.hq for c in self.counters)
        self.by_side: dict[Side, Units] = {
            side: tuple(Unit(u) for u, c in enumerate(self.counters) if c.side is side) for side in Side
        }
        self.formations = {f.id: n for n, f in enumerate(self.staffs)}
        self.contested = contested(chart, scenario)
        self.tracked: tuple[Hex, ...] = tuple(each(self.contested))
        self.tracks = {h: n for n, h in enumerate(self.tracked)}

    @cached_property
    def tables(self) -> Tables:
        return self.box["tables"]

    @cached_property
    def ap(self) -> tuple[dict[int, list[int]], dict[int, list[int]]]:
        """CTL-6.3.2a, CTL-6.4.2c: AP by level and die, black and red."""
        rows = list(data.rows(self.tables["ap"]))
        return {r["level"]: r["black"] for r in rows}, {r["level"]: r["red"] for r in rows}

    @cached_property
    def chits(self) -> tuple[tuple[tuple[int, int, int], ...], ...]:
        """CTL-7.5.1.1b: by chit, then by Effectiveness from 2: left, middle, right."""
        return tuple(
            tuple((left, middle, right) for left, middle, right in (r[f"e{n}"] for n in range(2, 8)))
            for r in data.rows(self.tables["chits"])
        )

    @cached_property
    def crt(self) -> tuple[tuple[str, ...], ...]:
        return tuple(tuple(row) for row in self.tables["crt"]["results"])

    @cached_property
    def heads(self) -> dict[str, tuple[Fraction, ...]]:
        """CTL-7.5.1b: the ratio heads of each line of the CRT, from the left."""
        lines = self.tables["crt_heads"]
        return {
            k: tuple(Fraction(*map(int, head.split(":"))) for head in v)
            for k, v in lines.items()
            if k not in ("provenance", "how", "clauses")
        }

    # ---- how players name things

    def name(self, unit: Unit) -> str:
        return self.counters[unit].name

    def names(self, units: Units) -> str:
        called = [self.name(u) for u in units]
        return " and ".join(filter(None, [", ".join(called[:-1]), called[-1]])) if called else "nobody"

    def place(self, hex: Hex) -> str:
        return self.chart.title(hex)

    def formation(self, name: str) -> Formation:
        try:
            return self.formations[name]
        except KeyError:
            known = tuple(self.formations)
            raise Unknown(f"no formation is called {name!r}{hint(name, known)}") from None


def contested(chart: Chart, scenario: Scenario) -> HexSet:
    """CTL-9.1: the hexes of which it is known who controls them: settlements (CTL-9.1g) and all that gives VP."""
    named = of(chart.grid.hex(n) for numbers in scenario.vp.values() for n in numbers)
    return (chart.settled | chart.roer_area | named) & chart.within


def order_of_battle(tables: Tables) -> tuple[tuple[Counter, ...], tuple[Staff, ...]]:
    """CTL-3.2, CTL-3.3: US combat units, German combat units, then the HQs in the order of their formations."""
    listed = list(data.rows(tables["formations"]))
    numbers = {f["id"]: n for n, f in enumerate(listed)}
    counters: list[Counter] = []
    for side in Side:
        for r in data.rows(tables[side]):
            counter = Counter(
                r["id"], r["name"], side, numbers[r["formation"]] if r["formation"] else NO_FORMATION,
                r["corps"], r["type"], tuple(r["effectiveness"]), r["strength"], r["arm"], tuple(r["points"]),
                r["ma"], r["class"] == "leg", r["regiment"] or "", bool(r["group"]), r["vehicle"] or "",
            )  # fmt: skip
            check_counter(counter)
            counters.append(counter)
    staffs = []
    hqs = {h["id"]: h for h in data.rows(tables["hqs"])}
    for n, f in enumerate(listed):
        h = hqs.get(f["hq"])
        if h is None or h["formation"] != f["id"]:
            raise BadData(f"units.toml: {f['name']} has no HQ (CTL-3.3a)")
        side = Side(f["side"])
        staffs.append(
            Staff(
                f["id"], f["name"], side, f["corps"], Unit(len(counters)), h["reaction"], h["range"],
                h["relocation"], h["level"], h["recovery"],
            )
        )  # fmt: skip
        if not 0 <= h["level"] <= 7:
            raise BadData(f"units.toml: {h['name']}: a level is at most 7 (CTL-3.1.3c)")
        counters.append(
            Counter(
                h["id"], h["name"], side, n, f["corps"], "hq", (0, 0), h["support"], "hq", (0, 0), 0, False
            )
        )
    for c in counters:
        if not c.independent and listed[c.formation]["side"] != c.side:
            raise BadData(f"units.toml: {c.name} belongs to a formation of the other side")
    if len({c.id for c in counters}) < len(counters) or len(counters) > 255:
        raise BadData("units.toml: two counters have one id, or there are more than 255")
    return tuple(counters), tuple(staffs)


def check_counter(c: Counter) -> None:
    """CTL-3.2c, CTL-3.2h, CTL-3.2i: what every combat unit must be."""
    front, back = c.effectiveness
    if not (3 <= front <= 7 and 2 <= back <= 6 and back < front):
        raise BadData(
            f"units.toml: {c.name}: Effectiveness runs from 3 to 7, and from 2 to 6 disrupted (CTL-3.2i)"
        )
    if c.arm not in ("at", "tank") or not 0 <= c.points[1] <= c.points[0]:
        raise BadData(f"units.toml: {c.name} has TP or AT, no more of them when disrupted (CTL-3.2h)")
    if not 1 <= c.strength <= 15 or c.ma < 1:
        raise BadData(f"units.toml: {c.name}: strength 1 to 15, MA 1 or more (CTL-3.4b)")


# ---- the worlds there are


def scenarios(box: Box) -> dict[str, Scenario]:
    known = {f.name for f in msgspec.structs.fields(Scenario)}
    out = {}
    for t in box["scenarios"]["scenario"]:
        kept = {k: v for k, v in t.items() if k in known}
        out[t["id"]] = msgspec.convert({**kept, "blurb": " ".join(t["blurb"].split())}, Scenario)
    return out


@lru_cache
def theatre(scenario: str, mark: str = "") -> Theatre:
    """The world of a scenario; `mark`: by the data of its owner."""
    box = box_of(mark)
    return Theatre(box, scenarios(box)[scenario], marked(f"{SYSTEM_ID}/{scenario}", mark))


def marked(key: str, mark: str) -> str:
    return f"{key}@{mark}" if mark else key


def faults(box: Box) -> Iterator[str]:
    """What contradicts the rules in a box: every scenario is laid out and looked at."""
    for scenario in scenarios(box).values():
        world = Theatre(box, scenario)
        if scenario.campaign:
            yield from problems(world.chart)


_studies: dict[str, Theatre] = {}

Ratings = Mapping[str, Mapping[str, Any]]
"""By counter: what a study rates otherwise than its table ({"1/47": {"strength": 4, "effectiveness": [5, 4]}})."""


def study(map: Tables | None, last_turn: int, ratings: Ratings | None = None, mark: str = "") -> Theatre:
    """The printed map, or the board of a study, without a set-up; counters as printed, or rated anew."""
    scenario = Scenario("scene", "A study", "CTL-10", 1, last_turn, (10, 56), (1, 28), 0, "", study=True)
    if map is None and not ratings:
        key, made_of = f"{SYSTEM_ID}/scene-{last_turn}", ""
    else:
        made_of = msgspec.json.encode({"map": map, "ratings": ratings or {}}).decode()
        sum_ = hashlib.sha256(made_of.encode()).hexdigest()[:12]
        key = f"{SYSTEM_ID}/board-{sum_}-{last_turn}"
    key = marked(key, mark)
    if key not in _studies:
        box = box_of(mark)
        box = {**box, "units": rated(box["units"], ratings or {})}
        world = Theatre({**box, "map": map} if map is not None else box, scenario, key)
        world.made_of = made_of
        _studies[key] = world
    return _studies[key]


def rated(units: Tables, ratings: Ratings) -> Tables:
    """The order of battle with some ratings changed."""
    left = {id: dict(changes) for id, changes in ratings.items()}
    out = dict(units)
    for kind in ("us", "german", "hqs"):
        columns, rows = units[kind]["columns"], []
        for row in units[kind]["rows"]:
            full = [*row, *[None] * (len(columns) - len(row))]
            changes = left.pop(row[0], {})
            if unknown := [name for name in changes if name not in columns or name == "id"]:
                raise Unknown(f"{row[0]} has no rating {unknown[0]!r}{hint(unknown[0], tuple(columns))}")
            rows.append([changes.get(name, value) for name, value in zip(columns, full)])
        out[kind] = {**units[kind], "rows": rows}
    for id in left:
        known = tuple(row[0] for kind in ("us", "german", "hqs") for row in units[kind]["rows"])
        raise Unknown(f"no unit is called {id!r}{hint(id, known)}")
    return out


def remake(key: str, made_of: str) -> Theatre:
    """The world of a recorded study on a board of its own."""
    plain_key, _, mark = key.partition("@")
    turns = plain_key.rpartition("-")[2]
    if not turns.isdigit():
        raise Unknown(f"{key!r} is no study")
    try:
        told: Any = msgspec.json.decode(made_of)
        world = study(told["map"], int(turns), told["ratings"], mark)
    except (msgspec.MsgspecError, BadData, KeyError, TypeError, ValueError, AttributeError) as e:
        raise Unknown(f"this is no board: {e}") from None
    if world.key != key:
        raise Unknown(f"the board of the record is not the one that {key!r} names")
    return world


def find(key: str) -> Theatre:
    if key in _studies:
        return _studies[key]
    system, _, rest = key.partition("/")
    scenario, _, mark = rest.partition("@")
    if system == SYSTEM_ID and scenario.startswith("scene-") and scenario[6:].isdigit():
        return study(None, int(scenario[6:]), mark=mark)
    known = scenarios(box_of(mark))
    if system != SYSTEM_ID or scenario not in known:
        names = tuple(f"{SYSTEM_ID}/{k}" for k in known)
        raise Unknown(f"no scenario is called {key!r}{hint(key, names)}")
    return theatre(scenario, mark)


__all__ = ["GERMAN", "SYSTEM_ID", "US", "Box", "Chart", "Side", "Theatre", "plain", "printed"]
