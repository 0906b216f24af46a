"""`grognard serve` with dice that a test can rely on: every game has the same seed, and the word for the dice that a
player may add chooses between series of throws."""

from __future__ import annotations

from grognard.cli import main
from grognard.kernel import dice

SEED = "the seed of the tests"


def new_seed() -> str:
    return SEED


if __name__ == "__main__":
    dice.new_seed = new_seed
    main()
