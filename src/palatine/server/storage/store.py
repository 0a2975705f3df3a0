"""The store: a thin layer over SQLite or PostgreSQL.

One thread does all the writing of a process. Appends that arrive while it is busy are written in one transaction (group
commit): a decision costs a share of an fsync, and is acknowledged only after it.
"""

from __future__ import annotations

import asyncio
import queue
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar

import sqlalchemy
import structlog
from filelock import FileLock, Timeout
from sqlalchemy import Connection, event, select
from sqlalchemy.exc import IntegrityError

from palatine.server.clock import now
from palatine.server.errors import DataInUse, Malformed, StorageFailure, TableDamaged
from palatine.server.settings import data_folder
from palatine.server.storage import files, migrate
from palatine.server.storage.append import Append, Conflict, add_entries
from palatine.server.storage.failures import Failures
from palatine.server.storage.hints import allow_hints
from palatine.server.storage.logged import Logged, read_log
from palatine.server.storage.schema import health, tables

log = structlog.get_logger()

T = TypeVar("T")

READERS = 4
MOST_AT_ONCE = 512
"""The most jobs that the writer takes at a time."""
MANY_AT_ONCE = 4
GATHERING_SECONDS = 0.004
"""The pause after a transaction of `MANY_AT_ONCE` appends or more, to gather more for the next.

A transaction costs as much as many entries do."""
PATIENCE_SECONDS = 30.0
"""The longest to wait for a read or a write: a database that hangs is as good as away."""
PROBE_BYTES = 64 * 1024
"""The size of the row that `ping` writes: a disk with room for less is as good as full."""
PROBE_SECONDS = 1.0
"""`ping` writes nothing if something was written this recently, so that asking often costs nothing."""
POSTGRES_OPTIONS = {
    "connect_timeout": 5,
    "keepalives_idle": 20,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 20_000,
}
"""A database server that vanished without a word is noticed within seconds, not hours."""
HANGING_SECONDS = 5
"""PostgreSQL ends the transaction of a process that hangs for so long in the middle of it: other processes wait for its locks."""
REOPENED = ("readonly", "away")
"""The failures after which a SQLite file is opened again."""
SQLITE_PRAGMAS = (
    "journal_mode = WAL",
    "synchronous = FULL",
    "wal_autocheckpoint = 4000",  # the same rows change often: a later checkpoint copies fewer pages
    "busy_timeout = 10000",
    "foreign_keys = ON",
    "secure_delete = ON",  # overwrite deleted data
)


class _Job:
    """A job for the writer thread, and the future that its caller awaits."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self.done: asyncio.Future[Any] = self._loop.create_future()
        self.result: Any = None
        self.problem: BaseException | None = None

    def expire_after(self, seconds: float, failures: Failures) -> asyncio.TimerHandle:
        """Fail after some time, unless the returned timer is cancelled. `asyncio.timeout` takes five times as long."""
        return self._loop.call_later(seconds, self._expire, failures)

    def _expire(self, failures: Failures) -> None:
        if not self.done.done():
            self.done.set_exception(failures.timed_out())

    def settle(self) -> None:
        """Resolve the future, unless it is cancelled or has expired."""
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


def _set_up_postgres(connection: Any, _record: object) -> None:
    connection.execute(f"SET idle_in_transaction_session_timeout = '{HANGING_SECONDS}s'")
    connection.commit()


class Store:
    """The database of a server. `close` it at the end."""

    def __init__(self, url: str) -> None:
        self.url = address_of(url)
        self.file: Path | None = None
        """The file of a SQLite database."""
        self.failures = Failures()
        self.patience = PATIENCE_SECONDS
        self._lock: FileLock | None = None
        if self.is_sqlite and self.url.database not in (None, "", ":memory:"):
            self.file = files.real_file(Path(str(self.url.database)))
            self.url = self.url.set(database=str(self.file))
            self._claim(self.file)
        self._engine = sqlalchemy.create_engine(
            self.url,
            connect_args={} if self.is_sqlite else POSTGRES_OPTIONS,
            pool_size=READERS + 1,
            max_overflow=0,
            pool_pre_ping=not self.is_sqlite,  # a database server may have gone away, a file does not
            hide_parameters=True,  # errors show the statement, never its values: seeds, hashes, names
        )
        if self.is_sqlite:
            allow_hints(self._engine)
            event.listen(self._engine, "connect", _set_up_sqlite)
            event.listen(self._engine, "begin", self._begin)
        else:
            event.listen(self._engine, "connect", _set_up_postgres)
        self._jobs: queue.SimpleQueue[_Appending | _Write | None] = queue.SimpleQueue()
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="reader")
        self._writer = threading.Thread(target=self._write_all, name="writer", daemon=True)
        self._closed = False
        self._written_at = time.monotonic() - PROBE_SECONDS

    @property
    def is_sqlite(self) -> bool:
        """True for SQLite: this process alone uses the data."""
        return self.url.get_backend_name() == "sqlite"

    def _claim(self, file: Path) -> None:
        files.make_folder(file.parent, own=file.parent == data_folder().resolve())
        self._lock = FileLock(f"{file}.lock", mode=files.PRIVATE_FILE)
        try:
            self._lock.acquire(timeout=0)
        except Timeout as problem:
            raise DataInUse("server.data_in_use", file=str(file)) from problem
        files.make_private(file)

    @staticmethod
    def _begin(connection: Connection) -> None:
        writes = threading.current_thread().name == "writer"
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    def check(self) -> None:
        """Refuse a database that cannot be read, or that a newer version has written."""
        try:
            with self._engine.begin() as connection:
                migrate.check_revision(connection)
        except sqlalchemy.exc.SQLAlchemyError as problem:
            raise self.failures.noted(problem) from problem

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

    @contextmanager
    def transaction(self) -> Iterator[Connection]:
        """Open a transaction in this thread, for a program that uses the store for nothing else; it may take its time."""
        with self._engine.begin() as connection:
            if not self.is_sqlite:
                connection.exec_driver_sql("SET LOCAL idle_in_transaction_session_timeout = 0")
            yield connection

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Run a function that reads, in a thread."""

        try:
            async with asyncio.timeout(self.patience):
                return await asyncio.get_running_loop().run_in_executor(self._readers, self._transact, work)
        except TimeoutError:
            raise self.failures.timed_out() from None

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Run a function that writes, in a transaction of its own."""
        result: T = await self._done(_Write(work))
        return result

    async def append(self, append: Append) -> bool:
        """Append entries to a log; return True when they are durable, False if another process was faster."""
        durable: bool = await self._done(_Appending(append))
        return durable

    async def _done(self, job: _Appending | _Write) -> Any:
        """Give a job to the writer, and wait; refuse if it takes too long. If it has begun, it may still happen."""
        self._jobs.put(job)
        expiry = job.expire_after(self.patience, self.failures)
        try:
            return await job.done
        finally:
            expiry.cancel()

    async def load(self, table_id: str, after: int = 0) -> Logged | None:
        """Return a stored table, with its log from an entry on; None if it does not exist. Refuse a damaged one."""
        try:
            logged = await self.read(lambda connection: read_log(connection, table_id, after))
        except TableDamaged as damage:
            self.failures.damaged(damage)
            raise
        except StorageFailure as failure:
            if failure.kind != "corrupt":
                raise
            on_disk = TableDamaged(table_id, "a page of the database that holds it is damaged")
            self.failures.damaged(on_disk)
            raise on_disk from failure
        self.failures.sound(table_id)
        return logged

    async def length(self, table_id: str) -> int:
        """Return the number of entries in the log of a table."""
        found = select(tables.c.seq).where(tables.c.id == table_id)
        return await self.read(lambda connection: connection.scalar(found) or 0)

    async def ping(self) -> None:
        """Raise if the database cannot be read or written."""
        if self.failures.failing or time.monotonic() - self._written_at >= PROBE_SECONDS:
            await self.write(self._probe)
        else:
            await self.read(lambda connection: connection.execute(select(1)))

    def _probe(self, connection: Connection) -> None:
        filler = bytes(PROBE_BYTES) if self.is_sqlite else None  # PostgreSQL would compress it
        values = {"at": now(), "filler": filler}
        if not connection.execute(health.update().where(health.c.id == 1), values).rowcount:
            with suppress(IntegrityError), connection.begin_nested():  # another process was faster
                connection.execute(health.insert(), {"id": 1, **values})

    # ---------------------------------------------------------------------------------------- the writer thread

    def _write_all(self) -> None:
        last = False
        while not last:
            taken = [self._jobs.get()]
            while len(taken) < MOST_AT_ONCE and not self._jobs.empty():
                taken.append(self._jobs.get())
            last = None in taken
            # Skip jobs whose caller was cancelled or has given up. A job that has begun is completed.
            jobs = [job for job in taken if job is not None and not job.done.done()]
            try:
                self._do_all(jobs)
            except BaseException as problem:  # whatever happens, this thread goes on
                log.error("writer_failed", exc_info=problem)
                for job in jobs:
                    job.problem = problem
                _Job.settle_all(jobs)

    def _do_all(self, jobs: Sequence[_Appending | _Write]) -> None:
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
        """Do some work in a transaction; turn failures of the database into refusals."""
        try:
            with self._engine.begin() as connection:
                return work(connection)
        except sqlalchemy.exc.SQLAlchemyError as problem:
            failure = self.failures.noted(problem)
            if failure is problem:
                raise
            if self.is_sqlite and isinstance(failure, StorageFailure) and failure.kind in REOPENED:
                self._engine.dispose()  # a file that was opened for reading stays so: open it again
            raise failure from problem

    def _write(self, work: Callable[[Connection], T]) -> T:
        result = self._transact(work)
        self._written_at = time.monotonic()
        self.failures.written()
        return result

    def _execute(self, job: _Write) -> None:
        try:
            job.result = self._write(job.work)
        except BaseException as problem:
            job.problem = problem
        _Job.settle_all([job])

    def _append_all(self, jobs: Sequence[_Appending]) -> None:
        """Write appends in one transaction; if one of them conflicts or meets a damaged page, write them one by one."""
        if not jobs:
            return
        try:
            self._write(lambda connection: add_entries(connection, [job.append for job in jobs]))
        except (IntegrityError, Conflict):
            if len(jobs) > 1:
                self._append_each(jobs)
                return
            jobs[0].result = False
        except BaseException as problem:
            if len(jobs) > 1 and isinstance(problem, StorageFailure) and problem.kind == "corrupt":
                self._append_each(jobs)
                return
            for job in jobs:
                job.problem = problem
        else:
            for job in jobs:
                job.result = True
        _Job.settle_all(jobs)

    def _append_each(self, jobs: Sequence[_Appending]) -> None:
        for job in jobs:
            self._append_all([job])
