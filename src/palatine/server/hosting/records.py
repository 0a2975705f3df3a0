"""Records for hosts: people and their files, tables, and reports with the chat they are about."""

from __future__ import annotations

from typing import Any

from sqlalchemy import ColumnElement, Connection, Select, and_, exists, func, or_, select, update

from palatine.server.clock import now
from palatine.server.errors import NotNow, NotThere
from palatine.server.hosting.audit import Host, note
from palatine.server.live import chat as table_chat
from palatine.server.live.lobby import table_lines, unfinished
from palatine.server.messages.hosting import (
    FoundPeople,
    FoundPerson,
    PastSanction,
    PeopleQuery,
    PersonFile,
    ReportFile,
    Reports,
    ReportsQuery,
    ReportView,
    TableFile,
    TableSearch,
)
from palatine.server.messages.results import Tables
from palatine.server.messages.tables import LONGEST_NAME, ChatLine, PersonView
from palatine.server.people.credentials import sessions_of
from palatine.server.people.identity import comparable, one_line
from palatine.server.people.standing import in_force
from palatine.server.storage.schema import chat, hosts, people, reports, sanctions, sitters, tables

AROUND = 5
"""The chat lines shown before and after each line of a reported person."""
MOST_REPORTS = 50
MOST_TABLES = 50

# -------------------------------------------------------------------------------------------------------- people


def _has(kind: str, at: int) -> ColumnElement[bool]:
    return exists().where(sanctions.c.person == people.c.id, sanctions.c.kind == kind, in_force(at))


def _people(at: int) -> Select[Any]:
    open_reports = select(func.count()).where(reports.c.about == people.c.id, ~reports.c.handled).scalar_subquery()
    return select(
        people,
        exists().where(hosts.c.person == people.c.id).label("is_host"),
        _has("mute", at).label("is_muted"),
        _has("suspension", at).label("is_suspended"),
        open_reports.label("open_reports"),
    )


def _found(row: Any) -> FoundPerson:
    return FoundPerson(
        id=row.id,
        name=row.name,
        kind=row.kind,
        login=row.login,
        created=row.created,
        seen=row.seen,
        is_host=bool(row.is_host),
        is_muted=bool(row.is_muted),
        is_suspended=bool(row.is_suspended),
        open_reports=row.open_reports,
    )


def search_people(connection: Connection, query: PeopleQuery) -> FoundPeople:
    """Return a page of people, the latest seen first."""
    at = now()
    found = _people(at)
    if text := one_line(query.text):
        named = func.lower(people.c.name).contains(text.lower(), autoescape=True)
        login = people.c.login.contains(text.casefold(), autoescape=True)  # the database may know only ASCII letters
        found = found.where(or_(people.c.id == text, named, login))
    if query.kind is not None:
        found = found.where(people.c.kind == query.kind)
    if query.only == "hosts":
        found = found.where(exists().where(hosts.c.person == people.c.id))
    elif query.only is not None:
        found = found.where(_has("mute" if query.only == "muted" else "suspension", at))
    found = found.order_by(people.c.seen.desc(), people.c.id).offset(query.offset).limit(query.limit + 1)
    rows = connection.execute(found).all()
    return FoundPeople([_found(row) for row in rows[: query.limit]], more=len(rows) > query.limit)


def find_person(connection: Connection, text: str) -> str:
    """Return the id of a person, given the id or the name they sign in with."""
    name = one_line(text)
    login = comparable(name) if 0 < len(name) <= LONGEST_NAME else name
    person = connection.scalar(select(people.c.id).where(or_(people.c.id == name, people.c.login == login)).limit(1))
    if person is None:
        raise NotThere("hosting.unknown_person", person=text)
    return str(person)


def person_file(connection: Connection, person: str) -> PersonFile:
    """Return everything a host sees of a person."""
    at = now()
    row = connection.execute(_people(at).where(people.c.id == person)).first()
    if row is None:
        raise NotThere("people.no_such_person")
    imposed = connection.execute(select(sanctions).where(sanctions.c.person == person).order_by(sanctions.c.id.desc()))
    running = unfinished(connection, person)[:MOST_TABLES]
    return PersonFile(
        person=_found(row),
        owner=None if row.owner is None else _persons(connection, people.c.id == row.owner)[0],
        bots=_persons(connection, people.c.owner == person),
        sanctions=[PastSanction(one.id, one.kind, one.reason, one.at, one.until, one.ended) for one in imposed],
        reports_about=_reports(connection, _reported().where(reports.c.about == person).limit(MOST_REPORTS)),
        reports_by=_reports(connection, _reported().where(reports.c.person == person).limit(MOST_REPORTS)),
        tables=table_lines(connection, [tables.c.id.in_(running)], 0, MOST_TABLES),
        sessions=sessions_of(connection, person, None, at),
    )


def _persons(connection: Connection, condition: ColumnElement[bool]) -> list[PersonView]:
    rows = connection.execute(select(people.c.id, people.c.name, people.c.kind).where(condition))
    return [PersonView(*row) for row in rows]


# -------------------------------------------------------------------------------------------------------- tables


def search_tables(connection: Connection, query: TableSearch) -> Tables:
    """Return a page of tables, the most recently changed first."""
    conditions: list[ColumnElement[bool]] = []
    if wanted := query.id.strip():
        conditions.append(tables.c.id == wanted.rstrip("/").rpartition("/")[2])  # a link to the table will do
    if query.game is not None:
        conditions.append(tables.c.game == query.game)
    if query.status is not None:
        conditions.append(tables.c.status == query.status)
    if query.person is not None:
        sat = select(sitters.c.table_id).where(sitters.c.person == query.person)
        conditions.append(or_(tables.c.id.in_(sat), tables.c.host == query.person))
    lines = table_lines(connection, conditions, query.offset, query.limit + 1)
    return Tables(lines[: query.limit], more=len(lines) > query.limit)


def table_file(connection: Connection, table: str) -> TableFile:
    """Return a table as a host sees it: nothing of its position, since hosts may play too."""
    lines = table_lines(connection, [tables.c.id == table], 0, 1)
    if not lines:
        raise NotThere("server.no_such_table")
    about = _reported().where(reports.c.table_id == table).limit(MOST_REPORTS)
    return TableFile(lines[0], table_chat.lines(connection, table), _reports(connection, about))


# ------------------------------------------------------------------------------------------------------- reports


def _reported() -> Select[Any]:
    by, about = people.alias("by"), people.alias("about")
    named = [one.c[name].label(f"{one.name}_{name}") for one in (by, about) for name in ("name", "kind")]
    found = select(reports, *named).join(by, by.c.id == reports.c.person).join(about, about.c.id == reports.c.about)
    return found.order_by(reports.c.id.desc())


def _reports(connection: Connection, found: Select[Any]) -> list[ReportView]:
    return [
        ReportView(
            id=row.id,
            at=row.at,
            by=PersonView(row.person, row.by_name, row.by_kind),
            about=PersonView(row.about, row.about_name, row.about_kind),
            table=row.table_id,
            text=row.text,
            handled=row.handled,
            note=row.note,
        )
        for row in connection.execute(found)
    ]


def list_reports(connection: Connection, query: ReportsQuery) -> Reports:
    """Return a page of reports: open ones oldest first, handled ones newest first."""
    found = _reported().where(reports.c.handled.is_(query.handled))
    if not query.handled:
        found = found.order_by(None).order_by(reports.c.id)
    listed = _reports(connection, found.offset(query.offset).limit(query.limit + 1))
    return Reports(listed[: query.limit], more=len(listed) > query.limit)


def report_file(connection: Connection, number: int) -> ReportFile:
    """Return a report with the chat it is about."""
    found = _reports(connection, _reported().where(reports.c.id == number))
    if not found:
        raise NotThere("admin.no_such_report", number=str(number))
    (report,) = found
    return ReportFile(report, _chat_about(connection, report))


def _chat_about(connection: Connection, report: ReportView) -> list[ChatLine]:
    """Return the lines of the reported person at the table of a report, with the lines around them."""
    if report.table is None:
        return []
    theirs = chat.alias("theirs")
    near = exists().where(
        theirs.c.table_id == chat.c.table_id,
        theirs.c.person == report.about.id,
        theirs.c.number.between(chat.c.number - AROUND, chat.c.number + AROUND),
    )
    rows = connection.execute(
        select(chat)
        .where(and_(chat.c.table_id == report.table, near))
        .order_by(chat.c.number.desc())
        .limit(table_chat.KEPT)
    )
    return [ChatLine(row.number, row.at, row.person, row.name, row.text) for row in rows][::-1]


def handle_report(connection: Connection, host: Host, number: int, remark: str) -> None:
    """Mark a report as handled, with a note."""
    report = report_file(connection, number).report
    if report.handled:
        raise NotNow("hosting.handled_already", number=str(number))
    line = one_line(remark)
    connection.execute(update(reports).where(reports.c.id == number), {"handled": True, "note": line or None})
    note(connection, host, "handle_report", person=report.about.id, table=report.table, reason=f"{number}: {line}")
