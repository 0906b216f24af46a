"""The command line: `grognard play`, and all that a player or a programmer asks of the package from a terminal."""

from __future__ import annotations

import os
import sys


def main() -> None:
    """The entry point. What a command needs is imported by the command itself, so that `--help` comes at once."""
    from .app import app

    if sys.stdin is None:  # closed by whoever started us: there is nothing to read
        sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: SIM115
    if sys.stdout is None:
        if sys.stderr is not None:
            sys.stderr.write("grognard: standard output is closed\n")
        sys.exit(1)
    app(args=sys.argv[1:], prog_name="grognard")
