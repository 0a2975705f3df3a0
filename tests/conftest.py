"""Fixtures and set-up shared by all tests."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator

import numpy as np
import pytest
import structlog

from palatine.core.compiled import JIT
from server.services import empty_database, postgres

# Background jobs of a shell ignore SIGINT, and so would every process that the tests start and interrupt.
signal.signal(signal.SIGINT, signal.default_int_handler)

# Servers log from their own threads: bypass the streams that pytest captures, which are not thread-safe.
structlog.configure(logger_factory=structlog.PrintLoggerFactory(os.fdopen(1, "w", encoding="utf-8", closefd=False)))


@pytest.fixture(autouse=True)
def overflow_is_an_error() -> Iterator[None]:
    """Raise on overflow with the JIT off; compiled code would wrap silently."""
    with np.errstate(over="warn" if JIT else "raise"):
        yield


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    """Start one PostgreSQL server for all tests that need it; each gets its own `empty_database`."""
    with postgres() as address:
        yield address


@pytest.fixture
def postgres_database(postgres_server: str) -> str:
    """Create a database for one test."""
    return empty_database(postgres_server)
