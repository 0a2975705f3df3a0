"""Structured logs: one line of JSON an event on standard error, or in words on a terminal."""

from __future__ import annotations

import logging
import sys

import structlog


def set_up(*, as_json: bool | None = None, quiet: bool = False) -> None:
    """Send all logs, ours and those of the libraries, the same way. By default in words if a person is looking on; `quiet`
    tells only what goes wrong."""
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
