"""Runs the application with uvicorn."""

from __future__ import annotations

import gc
import socket
from collections.abc import Callable

import uvicorn
from starlette.applications import Starlette

from palatine.server.app import application
from palatine.server.http.context import Server
from palatine.server.messages.tables import LARGEST_MESSAGE
from palatine.server.settings import Settings, default_database
from palatine.server.storage.store import Store

HEARTBEAT_SECONDS = 20.0
SELDOM = (20_000, 20, 50)
"""How often Python looks for rubbish: a server keeps many tables, and looking through all of them takes its time."""
LAST_WORDS_SECONDS = 10
"""How long connections may take to end when the server stops."""


def configuration(app: Starlette, settings: Settings) -> uvicorn.Config:
    """How uvicorn is to serve."""
    return uvicorn.Config(
        app,
        host=settings.host,
        port=settings.port,
        ws="websockets-sansio",
        ws_max_size=LARGEST_MESSAGE,
        ws_ping_interval=HEARTBEAT_SECONDS,
        ws_ping_timeout=HEARTBEAT_SECONDS,
        ws_per_message_deflate=False,  # takes longer than sending what it saves
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=settings.proxies or None,
        server_header=False,
        access_log=False,
        log_config=None,
        timeout_graceful_shutdown=LAST_WORDS_SECONDS,
        lifespan="on",
    )


class _Server(uvicorn.Server):
    """One that says when it is there, and takes leave: left to itself uvicorn ends the connections before the application
    hears that it stops."""

    def __init__(self, app: Starlette, config: uvicorn.Config, started: Callable[[], None]) -> None:
        super().__init__(config)
        self._app = app
        self._started = started

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to listen."""
        await super().startup(sockets)
        self._started()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Let people be told to connect again, then stop."""
        for listening in self.servers:  # whoever connects again does so to the next one
            listening.close()
        server: Server = self._app.state.server
        await server.hub.close()
        await server.hub.farewell()
        await super().shutdown(sockets)


def _nothing() -> None:
    """There is nobody to be told."""


def run(settings: Settings, listening: socket.socket | None = None, started: Callable[[], None] = _nothing) -> None:
    """Serve until a signal ends it, on a socket that is bound already or where the settings say; `started` is called when
    whoever asks is answered."""
    Store(settings.database or default_database()).close()  # data that cannot be had is told before anything begins
    gc.collect()
    gc.freeze()  # what is there now stays: looking through it again and again would hold people up
    gc.set_threshold(*SELDOM)
    app = application(settings)
    server = _Server(app, configuration(app, settings), started)
    server.run(None if listening is None else [listening])
