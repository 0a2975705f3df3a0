"""How often something may be done, and how much of it at once."""

from __future__ import annotations

import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Hashable

from palatine.server.errors import TooMuch

MOST_KEPT = 50_000
"""Buckets that are remembered; those not used for longest are forgotten, and full again."""


class Limit:
    """So many at once, refilled at so many a second: a bucket for each of those who do it."""

    enforced = True

    def __init__(self, at_once: int, a_second: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._at_once = at_once
        self._a_second = a_second
        self._clock = clock
        self._buckets: OrderedDict[Hashable, tuple[float, float]] = OrderedDict()

    def spend(self, who: Hashable, amount: float = 1.0) -> None:
        """Do it once; raises `TooMuch` if it was done too often."""
        if not self.enforced:
            return
        now = self._clock()
        level, at = self._buckets.pop(who, (float(self._at_once), now))
        level = min(self._at_once, level + (now - at) * self._a_second)
        enough = level >= amount
        self._buckets[who] = (level - amount if enough else level, now)
        if len(self._buckets) > MOST_KEPT:
            self._buckets.popitem(last=False)
        if not enough:
            raise TooMuch("server.too_often", seconds=max(1, round((amount - level) / self._a_second)))


class AtOnce:
    """So many at the same time, for each of those who do it."""

    enforced = True

    def __init__(self, most: int) -> None:
        self._most = most
        self._going_on: Counter[Hashable] = Counter()

    def enter(self, who: Hashable) -> Callable[[], None]:
        """Begin one more, and get what is to be called at its end; raises `TooMuch` if there are too many."""
        if self.enforced and self._going_on[who] >= self._most:
            raise TooMuch("server.too_many_connections", most=self._most)
        self._going_on[who] += 1

        def leave() -> None:
            self._going_on[who] -= 1
            if not self._going_on[who]:
                del self._going_on[who]

        return leave
