"""Two at two browsers, two at one screen, one against the computer, and one who looks on."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from .hands import Mouse
from .house import Front
from .plans import ASSIGNED, GERMAN_MOVE, LANDED
from .player import Player

WATCH = """words => {
  window.shown = false;
  const look = () => (window.shown ||= document.querySelector("#decision")?.textContent.includes(words));
  new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true });
}"""
"""Sees even what is on the screen for a moment."""


def invited(ann: Player) -> str:
    """The link that she sends: where it leads on her own server."""
    link = ann.dialog.get_by_label(re.compile("^Link to the seat of")).input_value()
    return link.partition(ann.front.server.url)[2]


def test_a_game_by_link_outlives_its_server(lonely: Front) -> None:
    """Ann invites Bob; both play; the server is killed and started again; both go on, and nothing is lost."""
    ann = Mouse(lonely).new_game(who="With a friend", side="The Allies", word="w6", title="By link")
    path = invited(ann)
    ann.dialog.get_by_role("link", name="Go to the table").click()
    expect(ann.decision).to_contain_text("The Germans")

    bob = Mouse(lonely, path)
    expect(bob.page.get_by_role("heading", name="By link")).to_be_visible()
    bob.page.get_by_label("Your name, as the others see it").fill("Bob")
    bob.page.get_by_role("button", name="Sit down as the Germans").click()
    bob.page.wait_for_url(lambda url: "/join/" not in url)
    bob.step("German set-up").main("Next: turn 1, Allied Invasion")
    bob.dialog.get_by_test_id("sure").click()
    bob.step("Allied Invasion")

    ann.asked("Choose the area of the invasion").button("Invade Normandy")
    ann.hears("Your decision. Put units on the sea hexes")
    ann.choose("us-inf-1").go("1829").stands("1829", "us-inf-1")
    bob.stands("1829", "us-inf-1")
    expect(bob.page.get_by_test_id("main")).not_to_be_attached()

    lonely.forgive("ERR_CONNECTION_REFUSED", "WebSocket", "ERR_EMPTY_RESPONSE", "ERR_CONNECTION_RESET")
    lonely.server.kill()
    for page in (ann.page, bob.page):
        expect(page.locator("header .live")).to_contain_text(re.compile("No connection|Connecting"))
    ann.choose("us-inf-9")
    expect(ann.page.get_by_test_id("notice").filter(has_text="The server does not answer")).to_be_visible()
    lonely.server.start()
    for page in (ann.page, bob.page):
        expect(page.locator("header .live")).to_have_text("", timeout=20_000)

    ann.stands("1829", "us-inf-1").choose("us-inf-2").go("1829").stands("1829", "us-inf-1", "us-inf-2")
    bob.stands("1829", "us-inf-1", "us-inf-2")
    bob.open("Log")
    expect(bob.tab).to_contain_text("2nd Infantry embarks")
    assert ann.log() == bob.log()


def test_no_way_back_past_a_throw_or_what_the_other_did(front: Front) -> None:
    """Between two, what the dice or the other side have decided stays."""
    ann, bob = Mouse.opposed(front, *ASSIGNED, "resolve 1")
    back = ann.decision.get_by_role("button", name="Take back")
    expect(back).to_be_disabled()
    back.click(force=True)
    expect(ann.page.get_by_test_id("notice")).to_be_visible()
    ann.asked("Exchange").lose("us-inf-1", "4 of at least 3")
    bob.gone("us-inf-1")
    back.click()
    bob.stands("1829", "us-inf-1")
    ann.asked("Exchange")
    expect(bob.decision.get_by_role("button", name="Take back")).to_be_disabled()


def test_since_my_last_turn(front: Front) -> None:
    """Who comes back is shown what has happened since, and can see it again; the map keeps the trails."""
    ann, bob = Mouse.opposed(front, "end", "invade normandy")
    bob.page.goto(f"{front.server.url}/#/")
    ann.quickly("embark us-inf-1 1829", "embark us-inf-2 1829")
    bob.page.goto(f"{front.server.url}/#/game/{ann.game}")
    bar = bob.page.get_by_role("region", name="Looking back")
    expect(bar).to_be_visible()
    expect(bar).to_contain_text("embarks")
    bob.page.keyboard.press("End")
    expect(bar).not_to_be_attached()
    bob.stands("1829", "us-inf-1", "us-inf-2").open("Log")
    bob.tab.get_by_role("button", name=re.compile("^Since my last turn")).click()
    expect(bar).to_be_visible()
    bob.page.keyboard.press("Escape")
    expect(bar).not_to_be_attached()


def test_a_unit_that_moves_for_the_first_time_leaves_a_trail(front: Front) -> None:
    """From where the set-up had put it."""
    allied, german = Mouse.opposed(front, *GERMAN_MOVE)
    expect(allied.page.locator(".trails .trail")).to_have_count(0)
    german.quickly("move ge-st-711 2131")
    allied.stands("2131", "ge-st-711")
    expect(allied.page.locator(".trails .trail")).to_have_count(1)


def test_talk_and_a_notepad_that_nobody_else_reads(front: Front) -> None:
    ann, bob = Mouse.opposed(front)
    ann.open("Talk")
    ann.tab.get_by_role("textbox", name="Say something").fill("Good luck!")
    ann.page.keyboard.press("Enter")
    expect(bob.page.get_by_role("tab", name="Talk")).to_have_text(re.compile("1$"))
    bob.hears("Good luck!").open("Talk")
    expect(bob.tab.locator("ol.lines")).to_contain_text("Good luck!")
    expect(bob.page.get_by_role("tab", name="Talk")).to_have_text("Talk")
    ann.tab.get_by_role("textbox", name="Notepad").fill("Bob always holds Caen.")
    expect(ann.tab.get_by_text("Being kept")).to_be_visible()
    expect(ann.tab.get_by_text("Being kept")).not_to_be_attached()
    ann.page.reload()
    ann.open("Talk")
    expect(ann.tab.get_by_role("textbox", name="Notepad")).to_have_value("Bob always holds Caen.")
    expect(bob.tab.get_by_role("textbox", name="Notepad")).to_have_value("")


def test_two_at_one_screen(front: Front) -> None:
    """The map is covered while it changes hands, where they want that."""
    at = Mouse.seated(front, keeps={"grognard.settings": {"cover": True}})
    at.main("Next: turn 1, Allied Invasion")
    expect(at.dialog).to_contain_text("The map is covered. Give the screen to whoever plays the Allies.")
    at.dialog.get_by_role("button", name="Show the map").click()
    expect(at.dialog).not_to_be_attached()
    at.asked("Choose the area of the invasion")


def test_against_the_computer(front: Front) -> None:
    """Two clicks, and a game is on; the computer's turn is seen as it goes, and then it is mine again."""
    at = Mouse(front)
    at.page.get_by_role("button", name="Begin The Beachhead").click()
    at.turn("Turn 1 of 4").asked("Choose the area of the invasion")
    at.page.get_by_role("link", name="To the lobby").click()
    mine = at.page.get_by_role("article", name="The Beachhead").filter(has_text="the computer")
    expect(mine).to_contain_text("Your turn")
    mine.get_by_role("link", name="Play").click()
    at.asked("Choose the area of the invasion", patience=20)  # after a look at what the computer did
    at.quickly(*LANDED[1:-2], "end", "end")
    at.asked("Assign combats")
    at.quickly("attack us-inf-1,us-inf-2 on ge-st-716 cas", "attack us-inf-4,us-inf-5 on ge-inf-352")
    at.fight_it_out().step("Allied Tactical Air")
    at.page.evaluate(WATCH, "The computer thinks")
    at.main("Next: German Movement")
    at.turn("Turn 2 of 4", patience=60)
    assert at.page.evaluate("window.shown"), "the computer's turn was not seen as it went"
    expect(at.page.get_by_test_id("since")).to_contain_text("What happened since your turn")


def test_who_looks_on_sees_and_touches_nothing(front: Front) -> None:
    ann, _ = Mouse.opposed(front, *LANDED)
    eve = Mouse(front, f"/#/game/{ann.game}")
    expect(eve.decision).to_contain_text("You look on.")
    expect(eve.page.get_by_test_id("main")).not_to_be_attached()
    eve.stands("1829", "us-inf-1").click("1829")
    ann.main("Next: Allied Combat")
    eve.step("Allied Combat")
    eve.open("Talk")
    expect(eve.tab.get_by_role("textbox")).to_have_count(0)
