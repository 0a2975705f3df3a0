"""The store: a thin layer over SQLite or PostgreSQL.

One thread does all the writing of a process. Appends that arrive while it is busy are written in one transaction (group
commit): a decision costs a share of an fsync, and is acknowledged only after it.
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
from palatine.server.storage.hints import allow_hints
from palatine.server.storage.schema import entries, tables

T = TypeVar("T")

READERS = 4
OVER = ("finished", "ended")
MOST_AT_ONCE = 512
"""The most jobs that the writer takes at a time."""
MANY_AT_ONCE = 4
GATHERING_SECONDS = 0.004
"""The pause after a transaction of `MANY_AT_ONCE` appends or more, to gather more for the next.

A transaction costs as much as many entries do."""
SQLITE_PRAGMAS = (
    "journal_mode = WAL",
    "synchronous = FULL",
    "wal_autocheckpoint = 4000",  # the same rows change often: a later checkpoint copies fewer pages
    "busy_timeout = 10000",
    "foreign_keys = ON",
    "secure_delete = ON",  # overwrite deleted data
)


@dataclass(frozen=True)
class Logged:
    """A table as it is stored."""

    game: str
    seed: str
    entries: Sequence[bytes]
    position: bytes | None
    rules_version: int
    """The version of the rules that led to the position."""
    over: bool


class _Job:
    """A job for the writer thread, and the future that its caller awaits."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self.done: asyncio.Future[Any] = self._loop.create_future()
        self.result: Any = None
        self.problem: BaseException | None = None

    def settle(self) -> None:
        """Resolve the future, unless it is cancelled."""
        if self.done.done():
            return
        if self.problem is None:
            self.done.set_result(self.result)
        else:
            self.done.set_exception(self.problem)

    @staticmethod
    def settle_all(jobs: Sequence[_Job]) -> None:
        """Resolve the futures of several jobs with one call per event loop: waking a loop takes time."""
        by_loop: dict[asyncio.AbstractEventLoop, list[_Job]] = {}
        for job in jobs:
            by_loop.setdefault(job._loop, []).append(job)
        for loop, waiting in by_loop.items():
            with suppress(RuntimeError):  # the loop is closed
                loop.call_soon_threadsafe(_settle_each, waiting)


def _settle_each(jobs: Sequence[_Job]) -> None:
    for job in jobs:
        job.settle()


class _Write(_Job):
    """Any other write, in a transaction of its own."""

    def __init__(self, work: Callable[[Connection], Any]) -> None:
        super().__init__()
        self.work = work


class _Appending(_Job):
    def __init__(self, append: Append) -> None:
        super().__init__()
        self.append = append


def address_of(url: str) -> sqlalchemy.URL:
    """Return the parsed URL of a database; refuse one that is malformed or of another kind."""
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
    connection.isolation_level = None  # `Store._begin` issues BEGIN
    for pragma in SQLITE_PRAGMAS:
        connection.execute(f"PRAGMA {pragma}")


class Store:
    """The database of a server. `close` it at the end."""

    def __init__(self, url: str) -> None:
        self.url = address_of(url)
        self._lock: FileLock | None = None
        if self.is_sqlite and self.url.database not in (None, "", ":memory:"):
            self._claim(Path(str(self.url.database)))
        self._engine = sqlalchemy.create_engine(
            self.url,
            pool_size=READERS + 1,
            max_overflow=0,
            pool_pre_ping=not self.is_sqlite,  # a database server may have gone away, a file does not
            hide_parameters=True,  # errors show the statement, never its values: seeds, hashes, names
        )
        if self.is_sqlite:
            allow_hints(self._engine)
            event.listen(self._engine, "connect", _set_up_sqlite)
            event.listen(self._engine, "begin", self._begin)
        self._jobs: queue.SimpleQueue[_Appending | _Write | None] = queue.SimpleQueue()
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="reader")
        self._writer = threading.Thread(target=self._write_all, name="writer", daemon=True)
        self._closed = False

    @property
    def is_sqlite(self) -> bool:
        """True for SQLite: this process alone uses the data."""
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
        """Migrate the schema, and start the writer."""
        migrate.upgrade(self._engine)
        self._writer.start()

    def close(self) -> None:
        """Finish the queued writes, then release the database."""
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
        """Return a transaction in this thread, for a program that uses the store for nothing else."""
        return self._engine.begin()

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Run a function that reads, in a thread."""

        def reading() -> T:
            with self._engine.begin() as connection:
                return work(connection)

        return await asyncio.get_running_loop().run_in_executor(self._readers, reading)

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Run a function that writes, in a transaction of its own."""
        job = _Write(work)
        self._jobs.put(job)
        result: T = await job.done
        return result

    async def append(self, append: Append) -> bool:
        """Append entries to a log; return True when they are durable, False if another process was faster."""
        job = _Appending(append)
        self._jobs.put(job)
        durable: bool = await job.done
        return durable

    async def load(self, table_id: str, after: int = 0) -> Logged | None:
        """Return a stored table, with its log from an entry on; None if it does not exist."""

        def reading(connection: Connection) -> Logged | None:
            columns = (tables.c.game, tables.c.seed, tables.c.position, tables.c.rules_version, tables.c.status)
            row = connection.execute(select(*columns).where(tables.c.id == table_id)).first()
            if row is None:
                return None
            log = select(entries.c.entry).where(entries.c.table_id == table_id, entries.c.seq >= after)
            lines = list(connection.scalars(log.order_by(entries.c.seq)))
            return Logged(row.game, row.seed, lines, row.position, row.rules_version, row.status in OVER)

        return await self.read(reading)

    async def length(self, table_id: str) -> int:
        """Return the number of entries in the log of a table."""
        found = select(tables.c.seq).where(tables.c.id == table_id)
        return await self.read(lambda connection: connection.scalar(found) or 0)

    async def ping(self) -> None:
        """Raise if the database does not respond."""
        await self.read(lambda connection: connection.execute(select(1)))

    # ---------------------------------------------------------------------------------------- the writer thread

    def _write_all(self) -> None:
        last = False
        while not last:
            taken = [self._jobs.get()]
            while len(taken) < MOST_AT_ONCE and not self._jobs.empty():
                taken.append(self._jobs.get())
            last = None in taken
            # Skip jobs whose caller was cancelled. A job that has begun is completed.
            jobs = [job for job in taken if job is not None and not job.done.cancelled()]
            appending = [job for job in jobs if isinstance(job, _Appending)]
            # `then` may lock rows that other processes want too. Two of them in a transaction could deadlock with
            # another process, so each gets its own; SQLite has a single writer.
            self._append_all([job for job in appending if self.is_sqlite or job.append.then is None])
            for one in appending:
                if not self.is_sqlite and one.append.then is not None:
                    self._append_all([one])
            for job in jobs:
                if isinstance(job, _Write):
                    self._execute(job)
            if len(appending) >= MANY_AT_ONCE:
                time.sleep(GATHERING_SECONDS)

    def _transact(self, work: Callable[[Connection], T]) -> T:
        with self._engine.begin() as connection:
            return work(connection)

    def _execute(self, job: _Write) -> None:
        try:
            job.result = self._transact(job.work)
        except BaseException as problem:
            job.problem = problem
        _Job.settle_all([job])

    def _append_all(self, jobs: Sequence[_Appending]) -> None:
        """Write appends in one transaction; if one of them conflicts, write them one by one."""
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
