"""What a browser must fetch before it shows anything. Needs no browser."""

from __future__ import annotations

from tools.figures_web import first_javascript

from .house import Server

MOST = 150_000  # bytes, gzip


def test_the_first_javascript_is_light(server: Server) -> None:
    assert first_javascript(server.url) <= MOST
