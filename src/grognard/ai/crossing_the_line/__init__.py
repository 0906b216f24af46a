"""How the scripted player judges Crossing the Line: one action at a time, by the ground, the odds, and what the other side is
after."""

from .mind import Mind

__all__ = ["Mind"]
