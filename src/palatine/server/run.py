"""Run the application with uvicorn."""

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
GC_THRESHOLDS = (20_000, 20, 50)
"""Collect garbage rarely: a server holds many tables in memory, and scanning them takes time."""
SHUTDOWN_SECONDS = 10
"""The longest that connections may take to close when the server stops."""


def configuration(app: Starlette, settings: Settings) -> uvicorn.Config:
    """Return the configuration of uvicorn."""
    return uvicorn.Config(
        app,
        host=settings.host,
        port=settings.port,
        ws="websockets-sansio",
        ws_max_size=LARGEST_MESSAGE,
        ws_ping_interval=HEARTBEAT_SECONDS,
        ws_ping_timeout=HEARTBEAT_SECONDS,
        ws_per_message_deflate=False,  # compressing takes longer than sending
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=settings.proxies or None,
        server_header=False,
        access_log=False,
        log_config=None,
        timeout_graceful_shutdown=SHUTDOWN_SECONDS,
        lifespan="on",
    )


class _Server(uvicorn.Server):
    """A uvicorn server that reports its start and closes connections through the hub.

    By itself, uvicorn closes them before the application learns of the shutdown."""

    def __init__(self, app: Starlette, config: uvicorn.Config, started: Callable[[], None]) -> None:
        super().__init__(config)
        self._app = app
        self._started = started

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start listening, then call `started`."""
        await super().startup(sockets)
        self._started()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Ask the clients to reconnect, then stop."""
        for listening in self.servers:  # clients that reconnect reach the next process
            listening.close()
        server: Server = self._app.state.server
        await server.hub.close()
        await server.hub.farewell()
        await super().shutdown(sockets)


def _nothing() -> None:
    """Do nothing."""


def run(settings: Settings, listening: socket.socket | None = None, started: Callable[[], None] = _nothing) -> None:
    """Serve until a signal arrives, on a bound socket or the address in the settings.

    `started` is called as soon as requests are answered."""
    store = Store(settings.database or default_database())
    try:
        store.check()  # refuse an unusable database before anything starts
    finally:
        store.close()
    gc.collect()
    gc.freeze()  # everything loaded so far stays: do not scan it again
    gc.set_threshold(*GC_THRESHOLDS)
    app = application(settings)
    server = _Server(app, configuration(app, settings), started)
    server.run(None if listening is None else [listening])
