"""Run the application with uvicorn."""

from __future__ import annotations

import contextlib
import gc
import socket
from collections.abc import Callable

import structlog
import uvicorn
from starlette.applications import Starlette

from palatine.server.app import application
from palatine.server.http.context import Server
from palatine.server.http.protocols import Configuration, Gate
from palatine.server.messages.tables import LARGEST_MESSAGE
from palatine.server.settings import Settings, default_database
from palatine.server.storage.store import Store

try:
    import resource
except ImportError:  # on Windows, where open files are not limited this way
    resource = None  # type: ignore[assignment]

log = structlog.get_logger()

HEARTBEAT_SECONDS = 20.0
GC_THRESHOLDS = (20_000, 20, 50)
"""Collect garbage rarely: a server holds many tables in memory, and scanning them takes time."""
SHUTDOWN_SECONDS = 10
"""The longest that connections may take to close when the server stops."""
KEEP_ALIVE_SECONDS = 5
"""The seconds after which a connection without a further request is closed."""
OTHER_FILES = 200
"""The open files besides connections: the database, Redis, bot processes, static files."""
LEAST_CONNECTIONS = 50


def most_connections() -> int:
    """Raise the limit on open files as far as the system allows, and return how many connections fit into it."""
    if resource is None:
        return 10_000
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    with contextlib.suppress(ValueError, OSError):  # some systems call it unlimited and then refuse
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if files == resource.RLIM_INFINITY:
        files = 2**20
    connections = max(LEAST_CONNECTIONS, files - OTHER_FILES)
    log.info("open_files", most=files, connections=connections)
    return connections


def configuration(app: Starlette, settings: Settings) -> uvicorn.Config:
    """Return the configuration of uvicorn."""
    return Configuration(
        app,
        Gate(most_connections(), limited=settings.limited, proxies=settings.proxies),
        host=settings.host,
        port=settings.port,
        ws_max_size=LARGEST_MESSAGE,
        ws_ping_interval=HEARTBEAT_SECONDS,
        ws_ping_timeout=HEARTBEAT_SECONDS,
        ws_per_message_deflate=False,  # compressing takes longer than sending
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=settings.proxies or None,
        server_header=False,
        access_log=False,
        log_config=None,
        timeout_keep_alive=KEEP_ALIVE_SECONDS,
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
