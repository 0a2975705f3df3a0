"""Replace entries of a stored log: the only change that a log ever sees, to remove the name of a deleted person."""

from __future__ import annotations

import functools
from collections.abc import Mapping

from sqlalchemy import Connection, Dialect, bindparam, select, update

from palatine.server.errors import TableDamaged
from palatine.server.storage.append import mark_of, parts, rows_of
from palatine.server.storage.chain import links_from
from palatine.server.storage.logged import read_log
from palatine.server.storage.schema import entries, tables

_entry = update(entries).where(entries.c.table_id == bindparam("of_table"), entries.c.seq == bindparam("number"))


def rewrite(connection: Connection, table_id: str, replaced: Mapping[int, bytes]) -> None:
    """Replace entries of a log by number, and compute the chain again from the first of them on.

    An append that was prepared before, in this process or another, no longer follows the head: it conflicts. The chain
    of a damaged log is left as it is, so that the damage is still found."""
    # PostgreSQL: let no other process append meanwhile. FOR NO KEY UPDATE does not block the foreign keys of inserts.
    connection.execute(select(tables.c.id).where(tables.c.id == table_id).with_for_update(key_share=True))
    rows = [{"of_table": table_id, "number": number, "entry": line} for number, line in replaced.items()]
    first = min(replaced)
    try:
        logged = read_log(connection, table_id, first)
    except TableDamaged:
        connection.execute(_entry, rows)
        return
    if logged is None:
        return
    connection.execute(_entry, rows)
    lines = [replaced.get(number, line) for number, line in enumerate(logged.entries, start=first)]
    links = links_from(logged.before, lines)
    for some in parts(list(enumerate(links, start=first))):
        values = tuple(value for row in some for value in row)
        connection.exec_driver_sql(_relinking(connection.dialect, len(some)), (*values, table_id))
    connection.execute(update(tables).where(tables.c.id == table_id), {"chain": links[-1]})


@functools.cache
def _relinking(dialect: Dialect, number: int) -> str:
    """Return an UPDATE of many links from a VALUES list, as few statements as possible: see `append`."""
    mark = mark_of(dialect)
    kinds = [entries.c[name].type.compile(dialect) for name in ("seq", "chain")]
    values = rows_of(", ".join(f"CAST({mark} AS {kind})" for kind in kinds), number)
    here = f"{entries.name}.seq = changed.column1 AND {entries.name}.table_id = {mark}"
    return f"UPDATE {entries.name} SET chain = changed.column2 FROM (VALUES {values}) AS changed WHERE {here}"  # noqa: S608 - contains no values
