"""The server's clock: it follows the wall clock, but a jump of the wall clock is taken over only on request.

A laptop that wakes up, or a host who sets the time, moves the wall clock by hours. Clocks of games must not notice.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextvars import ContextVar


class ServerClock:
    """A clock that advances with the monotonic clock, from the wall clock's time at the start. In nanoseconds."""

    def __init__(
        self, wall: Callable[[], int] = time.time_ns, monotonic: Callable[[], int] = time.monotonic_ns
    ) -> None:
        self._wall = wall
        self._monotonic = monotonic
        self._offset = wall() - monotonic()

    def now(self) -> int:
        """Return the time in milliseconds since 1970."""
        return (self._monotonic() + self._offset) // 1_000_000

    def monotonic(self) -> float:
        """Return seconds since some moment in the past, never fewer than before."""
        return self._monotonic() / 1_000_000_000

    def follow(self) -> int:
        """Set the clock to the wall clock's time, and return by how many milliseconds that moved it."""
        before = self.now()
        self._offset = self._wall() - self._monotonic()
        return self.now() - before


_current: ContextVar[ServerClock] = ContextVar("clock", default=ServerClock())  # noqa: B039 - one clock per process


def now() -> int:
    """Return the time in milliseconds since 1970."""
    return _current.get().now()


def monotonic() -> float:
    """Return seconds since some moment in the past, never fewer than before."""
    return _current.get().monotonic()


def follow_wall_clock() -> int:
    """Set the server's clock to the wall clock's time, and return by how many milliseconds that moved it."""
    return _current.get().follow()


def use(clock: ServerClock) -> None:
    """Use another clock in the current context, and in all tasks that start in it."""
    _current.set(clock)
