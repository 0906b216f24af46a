"""The computer at the table: it can be told to wait, and to go on."""

from __future__ import annotations

import os
import re
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import expect

from .hands import Keys, Mouse
from .house import Front, Server
from .player import BEACHHEAD, Player


@contextmanager
def lost_in_thought(server: Server) -> Iterator[None]:
    """The process that thinks for the computer stands still, as on a machine that has too much to do."""
    assert server.process is not None
    pid = server.process.pid
    thinkers = [int(n) for n in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    assert thinkers
    for one in thinkers:
        os.kill(one, signal.SIGSTOP)
    yield
    for one in thinkers:
        if Path(f"/proc/{one}").exists():
            os.kill(one, signal.SIGCONT)


def against_the_computer(front: Front) -> tuple[str, str]:
    """The Germans are about to end their set-up; the computer has the Allies."""
    seats = {"allied": "scripted", "german": "me"}
    made = front.ask("/games", {"scenario": BEACHHEAD, "seats": seats, "word": "w6"})
    return made["game"], made["token"]


def end_the_set_up(at: Player) -> None:
    """Nobody is asked whether he is sure: from the computer one can take back."""
    at.asked("Change the prepared position").main("Next")


def my_turn(at: Player) -> None:
    expect(at.page).to_have_title(re.compile("^●"), timeout=30_000)


def test_the_computer_waits_over_a_restart_and_goes_on(lonely: Front) -> None:
    """It says that it thinks, and stops at a click. What is on disk is on disk: it still waits when the server comes back."""
    at = Mouse.holding(lonely, *against_the_computer(lonely))
    with lost_in_thought(lonely.server):
        end_the_set_up(at)
        expect(at.decision).to_contain_text("The computer thinks")
        expect(at.decision.get_by_role("progressbar")).to_be_visible()
        at.decision.get_by_role("button", name="Pause the computer").click()
        expect(at.decision).to_contain_text("The computer waits")
        at.hears("told the computer to wait")
    lonely.forgive("WebSocket", "ERR_CONNECTION_REFUSED", "Failed to load resource")
    lonely.server.kill()
    expect(at.page.locator("header .live")).not_to_have_text("")
    lonely.server.start()
    expect(at.page.locator("header .live")).to_have_text("", timeout=25_000)
    expect(at.decision).to_contain_text("The computer waits")
    at.page.goto(lonely.server.url)
    expect(at.page.get_by_role("main")).to_contain_text("The computer waits")
    at.page.go_back()
    at.page.get_by_test_id("go-on").click()
    my_turn(at)


def test_the_computer_waits_and_one_takes_back(lonely: Front) -> None:
    """By the keyboard alone: pause, take back, go on another way; whoever does so is answered."""
    at = Keys.holding(lonely, *against_the_computer(lonely))
    with lost_in_thought(lonely.server):
        end_the_set_up(at)
        expect(at.decision).to_contain_text("The computer thinks")
        at.press("k")
        expect(at.decision).to_contain_text("The computer waits")
    at.press("Control+z").asked("Change the prepared position")
    at.press("Control+Shift+Z")
    expect(at.decision).to_contain_text("The computer waits")
    at.press("Control+z").asked("Change the prepared position")
    end_the_set_up(at)
    my_turn(at)
