"""A whole Allied turn, from the German set-up to the German move: three times, with three kinds of hands."""

from __future__ import annotations

import pytest

from .hands import Finger, Keys, Mouse
from .house import Front

LANDING = {"us-inf-1": "1829", "us-inf-2": "1829", "us-inf-4": "1629", "us-inf-5": "1629"}


@pytest.mark.parametrize("hands", [Mouse, Keys, Finger])
def test_an_allied_turn(front: Front, hands: type[Mouse] | type[Keys] | type[Finger]) -> None:
    """TGC-seq.3, TGC-ui.8 to 34: what the dice bring is fixed by the word."""
    at = hands(front).new_game(word="w6")
    at.step("German set-up").asked("Change the prepared position").main("Next: turn 1, Allied Invasion")

    at.step("Allied Invasion").asked("Choose the area of the invasion").button("Invade Normandy")
    at.asked("Put units on the sea hexes of Normandy")
    for unit, sea in LANDING.items():
        at.choose(unit).go(sea, "Embark for").stands(sea, unit)
    at.main("Next: Allied Airborne")

    at.asked("Airborne units may drop, 3 more this turn").choose("us-abn-82").go("1532")
    at.stands("1532", "us-abn-82").asked("2 more this turn").main("Next: Allied Movement")
    at.step("Allied Movement").main("Next: Allied Combat")

    at.asked("Assign combats: 6 duties are not met yet")
    at.fight("1829", ("us-inf-1", "us-inf-2"), "1930").column("2:1")
    at.tick("close air support").column("3:1").assign().asked("3 duties are not met yet")
    at.fight("1629", ("us-inf-4", "us-inf-5"), "1730").column("2:1").assign()

    at.asked("Every duty is met").resolve("ge-st-716").dice(5, "EX")
    at.asked("Exchange: choose units worth at least 3").lose("us-inf-1", "4 of at least 3").dice(5, "EX")
    at.asked("Advance into 1930").choose("us-inf-2").go("1930").stands("1930", "us-inf-2")

    at.resolve("ge-inf-352").dice(3, "DR2")
    at.asked("Choose where 352nd Infantry must retreat").go("1531").stands("1531", "ge-inf-352").dice(
        3, "DR2"
    )
    at.asked("Advance into 1730").stack("1629", "us-inf-4", "us-inf-5").go("1730")
    at.stands("1730", "us-inf-4", "us-inf-5")

    at.step("Allied Tactical Air").asked("5 air missions are left").main("Next: German Movement")
    at.step("German Movement").asked("Move units in any order")

    at.choose("ge-pz-21").go("1932", "Move to 1932").stands("1932", "ge-pz-21").main("Next: German Combat")
    at.asked("Nobody must fight").main("Next: turn 2, Allied Airborne").turn("Turn 2 of 4")
    at.main("Next: Allied Movement")
    at.choose("us-inf-2").go("1830", "Move to 1830").stands("1830", "us-inf-2")
    at.choose("us-arm-2").go("1730", "Land at 1730").stands("1730", "us-arm-2")
