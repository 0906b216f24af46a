"""Records: saved from the screen, checked by `grognard verify`, and brought back to a screen."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

import grognard as gg
from grognard.kernel import record

from .hands import Mouse
from .house import ROOT, Front
from .plans import FOUGHT


def saved(at: Mouse, folder: Path, name: str) -> Path:
    at.page.get_by_role("button", name="Menu").click()
    with at.page.expect_download() as coming:
        at.page.get_by_role("banner").get_by_role("button", name="Save the record").click()
    path = folder / name
    coming.value.save_as(path)
    return path


def verify(path: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "grognard", "verify", str(path)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60)


def test_a_record_goes_out_and_comes_back(front: Front, tmp_path: Path) -> None:
    at = Mouse.seated(front, *FOUGHT, title="Out and back").asked("5 air missions")
    path = saved(at, tmp_path, "game.txt")
    assert "embark us-inf-1 1829" in path.read_text()
    sealed = verify(path)
    assert sealed.returncode == 0, sealed.stderr

    at.page.get_by_role("link", name="To the lobby").click()
    at.page.get_by_role("link", name="Bring a record").click()
    ask = at.page.get_by_role("dialog", name="Go on from a record")
    ask.get_by_label("File").set_input_files(path)
    expect(ask.get_by_role("status")).to_contain_text("The Beachhead, ")
    first = at.page.url
    ask.get_by_role("button", name="Go on with it").click()
    at.page.wait_for_url(lambda url: "/game/" in url and url != first)
    at.asked("5 air missions").stands("1930", "us-inf-2").gone("us-inf-1")
    at.main("Next: German Movement").step("German Movement")


def test_a_forged_record_is_refused_with_its_line(front: Front, tmp_path: Path) -> None:
    at = Mouse.seated(front, *FOUGHT)
    path = saved(at, tmp_path, "game.txt")
    forged = path.read_text().replace("embark us-inf-2 1829", "embark us-inf-2 1927")
    at.page.goto(f"{front.server.url}/#/import")
    ask = at.page.get_by_role("dialog", name="Go on from a record")
    ask.get_by_label("Or its text").fill(forged)
    front.forgive("status of 422")
    ask.get_by_role("button", name="Go on with it").click()
    expect(ask).to_contain_text("was changed after it was written")
    expect(ask).to_contain_text("Line 11 says: 5 allied embark us-inf-2 1927")
    ask.get_by_label("Or its text").fill("no record at all")
    expect(ask.get_by_role("status")).to_contain_text("This is no record that can be played here")


def test_all_dice_can_be_checked_when_it_is_over(front: Front, tmp_path: Path) -> None:
    """The seed is sealed until then; who gives up is asked whether he means it."""
    at = Mouse.seated(front, *FOUGHT).open("Dice")
    expect(at.tab).to_contain_text("2 dice so far")
    at.page.get_by_role("button", name="Menu").click()
    at.page.get_by_role("button", name="Resign").click()
    at.dialog.get_by_role("button", name="Resign").click()
    expect(at.dialog).to_contain_text("The Germans win")
    at.page.keyboard.press("Escape")
    expect(at.decision).to_contain_text("The Germans win")
    path = saved(at, tmp_path, "over.txt")
    assert "the seed of the tests" in path.read_text()
    found = verify(path)
    assert found.returncode == 0, found.stdout + found.stderr
    path.write_text(path.read_text().replace("roll 3", "roll 1"))
    assert verify(path).returncode != 0


@pytest.mark.parametrize(
    ("system", "position", "piece"),
    [
        (
            "great-crusade",
            {"units": {"1831": "ge-pz-21", "1830": "us-inf-1"}, "phase": "allied_combat"},
            ("1830", "us-inf-1"),
        ),
        (
            "crossing-the-line",
            {"US": {"3010": "1/16"}, "German": {"3011": "I/27"}, "active": "1ID", "ap": 3},
            ("3010", "1/16"),
        ),
    ],
)
def test_a_study_of_a_designer_is_played_on_the_screen(
    front: Front, system: str, position: dict[str, Any], piece: tuple[str, str]
) -> None:
    """`gg.scene` makes it, its record brings it here, and it stands among the games."""
    page = front.page("/#/import")
    ask = page.get_by_role("dialog", name="Go on from a record")
    ask.get_by_label("Or its text").fill(record.dumps(gg.scene(system, **position)))
    expect(ask.get_by_role("status")).to_contain_text("A study")
    ask.get_by_role("button", name="Go on with it").click()
    page.wait_for_url(re.compile("/game/"))
    hex, unit = piece
    expect(page.locator(f'[data-hex="{hex}"] [data-unit="{unit}"]')).to_be_visible()
    expect(page.get_by_role("tab", name="Play")).to_be_visible()
    page.goto(f"{front.server.url}/#/")
    expect(page.get_by_role("heading", name="A study")).to_be_visible()
