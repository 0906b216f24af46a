"""The laws of the kernel, at positions of this system that random play reaches."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from grognard.kernel import laws
from grognard.kernel.dist import Dist
from grognard.kernel.frame import Throw
from grognard.kernel.odds import noted
from grognard.kernel.play import apply, chance, legal, outcomes
from grognard.systems import find
from grognard.systems.great_crusade import forecast
from grognard.systems.great_crusade.actions import Attack, Resolve
from grognard.systems.great_crusade.crt import Advances, Exchange, Resolution, Retreats
from grognard.systems.great_crusade.fighting import CombatPhase
from grognard.systems.great_crusade.state import SLOT, State

from .positions import SCENARIOS, played, position
from .table import battle, refuses
from .test_obligations import position as battlefield

SYSTEM = find("great-crusade")

places = st.builds(
    position,
    st.sampled_from(SCENARIOS),
    st.integers(0, 2),
    st.floats(0, 1, exclude_max=True),
)


@given(places, st.integers(0, 999))
@settings(max_examples=150, deadline=None)
def test_the_laws_hold(s: State, seed: int):
    laws.check_position(SYSTEM, s, Random(seed))


@given(places, st.integers(0, 999))
@settings(max_examples=100, deadline=None)
def test_whatever_is_legal_is_offered(s: State, seed: int):
    laws.check_reach(SYSTEM, s, Random(seed))


@pytest.mark.parametrize("block", range(4))
def test_the_laws_hold_where_rivers_and_fortresses_meet(block: int):
    """Crowded little battles, from the assigning of combats to the last advance; both options of TGC-combat.24."""
    rng, met = Random(f"battles {block}"), set()
    for _ in range(120):
        game = battlefield(rng).scene().game
        for _ in range(30):
            if game.over or game.state.turn > 1:
                break
            met.add(type(game.state.frames[-1]))
            laws.check_position(SYSTEM, game.state, rng, most=2)
            laws.check_reach(SYSTEM, game.state, rng, most=8)
            game.random(rng, back=0.1)
    assert {CombatPhase, Throw, Retreats, Exchange, Advances} <= met


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_undo_is_exact_and_redo_too(scenario: str):
    game = played(scenario, 1)
    positions = [game.at(n) for n in range(len(game.log) + 1)]
    again = type(game)(game.system, game.world, game.options, game.seed)
    for entry in game.log:
        again.do(entry.action)
    assert again.state == game.state
    for s in reversed(positions[:-1]):
        assert again.undo() == s
    for s in positions[1:]:
        assert again.redo() == s


# ---- exact odds


def fights(scenario: str, seed: int) -> list[State]:
    """Positions in which the die of a combat is about to be thrown."""
    game = played(scenario, seed)
    found = [game.at(n) for n in range(len(game.log))]
    return [
        s
        for s in found
        if s.frames and isinstance(s.frames[-1], Throw) and isinstance(s.frames[-2], Resolution)
    ]


def simulated(s: State, times: int, rng: Random) -> Counter[forecast.Note]:
    """The same combat thrown many times."""
    seen: Counter[forecast.Note] = Counter()
    for _ in range(times):
        now, note = s, forecast.Note()
        while now.frames and any(isinstance(f, Resolution) for f in now.frames):
            if chance(now):
                top = now.frames[-1]
                a = top.drawn(now, rng.randrange(top.tickets(now)))
            else:
                a = forecast.prudent(now)
            now, events = apply(now, a)
            for e in events:
                if isinstance(e, forecast.ResultTaken) and note.result:
                    break
                note = forecast.write(note, e)
        seen[note] += 1
    return seen


@pytest.mark.parametrize("seed", [0, 1, 2])
def test_exact_odds_sum_to_one_and_agree_with_simulation(seed: int):
    for s in fights("beachhead", seed)[:3]:
        depth = next(n for n, f in enumerate(s.frames) if isinstance(f, Resolution))

        def over(now: State, depth: int = depth) -> bool:
            return not any(isinstance(f, Resolution) for f in now.frames[depth:])

        exact: Dist[forecast.Note] = noted(s, over, forecast.prudent, forecast.Note(), forecast.write).map(
            lambda end: end[1]
        )
        assert exact.total() == 1
        times = 600
        counts = simulated(s, times, Random(seed))
        assert set(counts) <= set(exact)
        for note, p in exact.items():
            spread = (times * p * (1 - p)) ** 0.5
            assert abs(counts[note] - times * p) <= 5 * float(spread) + 1


@given(places)
@settings(max_examples=40, deadline=None)
def test_odds_of_every_attack_on_offer_sum_to_one(s: State):
    attacks = [a for a in legal(s) if isinstance(a, Attack)][:3]
    for a in attacks:
        assert SYSTEM.odds(s, a).total() == 1


# ---- odds and what then happens


def assigned(rng: Random) -> State:
    """Some small battle with every duty met, and two combats at least to be resolved."""
    while True:
        g = battlefield(rng).scene()
        while g.game.state.frames and isinstance(g.game.state.frames[-1], CombatPhase):
            s = g.game.state
            if len(s.combats) > 1 and g.may("resolve 1"):
                return s
            attacks = [a for a in g.game.legal() if isinstance(a, Attack)]
            if not attacks:
                break
            g.game.do(rng.choice(attacks))


def told(s: State, a: Resolve) -> Dist[forecast.Outcome]:
    """What the combat brings, read from the positions before and after: each die is thrown once."""
    c = s.combats[a.number - 1]
    ids, thrown = s.world.unit_ids, apply(s, a).state
    found: list[tuple[forecast.Outcome, Fraction]] = []
    for roll, p in outcomes(thrown).items():
        now, events = apply(thrown, roll)
        said = [e.result for e in events if isinstance(e, forecast.ResultTaken)]
        while any(isinstance(f, Resolution) for f in now.frames):
            now, events = apply(now, forecast.prudent(now))
        lost = [u for u in (*c.attackers, *c.defenders) if now.at[u] == SLOT]
        gone = c.attackers if said == ["AR2"] else c.defenders if said == ["DR2"] else ()
        fields = {s.at[v] for v in c.defenders}
        outcome = forecast.Outcome(
            said[0],
            tuple(ids[u] for u in lost if u in c.attackers),
            tuple(ids[u] for u in lost if u in c.defenders),
            tuple(ids[u] for u in gone if now.at[u] not in (SLOT, s.at[u])),
            tuple(s.world.hex_text(h) for h in sorted({now.at[u] for u in c.attackers} & fields)),
        )
        found.append((outcome, p))
    return Dist(found)


@pytest.mark.parametrize("block", range(4))
def test_odds_say_what_then_happens(block: int):
    """TGC-crt.3 to 11, TGC-combat.33, TGC-ui.23: asked of a combat on the list, and before it was put there."""
    rng, results = Random(f"odds {block}"), set()
    for _ in range(40):
        s = assigned(rng)
        expected = told(s, Resolve(1))
        exact = SYSTEM.odds(s, Resolve(1))
        assert dict(exact) == dict(expected)
        assert exact.total() == 1
        c = s.combats[0]
        if not c.carpet:
            before = replace(s, combats=s.combats[1:])
            assert dict(SYSTEM.odds(before, Attack(c.attackers, c.defenders, c.cas))) == dict(expected)
        results |= {o.result for o in exact}
    assert results == {"AE", "DE", "AR2", "DR2", "EX"}


def test_no_odds_of_what_is_forbidden():
    """TGC-air.13a, TGC-combat.4: neither of an attack that cannot be made, nor of bombs that cannot fall."""
    g = battle({(0, 0): "A-arm a", (1, 0): "G-inf d", (3, 0): "G-inf e"}).play("attack a on d")
    assert g.game.odds("resolve 1").total() == 1
    with refuses("TGC-air.13a"):
        g.game.odds("resolve 1 carpet")
    with refuses("TGC-combat.4"):
        g.game.odds(g.text("attack a on e"))
    ready = battle({(0, 0): "A-arm a", (1, 0): "G-inf d"}, attacked_before=[(1, 0)]).play("attack a on d")
    assert ready.game.odds("resolve 1 carpet").total() == 1
