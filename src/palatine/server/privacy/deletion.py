"""Deletion of a person. Their opponents keep their games.

The row stays, with kind `gone` and without a name, because logs and results refer to its id. The name is removed from the
logs of all tables they ever sat at, and their name and messages from the chat. Ratings, relations, subscriptions,
the e-mail address, sanctions, credentials and bots are deleted. Reports and the audit log stay, without the name: they
concern the operator and other people.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Collection, Sequence
from contextlib import closing
from functools import partial

import msgspec
import structlog
from sqlalchemy import Connection, delete, or_, select, update

from palatine.core.words import ENGLISH
from palatine.server.errors import StorageFailure
from palatine.server.ids import DELETED_NAME
from palatine.server.live.hub import Hub
from palatine.server.live.lobby import unfinished
from palatine.server.messages.views import nameless_summary
from palatine.server.people.bot_accounts import bots_of
from palatine.server.people.identity import People
from palatine.server.storage.rewrite import rewrite
from palatine.server.storage.schema import (
    addresses,
    chat,
    entries,
    hosts,
    mails,
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

log = structlog.get_logger()

WAIT_SECONDS = 1.0
"""The time to wait for readers before SQLite's journal is truncated. If they take longer, it is overwritten later."""


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
    """Remove the names from the logs, one table at a time so that games go on meanwhile, then everything else."""
    named = await store.read(lambda connection: _tables(connection, everyone))
    for table_id in named:
        try:
            replaced = await store.read(partial(_replaced, table_id=table_id, everyone=everyone))
            if replaced:
                await store.write(partial(rewrite, table_id=table_id, replaced=replaced))
        except StorageFailure as failure:
            if failure.kind != "corrupt":
                raise
            log.error("name_not_removed", table=table_id, problem=str(failure))
    await store.write(lambda connection: _erase(connection, everyone, named))


def _tables(connection: Connection, everyone: Collection[str]) -> list[str]:
    """Return the tables where persons are named."""
    sat = select(sitters.c.table_id).where(sitters.c.person.in_(everyone))
    spoken = select(chat.c.table_id).where(chat.c.person.in_(everyone))
    return list(connection.scalars(sat.union(spoken)))


def _replaced(connection: Connection, table_id: str, everyone: Collection[str]) -> dict[int, bytes]:
    """Return the entries of a log that name persons, by number, without their names. Nothing else in a log changes."""
    replaced = {}
    for seq, line in connection.execute(select(entries.c.seq, entries.c.entry).where(entries.c.table_id == table_id)):
        if any(person.encode() in line for person in everyone):
            plain = _nameless(line, everyone)
            if plain != line:
                replaced[seq] = plain
    return replaced


def _nameless(line: bytes, everyone: Collection[str]) -> bytes:
    try:
        entry = read(line)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return b"{}"  # it is damaged, and may hold the name
    plain = nameless(entry, everyone, DELETED_NAME)
    return line if plain == entry else written(plain)


def _erase(connection: Connection, everyone: Collection[str], named: Sequence[str]) -> None:
    for table in (tokens, recovery_codes, subscriptions, ratings, addresses, mails, sanctions, password_links, hosts):
        connection.execute(delete(table).where(table.c.person.in_(everyone)))
    connection.execute(delete(relations).where(or_(relations.c.person.in_(everyone), relations.c.other.in_(everyone))))
    connection.execute(update(chat).where(chat.c.person.in_(everyone)), {"name": DELETED_NAME, "text": DELETED_NAME})
    for row in connection.execute(select(tables.c.id, tables.c.summary).where(tables.c.id.in_(named))).all():
        summary = nameless_summary(row.summary, everyone, DELETED_NAME)
        if summary != row.summary:
            connection.execute(update(tables).where(tables.c.id == row.id), {"summary": summary})
    blank = {"kind": "gone", "name": DELETED_NAME, "name_key": None, "login": None, "password": None, "owner": None}
    connection.execute(
        update(people).where(people.c.id.in_(everyone)), {**blank, "language": ENGLISH, "settings": "{}"}
    )


def _wipe(file: str) -> None:
    """Write SQLite's journal into the file and truncate it, because it still contains the names."""
    with closing(sqlite3.connect(file, timeout=WAIT_SECONDS, isolation_level=None)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
