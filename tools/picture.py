"""Make docs/beachhead.svg from the real terminal client: `.venv/bin/python tools/picture.py`.

The game is played before the picture is taken; only the lines under SHOWN are seen. The seed makes it the same picture
every time, which a test checks.
"""

from __future__ import annotations

import io
import re
import sys
from pathlib import Path

from rich.console import Console
from rich.terminal_theme import TerminalTheme
from rich.text import Text

import grognard as gg
from grognard.cli.play import Table
from grognard.cli.screen import Screen
from grognard.cli.session import Session

PLACE = Path(__file__).parent.parent / "docs" / "beachhead.svg"
WIDTH = 105
BEFORE = [
    "end",
    "embark 1,29 omaha",
    "embark 50Br,3Ca gold",
    "embark 4,9 utah",
    "embark 3Br,Gds sword",
    "end",
    "drop 82Ab,101Ab 1530",
    "drop 6Ab 1831",
    "end",
]
SHOWN = ["map gold", "attack 4,9,82Ab,101Ab on 709", "odds 3Br,Gds,50Br,3Ca,6Ab on 716 cas"]
THEME = TerminalTheme(
    (22, 24, 28),
    (214, 217, 207),
    [(40, 42, 48), (224, 108, 98), (152, 190, 114), (224, 186, 106), (97, 160, 220), (196, 134, 200),
     (96, 190, 196), (214, 217, 207)],
    [(110, 114, 122), (232, 122, 110), (164, 204, 126), (236, 200, 122), (120, 178, 236), (210, 150, 214),
     (116, 206, 212), (245, 246, 240)],
)  # fmt: skip


def picture() -> str:
    game = gg.new("great-crusade/beachhead", seed=1944)
    screen = Screen(plain=True, out=io.StringIO(), sides=game.system.sides)
    table = Table(Session(game, screen), tty=True)
    for line in BEFORE:
        table.session.go_on()
        table.run(line)
    table.session.go_on()
    if table.refused:
        sys.exit(screen.out.getvalue())  # type: ignore[attr-defined]
    screen._console = Console(
        file=io.StringIO(), width=WIDTH, record=True, force_terminal=True, color_system="truecolor",
        highlight=False, markup=False, emoji=False, legacy_windows=False,
    )  # fmt: skip
    screen.plain = False
    for line in SHOWN:
        table.show()
        screen.console.print(Text(table.prompt, "bold") + Text(line, "bold green"))
        table.run(line)
        table.session.go_on()
    svg = screen.console.export_svg(
        title="grognard play great-crusade/beachhead", theme=THEME, unique_id="beachhead"
    )
    svg = re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.DOTALL)  # a picture fetches nothing
    return svg.replace("Fira Code, monospace", "Fira Code, DejaVu Sans Mono, Menlo, Consolas, monospace")


if __name__ == "__main__":
    PLACE.write_text(picture(), encoding="utf-8")
