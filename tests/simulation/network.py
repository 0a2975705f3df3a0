"""Simulated connections between clients and processes: ordered, delayed, cut, or deaf."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Any

from simulation.faults import Faults
from simulation.loop import Loop

QUICKEST, SLOWEST, DELAYED = 0.001, 0.05, 1.5
"""Seconds that a message takes."""
NOTICED_AFTER = 40.0
"""Seconds after which a process notices that a client is gone without a word."""
WINDOW = 16
"""The messages that may be under way to a client; more wait in the process."""


class Stream:
    """The messages in one direction."""

    def __init__(self, loop: Loop, faults: Faults) -> None:
        self._loop = loop
        self._faults = faults
        self.under_way: deque[Any] = deque()
        self.deaf = False
        self.ended = False
        self._arrived: deque[Any] = deque()
        self._waiters: list[asyncio.Future[None]] = []

    def put(self, message: Any) -> None:
        """Send a message."""
        if self.deaf or self.ended:
            return
        self.under_way.append(message)
        slow = self._faults.strikes("slow_message")
        seconds = self._faults.chance.uniform(QUICKEST, DELAYED if slow else SLOWEST)
        self._loop.call_in_world(seconds, self._deliver)

    def _deliver(self) -> None:
        if self.under_way and not self.deaf:
            self._arrived.append(self.under_way.popleft())
            self.wake()

    def end(self) -> None:
        """Break: what is under way is lost."""
        self.ended = True
        self.under_way.clear()
        self.wake()

    def wake(self) -> None:
        """Wake everyone who waits for a change."""
        for waiter in self._waiters:
            if not waiter.done():
                waiter.set_result(None)
        self._waiters.clear()

    async def change(self) -> None:
        """Wait until something arrives, or the stream ends."""
        waiter: asyncio.Future[None] = self._loop.create_future()
        self._waiters.append(waiter)
        await waiter

    async def get(self) -> Any:
        """Return the next message; None at the end."""
        while not self._arrived:
            if self.ended:
                return None
            await self.change()
        return self._arrived.popleft()


class Line:
    """A client's connection to a process. The process sees it as an ASGI WebSocket."""

    def __init__(self, loop: Loop, faults: Faults) -> None:
        self._loop = loop
        self.to_process = Stream(loop, faults)
        self.to_client = Stream(loop, faults)
        self._begun = False

    @property
    def is_open(self) -> bool:
        """True until the line is cut."""
        return not self.to_process.ended

    def cut(self) -> None:
        """Break the connection: both ends notice."""
        self.to_process.end()
        self.to_client.end()

    def go_deaf(self) -> None:
        """Break the connection without a word: nothing arrives any more, and the process notices late."""
        self.to_process.deaf = self.to_client.deaf = True
        self._loop.call_in_world(NOTICED_AFTER, self.cut)

    async def receive(self) -> dict[str, Any]:
        """Return the next event for the process."""
        if not self._begun:
            self._begun = True
            return {"type": "websocket.connect"}
        text = await self.to_process.get()
        if text is None:
            return {"type": "websocket.disconnect", "code": 1006}
        return {"type": "websocket.receive", "text": text}

    async def send(self, event: Any) -> None:
        """Take an event from the process. A client that does not read makes it wait."""
        stream = self.to_client
        while len(stream.under_way) >= WINDOW and not stream.ended:
            await stream.change()
        if stream.ended:
            raise OSError("the client has gone")
        if event["type"] == "websocket.send":
            stream.put(event["text"])
        elif event["type"] == "websocket.close":
            stream.put(None)
