"""Movement after combat (TGC-combat.32 to 36) and resolution (TGC-crt) where examples.md is silent."""

from fractions import Fraction

import pytest

import grognard as gg
from grognard.kernel.frame import Throw
from grognard.systems.great_crusade.air import TacticalAir
from grognard.systems.great_crusade.combat import column
from grognard.systems.great_crusade.crt import Advances, Exchange, Retreats
from grognard.systems.great_crusade.events import Eliminated
from grognard.systems.great_crusade.state import SLOT

from .table import battle, board

RIVER = "(0,0)|(1,0)"
CITY = {(1, 0): "city"}
PAIR = {(0, 0): "A-inf a", (1, 0): "G-inf d"}
COLUMNS = ["1:6", "1:5", "1:4", "1:3", "1:2", "1:1", "2:1", "3:1", "4:1", "5:1", "6:1"]


def fought(g, attack, die):
    g.play(f"attack {attack}", "resolve 1").throws(die)
    return g.shown


# ---- TGC-crt.1 to 5: odds and die


def test_the_attack_total():
    """TGC-crt.1: attack factors, halved out of supply, and close air support; an attacker's ground is nothing to him."""
    g = battle({(0, 0): "A-arm a, A-inf b", (1, 0): "G-inf d"}, board=board({(0, 0): "city"}), unsupplied="b")
    assert g.totals("a b", "d") == (7, 4)
    assert g.totals("a b", "d", cas=True) == (8, 4)
    assert g.totals("b", "d") == (2, 4)


def test_the_defense_total():
    """TGC-crt.2, TGC-air.10a, TGC-air.10b: factors times multipliers, and close defense support, not multiplied."""
    units = {(0, 0): "A-inf a", (1, 0): "G-pz p", (0, 1): "A-inf b"}
    g = battle(units, board=board({(0, 0): "city"}), side="german", shielded=[(0, 0)])
    assert g.totals("p", "a") == (6, 3 * 2 + 1)
    assert g.totals("p", "a b") == (6, 3 * 2 + 1 + 3)
    assert g.odds_of("p", "a") == "1:2"


def test_odds_are_exact_and_favour_the_defender():
    """TGC-crt.3, TGC-def.14: no rounding before the odds are formed."""
    for attack in range(1, 60):
        for defense in range(1, 60):
            a, d = Fraction(attack, 2), Fraction(defense, 2)
            found = column(a, d, COLUMNS)
            left, right = map(int, found.split(":"))
            if found not in ("6:1", "1:6"):
                assert a * right >= left * d  # the attacker has the odds in full
                better = (left + 1, 1) if right == 1 else (1, right - 1)
                assert a * better[1] < better[0] * d  # and not the next better ones


def test_the_outer_columns_and_no_automatic_result():
    """TGC-crt.4: twenty to one is 6:1, and the die is thrown."""
    around = [(0, 0), (0, 1), (1, 1), (2, 0), (2, -1), (1, -1)]
    arms = dict(zip(around, ["A-arm a", "A-arm b", "A-arm c", "A-arm e", "A-arm f", "A-arm g, h"]))
    g = battle(arms | {(1, 0): "G-hq d"}).play("attack a,b,c,e,f,g,h on d")
    assert g.totals("a b c e f g h", "d") == (35, 1)
    g.play("resolve 1")
    assert g.asks(None, Throw)
    g.throws(2)
    assert g.shown == ("6:1", ("DR2",))
    weak = battle({(0, 0): "A-abn a", (1, 0): "G-pz d, e, f"}).play("attack a on d,e,f", "resolve 1")
    assert weak.asks(None, Throw)
    assert weak.throws(3).shown == ("1:6", ("AR2",))


def test_one_die_for_each_combat():
    """TGC-crt.5: six faces of equal chance."""
    g = battle(PAIR).play("attack a on d", "resolve 1")
    throw = g.state.frames[-1]
    assert [(roll.dice, chance) for roll, chance in throw.outcomes(g.state).items()] == [
        ((n,), Fraction(1, 6)) for n in range(1, 7)
    ]
    g.refuses("TGC-crt.5", "roll 7", "roll 0", "roll 1,2", "end")


def test_five_results():
    """TGC-crt.6, TGC-crt.5: nothing else stands in the table; better odds never leave the attacker worse off."""
    cells = [[gg.table("great-crusade", "crt", column=c, die=n) for n in range(1, 7)] for c in COLUMNS]
    assert {x for row in cells for x in row} == {"AE", "DE", "AR2", "DR2", "EX"}
    lost = [sum(x == "AE" for x in row) for row in cells]
    won = [sum(x == "DE" for x in row) for row in cells]
    assert lost == sorted(lost, reverse=True) == [5, 4, 3, 2, 2, 2, 1, 0, 0, 0, 0]
    assert won == sorted(won) == [0, 0, 0, 0, 0, 1, 1, 2, 3, 4, 5]


@pytest.mark.parametrize("die", range(1, 7))
def test_odds_asked_before_the_attack_are_those_of_the_throw(die):
    """TGC-crt.5, TGC-ui.23: the same code resolves the combat and foretells it."""
    units = {(0, 0): "A-inf a, b", (1, 0): "G-inf d"}
    g = battle(units)
    foretold = g.game.odds(g.text("attack a,b on d"))
    assert foretold.total() == 1
    column, (result,) = fought(g, "a,b on d", die)
    row = [gg.table("great-crusade", "crt", column=column, die=n) for n in range(1, 7)]
    assert foretold.chance(lambda o: o.result == result) == Fraction(row.count(result), 6)


# ---- TGC-crt.7, 8, 12: elimination


def test_attackers_eliminated():
    """TGC-crt.7, TGC-crt.12: all attackers of the combat, nobody else; they go to the sheet."""
    units = {(0, 0): "A-inf a, b", (0, 1): "A-inf c", (1, 0): "G-inf d, e"}
    g = battle(units).play("attack a,c on d", "attack b on e", "resolve 1").throws(6)
    assert g.shown == ("2:1", ("AE",))
    assert [g.at(u) for u in "abcde"] == ["lost", (0, 0), "lost", (1, 0), (1, 0)]
    assert g.state.at[g.unit("a")] == SLOT


def test_defenders_eliminated():
    """TGC-crt.8, TGC-crt.12: all defenders of the combat, on whatever hex, nobody else."""
    units = {(0, 0): "A-arm a, b", (1, 0): "G-st d, e", (0, 1): "G-st f"}
    g = battle(units).play("attack a on d,f", "attack b on e", "resolve 1").throws(6)
    assert g.shown == ("1:2", ("AE",))
    g = battle(units).play("attack a,b on d,e,f", "resolve 1").throws(1)
    assert g.shown == ("1:1", ("DE",))
    assert [g.at(u) for u in "def"] == ["lost"] * 3
    assert [e.by for e in g.events(Eliminated)] == ["TGC-crt.8"]
    assert g.state.at[g.unit("d")] == SLOT


# ---- TGC-crt.9, 10: retreat


@pytest.mark.parametrize(
    ("side", "die", "result", "chooser"),
    [
        ("allied", 4, "AR2", "german"),
        ("allied", 3, "DR2", "allied"),
        ("german", 4, "AR2", "allied"),
        ("german", 3, "DR2", "german"),
    ],
)
def test_the_opponent_chooses_the_retreat(side, die, result, chooser):
    """TGC-crt.9a, TGC-crt.9b, TGC-crt.10a: two hexes, each unit of the side for itself."""
    units = (
        {(0, 0): "A-inf a, b", (1, 0): "G-inf d"}
        if side == "allied"
        else {(0, 0): "A-inf a", (1, 0): "G-pz d"}
    )
    g = battle(units, side=side)
    assert fought(g, "a,b on d" if side == "allied" else "d on a", die) == ("2:1", (result,))
    assert g.asks(chooser, Retreats)
    retreating = {g.name(x.unit) for x in g.offers("retreat")}
    assert retreating == {("allied", "AR2"): {"a", "b"}, ("german", "AR2"): {"d"}}.get(
        (side, result), {"d"} if side == "allied" else {"a"}
    )
    while g.asks(chooser, Retreats):
        g.game.do(g.offers("retreat")[0])
    homes = {"a": (0, 0), "b": (0, 0), "d": (1, 0)}
    for u in retreating:
        q, r = g.at(u)[0] - homes[u][0], g.at(u)[1] - homes[u][1]
        assert max(abs(q), abs(r), abs(q + r)) == 2
    for u in set(g.ids) & homes.keys() - retreating:
        assert g.at(u) == homes[u]


def test_an_exchange_or_elimination_moves_nobody():
    """TGC-crt.9a, TGC-crt.10e: only the units of the combat retreat, and only they may be named."""
    units = {(0, 0): "A-inf a, b", (1, 0): "G-inf d", (0, 5): "A-inf c"}
    g = battle(units)
    fought(g, "a,b on d", 4)
    assert g.asks("german", Retreats)
    g.refuses("TGC-crt.10e", "retreat c to (0,7)", "retreat d to (3,0)", "end")


def wall(kind, *gaps):
    """Land of a kind all around (1, 0), at distances one and two on the far side, but for the gaps."""
    far = [
        (2, 0),
        (1, 1),
        (2, -1),
        (0, 2),
        (1, 2),
        (2, 1),
        (3, -1),
        (3, 0),
        (3, -2),
        (-1, 2),
        (2, -2),
        (1, -2),
    ]
    return dict.fromkeys((h for h in far if h not in gaps), kind)


@pytest.mark.parametrize("kind", ["sea", "lake", "neutral", "impassable", "off_map"])
def test_no_retreat_where_nobody_can_stand(kind):
    """TGC-crt.10b: neither over such a hex nor into it."""
    units = {(0, 0): "A-inf a", (1, -1): "A-inf b", (1, 0): "G-inf d"}
    g = battle(units, board=board(wall(kind, (2, 0), (3, 0))))
    fought(g, "a,b on d", 3)
    assert g.goals("retreat", "d") == {(3, 0)}
    g.refuses("TGC-crt.10b", "retreat d to (2,1)")
    g = battle(units, board=board({(2, 0): kind, (1, 1): kind}))
    fought(g, "a,b on d", 3)
    assert g.at("d") == "lost"


def test_no_retreat_over_a_blocked_hexside():
    """TGC-crt.10b, TGC-def.16."""
    units = {(0, 0): "A-inf a", (1, -1): "A-inf b", (1, 0): "G-inf d"}
    g = battle(units, board=board(closed=["(1,0)|(2,0)", "(1,1)|(1,2)"]))
    fought(g, "a,b on d", 3)
    assert g.goals("retreat", "d") == {(0, 2), (2, 1)}


def test_a_retreat_passes_the_dike_and_never_ends_there():
    """TGC-crt.10b, TGC-area.13c."""
    units = {(0, 0): "A-inf a", (1, -1): "A-inf b", (1, 0): "G-inf d"}
    g = battle(units, board=board(wall("sea", (2, 0), (3, 0), (3, -1)) | {(2, 0): "dike"}))
    fought(g, "a,b on d", 3)
    assert g.goals("retreat", "d") == {(3, 0), (3, -1)}
    g = battle(units, board=board(wall("sea", (2, 0), (3, 0), (3, -1)) | {(3, 0): "dike"}))
    fought(g, "a,b on d", 3)
    assert g.goals("retreat", "d") == {(3, -1)}
    g.refuses("TGC-crt.10b", "retreat d to (3,0)")


def test_the_whole_way_is_two_steps():
    """TGC-crt.10a: not one hex, not three, and no way round to a hex beside the first."""
    g = battle({(0, 0): "A-inf a, b", (1, 0): "G-inf d"})
    fought(g, "a,b on d", 3)
    g.refuses(
        "TGC-crt.10a", "retreat d to (2,0)", "retreat d to (1,1)", "retreat d to (1,0)", "retreat d to (4,0)"
    )


def test_rivers_mountains_and_friends_do_not_hinder_a_retreat():
    """TGC-crt.10c, TGC-air.9d."""
    units = {(0, 0): "A-inf a", (1, -1): "A-inf b", (1, 0): "G-inf d", (2, 0): "G-inf, G-inf, G-inf"}
    hills = wall("sea", (2, 0), (3, 0)) | {(2, 0): "mountain", (3, 0): "mountain"}
    g = battle(units, board=board(hills, ["(1,0)|(2,0)", "(2,0)|(3,0)"]), watched=[(2, 0)])
    g.play("attack a,b on d", "resolve 1").throws(3)
    assert g.goals("retreat", "d") == {(3, 0)}


def test_a_zone_of_control_over_the_way_or_the_end():
    """TGC-crt.10b: at that moment; units that attack elsewhere have one too."""
    units = {(0, 0): "A-inf a", (1, -1): "A-inf b", (1, 0): "G-inf d", (3, 1): "A-inf c", (5, 0): "G-inf x"}
    g = battle(units, board=board(rivers=["(3,1)|(3,0)"]))
    fought(g, "a,b on d", 3)
    assert g.goals("retreat", "d") == {(0, 2), (1, 2), (3, -1), (3, 0)}


def test_units_retreat_one_after_another():
    """TGC-crt.10e, TGC-crt.10d: the chooser takes them in any order; where one hex is open, the first fills it, the
    rest is eliminated."""
    units = {(0, 0): "A-arm a, b", (1, -1): "A-arm c, e", (1, 0): "G-inf d, G-st f", (3, 0): "G-inf, G-inf"}
    where = board(wall("sea", (2, 0), (3, 0)))
    for first, other in (("d", "f"), ("f", "d")):
        g = battle(units, board=where)
        assert fought(g, "a,b,c,e on d,f", 3) == ("2:1", ("DR2",))
        assert {g.name(x.unit) for x in g.offers("retreat")} == {"d", "f"}
        g.play(f"retreat {first} to (3,0)")
        assert (g.at(first), g.at(other)) == ((3, 0), "lost")
        assert [e.by for e in g.events(Eliminated)] == ["TGC-crt.10d"]


def test_each_unit_may_go_another_way():
    """TGC-crt.10e, TGC-crt.9b."""
    g = battle({(0, 0): "A-arm a, b", (1, 0): "G-st d, e"})
    assert fought(g, "a,b on d,e", 3) == ("1:1", ("AR2",))
    g.play("retreat b to (-2,0)")
    assert g.asks("german", Retreats)
    g.refuses("TGC-crt.10e", "retreat b to (-2,1)")
    g.play("retreat a to (-2,2)")
    assert (g.at("a"), g.at("b")) == ((-2, 2), (-2, 0))


def test_allied_stacking_in_a_retreat():
    """TGC-crt.10b, TGC-move.4b, TGC-move.4d: two, or three with an HQ."""
    units = {(0, 0): "A-inf a, b", (1, 0): "G-inf d", (-2, 0): "A-inf c, A-hq h", (-2, 1): "A-inf e, f"}
    g = battle(units)
    fought(g, "a,b on d", 4)
    assert (-2, 0) in g.goals("retreat", "a")
    g.refuses("TGC-crt.10b", "retreat a to (-2,1)")
    g.play("retreat a to (-2,0)")
    g.refuses("TGC-crt.10b", "retreat b to (-2,0)")


def test_an_hq_retreats_like_any_unit():
    """TGC-hq.8, TGC-crt.9b."""
    g = battle({(0, 0): "A-inf a, b", (1, 0): "G-hq h, G-st d"})
    assert fought(g, "a,b on d,h", 3) == ("2:1", ("DR2",))
    g.play("retreat h to (3,0)", "retreat d to (3,0)")
    assert (g.at("h"), g.at("d")) == ((3, 0), (3, 0))


def test_a_retreat_is_a_stop():
    """TGC-def.11, TGC-crt.9a, TGC-repl.15a: a starred hex changes hands by a retreat."""
    g = battle({(0, 0): "A-inf a, b", (1, 0): "G-inf d"}, board=board(stars=[(-2, 0)], beyond=[(-2, 0)]))
    fought(g, "a,b on d", 4)
    g.play("retreat a to (-2,0)")
    assert g.state.allied_stars == (g.hex((-2, 0)),)


# ---- TGC-crt.11: exchange


def test_in_an_exchange_the_smaller_side_is_lost_whole():
    """TGC-crt.11b, TGC-crt.11c: here the attackers, worth 5; the defender gives up at least as much."""
    units = {(0, 0): "A-arm a", (1, 0): "G-inf d, G-inf e, G-stw f"}
    g = battle(units)
    assert g.odds_of("a", "d e f") == "1:2"
    fought(g, "a on d,e,f", 2)
    assert g.at("a") == "lost"
    assert g.asks("german", Exchange)
    g.refuses("TGC-crt.11c", "lose d", "lose e", "lose f", "lose a,d,e", "lose d,d")
    g.play("lose e,f")
    assert [g.at(u) for u in "def"] == [(1, 0), "lost", "lost"]


def test_air_support_is_never_lost_nor_counted():
    """TGC-crt.11a, TGC-crt.11f, TGC-air.11: 4 with air support against 4 is a tie, and so is shielded 4 against 4."""
    g = battle({(0, 0): "A-inf a", (1, 0): "G-inf d"})
    assert fought(g, "a on d cas", 2) == ("1:1", ("EX",))
    assert (g.at("a"), g.at("d")) == ("lost", "lost")
    units = {(0, 0): "A-abn a", (1, 0): "G-abn p"}
    g = battle(units, side="german", shielded=[(0, 0)])
    assert g.totals("p", "a") == (4, 5)
    assert fought(g, "p on a", 2) == ("1:2", ("EX",))
    assert (g.at("a"), g.at("p")) == ("lost", "lost")


def test_every_sufficient_choice_is_offered():
    """TGC-crt.11c, TGC-crt.11d: and each of them is legal, nothing else."""
    units = {(0, 0): "A-arm a, A-inf b", (0, 1): "A-abn c", (1, 0): "G-inf d"}
    g = battle(units)
    assert fought(g, "a,b,c on d", 5) == ("3:1", ("EX",))
    offered = {frozenset(map(g.name, x.units)) for x in g.offers("lose")}
    assert offered == {frozenset(x) for x in ("a", "b", "ab", "ac", "bc", "abc")}
    g.refuses("TGC-crt.11c", "lose c")


def test_eighteen_units_in_an_exchange():
    """TGC-crt.11c, TGC-crt.11d: there are 262,000 choices; some good ones are offered, any sufficient one is legal."""
    ring = [(0, 0), (0, 1), (1, 1), (2, 0), (2, -1), (1, -1)]
    units = {h: f"G-inf a{n}, b{n}, G-st c{n}" for n, h in enumerate(ring)}
    g = battle(units | {(1, 0): "A-arm x"}, board=board({(1, 0): "fortress"}), side="german")
    everybody = ",".join(f"{x}{n}" for x in "abc" for n in range(6))
    assert fought(g, f"{everybody} on x", 5) == ("3:1", ("EX",))
    worth = {"a": 3, "b": 3, "c": 2}
    offered = g.offers("lose")
    for choice in offered:
        total = [worth[g.name(u)[0]] for u in choice.units]
        assert sum(total) >= 15 > sum(total) - min(total)
        assert g.game.check(choice) is None
    kinds = {tuple(sorted(worth[g.name(u)[0]] for u in choice.units)) for choice in offered}
    assert len(kinds) == len(offered) == 5
    g.refuses("TGC-crt.11c", "lose a0,a1,a2,a3").play("lose a0,b0,c0,a5,b5,c5,c4")
    assert g.at("c4") == "lost"
    assert g.at("c3") == (2, 0)


def test_after_an_exchange_the_survivors_may_occupy_a_doubled_hex():
    """TGC-crt.11g, TGC-combat.33a."""
    units = {(0, 0): "A-arm a, b", (1, 0): "G-st d"}
    g = battle(units, board=board(CITY))
    assert g.odds_of("a b", "d") == "1:1"
    fought(g, "a,b on d", 2)
    g.refuses("TGC-crt.11c", "lose a").play("lose a,b")
    assert g.at("d") == "lost"
    assert g.asks("allied", TacticalAir)
    units = {(0, 0): "A-arm a, b", (0, 1): "A-arm c", (1, 0): "G-st d"}
    g = battle(units, board=board(CITY))
    assert fought(g, "a,b,c on d", 5) == ("2:1", ("EX",))
    g.play("lose a,b")
    assert g.asks("allied", Advances)
    assert {g.name(x.unit) for x in g.offers("advance")} == {"c"}
    g.play("advance c (1,0)")
    assert g.at("c") == (1, 0)


def test_after_an_exchange_in_the_open_nobody_advances():
    """TGC-crt.11g, TGC-combat.32."""
    g = battle({(0, 0): "A-arm a, b", (1, 0): "G-inf d"})
    assert fought(g, "a,b on d", 5) == ("2:1", ("EX",))
    g.play("lose a")
    assert g.asks("allied", TacticalAir)


# ---- TGC-combat.32 to 36: movement after combat


@pytest.mark.parametrize(
    ("terrain", "rivers", "advance"),
    [
        ({}, [], False),
        (CITY, [], True),
        ({(1, 0): "mountain"}, [], True),
        ({(1, 0): "fortified_zone"}, [], True),
        ({(1, 0): "fortress"}, [], True),
        ({}, [RIVER], True),
        ({(0, 0): "city"}, [], False),
    ],
)
@pytest.mark.parametrize("side", ["allied", "german"])
def test_advance_only_where_the_defenders_were_doubled(terrain, rivers, advance, side):
    """TGC-combat.32, TGC-combat.33a, TGC-area.12: for both sides."""
    mirror = {(0, 0): (1, 0), (1, 0): (0, 0)}
    if side == "allied":
        hex, units = (1, 0), {(0, 0): "A-arm p, q", (1, 0): "G-st x"}
    else:
        hex, units = (0, 0), {(1, 0): "G-pz p, q", (0, 0): "A-inf x"}
        terrain = {mirror[h]: kind for h, kind in terrain.items()}
    g = battle(units, board=board(terrain, rivers), side=side)
    _, (result,) = fought(g, "p,q on x", 1)
    if result == "DR2":
        g.game.do(g.offers("retreat")[0])
    assert g.asks(side, Advances) == advance
    if advance:
        g.play(f"advance p {hex}")
        assert g.at("p") == hex


def test_partly_across_a_river_onto_a_city_is_an_advance():
    """TGC-combat.34: it is the river alone that gives no advance; the city keeps its own multiplier."""
    units = {(1, 0): "G-inf d", (0, 0): "A-arm a", (1, -1): "A-arm b"}
    g = battle(units, board=board(CITY, [RIVER]))
    assert g.totals("a b", "d") == (10, 8)
    fought(g, "a,b on d", 1)
    assert g.asks("allied", Advances)
    g = battle(units, board=board({}, [RIVER]))
    fought(g, "a,b on d", 1)
    assert g.asks("allied", TacticalAir)


def test_the_advance_is_decided_before_the_next_combat():
    """TGC-combat.33b."""
    units = {(0, 0): "A-arm a, b", (1, 0): "G-st d", (0, 9): "A-inf c", (1, 9): "G-st f"}
    g = battle(units, board=board(CITY)).play("attack a,b on d", "attack c on f", "resolve 1").throws(1)
    assert g.asks("allied", Advances)
    g.refuses("TGC-combat.33b", "resolve 1")
    g.end().play("resolve 1")
    assert g.asks(None, Throw)


def test_only_attackers_of_the_combat_advance_and_only_into_its_hexes():
    """TGC-combat.33a, TGC-combat.33c: a bystander does not, and nobody goes anywhere else."""
    units = {(0, 0): "A-arm a, b", (0, 1): "A-inf c", (1, 0): "G-st d", (0, 2): "G-st e"}
    g = battle(units, board=board(CITY)).play("attack a,b on d", "attack c on e", "resolve 1").throws(1)
    g.refuses("TGC-combat.33c", "advance c (1,0)", "advance e (1,0)")
    g.refuses("TGC-combat.33a", "advance a (2,0)", "advance a (0,2)")
    assert g.may("advance a (1,0)")


def test_an_advance_ignores_zones_of_control():
    """TGC-combat.35: out of one, into another, and the unit keeps no duty from it."""
    units = {(0, 0): "A-arm a, b", (1, 0): "G-st d", (2, 0): "G-pz x", (2, -1): "G-pz y", (0, -1): "G-st z"}
    g = battle(units, board=board(CITY)).play("attack a on d", "attack b on z")
    g.play("resolve 1").throws(1)
    assert g.shown == ("1:2", ("DR2",))
    g.game.do(g.offers("retreat")[0])
    g.play("advance a (1,0)", "resolve 1").throws(6)
    assert g.at("a") == (1, 0)
    assert g.asks("allied", TacticalAir)


def test_each_attacker_advances_once():
    """TGC-combat.36: with two emptied hexes each may enter one of them."""
    units = {(0, 0): "A-arm a, b", (1, 1): "A-arm c", (1, 0): "G-stw d", (0, 1): "G-stw e"}
    g = battle(units, board=board({(1, 0): "city", (0, 1): "city"}))
    assert fought(g, "a,b,c on d,e", 1) == ("1:1", ("DE",))
    g.play("advance a (1,0)")
    g.refuses("TGC-combat.36", "advance a (0,1)", "advance a (1,0)")
    assert not g.offers("advance", "a")
    g.play("advance b (0,1)", "advance c (1,0)")
    assert [g.at(u) for u in "abc"] == [(1, 0), (0, 1), (1, 0)]


def test_an_advance_may_be_refused_for_one_hex_and_made_into_another():
    """TGC-combat.33b, TGC-combat.36."""
    units = {(0, 0): "A-arm a, b", (1, 1): "A-arm c", (1, 0): "G-stw d", (0, 1): "G-stw e"}
    g = battle(units, board=board({(1, 0): "city", (0, 1): "city"}))
    fought(g, "a,b,c on d,e", 1)
    g.play("advance c (0,1)", "end")
    assert [g.at(u) for u in "abc"] == [(0, 0), (0, 0), (0, 1)]


def test_one_of_two_hexes_may_stay_held():
    """TGC-combat.33a, TGC-combat.16: e's companion was not in the combat, so his hex is not cleared."""
    units = {(0, 0): "A-arm a, b", (1, 1): "A-arm c", (1, 0): "G-stw d", (0, 1): "G-stw e, G-stw f"}
    g = battle(units, board=board({(1, 0): "city", (0, 1): "city"})).play(
        "attack a,c on d,e", "attack b on f"
    )
    g.play("resolve 1").throws(1)
    assert g.shown == ("1:1", ("DE",))
    g.refuses("TGC-combat.33a", "advance a (0,1)")
    assert {g.place(x.to) for x in g.offers("advance")} == {(1, 0)}


def test_an_advance_is_a_stop():
    """TGC-def.11, TGC-combat.33a, TGC-area.22b: an installation is captured by it."""
    where = board({(1, 0): "fortress"}, installations=[(1, 0)])
    g = battle({(0, 0): "A-arm a, b", (1, 0): "G-stw d"}, board=where)
    assert fought(g, "a,b on d", 1) == ("1:1", ("DE",))
    g.play("advance a (1,0)")
    assert g.state.captured == (g.hex((1, 0)),)
