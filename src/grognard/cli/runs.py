"""Many games at once: counting positions, looking for faults, setting players against each other."""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from ..board.names import hint
from ..kernel import dice, laws
from ..kernel.game import Game
from ..kernel.play import chance
from . import lookup
from .errors import NO, Off
from .screen import Screen


def perft(screen: Screen, scenario: str, depth: int, json: bool) -> None:
    """How many positions lie so many choices deep."""
    from .. import new

    if depth < 0:
        raise Off(f"the depth is a number of choices, not {depth}")
    s = new(scenario, seed=0).state
    rows = []
    for n in range(depth + 1):
        start = time.perf_counter()
        count = laws.perft(s, n)
        rows.append((n, count, time.perf_counter() - start))
    if json:
        lookup.out_json(screen, [{"depth": n, "positions": c, "seconds": t} for n, c, t in rows])
    else:
        screen.table(
            ["depth", "positions", "seconds"], [[str(n), str(c), f"{t:.3f}"] for n, c, t in rows], (0, 1, 2)
        )


# ---- fuzz


def fuzz(
    screen: Screen, scenario: str | None, games: int, seed: str | None, every: int, crashes: Path, json: bool
) -> None:
    """Random play to the end, take-backs included; the laws are checked every so many actions."""
    from .. import new, scenarios

    if games < 1 or every < 0:
        raise Off("there is at least one game to play, and --laws is no negative number")
    keys = [scenario] if scenario else [about.id for about in scenarios()]
    seed = seed if seed is not None else dice.new_seed()[:8]
    results = []
    for key in keys:
        wins: Counter[str] = Counter()
        actions = checked = 0
        start = time.perf_counter()
        for n in range(games):
            game = new(key, seed=f"{seed}-{n}")
            rng = Random(f"{seed}-{n}")
            try:
                for _ in laws.playout(game, rng, back=0.1):
                    if every and len(game.log) % every == 0:
                        laws.check_position(game.system, game.state, rng)
                        checked += 1
            except Exception as e:
                raise crash(game, e, crashes) from e
            actions += len(game.log)
            wins[str(game.verdict.side or "draw") if game.verdict else "none"] += 1
        took = time.perf_counter() - start
        results.append(
            {
                "scenario": key,
                "seed": seed,
                "games": games,
                "actions": actions,
                "positions_checked": checked,
                "wins": dict(wins),
                "seconds": round(took, 3),
            }
        )
        if not json:
            won = ", ".join(f"{side} {n}" for side, n in wins.most_common())
            screen.say(
                f"{key}: {lookup.count(games, 'game')} from seed {seed}, {actions} actions, laws checked {checked} times, "
                f"{took:.1f} s; won by {won}"
            )
    if json:
        lookup.out_json(screen, results)


def crash(game: Game[Any], e: Exception, folder: Path) -> Off:
    """Keep the game that broke, and name the file."""
    import tempfile

    name = f"crash-{game.world.key.replace('/', '-')}-{game.seed}.record"
    where = "it could not be saved"
    for place in (folder, Path(tempfile.gettempdir())):
        try:
            game.save(place / name)
            where = f"saved as {place / name}"
            break
        except OSError:
            continue
    return Off(f"after {len(game.log)} actions: {type(e).__name__}: {e}; {where}", NO)


# ---- match


class Bout(NamedTuple):
    """One game: which player sits where, and the seed of the dice."""

    scenario: str
    seed: str
    seats: tuple[tuple[str, str], ...]  # side, player


def fight(bout: Bout) -> tuple[str, int]:
    """The side that won (empty: nobody), and after how many actions."""
    from .. import new
    from ..ai.players import PLAYERS

    game = new(bout.scenario, seed=bout.seed)
    players = {side: PLAYERS[name]() for side, name in bout.seats}
    rng = Random(bout.seed)
    while not game.over:
        if chance(game.state):
            game.roll()
            continue
        side = game.decision.side if game.decision else None
        assert side is not None
        offers = game.system.offers(game.state, side)
        game.do(players[side].choose(game.system, game.view(side), offers, rng))
    return (str(game.verdict.side or "") if game.verdict else ""), len(game.log)


def wilson(won: int, games: int, z: float = 1.96) -> tuple[float, float]:
    """The interval in which the true share of wins lies, 19 times of 20."""
    if not games:
        return 0.0, 1.0
    p, n = won / games, games
    centre = (p + z * z / (2 * n)) / (1 + z * z / n)
    half = z * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    return max(0.0, centre - half), min(1.0, centre + half)


def plan(scenario: str, sides: tuple[str, ...], names: tuple[str, str], games: int, seed: str) -> list[Bout]:
    """Each seed twice, with the seats swapped, as far as the players take either side."""
    from ..ai.players import PLAYERS

    def takes(name: str, side: str) -> bool:
        only = getattr(PLAYERS[name](), "sides", None)
        return only is None or side in only

    ways = [
        ((sides[0], a), (sides[1], b))
        for a, b in (names, names[::-1])
        if takes(a, sides[0]) and takes(b, sides[1])
    ]
    ways = list(dict.fromkeys(ways))
    if not ways:
        raise Off(f"{names[0]} and {names[1]} cannot sit at the two sides of {scenario}")
    return [Bout(scenario, f"{seed}-{n // len(ways)}", ways[n % len(ways)]) for n in range(games)]


def match(
    screen: Screen, names: tuple[str, str], scenario: str, games: int, seed: str | None, jobs: int, json: bool
) -> None:
    from .. import new
    from ..ai.players import PLAYERS

    for name in names:
        if name not in PLAYERS:
            known = tuple(PLAYERS)
            raise Off(f"no player is called {name!r}{hint(name, known)}; there are {', '.join(known)}")
    if games < 1 or jobs < 1:
        raise Off("there is at least one game and one job")
    system = new(scenario, seed=0).system
    seed = seed if seed is not None else dice.new_seed()[:8]
    bouts = plan(scenario, system.sides, names, games, seed)
    wins: Counter[tuple[tuple[tuple[str, str], ...], str]] = Counter()
    played: Counter[tuple[tuple[str, str], ...]] = Counter()
    for bout, (winner, _) in zip(bouts, run(bouts, jobs)):
        played[bout.seats] += 1
        wins[bout.seats, winner] += 1
    rows = []
    for seats, n in played.items():
        for side, name in seats:
            rows.append(row(name, side, dict(seats), wins[seats, side], n, wins[seats, ""]))
    if len(set(names)) > 1 and len(played) > 1:
        for name in names:
            won = sum(wins[seats, side] for seats in played for side, who in seats if who == name)
            draws = sum(wins[seats, ""] for seats in played)
            rows.append(row(name, "either", {}, won, games, draws))
    if json:
        lookup.out_json(screen, {"scenario": scenario, "seed": seed, "games": games, "results": rows})
        return
    screen.say(f"{scenario}: {lookup.count(games, 'game')} from seed {seed}")
    screen.table(
        ["player", "side", "won", "of", "drawn", "share", "95 % interval"],
        [
            [
                r["player"],
                r["side"],
                str(r["won"]),
                str(r["games"]),
                str(r["drawn"]),
                f"{100 * r['won'] / r['games']:.1f} %",
                f"{100 * r['low']:.1f} to {100 * r['high']:.1f} %",
            ]
            for r in rows
        ],
        (2, 3, 4, 5),
    )


def row(name: str, side: str, seats: dict[str, str], won: int, games: int, drawn: int) -> dict[str, Any]:
    low, high = wilson(won, games)
    against = next((p for s, p in seats.items() if s != side), "")
    return {
        "player": name,
        "side": side,
        "against": against,
        "won": won,
        "games": games,
        "drawn": drawn,
        "low": low,
        "high": high,
    }


def run(bouts: list[Bout], jobs: int) -> Iterable[tuple[str, int]]:
    """In this process, or in so many."""
    if jobs == 1:
        yield from map(fight, bouts)
        return
    yield from shared(bouts, jobs)


def shared(bouts: list[Bout], jobs: int) -> Iterator[tuple[str, int]]:
    from concurrent.futures import ProcessPoolExecutor

    pool = ProcessPoolExecutor(max_workers=jobs)
    try:
        yield from pool.map(fight, bouts)
    except BaseException:
        pool.shutdown(wait=False, cancel_futures=True)
        raise
    pool.shutdown()
