"""The tables in memory, and the only way to change them.

A command is checked against the table in memory; its entries are stored, and only then published. If another process
was faster, the table is read again and the command checked again.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress

from palatine.core.errors import PalatineError
from palatine.server import metrics
from palatine.server.broadcast import Broadcast
from palatine.server.clock import monotonic, now
from palatine.server.errors import NotNow
from palatine.server.ids import new_id
from palatine.server.live import chat
from palatine.server.live.appends import append_of, opened
from palatine.server.live.background import Background
from palatine.server.live.driver import Driver
from palatine.server.live.live_table import Asked, Listener, LiveTable
from palatine.server.live.sync import TRIES, Need, Sync
from palatine.server.messages.events import Events, Watchers, events_of
from palatine.server.messages.socket import Here, Said, State, Update, extended
from palatine.server.messages.tables import ChatLine, encode
from palatine.server.messages.views import position_of, table_view
from palatine.server.people.identity import Person
from palatine.server.storage.append import Work
from palatine.server.storage.store import Store
from palatine.server.tables.commands import Command
from palatine.server.tables.log import AnyEntry, Created, Decided, read
from palatine.server.tables.table import HostedTable
from palatine.server.thinking.pool import Pool

Consequence = Callable[[HostedTable], Work]

FAREWELL_SECONDS = 2.0
"""The longest that listeners may take to disconnect when the server stops."""


async def _ready(_game: str) -> None:
    """Return immediately: all games can be played."""


class Hub:
    """All tables in memory. `need` waits until a game can be played."""

    def __init__(self, store: Store, pool: Pool, broadcast: Broadcast, need: Need = _ready) -> None:
        self.store = store
        self.live: dict[str, LiveTable] = {}
        self.watchers = Watchers()
        self.notify_absent: Callable[[Events], None] | None = None
        """Called with the events of this process, for people who are not connected."""
        self._need = need
        self._background = Background()
        self._driver = Driver(pool, self._background, self.act)
        self.sync = Sync(
            store=store,
            broadcast=broadcast,
            background=self._background,
            driver=self._driver,
            tables=self.live,
            watchers=self.watchers,
            need=need,
        )
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}
        self._closing = False
        self._listeners: set[Listener] = set()
        self._left = asyncio.Event()
        """Set when the last listener has disconnected."""

    # ------------------------------------------------------------------------------------------------- opening

    async def create(self, created: Created, seed: str) -> str:
        """Open a table; its game begins immediately if no seat is open."""
        await self._need(created.game)
        table_id = new_id()
        hosted, entries = opened(table_id, created, seed)
        live = LiveTable(hosted)
        async with live.lock:
            self.live[table_id] = live
            await self._append(live, 0, entries)
        return table_id

    async def table(self, table_id: str) -> LiveTable:
        """Return a table, read from the store if it is not in memory."""
        live = self.live.get(table_id)
        if live is None:
            task = self._loading.get(table_id)
            if task is None:
                task = asyncio.get_running_loop().create_task(self._load(table_id))
                self._loading[table_id] = task
                task.add_done_callback(lambda _: self._loading.pop(table_id, None))
            live = await asyncio.shield(task)
        live.used = monotonic()
        return live

    async def _load(self, table_id: str) -> LiveTable:
        live = LiveTable(await self.sync.read(table_id))
        self.live[table_id] = live
        self._driver.look_ahead(live)
        return live

    def forget(self, live: LiveTable) -> None:
        """Remove a table from memory; its listeners must reconnect."""
        self.live.pop(live.hosted.id, None)
        self._driver.rest(live)
        live.dismiss()

    # -------------------------------------------------------------------------------------------------- acting

    async def act(
        self, table_id: str, command: Command, then: Consequence | None = None, asked: Asked | None = None
    ) -> int:
        """Execute a command, and return the length of the log; its entries are durable when this returns.

        If there are entries, `then` returns more work for the same transaction, and the update answers the listener
        that `asked`."""
        live = await self.table(table_id)
        async with live.lock:
            if self._closing:
                raise NotNow("server.restarting")
            for _ in range(TRIES):
                first, awaited = live.hosted.seq, live.hosted.awaited
                try:
                    entries = command(live.hosted, now())
                except PalatineError:
                    if not await self.sync.is_behind(live):
                        raise
                    await self.sync.catch_up(live, first)
                    continue
                if not entries:
                    return first
                for entry in entries:
                    live.hosted.add(entry)
                following = None if then is None else then(live.hosted)
                if await self._append(live, first, entries, awaited, following, asked):
                    return live.hosted.seq
                await self.sync.catch_up(live, first)
        raise NotNow("server.too_busy")

    async def _append(
        self,
        live: LiveTable,
        first: int,
        entries: list[AnyEntry],
        awaited: str | None = None,
        then: Work | None = None,
        asked: Asked | None = None,
    ) -> bool:
        """Store the entries that were added to a table, then publish them; return False if another process was faster.

        The caller holds the lock."""
        hosted, position = live.hosted, position_of(live.hosted)
        append = append_of(hosted, first, entries, position, then)
        began = time.perf_counter()
        try:
            durable = await self.store.append(append)
        except BaseException:
            self.forget(live)  # the write may or may not have happened: read the table again when it is next needed
            raise
        metrics.DURABLE_SECONDS.observe(time.perf_counter() - began)
        if durable:
            for entry in entries:
                if isinstance(entry, Decided):
                    (metrics.BY_BOT if entry.by is None else metrics.BY_PERSON).inc()
            live.publish_update(Update(entries, table_view(hosted, now(), position)), asked)
            self._driver.look_ahead(live)
            events = events_of(hosted, entries, awaited)
            self.watchers.publish(events)
            if self.notify_absent is not None:
                self.notify_absent(events)
            self.sync.announce_entries(live, events)
        return durable

    async def say(self, table_id: str, person: Person, text: str) -> ChatLine:
        """Store a chat line, and publish it."""
        live = await self.table(table_id)
        line = await self.store.write(lambda connection: chat.add(connection, table_id, person, text, now()))
        live.publish(Said(line))
        self.sync.announce_chat(table_id, line)
        return line

    # ------------------------------------------------------------------------------------------------ listening

    async def listen(self, table_id: str, listener: Listener, after: int | None) -> LiveTable:
        """Add a listener; its first message is the current table with the entries from number `after` on."""
        live = await self.table(table_id)
        lines = await self.store.read(lambda connection: chat.lines(connection, table_id))
        async with live.lock:
            if self._closing:
                raise NotNow("server.restarting")
            if await self.sync.is_behind(live):
                await self.sync.catch_up(live, live.hosted.seq)
            missed: list[AnyEntry] = []
            if after is not None and 0 <= after < live.hosted.seq:
                logged = await self.store.load(table_id, after)
                missed = [] if logged is None else [read(entry) for entry in logged.entries[: live.hosted.seq - after]]
            outlook = await live.outlooks.encoded(live.hosted) if listener.wants_outlook else None
            live.listeners.add(listener)
            self._listeners.add(listener)
            self._driver.attend(live)
            table = table_view(live.hosted, now())
            listener.send(extended(encode(State(table, missed, lines, live.here(), listener.person)), outlook=outlook))
        self._publish_presence(live)
        return live

    def leave(self, live: LiveTable, listener: Listener) -> None:
        """Remove a listener."""
        live.listeners.discard(listener)
        self._listeners.discard(listener)
        if not self._listeners:
            self._left.set()
        live.used = monotonic()
        self._publish_presence(live)

    def _publish_presence(self, live: LiveTable) -> None:
        live.publish(Here(live.here()))
        self.sync.announce_presence(live)

    # ------------------------------------------------------------------------------------------------- stopping

    async def close(self) -> None:
        """Finish running commands, and make all listeners reconnect."""
        self._closing = True
        self._driver.stop()
        self._background.stop()
        self.watchers.dismiss()
        self._left.clear()
        for live in list(self.live.values()):
            async with live.lock:
                self.forget(live)

    async def farewell(self) -> None:
        """Wait until all listeners have disconnected, for `FAREWELL_SECONDS` at most."""
        if self._listeners:
            with suppress(TimeoutError):
                async with asyncio.timeout(FAREWELL_SECONDS):
                    await self._left.wait()
