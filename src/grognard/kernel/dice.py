"""Dice that anybody can check: throw n is a keyed hash of the seed, committed to before the game begins."""

from __future__ import annotations

import hashlib
import hmac
import secrets

from .frame import Action
from .state import State


def new_seed() -> str:
    return secrets.token_hex(16)


def commitment(seed: str) -> str:
    """What is shown before the game: it binds the seed without telling it."""
    return hashlib.sha256(f"grognard|{seed}".encode()).hexdigest()


def ticket(seed: str, throw: int, what: str, tickets: int) -> int:
    """An even draw from 0 to tickets - 1. Blocks that would favour low numbers are thrown away."""
    fair = (1 << 256) // tickets * tickets
    block = 0
    while True:
        mark = hmac.new(seed.encode(), f"{throw}|{what}|{block}".encode(), hashlib.sha256).digest()
        n = int.from_bytes(mark)
        if n < fair:
            return n % tickets
        block += 1


def draw(seed: str, throw: int, s: State) -> Action:
    """What this throw of this seed brings in a position where chance decides."""
    frame = s.frames[-1]
    return frame.drawn(s, ticket(seed, throw, type(frame).__name__, frame.tickets(s)))
