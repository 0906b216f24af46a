"""The owner of the printed game plays by his own tables (CTL-3a): what he brings, what is refused, what records say of it."""

from __future__ import annotations

import re
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any

import pytest

import grognard as gg
from grognard.board import data, shape
from grognard.board.data import BadData
from grognard.board.owned import VARIABLE
from grognard.kernel.play import apply, chance, legal
from grognard.server import worker
from grognard.server.catalog import CATALOG
from grognard.systems.crossing_the_line import boxes, owner, world
from grognard.systems.crossing_the_line.system import SYSTEM

from ..cli.helpers import complaint, grognard

FIRST_BLOOD = "crossing-the-line/first-blood"


@pytest.fixture(autouse=True)
def nobody_brings_any(monkeypatch):
    """What a test names in the environment ends with it."""
    monkeypatch.setenv(VARIABLE, "")


def brought(folder: Path, **files: tuple[tuple[str, str], ...]) -> Path:
    """Our files in a folder of the owner, each with something changed."""
    folder.mkdir(exist_ok=True)
    for name, changes in files.items():
        text = SYSTEM.files()[f"{name}.toml"]
        for old, new in changes:
            assert old in text, old
            text = text.replace(old, new, 1)
        (folder / f"{name}.toml").write_text(text, encoding="utf-8")
    return folder


FAULTS = [
    # the file
    ("units", "[hqs]", "[hqs", r"units.toml: is no TOML: .*line \d+"),
    ("units", 'system = "crossing-the-line"', 'system = "great-crusade"', "units.toml: it should say system = 'crossing-the-line'"),
    ("units", 'system = "crossing-the-line"', "", "units.toml: it should say system = 'crossing-the-line', above all tables"),
    ("tables", "[chits]", "[chit]", r"tables.toml: no table is called \[chit\]; did you mean chits"),
    ("tables", '[stacking]\nprovenance = "printed"', "[stacking]", r"tables.toml: table \[stacking\] does not say whether it is printed"),
    ("tables", '[stacking]\nprovenance = "printed"', '[stacking]\nprovenance = "guessed"', r"table \[stacking\] does not say"),
    # tables
    ("tables", "prepared = 3\n", "", r"tables.toml: \[action_cost\]: key 'prepared' is missing"),
    ("tables", "prepared = 3\n", "preparred = 3\n", r"\[action_cost\]: no key is called 'preparred'; did you mean prepared"),
    ("tables", "prepared = 3\n", 'prepared = "3"\n', r"\[action_cost\]: prepared should be a whole number, not '3'"),
    ("tables", '["level", "black", "red"]', '["level", "black"]', r"\[ap\]: column 'red' is missing"),
    ("tables", "[7, [1, 2, 3, 4, 5, 6, 7, 7, 7, 7],", "[7, [1, 2, 3, 4, 5, 6, 7, 7, 7],", r"\[ap\]: row 7, black should have 10 values, not 9"),
    ("tables", "[7, [1, 2, 3, 4, 5, 6, 7, 7, 7, 7],", "[6, [1, 2, 3, 4, 5, 6, 7, 7, 7, 7],", r"\[ap\]: level 6 stands twice"),
    ("tables", "[8, [1, 1, 1, 1, 1, 1, 2, 2, 2, 2]]", "[8, [1, 1, 1, 1, 1, 1, 2, 2, 2, 3]]", r"\[interdiction\]: turn 8: 3 is no"),
    ("tables", '["4r/0", "4r/0", "3r/0", "3/1"', '["4r/0", "4x/0", "3r/0", "3/1"', r"\[crt\]: row 1: '4x/0' is no result"),
    ("tables", '["4r/0", "4r/0", "3r/0", "3/1"', '["4r/0", "3r/0", "3/1"', r"\[crt\]: row 2 has 9 cells, row 1 has 8"),
    ("tables", 'E = ["1:1", "2:1"', 'E = ["2:1", "1:1"', r"\[crt_heads\] E: ratios rise"),
    ("tables", 'E = ["1:1", "2:1"', 'E = ["1-1", "2:1"', r"\[crt_heads\] E: '1-1' is no ratio"),
    ("tables", '["industrial", 1, 2', '["industry", 1, 2', r"\[terrain\]: row 'industry', type: 'industry' is no word of the rules; did you mean industrial"),
    ("tables", '["roer", "no", "no"', '["roer", "none", "no"', r"\[hexsides\]: roer: 'none' is no cost"),
    ("tables", 'regular = "1/2"', 'regular = "half"', r"\[hq_support\]: 'half' is no number"),
    ("tables", '["1ID", "3AD", "regiment"', '["1D", "3AD", "regiment"', r"\[lending\]: no formation is called '1D'"),
    ("tables", "boxes = [0, 2, 3, 4, 5, 6, 7, 8]", "boxes = [0, 3, 2]", r"\[initiative\]: boxes should rise"),
    # units
    ("units", '"infantry", [7, 6], 7, "at"', '"infantry", [7, 6], 16, "at"', r"units.toml: 1/16: strength 1 to 15"),
    ("units", '"infantry", [7, 6], 7, "at"', '"infantry", [8, 6], 7, "at"', r"units.toml: 1/16: Effectiveness runs from 3 to 7.*CTL-3.2i"),
    ("units", '"infantry", [7, 6], 7, "at"', '"infantry", [7], 7, "at"', r"\[us\]: row '1/16', effectiveness should have 2 values, not 1"),
    ("units", '"infantry", [7, 6], 7, "at"', '"infantery", [7, 6], 7, "at"', r"\[us\]: row '1/16', type: 'infantery' is no word of the rules; did you mean infantry"),
    ("units", '"1/16", "1ID"', '"1/16", "1DI"', r"units.toml: \[us\] 1/16: no formation is called '1DI'; did you mean 1ID"),
    ("units", '"1/16", "1ID"', '"1/16", "353"', r"\[us\] 1/16: 353 is a formation of the other side"),
    ("units", '["2/16", "2/16"', '["1/16", "2/16"', r"\[us\] 1/16: stands twice"),
    ("units", '"infantry", 6, 7, 5, 2, 7, 1]', '"infantry", 6, 7, 5, 2, 8, 1]', r"1st Inf HQ: a level is at most 7 \(CTL-3.1.3c\)"),
    ("units", '"infantry", 6, 7, 5, 2, 7, 1]', '"infantry", 6, 7, 5, 2, 7, 5]', r"\[hqs\] hq-1id: recovery: .* no class 5"),
    ("units", '"infantry", 6, 7, 5, 2, 7, 1]', '"infantry", 11, 7, 5, 2, 7, 1]', r"\[hqs\] hq-1id: a rating is out of range"),
    # map
    ("map", '"1417/1516"', '"1417/1518"', r"map.toml: \[stream\] 1417/1518: these hexes are not neighbours"),
    ("map", '"1516/1517", ', "", r"map.toml: Inde breaks off at"),
    ("map", '"1417/1516"', '"1417/9916"', r"map.toml: .*9916"),
    ("map", "\n10 ............................", "\n10 ...........................", r"map.toml: \[terrain\] row 10: 28 letters"),
    ("map", "\n10 ............................", "\n10 ..........................?.", r"map.toml: \[terrain\] row 10: '\?' stands for no terrain"),
    ("map", '["Forst", ["2613"]', '["Forst", ["2614"]', r"map.toml: Forst: 2614 is no settlement"),
    ("map", 'towns = ["2609", ', "towns = [", r"map.toml: \[victory\] towns: 2609 is missing"),
    ("map", '"2008/2108", "2011/2110", "1919/2019", "1821/1921"', '"2008/2108", "2011/2111"', r"map.toml: 2011/2111 is printed as crossed by a road"),
    # set-ups
    ("setups", '"1812" = ["3/26"]', '"1812" = ["3/62"]', r"setups.toml: first-blood: no unit is called '3/62'"),
    ("setups", '"1812" = ["3/26"]', '"9912" = ["3/26"]', r"setups.toml: first-blood: .*9912"),
    ("setups", '"1812" = ["3/26"]', '"2812" = ["3/26"]', r"setups.toml: first-blood: 2812 is outside the area"),
    ("setups", '"1812" = ["3/26"]', '"1812" = ["3/26", "1/26"]', r"setups.toml: first-blood: 1/26 stands twice"),
    ("setups", '"1812" = ["3/26"]', '"1812" = ["3/26", "FuesE-39"]', r"FuesE-39 stands twice, or on the wrong side"),
    ("setups", '"1907" = ["3/18"]', '"1907" = ["3/18", "1/39", "2/39", "3/39", "1/60"]', r"setups.toml: first-blood: too many units stand in 1907 .*CTL-5.3.1a"),
    ("setups", '"1810" = ["hq-1id"]', '"1811" = ["hq-1id"]', r"1st Inf HQ stands in no town.*CTL-3.3h"),
    ("setups", '"1805" = ["1-Rcn"]', '"1001" = ["1-Rcn"]', r"1 Rcn is not in command \(CTL-5.8\)"),
    ("setups", '"9ID" = ["746-Tank"', '"9ED" = ["746-Tank"', r"setups.toml: stolberg-corridor: no formation is called '9ED'"),
    ("setups", 'scenario = "across-the-wurm"', 'scenario = "across-the-worm"', r"setups.toml: \[\[setup\]\] 3: no scenario is called 'across-the-worm'; did you mean across-the-wurm"),
    ("setups", 'units = ["743-Tank", "823-TD"', 'units = ["742-Tank", "823-TD"', r"setups.toml: \[\[reinforcement\]\] \d+: no unit is called '742-Tank'"),
    ("setups", 'entry_hexes = ["4101", "4001"', 'entry_hexes = ["4199", "4001"', r"setups.toml: \[\[reinforcement\]\] \d+: .*4199"),
    ("setups", "permanent = true\n", "", r"setups.toml: \[\[withdrawal\]\] 1: key 'permanent' is missing"),
    # scenarios
    ("scenarios", "last_turn = 3", "last_turn = 9", "scenarios.toml: stolberg-corridor: turns run from 1 to 8"),
    ("scenarios", 'goals = ["2107"', 'goals = ["3107"', "scenarios.toml: first-blood: 3107 is outside the area"),
    ("scenarios", 'id = "first-blood"', 'id = "First Blood"', "scenarios.toml: First Blood: an id is small letters"),
    ("scenarios", "us_decisive = 71", "us_decisive_win = 71", r"\[\[scenario\]\] 2: levels: no key is called 'us_decisive_win'"),
    ("scenarios", "us_satisfactory = 4\npoor = 5", "us_satisfactory = 4", "first-blood: levels: the last should be for 5 activations"),
    ("scenarios", "draw = 40", "draw = 60", "stolberg-corridor: it has a title, and levels, the best first"),
    ("scenarios", "rows = [10, 24]", "rows = [9, 24]", "first-blood: rows: the map has 10 to 56"),
    ("map", 'outer = [\n  "5605"', 'outer = [\n  "5699"', r"map.toml: \[westwall\] outer: .*5699"),
    ("tables", "improved = [-2, -1]", "improved = [-2, 1]", r"\[combat_support\]: improved: support of the attacker adds"),
    ("tables", "[1, [1, 1, 1], [1, 1, 1]", "[1, [1, 1, 0], [1, 1, 1]", r"\[chits\]: chit 1: 0 is out of range"),
]  # fmt: skip


@pytest.mark.parametrize(("file", "old", "new", "why"), FAULTS, ids=[f"{f[0]}-{f[3][-30:]}" for f in FAULTS])
def test_each_fault_is_one_line_that_says_where_it_is(tmp_path, monkeypatch, file, old, new, why):
    """CTL-3a: file, table, row, and what is wrong with it."""
    folder = brought(tmp_path / "own", **{file: ((old, new),)})
    monkeypatch.setenv(VARIABLE, str(folder))
    with pytest.raises(BadData) as told:
        gg.new(FIRST_BLOOD, seed=1)
    said = str(told.value)
    assert "\n" not in said
    assert said.startswith(f"{folder}/"), said
    assert re.search(why, said), said


def test_a_missing_folder_and_a_strange_file_are_said(tmp_path, monkeypatch):
    """CTL-3a: nothing is taken for ours by mistake."""
    for folder, why in (
        (tmp_path / "nowhere", "there is no such folder"),
        (tmp_path, "holds none of map.toml"),
    ):
        monkeypatch.setenv(VARIABLE, str(folder))
        with pytest.raises(BadData, match=why):
            gg.new(FIRST_BLOOD)
    (tmp_path / "maps.toml").write_text("")
    monkeypatch.setenv(VARIABLE, str(tmp_path / "."))
    with pytest.raises(BadData, match=r"maps.toml: no file is called so; did you mean map.toml"):
        gg.new(FIRST_BLOOD)
    (tmp_path / "maps.toml").rename(tmp_path / "map.toml")
    (tmp_path / "map.toml").write_bytes(b"\xff")
    with pytest.raises(BadData, match=r"map.toml: is no UTF-8 text"):
        gg.new(FIRST_BLOOD)


def test_our_own_box_is_good_and_changes_nothing(tmp_path, monkeypatch):
    """CTL-3a: what is written out and left as it is plays as ours, with our records."""
    owner.check(boxes.printed(), "")
    monkeypatch.setenv(
        VARIABLE, str(brought(tmp_path / "own", map=(), units=(), tables=(), setups=(), scenarios=()))
    )
    assert SYSTEM.own_data() == ""
    assert gg.new(FIRST_BLOOD, seed=1).world.key == FIRST_BLOOD


GOOD = {"units": (('"infantry", [7, 6], 7, "at"', '"infantry", [7, 6], 9, "at"'),)}


def test_what_is_brought_is_played_and_the_rest_stays_ours(tmp_path, monkeypatch):
    """CTL-3.2j: 1/16 with nine SPs, on our map; games by our data go on beside it."""
    monkeypatch.setenv(VARIABLE, str(brought(tmp_path / "own", **GOOD)))
    game = gg.new(FIRST_BLOOD, seed=1)
    assert game.world.key == f"{FIRST_BLOOD}@{SYSTEM.own_data()}"
    assert game.state.strength[game.world.unit("1/16")] == 9
    assert game.world.chart.grid.size == SYSTEM.world(FIRST_BLOOD).chart.grid.size
    assert SYSTEM.world(FIRST_BLOOD).counters[0].strength == 7
    study = gg.scene("crossing-the-line", US={"3804": "1/16"})
    assert study.state.strength[study.world.unit("1/16")] == 9
    codec = SYSTEM.codec
    assert codec.decode(codec.encode(game.state)) == game.state


def test_labels_follow_what_was_brought(tmp_path, monkeypatch):
    """CTL-3a: what the owner read off the printed game is no reconstruction any more."""
    assert SYSTEM.scenarios()[0].reconstructed == boxes.ALL
    text = SYSTEM.files()["tables.toml"].replace('provenance = "house"', 'provenance = "printed"')
    folder = tmp_path / "own"
    folder.mkdir()
    (folder / "tables.toml").write_text(text)
    monkeypatch.setenv(VARIABLE, str(folder))
    said = SYSTEM.scenarios()[0].reconstructed
    assert said == "Reconstructed, not taken from the printed game: map, counters, set-ups, entry hexes."
    for name, text in SYSTEM.files().items():
        (folder / name).write_text(re.sub(r'provenance = "\w+"', 'provenance = "printed"', text))
    monkeypatch.setenv(VARIABLE, str(folder) + "/")
    boxes.opened.cache_clear()
    assert SYSTEM.scenarios()[0].reconstructed == ""


def test_a_table_is_looked_up_in_what_was_brought(tmp_path, monkeypatch):
    """CTL-7.5.1e."""
    cell = {"terrain": "clear", "ratio": "1:6", "die": 1}
    assert gg.table("crossing-the-line", "crt", **cell) == "4r/0"
    folder = brought(
        tmp_path / "own", tables=(('["4r/0", "4r/0", "3r/0", "3/1"', '["5r/0", "4r/0", "3r/0", "3/1"'),)
    )
    monkeypatch.setenv(VARIABLE, str(folder))
    assert gg.table("crossing-the-line", "crt", **cell) == "5r/0"


# ---- at the terminal


def test_a_game_by_own_data_from_the_terminal_to_its_record(tmp_path):
    """CTL-3a: the record names the data, is good with them, and is refused in one line without them or by others."""
    folder = tmp_path / "own"
    assert grognard("data", "crossing-the-line", folder).status == 0
    assert "is there already" in complaint(grognard("data", "crossing-the-line", folder), 1)
    for name in ("map", "tables", "setups", "scenarios"):
        (folder / f"{name}.toml").unlink()
    units = folder / "units.toml"
    units.write_text(units.read_text().replace(*GOOD["units"][0], 1))
    record = tmp_path / "game.record"
    played = grognard("play", FIRST_BLOOD, "--data", folder, "--seed", 1, "--record", record, typed=["quit"])
    assert played.status == 0, played.err
    mark = re.search(r"scenario first-blood@([0-9a-f]{12})\n", record.read_text())
    assert mark
    grognard("verify", record, "--data", folder).has("good")
    assert re.search(
        r"line 3: this game is played by its owner's data \w+, and none are loaded: --data",
        complaint(grognard("replay", record), 1),
    )
    other = brought(
        tmp_path / "other", units=(('"infantry", [7, 6], 7, "at"', '"infantry", [7, 6], 8, "at"'),)
    )
    assert "others are loaded" in complaint(grognard("verify", record, "--data", other), 1)
    assert f"@{mark[1]}" in grognard("list", "--data", folder).out


def test_a_fault_is_complained_of_before_anything_is_played(tmp_path):
    """CTL-3a: of `play` and of `serve`, with a status for scripts."""
    folder = brought(
        tmp_path / "own", units=(('"infantry", [7, 6], 7, "at"', '"infantry", [7, 6], 16, "at"'),)
    )
    for command in (("play", FIRST_BLOOD), ("serve", "--no-open"), ("list",)):
        said = complaint(grognard(*command, "--data", folder), 2)
        assert said.startswith(f"{folder}/units.toml: 1/16: strength 1 to 15")
    assert "no such folder" in complaint(grognard("play", FIRST_BLOOD, "--data", tmp_path / "none"), 2)
    assert "our data only" in complaint(grognard("data", "great-crusade", tmp_path / "tgc"), 1)


def test_the_computer_and_the_screen_know_them(tmp_path, monkeypatch):
    """CTL-3a: a worker that thinks, the list of scenarios and the counters on the page."""
    monkeypatch.setenv(VARIABLE, str(brought(tmp_path / "own", **GOOD)))
    game = gg.new(FIRST_BLOOD, seed=1)
    while game.decision.side is None:
        game.roll()
    ask = worker.Ask(game.world.key, worker.encode(SYSTEM, game.view("us")), "us", "random", "7")
    assert worker.think(CATALOG, ask, 5.0)
    about = CATALOG.about(game.world.key)
    assert about is not None
    assert about.title == "First Blood"
    values = {c.unit: c.values for c in CATALOG.set(game.world.key).counters}
    assert values["1/16"] == ("7", "9", "3", "5")
    assert CATALOG.about(f"{FIRST_BLOOD}@000000000000") is None
    assert CATALOG.about(FIRST_BLOOD) is not None


# ---- whatever is wrong, it is said


def places(table: object, at: tuple[object, ...] = ()):
    """Where something stands in a file."""
    if isinstance(table, dict | list):
        for key, value in table.items() if isinstance(table, dict) else enumerate(table):
            yield (*at, key)
            yield from places(value, (*at, key))


def spoiled(tables: Any, rng: Random) -> dict[str, Any]:
    """A file with one thing in it left out or changed."""
    out = deepcopy(dict(tables))
    *way, last = rng.choice([p for p in places(out) if not {"how", "clauses", "blurb", "schema"} & set(p)])
    inner: Any = out
    for key in way:
        inner = inner[key]
    old = inner[last]
    match rng.randrange(3):
        case 0:
            del inner[last]
        case 1:
            inner[last] = rng.choice([0, -1, 99, "x", "9999", "1/0", "", True, [], {}, ["x"], [1, 2]])
        case _:
            inner[last] = old + rng.choice((-3, 1, 20)) if type(old) is int else [] if old else "9999"
    return out


def fault(name: str, tables: dict[str, Any], mark: str) -> str | None:
    """Why this file is refused beside ours."""
    ours = boxes.printed()
    try:
        data.check(f"{name}.toml", tables)
        shape.fit(f"{name}.toml", ours[name], tables, free=boxes.FREE, words=boxes.WORDS)
        owner.check({**ours, name: tables}, mark)
    except BadData as e:
        return str(e)
    return None


@pytest.mark.parametrize("seed", range(8))
def test_no_fault_comes_to_light_in_play(seed):
    """CTL-3a: a file with anything in it changed by chance is refused in a line of its own, or can be played."""
    rng = Random(seed)
    for n in range(15):
        name, mark = rng.choice(boxes.FILES), f"spoiled-{seed}-{n}"
        tables = spoiled(boxes.printed()[name], rng)
        why = fault(name, tables, mark)
        if why is not None:
            assert "\n" not in why
            assert ".toml: " in why
            continue
        box = {**boxes.printed(), name: tables}
        scenario = rng.choice(list(world.scenarios(box).values()))
        s = SYSTEM.begin(world.Theatre(box, scenario, f"{scenario.id}@{mark}"), {}).state
        for _ in range(100):
            if s.frames:
                top = s.frames[-1]
                dice = chance(s)
                s = apply(
                    s, top.drawn(s, rng.randrange(top.tickets(s))) if dice else legal(s).pick(rng)
                ).state
