"""The e-mail addresses of accounts. Each account has one at most, and proves it by a link."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, delete, insert, select, update

from palatine.server.clock import now
from palatine.server.errors import Malformed, NotAllowed, NotThere
from palatine.server.mail.links import covered_by, is_valid, read
from palatine.server.mail.outbox import enqueue
from palatine.server.mail.smtp import is_address
from palatine.server.messages.mail import MailView
from palatine.server.people.credentials import lock, lock_in_session
from palatine.server.people.identity import People, Person
from palatine.server.storage.schema import addresses, mails, people

MOST_ACCOUNTS = 5
"""The most accounts with the same address that a request to recover writes to."""


def tidy_address(text: str) -> str:
    """Return an address in lower case; refuse one that is none."""
    tidy = text.strip().lower()
    if not is_address(tidy):
        raise Malformed("mail.wrong_address")
    return tidy


def row_of(connection: Connection, person: str) -> Any:
    """Return the row of a person's address; None if there is none."""
    return connection.execute(select(addresses).where(addresses.c.person == person)).first()


def view_of(connection: Connection, person: str) -> MailView:
    """Return a person's address as they see it."""
    row = row_of(connection, person)
    return MailView(None, False, False) if row is None else MailView(row.address, row.confirmed, row.notices)


def enter(connection: Connection, me: Person, address: str, *, notices: bool) -> MailView:
    """Set a person's address. It counts once it is confirmed; the link for it is sent now, also a second time."""
    lock_in_session(connection, me)
    row = row_of(connection, me.id)
    if row is None or row.address != address or not row.confirmed:
        connection.execute(delete(addresses).where(addresses.c.person == me.id))
        new = {"person": me.id, "address": address, "confirmed": False, "notices": notices, "at": now()}
        connection.execute(insert(addresses), new)
        enqueue(connection, me.id, "confirm", now())
    return view_of(connection, me.id)


def set_notices(connection: Connection, person: str, *, notices: bool) -> MailView:
    """Switch a person's notices on or off."""
    changed = connection.execute(update(addresses).where(addresses.c.person == person), {"notices": notices})
    if changed.rowcount == 0:
        raise NotThere("mail.no_address")
    return view_of(connection, person)


def forget(connection: Connection, person: str) -> None:
    """Remove a person's address, and what was to be sent to it."""
    connection.execute(delete(addresses).where(addresses.c.person == person))
    connection.execute(delete(mails).where(mails.c.person == person))


def follow(connection: Connection, known: People, token: str, *purposes: str) -> tuple[str, Any]:
    """Return the purpose and the person's row of a valid link; refuse any other."""
    link = read(token)
    if link is None or link.purpose not in purposes:
        raise NotAllowed("mail.wrong_link")
    row = connection.execute(select(people).where(people.c.id == link.person)).first()
    address = row_of(connection, link.person)
    if row is None or address is None or not is_valid(known, link, covered_by(link.purpose, address, row.password)):
        raise NotAllowed("mail.wrong_link")
    if address.confirmed == (link.purpose == "confirm"):  # to confirm twice, or to recover by an unproved address
        raise NotAllowed("mail.wrong_link")
    return link.purpose, lock(connection, link.person)


def confirm(connection: Connection, known: People, token: str) -> MailView:
    """Confirm an address by the link in a mail."""
    _, person = follow(connection, known, token, "confirm")
    connection.execute(update(addresses).where(addresses.c.person == person.id), {"confirmed": True})
    return view_of(connection, person.id)


def unsubscribe(connection: Connection, known: People, token: str) -> None:
    """End what a link in a mail says: the notices, or all mail. Following it again changes nothing."""
    link = read(token)
    if link is None or link.purpose not in ("quiet", "forget"):
        raise NotAllowed("mail.wrong_link")
    address = row_of(connection, link.person)
    if address is None:
        return
    if not is_valid(known, link, covered_by(link.purpose, address, None)):
        raise NotAllowed("mail.wrong_link")
    if link.purpose == "quiet":
        set_notices(connection, link.person, notices=False)
    else:
        forget(connection, link.person)


def ask_recovery(connection: Connection, address: str) -> None:
    """Send a link to the accounts with a confirmed address, if there are any."""
    found = select(addresses.c.person).where(addresses.c.address == address, addresses.c.confirmed)
    for person in list(connection.scalars(found.limit(MOST_ACCOUNTS))):
        enqueue(connection, person, "recover", now())
