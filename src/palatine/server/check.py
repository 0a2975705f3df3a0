"""A check of a whole database: is it readable, are the logs intact, do the rows match them?"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import msgspec
from sqlalchemy import Connection, func, inspect, select
from sqlalchemy.exc import DBAPIError

from palatine.core.errors import PalatineError
from palatine.server.clock import now
from palatine.server.errors import NotNow, TableDamaged
from palatine.server.history.upgrade import rebuilt, stripped
from palatine.server.storage.logged import Logged, read_log
from palatine.server.storage.schema import chairs, entries, tables
from palatine.server.tables.table import HostedTable

AT_ONCE = 500
MOST_LINES = 100
"""The most lines of SQLite's own check."""
COMPARED = ("game", "players", "host", "public", "rated", "practice", "status", "seq", "ply", "awaited")
"""The columns of a table's row that must be as the log says."""


@dataclass(frozen=True)
class Finding:
    """Something that is wrong, at a table or in the file."""

    table: str | None
    problem: str

    def __str__(self) -> str:
        return self.problem if self.table is None else f"{self.table}: {self.problem}"


@dataclass(frozen=True)
class Size:
    """The size of a database."""

    tables: int
    entries: int


def size_of(connection: Connection) -> Size:
    """Return the number of tables and entries."""
    counts = [connection.scalar(select(func.count()).select_from(part)) or 0 for part in (tables, entries)]
    return Size(*counts)


def damage(connection: Connection) -> Iterator[Finding]:
    """Yield what is damaged: SQLite's pages and indexes, references, and the chains of the logs."""
    yield from _damage_of_file(connection)
    for table_id in _tables(connection) if _has_chains(connection) else ():
        found = _log_of(connection, table_id)
        if isinstance(found, Finding):
            yield found


def _has_chains(connection: Connection) -> bool:
    """Return False for a database that the current version has not migrated yet."""
    return any(column["name"] == "chain" for column in inspect(connection).get_columns(entries.name))


def check(connection: Connection) -> Iterator[Finding]:
    """Yield what is damaged, and where a row does not match the log of its table, which is played again."""
    if not _has_chains(connection):
        raise NotNow("admin.older_database")
    yield from _damage_of_file(connection)
    for table_id in _tables(connection):
        found = _log_of(connection, table_id)
        if isinstance(found, Finding):
            yield found
        else:
            yield from (Finding(table_id, problem) for problem in _differences(connection, table_id, found))


def _tables(connection: Connection) -> Iterator[str]:
    some = select(tables.c.id).order_by(tables.c.id).limit(AT_ONCE)
    found = list(connection.scalars(some))
    while found:
        yield from found
        found = list(connection.scalars(some.where(tables.c.id > found[-1])))


def _damage_of_file(connection: Connection) -> Iterator[Finding]:
    if connection.dialect.name == "sqlite":
        for (line,) in connection.exec_driver_sql(f"PRAGMA integrity_check({MOST_LINES})"):
            if line != "ok":
                yield Finding(None, line)
        for part, _, parent, _ in connection.exec_driver_sql("PRAGMA foreign_key_check"):
            yield Finding(None, f"a row in {part} refers to a row in {parent} that does not exist")


def _log_of(connection: Connection, table_id: str) -> Logged | Finding:
    try:
        logged = read_log(connection, table_id)
    except TableDamaged as damaged:
        return Finding(table_id, damaged.why)
    except DBAPIError as problem:
        if connection.dialect.name != "sqlite":
            raise
        return Finding(table_id, str(problem.orig))
    return Finding(table_id, "its row cannot be found by its id") if logged is None else logged


def _differences(connection: Connection, table_id: str, logged: Logged) -> Iterator[str]:
    """Yield where the row of a table does not match its log."""
    try:
        table, added = rebuilt(table_id, logged, now())
    except (PalatineError, msgspec.MsgspecError) as problem:
        yield f"the log cannot be played: {problem}"
        return
    current = logged.rules_version == table.settings.game.rules_version
    if added:
        if current:
            yield "the log cannot be played"
        return  # the rules have changed: the server continues from the position when it next loads the table
    row = connection.execute(select(tables).where(tables.c.id == table_id)).one()._mapping
    expected = {name: getattr(table, name, None) for name in COMPARED} | {
        name: getattr(table.created, name) for name in ("game", "players", "public", "rated")
    }
    for name, value in expected.items():
        if row[name] != value and not (name == "awaited" and not current):
            yield f"{name} is {row[name]!r} in the row and {value!r} in the log"
    if current and not _position_matches(table, row["position"]):
        yield "the position in the row is not the one that the log leads to"
    seats = {seat: chair.person for seat, chair in enumerate(table.chairs) if chair.person is not None}
    rows = connection.execute(select(chairs.c.seat, chairs.c.person).where(chairs.c.table_id == table_id))
    if {row.seat: row.person for row in rows} != seats:
        yield "the seats differ from those in the log"


def _position_matches(table: HostedTable, position: bytes | None) -> bool:
    if table.shown is None:
        return True
    try:
        stored: Any = msgspec.json.decode(position or b"null")
    except msgspec.MsgspecError:
        return False
    essence = table.shown.essence(len(table.shown.decisions))
    return bool(stripped(stored, essence) == essence)
