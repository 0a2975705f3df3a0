"""Blocks and mutes between people, and reports to the operator of the server.

A blocked person cannot sit down at the blocker's tables and does not see them in the lobby. The same holds for the bots of
both. Clients hide the chat messages of blocked and muted persons.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import CompoundSelect, Connection, Select, delete, exists, func, insert, or_, select

from palatine.server.clock import now
from palatine.server.errors import Malformed, NotAllowed, NotThere, TooMuch
from palatine.server.messages.people import RelationKind, RelationView
from palatine.server.messages.tables import PersonView
from palatine.server.people.credentials import lock
from palatine.server.people.identity import Person, one_line
from palatine.server.storage.schema import people, relations, reports, tables
from palatine.server.storage.store import Store

MOST_RELATIONS = 1000

# ------------------------------------------------------------------------------------------------------ effects


def _with_owner(person: str) -> CompoundSelect[Any]:
    """Select a person and, if it is a bot, its owner."""
    itself = select(people.c.id).where(people.c.id == person)
    return itself.union(select(people.c.owner).where(people.c.id == person, people.c.owner.is_not(None)))


async def may_meet(store: Store, person: str, host: str) -> bool:
    """Return True if a person may sit down at a host's tables."""
    blocked = select(
        exists().where(
            relations.c.kind == "block",
            relations.c.person.in_(_with_owner(host)),
            relations.c.other.in_(_with_owner(person)),
        )
    )
    return person == host or not await store.read(lambda connection: connection.scalar(blocked))


async def check_meeting(store: Store, person: str, host: str) -> None:
    """Refuse a person who may not sit down at a host's tables. The refusal does not mention the block."""
    if not await may_meet(store, person, host):
        raise NotAllowed("people.may_not_sit")


def unseen_hosts(person: str) -> Select[tuple[str]]:
    """Select the hosts whose open tables a person does not see: `.where(tables.c.host.not_in(unseen_hosts(me)))`."""
    blockers = select(relations.c.person).where(relations.c.kind == "block", relations.c.other.in_(_with_owner(person)))
    return select(people.c.id).where(or_(people.c.id.in_(blockers), people.c.owner.in_(blockers)))


# ----------------------------------------------------------------------------------------------------- changing


def person_view(connection: Connection, person: str) -> PersonView:
    """Return a person as others see them."""
    row = connection.execute(select(people).where(people.c.id == person)).first()
    if row is None:
        raise NotThere("people.no_such_person")
    return PersonView(row.id, row.name, row.kind)


def _check_other(connection: Connection, me: Person, other: str) -> None:
    if other == me.id:
        raise Malformed("people.oneself")
    if person_view(connection, other).kind == "gone":
        raise NotThere("people.no_such_person")


async def relate(store: Store, me: Person, other: str, kind: RelationKind) -> None:
    """Block or mute a person."""

    def writing(connection: Connection) -> None:
        lock(connection, me.id)
        _check_other(connection, me, other)
        mine = select(func.count()).select_from(relations).where(relations.c.person == me.id)
        same = mine.where(relations.c.other == other, relations.c.kind == kind)
        if connection.scalar(same):
            return
        if (connection.scalar(mine) or 0) >= MOST_RELATIONS:
            raise TooMuch("people.too_many_relations", most=MOST_RELATIONS)
        connection.execute(insert(relations), {"person": me.id, "other": other, "kind": kind, "at": now()})

    await store.write(writing)


async def unrelate(store: Store, me: Person, other: str, kind: RelationKind) -> None:
    """Unblock or unmute a person."""
    gone = delete(relations).where(relations.c.person == me.id, relations.c.other == other, relations.c.kind == kind)
    await store.write(lambda connection: connection.execute(gone))


def relations_of(connection: Connection, person: str) -> list[RelationView]:
    """Return those a person has blocked or muted, latest first."""
    rows = connection.execute(
        select(people.c.id, people.c.name, people.c.kind, relations.c.kind.label("relation"), relations.c.at)
        .join(relations, relations.c.other == people.c.id)
        .where(relations.c.person == person)
        .order_by(relations.c.at.desc(), people.c.id, relations.c.kind)
    )
    return [RelationView(PersonView(row.id, row.name, row.kind), row.relation, row.at) for row in rows]


# ------------------------------------------------------------------------------------------------------ reports


async def report(store: Store, me: Person, about: str, text: str, table: str | None) -> None:
    """Report a person to the operator of the server; `table` says where it happened."""
    line = one_line(text)
    if not line:
        raise Malformed("server.nothing_said")

    def writing(connection: Connection) -> None:
        _check_other(connection, me, about)
        if table is not None and not connection.scalar(select(exists().where(tables.c.id == table))):
            raise NotThere("server.no_such_table")
        row = {"at": now(), "person": me.id, "about": about, "table_id": table, "text": line, "handled": False}
        connection.execute(insert(reports), row)

    await store.write(writing)
