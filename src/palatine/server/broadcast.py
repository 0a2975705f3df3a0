"""Announcements between the processes of a server: new entries, chat, presence, ended sessions.

An announcement only speeds things up: a process that misses one finds the change in the database a little later.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import Callable
from typing import Protocol

import msgspec
import structlog

from palatine.server.messages.events import Events
from palatine.server.messages.tables import ChatLine, encode

log = structlog.get_logger()

CHANNEL = "palatine"
MOST_WAITING = 10_000
RETRY_SECONDS = 1.0


class Announcement(msgspec.Struct, frozen=True):
    """A change at a table, or to people, for the other processes.

    `ended`: credentials and persons that are no longer valid; `gone`: persons whose names are deleted;
    `standing`: mutes or suspensions have changed."""

    sender: str
    table: str = ""
    seq: int | None = None
    events: Events = []
    said: ChatLine | None = None
    here: list[str] | None = None
    ended: list[str] | None = None
    gone: list[str] | None = None
    standing: bool = False


Receive = Callable[[Announcement], None]
decode = msgspec.json.Decoder(Announcement).decode


class Broadcast(Protocol):
    """A channel to the other processes."""

    name: str
    """The name of this process."""
    alone: bool
    """True if there are no other processes."""

    async def open(self, receive: Receive, missed: Callable[[], None]) -> None:
        """Start listening. `missed` is called when announcements may have been lost."""
        ...

    def send(self, announcement: Announcement) -> None:
        """Send an announcement to the other processes, without waiting."""
        ...

    async def close(self) -> None:
        """Stop listening."""
        ...


class NoBroadcast:
    """The channel of a process that is alone."""

    name = "alone"
    alone = True

    async def open(self, receive: Receive, missed: Callable[[], None]) -> None:
        """Do nothing: there is nothing to receive."""

    def send(self, announcement: Announcement) -> None:
        """Do nothing: there are no other processes."""

    async def close(self) -> None:
        """Do nothing: nothing is open."""


class RedisBroadcast:
    """A channel over Redis."""

    alone = False

    def __init__(self, url: str) -> None:
        import redis  # an optional extra
        import redis.asyncio

        self.name = secrets.token_hex(8)
        self._redis = redis.asyncio.Redis.from_url(url, health_check_interval=15)
        self._failures = (redis.RedisError, OSError)
        self._waiting: asyncio.Queue[bytes] = asyncio.Queue(MOST_WAITING)
        self._tasks: list[asyncio.Task[None]] = []

    async def open(self, receive: Receive, missed: Callable[[], None]) -> None:
        """Start listening and sending."""
        await self._redis.ping()
        ready = asyncio.Event()
        loop = asyncio.get_running_loop()
        self._tasks = [loop.create_task(self._listen(receive, missed, ready)), loop.create_task(self._send_all())]
        await ready.wait()

    def send(self, announcement: Announcement) -> None:
        """Queue an announcement; if Redis is down for so long that the queue is full, drop it."""
        with contextlib.suppress(asyncio.QueueFull):
            self._waiting.put_nowait(encode(announcement))

    async def _send_all(self) -> None:
        while True:
            announcement = await self._waiting.get()
            try:
                await self._redis.publish(CHANNEL, announcement)
            except self._failures as problem:
                log.warning("redis_unavailable", problem=str(problem))
                await asyncio.sleep(RETRY_SECONDS)

    async def _listen(self, receive: Receive, missed: Callable[[], None], ready: asyncio.Event) -> None:
        while True:
            try:
                async with self._redis.pubsub() as channel:
                    await channel.subscribe(CHANNEL)
                    if ready.is_set():
                        missed()
                    ready.set()
                    async for message in channel.listen():
                        if message["type"] == "message":
                            announcement = decode(message["data"])
                            if announcement.sender != self.name:
                                receive(announcement)
            except self._failures as problem:
                log.warning("redis_unavailable", problem=str(problem))
                await asyncio.sleep(RETRY_SECONDS)

    async def close(self) -> None:
        """Stop listening and sending."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._redis.aclose()


async def send_once(url: str, announcement: Announcement) -> None:
    """Send an announcement to the processes of a server from outside."""
    import redis.asyncio

    async with redis.asyncio.Redis.from_url(url) as connection:
        await connection.publish(CHANNEL, encode(announcement))
