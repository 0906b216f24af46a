"""What goes wrong, in one line on stderr, with an exit status: 1 the game or the file says no, 2 the call is off."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from typing import Any

NO = 1
OFF = 2


class Off(Exception):
    """A command that cannot go on."""

    def __init__(self, why: str, status: int = OFF) -> None:
        super().__init__(why)
        self.why, self.status = why, status


def explain(e: BaseException) -> tuple[str, int]:
    """The line and the status; an empty line: there is nobody to tell, or all has been told."""
    from ..board.data import BadData
    from ..board.names import Unknown
    from ..kernel.breach import Illegal
    from ..kernel.notation import NotUnderstood
    from ..kernel.record import BadRecord

    match e:
        case Off():
            return e.why, e.status
        case BadRecord():
            return told(e), NO
        case Illegal():
            return str(e.breach), NO
        case Unknown() | NotUnderstood() | BadData():
            return str(e), OFF
        case BrokenPipeError():
            return "", NO
        case OSError():
            return f"{e.filename}: {e.strerror}" if e.filename else str(e.strerror or e), NO
        case KeyboardInterrupt():
            return "stopped", NO
    if hasattr(e, "format_message") and hasattr(e, "exit_code"):  # click, wherever typer keeps it
        return str(e.format_message()), OFF
    if type(e).__name__ == "Abort":
        return "stopped", NO
    if os.environ.get("GROGNARD_TRACE"):
        raise e
    return f"a fault of ours, {type(e).__name__}: {e} (GROGNARD_TRACE=1 shows where)", NO


def told(e: Any) -> str:
    """What a record says of itself, with the clause where a rule stopped it."""
    why = str(e)
    return f"{why} [{e.clause}]" if e.clause and f"[{e.clause}]" not in why else why


def complain(why: str) -> None:
    """One line on stderr, whatever the message holds."""
    with suppress(OSError, ValueError):
        sys.stderr.write(f"grognard: {' '.join(why.split())}\n")
        sys.stderr.flush()


def hush() -> None:
    """After a broken pipe: nothing more can be said, and the interpreter should not try."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
