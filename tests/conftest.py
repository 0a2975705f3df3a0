"""What all tests share."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator

import numpy as np
import pytest
import structlog

from palatine.core.compiled import JIT
from server.services import empty_database, postgres

# In the background of a shell Ctrl-C is ignored, and would be by all that the tests start and interrupt.
signal.signal(signal.SIGINT, signal.default_int_handler)

# Servers log from their own threads at any moment: past the streams, which pytest reads and empties meanwhile. Python's
# text streams are not made for two threads at once.
structlog.configure(logger_factory=structlog.PrintLoggerFactory(os.fdopen(1, "w", encoding="utf-8", closefd=False)))


@pytest.fixture(autouse=True)
def overflow_is_an_error() -> Iterator[None]:
    """Without the JIT, numbers that do not fit must be noticed: compiled code would wrap them silently."""
    with np.errstate(over="warn" if JIT else "raise"):
        yield


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    """One PostgreSQL for all tests that need it; `empty_database` makes each its own place there."""
    with postgres() as address:
        yield address


@pytest.fixture
def postgres_database(postgres_server: str) -> str:
    """A database for one test."""
    return empty_database(postgres_server)
