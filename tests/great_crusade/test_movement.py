"""Movement (TGC-move) against a slow search, path by path, on boards that chance has made, and what the vectors leave."""

from __future__ import annotations

from random import Random

import pytest

from grognard.systems.great_crusade.marching import Movement
from grognard.systems.great_crusade.movement import Lifted, slow_by
from grognard.systems.great_crusade.state import SLOW

from .slow import Country, End, Mover, ball, countryside, distance, rectangle, segments
from .table import axial, blank, board, france, scene

SIZE = 13
HEXES = rectangle(SIZE, axial, blank(SIZE).grid)
KINDS = {
    "mountain": 14, "city": 5, "fortress": 8, "fortified_zone": 4, "dike": 1, "impassable": 6, "neutral": 4, "lake": 5,
    "sea": 4,
}  # fmt: skip
FACTORS = {"A-inf": 3, "A-arm": 4, "A-hq": 4, "G-st": 2, "G-inf": 3, "G-abn": 3, "G-pz": 4, "G-hq": 4}
STRATEGIC = {"A-inf", "A-arm", "A-hq", "G-abn", "G-pz"}


def spoken(land: Country, size: int = SIZE):
    """The board of the game for the country of the slow search."""
    pairs = [tuple(sorted(side)) for side in land.rivers]
    shut = [tuple(sorted(side)) for side in land.closed]
    return board(land.terrain, sorted(pairs), closed=sorted(shut), size=size)


def chance_position(rng: Random):
    """A mover, a few enemies and friends, the mover as the slow search sees it, and the game."""
    land = countryside(rng, HEXES, KINDS, lines=0.15)
    kind = rng.choice(sorted(FACTORS))
    german = kind[0] == "G"
    fields = sorted(h for h in HEXES if land.land(h) and land.kind(h) != "dike")
    rng.shuffle(fields)
    middle = min(fields, key=lambda h: distance((0, 0), h))
    fields.remove(middle)
    enemies, friends = fields[:5], fields[5:8]
    them, us = ("A-inf", "G-inf") if german else ("G-inf", "A-inf")
    units = {middle: f"{kind} mover"}
    units |= {h: f"{them} e{i}" for i, h in enumerate(enemies)}
    units |= {h: f"{us} f{i}" for i, h in enumerate(friends)}
    more = {}
    factors, strategic = FACTORS[kind], kind in STRATEGIC and land.kind(middle) != "mountain"
    fate = rng.randrange(6)
    if fate == 0:
        more["unsupplied"] = "mover"
        factors, strategic = 1, False
    if fate == 1 and kind in ("G-abn", "G-pz"):
        more["interdicted"] = "mover"
        strategic = False
    watched = []
    if german:
        wet = sorted({h for side in land.rivers for h in side})
        watched = rng.sample(wet, min(6, len(wet)))
        more["watched"] = watched
    phase = "german_movement" if german else "allied_movement"
    g = scene(units, board=spoken(land), phase=phase, **more)
    return land, enemies, g, Mover(factors, strategic, kind[2:] == "hq", frozenset(watched))


def now(g) -> End:
    u = g.unit("mover")
    return End(g.state.left[u], not g.state.marked(u, SLOW))


@pytest.mark.parametrize("seed", range(150))
def test_every_way_is_found_and_no_other(seed):
    """TGC-move.2, TGC-move.3, TGC-move.5, TGC-move.6, TGC-move.7, TGC-move.8, TGC-move.9, TGC-move.10, TGC-move.11,
    TGC-move.12a, TGC-move.12b, TGC-move.13, TGC-move.14, TGC-move.15, TGC-zoc.6, TGC-area.8a, TGC-area.8b, TGC-area.9a,
    TGC-area.10a, TGC-area.11, TGC-area.13d, TGC-area.14a, TGC-area.15, TGC-area.16a, TGC-air.7a, TGC-air.9a, TGC-hq.2,
    TGC-def.16: two segments of a move, compared with a search that walks all paths."""
    rng = Random(seed)
    land, enemies, g, mover = chance_position(rng)
    for _ in range(3):
        here = g.at("mover")
        found = segments(land, here, mover, enemies) if mover.factors else {}
        assert g.reach("mover") == set(found)
        if not found:
            break
        to = rng.choice(sorted(found, key=lambda h: (-max(found[h]).left, h))[:9])
        g.play(f"move mover ({to[0]},{to[1]})")
        assert now(g) == max(found[to])
        mover = mover._replace(factors=g.left("mover"), strategic=now(g).strategic)


def test_the_boards_of_chance_have_it_all():
    """TGC-move.15: the comparison above meets every rule; a search that leaves one out is caught somewhere."""
    differ = dict.fromkeys(("zone", "rivers", "fortress", "watched", "closed", "hq", "strategic", "first"), 0)
    for seed in range(150):
        land, enemies, g, m = chance_position(Random(seed))
        here = g.at("mover")
        truth = segments(land, here, m, enemies)
        fort = {h: k for h, k in land.terrain.items() if k != "fortress"}
        others = {
            "zone": segments(land._replace(rivers=frozenset()), here, m, enemies),
            "fortress": segments(land._replace(terrain=fort), here, m, enemies),
            "watched": segments(land, here, m._replace(watched=frozenset()), enemies),
            "closed": segments(land._replace(closed=frozenset()), here, m, enemies),
            "hq": segments(land, here, m._replace(hq=False), enemies),
            "strategic": segments(land, here, m._replace(strategic=False), enemies),
            "first": segments(land, here, m, [e for e in enemies if not land.covers(e, here)]),
        }
        others["rivers"] = others["zone"]
        for rule, found in others.items():
            differ[rule] += found != truth
    assert min(differ.values()) >= 5, differ


def test_one_way_does_not_lend_to_another():
    """TGC-move.11, TGC-move.15, TGC-air.9a: two ways of two hexes, the one over the watched river and clear of the enemy,
    the other over land and past him. Who goes on has taken the second, and has no strategic movement."""
    land = board(rivers=["(1,0)|(2,-1)", "(1,-2)|(1,-1)"])
    g = scene({(0, 0): "G-pz p", (1, -2): "A-inf a"}, board=land, phase="german_movement", watched=[(2, -1)])
    g.play("move p (2,-1)")
    assert g.left("p") == 2
    assert g.reach("p") <= ball((2, -1), 2)


def test_any_number_of_units_or_none():
    """TGC-move.1, TGC-seq.8: nobody has to move, and whoever does may be taken up again."""
    g = scene({(0, 0): "A-arm a", (5, 0): "A-inf b"})
    assert not g.game.undo_choice()
    g.play("move a (1,0)", "move b (5,1)", "move a (2,0)", "move b (5,2)", "move a (3,0)")
    assert (g.left("a"), g.left("b")) == (1, 1)
    g.end()
    assert not g.asks("allied", Movement)
    idle = scene({(0, 0): "A-arm a", (5, 0): "A-inf b"}).end()
    assert not idle.asks("allied", Movement)


def test_friends_are_passed_and_enemies_never():
    """TGC-move.3: through any number of friends; never into a hex with an enemy, in a zone or not."""
    wall = {(1, r): f"A-inf w{r + 5}, v{r + 5}" for r in range(-5, 6)}
    g = scene({(0, 0): "A-arm a", **wall})
    assert (2, 0) in g.reach("a")
    assert (8, 0) in g.reach("a")
    g.play("move a (2,0)")
    fort = board({(1, 0): "fortress"})
    g = scene({(0, 0): "A-arm a", (1, 0): "G-inf g"}, board=fort)  # no zone of control
    g.refuses("TGC-move.3", "move a (1,0)")
    assert (1, 0) not in g.reach("a")
    g.play("move a (0,1)")
    assert g.left("a") == 3


def test_a_unit_owns_where_it_stops():
    """TGC-move.16a, TGC-move.16b, TGC-area.22b: passing an installation does not capture it, a pause does."""
    land = board({(0, 0): "fortress"}, installations=[(0, 0)])
    g = scene({(-1, 0): "A-inf a"}, board=land).play("move a (1,0)")
    assert [g.place(h) for h in g.events()[0].way] == [(0, 0), (1, 0)]
    assert not g.state.captured
    g = scene({(-1, 0): "A-inf a"}, board=land).play("move a (0,0)", "move a (1,0)")
    assert g.state.captured == (g.hex((0, 0)),)


def test_an_hq_moves_like_others_but_for_zones():
    """TGC-move.17, TGC-hq.2: four hexes, eight strategically for an Allied one, never into an enemy zone of control."""
    g = scene({(0, 0): "A-hq h", (4, 0): "G-inf g"})
    assert (3, 0) not in g.reach("h")
    g.refuses("TGC-hq.2", "move h (3,0)")
    assert (-8, 0) in g.reach("h")
    g.play("move h (2,0)")
    assert g.left("h") == 2
    near = scene({(0, 0): "A-hq h", (2, 0): "G-inf g"})
    near.refuses("TGC-hq.2", "move h (1,0)", "move h (3,0)")


def test_nobody_leaves_the_map():
    """TGC-move.18: by land there is no way off the map, or onto the sea."""
    g = france({"2621": "A-inf a"})
    g.refuses("TGC-move.18", "move a 2520", "move a 2318")
    corner = scene({(6, 0): "A-inf a"}, board=board(size=SIZE))
    assert corner.reach("a") == ball((6, 0), 6) & HEXES


def test_why_it_is_too_far():
    """TGC-move.2, TGC-move.8, TGC-move.13: the clause that keeps a unit from a hex is the one that is named."""
    g = scene({(0, 0): "G-inf g"}, phase="german_movement")
    g.refuses("TGC-move.8", "move g (6,0)").refuses("TGC-move.2", "move g (7,0)")
    g.play("move g (3,0)").refuses("TGC-move.13", "move g (4,0)")


@pytest.mark.parametrize("seed", range(40))
def test_refusals_know_the_same_rules_as_moves(seed):
    """TGC-move.15, TGC-def.15: with no rule lifted, what explains a refusal finds the very hexes that are offered; and a
    clause is named for every other one."""
    land, _, g, _ = chance_position(Random(seed))
    u, s = g.unit("mover"), g.state
    german = g.asks("german", Movement)
    rules = Lifted(s.world, s.at, u, s.left[u], slow_by(s, u), s.watched if german else ())
    open_ = g.reach("mover") if s.left[u] else set()
    rest = [h for h in HEXES if land.land(h) and land.kind(h) != "dike" and h != g.at("mover")]
    assert {h for h in rest if rules.arrives(g.hex(h), set())} == open_
    for h in rest:
        breach = g.breach(f"move mover ({h[0]},{h[1]})")
        assert (breach is None) == (h in open_)


def line(q: int, kind: str) -> dict[tuple[int, int], str]:
    return {(q, r): kind for r in range(-20, 21)}


@pytest.mark.parametrize("far", ["(3,0)", "(7,0)"])
def test_a_watched_river_is_named(far):
    """TGC-air.9a, TGC-area.16b: no mountain and no enemy keeps the unit from going on, but the interdiction."""
    bank = [(2, r) for r in range(-12, 13)]
    rivers = [f"(1,{r})|(2,{r - d})" for _, r in bank for d in (0, 1)]
    g = scene({(0, 0): "G-pz p"}, board=board(rivers=rivers), phase="german_movement", watched=bank)
    g.refuses("TGC-air.9a", f"move p {far}")


def test_the_mountains_are_named():
    """TGC-area.8a: on the way, be it ordinary or strategic."""
    g = scene({(0, 0): "A-arm a"}, board=board(line(2, "mountain")))
    g.refuses("TGC-area.8a", "move a (3,0)", "move a (6,0)")


def test_the_dike_in_an_enemy_zone_is_named():
    """TGC-area.13d: it leads nowhere as long as the enemy controls it."""
    shut = dict.fromkeys([(1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)], "impassable")
    g = scene({(0, 0): "A-arm a", (2, -1): "G-inf g"}, board=board({(1, 0): "dike", **shut}))
    g.refuses("TGC-area.13d", "move a (2,0)", "move a (1,1)")


def test_who_touched_the_enemy_is_told():
    """TGC-move.11: a segment begun or ended beside the enemy costs the strategic movement of the whole phase."""
    g = scene({(0, 0): "A-arm a", (0, 1): "G-inf e"}, board=board(rivers=["(0,0)|(0,1)"]))
    g.play("move a (0,-1)").refuses("TGC-move.11", "move a (0,-5)")


def test_enemies_in_the_way_are_named():
    """TGC-move.3, TGC-zoc.5: a row of fortresses has no zones of control, and lets nobody through."""
    held = {h: f"G-inf e{n}" for n, h in enumerate([(1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)])}
    g = scene({(0, 0): "A-arm a", **held}, board=board(dict.fromkeys(held, "fortress")))
    assert g.reach("a") == set()
    g.refuses("TGC-move.3", "move a (2,0)")


def test_where_no_way_leads():
    """TGC-move.2, TGC-area.15: near as it is, it is more than eight hexes away, or cut off."""
    cut = dict.fromkeys([(1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)], "impassable")
    g = scene({(0, 0): "A-arm a"}, board=board(cut))
    g.refuses("TGC-move.2", "move a (2,0)")
    assert "no way" in g.breach("move a (2,0)").why


def test_two_rules_at_once():
    """TGC-zoc.6, TGC-move.10: the straight way leads through a zone of control, and is eight hexes long."""
    g = scene({(0, 0): "G-pz p", (4, -1): "A-inf a"}, phase="german_movement")
    g.refuses("TGC-move.10", "move p (8,0)")


def test_interdiction_that_ends_a_strategic_move():
    """TGC-air.9a, TGC-move.12b, TGC-move.13: over the watched river a strategic move ends as well."""
    rivers = [f"(5,{r})|(6,{r})" for r in range(-9, 10)] + [f"(5,{r})|(6,{r - 1})" for r in range(-9, 10)]
    watched = [(6, r) for r in range(-9, 10)]
    land = board(rivers=rivers)
    free = scene({(0, 0): "G-pz p"}, board=land, phase="german_movement")
    assert (8, 0) in free.reach("p")
    g = scene({(0, 0): "G-pz p"}, board=land, phase="german_movement", watched=watched)
    assert (6, 0) in g.reach("p")
    assert not {(7, 0), (8, 0)} & g.reach("p")
    assert g.may("move p (6,0)")
