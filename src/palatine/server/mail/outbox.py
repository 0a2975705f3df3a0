"""The mails to send, in the database: a mail outlives failures of the SMTP server, and restarts of this one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from sqlalchemy import Connection, and_, delete, exists, func, select, update
from sqlalchemy.dialects import postgresql, sqlite

from palatine.server.messages.views import Summary, summary_in
from palatine.server.storage.schema import RUNNING, addresses, mails, tables

Kind = Literal["confirm", "recover", "turn"]

MINUTE = 60_000
DAY = 24 * 60 * MINUTE
NOTICE_AFTER = 5 * MINUTE
"""The time that a table waits for a person before they get a mail."""
OLDEST_TURN = 7 * DAY
"""Turns that have waited longer get no mail any more."""
SLOW_SECONDS = 24 * 3600
"""Only games with at least this much time, or without a clock, send notices."""
LEASE = 5 * MINUTE
"""The time for which a mail belongs to the process that tries to send it."""
FIRST_PAUSE, LONGER = MINUTE, 4
"""The pause after a failed attempt, and the factor by which it grows."""
MOST_TRIES = 6
"""The attempts, over about a day, after which a mail is given up."""
MOST_WAITING = 5000
"""The most mails that may wait. Further notices are not queued."""
AT_ONCE = 50
KEPT = 30 * DAY
"""The time for which the server remembers that it sent a mail."""


@dataclass(frozen=True)
class Mail:
    """A mail to send. `ply`: at which the turn began that it is about."""

    person: str
    kind: Kind
    table: str
    ply: int
    due: int
    tries: int


@dataclass(frozen=True)
class Waiting:
    """A table that has waited for a person for some minutes."""

    person: str
    table: str


def _is(mail: Mail) -> Any:
    key = and_(mails.c.person == mail.person, mails.c.kind == mail.kind)
    return and_(key, mails.c.table_id == mail.table, mails.c.ply == mail.ply)


def enqueue(connection: Connection, person: str, kind: Kind, at: int, table: str = "", ply: int = 0) -> None:
    """Queue a mail. A link that was asked for again is sent again; a turn is announced once."""
    insert = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
    row = {"person": person, "kind": kind, "table_id": table, "ply": ply, "at": at, "due": at, "tries": 0}
    again = {"at": at} if kind == "turn" else {"at": at, "due": at, "tries": 0}
    key = [mails.c.person, mails.c.kind, mails.c.table_id, mails.c.ply]
    connection.execute(insert(mails).values(row).on_conflict_do_update(index_elements=key, set_=again))


def due(connection: Connection, at: int) -> list[Mail]:
    """Return the mails to send now, those that wait longest first."""
    found = select(mails).where(mails.c.due <= at).order_by(mails.c.due, mails.c.person).limit(AT_ONCE)
    return [Mail(row.person, row.kind, row.table_id, row.ply, row.due, row.tries) for row in connection.execute(found)]


def claim(connection: Connection, mail: Mail, at: int) -> bool:
    """Keep a mail from other processes while it is being sent; return False if one of them was faster."""
    mine = update(mails).where(_is(mail), mails.c.due == mail.due)
    return connection.execute(mine, {"due": at + LEASE}).rowcount == 1


def done(connection: Connection, mail: Mail) -> None:
    """Note that a mail was sent or is not needed any more. It is kept for a while, so that it is not sent again."""
    connection.execute(update(mails).where(_is(mail)), {"due": None})


def failed(connection: Connection, mail: Mail, at: int) -> bool:
    """Note a failed attempt, and return False if it was the last."""
    last = mail.tries + 1 >= MOST_TRIES
    pause = FIRST_PAUSE * LONGER**mail.tries
    connection.execute(update(mails).where(_is(mail)), {"due": None if last else at + pause, "tries": mail.tries + 1})
    return not last


def prune(connection: Connection, at: int) -> None:
    """Forget mails that were sent long ago."""
    connection.execute(delete(mails).where(mails.c.due.is_(None), mails.c.at < at - KEPT))


def waiting_turns(connection: Connection, at: int) -> list[Waiting]:
    """Return the tables that wait for people who want notices and have had none since the table changed."""
    if (connection.scalar(select(func.count()).select_from(mails).where(mails.c.due.is_not(None))) or 0) > MOST_WAITING:
        return []
    noticed = exists().where(
        mails.c.person == addresses.c.person,
        mails.c.kind == "turn",
        mails.c.table_id == tables.c.id,
        mails.c.at >= tables.c.changed,
    )
    found = (
        select(addresses.c.person, tables.c.id, tables.c.summary)
        .join_from(addresses, tables, tables.c.awaited == addresses.c.person)
        .where(addresses.c.confirmed, addresses.c.notices, RUNNING, tables.c.status == "playing")
        .where(tables.c.changed <= at - NOTICE_AFTER, tables.c.changed > at - OLDEST_TURN, ~noticed)
        .order_by(tables.c.changed)
        .limit(AT_ONCE)
    )
    rows = connection.execute(found)
    return [Waiting(row.person, row.id) for row in rows if is_slow(summary_in(row.summary))]


def is_slow(summary: Summary) -> bool:
    """Return True if a game has a day or more to decide, or no clock."""
    return summary.clock is None or summary.clock.seconds >= SLOW_SECONDS
