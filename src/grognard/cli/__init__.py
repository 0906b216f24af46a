"""The command line: `grognard play`, and all that a player or a programmer asks of the package from a terminal."""

from __future__ import annotations

import sys


def main() -> None:
    """The entry point. What a command needs is imported by the command itself, so that `--help` comes at once."""
    from .app import app

    app(args=sys.argv[1:], prog_name="grognard")
