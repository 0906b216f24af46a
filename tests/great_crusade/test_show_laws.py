"""The laws of the screen (kernel/show.py), at positions that play by chance and play by the computer reach: a screen never
fails, never offers what is refused, hides nothing that is legal, and explains each refusal by a clause."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import cache
from pathlib import Path
from random import Random
from string import Formatter
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import grognard as gg
from grognard.kernel import notation
from grognard.kernel.game import Game
from grognard.kernel.play import check, decision, legal
from grognard.kernel.show import Board, Choices, Form, HexCard, Offer, Shade, Told
from grognard.systems.great_crusade.actions import Attack, Cancel, End, Lose, Resolve, Shield, Supply
from grognard.systems.great_crusade.combat import targets
from grognard.systems.great_crusade.crt import Exchange
from grognard.systems.great_crusade.state import State
from grognard.systems.great_crusade.supply import AlliedSupply
from grognard.systems.great_crusade.telling import worded
from grognard.systems.great_crusade.texts import TEXTS

from .positions import SCENARIOS, played, position
from .screen import SHOW, SYSTEM
from .test_obligations import position as battlefield

WHO = ("allied", "german", "")  # "": whoever looks on
CLAUSES = {part for c in SYSTEM.clauses() for part in (c, c.rstrip("abcdefghij"))}
"""Every clause; TGC-abn.8 stands for 8a to 8c."""
GOLDEN = Path(__file__).parents[1] / "golden"
RECORDS = [f"great-crusade-{name}" for name in ("beachhead", "to-the-rhine", "france-1944")]


@cache
def golden(name: str) -> Game[State]:
    """A game that the computer played against itself."""
    game: Game[State] = gg.load(GOLDEN / f"{name}-scripted-scripted.grog")
    return game


def recorded(name: str, place: float) -> State:
    game = golden(name)
    return game.at(int(place * len(game.log)))


def battled(seed: int) -> State:
    """In the middle of a crowded little battle: assigning, throwing, retreating, paying."""
    rng = Random(f"screen {seed}")
    game = battlefield(rng).scene().game
    for _ in range(rng.randrange(14)):
        if game.over or game.state.turn > 1:
            break
        game.random(rng, back=0.1)
    return game.state


shares = st.floats(0, 1, exclude_max=True)
places = st.one_of(
    st.builds(position, st.sampled_from(SCENARIOS), st.integers(0, 2), shares),
    st.builds(recorded, st.sampled_from(RECORDS), shares),
    st.builds(battled, st.integers(0, 10_000)),
)


def law(examples: int):
    """A whole game is played when a position of it is first asked for: that takes its time."""
    return settings(max_examples=examples, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def read(s: State, text: str) -> Any:
    return notation.parse(text, s.world, SYSTEM.actions)


def sent(x: Any, kind: Any) -> None:
    """It survives the wire."""
    assert msgspec.json.decode(msgspec.json.encode(x), type=kind) == x


# ---- nothing fails


@given(places)
@law(60)
def test_whoever_looks_sees_a_board(s: State):
    """TGC-ui.42, TGC-inv.7: the side that decides, the side that waits and a spectator."""
    now = decision(s)
    boards = []
    for side in WHO:
        view = SYSTEM.view(s, side)
        board, choices = SHOW.board(view), SHOW.choices(view)
        sent(board, Board)
        sent(choices, Choices)
        assert SHOW.when(view) == (board.turn, board.headline.removeprefix(f"{board.turn}: "))
        assert choices.prompt.text
        told_well(s, [choices.prompt, choices.refused, *notes_of(board)])
        if now is None or now.side != side:
            assert (choices.heads, choices.single, choices.main, choices.form) == ((), (), None, None)
            assert SHOW.offers(view, "attack") == []
        boards.append(msgspec.structs.replace(board, overlays=()))
        everybody_once(s, board)
    assert boards[0] == boards[1] == boards[2]  # nothing is secret in this game


def notes_of(board: Board) -> list[Told]:
    return [n for x in (*board.stacks, *board.boxes) for p in x.pieces for n in p.notes]


def everybody_once(s: State, board: Board) -> None:
    """TGC-ui.2, TGC-area.1: every unit is on the map, in Britain or in its slot."""
    units = [p.unit for x in (*board.stacks, *board.boxes) for p in x.pieces]
    assert sorted(units) == sorted(s.world.unit_ids)


@given(places, st.integers(0, 999))
@law(40)
def test_every_hex_and_every_overlay_can_be_asked_for(s: State, seed: int):
    """TGC-ui.4, TGC-ui.35."""
    rng = Random(seed)
    for side in WHO:
        view = SYSTEM.view(s, side)
        for h in rng.sample(list(s.world.grid), 12):
            card = SHOW.hex(view, s.world.hex_text(h))
            sent(card, HexCard)
            assert card.title
            assert card.line.startswith(s.world.place(h))
            told_well(s, card.facts)
            assert all(f.clause in ("", *CLAUSES) for f in card.facts)
        for o in SHOW.board(view).overlays:
            units = [rng.choice(s.world.unit_ids) for _ in range(4)] if o.about else []
            for unit in ("", *units):
                shade = SHOW.shade(view, o.id, unit)
                sent(shade, Shade)
                assert shade.id == o.id
                assert shade.label
                for hex in (*(x.hex for x in shade.hexes), *(h for way in shade.lines for h in way)):
                    s.world.hex(hex)
                assert len({x.hex for x in shade.hexes}) == len(shade.hexes)


@pytest.mark.parametrize("name", SCENARIOS)
def test_every_hex_of_the_map_has_a_card(name: str):
    """TGC-ui.4, at the beginning of a game and in the middle of it."""
    for s in (position(name, 0, 0.0), position(name, 0, 0.5)):
        view = SYSTEM.view(s, "allied")
        for h in s.world.grid:
            told_well(s, SHOW.hex(view, s.world.hex_text(h)).facts)


# ---- what is said can be said in another language


def told_well(s: State, told: Iterable[Told | None]) -> None:
    for x in told:
        if x is None or not x.key:
            continue
        fits(x.key, x.args)
        assert x.clause in ("", *CLAUSES), x
        assert all(u in s.world.unit_numbers for u in x.units)
        for h in x.hexes:
            s.world.hex(h)


def fits(key: str, args: dict[str, Any]) -> None:
    """Every slot of the sentence is filled."""
    count = args.get("count")
    for text in {TEXTS[key], worded(key, count if isinstance(count, int) else None)}:
        slots = {name for _, name, _, _ in Formatter().parse(text) if name}
        assert slots <= set(args), f"{key} lacks {slots - set(args)}"


@pytest.mark.parametrize("seed", [0, 1])
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_event_is_told_to_everybody(scenario: str, seed: int):
    """From the first line of the log to the last."""
    tell_all(played(scenario, seed))


@pytest.mark.parametrize("name", RECORDS)
def test_every_event_of_a_game_of_the_computer_is_told(name: str):
    tell_all(golden(name))


def tell_all(game: Game[State]) -> None:
    keys = set()
    for n, entry in enumerate(game.log, 1):
        s = game.at(n)
        for side in WHO:
            view = SYSTEM.view(s, side)
            for e in entry.events:
                known = e.seen_by(side)
                told = SHOW.told(view, known) if known is not None else None
                if told is not None:
                    assert told.text
                    assert told.key
                    keys.add(told.key)
                    told_well(s, [told])
                    sent(told, Told)
    assert {"TGC.Moved", "TGC.CombatAssigned", "TGC.DiceShown", "TGC.GameEnded"} <= keys


# ---- what is offered is legal, what is legal is offered


def legal_offer(s: State, o: Offer) -> Any:
    """TGC-ui.41: an offer says what would be done, and it may be done."""
    a = read(s, o.text)
    assert notation.text(a, s.world) == o.text
    assert a.verb == o.verb
    assert (breach := check(s, a)) is None, f"{o.text}: {breach}"
    assert o.label
    fits(o.key, o.args)
    if o.hex:
        s.world.hex(o.hex)
    for hex in o.way:
        s.world.hex(hex)
    assert not o.way or o.way[-1] == o.hex
    sent(o, Offer)
    return a


@given(places, st.integers(0, 999))
@law(120)
def test_what_is_offered_is_legal_and_what_is_legal_is_offered(s: State, seed: int):
    """TGC-ui.8, TGC-ui.41."""
    now = decision(s)
    if now is None or now.side is None:
        return
    view, rng = SYSTEM.view(s, now.side), Random(seed)
    choices, offers = SHOW.choices(view), legal(s)
    singles = [legal_offer(s, o) for o in choices.single]
    assert len({o.text for o in choices.single}) == len(singles)
    if choices.main:
        if choices.refused is None:
            singles.append(legal_offer(s, choices.main))
        else:
            breach = check(s, read(s, choices.main.text))
            assert breach is not None
            assert choices.refused.clause == breach.clause
            assert breach.clause in CLAUSES
    assert len(set(choices.heads)) == len(choices.heads)
    assert choices.open == offers.open
    for head in choices.heads:
        assert head in s.world.unit_numbers or head in ("attack", "interdict", "shield", "watch")
    chosen = rng.sample(choices.heads, min(4, len(choices.heads)))
    shown = {head: [legal_offer(s, o) for o in SHOW.offers(view, head)] for head in chosen}
    for head in chosen:
        assert shown[head] or could_fight(s, view, head), f"nothing is offered to {head}"
    for a in some_legal(s, rng):
        assert reached(s, view, choices, singles, a), notation.text(a, s.world)


def some_legal(s: State, rng: Random) -> list[Any]:
    """All single actions, and those of a few heads."""
    offers = legal(s)
    heads = offers.heads()
    out = [a for x in (offers.forward, offers.back) for a in x if not hasattr(a, "head")]
    for head in rng.sample(heads, min(4, len(heads))):
        found = offers.of(head)
        out += rng.sample(found, min(6, len(found)))
    return out


def reached(s: State, view: Any, choices: Choices, singles: list[Any], a: Any) -> bool:
    """By a button, by clicking a unit and a hex, by a form, or by putting a combat together."""
    text = notation.text(a, s.world)
    if a in singles:
        return True
    if isinstance(a, Supply | Lose):
        ids = {s.world.unit_text(u) for u in a.units}
        return choices.form is not None and a.verb == choices.form.verb and ids <= items(choices.form)
    if isinstance(a, Attack):
        assert SHOW.board(view).fight_phase
        ids = s.world.unit_text
        sheet = SHOW.fight(view, [*map(ids, a.attackers)], [*map(ids, a.defenders)], air(a))
        return (sheet.text, sheet.breach) == (text, None)
    if isinstance(a, Resolve):
        return any(f.resolve == text for f in SHOW.board(view).fights)
    if isinstance(a, Cancel):
        return any(f.cancel == text for f in SHOW.board(view).fights)
    unit = getattr(a, "unit", None)
    heads = [s.world.unit_text(unit)] if unit is not None else [a.verb]
    return any(o.text == text for head in heads for o in SHOW.offers(view, head))


def could_fight(s: State, view: Any, unit: str) -> bool:
    """No attack of it is proposed when the duties can no longer be met, but one can be put together."""
    u = s.world.unit(unit)
    goals = targets(s, u)
    sheets = [
        SHOW.fight(view, [unit], [s.world.unit_text(v)], [])
        for h, stack in s.field.stacks[s.side(u).enemy].items()
        if goals >> h & 1
        for v in stack
    ]
    return any(sheet.breach is None for sheet in sheets)


def air(a: Attack) -> list[str]:
    return [word for word, on in (("cas", a.cas), ("carpet", a.carpet)) if on]


def items(form: Form) -> set[str]:
    return {i.unit for i in form.items}


@given(places)
@law(60)
def test_what_a_form_begins_with_may_be_done(s: State):
    """TGC-ui.32, TGC-ui.37: the proposal, or the cheapest losses."""
    now = decision(s)
    if now is None or not isinstance(now.frame, AlliedSupply | Exchange):
        return
    form = SHOW.choices(SYSTEM.view(s, now.side or "")).form
    assert form is not None
    chosen = [i for i in form.items if i.chosen]
    assert check(s, read(s, f"{form.verb} {','.join(i.unit for i in chosen)}")) is None
    if form.at_least:
        assert sum(Fraction(i.number) for i in chosen) >= Fraction(form.at_least)
    if form.at_most:
        assert len(chosen) <= form.at_most


def test_forms_are_met_on_the_way():
    """The law above says something: there are exchanges and shortages among the positions."""
    seen = {type(s.frames[-1]) for seed in range(400) if (s := battled(seed)).frames}
    assert Exchange in seen
    short = [
        n for name in SCENARIOS for n, e in enumerate(played(name, 1).log) if isinstance(e.action, Supply)
    ]
    assert short


# ---- an unlit hex says why


@given(places, st.integers(0, 999))
@law(120)
def test_an_unlit_hex_says_why_with_its_clause(s: State, seed: int):
    """TGC-ui.15, TGC-ui.17, TGC-ui.41."""
    now, rng = decision(s), Random(seed)
    if now is None or now.side is None:
        return
    view = SYSTEM.view(s, now.side)
    heads = SHOW.choices(view).heads
    units = [h for h in heads if h in s.world.unit_numbers][:1]
    units += rng.sample(s.world.unit_ids, 2)
    for unit in units:
        offers = [o for o in SHOW.offers(view, unit) if o.hex] if unit in heads else []
        lit: dict[str, list[str]] = {}
        for o in offers:
            lit.setdefault(o.hex, []).append(o.text)
        dark = [s.world.hex_text(h) for h in rng.sample(list(s.world.grid), 8)]
        for hex in (*dark, *rng.sample(sorted(lit), min(5, len(lit)))):
            a = SHOW.aim(view, unit, hex)
            if hex in lit:
                assert a is not None, f"{hex} is lit and means nothing"
                assert notation.text(a, s.world) in lit[hex]
            elif a is not None and (breach := check(s, a)):
                assert breach.clause in CLAUSES, breach
                assert breach.why
            else:
                # An attack is put together on its sheet, close defense support may be anywhere: no hexes are lit for them.
                assert getattr(a, "to", None) is None or isinstance(a, Shield), f"{a} is legal, {hex} not lit"


# ---- the computer's turn


@given(places)
@law(60)
def test_what_the_opponent_of_the_computer_picks_from_is_legal(s: State):
    """TGC-ui.30, TGC-combat.14."""
    view = SYSTEM.view(s, "allied")
    offers = legal(s) if s.frames else []
    for a in [a for a in offers if isinstance(a, Resolve | End)]:
        picks = SHOW.human_picks(view, a)
        assert all(check(s, p) is None for p in picks)
        assert not picks or a in picks
