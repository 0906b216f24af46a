"""A real server, and a real browser in front of it."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from .house import Front, Server

CHROMIUM = next((path for name in ("chromium", "chromium-browser") if (path := shutil.which(name))), None)


@pytest.fixture(scope="session")
def browser():
    if CHROMIUM is None:
        pytest.skip(
            "no browser here: install Chromium (apt-get install chromium) to run the tests of the screen"
        )
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=15_000)  # a busy machine is no fault of the screen
    with sync_playwright() as p:
        found = p.chromium.launch(
            executable_path=CHROMIUM,
            args=["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-sync"],
        )
        yield found
        found.close()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder: Path = tmp_path_factory.mktemp("house")
    with Server(folder) as running:
        yield running


@pytest.fixture
def front(browser, server: Server) -> Iterator[Front]:
    """Opens pages; whatever a page complains of on its console fails the test."""
    opened = Front(browser, server)
    yield opened
    opened.close()


@pytest.fixture
def lonely(browser, tmp_path: Path) -> Iterator[Front]:
    """The same before a server of its own, which may be killed."""
    with Server(tmp_path) as running:
        opened = Front(browser, running)
        yield opened
        opened.close()
