"""The chat of a table."""

from __future__ import annotations

from sqlalchemy import Connection, func, insert, select

from palatine.server.errors import Malformed
from palatine.server.messages.tables import ChatLine
from palatine.server.people.identity import Person, one_line
from palatine.server.storage.schema import chat

KEPT = 200
"""The number of past lines that a new listener gets."""


def tidy(text: str) -> str:
    """Return a text as one plain line; refuse an empty one."""
    line = one_line(text)
    if not line:
        raise Malformed("server.nothing_said")
    return line


def add(connection: Connection, table_id: str, person: Person, text: str, at: int) -> ChatLine:
    """Store a chat line, and return it."""
    last = connection.scalar(select(func.max(chat.c.number)).where(chat.c.table_id == table_id))
    line = ChatLine(0 if last is None else last + 1, at, person.id, person.name, tidy(text))
    row = {"number": line.number, "at": at, "person": line.person, "name": line.name, "text": line.text}
    connection.execute(insert(chat), {"table_id": table_id, **row})
    return line


def lines(connection: Connection, table_id: str) -> list[ChatLine]:
    """Return the last chat lines, the oldest first."""
    rows = connection.execute(
        select(chat).where(chat.c.table_id == table_id).order_by(chat.c.number.desc()).limit(KEPT)
    )
    return [ChatLine(row.number, row.at, row.person, row.name, row.text) for row in rows][::-1]
