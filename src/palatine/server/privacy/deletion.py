"""Deletion of a person. Their opponents keep their games.

The row stays, with kind `gone` and without a name, because logs and results refer to its id. The name is removed from the
logs of all tables they ever sat at, and their name and messages from the chat. Ratings, relations, subscriptions,
sanctions, credentials and bots are deleted. Reports and the audit log stay, without the name: they concern the operator
and other people.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Collection, Sequence
from contextlib import closing
from dataclasses import dataclass

from sqlalchemy import Connection, bindparam, delete, or_, select, update

from palatine.core.words import ENGLISH
from palatine.server.ids import DELETED_NAME
from palatine.server.live.hub import Hub
from palatine.server.live.lobby import unfinished
from palatine.server.messages.views import nameless_summary
from palatine.server.people.bot_accounts import bots_of
from palatine.server.people.identity import People
from palatine.server.storage.schema import (
    chat,
    entries,
    hosts,
    password_links,
    people,
    ratings,
    recovery_codes,
    relations,
    sanctions,
    sitters,
    subscriptions,
    tables,
    tokens,
)
from palatine.server.storage.store import Store
from palatine.server.tables import commands
from palatine.server.tables.log import nameless, read, written

WAIT_SECONDS = 1.0
"""The time to wait for readers before SQLite's journal is truncated. If they take longer, it is overwritten later."""


@dataclass(frozen=True)
class _Rewritten:
    table_id: str
    seq: int
    entry: bytes


@dataclass(frozen=True)
class _Traces:
    """The places where a person is named: tables, and the replacements for entries of their logs."""

    tables: Sequence[str]
    rewritten: Sequence[_Rewritten]


async def erase(store: Store, hub: Hub, known: People, person: str) -> None:
    """Delete a person and their bots. They leave their tables first, so that no game waits for them."""
    everyone = [person, *(bot.id for bot in await store.read(lambda connection: bots_of(connection, person)))]
    await _get_up(store, hub, everyone)
    await _take_away(store, everyone)
    known.dismiss(everyone)
    # Requests that were under way have been carried out, and a table in memory may have written the old name.
    await _get_up(store, hub, everyone)
    await hub.sync.remove_names(everyone)
    await _take_away(store, everyone)
    if store.is_sqlite and store.url.database:
        await asyncio.to_thread(_wipe, store.url.database)


async def _get_up(store: Store, hub: Hub, everyone: Sequence[str]) -> None:
    async def get_up(person: str) -> None:
        for table_id in await store.read(lambda connection: unfinished(connection, person)):
            await hub.act(table_id, lambda table, at: commands.leave(table, person, at))

    for one in everyone:
        await get_up(one)


async def _take_away(store: Store, everyone: Collection[str]) -> None:
    traces = await store.read(lambda connection: _traces(connection, everyone))
    await store.write(lambda connection: _erase(connection, everyone, traces))


def _traces(connection: Connection, everyone: Collection[str]) -> _Traces:
    """Return where persons are named. Nothing else in a log ever changes, so other writers do not matter."""
    sat = select(sitters.c.table_id).where(sitters.c.person.in_(everyone))
    spoken = select(chat.c.table_id).where(chat.c.person.in_(everyone))
    named = list(connection.scalars(sat.union(spoken)))
    rewritten = []
    for table_id in named:
        for seq, line in connection.execute(
            select(entries.c.seq, entries.c.entry).where(entries.c.table_id == table_id)
        ):
            if any(person.encode() in line for person in everyone):
                entry = read(line)
                plain = nameless(entry, everyone, DELETED_NAME)
                if plain != entry:
                    rewritten.append(_Rewritten(table_id, seq, written(plain)))
    return _Traces(named, rewritten)


def _erase(connection: Connection, everyone: Collection[str], traces: _Traces) -> None:
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql("PRAGMA secure_delete = ON")  # overwrite deleted content in the file
    for table in (tokens, recovery_codes, subscriptions, ratings, sanctions, password_links, hosts):
        connection.execute(delete(table).where(table.c.person.in_(everyone)))
    connection.execute(delete(relations).where(or_(relations.c.person.in_(everyone), relations.c.other.in_(everyone))))
    connection.execute(update(chat).where(chat.c.person.in_(everyone)), {"name": DELETED_NAME, "text": DELETED_NAME})
    if traces.rewritten:
        here = update(entries).where(entries.c.table_id == bindparam("here"), entries.c.seq == bindparam("number"))
        rows = [{"here": one.table_id, "number": one.seq, "entry": one.entry} for one in traces.rewritten]
        connection.execute(here, rows)
    for row in connection.execute(select(tables.c.id, tables.c.summary).where(tables.c.id.in_(traces.tables))).all():
        summary = nameless_summary(row.summary, everyone, DELETED_NAME)
        if summary != row.summary:
            connection.execute(update(tables).where(tables.c.id == row.id), {"summary": summary})
    blank = {"kind": "gone", "name": DELETED_NAME, "login": None, "password": None, "owner": None}
    connection.execute(
        update(people).where(people.c.id.in_(everyone)), {**blank, "language": ENGLISH, "settings": "{}"}
    )


def _wipe(file: str) -> None:
    """Write SQLite's journal into the file and truncate it, because it still contains the names."""
    with closing(sqlite3.connect(file, timeout=WAIT_SECONDS, isolation_level=None)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
