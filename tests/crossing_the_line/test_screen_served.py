"""Crossing the Line at a real table: a page can be fetched after everything that happens, whoever looks."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from grognard.server.catalog import CATALOG
from tests.server.house import House, Said, Seat

ACTIONS = 60


def sit_down(house: House, scenario: str, *sides: str) -> Seat:
    wanted = {"scenario": f"crossing-the-line/{scenario}", "seats": dict.fromkeys(sides, "me"), "name": "Ann"}
    made = house.ask("POST", "/games", wanted)
    return Seat(house, made["game"], made["token"], made)


def options(seat: Seat, game: Any, rng: Random) -> list[str]:
    """Texts that a page could submit now: what goes on, what belongs to nobody, what some unit can do."""
    choices = game["choices"]
    out = [o["text"] for o in choices.get("single", ())]
    for head in rng.sample(choices.get("heads", []), min(4, len(choices.get("heads", ())))):
        found = seat.get("/offers", head=head)
        out += [o["text"] for o in rng.sample(found, min(6, len(found)))]
    if choices.get("main") and (not out or rng.random() < 0.15):
        out = [choices["main"]["text"]]
    return out


@pytest.mark.parametrize(("scenario", "sides"), [
    ("first-blood", ("us",)),
    ("stolberg-corridor", ("us", "german")),
    ("across-the-wurm", ("us", "german")),
])  # fmt: skip
def test_every_page_of_a_game_can_be_fetched(tmp_path: Path, scenario: str, sides: tuple[str, ...]):
    """Moves that are met, combats, losses: the log is told event by event, between two steps of play."""
    rng = Random(scenario)
    with House(tmp_path, CATALOG) as house:
        seat = sit_down(house, scenario, *sides)
        for _ in range(ACTIONS):
            game = seat.game
            if game.get("over"):
                break
            seat.act(rng.choice(options(seat, game, rng)))
            if rng.random() < 0.1:
                assert seat.spectator.get("/log", since=0)
        assert len(seat.get("/log", since=0)) > 10
        assert {x["turn"] for x in seat.get("/log", since=0)}


def test_dice_lie_open_though_losses_are_hidden(tmp_path: Path):
    """CTL-5.3.4d, f: what the enemy lost is not told, but the die of the combat is shown and counted."""
    with House(tmp_path, CATALOG) as house:
        seat = sit_down(house, "first-blood", "us")
        seat.act("attack 1/16 2108 hasty")
        thrown = [
            x
            for x in seat.get("/log", since=0)
            if any(told["key"] == "CTL.CombatResolved" for told in x["told"])
        ]
        said = thrown[0]["told"][0]
        assert said["text"] == f"Combat: the die shows {said['args']['faces'][0]}."
        assert [str(f) for f in thrown[0]["faces"]] == said["args"]["faces"]


def test_a_click_that_means_no_single_action_is_explained(tmp_path: Path):
    """CTL-7.3.2a: a refusal with its clause and our wording of it."""
    with House(tmp_path, CATALOG) as house:
        seat = sit_down(house, "first-blood", "us")
        ruling = seat.get("/aim", unit="1/16", hex="1001")
        assert (ruling["breach"]["clause"], "action" in ruling) == ("CTL-7.3.2a", False)
        assert ruling["rule"]
        with pytest.raises(Said, match=r"CTL-7\.5a"):
            seat.act("attack 1/16 2110 hasty")


def test_nobody_is_waited_for_where_one_plays_alone(tmp_path: Path):
    """CTL-10.1d: First Blood has one seat, in the lobby and at the table; the others two."""
    with House(tmp_path, CATALOG) as house:
        cards = {c["id"]: set(c["sides"]) for c in house.ask("GET", "/scenarios")}
        assert cards["crossing-the-line/first-blood"] == {"us"}
        assert cards["crossing-the-line/stolberg-corridor"] == {"us", "german"}
        seat = sit_down(house, "first-blood", "us")
        assert set(seat.game["seats"]) == {"us"}
        assert set(seat.game["sides"]) == {"us", "german"}  # as they are called
