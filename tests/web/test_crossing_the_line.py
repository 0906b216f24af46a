"""Crossing the Line by mouse: First Blood to its end, and a reaction in the Stolberg Corridor between two who see no more than
they may."""

from __future__ import annotations

import re
from typing import Any, Self

from playwright.sync_api import expect

from .hands import Finger, Mouse, lit
from .house import Front
from .player import Player

FIRST_BLOOD = "crossing-the-line/first-blood"
CORRIDOR = "crossing-the-line/stolberg-corridor"


class Officer(Player):
    scenario = CORRIDOR

    def name(self, unit: str) -> str:
        return self.called()[unit]

    def called(self) -> dict[str, str]:
        if not self.names:
            counters = self.front.ask(f"/scenarios/{self.scenario}/set")["counters"]
            self.names = {c["unit"]: c["name"] for c in counters}
        return self.names

    def see(self) -> Any:
        return self.front.ask(f"/games/{self.game}", token=self.token)

    def act(self, *actions: str) -> Self:
        """Actions of mine that are not looked at one by one."""
        for action in actions:
            version = self.see()["version"]
            body = {"version": version, "action": action, "id": f"quick-{version}"}
            self.front.ask(f"/games/{self.game}/actions", body, self.token)
        return self


class Thumb(Officer, Finger):
    """A phone."""


class Commander(Officer, Mouse):
    def begin(self, title: str, word: str = "") -> Self:
        """From the lobby to the table, alone. The word chooses the dice."""
        self.page.get_by_role("article", name=title).get_by_role("button", name="Play").click()
        ask = self.page.get_by_role("dialog", name=f"{title}: a new game")
        expect(ask).to_contain_text("A game for one: the other side plays by rule.")
        if word:
            ask.get_by_text("Options, a title, a word for the dice").click()
            ask.get_by_label("A word for the dice").fill(word)
        ask.get_by_role("button", name="Begin", exact=True).click()
        expect(self.decision).to_be_visible()
        return self

    # ---- what the page offers

    def settle(self) -> Self:
        """The page shows what the server knows."""
        self.page.wait_for_function(
            "version => document.querySelector('#panel').dataset.version === version",
            arg=str(self.see()["version"]),
        )
        return self

    def chip(self, label: str) -> str:
        """A number of the strip above the map."""
        return str(self.page.locator(".strip .chip").filter(has_text=label).locator("b").inner_text())

    def able(self) -> dict[str, str]:
        """Who can act, and where, as the list says it."""
        ids = {name: unit for unit, name in self.called().items()}
        read = "rows => rows.map(r => ['.name', '.at'].map(x => r.querySelector(x).textContent))"
        return {ids[name]: hex for name, hex in self.tab.locator("ul.able li").evaluate_all(read)}


class Recruit(Commander):
    """Plays First Blood to its end, all of it by mouse: who stands before a goal attacks it as well as the AP allow, with what is
    left the disrupted are refitted; the second hit is a step as long as there are enough of them."""

    scenario = FIRST_BLOOD

    def play_on(self) -> list[str]:
        """Returns what was asked, by the clauses of the prompts."""
        asked = []
        prompt = self.decision.locator(".prompt")
        while self.settle().decision.locator(".who", has_text="win").count() == 0:
            clause = prompt.locator("button").last.inner_text()
            asked.append(clause)
            with self.page.expect_response(re.compile("/actions$")):
                {"CTL-7.2a": self.act_on, "CTL-7.5.3e": self.main}.get(clause, self.bear)()
        return asked

    def act_on(self) -> None:
        if (nobody := self.tab.get_by_role("button", name="Nobody")).count():  # whoever acted last
            self.push(nobody)
        goals, able = self.chip("To be cleared").split(", "), self.able()
        disrupted = [unit for unit in able if self.counter(unit).locator(".stripe").count()]
        front = [(u, g) for g in goals for u, hex in able.items() if g in around(hex) and u not in disrupted]
        if front:
            self.attack(*front[0])
        elif disrupted:
            self.choose(disrupted[0]).button(re.compile("^Refit"))
        else:
            self.main("End the activation")

    def attack(self, unit: str, goal: str) -> None:
        """By its sheet, with the best posture that the AP pay for."""
        self.choose(unit).click(goal)
        expect(self.draft).to_contain_text("What may come of it")
        points = int(self.chip("AP"))
        if points > 1:
            self.one_of("Prepared Attack" if points > 2 else "Regular Attack")
        self.push(self.page.get_by_role("button", name="Declare this attack"))

    def bear(self) -> None:
        """A loss by its button; a hex on the map, whoever has to go there."""
        ways = self.tab.locator(".play > .row button")
        if ways.count():
            few = re.search(r"loses a step, [1-4] left", ways.first.inner_text()) is not None
            self.push(ways.last if few else ways.first)
            return
        if not self.page.locator(".selection").count():
            self.choose(next(iter(self.able())))
        lit(self.page)
        target = self.tab.locator(".selection details li").first.text_content()
        self.go(re.findall(r"\d{4}", target)[-1])


def around(hex: str) -> set[str]:
    """CTL-3.1c: the neighbours of a hex."""
    row, place = int(hex[:2]), int(hex[2:])
    east = row % 2
    steps = [(0, 1), (0, -1), (1, east), (1, east - 1), (-1, east), (-1, east - 1)]
    return {f"{row + r:02}{place + p:02}" for r, p in steps}


def test_first_blood_to_its_end(front: Front) -> None:
    """CTL-10.1: from the lobby to the verdict, all of it by mouse: attacks from their sheets with chits and die, losses, retreats,
    refits, the bonus, one activation after the other until the three hexes are cleared."""
    at = Recruit(front).begin("First Blood", word="w8")
    at.turn("Activation 1 of 5").step("Activation").asked("1st Infantry Division")
    at.choose("1/16").click("2108")
    expect(at.draft).to_contain_text("A range over strengths that are not seen.")
    expect(at.draft.locator("table").filter(has_text="dragon's teeth")).to_contain_text("CTL-7.5.1.2b")
    at.push(at.draft.get_by_role("button", name="Leave it"))
    asked = at.play_on()
    assert {"CTL-7.2a", "CTL-7.5.2k", "CTL-7.5.3e"} <= set(asked)
    expect(at.decision).to_contain_text("The Americans win")
    expect(at.decision).to_contain_text("Cleared in 3 activations: a substantial US victory")


def test_an_american_turn_by_touch(front: Front) -> None:
    """A formation, a stack and its boxes, a way, a reaction declined, an attack: nothing of it wider than the phone."""
    made = front.ask("/games", {"scenario": CORRIDOR, "seats": {"us": "me", "german": "me"}, "word": "w1"})
    at = Thumb.holding(front, made["game"], made["token"])
    at.button(re.compile("Activate the 3rd Armored Division")).asked("3rd Armored Division")
    at.stack("1915", "2/32", "3/32", "1/36").go("2015", "to 2015")
    at.asked("3 enemy units move at 2015").main("No reaction").asked("Pick a unit")
    at.fight("2015", ("2/32", "3/32", "1/36"), "2114").one_of("Regular Attack")
    expect(at.draft).to_contain_text("middle column CTL-7.5.1.1e")
    at.push(at.page.get_by_role("button", name="Declare this attack"))
    expect(at.draft).not_to_be_attached()
    at.open("Play")
    expect(at.tab.locator(".fighting")).to_contain_text("Chits:")
    expect(at.tab.locator(".fighting .die.ten").first).to_be_visible()
    wide = "[document.documentElement, document.querySelector('#tab-body')].map(e => e.scrollWidth - e.clientWidth)"
    assert at.page.evaluate(wide) == [0, 0]


def opposed(front: Front) -> tuple[Commander, Commander]:
    made = front.ask("/games", {"scenario": CORRIDOR, "seats": {"us": "me", "german": "open"}, "name": "Ann"})
    tokens = (made["token"], made["invites"]["german"])
    us, german = (Commander.holding(front, made["game"], token) for token in tokens)
    return us, german


def test_a_reaction_in_the_stolberg_corridor(front: Front) -> None:
    """CTL-6.4, CTL-5.3.4a: the mover waits, the other is asked with what he may know, and sees one counter and card backs."""
    us, german = opposed(front)
    us.act("act 3AD").asked("3rd Armored Division")
    us.stack("1915", "2/32", "3/32", "1/36").go("2015")
    german.asked("3 enemy units move at 2015").stands("2015", "2/32")
    german.gone("3/32", "1/36")
    expect(german.page.locator('.stacks [data-hex="2015"] .back')).to_have_count(2)
    us.asked("The Germans decide").stands("2015", "3/32", "1/36")
    assert "heads" not in us.see()["choices"]
    german.button(re.compile("React with the 9th Panzer Division"))
    expect(german.decision.locator(".prompt")).not_to_contain_text("3 enemy units")
    assert german.log()[-1] != ""
    assert "attempt 9PZ" in german.log()
