"""A model of Redis: channels, and keys that expire. Processes use it through the part of redis-py that they call."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterable
from typing import Any

from palatine.server.live import ownership
from simulation.faults import Faults
from simulation.loop import MILLISECOND, Actor, Loop, current_actor

QUICKEST, SLOWEST, DELAYED = 0.0002, 0.003, 2.0
"""Seconds until a command or a message arrives."""

Script = Callable[["RedisServer", list[str], list[Any]], Any]
Effect = Callable[[], Any]


def _bytes(value: Any) -> bytes:
    return value if isinstance(value, bytes) else str(value).encode()


class RedisServer:
    """The keys and channels of a Redis server."""

    def __init__(self, loop: Loop, faults: Faults) -> None:
        self.loop = loop
        self.faults = faults
        self.away = False
        self.unreachable_for: set[str] = set()
        """The names of the processes that do not reach it."""
        self.channels: list[Channel] = []
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
            if one.owner.name == actor.name:
                one.cut()

    def check(self, actor: Actor) -> None:
        """Raise if a process does not reach this server."""
        if self.away or actor.name in self.unreachable_for:
            raise ConnectionError("Redis does not answer")


class Commands:
    """The commands of redis-py that the server uses, executed by `_command`."""

    def __init__(self, server: RedisServer) -> None:
        self._server = server
        self._owner = current_actor()

    def _command(self, effect: Effect) -> Any:
        raise NotImplementedError

    def ping(self) -> Any:
        return self._command(lambda: True)

    def publish(self, channel: str, data: Any) -> Any:
        return self._command(lambda: self._server.publish(channel, _bytes(data)))

    def get(self, key: str) -> Any:
        return self._command(lambda: self._server.get(key))

    def exists(self, key: str) -> Any:
        return self._command(lambda: int(self._server.get(key) is not None))

    def set(self, key: str, value: Any, *, nx: bool = False, px: int | None = None, get: bool = False) -> Any:
        def effect() -> Any:
            before = self._server.get(key)
            if nx and before is not None:
                return None
            self._server.set(key, value, milliseconds=px)
            return before if get else True

        return self._command(effect)

    def delete(self, *keys: str) -> Any:
        return self._command(lambda: sum(self._server.delete(key) for key in keys))

    def pexpire(self, key: str, milliseconds: int) -> Any:
        return self._command(lambda: self._server.expire(key, milliseconds))

    def run_script(self, script: Script, keys: Iterable[str], args: Iterable[Any]) -> Any:
        return self._command(lambda: script(self._server, list(keys), list(args)))


class RedisClient(Commands):
    """A process' connection to Redis."""

    async def _command(self, effect: Effect) -> Any:
        """Execute a command; it may fail before or after it has had its effect."""
        server, faults = self._server, self._server.faults
        await asyncio.sleep(faults.chance.uniform(QUICKEST, SLOWEST))
        server.check(self._owner)
        if faults.strikes("redis_fails"):
            if faults.chance.random() < 0.5:
                effect()
            raise ConnectionError("the connection to Redis was lost")
        answer = effect()
        await asyncio.sleep(faults.chance.uniform(QUICKEST, SLOWEST))
        return answer

    def register_script(self, text: str) -> Any:
        script = SCRIPTS[text]

        async def run(keys: Iterable[str] = (), args: Iterable[Any] = (), client: Commands | None = None) -> Any:
            if isinstance(client, Pipeline):
                return client.run_script(script, keys, args)
            return await self.run_script(script, keys, args)

        return run

    def pipeline(self, **_options: Any) -> Pipeline:
        return Pipeline(self._server, self)

    def pubsub(self, **_options: Any) -> Channel:
        return Channel(self._server)

    async def aclose(self) -> None:
        """Do nothing: a crash closes connections too."""


class Pipeline(Commands):
    """Commands that are sent together."""

    def __init__(self, server: RedisServer, client: RedisClient) -> None:
        super().__init__(server)
        self._client = client
        self._effects: list[Effect] = []

    async def __aenter__(self) -> Pipeline:
        return self

    async def __aexit__(self, *_problem: object) -> None:
        self._effects.clear()

    def _command(self, effect: Effect) -> Any:
        self._effects.append(effect)
        return self

    async def execute(self) -> Any:
        effects, self._effects = self._effects, []
        return await self._client._command(lambda: [effect() for effect in effects])


def _claim(server: RedisServer, keys: list[str], args: list[Any]) -> bytes:
    owner = server.get(keys[0])
    if owner is not None and owner != _bytes(args[0]) and server.get(args[1] + owner.decode()) is not None:
        return owner
    server.set(keys[0], args[0], milliseconds=int(args[2]))
    return _bytes(args[0])


def _release(server: RedisServer, keys: list[str], args: list[Any]) -> None:
    if server.get(keys[0]) == _bytes(args[0]):
        server.delete(keys[0])


SCRIPTS: dict[str, Script] = {ownership.CLAIM: _claim, ownership.RELEASE: _release}
"""The server's Lua scripts, as functions."""


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
        try:
            self._server.check(self.owner)
            if self._server.faults.strikes("redis_fails"):
                raise ConnectionError("the connection to Redis was lost")
        except ConnectionError:
            self.cut()
            raise
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
