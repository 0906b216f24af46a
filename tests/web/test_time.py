"""Taking back, looking back, and playing on from where one looks."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from .hands import Keys, Mouse
from .house import Front
from .plans import ASSIGNED, FOUGHT, GERMAN_MOVE, LANDED


def test_what_is_taken_back_stays_in_the_log(front: Front) -> None:
    """Ctrl+Z and Ctrl+Shift+Z; the log keeps what was taken back, folded."""
    at = Keys.seated(front, *LANDED).stands("1532", "us-abn-82").step("Allied Movement")
    at.press("Control+z").step("Allied Airborne")
    at.press("Control+z").gone("us-abn-82")
    at.press("Control+Shift+Z").stands("1532", "us-abn-82").step("Allied Airborne")
    at.press("Control+z").gone("us-abn-82").open("Log")
    expect(at.tab).to_contain_text("2 actions taken back")
    expect(at.tab.locator("li.gone").filter(has_text="82nd Airborne")).to_be_hidden()
    at.push(at.tab.get_by_text("2 actions taken back"))
    expect(at.tab.locator("li.gone").filter(has_text="82nd Airborne")).to_be_visible()


def test_back_to_a_line_of_the_log(front: Front) -> None:
    """Who plays alone may go back to any of its lines, and forward again step by step."""
    at = Mouse.seated(front, *ASSIGNED).asked("Every duty is met").open("Log")

    def menu(words: str) -> None:
        line = at.tab.locator("li").filter(has_text=words).last
        line.get_by_role("button", name=re.compile("^More of step")).click()

    menu("4th Infantry embarks")
    at.tab.get_by_role("button", name="Take back to here").click()
    at.step("Allied Invasion").stands("1629", "us-inf-4").gone("us-inf-5", "us-abn-82")
    at.decision.get_by_role("button", name="Do again").click()
    at.stands("1629", "us-inf-4", "us-inf-5").gone("us-abn-82")


def test_stepping_through_the_game(front: Front) -> None:
    """Both ways, to both ends, to any step by a link; the present waits untouched."""
    at = Keys.seated(front, *GERMAN_MOVE)
    at.press("Home")
    bar = at.page.get_by_role("region", name="Looking back")
    expect(bar).to_be_visible()
    steps = len(GERMAN_MOVE) + 3  # the deal and two throws besides
    expect(at.decision).to_contain_text(f"Looking back: step 0 of {steps}")
    for _ in range(4):
        at.press("]")
    expect(at.decision).to_contain_text(f"step 4 of {steps}")
    expect(bar).to_contain_text("1st Infantry embarks")
    at.stands("1829", "us-inf-1").gone("us-inf-2").hears("1st Infantry embarks")
    at.press("[").gone("us-inf-1").press("]").stands("1829", "us-inf-1")
    bar.get_by_role("slider").fill("12")
    at.stands("1829", "us-inf-1", "us-inf-2")
    at.press("End")
    expect(bar).not_to_be_attached()
    at.stands("1930", "us-inf-2").gone("us-inf-1").asked("Move units in any order")

    at.page.goto(f"{front.server.url}/#/game/{at.game}?step=4")
    expect(at.decision).to_contain_text(f"step 4 of {steps}")
    at.stands("1829", "us-inf-1").gone("us-inf-2")


def test_playing_on_from_a_moment(front: Front) -> None:
    """A sandbox: a table of one's own that begins there; the game it came from goes on as it was."""
    at = Mouse.seated(front, *FOUGHT, title="The real one").asked("5 air missions")
    first = at.game
    at.open("Log")
    line = at.tab.locator("li").filter(has_text="4th Infantry embarks").last
    line.get_by_role("button", name=re.compile("^More of step")).click()
    at.tab.get_by_role("button", name="Play on from here").click()
    at.page.wait_for_url(lambda url: first not in url)
    at.stands("1629", "us-inf-4").gone("us-inf-5").step("Allied Invasion")
    at.choose("us-inf-5").go("1729", "Embark for").stands("1729", "us-inf-5")
    at.page.get_by_role("button", name="Menu").click()
    at.page.get_by_role("link", name="Back to the game it branched from").click()
    at.page.wait_for_url(lambda url: first in url)
    at.asked("5 air missions").stands("1730", "us-inf-5")


def test_the_log_opens_at_what_happened_last(front: Front) -> None:
    """And follows what happens, while whoever reads is there."""
    at = Mouse.seated(front, *GERMAN_MOVE).open("Log")
    expect(at.tab.locator("li").last).to_be_in_viewport()
    expect(at.tab.get_by_role("searchbox")).not_to_be_in_viewport()
    at.choose("ge-st-711").go("2131")
    expect(at.tab.locator("li").last).to_contain_text("711th Static moves to 2131")
    expect(at.tab.locator("li").last).to_be_in_viewport()
