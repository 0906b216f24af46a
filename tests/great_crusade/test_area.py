"""Definitions (TGC-def) and the playing area (TGC-area): what hexes, units and areas are, and who owns what."""

from fractions import Fraction
from random import Random

import pytest

import grognard as gg
from grognard.geometry.hexset import each
from grognard.kernel.breach import Illegal
from grognard.systems.great_crusade.airborne import Airborne
from grognard.systems.great_crusade.chart import LAND, printed
from grognard.systems.great_crusade.crt import Advances
from grognard.systems.great_crusade.invasion import Invasion
from grognard.systems.great_crusade.marching import Movement
from grognard.systems.great_crusade.world import order_of_battle

from .slow import STEPS, ball, distance
from .table import axial, battle, blank, board, france, refuses, scene

FAR = {"5736": "G-inf far"}
MAP = printed()
NUMBER = MAP.grid.number


def hexes(numbers):
    return [MAP.grid.hex(n) for n in numbers.split()]


# ---- definitions


def test_the_phasing_side_acts():
    """TGC-def.1, TGC-move.1: in its part of the turn a side moves its own units, the other side's are enemies."""
    g = scene({(0, 0): "A-inf a", (9, 0): "G-inf g"}, board=board(beyond=[(9, 0)]))
    g.refuses("TGC-move.1", "move g (10,0)").play("move a (1,0)").pass_to("german", Movement)
    g.refuses("TGC-move.1", "move a (2,0)").play("move g (10,0)")


def test_adjacency_and_distance():
    """TGC-def.2: six directions; the distance of two hexes is the number of steps, terrain ignored."""
    grid = blank().grid
    middle = grid.at(30, 30)
    assert grid.directions == ("E", "NE", "NW", "W", "SW", "SE")
    assert [axial(h) for h in (middle + step for step in grid.steps)] == list(STEPS)
    rng = Random(2)
    for _ in range(200):
        a, b = (grid.at(rng.randrange(61), rng.randrange(61)) for _ in "ab")
        assert grid.distance(a, b) == distance(axial(a), axial(b))
    assert MAP.grid.distance(*hexes("3707 4707")) == 10  # over the IJsselmeer


def test_playable_land():
    """TGC-def.3: any hex but sea, lake, neutral, impassable and off the map; each has exactly one kind of terrain."""
    kinds = {"~": "sea", "w": "lake", "N": "neutral", "X": "impassable", "#": "off_map"}
    seen = {kind: next(h for h in MAP.grid if MAP.terrain[h] == kind) for kind in kinds.values()}
    for hex in seen.values():
        assert not MAP.land >> hex & 1
        with refuses("TGC-def.3"):
            france({NUMBER(hex): "A-inf a"})
        with refuses("TGC-def.3"):
            france({NUMBER(hex): "G-inf g"})
    assert {MAP.terrain[h] for h in each(MAP.land)} == set(LAND)
    assert sum(MAP.kind(t).bit_count() for t in LAND) == MAP.land.bit_count()


def test_a_city_in_the_siegfried_line_is_a_city():
    """TGC-def.3, TGC-area.11: Karlsruhe and Freiburg lie in the line and stay cities; Aachen is part of it."""
    places = {
        name: MAP.terrain[MAP.names[name][1]] for name in ("karlsruhe", "freiburg", "aachen", "saarbruecken")
    }
    assert places == {
        "karlsruhe": "city", "freiburg": "city", "aachen": "fortified_zone", "saarbruecken": "fortified_zone",
    }  # fmt: skip


def test_a_river_is_a_hexside():
    """TGC-def.4, TGC-air.9c: both hexes of the hexside border the river, and no other."""
    land = board(rivers=["(0,0)|(1,0)"])
    g = scene({(9, 9): "G-pz p"}, board=land, phase="allied_tactical_air")
    assert g.may("watch (0,0)")
    assert g.may("watch (1,0)")
    g.refuses("TGC-air.9c", *(f"watch ({q},{r})" for q, r in sorted(ball((0, 0), 2) - {(1, 0)})))


def test_numbered_hexes():
    """TGC-def.5, TGC-area.18, TGC-area.19, TGC-area.20: a sea hex points to one land hex, beside it but for inland
    ports; beaches and ports are coasts."""
    for point in MAP.numbered.values():
        assert MAP.terrain[point.sea] == "sea"
        assert MAP.land >> point.hex & 1
        beside = point.sea in MAP.grid.neighbours[point.hex]
        assert beside or point.kind == "inland"
        assert point.capacity > 0
    assert {p.kind for p in MAP.numbered.values()} == {"beach", "port", "inland"}
    assert len(MAP.by_sea) == len(MAP.numbered) == 54


def test_counters():
    """TGC-def.6, TGC-def.7: three numbers and a type; the three tank brigades are panzer."""
    assert {c.move for c in order_of_battle()} == {2, 3, 4}
    types = {side: {c.type for c in order_of_battle() if c.side == side} for side in ("allied", "german")}
    assert types == {
        "allied": {"armor", "infantry", "airborne", "hq"},
        "german": {"static", "infantry", "airborne", "panzer", "panzer_grenadier", "hq"},
    }
    brigades = {c.id: (c.type, c.factors) for c in order_of_battle() if "pzb" in c.id}
    assert brigades == {
        "ge-ss-pzb-49": ("panzer", "3-3-4"),
        "ge-ss-pzb-51": ("panzer", "3-3-4"),
        "ge-pzb-106": ("panzer", "2-2-4"),
    }


def test_britain():
    """TGC-def.9, TGC-def.10: on no hex, no zone of control, no hunger, nobody attacks it."""
    g = scene({(0, 0): "G-inf g"}, britain="A-inf b", turn=2, phase="allied_supply")
    assert g.at("b") == "britain"
    assert not g.state.field.zoc["allied"]
    g.pass_to("german", Movement).refuses("TGC-combat.1", "attack g on b")
    for _ in range(3):
        assert g.hungry("b") == 0
        g.week()


STAR = (0, 0)


def own(g, star=STAR):
    return g.hex(star) in g.state.allied_stars


def test_to_pause_is_to_stop_and_to_pass_is_not():
    """TGC-def.11, TGC-move.16a, TGC-move.16b: a hex changes hands when a movement segment ends there."""
    land = board(stars=[STAR])
    over = scene({(-1, 0): "A-inf a"}, board=land).play("move a (1,0)")
    assert not own(over)
    pause = scene({(-1, 0): "A-inf a"}, board=land).play("move a (0,0)", "move a (1,0)")
    assert own(pause)


def test_a_drop_is_a_stop():
    """TGC-def.11, TGC-abn.14, TGC-area.22b: an empty fortress, an installation at that, may be dropped on."""
    g = france({"0438": "A-inf a", **FAR}, britain="A-abn p", phase="allied_airborne")
    assert g.state.captured == ()
    g.play("drop p brest")
    assert g.state.captured == (g.hex("brest"),)


def test_a_retreat_is_a_stop():
    """TGC-def.11, TGC-inv.27a: of either side."""
    g = battle({(2, 0): "A-inf a", (3, 0): "G-inf d"}, board=board(stars=[STAR]))
    g.play("attack a on d", "resolve 1").throws(3).play("retreat a to (0,0)")
    assert own(g)
    beach = board(numbered=[("normandy", "beach", (0, 0), (-1, 0), 5)])
    g = battle({(3, 0): "A-inf a, b", (2, 0): "G-st d"}, board=beach, invaded=[(0, 0)])
    g.play("attack a,b on d", "resolve 1").throws(3).play("retreat d to (0,0)")
    assert (g.state.invaded, g.state.lost_beaches) == ((), (g.hex((0, 0)),))


def test_an_advance_is_a_stop():
    """TGC-def.11, TGC-repl.15a, TGC-inv.27a: of either side."""
    land = board({STAR: "city"}, stars=[STAR])
    g = battle({STAR: "G-stw d", (1, 0): "A-arm a, b"}, board=land)
    g.play("attack a,b on d", "resolve 1").throws(1).play("advance a (0,0)")
    assert own(g)
    beach = board({(0, 0): "city"}, numbered=[("normandy", "port", (0, 0), (-1, 0), 5)])
    g = battle({(0, 0): "A-hq a", (1, 0): "G-pz p"}, board=beach, invaded=[(0, 0)], side="german")
    g.play("attack p on a", "resolve 1").throws(1)
    assert g.state.invaded
    g.play("advance p (0,0)")
    assert (g.state.invaded, g.state.lost_beaches) == ((), (g.hex((0, 0)),))


def test_an_invasion_is_a_stop():
    """TGC-def.11, TGC-inv.17, TGC-area.22b: Boulogne is an installation, and a port that can be invaded."""
    g = france({"2421": "A-inf a", **FAR}, invasion=("pas_de_calais", 1)).end()
    assert g.at("a") == "2521"
    assert g.state.captured == g.state.invaded == (g.hex("boulogne"),)


def test_a_replacement_and_a_landing_are_stops():
    """TGC-def.11, TGC-repl.15a, TGC-sea.5: the star held by the enemy's mark is taken back, the installation captured."""
    land = board(stars=[STAR, (5, 0)], beyond=[STAR, (5, 0)])
    g = scene({(1, 0): "G-inf g"}, board=land, allied_stars=[STAR], phase="german_movement").play(
        "move g (0,0)"
    )
    assert not own(g)
    port = board(numbered=[("normandy", "port", (0, 0), (-1, 0), 5)], installations=[(0, 0)])
    g = scene({}, board=port, britain="A-inf a", invaded=[(0, 0)], turn=5)
    assert g.state.captured == ()
    g.play("land a (0,0)")
    assert g.state.captured == (g.hex((0, 0)),)


def test_beyond_the_rhine():
    """TGC-def.12: every hexside of the Rhine and the IJssel has one hex beyond and one that is not; the dike is not."""
    for name in ("Rhine", "IJssel"):
        for a, b in MAP.rivers[name]:
            assert (MAP.beyond >> a & 1) + (MAP.beyond >> b & 1) == 1, (name, NUMBER(a), NUMBER(b))
    assert not MAP.beyond & MAP.dike
    near = {"cologne", "mainz", "strasbourg", "amsterdam", "arnhem", "den_helder", "aachen"}
    over = {
        "essen",
        "duesseldorf",
        "frankfurt",
        "mannheim",
        "karlsruhe",
        "freiburg",
        "groningen",
        "emden",
        "muenster",
    }
    assert {p for p in near | over if MAP.beyond >> MAP.names[p][1] & 1} == over


def test_nobody_gets_over_the_rhine_by_land():
    """TGC-def.12, TGC-area.13a: the far side is a country of its own, bounded by the two rivers and the dike."""
    banks = {frozenset(side) for name in ("Rhine", "IJssel") for side in MAP.rivers[name]}
    for hex in each(MAP.beyond):
        for other in MAP.neighbours[hex]:
            if not MAP.beyond >> other & 1:
                assert frozenset((hex, other)) in banks or MAP.dike >> other & 1, NUMBER(hex)


def test_installations():
    """TGC-def.13, TGC-area.22a: Rotterdam, Boulogne and Brest, fortresses all, and none captured at the start."""
    assert set(MAP.installations) == {MAP.names[p][1] for p in ("rotterdam", "boulogne", "brest")}
    assert {MAP.terrain[h] for h in MAP.installations} == {"fortress"}
    game = gg.new("great-crusade/france-1944", seed=1)
    assert game.state.captured == ()


def test_halves_are_kept():
    """TGC-def.14, TGC-supply.3: two halved units make a whole."""
    g = battle({(0, 0): "A-arm a, b", (1, 0): "G-inf d"}, unsupplied="a b")
    assert g.totals("a", "d") == (Fraction(5, 2), 4)
    assert g.totals("a b", "d") == (5, 4)


def test_a_refusal_changes_nothing_and_says_why():
    """TGC-def.15: whatever is tried at random is done or refused by a clause, and what is refused has not happened."""
    game = gg.new("great-crusade/france-1944", seed=3)
    known = game.system.clauses()
    rng = Random(3)
    refused = 0
    for _ in range(60):
        game.random(rng)
    for _ in range(300):
        place, other = (rng.choice(["gold", "caen", "1729", "3906", "2433", "essen", "omaha"]) for _ in "ab")
        unit = rng.choice(game.world.unit_ids)
        text = rng.choice(
            [f"move {unit} {place}", f"land {unit} {place}", f"embark {unit} {place}", f"sail {unit} from {place}",
             f"drop {unit} {place}", f"attack {unit} on {rng.choice(game.world.unit_ids)}", f"shield {other}",
             f"watch {place}", f"interdict {unit}", f"place {unit} {place}", f"replace {unit} at {place}", "resolve 1",
             f"advance {unit} {place}", f"retreat {unit} to {place}", f"lose {unit}", f"remove {unit}", "cancel 1"]
        )  # fmt: skip
        breach, before = game.check(text), game.state
        if breach is None:
            game.do(text)
            game.roll_on()
            continue
        refused += 1
        assert breach.clause in known, breach
        assert breach.why
        with pytest.raises(Illegal):
            game.do(text)
        assert game.state is before
    assert refused > 100


SHUT = ["(0,0)|(1,0)"]


def test_a_closed_hexside_parts_neighbours():
    """TGC-def.16: no movement, zone of control, combat or strategic warning across it; the distance stays one."""
    units = {(0, 0): "A-arm a", (1, 0): "G-inf g"}
    shut, open_ = (scene(units, board=board(closed=c)) for c in (SHUT, ()))
    assert open_.state.field.zoc["german"] >> open_.hex((0, 0)) & 1
    assert not shut.state.field.zoc["german"] >> shut.hex((0, 0)) & 1
    assert (-8, 0) in shut.reach("a")
    fight = scene({**units, (0, 1): "A-inf b"}, board=board(closed=SHUT), phase="allied_combat")
    fight.refuses("TGC-combat.4", "attack a on g", "attack a,b on g")
    assert fight.may("attack b on g")
    assert shut.state.world.grid.distance(shut.hex((0, 0)), shut.hex((1, 0))) == 1
    lone = scene({(0, 0): "A-inf a"}, board=board(closed=SHUT), unsupplied="a")
    assert lone.reach("a") == ball((0, 0), 1) - {(1, 0)}


def test_a_closed_hexside_stops_supply_retreat_and_advance():
    """TGC-def.16, TGC-crt.10b."""
    wall = ["(0,0)|(1,0)", "(0,0)|(1,-1)", "(0,0)|(0,1)", "(0,0)|(0,-1)", "(0,0)|(-1,1)"]
    land = board(closed=wall, numbered=[("normandy", "beach", (2, 0), (3, 0), 5)])
    more = {"board": land, "invaded": [(2, 0)], "turn": 2, "phase": "allied_supply"}
    assert scene({(0, 0): "A-inf a"}, **more).hungry("a") == 0  # around, by (-1, 0)
    land = board(closed=[*wall, "(0,0)|(-1,0)"], numbered=[("normandy", "beach", (2, 0), (3, 0), 5)])
    assert scene({(0, 0): "A-inf a"}, **{**more, "board": land}).hungry("a") == 1
    c12 = {(0, 0): "A-inf a", (1, -1): "A-inf b", (1, 0): "G-inf d"}
    free = battle(c12).play("attack a,b on d", "resolve 1").throws(3)
    assert free.goals("retreat", "d") == {(0, 2), (1, 2), (2, 1), (3, -1), (3, 0)}
    shut = battle(c12, board=board(closed=["(1,0)|(2,0)", "(1,1)|(2,1)"]))
    shut.play("attack a,b on d", "resolve 1").throws(3)
    assert shut.goals("retreat", "d") == {(0, 2), (1, 2)}


# ---- the playing area


def test_a_slot_for_every_unit():
    """TGC-area.1, TGC-area.2, TGC-crt.12: who is eliminated lies on the sheet, and can do nothing there."""
    g = scene(
        {(0, 0): "A-inf a", (1, 0): "G-inf g", (9, 9): "A-inf x"},
        phase="allied_combat",
        board=board(beyond=[(1, 0)]),
    )
    g.play("attack a on g", "resolve 1").throws(6)
    assert g.at("a") == "lost"
    g.pass_to("allied", Movement).refuses("TGC-area.2", "move a (1,1)")
    g.refuses("TGC-def.9", "land a (0,0)")
    assert not g.reach("a")


def test_the_table_is_there_to_look_at():
    """TGC-area.3: odds head the columns, the die selects the row."""
    assert gg.table("great-crusade", "crt", column="3:1", die=5) == "EX"
    rows = gg.table("great-crusade", "crt")
    assert len(rows) == 6
    assert {tuple(row) for row in rows} == {
        ("1:6", "1:5", "1:4", "1:3", "1:2", "1:1", "2:1", "3:1", "4:1", "5:1", "6:1")
    }
    assert [row["2:1"] for row in rows] == ["DE", "EX", "DR2", "AR2", "EX", "AE"]


def test_all_allied_units_begin_in_britain():
    """TGC-area.4, TGC-seq.4: there is no Allied set-up."""
    game = gg.new("great-crusade/france-1944", seed=5)
    game.roll_on()
    assert {game.state.at[u] for u in game.world.ranges["allied"]} == {-1}
    assert game.check("place us-inf-1 gold").clause == "TGC-seq.4"


@pytest.mark.parametrize(("turn", "unit"), [(16, "us-inf-26"), (24, "us-inf-66"), (32, "us-inf-42")])
def test_groups_come_by_turn(turn, unit):
    """TGC-area.5: from that turn on, and before it nothing."""

    def on(turn):
        return france({"gold": "A-inf x", **FAR}, turn=turn, invasion=("normandy", 1), invaded="gold omaha")

    early = on(turn - 1)
    early.refuses("TGC-area.5", f"land {unit} gold")
    assert not early.offers("land", unit)
    on(turn).play(f"land {unit} gold")
    on(turn + 1).play(f"land {unit} gold")


def test_a_group_that_waits_neither_drops_nor_embarks():
    """TGC-area.5, TGC-abn.2: the 13th and 17th Airborne wait for turn 24, the 26th Infantry for turn 16."""
    held = {"gold": "A-inf x", **FAR}
    early = france(held, turn=23, phase="allied_airborne")
    early.refuses("TGC-area.5", "drop us-abn-13 1831")
    france(held, turn=24, phase="allied_airborne").play("drop us-abn-13 1831", "drop us-abn-17 1831")
    g = france(held, turn=15, invasion=("normandy", 1), phase="allied_invasion").play("invade brittany")
    g.refuses("TGC-area.5", "embark us-inf-26 0433")
    g = france(held, turn=16, invasion=("normandy", 1), phase="allied_invasion").play("invade brittany")
    assert g.may("embark us-inf-26 0433")


def test_the_french_stay():
    """TGC-area.6c: once usable, whatever the Germans do later."""
    g = france(
        {"gold": "A-inf x", "4433": "G-pz p", "5736": "G-inf g"},
        turn=28,
        invasion=("normandy", 1),
        invaded="gold",
        phase="allied_supply",
    )
    country = g.state.world.chart.country
    g.pass_to("german", Movement)
    assert country[g.hex("4433")] == "FR"
    away = next(h for h in sorted(g.reach("p")) if country[g.hex(h)] == "DE")
    g.play(f"move p {away}").week()
    assert (g.state.turn, g.state.french) == (29, True)
    g.pass_to("german", Movement).play("move p 4433").week()
    assert country[g.hex(g.at("p"))] == "FR"
    assert (g.state.turn, g.state.french) == (30, True)
    g.pass_to("allied", Movement).play("land fr-inf-1dmi gold")


def test_clear_ground_does_nothing():
    """TGC-area.7, TGC-move.2: every hex costs one, a defender counts once."""
    g = battle({(0, 0): "A-inf a", (1, 0): "G-inf d"})
    assert g.totals("a", "d") == (4, 4)
    assert scene({(0, 0): "A-inf a"}).play("move a (3,0)").left("a") == 0


@pytest.mark.parametrize("kind", ["city", "fortress", "fortified_zone"])
def test_towns_do_not_slow_anybody(kind):
    """TGC-area.9a, TGC-area.10a, TGC-area.11."""
    g = scene({(0, 0): "A-inf a"}, board=board({(1, 0): kind, (2, 0): kind, (0, 0): kind}))
    assert g.reach("a") == ball((0, 0), 6)
    g.play("move a (1,0)")
    assert g.left("a") == 2


@pytest.mark.parametrize("kind", ["mountain", "city", "fortress", "fortified_zone"])
def test_what_was_doubled_may_be_occupied(kind):
    """TGC-area.12, TGC-area.10c, TGC-combat.33a."""
    g = battle(
        {(0, 0): "A-arm a, b", (-1, 1): "A-arm c", (0, 1): "A-arm e", (1, 0): "G-stw d"},
        board=board({(1, 0): kind}),
    )
    g.play("attack a,b,e on d", "resolve 1").throws(1)
    assert g.asks("allied", Advances)
    g.play("advance a (1,0)")
    assert g.at("a") == (1, 0)
    plain = battle({(0, 0): "A-arm a, b", (1, 0): "G-stw d", (9, 9): "G-inf x"})
    plain.play("attack a,b on d", "resolve 1").throws(1)
    assert not plain.asks("allied", Advances)


# ---- the dike


def test_the_dike_is_passed_over():
    """TGC-area.13a, TGC-area.13b: it is no place to stop, neither by name nor on the way."""
    g = france({"3807": "A-arm a", **FAR})
    assert {"4006", "4106"} <= g.reach("a")
    g.refuses("TGC-area.13b", "move a 3906")
    g.play("move a 4006")
    assert g.left("a") == 2
    g.play("move a 3807").refuses("TGC-move.13", "move a 4006")
    with refuses("TGC-area.13a"):
        france({"3906": "A-inf a"})


def test_nobody_comes_to_rest_on_the_dike():
    """TGC-area.13c, TGC-abn.7, TGC-setup.7, TGC-crt.10b: by drop, set-up, retreat."""
    g = france({"3807": "A-inf a", **FAR}, britain="A-abn p", phase="allied_airborne")
    g.refuses("TGC-abn.7", "drop p 3906")
    assert "3906" not in g.goals("drop", "p")
    g = france({"4006": "G-inf g"}, phase="set_up")
    g.refuses("TGC-setup.7", "place g 3906", "place ge-inf-352 3906")
    land = board({(3, 0): "dike", (3, -1): "lake", (2, 1): "lake"})
    g = battle({(0, 0): "A-inf a, b", (1, 0): "G-st d"}, board=land)
    g.play("attack a,b on d", "resolve 1").throws(3)
    assert (3, 0) not in g.goals("retreat", "d")
    g.refuses("TGC-crt.10b", "retreat d to (3,0)")


def test_no_combat_across_the_dike():
    """TGC-area.13e: units on its two sides are not adjacent."""
    g = france({"3807": "A-inf a", "4006": "G-inf g", "4106": "A-inf b"}, phase="allied_combat")
    g.refuses("TGC-combat.4", "attack a on g")
    assert set(g.must()) == {"b", "g"}


def test_a_supply_line_over_the_dike():
    """TGC-area.13f, TGC-supply.7c: a German at Den Helder whose other ways are cut."""
    g = france({"den_helder": "G-inf g", "3709": "A-inf a"}, phase="german_isolation", turn=20)
    assert g.hungry("g") == 0
    cut = france(
        {"den_helder": "G-inf g", "3709": "A-inf a", "4006": "A-inf b"}, phase="german_isolation", turn=20
    )
    assert cut.hungry("g") == 1
    watched = {
        "den_helder": "G-inf g",
        "3709": "A-inf a",
        "4106": "A-inf b",
    }  # 4006 is in a zone, and the end
    assert france(watched, phase="german_isolation", turn=20).hungry("g") == 0


# ---- neutral, impassable, rivers


def test_neutral_and_impassable_ground():
    """TGC-area.14a, TGC-area.15, TGC-zoc.3: nobody enters or crosses it; no zone of control there."""
    land = board({(1, 0): "neutral", (0, 1): "impassable"})
    g = scene({(0, 0): "A-inf a"}, board=land, unsupplied="a")
    assert g.reach("a") == ball((0, 0), 1) - {(1, 0), (0, 1)}
    g.refuses("TGC-area.14a", "move a (1,0)").refuses("TGC-area.15", "move a (0,1)")
    zone = g.state.field.zoc["allied"]
    assert not zone >> g.hex((1, 0)) & 1
    assert not zone >> g.hex((0, 1)) & 1
    assert zone >> g.hex((1, -1)) & 1


@pytest.mark.parametrize("kind", ["neutral", "impassable", "lake"])
def test_no_supply_line_over_it(kind):
    """TGC-area.14b, TGC-area.15, TGC-supply.5a: the way around is longer than the range."""
    wall = {(5, r): kind for r in range(-6, 7)}
    beach = [("normandy", "beach", (0, 0), (-1, 0), 5)]
    more = {"invaded": [(0, 0)], "turn": 2, "phase": "allied_supply"}
    g = scene({(10, 0): "A-inf a"}, board=board(wall, numbered=beach), **more)
    assert g.hungry("a") == 1
    g = scene({(10, 0): "A-inf a"}, board=board(dict.fromkeys(wall, "mountain"), numbered=beach), **more)
    assert g.hungry("a") == 0


def test_rivers_cost_nothing():
    """TGC-area.16a, TGC-area.16b: they matter for combat, zones of control and interdiction alone."""
    wet = [f"(0,0)|({q},{r})" for q, r in STEPS] + ["(1,0)|(2,0)", "(2,0)|(3,0)"]
    g = scene({(0, 0): "A-inf a"}, board=board(rivers=wet))
    assert g.reach("a") == ball((0, 0), 6)
    g.play("move a (2,0)")
    assert g.left("a") == 1


# ---- areas, stars


def test_eight_areas():
    """TGC-area.17, TGC-inv.4: seven can be invaded, Germany cannot."""
    assert len(MAP.areas) == 8
    assert {p.area for p in MAP.numbered.values()} == set(MAP.areas)
    g = france(FAR, phase="allied_invasion")
    assert g.asks("allied", Invasion)
    assert {a.area for a in g.offers("invade")} == set(MAP.areas) - {"germany"}
    g.refuses("TGC-area.17", "invade germany").refuses("TGC-inv.4", "invade ireland")


def test_an_arrow_points_to_one_hex():
    """TGC-area.18, TGC-inv.18b: from the sea hex off Gold nothing else can be attacked."""
    g = france({"1729": "A-inf a", "gold": "G-st d", "1730": "G-st e"}, phase="allied_combat")
    g.refuses("TGC-inv.18b", "attack a on e", "attack a on d,e")
    assert g.may("attack a on d")


def test_boxed_numbers():
    """TGC-area.20, TGC-sea.5: Rouen cannot be invaded, but reinforcements land there, and it feeds."""
    g = france({"rouen": "A-inf a, A-hq h", **FAR}, britain="A-inf b", turn=9, phase="allied_supply")
    assert [(g.place(x.hex), x.kind, x.capacity) for x in g.state.sources] == [("2329", 2, 6)]
    g.play("invade le_havre").refuses("TGC-inv.10", "embark b 1827")
    g = france({"rouen": "A-inf a, A-hq h", **FAR}, britain="A-inf b", turn=9)
    g.play("land b rouen")
    assert not g.asks("allied", Airborne)


def test_twelve_stars():
    """TGC-area.21, TGC-repl.15a: all in Germany, all beyond the Rhine, all German at the start."""
    assert len(set(MAP.stars)) == 12
    assert {MAP.country[h] for h in MAP.stars} == {"DE"}
    assert all(MAP.beyond >> h & 1 for h in MAP.stars)
    assert gg.new("great-crusade/france-1944", seed=1).state.allied_stars == ()
