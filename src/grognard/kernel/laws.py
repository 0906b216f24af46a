"""The laws that hold for every system at any position that play can reach. Tests and `fuzz` run them."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec

from ..board.names import Unit
from ..geometry.hexes import Hex
from .breach import Breach, Illegal
from .frame import Action
from .game import Game
from .notation import is_enum, parse, slots, text
from .offers import Group, Offers
from .play import apply, chance, check, fold, legal, outcomes
from .state import State
from .system import System
from .view import seen


class LawBroken(AssertionError):
    """A law does not hold; the text says which, and where."""


def law(holds: bool, what: str) -> None:
    if not holds:
        raise LawBroken(what)


def some(s: State, rng: Random, most: int) -> list[Action]:
    """A few of the actions on offer: forward ones and take-backs, each head at most once."""
    offers = legal(s)
    if not offers.forward and not offers.back:
        raise LawBroken("a frame asks and offers nothing")
    if chance(s):
        all_ = list(outcomes(s))
        return rng.sample(all_, min(most, len(all_)))
    return [offers.pick(rng, back=0.2) for _ in range(most)]


def asked(s: State) -> tuple[Any, Any]:
    return (s.frames[-1].who(s), type(s.frames[-1])) if s.frames else (None, None)


def glance(offers: Offers[Any], seed: float) -> list[Any]:
    """What is offered, without opening every group: the heads, the single actions, and one group."""
    heads = offers.heads()
    shown: list[Any] = [x for x in (*offers.forward, *offers.back) if not isinstance(x, Group)]
    if heads:
        shown += [heads, list(offers.of(heads[int(seed * len(heads))]))]
    return shown


def check_position(system: System[Any], s: State, rng: Random, most: int = 4) -> None:
    """Every law that can be asked of one position."""
    law(system.codec.decode(system.codec.encode(s)) == s, "a position survives its code")
    seed = rng.random()
    law(system.codec.from_json(system.codec.to_json(s)) == s, "a position survives JSON")
    for side in system.sides:
        view = system.view(s, side)
        other = system.resample(view, rng)
        law(
            asked(other) == asked(s),
            f"who is asked, and by which step, is the same for all that {side} knows",
        )
        law(system.view(other, side) == view, f"{side} cannot tell apart what looks alike")
        mine, theirs = (glance(system.offers(x, side), seed) for x in (s, other))
        law(mine == theirs, f"{side} is offered the same where all looks alike")
        law(bool(system.codec.to_json(view)), "a view can be sent")
    if not s.frames:
        law(system.verdict(s) is not None, "a game that is over has a verdict")
        return
    if chance(s):
        law(outcomes(s).total() == 1, "chances sum to one")
    for a in some(s, rng, most):
        breach = check(s, a)
        law(breach is None, f"what is offered is legal: {a} - {breach}")
        said = text(a, s.world)
        law(parse(said, s.world, system.actions) == a, f"what is said is what is meant: {said}")
        result = apply(s, a)
        law(fold(s, result.events) == result.state, f"the events tell all: {a}")
        law(apply(s, a) == result, f"the same action brings the same: {a}")
        for side in system.sides:
            seen(result.events, side)


def near_misses(system: System[Any], s: State, rng: Random, most: int) -> Iterator[Action]:
    """Actions that could be typed, close to what is offered: one word of an offer is another one."""
    base = some(s, rng, max(1, most // 4))
    grid, units = s.world.grid, len(s.world.unit_ids)
    for n in range(most):
        a = base[n % len(base)]
        fields = [x for x in slots(type(a)) if x.kind in (Hex, Unit, bool, int)]
        if not fields:
            continue
        slot = fields[rng.randrange(len(fields))]
        old = getattr(a, slot.name)
        if old is None or old == ():
            continue
        if slot.kind is bool:
            new: Any = not old
        elif slot.kind is int and not slot.many:
            new = old + rng.choice((-1, 1))
        elif slot.kind is int:
            new = tuple(x + rng.choice((-1, 0, 1)) for x in old)
        elif slot.kind is Unit:
            other = Unit(rng.randrange(units))
            new = tuple(sorted({*old, other} ^ {rng.choice(old)})) if slot.many else other
        elif slot.many:
            i = rng.randrange(len(old))
            new = (*old[:i], rng.choice(grid.neighbours[old[i]] or old), *old[i + 1 :])
        else:
            new = rng.choice(grid.neighbours[old] or (old,))
        yield msgspec.structs.replace(a, **{slot.name: new})


def wild(system: System[Any], s: State, rng: Random, most: int) -> Iterator[Action]:
    """Anything that could be typed: any verb, with words that are on offer now or that the world knows at all."""
    said: dict[Any, list[Any]] = {}
    for a in some(s, rng, 8):
        for slot in slots(type(a)):
            value = getattr(a, slot.name)
            if value is not None:
                said.setdefault(slot.kind, []).extend(value if slot.many else [value])

    def word(kind: Any) -> Any:
        if kind is bool:
            return rng.random() < 0.3
        if said.get(kind) and rng.random() < 0.6:
            return rng.choice(said[kind])
        if kind is Unit:
            return Unit(rng.randrange(len(s.world.unit_ids)))
        if kind is Hex:
            return rng.choice(list(s.world.grid))
        return rng.choice(list(kind)) if is_enum(kind) else rng.randrange(-1, 9) if kind is int else "nothing"

    for _ in range(most):
        verb = rng.choice(list(system.actions))
        words: dict[str, Any] = {}
        for slot in slots(verb):
            if slot.maybe and rng.random() < 0.3:
                words[slot.name] = None
            elif slot.many:
                words[slot.name] = tuple(word(slot.kind) for _ in range(rng.randrange(4)))
            else:
                words[slot.name] = word(slot.kind)
        yield verb(**words)


def check_heads(offers: Offers[Any]) -> None:
    """An action may stand under two heads (an attack on two hexes), but under one head only once."""
    for x in (*offers.forward, *offers.back):
        if isinstance(x, Group):
            listed = x.rest()
            law(len(set(listed)) == len(listed), f"nothing is offered twice under {x.head}")
    single = [x for x in (*offers.forward, *offers.back) if not isinstance(x, Group)]
    law(len(set(single)) == len(single), "nothing is offered twice")


def check_refusal(s: State, a: Action, breach: Breach) -> None:
    """What is refused is not done, and the one who insists is told the same."""
    law(bool(breach.clause and breach.why), f"a refusal says why: {a}")
    try:
        apply(s, a)
    except Illegal as e:
        law(e.breach == breach, f"the same refusal, asked or tried: {a}")
    else:
        raise LawBroken(f"what is refused is not done: {a} - {breach}")


def check_reach(system: System[Any], s: State, rng: Random, most: int = 24) -> None:
    """Whatever is legal is offered, but for the verbs that say they are open, and can be done; a refusal changes
    nothing, and is the same in all worlds that look alike to him who asks."""
    if not s.frames or chance(s):
        return
    offers, listed = legal(s), None
    check_heads(offers)
    before, who = system.codec.encode(s), s.frames[-1].who(s)
    other = s if who is None else system.resample(system.view(s, who), rng)
    for a in (*near_misses(system, s, rng, most), *wild(system, s, rng, most)):
        breach = check(s, a)
        law(check(other, a) == breach, f"{who} is told the same where all looks alike: {a}")
        if breach is not None:
            check_refusal(s, a, breach)
            continue
        result = apply(s, a)
        law(fold(s, result.events) == result.state, f"the events tell all: {a}")
        if a.verb in offers.open:
            continue
        if listed is None:
            listed = set(offers)
        law(a in listed, f"what is legal is offered: {text(a, s.world)}")
    law(system.codec.encode(s) == before, "asking and refusing change nothing")


def playout(game: Game[Any], rng: Random, *, limit: int = 100_000, back: float = 0.0) -> Iterator[Game[Any]]:
    """Random play to the end, action by action."""
    for _ in range(limit):
        if game.over:
            return
        game.random(rng, back=back)
        yield game
    raise LawBroken(f"random play did not end within {limit} actions")


def perft(s: State, depth: int) -> int:
    """How many positions lie so many choices deep (forward choices; chance counts as one)."""
    if depth == 0 or not s.frames:
        return 1
    offers = legal(s)
    forward = list(type(offers)(offers.forward))
    if depth == 1:
        return len(forward)
    return sum(perft(apply(s, a, judged=True).state, depth - 1) for a in forward)
