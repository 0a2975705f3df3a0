"""Looks after all tables now and then: clocks and bots that nobody watches, what other processes have written and this
one was not told, and tables that nobody uses any more."""

from __future__ import annotations

import asyncio
import contextlib
import time

import structlog
from sqlalchemy import Connection, and_, or_, select

from palatine.core.errors import PalatineError
from palatine.server.clock import now
from palatine.server.live.hub import Hub
from palatine.server.storage.schema import tables
from palatine.server.tables import commands

log = structlog.get_logger()

EVERY_SECONDS = 5.0
SLACK = 1_000
"""Milliseconds by which a clock may be late before somebody else looks at it."""
BOT_PATIENCE = 20_000
"""Milliseconds after which a bot that does not decide is asked by another process."""
SOON = 3600_000
"""Milliseconds within which a time has to be out for a short absence of the server to matter."""
UNUSED_SECONDS = 600.0
MOST_AT_ONCE = 200


class Janitor:
    """`alone`: no other process works on the same tables."""

    def __init__(self, hub: Hub, *, alone: bool) -> None:
        self._hub = hub
        self._alone = alone
        self._task: asyncio.Task[None] | None = None
        self._hurry = asyncio.Event()

    def hurry(self) -> None:
        """Look round soon: something may have been missed."""
        self._hurry.set()

    async def open(self) -> None:
        """Take up what was interrupted, then look round again and again."""
        if self._alone:
            await self._give_time_back()
        await self.look_round(0 if self._alone else BOT_PATIENCE)
        self._task = asyncio.get_running_loop().create_task(self._keep_looking())

    async def _give_time_back(self) -> None:
        """No process was there: nobody is to lose by that whose time is soon out. A clock of days does not notice."""
        before = now() + SOON
        running = await self._hub.store.read(lambda connection: _running(connection, before))
        for first in range(0, len(running), MOST_AT_ONCE):
            some = running[first : first + MOST_AT_ONCE]
            done = await asyncio.gather(*(self._hub.act(one, commands.resume) for one in some), return_exceptions=True)
            for table_id, problem in zip(some, done, strict=True):
                if isinstance(problem, Exception):
                    log.warning("table_not_taken_up", table=table_id, problem=str(problem))

    async def close(self) -> None:
        """Look no more."""
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    async def _keep_looking(self) -> None:
        while True:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(EVERY_SECONDS):
                    await self._hurry.wait()
            self._hurry.clear()
            try:
                await self.look_round(BOT_PATIENCE)
            except Exception as problem:  # the database may be away for a while: what it knows is not lost
                log.warning("round_not_finished", problem=str(problem))

    async def look_round(self, bot_patience: int) -> None:
        """One round."""
        at = now()
        neglected = await self._hub.store.read(lambda connection: _neglected(connection, at, bot_patience))
        for table_id in neglected:
            if table_id not in self._hub.live:
                try:
                    await self._hub.table(table_id)
                except PalatineError as problem:
                    log.warning("table_not_taken_up", table=table_id, problem=str(problem))
        if not self._alone:
            await self._look_for_news()
        self._let_go()

    async def _look_for_news(self) -> None:
        known = {table_id: live for table_id, live in self._hub.live.items() if live.listeners}
        for live in known.values():
            self._hub.sync.announce_presence(live)
        newest = await self._hub.store.read(lambda connection: _newest(connection, list(known)))
        for table_id, seq in newest.items():
            if seq > known[table_id].hosted.seq:
                await self._hub.sync.refresh(known[table_id])

    def _let_go(self) -> None:
        since = time.monotonic() - UNUSED_SECONDS
        for live in list(self._hub.live.values()):
            if not live.listeners and live.used < since and not live.lock.locked():
                self._hub.forget(live)


def _running(connection: Connection, before: int) -> list[str]:
    """The tables at which somebody's time is out before some moment."""
    return list(connection.scalars(select(tables.c.id).where(tables.c.status == "playing", tables.c.deadline < before)))


def _neglected(connection: Connection, at: int, bot_patience: int) -> list[str]:
    overdue = tables.c.deadline < at - SLACK
    silent_bot = and_(tables.c.bot_awaited, tables.c.changed <= at - bot_patience)
    found = select(tables.c.id).where(tables.c.status == "playing", or_(overdue, silent_bot)).limit(MOST_AT_ONCE)
    return list(connection.scalars(found))


def _newest(connection: Connection, table_ids: list[str]) -> dict[str, int]:
    found: dict[str, int] = {}
    for first in range(0, len(table_ids), MOST_AT_ONCE):
        some = tables.c.id.in_(table_ids[first : first + MOST_AT_ONCE])
        found.update((row.id, row.seq) for row in connection.execute(select(tables.c.id, tables.c.seq).where(some)))
    return found
