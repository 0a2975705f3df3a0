"""REST operations of the admin page about people: search, files, warnings, mutes, suspensions, passwords, reports."""

from __future__ import annotations

from palatine.server.hosting import password_links, records, sanctions
from palatine.server.http.context import Call
from palatine.server.http.notices import number_of
from palatine.server.http.operations import HOST, operation
from palatine.server.http.tables import base_url
from palatine.server.messages.hosting import (
    Because,
    FoundPeople,
    Handled,
    LiftWish,
    MuteWish,
    PasswordLink,
    PeopleQuery,
    PersonFile,
    ReportFile,
    Reports,
    ReportsQuery,
    SanctionKind,
    SuspensionWish,
)


@operation("GET", "/api/admin/people", "Search people", needs=HOST)
async def search_people(call: Call, query: PeopleQuery) -> FoundPeople:
    """By a part of the name or by id, the latest seen first."""
    return await call.server.store.read(lambda connection: records.search_people(connection, query))


@operation("GET", "/api/admin/people/{person}", "Show a person's file", needs=HOST)
async def show_person_file(call: Call, person: str) -> PersonFile:
    """Warnings, mutes, suspensions, reports by and about the person, unfinished tables and sessions."""
    return await call.server.store.read(lambda connection: records.person_file(connection, person))


async def _impose(call: Call, person: str, kind: SanctionKind, reason: str, minutes: int | None) -> None:
    host = call.me.id
    await call.server.store.write(lambda connection: sanctions.impose(connection, host, person, kind, reason, minutes))
    await call.server.enforcer.changed()


@operation("POST", "/api/admin/people/{person}/warn", "Warn a person", needs=HOST, problems=(409,))
async def warn_person(call: Call, person: str, body: Because) -> None:
    """The app shows the warning until the person dismisses it."""
    await _impose(call, person, "warning", body.reason, None)


@operation("POST", "/api/admin/people/{person}/mute", "Mute a person for everyone", needs=HOST, problems=(409,))
async def mute_person(call: Call, person: str, body: MuteWish) -> None:
    """The person and their bots cannot chat for some minutes. It replaces an earlier mute."""
    await _impose(call, person, "mute", body.reason, body.minutes)


@operation("POST", "/api/admin/people/{person}/suspend", "Suspend a person", needs=HOST, problems=(409,))
async def suspend_person(call: Call, person: str, body: SuspensionWish) -> None:
    """The person and their bots cannot play or chat, for some minutes or for good. Bots take over their seats. They still
    can read, export and delete their data. It replaces an earlier suspension."""
    await _impose(call, person, "suspension", body.reason, body.minutes)


@operation("POST", "/api/admin/people/{person}/lift", "Lift a mute or suspension", needs=HOST, problems=(409,))
async def lift_sanction(call: Call, person: str, body: LiftWish) -> None:
    """Seats that bots have taken over can be taken back."""
    host = call.me.id
    await call.server.store.write(lambda connection: sanctions.lift(connection, host, person, body.kind, body.reason))
    await call.server.enforcer.changed()


@operation(
    "POST", "/api/admin/people/{person}/password_link", "Create a link for a password", needs=HOST, problems=(409,)
)
async def make_password_link(call: Call, person: str) -> PasswordLink:
    """Send it to the person: it sets a new password, once and within a day. It is shown only this once."""
    host = call.me.id
    secret, expires = await call.server.store.write(lambda connection: password_links.create(connection, host, person))
    return PasswordLink(f"{base_url(call)}{password_links.PATH}{secret}", expires)


@operation("GET", "/api/admin/reports", "List reports", needs=HOST)
async def list_reports(call: Call, query: ReportsQuery) -> Reports:
    """Open ones, oldest first, or handled ones, newest first."""
    return await call.server.store.read(lambda connection: records.list_reports(connection, query))


@operation("GET", "/api/admin/reports/{report}", "Show a report with its chat", needs=HOST)
async def show_report(call: Call, report: str) -> ReportFile:
    """The lines of the reported person at the table of the report, with the lines around them."""
    number = number_of(report, "admin.no_such_report", number=report)
    return await call.server.store.read(lambda connection: records.report_file(connection, number))


@operation("POST", "/api/admin/reports/{report}/handled", "Mark a report as handled", needs=HOST, problems=(409,))
async def handle_report(call: Call, report: str, body: Handled) -> None:
    """With a note for other hosts."""
    number, host = number_of(report, "admin.no_such_report", number=report), call.me.id
    await call.server.store.write(lambda connection: records.handle_report(connection, host, number, body.note))
