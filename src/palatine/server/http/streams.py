"""Streams of JSON lines for programs: the events of your tables, and all messages of one table.

A stream sends an empty line after some silence, so that dead connections are noticed.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import suppress

from starlette.responses import Response, StreamingResponse

from palatine.server.http.context import Call
from palatine.server.http.operations import PLAY, operation
from palatine.server.live.lobby import waiting_for
from palatine.server.messages.events import Event, Watcher
from palatine.server.messages.tables import encode

LINES = "application/x-ndjson"
HEARTBEAT_SECONDS = 15.0
MOST_WAITING = 256
END = b""


class Lines(Watcher):
    """A connection that receives lines. It is closed if the client does not read them."""

    wants_outlook = False

    def __init__(self, call: Call) -> None:
        self._call = call
        self.person = None if call.person is None else call.person.id
        self._waiting: asyncio.Queue[bytes] = asyncio.Queue(MOST_WAITING)
        self._ending = False

    def send(self, payload: bytes) -> None:
        """Queue a line."""
        try:
            self._waiting.put_nowait(payload)
        except asyncio.QueueFull:
            self._ending = True

    def end(self) -> None:
        """Send what is queued, then close the connection."""
        self._ending = True
        with suppress(asyncio.QueueFull):  # a full queue wakes the sender anyway
            self._waiting.put_nowait(END)

    async def sent(self, end: Callable[[], None]) -> AsyncIterator[bytes]:
        """Yield the lines as they come. `end` is called when the connection ends."""
        people = self._call.server.people
        try:
            with people.validity.watch(self._call.person):
                while not (self._ending and self._waiting.empty()):
                    try:
                        async with asyncio.timeout(HEARTBEAT_SECONDS):
                            line = await self._waiting.get()
                    except TimeoutError:
                        line = END
                    if self._call.person is not None and not await people.may_go_on(self._call.person):
                        return
                    yield line + b"\n"
        finally:
            end()


@operation("GET", "/api/events", "Stream the events of your tables as JSON lines", needs=PLAY)
async def stream_events(call: Call) -> Response:
    """First the tables where it is your turn, then every event as it happens."""
    person, watchers = call.me.id, call.server.hub.watchers
    waiting = await call.server.store.read(lambda connection: waiting_for(connection, person))
    leave = call.server.connections.enter(call.address)
    lines = Lines(call)
    watchers.add(person, lines)

    def end() -> None:
        watchers.remove(person, lines)
        leave()

    for table in waiting:
        lines.send(encode(Event("your_turn", table.id, table.game, table.ply)))
    return StreamingResponse(lines.sent(end), media_type=LINES)


@operation("GET", "/api/tables/{table}/stream", "Stream the messages of a table as JSON lines")
async def stream_table(call: Call, table: str) -> Response:
    """The messages of the table's socket, one per line: first its state, then updates."""
    hub = call.server.hub
    lines = Lines(call)
    leave = call.server.connections.enter(call.address)
    try:
        live = await hub.listen(table, lines, None)
    except BaseException:
        leave()
        raise

    def end() -> None:
        hub.leave(live, lines)
        leave()

    return StreamingResponse(lines.sent(end), media_type=LINES)
