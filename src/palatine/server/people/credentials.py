"""Sessions and tokens: issued, listed, ended. They are kept as hashes, and named by the beginning of the hash."""

from __future__ import annotations

import secrets
from collections.abc import Collection
from typing import Any

from sqlalchemy import Connection, delete, func, insert, select

from palatine.server.errors import Malformed, NotSignedIn, NotThere, TooMuch
from palatine.server.messages.people import LONGEST_LABEL, SessionView, TokenView
from palatine.server.people.identity import ALL_SCOPES, API, DAY, SESSION, SESSION_DAYS, Person, hashed, one_line
from palatine.server.storage.schema import people, tokens

SECRET_BYTES = 32
ID_SIGNS = 16
"""The signs of a hash that name it: enough to tell those of one person apart, and no way back to the secret."""
MOST_SESSIONS = 50
"""Browsers in which one can be signed in; the one not seen for longest is signed out for a new one."""
MOST_TOKENS = 20


def lock(connection: Connection, person: str) -> Any:
    """The row of a person, which nobody else changes until this transaction has ended."""
    row = connection.execute(select(people).where(people.c.id == person).with_for_update()).first()
    if row is None:
        raise NotThere("people.no_such_person")
    return row


def lock_in_session(connection: Connection, me: Person) -> Any:
    """The same for whoever is asking in a session. What is issued to them is worthless if the session has been ended in the
    meantime: it may have been somebody else's who has been shut out."""
    row = lock(connection, me.id)
    if connection.scalar(select(tokens.c.hash).where(tokens.c.hash == me.token)) is None:
        raise NotSignedIn("server.not_signed_in")
    return row


def _issue(
    connection: Connection, person: str, kind: str, label: str, scopes: Collection[str], at: int, expires: int | None
) -> tuple[str, str]:
    """Issue a session or a token: its secret, and the hash of it."""
    secret = (SESSION if kind == "session" else API) + secrets.token_urlsafe(SECRET_BYTES)
    row = {
        "hash": hashed(secret),
        "person": person,
        "kind": kind,
        "label": label,
        "scopes": " ".join(sorted(scopes)),
        "created": at,
        "seen": at,
        "expires": expires,
    }
    connection.execute(insert(tokens), row)
    return secret, str(row["hash"])


# ----------------------------------------------------------------------------------------------------- sessions


def open_session(connection: Connection, person: str, browser: str, at: int) -> tuple[str, str]:
    """Sign somebody in, in a browser that calls itself so; the cookie and its hash."""
    mine = (tokens.c.person == person, tokens.c.kind == "session")
    connection.execute(delete(tokens).where(*mine, tokens.c.expires < at))
    latest = select(tokens.c.hash).where(*mine).order_by(tokens.c.seen.desc(), tokens.c.created.desc())
    surplus = list(connection.scalars(latest.offset(MOST_SESSIONS - 1)))
    if surplus:
        connection.execute(delete(tokens).where(tokens.c.hash.in_(surplus)))
    label = one_line(browser)[:LONGEST_LABEL]
    return _issue(connection, person, "session", label, ALL_SCOPES, at, at + SESSION_DAYS * DAY)


def sessions_of(connection: Connection, person: str, current: str | None, at: int) -> list[SessionView]:
    """Where somebody is signed in, the latest first."""
    rows = connection.execute(
        select(tokens)
        .where(tokens.c.person == person, tokens.c.kind == "session", tokens.c.expires >= at)
        .order_by(tokens.c.seen.desc(), tokens.c.created.desc(), tokens.c.hash)
    )
    return [
        SessionView(row.hash[:ID_SIGNS], row.label, row.created, row.seen, row.expires, row.hash == current)
        for row in rows
    ]


def end_sessions(connection: Connection, person: str, *, but: str | None = None, only: str | None = None) -> list[str]:
    """Sign somebody out everywhere, everywhere but in one browser, or only there; the hashes of what has ended."""
    ended = [one for one in _hashes(connection, person, "session") if one != but and only in (None, one)]
    connection.execute(delete(tokens).where(tokens.c.hash.in_(ended)))
    return ended


def end_everything_else(connection: Connection, person: str, *, but: str | None = None) -> list[str]:
    """End all sessions but one, and all tokens of somebody and of their bots: whoever knew the password may have made or
    renewed any of them. The hashes of what has ended."""
    bots = select(people.c.id).where(people.c.owner == person)
    theirs = tokens.c.person.in_(bots.union(select(people.c.id).where(people.c.id == person)))
    ended = [one for one in connection.scalars(select(tokens.c.hash).where(theirs)) if one != but]
    connection.execute(delete(tokens).where(tokens.c.hash.in_(ended)))
    return ended


def _hashes(connection: Connection, person: str, kind: str) -> list[str]:
    return list(connection.scalars(select(tokens.c.hash).where(tokens.c.person == person, tokens.c.kind == kind)))


def revoke(connection: Connection, person: str, kind: str, name: str) -> str:
    """End one session or token of somebody's; its hash."""
    for one in _hashes(connection, person, kind):
        if one[:ID_SIGNS] == name:
            connection.execute(delete(tokens).where(tokens.c.hash == one))
            return one
    raise NotThere("people.no_such_session" if kind == "session" else "people.no_such_token")


# ------------------------------------------------------------------------------------------------------- tokens


def new_token(
    connection: Connection, person: str, label: str, scopes: Collection[str], at: int
) -> tuple[TokenView, str]:
    """Issue a token for a program; what is told of it, and its secret."""
    lock(connection, person)
    tidy = one_line(label)
    if not tidy:
        raise Malformed("people.wrong_label")
    mine = (tokens.c.person == person, tokens.c.kind == "api")
    if (connection.scalar(select(func.count()).select_from(tokens).where(*mine)) or 0) >= MOST_TOKENS:
        raise TooMuch("people.too_many_tokens", most=MOST_TOKENS)
    secret, kept = _issue(connection, person, "api", tidy, frozenset(scopes), at, None)
    return TokenView(kept[:ID_SIGNS], tidy, sorted(set(scopes)), at, at), secret


def tokens_of(connection: Connection, person: str) -> list[TokenView]:
    """The tokens of somebody's programs, without their secrets, in the order in which they were made."""
    rows = connection.execute(
        select(tokens)
        .where(tokens.c.person == person, tokens.c.kind == "api")
        .order_by(tokens.c.created, tokens.c.hash)
    )
    return [TokenView(row.hash[:ID_SIGNS], row.label, row.scopes.split(), row.created, row.seen) for row in rows]


def end_tokens(connection: Connection, person: str) -> list[str]:
    """Revoke all tokens of somebody; the hashes of what has ended."""
    ended = _hashes(connection, person, "api")
    connection.execute(delete(tokens).where(tokens.c.hash.in_(ended)))
    return ended
