"""Figures of the overview that come from the database, for all processes."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from sqlalchemy import Column, Connection, func, select

from palatine.server.messages.hosting import Count
from palatine.server.messages.tables import PersonView
from palatine.server.storage.schema import analyses, people, reports, tables

MOST_PEOPLE = 100


@dataclass(frozen=True)
class StoredFigures:
    """People by id, tables and analyses by status, and the number of open reports."""

    people: list[PersonView]
    tables: list[Count]
    analyses: list[Count]
    open_reports: int


def stored_figures(connection: Connection, connected: Collection[str]) -> StoredFigures:
    """Return the figures, with the names of those who are connected."""
    some = sorted(connected)[:MOST_PEOPLE]
    named = select(people.c.id, people.c.name, people.c.kind).where(people.c.id.in_(some)).order_by(people.c.name)
    return StoredFigures(
        [PersonView(*row) for row in connection.execute(named)],
        _counts(connection, tables.c.status),
        _counts(connection, analyses.c.status),
        connection.scalar(select(func.count()).select_from(reports).where(~reports.c.handled)) or 0,
    )


def _counts(connection: Connection, column: Column[str]) -> list[Count]:
    rows = connection.execute(select(column, func.count()).group_by(column).order_by(column))
    return [Count(kind, count) for kind, count in rows]
