"""Synchronization with other processes, which serve the same tables from the same store.

The store decides which write came first; a message from another process only makes this one quicker."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Mapping

import structlog
from msgspec import Raw

from palatine.server.broadcast import EVERYONE, Announcement, Broadcast
from palatine.server.clock import monotonic, now
from palatine.server.errors import NotNow, NotThere, TableDamaged
from palatine.server.history.upgrade import rebuilt
from palatine.server.ids import DELETED_NAME
from palatine.server.live.appends import append_of
from palatine.server.live.background import Background
from palatine.server.live.driver import Driver
from palatine.server.live.live_table import Asked, LiveTable
from palatine.server.live.ownership import Ownership
from palatine.server.messages.events import Events, Watchers
from palatine.server.messages.socket import Here, Said, Update
from palatine.server.messages.tables import ChatLine, encode
from palatine.server.messages.views import position_of, table_view
from palatine.server.storage.store import Store
from palatine.server.tables.log import AnyEntry, Upgraded, read
from palatine.server.tables.table import HostedTable

log = structlog.get_logger()

TRIES = 8
"""The number of attempts when other processes are faster."""

Need = Callable[[str], Awaitable[None]]
Forget = Callable[[LiveTable], None]


class Sync:
    """Reads tables, again when another process has written to them, and announces the entries written here."""

    def __init__(
        self,
        store: Store,
        broadcast: Broadcast,
        ownership: Ownership,
        background: Background,
        driver: Driver,
        tables: Mapping[str, LiveTable],
        watchers: Watchers,
        need: Need,
        forget: Forget,
    ) -> None:
        self._store = store
        self._broadcast = broadcast
        self._ownership = ownership
        self._background = background
        self._driver = driver
        self._tables = tables
        self._watchers = watchers
        self._need = need
        self._forget = forget

    # ------------------------------------------------------------------------------------------------- reading

    async def read(self, table_id: str) -> HostedTable:
        """Return a table from the store, continued under the current rules if those have changed."""
        hosted, _ = await self._read(table_id, known=None)
        return hosted

    async def _read(self, table_id: str, known: int | None) -> tuple[HostedTable, list[AnyEntry]]:
        """Return a table from the store, and its entries after the first `known`."""
        for _ in range(TRIES):
            logged = await self._store.load(table_id)
            if logged is None:
                raise NotThere("server.no_such_table")
            await self._need(logged.game)
            try:
                hosted, added = rebuilt(table_id, logged, now())
            except TableDamaged as damage:
                self._store.failures.damaged(damage)
                raise
            first = hosted.seq
            for entry in added:
                hosted.add(entry)
            if not added or await self._store.append(append_of(hosted, first, added, position_of(hosted))):
                missed = [] if known is None else [read(entry) for entry in logged.entries[known:]]
                return hosted, [*missed, *added]
        raise NotNow("server.too_busy")

    async def is_behind(self, live: LiveTable) -> bool:
        """Return True if another process has written entries that are unknown here. The caller holds the lock."""
        if self._broadcast.alone:
            return False
        return await self._store.length(live.id) > live.seq

    async def catch_up(self, live: LiveTable) -> None:
        """Read the entries that another process has written, and publish them. The caller holds the lock."""
        known = live.seq
        logged = await self._store.load(live.id, known)
        if logged is None:
            raise NotThere("server.no_such_table")
        missed = [read(entry) for entry in logged.entries]
        if logged.before != live.hosted.chain or any(isinstance(entry, Upgraded) for entry in missed):
            await self.read_again(live, known)
        elif missed:
            live.add(missed)
            live.hosted.chain = logged.head
            self._publish(live, missed)

    async def read_again(self, live: LiveTable, known: int) -> None:
        """Replace a table whose own entries were refused; its listeners know the first `known` entries.

        The caller holds the lock."""
        hosted, missed = await self._read(live.id, known)
        live.replace(hosted)
        self._publish(live, missed)

    def _publish(self, live: LiveTable, missed: list[AnyEntry]) -> None:
        if live.listeners:
            live.publish_update(encode(Update(missed, table_view(live.hosted, now()))))
        self._drive(live)

    def _drive(self, live: LiveTable) -> None:
        """Let the driver look ahead, if this process owns the table."""
        if self._ownership.owns(live.id):
            self._driver.look_ahead(live)
        else:
            self._driver.rest(live)

    async def refresh(self, live: LiveTable) -> None:
        """Catch up if another process, or a host's command, has written to a table. If that fails, its listeners reconnect."""
        async with live.lock:
            if live.gone:
                return
            try:
                if await self._store.length(live.id) > live.seq:
                    await self.catch_up(live)
            except BaseException:
                self._forget(live)
                raise

    # ---------------------------------------------------------------------------------------------- announcing

    def announce_update(self, live: LiveTable, first: int, update: bytes, asked: Asked | None) -> None:
        """Send an encoded update to the processes with listeners; for the one that asked, it is the answer.

        The owner knows these processes. Any other process sends the update to all."""
        asker = asked.by if asked is not None and isinstance(asked.by, str) else None
        others = live.followers() if self._ownership.owns(live.id) else [EVERYONE]
        if asked is not None and asker is not None:
            asked.answered = True
            others = [*(other for other in others if other != asker), asker]
        for other in others:
            answers = asked.number if asked is not None and other == asker else None
            message = Announcement(
                self._broadcast.name,
                live.id,
                first=first,
                seq=live.seq,
                chain=live.hosted.chain.hex(),
                update=Raw(update),
                answers=answers,
            )
            self._broadcast.send(message, other)

    def announce_events(self, events: Events) -> None:
        """Announce events of people's tables."""
        if events:
            self._broadcast.send(Announcement(self._broadcast.name, events=events))

    def announce_chat(self, table_id: str, line: ChatLine) -> None:
        """Announce a chat line."""
        self._broadcast.send(Announcement(self._broadcast.name, table_id, said=line))

    def announce_presence(self, tables: Collection[LiveTable]) -> None:
        """Announce the persons who are connected to this process, by table."""
        present = {live.id: live.connected_here() for live in tables}
        self._broadcast.send(Announcement(self._broadcast.name, present=present))

    async def remove_names(self, persons: list[str]) -> None:
        """Remove the names of deleted persons from the tables in memory, in all processes."""
        self._broadcast.send(Announcement(self._broadcast.name, gone=persons))
        await self._remove_names(persons)

    # ----------------------------------------------------------------------------------------------- receiving

    def receive(self, announcement: Announcement) -> None:
        """Handle an announcement by another process."""
        if announcement.gone:
            self._background.begin(self._remove_names(announcement.gone))
        if announcement.events:
            self._watchers.publish(announcement.events)
        for table_id, persons in announcement.present.items():
            if (live := self._tables.get(table_id)) is not None:
                self._set_present(live, announcement.sender, persons)
        live = self._tables.get(announcement.table)
        if live is not None and announcement.said is not None:
            live.publish(Said(announcement.said))

    def receive_update(self, announcement: Announcement, asked: Asked | None) -> None:
        """Pass an update by another process on to the listeners here; `asked` sent the order that it answers."""
        live = self._tables.get(announcement.table)
        if live is None or announcement.seq <= live.seq:
            return
        if live.lock.locked() or announcement.first != live.seq:  # an order is being carried out, or an update was lost
            self._background.begin(self.refresh(live))
            return
        update = bytes(announcement.update)
        live.add_later(update, announcement.seq, bytes.fromhex(announcement.chain))
        live.publish_update(update, asked)
        if self._ownership.owns(announcement.table):
            self._drive(live)

    def _set_present(self, live: LiveTable, process: str, persons: list[str]) -> None:
        before = live.here()
        live.elsewhere[process] = persons, monotonic()
        if live.here() != before:
            live.publish(Here(live.here()))

    async def _remove_names(self, persons: Collection[str]) -> None:
        for live in list(self._tables.values()):
            async with live.lock:
                if live.hosted.unname(persons, DELETED_NAME) and live.listeners:
                    live.publish_update(encode(Update([], table_view(live.hosted, now()))))
