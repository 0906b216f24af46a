"""What the rules ask in the middle of things is asked where one looks."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from .hands import Finger, Mouse
from .house import Front
from .plans import ASSIGNED


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
