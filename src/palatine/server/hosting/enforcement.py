"""Enforcement of what hosts decide: suspended people are disconnected, and bots take over their seats in running games.

Every process does both for each newly suspended person: connections are its own, and for the seats the first one wins.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Collection

import structlog

from palatine.core.errors import PalatineError
from palatine.server.broadcast import Announcement, Broadcast
from palatine.server.hosting import audit
from palatine.server.live.hub import Hub
from palatine.server.live.lobby import unfinished
from palatine.server.people.identity import People
from palatine.server.tables import commands

log = structlog.get_logger()

EVERY_SECONDS = 2.0
"""The longest until a suspension by the command line, or one whose announcement was lost, takes effect."""


class Enforcer:
    """Watches the standing of people, and enforces suspensions."""

    def __init__(self, hub: Hub, people: People, broadcast: Broadcast) -> None:
        self._hub = hub
        self._standings = people.standings
        self._broadcast = broadcast
        self._enforced: set[str] = set()
        self._last_act = 0
        self._task: asyncio.Task[None] | None = None

    def open(self) -> None:
        """Start watching."""
        self._task = asyncio.get_running_loop().create_task(self._watch())

    async def close(self) -> None:
        """Stop watching."""
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    def receive(self, announcement: Announcement) -> None:
        """Handle an announcement from another process."""
        if announcement.standing:
            self._standings.news.set()

    async def changed(self) -> None:
        """Enforce a change made by this process, and announce it to the others."""
        self._broadcast.send(Announcement(self._broadcast.name, standing=True))
        await self.enforce()

    async def enforce(self) -> None:
        """Read the restrictions, and shut out those who are newly suspended."""
        await self._standings.refresh()
        await self._see_command_line()
        suspended = self._standings.suspended
        new = suspended - self._enforced
        self._enforced &= suspended
        if new:
            self._disconnect(new)
            for _ in range(2):  # requests that were under way have been carried out by the second time
                for person in new:
                    await self._get_up(person)
            self._enforced |= new

    async def _watch(self) -> None:
        while True:
            self._standings.news.clear()
            try:
                await self.enforce()
            except Exception as problem:  # the database may be down for a while: the next round tries again
                log.warning("suspensions_not_enforced", problem=str(problem))
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(EVERY_SECONDS):
                    await self._standings.news.wait()

    async def _see_command_line(self) -> None:
        """Read the tables again that the command line has changed: it may write beside a server that is alone."""
        acts = await self._hub.store.read(lambda connection: audit.by_command_line(connection, self._last_act))
        for number, table_id in acts:
            live = self._hub.live.get(table_id)
            if live is not None:
                await self._hub.sync.refresh(live)
            self._last_act = number

    def _disconnect(self, persons: Collection[str]) -> None:
        for live in self._hub.live.values():
            for listener in list(live.listeners):
                if listener.person in persons:
                    listener.end()
        self._hub.watchers.end(persons)

    async def _get_up(self, person: str) -> None:
        """Let a person leave all tables, as they could themselves."""
        for table_id in await self._hub.store.read(lambda connection: unfinished(connection, person)):
            try:
                await self._hub.act(table_id, lambda table, at: commands.leave(table, person, at))
            except PalatineError as problem:
                log.warning("seat_not_handed_over", table=table_id, person=person, problem=str(problem))
