"""The built client: the page, and its parts, which carry a mark of what is in them in their names."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
import re
from pathlib import Path
from typing import NamedTuple

from fastapi import FastAPI, Request
from starlette.exceptions import HTTPException
from starlette.responses import PlainTextResponse, Response

FOLDER = Path(__file__).parent / "static"
PAGE = "index.html"
HASHED = re.compile(r"^assets/.*-[A-Za-z0-9_-]{8}\.[a-z0-9]+$")
PACKED = ("text/", "application/json", "image/svg+xml", "application/manifest+json")
MISSING = (
    "The server is well, but the browser client is not built. In a checkout of the source, make play builds it and "
    "starts again; a package without it was installed with GROGNARD_NO_CLIENT=1.\n"
)


class File(NamedTuple):
    body: bytes
    packed: bytes  # gzip; empty where that gains nothing
    headers: dict[str, str]


def read(path: Path, name: str) -> File:
    body = path.read_bytes()
    kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
    if name.endswith((".js", ".mjs")):
        kind = "text/javascript"
    text = kind.startswith(PACKED)
    headers = {
        "content-type": f"{kind}; charset=utf-8" if kind.startswith("text/") else kind,
        "cache-control": "public, max-age=31536000, immutable" if HASHED.match(name) else "no-cache",
        "etag": f'"{hashlib.sha256(body).hexdigest()[:20]}"',
        "vary": "accept-encoding",
    }
    packed = gzip.compress(body, mtime=0) if text and len(body) > 1_000 else b""
    return File(body, packed, headers)


def files(folder: Path) -> dict[str, File]:
    """All of it, by its address: it is small, and so nothing else on the disk can ever be asked for."""
    if not (folder / PAGE).is_file():
        return {}
    found = {p.relative_to(folder).as_posix(): p for p in sorted(folder.rglob("*")) if p.is_file()}
    return {name: read(path, name) for name, path in found.items() if "." in name}


def answer(request: Request, file: File) -> Response:
    headers = dict(file.headers)
    if request.headers.get("if-none-match") == headers["etag"]:
        return Response(status_code=304, headers=headers)
    body = file.body
    if file.packed and "gzip" in request.headers.get("accept-encoding", ""):
        body = file.packed
        headers["content-encoding"] = "gzip"
    return Response(body, headers=headers)


def install(app: FastAPI, folder: Path = FOLDER) -> None:
    """After all other routes: it has every address that is left."""
    known = files(folder)

    async def client(request: Request) -> Response:
        name = request.path_params["path"] or PAGE
        if name in known:
            return answer(request, known[name])
        if name == PAGE:
            return PlainTextResponse(MISSING, 503)
        raise HTTPException(404)

    app.add_route("/{path:path}", client, ["GET", "HEAD"], include_in_schema=False)
