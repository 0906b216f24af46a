"""How the scripted player judges The Great Crusade: it looks at the board as anybody may, and plans a phase at a time."""

from .mind import Mind

__all__ = ["Mind"]
