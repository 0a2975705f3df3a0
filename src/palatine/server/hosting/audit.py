"""The audit log: every act of a host, written in the transaction of the act."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, insert, select

from palatine.server.clock import now
from palatine.server.messages.hosting import Act, Audit, AuditLine, AuditQuery
from palatine.server.messages.tables import PersonView
from palatine.server.storage.schema import audit, people

COMMAND_LINE = "command line"
Host = str | None
"""The id of the host who acts; None for the command line."""


def note(
    connection: Connection,
    host: Host,
    act: Act,
    *,
    person: str | None = None,
    table: str | None = None,
    reason: str = "",
) -> None:
    """Append an act to the log."""
    row = {"at": now(), "host": host, "act": act, "person": person, "table_id": table, "reason": reason}
    connection.execute(insert(audit), row)


def by_command_line(connection: Connection, after: int) -> list[tuple[int, str]]:
    """Return the acts of the command line at tables, after one of them: their numbers and the tables."""
    mine = (audit.c.id > after, audit.c.host.is_(None), audit.c.table_id.is_not(None))
    rows = connection.execute(select(audit.c.id, audit.c.table_id).where(*mine).order_by(audit.c.id))
    return [(row.id, row.table_id) for row in rows]


def listed(connection: Connection, query: AuditQuery) -> Audit:
    """Return a page of the log, the latest first."""
    by, about = people.alias("by"), people.alias("about")
    found = (
        select(
            audit,
            *(by.c[name].label(f"host_{name}") for name in ("name", "kind")),
            *(about.c[name].label(f"person_{name}") for name in ("name", "kind")),
        )
        .outerjoin(by, by.c.id == audit.c.host)
        .outerjoin(about, about.c.id == audit.c.person)
    )
    if query.host is not None:
        found = found.where(audit.c.host.is_(None) if query.host == COMMAND_LINE else audit.c.host == query.host)
    if query.act is not None:
        found = found.where(audit.c.act == query.act)
    if query.person is not None:
        found = found.where(audit.c.person == query.person)
    if query.table is not None:
        found = found.where(audit.c.table_id == query.table)
    rows = connection.execute(found.order_by(audit.c.id.desc()).offset(query.offset).limit(query.limit + 1)).all()
    return Audit([_line(row) for row in rows[: query.limit]], more=len(rows) > query.limit)


def _line(row: Any) -> AuditLine:
    host = None if row.host is None else PersonView(row.host, row.host_name or "", row.host_kind or "gone")
    person = None if row.person is None else PersonView(row.person, row.person_name or "", row.person_kind or "gone")
    return AuditLine(row.id, row.at, host, row.act, person, row.table_id, row.reason)
