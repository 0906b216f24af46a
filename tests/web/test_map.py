"""The map answers: where one can go and what is left there, why not, who lies in a stack, whom supply reaches."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from .hands import Finger, Keys, Mouse, lit
from .house import Front
from .plans import GERMAN_MOVE, WEEK_TWO


def test_a_move_is_looked_at_before_it_is_made(front: Front) -> None:
    """TGC-ui.15: lit hexes with what is left there, the way on hover, a click to look and a click to do."""
    at = Mouse.seated(front, *GERMAN_MOVE).choose("ge-st-711")
    page = at.page
    expect(page.locator(".reach text").filter(has_text="1").first).to_be_visible()
    at.aim("2132")
    expect(page.get_by_test_id("tip")).to_have_text(re.compile("^Move to 2132"))
    expect(page.locator(".way .path")).to_be_attached()
    expect(page.locator(".way.chosen")).not_to_be_attached()

    at.click("2132")
    preview = at.decision.locator(".preview")
    expect(preview).to_contain_text("711th Static")
    expect(page.locator(".way.chosen .ghost")).to_be_attached()
    preview.get_by_role("button", name="Cancel").click()
    expect(preview).not_to_be_attached()
    at.stands("2030", "ge-st-711")

    at.go("2131").stands("2131", "ge-st-711")
    at.decision.get_by_role("button", name="Take back").click()
    at.stands("2030", "ge-st-711")


def test_an_unlit_hex_says_why(front: Front) -> None:
    """TGC-ui.41: the refusal names its clause, says what the clause is, and leads into the rules."""
    at = Mouse.seated(front, *GERMAN_MOVE).choose("ge-st-711").click("2530")
    at.told("711th Static: ").told("TGC-move.")
    notice = at.page.get_by_test_id("notice")
    notice.get_by_text("What TGC-").click()
    expect(notice.locator("details p")).to_have_text(re.compile(r"\w+ \w+ \w+"))
    link = notice.get_by_role("button", name="TGC-move.")
    clause = link.inner_text()
    link.click()
    expect(at.page.get_by_role("tab", name="Rules")).to_have_attribute("aria-selected", "true")
    expect(at.tab.locator(f'[data-clause="{clause}"]')).to_be_focused()
    expect(at.tab.locator(f'[data-clause="{clause}"]')).to_be_in_viewport()
    at.stands("2030", "ge-st-711")


def test_no_button_leads_on_before_its_time(front: Front) -> None:
    """TGC-ui.8: the button of the invasion is barred, and says why with its clause, on screen and when pushed."""
    at = Mouse.seated(front, "end")
    expect(at.page.get_by_test_id("main")).to_be_disabled()
    expect(at.decision).to_contain_text("The first invasion takes place on turn 1")
    at.page.get_by_test_id("main").click(force=True)
    at.told("The first invasion takes place on turn 1").told("TGC-inv.1").step("Allied Invasion")


def test_a_stack_is_spread_out(front: Front) -> None:
    """TGC-ui.4: by the pointer, and by the space bar; each counter with its name, a box, and its state in words."""
    at = Mouse.seated(front, *GERMAN_MOVE)
    at.aim("1730")
    fan = at.page.get_by_role("group", name="Stack in 1730")
    first = fan.get_by_role(
        "button", name=re.compile("^4th Infantry, infantry, attack 4, defense 3, movement 3")
    )
    expect(first).to_be_visible()
    first.click()
    at.chosen("us-inf-4")
    fan.get_by_role("checkbox", name="5th Infantry too").check()
    at.chosen("us-inf-4", "us-inf-5")
    at.page.mouse.move(5, 5)
    expect(fan).not_to_be_attached()

    keys = Keys.seated(front, *GERMAN_MOVE).cursor("1730").press("Space")
    fan = keys.page.get_by_role("group", name="Stack in 1730")
    expect(fan.get_by_role("button", name=re.compile("^4th Infantry"))).to_be_focused()
    keys.press("ArrowRight")
    expect(fan.get_by_role("button", name=re.compile("^5th Infantry"))).to_be_focused()
    keys.press("Enter").chosen("us-inf-5").press("Escape")
    expect(fan).not_to_be_attached()
    expect(keys.page.locator("[data-map]")).to_be_focused()


def test_overlays_lie_over_the_map(front: Front) -> None:
    """TGC-ui.35, 36: either side's supply at any time, several overlays at once, and the list of the sources."""
    at = Mouse.seated(front, *WEEK_TWO).open("Supply")
    shades = at.page.locator(".shades .hatch")
    expect(shades).to_have_count(0)
    expect(at.tab.get_by_role("table")).to_contain_text("Omaha (St-Laurent)")
    at.tab.get_by_role("checkbox", name=re.compile("^Allied supply")).check()
    expect(shades.first).to_have_attribute("d", re.compile("M"))
    expect(at.page.locator('[id^="shade-supply-allied"]').first).to_be_attached()
    at.tab.get_by_role("checkbox", name=re.compile("^German zones of control")).check()
    expect(at.page.locator('[id^="shade-zoc-german"]').first).to_be_attached()
    at.page.keyboard.press("3")
    expect(at.page.locator('[id^="shade-zoc-german"]')).to_have_count(0)
    expect(at.page.locator('[id^="shade-supply-allied"]').first).to_be_attached()


def test_the_view_follows_wheel_buttons_and_minimap(front: Front) -> None:
    at = Mouse.seated(front, "end")
    paper = at.page.locator(".paper")

    def scale() -> float:
        at.page.wait_for_function(
            "() => (({ transform, willChange }) => transform && !willChange)(document.querySelector('.paper').style)"
        )
        return float(paper.evaluate("e => new DOMMatrix(e.style.transform).a"))

    before = scale()
    x, y = at.at("1829")
    at.page.mouse.move(x, y)
    at.page.mouse.wheel(0, -400)
    expect(paper).not_to_have_css("will-change", "transform")
    near = scale()
    assert near > before
    assert abs(at.at("1829")[0] - x) < 3, "the wheel zooms about the pointer"
    at.page.get_by_role("button", name="Whole map").click()
    far = scale()
    assert far < before
    at.page.reload()
    expect(paper).to_have_attribute("style", re.compile(rf"scale\({str(far)[:6]}"))  # the last view is kept
    expect(at.page.locator(".stacks .piece").first).to_be_visible()
    at.page.keyboard.press("m")
    expect(at.page.locator(".stacks .piece")).to_have_count(0)


def test_the_map_is_not_drawn_larger_than_it_is_shown(front: Front) -> None:
    """Zooming from the whole map, the browser keeps one drawing of it in the size of the window, not one at full size."""
    at = Mouse.seated(front, "end")
    at.page.get_by_role("button", name="Whole map").click()
    paper = at.page.locator(".paper")
    expect(paper).to_have_css("will-change", "transform")
    expect(paper).not_to_have_css("will-change", "transform")
    inspector = at.page.context.new_cdp_session(at.page)
    layered: list[list[dict[str, Any]]] = []
    inspector.on("LayerTree.layerTreeDidChange", lambda told: layered.append(told.get("layers", [])))
    inspector.send("LayerTree.enable")
    at.page.mouse.move(440, 420)
    for _ in range(8):
        at.page.mouse.wheel(0, -40)
        at.page.evaluate("new Promise(requestAnimationFrame)")
    at.page.wait_for_timeout(300)
    inspector.detach()

    def drawn(layers: list[dict[str, Any]]) -> list[tuple[float, float, float]]:
        found = [
            (x.get("transform", [1])[0], x["width"], x["height"]) for x in layers if x.get("drawsContent")
        ]
        return [x for x in found if x[0] > 0.1]  # the frame on the minimap is not meant

    size = at.page.viewport_size
    moving = [found for found in map(drawn, layered) if any(scale > 1.05 for scale, _, _ in found)]
    assert moving, "the sheet has no drawing of its own that grows"
    for found in moving:
        assert all(w <= size["width"] and h <= size["height"] for _, w, h in found), found


def test_a_friend_is_chosen_or_joined(front: Front) -> None:
    """His counter chooses him, the rest of his hex is the way there, and pointing at it says which."""
    at = Mouse.seated(front, *GERMAN_MOVE).choose("ge-st-711")
    tip, do = at.page.get_by_test_id("tip"), at.page.get_by_test_id("do")
    at.aim("1831")
    expect(tip).to_have_text("Choose 21st Panzer")
    at.aim("1831", rim=True)
    expect(tip).to_contain_text("Move to 1831")
    at.click("1831").chosen("ge-pz-21")
    expect(do).not_to_be_attached()
    at.click("2030").chosen("ge-st-711").click("1831", rim=True)
    expect(do).to_contain_text("Move to 1831")
    at.decision.get_by_role("button", name="Choose 21st Panzer instead").click()
    at.chosen("ge-pz-21").choose("ge-st-711").go("1831", "Move to 1831").stands(
        "1831", "ge-st-711", "ge-pz-21"
    )


@pytest.mark.parametrize("hands", [Keys, Finger])
def test_a_friend_is_chosen_or_joined_without_a_mouse(front: Front, hands: type[Keys] | type[Finger]) -> None:
    """The first look is at the way; beside it stands whom one may choose instead."""
    at = hands.seated(front, *GERMAN_MOVE).choose("ge-st-711")

    def look(hex: str) -> None:
        lit(at.page)
        if isinstance(at, Keys):
            at.cursor(hex).press("Enter")
        else:
            at.tap(hex)

    look("1831")
    expect(at.page.get_by_test_id("do")).to_contain_text("Move to 1831")
    at.hears("Choose 21st Panzer instead")
    at.push(at.decision.get_by_role("button", name="Choose 21st Panzer instead"))
    at.chosen("ge-pz-21")
    look("2030")
    at.push(at.decision.get_by_role("button", name="Choose 711th Static instead"))
    at.chosen("ge-st-711").go("1831").stands("1831", "ge-st-711", "ge-pz-21")
