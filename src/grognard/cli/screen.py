"""What is shown, line by line. Plain: ASCII alone, no boxes, no colour, for screen readers, pipes and old terminals.
Else `rich` adds colour; colour is never the only sign of anything."""

from __future__ import annotations

import os
import shutil
import sys
import textwrap
import unicodedata
from collections.abc import Iterable, Sequence
from functools import cache
from typing import IO, Any

Piece = tuple[str, str]
"""A text and what it is: a side, "river", "" for nothing special; on a map, first what lies under it: "sea allied"."""

SPELLED = {
    "½": " 1/2",
    "¼": " 1/4",
    "¾": " 3/4",
    "×": "x",
    "–": "-",
    "—": "-",
    "−": "-",
    "…": "...",
    "’": "'",
    "‘": "'",
    "“": '"',
    "”": '"',
    "ß": "ss",
    "ø": "o",
    "Ø": "O",
    "æ": "ae",
    "œ": "oe",
    "→": "->",
    "•": "*",
    "≥": ">=",
    "≤": "<=",
    "°": " deg",
    "\u00a0": " ",
}

STYLES = ("bold cyan", "bold red", "bold magenta", "bold yellow")
COUNTERS = (
    "bold #ffffff on #1f5fae",
    "bold #ffffff on #8f2d2d",
    "bold #ffffff on #6b3d8f",
    "bold #000000 on #c9a227",
)
GROUNDS = {
    "land": ("#c6cdb0 on #41512f", "#c6cdb0 on #38472a"),
    "high": ("#ddd0b8 on #64553b", "#ddd0b8 on #5a4c35"),
    "town": ("bold #f3e9cf on #6b664d", "bold #f3e9cf on #625d46"),
    "sea": ("#6b93b4 on #162e45", "#6b93b4 on #112539"),
    "mist": ("#8a8a8a on #2a2a2a", "#8a8a8a on #272727"),
}
"""What lies under a hex of a map, in two shades that tell a hex from the next; the letters say it too."""

LINES = str.maketrans("=|", "━┃")
CLAUSE = r"\b[A-Z]{2,4}-[a-z]*[\d.]*\d+[\w.]*\w|\b[A-Z]{2,4}-[a-z]+\.\d+[a-z]?"


def ascii_(text: str) -> str:
    """The same in ASCII."""
    if text.isascii():
        return text
    text = "".join(SPELLED.get(c, c) for c in text)
    bare = unicodedata.normalize("NFKD", text)
    out = "".join(c if c.isascii() else "" if unicodedata.combining(c) else "?" for c in bare)
    return out.replace("  1/", " 1/")


def wants_plain(out: IO[str]) -> bool:
    """Asked for by the environment, or because the other end would not understand more."""
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return True
    try:
        tty = out.isatty()
    except ValueError:
        tty = False
    return not tty or "utf" not in (getattr(out, "encoding", None) or "").lower()


@cache
def mixed(styles: tuple[str, ...]) -> Any:
    """One style over another."""
    from rich.style import Style

    return Style.combine(Style.parse(x) for x in styles) if styles else None


class Screen:
    def __init__(self, *, plain: bool = False, out: IO[str] | None = None, sides: Sequence[str] = ()) -> None:
        self.out = sys.stdout if out is None else out
        self.plain = plain or wants_plain(self.out)
        self.styles: dict[str, str] = {"river": "blue", "number": "dim", "good": "green", "bad": "yellow"}
        self.styles |= dict(zip(sides, STYLES))
        self.inks: dict[str, str] = {"river": "bold #58b4f0", "closed": "bold #e0a030"}
        self.inks |= dict(zip(sides, COUNTERS))
        for name, shades in GROUNDS.items():
            self.inks |= {f"{name}{n}": shade for n, shade in enumerate(shades)}
        self._console: Any = None

    @property
    def console(self) -> Any:
        if self._console is None:
            from rich.console import Console

            self._console = Console(file=self.out, highlight=False, markup=False, emoji=False)
        return self._console

    @property
    def width(self) -> int:
        if self.plain:
            return shutil.get_terminal_size().columns if self.tty else 80
        return int(self.console.width)

    @property
    def tty(self) -> bool:
        try:
            return self.out.isatty()
        except ValueError:
            return False

    # ---- saying

    def say(self, text: str = "", style: str = "") -> None:
        if self.plain:
            for line in self.folded(ascii_(text)):
                self.out.write(line + "\n")
            return
        from rich.text import Text

        for line in self.folded(text):
            shown = Text(line, style=self.styles.get(style, style))
            shown.highlight_regex(CLAUSE, "italic")
            self.console.print(shown, soft_wrap=True)

    def folded(self, text: str) -> list[str]:
        """The text in lines that fit, each but the first pushed in; into a file or a pipe it goes as it is."""
        if len(text) <= self.width or (self.plain and not self.tty):
            return [text]
        margin = " " * (len(text) - len(text.lstrip()) + 2)
        return textwrap.wrap(
            text,
            max(self.width, 20),
            subsequent_indent=margin,
            break_long_words=False,
            break_on_hyphens=False,
            drop_whitespace=True,
        )

    def title(self, text: str) -> None:
        """A heading, which a screen reader finds by its sign."""
        self.say(f"== {text}", "bold")

    def lines(self, lines: Iterable[str]) -> None:
        """Lines; one that ends in a colon and stands alone at the margin is a heading."""
        for line in lines:
            self.say(line, "bold" if line.endswith(":") and not line.startswith(" ") else "")

    def pieces(self, line: Sequence[Piece]) -> None:
        """A line of a picture: never wrapped."""
        if self.plain:
            self.out.write(ascii_("".join(text for text, _ in line)).rstrip() + "\n")
            return
        from rich.text import Text

        shown = Text(no_wrap=True)
        for text, kind in line:
            if "river" in kind:
                text = text.translate(LINES)
            shown.append(text, mixed(tuple(self.inks.get(k, "") for k in kind.split())))
        self.console.print(shown, soft_wrap=True)

    def table(self, headers: Sequence[str], rows: Iterable[Sequence[str]], right: Sequence[int] = ()) -> None:
        cells = [[str(x) for x in row] for row in rows]
        if self.plain:
            self._plain_table(headers, cells, right)
            return
        from rich import box
        from rich.table import Table
        from rich.text import Text

        shown = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False, header_style="bold")
        for n, head in enumerate(headers):
            shown.add_column(head, justify="right" if n in right else "left")
        for row in cells:
            shown.add_row(*(Text(x, "green" if x.startswith("█") else "") for x in row))
        self.console.print(shown)

    def _plain_table(self, headers: Sequence[str], rows: list[list[str]], right: Sequence[int]) -> None:
        cells = [[ascii_(x) for x in row] for row in ([list(headers), *rows] if any(headers) else rows)]
        if not cells:
            return
        widths = [max(len(row[n]) for row in cells) for n in range(len(cells[0]))]
        for row in cells:
            text = "  ".join(
                x.rjust(w) if n in right else x.ljust(w) for n, (x, w) in enumerate(zip(row, widths))
            )
            self.out.write(text.rstrip() + "\n")

    def bar(self, share: float, width: int = 24) -> str:
        """A share as a bar; never empty where it is not nothing."""
        full = round(share * width)
        if share > 0 and not full:
            full = 1
        return ("#" if self.plain else "█") * full
