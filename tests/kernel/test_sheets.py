"""What systems write alike where they show themselves."""

from __future__ import annotations

import pytest

from grognard.kernel.sheets import button, numbers, offer_of, sheet_of, signed
from grognard.kernel.show import Place, Terrain, Told

from .toy.actions import Enter
from .toy.state import field


@pytest.mark.parametrize(
    ("text", "label"),
    [("Move to 0301", "move to 0301"), ("HQ moves", "HQ moves"), ("1/16 stays", "1/16 stays"), ("", "")],
)
def test_a_sentence_on_a_button(text: str, label: str):
    assert button(text) == label


def test_the_geometry_of_a_map_is_that_of_its_grid():
    w = field()
    ground = {"c": Terrain("c", "field", "clear"), "m": Terrain("m", "mill", "town")}
    mill = w.hex("0301")
    sheet = sheet_of(w, lambda h: "m" if h == mill else "c", ground, places=[Place("0301", "The Mill", 1)])
    assert (sheet.key, sheet.columns, sheet.rows) == (w.key, w.grid.columns, w.grid.rows)
    assert [len(row) for row in sheet.cells] == [w.grid.columns] * w.grid.rows
    column, row = w.grid.offset(mill)
    assert sheet.cells[row][column] == "m"
    assert sum(line.count("m") for line in sheet.cells) == 1
    assert (sheet.habit, sheet.pointy, sheet.up) == (w.grid.habit, w.grid.pointy, w.grid.up)
    assert sheet.places[0].name == "The Mill"
    assert numbers(w, [mill]) == ("0301",)


def test_an_offer_says_what_is_clicked_and_what_follows():
    w = field()
    here = w.hex("0301")
    a = Enter(here)
    o = offer_of(
        w, a, Told("Go to 0301", "TOY.go"), to=here, about=w.unit("Lancers"), way=[here], then=[a], signs=("x",),
        note=signed({"x": "{n} left"}, ["x"], n=2),
    )  # fmt: skip
    assert (o.text, o.label, o.key, o.hex, o.unit) == (
        "enter 0301",
        "go to 0301",
        "TOY.go",
        "0301",
        "Lancers",
    )
    assert (o.way, o.then, o.note) == (("0301",), ("enter 0301",), "2 left")
    assert offer_of(w, a, Told("The End"), name=True).label == "The End"
