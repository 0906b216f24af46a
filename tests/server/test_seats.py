"""Who sits where: tokens, links for friends, those who only look on; what is said at the table and what is noted alone."""

from __future__ import annotations

from typing import Any

import pytest

from .house import House, Seat, says


@pytest.fixture
def ann(inn: House, dice: Any) -> Seat:
    dice("7")
    return inn.new(blue="me", red="open")


@pytest.fixture
def bob(ann: Seat) -> Seat:
    return ann.invited("red")


SECRET: list[tuple[str, str, Any]] = [
    ("POST", "/actions", {"version": 3, "action": "pass", "id": "a"}),
    ("POST", "/check", {"action": "pass"}),
    ("GET", "/aim?unit=Lancers&hex=0202", None),
    ("POST", "/back", {"version": 3, "to": 0}),
    ("POST", "/again", {"version": 3}),
    ("POST", "/resign", {"version": 3, "side": "blue"}),
    ("POST", "/draw", {"version": 3, "side": "blue", "what": "offer"}),
    ("PUT", "/seat", {"name": "Eve"}),
    ("POST", "/chat", {"text": "hello"}),
    ("GET", "/notes", None),
    ("PUT", "/notes", {"text": "mine"}),
]


@pytest.mark.parametrize(("method", "path", "body"), SECRET)
def test_who_only_looks_on_does_nothing(inn: House, ann: Seat, method: str, path: str, body: Any):
    before = ann.raw()
    for token, why in (("", "this needs the token of a seat"), ("x" * 32, "opens no seat at this table")):
        with says(401, why=why):
            inn.ask(method, f"/games/{ann.id}{path}", body, token)
    with says(401, why="a seat is shown by a token"):
        inn.ask(method, f"/games/{ann.id}{path}", body, "short")
    assert ann.raw() == before


def test_a_wrong_token_does_not_make_a_spectator(inn: House, ann: Seat):
    for path in ("", "/log", "/chat", "/hexes/0201", "/at/1"):
        with says(401):
            Seat(inn, ann.id, "x" * 32, {}).get(path)


def test_a_token_is_good_for_one_table(inn: House, ann: Seat):
    with says(401):
        Seat(inn, inn.new().id, ann.token, {}).get()


def test_nobody_sees_with_the_eyes_of_another(ann: Seat, bob: Seat):
    for seat, side in ((ann, "red"), (bob, "blue"), (ann.spectator, "blue"), (ann, "green")):
        for path in ("", "/log", "/at/1", "/hexes/0201", "/shades/near"):
            with says(403, why="does not see with the eyes of"):
                seat.get(path, side=side)
        for path, body in (("/odds", {"action": "pass"}), ("/fight", {"attackers": [], "defenders": []})):
            with says(403):
                seat.post(path, body, side=side)
    with says(403):
        ann.get("/aim", unit="Lancers", hex="0202", side="red")
    with says(403):
        ann.post("/check", {"action": "pass"}, side="red")


def test_nobody_speaks_for_another_side(ann: Seat, bob: Seat):
    for seat, side in ((ann, "red"), (bob, "blue"), (ann, "green")):
        with says(403, why="does not play"):
            seat.post("/resign", {"version": 3, "side": side})
        with says(403, why="does not play"):
            seat.post("/draw", {"version": 3, "side": side, "what": "offer"})


def test_a_seat_is_open_until_its_link_is_used(ann: Seat, bob: Seat):
    assert ann.game["seats"] == {"blue": {"kind": "person", "name": "Ann"}, "red": {"kind": "open"}}
    assert bob.game["holds"] == ["red"]
    assert bob.put("/seat", {"name": " Bob\n "}) == {"name": "Bob"}
    for seat in (ann, bob, ann.spectator):
        assert seat.game["seats"]["red"] == {"kind": "person", "name": "Bob"}
    with ann.live() as page:
        assert page.next()["seats"]["blue"]["present"]
        assert ann.spectator.game["seats"]["blue"]["present"]
        assert "present" not in ann.spectator.game["seats"]["red"]


def test_a_name_outlives_the_power(inn: House, ann: Seat, bob: Seat):
    bob.put("/seat", {"name": "Bob"})
    inn.crash()
    assert ann.game["seats"]["red"] == {"kind": "person", "name": "Bob"}


def test_a_seat_is_taken_by_whoever_has_its_link(inn: House, dice: Any):
    """Whoever makes a table need not play at it, and plays nothing then."""
    dice("7")
    host = inn.new(blue="open", red="open")
    assert (host.game["holds"], host.game["side"]) == ([], "")
    with says(403, why="this seat plays no side"):
        host.act("pass")
    host.post("/chat", {"text": "have a good game"})
    assert host.invited("blue").act("pass")["version"] == 4


# ---- what is said, and what is noted


def test_what_is_said_at_the_table(ann: Seat, bob: Seat):
    with ann.live() as page, bob.live() as his:
        page.next("hello")
        line = bob.post("/chat", {"text": " your  move,\r\nI think \x07"})
        assert (line["n"], line["by"], line["text"]) == (1, ["red"], "your  move,\nI think")
        assert page.next("chat")["chat"] == his.next("chat")["chat"] == line
    ann.post("/chat", {"text": "🙂 <b>not bold</b>"})
    said = ann.get("/chat")
    assert [(x["by"], x["name"]) for x in said] == [(["red"], ""), (["blue"], "Ann")]
    assert said[1]["text"] == "🙂 <b>not bold</b>"
    assert ann.spectator.get("/chat") == said
    with says(422, why="nothing was said"):
        ann.post("/chat", {"text": " \x00\n"})


def test_a_notepad_is_read_by_nobody_else(inn: House, ann: Seat, bob: Seat):
    assert ann.get("/notes") == {"text": ""}
    ann.put("/notes", {"text": "Grenadiers\tto the mill\nthen wait"})
    bob.put("/notes", {"text": "he will go to the mill"})
    inn.crash()
    assert ann.get("/notes") == {"text": "Grenadiers\tto the mill\nthen wait"}
    assert bob.get("/notes") == {"text": "he will go to the mill"}


# ---- giving up, and agreeing


def test_giving_up(ann: Seat, bob: Seat):
    """Whoever is not asked may give up too."""
    done = bob.post("/resign", {"version": 3, "side": "red"})
    assert done["over"]
    assert [t["text"] for t in done["lines"][0]["told"]] == ["Red gave up."]
    game = ann.game
    assert game["over"]
    assert game["verdict"] == {"side": "blue", "clause": "", "why": "Red gave up"}
    assert game["asks"] is None
    assert game["seed"] == "7"
    assert game["choices"] == {"prompt": {"text": "The game is over: Red gave up."}}
    with says(422, "game-over"):
        ann.act("pass")


def draw(seat: Seat, what: str, side: str) -> Any:
    return seat.post("/draw", {"version": seat.version, "side": side, "what": what})


def test_a_draw_is_agreed_by_both(ann: Seat, bob: Seat):
    draw(ann, "offer", "blue")
    assert bob.game["draw_offered_by"] == ann.spectator.game["draw_offered_by"] == "blue"
    assert not bob.game.get("over")
    for seat, side, what in ((ann, "blue", "accept"), (ann, "blue", "offer"), (bob, "red", "withdraw")):
        with says(422, why="Blue has offered a draw"):
            draw(seat, what, side)
    assert draw(bob, "accept", "red")["over"]
    assert ann.game["verdict"] == {"side": None, "clause": "", "why": "a draw was agreed"}


def test_a_draw_may_be_declined_or_taken_back(ann: Seat, bob: Seat):
    for what in ("accept", "decline", "withdraw"):
        with says(422, why="no draw is offered"):
            draw(bob, what, "red")
    draw(ann, "offer", "blue")
    draw(bob, "decline", "red")
    assert "draw_offered_by" not in ann.game
    draw(bob, "offer", "red")
    draw(bob, "withdraw", "red")
    assert "draw_offered_by" not in ann.game
    assert [x["told"][0]["key"] for x in ann.get("/log")[3:]] == [
        "log.draw.offer", "log.draw.decline", "log.draw.offer", "log.draw.withdraw",
    ]  # fmt: skip
    assert ann.act("pass")["version"] == 8


def test_an_offer_outlives_the_power(inn: House, ann: Seat, bob: Seat):
    draw(ann, "offer", "blue")
    inn.crash()
    assert bob.game["draw_offered_by"] == "blue"
    draw(bob, "accept", "red")
    inn.crash()
    assert ann.game["verdict"]["why"] == "a draw was agreed"


def test_the_computer_declines(inn: House):
    ann = inn.new(blue="me", red="sleeper")
    done = ann.post("/draw", {"version": ann.version, "side": "blue", "what": "offer"})
    assert [(x["by"], x["action"]) for x in done["lines"]] == [("blue", "offer"), ("red", "decline")]
    assert not ann.game.get("over")
