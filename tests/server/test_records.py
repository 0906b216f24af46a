"""A game written out, verified by anybody, and gone on with elsewhere."""

from __future__ import annotations

import hashlib
import hmac
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import grognard as gg
from grognard.kernel import record
from grognard.server.catalog import CATALOG as SHELF

from ..kernel.toy import find
from .house import MILL, House, Seat, says

BOTH = {"blue": "me", "red": "me"}


def over(seat: Seat, least: int = 8) -> Seat:
    """Play on for a while, then give up."""
    for n in range(least):
        if not seat.game.get("over"):
            seat.choose(n)
    if seat.game.get("over"):
        return seat
    seat.post("/resign", {"version": seat.version, "side": seat.game["holds"][0]})
    return seat


def test_the_record_of_a_game_is_sealed_until_it_is_over(inn: House, dice: Any):
    dice("7")
    ann = inn.new()
    ann.play("activate Guard", "move Lancers")
    sealed = ann.record
    assert f"commitment {ann.made['commitment']}" in sealed
    assert "\nseed " not in sealed
    game = record.loads(sealed, find)
    assert game.sealed
    assert [game.text(e.action) for e in game.log][-2:] == ["activate Guard", "move Lancers"]
    over(ann)
    assert "\nseed 7\n" in ann.record
    assert record.verify_dice(record.loads(ann.record, find)) == []


def test_nobody_sees_the_seed_before(inn: House, dice: Any):
    seed = "a-seed-that-nobody-may-see-0"
    dice(seed)
    ann = inn.new(blue="me", red="open", word="and a word")
    bob = ann.invited("red")
    with ann.live(since=0) as page:
        page.next("hello")
        ann.play("activate Guard", "move Lancers")
        ann.back(4)
        heard = [page.next("moved"), page.next("moved"), page.next("back")]
    for seat in (ann, bob, ann.spectator):
        seen = [seat.raw(path) for path in ("", "/log", "/at/1", "/at/4", "/chat", "/hexes/0201")]
        assert not any(seed.encode() in x for x in seen)
    assert seed not in repr((heard, ann.made))


def test_who_may_not_know_all_gets_no_record_before_the_end(inn: House, dice: Any):
    """It would tell what the other was dealt."""
    dice("7")
    ann = inn.new(blue="me", red="open")
    bob = ann.invited("red")
    for seat in (ann, bob, ann.spectator):
        with says(403, why="the record would tell what this seat may not know"):
            seat.raw("/record")
    bob.post("/resign", {"version": ann.version, "side": "red"})
    assert ann.record == bob.record == ann.spectator.record


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Any:
    with House(tmp_path_factory.mktemp("hall"), SHELF) as open_:
        yield open_


def test_anybody_can_verify_a_record(hall: House, tmp_path: Path):
    """`grognard verify` recomputes every throw, and finds a die that was changed."""
    ann = hall.new("great-crusade/beachhead", allied="me", german="open", word="for luck")
    german = ann.invited("german")
    for n in range(14):
        seat = ann if ann.game["asks"] == "allied" else german
        choices = seat.game["choices"]
        offered = choices.get("single", ()) or seat.get("/offers", head=choices["heads"][0])
        seat.act(offered[n % len(offered)]["text"])
    path = tmp_path / "game.txt"
    path.write_text(ann.record)
    assert "until then" in verify(path)
    ann.post("/resign", {"version": ann.version, "side": "allied"})
    path.write_text(german.record)
    said = verify(path)
    assert "good" in said
    assert "The seed is the one that was committed to before the game." in said
    text = path.read_text()
    seed = re.search("^seed (.*)$", text, re.MULTILINE)
    assert seed is not None
    assert hashlib.sha256(f"grognard|{seed[1]}".encode()).hexdigest() == ann.made["commitment"]
    assert seed[1].endswith("|for luck")
    path.write_text(text.replace(seed[1], "another seed"))
    assert verify(path, 1)


def verify(path: Path, code: int = 0) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "grognard", "verify", str(path)], capture_output=True, text=True
    )
    assert (done.returncode != 0) == (code != 0), done.stdout + done.stderr
    return done.stdout + done.stderr


def test_a_die_can_be_computed_without_us(inn: House, dice: Any):
    """Throw 3 draws who begins: two blue chits and a red one. With the seed and HMAC-SHA256 anybody gets the same."""
    dice("7")
    ann = inn.new()
    log = ann.get("/log")
    block = hmac.new(b"7", b"3|Initiative|0", hashlib.sha256).digest()
    n = int.from_bytes(block) % 3
    assert log[2]["throw"] == 3
    assert log[2]["action"] == ["draw blue", "draw blue", "draw red"][n]


# ---- read in


def brought(house: House, text: str, **more: Any) -> Seat:
    asked = {"record": text, "seats": BOTH, **more}
    made = house.ask("POST", "/games/import", asked)
    return Seat(house, made["game"], made["token"], made)


def test_a_game_goes_on_from_its_record(inn: House, dice: Any):
    dice("7")
    ann = inn.new(title="First")
    ann.play("activate Guard", "move Lancers")
    dice("8")
    again = brought(inn, ann.record, title="Again")
    assert again.game["board"] == ann.game["board"]
    assert again.game["actions"] == ann.game["actions"]
    assert [x["action"] for x in again.get("/log")] == [x["action"] for x in ann.get("/log")]
    assert again.made["commitment"] != ann.made["commitment"]
    again.play("stop", "end")
    over(again)
    game = record.loads(again.record, find)
    assert record.verify_dice(game) == []
    assert record.unproved(game) == 3  # what came with the record
    assert inn.ask("POST", "/mine", {"tokens": [again.token]})[0]["title"] == "Again"


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda t: "", "no grognard record"),
        (lambda t: "hello\n", "no grognard record"),
        (lambda t: t.replace("toy", "chess"), "no system is called"),
        (lambda t: t.replace("rules 1", "rules 99"), "version 99 of the rules"),
        (lambda t: t.replace("activate Guard", "activate Iron"), "changed after it was written"),
        (lambda t: t + "7 blue fly\n", "changed after it was written"),
        (lambda t: t + "\n" * 30_000, "at most 20000 lines"),
        (lambda t: t.replace("commitment ", "commitment x"), "a commitment is"),
    ],
)
def test_what_is_no_record_is_refused(inn: House, dice: Any, change: Any, why: str):
    dice("7")
    ann = inn.new()
    ann.play("activate Guard")
    with says(422, why=why):
        brought(inn, change(ann.record))
    with says(422, why="nobody is named"):
        brought(inn, ann.record, seats={"blue": "me"})


# ---- gone on with from a moment


def test_a_table_of_ones_own_begins_at_any_moment(inn: House, dice: Any):
    dice("7")
    ann = inn.new()
    ann.play("activate Guard", "move Lancers", "stop")
    made = ann.post("/branch", {"n": 4})
    mine = Seat(inn, made["game"], made["token"], made)
    assert mine.game["parent"] == ann.id
    assert mine.game["actions"] == 4
    assert mine.game["board"] == ann.get("/at/4")["board"]
    mine.play("end")
    assert ann.version == 6
    with says(404, why="the game has 6 actions"):
        ann.post("/branch", {"n": 7})


def test_a_study_of_a_game_that_goes_on_tells_no_secret(inn: House, dice: Any):
    """Whoever does not know all studies a position that looks the same to him; it tells nothing of the true one."""
    dice("7")
    ann = inn.new(blue="me", red="open")
    bob = ann.invited("red")
    strengths = set()
    for _ in range(40):
        made = bob.post("/branch", {"n": 3})
        study = Seat(inn, made["game"], made["token"], made)
        assert study.get(side="red")["board"] == bob.game["board"]
        state = inn.service.lives[study.id].table.state
        strengths.add(bytes(state.strength))
        if len(strengths) > 1:
            break
    assert len(strengths) > 1


def test_a_game_that_no_longer_replays_says_where_and_why(tmp_path: Path, dice: Any):
    """Its log stays, its record can be had, and the rest of the house goes on."""
    from sqlalchemy import text

    dice("7")
    with House(tmp_path) as house:
        ann = house.new()
        ann.play("activate Guard", "move Lancers")
        other = house.new()
    with House(tmp_path) as house:
        with house.service.store.engine.begin() as c:
            c.execute(text("drop trigger if exists log_update"))
            c.execute(text(f"update log set action = 'activate Iron' where game = '{ann.id}' and n = 4"))
        broken, well = (Seat(house, s.id, s.token, {}) for s in (ann, other))
        with pytest.raises(Exception, match="can be replayed only up to line 4 of its log") as no:
            _ = broken.game
        assert (no.value.status, no.value.clause, no.value.problem["line"]) == (410, "TOY-2.2", 4)
        for ask in (lambda: broken.get("/log"), lambda: broken.post("/back", {"version": 5, "to": 3})):
            with says(410):
                ask()
        assert "activate Iron" in broken.record
        cards = {c["game"]: c for c in house.ask("POST", "/mine", {"tokens": [broken.token, well.token]})}
        assert cards[ann.id]["broken"].startswith("line 4:")
        assert not cards[other.id].get("broken")
        assert well.act("pass")["version"] == 4


def test_a_study_that_a_program_made_is_brought_in(tmp_path: Path):
    """Its map and counters are served while it is on a table; a study that nobody plays is no scenario."""
    position = {"units": {"1831": "ge-pz-21", "1830": "us-inf-1"}, "phase": "allied_combat"}
    written = record.dumps(gg.scene("great-crusade", **position))
    with House(tmp_path, SHELF) as house:
        with says(404):
            house.ask("GET", "/scenarios/great-crusade/scene-50/set")
        made = house.ask(
            "POST", "/games/import", {"record": written, "seats": {"allied": "me", "german": "me"}}
        )
        seat = Seat(house, made["game"], made["token"], made)
        assert seat.game["scenario"] == "great-crusade/scene-50"
        known = {c["unit"] for c in house.ask("GET", "/scenarios/great-crusade/scene-50/set")["counters"]}
        assert {"ge-pz-21", "us-inf-1"} <= known
        with says(404):
            house.ask("GET", "/scenarios/great-crusade/scene-49/set")
        with says(404):
            house.ask("POST", "/games", {"scenario": "great-crusade/scene-50", "seats": {}})


def test_the_scenario_of_a_record_is_that_of_the_game(inn: House):
    assert inn.new().record.splitlines()[1:3] == ["system toy", f"scenario {MILL.partition('/')[2]}"]
