"""Limits on the rate of requests and on the number of open connections."""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Callable, Hashable

from palatine.server.clock import monotonic
from palatine.server.errors import TooMuch

MOST_BUCKETS = 50_000
"""The most buckets in memory. The one unused for longest is dropped, which refills it."""


class Limit:
    """A rate limit: a token bucket per person, address or connection."""

    enforced = True

    def __init__(self, burst: int, per_second: float, clock: Callable[[], float] = monotonic) -> None:
        self._burst = burst
        self._per_second = per_second
        self._clock = clock
        self._buckets: OrderedDict[Hashable, tuple[float, float]] = OrderedDict()

    def spend(self, who: Hashable, amount: float = 1.0) -> None:
        """Take `amount` tokens; raise `TooMuch` if there are not enough."""
        if not self.enforced:
            return
        now = self._clock()
        level, at = self._buckets.pop(who, (float(self._burst), now))
        level = min(self._burst, level + (now - at) * self._per_second)
        enough = level >= amount
        self._buckets[who] = (level - amount if enough else level, now)
        if len(self._buckets) > MOST_BUCKETS:
            self._buckets.popitem(last=False)
        if not enough:
            raise TooMuch("server.too_often", count=max(1, round((amount - level) / self._per_second)))


class ConnectionLimit:
    """A limit on simultaneous connections per address."""

    enforced = True

    def __init__(self, most: int) -> None:
        self._most = most
        self._open: Counter[Hashable] = Counter()

    @property
    def open(self) -> int:
        """The number of open connections."""
        return self._open.total()

    def enter(self, who: Hashable) -> Callable[[], None]:
        """Count a new connection, and return a function to call when it ends; raise `TooMuch` if there are too many."""
        if self.enforced and self._open[who] >= self._most:
            raise TooMuch("server.too_many_connections", most=self._most)
        self._open[who] += 1

        def leave() -> None:
            self._open[who] -= 1
            if not self._open[who]:
                del self._open[who]

        return leave
