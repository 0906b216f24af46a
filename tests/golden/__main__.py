"""Plays the golden games anew, after a rule has changed."""

from .games import GAMES, played, told

for golden in GAMES:
    game = played(golden)
    game.save(golden.record)
    golden.end.write_text(told(game))
    print(golden.record.name, len(game.log), "actions")
