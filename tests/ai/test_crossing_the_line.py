"""The scripted player of Crossing the Line: it sees what its side sees, is never refused, and knows what it is after."""

from __future__ import annotations

from random import Random

import pytest

from grognard.ai.crossing_the_line import Mind, mind
from grognard.ai.crossing_the_line.assault import forecast, value
from grognard.ai.crossing_the_line.ground import Ground, objectives
from grognard.ai.crossing_the_line.ways import Ways
from grognard.ai.players import Player, RandomPlayer, play
from grognard.geometry.hexes import Hex
from grognard.kernel.game import Game
from grognard.kernel.laws import playout
from grognard.kernel.play import chance, check, decision
from grognard.systems.crossing_the_line.actions import Posture
from grognard.systems.crossing_the_line.chart import GERMAN, US
from grognard.systems.crossing_the_line.state import State
from grognard.systems.crossing_the_line.strength import BELOW
from grognard.systems.crossing_the_line.system import SYSTEM
from grognard.systems.crossing_the_line.world import theatre

from ..crossing_the_line.table import Table, scene

SHORT = ("stolberg-corridor", "across-the-wurm")


def new(scenario: str, seed: int) -> Game[State]:
    return Game(SYSTEM, SYSTEM.world(f"crossing-the-line/{scenario}"), seed=seed)


def opinion(g: Table) -> str:
    """What the player would do here."""
    now = g.game.decision
    assert now is not None
    assert now.side is not None
    view = g.game.view(now.side)
    return g.game.text(Mind().choose(SYSTEM, view, SYSTEM.offers(g.s, now.side), Random(1)))


# ---- it plays


@pytest.mark.parametrize("scenario", ["first-blood", *SHORT, "aachen-1944"])
def test_it_plays_both_sides_to_the_end(scenario: str, monkeypatch: pytest.MonkeyPatch):
    """`play` raises where an action is refused; and it has an answer of its own to every question."""
    lost: list[str] = []

    def unheard(s: State, *_: object) -> None:
        lost.append(type(s.frames[-1]).__name__)
        raise AssertionError(f"it did not know what to do: {lost}")

    monkeypatch.setattr(mind, "fallback", unheard)
    game = new(scenario, 1)
    verdict = play(game, {"us": Mind(), "german": Mind()}, Random(1))
    assert verdict is not None
    assert verdict == game.verdict


@pytest.mark.parametrize("scenario", SHORT)
@pytest.mark.parametrize("side", ["us", "german"])
def test_it_beats_chance(scenario: str, side: str):
    """Whichever side it plays, the other one being anybody."""
    players: dict[str, Player] = {"us": RandomPlayer(), "german": RandomPlayer(), side: Mind()}
    verdict = play(new(scenario, 1), players, Random(1))
    assert verdict is not None
    assert verdict.side == side


def test_first_blood_can_be_won():
    """Four games in ten, as it stands; chance wins none of them."""
    wins = {"scripted": 0, "random": 0}
    for seed in range(10):
        for name, player in (("scripted", Mind()), ("random", RandomPlayer())):
            verdict = play(new("first-blood", seed), {"us": player}, Random(seed))
            wins[name] += verdict is not None and verdict.side == "us"
    assert wins["scripted"] >= 2 > wins["random"]


@pytest.mark.parametrize(
    ("scenario", "every"), [("first-blood", 5), *((x, 40) for x in SHORT), ("aachen-1944", 150)]
)
def test_it_knows_what_to_do_in_a_muddle(scenario: str, every: int):
    """Wherever random play ends up it has a legal answer, which is a matter of its view alone."""
    game = new(scenario, 4)
    for n, _ in enumerate(playout(game, Random(4))):
        now = decision(game.state)
        if n % every or now is None or now.side is None:
            continue
        view, offers = game.view(now.side), SYSTEM.offers(game.state, now.side)
        a = Mind().choose(SYSTEM, view, offers, Random(n))
        assert check(game.state, a) is None
        other = SYSTEM.resample(view, Random(n + 1))
        again = Mind().choose(SYSTEM, SYSTEM.view(other, now.side), SYSTEM.offers(other, now.side), Random(n))
        assert again == a


# ---- what it is after


def test_objectives_are_those_of_the_scenario():
    """CTL-10.1g, CTL-10.2e, CTL-8.3b: with a plan that it knows, a side plays for it."""
    grid = theatre("stolberg-corridor").grid
    assert objectives(new("stolberg-corridor", 1).state)[grid.hex("2915")] == 15
    assert set(objectives(new("first-blood", 1).state)) == {grid.hex(n) for n in ("2107", "2108", "2109")}
    g = scene(
        scenario="aachen-1944",
        plans=("dummy", "aachen"),
        US={"1810": "hq-1id"},
        phase="us_replacements",
        turn=4,
    )
    assert objectives(g.s)[g.hex("2609")] == 24
    unknown = scene(scenario="aachen-1944", US={"1810": "hq-1id"}, phase="us_replacements", turn=4)
    assert objectives(unknown.s)[g.hex("2609")] == pytest.approx(2 * (12 + 4 + 4) / 3)


def test_it_does_not_know_a_plan_that_it_has_not_seen():
    """CTL-8.3a: what the German side would do is the same whatever the US plan is."""
    said = set()
    for plan in ("aachen", "roer_river"):
        g = scene(
            scenario="aachen-1944", US={"1810": "hq-1id", "2404": "1/16"}, German={"2609": "hq-526", "2506": "GrE-473"},
            plans=(plan,), phase="ops", turn=2, marker=("german", 8),
        )  # fmt: skip
        g.throws((1, 10))
        assert g.asks("german")
        said.add(opinion(g))
    assert len(said) == 1


def test_it_attacks_at_good_odds_and_not_at_bad_ones():
    strong = {"3010": "1/16 E7 CS7", "3110": "2/16 E7 CS7", "2910": "3/16 E7 CS7"}
    g = scene(US=strong, German={"3011": "Lds-12 E3 CS1"}, active="1ID", ap=3)
    assert opinion(g).startswith("attack")
    weak = scene(
        US={"3010": "1/16 E3 CS1"},
        German={"3011": "I/27 E7 CS7"},
        terrain={"3011": "city"},
        active="1ID",
        ap=3,
    )
    assert not opinion(weak).startswith("attack")


def test_an_estimate_orders_attacks_as_the_table_does():
    """T:crt: a better column, or a better DRM, is never worse for the attacker."""
    world = theatre("stolberg-corridor")
    for drm in (-4, 0, 6):
        hits = [forecast(world, column, drm).defender.hits for column in range(9)]
        assert hits == sorted(hits)
    assert forecast(world, BELOW, 10).attacker.hits == 5


def test_support_makes_an_attack_worth_more():
    alone = scene(US={"3010": "1/16"}, German={"3011": "I/27"}, active="1ID", ap=3)
    helped = scene(US={"3010": "1/16", "3110": "2/16"}, German={"3011": "I/27"}, active="1ID", ap=3)
    worth = [value(Ground(g.s, US), g.assault("1/16", "3011", Posture.PREPARED)) for g in (alone, helped)]
    assert worth[1] > worth[0]


def test_it_moves_up_and_digs_in():
    """The US side towards its objectives; the Germans stay before theirs and improve their defense."""
    g = scene(scenario="stolberg-corridor", US={"1810": "hq-1id", "1812": "3/26"}, active="1ID", ap=1)
    assert opinion(g) == "move 3/26"
    german = {"4209": "hq-49", "4303": "I/148", "4204": "GR-150"}
    h = scene(scenario="across-the-wurm", US={"4302": "1/119"}, German=german, active="49", ap=1)
    assert opinion(h) == "improve 4303"


def test_the_ways_it_sees_are_ways_it_can_go():
    """Each step of a way is legal when its time comes."""
    g = new("stolberg-corridor", 1)
    g.roll_on()
    for unit in ("3/33", "83-Rcn", "3/26"):
        s = g.state
        u = s.world.unit(unit)
        f = s.world.staffs[s.assigned[u]].id
        h = Game(SYSTEM, s.world, seed=1)
        h.roll_on()
        h.do(f"act {f}")
        h.roll_on()
        while h.decision and type(h.decision.frame).__name__ == "Snafu":
            h.do("keep")
            h.roll_on()
        ways = Ways(h.state, (u,), h.state.hex(u))
        to = max(ways.costs, key=lambda x: (ways.costs[x], x))
        h.do(f"move {unit}")
        for step in ways.way(to):
            assert not chance(h.state)
            if h.state.hex(u) == to or type(h.decision.frame).__name__ != "Movement":  # type: ignore[union-attr]
                break
            h.do(f"enter {s.world.hex_text(Hex(step))}")


# ---- the Admin Phase


def test_it_places_all_who_can_come():
    """CTL-8.5: HQs first."""
    g = scene(scenario="stolberg-corridor", German={"2609": "hq-526"}, phase="german_arrivals", turn=2)
    assert opinion(g).startswith("place hq-12id")
    g.play(opinion(g))
    assert opinion(g).startswith("place ")


def test_it_assigns_whoever_belongs_to_nobody():
    """CTL-8.2b."""
    g = scene(scenario="stolberg-corridor", German={"2609": "hq-526"}, phase="german_assignment", turn=2)
    assert opinion(g) == "assign 1012-Assault-Gun 526"
    assert opinion(g.play(opinion(g))) == "end"


def test_replacements_go_where_most_is_missing():
    """CTL-8.4.1a."""
    g = scene(US={"2001": "1/16 CS4/7", "2002": "2/16 CS2/7"}, phase="us_replacements", turn=2)
    assert opinion(g) == "spend 2/16"


def test_germans_look_at_a_marker_they_do_not_know():
    """CTL-8.3c."""
    g = scene(
        scenario="aachen-1944",
        German={"2609": "hq-526"},
        plans=("dummy",),
        inspected=(0,),
        phase="victory_plan",
        turn=3,
    )
    g.play("plan pocket").throws(9)
    assert opinion(g) == "inspect 2"


def test_it_looks_at_the_ground_from_its_own_side():
    g = scene(
        scenario="stolberg-corridor",
        US={"2008": "1/16"},
        German={"2108": "GrE-453"},
        phase="us_replacements",
        turn=2,
    )
    assert Ground(g.s, US).gap[g.hex("2008")] == 1
    assert Ground(g.s, GERMAN).gap[g.hex("2108")] == 1
