"""The short games (TGC-scen): their start, their last turn, their verdict."""

from random import Random

import pytest
from msgspec.structs import replace

import grognard as gg
from grognard.kernel.game import Game
from grognard.systems.great_crusade.actions import Deal, End
from grognard.systems.great_crusade.invasion import Invasion
from grognard.systems.great_crusade.marching import Movement
from grognard.systems.great_crusade.scene import opened
from grognard.systems.great_crusade.setup import Arrange
from grognard.systems.great_crusade.state import empty
from grognard.systems.great_crusade.system import SYSTEM
from grognard.systems.great_crusade.world import front

FAR = {"hamburg": ["ge-inf-77"]}
ASHORE = ["gold", "sword", "omaha", "utah", "1731", "1732", "1733", "1831"]
BEYOND = ["4719", "4721", "4819", "4821", "4919"]


def divisions(n, *, type="infantry"):
    """So many Allied divisions that are there from the first turn on, infantry first."""
    world = front("beachhead")
    found = [c.id for c in world.counters if c.side == "allied" and c.available == 1 and c.type != "hq"]
    found.sort(key=lambda id: world.counters[world.unit(id)].type != type)
    return found[:n]


def pairs(units, places):
    """Two by two, place after place."""
    return {place: units[2 * n : 2 * n + 2] for n, place in enumerate(places) if units[2 * n : 2 * n + 2]}


def short(scenario, turn, places, hungry=(), germans=FAR, **more):
    """The German part of a turn of a short game begins, everybody where we say."""
    world = front(scenario)
    s = empty(world, turn)
    at, hunger = list(s.at), bytearray(s.hungry)
    for place, ids in {**places, **germans}.items():
        for id in ids:
            at[world.unit(id)] = world.hex(place)
    for id in hungry:
        hunger[world.unit(id)] = 1
    s = replace(s, at=tuple(at), hungry=bytes(hunger), **more)
    return Game(SYSTEM, world, {}, "short", start=opened(s, "german_movement"))


def ended(game, turns=1):
    """Play on without a move until so many turns are over, or the game is."""
    last = game.state.turn + turns
    while not game.over and game.state.turn < last:
        game.do(End())
    return game.verdict and (game.verdict.side, game.verdict.clause)


# ---- the rules of the campaign


def test_short_games_end_early_by_the_rules_of_the_campaign():
    """TGC-scen.1, TGC-vic.3, TGC-vic.6, TGC-vic.9a: whoever wins the campaign wins the short game, before its end."""
    there = pairs(divisions(10), BEYOND)
    assert ended(short("to-the-rhine", 40, there, run=3)) == ("allied", "TGC-vic.3")
    assert ended(short("to-the-rhine", 40, there, run=2)) is None
    assert ended(short("to-the-rhine", 40, {})) == ("german", "TGC-vic.9a")
    for germans, verdict in ((FAR, None), ({}, ("allied", "TGC-vic.6"))):
        assert ended(short("beachhead", 2, {"gold": ["us-inf-1"]}, germans=germans)) == verdict


def test_a_beachhead_that_was_wiped_out_is_not_yet_lost():
    """TGC-scen.1, TGC-vic.9a: nobody ashore before turn 9 ends nothing; the verdict waits for the last turn."""
    assert ended(short("beachhead", 3, {})) is None
    assert ended(short("beachhead", 4, {})) == ("german", "TGC-scen.3")


def test_short_games_are_played_by_all_the_rules():
    """TGC-scen.1: the beachhead begins with the set-up and the landing of the campaign, and refuses what it refuses."""
    game = gg.new("great-crusade/beachhead", seed=1)
    game.do(Deal("historical"))
    assert isinstance(game.decision.frame, Arrange)
    assert game.check("place ge-st-716 caen").clause == "TGC-setup.5"
    game.do("end")
    assert (game.state.turn, type(game.decision.frame)) == (1, Invasion)
    assert game.check("end").clause == "TGC-inv.1"
    game.do("invade normandy")
    assert game.check("embark al-hq-us1 1729").clause == "TGC-inv.9"


# ---- the beachhead


@pytest.mark.parametrize(
    ("n", "port", "hungry", "winner"),
    [
        (16, True, 0, "allied"),
        (17, True, 1, "allied"),
        (15, True, 0, "german"),
        (16, False, 0, "german"),
        (16, True, 1, "german"),
    ],
)
def test_sixteen_divisions_and_a_port(n, port, hungry, winner):
    """TGC-scen.3: in supply, on the continent, HQs not counted; and a port with somebody on it."""
    units = divisions(n)
    places = pairs(units, [*ASHORE, "1933"])
    places["1934"] = ["al-hq-us1", "al-hq-br2"]
    if port:
        places["cherbourg"] = ["al-hq-shaef"]
    game = short("beachhead", 4, places, hungry=units[:hungry])
    assert ended(game) == (winner, "TGC-scen.3")
    assert game.over


def test_an_inland_port_will_do():
    """TGC-scen.3: Rouen is one, Caen is none."""
    places = pairs(divisions(16), ASHORE)
    assert ended(short("beachhead", 4, {**places, "rouen": ["al-hq-us1"]})) == ("allied", "TGC-scen.3")
    assert ended(short("beachhead", 4, places)) == ("german", "TGC-scen.3")


def test_every_kind_of_division_counts():
    """TGC-scen.3, TGC-def.8: armor and airborne like infantry."""
    for type in "armor", "airborne":
        units = divisions(16, type=type)
        assert any(front("beachhead").counters[front("beachhead").unit(u)].type == type for u in units)
        places = {**pairs(units, ASHORE), "cherbourg": ["al-hq-us1"]}
        assert ended(short("beachhead", 4, places)) == ("allied", "TGC-scen.3")


def test_nothing_is_judged_before_turn_4():
    """TGC-scen.2, TGC-scen.3: sixteen divisions and a port at the end of turn 3 are a good beginning."""
    places = {**pairs(divisions(16), ASHORE), "cherbourg": ["al-hq-us1"]}
    game = short("beachhead", 3, places)
    assert ended(game) is None
    assert game.state.turn == 4


# ---- to the Rhine


def test_eight_turns_without_set_up_or_invasion():
    """TGC-scen.4: it begins on turn 37 with everybody in place, and turn 44 is its last; nobody ever invades."""
    game = gg.new("great-crusade/to-the-rhine", seed=1)
    assert (game.state.turn, game.decision.side) == (37, "allied")
    assert sum(a >= 0 for a in game.state.at) > 80
    turns, rng = set(), Random(4)
    while not game.over:
        assert not isinstance(game.decision.frame, Arrange | Invasion)
        turns.add(game.state.turn)
        if isinstance(game.decision.frame, Movement):
            for order in "place ge-inf-85 ulm", "invade normandy", "embark us-inf-65 1729":
                assert game.check(order) is not None
        ends = [a for a in game.legal().forward if a == End()]
        game.do(ends[0]) if ends else game.random(rng)
    assert turns <= set(range(37, 45))
    assert len(turns) == 8


@pytest.mark.parametrize(
    ("n", "hqs", "hungry", "winner"),
    [
        (10, 0, 0, "allied"),
        (9, 0, 0, "german"),
        (9, 1, 0, "german"),
        (10, 0, 1, "german"),
        (11, 0, 1, "allied"),
    ],
)
def test_ten_divisions_beyond_the_rhine(n, hqs, hungry, winner):
    """TGC-scen.5, TGC-vic.2c: at the end of the last turn, in supply, HQs not counted."""
    units = divisions(n)
    places = {**pairs(units, [*BEYOND, "4921"]), "cologne": ["us-arm-9"]}
    if hqs:
        places["5019"] = ["al-hq-us1"]
    world = front("to-the-rhine")
    assert all(world.chart.beyond >> world.hex(p) & 1 for p in (*BEYOND, "4921", "5019"))
    assert not world.chart.beyond >> world.hex("cologne") & 1
    game = short("to-the-rhine", 44, places, hungry=units[:hungry])
    assert ended(game) == (winner, "TGC-scen.5")
    assert ended(short("to-the-rhine", 43, places, hungry=units[:hungry])) is None
