"""What the rules ask in the middle of things is asked where one looks."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

import grognard as gg
from grognard.kernel import record

from .hands import Finger, Keys, Mouse
from .house import Front
from .plans import ASSIGNED
from .player import Player

HANDS = pytest.mark.parametrize("hands", [Mouse, Keys, Finger])


def sit(front: Front, hands: type[Player], word: str = "", **position: Any) -> Any:
    """At a position that a program has made: its record is brought in."""
    made = record.dumps(gg.scene("great-crusade", **position))
    seats = {"allied": "me", "german": "me"}
    game = front.ask("/games/import", {"record": made, "seats": seats, "word": word})
    return hands.holding(front, game["game"], game["token"])


@pytest.mark.parametrize("hands", [Mouse, Finger])
def test_losses_are_chosen_where_one_looks(front: Front, hands: type[Mouse] | type[Finger]) -> None:
    """TGC-ui.32: the form comes to whoever resolves a combat, and from any page a button leads to it; the die that asked
    for it lies there until the combat is done."""
    at = hands.seated(front, *ASSIGNED).resolve("ge-st-716")
    form = at.page.locator("section.form")
    expect(form).to_be_in_viewport()
    at.open("Log")
    expect(form).not_to_be_attached()
    to = at.decision.get_by_role("button", name="Choose who")
    at.push(to)
    expect(form).to_be_in_viewport()
    expect(to).not_to_be_attached()
    at.lose("us-inf-1", "4 of at least 3").dice(5, "EX").choose("us-inf-2").go("1930")
    at.asked("resolve").open("Play")
    expect(at.page.locator(".fighting")).not_to_be_attached()


@HANDS
def test_the_choice_of_supply(front: Front, hands: type[Mouse] | type[Keys] | type[Finger]) -> None:
    """TGC-ui.37, TGC-supply.20d: the proposal is ticked; whoever else shall be fed, somebody must be left out first."""
    at = sit(
        front,
        hands,
        turn=3,
        phase="allied_supply",
        invaded="2030",
        invasion=("normandy", 1),
        units={
            "2030": "us-arm-2 us-inf-1",
            "2031": "us-inf-2 us-inf-4",
            "2131": "us-inf-5 us-inf-8 al-hq-us1",
            "1932": "ge-pz-21",
        },
    )
    at.asked("choose who is supplied this turn. 4 units can be")
    form = at.page.locator("section.form")
    if at.phone:
        at.push(at.decision.get_by_role("button", name="Choose who"))
    expect(form.get_by_test_id("form-go")).to_be_in_viewport()
    box = {
        unit: form.get_by_role("checkbox", name=re.compile(f"^{at.name(unit)} "))
        for unit in ("us-inf-4", "us-inf-5")
    }
    expect(box["us-inf-4"]).to_be_checked()

    def turn(unit: str) -> None:
        box[unit].click() if isinstance(at, Mouse) else at.mark(box[unit])

    turn("us-inf-5")
    expect(form).to_contain_text("That is 5 units; at most 4 can be: leave somebody out.")
    expect(form.get_by_test_id("form-go")).to_be_disabled()
    turn("us-inf-4")
    expect(form.locator(".sum")).to_contain_text("4 of at most 4")
    expect(at.counter("us-inf-5").locator(".ring")).to_be_attached()
    at.push(form.get_by_test_id("form-go"))
    at.step("Allied Airborne")
    assert at.log()[-1] == "supply us-arm-2,us-inf-1,us-inf-2,us-inf-5"
    stacks = front.ask(f"/games/{at.game}", token=at.token)["board"]["stacks"]
    hungry = {x["unit"] for s in stacks for x in s["pieces"] if "unsupplied" in x.get("states", ())}
    assert {"us-inf-4", "us-inf-8", "al-hq-us1"} <= hungry
    assert not hungry & {"us-arm-2", "us-inf-1", "us-inf-2", "us-inf-5"}


@HANDS
def test_carpet_bombing_leaves_a_choice(front: Front, hands: type[Mouse] | type[Keys] | type[Finger]) -> None:
    """TGC-ui.33, TGC-air.15: two dice, and two results side by side, in view at once; one is taken."""
    at = sit(
        front,
        hands,
        "b",
        turn=4,
        phase="allied_combat",
        invaded="1830",
        invasion=("normandy", 1),
        attacked_before="1831",
        units={"1830": "us-inf-1 us-inf-2", "1831": "ge-inf-352"},
    )
    at.fight("1830", ("us-inf-1", "us-inf-2"), "1831").tick("carpet bombing").assign().resolve("ge-inf-352")
    at.asked("choose which of the two results counts, AE or EX").dice(5, "the dice show 5 and 2: AE or EX")
    worse, better = (at.tab.get_by_role("button", name=f"Take {result}") for result in ("AE", "EX"))
    expect(worse).to_be_in_viewport()
    expect(better).to_be_in_viewport()
    one, other = worse.bounding_box(), better.bounding_box()
    assert one["y"] == other["y"]
    assert one["x"] + one["width"] <= other["x"]
    at.push(better)
    at.gone("ge-inf-352", "us-inf-1", "us-inf-2")  # equal in strength: both lose all
    expect(better).not_to_be_attached()
    assert "take EX" in at.log()


def test_a_phone_leads_to_what_must_be_answered(front: Front) -> None:
    """Where the sheet lies low, one button leads to the choice, the list or the form; a new step begins at its head."""
    at = Finger.seated(front, "end")
    choose = at.decision.get_by_test_id("to-form")
    expect(at.tab).to_be_hidden()
    expect(choose).to_have_text("Choose")
    expect(at.page.get_by_test_id("main")).not_to_be_attached()
    choose.tap()
    invade = at.tab.get_by_role("button", name="Invade Normandy")
    expect(invade).to_be_in_viewport()
    invade.tap()
    at.asked("Put units on the sea hexes")
    at.page.get_by_test_id("handle").press("ArrowDown")
    expect(choose).to_have_text("Choose a unit")
    choose.tap()
    expect(at.tab.get_by_role("button", name=re.compile("^1st Infantry "))).to_be_in_viewport()
    at.quickly(*ASSIGNED[2:])
    first = at.tab.get_by_role("heading", name="2 combats")
    at.tab.evaluate("body => body.scrollTo(0, 9999)")
    expect(first).not_to_be_in_viewport()
    at.main("Resolve combat 1").asked("Exchange")
    expect(at.page.locator("section.form h3")).to_be_in_viewport()
