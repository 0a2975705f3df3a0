"""Announcements: texts that the app shows to everyone until a time."""

from __future__ import annotations

from sqlalchemy import Connection, insert, select, update

from palatine.server.clock import now
from palatine.server.errors import NotThere
from palatine.server.hosting.audit import Host, note
from palatine.server.hosting.sanctions import MINUTE, tidy_reason
from palatine.server.messages.hosting import AnnouncementView
from palatine.server.storage.schema import announcements


def announce(connection: Connection, host: Host, text: str, minutes: int) -> int:
    """Show a text to everyone for some minutes; return its number."""
    line, at = tidy_reason(text), now()
    row = {"text": line, "at": at, "until": at + minutes * MINUTE}
    number = connection.execute(insert(announcements).returning(announcements.c.id), row).scalar_one()
    note(connection, host, "announce", reason=line)
    return int(number)


def end(connection: Connection, host: Host, number: int) -> None:
    """Stop showing an announcement."""
    at = now()
    shown = (announcements.c.id == number, announcements.c.until > at)
    text = connection.scalar(select(announcements.c.text).where(*shown))
    if text is None:
        raise NotThere("hosting.no_announcement")
    connection.execute(update(announcements).where(*shown), {"until": at})
    note(connection, host, "end_announcement", reason=text)


def shown(connection: Connection) -> list[AnnouncementView]:
    """Return the announcements to show, the latest first."""
    found = select(announcements).where(announcements.c.until > now()).order_by(announcements.c.id.desc())
    return [AnnouncementView(row.id, row.text, row.at, row.until) for row in connection.execute(found)]
