"""The owner of a table: the one process at a time that carries out the orders at it, lets its bots decide and rings its clock.

Ownership makes a server quick, not correct: two processes that both take themselves for the owner of a table cannot write
the same entry, because every append depends on the number of entries before it.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Collection
from typing import Any, Protocol

import structlog

from palatine.server.broadcast import failures
from palatine.server.clock import monotonic

log = structlog.get_logger()

PREFIX = "palatine:owner:"
"""Of the key that names the owner of a table."""
LIVING = "palatine:living:"
"""Of the key that a living process keeps from expiring."""
LEASE_SECONDS = 5.0
"""A process that has not been heard of for so long has lost its tables."""
BEAT_SECONDS = 1.0
MARGIN_SECONDS = 1.0
"""A process stops trusting its own lease so much earlier than the others do."""
SILENT_SECONDS = 5.0
"""An owner that has not answered about a table is not asked again for so long; each question would cost a player seconds."""
OWNER_SECONDS = 3600.0
"""After this time the name of an owner expires, unless it was claimed again; so no names of old tables remain."""

CLAIM = """
local owner = redis.call('GET', KEYS[1])
if owner and owner ~= ARGV[1] and redis.call('EXISTS', ARGV[2] .. owner) == 1 then return owner end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[3])
return ARGV[1]
"""
RELEASE = "if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end"

Lost = Callable[[Collection[str]], None]


class Ownership(Protocol):
    """The owners of tables, as far as this process knows."""

    def owns(self, table_id: str) -> bool:
        """Return True if this process owns a table for certain, without asking."""
        ...

    async def claim(self, table_id: str) -> str | None:
        """Return the process that owns a table: this one, if no living process does. None: it cannot be known now."""
        ...

    def doubt(self, table_id: str) -> None:
        """Do without the owner of a table for a while: it does not answer."""
        ...

    def release(self, table_id: str) -> None:
        """Give up a table, without waiting."""
        ...

    async def open(self, lost: Lost) -> None:
        """Start. `lost` is called with the tables whose owner has died or is no longer known."""
        ...

    async def close(self) -> None:
        """Give up all tables."""
        ...


class SoleOwner:
    """The ownership of a process that is alone."""

    def owns(self, table_id: str) -> bool:  # noqa: ARG002
        """Return True."""
        return True

    async def claim(self, table_id: str) -> str | None:  # noqa: ARG002
        """Return None: there is no other process."""
        return None

    def doubt(self, table_id: str) -> None:
        """Do nothing: there is no other owner."""

    def release(self, table_id: str) -> None:
        """Do nothing: no other process wants the table."""

    async def open(self, lost: Lost) -> None:
        """Do nothing: nothing expires."""

    async def close(self) -> None:
        """Do nothing: there is nothing to give up."""


class RedisOwnership:
    """Leases in Redis. A process keeps one key from expiring, and a table names the process that owns it."""

    def __init__(self, redis: Any, name: str) -> None:
        self._name = name
        self._redis = redis
        self._failures = failures()
        self._claim: Any = self._redis.register_script(CLAIM)
        self._release: Any = self._redis.register_script(RELEASE)
        self._owners: dict[str, tuple[str, float]] = {}
        """By table: its owner, and when this was learned."""
        self._silent: dict[str, float] = {}
        """By table: until when its owner is not asked."""
        self._lease_until = 0.0
        self._released: set[str] = set()
        self._lost: Lost = lambda _tables: None
        self._beating: asyncio.Task[None] | None = None

    def owns(self, table_id: str) -> bool:
        """Return True while this process holds the lease of a table."""
        owner, since = self._owners.get(table_id, ("", 0.0))
        at = monotonic()
        return owner == self._name and at < self._lease_until and at < since + OWNER_SECONDS / 2

    async def claim(self, table_id: str) -> str | None:
        """Return the owner of a table, from memory if it is known."""
        if table_id in self._silent and monotonic() < self._silent[table_id]:
            return None
        owner, _ = self._owners.get(table_id, (self._name, 0.0))
        if owner != self._name or self.owns(table_id):
            return owner
        if monotonic() >= self._lease_until:
            return None
        at = monotonic()
        milliseconds = int(OWNER_SECONDS * 1000)
        try:
            found = await self._claim(keys=[PREFIX + table_id], args=[self._name, LIVING, milliseconds])
        except self._failures as problem:
            log.warning("redis_unavailable", problem=str(problem))
            return None
        owner = str(found, "ascii")
        self._owners[table_id] = owner, at
        self._released.discard(table_id)
        return owner

    def doubt(self, table_id: str) -> None:
        """Forget who owns a table for a while, unless it is this process."""
        if self._owners.get(table_id, ("", 0.0))[0] != self._name:
            self._owners.pop(table_id, None)
            self._silent[table_id] = monotonic() + SILENT_SECONDS

    def release(self, table_id: str) -> None:
        """Give up a table with the next beat."""
        owner, _ = self._owners.pop(table_id, ("", 0.0))
        if owner == self._name:
            self._released.add(table_id)

    async def open(self, lost: Lost) -> None:
        """Take out the lease of this process, and keep it up."""
        self._lost = lost
        await self._beat_once()
        self._beating = asyncio.get_running_loop().create_task(self._beat())

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(BEAT_SECONDS)
            await self._beat_once()

    async def _beat_once(self) -> None:
        """Renew the lease, give up what was released, and find the owners that have died."""
        at = monotonic()
        self._silent = {table: until for table, until in self._silent.items() if at < until}
        others = sorted({owner for owner, _ in self._owners.values()} - {self._name})
        released = sorted(self._released)
        try:
            async with self._redis.pipeline(transaction=False) as pipeline:
                pipeline.set(LIVING + self._name, 1, px=int(LEASE_SECONDS * 1000), get=True)
                for owner in others:
                    pipeline.exists(LIVING + owner)
                for table_id in released:
                    await self._release(keys=[PREFIX + table_id], args=[self._name], client=pipeline)
                was_living, *living = await pipeline.execute()
        except self._failures as problem:
            log.warning("redis_unavailable", problem=str(problem))
            self._owners = {table: known for table, known in self._owners.items() if known[0] == self._name}
            return
        self._released.difference_update(released)
        self._lease_until = at + LEASE_SECONDS - MARGIN_SECONDS
        dead = {owner for owner, lives in zip(others, living[: len(others)], strict=True) if not lives}
        if was_living is None:
            dead.add(self._name)  # others may have taken over in the meantime
        given_up = set(released)  # and perhaps claimed again before Redis gave it up
        lost = sorted(table for table, (owner, _) in self._owners.items() if owner in dead or table in given_up)
        for table_id in lost:
            del self._owners[table_id]
        if lost:
            self._lost(lost)

    async def close(self) -> None:
        """End the lease: the other processes take over all tables."""
        if self._beating is not None:
            self._beating.cancel()
            await asyncio.gather(self._beating, return_exceptions=True)
        with contextlib.suppress(*self._failures):
            await self._redis.delete(LIVING + self._name)
            await self._redis.aclose()
