"""REST operations of the admin page about the server: sign in, load, tables, announcements, the audit log."""

from __future__ import annotations

from palatine import __version__
from palatine.server.clock import now
from palatine.server.errors import NotSignedIn
from palatine.server.hosting import announcements, audit, hosts, records
from palatine.server.hosting.figures import stored_figures
from palatine.server.hosting.sanctions import tidy_reason
from palatine.server.http.accounts import attempt
from palatine.server.http.context import Call
from palatine.server.http.notices import number_of
from palatine.server.http.operations import ANYONE, HOST, operation
from palatine.server.messages.hosting import (
    Act,
    AnnouncementView,
    Audit,
    AuditQuery,
    Because,
    HostSignIn,
    HostView,
    NewAnnouncement,
    Overview,
    SeatOrder,
    TableFile,
    TableSearch,
)
from palatine.server.messages.results import Tables
from palatine.server.people.identity import comparable
from palatine.server.tables import host_commands
from palatine.server.tables.commands import Command

# ------------------------------------------------------------------------------------------------------- sign in


def _view(session: hosts.HostSession) -> HostView:
    return HostView(session.person.id, session.person.name, session.person.language, session.expires)


@operation("POST", "/api/admin/sign_in", "Sign in to the admin page", needs=ANYONE, problems=(401, 403))
async def sign_in_as_host(call: Call, body: HostSignIn) -> HostView:
    """For hosts of the server. The session ends after half an hour without a request. Everyone else is answered as with a
    wrong password."""
    server, login = call.server, comparable(body.name)
    async with attempt(call, login):
        session = await hosts.sign_in(server.store, server.passwords, login, body.password, call.browser)
    call.admin_cookie = session.cookie
    return _view(session)


@operation("GET", "/api/admin/me", "Show the signed-in host", needs=HOST)
async def show_host(call: Call) -> HostView:
    """And when the session expires."""
    if call.host is None:
        raise NotSignedIn("server.not_signed_in")
    return _view(call.host)


@operation("POST", "/api/admin/sign_out", "Sign out of the admin page", needs=HOST)
async def sign_out_as_host(call: Call) -> None:
    """You stay signed in to play."""
    await call.server.store.write(lambda connection: hosts.sign_out(connection, call.me))
    call.admin_cookie = ""


# ------------------------------------------------------------------------------------------------------ overview


@operation("GET", "/api/admin/overview", "Show the server at a glance", needs=HOST)
async def show_overview(call: Call) -> Overview:
    """The load and the connections of the process that answers, over the last minutes, and counts from the database."""
    server = call.server
    connected = server.hub.watchers.people | {
        listener.person
        for live in server.hub.live.values()
        for listener in live.listeners
        if listener.person is not None
    }
    stored = await server.store.read(lambda connection: stored_figures(connection, connected))
    load = server.load.load()
    return Overview(
        process=server.process,
        version=__version__,
        started=server.started,
        now=now(),
        connections=server.connections.open,
        people=stored.people,
        tables_in_memory=len(server.hub.live),
        seconds=round(load.seconds),
        decisions_per_second=round(load.decisions_per_second, 2),
        durable_p95_ms=None if load.durable_p95 is None else round(load.durable_p95 * 1000, 1),
        refusals=load.refusals,
        errors=load.errors,
        bots_thinking=server.pool.thinking,
        analyses=stored.analyses,
        tables=stored.tables,
        open_reports=stored.open_reports,
    )


# -------------------------------------------------------------------------------------------------------- tables


@operation("GET", "/api/admin/tables", "Search tables", needs=HOST)
async def search_tables(call: Call, query: TableSearch) -> Tables:
    """By id or link, game, status, and a person who sat there; the most recently changed first."""
    return await call.server.store.read(lambda connection: records.search_tables(connection, query))


@operation("GET", "/api/admin/tables/{table}", "Show a table's file", needs=HOST)
async def show_table_file(call: Call, table: str) -> TableFile:
    """Its seats, its last chat lines, and the reports about it."""
    return await call.server.store.read(lambda connection: records.table_file(connection, table))


async def _order(call: Call, table: str, act: Act, reason: str, command: Command) -> None:
    """Execute a host's command at a table; it is noted in the same transaction."""
    host, line = call.me.id, tidy_reason(reason)
    await call.server.hub.act(
        table,
        command,
        lambda hosted: lambda connection: audit.note(connection, host, act, table=hosted.id, reason=line),
    )


@operation("POST", "/api/admin/tables/{table}/end", "End a table", needs=HOST, problems=(409,))
async def end_table(call: Call, table: str, body: Because) -> None:
    """Ends the game without a result, or closes the open table."""
    await _order(call, table, "end_table", body.reason, host_commands.end)


@operation("POST", "/api/admin/tables/{table}/hand_over", "Hand a seat over to a bot", needs=HOST, problems=(409,))
async def hand_over_seat(call: Call, table: str, body: SeatOrder) -> None:
    """The player can take it back."""
    reason = f"{body.seat + 1}: {body.reason}"
    await _order(call, table, "hand_over", reason, lambda hosted, at: host_commands.hand_over(hosted, body.seat, at))


@operation("POST", "/api/admin/tables/{table}/give_back", "Give a seat back to its player", needs=HOST, problems=(409,))
async def give_back_seat(call: Call, table: str, body: SeatOrder) -> None:
    """From the bot that has taken it over."""
    reason = f"{body.seat + 1}: {body.reason}"
    await _order(call, table, "give_back", reason, lambda hosted, at: host_commands.give_back(hosted, body.seat, at))


# ----------------------------------------------------------------------------------- announcements, the audit log


@operation("GET", "/api/admin/announcements", "List announcements", needs=HOST)
async def list_announcements(call: Call) -> list[AnnouncementView]:
    """Those that are shown now."""
    return await call.server.store.read(announcements.shown)


@operation("POST", "/api/admin/announcements", "Announce something", needs=HOST)
async def announce(call: Call, body: NewAnnouncement) -> None:
    """The app shows the text to everyone for some minutes."""
    host = call.me.id
    await call.server.store.write(lambda connection: announcements.announce(connection, host, body.text, body.minutes))


@operation("DELETE", "/api/admin/announcements/{announcement}", "End an announcement", needs=HOST)
async def end_announcement(call: Call, announcement: str) -> None:
    """It is not shown any more."""
    number, host = number_of(announcement, "hosting.no_announcement"), call.me.id
    await call.server.store.write(lambda connection: announcements.end(connection, host, number))


@operation("GET", "/api/admin/audit", "Show the audit log", needs=HOST)
async def show_audit(call: Call, query: AuditQuery) -> Audit:
    """The acts of hosts, the latest first. The command line is a host too."""
    return await call.server.store.read(lambda connection: audit.listed(connection, query))
