"""A game at one terminal: who sits where, what is done by itself, what is told, what is kept on disk."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Mapping
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

from ..board.names import Side
from ..kernel.frame import Action
from ..kernel.game import Entry, Game
from ..kernel.offers import Group, Offers
from ..kernel.play import chance, decision, legal
from ..kernel.record import Journal
from .errors import NO, Off
from .face import Face, face_of
from .lookup import count
from .names import Ear
from .screen import Screen


def folder() -> Path:
    """Where games are kept that nobody named a file for."""
    base = os.environ.get("XDG_DATA_HOME") or (os.environ.get("LOCALAPPDATA") if os.name == "nt" else None)
    return Path(base or Path.home() / ".local" / "share") / "grognard" / "games"


def fresh(scenario: str) -> Path:
    """A name that no file has yet."""
    stem = f"{scenario.replace('/', '-')}-{time.strftime('%Y%m%d-%H%M%S')}"
    path = folder() / f"{stem}.record"
    n = 2
    while path.exists():
        path = folder() / f"{stem}-{n}.record"
        n += 1
    return path


def forced(s: Any) -> Action | None:
    """The one thing that can be done, where there is but one."""
    offers = legal(s)
    found: list[Action] = []
    for x in (*offers.forward, *offers.back):
        for a in x.rest() if isinstance(x, Group) else [x]:
            found.append(a)
            if len(found) > 1:
                return None
    if len(found) != 1 or found[0].verb in offers.open:
        return None
    return found[0]


class Session:
    """`players` are those that the computer plays, by side; the others sit at this terminal."""

    def __init__(self, game: Game[Any], screen: Screen, players: Mapping[Side, Any] | None = None) -> None:
        self.game, self.screen = game, screen
        self.players = dict(players or {})
        self.people = [side for side in game.system.sides if side not in self.players]
        self.face: Face = face_of(game.system)
        self.rng = Random(f"{game.seed}|players")
        self.journal: Journal | None = None
        self.unsaved = False  # what could not be written
        self.picks: list[Action] = []  # the computer's choice that is the human's by the rules

    # ---- where we stand

    @property
    def side(self) -> Side:
        """Whose view is shown: of who must choose, if he sits here, else of the first who does."""
        now = self.game.decision
        if now is not None and now.side in self.people:
            return now.side
        return self.people[0]

    @property
    def view(self) -> Any:
        return self.game.view(self.side)

    @property
    def offers(self) -> Offers[Any]:
        """What is open to the side whose view is shown."""
        return self.game.system.offers(self.game.state, self.side)

    @property
    def ear(self) -> Ear:
        return Ear(self.game.world, self.face, self.view)

    def free(self, s: Any) -> bool:
        """Must somebody at this terminal choose here, with a choice to make?"""
        now = decision(s)
        return now is not None and now.side in self.people and forced(s) is None

    def read(self, line: str) -> Action:
        return self.ear.action(line, self.game.system.actions, self.game.check)

    # ---- doing

    def do(self, a: Action, by: str = "") -> None:
        self.game.do(a)
        self.keep()
        self.tell(len(self.game.log), by)

    def go_on(self) -> None:
        """Dice, forced choices and the computer, until somebody here must choose or the game is over."""
        game = self.game
        while not game.over and not self.picks:
            if chance(game.state):
                game.roll()
                self.keep()
                self.tell(len(game.log))
                continue
            now = game.decision
            assert now is not None
            only = forced(game.state)
            if now.side in self.players:
                self.computer(now.side, only)
            elif only is not None:
                self.screen.say(f"Only one choice, so it is made: {game.text(only)}")
                self.do(only)
            else:
                return

    def computer(self, side: Side, only: Action | None) -> None:
        game = self.game
        view = game.view(side)
        a = only
        if a is None:
            a = self.players[side].choose(game.system, view, game.system.offers(game.state, side), self.rng)
            if others := list(self.face.human_picks(view, a)):
                self.picks = others
                return
        self.do(a, f"{side}: ")

    # ---- telling

    def seer(self, entry: Entry) -> Side:
        """Who looks on: the one who sits here; with two, the one who acted."""
        return entry.by if entry.by in self.people else self.people[0]

    def story(self, n: int) -> Iterator[str]:
        """What action n of the log brought, in sentences."""
        entry = self.game.log[n - 1]
        s = self.game.at(n - 1)
        for event in entry.result.events:
            s = event.on(s)
            seen = event.seen_by(self.seer(entry))
            if seen is not None and (said := self.game.system.tell(seen, s)):
                yield said

    def tell(self, n: int, by: str = "") -> None:
        """What came of an action; of one of the computer's, at least what kind it was."""
        lines = list(self.story(n))
        if by and not lines:
            lines = [self.game.log[n - 1].action.verb]
        for k, line in enumerate(lines):
            self.screen.say(f"  {by if not k else ''}{line}", by.rstrip(": "))

    def log_line(self, n: int) -> str:
        entry = self.game.log[n - 1]
        told = " ".join(self.story(n))
        if entry.by in self.people:
            text = self.game.text(entry.action)
            told = f"{text}{': ' + told if told else ''}"
        return f"{n} {entry.by or 'dice'}: {told or entry.action.verb}"

    # ---- history

    def stops(self) -> Iterator[int]:
        """After how many actions somebody here had a choice and made one, the last first."""
        for n in range(len(self.game.log) - 1, -1, -1):
            if self.game.log[n].by in self.people and self.free(self.game.at(n)):
                yield n

    def back_to(self, n: int) -> int:
        """Take back all after n actions; how many that were."""
        gone = self.game.log[n:]
        if self.players and any(e.reveals for entry in gone for e in entry.events):
            raise Off("something was revealed since; that cannot be taken back", NO)
        self.game.undo(len(gone))
        self.picks = []
        self.keep()
        return len(gone)

    def undo(self, choices: int) -> int:
        found = list(islice(self.stops(), choices))
        if not found or len(found) < choices:
            raise Off(f"{count(len(found), 'choice')} can be taken back", NO)
        return self.back_to(found[-1])

    def redo(self) -> int:
        """Do the next choice again, and what came of it."""
        game, done = self.game, 0
        if not game.undone:
            raise Off("nothing was taken back", NO)
        while game.undone:
            game.redo()
            done += 1
            self.tell(len(game.log))
            if self.free(game.state):
                break
        self.keep()
        return done

    # ---- keeping

    def start_journal(self, path: Path) -> None:
        self.journal = Journal(self.game, path)

    def keep(self) -> None:
        if self.journal is None:
            return
        try:
            self.journal.update()
            self.unsaved = False
        except OSError as e:
            if not self.unsaved:
                self.screen.say(
                    f"! The game could not be written to {self.journal.path}: {e.strerror}. Play goes on."
                )
            self.unsaved = True

    @property
    def kept(self) -> str:
        if self.journal is None:
            return "This game is not kept."
        if self.unsaved:
            return f"The last actions could not be written to {self.journal.path}."
        return f"Kept in {self.journal.path}; go on with: grognard play --load {self.journal.path}"
