"""Crossing the Line by mouse: First Blood to its end, and a reaction in the Stolberg Corridor between two who see no more than
they may."""

from __future__ import annotations

import re
from typing import Any, Self

from playwright.sync_api import expect

from .hands import Mouse
from .house import Front

FIRST_BLOOD = "crossing-the-line/first-blood"
CORRIDOR = "crossing-the-line/stolberg-corridor"


class Commander(Mouse):
    scenario = CORRIDOR

    def name(self, unit: str) -> str:
        if not self.names:
            counters = self.front.ask(f"/scenarios/{self.scenario}/set")["counters"]
            self.names = {c["unit"]: c["name"] for c in counters}
        return self.names[unit]

    def begin(self, title: str) -> Self:
        """From the lobby to the table, alone."""
        self.page.get_by_role("article", name=title).get_by_role("button", name="Play").click()
        ask = self.page.get_by_role("dialog", name=f"{title}: a new game")
        expect(ask).to_contain_text("A game for one: the other side plays by rule.")
        ask.get_by_role("button", name="Begin", exact=True).click()
        return self

    def see(self) -> Any:
        return self.front.ask(f"/games/{self.game}", token=self.token)

    def act(self, *actions: str) -> Self:
        """Actions of mine that are not looked at one by one."""
        for action in actions:
            version = self.see()["version"]
            body = {"version": version, "action": action, "id": f"quick-{version}"}
            self.front.ask(f"/games/{self.game}/actions", body, self.token)
        return self

    def play_out(self) -> Self:
        """To the end, by what goes on or what is offered first."""
        while not (game := self.see()).get("over"):
            choices = game["choices"]
            if main := choices.get("main"):
                self.act(main["text"])
            elif single := choices.get("single"):
                self.act(single[0]["text"])
            else:
                head = choices["heads"][0]
                self.act(
                    self.front.ask(f"/games/{self.game}/offers?head={head}", token=self.token)[0]["text"]
                )
        return self


class Recruit(Commander):
    scenario = FIRST_BLOOD


def test_first_blood_to_its_end(front: Front) -> None:
    """CTL-10.1: a move in two clicks, an attack from its sheet with chits and die, and the verdict after five activations."""
    at = Recruit(front).begin("First Blood")
    at.turn("Activation 1 of 5").step("Activation").asked("1st Infantry Division")
    at.choose("3/16").go("1809", "1809").stands("1809", "3/16")
    at.page.keyboard.press("Escape")  # or a click on a friend would be a way to his hex
    at.choose("1/16").click("2108")
    expect(at.draft).to_contain_text("A range over strengths that are not seen.")
    expect(at.draft.locator("table").filter(has_text="dragon's teeth")).to_contain_text("CTL-7.5.1.2b")
    before = at.see()["board"]["headline"]
    at.push(at.page.get_by_role("button", name="Declare this attack"))
    expect(at.draft).not_to_be_attached()
    assert at.log()[-1] != ""
    assert any(a.startswith("attack 1/16 2108 hasty") for a in at.log())
    assert before.startswith("Activation 1 of 5")
    at.play_out()
    expect(at.decision).to_contain_text("The Germans win")
    expect(at.decision).to_contain_text("Not cleared: a failure")


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
    german.button(re.compile("React with 9th Panzer Division"))
    expect(german.decision.locator(".prompt")).not_to_contain_text("3 enemy units")
    assert german.log()[-1] != ""
    assert "attempt 9PZ" in german.log()
