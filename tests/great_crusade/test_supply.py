"""Supply (TGC-supply) against slow searches, and what the vectors leave: attack and movement, who is asked, starving."""

from itertools import combinations
from random import Random

import pytest

from grognard.systems.great_crusade.fighting import CombatPhase
from grognard.systems.great_crusade.marching import Movement
from grognard.systems.great_crusade.state import Source
from grognard.systems.great_crusade.supply import AlliedSupply, Feeding, by_worth, feeding, propose
from grognard.systems.great_crusade.world import GERMAN

from .slow import ball, can_serve, countryside, distance, most_served, reaches
from .table import battle, board, france, scene
from .test_movement import HEXES, KINDS, SIZE, spoken

FAR_HOME = {"beyond": [(-20, 0)]}


# ---- lines, against a search hex by hex


def position(rng):
    """A beach, Allied and German units, some hexes beyond the Rhine, all by chance."""
    land = countryside(rng, HEXES, KINDS | {"impassable": 14, "lake": 14}, lines=0.15)
    shores = [(h, s) for h in sorted(HEXES) if land.kind(h) == "sea" for s in sorted(land.next_to(h))]
    sea, shore = rng.choice([(a, b) for a, b in shores if land.kind(b) != "dike"])
    fields = sorted(h for h in HEXES if land.land(h) and land.kind(h) != "dike" and h != shore)
    rng.shuffle(fields)
    allied, german, far = fields[:8], fields[8:16], fields[16:22]
    return land, shore, sea, allied, german, far


@pytest.mark.parametrize("seed", range(60))
def test_lines_hex_by_hex(seed):
    """TGC-supply.5a, TGC-supply.5b, TGC-supply.5c, TGC-supply.5d, TGC-supply.7a, TGC-supply.7b, TGC-supply.7c,
    TGC-supply.8, TGC-supply.17, TGC-supply.18, TGC-area.13f, TGC-area.14b, TGC-area.15, TGC-zoc.10, TGC-def.16: both
    sides, every unit, compared with a search that walks from the unit."""
    rng = Random(seed)
    land, shore, sea, allied, german, far = position(rng)
    units = {h: f"A-inf a{i}" for i, h in enumerate(allied)} | {
        h: f"G-inf g{i}" for i, h in enumerate(german)
    }
    plan = spoken(land)
    chart = board(
        land.terrain,
        sorted(tuple(sorted(s)) for s in land.rivers),
        closed=sorted(tuple(sorted(s)) for s in land.closed),
        numbered=[("normandy", "beach", shore, sea, 20)],
        beyond=far,
        size=SIZE,
    )
    assert chart.land == plan.land
    hq = rng.random() < 0.3
    if hq:
        units[shore] = "A-hq h, i"
    held = [*allied, shore] if hq else allied
    reach = 22 if hq else 11
    g = scene(units, board=chart, turn=2, invaded=[shore], phase="allied_supply")
    for i, h in enumerate(allied):
        assert (g.hungry(f"a{i}") == 0) == reaches(land, h, [shore], reach, german), h
    g = scene(units, board=chart, turn=2, invaded=[shore], phase="german_isolation")
    free = [h for h in far if h not in held]
    for i, h in enumerate(german):
        fed = h in far or reaches(land, h, free, 200, held)
        assert (g.hungry(f"g{i}") == 0) == fed, h


def test_the_lines_of_chance_meet_every_rule():
    """TGC-supply.5b, TGC-supply.17: in the positions above units are fed and not fed, and zones and length decide."""
    fed = hungry = zones = length = 0
    for seed in range(60):
        land, shore, _, allied, german, _ = position(Random(seed))
        for h in allied:
            truth = reaches(land, h, [shore], 11, german)
            fed, hungry = fed + truth, hungry + (not truth)
            zones += truth != reaches(land, h, [shore], 11, [])
            length += truth != reaches(land, h, [shore], 6, german)
    assert min(fed, hungry, zones, length) > 20, (fed, hungry, zones, length)


# ---- allocation, against trying everything


def shortage(rng):
    """A few sources, a few units, who reaches whom by chance."""
    sources = [Source(i, 1, rng.randint(0, 3), 11, 0) for i in range(rng.randint(1, 4))]
    units = list(range(rng.randint(1, 6)))
    reach = {u: tuple(i for i in range(len(sources)) if rng.random() < 0.6) for u in units}
    return sources, units, reach


@pytest.mark.parametrize("seed", range(150))
def test_allocation_by_trying_everything(seed):
    """TGC-supply.13, TGC-supply.19, TGC-supply.20a, TGC-supply.20b, TGC-supply.20c: a set can be served or not; the
    proposal serves as many as can be served, taking each unit in turn where the set can still be served."""
    sources, units, reach = shortage(Random(seed))
    capacity = [x.capacity for x in sources]
    f = Feeding(sources, reach)
    for n in range(len(units) + 1):
        for chosen in combinations(units, n):
            given = f.assign(chosen)
            assert (given is not None) == can_serve(chosen, reach, capacity)
            if given is not None:
                assert set(given) == set(chosen)
                assert all(i in reach[u] for u, i in given.items())
                assert all(list(given.values()).count(i) <= c for i, c in enumerate(capacity))
    proposal = []
    for u in units:
        if can_serve([*proposal, u], reach, capacity):
            proposal.append(u)
    assert list(f.most(units)) == proposal
    assert len(proposal) == most_served(units, reach, capacity)


def test_the_tie_rule():
    """TGC-supply.20c: by attack factor from high to low, then by unit id."""
    one = board(numbered=[("normandy", "beach", (0, 0), (-1, 0), 5)])
    ids = ["us-inf-9", "us-inf-1", "us-inf-2", "us-inf-28", "br-inf-3", "us-abn-82", "us-arm-7", "al-hq-us1"]
    places = [(1, 0), (2, 0), (0, 1), (0, 2)]
    units = {h: ", ".join(ids[2 * i : 2 * i + 2]) for i, h in enumerate(places)}
    g = scene(units, board=one, invaded=[(0, 0)], turn=2, phase="allied_supply")
    assert g.asks("allied", AlliedSupply)
    order = [g.state.world.unit_text(u) for u in by_worth(g.state, g.units(ids))]
    assert order == [
        "us-arm-7",
        "br-inf-3",
        "us-inf-1",
        "us-inf-2",
        "us-inf-28",
        "us-inf-9",
        "us-abn-82",
        "al-hq-us1",
    ]
    assert set(propose(g.state)) == set(g.units(order[:5]))
    assert propose(g.state) == g.offers("supply")[0].units


# ---- sources


def test_capacity_and_hqs():
    """TGC-supply.13, TGC-supply.14, TGC-supply.16c: an HQ eats like a division; three of them are the most."""
    land = board(numbered=[("normandy", "port", (0, 0), (-1, 0), 4)])
    g = scene({(0, 0): "A-hq h, i, j", (30, 0): "A-inf a"}, board=land, turn=2, phase="allied_supply")
    (source,) = g.state.sources
    assert (source.kind, source.range, source.capacity, source.fed) == (2, 33, 4, 4)
    assert g.hungry("a") == 0
    g = scene({(0, 0): "A-hq h, i, j", (1, 0): "A-inf a, b"}, board=land, turn=2, phase="allied_supply")
    assert g.asks("allied", AlliedSupply)
    g.refuses("TGC-supply.20d", "supply a,b,h,i,j").play("supply a,b,h,i")


@pytest.mark.parametrize(
    ("invaded", "hqs", "kind", "range_"),
    [(True, 0, 1, 11), (True, 1, 1, 11), (True, 2, 1, 22), (True, 3, 1, 33), (False, 0, 3, 0), (False, 1, 2, 11),
     (False, 2, 2, 22), (False, 3, 2, 33)],
)  # fmt: skip
def test_ranges(invaded, hqs, kind, range_):
    """TGC-supply.10, TGC-supply.11, TGC-supply.12a, TGC-supply.16a, TGC-supply.16b, TGC-hq.6."""
    land = board(numbered=[("normandy", "port", (-20, 0), (-21, 0), 9)])
    stack = "A-inf x" if not hqs else "A-hq " + ", ".join("hij"[:hqs])
    reach = {n: f"A-inf u{n}" for n in (1, 11, 12, 22, 23, 33, 34)}
    units = {(-20, 0): stack} | {(n - 20, 0): who for n, who in reach.items()}
    g = scene(units, board=land, invaded=[(-20, 0)] if invaded else [], turn=2, phase="allied_supply")
    assert [(x.kind, x.range) for x in g.state.sources] == [(kind, range_)]
    if g.asks("allied", AlliedSupply):
        g.play(f"supply {','.join([*(f'u{n}' for n in reach if n <= range_), *'hij'[:hqs]][:9])}")
    assert {n for n in reach if g.hungry(f"u{n}") == 0} == {n for n in reach if n <= range_}


def test_an_unsupplied_hq_extends_range():
    """TGC-supply.18: two HQs on a beach of capacity one; the one that starves counts all the same."""
    land = board(numbered=[("normandy", "beach", (0, 0), (-1, 0), 1)])
    g = scene(
        {(0, 0): "A-hq h, i", (20, 0): "A-inf a"}, board=land, invaded=[(0, 0)], turn=2, phase="allied_supply"
    )
    g.play("supply a")
    assert (g.hungry("a"), g.hungry("h"), g.hungry("i")) == (0, 1, 1)


def test_a_source_in_german_hands_feeds_nobody():
    """TGC-supply.10, TGC-supply.22: a unit next to a beach that a German holds."""
    land = board(numbered=[("normandy", "beach", (0, 0), (-1, 0), 9)])
    g = scene(
        {(0, 0): "G-st g", (1, 0): "A-inf a"},
        board=land,
        invaded=[],
        lost_beaches=[(0, 0)],
        turn=2,
        phase="allied_supply",
    )
    assert g.state.sources == ()
    assert g.hungry("a") == 1


def test_an_hq_that_leaves_closes_its_port():
    """TGC-supply.15, TGC-supply.21, TGC-inv.27d: a port that lost the status of a beach works by its HQ."""
    land = board(numbered=[("normandy", "port", (0, 0), (-1, 0), 9)], **FAR_HOME)
    g = scene(
        {(0, 0): "A-hq h", (5, 0): "A-inf a", (-20, 0): "G-inf g"},
        board=land,
        lost_beaches=[(0, 0)],
        turn=2,
        phase="allied_supply",
    )
    assert g.hungry("a") == 0
    g.pass_to("allied", Movement).play("move h (1,0)").week()
    assert g.hungry("a") == 1
    g.pass_to("allied", Movement).play("move h (0,0)").week()
    assert g.hungry("a") == 0


# ---- what it does


def test_out_of_supply():
    """TGC-supply.2, TGC-supply.3, TGC-supply.4, TGC-move.14: movement one, attack half, defense full, for both sides."""
    g = battle({(0, 0): "A-arm a", (1, 0): "G-inf d"}, unsupplied="a d")
    assert g.totals("a", "d") == (2.5, 4)
    g = battle({(0, 0): "A-arm a", (1, 0): "G-inf d"}, unsupplied="a d", side="german")
    assert g.totals("d", "a") == (1.5, 5)
    g = scene({(0, 0): "G-pz p"}, unsupplied="p", phase="german_movement")
    assert len(g.reach("p")) == 6


def test_judged_once_a_turn():
    """TGC-supply.1, TGC-supply.21: at the start of a side's own part; what happens later in the turn changes nothing."""
    land = board(numbered=[("normandy", "beach", (0, 0), (-1, 0), 9)], **FAR_HOME)
    units = {(13, 0): "A-inf a", (0, 0): "A-inf x", (-20, 0): "G-inf g", (5, 5): "G-inf h"}
    g = scene(units, board=land, invaded=[(0, 0)], turn=2, phase="allied_supply")
    assert g.hungry("a") == 1
    assert g.hungry("h") == 0  # the Germans have not been judged yet
    g.pass_to("allied", Movement).play("move a (12,0)")
    assert g.hungry("a") == 1
    g.pass_to("german", Movement)
    assert (g.hungry("a"), g.hungry("h")) == (1, 0)
    g.play("move h (6,4)").week()
    assert g.hungry("a") == 2


def test_who_comes_this_turn_is_supplied():
    """TGC-supply.6, TGC-inv.33, TGC-abn.13, TGC-repl.7: invaders, drops and landings of the turn attack in full."""
    g = france(
        {"gold": "A-inf x", "1731": "G-inf d", "5736": "G-inf far"},
        britain="A-abn p, A-arm l",
        turn=3,
        invasion=("normandy", 1),
        invaded="gold",
        phase="allied_supply",
    )
    g.play("drop p 1732").pass_to("allied", Movement).play("land l gold").end()
    assert g.asks("allied", CombatPhase)
    assert g.totals("p l", "d") == (8, 4)
    assert (g.hungry("p"), g.hungry("l")) == (0, 0)


def test_german_hqs_feed_nobody():
    """TGC-supply.9, TGC-hq.6: an isolated stack with an HQ is isolated."""
    g = scene({(0, 0): "G-inf g, G-hq h"}, phase="german_isolation", turn=5)
    assert (g.hungry("g"), g.hungry("h")) == (1, 1)


def test_west_of_the_rhine_a_line_is_needed():
    """TGC-supply.7c: Aachen lies in Germany and not over the Rhine."""
    g = france({"aachen": "G-inf g"}, phase="german_isolation", turn=20)
    assert g.hungry("g") == 0
    chart = g.state.world.chart
    ring = {g.place(h): f"A-inf r{i}" for i, h in enumerate(chart.neighbours[g.hex("aachen")])}
    g = france({"aachen": "G-inf g", **ring}, phase="german_isolation", turn=20)
    assert g.hungry("g") == 1
    assert chart.country[g.hex("aachen")] == "DE"


# ---- choice and starving


def lost_source():
    """S17: fourteen units, P and Q; a German takes Q in his part of the turn."""
    land = board(
        numbered=[("normandy", "beach", (0, 0), (-1, 0), 8), ("normandy", "beach", (0, 6), (-1, 6), 6)],
        beyond=[(-20, 0), (4, 6)],
    )
    units = {(2, r): f"A-inf a{r}, b{r}" for r in range(-3, 4)}
    return scene(
        {**units, (4, 6): "G-pz p", (-20, 0): "G-inf g"},
        board=land,
        invaded=[(0, 0), (0, 6)],
        turn=2,
        phase="allied_supply",
    )


def test_losing_a_source():
    """TGC-supply.22, TGC-supply.20b, TGC-inv.27a: the choice comes at the next Supply Phase."""
    g = lost_source()
    assert not g.asks("allied", AlliedSupply)
    g.pass_to("german", Movement).play("move p (0,6)")
    while not g.asks("allied", AlliedSupply):
        g.end()
    assert g.state.turn == 3
    assert len(propose(g.state)) == 8
    assert len(feeding(g.state).reach) == 14
    some = [f"a{r}" for r in range(-3, 4)]
    g.refuses("TGC-supply.19", f"supply {','.join([*some, 'a0'])}")
    g.refuses("TGC-supply.1", "supply us-arm-2")
    g.play(f"supply {','.join(some)}")  # seven of eight: less than could be fed is legal
    assert [g.hungry(f"a{r}") for r in range(-3, 4)] == [0] * 7
    assert [g.hungry(f"b{r}") for r in range(-3, 4)] == [1] * 7


def test_who_is_out_of_reach_cannot_be_chosen():
    """TGC-supply.19, TGC-supply.20b."""
    land = board(numbered=[("normandy", "beach", (0, 0), (-1, 0), 1)])
    g = scene(
        {(1, 0): "A-inf a, b", (20, 0): "A-inf far"},
        board=land,
        invaded=[(0, 0)],
        turn=2,
        phase="allied_supply",
    )
    assert g.asks("allied", AlliedSupply)
    g.refuses("TGC-supply.19", "supply far")
    assert all(g.unit("far") not in a.units for a in g.offers("supply"))
    assert {a.units for a in g.offers("supply")} == {g.units("a"), g.units("b")}


def test_hunger_of_both_sides_is_counted_apart():
    """TGC-supply.23, TGC-supply.24, TGC-supply.27: each at its own judgements, and removed in its own Combat Phase."""
    g = scene(
        {(0, 0): "A-inf a", (9, 9): "G-inf g", (-9, 0): "G-inf far"},
        board=board(dict.fromkeys(ball((9, 9), 1), "lake"), beyond=[(-9, 0)]),
        turn=2,
        phase="allied_supply",
    )
    assert (g.hungry("a"), g.hungry("g")) == (1, 0)
    g.pass_to("german", Movement)
    assert (g.hungry("a"), g.hungry("g")) == (1, 1)
    g.week(2).pass_to("allied", Movement)
    assert (g.hungry("a"), g.hungry("g")) == (3, 2)
    g.pass_to("german", Movement)
    assert (g.at("a"), g.at("g"), g.hungry("g")) == ("lost", (9, 9), 3)
    g.end()
    assert g.at("g") == "lost"
    assert g.hungry("g") == 0


def test_starving_units_fight_before_they_die():
    """TGC-supply.27: at the end of the Combat Phase, not before it."""
    g = battle({(0, 0): "A-arm a, b", (1, 0): "G-st d", (9, 9): "G-inf x"}, hungry={"a": 3, "b": 2})
    g.play("attack a,b on d", "resolve 1")
    assert g.at("a") == (0, 0)
    g.throws(1)
    assert (g.at("a"), g.at("b"), g.at("d")) == ("lost", (0, 0), "lost")


def test_britain_is_full_of_food():
    """TGC-supply.23: a hungry unit that gets home starts anew."""
    land = board(numbered=[("normandy", "port", (0, 0), (-1, 0), 9)])
    g = scene({(0, 0): "A-inf a"}, board=land, hungry={"a": 2}, turn=5).play("sail a from (0,0)")
    assert (g.at("a"), g.hungry("a")) == ("britain", 0)


def test_a_fortress_does_not_feed():
    """TGC-supply.26, TGC-supply.5d: no terrain protects; no terrain hinders a line either."""
    for kind in ("fortress", "mountain", "city"):
        land = board(
            {(5, 0): kind, (3, 0): kind},
            ["(1,0)|(2,0)"],
            numbered=[("normandy", "beach", (0, 0), (-1, 0), 9)],
        )
        g = scene({(5, 0): "A-inf a"}, board=land, invaded=[(0, 0)], turn=2, phase="allied_supply")
        assert g.hungry("a") == 0
        g = battle({(5, 0): "A-inf a", (9, 9): "G-inf g"}, board=land, hungry={"a": 3})
        assert g.at("a") == "lost"


def test_german_units_need_no_capacity():
    """TGC-supply.7a: any number from one hex, at any distance."""
    units = {(q, 0): f"G-inf a{q}, G-st b{q}" for q in range(-8, 8)}
    g = scene(units, board=board(beyond=[(25, 0)]), phase="german_isolation", turn=5)
    assert not any(g.state.hungry[u] for u in g.state.world.units(GERMAN))
    assert distance((-8, 0), (25, 0)) == 33
