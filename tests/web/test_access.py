"""Everybody can read it: axe on every page, dialog and tab, large print, the screen reader, quiet motion."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from .hands import Finger, Keys, Mouse
from .house import PHONE, ROOT, WIDE, Front
from .plans import ASSIGNED, GERMAN_MOVE, TO_FIGHT, WEEK_TWO

AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
TABS = ("Play", "Fights", "Forces", "Supply", "Log", "Rules", "Talk", "Dice")

RUN = """async () => (await axe.run(document, { resultTypes: ["violations"] })).violations
  .filter(v => v.impact === "serious" || v.impact === "critical")
  .map(v => `${v.id}: ${v.nodes.map(n => n.target.join(" ")).slice(0, 3).join("; ")}`)"""


class Judge:
    """Axe, brought by the test into the page; what it finds is collected with where it was."""

    def __init__(self, page: Any, where: str) -> None:
        self.page, self.where = page, where
        self.found: list[str] = []
        self.seen: list[str] = []

    def look(self, at: str) -> None:
        if not self.page.evaluate("'axe' in window"):
            self.page.evaluate(AXE.read_text())
        self.seen.append(at)
        self.found += [f"{self.where}, {at}: {fault}" for fault in self.page.evaluate(RUN)]


@pytest.fixture
def judge(request: pytest.FixtureRequest) -> Any:
    """Calls Axe to order at the end of the test."""
    judges: list[Judge] = []

    def make(page: Any, where: str) -> Judge:
        judges.append(Judge(page, where))
        return judges[-1]

    yield make
    found = [fault for j in judges for fault in j.found]
    assert not found, "\n".join(found)
    assert all(j.seen for j in judges)


LOOKS = [("wide", "light"), ("wide", "dark"), ("phone", "light"), ("phone", "dark")]


@pytest.mark.parametrize(("screen", "colours"), LOOKS)
def test_axe_finds_nothing_in_the_lobby(front: Front, judge: Any, screen: str, colours: str) -> None:
    hands = Finger if screen == "phone" else Mouse
    at = hands(front, color_scheme=colours)
    axe = judge(at.page, f"{screen}, {colours}")
    expect(at.page.get_by_role("button", name="Begin The Beachhead")).to_be_visible()
    axe.look("the lobby")
    card = at.page.get_by_role("article", name="The Beachhead")
    at.push(card.get_by_role("button", name="Play"))
    at.push(at.dialog.get_by_text("Options, a title, a word for the dice"))
    axe.look("a new game")
    at.page.keyboard.press("Escape")
    at.push(at.page.get_by_role("button", name="Settings"))
    axe.look("the settings")
    at.page.keyboard.press("Escape")
    at.push(at.page.get_by_role("button", name="Read the rules").first)
    expect(at.dialog.locator("dl").first).to_be_visible()
    axe.look("the rules")
    at.page.keyboard.press("Escape")
    at.push(at.page.get_by_role("link", name="Bring a record"))
    expect(at.dialog).to_be_visible()
    axe.look("bringing a record")
    at.page.keyboard.press("Escape")

    at.new_game(who="With a friend")
    expect(at.dialog.get_by_role("button", name="Copy link")).to_be_visible()
    axe.look("the link for a friend")
    link = at.dialog.get_by_label("Link to the seat of the Germans").input_value()
    friend = hands(front, link.partition(front.server.url)[2], color_scheme=colours)
    expect(friend.page.get_by_role("button", name="Sit down as the Germans")).to_be_visible()
    judge(friend.page, f"{screen}, {colours}").look("an invitation")
    at.page.goto(front.server.url)
    expect(at.page.get_by_role("heading", name="My games")).to_be_visible()
    axe.look("my games")


@pytest.mark.parametrize(("screen", "colours"), LOOKS)
def test_axe_finds_nothing_at_the_table(front: Front, judge: Any, screen: str, colours: str) -> None:
    hands = Finger if screen == "phone" else Mouse
    at = hands.seated(front, *WEEK_TWO, color_scheme=colours)
    axe = judge(at.page, f"{screen}, {colours}")
    for tab in TABS:
        at.open(tab)
        axe.look(f"the page {tab}")
    at.open("Play")
    at.choose("us-abn-82")
    axe.look("a unit is chosen")
    at.push(at.page.get_by_role("button", name="Menu"))
    axe.look("the menu")
    at.push(at.page.get_by_role("button", name="Settings"))
    axe.look("the settings")
    at.page.keyboard.press("Escape")
    expect(at.dialog).not_to_be_attached()
    at.page.keyboard.press("?")
    expect(at.dialog).to_be_visible()
    axe.look("the keys")
    at.page.keyboard.press("Escape")
    expect(at.dialog).not_to_be_attached()
    at.push(at.page.get_by_role("button", name="Menu"))
    at.push(at.page.get_by_role("button", name="Replay from the beginning"))
    expect(at.page.get_by_role("region", name="Looking back")).to_be_visible()
    axe.look("looking back")


@pytest.mark.parametrize("colours", ["light", "dark"])
def test_axe_finds_nothing_in_a_fight(front: Front, judge: Any, colours: str) -> None:
    at = Mouse.seated(front, *TO_FIGHT, color_scheme=colours)
    axe = judge(at.page, colours)
    at.fight("1829", ("us-inf-1", "us-inf-2"), "1930").column("2:1")
    axe.look("a combat is put together")
    at.page.keyboard.press("Escape")
    at.quickly(*ASSIGNED[len(TO_FIGHT) :], "resolve 1").asked("Exchange").open("Play")
    axe.look("an exchange")
    at.page.get_by_role("button", name="Menu").click()
    at.page.get_by_role("button", name="Resign").click()
    axe.look("to give up")
    at.dialog.get_by_role("button", name="Resign").click()
    expect(at.dialog).to_contain_text("win")
    axe.look("the end")


@pytest.mark.parametrize("size", [WIDE, PHONE])
def test_twice_the_print_fits(front: Front, size: dict[str, int]) -> None:
    """200 % text: nothing runs out of the page to the side, in the lobby and on every page of the table."""
    large = {"grognard.settings": {"size": 200}}
    at = Mouse.seated(front, *GERMAN_MOVE, keeps=large, viewport=size)

    def fits(where: str) -> None:
        wide = at.page.evaluate("[document.scrollingElement.scrollWidth, innerWidth]")
        assert wide[0] <= wide[1], f"{where}: {wide}"
        out = at.page.evaluate(
            """() => [...document.querySelectorAll("#panel button, #panel p, #panel h3, header button, main p, main button")]
              .filter(e => !e.closest(".hidden, [aria-hidden=true], .board, .scroll, [role=tablist]") && e.checkVisibility())
              .filter(e => { const b = e.getBoundingClientRect(); return b.width > 2 && (b.left < -1 || b.right > innerWidth + 1); })
              .map(e => e.textContent.trim().slice(0, 40))"""
        )
        assert not out, f"{where}: {out}"

    assert at.page.evaluate("getComputedStyle(document.documentElement).fontSize") == "32px"
    for tab in TABS:
        at.open(tab)
        fits(tab)
    at.page.goto(front.server.url)
    expect(at.page.get_by_role("heading", name="My games")).to_be_visible()
    fits("the lobby")


def test_the_screen_reader_is_told(front: Front) -> None:
    """Live regions: my decision at once, the log and the hex under the cursor when there is a pause; in the tree."""
    at = Keys.seated(front, "end", "invade normandy")
    polite = at.page.locator('[aria-live="polite"][data-voice]')
    assertive = at.page.locator('[aria-live="assertive"][data-voice]')
    expect(assertive).to_have_text(
        "Your decision. Put units on the sea hexes of Normandy: pick a unit in Britain, then its sea hex."
    )
    at.choose("us-inf-1")
    expect(polite).to_contain_text("1st Infantry")
    at.cursor("1829").press("ArrowRight", "ArrowLeft")
    expect(polite).to_contain_text("1829")
    expect(polite).to_contain_text("Embark for 1930", ignore_case=True)
    at.press("Enter", "Enter").stands("1829", "us-inf-1")
    expect(polite).to_contain_text("1st Infantry embarks for 1930")
    tree = at.page.locator("body").aria_snapshot()
    assert 'application "Map of hexes"' in tree
    assert "1st Infantry embarks for 1930" in tree
    at.press("n")
    expect(polite).to_contain_text("must")


def test_the_keys_are_listed_and_can_be_changed(front: Front) -> None:
    at = Keys.seated(front, "end").press("?")
    expect(at.dialog).to_contain_text("Next open duty")
    change = at.dialog.get_by_role("button", name="Change the key: Next open duty")
    at.push(change)
    expect(at.dialog).to_contain_text("press a key")
    at.press("t")
    expect(at.dialog.get_by_role("button", name="Back to the usual keys")).to_be_visible()
    at.press("Escape")
    expect(at.dialog).not_to_be_attached()
    at.press("t").hears("No duty is open.")


def test_a_typed_line_does_what_a_click_does(front: Front) -> None:
    """The command line speaks the language of the terminal: do, why, odds, rules."""
    at = Keys.seated(front, *TO_FIGHT)

    def typed(line: str) -> None:
        at.press(":")
        at.page.keyboard.type(line)
        at.press("Enter")

    typed("odds attack us-inf-1,us-inf-2 on ge-st-716")
    expect(at.page.locator(".sheet .ratio")).to_contain_text("2:1")
    at.press("Escape")
    typed("why attack us-inf-1 on ge-pz-21")
    at.told("TGC-inv.18b")
    at.press("Escape")
    typed("attack us-inf-1,us-inf-2 on ge-st-716 cas")
    at.asked("3 duties are not met yet")


def test_quiet_motion(front: Front) -> None:
    """Who asks the system for less motion gets none; who does not sees the map glide."""
    slow = "e => getComputedStyle(e).animationDuration"
    for wish, quiet in (("reduce", True), ("no-preference", False)):
        at = Mouse.seated(front, *GERMAN_MOVE, reduced_motion=wish)
        at.aim("1730")
        fan = at.page.locator("[data-fan]")
        expect(fan).to_be_visible()
        seconds = float(fan.evaluate(slow).removesuffix("s"))
        assert (seconds <= 0.01) is quiet
