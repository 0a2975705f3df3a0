"""Hosts: the accounts that may use the admin page, and their sessions there.

An account becomes a host only by the command line. A session of the admin page is apart from the ordinary one: it begins
with the password, ends after half an hour without a request and after half a day in any case, and allows nothing else.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, Select, delete, exists, insert, select, update

from palatine.server.clock import now
from palatine.server.errors import NotNow, NotSignedIn, NotThere
from palatine.server.hosting.audit import note
from palatine.server.messages.people import LONGEST_LABEL
from palatine.server.people.credentials import issue, lock
from palatine.server.people.identity import ADMIN, Person, hashed, one_line
from palatine.server.people.passwords import Passwords
from palatine.server.storage.schema import hosts, people, tokens
from palatine.server.storage.store import Store

MINUTE = 60_000
IDLE = 30 * MINUTE
LONGEST = 12 * 60 * MINUTE
RENEWED_EVERY = MINUTE
"""The precision of a session's end."""
SCOPES = frozenset({"host"})


@dataclass(frozen=True)
class HostSession:
    """A host in a session of the admin page, which expires unless it is used."""

    person: Person
    expires: int
    cookie: str = field(default="", repr=False)


# ---------------------------------------------------------------------------------------------------- appointing


def appoint(connection: Connection, person: str) -> None:
    """Make an account a host. Only the command line does."""
    if lock(connection, person).kind != "account":
        raise NotNow("hosting.no_account")
    if connection.scalar(select(exists().where(hosts.c.person == person))):
        raise NotNow("hosting.host_already")
    connection.execute(insert(hosts), {"person": person, "at": now()})
    note(connection, None, "host", person=person)


def dismiss(connection: Connection, person: str) -> None:
    """Make a host an ordinary account again, and end its sessions of the admin page."""
    if not connection.execute(delete(hosts).where(hosts.c.person == person)).rowcount:
        raise NotThere("hosting.not_a_host")
    connection.execute(delete(tokens).where(tokens.c.person == person, tokens.c.kind == "admin"))
    note(connection, None, "unhost", person=person)


# ------------------------------------------------------------------------------------------------------ sessions


async def sign_in(store: Store, passwords: Passwords, login: str, password: str, browser: str) -> HostSession:
    """Open a session of the admin page. An account that is no host is answered like a wrong password."""
    found = select(people.c.id, people.c.password).join(hosts, hosts.c.person == people.c.id)
    row = await store.read(lambda connection: connection.execute(found.where(people.c.login == login)).first())
    if not await passwords.matches(None if row is None else row.password, password) or row is None:
        raise NotSignedIn("people.wrong_sign_in")

    def writing(connection: Connection) -> HostSession:
        at, host = now(), lock(connection, row.id)
        if host.password != row.password:
            raise NotSignedIn("people.wrong_sign_in")
        label = one_line(browser)[:LONGEST_LABEL]
        cookie, token_hash = issue(connection, host.id, "admin", label, SCOPES, at, at + IDLE)
        note(connection, host.id, "sign_in")
        return HostSession(Person(host.id, host.kind, host.name, host.language, SCOPES, token_hash), at + IDLE, cookie)

    return await store.write(writing)


def sign_out(connection: Connection, me: Person) -> None:
    """End a session of the admin page."""
    connection.execute(delete(tokens).where(tokens.c.hash == me.token))
    note(connection, me.id, "sign_out")


async def recognise(store: Store, cookie: str) -> HostSession | None:
    """Return the host and the session that a cookie of the admin page belongs to, and renew the session."""
    if not cookie.startswith(ADMIN):
        return None
    at = now()
    row = await store.read(lambda connection: connection.execute(_session(hashed(cookie))).first())
    if row is None or min(row.expires, row.begun + LONGEST) < at:
        return None
    person, expires = Person(row.id, row.kind, row.name, row.language, SCOPES, row.hash), row.expires
    if expires < at + IDLE - RENEWED_EVERY:
        expires = at + IDLE
        used = update(tokens).where(tokens.c.hash == row.hash)
        await store.write(lambda connection: connection.execute(used, {"seen": at, "expires": expires}))
    return HostSession(person, min(expires, row.begun + LONGEST))


def _session(token_hash: str) -> Select[Any]:
    return (
        select(people, tokens.c.hash, tokens.c.expires, tokens.c.created.label("begun"))
        .join(tokens, tokens.c.person == people.c.id)
        .join(hosts, hosts.c.person == people.c.id)
        .where(tokens.c.hash == token_hash, tokens.c.kind == "admin")
    )
