"""The commands of `grognard`. Each imports what it needs when it is called."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Any

import typer
import typer.core

from .errors import Off, complain, explain, hush


class OneLine(typer.core.TyperGroup):
    """Whatever goes wrong is one line on stderr, and an exit status."""

    def main(self, *args: Any, **extra: Any) -> Any:
        extra["standalone_mode"] = False
        try:
            status = super().main(*args, **extra)
            if status == 130:  # typer's word for Ctrl-C
                raise KeyboardInterrupt
            sys.stdout.flush()
        except BaseException as e:
            if isinstance(e, SystemExit):
                raise
            why, status = explain(e)
            if isinstance(e, BrokenPipeError):
                hush()
            if why:
                complain(why)
        sys.exit(status if isinstance(status, int) else 0)


app = typer.Typer(
    cls=OneLine,
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    help="Operational wargames by their real rules: play them, look up every ruling, check every die.",
)

Json = Annotated[bool, typer.Option("--json", help="Answer as JSON.")]
Plain = Annotated[bool, typer.Option("--plain", help="Plain ASCII lines, as for a screen reader.")]
Seed = Annotated[str | None, typer.Option(help="The seed of the dice; the same seed throws the same.")]
Scenario = Annotated[
    str, typer.Argument(help="Such as great-crusade/beachhead; grognard list names them all.")
]
MaybeScenario = Annotated[str | None, typer.Argument(metavar="[SCENARIO]", help="Left out: every scenario.")]
Record = Annotated[Path, typer.Argument(metavar="FILE", help="The record of a game.")]
To = Annotated[int | None, typer.Option(metavar="N", help="Only the first N actions.")]


def own_data(folder: Path | None) -> None:
    """The files of an owner are looked through before anything is played; child processes find them by the variable."""
    import os

    from ..board.owned import VARIABLE

    if folder is not None:
        os.environ[VARIABLE] = str(folder.expanduser().resolve())
    if os.environ.get(VARIABLE):
        from ..systems import IDS, find

        for id in IDS:
            find(id).own_data()


Data = Annotated[
    Path | None,
    typer.Option(
        metavar="FOLDER",
        callback=own_data,
        is_eager=True,
        help="Play by your own tables and map: see grognard data.",
    ),
]


def screen(plain: bool = False) -> Any:
    from .screen import Screen

    return Screen(plain=plain)


def version(wanted: bool) -> None:
    if wanted:
        from .. import __version__

        typer.echo(f"grognard {__version__}")
        raise typer.Exit


@app.callback()
def root(
    version: Annotated[
        bool, typer.Option("--version", callback=version, is_eager=True, help="Say the version.")
    ] = False,
) -> None:
    """Operational wargames by their real rules: play them, look up every ruling, check every die."""


@app.command("list")
def list_(json: Json = False, plain: Plain = False, data: Data = None) -> None:
    """The scenarios there are."""
    from .lookup import scenarios

    scenarios(screen(plain), json)


@app.command()
def play(
    scenario: Annotated[
        str | None, typer.Argument(metavar="[SCENARIO]", help="Left out: you are asked.")
    ] = None,
    seed: Seed = None,
    load: Annotated[Path | None, typer.Option(metavar="FILE", help="Go on with this record.")] = None,
    record: Annotated[Path | None, typer.Option(metavar="FILE", help="Keep the game in this file.")] = None,
    option: Annotated[
        list[str] | None, typer.Option(metavar="NAME=VALUE", help="A switch of the rules.")
    ] = None,
    as_: Annotated[str, typer.Option("--as", metavar="SIDE", help="Your side, or both.")] = "",
    against: Annotated[
        str | None, typer.Option(metavar="PLAYER", help="The computer's player: random, scripted ...")
    ] = None,
    plain: Plain = False,
    data: Data = None,
) -> None:
    """Play a game at this terminal. It is kept on disk as it goes on."""
    from .lookup import keys_of
    from .play import play

    options = keys_of(option or [])
    status = play(
        scenario,
        seed=seed,
        load=load,
        record=record,
        options=options,
        as_=as_,
        against=against,
        plain=plain,
    )
    raise typer.Exit(status)


@app.command()
def serve(
    host: Annotated[str, typer.Option(help="Where to listen; 0.0.0.0 lets in the network.")] = "127.0.0.1",
    port: Annotated[
        int | None, typer.Option(metavar="N", min=0, max=65535, help="Left out: 8732, or any that is free.")
    ] = None,
    no_open: Annotated[bool, typer.Option("--no-open", help="Open no browser.")] = False,
    database: Annotated[
        str | None, typer.Option(metavar="URL", help="sqlite:///FILE or postgresql://...")
    ] = None,
    data: Data = None,
) -> None:
    """Play in the browser. The server runs here until Ctrl-C, and keeps all games."""
    from .serve import serve

    serve(screen(), host, port, not no_open, database)


@app.command()
def replay(file: Record, to: To = None, json: Json = False, plain: Plain = False, data: Data = None) -> None:
    """Tell a recorded game. Then show where it ends."""
    from .records import replay

    replay(screen(plain), file, to, json)


@app.command()
def verify(file: Record, json: Json = False, data: Data = None) -> None:
    """Check a record and its dice. Every action by the rules, every mark, every throw by the seed."""
    from .records import verify

    raise typer.Exit(verify(screen(), file, json))


@app.command()
def odds(
    file: Record,
    action: Annotated[list[str], typer.Argument(help="Such as: attack us-inf-1 on ge-st-716 cas")],
    to: To = None,
    json: Json = False,
    plain: Plain = False,
    data: Data = None,
) -> None:
    """The exact odds of an attack. Asked where a record ends, with all that makes them."""
    from .records import odds

    odds(screen(plain), file, " ".join(action), to, json)


@app.command()
def rule(
    clause: Annotated[str, typer.Argument(help="Such as TGC-crt.7; TGC-move lists a chapter.")],
    json: Json = False,
    plain: Plain = False,
) -> None:
    """Our wording of a clause. Or of all clauses of a chapter."""
    from .lookup import rule

    rule(screen(plain), clause, json)


@app.command()
def table(
    system: Annotated[str, typer.Argument(help="Such as great-crusade.")],
    table: Annotated[str, typer.Argument(help="Such as crt.")],
    keys: Annotated[
        list[str] | None, typer.Argument(metavar="[KEY=VALUE]...", help="column=3:1 die=5")
    ] = None,
    json: Json = False,
    plain: Plain = False,
    data: Data = None,
) -> None:
    """A printed table. Or a row of it, or a cell."""
    from . import lookup

    lookup.table(screen(plain), system, table, keys or [], json)


@app.command()
def data(
    system: Annotated[str, typer.Argument(help="Such as crossing-the-line.")],
    folder: Annotated[
        Path, typer.Argument(metavar="FOLDER", help="Where to; files that are there are kept.")
    ],
) -> None:
    """Write out our data, to be made your own. Keep the files you change, then play with --data FOLDER."""
    from .lookup import data

    data(screen(), system, folder)


@app.command()
def match(
    players: Annotated[tuple[str, str], typer.Argument(metavar="PLAYER PLAYER", help="random, scripted ...")],
    scenario: Scenario,
    games: Annotated[int, typer.Option(metavar="N", help="How many games.")] = 20,
    seed: Seed = None,
    jobs: Annotated[int, typer.Option(metavar="N", help="How many at a time.")] = 1,
    json: Json = False,
    data: Data = None,
) -> None:
    """Set two players against each other. They swap seats from game to game."""
    from .runs import match

    match(screen(), players, scenario, games, seed, jobs, json)


@app.command()
def perft(
    scenario: Scenario,
    depth: Annotated[int, typer.Argument(help="How many choices deep.")],
    json: Json = False,
    data: Data = None,
) -> None:
    """Count positions. So many choices deep: a fingerprint of the rules."""
    from .runs import perft

    perft(screen(), scenario, depth, json)


@app.command()
def fuzz(
    scenario: MaybeScenario = None,
    games: Annotated[int, typer.Option(metavar="N", help="Games of each scenario.")] = 10,
    seed: Seed = None,
    laws: Annotated[int, typer.Option(metavar="N", help="Check the laws every N actions; 0: never.")] = 50,
    crashes: Annotated[
        Path, typer.Option(metavar="FOLDER", help="Where a game that breaks is kept.")
    ] = Path(),
    json: Json = False,
    data: Data = None,
) -> None:
    """Play at random, check the laws. A game that breaks is kept as a record."""
    from .runs import fuzz

    fuzz(screen(), scenario, games, seed, laws, crashes, json)


@app.command()
def clauses(
    missing: Annotated[
        bool, typer.Option("--missing", help="Only what is not cited, with the reason.")
    ] = False,
    system: Annotated[str | None, typer.Option(help="One system only.")] = None,
    json: Json = False,
) -> None:
    """Which clauses are cited. By code and by tests; needs a checkout of the source."""
    from .clauses import report

    raise typer.Exit(report(screen(), missing, system, json))


@app.command()
def bench(json: Json = False) -> None:
    """Measure speed."""
    try:
        from ..lab.bench import main
    except ModuleNotFoundError as e:
        raise Off(f"there is no bench here: {e}", 1) from None
    raise typer.Exit(main(json))
