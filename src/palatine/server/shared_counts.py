"""Counts for rate limits that all processes of a server share in Redis.

While Redis is away, each process counts for itself, and no request is refused because of it."""

from __future__ import annotations

import asyncio
import hashlib
import math
import time
from collections.abc import Hashable

import structlog

from palatine.server.clock import monotonic

log = structlog.get_logger()

PREFIX = "palatine-limits"
PATIENCE_SECONDS = 0.5
"""The longest that a request waits for Redis."""
AWAY_SECONDS = 5.0
"""The seconds after a failure in which Redis is not asked."""


class SharedCounts:
    """Counts in Redis, over sliding windows. Names and addresses are stored as hashes."""

    def __init__(self, url: str) -> None:
        from limits.aio.storage import RedisStorage  # an optional extra
        from limits.aio.strategies import SlidingWindowCounterRateLimiter
        from redis import RedisError
        from redis.asyncio import ConnectionPool
        from redis.asyncio.retry import Retry
        from redis.backoff import NoBackoff

        self._pool = ConnectionPool.from_url(
            url,
            socket_timeout=PATIENCE_SECONDS,
            socket_connect_timeout=PATIENCE_SECONDS,
            retry=Retry(NoBackoff(), 0),
        )
        options = {"implementation": "redispy", "key_prefix": PREFIX, "connection_pool": self._pool}
        self._storage = RedisStorage("async+redis://", **options)  # type: ignore[arg-type]  # the pool has the address
        self._limiter = SlidingWindowCounterRateLimiter(self._storage)
        self._failures = (RedisError, OSError, TimeoutError)
        self._away_until = -math.inf

    async def spend(self, name: str, who: Hashable, most: int, seconds: int, amount: int = 1) -> int:
        """Count `amount`, unless there would be more than `most` in a window of `seconds`.

        Return 0 if it was counted or Redis is away, otherwise the seconds to wait."""
        from limits import RateLimitItemPerSecond

        if monotonic() < self._away_until:
            return 0
        item, key = RateLimitItemPerSecond(most, seconds, namespace=name), _key(who)
        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                if await self._limiter.hit(item, key, cost=amount):
                    return 0
                until = (await self._limiter.get_window_stats(item, key)).reset_time
        except self._failures as problem:
            self._note_away(problem)
            return 0
        return min(seconds, max(1, round(until - time.time())))

    async def clear(self, name: str, who: Hashable, most: int, seconds: int) -> None:
        """Forget what was counted."""
        from limits import RateLimitItemPerSecond

        if monotonic() < self._away_until:
            return
        item = RateLimitItemPerSecond(most, seconds, namespace=name)
        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                await self._limiter.clear(item, _key(who))
        except self._failures as problem:
            self._note_away(problem)

    def _note_away(self, problem: BaseException) -> None:
        self._away_until = monotonic() + AWAY_SECONDS
        log.warning("limits_not_shared", problem=str(problem) or type(problem).__name__)

    async def close(self) -> None:
        """Close the connections."""
        await self._pool.disconnect()


def _key(who: Hashable) -> str:
    return hashlib.sha256(repr(who).encode()).hexdigest()[:32]
