"""The Mill: a whole little system on ten hexes, made to prove the kernel, and to show how a system is written.

Its rules are in `book.py`. Read `state.py`, `sequence.py`, `movement.py` and `combat.py` beside them, in this order.
"""

from .system import TOY, find

__all__ = ["TOY", "find"]
