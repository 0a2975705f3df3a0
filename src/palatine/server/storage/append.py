"""Append entries to the logs of tables, with as few SQL statements as possible.

SQLite's driver releases the GIL for every row of an `executemany`, and waits for it each time while the event loop is
busy. One statement therefore takes many rows, and few different statements are used.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from sqlalchemy import Connection, Dialect, delete, insert, text

from palatine.server.storage.chain import links_from, root
from palatine.server.storage.schema import chairs, entries, tables

Work = Callable[[Connection], None]
Values = tuple[Any, ...]

MOST_ROWS = 64
"""The most rows in one statement; 64 rows have fewer parameters than any database allows."""


class Conflict(Exception):  # noqa: N818 - not an error: another process was faster
    """The log no longer ends with the link that the new entries follow."""


@dataclass(frozen=True)
class Append:
    """Entries to append to the log of a table, the first as number `first`, and the table's new row.

    `head`: the last link of the log so far, empty for a new table; the write happens only if it still is the last.
    `seated`: the seats of persons, if they have changed. `then` runs last in the same transaction, so the consequences
    of the entries are durable exactly when the entries are."""

    table_id: str
    first: int
    entries: Sequence[bytes]
    row: Mapping[str, Any]
    head: bytes = b""
    seated: Sequence[tuple[int, str]] | None = None
    then: Work | None = None

    @property
    def is_new(self) -> bool:
        """True if this creates the table."""
        return self.first == 0

    @cached_property
    def links(self) -> Sequence[bytes]:
        """The links of the entries."""
        return links_from(root(self.table_id, self.row["seed"]) if self.is_new else self.head, self.entries)


_REMEMBER = text("INSERT INTO sitters (table_id, person) VALUES (:table_id, :person) ON CONFLICT DO NOTHING")


def add_entries(connection: Connection, appends: Sequence[Append]) -> None:
    """Write appends; raise `IntegrityError` if an entry with the same number exists, `Conflict` if the log has changed.

    They are written in the order of the tables' ids, so two processes that write to the same tables cannot deadlock."""
    appends = sorted(appends, key=lambda append: append.table_id)
    new = [{"id": append.table_id, **append.row, "chain": append.links[-1]} for append in appends if append.is_new]
    if new:
        connection.execute(insert(tables), new)
    added = [
        (append.table_id, append.first + number, entry, link)
        for append in appends
        for number, (entry, link) in enumerate(zip(append.entries, append.links, strict=True))
    ]
    for rows in parts(added):
        _execute(connection, _insertion(connection.dialect, len(rows)), rows)
    changed: dict[tuple[str, ...], list[Values]] = {}
    for append in appends:
        if not append.is_new:
            values = (append.table_id, append.head, append.links[-1], *append.row.values())
            changed.setdefault(tuple(append.row), []).append(values)
    for columns, same_columns in changed.items():
        for rows in parts(same_columns):
            if _execute(connection, _change(connection.dialect, columns, len(rows)), rows) != len(rows):
                raise Conflict
    for append in appends:
        if append.seated is not None:
            connection.execute(delete(chairs).where(chairs.c.table_id == append.table_id))
            seated = [{"table_id": append.table_id, "seat": seat, "person": person} for seat, person in append.seated]
            if seated:
                connection.execute(insert(chairs), seated)
                connection.execute(_REMEMBER, seated)
    for append in appends:
        if append.then is not None:
            append.then(connection)


def parts(rows: Sequence[Values]) -> Iterator[Sequence[Values]]:
    """Split rows into parts whose sizes are powers of two, so there are few different statements."""
    first = 0
    while left := len(rows) - first:
        size = min(MOST_ROWS, 1 << (left.bit_length() - 1))
        yield rows[first : first + size]
        first += size


def _execute(connection: Connection, statement: str, rows: Sequence[Values]) -> int:
    """Execute a statement with the values of all rows, and return the number of rows that it wrote."""
    return connection.exec_driver_sql(statement, tuple(value for row in rows for value in row)).rowcount


def rows_of(row: str, number: int) -> str:
    """Return the rows of a VALUES list, all alike."""
    return ", ".join([f"({row})"] * number)


def mark_of(dialect: Dialect) -> str:
    """Return the placeholder of a database's driver."""
    return "?" if dialect.paramstyle == "qmark" else "%s"


@functools.cache
def _insertion(dialect: Dialect, number: int) -> str:
    mark = mark_of(dialect)
    values = rows_of(", ".join([mark] * 4), number)
    return f"INSERT INTO {entries.name} (table_id, seq, entry, chain) VALUES {values}"  # noqa: S608 - contains no values


@functools.cache
def _change(dialect: Dialect, columns: tuple[str, ...], number: int) -> str:
    """Return an UPDATE of many rows from a VALUES list: id, last link so far, new last link, then these columns.

    Both databases name the columns of the list column1, column2, …; PostgreSQL needs their types."""
    types = [tables.c[name].type.compile(dialect) for name in ("id", "chain", "chain", *columns)]
    values = rows_of(", ".join(f"CAST({mark_of(dialect)} AS {kind})" for kind in types), number)
    changes = ", ".join(f"{name} = changed.column{place}" for place, name in enumerate(("chain", *columns), start=3))
    unchanged = f"{tables.name}.id = changed.column1 AND {tables.name}.chain = changed.column2"
    return f"UPDATE {tables.name} SET {changes} FROM (VALUES {values}) AS changed WHERE {unchanged}"  # noqa: S608 - contains no values
