"""The tables that are in use in this process, and the one way in which something happens at them.

A command is judged against the table in memory, its entries are made durable, and only then is anybody told. If another
process was quicker the table is read again and the command judged anew.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable
from typing import Protocol

import structlog

from palatine.core.problems import PalatineError
from palatine.server import commands, talk
from palatine.server.entries import AnyEntry, Created, Seated, read, written
from palatine.server.hosted import HostedTable, built
from palatine.server.messages import Bye, ChatLine, Here, Said, State, Tell, Update, encode
from palatine.server.names import new_id, now
from palatine.server.people import Person
from palatine.server.problems import NotNow, NotThere
from palatine.server.storage.store import Append, Logged, Store
from palatine.server.thinkers import Thinkers
from palatine.server.views import position_of, row_of, table_view

log = structlog.get_logger()

Command = Callable[[HostedTable, int], list[AnyEntry]]

TRIES = 8
"""How often a command is judged anew when other processes are quicker."""


class Listener(Protocol):
    """Somebody who is told what happens at a table."""

    person: str | None

    def tell(self, payload: bytes) -> None:
        """Pass a message on, without waiting."""
        ...


class LiveTable:
    """A table in use: its state, who listens, and what waits for its time."""

    def __init__(self, hosted: HostedTable) -> None:
        self.hosted = hosted
        self.listeners: set[Listener] = set()
        self.lock = asyncio.Lock()
        self.alarm: asyncio.TimerHandle | None = None
        self.thinking: asyncio.Task[None] | None = None
        self.used = time.monotonic()

    def here(self) -> list[str]:
        """The persons who are connected to this process."""
        return sorted({listener.person for listener in self.listeners if listener.person is not None})

    def tell(self, message: Tell) -> None:
        """Tell everyone who listens."""
        if self.listeners:
            payload = encode(message)
            for listener in list(self.listeners):
                listener.tell(payload)


class Hub:
    """All tables, as far as this process is concerned with them."""

    def __init__(self, store: Store, thinkers: Thinkers) -> None:
        self.store = store
        self.thinkers = thinkers
        self._live: dict[str, LiveTable] = {}
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}
        self._closing = False

    # ------------------------------------------------------------------------------------------------- opening

    async def create(self, created: Created, seed: str) -> str:
        """Open a table; its game begins at once if no seat is open."""
        table_id = new_id()
        hosted = HostedTable(table_id, seed, created)
        entries: list[AnyEntry] = [created]
        if all(chair.kind != "open" for chair in hosted.chairs):
            entries += commands.start(hosted, hosted.host, 1, created.at)
        for entry in entries[1:]:
            hosted.add(entry)
        live = LiveTable(hosted)
        async with live.lock:
            self._live[table_id] = live
            await self._append(live, 0, entries)
        self._look_ahead(live)
        return table_id

    async def table(self, table_id: str) -> LiveTable:
        """A table, read if it is not in use yet."""
        live = self._live.get(table_id)
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
        logged = await self.store.load(table_id)
        if logged is None:
            raise NotThere("server.no_such_table")
        live = LiveTable(rebuilt(table_id, logged))
        self._live[table_id] = live
        self._look_ahead(live)
        return live

    # -------------------------------------------------------------------------------------------------- acting

    async def act(self, table_id: str, command: Command) -> int:
        """Carry a command out; what it did is durable when this returns. Returns how many entries the log has."""
        if self._closing:
            raise NotNow("server.restarting")
        live = await self.table(table_id)
        async with live.lock:
            for _ in range(TRIES):
                entries = command(live.hosted, now())
                if not entries:
                    return live.hosted.seq
                first = live.hosted.seq
                for entry in entries:
                    live.hosted.add(entry)
                if await self._append(live, first, entries):
                    return live.hosted.seq
                await self._catch_up(live, first)
        raise NotNow("server.too_busy")

    async def _append(self, live: LiveTable, first: int, entries: list[AnyEntry]) -> bool:
        """Make entries durable that have been added, then tell; False if another process was quicker."""
        hosted = live.hosted
        position = position_of(hosted)
        seated = [(seat, chair.person) for seat, chair in enumerate(hosted.chairs) if chair.person is not None]
        changed = first == 0 or any(isinstance(entry, Seated) for entry in entries)
        append = Append(
            hosted.id,
            first,
            [written(entry) for entry in entries],
            row_of(hosted, position),
            seated if changed else None,
        )
        try:
            durable = await self.store.append(append)
        except BaseException:
            self._forget(live)  # nobody knows whether it was written: it is read again when it is next asked for
            raise
        if durable:
            live.tell(Update(entries, table_view(hosted, now(), position)))
            self._look_ahead(live)
        return durable

    async def _catch_up(self, live: LiveTable, first: int) -> None:
        """Read what another process has written, and tell it."""
        logged = await self.store.load(live.hosted.id)
        assert logged is not None
        live.hosted = rebuilt(live.hosted.id, logged)
        entries = [read(entry) for entry in logged.entries[first:]]
        live.tell(Update(entries, table_view(live.hosted, now())))
        self._look_ahead(live)

    def _forget(self, live: LiveTable) -> None:
        self._live.pop(live.hosted.id, None)
        self._rest(live)
        live.tell(Bye("restart"))

    # ------------------------------------------------------------------------------------------------ listening

    async def listen(self, table_id: str, listener: Listener, after: int | None) -> LiveTable:
        """Let somebody be told; the first message is the table as it stands, with the entries after some number."""
        live = await self.table(table_id)
        async with live.lock:
            missed: Iterable[bytes] = ()
            if after is not None and 0 <= after < live.hosted.seq:
                logged = await self.store.load(table_id, after)
                missed = logged.entries if logged is not None else ()
            live.listeners.add(listener)
            state = State(
                table=table_view(live.hosted, now()),
                entries=[read(entry) for entry in missed],
                chat=await self.store.read(lambda connection: talk.lines(connection, table_id)),
                here=live.here(),
                you=listener.person,
            )
            listener.tell(encode(state))
        live.tell(Here(live.here()))
        return live

    def leave(self, live: LiveTable, listener: Listener) -> None:
        """Tell somebody no more."""
        live.listeners.discard(listener)
        live.used = time.monotonic()
        live.tell(Here(live.here()))

    async def say(self, table_id: str, person: Person, text: str) -> ChatLine:
        """Note what somebody says at a table, and tell it."""
        live = await self.table(table_id)
        line = await self.store.write(lambda connection: talk.add(connection, table_id, person, text, now()))
        live.tell(Said(line))
        return line

    # ---------------------------------------------------------------------------------- what happens by itself

    def _look_ahead(self, live: LiveTable) -> None:
        """See to it that bots decide, and that clocks are looked at when they run out."""
        self._rest(live)
        if self._closing:
            return
        hosted, loop = live.hosted, asyncio.get_running_loop()
        turn, deadline = hosted.turn, hosted.deadline()
        if turn is not None and hosted.bot_level(turn) is not None:
            live.thinking = loop.create_task(self._let_bot_decide(live))
        elif deadline is not None:
            live.alarm = loop.call_later(max(0, deadline - now()) / 1000, self._ring, hosted.id)

    @staticmethod
    def _rest(live: LiveTable) -> None:
        if live.alarm is not None:
            live.alarm.cancel()
            live.alarm = None

    def _ring(self, table_id: str) -> None:
        task = asyncio.get_running_loop().create_task(self.act(table_id, commands.check_time))
        task.add_done_callback(_note_failure)

    async def _let_bot_decide(self, live: LiveTable) -> None:
        hosted = live.hosted
        made, seat = hosted.made, hosted.turn
        assert seat is not None
        level = hosted.bot_level(seat)
        assert level is not None
        try:
            decision = await self.thinkers.decide(hosted, seat, level)
            await self.act(hosted.id, lambda table, at: commands.decide_for_bot(table, made, decision, at))
        except PalatineError as problem:
            log.warning("bot_not_heard", table=hosted.id, problem=str(problem))

    async def close(self) -> None:
        """Finish what was begun, tell everyone to connect again."""
        self._closing = True
        for live in list(self._live.values()):
            self._rest(live)
            if live.thinking is not None:
                live.thinking.cancel()
            async with live.lock:
                live.tell(Bye("restart"))


def _note_failure(task: asyncio.Task[int]) -> None:
    if not task.cancelled() and (problem := task.exception()) is not None:
        log.warning("clock_not_checked", problem=str(problem))


def rebuilt(table_id: str, logged: Logged) -> HostedTable:
    """A table from its log."""
    return built(table_id, logged.seed, (read(entry) for entry in logged.entries))
