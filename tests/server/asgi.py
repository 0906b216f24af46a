"""One call to an application, down to what a server would hand it: no client smooths anything out."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

import msgspec

from grognard.server.wire import Problem


class Answer(NamedTuple):
    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def problem(self) -> Problem:
        assert self.headers["content-type"] == "application/json"
        said = msgspec.json.decode(self.body, type=Problem)
        assert said.status == self.status
        assert said.why
        return said


def scope(
    method: str,
    path: str,
    *,
    kind: str = "http",
    query: bytes = b"",
    host: str | None = "127.0.0.1:8732",
    server: tuple[str, int] | None = ("127.0.0.1", 8732),
    client: tuple[str, int] | None = ("127.0.0.1", 50_000),
    headers: Mapping[str, str] | None = None,
) -> dict[str, Any]:
    pairs = [(k.lower().encode(), v.encode("latin-1")) for k, v in (headers or {}).items()]
    if host is not None:
        pairs.append((b"host", host.encode("latin-1")))
    return {
        "type": kind,
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "scheme": "http" if kind == "http" else "ws",
        "method": method,
        "path": path,
        "raw_path": path.encode(),
        "query_string": query,
        "root_path": "",
        "headers": pairs,
        "server": server,
        "client": client,
        "extensions": {"websocket.http.response": {}},
    }


async def run(app: Any, asked: dict[str, Any], chunks: Iterable[bytes | float]) -> Answer:
    """`chunks`: the pieces of the body as they arrive; a number waits so many seconds, and the line is dead after the last."""
    pieces = list(chunks)
    told: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        if asked["type"] == "websocket":
            return {"type": "websocket.connect"}
        while pieces and isinstance(pieces[0], float):
            await asyncio.sleep(pieces[0])  # type: ignore[arg-type]
            pieces.pop(0)
        if not pieces:
            return {"type": "http.disconnect"}
        return {"type": "http.request", "body": pieces.pop(0), "more_body": bool(pieces)}

    async def send(message: dict[str, Any]) -> None:
        told.append(message)

    await app(asked, receive, send)
    if not told:
        return Answer(0, {}, b"")
    start = told[0]
    assert start["type"].endswith("http.response.start"), start
    found = {k.decode(): v.decode() for k, v in start["headers"]}
    return Answer(start["status"], found, b"".join(m.get("body", b"") for m in told[1:]))


def call(app: Any, method: str, path: str, *, body: Any = None, **more: Any) -> Answer:
    """`body`: bytes, or the pieces in which they arrive."""
    headers = dict(more.pop("headers", None) or {})
    chunks: list[Any] = [b""]
    if body is not None:
        chunks = [body] if isinstance(body, bytes) else list(body)
        if "content-length" not in headers and "transfer-encoding" not in headers:
            headers["content-length"] = str(sum(len(c) for c in chunks if isinstance(c, bytes)))
    return asyncio.run(run(app, scope(method, path, headers=headers, **more), chunks))
