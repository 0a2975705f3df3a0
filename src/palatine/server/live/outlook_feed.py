"""The outlook of a table in memory: computed once per position, sent with the update of that position."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

import structlog

from palatine.core.views import Question
from palatine.server.history.outlook import prospects_in, scores_in
from palatine.server.messages.games import Outlook
from palatine.server.messages.tables import encode
from palatine.server.tables.table import HostedTable

log = structlog.get_logger()

NONE = b"null"
Send = Callable[[bytes], None]
Compute = Callable[[str, int, int, "int | None", Question], Outlook]


def computed(table_id: str, seq: int, ply: int, turn: int | None, question: Question) -> Outlook:
    """Return the outlook of a position: the current points, and the outcome of each legal decision."""
    prospects = [] if turn is None else prospects_in(question)
    return Outlook(table_id, seq, ply, turn, scores_in(question), prospects)


@dataclass(frozen=True)
class _Delivery:
    """An update that waits for its outlook; `send` takes the outlook as JSON."""

    table_id: str
    outlook: asyncio.Task[Outlook] | None
    send: Send


class OutlookFeed:
    """Computes outlooks in a thread, and sends updates with them in the order of publication.

    Only the listeners that want an outlook wait for it: the table's lock, other listeners and REST do not. The position
    is copied when the update is published, so the outlook matches it even if the table has changed since."""

    def __init__(self, compute: Compute = computed) -> None:
        self._compute = compute
        self._seq = 0
        self._latest: asyncio.Task[Outlook] | None = None
        self._waiting: deque[_Delivery] = deque()
        self._sending: asyncio.Task[None] | None = None

    def of(self, table: HostedTable) -> asyncio.Task[Outlook] | None:
        """Start computing the outlook of the current position, unless it is cached; return None if it shows no game."""
        if table.shown is None:
            return None
        failed = self._latest is not None and self._latest.done() and self._latest.exception() is not None
        if self._latest is None or self._seq != table.seq or failed:
            question = table.shown.question()
            work = asyncio.to_thread(self._compute, table.id, table.seq, table.ply, table.turn, question)
            self._seq, self._latest = table.seq, asyncio.get_running_loop().create_task(work)
        return self._latest

    async def encoded(self, table: HostedTable) -> bytes:
        """Return the outlook of a table as JSON; null if it shows no game, or if computing the outlook failed."""
        return await _encoded(table.id, self.of(table))

    def publish(self, table: HostedTable, send: Send) -> None:
        """Call `send` with the outlook of the current position as JSON, after all earlier calls."""
        self._waiting.append(_Delivery(table.id, self.of(table), send))
        if self._sending is None:
            self._sending = asyncio.get_running_loop().create_task(self._send_all())

    async def _send_all(self) -> None:
        while self._waiting:
            first = self._waiting[0]
            outlook = await _encoded(first.table_id, first.outlook)
            self._waiting.popleft()
            first.send(outlook)
        self._sending = None

    def flush(self) -> None:
        """Send all waiting updates without their outlooks: the connections are about to close."""
        if self._sending is not None:
            self._sending.cancel()
            self._sending = None
        while self._waiting:
            self._waiting.popleft().send(NONE)


async def _encoded(table_id: str, outlook: asyncio.Task[Outlook] | None) -> bytes:
    if outlook is None:
        return NONE
    try:
        return encode(await asyncio.shield(outlook))
    except Exception as problem:  # the game continues without it
        log.error("outlook_failed", table=table_id, exc_info=problem)
        return NONE
