"""Checks that credentials of open connections are still valid, against the database.

Other processes announce ended credentials, but an announcement may be lost. So an order is carried out only if its
credential was found in the database within the last `STALE_SECONDS`. One query checks all connected people.
"""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from typing import Protocol

import structlog
from sqlalchemy import Connection, or_, select

from palatine.server.clock import monotonic, now
from palatine.server.storage.schema import people, tokens
from palatine.server.storage.store import Store

log = structlog.get_logger()

FRESH_SECONDS = 1.0
"""The age at which a check is repeated in the background, while orders are still carried out."""
STALE_SECONDS = 2.0
"""The age from which an order waits for a new check."""
MOST_AT_ONCE = 500
"""The most credentials in one statement."""
MOST_ENDED = 100_000
"""The most ended credentials that a process remembers."""


class Bearer(Protocol):
    """A person with the credential they sent."""

    @property
    def id(self) -> str:
        """The person's id."""
        ...

    @property
    def token(self) -> str | None:
        """The hash of the session or token they sent; None for a guest."""
        ...

    @property
    def recognised(self) -> float:
        """The time at which the credential was found in the database, by the monotonic clock."""
        ...


class Validity:
    """The credentials in use, when each was last found in the database, and those that have ended."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._ended: OrderedDict[str, None] = OrderedDict()
        self._watched: Counter[str] = Counter()
        self._wanted: set[str] = set()
        """Credentials of people who are not connected, to be checked next."""
        self._checked: dict[str, float] = {}
        self._checking: asyncio.Task[None] | None = None

    def end(self, ended: Iterable[str]) -> None:
        """Note that sessions and tokens (hashes) or persons (ids) have ended."""
        for one in ended:
            self._ended[one] = None
        while len(self._ended) > MOST_ENDED:
            self._ended.popitem(last=False)

    def has_ended(self, person: Bearer) -> bool:
        """Return True if a person's credential has ended, as far as this process knows."""
        return person.id in self._ended or person.token in self._ended

    @contextmanager
    def watch(self, person: Bearer | None) -> Iterator[None]:
        """Include a person's credential in all checks while a connection is open."""
        if person is None:
            yield
            return
        one = _credential(person)
        self._watched[one] += 1
        try:
            yield
        finally:
            self._watched[one] -= 1
            if not self._watched[one]:
                del self._watched[one]
                self._checked.pop(one, None)

    async def holds(self, person: Bearer) -> bool:
        """Return True if a person's credential is valid, or was at most `STALE_SECONDS` ago."""
        one = _credential(person)
        while not self.has_ended(person):
            age = monotonic() - max(person.recognised, self._checked.get(one, 0.0))
            if age < STALE_SECONDS:
                if age >= FRESH_SECONDS and one in self._watched:
                    self._check()
                return True
            self._wanted.add(one)
            await asyncio.shield(self._check())
        return False

    def _check(self) -> asyncio.Task[None]:
        """Start a check unless one is under way, and return it."""
        if self._checking is None:
            self._checking = asyncio.get_running_loop().create_task(self._check_all())
            self._checking.add_done_callback(self._done)
        return self._checking

    def _done(self, task: asyncio.Task[None]) -> None:
        self._checking = None
        if not task.cancelled() and (problem := task.exception()) is not None:
            log.warning("credentials_not_checked", problem=str(problem))

    async def _check_all(self) -> None:
        wanted, self._wanted = self._wanted, set()
        credentials, began = list({*self._watched, *wanted}), monotonic()
        valid = await self._store.read(lambda connection: _valid(connection, credentials, now()))
        self.end([one for one in credentials if one not in valid])
        self._checked = {one: began for one in valid if one in self._watched or one in wanted}


def _credential(person: Bearer) -> str:
    """Return the hash of a person's token, or the id of a guest."""
    return person.token or person.id


def _valid(connection: Connection, credentials: Collection[str], at: int) -> set[str]:
    found: set[str] = set()
    several = list(credentials)
    for first in range(0, len(several), MOST_AT_ONCE):
        some = several[first : first + MOST_AT_ONCE]
        lasting = or_(tokens.c.expires.is_(None), tokens.c.expires >= at)
        found.update(connection.scalars(select(tokens.c.hash).where(tokens.c.hash.in_(some), lasting)))
        found.update(connection.scalars(select(people.c.id).where(people.c.id.in_(some), people.c.kind != "gone")))
    return found
