"""The command line as a test calls it: in this process, with what it says on both streams."""

from __future__ import annotations

import os
from pathlib import Path
from typing import NamedTuple

from typer.testing import CliRunner

from grognard.cli.app import app

BEACHHEAD = "great-crusade/beachhead"
RHINE = "great-crusade/to-the-rhine"


class Said(NamedTuple):
    status: int
    out: str
    err: str

    def has(self, *texts: str) -> Said:
        for text in texts:
            assert text in self.out, f"{text!r} is not in:\n{self.out}"
        return self


def grognard(*args: object, typed: str | list[str] = "", home: Path | None = None) -> Said:
    """Run a command; `typed` is what comes on stdin."""
    text = typed if isinstance(typed, str) else "".join(line + "\n" for line in typed)
    env = {"NO_COLOR": None, "TERM": "xterm", "GROGNARD_TRACE": None, "GROGNARD_DATA": None}
    env["XDG_DATA_HOME"] = str(home) if home else os.devnull
    done = CliRunner().invoke(app, [str(a) for a in args], input=text, env=env, catch_exceptions=False)
    return Said(done.exit_code, done.stdout, done.stderr)


def play(path: Path, typed: list[str], *args: object, scenario: str = BEACHHEAD, seed: int = 1944) -> Said:
    """A game that is kept in a file."""
    return grognard("play", scenario, "--seed", seed, "--record", path, *args, typed=typed, home=path.parent)


def complaint(said: Said, status: int) -> str:
    """The one line on stderr."""
    assert said.status == status, (said.status, said.err, said.out)
    assert said.err.count("\n") == 1, said.err
    assert said.err.startswith("grognard: ")
    assert "Traceback" not in said.err + said.out
    return said.err.strip().removeprefix("grognard: ")


LANDING = [
    "end",
    *("embark 1 omaha", "embark 29 omaha", "embark 4 utah", "embark 9 utah"),
    *("embark 50Br gold", "embark 3Ca gold", "embark 3Br sword", "embark Gds sword"),
    "end",
]
DROPS = ["drop 82Ab 1530", "drop 101Ab 1530", "drop 6Ab 1831"]
