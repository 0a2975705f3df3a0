"""Standing: the mutes and suspensions in force.

A process keeps them in memory, so every action can be checked without a query. It reads them again when a request of a
person shows a difference, when another process announces a change, and every few seconds, since `palatine admin` and
lost announcements leave no other trace. Bots share the standing of their owners.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from sqlalchemy import BindParameter, ColumnElement, Connection, and_, func, or_, select

from palatine.server.clock import now
from palatine.server.errors import NotAllowed
from palatine.server.storage.schema import people, sanctions
from palatine.server.storage.store import Store

RESTRICTIONS = ("mute", "suspension")
MARK_STEP = 8
"""A person has fewer restrictions in force: a mute and a suspension, and a bot also those of its owner."""


@dataclass(frozen=True)
class Restriction:
    """A mute or suspension. `until` is None if it is for good."""

    number: int
    kind: str
    reason: str
    until: int | None

    @property
    def in_force(self) -> bool:
        """True until its time is over."""
        return self.until is None or self.until > now()


def utc(at: int) -> str:
    """Return a time as people read it, for sentences of the server, which does not know their time zones."""
    return datetime.fromtimestamp(at / 1000, UTC).strftime("%Y-%m-%d %H:%M UTC")


def in_force(at: int | BindParameter[int]) -> ColumnElement[bool]:
    """Return the condition that a mute or suspension is in force."""
    lasting = or_(sanctions.c.until.is_(None), sanctions.c.until > at)
    return and_(sanctions.c.ended.is_(None), sanctions.c.kind.in_(RESTRICTIONS), lasting)


def restrictions_mark(at: BindParameter[int]) -> ColumnElement[int]:
    """Return a number that changes with the restrictions of the person of a row: from their last number and their count.

    A new restriction has a higher number, and a lifted one lowers the count."""
    last = func.coalesce(func.max(sanctions.c.id), 0)
    theirs = sanctions.c.person.in_((people.c.id, people.c.owner))
    return select(last * MARK_STEP + func.count()).where(theirs, in_force(at)).correlate(people).scalar_subquery()


class Standings:
    """All people who are muted or suspended."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._of: Mapping[str, Sequence[Restriction]] = {}
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
        return next((one for one in self._of.get(person, ()) if one.kind == kind and one.in_force), None)

    def mark(self, person: str) -> int:
        """Return the `restrictions_mark` of a person, as far as this process knows."""
        found = [one.number for one in self._of.get(person, ()) if one.in_force]
        return max(found, default=0) * MARK_STEP + len(found)

    @property
    def suspended(self) -> set[str]:
        """The people who are suspended."""
        return {person for person in self._of if self.suspension(person) is not None}

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


def _restrictions(connection: Connection, at: int) -> Mapping[str, Sequence[Restriction]]:
    found: dict[str, list[Restriction]] = {}
    theirs = or_(people.c.id == sanctions.c.person, people.c.owner == sanctions.c.person)
    rows = select(people.c.id.label("whose"), sanctions).join(people, theirs)
    for row in connection.execute(rows.where(in_force(at)).order_by(sanctions.c.id)):
        found.setdefault(row.whose, []).append(Restriction(row.id, row.kind, row.reason, row.until))
    return found
