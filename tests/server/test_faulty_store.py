"""A store that fails between two steps: memory is never ahead of it, and listeners never wait in vain."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path

import pytest

from palatine.server.broadcast import NoBroadcast
from palatine.server.errors import Refusal
from palatine.server.history.upgrade import rebuilt
from palatine.server.live.hub import Hub
from palatine.server.live.ownership import SoleOwner
from palatine.server.storage.append import Append
from palatine.server.storage.logged import Logged
from palatine.server.storage.store import Store
from palatine.server.tables import commands
from palatine.server.tables.commands import Command
from palatine.server.tables.log import Decided, Upgraded, read, written
from palatine.server.thinking.pool import Pool
from server.logged import ANN, BOB, SEED, created, person


class StoreError(Exception):
    """The store has failed."""


class FaultyStore(Store):
    """A store whose next calls of a kind fail on request."""

    def __init__(self, url: str) -> None:
        super().__init__(url)
        self.loads_that_fail = 0
        self.appends_that_fail = 0
        self.appends_that_seem_to_fail = 0

    async def load(self, table_id: str, after: int = 0) -> Logged | None:
        if self.loads_that_fail:
            self.loads_that_fail -= 1
            raise StoreError
        return await super().load(table_id, after)

    async def append(self, append: Append) -> bool:
        if self.appends_that_fail:
            self.appends_that_fail -= 1
            raise StoreError
        durable = await super().append(append)
        if self.appends_that_seem_to_fail:
            self.appends_that_seem_to_fail -= 1
            raise StoreError
        return durable


class NotAlone(NoBroadcast):
    """A channel on which every message is lost."""

    alone = False


class NoLease(SoleOwner):
    """The ownership of a process that cannot reach Redis."""

    def owns(self, table_id: str) -> bool:  # noqa: ARG002
        return False


class Page:
    """A listener that stores its messages."""

    person: str | None = None
    wants_outlook = False

    def __init__(self) -> None:
        self.messages: list[bytes] = []
        self.ended = False

    def send(self, payload: bytes) -> None:
        self.messages.append(payload)

    def end(self) -> None:
        self.ended = True


class Pair:
    """Two processes at one table in one store."""

    def __init__(self, store: FaultyStore, first: Hub, second: Hub, table: str) -> None:
        self.store = store
        self.first = first
        self.second = second
        self.table = table

    async def log(self) -> list[str]:
        logged = await self.store.load(self.table)
        assert logged is not None
        return [type(read(entry)).__name__ for entry in logged.entries]

    async def check(self) -> None:
        """The tables in memory are what the log says, or a beginning of it."""
        logged = await self.store.load(self.table)
        assert logged is not None
        for hub in (self.first, self.second):
            if (live := hub.live.get(self.table)) is not None:
                known = replace(logged, entries=logged.entries[: live.hosted.seq])
                stored, added = rebuilt(self.table, known, 0)
                assert added == []
                assert stored.playing.decisions == live.hosted.playing.decisions


def nth(who: str, ply: int, number: int) -> Command:
    """Return the command that makes the legal decision with this number."""
    return lambda table, at: commands.decide(table, who, ply, table.playing.legal()[number], at)


def on_two_processes(folder: Path, work: Callable[[Pair], Awaitable[None]]) -> None:
    async def run() -> None:
        store, pool = FaultyStore(f"sqlite:///{folder / 'faulty.db'}"), Pool(1)
        store.open()
        first, second = (Hub(store, pool, NotAlone(), ownership=NoLease()) for _ in range(2))
        try:
            table = await first.create(created(person(ANN), person(BOB)), SEED)
            await second.table(table)
            await work(Pair(store, first, second, table))
        finally:
            await first.close()
            await second.close()
            await pool.close()
            store.close()

    asyncio.run(run())


def test_an_entry_that_was_refused_does_not_stay_in_memory_when_the_next_read_fails(tmp_path: Path) -> None:
    async def work(pair: Pair) -> None:
        await pair.first.act(pair.table, nth(ANN, 0, 0))
        pair.store.loads_that_fail = 1
        with pytest.raises(StoreError):
            await pair.second.act(pair.table, nth(ANN, 0, 1))
        await pair.check()
        await pair.second.act(pair.table, nth(BOB, 1, 0))
        await pair.check()
        assert await pair.log() == ["Created", "Started", "Decided", "Decided"]

    on_two_processes(tmp_path, work)


@pytest.mark.parametrize("durable", [False, True])
def test_commands_that_wait_while_a_write_fails_are_checked_against_the_store(tmp_path: Path, durable: bool) -> None:
    """The same decision is sent five times at once, and the first write fails: before the commit, or after it."""

    async def work(pair: Pair) -> None:
        if durable:
            pair.store.appends_that_seem_to_fail = 1
        else:
            pair.store.appends_that_fail = 1
        decision = (await pair.first.table(pair.table)).hosted.playing.legal()[0]
        sent = (
            pair.first.act(pair.table, lambda table, at: commands.decide(table, ANN, 0, decision, at)) for _ in range(5)
        )
        done = await asyncio.gather(*sent, return_exceptions=True)
        assert isinstance(done[0], StoreError)
        assert done[1:] == [3, 3, 3, 3]
        await pair.check()
        assert await pair.log() == ["Created", "Started", "Decided"]

    on_two_processes(tmp_path, work)


def test_listeners_are_asked_to_reconnect_when_new_entries_cannot_be_read(tmp_path: Path) -> None:
    async def work(pair: Pair) -> None:
        page = Page()
        live = await pair.second.listen(pair.table, page, None)
        await pair.first.act(pair.table, nth(ANN, 0, 0))
        pair.store.loads_that_fail = 1
        with pytest.raises(StoreError):
            await pair.second.sync.refresh(live)
        assert page.ended
        again = Page()
        await pair.second.listen(pair.table, again, 2)
        assert b'"decided"' in again.messages[0]

    on_two_processes(tmp_path, work)


def test_a_table_without_listeners_is_not_shown_as_it_was_before(tmp_path: Path) -> None:
    """Every announcement is lost here."""

    async def work(pair: Pair) -> None:
        await pair.first.act(pair.table, nth(ANN, 0, 0))
        page = Page()
        await pair.second.listen(pair.table, page, None)
        assert b'"ply":1' in page.messages[0]

    on_two_processes(tmp_path, work)


def test_a_log_that_the_rules_of_its_version_cannot_play_is_refused_and_not_upgraded(tmp_path: Path) -> None:
    async def work(pair: Pair) -> None:
        await pair.first.act(pair.table, nth(ANN, 0, 0))
        logged = await pair.store.load(pair.table)
        assert logged is not None
        last = read(logged.entries[-1])
        assert isinstance(last, Decided)
        wrong = written(Decided(last.at, last.seat, 10_000, last.by, last.about))
        with pytest.raises(Refusal, match="damaged"):
            rebuilt(pair.table, replace(logged, entries=[*logged.entries[:-1], wrong]), 0)
        older = replace(logged, entries=[*logged.entries[:-1], wrong], rules_version=logged.rules_version - 1)
        _, added = rebuilt(pair.table, older, 0)
        assert [type(entry) for entry in added] == [Upgraded]

    on_two_processes(tmp_path, work)
