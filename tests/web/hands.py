"""Mouse, keyboard, finger: three ways to do all there is to do at a table."""

from __future__ import annotations

import re
from typing import Any, Self

from playwright.sync_api import expect

from .player import Player

WHERE = """number => {
  const map = document.querySelector("[data-map]").getBoundingClientRect();
  const panel = document.querySelector("#panel").getBoundingClientRect();
  const low = Math.min(map.bottom, panel.top > map.top ? panel.top : map.bottom);
  for (const line of document.querySelectorAll(".numbers text")) {
    const at = line.textContent.match(/.{4}/g).indexOf(number) * 4;
    if (at < 0) continue;
    const a = line.getStartPositionOfChar(at), b = line.getEndPositionOfChar(at + 3);
    const p = new DOMPoint((a.x + b.x) / 2, a.y + 20).matrixTransform(line.getScreenCTM());
    return { x: p.x, y: p.y, left: map.left, right: map.right, top: map.top, bottom: low };
  }
  return null;
}"""
"""The middle of the hex of which this is the printed number (it stands in the upper half), and the map that can be seen."""

AT_REST = """() => {
  const paper = document.querySelector(".paper");
  return paper && !paper.style.willChange && paper.getAnimations().length === 0;
}"""


def lit(page: Any) -> None:
    """Hexes are lit for whoever is chosen."""
    expect(page.locator(".reach .lit")).to_have_attribute("d", re.compile("M"))


class Pointer(Player):
    """Whoever points at the map: a hex is found by its printed number, and pulled into view if it lies too far off."""

    def at(self, hex: str) -> tuple[float, float]:
        """The middle of a hex on the screen; the map is pulled along if it lies too far off."""
        for _ in range(12):
            self.page.wait_for_function(AT_REST)
            p = self.page.evaluate(WHERE, hex)
            assert p is not None, f"{hex} is not printed on the map"
            rim = 45
            x = min(max(p["x"], p["left"] + rim), p["right"] - 2 * rim)
            y = min(max(p["y"], p["top"] + rim), p["bottom"] - rim)
            if (x, y) == (p["x"], p["y"]):
                return x, y
            mid = ((p["left"] + p["right"]) / 2, (p["top"] + p["bottom"]) / 2)
            far = (mid[0] - p["x"], mid[1] - p["y"])
            least = min(
                1.0,
                *(
                    abs(r / f)
                    for r, f in zip((0.8 * (mid[0] - p["left"]), 0.8 * (mid[1] - p["top"])), far)
                    if f
                ),
            )
            self.pull(mid, (mid[0] + far[0] * least, mid[1] + far[1] * least))
        raise AssertionError(f"{hex} cannot be brought into view")

    def pull(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        raise NotImplementedError


class Mouse(Pointer):
    """Everything by the left button."""

    def push(self, control: Any) -> None:
        control.click()

    def mark(self, box: Any) -> None:
        box.check()

    def pull(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        mouse = self.page.mouse
        mouse.move(*start)
        mouse.down()
        mouse.move(*end, steps=4)
        mouse.up()

    def aim(self, hex: str, rim: bool = False) -> tuple[float, float]:
        """Point at a hex, out from under a stack that is spread out; or at its rim, past whoever lies there."""
        if self.page.locator("[data-fan]").count():
            self.page.mouse.move(5, 5)
            expect(self.page.locator("[data-fan]")).not_to_be_attached()
        x, y = self.at(hex)
        if rim:
            x, y = x - 8, y - 27
        self.page.mouse.move(x, y)
        return x, y

    def click(self, hex: str, rim: bool = False, **how: Any) -> Self:
        self.page.mouse.click(*self.aim(hex, rim), **how)
        return self

    def choose(self, unit: str) -> Self:
        """Where it stands, out of its stack; or from the list. Where only one can act, it is chosen already."""
        counter = self.counter(unit)
        if not counter.count():
            return self.listed(unit)
        if counter.locator(".ring").count():
            return self
        hex = self.hex_of(unit)
        if self.page.locator(f'.stacks [data-hex="{hex}"] .piece').count() > 1:
            self.aim(hex)
            fan = self.page.get_by_role("group", name=f"Stack in {hex}")
            fan.get_by_role("button", name=re.compile(f"^{self.name(unit)},")).click()
        else:
            self.click(hex)
        return self.chosen(unit)

    def stack(self, hex: str, *units: str) -> Self:
        self.click(hex, click_count=2)
        return self.chosen(*units)

    def go(self, hex: str, says: str = "") -> Self:
        """Point at a lit hex and read what comes of it; click to look, click again to do. A click on a friend who lies
        there would choose him. Where whoever is not on the map yet may enter comes into view first."""
        lit(self.page)
        self.aim(hex, rim=True)
        expect(self.page.get_by_test_id("tip")).to_contain_text(says)
        self.click(hex, rim=True)
        expect(self.page.get_by_test_id("do")).to_be_visible()
        self.click(hex, rim=True)
        expect(self.page.get_by_test_id("do")).not_to_be_attached()
        return self

    def fight(self, hex: str, units: tuple[str, ...], enemy: str) -> Self:
        """Choose a stack, click the enemy: the combat is put together beside the map."""
        self.stack(hex, *units).click(enemy)
        expect(self.draft).to_be_visible()
        return self


class Keys(Player):
    """No mouse at all: what has no key of its own is reached by Tab."""

    def press(self, *keys: str) -> Self:
        for key in keys:
            self.page.keyboard.press(key)
        return self

    def to(self, control: Any) -> None:
        """Tab to a control; one that lies far is come at from its page's head."""
        expect(control).to_be_attached()
        for _ in range(150):
            if control.evaluate("e => e === document.activeElement"):
                return
            self.press("Tab")
        raise AssertionError(f"Tab does not lead to {control}")

    def push(self, control: Any) -> None:
        self.to(control)
        self.press("Enter")

    def mark(self, box: Any) -> None:
        self.to(box)
        self.press("Space")

    def open(self, tab: str) -> Self:
        keys = {
            "Play": "p",
            "Fights": "Shift+F",
            "Forces": "b",
            "Supply": "Shift+S",
            "Log": "l",
            "Rules": "r",
        }
        self.press(keys[tab])
        expect(self.page.get_by_role("tab", name=tab)).to_have_attribute("aria-selected", "true")
        expect(self.tab).to_be_focused()
        return self

    def main(self, says: str = "") -> Self:
        expect(self.page.get_by_test_id("main")).to_contain_text(says)
        return self.press("Shift+N")

    def choose(self, unit: str) -> Self:
        """Enter chooses whoever lies under the cursor; `u` goes from one unit that can act to the next."""
        if self.counter(unit).count():
            if not self.counter(unit).locator(".ring").count():
                self.cursor(self.hex_of(unit)).press("Enter")
            return self.chosen(unit)
        self.open("Play")
        who = self.page.locator(".selection .units")
        for _ in range(60):
            if who.filter(has_text=f"· {unit}").count():
                return self
            before = who.inner_text() if who.count() else ""
            self.press("u")
            expect(who).not_to_have_text(before) if before else expect(who).to_be_visible()
        raise AssertionError(f"{unit} cannot act")

    def cursor(self, hex: str) -> Self:
        """`g` and the number bring the cursor there; Escape leads from the line back to the map."""
        self.press("g")
        expect(self.page.get_by_test_id("command")).to_be_focused()
        self.page.keyboard.type(hex)
        self.press("Enter")
        expect(self.page.locator(f'[data-cursor="{hex}"]')).to_be_attached()
        self.press("Escape")
        expect(self.page.locator("[data-map]")).to_be_focused()
        return self

    def stack(self, hex: str, *units: str) -> Self:
        self.cursor(hex).press("Shift+Enter")
        return self.chosen(*units)

    def go(self, hex: str, says: str = "") -> Self:
        """Enter to look, Enter to do."""
        self.cursor(hex)
        lit(self.page)
        do = self.page.get_by_test_id("do")
        self.press("Enter")
        expect(do).to_contain_text(says)
        self.press("Enter")
        expect(do).not_to_be_attached()
        return self

    def fight(self, hex: str, units: tuple[str, ...], enemy: str) -> Self:
        self.stack(hex, *units).cursor(enemy).press("f")
        expect(self.draft).to_be_visible()
        return self


class Finger(Pointer):
    """A phone: tap to look, tap again to do; the sheet below the map is drawn up as far as it is needed."""

    phone = True

    def push(self, control: Any) -> None:
        control.tap()

    def button(self, name: str | re.Pattern[str]) -> Self:
        """Lies the sheet low, its page is drawn up first."""
        if not self.tab.is_visible():
            self.open("Play")
        return super().button(name)

    def mark(self, box: Any) -> None:
        box.tap()

    def pull(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        touch = self.page.context.new_cdp_session(self.page)
        steps = [tuple(a + (b - a) * n / 4 for a, b in zip(start, end)) for n in range(5)]
        for n, (x, y) in enumerate(steps):
            kind = "touchMove" if n else "touchStart"
            touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
        touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        touch.detach()

    def tap(self, hex: str) -> Self:
        self.page.touchscreen.tap(*self.at(hex))
        return self

    def choose(self, unit: str) -> Self:
        counter = self.counter(unit)
        if not counter.count():
            return self.listed(unit)
        if not counter.locator(".ring").count():
            self.tap(self.hex_of(unit))
        return self.chosen(unit)

    def stack(self, hex: str, *units: str) -> Self:
        """A tap spreads the stack out; each counter in it has a box."""
        self.tap(hex)
        fan = self.page.get_by_role("group", name=f"Stack in {hex}")
        for unit in units:
            box = fan.get_by_role("checkbox", name=f"{self.name(unit)} too")
            if not box.is_checked():
                box.tap()
            expect(box).to_be_checked()
        return self.chosen(*units)

    def go(self, hex: str, says: str = "") -> Self:
        lit(self.page)
        self.tap(hex)
        do = self.page.get_by_test_id("do")
        expect(do).to_contain_text(says)
        self.tap(hex)
        expect(do).not_to_be_attached()
        return self

    def fight(self, hex: str, units: tuple[str, ...], enemy: str) -> Self:
        self.stack(hex, *units).tap(enemy)
        expect(self.draft).to_be_visible()
        return self
