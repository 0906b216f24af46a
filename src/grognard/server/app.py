"""The application: routes, document, guards and the built client in one."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from fastapi import FastAPI
from sqlalchemy.exc import SQLAlchemyError

from .. import __version__
from . import desk, doing, guards, lobby, static
from .catalog import CATALOG, Catalog
from .hub import Hub
from .routing import document, game_route
from .service import Service
from .settings import Settings
from .store import Store, Unusable

ROUTES = (*lobby.ROUTES, *desk.ROUTES, *doing.ROUTES)


def create_app(
    settings: Settings | None = None, catalog: Catalog = CATALOG, client: Path = static.FOLDER
) -> FastAPI:
    """Nothing is opened before the application starts."""
    given = settings or Settings()
    hub = Hub(given)

    @asynccontextmanager
    async def running(app: FastAPI) -> AsyncIterator[None]:
        store = await opened(app, given)
        service = app.state.service = Service(store, hub, given, catalog)
        await service.start()
        try:
            yield
        finally:
            await service.close()

    app = FastAPI(
        title="grognard",
        version=__version__,
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
        lifespan=running,
    )
    routes(app)
    hub.install(app)
    static.install(app, client)
    guards.install(app, given)
    return app


async def opened(app: FastAPI, settings: Settings) -> Store:
    """The database, up to date; `app.state.trouble` says in one line why not."""
    try:
        store = Store(settings.url)
        await store.write(store.migrate)
    except (SQLAlchemyError, Unusable, ImportError, OSError) as e:
        why = str(getattr(e, "orig", None) or e).strip().partition("\n")[0]
        app.state.trouble = f"the database cannot be opened: {why}"
        raise
    return store


def routes(app: FastAPI) -> None:
    for route in ROUTES:
        game_route(app, route)


def openapi() -> dict[str, Any]:
    app = FastAPI(title="grognard", version=__version__)
    routes(app)
    return document(app, ROUTES, __version__)
