"""What is asked of a record on disk: to tell it, to check it, to ask the odds in it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ..kernel.game import Game
from ..kernel.record import BadRecord, unproved, verify_dice
from . import board, lookup, oddsheet
from .errors import NO, Off, told
from .screen import Screen
from .session import Session


def read(path: Path, to: int | None = None) -> Game[Any]:
    """The game of a record, or one line that says what is wrong with it."""
    from .. import load

    if to is not None and to < 0:
        raise Off(f"--to is a number of actions, not {to}")
    try:
        return load(path, to=to)
    except BadRecord as e:
        why = told(e)
        raise Off(why if str(path) in why else f"{path}: {why}", NO) from None


def replay(screen: Screen, path: Path, to: int | None, json: bool) -> None:
    game = read(path, to)
    session = Session(game, screen)
    if json:
        screen.out.write(lookup.game_json(game, session.view).decode() + "\n")
        return
    head = ""
    for n in range(1, len(game.log) + 1):
        before = session.face.headline(game.system.view(game.at(n - 1), session.seer(game.log[n - 1])))
        if before != head:
            screen.title(before)
            head = before
        screen.say(session.log_line(n))
    end(session)
    for note in game.notes:
        screen.say(f"! {note}")


def end(session: Session) -> None:
    """Where a record leaves off."""
    game, screen, face = session.game, session.screen, session.face
    screen.title(f"After {len(game.log)} actions. {face.headline(session.view)}")
    view, grid = session.view, game.world.grid
    at = face.focus(view)
    if at is not None:
        for line in board.picture(face, grid, view, *board.window(grid, at, 3, 4)):
            screen.pieces(line)
    for name in face.summary:
        screen.lines(face.panels[name][1](view, ""))
    now = game.decision
    if now is None:
        verdict = game.verdict
        screen.say(f"The game is over{f': {verdict.why} [{verdict.clause}]' if verdict else ''}.")
    else:
        screen.say(f"{now.side or 'the dice'} must choose: {now.prompt}")


def verify(screen: Screen, path: Path, json: bool) -> int:
    """Replay, and look at every mark, at what the seed was bound by, and at every die."""
    game = read(path)
    wrong, unsaid = verify_dice(game), unproved(game)
    throws = sum(not e.by for e in game.log)
    good = not wrong and not game.notes
    if json:
        lookup.out_json(
            screen,
            {
                "file": str(path),
                "good": good,
                "scenario": game.world.key,
                "actions": len(game.log),
                "throws": throws,
                "wrong": wrong,
                "unproved": unsaid,
                "sealed": game.sealed,
                "notes": game.notes,
                "over": game.over,
                "verdict": game.verdict,
                "digest": lookup.digest(game),
            },
        )
        return 0 if good else NO
    if wrong:
        more = f" (and {len(wrong) - 1} more)" if len(wrong) > 1 else ""
        raise Off(f"{path}: the dice are not those of the seed: {wrong[0]}{more}", NO)
    if game.notes:
        raise Off(f"{path}: {'; '.join(game.notes)}", NO)
    state = "over" if game.over else "not over"
    screen.say(
        f"{path}: good. {game.world.key}, {len(game.log)} actions, {throws} throws; the game is {state}."
    )
    if game.sealed:
        screen.say(f"The seed is told when the game is over: until then {unsaid} throws cannot be checked.")
    elif unsaid:
        screen.say(f"{unsaid} throws came from a record of another seed and cannot be checked by this one.")
    if game.commitment and not game.sealed:
        screen.say("The seed is the one that was committed to before the game.")
    screen.say(f"position {lookup.digest(game)}")
    return 0


def odds(screen: Screen, path: Path, action: str, to: int | None, json: bool) -> None:
    game = read(path, to)
    session = Session(game, screen)
    a = oddsheet.meant(session, action)
    if json:
        lookup.out_json(screen, oddsheet.as_data(session.face, session.view, game, a))
        return
    for note in game.notes:
        screen.say(f"! {note}")
    oddsheet.show(screen, session.face, session.view, game, a)
