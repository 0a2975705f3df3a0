"""Sessions and tokens: issue, list, end. They are stored as hashes, and the first characters of the hash are their ids."""

from __future__ import annotations

import secrets
from collections.abc import Collection
from typing import Any

from sqlalchemy import Connection, delete, func, insert, select

from palatine.server.errors import Malformed, NotSignedIn, NotThere, TooMuch
from palatine.server.messages.people import LONGEST_LABEL, SessionView, TokenView
from palatine.server.people.identity import ALL_SCOPES, DAY, PREFIXES, SESSION_DAYS, Person, hashed, one_line
from palatine.server.storage.schema import people, tokens

SECRET_BYTES = 32
ID_SIGNS = 16
"""The length of an id: enough to be unique per person, useless for finding the secret."""
MOST_SESSIONS = 50
"""The most sessions of one person. A new one replaces the one unused for longest."""
MOST_TOKENS = 20


def lock(connection: Connection, person: str) -> Any:
    """Lock a person's row until the transaction ends, and return it."""
    row = connection.execute(select(people).where(people.c.id == person).with_for_update()).first()
    if row is None:
        raise NotThere("people.no_such_person")
    return row


def lock_in_session(connection: Connection, me: Person) -> Any:
    """Lock the row of a person in a session, and refuse if the session has ended meanwhile.

    Otherwise an intruder who is just being signed out could still create tokens."""
    row = lock(connection, me.id)
    if connection.scalar(select(tokens.c.hash).where(tokens.c.hash == me.token)) is None:
        raise NotSignedIn("server.not_signed_in")
    return row


def issue(
    connection: Connection, person: str, kind: str, label: str, scopes: Collection[str], at: int, expires: int | None
) -> tuple[str, str]:
    """Issue a session or a token; return its secret and its hash."""
    secret = PREFIXES[kind] + secrets.token_urlsafe(SECRET_BYTES)
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
    """Open a session, labelled with the browser's user agent; return the cookie and its hash."""
    mine = (tokens.c.person == person, tokens.c.kind == "session")
    connection.execute(delete(tokens).where(*mine, tokens.c.expires < at))
    latest = select(tokens.c.hash).where(*mine).order_by(tokens.c.seen.desc(), tokens.c.created.desc())
    surplus = list(connection.scalars(latest.offset(MOST_SESSIONS - 1)))
    if surplus:
        connection.execute(delete(tokens).where(tokens.c.hash.in_(surplus)))
    label = one_line(browser)[:LONGEST_LABEL]
    return issue(connection, person, "session", label, ALL_SCOPES, at, at + SESSION_DAYS * DAY)


def sessions_of(connection: Connection, person: str, current: str | None, at: int) -> list[SessionView]:
    """Return a person's sessions, latest first."""
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
    """End all sessions of a person, all `but` one, or `only` one; return the hashes of those ended.

    All sessions include those of the admin page."""
    theirs = [*_hashes(connection, person, "session"), *_hashes(connection, person, "admin")]
    ended = [one for one in theirs if one != but and only in (None, one)]
    connection.execute(delete(tokens).where(tokens.c.hash.in_(ended)))
    return ended


def end_everything_else(connection: Connection, person: str, *, but: str | None = None) -> list[str]:
    """End all sessions `but` one and all tokens of a person and their bots; return the hashes of those ended.

    An intruder who knew the password may have created or renewed any of them."""
    bots = select(people.c.id).where(people.c.owner == person)
    theirs = tokens.c.person.in_(bots.union(select(people.c.id).where(people.c.id == person)))
    ended = [one for one in connection.scalars(select(tokens.c.hash).where(theirs)) if one != but]
    connection.execute(delete(tokens).where(tokens.c.hash.in_(ended)))
    return ended


def _hashes(connection: Connection, person: str, kind: str) -> list[str]:
    return list(connection.scalars(select(tokens.c.hash).where(tokens.c.person == person, tokens.c.kind == kind)))


def revoke(connection: Connection, person: str, kind: str, name: str) -> str:
    """End one session or token of a person; return its hash."""
    for one in _hashes(connection, person, kind):
        if one[:ID_SIGNS] == name:
            connection.execute(delete(tokens).where(tokens.c.hash == one))
            return one
    raise NotThere("people.no_such_session" if kind == "session" else "people.no_such_token")


# ------------------------------------------------------------------------------------------------------- tokens


def new_token(
    connection: Connection, person: str, label: str, scopes: Collection[str], at: int
) -> tuple[TokenView, str]:
    """Issue a token for a program; return its view and its secret."""
    lock(connection, person)
    tidy = one_line(label)
    if not tidy:
        raise Malformed("people.wrong_label")
    mine = (tokens.c.person == person, tokens.c.kind == "api")
    if (connection.scalar(select(func.count()).select_from(tokens).where(*mine)) or 0) >= MOST_TOKENS:
        raise TooMuch("people.too_many_tokens", most=MOST_TOKENS)
    secret, token_hash = issue(connection, person, "api", tidy, frozenset(scopes), at, None)
    return TokenView(token_hash[:ID_SIGNS], tidy, sorted(set(scopes)), at, at), secret


def tokens_of(connection: Connection, person: str) -> list[TokenView]:
    """Return the tokens of a person's programs, oldest first, without secrets."""
    rows = connection.execute(
        select(tokens)
        .where(tokens.c.person == person, tokens.c.kind == "api")
        .order_by(tokens.c.created, tokens.c.hash)
    )
    return [TokenView(row.hash[:ID_SIGNS], row.label, row.scopes.split(), row.created, row.seen) for row in rows]


def end_tokens(connection: Connection, person: str) -> list[str]:
    """Revoke all tokens of a person; return their hashes."""
    ended = _hashes(connection, person, "api")
    connection.execute(delete(tokens).where(tokens.c.hash.in_(ended)))
    return ended
