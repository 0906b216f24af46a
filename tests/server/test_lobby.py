"""The lobby: what can be played, new games, games of mine, records that come in."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.kernel import dice as fair
from grognard.server.catalog import CATALOG as SHELF
from grognard.server.store import mark

from .house import MILL, House, Seat, says

BOTH = {"blue": "me", "red": "me"}


def test_it_is_well(house: House):
    house.new()
    assert house.ask("GET", "/health") == {"version": "0.1.0", "games": 1, "sockets": 0}


def test_a_scenario_says_what_to_expect(house: House):
    (card,) = house.ask("GET", "/scenarios")
    assert (card["id"], card["title"], card["minutes"]) == (MILL, "The Mill", 5)
    assert card["sides"] == {"blue": "Blue", "red": "Red"}
    assert card["options"][0]["values"] == ["2", "3"]
    assert card["options"][0]["clause"] == "TOY-2"
    assert "random" in card["players"]


def test_the_great_crusade_is_on_the_shelf(tmp_path: Any):
    with House(tmp_path, SHELF) as house:
        ids = [card["id"] for card in house.ask("GET", "/scenarios")]
        assert "great-crusade/beachhead" in ids
        for id in ids:
            found = house.ask("GET", f"/scenarios/{id}/set")
            assert found["counters"]
            assert found["sheet"]["cells"]


def test_a_set_is_fetched_once(house: House):
    path = f"/api/scenarios/{MILL}/set"
    first = house.client.get(path)
    assert first.json()["title"] == "The Mill"
    again = house.client.get(path, headers={"if-none-match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert house.client.get(path, headers={"if-none-match": '"old"'}).content == first.content


@pytest.mark.parametrize("path", ["/scenarios/toy/hill/set", "/scenarios/chess/mill/set", "/rules/chess"])
def test_what_is_not_on_the_shelf(inn: House, path: str):
    with says(404, why="is called"):
        inn.ask("GET", path)


def test_every_clause_in_our_words(house: House):
    rules = house.ask("GET", "/rules/toy")
    assert (rules["prefix"], rules["clauses"]["TOY-5"]) == ("TOY", "Combat")
    assert house.ask("GET", "/rules/toy/TOY-3.2") == {
        "clause": "TOY-3.2",
        "text": "No unit enters a hex with an enemy unit.",
    }
    with says(404, why="no clause is called 'TOY-9'"):
        house.ask("GET", "/rules/toy/TOY-9")


# ---- new games


def test_a_game_binds_its_seed_before_the_first_throw(house: House):
    ann = house.new()
    game = ann.game
    assert game["commitment"] == ann.made["commitment"]
    row = house.service.store.game(ann.id)
    assert row is not None
    assert fair.commitment(row.seed) == ann.made["commitment"]


def test_a_word_of_the_players_is_mixed_into_the_seed(house: House, dice: Any):
    dice("7")
    plain, worded = house.new(), house.new(word=" open\u2028sesame\x00 ")
    assert plain.made["commitment"] == fair.commitment("7")
    assert worded.made["commitment"] == fair.commitment("7|open sesame")


def test_no_two_games_throw_alike(house: House):
    assert house.new().made["commitment"] != house.new().made["commitment"]


def test_the_options_of_a_game(house: House):
    assert house.new().game["options"] == {"turns": "3"}
    assert house.new(options={"turns": "2"}).game["options"] == {"turns": "2"}
    with says(422, why="turns is 2 or 3"):
        house.new(options={"turns": "9"})
    with says(422, why="no option is called"):
        house.new(options={"colour": "red"})


@pytest.mark.parametrize(
    ("status", "question", "why"),
    [
        (404, {"scenario": "toy/hill", "seats": BOTH}, "no scenario is called 'toy/hill'"),
        (404, {"scenario": "mill", "seats": BOTH}, "no scenario is called 'mill'"),
        (422, {"scenario": MILL, "seats": {"blue": "me"}}, "nobody is named for the red side"),
        (422, {"scenario": MILL, "seats": {**BOTH, "green": "me"}}, "not 'green'"),
        (422, {"scenario": MILL, "seats": {**BOTH, "red": "deep thought"}}, "not by 'deep thought'"),
        (422, {"scenario": MILL, "seats": dict.fromkeys(BOTH, "random")}, "somebody must sit at the table"),
        (400, {"scenario": MILL}, "`seats`"),
        (400, {"scenario": MILL, "seats": ["me", "me"]}, "Expected `object`"),
        (400, {"scenario": MILL, "seats": BOTH, "extra": 1}, "unknown field"),
        (400, {"scenario": MILL, "seats": {str(n): "me" for n in range(9)}}, "length"),
        (400, {"scenario": MILL, "seats": BOTH, "title": "x" * 61}, "length"),
        (400, [], "Expected `object`"),
    ],
)
def test_what_is_wrong_with_a_question_for_a_game(inn: House, status: int, question: Any, why: str):
    with says(status, why=why):
        inn.ask("POST", "/games", question)


def test_names_and_titles_are_one_line(house: House):
    ann = house.new(title="  Our\n\tgame \x07", name="Ann\r\nAdmin")
    assert ann.game["title"] == "Our game"
    assert ann.game["seats"]["blue"]["name"] == "Ann Admin"


# ---- games of mine


def cards(house: House, *seats: Seat) -> Any:
    return house.ask("POST", "/mine", {"tokens": [s.token for s in seats]})


def test_my_games_by_my_tokens(house: House):
    ann = house.new(blue="me", red="open", title="First")
    bob, other = ann.invited("red"), house.new(title="Second")
    found = cards(house, other, ann)
    assert [(c["title"], c["token"], c["holds"]) for c in found] == [
        ("Second", 0, ["blue", "red"]),
        ("First", 1, ["blue"]),
    ]
    card = found[1]
    assert card["scenario_title"] == "The Mill"
    assert card["seats"] == {"blue": {"kind": "person", "name": "Ann"}, "red": {"kind": "open"}}
    assert (card["asks"], card["version"]) == (ann.game["asks"], ann.version)
    assert card.get("your_turn", False) == (card["asks"] == "blue")
    (his,) = cards(house, bob)
    assert (his["holds"], his.get("your_turn", False)) == (["red"], card["asks"] == "red")


def test_a_token_that_opens_nothing_is_passed_over(house: House):
    ann = house.new()
    stranger = Seat(house, ann.id, "x" * 32, {})
    assert [c["token"] for c in cards(house, stranger, ann, stranger)] == [1]
    with says(400):
        house.ask("POST", "/mine", {"tokens": ["short"]})


def test_cards_after_the_power_went(house: House, monkeypatch: pytest.MonkeyPatch):
    """From what is kept of them; where a game has gone on since, from its log."""
    ann = house.new()
    before = cards(house, ann)
    assert before[0]["headline"]
    house.crash()
    assert cards(house, ann) == before
    assert not house.service.lives, "a card that is kept needs no table"
    ann.choose()
    house.crash()
    (after,) = cards(house, ann)
    assert after["version"] == before[0]["version"] + 1 == ann.version


def test_a_kept_card_of_another_version_of_the_program_is_made_anew(house: House):
    ann = house.new()
    before = cards(house, ann)
    house.crash()
    house.service.store.keep_card(ann.id, b'{"colour":"red"}')
    assert cards(house, ann) == before


def test_a_finished_game_in_the_lobby(house: House):
    ann = house.new()
    ann.post("/resign", {"version": ann.version, "side": "red"})
    (card,) = cards(house, ann)
    assert card["over"]
    assert card["verdict"] == {"side": "blue", "clause": "", "why": "Red gave up"}
    assert not card.get("your_turn")


def test_what_is_kept_of_a_token_opens_nothing(house: House):
    ann = house.new()
    seats = house.service.store.seats(ann.id)
    assert [s.mark for s in seats] == [mark(ann.token)]
    assert ann.token not in repr(seats)
    with says(400):
        house.ask("POST", "/mine", {"tokens": [seats[0].mark + "x"]})
    assert house.ask("POST", "/mine", {"tokens": [seats[0].mark]}) == []
