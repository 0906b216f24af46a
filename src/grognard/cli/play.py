"""`grognard play`: one line in, a few lines out. It is the terminal client, and the client for a screen reader."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from ..board.names import Unit, Unknown, hint
from ..kernel import notation
from ..kernel.breach import Breach, Illegal
from ..kernel.game import Game
from ..kernel.notation import NotUnderstood
from ..kernel.offers import Group, Offers
from ..kernel.record import dumps
from . import commands, lookup
from .errors import NO, Off, complain, hush
from .names import Ambiguous, command
from .screen import Screen
from .session import Session, folder, fresh


class Table:
    """What happens between a player's line and the next."""

    def __init__(self, session: Session, *, tty: bool) -> None:
        self.session, self.tty = session, tty
        self.screen, self.game = session.screen, session.game
        self.breach: Breach | None = None  # the last refusal, for `why`
        self.refused = 0
        self.looking: int | None = None  # the hex looked at last
        self.open = True
        self.said = ("", "")
        self.commands: dict[str, commands.Command] = {**commands.COMMANDS, **commands.panels(session.face)}

    # ---- one line

    def run(self, line: str) -> None:
        line = line.strip()
        if not line or line[0] in "#;":
            return
        try:
            self.obey(line)
        except Illegal as e:
            self.refuse(e.breach)
        except (Ambiguous, Unknown, NotUnderstood) as e:
            self.refused += 1
            self.screen.say(f"? {e}", "bad")
        except Off as e:
            self.refused += 1
            self.screen.say(f"! {e.why}", "bad")

    def obey(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        name = self.meant(word, rest.strip())
        if name in self.commands and not (rest.strip() and self.is_verb(name)):
            self.commands[name].run(self, rest.strip())
        else:
            self.act(f"{name} {rest}".strip(), line)

    def is_verb(self, word: str) -> bool:
        return any(kind.verb == word for kind in self.game.system.actions)

    def meant(self, word: str, rest: str) -> str:
        """The command or the verb that the first word stands for."""
        low = word.lower()
        if low in self.commands or self.is_verb(low):
            return low
        names = [*self.commands, *offered_verbs(self.session.offers)]
        found = command(low, names)
        if found is None:
            every = tuple(dict.fromkeys((*names, *(k.verb for k in self.game.system.actions))))
            raise Unknown(f"nothing is called {word!r}{hint(low, every)}; help lists what there is")
        return found

    def act(self, text: str, line: str) -> None:
        """Do what was said; of an action for one unit, said of a list (embark 1,29 omaha), each in turn."""
        verb, _, rest = text.partition(" ")
        who, _, what = rest.replace(", ", ",").partition(" ")
        one = next((notation.slots(k)[:1] for k in self.game.system.actions if k.verb == verb), ())
        if "," in who and one and one[0].kind is Unit and not one[0].many:
            for unit in filter(None, who.split(",")):
                self.act(f"{verb} {unit} {what}".strip(), line)
            return
        session, game = self.session, self.game
        a = session.read(text)
        said = game.text(a)
        if session.picks:
            if a not in session.picks:
                raise Off(f"choose one of: {', '.join(game.text(x) for x in session.picks)}", NO)
            session.picks = []
        if said != line:
            self.screen.say(f"  ({said})")
        session.do(a)
        self.breach = None

    def refuse(self, breach: Breach) -> None:
        self.refused += 1
        self.breach = breach
        self.screen.say(f"Refused: {breach}. Type why for the clause.", "bad")

    # ---- where we stand

    def show(self, *, always: bool = False) -> None:
        """The heading and what is asked, when they have changed."""
        session, game = self.session, self.game
        head = session.face.headline(session.view)
        now = game.decision
        if now is None:
            verdict = game.verdict
            ask = "The game is over" + (f": {verdict.why} [{verdict.clause}]" if verdict else "") + "."
            ask += " You can still look around, take back, export; quit leaves."
        elif session.picks:
            ask = f"The computer attacks; you choose what is resolved next: {', '.join(map(game.text, session.picks))}"
        else:
            ask = f"{str(now.side).capitalize()} player: {now.prompt or 'choose'}."
        if always or head != self.said[0]:
            self.screen.say()
            self.screen.title(head)
        if always or (head, ask) != self.said:
            self.screen.say(ask)
        self.said = (head, ask)

    @property
    def prompt(self) -> str:
        now = self.game.decision
        return f"{now.side if now and not self.session.picks else self.session.side}> "

    def listen(self) -> str | None:
        """The next line; None: there is no more."""
        out = self.screen.out
        try:
            if self.tty:
                return input(self.prompt)
            out.write(self.prompt)
            out.flush()
            line = sys.stdin.readline()
        except EOFError:
            line = ""
        except UnicodeDecodeError:
            raise Off("the commands are no text", NO) from None
        if not line:
            out.write("\n")
            return None
        if not self.tty:
            out.write(line.rstrip("\n") + "\n")
        return line

    def play(self) -> int:
        try:
            while self.open:
                self.session.go_on()
                self.show()
                line = self.listen()
                if line is None:
                    break
                self.run(line)
            self.screen.say(self.session.kept)
        except KeyboardInterrupt:
            self.screen.say()
            self.screen.say(f"Stopped. {self.session.kept}")
        except BrokenPipeError:
            complain(f"nobody reads on. {self.session.kept}")
            hush()
            return NO
        return NO if self.refused and not self.tty else 0


def offered_verbs(offers: Offers[Any]) -> list[str]:
    verbs = list(offers.open)
    for x in (*offers.forward, *offers.back):
        verbs += [a.verb for a in list(x.rest())[:1]] if isinstance(x, Group) else [x.verb]
    return list(dict.fromkeys(verbs))


# ---- sitting down


def choose_scenario(screen: Screen, ask: Callable[[], str | None]) -> str:
    """List what there is and ask."""
    from .. import scenarios

    known = scenarios()
    screen.title("Which game?")
    for n, about in enumerate(known, 1):
        screen.say(f"{n} {about.id}: {about.title}, {about.turns}, about {lookup.length(about.minutes)}")
        screen.say(f"    {about.blurb}")
    while True:
        line = ask()
        if line is None:
            raise Off("no scenario was chosen")
        word = line.strip().lower()
        if word.isdigit() and 1 <= int(word) <= len(known):
            return known[int(word) - 1].id
        found = [a.id for a in known if word and (word == a.id or a.id.partition("/")[2].startswith(word))]
        if len(found) == 1:
            return found[0]
        screen.say(f"Say a number from 1 to {len(known)}, or the name of a scenario.")


def begin(
    screen: Screen,
    scenario: str | None,
    *,
    seed: str | None,
    load: Path | None,
    record: Path | None,
    options: Mapping[str, str],
    tty: bool,
) -> tuple[Game[Any], Path | None]:
    """The game, and the file that will follow it; None: one of ours."""
    from .. import new
    from .records import read as read_record

    if load is not None:
        if scenario or seed or options:
            raise Off("a loaded game has its scenario, seed and options already")
        game = read_record(load)
        for note in game.notes:
            screen.say(f"! {load}: {note}")
        return game, load if record is None else record
    if scenario is None:
        scenario = choose_scenario(screen, lambda: asked(screen, tty))
    return new(scenario, seed=seed, **options), record


def asked(screen: Screen, tty: bool) -> str | None:
    if not tty:
        line = sys.stdin.readline()
        screen.say(f"scenario> {line.rstrip()}")
        return line or None
    try:
        return input("scenario> ")
    except EOFError:
        return None


def seats(game: Game[Any], as_: str, against: str | None) -> dict[str, Any]:
    """Whom the computer plays."""
    from ..ai.players import PLAYERS

    sides = game.system.sides
    if as_ not in (*sides, "both", ""):
        raise Off(f"--as is one of {', '.join(sides)}, both, not {as_!r}{hint(as_, (*sides, 'both'))}")
    if against is not None and against not in PLAYERS:
        raise Off(
            f"no player is called {against!r}{hint(against, tuple(PLAYERS))}; there are {', '.join(PLAYERS)}"
        )
    if as_ == "both" and against:
        raise Off("--as both leaves no side for the computer")
    if as_ in ("both", "") and not against:
        return {}
    mine = as_ or sides[0]
    name = against or ("scripted" if "scripted" in PLAYERS else "random")
    return {side: PLAYERS[name]() for side in sides if side != mine}


def keep(session: Session, path: Path | None, load: Path | None) -> None:
    """Start the file that follows the game. Nothing that is there already is lost: a new game takes no old file, and
    a loaded one whose file says more than the game (notes, half a line) leaves a copy of it."""
    if path is not None and path != load:
        if path.exists():
            raise Off(f"{path} is there already: go on with it by --load, or name another file", NO)
        try:
            session.start_journal(path)
        except OSError as e:
            raise Off(f"{path}: {e.strerror}", NO) from None
        return
    for place in (path, None):
        try:
            if place is None:
                folder().mkdir(parents=True, exist_ok=True)
                place = fresh(session.game.world.key)
            elif place.read_bytes() != dumps(session.game).encode():
                copy = spare(place)
                copy.write_bytes(place.read_bytes())
                session.screen.say(f"! {place} as it was is kept in {copy}")
            session.start_journal(place)
            return
        except OSError as e:
            session.screen.say(f"! The game cannot be kept in {place or folder()}: {e.strerror}.")
    session.screen.say("! This game is not kept on disk; save FILE keeps it.")


def spare(path: Path) -> Path:
    """A name beside it that no file has yet."""
    n = 1
    while (copy := path.with_name(f"{path.name}.old{n}")).exists():
        n += 1
    return copy


def play(
    scenario: str | None,
    *,
    seed: str | None,
    load: Path | None,
    record: Path | None,
    options: Mapping[str, str],
    as_: str,
    against: str | None,
    plain: bool,
) -> int:
    tty = sys.stdin.isatty() and sys.stdout.isatty()
    screen = Screen(plain=plain)
    game, path = begin(screen, scenario, seed=seed, load=load, record=record, options=options, tty=tty)
    screen = Screen(plain=plain, sides=game.system.sides)
    session = Session(game, screen, seats(game, as_, against))
    keep(session, path, load)
    table = Table(session, tty=tty)
    if tty:
        from .completion import start

        start(table)
    commands.about(table, "")
    if load is not None:
        screen.say("The last actions:")
        commands.log(table, "5")
    screen.say(session.kept.partition(";")[0] + ". Type help for the commands, quit to leave.")
    return table.play()
