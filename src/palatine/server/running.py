"""Runs the application with uvicorn."""

from __future__ import annotations

import gc

import uvicorn

from palatine.server.messages import LARGEST_MESSAGE
from palatine.server.settings import Settings
from palatine.server.web.app import application

HEARTBEAT_SECONDS = 20.0
SELDOM = (20_000, 20, 50)
"""How often Python looks for rubbish: a server keeps many tables, and looking through all of them takes its time."""
LAST_WORDS_SECONDS = 10
"""How long connections may take to end when the server stops."""


def configuration(settings: Settings) -> uvicorn.Config:
    """How uvicorn is to serve."""
    return uvicorn.Config(
        application(settings),
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


def run(settings: Settings) -> None:
    """Serve until a signal ends it."""
    gc.collect()
    gc.freeze()  # what is there now stays: looking through it again and again would hold people up
    gc.set_threshold(*SELDOM)
    uvicorn.Server(configuration(settings)).run()
