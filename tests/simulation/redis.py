"""A model of Redis: channels, and keys that expire. Processes use it through the part of redis-py that they call."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterable
from typing import Any

from simulation.faults import Faults
from simulation.loop import MILLISECOND, Actor, Loop, current_actor

QUICKEST, SLOWEST, DELAYED = 0.0002, 0.003, 2.0
"""Seconds until a command or a message arrives."""

Script = Callable[["RedisServer", list[str], list[Any]], Any]


def _bytes(value: Any) -> bytes:
    return value if isinstance(value, bytes) else str(value).encode()


class RedisServer:
    """The keys and channels of a Redis server. `scripts`: what its Lua scripts do, by a word that they contain."""

    def __init__(self, loop: Loop, faults: Faults) -> None:
        self.loop = loop
        self.faults = faults
        self.away = False
        self.channels: list[Channel] = []
        self.scripts: dict[str, Script] = {}
        self._keys: dict[str, tuple[bytes, int | None]] = {}

    def get(self, key: str) -> bytes | None:
        """Return the value of a key that has not expired."""
        value, until = self._keys.get(key, (None, None))
        if until is not None and until <= self.loop.now:
            del self._keys[key]
            return None
        return value

    def set(self, key: str, value: Any, *, milliseconds: int | None = None) -> None:
        """Set a key."""
        until = None if milliseconds is None else self.loop.now + milliseconds * MILLISECOND
        self._keys[key] = _bytes(value), until

    def expire(self, key: str, milliseconds: int) -> bool:
        """Let a key expire."""
        value = self.get(key)
        if value is not None:
            self.set(key, value, milliseconds=milliseconds)
        return value is not None

    def delete(self, key: str) -> bool:
        """Delete a key."""
        found = self.get(key) is not None
        self._keys.pop(key, None)
        return found

    def publish(self, channel: str, data: bytes) -> int:
        """Send data to all subscribers of a channel."""
        listening = [one for one in self.channels if channel in one.names]
        for one in listening:
            one.transmit(channel, data)
        return len(listening)

    def go_away(self) -> None:
        """Stop: all connections break."""
        self.away = True
        for one in list(self.channels):
            one.cut()

    def come_back(self, *, empty: bool) -> None:
        """Start again, with the keys or without them."""
        self.away = False
        if empty:
            self._keys.clear()

    def cut(self, actor: Actor) -> None:
        """Break the connections of a process."""
        for one in list(self.channels):
            if one.owner is actor:
                one.cut()


class RedisClient:
    """A process' connection to Redis."""

    def __init__(self, server: RedisServer) -> None:
        self._server = server
        self._owner = current_actor()

    async def _command(self, effect: Callable[[], Any]) -> Any:
        """Execute a command; it may fail before or after it has had its effect."""
        server, faults = self._server, self._server.faults
        await asyncio.sleep(faults.chance.uniform(QUICKEST, SLOWEST))
        if server.away:
            raise ConnectionError("Redis does not answer")
        if faults.strikes("redis_fails"):
            if faults.chance.random() < 0.5:
                effect()
            raise ConnectionError("the connection to Redis was lost")
        answer = effect()
        await asyncio.sleep(faults.chance.uniform(QUICKEST, SLOWEST))
        return answer

    async def ping(self) -> Any:
        return await self._command(lambda: True)

    async def publish(self, channel: str, data: Any) -> Any:
        return await self._command(lambda: self._server.publish(channel, _bytes(data)))

    async def get(self, key: str) -> Any:
        return await self._command(lambda: self._server.get(key))

    async def set(
        self, key: str, value: Any, *, nx: bool = False, px: int | None = None, ex: int | None = None, xx: bool = False
    ) -> Any:
        milliseconds = ex * 1000 if ex is not None else px

        def effect() -> bool | None:
            there = self._server.get(key) is not None
            if (nx and there) or (xx and not there):
                return None
            self._server.set(key, value, milliseconds=milliseconds)
            return True

        return await self._command(effect)

    async def delete(self, *keys: str) -> Any:
        return await self._command(lambda: sum(self._server.delete(key) for key in keys))

    async def pexpire(self, key: str, milliseconds: int) -> Any:
        return await self._command(lambda: self._server.expire(key, milliseconds))

    async def expire(self, key: str, seconds: int) -> Any:
        return await self._command(lambda: self._server.expire(key, seconds * 1000))

    async def eval(self, script: str, number: int, *values: Any) -> Any:
        found = next(does for word, does in self._server.scripts.items() if word in script)
        keys, arguments = [str(one) for one in values[:number]], list(values[number:])
        return await self._command(lambda: found(self._server, keys, arguments))

    def register_script(self, script: str) -> Any:
        async def run(keys: Iterable[str] = (), args: Iterable[Any] = (), client: Any = None) -> Any:
            names = list(keys)
            return await self.eval(script, len(names), *names, *args)

        return run

    def pubsub(self, **_options: Any) -> Channel:
        return Channel(self._server)

    async def aclose(self) -> None:
        """Do nothing: a crash closes connections too."""


class Channel:
    """A connection of a subscriber: messages in order, until it breaks."""

    def __init__(self, server: RedisServer) -> None:
        self.owner = current_actor()
        self.names: dict[str, None] = {}
        self._server = server
        self._open = False
        self._under_way: deque[dict[str, Any]] = deque()
        self._arrived: deque[dict[str, Any]] = deque()
        self._waiter: asyncio.Future[None] | None = None

    async def __aenter__(self) -> Channel:
        return self

    async def __aexit__(self, *_problem: object) -> None:
        self.cut()

    async def aclose(self) -> None:
        self.cut()

    async def _connect(self) -> None:
        await asyncio.sleep(self._server.faults.chance.uniform(QUICKEST, SLOWEST))
        if self._server.away or self._server.faults.strikes("redis_fails"):
            self.cut()
            raise ConnectionError("Redis does not answer")
        if not self._open:
            self._open = True
            self._server.channels.append(self)

    async def subscribe(self, *names: str) -> None:
        await self._connect()
        self.names.update(dict.fromkeys(names))
        self._arrive({"type": "subscribe"})

    async def unsubscribe(self, *names: str) -> None:
        await self._connect()
        for name in names:
            self.names.pop(name, None)

    def transmit(self, channel: str, data: bytes) -> None:
        """Send a message to the subscriber. It may be lost, late, or arrive twice."""
        faults = self._server.faults
        if faults.strikes("message_dropped"):
            return
        message = {"type": "message", "channel": channel.encode(), "data": data}
        for _ in range(2 if faults.strikes("message_repeated") else 1):
            self._under_way.append(message)
            slowest = DELAYED if faults.strikes("slow_message") else SLOWEST
            self._server.loop.call_in_world(faults.chance.uniform(QUICKEST, slowest), self._deliver)

    def _deliver(self) -> None:
        if self._under_way:
            self._arrive(self._under_way.popleft())

    def _arrive(self, message: dict[str, Any]) -> None:
        self._arrived.append(message)
        self._wake()

    def _wake(self) -> None:
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)

    def cut(self) -> None:
        """Break the connection."""
        if self._open:
            self._open = False
            self._server.channels.remove(self)
        self.names.clear()
        self._under_way.clear()
        self._wake()

    def listen(self) -> Channel:
        return self

    def __aiter__(self) -> Channel:
        return self

    async def __anext__(self) -> dict[str, Any]:
        while not self._arrived:
            if not self._open:
                raise ConnectionError("the connection to Redis was lost")
            self._waiter = asyncio.get_running_loop().create_future()
            await self._waiter
        return self._arrived.popleft()

    async def get_message(self, *, ignore_subscribe_messages: bool = False, timeout: float | None = 0.0) -> Any:
        try:
            async with asyncio.timeout(timeout):
                while (message := await self.__anext__())["type"] != "message" and ignore_subscribe_messages:
                    pass
                return message
        except TimeoutError:
            return None
