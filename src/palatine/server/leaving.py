"""Deleting a person: what is theirs goes, the games of others stand.

The row stays, of the kind `gone` and without a name, because logs and results name its id. Their name is taken out of the
logs of tables and of the chat, with what they have said there. Ratings, relations, subscriptions and credentials are
removed; their bots go with them. Reports stay: they are the host's business with somebody else.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, bindparam, delete, or_, select, update

from palatine.core.words import ENGLISH
from palatine.server import commands
from palatine.server.entries import nameless, read, written
from palatine.server.hub import Hub
from palatine.server.lists import unfinished
from palatine.server.names import NOBODY
from palatine.server.people import People
from palatine.server.programs import bots_of
from palatine.server.storage.schema import (
    chairs,
    chat,
    entries,
    people,
    ratings,
    recovery_codes,
    relations,
    subscriptions,
    tables,
    tokens,
)
from palatine.server.storage.store import Store
from palatine.server.views import nameless_summary


@dataclass(frozen=True)
class _Rewritten:
    table_id: str
    seq: int
    entry: bytes


async def erase(store: Store, hub: Hub, known: People, person: str) -> None:
    """Delete a person and their bots. They get up from their tables first, so that nobody waits for them."""
    everyone = [person, *(bot.id for bot in await store.read(lambda connection: bots_of(connection, person)))]
    named = await store.read(lambda connection: _tables_that_name(connection, everyone))
    for one in everyone:
        await _get_up(store, hub, one)
    rewritten = await store.read(lambda connection: _rewritten(connection, named, everyone))
    await store.write(lambda connection: _erase(connection, everyone, named, rewritten))
    known.dismiss(everyone)
    await hub.unname(everyone)


async def _get_up(store: Store, hub: Hub, person: str) -> None:
    for table_id in await store.read(lambda connection: unfinished(connection, person)):
        await hub.act(table_id, lambda table, at: commands.leave(table, person, at))


def _tables_that_name(connection: Connection, everyone: Collection[str]) -> list[str]:
    seated = select(chairs.c.table_id).where(chairs.c.person.in_(everyone))
    spoken = select(chat.c.table_id).where(chat.c.person.in_(everyone))
    return list(connection.scalars(seated.union(spoken)))


def _rewritten(connection: Connection, table_ids: Sequence[str], everyone: Collection[str]) -> list[_Rewritten]:
    """The entries that have to be written anew without the names. Nothing else in a log ever changes, so this can be
    made out while others write."""
    found = []
    for table_id in table_ids:
        for seq, line in connection.execute(
            select(entries.c.seq, entries.c.entry).where(entries.c.table_id == table_id)
        ):
            if any(person.encode() in line for person in everyone):
                entry = read(line)
                plain = nameless(entry, everyone, NOBODY)
                if plain != entry:
                    found.append(_Rewritten(table_id, seq, written(plain)))
    return found


def _erase(
    connection: Connection, everyone: Collection[str], named: Collection[str], rewritten: Sequence[_Rewritten]
) -> None:
    for table in (tokens, recovery_codes, subscriptions, ratings):
        connection.execute(delete(table).where(table.c.person.in_(everyone)))
    connection.execute(delete(relations).where(or_(relations.c.person.in_(everyone), relations.c.other.in_(everyone))))
    connection.execute(update(chat).where(chat.c.person.in_(everyone)), {"name": NOBODY, "text": NOBODY})
    if rewritten:
        here = update(entries).where(entries.c.table_id == bindparam("here"), entries.c.seq == bindparam("number"))
        rows = [{"here": one.table_id, "number": one.seq, "entry": one.entry} for one in rewritten]
        connection.execute(here, rows)
    for row in connection.execute(select(tables.c.id, tables.c.summary).where(tables.c.id.in_(named))).all():
        summary = nameless_summary(row.summary, everyone, NOBODY)
        connection.execute(update(tables).where(tables.c.id == row.id), {"summary": summary})
    nobody = {"kind": "gone", "name": NOBODY, "login": None, "password": None, "owner": None}
    connection.execute(
        update(people).where(people.c.id.in_(everyone)), {**nobody, "language": ENGLISH, "settings": "{}"}
    )
