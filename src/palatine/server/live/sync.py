"""Synchronization with other processes, which serve the same tables from the same store.

The store decides which write came first; an announcement only prompts the others to read."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Mapping

from palatine.server.broadcast import Announcement, Broadcast
from palatine.server.clock import monotonic, now
from palatine.server.errors import NotNow, NotThere
from palatine.server.history.upgrade import rebuilt
from palatine.server.ids import DELETED_NAME
from palatine.server.live.appends import append_of
from palatine.server.live.background import Background
from palatine.server.live.driver import Driver
from palatine.server.live.live_table import LiveTable
from palatine.server.messages.events import Events, Watchers
from palatine.server.messages.socket import Here, Said, Update
from palatine.server.messages.tables import ChatLine
from palatine.server.messages.views import position_of, table_view
from palatine.server.storage.store import Store
from palatine.server.tables.log import read
from palatine.server.tables.table import HostedTable

TRIES = 8
"""The number of attempts when other processes are faster."""

Need = Callable[[str], Awaitable[None]]


class Sync:
    """Reads tables, again when another process has written to them, and announces the entries written here."""

    def __init__(
        self,
        store: Store,
        broadcast: Broadcast,
        background: Background,
        driver: Driver,
        tables: Mapping[str, LiveTable],
        watchers: Watchers,
        need: Need,
    ) -> None:
        self._store = store
        self._broadcast = broadcast
        self._background = background
        self._driver = driver
        self._tables = tables
        self._watchers = watchers
        self._need = need

    # ------------------------------------------------------------------------------------------------- reading

    async def read(self, table_id: str) -> HostedTable:
        """Return a table from the store, continued under the current rules if those have changed."""
        for _ in range(TRIES):
            logged = await self._store.load(table_id)
            if logged is None:
                raise NotThere("server.no_such_table")
            await self._need(logged.game)
            hosted, added = rebuilt(table_id, logged, now())
            first = hosted.seq
            for entry in added:
                hosted.add(entry)
            if not added or await self._store.append(append_of(hosted, first, added, position_of(hosted))):
                return hosted
        raise NotNow("server.too_busy")

    async def is_behind(self, live: LiveTable) -> bool:
        """Return True if another process has written entries that are unknown here. The caller holds the lock."""
        if self._broadcast.alone:
            return False
        return await self._store.length(live.hosted.id) > live.hosted.seq

    async def catch_up(self, live: LiveTable, known: int) -> None:
        """Read the entries after the first `known`, written by another process, and publish them.

        The caller holds the lock."""
        live.hosted = await self.read(live.hosted.id)
        logged = await self._store.load(live.hosted.id, known)
        assert logged is not None
        missed = logged.entries[: live.hosted.seq - known]  # not those written since the table was read
        if missed:
            live.publish_update(Update([read(entry) for entry in missed], table_view(live.hosted, now())))
            self._driver.look_ahead(live)

    async def refresh(self, live: LiveTable) -> None:
        """Catch up if another process has written to a table."""
        async with live.lock:
            if await self.is_behind(live):
                await self.catch_up(live, live.hosted.seq)

    # ---------------------------------------------------------------------------------------------- announcing

    def announce_entries(self, live: LiveTable, events: Events) -> None:
        """Announce the new length of a table's log, and the events of its new entries."""
        self._announce(Announcement(self._broadcast.name, live.hosted.id, seq=live.hosted.seq, events=events))

    def announce_chat(self, table_id: str, line: ChatLine) -> None:
        """Announce a chat line."""
        self._announce(Announcement(self._broadcast.name, table_id, said=line))

    def announce_presence(self, live: LiveTable) -> None:
        """Announce the persons who are connected to this process."""
        self._announce(Announcement(self._broadcast.name, live.hosted.id, here=live.connected_here()))

    async def remove_names(self, persons: list[str]) -> None:
        """Remove the names of deleted persons from the tables in memory, in all processes."""
        self._announce(Announcement(self._broadcast.name, gone=persons))
        await self._remove_names(persons)

    def _announce(self, announcement: Announcement) -> None:
        self._broadcast.send(announcement)

    # ----------------------------------------------------------------------------------------------- receiving

    def receive(self, announcement: Announcement) -> None:
        """Handle an announcement by another process."""
        if announcement.gone is not None:
            self._background.begin(self._remove_names(announcement.gone))
        if announcement.events:
            self._watchers.publish(announcement.events)
        live = self._tables.get(announcement.table)
        if live is None:
            return
        if announcement.seq is not None and announcement.seq > live.hosted.seq:
            self._background.begin(self.refresh(live))
        if announcement.said is not None:
            live.publish(Said(announcement.said))
        if announcement.here is not None:
            live.elsewhere[announcement.sender] = announcement.here, monotonic()
            live.publish(Here(live.here()))

    async def _remove_names(self, persons: Collection[str]) -> None:
        for live in list(self._tables.values()):
            async with live.lock:
                if live.hosted.unname(persons, DELETED_NAME):
                    live.publish_update(Update([], table_view(live.hosted, now())))
