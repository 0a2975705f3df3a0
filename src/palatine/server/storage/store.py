"""The store: SQLite in a file, or PostgreSQL, behind the same few functions.

All writing of a process is done by one thread. What tables append while it is busy is written together, in one
transaction (group commit): a decision costs a share of an fsync, and is acknowledged only after it.
"""

from __future__ import annotations

import asyncio
import queue
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import sqlalchemy
from filelock import FileLock, Timeout
from sqlalchemy import Connection, event, select
from sqlalchemy.exc import IntegrityError

from palatine.server.errors import Malformed, NotNow
from palatine.server.storage import migrate
from palatine.server.storage.append import Append, add_entries
from palatine.server.storage.schema import entries, tables

T = TypeVar("T")

READERS = 4
OVER = ("finished", "ended")
MOST_AT_ONCE = 512
"""Tables whose entries are written in one transaction at most."""
MANY_AT_ONCE = 4
GATHERING_SECONDS = 0.004
"""A transaction costs as much as writing many entries: when there were more than a few in the last one, the next waits
that long for others to come."""
SQLITE_PRAGMAS = (
    "journal_mode = WAL",
    "synchronous = FULL",
    "wal_autocheckpoint = 4000",  # the same rows change again and again: the later, the fewer pages there are to copy
    "busy_timeout = 10000",
    "foreign_keys = ON",
    "secure_delete = ON",  # what somebody deletes is overwritten
)


@dataclass(frozen=True)
class Logged:
    """A table as it is stored."""

    game: str
    seed: str
    entries: Sequence[bytes]
    position: bytes | None
    rules_version: int
    """Of the rules by which the position came about."""
    over: bool


class _Job:
    """Something that the writer is to do, and whoever waits for it."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self.done: asyncio.Future[Any] = self._loop.create_future()
        self.result: Any = None
        self.problem: BaseException | None = None

    def settle(self) -> None:
        """Tell whoever still waits what came of it."""
        if self.done.done():
            return
        if self.problem is None:
            self.done.set_result(self.result)
        else:
            self.done.set_exception(self.problem)

    @staticmethod
    def settle_all(jobs: Sequence[_Job]) -> None:
        """Tell all of some jobs at once, where they are waited for: waking an event loop takes its time."""
        by_loop: dict[asyncio.AbstractEventLoop, list[_Job]] = {}
        for job in jobs:
            by_loop.setdefault(job._loop, []).append(job)
        for loop, waiting in by_loop.items():
            with suppress(RuntimeError):  # the loop has been closed: nobody waits any more
                loop.call_soon_threadsafe(_settle_each, waiting)


def _settle_each(jobs: Sequence[_Job]) -> None:
    for job in jobs:
        job.settle()


class _Write(_Job):
    """Something else to be written, in a transaction of its own."""

    def __init__(self, work: Callable[[Connection], Any]) -> None:
        super().__init__()
        self.work = work


class _Appending(_Job):
    def __init__(self, append: Append) -> None:
        super().__init__()
        self.append = append


def address_of(url: str) -> sqlalchemy.URL:
    """The address of a database; a mistake in it is told in a sentence."""
    try:
        address = sqlalchemy.make_url(url)
    except sqlalchemy.exc.ArgumentError as problem:
        raise Malformed("server.wrong_database") from problem
    if address.drivername in ("postgresql", "postgres"):
        address = address.set(drivername="postgresql+psycopg")
    if address.drivername not in ("sqlite", "postgresql+psycopg"):
        raise Malformed("server.wrong_database")
    return address


def _set_up_sqlite(connection: Any, _record: object) -> None:
    connection.isolation_level = None  # SQLAlchemy says BEGIN itself, see below
    for pragma in SQLITE_PRAGMAS:
        connection.execute(f"PRAGMA {pragma}")


class Store:
    """What is kept, and how it is read and written. `close` it at the end."""

    def __init__(self, url: str) -> None:
        self.url = address_of(url)
        self._lock: FileLock | None = None
        if self.is_sqlite and self.url.database not in (None, "", ":memory:"):
            self._claim(Path(str(self.url.database)))
        self._engine = sqlalchemy.create_engine(
            self.url,
            pool_size=READERS + 1,
            max_overflow=0,
            pool_pre_ping=not self.is_sqlite,  # a server may have gone away, a file does not
            hide_parameters=True,  # an error tells the statement, never what was written: seeds, hashes, names
        )
        if self.is_sqlite:
            event.listen(self._engine, "connect", _set_up_sqlite)
            event.listen(self._engine, "begin", self._begin)
        self._jobs: queue.SimpleQueue[_Appending | _Write | None] = queue.SimpleQueue()
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="reader")
        self._writer = threading.Thread(target=self._write_all, name="writer", daemon=True)
        self._closed = False

    @property
    def is_sqlite(self) -> bool:
        """Whether this process has the data for itself."""
        return self.url.get_backend_name() == "sqlite"

    def _claim(self, file: Path) -> None:
        file.parent.mkdir(parents=True, exist_ok=True)
        self._lock = FileLock(f"{file}.lock")
        try:
            self._lock.acquire(timeout=0)
        except Timeout as problem:
            raise NotNow("server.data_in_use", file=str(file)) from problem

    @staticmethod
    def _begin(connection: Connection) -> None:
        writes = threading.current_thread().name == "writer"
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    def open(self) -> None:
        """Bring the schema up to date and begin to work."""
        migrate.upgrade(self._engine)
        self._writer.start()

    def close(self) -> None:
        """Write what is still to be written, then let go of the data."""
        if self._closed:
            return
        self._closed = True
        self._jobs.put(None)
        if self._writer.is_alive():
            self._writer.join()
        self._readers.shutdown()
        self._engine.dispose()
        if self._lock is not None:
            self._lock.release()

    # ------------------------------------------------------------------------------------------------- working

    def transaction(self) -> AbstractContextManager[Connection]:
        """A transaction in this thread, for a program that does nothing else with the data."""
        return self._engine.begin()

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Let a function read, in a thread."""

        def reading() -> T:
            with self._engine.begin() as connection:
                return work(connection)

        return await asyncio.get_running_loop().run_in_executor(self._readers, reading)

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Let a function write, in a transaction of its own."""
        job = _Write(work)
        self._jobs.put(job)
        done: T = await job.done
        return done

    async def append(self, append: Append) -> bool:
        """Add entries to a log; they are durable when this returns true. False: another process was quicker."""
        job = _Appending(append)
        self._jobs.put(job)
        durable: bool = await job.done
        return durable

    async def load(self, table_id: str, after: int = 0) -> Logged | None:
        """The log of a table from an entry on, its seed, and the last position."""

        def reading(connection: Connection) -> Logged | None:
            told = (tables.c.game, tables.c.seed, tables.c.position, tables.c.rules_version, tables.c.status)
            row = connection.execute(select(*told).where(tables.c.id == table_id)).first()
            if row is None:
                return None
            log = select(entries.c.entry).where(entries.c.table_id == table_id, entries.c.seq >= after)
            lines = list(connection.scalars(log.order_by(entries.c.seq)))
            return Logged(row.game, row.seed, lines, row.position, row.rules_version, row.status in OVER)

        return await self.read(reading)

    async def length(self, table_id: str) -> int:
        """How many entries the log of a table has."""
        found = select(tables.c.seq).where(tables.c.id == table_id)
        return await self.read(lambda connection: connection.scalar(found) or 0)

    async def ping(self) -> None:
        """Ask the database for an answer; raises if there is none."""
        await self.read(lambda connection: connection.execute(select(1)))

    # ---------------------------------------------------------------------------------------- the writer's part

    def _write_all(self) -> None:
        last = False
        while not last:
            taken = [self._jobs.get()]
            while len(taken) < MOST_AT_ONCE and not self._jobs.empty():
                taken.append(self._jobs.get())
            last = None in taken
            # Whoever waits for a job may have been cancelled: it is left out. One that has begun is carried through.
            jobs = [job for job in taken if job is not None and not job.done.cancelled()]
            appending = [job for job in jobs if isinstance(job, _Appending)]
            # What follows from entries may lock rows that other processes want too: one such thing in a transaction, or
            # two processes could wait for each other. SQLite has one writer.
            self._append_all([job for job in appending if self.is_sqlite or job.append.then is None])
            for one in appending:
                if not self.is_sqlite and one.append.then is not None:
                    self._append_all([one])
            for job in jobs:
                if isinstance(job, _Write):
                    self._carry_out(job)
            if len(appending) >= MANY_AT_ONCE:
                time.sleep(GATHERING_SECONDS)

    def _transact(self, work: Callable[[Connection], T]) -> T:
        with self._engine.begin() as connection:
            return work(connection)

    def _carry_out(self, job: _Write) -> None:
        try:
            job.result = self._transact(job.work)
        except BaseException as problem:
            job.problem = problem
        _Job.settle_all([job])

    def _append_all(self, jobs: Sequence[_Appending]) -> None:
        """Together if it can be; one by one if something stands in the way of one of them."""
        if not jobs:
            return
        try:
            self._transact(lambda connection: add_entries(connection, [job.append for job in jobs]))
        except IntegrityError:
            if len(jobs) > 1:
                for job in jobs:
                    self._append_all([job])
                return
            jobs[0].result = False
        except BaseException as problem:
            for job in jobs:
                job.problem = problem
        else:
            for job in jobs:
                job.result = True
        _Job.settle_all(jobs)
