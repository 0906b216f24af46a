"""The Great Crusade: France 1944. Two sides, divisions, a week a turn, from the beaches to the Rhine."""
