"""The laws of the screen (kernel/show.py) at positions that bold play reaches: it never fails, shows nothing that is covered,
never offers what is refused, hides nothing that is legal, and every way that it offers can be gone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from string import Formatter
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from grognard.board.names import Unit
from grognard.kernel import notation
from grognard.kernel.frame import Opened
from grognard.kernel.play import apply, chance, check, decision, legal
from grognard.kernel.show import Board, Choices, HexCard, Odds, Offer, Shade, Told
from grognard.kernel.view import seen
from grognard.systems.crossing_the_line import actions
from grognard.systems.crossing_the_line.show import SHOW, Screen
from grognard.systems.crossing_the_line.state import State
from grognard.systems.crossing_the_line.telling import worded
from grognard.systems.crossing_the_line.texts import TEXTS
from grognard.systems.crossing_the_line.view import COVERED

from .positions import SCENARIOS, played, position
from .table import SYSTEM

WHO = ("us", "german", "")  # "": whoever looks on
CLAUSES = {part for c in SYSTEM.clauses() for part in (c, c.rstrip("abcdefghijklmnopqrstuvwxyz"))}

places = st.builds(
    position, st.sampled_from(SCENARIOS), st.just(0), st.floats(0, 1, exclude_max=True)
)  # fmt: skip


def law(examples: int):
    return settings(max_examples=examples, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def read(s: State, text: str) -> Any:
    return notation.parse(text, s.world, SYSTEM.actions)


def sent(x: Any, kind: Any) -> None:
    """It survives the wire."""
    assert msgspec.json.decode(msgspec.json.encode(x), type=kind) == x


def looked_at(show: Screen, view: Any, s: State, rng: Random) -> Iterator[tuple[str, Any]]:
    """All that a side may ask of a position, some of it by chance; `s` only for what everybody knows."""
    board, choices = show.board(view), show.choices(view)
    yield "board", board
    yield "choices", choices
    yield "when", show.when(view)
    for head in rng.sample(choices.heads, min(3, len(choices.heads))):
        yield f"offers {head}", list(show.offers(view, head))
    for _ in range(4):
        hex, unit = s.world.hex_text(rng.choice(list(s.world.grid))), rng.choice(s.world.unit_ids)
        yield f"hex {hex}", show.hex(view, hex)
        yield f"aim {unit} {hex}", aimed(show, view, s, unit, hex)
    for o in board.overlays:
        unit = rng.choice(s.world.unit_ids) if o.about else ""
        yield f"shade {o.id} {unit}", show.shade(view, o.id, unit)
    yield from fought(show, view, board, rng)


def aimed(show: Screen, view: Any, s: State, unit: str, hex: str) -> Any:
    found = show.aim(view, unit, hex)
    return found if found is None or isinstance(found, Told) else notation.text(found, s.world)


def fought(show: Screen, view: Any, board: Board, rng: Random) -> Iterator[tuple[str, Any]]:
    own = [p.unit for x in board.stacks for p in x.pieces if x.side == view.side]
    foes = [p.unit for x in board.stacks for p in x.pieces if x.side != view.side]
    if own and foes:
        pair = [rng.choice(own)], [rng.choice(foes)]
        yield "fight", show.fight(view, *pair, [rng.choice(("", "regular", "prepared"))])
    if board.fighting and rng.random() < 0.3:
        yield "running", show.fight(view, board.fighting.attackers, board.fighting.defenders, [])


# ---- nothing leaks


@given(places, st.integers(0, 999))
@law(60)
def test_two_worlds_alike_to_a_side_give_equal_bytes(s: State, seed: int):
    """CTL-5.3.4: board, choices, offers, cards, overlays, odds; and it does not matter which world is drawn for the engine."""
    for side in WHO:
        view = SYSTEM.view(s, side)
        other = SYSTEM.view(SYSTEM.resample(view, Random(seed)), side)
        mine, theirs, elsewhere = (
            list(looked_at(show, v, s, Random(seed)))
            for show, v in ((Screen("a"), view), (Screen("a"), other), (Screen("b"), view))
        )
        for (what, x), (_, y), (_, z) in zip(mine, theirs, elsewhere, strict=True):
            told = msgspec.json.encode(x)
            assert told == msgspec.json.encode(y), f"{side} can tell worlds apart by {what}"
            assert told == msgspec.json.encode(z), f"{what} shows {side} what was only drawn"


@given(places, st.integers(0, 999))
@law(15)
def test_odds_are_those_of_all_worlds_alike(s: State, seed: int):
    """CTL-5.3.4, client 3.10: what a declared attack would bring."""
    now = decision(s)
    attacks = [a for a in legal(s) if isinstance(a, actions.Attack)] if now and now.side else []
    if not attacks or now is None:
        return
    a = Random(seed).choice(attacks)
    view = SYSTEM.view(s, str(now.side))
    other = SYSTEM.view(SYSTEM.resample(view, Random(seed)), str(now.side))
    found = Screen("a").odds(view, a)
    sent(found, Odds)
    assert found.breach is None
    for show, v in ((Screen("a"), other), (Screen("b"), view)):
        assert msgspec.json.encode(show.odds(v, a)) == msgspec.json.encode(found)
    assert sum(x.share for x in found.columns) == pytest.approx(1)
    assert sum(x.share for x in found.outcomes) == pytest.approx(1)
    assert {x.what for x in found.sums} == {"attack", "defense", "DRM"}
    assert all(p.clause in CLAUSES for x in found.sums for p in x.parts)


def strings(x: Any) -> Iterator[str]:
    match x:
        case str():
            yield x
        case dict():
            for k, v in x.items():
                yield k
                yield from strings(v)
        case list() | tuple():
            for v in x:
                yield from strings(v)


@given(places, st.integers(0, 999))
@law(60)
def test_nothing_covered_is_named(s: State, seed: int):
    """CTL-5.3.4a, d: neither the id nor the name of a covered counter stands anywhere; of the enemy only printed strengths."""
    for side in WHO:
        view = SYSTEM.view(s, side)
        hidden = [Unit(u) for u, at in enumerate(view.at) if at == COVERED]
        ids = {s.world.unit_text(u) for u in hidden}
        names = [re.escape(s.world.name(u)) for u in hidden if len(s.world.name(u)) > 3]
        named = re.compile(rf"(?<![\w/])(?:{'|'.join(names)})(?![\w/])") if names else None
        for what, x in looked_at(SHOW, view, s, Random(seed)):
            if what.startswith(("aim", "shade reach", "shade command")):
                continue  # there a unit is asked for by its id
            for text in strings(msgspec.to_builtins(x)):
                assert text not in ids, f"{side} is told of {text} by {what}"
                assert named is None or not named.search(text), f"{side} reads {text!r} in {what}"
        for stack in SHOW.board(view).stacks:
            if stack.side != side:
                for p in stack.pieces:
                    c = s.world.counters[s.world.unit(p.unit)]
                    assert p.values[0 if c.hq else 1] == str(c.strength)
                    assert not {"out_of_command", "isolated"} & set(p.states)  # CTL-5.3.4q


@given(places)
@law(40)
def test_everybody_is_somewhere(s: State):
    """CTL-5.3.4h, n: of every stack the counters that are seen and how many are not; those off the map in their boxes."""
    for side in WHO:
        view = SYSTEM.view(s, side)
        board = SHOW.board(view)
        sent(board, Board)
        for stack in board.stacks:
            there = s.stack(s.world.hex(stack.hex), s.world.sides[s.world.unit(stack.pieces[0].unit)])
            assert len(stack.pieces) + stack.unknown == len(there)
            assert [s.world.unit(p.unit) for p in stack.pieces] == [u for u in there if view.at[u] != COVERED]
            assert side != stack.side or not stack.unknown
        units = [p.unit for x in (*board.stacks, *board.boxes) for p in x.pieces]
        assert len(units) == len(set(units))
        off = {s.world.unit_text(Unit(u)) for u, at in enumerate(s.at) if at in (-2, -3)}
        assert off <= set(units)


# ---- what is offered


def all_offers(view: Any) -> list[Offer]:
    choices = SHOW.choices(view)
    out = [*choices.single, *([choices.main] if choices.main else [])]
    for head in choices.heads:
        found = SHOW.offers(view, head)
        assert found, f"nothing is offered under {head}"
        out += found
    return out


@given(places)
@law(60)
def test_what_is_offered_is_legal_and_what_is_legal_is_offered(s: State):
    now = decision(s)
    for side in WHO:
        view = SYSTEM.view(s, side)
        choices = SHOW.choices(view)
        sent(choices, Choices)
        assert choices.prompt.text
        well_told(s, [choices.prompt, choices.refused])
        if now is None or now.side != side:
            assert (choices.heads, choices.single, choices.main) == ((), (), None)
            assert SHOW.offers(view, "top") == []
            continue
        offered = all_offers(view)
        for o in offered:
            breach = check(s, read(s, o.text))
            refused = choices.refused and choices.main is not None and o.text == choices.main.text
            assert (breach is None) is not bool(refused), (o, breach)
            well_told(s, [Told(o.label, o.key, o.args)])
        texts = {o.text for o in offered}
        for a in legal(s):
            if not isinstance(a, actions.Move):
                assert notation.text(a, s.world) in texts, f"hidden: {a}"
        assert choices.open == legal(s).open


@given(places, st.integers(0, 999))
@law(60)
def test_a_way_can_be_gone(s: State, seed: int):
    """CTL-7.3: a way that is offered leads where it says, unless the enemy or chance is asked on it."""
    now, rng = decision(s), Random(seed)
    if now is None or now.side is None:
        return
    view = SYSTEM.view(s, str(now.side))
    ways = [o for head in SHOW.choices(view).heads for o in SHOW.offers(view, head) if o.way]
    for o in rng.sample(ways, min(12, len(ways))):
        end, asked = s, type(s.frames[-1])
        for n, text in enumerate((o.text, *o.then)):
            a = read(end, text)
            assert check(end, a) is None, (o, text, check(end, a))
            end = apply(end, a).state
            after = decision(end)
            if chance(end) or after is None or after.side != now.side:
                break
            if type(end.frames[-1]).__name__ not in ("Movement", asked.__name__) and n < len(o.then):
                break  # a displacement comes first
        else:
            at = [end.world.hex_text(end.hex(end.world.unit(u))) for u in (o.units or (o.unit,))]
            assert set(at) == {o.hex} or "crowded" in o.signs, o


@given(places, st.integers(0, 999))
@law(40)
def test_a_click_means_something_or_is_explained(s: State, seed: int):
    now, rng = decision(s), Random(seed)
    if now is None or now.side is None:
        return
    view = SYSTEM.view(s, str(now.side))
    own = [s.world.unit_text(u) for u in s.world.by_side[s.world.sides[0]] if s.on_map(u)]
    for _ in range(20):
        hex = s.world.hex_text(rng.choice(list(s.world.grid)))
        meant = SHOW.aim(view, rng.choice(own), hex)
        if isinstance(meant, Told):
            assert meant.clause in CLAUSES
            assert meant.text
        elif meant is not None and (breach := check(s, meant)):
            assert breach.clause in CLAUSES


# ---- what is told


def well_told(s: State, told: list[Told | None]) -> None:
    for x in told:
        if x is None or not x.key:
            continue
        count = x.args.get("count")
        for text in {TEXTS[x.key], worded(x.key, count if isinstance(count, int) else None)}:
            slots = {name for _, name, _, _ in Formatter().parse(text) if name}
            assert slots <= set(x.args), f"{x.key} lacks {slots - set(x.args)}"
        assert x.clause in ("", *CLAUSES), x
        assert all(u in s.world.unit_numbers for u in x.units)
        assert all(s.world.hex(h) in s.world.grid for h in x.hexes)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_event_is_told_to_those_who_saw_it(scenario: str):
    """CTL-5.3.4: from the first line of the log to the last, in words that have their slots filled."""
    game = played(scenario, 0)
    step = max(1, len(game.log) // 150)
    for n in range(0, len(game.log), step):
        s = game.at(n)
        for event in game.log[n].events:
            s = event.on(s)
            if isinstance(event, Opened):
                continue
            for side in WHO:  # as a server tells it: between two steps of play
                view = SYSTEM.view(replace(s, frames=()), side)
                for known in seen((event,), side):
                    well_told(s, [SHOW.told(view, known)])


@given(places, st.integers(0, 999))
@law(30)
def test_every_card_and_every_overlay(s: State, seed: int):
    rng = Random(seed)
    for side in WHO:
        view = SYSTEM.view(s, side)
        for h in rng.sample(list(s.world.grid), 8):
            card = SHOW.hex(view, s.world.hex_text(h))
            sent(card, HexCard)
            assert card.line.startswith(s.world.place(h))
            well_told(s, list(card.facts))
        for o in SHOW.board(view).overlays:
            shade = SHOW.shade(view, o.id, rng.choice(s.world.unit_ids) if o.about else "")
            sent(shade, Shade)
            assert (shade.id, bool(shade.label)) == (o.id, True)
            assert len({x.hex for x in shade.hexes}) == len(shade.hexes)
            for hex in (*(x.hex for x in shade.hexes), *(h for way in shade.lines for h in way)):
                s.world.hex(hex)
