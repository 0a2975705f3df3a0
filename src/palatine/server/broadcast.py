"""Messages between the processes of a server: new entries, orders for the owner of a table, presence, ended sessions.

They only speed things up: the database decides, and a process that misses a message finds the change there a little later.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import Callable
from typing import Any, Protocol

import msgspec
import structlog
from msgspec import Raw

from palatine.server.errors import Malformed
from palatine.server.messages.events import Events
from palatine.server.messages.tables import ChatLine, encode

log = structlog.get_logger()

CHANNEL = "palatine"
"""The channel of all processes. A process also has one of its own."""
EVERYONE = ""
MOST_WAITING = 10_000
MOST_AT_ONCE = 256
"""The most messages in one round trip to Redis."""
RETRY_SECONDS = 1.0
START_SECONDS = 2.0
"""The longest that a process waits for Redis when it starts; it goes on without, and keeps trying."""


class _Message(msgspec.Struct, frozen=True, tag_field="kind", omit_defaults=True):
    """A message from the process `sender`."""

    sender: str


class Announcement(_Message, frozen=True, tag="announcement"):
    """Events at a table, or changes to people.

    `update` is the encoded update for listeners with the entries from number `first` to before `seq`, and `chain` the link
    of the last; `answers` is the number of the order that caused it. `present`: by table, the persons connected to the
    sender. `ended`: credentials and persons that are no longer valid; `gone`: persons whose names are deleted; `standing`:
    mutes or suspensions have changed."""

    table: str = ""
    first: int = 0
    seq: int = 0
    chain: str = ""
    update: Raw = Raw()
    answers: int | None = None
    events: Events = []
    said: ChatLine | None = None
    present: dict[str, list[str]] = {}
    ended: list[str] = []
    gone: list[str] = []
    standing: bool = False


class Forwarded(_Message, frozen=True, tag="order"):
    """A person's order for the owner of a table, as the client sent it; without one, the sender only wants updates."""

    number: int
    table: str
    person: str = ""
    name: str = ""
    order: Raw = Raw()


class Answered(_Message, frozen=True, tag="answer"):
    """The answer to an order that changed nothing. The log has `seq` entries, all durable."""

    number: int
    seq: int
    refused: bool = False


Message = Announcement | Forwarded | Answered
Receive = Callable[[Message], None]
decode: Callable[[bytes], Message] = msgspec.json.Decoder(Message).decode


class Broadcast(Protocol):
    """A channel to the other processes."""

    name: str
    """The name of this process."""
    alone: bool
    """True if there are no other processes."""

    async def open(self, receive: Receive, missed: Callable[[], None]) -> None:
        """Start listening. `missed` is called when messages may have been lost."""
        ...

    def send(self, message: Message, to: str = EVERYONE) -> None:
        """Send a message to one of the other processes, by default to all, without waiting."""
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

    def send(self, message: Message, to: str = EVERYONE) -> None:
        """Do nothing: there are no other processes."""

    async def close(self) -> None:
        """Do nothing: nothing is open."""


def channel_of(process: str) -> str:
    """Return the channel of a process, or that of all."""
    return f"{CHANNEL}:{process}" if process else CHANNEL


def check_address(url: str | None) -> None:
    """Refuse an address that is not one of Redis."""
    if url is not None and not url.startswith(("redis://", "rediss://", "unix://")):
        raise Malformed("server.wrong_redis")


def connected(url: str) -> Any:
    """Return a client of Redis. It does not retry by itself: a broken connection has lost messages."""
    import redis.asyncio  # an optional extra
    from redis.asyncio.retry import Retry
    from redis.backoff import NoBackoff

    return redis.asyncio.Redis.from_url(url, retry=Retry(NoBackoff(), 0), socket_connect_timeout=2, socket_timeout=5)


def failures() -> tuple[type[Exception], ...]:
    """Return the exceptions that mean: Redis is away."""
    import redis

    return redis.RedisError, OSError, TimeoutError


class RedisBroadcast:
    """A channel over Redis, by a client from `connected`."""

    alone = False

    def __init__(self, redis: Any, name: str | None = None) -> None:
        self.name = name or secrets.token_hex(8)
        self._redis = redis
        self._failures = failures()
        self._waiting: asyncio.Queue[tuple[str, bytes]] = asyncio.Queue(MOST_WAITING)
        self._tasks: list[asyncio.Task[None]] = []

    async def open(self, receive: Receive, missed: Callable[[], None]) -> None:
        """Start listening and sending. If Redis is away, start without it."""
        ready = asyncio.Event()
        loop = asyncio.get_running_loop()
        self._tasks = [loop.create_task(self._listen(receive, missed, ready)), loop.create_task(self._send_all())]
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(START_SECONDS):
                await ready.wait()

    def send(self, message: Message, to: str = EVERYONE) -> None:
        """Queue a message; if Redis is down for so long that the queue is full, drop it."""
        with contextlib.suppress(asyncio.QueueFull):
            self._waiting.put_nowait((channel_of(to), encode(message)))

    async def _send_all(self) -> None:
        while True:
            some = [await self._waiting.get()]
            while len(some) < MOST_AT_ONCE and not self._waiting.empty():
                some.append(self._waiting.get_nowait())
            try:
                async with self._redis.pipeline(transaction=False) as pipeline:
                    for channel, message in some:
                        pipeline.publish(channel, message)
                    await pipeline.execute()
            except self._failures as problem:
                log.warning("redis_unavailable", problem=str(problem))
                await asyncio.sleep(RETRY_SECONDS)

    async def _listen(self, receive: Receive, missed: Callable[[], None], ready: asyncio.Event) -> None:
        while True:
            try:
                async with self._redis.pubsub() as channel:
                    await channel.subscribe(CHANNEL, channel_of(self.name))
                    if ready.is_set():
                        missed()
                    ready.set()
                    async for message in channel.listen():
                        if message["type"] == "message":
                            self._handle(message["data"], receive)
            except self._failures as problem:
                log.warning("redis_unavailable", problem=str(problem))
                ready.set()
                await asyncio.sleep(RETRY_SECONDS)

    def _handle(self, data: bytes, receive: Receive) -> None:
        """Receive a message. One that fails, perhaps of another version, does not stop the others."""
        try:
            message = decode(data)
            if message.sender != self.name:
                receive(message)
        except Exception as problem:
            log.error("message_between_processes_failed", exc_info=problem)

    async def close(self) -> None:
        """Stop listening and sending."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        with contextlib.suppress(*self._failures):
            await self._redis.aclose()


async def send_once(url: str, message: Message) -> None:
    """Send a message to all processes of a server from outside."""
    async with connected(url) as connection:
        await connection.publish(CHANNEL, encode(message))
