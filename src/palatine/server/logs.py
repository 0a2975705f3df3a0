"""Structured logs on standard error: a line of JSON per event, or plain text on a terminal."""

from __future__ import annotations

import logging
import sys

import structlog


def set_up(*, as_json: bool | None = None, quiet: bool = False) -> None:
    """Format all logs the same way, the libraries' too: by default as text on a terminal and as JSON elsewhere.

    `quiet` logs errors only."""
    if as_json is None:
        as_json = not sys.stderr.isatty()
    shared: list[structlog.typing.Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    structlog.configure(
        processors=[
            *shared,
            structlog.processors.format_exc_info,
            structlog.processors.JSONRenderer() if as_json else structlog.dev.ConsoleRenderer(colors=False),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.ERROR if quiet else logging.INFO),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=True,
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            processor=structlog.processors.JSONRenderer() if as_json else structlog.dev.ConsoleRenderer(colors=False),
            foreign_pre_chain=[*shared, structlog.processors.format_exc_info],
        )
    )
    logging.basicConfig(handlers=[handler], level=logging.ERROR if quiet else logging.WARNING, force=True)
