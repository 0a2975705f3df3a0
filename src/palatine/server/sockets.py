"""The socket of a table: messages in, messages out, in bounded queues."""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketDisconnected

from palatine.core.problems import PalatineError
from palatine.server.hub import Hub, LiveTable
from palatine.server.messages import Accepted, Ping, Pong, Refused, Say, Sit, Tell, decode_ask, encode
from palatine.server.orders import command_of
from palatine.server.people import People, Person
from palatine.server.problems import NotSignedIn
from palatine.server.relations import check_meeting

MOST_WAITING = 256
"""Messages that may wait to be sent; whoever is slower than that has to connect again."""
TRY_AGAIN_LATER = 1013


class Connection:
    """A client's connection to a table."""

    def __init__(self, socket: WebSocket, hub: Hub, people: People, person: Person | None, language: str) -> None:
        self.person = None if person is None else person.id
        self._person = person
        self._socket = socket
        self._hub = hub
        self._people = people
        self._language = language
        self._waiting: deque[bytes] = deque()
        self._filled = asyncio.Event()
        self._overflowed = False

    def tell(self, payload: bytes) -> None:
        """Queue a message; a queue that is full ends the connection."""
        if len(self._waiting) >= MOST_WAITING:
            self._overflowed = True
        else:
            self._waiting.append(payload)
        self._filled.set()

    def _answer(self, message: Tell) -> None:
        self.tell(encode(message))

    async def run(self, table_id: str, after: int | None) -> None:
        """Serve the connection until it ends."""
        live = await self._hub.listen(table_id, self, after)
        sending = asyncio.get_running_loop().create_task(self._send_all())
        try:
            await self._receive_all(table_id, live)
        finally:
            sending.cancel()
            self._hub.leave(live, self)

    async def _send_all(self) -> None:
        with contextlib.suppress(WebSocketDisconnect, WebSocketDisconnected):
            while not self._overflowed:
                await self._filled.wait()
                self._filled.clear()
                while self._waiting:
                    await self._socket.send_text(self._waiting.popleft().decode())
            await self._socket.close(TRY_AGAIN_LATER)

    async def _receive_all(self, table_id: str, live: LiveTable) -> None:
        with contextlib.suppress(WebSocketDisconnect, WebSocketDisconnected):
            while True:
                await self._handle(table_id, live, await self._socket.receive_text())

    async def _handle(self, table_id: str, live: LiveTable, text: str) -> None:
        number = None
        try:
            ask = decode_ask(text)
            number = ask.id
            if isinstance(ask, Ping):
                self._answer(Pong(ask.id))
                return
            if self._person is None or self._people.is_dismissed(self._person):
                raise NotSignedIn("server.not_signed_in")
            if isinstance(ask, Say):
                await self._hub.say(table_id, self._person, ask.text)
                self._answer(Accepted(ask.id, live.hosted.seq))
            else:
                if isinstance(ask, Sit):
                    await check_meeting(self._hub.store, self._person.id, live.hosted.host)
                seq = await self._hub.act(table_id, command_of(ask, self._person, live.here))
                self._answer(Accepted(ask.id, seq))
        except msgspec.MsgspecError as problem:
            self._answer(Refused(number, "server.malformed", str(problem)))
        except PalatineError as problem:
            self._answer(Refused(number, problem.key, problem.told(self._language)))
