"""One helper declares a route: its body, its query and its answer are structs, which make the OpenAPI document too."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
from fastapi import FastAPI, Request
from starlette.convertors import Convertor, register_url_convertor
from starlette.responses import Response

from ..kernel.show import Shown
from . import wire
from .problem import Refused, malformed

if TYPE_CHECKING:
    from .service import Service

REF = "#/components/schemas/{name}"
PLAIN = "text/plain; charset=utf-8"
JSON = "application/json"


class GameId(Convertor[str]):
    """Only what looks like the id of a game is one: `/api/games/import` is none."""

    regex = "[0-9a-z]{12}"

    def convert(self, value: str) -> str:
        return value

    def to_string(self, value: str) -> str:
        return value


register_url_convertor("game", GameId())

PATHS: dict[str, dict[str, Any]] = {
    "game": {"type": "string", "pattern": f"^{GameId.regex}$", "description": "the id of a game"},
    "n": {"type": "integer", "minimum": 0, "maximum": 1_000_000, "description": "so many actions"},
    "system": {"type": "string", "maxLength": 64, "description": "great-crusade"},
    "scenario": {"type": "string", "maxLength": 64, "description": "beachhead"},
    "clause": {"type": "string", "maxLength": 64, "description": "TGC-move.3"},
    "hex": {"type": "string", "maxLength": 64, "description": "the number of a hex"},
    "overlay": {"type": "string", "maxLength": 64, "description": "one of the overlays of the board"},
}


class NoQuery(Shown, frozen=True):
    """Nothing more is asked."""


class Call(NamedTuple):
    """What a handler is given."""

    request: Request
    service: Service
    token: str  # from the header Authorization; empty: a spectator
    path: dict[str, str]
    query: Any
    body: Any


class Tagged(NamedTuple):
    """An answer that a client may keep: the tag changes when it does."""

    value: Any
    tag: str
    seconds: int = 0


Decoder = msgspec.json.Decoder[Any]
Handler = Callable[[Call], Awaitable[Any]]


class Route(NamedTuple):
    method: str
    path: str
    handler: Handler
    out: Any
    body: type | None = None
    query: type = NoQuery
    errors: tuple[int, ...] = ()
    status: int = 200
    secret: bool = False  # only with a token


WHY = {
    400: "malformed",
    401: "the token opens no seat",
    403: "not for this seat",
    404: "unknown",
    408: "the body did not arrive",
    409: "the game has gone on since",
    410: "the game can no longer be replayed",
    413: "too large",
    414: "the question is too long",
    415: "not JSON",
    422: "a rule forbids it",
    429: "too many calls",
    503: "not done: no room now, or no disk",
}


def game_route(app: FastAPI, route: Route) -> None:
    """Declare it: the raw body goes through a decoder, the answer is encoded, the document refers to the structs."""
    decoder: Decoder | None = msgspec.json.Decoder(route.body) if route.body else None
    names = re.findall(r"{(\w+)}", route.path)

    async def endpoint(request: Request) -> Response:
        call = Call(
            request,
            request.app.state.service,
            bearer(request, route.secret),
            path(request, names),
            query(request, route.query),
            await payload(request, decoder) if decoder else None,
        )
        return answer(request, await route.handler(call), route.status)

    endpoint.__name__ = route.handler.__name__
    endpoint.__doc__ = route.handler.__doc__
    app.add_api_route(
        route.path.replace("{game}", "{game:game}"),
        endpoint,
        methods=[route.method],
        operation_id=route.handler.__name__,
        response_class=Response,
        status_code=route.status,
        openapi_extra=described(route, names),
        responses={},
    )


def bearer(request: Request, needed: bool) -> str:
    head = request.headers.get("authorization", "")
    if not head:
        if needed:
            raise Refused(401, "this needs the token of a seat: Authorization: Bearer TOKEN")
        return ""
    kind, _, token = head.partition(" ")
    if kind.lower() != "bearer" or not re.fullmatch(r"[A-Za-z0-9_-]{20,64}", token):
        raise Refused(401, "a seat is shown by a token: Authorization: Bearer TOKEN")
    return token


def path(request: Request, names: Sequence[str]) -> dict[str, str]:
    out = {}
    for name in names:
        value = str(request.path_params[name])
        schema = PATHS[name]
        if schema["type"] == "integer":
            if not re.fullmatch(r"[0-9]{1,7}", value) or int(value) > schema["maximum"]:
                raise malformed(f"{name} is a whole number from 0 to {schema['maximum']}")
        elif len(value) > schema.get("maxLength", len(value)):
            raise malformed(f"{name} is at most {schema['maxLength']} letters long")
        out[name] = value
    return out


def query(request: Request, kind: type) -> Any:
    items = request.query_params.multi_items()
    given = dict(items)
    if len(given) != len(items):
        raise malformed("a word of the question stands there twice")
    try:
        return msgspec.convert(given, kind, strict=False)
    except msgspec.ValidationError as e:
        raise malformed(f"the question is not understood: {e}") from None


async def payload(request: Request, decoder: Decoder) -> Any:
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != JSON:
        raise Refused(415, f"the body is sent as {JSON}")
    data = await request.body()
    try:
        return decoder.decode(data)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as e:
        first = str(e)
    try:  # JSON has one kind of number: 3.0 is the whole number 3
        return msgspec.convert(whole(msgspec.json.decode(data)), decoder.type)
    except (msgspec.MsgspecError, UnicodeError, RecursionError, OverflowError):
        raise malformed(f"the body is not understood: {first}") from None


def whole(value: Any) -> Any:
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, list):
        return [whole(x) for x in value]
    if isinstance(value, dict):
        return {k: whole(x) for k, x in value.items()}
    return value


def answer(request: Request, value: Any, status: int) -> Response:
    if isinstance(value, Response):
        return value
    headers = {"cache-control": "no-store"}
    if isinstance(value, Tagged):
        etag = f'"{value.tag}"'
        headers = {
            "etag": etag,
            "cache-control": f"private, max-age={value.seconds}" if value.seconds else "no-cache",
        }
        if request.headers.get("if-none-match") == etag:
            return Response(status_code=304, headers=headers)
        value = value.value() if callable(value.value) else value.value
    if isinstance(value, str):
        return Response(value, status, headers | {"content-type": PLAIN})
    body = value if isinstance(value, bytes) else msgspec.json.encode(value)
    return Response(body, status, headers, JSON)


# ---- the document


def described(route: Route, names: Sequence[str]) -> dict[str, Any]:
    schema, _ = schemas([route.out, route.query, *([route.body] if route.body else [])])
    out: dict[str, Any] = {
        "parameters": [{"in": "path", "name": n, "required": True, "schema": PATHS[n]} for n in names]
        + asked(route.query),
        "responses": {str(route.status): shown("as asked", PLAIN if route.out is str else JSON, schema[0])},
        "security": [{"seat": []}] if route.secret else [{}, {"seat": []}],
    }
    errors = {400, 401, 414, 429, *route.errors}
    errors |= {408, 413, 415, 503} if route.body else set()
    errors |= {404} if names else set()
    for status in sorted(errors):
        out["responses"][str(status)] = shown(WHY[status], JSON, {"$ref": REF.format(name="Problem")})
    if route.body:
        out["requestBody"] = {"required": True, "content": {JSON: {"schema": schema[2]}}}
    return out


def shown(why: str, kind: str, schema: Any) -> dict[str, Any]:
    return {"description": why, "content": {kind.partition(";")[0]: {"schema": schema}}}


def asked(query: type) -> list[dict[str, Any]]:
    _, parts = schemas([query])
    part = parts[query.__name__]
    needed = part.get("required", ())
    return [
        {"in": "query", "name": name, "required": name in needed, "schema": schema}
        for name, schema in part["properties"].items()
    ]


def schemas(kinds: Iterable[Any]) -> tuple[tuple[Any, ...], dict[str, Any]]:
    return msgspec.json.schema_components(list(kinds), ref_template=REF)


def document(app: FastAPI, routes: Sequence[Route], version: str) -> dict[str, Any]:
    """The OpenAPI document: FastAPI's paths, and every struct once."""
    from fastapi.openapi.utils import get_openapi

    out = get_openapi(title="grognard", version=version, routes=app.routes)
    kinds = {x: None for r in routes for x in (r.out, r.body) if x is not None}
    _, parts = schemas([*kinds, wire.Problem, wire.Hello, wire.Push])
    out["components"] = {
        "schemas": dict(sorted(parts.items())),
        "securitySchemes": {
            "seat": {"type": "http", "scheme": "bearer", "description": "the token of a seat"}
        },
    }
    for item in out["paths"].values():
        for operation in item.values():
            if operation["responses"].get("200", {}).get("content") == {}:
                del operation["responses"]["200"]
    return out
