"""`palatine admin`: maintenance of a server's data. Heavy modules are imported when they are used."""

from __future__ import annotations

import asyncio
from typing import Annotated

import typer

from palatine.cli import hosting
from palatine.cli.admin_common import (
    Database,
    File,
    Json,
    Language,
    Most,
    Reason,
    Redis,
    address_of,
    help_of,
    print_rows,
    words,
)
from palatine.core.language import Words
from palatine.core.words import say

app = typer.Typer(help=words("help.admin"), no_args_is_help=True, rich_markup_mode=None)
app.add_typer(hosting.commands)


@app.command("list", help=help_of("list"))
def list_tables(
    database: Database = "",
    status: Annotated[str | None, typer.Option("--status", metavar="STATUS", help=words("help.status"))] = None,
    most: Most = 50,
    json: Json = False,
    language: Language = None,
) -> None:
    """List tables."""
    from palatine.server import admin

    with admin.reading(address_of(database)) as connection:
        print_rows(admin.listed(connection, status, most), json, words("no_tables", language))


@app.command("end", help=help_of("end"))
def end_table(
    table: Annotated[str, typer.Argument(metavar="TABLE", help=words("help.table"))],
    database: Database = "",
    reason: Reason = "",
    redis: Redis = None,
    language: Language = None,
) -> None:
    """End a game."""
    from palatine.server import admin, broadcast
    from palatine.server.errors import DataInUse

    address = address_of(database)
    try:
        with admin.changing(address) as connection:
            notice = admin.end(connection, table, reason)
        ended = notice is not None
    except DataInUse:
        notice, ended = None, bool(admin.ask_server(address, "end", f"{table} {reason}")["ended"])
    if notice is not None and redis is not None:
        asyncio.run(broadcast.send_once(redis, notice))
    typer.echo(words("ended" if ended else "over_already", language))


@app.command("export", help=help_of("export"))
def export_tables(
    file: File,
    table: Annotated[list[str] | None, typer.Option("--table", metavar="TABLE", help=words("help.tables"))] = None,
    database: Database = "",
    language: Language = None,
) -> None:
    """Export tables."""
    from palatine.server import admin

    with admin.reading(address_of(database)) as connection:
        count = admin.write_export(connection, table or [], file)
    typer.echo(words("exported", language, count=count, file=str(file)))


@app.command("import", help=help_of("import"))
def import_tables(file: File, database: Database = "", language: Language = None) -> None:
    """Import tables."""
    from palatine.server import admin

    with admin.changing(address_of(database), new=True) as connection:
        added, there = admin.read_export(connection, file)
    typer.echo(words("imported", language, added=added, there=there))


@app.command("backup", help=help_of("backup"))
def back_up(file: File, database: Database = "", language: Language = None) -> None:
    """Back up the data."""
    from palatine.server import admin

    admin.back_up(address_of(database), file)
    typer.echo(words("backed_up", language, file=str(file)))


@app.command("vacuum", help=help_of("vacuum"))
def vacuum(database: Database = "", language: Language = None) -> None:
    """Delete expired data, and compact the database."""
    from palatine.server import admin
    from palatine.server.errors import DataInUse

    address = address_of(database)
    try:
        with admin.changing(address) as connection:
            deleted = admin.tidy(connection)
    except DataInUse:
        typer.echo(words("tidied", language, **admin.ask_server(address, "vacuum")))
        typer.echo(words("tidied_running", language))
    else:
        admin.compact(address)
        typer.echo(words("tidied", language, **deleted))


@app.command("check", help=help_of("check"))
def check_data(database: Database = "", json: Json = False, language: Language = None) -> None:
    """Check the database."""
    from palatine.server import admin
    from palatine.server.check import check, size_of

    with admin.reading(address_of(database)) as connection:
        found = list(check(connection))
        size = size_of(connection)
    if json:
        print_rows([{"table": one.table, "problem": one.problem} for one in found], json, "")
    elif found:
        typer.echo(words("damaged", language, damage="\n".join(map(str, found))), err=True)
    else:
        typer.echo(words("sound", language, count=size.tables, entries=size.entries))
    if found:
        raise typer.Exit(1)


@app.command("reports", help=help_of("reports"))
def show_reports(database: Database = "", json: Json = False, language: Language = None) -> None:
    """List the reports."""
    from palatine.server import admin

    with admin.reading(address_of(database)) as connection:
        print_rows(admin.open_reports(connection), json, words("no_reports", language))


@app.command("handled", help=help_of("handled"))
def close_report(
    number: Annotated[int, typer.Argument(metavar="NUMBER", help=words("help.number"))],
    note: Annotated[str, typer.Option("--note", metavar="TEXT", help=words("help.note"))] = "",
    database: Database = "",
    language: Language = None,
) -> None:
    """Close a report."""
    from palatine.server import admin
    from palatine.server.hosting import records

    with admin.acting(address_of(database)) as connection:
        records.handle_report(connection, None, number, note)
    typer.echo(words("report_closed", language, number=str(number)))


@app.command("push-key", help=help_of("push_key"))
def make_push_key(file: File, language: Language = None) -> None:
    """Create a key for push notifications."""
    from palatine.server.push.config import make_key

    make_key(file)
    typer.echo(say("push.key_made", Words(language).language, file=str(file)))
