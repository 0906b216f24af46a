"""The commands of `grognard play`, besides the actions of the game itself."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from ..board.names import Unknown
from ..kernel import notation
from . import looking, lookup, oddsheet
from .errors import NO, Off
from .face import Face
from .names import fitting

if TYPE_CHECKING:
    from .play import Table


class Command(NamedTuple):
    usage: str
    why: str
    run: Callable[[Table, str], None]


def about(t: Table, rest: str) -> None:
    """The game that is played."""
    found = t.game.system.about(t.game.world.key)
    if found is None:
        t.screen.title(f"{t.game.system.title}: a study")
        return
    t.screen.title(
        f"{t.game.system.title}: {found.title}, {found.turns}, about {lookup.length(found.minutes)}"
    )
    t.screen.say(found.blurb)
    if found.reconstructed:
        t.screen.say(f"Note: {found.reconstructed}")
    for name, value in t.game.options.items():
        t.screen.say(f"Option {name} = {value}")
    for side in t.session.players:
        t.screen.say(f"The computer plays the {side} side.")


def why(t: Table, rest: str) -> None:
    breach = t.breach
    if rest:
        if re.match(r"[A-Za-z]{2,4}-", rest) and " " not in rest:
            rule(t, rest)
            return
        a = t.session.read(rest)
        breach = t.game.check(a)
        if breach is None:
            t.screen.say(f"{t.game.text(a)}: legal.")
            return
        t.breach = breach
    if breach is None:
        raise Off("nothing was refused since your last action; why ACTION asks about one", NO)
    t.screen.say(str(breach))
    known = t.game.system.clauses()
    if breach.clause in known:
        t.screen.say(f"{breach.clause}: {lookup.clean(known[breach.clause])}")


def odds(t: Table, rest: str) -> None:
    if not rest:
        raise Off("say which attack: odds UNIT,... on UNIT,..., or a number of the list", NO)
    oddsheet.show(t.screen, t.session.face, t.session.view, t.game, oddsheet.meant(t.session, rest))


def rule(t: Table, rest: str) -> None:
    if not rest:
        raise Off("say which clause, or a chapter", NO)
    lookup.rule(t.screen, rest)


def table(t: Table, rest: str) -> None:
    name, *keys = rest.split() or [""]
    lookup.table(t.screen, t.game.system.id, name, keys)


# ---- the record


def number(rest: str, default: int, what: str) -> int:
    if not rest:
        return default
    if not re.fullmatch(r"[0-9]{1,6}", rest):
        raise Off(f"{what} is a whole number, not {rest!r}", NO)
    return int(rest)


def log(t: Table, rest: str) -> None:
    last = len(t.game.log)
    many = number(rest, 15, "how many lines")
    for n in range(max(1, last - many + 1), last + 1):
        t.screen.say(t.session.log_line(n))
    if not last:
        t.screen.say("Nothing has happened yet.")


def undo(t: Table, rest: str) -> None:
    n = t.session.undo(number(rest, 1, "how many choices"))
    t.screen.say(
        f"Taken back: {lookup.count(n, 'action')}. The log ends at line {len(t.game.log)}; redo does them again."
    )


def redo(t: Table, rest: str) -> None:
    n = t.session.redo()
    t.screen.say(f"Done again: {lookup.count(n, 'action')}.")


def back(t: Table, rest: str) -> None:
    last = len(t.game.log)
    to = number(rest, -1, "a line of the log")
    if not 0 <= to <= last:
        raise Off(f"back N goes to the position after line N of the log, which has {last}", NO)
    while to and not t.session.free(t.game.at(to)):
        to -= 1
    n = t.session.back_to(to)
    t.screen.say(
        f"Back after line {to} of the log: {lookup.count(n, 'action')} taken back; redo does them again."
    )


def save(t: Table, rest: str, over: bool = False) -> None:
    if not rest:
        t.screen.say(t.session.kept)
        return
    path = Path(rest).expanduser()
    if path.exists() and not over:
        raise Off(f"{path} is there already; save! {rest} writes over it", NO)
    written(lambda: t.game.save(path), path)
    t.screen.say(f"Saved in {path}.")


def save_over(t: Table, rest: str) -> None:
    save(t, rest, over=True)


def export(t: Table, rest: str) -> None:
    if not rest:
        raise Off(
            "say where to: export FILE; .json for the position and the log, else the game told as a story", NO
        )
    path = Path(rest).expanduser()
    if path.exists():
        raise Off(f"{path} is there already", NO)
    if path.suffix == ".json":
        data = lookup.game_json(t.game, t.session.view)
    else:
        data = "".join(f"{t.session.log_line(n)}\n" for n in range(1, len(t.game.log) + 1)).encode()
    written(lambda: path.write_bytes(data), path)
    t.screen.say(f"Exported to {path}.")


def written(write: Callable[[], Any], path: Path) -> None:
    try:
        write()
    except OSError as e:
        raise Off(f"{path}: {e.strerror}", NO) from None


# ---- help


def now(t: Table, rest: str) -> None:
    t.show(always=True)


def help_(t: Table, rest: str) -> None:
    if rest:
        help_for(t, rest.split()[0].lower())
        return
    t.screen.say("Commands (the first letters are enough):")
    for c in t.commands.values():
        t.screen.say(f"  {c.usage}: {c.why}")
    from .play import offered_verbs

    t.screen.say("Actions now (help ACTION says more):")
    verbs = offered_verbs(t.session.offers)
    for kind in t.game.system.actions:
        if kind.verb in verbs:
            t.screen.say(f"  {notation.usage(kind)}: {opening(kind)}")
    t.screen.say(
        "Units by id or counter label (us-arm-2, 2A), hexes by number or place (1831, caen), lists with commas."
    )


def opening(kind: Any) -> str:
    return " ".join((kind.__doc__ or "").strip().split())


def help_for(t: Table, word: str) -> None:
    kinds = {k.verb: k for k in t.game.system.actions}
    found = fitting(word, (*t.commands, *kinds))
    if not found:
        raise Unknown(f"nothing is called {word!r}; help lists what there is")
    for name in found:
        if name in t.commands:
            t.screen.say(f"{t.commands[name].usage}: {t.commands[name].why}")
            if name == "map":
                for sign, what in t.session.face.legend:
                    t.screen.say(f"  {sign}: {what}")
        if name in kinds:
            t.screen.say(f"{notation.usage(kinds[name])}: {opening(kinds[name])}")


def quit_(t: Table, rest: str) -> None:
    t.open = False


COMMANDS: dict[str, Command] = {
    "map": Command(
        "map [HEX] [RADIUS]", "the map around a hex, a place or a unit; map all for the whole", looking.map_
    ),
    "stack": Command("stack HEX", "who and what is in a hex", looking.stack),
    "around": Command("around HEX", "the hex and its six neighbours in words", looking.around),
    "units": Command("units [WORDS]", "units, such as units german panzer", looking.units),
    "where": Command("where UNIT", "where a unit is, and in what state", looking.where),
    "moves": Command("moves UNIT", "all that a unit can do now, in groups", looking.moves),
    "legal": Command("legal [WORDS]", "what can be done now", looking.legal),
    "why": Command("why [ACTION]", "why it is refused, or was: the clause in our wording", why),
    "odds": Command(
        "odds ATTACK", "what an attack brings, exactly: odds 1,29 on 352 cas; odds 2, of the list", odds
    ),
    "rule": Command("rule CLAUSE", "our wording of a clause, or the list of a chapter", rule),
    "table": Command("table NAME [KEY=VALUE]", "a printed table, a row or a cell", table),
    "log": Command("log [N]", "the last actions, with their numbers", log),
    "undo": Command("undo [N]", "take back your last choice, with all that came of it", undo),
    "redo": Command("redo", "do again what was taken back", redo),
    "back": Command("back N", "back to after line N of the log", back),
    "save": Command(
        "save FILE", "write the record to a file; without FILE: say where the game is kept", save
    ),
    "save!": Command("save! FILE", "the same over a file that is there", save_over),
    "export": Command("export FILE", "the game as a story, or as JSON where FILE ends so", export),
    "now": Command("now", "turn, phase, and what is asked", now),
    "about": Command("about", "the game that is played", about),
    "help": Command("help [WORD]", "this list, or more about one word", help_),
    "quit": Command("quit", "leave; the game is kept", quit_),
}


def panels(face: Face) -> dict[str, Command]:
    """The panels of the system, as commands."""

    def run(show: Callable[[Any, str], Any]) -> Callable[[Table, str], None]:
        return lambda t, rest: t.screen.lines(show(t.session.view, rest))

    return {name: Command(name, why, run(show)) for name, (why, show) in face.panels.items()}
