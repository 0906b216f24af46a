"""Two positions that look alike to a side are answered alike, to the byte, whatever it asks."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Iterable, Iterator
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from grognard.kernel.game import Game
from grognard.kernel.notation import text
from grognard.kernel.play import check, decision
from grognard.server import records
from grognard.server.store import GameRow, SeatRow, mark
from grognard.server.table import Line

from ..kernel.positions import new, positions, sayable
from ..kernel.test_secrets import strangers
from ..kernel.toy import TOY
from ..kernel.toy.state import Toy, field
from .house import MILL, House, Seat

MOMENT = "2026-01-01T00:00:00.000Z"
IDS = (f"{n:012d}" for n in itertools.count())


@pytest.fixture(scope="module")
def houses(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[House, House]]:
    """Two of them, in which the clock stands still: the same table, laid in both, differs in secrets alone."""
    with pytest.MonkeyPatch.context() as patch:
        for module in ("table", "seats", "records", "store"):
            patch.setattr(f"grognard.server.{module}.now", lambda: MOMENT)
        with House(tmp_path_factory.mktemp("here")) as here, House(tmp_path_factory.mktemp("there")) as there:
            yield here, there


def lay(house: House, id: str, s: Toy | None = None, known: Iterable[Line] = ()) -> dict[str, Seat]:
    """A table with a person on each side, and somebody who looks on."""
    row = GameRow(
        id=id,
        scenario=MILL,
        rules=TOY.rules,
        options={},
        title="",
        seed="7",
        commitment="c",
        computers={},
        made=MOMENT,
        position="" if s is None else TOY.codec.to_json(s).decode(),
    )
    tokens = {side: f"{id}-{side}".ljust(24, "x") for side in TOY.sides}
    seats = [SeatRow(mark(token), id, (side,), side, MOMENT) for side, token in tokens.items()]
    adding = house.service.add(row, seats, known)
    asyncio.run_coroutine_threadsafe(adding, house.server.loop).result(10)
    return {side: Seat(house, id, token, {}) for side, token in {**tokens, "": ""}.items()}


def questions(s: Toy, side: str, rng: Random) -> list[tuple[str, str, Any]]:
    """All that can be asked, but for what is done; nothing in them depends on what the side does not know."""
    w = field()
    hexes = [w.hex_text(h) for h in w.grid]
    some = [text(a, w) for a in rng.sample(sayable(), 25)]
    ask: list[tuple[str, str, Any]] = [
        ("GET", path, None) for path in ("", "/log", "/chat", "/record", "/at/0")
    ]
    ask += [("GET", f"/hexes/{h}", None) for h in hexes]
    ask += [
        ("GET", "/shades/near", None),
        ("GET", f"?side={side or 'blue'}", None),
        ("GET", "?side=red", None),
    ]
    ask += [("POST", "/odds", {"action": said}) for said in some if said.startswith("attack")]
    ask += [("POST", "/fight", {"attackers": ["Lancers"], "defenders": ["Hussars", "Jaegers"]})]
    if side:
        ask += [("GET", f"/offers?head={u}", None) for u in w.unit_ids]
        ask += [("POST", "/check", {"action": said}) for said in some]
        ask += [("GET", f"/aim?unit={rng.choice(w.unit_ids)}&hex={h}", None) for h in hexes[:4]]
    return ask


def answers(seat: Seat, asked: list[tuple[str, str, Any]]) -> dict[str, tuple[int, bytes]]:
    headers = {"authorization": f"Bearer {seat.token}"} if seat.token else {}
    found = {}
    for method, path, body in asked:
        more: dict[str, Any] = {} if body is None else {"json": body}
        url = f"/api/games/{seat.id}{path}"
        answer = seat.house.client.request(method, url, headers=headers, **more)
        found[f"{method} {path} {body}"] = (answer.status_code, answer.content)
    with seat.live(since=0) as page:
        found["the live line"] = (0, msgspec.json.encode(page.next("hello")))
    if seat.token:
        card = seat.house.ask("POST", "/mine", {"tokens": [seat.token]})
        found["the lobby"] = (0, msgspec.json.encode(card))
    return found


def refused(s: Toy, side: str, rng: Random) -> list[tuple[str, str, Any]]:
    """Actions that are against the rules, submitted all the same: nothing is done."""
    now = decision(s)
    if now is None or now.side != side:
        return []
    wrong = [a for a in rng.sample(sayable(), 40) if check(s, a) is not None]
    return [
        ("POST", "/actions", {"version": 0, "action": text(a, field()), "id": str(n)})
        for n, a in enumerate(wrong)
    ]


def alike(houses: tuple[House, House], s: Toy, t: Toy, side: str, rng: Random) -> None:
    id = next(IDS)
    asked = questions(s, side, rng) + refused(s, side, rng)
    one, other = (answers(lay(house, id, x)[side], asked) for house, x in zip(houses, (s, t)))
    for what, answer in one.items():
        assert other[what] == answer, what


def asks_somebody(s: Toy) -> bool:
    """When a game is over, its record is open to all."""
    now = decision(s)
    return now is not None and now.side is not None


@settings(
    deadline=None,
    max_examples=10,
    phases=(Phase.explicit, Phase.generate),
    database=None,
    suppress_health_check=list(HealthCheck),
)
@given(positions(asks_somebody), st.data())
def test_what_looks_alike_is_answered_alike(houses: tuple[House, House], s: Toy, data: st.DataObject):
    rng = Random(data.draw(st.integers(0, 99)))
    for side in TOY.sides:
        others = [t for t in strangers(s, side) if t != s]
        if others:
            alike(houses, s, data.draw(st.sampled_from(others)), side, rng)
            alike(houses, s, data.draw(st.sampled_from(others)), "", rng)


def dealt(chit: str, seed: int) -> Iterator[Game[Toy]]:
    """A game in which this chit is Blue's, after each choice that does not depend on it."""
    game = new("7")
    game.do(f"deal {chit}")
    rng = Random(seed)
    game.roll_on()
    while not game.over:
        yield game
        now = game.decision
        assert now is not None
        if now.side == "red":
            game.do(game.legal().pick(rng))
        else:
            game.do("pass" if game.check("pass") is None else game.legal().forward[-1])
        game.roll_on()


@pytest.mark.parametrize("seed", range(3))
def test_nor_does_a_log_tell_more(houses: tuple[House, House], seed: int):
    """What Blue was dealt is told to Blue: not to Red, and not to those who look on."""
    told = 0
    for one, other in zip(dealt("fresh", seed), dealt("worn", seed)):
        if one.view("red") != other.view("red") or len(one.log) != len(other.log):
            break
        paths = ["", "/log", "/log?since=2", "/record", *(f"/at/{n}" for n in range(len(one.log) + 1))]
        asked = [("GET", path, None) for path in paths]
        id = next(IDS)
        seats = [lay(house, id, None, records.given(game)) for house, game in zip(houses, (one, other))]
        for side in ("red", ""):
            first, second = (answers(seat[side], asked) for seat in seats)
            assert first == second
        assert answers(seats[0]["blue"], asked) != answers(seats[1]["blue"], asked)
        told += 1
    assert told > 1


def test_the_test_can_fail(houses: tuple[House, House]):
    """Blue's own answers differ: so would Red's, if they came from Blue's view."""
    game = next(dealt("fresh", 0))
    s = game.state
    t = next(t for t in strangers(s, "red") if t != s)
    with pytest.raises(AssertionError):
        alike(houses, s, t, "blue", Random(0))
