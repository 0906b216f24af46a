"""Somebody at the screen: what he sees there, and what he does. `hands.py` has those who do it with a mouse, with the
keyboard alone, or with a finger. Nobody sleeps: every wait is for something that can be seen."""

from __future__ import annotations

import re
from typing import Any, Self

from playwright.sync_api import expect

from .house import Front

BEACHHEAD = "great-crusade/beachhead"


class Player:
    """What all have in common. How a control is pushed or ticked, and how a hex is reached, the hands know."""

    phone = False

    def __init__(self, front: Front, path: str = "/", **options: Any) -> None:
        self.front = front
        self.page = front.page(path, phone=self.phone, **{"reduced_motion": "reduce", **options})
        self.names: dict[str, str] = {}

    @classmethod
    def seated(cls, front: Front, *actions: str, word: str = "w6", title: str = "", **options: Any) -> Self:
        """At a table with both sides in one pair of hands, after these actions."""
        seats = {"allied": "me", "german": "me"}
        made = front.ask("/games", {"scenario": BEACHHEAD, "seats": seats, "word": word, "title": title})
        hurry(front, made["game"], dict.fromkeys(seats, made["token"]), *actions)
        return cls.holding(front, made["game"], made["token"], **options)

    @classmethod
    def opposed(cls, front: Front, *actions: str, word: str = "w6") -> tuple[Self, Self]:
        """Two at a table, the Allies first, each at a browser of his own."""
        seats = {"allied": "me", "german": "open"}
        made = front.ask("/games", {"scenario": BEACHHEAD, "seats": seats, "word": word, "name": "Ann"})
        tokens = {"allied": made["token"], "german": made["invites"]["german"]}
        hurry(front, made["game"], tokens, *actions)
        ann, bob = (cls.holding(front, made["game"], token) for token in tokens.values())
        return ann, bob

    @classmethod
    def holding(
        cls, front: Front, game: str, token: str, *, keeps: dict[str, Any] | None = None, **options: Any
    ) -> Self:
        kept = {"grognard.seats": {game: {"token": token, "at": 1}}, **(keeps or {})}
        at = cls(front, f"/#/game/{game}", keeps=kept, **options)
        expect(at.page.locator("header .live")).to_have_text("")
        expect(at.decision).to_be_visible()
        return at

    # ---- the lobby

    def new_game(
        self, *, who: str = "Both sides here", side: str = "", word: str = "", title: str = ""
    ) -> Self:
        """A Beachhead, from the lobby to the table, or to the link for a friend. The word chooses the dice."""
        card = self.page.get_by_role("article", name="The Beachhead")
        card.get_by_role("button", name="Play").click()
        ask = self.page.get_by_role("dialog", name="The Beachhead: a new game")
        ask.get_by_role("radio", name=re.compile(who)).check()
        if side:
            ask.get_by_role("radio", name=side).check()
        if word or title:
            ask.get_by_text("Options, a title, a word for the dice").click()
            ask.get_by_label("Title of the game").fill(title)
            ask.get_by_label("A word for the dice").fill(word)
        ask.get_by_role("button", name="Begin").click()
        return self

    # ---- eyes

    @property
    def decision(self) -> Any:
        return self.page.get_by_role("region", name="The decision")

    @property
    def dialog(self) -> Any:
        return self.page.get_by_role("dialog")

    @property
    def tab(self) -> Any:
        return self.page.get_by_role("tabpanel")

    @property
    def draft(self) -> Any:
        """The combat that is put together."""
        return self.page.get_by_role("region", name="A combat")

    def name(self, unit: str) -> str:
        """As the screen calls the unit."""
        if not self.names:
            counters = self.front.ask(f"/scenarios/{BEACHHEAD}/set")["counters"]
            self.names = {c["unit"]: c["name"] for c in counters}
        return self.names[unit]

    def asked(self, words: str, patience: float = 15) -> Self:
        """This is the decision."""
        expect(self.decision.locator(".prompt")).to_contain_text(
            words, ignore_case=True, timeout=patience * 1000
        )
        return self

    def step(self, words: str) -> Self:
        """The strip says that this is the step of the turn."""
        expect(self.page.locator(".crumbs .now")).to_contain_text(words)
        return self

    def turn(self, words: str, patience: float = 15) -> Self:
        expect(self.page.get_by_role("heading", level=1)).to_contain_text(words, timeout=patience * 1000)
        return self

    def counter(self, unit: str, hex: str = "") -> Any:
        """The counter on the map."""
        place = f'[data-hex="{hex}"] ' if hex else ""
        return self.page.locator(f'.stacks {place}[data-unit="{unit}"]')

    def hex_of(self, unit: str) -> str:
        """Where the counter lies; it must be there already."""
        stack = self.page.locator(".stacks [data-hex]").filter(has=self.page.locator(f'[data-unit="{unit}"]'))
        return str(stack.get_attribute("data-hex"))

    def stands(self, hex: str, *units: str) -> Self:
        for unit in units:
            expect(self.counter(unit, hex)).to_be_attached()
        return self

    def gone(self, *units: str) -> Self:
        for unit in units:
            expect(self.counter(unit)).not_to_be_attached()
        return self

    def chosen(self, *units: str) -> Self:
        """They are marked: on the map by a ring, beside it in the panel."""
        for unit in units:
            if self.counter(unit).count():
                expect(self.counter(unit).locator(".ring")).to_be_attached()
            else:
                expect(self.page.get_by_role("region", name="1 unit chosen")).to_contain_text(self.name(unit))
        return self

    def told(self, words: str) -> Self:
        """A notice over the map says so."""
        expect(self.page.get_by_test_id("notice").filter(has_text=words)).to_be_visible()
        return self

    def hears(self, words: str | re.Pattern[str]) -> Self:
        """The screen reader is told, when there is a pause or at once."""
        said = self.page.locator("[data-voice]").filter(has_text=words)
        expect(said.first).to_be_attached()
        return self

    def dice(self, face: int, result: str) -> Self:
        """The die of the last throw lies on the table, and what it means."""
        thrown = self.page.locator(".fighting")
        expect(thrown.locator(".faces .die").first).to_contain_text(str(face))
        expect(thrown).to_contain_text(result)
        return self

    def column(self, words: str) -> Self:
        """The odds of the combat that is put together."""
        expect(self.draft.locator("header .column")).to_contain_text(words)
        return self

    # ---- what is done beside the map

    def push(self, control: Any) -> None:
        raise NotImplementedError

    def mark(self, box: Any) -> None:
        raise NotImplementedError

    def button(self, name: str | re.Pattern[str]) -> Self:
        self.push(self.tab.get_by_role("button", name=name))
        return self

    def open(self, tab: str) -> Self:
        self.push(self.page.get_by_role("tab", name=tab))
        expect(self.page.get_by_role("tab", name=tab)).to_have_attribute("aria-selected", "true")
        return self

    def listed(self, unit: str) -> Self:
        """Choose a unit from the list of those that can act."""
        self.open("Play")
        if not self.tab.locator("ul.able").is_visible():
            self.push(self.tab.locator("summary").filter(has_text=re.compile(r"^\d+ units? can act$")))
        self.push(
            self.tab.locator("ul.able").get_by_role("button", name=re.compile(rf"^{self.name(unit)} ")).first
        )
        return self.chosen(unit)

    def tick(self, name: str) -> Self:
        """Whom or what the combat is fought with besides."""
        box = self.draft.get_by_role("checkbox", name=re.compile(f"^{name}"))
        self.mark(box)
        expect(box).to_be_checked()
        return self

    def one_of(self, name: str) -> Self:
        """What excludes the others."""
        choice = self.draft.get_by_role("radio", name=re.compile(f"^{name}"))
        self.mark(choice)
        expect(choice).to_be_checked()
        return self

    def assign(self) -> Self:
        self.push(self.page.get_by_test_id("assign"))
        expect(self.draft).not_to_be_attached()
        return self

    def resolve(self, enemy: str) -> Self:
        self.open("Fights")
        fight = self.tab.locator("ol > li").filter(has_text=self.name(enemy))
        self.push(fight.get_by_role("button", name="Resolve"))
        expect(self.page.get_by_role("heading", name="The combat")).to_be_visible()
        return self

    def lose(self, unit: str, sum: str) -> Self:
        """The form of an exchange comes to whoever resolved it; its proposal is put aside, and one unit pays for it."""
        form = self.page.locator("section.form")
        self.push(form.get_by_role("button", name="Nobody"))
        expect(form.get_by_test_id("form-go")).to_be_disabled()
        self.mark(form.get_by_role("checkbox", name=re.compile(f"^{self.name(unit)} ")))
        expect(form.locator(".sum")).to_contain_text(sum)
        self.push(form.get_by_test_id("form-go"))
        return self.gone(unit)

    def main(self, says: str = "") -> Self:
        """The button that leads on."""
        expect(self.page.get_by_test_id("main")).to_contain_text(says)
        self.push(self.page.get_by_test_id("main"))
        return self

    # ---- getting on

    @property
    def game(self) -> str:
        return re.split(r"[/?]", self.page.url.partition("#/game/")[2])[0]

    @property
    def token(self) -> str:
        seats = self.page.evaluate("JSON.parse(localStorage.getItem('grognard.seats'))")
        return str(seats[self.game]["token"])

    def quickly(self, *actions: str) -> Self:
        """Actions of mine that another test does by hand; the screen follows."""
        token = self.token
        hurry(self.front, self.game, {"allied": token, "german": token}, *actions)
        now = self.front.ask(f"/games/{self.game}", token=token)
        said = now["choices"]["prompt"]["text"] or now["prompt"]
        return self.asked(said[:40], patience=20)  # what happened before may still be replayed

    def fight_it_out(self) -> Self:
        """Resolve what is assigned, whatever the dice bring, by the first thing that is open."""
        token = self.token
        while True:
            game = self.front.ask(f"/games/{self.game}", token=token)
            if "Tactical Air" in game["board"]["headline"]:
                return self
            choices = game["choices"]
            if form := choices.get("form"):
                action = f"{form['verb']} {','.join(i['unit'] for i in form['items'] if i.get('chosen'))}"
            elif main := choices.get("main"):
                action = main["text"]
            else:
                action = self.front.ask(f"/games/{self.game}/offers?head={choices['heads'][0]}", token=token)[
                    0
                ]["text"]
            hurry(self.front, self.game, {"allied": token, "german": token}, action)

    def log(self) -> list[str]:
        """All actions that were done, as the server tells them to this seat."""
        return [
            x["action"] for x in self.front.ask(f"/games/{self.game}/log", token=self.token) if x["action"]
        ]


def hurry(front: Front, game: str, tokens: dict[str, str], *actions: str) -> None:
    """Each by whoever is asked."""
    now = front.ask(f"/games/{game}", token=tokens["allied"])
    asks, version = now["asks"], now["version"]
    for action in actions:
        body = {"version": version, "action": action, "id": f"quick-{version}"}
        done = front.ask(f"/games/{game}/actions", body, tokens[asks])
        asks, version = done["asks"], done["version"]
