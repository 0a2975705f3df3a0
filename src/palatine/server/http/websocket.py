"""The socket of a table, with a bounded queue of outgoing messages."""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque

import msgspec
import structlog
from starlette.types import Receive, Send

from palatine.core.errors import PalatineError
from palatine.server import metrics
from palatine.server.errors import Failed, Malformed, NotNow, Unavailable
from palatine.server.http.context import Call
from palatine.server.live.actions import Order
from palatine.server.live.live_table import Asked, LiveTable
from palatine.server.messages.socket import Accepted, Ping, Pong, Refused, Say, Tell, decode_ask
from palatine.server.messages.tables import encode

log = structlog.get_logger()

MOST_WAITING = 256
"""The most messages that may wait to be sent; a slower client is disconnected."""
SERVICE_RESTART, TRY_AGAIN_LATER = 1012, 1013


def _refused(number: int | None, problem: PalatineError, language: str) -> Refused:
    metrics.REFUSALS.labels(problem.key).inc()
    return Refused(number, problem.key, problem.text(language), problem.reason(language))


async def refuse_connection(send: Send, problem: PalatineError, language: str) -> None:
    """Say why an accepted connection cannot be served, then close it. The client tries again later."""
    await send({"type": "websocket.send", "text": encode(_refused(None, problem, language)).decode()})
    await send({"type": "websocket.close", "code": TRY_AGAIN_LATER})


class Connection:
    """A client's accepted connection to a table."""

    def __init__(self, receive: Receive, send: Send, call: Call, *, wants_outlook: bool) -> None:
        self.person = None if call.person is None else call.person.id
        self.wants_outlook = wants_outlook
        self._person = call.person
        self._receive = receive
        self._transmit = send
        self._server = call.server
        self._address = call.address
        self._hub = call.server.hub
        self._language = call.language
        self._waiting: deque[bytes] = deque()
        self._filled = asyncio.Event()
        self._code: int | None = None
        """The code to close the connection with, once it is to be closed."""

    def send(self, payload: bytes) -> None:
        """Queue a message. A full queue closes the connection."""
        if len(self._waiting) >= MOST_WAITING:
            self._code = TRY_AGAIN_LATER
        else:
            self._waiting.append(payload)
        self._filled.set()

    def end(self) -> None:
        """Send what is queued, then close the connection. The client reconnects."""
        self._code = SERVICE_RESTART
        self._filled.set()

    def _answer(self, message: Tell) -> None:
        self.send(encode(message))

    async def run(self, table_id: str, after: int | None) -> None:
        """Serve the connection until it ends."""
        try:
            live = await self._hub.listen(table_id, self, after)
        except (NotNow, Unavailable) as problem:  # the server is about to stop, or the database is away
            await refuse_connection(self._transmit, problem, self._language)
            return
        sending = asyncio.get_running_loop().create_task(self._send_all())
        try:
            with self._server.people.validity.watch(self._person):
                await self._receive_all(table_id, live)
        finally:
            sending.cancel()
            self._hub.leave(live, self)

    async def _send_all(self) -> None:
        with contextlib.suppress(OSError):  # the client has gone
            while self._code is None:
                await self._filled.wait()
                self._filled.clear()
                while self._waiting:
                    await self._transmit({"type": "websocket.send", "text": self._waiting.popleft().decode()})
            await self._transmit({"type": "websocket.close", "code": self._code})

    async def _receive_all(self, table_id: str, live: LiveTable) -> None:
        while True:
            message = await self._receive()
            if message["type"] == "websocket.disconnect":
                return
            await self._handle(table_id, live, message.get("text") or message.get("bytes") or "")

    async def _handle(self, table_id: str, live: LiveTable, message: str | bytes) -> None:
        number = None
        try:
            self._server.messages.spend(id(self))
            self._server.orders.spend(self._address)
            ask = decode_ask(message)
            number = ask.id
            if isinstance(ask, Ping):
                self._answer(Pong(ask.id))
            else:
                asked = Asked(self, ask.id)
                seq = await self._carry_out(table_id, live, ask, asked)
                if not asked.answered:
                    self._answer(Accepted(ask.id, seq))
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as problem:
            self._refuse(number, Malformed("server.malformed", reason=str(problem)))
        except PalatineError as problem:
            self._refuse(number, problem)
        except Exception as problem:
            metrics.ERRORS.labels(type(problem).__name__).inc()
            log.error("message_failed", table=table_id, exc_info=problem)
            self._refuse(number, Failed("server.failed"))

    def _refuse(self, number: int | None, problem: PalatineError) -> None:
        self._answer(_refused(number, problem, self._language))

    async def _carry_out(self, table_id: str, live: LiveTable, ask: Order | Say, asked: Asked) -> int:
        """Carry out a message, and return the number of entries in the table's log."""
        if isinstance(ask, Say):
            await self._server.actions.say(table_id, self._person, ask.text)
            return live.hosted.seq
        return await self._server.actions.act(table_id, self._person, ask, asked)
