"""How fast we are, each figure as a ratio to one reference in the same process: machines differ, ratios hardly.

The reference is the textbook: a range search of six movement points with `heapq` on the campaign map.
"""

from __future__ import annotations

import gc
import heapq
import subprocess
import sys
import time
import tracemalloc
from collections.abc import Callable
from random import Random
from statistics import median
from typing import Any, NamedTuple

import msgspec

from ..board.names import Unit
from ..kernel.game import Game
from ..kernel.play import apply, chance, check, legal
from ..kernel.show import Odds
from ..systems import find
from ..systems.crossing_the_line import forecast as line_forecast
from ..systems.crossing_the_line import state as line
from ..systems.crossing_the_line.actions import Attack, Posture
from ..systems.crossing_the_line.chart import plain
from ..systems.crossing_the_line.show import Screen
from ..systems.great_crusade import forecast, supply
from ..systems.great_crusade.assignment import candidates, combat_of
from ..systems.great_crusade.chart import LAND
from ..systems.great_crusade.state import Combat, State
from ..systems.great_crusade.world import ALLIED, GERMAN, front


class Figure(NamedTuple):
    name: str
    value: float
    aim: float | None
    unit: str = "x reference"


class TextbookMap:
    """The campaign map as a textbook has it: columns and rows, neighbours worked out, a cost by terrain."""

    EVEN = ((1, 0), (0, -1), (-1, -1), (-1, 0), (-1, 1), (0, 1))
    ODD = ((1, 0), (1, -1), (0, -1), (-1, 0), (0, 1), (1, 1))

    def __init__(self, terrain: dict[tuple[int, int], str]) -> None:
        self.terrain = terrain
        self.costs = dict.fromkeys(LAND, 1)

    def neighbours(self, hex: tuple[int, int]) -> list[tuple[int, int]]:
        column, row = hex
        around = [(column + dc, row + dr) for dc, dr in (self.ODD if row % 2 else self.EVEN)]
        return [h for h in around if self.terrain.get(h) in self.costs]

    def cost(self, here: tuple[int, int], to: tuple[int, int]) -> int:
        return self.costs[self.terrain[to]]

    def range(self, start: tuple[int, int], points: int) -> dict[tuple[int, int], tuple[int, int] | None]:
        """Dijkstra's search with a heap: every hex within so many points, and the hex before it."""
        queue = [(0, start)]
        before: dict[tuple[int, int], tuple[int, int] | None] = {start: None}
        spent = {start: 0}
        while queue:
            _, here = heapq.heappop(queue)
            for to in self.neighbours(here):
                price = spent[here] + self.cost(here, to)
                if price <= points and (to not in spent or price < spent[to]):
                    spent[to] = price
                    before[to] = here
                    heapq.heappush(queue, (price, to))
        return before


def seconds(work: Callable[[], Any], *, at_least: float = 0.05, rounds: int = 7) -> float:
    """The median time of one call; the collector rests meanwhile, as `timeit` has it."""
    work()
    n, took = 1, 0.0
    while True:
        started = time.perf_counter()
        for _ in range(n):
            work()
        took = time.perf_counter() - started
        if took > at_least / 2:
            break
        n *= 2
    gc.collect()
    gc.disable()
    try:
        times = []
        for _ in range(rounds):
            started = time.perf_counter()
            for _ in range(n):
                work()
            times.append((time.perf_counter() - started) / n)
    finally:
        gc.enable()
    return median(times)


def reference() -> float:
    world = front("france-1944")
    grid = world.grid
    textbook = TextbookMap({grid.offset(h): kind for h, kind in world.chart.terrain.items()})
    start = grid.offset(world.hex("bourges"))
    assert len(textbook.range(start, 6)) == 127
    return seconds(lambda: textbook.range(start, 6))


def campaign(seed: int, turns: int) -> list[State]:
    """Positions of a random campaign, one after another."""
    system = find("great-crusade")
    game: Game[State] = Game(system, system.world("great-crusade/france-1944"), {}, seed)
    rng = Random(seed)
    out = []
    while not game.over and game.state.turn <= turns:
        game.random(rng)
        out.append(game.state)
    return out


def random_play(seed: int, turns: int, key: str = "great-crusade/france-1944") -> tuple[float, int]:
    """Seconds and decisions of random play on a campaign: list, pick, apply."""
    system = find(key.partition("/")[0])
    s = system.begin(system.world(key), {}).state
    rng = Random(seed)
    n = 0
    started = time.perf_counter()
    while s.frames and s.turn <= turns:
        if chance(s):
            frame = s.frames[-1]
            a = frame.drawn(s, rng.randrange(frame.tickets(s)))
        else:
            a = legal(s).pick(rng)
        s = apply(s, a).state
        n += 1
    return time.perf_counter() - started, n


def fought(states: list[State]) -> tuple[State, Combat]:
    """A middling combat out of random play: several units, and retreats to choose."""
    best: tuple[int, State, Combat] | None = None
    for s in states[:: max(1, len(states) // 400)]:
        for side in (ALLIED, GERMAN):
            for a in candidates(msgspec.structs.replace(s, combats=()), side)[:3]:
                size = len(a.attackers) + len(a.defenders)
                c = combat_of(a)
                if best is None or best[0] < size <= 6:
                    best = (size, s, c)
    assert best is not None
    return best[1], best[2]


def prepared() -> tuple[line.State, Attack]:
    """Crossing the Line: three units attack a stack of three in a town, Prepared, with support on both sides and of an HQ."""
    board = plain(
        {"3011": "town", "3109": "town", "3113": "town"},
        us_edge=[f"10{c:02}" for c in range(1, 29)], german_edge=[f"56{c:02}" for c in range(1, 29)],
    )  # fmt: skip
    s: line.State = find("crossing-the-line").scene(
        US={
            "3010": "1/16 over 745-Tank for 1ID over 634-TD for 1ID", "2911": "1/18", "3110": "1/26", "2910": "2/18",
            "3109": "hq-1id",
        },
        German={
            "3011": "I/27 over 394-Assault-Gun for 12ID over 1/519 for 12ID", "3111": "I/48", "3012": "II/48",
            "3112": "II/89", "3113": "hq-12id",
        },
        active="1ID", ap=3, board=board,
    ).state  # fmt: skip
    a = Attack(
        tuple(map(s.world.unit, ("1/16", "745-Tank", "634-TD"))), s.world.hex("3011"), Posture.PREPARED
    )
    assert check(s, a) is None
    return s, a


def sheet_of(s: line.State, a: Attack) -> Odds:
    """What the screen shows of an attack before it is declared, nothing kept from before."""
    side = s.side(a.units[0])
    return Screen().odds(find("crossing-the-line").view(s, side), a)


def bytes_held(states: int = 10_000) -> int:
    """What so many successive positions of one game hold."""
    system = find("great-crusade")
    game: Game[State] = Game(system, system.world("great-crusade/france-1944"), {}, 3)
    s = game.state
    rng = Random(3)
    gc.collect()
    tracemalloc.start()
    kept: list[State] = []
    while len(kept) < states:
        if not s.frames:
            s = system.begin(game.world, {}).state
        if chance(s):
            frame = s.frames[-1]
            a = frame.drawn(s, rng.randrange(frame.tickets(s)))
        else:
            a = legal(s).pick(rng)
        s = apply(s, a).state
        kept.append(s)
    held, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return held


def import_time() -> float:
    """Seconds that a fresh interpreter takes to import the package, beyond its own start."""

    def run(code: str) -> float:
        times = []
        for _ in range(5):
            started = time.perf_counter()
            subprocess.run([sys.executable, "-c", code], check=True)
            times.append(time.perf_counter() - started)
        return median(times)

    return max(0.0, run("import grognard") - run("pass"))


def new_game_time() -> float:
    """The first game of a process: the world is loaded and checked, too."""
    code = (
        "import time; import grognard as gg; t = time.perf_counter();"
        "gg.new('great-crusade/france-1944', seed=1); print(time.perf_counter() - t)"
    )
    runs = [subprocess.run([sys.executable, "-c", code], check=True, capture_output=True) for _ in range(5)]
    return median(float(r.stdout) for r in runs)


def measure() -> list[Figure]:
    ref = reference()
    states = campaign(seed=5, turns=12)
    s = states[-1]
    codec = find("great-crusade").codec
    play = [random_play(seed, 50) for seed in (1, 2, 3)]
    decision = sum(t for t, _ in play) / sum(n for _, n in play)
    aachen = [random_play(seed, 8, "crossing-the-line/aachen-1944") for seed in (1, 2, 3)]
    line_decision = sum(t for t, _ in aachen) / sum(n for _, n in aachen)
    assault, attack = prepared()
    combat_state, combat = fought(states)
    moved = Unit(next(u for u in s.world.units(GERMAN) if s.at[u] >= 0))
    return [
        Figure("reference, one range search", ref * 1e6, None, "microseconds"),
        Figure("a decision of random play (list, pick, apply)", decision / ref, 1.5),
        Figure("copy of a position, one unit elsewhere", seconds(lambda: shifted(s, moved)) / ref, 0.1),
        Figure("supply of the German side, all hexes", seconds(lambda: supply.feeds(s, GERMAN)) / ref, 1.5),
        Figure("supply of the Allied side, all hexes", seconds(lambda: supply.feeds(s, ALLIED)) / ref, 1.5),
        Figure("encode and decode a position", seconds(lambda: codec.decode(codec.encode(s))) / ref, 3),
        Figure(
            "exact odds of one combat", seconds(lambda: forecast.outcomes(combat_state, combat)) / ref, 200
        ),
        Figure("Crossing the Line: a decision of random play", line_decision / ref, 2),
        Figure(
            "Crossing the Line: a Prepared Attack, 3 on 3",
            seconds(lambda: line_forecast.outcomes(assault, attack), rounds=5) / ref,
            2000,
        ),
        Figure(
            "Crossing the Line: the odds sheet of it, as a range",
            seconds(lambda: sheet_of(assault, attack), rounds=5) / ref,
            350,  # a tenth of a second, where the reference takes 285 microseconds
        ),
        Figure("decisions a second", 1 / decision, None, ""),
        Figure("campaigns of random play a minute", 60 * len(play) / sum(t for t, _ in play), None, ""),
        Figure("import of the package", import_time(), 0.2, "seconds"),
        Figure("first new game", new_game_time(), 0.15, "seconds"),
        Figure("held by 10,000 successive positions", bytes_held() / 1e6, 60, "MB"),
    ]


def shifted(s: State, u: Unit) -> State:
    at = list(s.at)
    at[u] = -2
    return msgspec.structs.replace(s, at=tuple(at))


def main(json: bool = False) -> int:
    """Print the figures; 1 where a ratio misses its aim."""
    figures = measure()
    if json:
        sys.stdout.write(msgspec.json.encode([f._asdict() for f in figures]).decode() + "\n")
    else:
        for f in figures:
            aim = "" if f.aim is None else f"   aim: at most {f.aim:g}"
            sys.stdout.write(f"{f.name:48} {f.value:12,.3f} {f.unit}{aim}\n")
    missed = [f for f in figures if f.aim is not None and f.value > f.aim and f.unit == "x reference"]
    return 1 if missed else 0
