"""What the rules leave to the human opponent of a computer: he picks, and the computer goes on (TGC-ui.30)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from grognard.server.catalog import CATALOG

from .house import House, Seat, says

RECORD = Path(__file__).parents[1] / "golden" / "great-crusade-beachhead-scripted-scripted.grog"


def two_combats() -> str:
    """The record of a Beachhead, up to where the Germans would begin to resolve the second of two combats."""
    head, _, _ = RECORD.read_text().partition(" german resolve 2 ")
    return head.rpartition("\n")[0] + "\n"


@pytest.fixture
def real(tmp_path: Path):
    """The house with the real games on its shelf."""
    with House(tmp_path, CATALOG, think=20.0) as house:
        yield house


def against_the_computer(house: House) -> Seat:
    """The Germans, a computer, have assigned two combats; the Allies are mine."""
    body = {"record": two_combats(), "seats": {"allied": "me", "german": "scripted"}, "name": "Ann"}
    made = house.ask("POST", "/games/import", body)
    return Seat(house, made["game"], made["token"], made)


def asked(ann: Seat) -> Any:
    """The game when the computer has come to a halt."""
    with ann.live() as page:
        page.until(lambda push: not ann.game.get("thinking") and ann.game["your_turn"])
    return ann.game


def test_the_order_of_the_computers_combats_is_mine(real: House):
    """TGC-ui.30, TGC-combat.14: I see the list, and resolve it in the order I like."""
    ann = against_the_computer(real)
    game = asked(ann)
    assert (game["asks"], game["picks_for"]) == ("german", "german")
    fights = [f["resolve"] for f in game["board"]["fights"]]
    assert fights == [f"resolve {n}" for n in range(1, len(fights) + 1)]
    assert len(fights) > 1
    assert sorted(o["text"] for o in game["choices"]["single"]) == fights
    assert all(o["label"].startswith("resolve combat") for o in game["choices"]["single"])
    with says(422, why="choose for the computer"):
        ann.act("cancel 1")
    assert not ann.spectator.game.get("picks_for")
    ann.act("resolve 2")
    line = next(x for x in reversed(ann.get("/log")) if x["action"].startswith("resolve"))
    assert line["action"] == "resolve 2"


def test_nobody_else_picks(real: House):
    """TGC-ui.30: whoever looks on does not."""
    ann = against_the_computer(real)
    asked(ann)
    with says(401):
        ann.spectator.act("resolve 1", version=ann.version)
