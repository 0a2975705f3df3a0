"""Entries and their consequences are written together or not at all; a cancelled caller does not stop the writer."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import Connection, insert, select, update
from sqlalchemy.exc import IntegrityError

from palatine.server.errors import TableDamaged
from palatine.server.messages.views import position_of, whole_row_of
from palatine.server.storage.append import Append
from palatine.server.storage.rewrite import rewrite
from palatine.server.storage.schema import entries, server_secrets
from palatine.server.storage.store import Store
from palatine.server.tables.log import Chair, Rematched, written
from palatine.server.tables.table import HostedTable
from server.house import created

SEED = "6" * 64


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = Store(f"sqlite:///{tmp_path / 'store.db'}")
    store.open()
    yield store
    store.close()


def new_table(name: str) -> Append:
    entry = created((Chair("person", "ann", "Ann"), Chair("person", "bob", "Bob")), SEED)
    table = HostedTable(name, SEED, entry)
    return Append(name, 0, [written(entry)], whole_row_of(table, position_of(table)))


def more(append: Append, then: object) -> Append:
    assert callable(then)
    row = {**append.row, "seq": 2}
    return Append(append.table_id, 1, [written(Rematched(0, "other"))], row, append.links[-1], None, then)


def note(name: str) -> object:
    def then(connection: Connection) -> None:
        connection.execute(insert(server_secrets), {"name": name, "value": ""})

    return then


def stored(connection: Connection) -> tuple[list[int], set[str]]:
    numbers = list(connection.scalars(select(entries.c.seq).order_by(entries.c.seq)))
    return numbers, set(connection.scalars(select(server_secrets.c.name)))


def test_consequences_are_written_with_the_entries(store: Store) -> None:
    async def work() -> None:
        table = new_table("table")
        assert await store.append(table)
        assert await store.append(more(table, note("consequence")))
        assert await store.read(stored) == ([0, 1], {"consequence"})

    asyncio.run(work())


def test_entries_are_not_written_if_their_consequences_fail(store: Store) -> None:
    def impossible(connection: Connection) -> None:
        raise RuntimeError("the disk is full")

    async def work() -> None:
        table = new_table("table")
        assert await store.append(table)
        with pytest.raises(RuntimeError, match="disk"):
            await store.append(more(table, impossible))
        assert await store.read(stored) == ([0], set())

    asyncio.run(work())


def test_consequences_are_not_written_if_the_entries_conflict(store: Store) -> None:
    async def work() -> None:
        table = new_table("table")
        assert await store.append(table)
        assert await store.append(more(table, note("first")))
        assert not await store.append(more(table, note("second"))), "another process was faster"
        assert await store.read(stored) == ([0, 1], {"first"})

    asyncio.run(work())


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    """A store on either database."""
    sqlite = f"sqlite:///{tmp_path / 'either.db'}"
    store = Store(sqlite if request.param == "sqlite" else request.getfixturevalue("postgres_database"))
    store.open()
    yield store
    store.close()


def test_an_append_that_missed_the_rewriting_of_its_log_conflicts(database: Store) -> None:
    """A process whose table is older than a deletion must read it again, or it would break the chain."""
    plain = written(created((Chair("person", "ann", "?"), Chair("person", "bob", "Bob")), SEED))

    async def work() -> None:
        table, other = new_table("table"), new_table("other")
        assert all(await asyncio.gather(database.append(table), database.append(other)))
        await database.write(lambda connection: rewrite(connection, "table", {0: plain}))
        outdated, sound = more(table, lambda _: None), more(other, lambda _: None)
        late, in_time = await asyncio.gather(database.append(outdated), database.append(sound))
        assert (late, in_time) == (False, True)
        logged = await database.load("table")
        assert logged is not None
        assert list(logged.entries) == [plain]
        assert await database.append(replace(outdated, head=logged.head))
        again = await database.load("table", 1)
        assert again is not None
        assert (again.before, list(again.entries)) == (logged.head, list(outdated.entries))

    asyncio.run(work())


def test_rewriting_a_long_log_keeps_its_chain(database: Store) -> None:
    async def work() -> None:
        first = new_table("table")
        lines = [*first.entries, *(written(Rematched(number, "other")) for number in range(150))]
        assert await database.append(replace(first, entries=lines, row={**first.row, "seq": len(lines)}))
        new = {2: written(Rematched(0, "first")), 70: written(Rematched(0, "second"))}
        await database.write(lambda connection: rewrite(connection, "table", new))
        logged = await database.load("table")
        assert logged is not None
        assert list(logged.entries) == [new.get(number, line) for number, line in enumerate(lines)]

    asyncio.run(work())


def test_rewriting_a_damaged_log_does_not_hide_the_damage(database: Store) -> None:
    def damage(connection: Connection) -> None:
        connection.execute(update(entries).where(entries.c.seq == 1), {"entry": written(Rematched(0, "wrong"))})

    async def work() -> None:
        table = new_table("table")
        assert await database.append(table)
        assert await database.append(more(table, damage))
        await database.write(lambda connection: rewrite(connection, "table", {0: b"{}"}))
        assert (
            await database.read(lambda connection: connection.scalar(select(entries.c.entry).where(entries.c.seq == 0)))
            == b"{}"
        )
        with pytest.raises(TableDamaged):
            await database.load("table")

    asyncio.run(work())


def test_a_cancelled_write_is_dropped_while_queued_and_completed_once_begun(store: Store) -> None:
    begun, go_on = threading.Event(), threading.Event()

    def slow(connection: Connection) -> None:
        connection.execute(insert(server_secrets), {"name": "slow", "value": ""})
        begun.set()
        assert go_on.wait(60)

    async def work() -> None:
        loop = asyncio.get_running_loop()
        running = loop.create_task(store.write(slow))
        await asyncio.to_thread(begun.wait, 60)
        waiting = loop.create_task(
            store.write(lambda connection: connection.execute(insert(server_secrets), {"name": "no"}))
        )
        await asyncio.sleep(0)  # now it is in the queue
        for task in (running, waiting):
            task.cancel()
        await asyncio.gather(running, waiting, return_exceptions=True)
        go_on.set()
        await store.write(lambda connection: connection.execute(insert(server_secrets), {"name": "after", "value": ""}))
        assert (await store.read(stored))[1] == {"slow", "after"}

    asyncio.run(work())


def test_a_failed_write_raises_for_its_caller(store: Store) -> None:
    async def work() -> None:
        with pytest.raises(IntegrityError):
            await store.write(
                lambda connection: connection.execute(insert(server_secrets), {"name": "no", "value": None})
            )

    asyncio.run(work())
