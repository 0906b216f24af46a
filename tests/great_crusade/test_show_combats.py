"""The laws of the combat sheet, at positions that play by chance and play by the computer reach: sums add up, chances are
those of the engine, and what the sheet says of an attack is what happens to it."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.board.names import Unit
from grognard.kernel.breach import Illegal
from grognard.kernel.play import check, decision
from grognard.kernel.show import Odds
from grognard.systems.great_crusade import forecast
from grognard.systems.great_crusade.actions import Attack
from grognard.systems.great_crusade.show import words
from grognard.systems.great_crusade.state import State

from .screen import SHOW, SYSTEM
from .test_show_laws import CLAUSES, air, law, places, read, sent


def units_near(s: State, rng: Random) -> tuple[list[str], list[str]]:
    """Attackers and defenders by chance, mostly such as could fight each other."""
    side = words.phasing(s)
    enemies = [u for stack in s.field.stacks[side.enemy].values() for u in stack]
    if not enemies:
        return [], []
    goal = rng.choice(enemies)
    around = [
        u
        for h, stack in s.field.stacks[side].items()
        if s.world.chart.beside[s.at[goal]] >> h & 1
        for u in stack
    ]
    mine = rng.sample(around, rng.randint(0, len(around)))
    if rng.random() < 0.2:
        mine.append(Unit(rng.randrange(len(s.world.unit_ids))))
    there = list(s.stack(s.hex(goal), side.enemy))
    theirs = rng.sample(there, rng.randint(0 if rng.random() < 0.2 else 1, len(there)))
    ids = s.world.unit_text
    return [ids(u) for u in dict.fromkeys(mine)], [ids(u) for u in theirs]


@given(places, st.integers(0, 999))
@law(120)
def test_sums_add_up_and_chances_are_those_of_the_engine(s: State, seed: int):
    """TGC-ui.23, TGC-crt.1 to 3: of any combat that somebody may try to put together."""
    rng = Random(seed)
    view = SYSTEM.view(s, "allied")
    for _ in range(3):
        attackers, defenders = units_near(s, rng)
        switches = [w for w in ("cas", "carpet") if rng.random() < 0.25]
        sheet_is_sound(s, SHOW.fight(view, attackers, defenders, switches), attackers, defenders)
    for fight in SHOW.board(view).fights:
        sheet = SHOW.fight(view, fight.attackers, fight.defenders, fight.switches)
        assert sheet.text == f"resolve {fight.number}"
        assert sheet.column == fight.odds
        sheet_is_sound(s, sheet, [*fight.attackers], [*fight.defenders])
        assert SHOW.odds(view, read(s, sheet.text)) == sheet


@given(places, st.integers(0, 999))
@law(80)
def test_an_offer_of_a_combat_and_its_sheet_agree(s: State, seed: int):
    """TGC-ui.23, TGC-ui.27: what is attacked, or resolved, with or without bombs, at which odds."""
    now = decision(s)
    if now is None or now.side is None:
        return
    view, rng = SYSTEM.view(s, now.side), Random(seed)
    offers = [o for o in SHOW.choices(view).single if o.verb == "resolve"]
    attacks = SHOW.offers(view, "attack")
    for o in (*offers, *rng.sample(attacks, min(3, len(attacks)))):
        a = read(s, o.text)
        sheet = SHOW.odds(view, a)
        assert (sheet.text, sheet.breach) == (o.text, None)
        assert sheet.column in o.label
        assert sheet.outcomes
        ids = s.world.unit_text
        c = a if isinstance(a, Attack) else s.combats[a.number - 1]
        sheet_is_sound(s, sheet, [*map(ids, c.attackers)], [*map(ids, c.defenders)])
        if isinstance(a, Attack):
            assert SHOW.fight(view, [*map(ids, a.attackers)], [*map(ids, a.defenders)], air(a)) == sheet


def exact(text: str) -> Fraction:
    """A number as it is printed: +2½."""
    sign, text = (-1 if text[0] == "-" else 1), text.lstrip("+-")
    half = Fraction(1, 2) if text.endswith("½") else Fraction(0)
    return sign * (Fraction(text.rstrip("½") or 0) + half)


def sheet_is_sound(s: State, sheet: Odds, attackers: list[str], defenders: list[str]) -> None:
    sent(sheet, Odds)
    assert sheet.title
    for total in sheet.sums:
        assert sum(exact(p.value) for p in total.parts) == exact(total.total)
        assert all(p.clause in CLAUSES for p in total.parts), total
    if sheet.breach:
        assert sheet.breach.clause in CLAUSES
    for c in sheet.candidates:
        assert c.role in ("attacker", "defender")
        assert c.refused is None or c.refused.clause in CLAUSES
        assert c.must in ("", *CLAUSES)
    if sheet.candidates:
        assert {*attackers, *defenders} <= {c.unit for c in sheet.candidates}
        assert len({(c.unit, c.role) for c in sheet.candidates}) == len(sheet.candidates)
    if not sheet.text:
        return
    a = read(s, sheet.text) if attackers and defenders else None
    if sheet.outcomes:
        assert sum(Fraction(o.chance) for o in sheet.outcomes) == 1
        found = {
            forecast.Outcome(o.result, o.attackers_lost, o.defenders_lost, o.retreated, o.taken): Fraction(
                o.chance
            )
            for o in sheet.outcomes
        }
        assert found == dict(SYSTEM.odds(s, a))
        assert all(abs(o.share - float(Fraction(o.chance))) < 1e-12 for o in sheet.outcomes)
        assert [o.good for o in sheet.outcomes] == sorted((o.good for o in sheet.outcomes), reverse=True)
    elif a is not None:
        with pytest.raises(Illegal):
            SYSTEM.odds(s, a)
    assert (sheet.breach is None) == (a is not None and check(s, a) is None)
