"""Every page in two other languages: German, and one made from English whose texts stand in brackets. What stands outside
of brackets came past the catalogues; what is English in German was forgotten."""

from __future__ import annotations

import contextlib
import json
import re
import time
import urllib.request
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.golden.games import GAMES

from .house import ROOT, Front, Server

I18N = ROOT / "web" / "src" / "i18n"
RECORD = GAMES[0].record
SCENARIO = GAMES[0].scenario

TEXTS = """() => {
  const blocks = new Map(), out = [];
  const skipped = "script, style, kbd, code, [lang]:not(html), [data-clause]";  // keys, languages by their own names, rules
  const block = (e) => {
    while (e.parentElement && (e.namespaceURI.endsWith("svg")
        ? e.tagName !== "text" && e.tagName !== "title" && e.tagName !== "svg"
        : /^(inline|contents)/.test(getComputedStyle(e).display))) e = e.parentElement;
    return e;
  };
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let n = walk.nextNode(); n; n = walk.nextNode()) {
    const e = n.parentElement;
    if (e.closest(skipped)) continue;
    const b = block(e);
    blocks.set(b, (blocks.get(b) ?? "") + n.data);
  }
  for (const [e, text] of blocks) out.push([text, `${e.tagName}.${e.getAttribute("class") ?? ""}`]);
  for (const name of ["aria-label", "title", "placeholder", "alt", "aria-description", "aria-roledescription"])
    for (const e of document.querySelectorAll(`[${name}]`))
      if (!e.closest(skipped)) out.push([e.getAttribute(name), `${e.tagName} ${name}`]);
  out.push([document.title, "the title of the page"]);
  return out;
}"""


# ---- what may stand as it is

ALLOWED = {"grognard", "Esc", "SHA", "AE", "DE", "AR2", "DR2", "EX", "s"}
"""The name of the program, a key, results of the printed table, seconds."""
KEPT = {"Crossing the Line: Aachen 1944"}
"""Games that go by their English names in German too."""
CLAUSE = re.compile(r"\[?\b[A-Z]{2,4}-[A-Za-z0-9]+(?:\.[0-9]+[0-9A-Za-z]*)*\]?")
ENGLISH = re.compile(
    r"\b(the|of|and|is|are|this|that|must|with|from|for|not|no|your|you|what|who|turn|turns|hex|hexes|units?|nobody|"
    r"supply|attacks?|next|choose|back|nothing|one|to|by|at|on|it|its|has|have|can|be|or|if|as|still|against)\b",
    re.I,
)


@pytest.fixture(scope="module")
def names(server: Server) -> re.Pattern[str]:
    """Units and places keep their names; the longest are taken first."""
    with urllib.request.urlopen(f"{server.url}/api/scenarios/{SCENARIO}/set") as answer:
        laid = json.load(answer)
    found = {c[k] for c in laid["counters"] for k in ("name", "label", "unit", "size") if c.get(k)}
    found |= {p["name"] for p in laid["sheet"]["places"]}
    found |= {
        re.split(r" *\(| +[-–] ", name)[0] for name in found
    }  # on the map: Utah, not Utah (La Madeleine)
    words = sorted((re.escape(n) for n in found | KEPT if len(n) > 1), key=len, reverse=True)
    return re.compile(rf"(?<![\w-])({'|'.join(words)})(?![\w-])")


def outside(text: str) -> str:
    """What stands in no bracket. A button may show the beginning of a text only."""
    out, depth = "", 0
    for letter in text:
        depth += (letter == "[") - (letter == "]" and depth > 0)
        out += letter if depth == 0 and letter != "]" else " "
    return out


def forgotten(language: str, text: str, names: re.Pattern[str]) -> str:
    """What is left of a text that should not be there."""
    rest = names.sub(" ", CLAUSE.sub(" ", text))
    if language == "de":
        return text if ENGLISH.search(rest) else ""
    words = re.findall(r"[A-Za-z][A-Za-z0-9'-]*[A-Za-z0-9]", names.sub(" ", outside(CLAUSE.sub(" ", text))))
    return " ".join(w for w in words if w not in ALLOWED)


# ---- a reader


class Reader:
    def __init__(
        self, front: Front, language: str, names: re.Pattern[str], path: str = "/#/", **kept: Any
    ) -> None:
        self.language, self.names = language, names
        self.found: dict[str, str] = {}
        self.read = 0
        kept["grognard.settings"] = {"language": language, "confirm": True}
        local = [{"name": k, "value": json.dumps(v)} for k, v in kept.items()]
        state = {"cookies": [], "origins": [{"origin": front.server.url, "localStorage": local}]}
        self.page = front.page(path, storage_state=state, reduced_motion="reduce")
        expect(self.page.locator("html")).to_have_attribute("lang", language)

    def look(self, where: str) -> None:
        """Whatever stands on the page now."""
        for text, at in self.page.evaluate(TEXTS):
            self.read += 1
            if left := forgotten(self.language, text, self.names):
                self.found.setdefault(
                    " ".join(left.split()), f"{where}, {at}: {' '.join(text.split())[:160]}"
                )

    def key(self, key: str, where: str) -> None:
        self.page.locator("[data-map]").focus()
        self.page.keyboard.press(key)
        self.look(where)

    def type(self, line: str, where: str) -> None:
        """The command line needs no language."""
        self.page.locator("[data-map]").focus()
        self.page.keyboard.press(":")
        self.page.keyboard.type(line)
        with self.page.expect_response(re.compile("/(check|odds|fight)")):
            self.page.keyboard.press("Enter")
        self.page.wait_for_timeout(100)
        self.look(where)

    def done(self, least: int) -> None:
        assert self.read > least
        assert not self.found, "\n".join(f"{left} <- {at}" for left, at in self.found.items())


def record(actions: int) -> str:
    """The golden game as far as that."""
    head, _, body = RECORD.read_text(encoding="utf-8").partition("\n\n")
    return "\n".join([head, "", *body.splitlines()[:actions], ""])


def posted(server: Server, path: str, body: Any) -> Any:
    request = urllib.request.Request(
        f"{server.url}/api{path}", json.dumps(body).encode(), {"Content-Type": "application/json"}
    )
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


def table(front: Front, names: re.Pattern[str], language: str, actions: int) -> Reader:
    """Where both sides are mine, as far as that in the golden game."""
    body = {"record": record(actions), "seats": {"allied": "me", "german": "me"}}
    made = posted(front.server, "/games/import", body)
    kept = {"grognard.seats": {made["game"]: {"token": made["token"], "at": int(time.time() * 1000)}}}
    reader = Reader(front, language, names, f"/#/game/{made['game']}", **kept)
    expect(reader.page.locator("[data-map]")).to_be_visible()
    expect(reader.page.locator(".prompt").first).to_be_visible()
    return reader


LANGUAGES = pytest.mark.parametrize("language", ["de", "en-XA"])


@LANGUAGES
def test_the_lobby(front: Front, names: re.Pattern[str], language: str) -> None:
    """The page, whatever its buttons open, and an invitation."""
    reader = Reader(front, language, names)
    page = reader.page
    expect(page.locator("article").first).to_be_visible()
    reader.look("the lobby")
    for button in page.locator("main button").all():
        if button.is_visible():
            button.click()
            page.wait_for_timeout(100)
            reader.look("the lobby, a button pressed")
            page.keyboard.press("Escape")
    made = posted(front.server, "/games", {"scenario": SCENARIO, "seats": {"allied": "me", "german": "open"}})
    page.goto(f"{front.server.url}/#/join/{made['game']}/{made['invites']['german']}")
    expect(page.locator("h2").first).to_be_visible()
    reader.look("an invitation")
    reader.done(50)


@LANGUAGES
def test_all_pages_of_a_table(front: Front, names: re.Pattern[str], language: str) -> None:
    """A long log, every page beside the map, overlays, menu and dialogs, looking back."""
    reader = table(front, names, language, 300)
    page = reader.page
    for key in ("p", "Shift+F", "b", "Shift+S", "l", "r", "c", "Shift+D", "p"):
        reader.key(key, f"page {key}")
    for key in ("1", "3", "5", "7", "9", "u", "i", "n", "o", "Escape"):
        reader.key(key, f"key {key}")
    for key in ("?", "Home", "k", "End", "v"):
        reader.key(key, f"key {key}")
        page.keyboard.press("Escape")
    entries = page.get_by_test_id("menu")
    entries.click()
    reader.look("the menu")
    count = page.locator(".menu li button").count()
    page.keyboard.press("Escape")
    for n in range(count):
        if page.locator("dialog[open]").count():
            page.keyboard.press("Escape")
        entries.click()
        with contextlib.ExitStack() as stack:
            button = page.locator(".menu li button").nth(n)
            if button.get_attribute("aria-pressed") is None:
                button.click()
                stack.callback(page.keyboard.press, "Escape")
                page.wait_for_timeout(100)
                reader.look(f"the menu, line {n}")
            else:
                page.keyboard.press("Escape")
    reader.done(2000)


MOMENTS = {
    "the set-up": (1, ("end", "place ge-pz-lehr 1930", "place us-inf-1 1930"), ()),
    "the invasion": (5, ("move us-inf-9 1930", "embark us-abn-82 1829", "embark us-inf-9 1930"), ()),
    "movement": (35, ("move ge-inf-91 1829", "move us-inf-1 1932", "nonsense", "move 4x 1932", "land us-inf-9 1930"), ("attack ge-inf-91 on us-inf-9",)),
    "combat": (16, ("end", "attack us-inf-1 on ge-pz-21", "resolve 7"), ("resolve 1", "resolve 2")),
    "a retreat": (18, ("retreat ge-st-716 to 0101", "end"), ()),
    "an exchange": (23, ("lose us-inf-1",), ()),
    "the air": (25, ("interdict ge-st-709", "shield 0101"), ()),
}  # fmt: skip


@LANGUAGES
@pytest.mark.parametrize("moment", MOMENTS)
def test_a_moment_of_play(front: Front, names: re.Pattern[str], language: str, moment: str) -> None:
    """The decision, what is refused and why, combat sheets."""
    front.forgive("422 (Unprocessable")  # what is typed wrong is refused
    actions, refused, sheets = MOMENTS[moment]
    reader = table(front, names, language, actions)
    reader.look(moment)
    for key in ("u", "f", "Escape", "Shift+F", "p"):
        reader.key(key, f"{moment}, key {key}")
    for line in refused:
        reader.type(f"why {line}", f"{moment}, why not {line}")
    for line in sheets:
        reader.type(f"odds {line}", f"{moment}, odds of {line}")
    reader.done(300)
