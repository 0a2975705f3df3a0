"""Links that set a new password: a host creates one, and the person uses it once within a day."""

from __future__ import annotations

import secrets

from sqlalchemy import Connection, delete, insert, select, update

from palatine.server.clock import now
from palatine.server.errors import NotNow, NotThere
from palatine.server.hosting.audit import Host, note
from palatine.server.people.credentials import SECRET_BYTES, end_everything_else, lock
from palatine.server.people.identity import DAY, hashed
from palatine.server.storage.schema import password_links, people

PATH = "/password#"
"""The page of the app. The secret follows as a fragment, which browsers send to no server."""


def create(connection: Connection, host: Host, person: str) -> tuple[str, int]:
    """Create a link for an account, which replaces earlier ones; return its secret and when it expires."""
    if lock(connection, person).kind != "account":
        raise NotNow("hosting.no_account")
    secret, expires = secrets.token_urlsafe(SECRET_BYTES), now() + DAY
    connection.execute(delete(password_links).where(password_links.c.person == person))
    connection.execute(insert(password_links), {"hash": hashed(secret), "person": person, "expires": expires})
    note(connection, host, "password_link", person=person)
    return secret, expires


def check(connection: Connection, secret: str) -> None:
    """Refuse a link that does not exist or has expired, before its password is hashed."""
    _owner(connection, secret)


def use(connection: Connection, secret: str, password_hash: str) -> list[str]:
    """Set the password of a link's account, and use the link up. All its sessions and tokens end: return their hashes."""
    person = lock(connection, _owner(connection, secret)).id
    if not connection.execute(delete(password_links).where(password_links.c.hash == hashed(secret))).rowcount:
        raise NotThere("hosting.no_link")  # used at the same moment
    connection.execute(update(people).where(people.c.id == person), {"password": password_hash})
    return end_everything_else(connection, person)


def _owner(connection: Connection, secret: str) -> str:
    valid = (password_links.c.hash == hashed(secret), password_links.c.expires > now())
    person = connection.scalar(select(password_links.c.person).where(*valid))
    if person is None:
        raise NotThere("hosting.no_link")
    return str(person)
