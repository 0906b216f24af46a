"""The application: routes, document, guards and the built client in one."""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI

from .. import __version__
from . import desk, lobby
from .routing import document, game_route

ROUTES = (*lobby.ROUTES, *desk.ROUTES)


def create_app() -> FastAPI:
    app = FastAPI(title="grognard", version=__version__, docs_url=None, redoc_url=None, openapi_url=None)
    for route in ROUTES:
        game_route(app, route)
    return app


def openapi() -> dict[str, Any]:
    return document(create_app(), ROUTES, __version__)
