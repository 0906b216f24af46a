"""Make the pictures of the browser client in docs/ anew: `make screenshots`, or `python -m tools.screenshots [FOLDER]`.

A server of its own is started in an empty folder. Each game is one record from one seed, so the pictures differ only where
the client does. Needs Chromium.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import grognard as gg

PLACE = Path(__file__).parent.parent / "docs"
SCENARIO = "great-crusade/beachhead"
SEED = 1944
LANDED = [
    "end",
    "invade normandy",
    *("embark us-inf-1 1629", "embark us-inf-29 1629"),
    *("embark us-inf-4 1628", "embark us-inf-9 1628"),
    *("embark br-inf-50 1729", "embark ca-inf-3 1729"),
    *("embark br-inf-3 1829", "embark br-arm-guards 1829"),
    "end",
    *("drop us-abn-82 1530", "drop us-abn-101 1530", "drop br-abn-6 1831"),
    "end",
    "attack us-inf-4,us-inf-9,us-abn-82,us-abn-101 on ge-st-709 cas",
]
CORRIDOR = "crossing-the-line/stolberg-corridor"
AT_THE_WALL = ["act 3AD", "move 2/32,3/32,1/36", "enter 2015", "decline"]
WIDE = {"width": 1280, "height": 800}
PHONE = {"width": 400, "height": 800}


def record(folder: Path, scenario: str, lines: list[str]) -> str:
    """The landing, with the first attack ordered; the armour before the dragon's teeth."""
    game = gg.new(scenario, seed=SEED)
    game.roll_on()
    for line in lines:
        game.do(line)
        game.roll_on()
    path = folder / "record.grog"
    game.save(path)
    return path.read_text(encoding="utf-8")


@contextlib.contextmanager
def server(folder: Path) -> Iterator[str]:
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        port = s.getsockname()[1]
    env = {
        **os.environ,
        "XDG_DATA_HOME": str(folder),
        "GROGNARD_DATABASE_URL": f"sqlite:///{folder / 'games.db'}",
    }
    command = [sys.executable, "-m", "grognard", "serve", "--no-open", "--port", str(port)]
    process = subprocess.Popen(command, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    url = f"http://127.0.0.1:{port}"
    try:
        until = time.monotonic() + 30
        while True:
            with contextlib.suppress(OSError), urllib.request.urlopen(f"{url}/api/health", timeout=2):
                break
            if process.poll() is not None or time.monotonic() > until:
                raise SystemExit("the server did not start")
            time.sleep(0.05)
        yield url
    finally:
        process.terminate()
        process.wait(10)


def bring(url: str, text: str, *sides: str) -> dict[str, Any]:
    """A game that goes on from the record, all of it in my hands."""
    body = json.dumps({"record": text, "seats": dict.fromkeys(sides, "me")}).encode()
    ask = urllib.request.Request(
        f"{url}/api/games/import", body, {"Content-Type": "application/json", "Origin": url}
    )
    with urllib.request.urlopen(ask) as answer:
        made: dict[str, Any] = json.load(answer)
    return made


class Studio:
    def __init__(self, browser: Any, url: str, to: Path) -> None:
        self.browser, self.url, self.to = browser, url, to
        self.made: dict[str, Any] = {}

    def page(self, path: str, size: dict[str, int], *, phone: bool = False) -> Any:
        touch = {"has_touch": True, "is_mobile": True, "device_scale_factor": 1} if phone else {}
        page = self.browser.new_context(
            viewport=size, locale="en-GB", color_scheme="light", reduced_motion="reduce", **touch
        ).new_page()
        page.goto(self.url)
        if "game" in path:
            seats = json.dumps({self.made["game"]: {"token": self.made["token"], "at": 0}})
            page.evaluate("seats => localStorage.setItem('grognard.seats', seats)", seats)
        page.goto(f"{self.url}/{path}")
        page.reload()
        return page

    def table(self, size: dict[str, int], *, phone: bool = False) -> Any:
        page = self.page(f"#/game/{self.made['game']}", size, phone=phone)
        page.get_by_test_id("main").wait_for()
        return page

    def take(self, page: Any, name: str) -> None:
        page.wait_for_timeout(900)  # what moved has come to rest, and is drawn sharp
        page.screenshot(path=self.to / f"{name}.png", animations="disabled", caret="hide")
        print(self.to / f"{name}.png")
        page.context.close()

    def typed(self, page: Any, *lines: str) -> None:
        field = page.get_by_test_id("command")
        for line in lines:
            field.fill(line)
            field.press("Enter")
            page.wait_for_timeout(300)

    def draft(self, page: Any, start: str, against: str) -> Any:
        """Who stands in one hex against whoever stands in another: the combat, as it is being put together."""
        for hex, key in ((start, "Shift+Enter"), (against, "f")):
            self.typed(page, f"go {hex}")
            page.locator("[data-map]").focus()
            page.keyboard.press(key)
        return page.locator(".draft")

    # ---- the pictures

    def lobby(self) -> None:
        page = self.page("#/", {"width": 1280, "height": 1460})
        page.locator("summary").first.click()
        page.locator("article svg").nth(5).wait_for()
        self.take(page, "lobby")

    def combat(self) -> None:
        """The sheet of the combat that is being put together."""
        page = self.table({"width": 1280, "height": 960})
        draft = self.draft(page, "1829", "1930")
        draft.locator("label", has_text="6th Airborne").locator("input").check()
        page.wait_for_timeout(300)
        page.locator("#tab-body").evaluate("page => page.scrollTo(0, 9999)")
        self.take(page, "combat")

    def wall(self) -> None:
        """An attack across the dragon's teeth, as it is put together."""
        page = self.table({"width": 1280, "height": 860})
        draft = self.draft(page, "2015", "2114")
        draft.locator("label", has_text="Prepared Attack").locator("input").check()
        draft.get_by_text("right column").first.wait_for()
        page.locator("[data-map]").evaluate("map => map.blur()")
        self.take(page, "aachen")

    def board(self) -> None:
        page = self.table(WIDE)
        self.typed(page, "attack 3Br,Gds,50Br,3Ca,6Ab on 716 cas", "go 1730")
        page.locator("[data-map]").focus()
        page.keyboard.press("Escape")
        page.get_by_test_id("tab-fights").click()
        page.locator("[data-map]").evaluate("map => map.blur()")
        self.take(page, "board")

    def phone(self) -> None:
        page = self.table(PHONE, phone=True)
        page.get_by_test_id("tab-fights").click()
        self.take(page, "phone")


def main(to: Path) -> None:
    from playwright.sync_api import sync_playwright

    chromium = next((p for n in ("chromium", "chromium-browser") if (p := shutil.which(n))), None)
    if chromium is None:
        raise SystemExit("needs Chromium: apt-get install chromium")
    with tempfile.TemporaryDirectory() as name, server(Path(name)) as url, sync_playwright() as p:
        browser = p.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        studio = Studio(browser, url, to)
        studio.lobby()
        studio.made = bring(url, record(Path(name), CORRIDOR, AT_THE_WALL), "us", "german")
        studio.wall()
        studio.made = bring(url, record(Path(name), SCENARIO, LANDED), "allied", "german")
        studio.combat()
        studio.board()
        studio.phone()
        browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else PLACE)
