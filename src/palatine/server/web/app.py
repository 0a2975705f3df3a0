"""The application: all routes, and the life of the server from its start to its end."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket

from palatine.core.problems import PalatineError
from palatine.server.hub import Hub
from palatine.server.notices import Alone, Notices, OverRedis
from palatine.server.people import People
from palatine.server.services import Server
from palatine.server.settings import Settings, default_database
from palatine.server.sockets import Connection
from palatine.server.storage.store import Store
from palatine.server.thinkers import Thinkers
from palatine.server.web import openapi, people, tables
from palatine.server.web.operations import JSON, OPERATIONS, route_of
from palatine.server.web.security import SecurityHeaders, open_call, recognised, same_origin

POLICY_VIOLATION = 1008
PARTS = (people, tables)
"""The modules that declare operations."""


async def _socket(socket: WebSocket) -> None:
    server: Server = socket.app.state.server
    if not same_origin(socket, server.settings.public_url):
        await socket.close(POLICY_VIOLATION)
        return
    call = await recognised(socket, server)
    try:
        live = await server.hub.table(socket.path_params["table"])
    except PalatineError:
        await socket.close(POLICY_VIOLATION)
        return
    after = socket.query_params.get("after", "")
    await socket.accept()
    await Connection(socket, server.hub, call.person, call.language).run(
        live.hosted.id, int(after) if after.isdecimal() and len(after) < 10 else None
    )


async def _document(request: Request) -> Response:
    return Response(openapi.document(), media_type=JSON)


async def _healthy(request: Request) -> Response:
    return Response("ok\n", media_type="text/plain")


def application(settings: Settings) -> Starlette:
    """A server that is ready to be run."""

    @contextlib.asynccontextmanager
    async def life(app: Starlette) -> AsyncIterator[None]:
        store = Store(settings.database or default_database())
        store.open()
        thinkers = Thinkers(settings.thinkers or None)
        people = People(store)
        notices: Notices = OverRedis(settings.redis) if settings.redis else Alone()
        hub = Hub(store, thinkers, notices)
        await people.open()
        await notices.open(hub.hear, lambda: None)
        app.state.server = Server(settings, store, thinkers, hub, people)
        try:
            yield
        finally:
            await hub.close()
            await notices.close()
            thinkers.close()
            store.close()

    return Starlette(
        routes=[
            *(route_of(one, open_call) for one in OPERATIONS),
            Route("/api/openapi.json", _document),
            Route("/healthz", _healthy),
            WebSocketRoute("/api/tables/{table}/socket", _socket),
        ],
        middleware=[Middleware(SecurityHeaders)],
        lifespan=life,
    )
