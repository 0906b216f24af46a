"""Measure the browser client: `.venv/bin/python -m tools.figures_web`. Needs Chromium and the built client.

- First JavaScript: what the page asks for before it runs, gzip as the server sends it.
- Page to playable: from the start of the navigation, in a browser that has nothing of it yet, until the game is there: its
  map and counters are painted and the button that leads on can be pushed. Of five visits the median.
- Frames: the whole map in the window, with 300 counters on it; the mouse drags it to and fro, then the wheel zooms between
  the whole map and its hexes, from either end, with a new event for every frame. Counted are the frames that the page was
  given, and the longest gap between two. Chromium has no graphics card here: all is drawn by the processor.

The load of the machine is told with it: on a busy machine none of these figures says much.
"""

from __future__ import annotations

import itertools
import json
import os
import re
import shutil
import statistics
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, Route, sync_playwright
from tests.web.house import Front, Server

SCENARIO = "great-crusade/beachhead"
VISITS = 5
COUNTERS = 300
SECONDS = 4

PLAYABLE = """() => {
  window.playable = new Promise((done) => {
    const look = () => {
      const ready = document.querySelector("[data-testid=main]:not([aria-disabled=true])");
      if (ready && document.querySelector(".stacks .piece"))
        requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now())));
      else setTimeout(look, 4);
    };
    look();
  });
}"""

COUNT = """() => {
  window.frames_at = [];
  const tick = (t) => { window.frames_at.push(t); requestAnimationFrame(tick); };
  requestAnimationFrame(tick);
}"""


def first_javascript(url: str) -> int:
    """Bytes of all scripts that the page names."""
    page = urllib.request.urlopen(url).read().decode()
    names = re.findall(r'(?:src|href)="\./(assets/[^"]+\.js)"', page)
    assert names, "the page names no script"
    total = 0
    for name in names:
        request = urllib.request.Request(f"{url}/{name}", headers={"accept-encoding": "gzip"})
        with urllib.request.urlopen(request) as answer:
            assert answer.headers["content-encoding"] == "gzip"
            total += len(answer.read())
    return total


def begun(front: Front) -> tuple[str, dict[str, Any]]:
    """A Beachhead where units can move: its address, and what the browser keeps of it."""
    seats = {"allied": "me", "german": "me"}
    made = front.ask("/games", {"scenario": SCENARIO, "seats": seats})
    keeps = {"grognard.seats": {made["game"]: {"token": made["token"], "at": 1}}}
    return f"/#/game/{made['game']}", keeps


def to_playable(front: Front) -> list[float]:
    path, keeps = begun(front)
    took = []
    for _ in range(VISITS):
        page = front.page("/api/health", keeps=keeps)
        page.add_init_script(f"({PLAYABLE})()")
        page.goto(front.server.url + path)
        took.append(page.evaluate("window.playable"))
        page.context.close()
        front.contexts.pop()
    return took


def crowd(front: Front, page: Page) -> None:
    """Let the server's answers tell of 300 counters: those there are, and doubles of them on other hexes of the land."""
    some = [c for c in front.ask(f"/scenarios/{SCENARIO}/set")["counters"] if c.get("side")]
    doubles = [{**some[n % len(some)], "unit": f"double-{n}"} for n in range(COUNTERS)]

    def the_set(route: Route) -> None:
        answer = route.fetch()
        told = answer.json()
        route.fulfill(response=answer, json={**told, "counters": told["counters"] + doubles})

    def the_game(route: Route) -> None:
        answer = route.fetch()
        told = answer.json()
        stacks = told["board"]["stacks"]
        there = sum(len(s["pieces"]) for s in stacks)
        taken = {s["hex"] for s in stacks}
        free = [f"{c:02}{r:02}" for r in range(30, 70, 2) for c in range(16, 50, 2)]
        for n, hex in zip(range(COUNTERS - there), (h for h in free if h not in taken)):
            double = doubles[n]
            piece = {**stacks[0]["pieces"][0], "unit": double["unit"], "values": double.get("values", [])}
            stacks.append({**stacks[0], "hex": hex, "side": double["side"], "pieces": [piece]})
        route.fulfill(response=answer, json=told)

    page.route("**/api/scenarios/**/set", the_set)
    page.route(re.compile(r"/api/games/[0-9a-z]{12}(\?.*)?$"), the_game)


def measured(page: Page, label: str) -> tuple[str, float, float]:
    at: list[float] = page.evaluate("window.frames_at")
    gaps = [b - a for a, b in itertools.pairwise(at)]
    return label, 1000 * len(gaps) / (at[-1] - at[0]), max(gaps)


def ticks() -> Iterator[int]:
    end = time.monotonic() + SECONDS
    n = 0
    while time.monotonic() < end:
        yield n
        n += 1


def frames(front: Front) -> list[tuple[str, float, float]]:
    path, keeps = begun(front)
    page = front.page("/api/health", keeps=keeps)
    crowd(front, page)
    page.goto(front.server.url + path)
    page.locator(".stacks .piece").nth(COUNTERS - 1).wait_for(state="attached")
    there = page.locator(".stacks .piece").count()
    assert there >= COUNTERS, f"only {there} counters"
    page.get_by_role("button", name="Whole map").click()
    page.wait_for_timeout(1000)
    found = []
    x, y = 440, 420
    page.mouse.move(x, y)
    page.mouse.wheel(0, -250)  # a little closer, so that there is room to pull it about
    page.wait_for_timeout(1000)
    page.mouse.down()
    page.evaluate(f"({COUNT})()")
    for n in ticks():
        page.mouse.move(x + 150 * ((n % 60) / 60 - 0.5), y + 100 * ((n % 40) / 40 - 0.5))
        page.evaluate("new Promise(requestAnimationFrame)")
    found.append(measured(page, "panning"))
    page.mouse.up()
    page.wait_for_timeout(1000)
    for label, first in (("zooming in and out", -40), ("zooming out and in", 40)):
        page.reload()
        page.locator(".stacks .piece").nth(COUNTERS - 1).wait_for(state="attached")
        page.get_by_role("button", name="Whole map").click()
        page.wait_for_timeout(1000)
        page.mouse.move(x, y)
        if first > 0:
            page.mouse.wheel(0, -30 * first)
            page.wait_for_timeout(1000)
        page.evaluate(f"({COUNT})()")
        for n in ticks():
            page.mouse.wheel(0, first if n % 60 < 30 else -first)
            page.evaluate("new Promise(requestAnimationFrame)")
        found.append(measured(page, label))
    return found


def main() -> None:
    if "--alone" in sys.argv:  # other work of the machine waits; needs root
        os.sched_setscheduler(0, os.SCHED_RR, os.sched_param(10))
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        sys.exit("needs Chromium: apt-get install chromium")
    with tempfile.TemporaryDirectory() as folder, Server(Path(folder)) as server, sync_playwright() as p:
        kilobytes = first_javascript(server.url) / 1000
        browser: Browser = p.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        front = Front(browser, server)
        front.forgive("404")  # a page of the bare API has no icon
        took = to_playable(front)
        moved = frames(front)
        told = {
            "first_javascript_kB": round(kilobytes, 1),
            "playable_ms": {"median": round(statistics.median(took)), "all": [round(t) for t in took]},
            "frames": {
                label: {"a second": round(rate, 1), "longest ms": round(gap)} for label, rate, gap in moved
            },
            "load": [round(x, 1) for x in os.getloadavg()],
            "browser": browser.version,
        }
        print(json.dumps(told, indent=1))
        front.close()
        browser.close()


if __name__ == "__main__":
    main()
