"""What stands before every route: sizes, rates, hosts, headers; and an answer in our own words whatever goes wrong."""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import logging
import re
import time
from collections.abc import Iterable, Mapping
from math import ceil

import msgspec
from fastapi import FastAPI, Request
from limits import RateLimitItemPerSecond
from limits.aio.storage import MemoryStorage
from limits.aio.strategies import FixedWindowRateLimiter
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect
from starlette.responses import Response
from starlette.routing import Match
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .problem import Refused
from .settings import Settings
from .wire import Problem

log = logging.getLogger("grognard.server")
access = logging.getLogger("grognard.access")

BODY_TIME = 30.0  # seconds for a body to arrive
DRAIN, DRAIN_TIME = 8 * 1024 * 1024, 5.0  # bytes and seconds that are heard out before a no
QUERY = 4_096  # bytes
MINUTE = 60  # seconds

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "permissions-policy": "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}
RAW = [(k.encode(), v.encode()) for k, v in HEADERS.items()]

GAME = re.compile(r"/api/games/[^/]+/(\w+)(?:/|$)")
KIND = {
    ("POST", "branch"): "games",
    ("POST", "chat"): "says",
    ("PUT", "seat"): "says",
    ("PUT", "notes"): "says",
    ("POST", "odds"): "sheets",
    ("POST", "fight"): "sheets",
    ("GET", "shades"): "sheets",
    ("GET", "at"): "sheets",
}

SAID = {
    404: "there is nothing of this name here",
    405: "that cannot be done with it",
    413: "that is too large",
    415: "the body is sent as application/json",
}


def install(app: FastAPI, settings: Settings) -> None:
    app.router.redirect_slashes = False
    app.add_exception_handler(Refused, refused)
    app.add_exception_handler(HTTPException, http)
    app.add_middleware(Guard, settings=settings)


def problem(p: Problem, headers: Mapping[str, str] | None = None) -> Response:
    more = {"cache-control": "no-store", **(headers or {})}
    return Response(msgspec.json.encode(p), p.status, more, "application/json")


async def refused(_: Request, e: Exception) -> Response:
    assert isinstance(e, Refused)
    return problem(e.problem, {"www-authenticate": "Bearer"} if e.problem.status == 401 else None)


async def http(request: Request, e: Exception) -> Response:
    assert isinstance(e, HTTPException)
    status, headers = e.status_code, dict(e.headers or {})
    if status in (404, 405) and request.url.path.startswith("/api/"):
        methods = allowed(request)
        status = 405 if methods else 404
        headers = {"allow": ", ".join(sorted(methods))} if methods else {}
    return problem(Problem(status, SAID.get(status, str(e.detail))), headers)


def allowed(request: Request) -> set[str]:
    """What can be done with a path: the methods of the first route that has it, and of all that are written like it. The
    client's pages have any path, but not these."""
    fits = [
        route
        for route in request.app.routes
        if getattr(route, "path", "").startswith("/api/")
        and route.matches(request.scope)[0] is not Match.NONE
    ]
    return {m for route in fits if route.path == fits[0].path for m in getattr(route, "methods", None) or ()}


# ---- who asks


def header(scope: Scope, name: bytes) -> str:
    return next((str(v, "latin-1") for k, v in scope["headers"] if k == name), "")


def address(scope: Scope) -> str:
    """Who is counted as one: an address, or the /64 that a household has of IPv6."""
    client = scope.get("client")
    if not client:
        return ""
    try:
        ip = ipaddress.ip_address(client[0])
    except ValueError:
        return str(client[0])
    if ip.version == 6:
        if ip.ipv4_mapped:
            return str(ip.ipv4_mapped)
        return str(ipaddress.ip_network((int(ip) >> 64 << 64, 64)))
    return str(ip)


def split(host: str) -> str:
    """The name of a Host, without its port."""
    found = re.fullmatch(r"(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._-]+)(?::[0-9]{1,5})?", host)
    return found[1].strip("[]").rstrip(".").lower() if found else ""


def local(name: str) -> bool:
    if name == "localhost" or name.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return False


def host_fits(scope: Scope, hosts: Iterable[str] = ()) -> bool:
    """A page from elsewhere may let its own name point at this machine, and then ask in the reader's name: a server that
    answers on the loopback address answers to its names only, and to those that were set."""
    name = split(header(scope, b"host"))
    server = scope.get("server")
    if not name:
        return False
    return not (server and local(str(server[0]))) or local(name) or name in hosts


def same_origin(scope: Scope) -> bool:
    """Programs send no Origin; a browser sends that of the page, which must be ours."""
    origin = header(scope, b"origin")
    if not origin:
        return True
    scheme, found, rest = origin.partition("://")
    if not found or scheme not in ("http", "https"):
        return False
    usual = ":443" if scheme == "https" else ":80"
    return rest.lower().removesuffix(usual) == header(scope, b"host").lower().removesuffix(usual)


# ---- how often


class Rates:
    """Calls a minute and address. The library's store for one thread: the other one starts a thread for most calls."""

    def __init__(self, settings: Settings) -> None:
        self.limiter = FixedWindowRateLimiter(MemoryStorage())
        self.items = {
            name: RateLimitItemPerSecond(max(1, getattr(settings, name)), MINUTE, namespace=name)
            for name in ("calls", "games", "says", "sheets")
        }

    async def wait(self, method: str, path: str, who: str) -> int:
        """Seconds to wait; 0: go on."""
        for name in ("calls", kind(method, path)):
            if name and not await self.limiter.hit(self.items[name], who):
                window = await self.limiter.get_window_stats(self.items[name], who)
                return max(1, ceil(window.reset_time - time.time()))
        return 0


def kind(method: str, path: str) -> str:
    """Which narrower limit a call comes under."""
    if method == "POST" and path in ("/api/games", "/api/games/import"):
        return "games"
    found = GAME.match(path)
    return KIND.get((method, found[1]), "") if found else ""


# ---- the gate


class Guard:
    """Pure ASGI: no task and no copy of the body for each call."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app, self.settings = app, settings
        self.rates = Rates(settings)
        self.hosts = frozenset(h.strip().lower() for h in settings.hosts.split(",") if h.strip())

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await self.http(scope, receive, send)
        elif scope["type"] == "websocket":
            await self.websocket(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    async def before(self, scope: Scope, method: str) -> Response | None:
        """What is refused before any route is looked at."""
        path = scope["path"]
        if not host_fits(scope, self.hosts):
            return problem(Problem(421, "this server goes by another name"))
        if not path.startswith("/api/"):
            return None
        if method not in ("GET", "HEAD", "OPTIONS") and not same_origin(scope):
            return problem(Problem(403, "a page from elsewhere asks"))
        if len(scope.get("query_string", b"")) > QUERY:
            return problem(Problem(414, "the question is too long"))
        seconds = await self.rates.wait(method, path, address(scope))
        if seconds:
            return problem(
                Problem(429, f"too many calls: again in {seconds} s"), {"retry-after": str(seconds)}
            )
        return None

    async def websocket(self, scope: Scope, receive: Receive, send: Send) -> None:
        no = await self.before(scope, "GET")
        if no is None and not same_origin(scope):
            no = problem(Problem(403, "a page from elsewhere asks"))
        if no is not None:
            await receive()
            await no(scope, receive, send)
            return
        await self.app(scope, receive, send)

    async def http(self, scope: Scope, receive: Receive, send: Send) -> None:
        began, status = time.perf_counter(), 0
        body = Body(scope, receive, self.settings.record if import_(scope) else self.settings.body)

        async def answer(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                set_ = {k.lower() for k, _ in message.get("headers", ())}
                more = [h for h in RAW if h[0] not in set_]
                if not await body.drained():
                    more.append((b"connection", b"close"))
                message["headers"] = [*message.get("headers", ()), *more]
            await send(message)

        try:
            no = await self.before(scope, scope["method"]) or body.announced()
            if no is not None:
                await no(scope, receive, answer)
            else:
                await self.app(scope, body.receive, answer)
        except ClientDisconnect:
            pass
        except Exception:
            log.exception("%s %s failed", scope["method"], clean(scope["path"]))
            if status:
                raise
            await problem(Problem(500, "a fault of ours; it has been written down"))(scope, receive, answer)
        finally:
            if access.isEnabledFor(logging.INFO):
                took = (time.perf_counter() - began) * 1000
                access.info(
                    "%s %s %s %d %.1f ms", address(scope), scope["method"], clean(scope["path"]), status, took
                )


class Body:
    """A body within its size and its time."""

    def __init__(self, scope: Scope, receive: Receive, most: int) -> None:
        self._receive, self.most, self.got, self.end = receive, most, 0, 0.0
        self.length = header(scope, b"content-length")
        self.whole = self.length in ("", "0") and not header(scope, b"transfer-encoding")
        self.asks_first = bool(header(scope, b"expect"))

    def too_large(self) -> Refused:
        return Refused(413, f"the body may have {self.most} bytes")

    def announced(self) -> Response | None:
        if self.length.isdecimal() and (len(self.length) > 15 or int(self.length) > self.most):
            return problem(self.too_large().problem)
        return None

    async def receive(self) -> Message:
        if self.whole:
            return await self._receive()
        self.end = self.end or asyncio.get_running_loop().time() + BODY_TIME
        try:
            async with asyncio.timeout_at(self.end):
                message = await self._next()
        except TimeoutError:
            raise Refused(408, f"the body did not arrive within {BODY_TIME:.0f} s") from None
        if self.got > self.most:
            raise self.too_large()
        return message

    async def _next(self) -> Message:
        message = await self._receive()
        self.whole = not message.get("more_body", False)
        self.got += len(message.get("body", b""))
        return message

    async def drained(self) -> bool:
        """Whoever still speaks is heard out, or he would not hear the answer: but neither for long nor for much."""
        if self.whole:
            return True
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(DRAIN_TIME):
                while not self.whole and not self.asks_first and self.got < DRAIN:
                    await self._next()
        return self.whole


def import_(scope: Scope) -> bool:
    return bool(scope["path"] == "/api/games/import")


def clean(path: str) -> str:
    """A path for the log: no line breaks, no endless names."""
    return "".join(c if c.isprintable() else "?" for c in path[:200])


__all__ = ["HEADERS", "POLICY", "Guard", "address", "host_fits", "install", "same_origin"]
