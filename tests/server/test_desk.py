"""One table: what a seat sees and does there, and every no in a player's words."""

from __future__ import annotations

import json
from typing import Any

import pytest

from grognard.kernel.notation import text
from grognard.kernel.play import apply, decision, legal
from grognard.server.settings import Settings

from ..kernel.toy.state import field
from .house import House, Seat, says


@pytest.fixture
def ann(inn: House, dice: Any) -> Seat:
    """Both sides of a game in which Blue goes first, and all chits are fresh."""
    dice("7")
    seat = inn.new()
    assert seat.game["asks"] == "blue"
    return seat


# ---- looking


def test_a_table_as_it_is_laid(ann: Seat):
    game = ann.game
    assert (game["version"], game["actions"], game["side"]) == (3, 3, "blue")
    assert game["holds"] == ["blue", "red"]
    assert game["your_turn"]
    assert game["prompt"] == "turn 1: blue activates a formation"
    assert [o["text"] for o in game["choices"]["single"]] == ["activate Guard", "activate Foot", "pass"]
    assert game["board"]["turn"] == "Turn 1"
    assert "over" not in game
    assert "seed" not in game
    assert ann.get(side="red")["side"] == "red"


def test_the_first_throws_are_made_at_once_and_told(ann: Seat):
    log = ann.get("/log")
    assert [(x["n"], x["step"], x["kind"], x["by"], x.get("throw")) for x in log] == [
        (1, 1, "dice", "", 1),
        (2, 2, "dice", "", 2),
        (3, 3, "dice", "", 3),
    ]
    assert log[2]["action"] == "draw blue"
    assert [t["text"] for t in log[0]["told"]] == ["Fusiliers is dealt 2."]
    assert ann.get("/log", since=2) == log[2:]
    assert ann.get("/log", since=9) == []


def test_the_actions_of_one_head(ann: Seat):
    ann.play("activate Foot")
    assert ann.get("/offers", head="Fusiliers") == []
    assert ann.get("/offers", head="nobody") == []
    heads = ann.game["choices"]["heads"]
    assert heads == ["Fusiliers"]


def test_an_action_is_answered_with_what_it_wrote(ann: Seat):
    done = ann.act("activate Guard", version=3)
    assert (done["version"], done["asks"], done["your_turn"]) == (4, "blue", True)
    (line,) = done["lines"]
    assert (line["n"], line["step"], line["kind"], line["by"]) == (4, 4, "action", "blue")
    assert line["action"] == "activate Guard"
    assert (line["turn"], line["phase"]) == ("Turn 1", "Choice")
    assert ann.version == 4


def test_a_text_is_made_canonical(ann: Seat):
    assert ann.act("  ACTIVATE   Guard ")["lines"][0]["action"] == "activate Guard"


def test_dice_that_follow_are_thrown_at_once(ann: Seat):
    done = until_dice(ann)
    kinds = [x["kind"] for x in done["lines"]]
    assert kinds[0] == "action"
    assert set(kinds[1:]) == {"dice"}
    assert [x["throw"] for x in done["lines"][1:]] == list(range(4, 3 + len(kinds)))
    assert done["version"] == done["lines"][-1]["n"] == ann.version


def until_dice(ann: Seat) -> Any:
    """Pass until a turn ends: a chit is drawn for the next one."""
    while True:
        done = ann.act("pass")
        if len(done["lines"]) > 1:
            return done


def test_faces_are_told_with_a_throw(inn: House, dice: Any):
    """TOY-5.2: an attack throws a die."""
    dice("7")
    ann = inn.new()
    done: Any = {"lines": []}
    for _ in range(80):
        if ann.game.get("over"):
            break
        offered = [o["text"] for o in ann.game["choices"]["single"]]
        heads = ann.game["choices"].get("heads", [])
        attacks = [o["text"] for h in heads for o in ann.get("/offers", head=h) if o["verb"] == "attack"]
        done = ann.act((attacks or [x for x in offered if x not in ("pass", "end")] or offered)[0])
        if any(x.get("faces") for x in done["lines"]):
            break
    thrown = next(x for x in done["lines"] if x.get("faces"))
    assert thrown["action"] == f"roll {thrown['faces'][0]}"
    assert 1 <= thrown["faces"][0] <= 6


# ---- the version, and calls that come twice


def test_a_stale_version_is_refused_with_the_present_one(ann: Seat):
    ann.act("activate Guard", version=3)
    for version in (3, 0, 5, 1_000_000):
        with pytest.raises(Exception, match="the game has gone on since") as no:
            ann.act("end", version=version)
        assert (no.value.status, no.value.problem["version"]) == (409, 4)
    assert ann.version == 4


def test_the_same_id_is_answered_as_the_first_time(ann: Seat):
    first = ann.act("activate Guard", id="x", version=3)
    assert ann.act("activate Guard", id="x", version=3) == first
    ann.play("end")
    assert ann.act("activate Guard", id="x", version=3) == first
    assert ann.act("something else", id="x", version=99) == first
    ann.back(3)
    assert ann.act("activate Guard", id="x", version=3) == first
    assert ann.version == 6


def test_a_refused_call_may_be_sent_again(ann: Seat):
    with says(422, "TOY-2.2"):
        ann.act("activate Iron", id="x", version=3)
    assert ann.act("activate Guard", id="x", version=3)["version"] == 4


def test_an_id_is_of_one_seat(inn: House, dice: Any):
    dice("7")
    ann = inn.new(blue="me", red="open")
    bob = ann.invited("red")
    ann.act("pass", id="x")
    assert bob.act("pass", id="x")["lines"][0]["by"] == "red"


# ---- no


def test_a_refusal_has_its_clause_and_our_wording_of_it(ann: Seat):
    with pytest.raises(Exception, match="Iron is no formation of yours") as no:
        ann.act("activate Iron")
    assert no.value.status == 422
    assert no.value.clause == "TOY-2.2"
    assert no.value.problem["rule"].startswith("A turn: draw one of three chits")
    assert ann.version == 3


@pytest.mark.parametrize(
    "said", ["", "  ", "fly", "activate", "move", "move Guard", "enter 9999", "pass now", "🙂"]
)
def test_what_is_not_understood_is_said(ann: Seat, said: str):
    with says(422):
        ann.act(said)
    with says(422):
        ann.post("/check", {"action": said})


def test_whose_choice_it_is(inn: House, dice: Any):
    dice("7")
    ann = inn.new(blue="me", red="open")
    bob = ann.invited("red")
    with says(403, why="it is the choice of Blue now"):
        bob.act("pass")
    assert bob.get("/offers", head="Guard") == []
    assert bob.get("/aim", unit="Hussars", hex="0301") == {}
    ruling = bob.post("/check", {"action": "pass"})
    assert ruling["breach"]["text"] == "it is not your choice now, but that of Blue"
    assert "single" not in bob.game["choices"]
    assert "your_turn" not in bob.game or not bob.game["your_turn"]


def test_a_check_is_a_ruling(ann: Seat):
    assert ann.post("/check", {"action": "activate  guard".replace("guard", "Guard")}) == {
        "action": "activate Guard"
    }
    no = ann.post("/check", {"action": "activate Iron"})
    assert no["action"] == "activate Iron"
    assert no["breach"] == {"text": "Iron is no formation of yours", "clause": "TOY-2.2"}
    assert no["rule"].startswith("A turn:")
    assert ann.version == 3


def test_an_unlit_hex_says_why(ann: Seat):
    ann.play("activate Guard", "move Lancers")
    assert ann.get("/aim", unit="Lancers", hex="0202") == {"action": "enter 0202"}
    no = ann.get("/aim", unit="Lancers", hex="0502")
    assert no["breach"]["clause"] == "TOY-3.1"
    assert no["rule"]
    with says(404, why="no unit is called 'Dragoons'"):
        ann.get("/aim", unit="Dragoons", hex="0202")


def test_odds_and_sheets_of_a_view(ann: Seat):
    ann.play("activate Guard")
    with says(422, why="odds are told for an attack"):
        ann.post("/odds", {"action": "end"})
    with says(422, "TOY-5.1"):
        ann.post("/odds", {"action": "attack 0301 with Lancers"})
    body = {"attackers": ["Lancers"], "defenders": ["Hussars"]}
    assert ann.post("/fight", body)["title"] == "2 units"
    assert ann.spectator.post("/fight", body)["title"] == "2 units"
    with says(404, why="no unit is called"):
        ann.post("/fight", {"attackers": ["Dragoons"], "defenders": []})


def test_hexes_and_overlays(ann: Seat):
    assert ann.get("/hexes/0201")["line"] == "3 2"
    with says(404):
        ann.get("/hexes/9999")
    assert ann.get("/shades/near") == {"version": 3, "shade": {"id": "near", "label": "Near", "hexes": []}}
    with says(404, why="no overlay is called 'far'"):
        ann.get("/shades/far")


def test_any_moment_of_the_game(ann: Seat):
    before = ann.game["board"]
    ann.play("activate Guard", "move Lancers", "enter 0202")
    now = ann.get("/at/6")
    assert now["board"] == ann.game["board"] != before
    assert now["line"]["action"] == "enter 0202"
    assert ann.get("/at/3")["board"] == before
    assert ann.get("/at/0").get("line") is None
    with says(404, why="the game has 6 actions"):
        ann.get("/at/7")


# ---- what cannot be meant


MALFORMED: list[tuple[str, str, Any]] = [
    ("POST", "/actions", None),
    ("POST", "/actions", {}),
    ("POST", "/actions", {"version": 3, "action": "pass"}),
    ("POST", "/actions", {"version": "3", "action": "pass", "id": "a"}),
    ("POST", "/actions", {"version": 3.5, "action": "pass", "id": "a"}),
    ("POST", "/actions", {"version": -1, "action": "pass", "id": "a"}),
    ("POST", "/actions", {"version": 10**30, "action": "pass", "id": "a"}),
    ("POST", "/actions", {"version": 3, "action": "x" * 1_001, "id": "a"}),
    ("POST", "/actions", {"version": 3, "action": "pass", "id": ""}),
    ("POST", "/actions", {"version": 3, "action": "pass", "id": "x" * 65}),
    ("POST", "/actions", {"version": 3, "action": ["pass"], "id": "a"}),
    ("POST", "/back", {"version": 3}),
    ("POST", "/back", {"version": 3, "to": -1}),
    ("POST", "/draw", {"version": 3, "side": "blue", "what": "demand"}),
    ("POST", "/fight", {"attackers": "Lancers", "defenders": []}),
    ("POST", "/fight", {"attackers": ["x"] * 201, "defenders": []}),
    ("POST", "/chat", {"text": ""}),
    ("PUT", "/notes", {"text": "x" * 20_001}),
    ("PUT", "/seat", {"name": None}),
    ("GET", "/at/one", None),
    ("GET", "/at/-1", None),
    ("GET", "/at/10000000", None),
    ("GET", "/log?since=first", None),
    ("GET", "/log?since=-1", None),
    ("GET", "/log?since=1&since=2", None),
    ("GET", "/log?until=1", None),
    ("GET", "/offers", None),
    ("GET", f"/hexes/{'9' * 65}", None),
]


@pytest.mark.parametrize(("method", "path", "body"), MALFORMED)
def test_what_is_malformed(inn: House, ann: Seat, method: str, path: str, body: Any):
    url, headers = f"/api/games/{ann.id}{path}", {"authorization": f"Bearer {ann.token}"}
    content = None if method == "GET" else json.dumps(body).encode()
    more = {} if content is None else {"content-type": "application/json"}
    answer = inn.client.request(method, url, headers=headers | more, content=content)
    assert answer.status_code == 400, answer.text
    assert answer.json()["why"]
    assert ann.version == 3


@pytest.mark.parametrize(
    ("body", "kind", "status"),
    [
        (b"", "application/json", 400),
        (b"{", "application/json", 400),
        (b"\xff\xfe", "application/json", 400),
        (b"[" * 60_000, "application/json", 400),
        (b'{"version":3,"action":"pass","id":"\xed\xa0\x80"}', "application/json", 400),
        (b'{"version":3,"action":"pass","id":"a"}', "text/plain", 415),
        (b'{"version":3,"action":"pass","id":"a"}', "", 415),
        (b" " * (Settings().body + 1), "application/json", 413),
    ],
)
def test_bodies_that_are_none(inn: House, ann: Seat, body: bytes, kind: str, status: int):
    headers = {"authorization": f"Bearer {ann.token}", "content-type": kind}
    answer = inn.client.post(f"/api/games/{ann.id}/actions", content=body, headers=headers)
    assert (answer.status_code, answer.json()["status"]) == (status, status)
    assert ann.version == 3


def test_a_whole_number_may_have_a_point(inn: House, ann: Seat):
    """JSON has one kind of number."""
    body = b'{"version":3.0,"action":"pass","id":"a"}'
    headers = {"authorization": f"Bearer {ann.token}", "content-type": "application/json"}
    assert inn.client.post(f"/api/games/{ann.id}/actions", content=body, headers=headers).status_code == 200


def test_there_is_no_such_game(inn: House, ann: Seat):
    with says(404, why="there is no game of this id"):
        Seat(inn, "abcdefghijkm", ann.token, {}).get()
    for id in ("nothing", "ABCDEFGHIJKM", "x" * 300):
        with says(404):
            Seat(inn, id, ann.token, {}).get()


# ---- the end


def test_the_game_ends_and_tells_its_seed(ann: Seat):
    for _ in range(6):
        seed = ann.game.get("seed")
        assert seed is None
        done = ann.act("pass")
    assert done["over"]
    assert done["asks"] is None
    game = ann.game
    assert game["over"]
    assert game["seed"] == "7"
    assert game["verdict"] == {"side": None, "clause": "TOY-6.2", "why": "nobody holds the mill"}
    assert not game["take_back"]["can"]
    with says(422, "game-over"):
        ann.act("pass")
    with says(422, "game-over"):
        ann.post("/resign", {"version": ann.version, "side": "red"})
    with says(422, why="the game is over and its seed is told"):
        ann.back(3)
    assert ann.post("/check", {"action": "pass"})["breach"]["clause"] == "game-over"


def test_what_is_offered_is_done(inn: House):
    """Whatever a screen is offered can be submitted as it is, in any game, to its end."""
    for seed in range(6):
        ann = inn.new()
        for n in range(200):
            game = ann.game
            if game.get("over"):
                break
            ann.choose(n * 7 + seed)
        assert ann.game["over"]


def test_the_log_leads_where_the_rules_do(inn: House):
    """A game played here, and the same texts applied by the kernel alone."""
    ann = inn.new()
    for n in range(25):
        if ann.game.get("over"):
            break
        ann.choose(n)
    table = inn.service.lives[ann.id].table
    s: Any = table.start.state
    for n in table.stands:
        deed = table.deeds[n]
        assert text(deed.action, field()) == table.rows[n - 1].action
        now = decision(s)
        assert now is not None
        assert (now.side or "") == deed.by
        s = apply(s, deed.action).state
    assert s == table.state
    assert (not legal(s)) == (decision(s) is None)
