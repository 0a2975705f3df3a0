"""Warnings, mutes and suspensions: imposed and lifted by hosts, seen by the person."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, and_, exists, insert, or_, select, update

from palatine.server.clock import now
from palatine.server.errors import Malformed, NotNow, NotThere
from palatine.server.hosting.audit import Host, note
from palatine.server.messages.hosting import Act, RestrictionKind, SanctionKind, SanctionView
from palatine.server.people.credentials import lock
from palatine.server.people.identity import one_line
from palatine.server.people.standing import in_force
from palatine.server.storage.schema import hosts, people, sanctions

MINUTE = 60_000
ACTS: dict[SanctionKind, Act] = {"warning": "warn", "mute": "mute", "suspension": "suspend"}
LIFTING: dict[RestrictionKind, Act] = {"mute": "lift_mute", "suspension": "lift_suspension"}


def tidy_reason(text: str) -> str:
    """Return a reason on one line; refuse an empty one."""
    line = one_line(text)
    if not line:
        raise Malformed("hosting.no_reason")
    return line


def impose(
    connection: Connection, host: Host, person: str, kind: SanctionKind, reason: str, minutes: int | None = None
) -> None:
    """Warn, mute or suspend a person, for some minutes or for good. It replaces an earlier mute or suspension."""
    line, at = tidy_reason(reason), now()
    if lock(connection, person).kind == "gone":
        raise NotThere("people.no_such_person")
    if connection.scalar(select(exists().where(hosts.c.person == person))):
        raise NotNow("hosting.is_host")
    if kind != "warning":
        _end(connection, person, kind, at)
    until = None if minutes is None else at + minutes * MINUTE
    connection.execute(
        insert(sanctions), {"person": person, "kind": kind, "reason": line, "at": at, "until": until, "ended": None}
    )
    note(connection, host, ACTS[kind], person=person, reason=line)


def lift(connection: Connection, host: Host, person: str, kind: RestrictionKind, reason: str) -> None:
    """End a mute or suspension."""
    line = tidy_reason(reason)
    lock(connection, person)
    if not _end(connection, person, kind, now()):
        raise NotNow(f"hosting.no_{kind}")
    note(connection, host, LIFTING[kind], person=person, reason=line)


def _end(connection: Connection, person: str, kind: str, at: int) -> int:
    own = (sanctions.c.person == person, sanctions.c.kind == kind, in_force(at))
    return connection.execute(update(sanctions).where(*own), {"ended": at}).rowcount


# ------------------------------------------------------------------------------------------- seen by the person


def current(connection: Connection, person: str) -> list[SanctionView]:
    """Return a person's mutes and suspensions in force, also those of a bot's owner, and undismissed warnings."""
    owner = select(people.c.owner).where(people.c.id == person, people.c.owner.is_not(None))
    restricting = and_(in_force(now()), or_(sanctions.c.person == person, sanctions.c.person.in_(owner)))
    warning = and_(sanctions.c.kind == "warning", sanctions.c.ended.is_(None), sanctions.c.person == person)
    rows = connection.execute(select(sanctions).where(or_(restricting, warning)).order_by(sanctions.c.id))
    return [_view(row) for row in rows]


def _view(row: Any) -> SanctionView:
    return SanctionView(row.id, row.kind, row.reason, row.at, row.until)


def dismiss(connection: Connection, person: str, number: int) -> None:
    """Mark a warning as read by the person."""
    own = (sanctions.c.id == number, sanctions.c.person == person, sanctions.c.kind == "warning")
    if not connection.execute(update(sanctions).where(*own, sanctions.c.ended.is_(None)), {"ended": now()}).rowcount:
        raise NotThere("hosting.no_warning")
