"""The part of `palatine admin` about people: hosts, warnings, mutes, suspensions, passwords, announcements, the audit log.

A running server notices every change within seconds. The audit log names the command line as the host.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from palatine.cli.admin_common import Database, Json, Language, Most, address_of, help_of, print_rows, words

if TYPE_CHECKING:
    from sqlalchemy import Connection

commands = typer.Typer(rich_markup_mode=None)

MINUTES = {"m": 1, "h": 60, "d": 24 * 60, "w": 7 * 24 * 60}
TIME = re.compile(r"([1-9][0-9]{0,5})([mhdw])")
DEFAULT_URL = "http://127.0.0.1:8750"

Person = Annotated[str, typer.Argument(metavar="PERSON", help=words("help.person"))]
Reason = Annotated[str, typer.Option("--reason", metavar="TEXT", help=words("help.reason"))]
Kind = Literal["warning", "mute", "suspension"]


def minutes_of(text: str) -> int:
    """Return the minutes of a time such as `30m`, `12h`, `7d` or `2w`."""
    from palatine.server.errors import Malformed
    from palatine.server.messages.hosting import MOST_MINUTES

    match = TIME.fullmatch(text.strip().lower())
    minutes = 0 if match is None else int(match[1]) * MINUTES[match[2]]
    if not 0 < minutes <= MOST_MINUTES:
        raise Malformed("admin.wrong_time", given=text)
    return minutes


@contextmanager
def _about(database: str, person: str) -> Iterator[tuple[Connection, str]]:
    """Open the data to act on a person, given by id or sign-in name."""
    from palatine.server import admin
    from palatine.server.hosting import records

    with admin.acting(address_of(database)) as connection:
        yield connection, records.find_person(connection, person)


def _impose(database: str, person: str, kind: Kind, reason: str, minutes: int | None) -> None:
    from palatine.server.hosting import sanctions

    with _about(database, person) as (connection, found):
        sanctions.impose(connection, None, found, kind, reason, minutes)


@commands.command("host", help=help_of("host"))
def appoint_host(
    name: Annotated[str, typer.Argument(metavar="NAME", help=words("help.host_name"))],
    remove: Annotated[bool, typer.Option("--remove", help=words("help.remove"))] = False,
    database: Database = "",
    language: Language = None,
) -> None:
    """Make an account a host of the server, or an ordinary one again."""
    from palatine.server.hosting import hosts

    with _about(database, name) as (connection, found):
        (hosts.dismiss if remove else hosts.appoint)(connection, found)
    typer.echo(words("host_removed" if remove else "host_added", language, name=name))


@commands.command("people", help=help_of("people"))
def list_people(
    text: Annotated[str, typer.Argument(metavar="[TEXT]", help=words("help.text"))] = "",
    most: Most = 50,
    database: Database = "",
    json: Json = False,
    language: Language = None,
) -> None:
    """Search people."""
    import msgspec

    from palatine.server import admin
    from palatine.server.hosting import records
    from palatine.server.messages.hosting import PeopleQuery

    with admin.reading(address_of(database)) as connection:
        found = records.search_people(connection, PeopleQuery(limit=most, text=text))
    print_rows([msgspec.structs.asdict(one) for one in found.people], json, words("no_people", language))


@commands.command("warn", help=help_of("warn"))
def warn(person: Person, reason: Reason, database: Database = "", language: Language = None) -> None:
    """Warn a person."""
    _impose(database, person, "warning", reason, None)
    typer.echo(words("warned", language, name=person))


@commands.command("mute", help=help_of("mute"))
def mute(
    person: Person,
    reason: Reason,
    time: Annotated[str, typer.Option("--for", metavar="TIME", help=words("help.time"))] = "1d",
    database: Database = "",
    language: Language = None,
) -> None:
    """Mute a person."""
    _impose(database, person, "mute", reason, minutes_of(time))
    typer.echo(words("muted", language, name=person))


@commands.command("suspend", help=help_of("suspend"))
def suspend(
    person: Person,
    reason: Reason,
    time: Annotated[str | None, typer.Option("--for", metavar="TIME", help=words("help.time_or_good"))] = None,
    database: Database = "",
    language: Language = None,
) -> None:
    """Suspend a person."""
    _impose(database, person, "suspension", reason, None if time is None else minutes_of(time))
    typer.echo(words("suspended", language, name=person))


@commands.command("lift", help=help_of("lift"))
def lift(
    person: Person,
    reason: Reason,
    mute: Annotated[bool, typer.Option("--mute", help=words("help.lift_mute"))] = False,
    database: Database = "",
    language: Language = None,
) -> None:
    """Lift a suspension or a mute."""
    from palatine.server.hosting import sanctions

    with _about(database, person) as (connection, found):
        sanctions.lift(connection, None, found, "mute" if mute else "suspension", reason)
    typer.echo(words("lifted", language, name=person))


@commands.command("reset-password", help=help_of("reset_password"))
def reset_password(
    person: Person,
    public_url: Annotated[str, typer.Option("--public-url", metavar="URL", help=words("help.url"))] = DEFAULT_URL,
    database: Database = "",
    language: Language = None,
) -> None:
    """Print a link that sets a new password."""
    from palatine.server.hosting import password_links

    with _about(database, person) as (connection, found):
        secret, _ = password_links.create(connection, None, found)
    typer.echo(words("password_link", language, name=person))
    typer.echo(f"{public_url.rstrip('/')}{password_links.PATH}{secret}")


@commands.command("announce", help=help_of("announce"))
def announce(
    text: Annotated[str, typer.Argument(metavar="TEXT", help=words("help.announcement"))],
    time: Annotated[str, typer.Option("--for", metavar="TIME", help=words("help.time"))] = "1d",
    database: Database = "",
    language: Language = None,
) -> None:
    """Show a text to everyone."""
    from palatine.server import admin
    from palatine.server.hosting import announcements

    minutes = minutes_of(time)
    with admin.acting(address_of(database)) as connection:
        announcements.announce(connection, None, text, minutes)
    typer.echo(words("announced", language))


@commands.command("audit", help=help_of("audit"))
def show_audit(
    person: Annotated[str | None, typer.Option("--person", metavar="PERSON", help=words("help.audit_person"))] = None,
    table: Annotated[str | None, typer.Option("--table", metavar="TABLE", help=words("help.audit_table"))] = None,
    most: Most = 50,
    database: Database = "",
    json: Json = False,
    language: Language = None,
) -> None:
    """Show what hosts did."""
    from palatine.server import admin
    from palatine.server.hosting import audit, records
    from palatine.server.messages.hosting import AuditQuery

    with admin.reading(address_of(database)) as connection:
        about = None if person is None else records.find_person(connection, person)
        lines = audit.listed(connection, AuditQuery(limit=most, person=about, table=table)).lines
    rows = [
        {
            "at": line.at,
            "host": audit.COMMAND_LINE if line.host is None else line.host.name,
            "act": line.act,
            "person": line.person and line.person.name,
            "table": line.table,
            "reason": line.reason,
        }
        for line in lines
    ]
    print_rows(rows, json, words("no_acts", language))
