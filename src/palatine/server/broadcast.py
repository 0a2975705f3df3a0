"""How the processes of a server hear of each other: something was appended, said, somebody came or went or is no longer
signed in.

An announcement only speeds things up: a process that misses one finds the same in the database a little later.
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
    """Something that other processes want to know of a table, or of people: `ended` are credentials and persons that count
    no more, `gone` are persons who have no name any more."""

    sender: str
    table: str = ""
    seq: int | None = None
    events: Events = []
    said: ChatLine | None = None
    here: list[str] | None = None
    ended: list[str] | None = None
    gone: list[str] | None = None


Receive = Callable[[Announcement], None]
decode = msgspec.json.Decoder(Announcement).decode


class Broadcast(Protocol):
    """The way to the other processes."""

    name: str
    """This process."""
    alone: bool
    """Whether there are no others."""

    async def open(self, receive: Receive, missed: Callable[[], None]) -> None:
        """Begin to listen. `missed` is called when notices may have been lost."""
        ...

    def send(self, announcement: Announcement) -> None:
        """Tell the others, without waiting."""
        ...

    async def close(self) -> None:
        """Listen no more."""
        ...


class NoBroadcast:
    """There are no other processes."""

    name = "alone"
    alone = True

    async def open(self, receive: Receive, missed: Callable[[], None]) -> None:
        """Nothing is going to be heard."""

    def send(self, announcement: Announcement) -> None:
        """Nobody is there to be told."""

    async def close(self) -> None:
        """Nothing was opened."""


class RedisBroadcast:
    """Redis carries the notices."""

    alone = False

    def __init__(self, url: str) -> None:
        import redis  # an optional extra
        import redis.asyncio

        self.name = secrets.token_hex(8)
        self._redis = redis.asyncio.Redis.from_url(url, health_check_interval=15)
        self._away = (redis.RedisError, OSError)
        self._waiting: asyncio.Queue[bytes] = asyncio.Queue(MOST_WAITING)
        self._tasks: list[asyncio.Task[None]] = []

    async def open(self, receive: Receive, missed: Callable[[], None]) -> None:
        """Begin to listen and to send."""
        await self._redis.ping()
        ready = asyncio.Event()
        loop = asyncio.get_running_loop()
        self._tasks = [loop.create_task(self._listen(receive, missed, ready)), loop.create_task(self._send_all())]
        await ready.wait()

    def send(self, announcement: Announcement) -> None:
        """Put an announcement into the queue; when Redis is away for long they are dropped, and found in the database."""
        with contextlib.suppress(asyncio.QueueFull):
            self._waiting.put_nowait(encode(announcement))

    async def _send_all(self) -> None:
        while True:
            announcement = await self._waiting.get()
            try:
                await self._redis.publish(CHANNEL, announcement)
            except self._away as problem:
                log.warning("redis_away", problem=str(problem))
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
            except self._away as problem:
                log.warning("redis_away", problem=str(problem))
                await asyncio.sleep(RETRY_SECONDS)

    async def close(self) -> None:
        """Listen and send no more."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._redis.aclose()


async def send_once(url: str, announcement: Announcement) -> None:
    """Tell the processes of a server something from outside."""
    import redis.asyncio

    async with redis.asyncio.Redis.from_url(url) as connection:
        await connection.publish(CHANNEL, encode(announcement))
