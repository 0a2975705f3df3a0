"""Lists of tables, read from their rows without building a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, Select, and_, or_, select

from palatine.server.messages.results import Lobby, LobbyQuery, MyTablesQuery, Tables
from palatine.server.messages.tables import TableLine
from palatine.server.messages.views import table_line
from palatine.server.people.blocks import unseen_hosts
from palatine.server.storage.schema import chairs, tables

LONGEST_LOBBY = 50
MOST_WAITING = 200

_LINE = (
    tables.c.id,
    tables.c.game,
    tables.c.players,
    tables.c.status,
    tables.c.public,
    tables.c.rated,
    tables.c.practice,
    tables.c.host,
    tables.c.ply,
    tables.c.awaited,
    tables.c.created,
    tables.c.changed,
    tables.c.summary,
)
"""The columns of a line; the seed is not among them."""


def _lines(connection: Connection, found: Select[Any]) -> list[TableLine]:
    return [table_line(row) for row in connection.execute(found)]


def lobby(connection: Connection, query: LobbyQuery, person: str | None) -> Lobby:
    """Return the public tables to join and to watch, without those of hosts who have blocked the person."""

    def public(status: str) -> list[TableLine]:
        found = select(*_LINE).where(tables.c.public.is_(True), tables.c.status == status)
        if query.game is not None:
            found = found.where(tables.c.game == query.game)
        if person is not None:
            found = found.where(tables.c.host.not_in(unseen_hosts(person)))
        return _lines(connection, found.order_by(tables.c.created.desc(), tables.c.id).limit(LONGEST_LOBBY))

    return Lobby(public("open"), public("playing"))


def my_tables(connection: Connection, person: str, query: MyTablesQuery) -> Tables:
    """Return a page of a person's tables, the most recently changed first."""
    mine = tables.c.id.in_(select(chairs.c.table_id).where(chairs.c.person == person))
    awaits_me = and_(tables.c.status == "playing", tables.c.awaited == person)
    awaits_others = or_(tables.c.awaited.is_(None), tables.c.awaited != person)
    state = {
        "waiting": awaits_me,
        "running": and_(tables.c.status.in_(("open", "playing")), awaits_others),
        # without tables that were closed before their game began
        "finished": and_(tables.c.status.in_(("finished", "ended")), tables.c.position.is_not(None)),
    }[query.list]
    found = select(*_LINE).where(mine, state).order_by(tables.c.changed.desc(), tables.c.id)
    lines = _lines(connection, found.offset(query.offset).limit(query.limit + 1))
    return Tables(lines[: query.limit], more=len(lines) > query.limit)


def unfinished(connection: Connection, person: str) -> list[str]:
    """Return the tables, not yet over, at which a person sits or which the person opened."""
    seated = select(chairs.c.table_id).where(chairs.c.person == person)
    running = select(tables.c.id).where(tables.c.status.in_(("open", "playing")), tables.c.id.in_(seated))
    hosted = select(tables.c.id).where(tables.c.status == "open", tables.c.host == person)
    return list(connection.scalars(running.union(hosted)))


def waiting_for(connection: Connection, person: str) -> list[Row[tuple[str, str, int]]]:
    """Return the tables that wait for a person's decision: id, game, ply."""
    found = select(tables.c.id, tables.c.game, tables.c.ply)
    found = found.where(tables.c.status == "playing", tables.c.awaited == person)
    return list(connection.execute(found.order_by(tables.c.changed).limit(MOST_WAITING)))


def table_lines(
    connection: Connection, conditions: Sequence[ColumnElement[bool]], offset: int, limit: int
) -> list[TableLine]:
    """Return the lines of tables that meet all conditions, the most recently changed first."""
    found = select(*_LINE).where(*conditions).order_by(tables.c.changed.desc(), tables.c.id)
    return _lines(connection, found.offset(offset).limit(limit))
