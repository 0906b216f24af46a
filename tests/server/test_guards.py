"""What is let in, and what is said to the rest."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import Any, get_type_hints

import msgspec
import pytest
from fastapi import FastAPI
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse

from grognard.kernel.show import Shown
from grognard.server import guards, wire
from grognard.server.problem import Refused
from grognard.server.routing import Call, Route, game_route
from grognard.server.settings import Settings

from .asgi import Answer, call, run, scope


class Echo(Shown, frozen=True):
    text: str


async def echo(call: Call) -> Echo:
    """Say it again."""
    return call.body


async def get_echo(call: Call) -> Echo:
    """Nothing to say."""
    return Echo("")


async def fall(call: Call) -> Echo:
    """Not to be had."""
    raise RuntimeError("a secret of ours")


async def no(call: Call) -> Echo:
    """Not to be had."""
    raise Refused(422, "it cannot be", clause="TGC-move.3", rule="as it is written")


PREFIX = "/api/games/abcdefghijkm"
ROUTES = (
    Route("GET", "/api/echo", get_echo, Echo),
    Route("POST", "/api/echo", echo, Echo, Echo),
    Route("POST", "/api/games", echo, Echo, Echo),
    Route("POST", "/api/games/import", echo, Echo, Echo),
    Route("POST", "/api/games/{game}/chat", echo, Echo, Echo),
    Route("POST", "/api/games/{game}/odds", echo, Echo, Echo),
    Route("GET", "/api/fall", fall, Echo),
    Route("GET", "/api/no", no, Echo),
    Route("GET", "/api/mine", get_echo, Echo, secret=True),
    Route("POST", "/api/only", echo, Echo, Echo),
)


async def pages(request: Request) -> PlainTextResponse:
    if request.path_params["path"]:
        raise HTTPException(404)
    return PlainTextResponse("the page")


def application(**settings: Any) -> FastAPI:
    app = FastAPI(openapi_url=None, docs_url=None, redoc_url=None)
    app.state.service = None
    for route in ROUTES:
        game_route(app, route)
    app.add_route("/{path:path}", pages, ["GET", "HEAD"])
    guards.install(app, Settings(**settings))
    return app


APP = application()
JSON = {"content-type": "application/json"}


def say(text: str, app: FastAPI = APP, path: str = "/api/echo", **more: Any) -> Answer:
    body = msgspec.json.encode(Echo(text))
    return call(app, "POST", path, body=body, headers={**JSON, **more.pop("headers", {})}, **more)


# ---- what every answer carries


@pytest.mark.parametrize("path", ["/api/echo", "/api/fall", "/api/no", "/api/nothing", "/nothing"])
def test_every_answer_keeps_scripts_and_frames_of_others_away(path: str):
    headers = call(APP, "GET", path).headers
    for name, value in guards.HEADERS.items():
        assert headers[name] == value


def test_the_content_policy_lets_in_what_is_ours_and_nothing_inline():
    parts = dict(part.split(" ", 1) for part in guards.POLICY.split("; "))
    assert parts["default-src"] == "'none'"
    assert parts["script-src"] == parts["style-src"] == parts["connect-src"] == "'self'"
    assert "unsafe" not in guards.POLICY
    assert parts["frame-ancestors"] == "'none'"


# ---- answers that say no


def test_a_refusal_has_its_status_its_clause_and_its_words():
    answer = call(APP, "GET", "/api/no")
    assert answer.problem == wire.Problem(422, "it cannot be", "TGC-move.3", "as it is written")
    assert answer.headers["cache-control"] == "no-store"


def test_who_shows_no_token_is_told_how():
    answer = call(APP, "GET", "/api/mine")
    assert answer.problem.status == 401
    assert answer.headers["www-authenticate"] == "Bearer"


def test_what_is_not_there_is_a_problem_too():
    for path in ("/api/nothing", "/nothing"):
        assert call(APP, "GET", path).problem.status == 404
    assert call(APP, "DELETE", "/api/nothing").problem.status == 404
    assert call(APP, "GET", "/api/echo/").problem.status == 404


def test_what_cannot_be_done_says_what_can():
    for method in ("PUT", "DELETE", "PATCH", "TRACE", "OPTIONS", "QUERY"):
        answer = call(APP, method, "/api/echo")
        assert answer.problem.status == 405
        assert answer.headers["allow"] == "GET, POST"
    for method, path, allow in (("GET", "/api/only", {"POST"}), ("POST", "/page", {"GET", "HEAD"})):
        answer = call(APP, method, path)
        assert answer.problem.status == 405
        assert set(answer.headers["allow"].split(", ")) == allow


def test_a_fault_of_ours_says_nothing_of_itself_and_is_written_down(caplog: pytest.LogCaptureFixture):
    answer = call(APP, "GET", "/api/fall")
    assert answer.problem == wire.Problem(500, "a fault of ours; it has been written down")
    assert b"secret" not in answer.body
    [line] = [r for r in caplog.records if r.name == "grognard.server"]
    assert "a secret of ours" in str(line.exc_info)


# ---- bodies


def test_a_body_arrives_whole_or_in_pieces():
    assert say("hello").status == 200
    pieces = [b'{"te', b'xt": "hel', b'lo"}']
    answer = call(APP, "POST", "/api/echo", body=pieces, headers=JSON)
    assert msgspec.json.decode(answer.body) == {"text": "hello"}
    assert "connection" not in answer.headers


@pytest.mark.parametrize("headers", [{}, {"transfer-encoding": "chunked"}], ids=["announced", "chunked"])
def test_a_body_has_its_size(headers: dict[str, str]):
    most = Settings().body
    fits = b'{"text": "' + b"x" * (most - 12) + b'"}'
    assert len(fits) == most
    for data, status in ((fits, 200), (fits + b" ", 413)):
        pieces = [data[i : i + 9_000] for i in range(0, len(data), 9_000)]
        answer = call(APP, "POST", "/api/echo", body=pieces, headers=JSON | headers)
        assert answer.status == status
    assert answer.problem.why == f"the body may have {most} bytes"


def test_a_record_may_be_longer():
    longest = Settings().record - len(b'{"text":""}')
    assert say("x" * longest, path="/api/games/import").status == 200
    assert say("x" * longest, path="/api/games").status == 413
    assert say("x" * (longest + 1), path="/api/games/import").status == 413


@pytest.mark.parametrize(
    ("kind", "field", "most"), [(wire.Notes, "text", "body"), (wire.Import, "record", "record")]
)
def test_what_fits_by_its_letters_fits_by_its_bytes(kind: type, field: str, most: str):
    """Whatever a struct lets in is let in, in any script; a notepad even with every sign escaped."""
    hint = get_type_hints(kind, include_extras=True)[field]
    longest = hint.__metadata__[0].max_length
    widest = 12 if kind is wire.Notes else 2  # an escaped pair of surrogates; a letter with its accent
    assert longest * widest + 1_000 <= getattr(Settings(), most)


def test_who_speaks_too_much_is_heard_out_but_not_for_ever():
    """Else the line would be cut before the answer is read."""
    app = application()
    little = say("x" * (Settings().body + 1), app)
    assert little.status == 413
    assert "connection" not in little.headers
    much = call(app, "POST", "/api/echo", body=[b"x" * 1_000_000] * 20, headers=JSON)
    assert much.problem.status == 413
    assert much.headers["connection"] == "close"


def test_who_asks_whether_to_speak_is_told_no_at_once():
    headers = {"content-length": "9000000", "expect": "100-continue"}
    answer = call(APP, "POST", "/api/echo", body=[60.0, b""], headers=JSON | headers)
    assert answer.problem.status == 413
    assert answer.headers["connection"] == "close"


def test_a_length_beyond_all_numbers_is_too_large():
    answer = call(APP, "POST", "/api/echo", body=[b"{}"], headers=JSON | {"content-length": "9" * 5_000})
    assert answer.problem.status == 413


def test_a_body_has_its_time(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(guards, "BODY_TIME", 0.05)
    monkeypatch.setattr(guards, "DRAIN_TIME", 0.05)
    body = [b'{"text": ', 5.0, b'"late"}']
    answer = call(APP, "POST", "/api/echo", body=body, headers=JSON | {"content-length": "16"})
    assert answer.problem.status == 408
    assert answer.headers["connection"] == "close"


def test_who_is_gone_in_the_midst_of_it_is_not_written_to_nor_down(caplog: pytest.LogCaptureFixture):
    async def gone(scope: Any, receive: Any, send: Any) -> None:
        raise ClientDisconnect

    guard = guards.Guard(gone, Settings())
    answer = asyncio.run(run(guard, scope("POST", "/api/echo"), []))
    assert answer.status == 0
    assert not caplog.records


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b"7",
        b'{"text": 7}',
        b'{"text": "x", "more": 1}',
        b"\xff",
        b"[" * 60_000,
        b'{"text": "\xed"}',
    ],
    ids=["none", "open", "list", "number", "type", "more", "bytes", "deep", "half"],
)
def test_what_is_no_such_body_is_refused(body: bytes):
    answer = call(APP, "POST", "/api/echo", body=body, headers=JSON)
    assert answer.problem.status == 400
    assert "not understood" in answer.problem.why


@pytest.mark.parametrize(
    "kind", ["", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data"]
)
def test_a_form_of_another_page_is_no_body(kind: str):
    """A page from elsewhere can send forms without asking; it cannot send JSON."""
    answer = call(
        APP, "POST", "/api/echo", body=b'{"text": ""}', headers={"content-type": kind} if kind else {}
    )
    assert answer.problem.status == 415


def test_a_question_has_its_length():
    assert call(APP, "GET", "/api/echo", query=b"x" * 5_000).problem.status == 414
    assert call(APP, "GET", "/api/echo", query=b"side=%ff").problem.status == 400


# ---- hosts and origins


@pytest.mark.parametrize(
    "host",
    [
        "127.0.0.1",
        "127.0.0.1:8732",
        "localhost:8732",
        "LOCALHOST",
        "[::1]:8732",
        "127.9.9.9",
        "play.localhost:1",
    ],
)
def test_on_the_loopback_address_we_answer_to_its_names(host: str):
    assert call(APP, "GET", "/api/echo", host=host).status == 200


@pytest.mark.parametrize(
    "host",
    [
        *(
            "evil.example",
            "evil.example:8732",
            "localhost.evil.example",
            "127.0.0.1.evil.example",
            "10.0.0.1",
        ),
        *("", "localhost:x", "localhost:999999", "a b", "[::1", "localhost@evil.example", "ünicode"),
    ],
)
def test_and_to_no_name_that_somebody_lets_point_here(host: str):
    """DNS rebinding: the reader's browser takes evil.example for this machine, and would ask in his name."""
    for path in ("/api/echo", "/"):
        assert call(APP, "GET", path, host=host).problem.status == 421
    assert call(APP, "GET", "/api/echo", host=host, server=("::1", 8732)).problem.status == 421
    assert call(APP, "GET", "/live", kind="websocket", host=host).problem.status == 421


def test_without_a_name_we_do_not_answer():
    assert call(APP, "GET", "/api/echo", host=None).problem.status == 421


def test_other_names_can_be_set_and_a_public_address_has_any():
    app = application(hosts="play.example.org, Other.Example")
    for host, status in (("play.example.org", 200), ("other.example:443", 200), ("evil.example", 421)):
        assert call(app, "GET", "/api/echo", host=host).status == status
    assert call(APP, "GET", "/api/echo", host="play.example.org", server=("192.0.2.7", 80)).status == 200


@pytest.mark.parametrize(
    ("origin", "status"),
    [
        ("http://127.0.0.1:8732", 200),
        ("https://127.0.0.1:8732", 200),
        ("http://127.0.0.1:9000", 403),
        ("http://127.0.0.1", 403),
        ("http://localhost:8732", 403),
        ("http://evil.example", 403),
        ("http://127.0.0.1:8732.evil.example", 403),
        ("null", 403),
        ("file://", 403),
    ],
)
def test_a_page_from_elsewhere_changes_nothing(origin: str, status: int):
    assert say("x", headers={"origin": origin}).status == status
    if status != 200:
        assert say("x", headers={"origin": origin}).problem.why == "a page from elsewhere asks"


def test_the_usual_port_need_not_be_said():
    for origin, host in (("https://a.example", "a.example:443"), ("http://a.example:80", "a.example")):
        assert say("x", headers={"origin": origin}, host=host, server=("192.0.2.7", 443)).status == 200


@pytest.mark.parametrize("origin", ["http://evil.example", "null"])
def test_nor_does_it_listen(origin: str):
    assert call(APP, "GET", "/live", kind="websocket", headers={"origin": origin}).problem.status == 403


# ---- how often


def rated(app: FastAPI, n: int, path: str = "/api/echo", **more: Any) -> list[int]:
    return [say("x", app, path, **more).status for _ in range(n)]


def test_calls_are_counted_by_address():
    app = application(calls=3)
    assert rated(app, 5) == [200, 200, 200, 429, 429]
    assert rated(app, 1, client=("127.0.0.2", 1)) == [200]
    answer = say("x", app)
    assert 1 <= int(answer.headers["retry-after"]) <= 60
    assert f"again in {answer.headers['retry-after']} s" in answer.problem.why


def test_whoever_waits_as_long_as_he_was_told_may_go_on(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(guards, "MINUTE", 1)
    app = application(calls=2)
    assert rated(app, 3) == [200, 200, 429]
    time.sleep(1)
    assert rated(app, 3) == [200, 200, 429]


def test_a_household_of_ipv6_is_one():
    app = application(calls=2)
    for client, status in (
        ("2001:db8::1", 200),
        ("2001:db8::ffff:2", 200),
        ("2001:db8:0:0:9::3", 429),
        ("2001:db8:0:1::1", 200),
        ("::ffff:192.0.2.1", 200),
        ("192.0.2.1", 200),
        ("::ffff:192.0.2.1", 429),
        ("a socket", 200),
    ):
        assert rated(app, 1, client=(client, 1)) == [status], client


@pytest.mark.parametrize(
    ("rate", "path"),
    [
        ("games", "/api/games"),
        ("games", "/api/games/import"),
        ("says", f"{PREFIX}/chat"),
        ("sheets", f"{PREFIX}/odds"),
    ],
)
def test_what_costs_more_has_its_own_count(rate: str, path: str):
    app = application(**{rate: 2})
    assert rated(app, 3, path) == [200, 200, 429]
    assert rated(app, 2) == [200, 200]


def test_the_pages_of_the_client_are_not_counted():
    app = application(calls=1)
    assert [call(app, "GET", "/").status for _ in range(3)] == [200] * 3


def test_the_live_line_is_counted_too():
    app = application(calls=1)
    assert rated(app, 1) == [200]
    assert call(app, "GET", f"/api{PREFIX}/live", kind="websocket").problem.status == 429


# ---- what is written down


def test_no_token_no_query_and_no_line_break_gets_into_the_log(caplog: pytest.LogCaptureFixture):
    caplog.set_level(logging.INFO)
    headers = {"authorization": "Bearer abcdefghijklmnopqrstuvwx"}
    call(APP, "GET", "/api/echo\r\nforged", query=b"side=hidden", headers=headers)
    assert "GET /api/echo??forged 404" in caplog.text
    for word in ("abcdefgh", "hidden", "\nforged"):
        assert word not in caplog.text
