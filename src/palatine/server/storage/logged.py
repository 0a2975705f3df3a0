"""The stored log of a table, checked when it is read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, and_, select

from palatine.server.errors import TableDamaged
from palatine.server.storage.chain import link, root
from palatine.server.storage.schema import entries, tables

OVER = ("finished", "ended")


@dataclass(frozen=True)
class Logged:
    """A table as it is stored."""

    game: str
    seed: str
    entries: Sequence[bytes]
    """The log, or the part of it that was asked for."""
    position: bytes | None
    rules_version: int
    """The version of the rules that led to the position."""
    over: bool
    before: bytes
    """The link that the entries follow. It changes when a deletion rewrites the log before them."""
    head: bytes
    """The link of the last entry."""


def read_log(connection: Connection, table_id: str, after: int = 0) -> Logged | None:
    """Return a stored table, with its log from entry number `after` on; None if it does not exist.

    Raise `TableDamaged` if the entries do not form a chain, or some are missing."""
    columns = (tables.c.game, tables.c.seed, tables.c.position, tables.c.rules_version, tables.c.status)
    row = connection.execute(select(*columns).where(tables.c.id == table_id)).first()
    if row is None:
        return None
    before, head, lines = _checked(connection, table_id, row.seed, after)
    return Logged(row.game, row.seed, lines, row.position, row.rules_version, row.status in OVER, before, head)


def _checked(connection: Connection, table_id: str, seed: str, after: int) -> tuple[bytes, bytes, list[bytes]]:
    """Return the link before entry number `after`, the last link, and the entries between."""
    first = max(after - 1, 0)  # one more entry: its link is the one that the others follow
    # One statement: to PostgreSQL each is a moment of its own, and another process may write between two.
    log = tables.outerjoin(entries, and_(entries.c.table_id == tables.c.id, entries.c.seq >= first))
    found = connection.execute(
        select(tables.c.seq, tables.c.chain, entries.c.seq, entries.c.entry, entries.c.chain)
        .select_from(log)
        .where(tables.c.id == table_id)
        .order_by(entries.c.seq)
    ).all()
    if not found:
        return b"", b"", []  # deleted since
    length, last = found[0][:2]
    entry_rows = [tuple(row[2:]) for row in found if row[2] is not None]
    if not isinstance(length, int):
        raise TableDamaged(table_id, "the number of entries in the row is no number")
    if after > length:
        return last, last, []
    for number, (seq, _, _) in enumerate(entry_rows, start=first):
        if seq != number:
            raise TableDamaged(table_id, f"entry {number} is missing")
    if first + len(entry_rows) != length:
        raise TableDamaged(table_id, f"the log has {first + len(entry_rows)} entries, its row says {length}")
    before = root(table_id, seed) if after == 0 else entry_rows.pop(0)[2]
    if not isinstance(before, bytes):
        raise TableDamaged(table_id, f"entry {after - 1} has no link")
    head = before
    for number, entry, chain in entry_rows:
        # A damaged byte may change the type of a value too: SQLite stores it with each.
        if not isinstance(entry, bytes) or (head := link(head, entry)) != chain:
            seed_too = ", or the seed was changed" if number == 0 else ""
            raise TableDamaged(table_id, f"entry {number} does not match its link{seed_too}")
    if head != last:
        raise TableDamaged(table_id, "the last entry does not match the link in the row")
    return before, head, [entry for _, entry, _ in entry_rows]
