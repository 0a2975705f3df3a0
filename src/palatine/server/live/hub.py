"""The tables that are in use in this process, and the one way in which something happens at them.

A command is judged against the table in memory, its entries are made durable, and only then is anybody told. If another
process was quicker the table is read again and the command judged anew.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Collection, Coroutine
from contextlib import suppress
from typing import Any

import structlog
from msgspec import Raw

from palatine.core.problems import PalatineError
from palatine.server import metrics
from palatine.server.broadcast import Announcement, Broadcast
from palatine.server.clock import now
from palatine.server.errors import NotNow, NotThere
from palatine.server.history.upgrade import rebuilt
from palatine.server.ids import NOBODY, new_id
from palatine.server.live import chat
from palatine.server.live.live_table import Asked, Listener, LiveTable
from palatine.server.live.results import finishing
from palatine.server.messages.events import Events, Watchers, events_of
from palatine.server.messages.socket import Here, Said, State, Update, extended
from palatine.server.messages.tables import ChatLine, encode
from palatine.server.messages.views import position_of, row_of, table_view, whole_row_of
from palatine.server.people.identity import Person
from palatine.server.storage.append import Append, Work, add_entries
from palatine.server.storage.store import Store
from palatine.server.tables import commands
from palatine.server.tables.log import AnyEntry, Created, Decided, Seated, read, written
from palatine.server.tables.table import HostedTable
from palatine.server.thinking.pool import Pool

log = structlog.get_logger()

Command = Callable[[HostedTable, int], list[AnyEntry]]
Consequence = Callable[[HostedTable], Work]

TRIES = 8
"""How often a command is judged anew when other processes are quicker."""
FAREWELL_SECONDS = 2.0
"""How long those who listen may take to go when the server stops."""


async def _at_hand(_game: str) -> None:
    """Nothing has to be waited for."""


class Hub:
    """All tables, as far as this process is concerned with them. `need` waits until a game can be played."""

    def __init__(
        self,
        store: Store,
        pool: Pool,
        broadcast: Broadcast,
        need: Callable[[str], Awaitable[None]] = _at_hand,
    ) -> None:
        self.store = store
        self._need = need
        self.live: dict[str, LiveTable] = {}
        self.watchers = Watchers()
        self.tell_the_absent: Callable[[Events], None] | None = None
        self._pool = pool
        self._broadcast = broadcast
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}
        self._tasks: set[asyncio.Task[object]] = set()
        self._closing = False
        self._listeners: set[Listener] = set()
        self._left = asyncio.Event()
        """That nobody listens any more."""

    # ------------------------------------------------------------------------------------------------- opening

    async def create(self, created: Created, seed: str) -> str:
        """Open a table; its game begins at once if no seat is open."""
        await self._need(created.game)
        table_id = new_id()
        hosted, entries = _opened(table_id, created, seed)
        live = LiveTable(hosted)
        async with live.lock:
            self.live[table_id] = live
            await self._append(live, 0, entries)
        return table_id

    async def table(self, table_id: str) -> LiveTable:
        """A table, read if it is not in use yet."""
        live = self.live.get(table_id)
        if live is None:
            task = self._loading.get(table_id)
            if task is None:
                task = asyncio.get_running_loop().create_task(self._load(table_id))
                self._loading[table_id] = task
                task.add_done_callback(lambda _: self._loading.pop(table_id, None))
            live = await asyncio.shield(task)
        live.used = time.monotonic()
        return live

    async def _load(self, table_id: str) -> LiveTable:
        live = LiveTable(await self._read(table_id))
        self.live[table_id] = live
        self._look_ahead(live)
        return live

    async def _read(self, table_id: str) -> HostedTable:
        for _ in range(TRIES):
            logged = await self.store.load(table_id)
            if logged is None:
                raise NotThere("server.no_such_table")
            await self._need(logged.game)
            hosted, added = rebuilt(table_id, logged, now())
            first = hosted.seq
            for entry in added:
                hosted.add(entry)
            if not added or await self.store.append(_append_of(hosted, first, added, position_of(hosted))):
                return hosted
        raise NotNow("server.too_busy")

    # -------------------------------------------------------------------------------------------------- acting

    async def act(
        self, table_id: str, command: Command, then: Consequence | None = None, asked: Asked | None = None
    ) -> int:
        """Carry a command out; what it did is durable when this returns. Returns how many entries the log has.

        `then` tells what else is to be written if there are entries, in the same transaction. Whoever `asked` over a
        socket is answered with the news, if there are any."""
        live = await self.table(table_id)
        async with live.lock:
            if self._closing:
                raise NotNow("server.restarting")
            for _ in range(TRIES):
                first, awaited = live.hosted.seq, live.hosted.awaited
                try:
                    entries = command(live.hosted, now())
                except PalatineError:
                    if not await self._is_behind(live):
                        raise
                    await self._catch_up(live, first)
                    continue
                if not entries:
                    return first
                for entry in entries:
                    live.hosted.add(entry)
                following = None if then is None else then(live.hosted)
                if await self._append(live, first, entries, awaited, following, asked):
                    return live.hosted.seq
                await self._catch_up(live, first)
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
        """Make entries durable that have been added, then tell; False if another process was quicker."""
        position = position_of(live.hosted)
        append = _append_of(live.hosted, first, entries, position, then)
        began = time.perf_counter()
        try:
            durable = await self.store.append(append)
        except BaseException:
            self.forget(live)  # nobody knows whether it was written: it is read when it is next asked for
            raise
        metrics.DURABLE_SECONDS.observe(time.perf_counter() - began)
        if durable:
            for entry in entries:
                if isinstance(entry, Decided):
                    (metrics.BY_BOT if entry.by is None else metrics.BY_PERSON).inc()
            self._tell(live, entries, position, asked)
            events = events_of(live.hosted, entries, awaited)
            self.watchers.tell(events)
            if self.tell_the_absent is not None:
                self.tell_the_absent(events)
            self._broadcast.send(Announcement(self._broadcast.name, live.hosted.id, seq=live.hosted.seq, events=events))
        return durable

    def _tell(self, live: LiveTable, entries: list[AnyEntry], position: Raw, asked: Asked | None = None) -> None:
        live.update(Update(entries, table_view(live.hosted, now(), position)), asked)
        self._look_ahead(live)

    async def _is_behind(self, live: LiveTable) -> bool:
        """Whether another process has written something that has not been heard of here yet."""
        if self._broadcast.alone:
            return False
        return await self.store.length(live.hosted.id) > live.hosted.seq

    async def _catch_up(self, live: LiveTable, known: int) -> None:
        """Read what another process has written, and tell it."""
        live.hosted = await self._read(live.hosted.id)
        logged = await self.store.load(live.hosted.id, known)
        assert logged is not None
        missed = logged.entries[: live.hosted.seq - known]  # no more than the table has: others write meanwhile
        if missed:
            self._tell(live, [read(entry) for entry in missed], position_of(live.hosted))

    def forget(self, live: LiveTable) -> None:
        """Keep a table no longer in memory; who listens has to connect again."""
        self.live.pop(live.hosted.id, None)
        self._rest(live)
        live.dismiss()

    # ------------------------------------------------------------------------------------------------ listening

    async def listen(self, table_id: str, listener: Listener, after: int | None) -> LiveTable:
        """Let somebody be told; the first message is the table as it stands, with the entries after some number."""
        live = await self.table(table_id)
        lines = await self.store.read(lambda connection: chat.lines(connection, table_id))
        async with live.lock:
            if self._closing:
                raise NotNow("server.restarting")
            if await self._is_behind(live):
                await self._catch_up(live, live.hosted.seq)
            missed: list[AnyEntry] = []
            if after is not None and 0 <= after < live.hosted.seq:
                logged = await self.store.load(table_id, after)
                missed = [] if logged is None else [read(entry) for entry in logged.entries[: live.hosted.seq - after]]
            outlook = await live.outlooks.encoded(live.hosted) if listener.wants_outlook else None
            live.listeners.add(listener)
            self._listeners.add(listener)
            table = table_view(live.hosted, now())
            listener.tell(extended(encode(State(table, missed, lines, live.here(), listener.person)), outlook=outlook))
        self._tell_who_is_here(live)
        return live

    def leave(self, live: LiveTable, listener: Listener) -> None:
        """Tell somebody no more."""
        live.listeners.discard(listener)
        self._listeners.discard(listener)
        if not self._listeners:
            self._left.set()
        live.used = time.monotonic()
        self._tell_who_is_here(live)

    def _tell_who_is_here(self, live: LiveTable) -> None:
        live.tell(Here(live.here()))
        self.announce(live)

    def announce(self, live: LiveTable) -> None:
        """Tell the other processes who is connected to this one."""
        self._broadcast.send(Announcement(self._broadcast.name, live.hosted.id, here=live.here_at_hand()))

    async def say(self, table_id: str, person: Person, text: str) -> ChatLine:
        """Note what somebody says at a table, and tell it."""
        live = await self.table(table_id)
        line = await self.store.write(lambda connection: chat.add(connection, table_id, person, text, now()))
        live.tell(Said(line))
        self._broadcast.send(Announcement(self._broadcast.name, table_id, said=line))
        return line

    def receive(self, announcement: Announcement) -> None:
        """What another process says of a table or of people; it matters if the table is in use here."""
        if announcement.gone is not None:
            self._begin(self._unname(announcement.gone))
        if announcement.events:
            self.watchers.tell(announcement.events)
        live = self.live.get(announcement.table)
        if live is None:
            return
        if announcement.seq is not None and announcement.seq > live.hosted.seq:
            self._begin(self.look_again(live))
        if announcement.said is not None:
            live.tell(Said(announcement.said))
        if announcement.here is not None:
            live.elsewhere[announcement.sender] = announcement.here, time.monotonic()
            live.tell(Here(live.here()))

    async def look_again(self, live: LiveTable) -> None:
        """Look whether another process has written something."""
        async with live.lock:
            if await self._is_behind(live):
                await self._catch_up(live, live.hosted.seq)

    async def unname(self, persons: list[str]) -> None:
        """Take the names of persons who have gone away from the tables in use, in all processes, and tell."""
        self._broadcast.send(Announcement(self._broadcast.name, gone=persons))
        await self._unname(persons)

    async def _unname(self, persons: Collection[str]) -> None:
        for live in list(self.live.values()):
            async with live.lock:
                if live.hosted.unname(persons, NOBODY):
                    live.update(Update([], table_view(live.hosted, now())))

    # ---------------------------------------------------------------------------------- what happens by itself

    def _look_ahead(self, live: LiveTable) -> None:
        """See to it that bots decide, and that clocks are looked at when they run out."""
        self._rest(live)
        if self._closing:
            return
        hosted = live.hosted
        turn, deadline = hosted.turn, hosted.deadline()
        if turn is not None and hosted.bot_level(turn) is not None:
            self._begin(self._let_bot_decide(live))
        elif deadline is not None:
            seconds = max(0, deadline - now()) / 1000
            live.alarm = asyncio.get_running_loop().call_later(seconds, self._ring, hosted.id)

    @staticmethod
    def _rest(live: LiveTable) -> None:
        if live.alarm is not None:
            live.alarm.cancel()
            live.alarm = None

    def _ring(self, table_id: str) -> None:
        self._begin(self.act(table_id, commands.check_time))

    async def _let_bot_decide(self, live: LiveTable) -> None:
        hosted = live.hosted
        made, seat = hosted.made, hosted.turn
        assert seat is not None
        level = hosted.bot_level(seat)
        assert level is not None
        with metrics.THINKING_SECONDS.labels(str(level)).time():
            decision = await self._pool.decide(hosted, seat, level)
        await self.act(hosted.id, lambda table, at: commands.decide_for_bot(table, made, decision, at))

    def _begin(self, work: Coroutine[Any, Any, object]) -> None:
        """Let something happen by itself; a failure is noted, the table is looked at again by and by."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[object]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (problem := task.exception()) is not None:
            known = isinstance(problem, PalatineError)
            log.warning("not_done_by_itself", problem=str(problem), exc_info=None if known else problem)

    async def close(self) -> None:
        """Finish what was begun, tell everyone to connect again."""
        self._closing = True
        for task in list(self._tasks):
            task.cancel()
        self.watchers.dismiss()
        self._left.clear()
        for live in list(self.live.values()):
            async with live.lock:
                self.forget(live)

    async def farewell(self) -> None:
        """Wait until everyone who was told to connect again has gone, but not for long."""
        if self._listeners:
            with suppress(TimeoutError):
                async with asyncio.timeout(FAREWELL_SECONDS):
                    await self._left.wait()


def _opened(table_id: str, created: Created, seed: str) -> tuple[HostedTable, list[AnyEntry]]:
    """A new table, whose game has begun if no seat is open."""
    hosted = HostedTable(table_id, seed, created)
    entries: list[AnyEntry] = []
    if all(chair.kind != "open" for chair in hosted.chairs):
        entries = commands.start(hosted, hosted.host, 1, created.at)
    for entry in entries:
        hosted.add(entry)
    return hosted, [created, *entries]


def opening(table_id: str, created: Created, seed: str) -> Work:
    """How a table is opened as a consequence of what happens at another."""
    hosted, entries = _opened(table_id, created, seed)
    append = _append_of(hosted, 0, entries, position_of(hosted))
    return lambda connection: add_entries(connection, [append])


def _append_of(
    hosted: HostedTable, first: int, entries: list[AnyEntry], position: Raw, then: Work | None = None
) -> Append:
    """What is to be stored after some entries were added, with what follows if they ended the game."""
    if hosted.status == "finished" and any(isinstance(entry, Decided) for entry in entries):
        then = finishing(hosted)
    seated = None
    if first == 0 or any(isinstance(entry, Seated) for entry in entries):
        seated = [(seat, chair.person) for seat, chair in enumerate(hosted.chairs) if chair.person is not None]
    lines = [written(entry) for entry in entries]
    only_decided = hosted.turn is not None and all(isinstance(entry, Decided) for entry in entries)
    row = row_of(hosted, position) if only_decided else whole_row_of(hosted, position)
    return Append(hosted.id, first, lines, row, seated, then)
