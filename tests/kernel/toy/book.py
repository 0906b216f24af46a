"""The rules of the toy."""

BOOK = """\
TOY-1    The field
  1.1    A hex holds two units of one side at most; the one that came last lies on top.
  1.2    The strength of a covered unit is its owner's secret until it is uncovered or fights.
TOY-2    The sequence of play
  2.1    First a chit is drawn in secret for each covered unit: three of four say fresh, one says worn (strength 1).
  2.2    A turn: draw one of three chits (blue, blue, red) for who goes first; each side in this order activates one
         formation, or passes; then all tired units rest.
  2.3    An activation has two action points: a move costs one, an attack costs one.
TOY-3    Movement
  3.1    A move is up to two hexes, hex by hex, each next to the last.
  3.2    No unit enters a hex with an enemy unit.
TOY-4    Meeting
  4.1    Once in each move, when the mover enters a hex next to an enemy stack of strength four or more, the enemy may
         meet it there. He is asked whenever he might be able to, for all the mover can know.
  4.2    First a die: on 5 and 6 nothing comes of it, and the move goes on.
  4.3    Else the formation of the stack's top unit is activated at once, with two points; nobody meets its moves.
  4.4    After that the move has ended. The activation it belongs to goes on.
TOY-5    Combat
  5.1    A unit that is not tired attacks an adjacent hex; others of its formation next to that hex may support it.
         Until they are named it can be called off, and costs nothing. All who attacked are tired.
  5.2    Both sides show their units. A die, plus the attackers, less the defenders, less one at the mill: on 4 or more
         the defenders are beaten, on 0 or less the unit that led the attack.
  5.3    The beaten side loses a step of one unit there, or all of them retreat.
  5.4    A retreat goes one or two hexes, none with an enemy and none with too many friends, and not back.
  5.5    Then one of the winners may advance along the way of the retreat, short of its end.
TOY-6    Winning
  6.1    Who has no unit left has lost at once.
  6.2    After the last turn he wins who holds the mill; if nobody does, it is a draw.
"""
