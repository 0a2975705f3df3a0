"""Standing: the mutes and suspensions in force.

A process keeps them in memory, so every action can be checked without a query. It reads them again when a request of a
person shows a difference, when another process announces a change, and every few seconds, since `palatine admin` and
lost announcements leave no other trace. Bots share the standing of their owners.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

from sqlalchemy import ColumnElement, Connection, and_, exists, or_, select

from palatine.server.clock import now
from palatine.server.errors import NotAllowed
from palatine.server.storage.schema import people, sanctions
from palatine.server.storage.store import Store

RESTRICTIONS = ("mute", "suspension")


@dataclass(frozen=True)
class Restriction:
    """A mute or suspension. `until` is None if it is for good."""

    reason: str
    until: int | None

    @property
    def in_force(self) -> bool:
        """True until its time is over."""
        return self.until is None or self.until > now()


def utc(at: int) -> str:
    """Return a time as people read it, for sentences of the server, which does not know their time zones."""
    return datetime.fromtimestamp(at / 1000, UTC).strftime("%Y-%m-%d %H:%M UTC")


def in_force(at: int) -> ColumnElement[bool]:
    """Return the condition that a mute or suspension is in force."""
    lasting = or_(sanctions.c.until.is_(None), sanctions.c.until > at)
    return and_(sanctions.c.ended.is_(None), sanctions.c.kind.in_(RESTRICTIONS), lasting)


def is_restricted(at: int) -> ColumnElement[bool]:
    """Return the condition that the person of a row, or a bot's owner, is muted or suspended."""
    return exists().where(sanctions.c.person.in_((people.c.id, people.c.owner)), in_force(at))


Restrictions = dict[str, Restriction]


class Standings:
    """All people who are muted or suspended."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._of: Mapping[str, Restrictions] = {kind: {} for kind in RESTRICTIONS}
        self._reading = asyncio.Lock()
        self.news = asyncio.Event()
        """Set when something may have changed."""

    async def refresh(self) -> None:
        """Read the restrictions again."""
        async with self._reading:  # a slow read must not replace a later one
            self._of = await self._store.read(lambda connection: _restrictions(connection, now()))

    def suspension(self, person: str) -> Restriction | None:
        """Return a person's suspension, if one is in force."""
        return self._in_force("suspension", person)

    def _in_force(self, kind: str, person: str) -> Restriction | None:
        found = self._of[kind].get(person)
        return found if found is not None and found.in_force else None

    def is_restricted(self, person: str) -> bool:
        """Return True if a person is muted or suspended, as far as this process knows."""
        return any(self._in_force(kind, person) is not None for kind in RESTRICTIONS)

    @property
    def suspended(self) -> set[str]:
        """The people who are suspended."""
        return {person for person, found in self._of["suspension"].items() if found.in_force}

    def check_play(self, person: str) -> None:
        """Refuse a suspended person, and say why and until when."""
        found = self.suspension(person)
        if found is not None and found.until is None:
            raise NotAllowed("people.suspended_for_good", reason=found.reason)
        if found is not None and found.until is not None:
            raise NotAllowed("people.suspended", until=utc(found.until), reason=found.reason)

    def check_chat(self, person: str) -> None:
        """Refuse a muted person, and say why and until when."""
        found = self._in_force("mute", person)
        if found is not None and found.until is None:
            raise NotAllowed("people.muted_for_good", reason=found.reason)
        if found is not None and found.until is not None:
            raise NotAllowed("people.muted", until=utc(found.until), reason=found.reason)


def _restrictions(connection: Connection, at: int) -> Mapping[str, Restrictions]:
    found: dict[str, Restrictions] = {kind: {} for kind in RESTRICTIONS}
    theirs = or_(people.c.id == sanctions.c.person, people.c.owner == sanctions.c.person)
    rows = select(people.c.id, sanctions.c.kind, sanctions.c.reason, sanctions.c.until).join(people, theirs)
    for row in connection.execute(rows.where(in_force(at)).order_by(sanctions.c.id)):
        found[row.kind][row.id] = Restriction(row.reason, row.until)
    return found
