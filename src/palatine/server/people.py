"""Who is who: guests with a signed cookie, accounts with sessions, programs with tokens.

| credential           | looks like                   | kept as                                             |
|----------------------|------------------------------|-----------------------------------------------------|
| a guest's cookie     | `g.<person>.<signature>`     | not at all: the server's secret signs it            |
| an account's session | `s.<random>`, in the cookie  | the SHA-256 of it, until signed out or expired      |
| an API token         | `palatine_<random>`          | the SHA-256 of it, with scopes, until revoked       |
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import unicodedata
from dataclasses import dataclass

from sqlalchemy import Connection, insert, select, update
from sqlalchemy.exc import IntegrityError

from palatine.core.words import ENGLISH, LANGUAGES
from palatine.server.messages import LONGEST_NAME
from palatine.server.names import new_id, now
from palatine.server.problems import Malformed
from palatine.server.storage.schema import facts, people, tokens
from palatine.server.storage.store import Store

SECRET = "secret"  # noqa: S105 - the name under which it is kept
GUEST, SESSION, API = "g.", "s.", "palatine_"
SESSION_DAYS = 180
DAY = 24 * 3600 * 1000
SEEN_EVERY = 3600 * 1000
"""How exactly is remembered when somebody was here."""
ALL_SCOPES = frozenset({"play", "account"})
GUEST_SCOPES = frozenset({"play"})


@dataclass(frozen=True)
class Person:
    """Somebody the server knows, and what the credential they came with allows."""

    id: str
    kind: str
    name: str
    language: str
    scopes: frozenset[str]


def hashed(token: str) -> str:
    """A long random token as it is kept."""
    return hashlib.sha256(token.encode()).hexdigest()


def tidy_name(name: str) -> str:
    """A name as it is shown: no blanks around it, none doubled, nothing invisible or turned round."""
    plain = unicodedata.normalize("NFKC", name)
    shown = "".join(sign if sign.isprintable() else " " for sign in plain)
    tidy = " ".join(shown.split())
    if not tidy or len(tidy) > LONGEST_NAME:
        raise Malformed("server.wrong_name", most=LONGEST_NAME)
    return tidy


class People:
    """Everyone the server knows."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._secret = b""

    async def open(self) -> None:
        """Read the server's secret, or make one."""
        self._secret = bytes.fromhex(await self._store.write(_secret))

    # ---------------------------------------------------------------------------------------------- recognising

    def _signature(self, person: str) -> str:
        return hmac.new(self._secret, f"guest {person}".encode(), hashlib.sha256).hexdigest()

    def guest_cookie(self, person: str) -> str:
        """The cookie that a guest keeps."""
        return f"{GUEST}{person}.{self._signature(person)}"

    async def recognise(self, credential: str) -> Person | None:
        """Whose cookie or token it is."""
        if credential.startswith(GUEST):
            person, _, signature = credential.removeprefix(GUEST).partition(".")
            if not hmac.compare_digest(signature.encode(), self._signature(person).encode()):
                return None
            return await self._store.read(lambda connection: _guest(connection, person))
        if credential.startswith((SESSION, API)):
            return await self._store.read(lambda connection: _bearer(connection, credential))
        return None

    # ------------------------------------------------------------------------------------------------- arriving

    async def new_guest(self, name: str, language: str) -> Person:
        """Somebody comes without an account."""
        tidy, at = tidy_name(name), now()
        spoken = language if language in LANGUAGES else ENGLISH
        row = {
            "id": new_id(),
            "kind": "guest",
            "name": tidy,
            "language": spoken,
            "settings": "{}",
            "created": at,
            "seen": at,
        }
        await self._store.write(lambda connection: connection.execute(insert(people), row))
        return Person(str(row["id"]), "guest", tidy, spoken, GUEST_SCOPES)


def _secret(connection: Connection) -> str:
    known = connection.scalar(select(facts.c.value).where(facts.c.name == SECRET))
    if known is None:
        try:
            with connection.begin_nested():
                connection.execute(insert(facts), {"name": SECRET, "value": secrets.token_hex(32)})
        except IntegrityError:
            pass  # another process was quicker: its secret is everyone's
        known = connection.scalar(select(facts.c.value).where(facts.c.name == SECRET))
    return str(known)


def _guest(connection: Connection, person: str) -> Person | None:
    row = connection.execute(select(people).where(people.c.id == person, people.c.kind == "guest")).first()
    return None if row is None else Person(row.id, row.kind, row.name, row.language, GUEST_SCOPES)


def _bearer(connection: Connection, token: str) -> Person | None:
    at = now()
    found = connection.execute(
        select(people, tokens.c.scopes, tokens.c.expires, tokens.c.hash.label("token"), tokens.c.seen.label("used"))
        .join(tokens, tokens.c.person == people.c.id)
        .where(tokens.c.hash == hashed(token))
    ).first()
    if found is None or (found.expires is not None and found.expires < at):
        return None
    return Person(found.id, found.kind, found.name, found.language, frozenset(found.scopes.split()))


__all__ = ["ALL_SCOPES", "API", "SESSION", "SESSION_DAYS", "People", "Person", "hashed", "tidy_name", "update"]
