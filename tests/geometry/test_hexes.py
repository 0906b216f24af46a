"""Numbers, neighbours and distances, against plain geometry."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.geometry.hexes import FLAT, POINTY, Grid, Hex, NoSuchHex

from .grids import HEIGHT, apart, grid_and_hexes, grids, makes, place, steps_between

FRANCE = Grid(60, 77)  # The Great Crusade: rows, the odd ones pushed east, numbered from 00


def numbers(grid: Grid, hexes: list[Hex] | tuple[Hex, ...]) -> set[str]:
    return {grid.number(h) for h in hexes}


# ---- maps that are printed


@pytest.mark.parametrize(
    ("a", "b", "distance"),
    [
        # in axial terms (column - row // 2, row): 1830 is (3, 30), 4520 is (35, 20), 4831 is (33, 31)
        ("1830", "4520", 32),  # 32 and -10, against each other: the larger
        ("1830", "4831", 31),  # 30 and 1, the same way: together
        ("4520", "4831", 11),
        ("0000", "5976", 97),  # 59 - 38 and 76: together
        ("5900", "0076", 97),  # -97 and 76
        ("1830", "1830", 0),
    ],
)
def test_distances_in_france(a: str, b: str, distance: int):
    assert FRANCE.distance(FRANCE.hex(a), FRANCE.hex(b)) == distance
    assert FRANCE.distance(FRANCE.hex(b), FRANCE.hex(a)) == distance


def test_neighbours_in_france():
    """3807 lies in an odd row, which is pushed east: its western neighbours to north and south are of column 38."""
    near = numbers(FRANCE, FRANCE.neighbours[FRANCE.hex("3807")])
    assert near == {"3707", "3907", "3806", "3906", "3808", "3908"}
    assert numbers(FRANCE, FRANCE.neighbours[FRANCE.hex("3806")]) == {
        *("3706", "3906", "3705", "3805", "3707", "3807"),
    }
    assert numbers(FRANCE, FRANCE.neighbours[FRANCE.hex("0000")]) == {"0100", "0001"}
    assert numbers(FRANCE, FRANCE.neighbours[FRANCE.hex("5976")]) == {"5876", "5875", "5975"}


def test_rows_that_rise_to_the_north():
    """Row 10 is the southernmost, and odd rows are pushed: the top row is 56, and is not."""
    grid = Grid(28, 47, first_column=1, first_row=10, up=True)
    assert grid.number(grid.at(0, 0)) == "0156"
    assert numbers(grid, grid.neighbours[grid.hex("0510")]) == {"0410", "0610", "0411", "0511"}
    assert numbers(grid, grid.neighbours[grid.hex("0511")]) == {
        "0411",
        "0611",
        "0512",
        "0612",
        "0510",
        "0610",
    }
    assert grid.directions[grid.direction(grid.hex("0511"), grid.hex("0612"))] == "NE"


def test_columns_and_rows_the_other_way_round():
    """Flat-topped, even columns pushed south, the row said first."""
    grid = Grid(5, 5, pointy=False, shoved=0, habit="RRCC", first_column=1, first_row=1)
    assert numbers(grid, grid.neighbours[grid.hex("0302")]) == {
        "0202",
        "0402",
        "0301",
        "0401",
        "0303",
        "0403",
    }
    assert numbers(grid, grid.neighbours[grid.hex("0303")]) == {
        "0203",
        "0403",
        "0202",
        "0302",
        "0204",
        "0304",
    }
    assert grid.directions[grid.direction(grid.hex("0302"), grid.hex("0403"))] == "SE"


# ---- any map


@given(makes)
def test_neighbours_are_the_hexes_that_lie_one_apart(make: dict):
    grid = Grid(**make)
    where = {h: place(make, grid.number(h)) for h in grid}
    for h in grid:
        assert set(grid.neighbours[h]) == {k for k in grid if 0.9 < apart(where[h], where[k]) < 1.1}
        assert len(set(grid.neighbours[h])) == len(grid.neighbours[h])


@given(makes)
def test_it_is_drawn_where_it_lies(make: dict):
    grid = Grid(**make)
    home = next(iter(grid))
    for h in grid:
        drawn = [a - b for a, b in zip(grid.centre(h), grid.centre(home), strict=True)]
        lies = [
            a - b for a, b in zip(place(make, grid.number(h)), place(make, grid.number(home)), strict=True)
        ]
        assert drawn == pytest.approx(lies, abs=1e-6)


WAYS = {
    "E": (1, 0),
    "W": (-1, 0),
    "N": (0, -1),
    "S": (0, 1),
    "pointy NE": (0.5, -HEIGHT),
    "pointy NW": (-0.5, -HEIGHT),
    "pointy SE": (0.5, HEIGHT),
    "pointy SW": (-0.5, HEIGHT),
    "flat NE": (HEIGHT, -0.5),
    "flat NW": (-HEIGHT, -0.5),
    "flat SE": (HEIGHT, 0.5),
    "flat SW": (-HEIGHT, 0.5),
}


@given(makes)
def test_directions_point_where_they_say(make: dict):
    grid = Grid(**make)
    grain = "pointy" if grid.pointy else "flat"
    assert grid.directions == (POINTY if grid.pointy else FLAT)
    for h in grid:
        x, y = place(make, grid.number(h))
        for k in grid.neighbours[h]:
            name = grid.directions[grid.direction(h, k)]
            dx, dy = WAYS.get(name) or WAYS[f"{grain} {name}"]
            assert place(make, grid.number(k)) == pytest.approx((x + dx, y + dy))
            assert h + grid.steps[grid.direction(h, k)] == k
            assert (grid.direction(h, k) - grid.direction(k, h)) % 6 == 3


@given(grid_and_hexes(1))
def test_distance_is_the_number_of_steps(made: tuple[Grid, list[Hex]]):
    grid, (start,) = made
    found = steps_between(grid, start)
    assert set(found) == set(grid)
    assert {h: grid.distance(start, h) for h in grid} == found
    assert {h: grid.distance(h, start) for h in grid} == found


@given(grid_and_hexes(2))
def test_directions_are_for_neighbours_only(made: tuple[Grid, list[Hex]]):
    grid, (a, b) = made
    if b in grid.neighbours[a]:
        assert 0 <= grid.direction(a, b) < 6
    else:
        with pytest.raises(ValueError, match=f"{grid.number(a)} and {grid.number(b)} are not adjacent"):
            grid.direction(a, b)


@given(makes)
def test_every_hex_has_one_number_and_every_number_its_hex(make: dict):
    grid = Grid(**make)
    every = list(grid)
    assert len(every) == len(set(every)) == len(grid) == make["columns"] * make["rows"]
    assert [grid.hex(grid.number(h)) for h in every] == every
    for h in every:
        column, row = grid.offset(h)
        assert grid.at(column, row) == h
        said = grid.number(h)
        c, r = (said[:2], said[2:]) if make["habit"] == "CCRR" else (said[2:], said[:2])
        assert int(c) == make["first_column"] + column
        assert int(r) == make["first_row"] + (make["rows"] - 1 - row if make["up"] else row)


@given(grids)
def test_the_gaps_between_lanes_are_no_hexes(grid: Grid):
    every = set(grid)
    inside = {h for h in range(-3 * grid.width, grid.size + 3 * grid.width) if h in grid}
    assert inside == every
    assert grid.all == sum(1 << h for h in every)
    assert len(grid.neighbours) == grid.size
    assert all(not grid.neighbours[h] for h in range(grid.size) if h not in every)


@given(grids, st.integers(-2, 99), st.integers(-2, 99))
def test_what_is_off_the_map_is_no_hex(grid: Grid, column: int, row: int):
    if 0 <= column < grid.columns and 0 <= row < grid.rows:
        assert grid.offset(grid.at(column, row)) == (column, row)
    else:
        with pytest.raises(NoSuchHex, match="off the map"):
            grid.at(column, row)


@pytest.mark.parametrize(
    "text", ["", "12", "123", "12345", "12a4", " 123", "-101", "+101", "１２３４", "1²34", "12.4"]
)
def test_what_is_no_number(text: str):
    with pytest.raises(NoSuchHex, match="four digits such as 0000"):
        FRANCE.hex(text)


@pytest.mark.parametrize("text", ["6000", "0077", "9999"])
def test_numbers_off_the_map(text: str):
    with pytest.raises(NoSuchHex, match=f"{text} is off the map"):
        FRANCE.hex(text)


@given(st.text(max_size=6))
def test_any_text_is_a_hex_or_none(text: str):
    try:
        h = FRANCE.hex(text)
    except NoSuchHex:
        return
    assert FRANCE.number(h) == text
