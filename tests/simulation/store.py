"""The simulated database: one SQLite database in memory for all processes, with the real store's SQL.

The writer thread is replaced by a step of the world: it takes all jobs that have gathered, as the thread does.
"""

from __future__ import annotations

import functools
import sqlite3
from collections import deque
from collections.abc import Callable
from typing import Any, TypeVar

import sqlalchemy
from sqlalchemy import Connection, event
from sqlalchemy.pool import StaticPool

from palatine.server.storage import migrate
from palatine.server.storage.append import Append
from palatine.server.storage.failures import Failures
from palatine.server.storage.store import PATIENCE_SECONDS, Store, address_of
from simulation.faults import AWAY, FULL, LOST, Faults, broken
from simulation.loop import Loop, current_actor

T = TypeVar("T")

ALONE, SHARED = "sqlite://", "postgresql://simulated/palatine"
QUICKEST, SLOWEST_WRITE, SLOW_DISK = 0.0002, 0.01, 4.0
"""Seconds."""


@functools.cache
def _database() -> tuple[sqlite3.Connection, sqlalchemy.Engine]:
    """Return the database of all worlds of this process: they take place one after the other."""
    connection = sqlite3.connect(":memory:", isolation_level=None)
    engine = sqlalchemy.create_engine("sqlite://", creator=lambda: connection, poolclass=StaticPool)
    event.listen(engine, "begin", lambda one: one.exec_driver_sql("BEGIN"))
    return connection, engine


@functools.cache
def _empty() -> bytes:
    """Return a database with the current schema."""
    connection, engine = _database()
    migrate.upgrade(engine)
    return connection.serialize()


class Database:
    """The database of a world. `committed` is called after every transaction that writes."""

    def __init__(self, committed: Callable[[SimulatedStore], None]) -> None:
        schema = _empty()
        self.raw, self.engine = _database()
        self.raw.deserialize(schema)
        self.raw.execute("PRAGMA foreign_keys = ON")
        self.committed = committed


class _Jobs:
    """The queue of the writer, whose step is scheduled by the first job."""

    def __init__(self, schedule: Callable[[], None]) -> None:
        self._waiting: deque[Any] = deque()
        self._schedule = schedule

    def put(self, job: Any) -> None:
        """Add a job."""
        self._waiting.append(job)
        if job is not None and len(self._waiting) == 1:
            self._schedule()

    def get(self) -> Any:
        """Remove and return the first job."""
        return self._waiting.popleft()

    def empty(self) -> bool:
        """Return True if no job waits."""
        return not self._waiting


class SimulatedStore(Store):
    """A process' store."""

    def __init__(self, loop: Loop, database: Database, faults: Faults, *, alone: bool) -> None:
        self.url = address_of(ALONE if alone else SHARED)
        self.file = None
        self.failures = Failures()
        self.patience = PATIENCE_SECONDS
        self.submitted: dict[tuple[str, int], int] = {}
        """When an append was submitted, in nanoseconds: by table and number of its first entry."""
        self._loop = loop
        self._database = database
        self._faults = faults
        self._engine = database.engine
        self._owner = current_actor()
        self._jobs = _Jobs(self._begin_to_write)  # type: ignore[assignment]
        self._readers = None  # type: ignore[assignment]
        self._closed = False

    def open(self) -> None:
        """Do nothing: the schema is there, and the writer needs no thread."""

    def close(self) -> None:
        """Do nothing: there is nothing to release."""

    async def append(self, append: Append) -> bool:
        """Append entries to a log, and note when."""
        self.submitted[append.table_id, append.first] = self._loop.now
        return await super().append(append)

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Run a function that reads, in one go after a while."""

        def reading(connection: Connection) -> T:
            if self._faults.database_away:
                raise broken(*AWAY)
            if self._faults.strikes("read_fails"):
                raise broken(*LOST)
            return work(connection)

        return await super().read(reading)

    # ------------------------------------------------------------------------------------------------ the writer

    def _begin_to_write(self) -> None:
        slow = self._faults.strikes("slow_write")
        seconds = self._faults.chance.uniform(QUICKEST, SLOW_DISK if slow else SLOWEST_WRITE)
        self._loop.call_in_world(seconds, self._take_jobs)

    def _take_jobs(self) -> None:
        if not self._owner.alive and self._faults.chance.random() < 0.5:
            return  # the process crashed before it had sent its jobs
        self._jobs.put(None)
        self._owner.context.copy().run(self._write_all)  # with the clock of its process

    def _write(self, work: Callable[[Connection], T]) -> T:
        fails = self._faults.strikes("write_fails")

        def writing(connection: Connection) -> T:
            if self._faults.database_away:
                raise broken(*AWAY)
            result = work(connection)
            if fails or self._faults.database_full:
                raise broken(*(FULL if self._faults.database_full else LOST))
            return result

        result = super()._write(writing)
        self._database.committed(self)
        if self._faults.strikes("outcome_unknown"):
            raise self.failures.noted(broken(*LOST))
        return result
