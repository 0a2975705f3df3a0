"""Regular rounds over all tables: neglected clocks and bots, missed announcements, unused tables."""

from __future__ import annotations

import asyncio
import contextlib

import structlog
from sqlalchemy import Connection, and_, or_, select

from palatine.core.errors import PalatineError
from palatine.server.clock import follow_wall_clock, monotonic, now
from palatine.server.live.hub import Hub
from palatine.server.storage.schema import tables
from palatine.server.tables import commands

log = structlog.get_logger()

EVERY_SECONDS = 5.0
SLACK = 1_000
"""The milliseconds that a deadline may be overdue before another process handles it."""
BOT_PATIENCE = 4_000
"""The milliseconds after which another process sees to a bot that does not decide, if the owner of its table has died."""
SET_BACK = 20_000
"""A table that was changed so many milliseconds in the future shows that the clock was set back."""
SOON = 3600_000
"""A clock restarts after a downtime if its deadline is less than this away, in milliseconds.

A clock of days loses too little to matter."""
UNUSED_SECONDS = 600.0
JUMP = 5_000
"""The milliseconds by which the wall clock must have jumped for the clocks of games to restart."""
MOST_AT_ONCE = 200


class Janitor:
    """Makes the rounds. `alone`: no other process works on the same tables."""

    def __init__(self, hub: Hub, *, alone: bool) -> None:
        self._hub = hub
        self._alone = alone
        self._task: asyncio.Task[None] | None = None
        self._hurry = asyncio.Event()

    def hurry(self) -> None:
        """Make the next round soon: announcements may have been missed."""
        self._hurry.set()

    async def open(self) -> None:
        """Resume interrupted games, then start the regular rounds."""
        if self._alone:
            await self._restart_clocks()
        await self.make_round(0 if self._alone else BOT_PATIENCE)
        self._task = asyncio.get_running_loop().create_task(self._make_rounds())

    async def _restart_clocks(self) -> None:
        """Restart the clocks that are close to their deadline: no player loses time to a downtime.

        Beside other processes, only those of the tables that this one owns."""
        at = now()
        running = await self._hub.store.read(lambda connection: _running(connection, at))
        being_written = [live.id for live in self._hub.live.values() if live.lock.locked()]
        running = list(dict.fromkeys([*running, *being_written]))
        if not self._alone:
            running = [table_id for table_id in running if self._hub.ownership.owns(table_id)]
        for first in range(0, len(running), MOST_AT_ONCE):
            some = running[first : first + MOST_AT_ONCE]
            done = await asyncio.gather(*(self._hub.act(one, commands.resume) for one in some), return_exceptions=True)
            for table_id, problem in zip(some, done, strict=True):
                if isinstance(problem, Exception):
                    log.warning("table_not_resumed", table=table_id, problem=str(problem))

    async def close(self) -> None:
        """Stop the rounds."""
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    async def _make_rounds(self) -> None:
        while True:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(EVERY_SECONDS):
                    await self._hurry.wait()
            self._hurry.clear()
            try:
                await self.make_round(BOT_PATIENCE)
            except Exception as problem:  # the database may be down for a while: the next round tries again
                log.warning("round_failed", problem=str(problem))

    async def make_round(self, bot_patience: int) -> None:
        """Follow the wall clock, see to neglected tables, catch up with other processes, and drop unused tables."""
        if abs(moved := follow_wall_clock()) > JUMP:
            log.warning("clock_jumped", seconds=moved / 1000)
            await self._restart_clocks()
        at = now()
        neglected = await self._hub.store.read(lambda connection: _neglected(connection, at, bot_patience))
        for table_id in neglected:
            try:
                live = await self._hub.table(table_id)
                await self._hub.take_charge(live)
            except PalatineError as problem:
                log.warning("table_not_resumed", table=table_id, problem=str(problem))
        if not self._alone:
            await self._catch_up()
        self._drop_unused()

    async def _catch_up(self) -> None:
        known = dict(self._hub.live)
        listened = [live for live in known.values() if live.listeners]
        for first in range(0, len(listened), MOST_AT_ONCE):
            self._hub.sync.announce_presence(listened[first : first + MOST_AT_ONCE])
        newest = await self._hub.store.read(lambda connection: _newest(connection, list(known)))
        for table_id, seq in newest.items():
            if seq > known[table_id].seq:
                try:
                    await self._hub.sync.refresh(known[table_id])
                except PalatineError as problem:
                    log.warning("table_not_read", table=table_id, problem=str(problem))

    def _drop_unused(self) -> None:
        since = monotonic() - UNUSED_SECONDS
        for live in list(self._hub.live.values()):
            if not live.listeners and not live.followers() and live.used < since and not live.lock.locked():
                self._hub.forget(live)


def _running(connection: Connection, at: int) -> list[str]:
    """Return the tables with a deadline soon, and those with a clock that were changed in the future."""
    soon = or_(tables.c.deadline < at + SOON, and_(tables.c.deadline.is_not(None), tables.c.changed > at))
    return list(connection.scalars(select(tables.c.id).where(tables.c.status == "playing", soon)))


def _neglected(connection: Connection, at: int, bot_patience: int) -> list[str]:
    overdue = tables.c.deadline < at - SLACK
    long_ago = or_(tables.c.changed <= at - bot_patience, tables.c.changed > at + SET_BACK)
    silent_bot = and_(tables.c.bot_awaited, long_ago)
    found = select(tables.c.id).where(tables.c.status == "playing", or_(overdue, silent_bot)).limit(MOST_AT_ONCE)
    return list(connection.scalars(found))


def _newest(connection: Connection, table_ids: list[str]) -> dict[str, int]:
    found: dict[str, int] = {}
    for first in range(0, len(table_ids), MOST_AT_ONCE):
        some = tables.c.id.in_(table_ids[first : first + MOST_AT_ONCE])
        found.update((row.id, row.seq) for row in connection.execute(select(tables.c.id, tables.c.seq).where(some)))
    return found
