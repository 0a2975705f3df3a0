"""Failures of the database: their kinds, and what the host sees of them in the log and the metrics."""

from __future__ import annotations

import sqlite3
import time
from typing import Any, Literal

import structlog
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from palatine.server import metrics
from palatine.server.errors import StorageFailure, TableDamaged

log = structlog.get_logger()

Kind = Literal["full", "readonly", "away", "corrupt", "other"]
LOG_SECONDS = 10.0
"""A kind of failure is logged at most this often; the metric counts every one."""
HELP: dict[str, str] = {
    "full": "free some disk space: nothing can be stored until then",
    "readonly": "make the database writable again: nothing can be stored until then",
    "away": "start the database, or make it reachable: the server reconnects by itself",
    "corrupt": "run `palatine admin check`, and restore a backup if it finds damage",
    "other": "see the reason; the server goes on trying",
}
SQLITE_KINDS: dict[int, Kind] = {
    sqlite3.SQLITE_FULL: "full",
    sqlite3.SQLITE_READONLY: "readonly",
    sqlite3.SQLITE_CANTOPEN: "away",
    sqlite3.SQLITE_CORRUPT: "corrupt",
    sqlite3.SQLITE_NOTADB: "corrupt",
    sqlite3.SQLITE_IOERR: "other",
    sqlite3.SQLITE_IOERR_SHMSIZE: "full",  # no room for the index of the journal
    sqlite3.SQLITE_BUSY: "other",
    sqlite3.SQLITE_LOCKED: "other",
    sqlite3.SQLITE_NOMEM: "other",
    sqlite3.SQLITE_PERM: "readonly",
}
"""Kinds by SQLite's result code, or by its primary part. All other codes are mistakes in a statement, which are no failure."""
POSTGRES_KINDS: dict[str, Kind] = {
    "53100": "full",
    "25006": "readonly",
    "25P03": "away",  # this process hung in the middle of a transaction, which was ended
    "08": "away",  # connection exceptions
    "53": "away",  # insufficient resources, such as connections
    "57": "away",  # shutdown, crash of another backend, cancelled
    "58": "other",  # errors of the system, such as input and output
    "XX001": "corrupt",
    "XX002": "corrupt",
    "XX": "other",  # internal errors
    "40": "other",  # deadlocks
}
"""Kinds by PostgreSQL's error code, or by its class: the first two characters."""


def kind_of(problem: BaseException) -> Kind | None:
    """Return the kind of a failure of the database; None for anything else."""
    if isinstance(problem, PoolTimeout):
        return "away"
    if not isinstance(problem, DBAPIError) or isinstance(problem, IntegrityError):
        return None
    cause: Any = problem.orig
    if isinstance(cause, sqlite3.Error):
        code = getattr(cause, "sqlite_errorcode", None)
        return None if code is None else SQLITE_KINDS.get(code) or SQLITE_KINDS.get(code & 0xFF)
    state = getattr(cause, "sqlstate", None)
    if state is None:
        names = {kind.__name__ for kind in type(cause).__mro__}  # a timeout of a connection has a class of its own
        return "away" if names & {"OperationalError", "InterfaceError"} else None
    return POSTGRES_KINDS.get(state) or POSTGRES_KINDS.get(state[:2])


class Failures:
    """Counts and logs the failures of a database, and its recovery."""

    def __init__(self) -> None:
        self.failing = False
        """True from a failure until something is written again."""
        self._logged: dict[str, float] = {}
        self._damaged: set[str] = set()
        metrics.DAMAGED_TABLES.set(0)

    def noted(self, problem: BaseException) -> BaseException:
        """Count and log a failure, and return the refusal that says it; return any other exception unchanged."""
        kind = kind_of(problem)
        if kind is None:
            return problem
        cause = problem.orig if isinstance(problem, DBAPIError) else problem
        return self._failed(kind, str(cause).strip().partition("\n")[0])

    def timed_out(self) -> StorageFailure:
        """Count and log a read or write without an answer, and return the refusal that says it."""
        return self._failed("away", "the database does not answer")

    def _failed(self, kind: Kind, problem: str) -> StorageFailure:
        metrics.STORAGE_FAILURES.labels(kind).inc()
        at = time.monotonic()
        if at - self._logged.get(kind, at - LOG_SECONDS) >= LOG_SECONDS:
            self._logged[kind] = at
            log.error("storage_failed", kind=kind, problem=problem, help=HELP[kind])
        self.failing = True
        return StorageFailure(kind)

    def written(self) -> None:
        """Note that something was written."""
        if self.failing:
            self.failing = False
            if self._logged.keys() - {"corrupt"}:
                log.warning("storage_recovered")
            self._logged.clear()

    def damaged(self, damage: TableDamaged) -> None:
        """Count a damaged table, and log it once."""
        metrics.STORAGE_FAILURES.labels("corrupt").inc()
        if damage.table_id not in self._damaged:
            self._damaged.add(damage.table_id)
            metrics.DAMAGED_TABLES.set(len(self._damaged))
            log.error("table_damaged", table=damage.table_id, problem=damage.why, help=HELP["corrupt"])

    def sound(self, table_id: str) -> None:
        """Note that a table was read without damage."""
        if table_id in self._damaged:
            self._damaged.discard(table_id)
            metrics.DAMAGED_TABLES.set(len(self._damaged))
            log.warning("table_repaired", table=table_id)
