"""The tables in memory, and the only way to change them.

A command is checked against the table in memory; its entries are stored, and only then published. If another process
was faster, the table is read again and the command checked again. A table whose entries may or may not be stored is
forgotten.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Collection
from contextlib import asynccontextmanager, suppress

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
from palatine.server.live.forwarding import Forwarding
from palatine.server.live.live_table import Asked, Listener, LiveTable
from palatine.server.live.ownership import Ownership, SoleOwner
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

    def __init__(
        self,
        store: Store,
        pool: Pool,
        broadcast: Broadcast,
        need: Need = _ready,
        ownership: Ownership | None = None,
    ) -> None:
        self.store = store
        self.live: dict[str, LiveTable] = {}
        self.watchers = Watchers()
        self.notify_absent: Callable[[Events], None] | None = None
        """Called with the events of this process, for people who are not connected."""
        self._need = need
        self._alone = broadcast.alone
        self.ownership = ownership or SoleOwner()
        self._background = Background()
        self._driver = Driver(pool, self._background, self.act)
        self.sync = Sync(
            store=store,
            broadcast=broadcast,
            ownership=self.ownership,
            background=self._background,
            driver=self._driver,
            tables=self.live,
            watchers=self.watchers,
            need=need,
            forget=self.forget,
        )
        self.forwarding = Forwarding(
            broadcast, self.ownership, self._background, self.sync, self.table, self.take_charge
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
            try:
                await self._append(live, 0, entries)
            except BaseException:
                self.forget(live)
                raise
        return table_id

    async def table(self, table_id: str) -> LiveTable:
        """Return a table, read from the store if it is not in memory.

        A table without listeners here, of another process, is compared with the store."""
        live = self.live.get(table_id)
        if live is not None and not live.gone and not live.listeners and not self.ownership.owns(table_id):
            await self.sync.refresh(live)
        if live is None or live.gone:
            task = self._loading.get(table_id)
            if task is None:
                task = asyncio.get_running_loop().create_task(self._load(table_id))
                self._loading[table_id] = task
                task.add_done_callback(lambda _: self._loading.pop(table_id, None))
            live = await asyncio.shield(task)
        live.used = monotonic()
        return live

    async def _load(self, table_id: str) -> LiveTable:
        if (old := self.live.get(table_id)) is not None:
            self.forget(old)
        live = LiveTable(await self.sync.read(table_id))
        self.live[table_id] = live
        await self.take_charge(live)
        return live

    @asynccontextmanager
    async def _locked(self, table_id: str) -> AsyncIterator[LiveTable]:
        """Lock a table. If it was forgotten while this waited, read it again."""
        while True:
            live = await self.table(table_id)
            async with live.lock:
                if not live.gone:
                    yield live
                    return

    def forget(self, live: LiveTable) -> None:
        """Remove a table from memory; its listeners must reconnect."""
        live.gone = True
        if self.live.get(live.id) is live:
            del self.live[live.id]
            self.ownership.release(live.id)
        self._driver.rest(live)
        live.dismiss()

    # ------------------------------------------------------------------------------------------------ ownership

    async def take_charge(self, live: LiveTable) -> None:
        """Let the bot whose turn it is decide, or watch the clock, unless another process does."""
        turn = live.hosted.turn
        if turn is None or (live.hosted.bot_level(turn) is None and live.hosted.deadline() is None):
            return
        if await self.forwarding.owner(live.id) is None and not live.gone:
            self._driver.look_ahead(live)

    def replace_owners(self, lost: Collection[str]) -> None:
        """Find new owners for tables in memory whose owner has died: perhaps this process."""
        for table_id in lost:
            if (live := self.live.get(table_id)) is not None:
                self._background.begin(self._replace_owner(live))

    async def _replace_owner(self, live: LiveTable) -> None:
        owner = await self.forwarding.owner(live.id)
        if owner is not None and live.listeners:
            await self.forwarding.ask(owner, live.id)
        await self.sync.refresh(live)
        if not live.gone:
            await self.take_charge(live)

    # -------------------------------------------------------------------------------------------------- acting

    async def act(
        self, table_id: str, command: Command, then: Consequence | None = None, asked: Asked | None = None
    ) -> int:
        """Execute a command, and return the length of the log; its entries are durable when this returns.

        If there are entries, `then` returns more work for the same transaction, and the update answers the listener
        or the process that `asked`."""
        async with self._locked(table_id) as live:
            if self._closing:
                raise NotNow("server.restarting")
            for _ in range(TRIES):
                first, awaited = live.seq, live.hosted.awaited
                try:
                    entries = command(live.hosted, now())
                except PalatineError:
                    if not await self.sync.is_behind(live):
                        raise
                    await self._catch_up(live)
                    continue
                if not entries:
                    return first
                if await self._add(live, entries, awaited, then, asked):
                    return live.seq
        raise NotNow("server.too_busy")

    async def _catch_up(self, live: LiveTable) -> None:
        try:
            await self.sync.catch_up(live)
        except BaseException:
            self.forget(live)
            raise

    async def _add(
        self,
        live: LiveTable,
        entries: list[AnyEntry],
        awaited: str | None,
        then: Consequence | None,
        asked: Asked | None,
    ) -> bool:
        """Add entries to a table in memory and in the store; return False if another process was faster.

        If anything fails, the table in memory may differ from the stored one: it is forgotten."""
        first = live.seq
        try:
            live.add(entries)
            following = None if then is None else then(live.hosted)
            if await self._append(live, first, entries, awaited, following, asked):
                return True
            await self.sync.read_again(live, first)
        except BaseException:
            self.forget(live)
            raise
        return False

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
        durable = await self.store.append(append)
        metrics.DURABLE_SECONDS.observe(time.perf_counter() - began)
        if durable:
            for entry in entries:
                if isinstance(entry, Decided):
                    (metrics.BY_BOT if entry.by is None else metrics.BY_PERSON).inc()
            self._publish(live, first, Update(entries, table_view(hosted, now(), position)), asked)
            events = events_of(hosted, entries, awaited)
            self.watchers.publish(events)
            if self.notify_absent is not None:
                self.notify_absent(events)
            self.sync.announce_events(events)
        return durable

    def _publish(self, live: LiveTable, first: int, update: Update, asked: Asked | None) -> None:
        """Send an update to the listeners here and at other processes, and see to the next decision."""
        if live.listeners or not self._alone:
            payload = encode(update)
            live.publish_update(payload, asked)
            if not self._alone:
                self.sync.announce_update(live, first, payload, asked)
        if self.ownership.owns(live.id):
            self._driver.look_ahead(live)
        else:
            self._driver.rest(live)
            self._background.begin(self.take_charge(live))

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
        lines = await self.store.read(lambda connection: chat.lines(connection, table_id))
        await self._follow(table_id)
        async with self._locked(table_id) as live:
            if self._closing:
                raise NotNow("server.restarting")
            # The owner may be behind too: if it did not answer in time, another process has acted.
            if await self.sync.is_behind(live):
                await self._catch_up(live)
            missed: list[AnyEntry] = []
            if after is not None and 0 <= after < live.seq:
                logged = await self.store.load(table_id, after)
                missed = [] if logged is None else [read(entry) for entry in logged.entries[: live.seq - after]]
            outlook = await live.outlooks.encoded(live.hosted) if listener.wants_outlook else None
            live.listeners.add(listener)
            self._listeners.add(listener)
            table = table_view(live.hosted, now())
            listener.send(extended(encode(State(table, missed, lines, live.here(), listener.person)), outlook=outlook))
        self._publish_presence(live)
        if live.hosted.only_bots:
            await self.take_charge(live)
        return live

    async def _follow(self, table_id: str) -> None:
        """Ask the owner of a table for its updates, if that is another process."""
        if self._alone:
            return
        await self.table(table_id)  # refuses a table that does not exist
        owner = await self.forwarding.owner(table_id)
        if owner is not None:
            await self.forwarding.ask(owner, table_id)

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
        if not self._alone:
            self.sync.announce_presence([live])

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
