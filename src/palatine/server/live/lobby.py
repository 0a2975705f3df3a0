"""Lists of tables, read from their rows without building a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, Select, and_, exists, or_, select

from palatine.server.messages.results import Lobby, LobbyQuery, MyTablesQuery, Tables, TablesQuery
from palatine.server.messages.tables import TableLine
from palatine.server.messages.views import table_line
from palatine.server.people.blocks import person_view, unseen_hosts
from palatine.server.people.identity import comparable
from palatine.server.storage.schema import OVER, RUNNING, USE_OVER, USE_RUNNING, chairs, people, results, tables

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
    awaits_others = or_(tables.c.awaited.is_(None), tables.c.awaited != person)
    state = {
        "waiting": and_(RUNNING, tables.c.status == "playing", tables.c.awaited == person),
        "running": and_(RUNNING, awaits_others),
        "finished": and_(OVER),
    }[query.list]
    return _page(connection, person, query, state, USE_OVER if query.list == "finished" else USE_RUNNING)


def public_tables(connection: Connection, person: str, query: TablesQuery) -> Tables:
    """Return a page of the public games that a person has finished, the most recent first."""
    person_view(connection, person)  # refuses an unknown person
    return _page(connection, person, query, and_(OVER, tables.c.public.is_(True)), USE_OVER)


def _page(connection: Connection, person: str, query: TablesQuery, state: ColumnElement[bool], hint: str) -> Tables:
    """Return a page of a person's tables in a state. `hint`: the index for SQLite to use.

    Only the rows of the page are read. Everything else is found in indexes, however many tables there are."""
    mine = tables.c.id.in_(select(chairs.c.table_id).where(chairs.c.person == person))
    found = select(tables.c.id).with_hint(tables, hint, "sqlite").where(mine, state, *_filters(person, query))
    ordered = found.order_by(tables.c.changed.desc(), tables.c.id).offset(query.offset).limit(query.limit + 1)
    ids = list(connection.scalars(ordered))
    lines = {line.id: line for line in _lines(connection, select(*_LINE).where(tables.c.id.in_(ids[: query.limit])))}
    return Tables([lines[one] for one in ids if one in lines], more=len(ids) > query.limit)


def _filters(person: str, query: TablesQuery) -> list[ColumnElement[bool]]:
    filters: list[ColumnElement[bool]] = []
    if query.game is not None:
        filters.append(tables.c.game == query.game)
    if query.since is not None:
        filters.append(tables.c.changed >= query.since)
    if query.until is not None:
        filters.append(tables.c.changed < query.until)
    if query.result is not None:
        place = results.c.place == 1 if query.result == "won" else results.c.place > 1
        filters.append(tables.c.id.in_(select(results.c.table_id).where(results.c.person == person, place)))
    if query.opponent is not None:
        named = people.c.name_key.contains(comparable(query.opponent), autoescape=True)
        seated = and_(chairs.c.table_id == tables.c.id, chairs.c.person != person)
        filters.append(exists().where(seated, people.c.id == chairs.c.person, named))
    return filters


def unfinished(connection: Connection, person: str) -> list[str]:
    """Return the tables, not yet over, at which a person sits or which the person opened."""
    seated = select(chairs.c.table_id).where(chairs.c.person == person)
    running = select(tables.c.id).with_hint(tables, USE_RUNNING, "sqlite").where(RUNNING, tables.c.id.in_(seated))
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
