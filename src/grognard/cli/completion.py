"""Line editing on a terminal: history, and the tab key for commands, units and places."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .play import Table


def start(table: Table) -> None:
    try:
        import readline
    except ImportError:  # no such library on this machine: the terminal's own editing has to do
        return
    world = table.game.world
    names = [*world.unit_ids, *world.places]

    def complete(text: str, n: int) -> str | None:
        first = not readline.get_line_buffer()[: readline.get_begidx()].strip()
        verbs = [k.verb for k in table.game.system.actions]
        pool = [*table.commands, *verbs] if first else names
        found = sorted({x for x in pool if x.startswith(text)})
        return found[n] + " " if n < len(found) else None

    readline.set_completer(complete)
    readline.set_completer_delims(" ,")
    readline.parse_and_bind("tab: complete")
