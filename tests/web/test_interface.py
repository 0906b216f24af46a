"""What The Great Crusade asks of its screen (TGC-ui), where only the page in a browser can answer: its parts, the key of
the map, the yellow hexes, the grey counters."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import expect

from .hands import Keys, Mouse
from .house import Front
from .plans import GERMAN_MOVE, WEEK_TWO


def colour(of: Any, what: str) -> tuple[int, int, int]:
    """Red, green and blue as the browser paints them, in whichever way it writes them."""
    red, green, blue = of.evaluate(
        """(e, what) => {
          const pen = document.createElement("canvas").getContext("2d");
          pen.fillStyle = getComputedStyle(e)[what];
          pen.fillRect(0, 0, 1, 1);
          return [...pen.getImageData(0, 0, 1, 1).data].slice(0, 3);
        }""",
        what,
    )
    return red, green, blue


def test_map_sheet_and_table_are_there(front: Front) -> None:
    """TGC-ui.1, 2, 3: Allied slots above German ones, the boxes of Britain before them, the table beside the map."""
    at = Mouse.seated(front, *WEEK_TWO)
    expect(at.page.get_by_role("main", name="Map")).to_be_visible()
    at.open("Forces")
    expect(at.tab.locator("summary").first).to_be_visible()
    heads = [x.strip() for x in at.tab.locator("summary").all_inner_texts()]
    titles = [
        "the allies",
        "d-day",
        "16th week",
        "24th week",
        "32nd week",
        "french",
        "allied order",
        "the germans",
        "german order",
    ]
    places = [next(i for i, head in enumerate(heads) if head.lower().startswith(title)) for title in titles]
    assert places == sorted(places)
    french = at.tab.locator("details", has=at.page.locator("summary", has_text="French"))
    expect(french.last).to_contain_text(
        "no German unit stands on a hex of France, those in fortresses not counted"
    )
    expect(at.page.get_by_role("main", name="Map")).to_be_visible()
    at.open("Rules")
    at.push(at.tab.locator("summary", has_text="Tables"))
    table = at.tab.get_by_role("table", name=re.compile("^Combat results"))
    expect(table.get_by_role("columnheader", name="3:1")).to_be_visible()
    expect(table.locator("tbody tr")).to_have_count(6)


def test_the_sheet_by_keyboard_and_by_ear(front: Front) -> None:
    """TGC-ui.2: Tab goes through it as it is read, the arrows from unit to unit; each is named with all that is seen of it."""
    at = Keys.seated(front, *WEEK_TWO).open("Forces")
    seek = at.tab.get_by_role("searchbox", name="Find a unit, place or state")
    choices = [at.tab.get_by_role("combobox", name=name, exact=True) for name in ("Side", "Show as")]
    allies = at.tab.get_by_role("list", name="The Allies", exact=True)
    units = allies.get_by_role("button")
    summary = at.tab.locator("summary")
    for stop in (seek, *choices, summary.first, units.nth(0), units.nth(1)):
        expect(stop).not_to_be_focused()
        at.press("Tab")
        expect(stop).to_be_focused()
    said = [
        "82nd Airborne attack 3, defense 4, movement 3, 3 left",
        "4th Infantry attack 4, defense 3, movement 3, 3 left",
    ]
    places = ["1532", "1730 Omaha (St-Laurent)"]
    for n, (unit, place) in enumerate(zip(said, places)):
        expect(units.nth(n)).to_have_accessible_name(
            re.compile(rf"^{re.escape(unit)} ?, {re.escape(place)}$")
        )
    expect(units).to_have_count(4)
    at.press("End")
    expect(units.last).to_be_focused()
    at.press("ArrowDown", "ArrowUp")
    expect(units.nth(2)).to_be_focused()
    expect(units.nth(2)).to_have_attribute("aria-pressed", "false")
    at.press("Enter")
    expect(units.nth(2)).to_have_attribute("aria-pressed", "true")
    at.chosen("us-inf-5").open("Forces").press("Tab")
    expect(seek).to_be_focused()
    at.page.keyboard.type("omaha")
    expect(at.tab.get_by_role("status")).to_have_text("2 units")
    expect(units).to_have_count(2)
    at.press("Tab", "Tab")
    at.page.keyboard.type("T")  # the list of views, by its first letter
    table = at.tab.get_by_role("table", name="All units")
    name = table.get_by_role("columnheader", name="Unit")
    expect(name).to_have_attribute("aria-sort", "ascending")
    at.press("Tab")
    expect(name.get_by_role("button")).to_be_focused()
    at.press("Enter")
    expect(name).to_have_attribute("aria-sort", "descending")
    rows = [x.split(" ")[0] for x in table.get_by_role("rowheader").all_inner_texts()]
    assert rows == ["5th", "4th"]


def test_the_key_of_the_map(front: Front) -> None:
    """TGC-ui.5, 6: each kind of ground looks its own way, rivers and areas have names, invaded hexes are lighter."""
    at = Mouse.seated(front, *WEEK_TWO)
    map_ = at.page.locator("[data-map]")
    for art in ("mountain", "city", "fortress", "zone", "neutral", "impassable", "dike"):
        expect(map_.locator(f".art.{art}")).to_be_attached()
        expect(map_.locator(f"#art-{art} path")).to_be_attached()
    kinds = (".land", ".art.mountain", ".art.impassable", ".art.fortress")
    assert len({colour(map_.locator(kind), "fill") for kind in kinds}) > 2
    red, _, blue = colour(map_.locator(".river").first, "stroke")
    assert blue > red
    names = map_.locator(".terrain text").all_text_contents()
    assert {"Seine", "Normandy"} <= {x for text in names for x in (text, text.title())}
    expect(map_.locator(".marks:not(.over) .arrow")).to_have_count(54)
    numbers = map_.locator(".marks:not(.over) > text").all_text_contents()
    assert len(numbers) == 54
    assert all(n.isdigit() for n in numbers)
    expect(map_.locator(".marks rect.plate")).to_have_count(10)  # inland ports
    expect(map_.locator(".sign.star")).to_have_count(12)
    expect(map_.locator(".sign.installation")).to_have_count(3)
    expect(map_.locator(".wash.invaded").first).to_be_attached()


def test_open_hexes_are_yellow(front: Front) -> None:
    """TGC-ui.10, 12, 13: those of an invasion, whose numbers run along; its areas are listed with their limits."""
    at = Mouse.seated(front, "end")
    button = at.tab.get_by_role("button", name=re.compile("^Invade Normandy"))
    expect(button).to_contain_text("first turn 2 armor, 6 infantry, 3 airborne")
    at.aim("1831")  # the map can be looked at meanwhile
    expect(at.page.get_by_role("group", name="Stack in 1831 Caen")).to_contain_text("21st Panzer")
    at.page.mouse.move(5, 5)
    at.push(button)
    at.asked("Put units on the sea hexes of Normandy").listed("us-inf-1")
    lit = at.page.locator(".reach .lit")
    expect(lit).to_have_attribute("d", re.compile("M"))
    red, green, blue = colour(lit, "fill")
    assert min(red, green) > 150 > 100 > blue
    at.go("1829").stands("1829", "us-inf-1")
    expect(at.page.locator("button.chips")).to_contain_text("Normandy 0/2 armor, 1/6 infantry, 0/3 airborne")


def test_who_is_out_of_supply_is_grey(front: Front) -> None:
    """TGC-ui.7, 42: on the map, and in words where the counter is read out."""
    at = Mouse.seated(front, *WEEK_TWO)
    grey = at.page.locator(".stacks [data-unit]:has(.counter.grey)")
    expect(grey.first).to_be_attached()
    dark = colour(grey.first.locator(".body"), "fill")
    fed = colour(at.page.locator(".stacks .counter:not(.grey) .body").first, "fill")
    assert max(dark) - min(dark) < 30, "it has no colour"
    assert dark != fed
    unit = grey.first.get_attribute("data-unit")
    at.open("Supply")
    expect(at.tab).to_contain_text("out of supply")
    expect(
        at.tab.get_by_role("button", name=re.compile(f"^{re.escape(at.name(str(unit)))}")).first
    ).to_be_visible()


def test_what_a_unit_from_a_long_list_can_do_comes_into_view(front: Front) -> None:
    at = Mouse.seated(front, *GERMAN_MOVE)
    at.tab.get_by_text("units can act").click()
    at.tab.locator("ul.able button").last.click()
    expect(at.tab.get_by_role("heading", name="1 unit chosen")).to_be_in_viewport()
