"""`palatine admin`: maintenance of a server's data. Heavy modules are imported when they are used."""

from __future__ import annotations

import asyncio
import json as json_module
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any

import typer

from palatine.core.formats import AnyOf
from palatine.core.language import Words
from palatine.core.words import LANGUAGES, say

WORDS = Words()


def _words(key: str, language: str | None = None, **fields: object) -> str:
    return say(f"admin.{key}", Words(language).language, **fields)


def _help(command: str) -> str:
    return f"{_words(f'help.{command}')}\n\n{_words(f'help.{command}_example')}"


app = typer.Typer(help=_words("help.admin"), no_args_is_help=True, rich_markup_mode=None)

Database = Annotated[str, typer.Option("--database", metavar="URL", help=WORDS("help.database"))]
Redis = Annotated[str | None, typer.Option("--redis", metavar="URL", help=WORDS("help.redis"))]
Json = Annotated[bool, typer.Option("--json", help=WORDS("help.json"))]
Language = Annotated[
    str | None, typer.Option("--lang", metavar="LANGUAGE", help=WORDS("help.language", known=AnyOf(LANGUAGES)))
]
File = Annotated[Path, typer.Argument(metavar="FILE", help=_words("help.file"))]


def _address(given: str) -> str:
    from palatine.server.settings import default_database

    return given or default_database()


def _print(rows: list[dict[str, Any]], as_json: bool, empty: str) -> None:
    """Print rows as a table, or as JSON."""
    from rich.console import Console
    from rich.table import Table

    console = Console(highlight=False)
    if as_json:
        console.print_json(json_module.dumps(rows))
    elif not rows:
        console.print(empty)
    else:
        grid = Table(*rows[0])
        for row in rows:
            grid.add_row(*(_cell(name, value) for name, value in row.items()))
        console.print(grid)


def _cell(name: str, value: object) -> str:
    if name in ("at", "created", "changed") and isinstance(value, int):
        return datetime.fromtimestamp(value / 1000, UTC).strftime("%Y-%m-%d %H:%M")
    return str(value)


@app.command("list", help=_help("list"))
def list_tables(
    database: Database = "",
    status: Annotated[str | None, typer.Option("--status", metavar="STATUS", help=_words("help.status"))] = None,
    most: Annotated[int, typer.Option("--most", metavar="NUMBER", min=1, help=_words("help.most"))] = 50,
    json: Json = False,
    language: Language = None,
) -> None:
    """List tables."""
    from palatine.server import admin

    with admin.reading(_address(database)) as connection:
        _print(admin.listed(connection, status, most), json, _words("no_tables", language))


@app.command("end", help=_help("end"))
def end_table(
    table: Annotated[str, typer.Argument(metavar="TABLE", help=_words("help.table"))],
    database: Database = "",
    redis: Redis = None,
    language: Language = None,
) -> None:
    """End a game."""
    from palatine.server import admin, broadcast
    from palatine.server.errors import DataInUse

    address = _address(database)
    try:
        with admin.changing(address) as connection:
            notice = admin.end(connection, table)
        ended = notice is not None
    except DataInUse:
        notice, ended = None, bool(admin.ask_server(address, "end", table)["ended"])
    if notice is not None and redis is not None:
        asyncio.run(broadcast.send_once(redis, notice))
    typer.echo(_words("ended" if ended else "over_already", language))


@app.command("export", help=_help("export"))
def export_tables(
    file: File,
    table: Annotated[list[str] | None, typer.Option("--table", metavar="TABLE", help=_words("help.tables"))] = None,
    database: Database = "",
    language: Language = None,
) -> None:
    """Export tables."""
    from palatine.server import admin

    with admin.reading(_address(database)) as connection:
        count = admin.write_export(connection, table or [], file)
    typer.echo(_words("exported", language, count=count, file=str(file)))


@app.command("import", help=_help("import"))
def import_tables(file: File, database: Database = "", language: Language = None) -> None:
    """Import tables."""
    from palatine.server import admin

    with admin.changing(_address(database), new=True) as connection:
        added, there = admin.read_export(connection, file)
    typer.echo(_words("imported", language, added=added, there=there))


@app.command("backup", help=_help("backup"))
def back_up(file: File, database: Database = "", language: Language = None) -> None:
    """Back up the data."""
    from palatine.server import admin

    admin.back_up(_address(database), file)
    typer.echo(_words("backed_up", language, file=str(file)))


@app.command("vacuum", help=_help("vacuum"))
def vacuum(database: Database = "", language: Language = None) -> None:
    """Delete expired data, and compact the database."""
    from palatine.server import admin
    from palatine.server.errors import DataInUse
    from palatine.server.storage.tidying import tidy_up

    address = _address(database)
    try:
        with admin.changing(address) as connection:
            deleted = tidy_up(connection)
    except DataInUse:
        typer.echo(_words("tidied", language, **admin.ask_server(address, "vacuum")))
        typer.echo(_words("tidied_running", language))
    else:
        admin.compact(address)
        typer.echo(_words("tidied", language, **deleted))


@app.command("check", help=_help("check"))
def check_data(database: Database = "", json: Json = False, language: Language = None) -> None:
    """Check the database."""
    from palatine.server import admin
    from palatine.server.check import check, size_of

    with admin.reading(_address(database)) as connection:
        found = list(check(connection))
        size = size_of(connection)
    if json:
        _print([{"table": one.table, "problem": one.problem} for one in found], json, "")
    elif found:
        typer.echo(_words("damaged", language, damage="\n".join(map(str, found))), err=True)
    else:
        typer.echo(_words("sound", language, count=size.tables, entries=size.entries))
    if found:
        raise typer.Exit(1)


@app.command("reports", help=_help("reports"))
def show_reports(database: Database = "", json: Json = False, language: Language = None) -> None:
    """List the reports."""
    from palatine.server import admin

    with admin.reading(_address(database)) as connection:
        _print(admin.open_reports(connection), json, _words("no_reports", language))


@app.command("handled", help=_help("handled"))
def close_report(
    number: Annotated[int, typer.Argument(metavar="NUMBER", help=_words("help.number"))],
    database: Database = "",
    language: Language = None,
) -> None:
    """Close a report."""
    from palatine.server import admin

    with admin.changing(_address(database)) as connection:
        admin.close_report(connection, number)
    typer.echo(_words("report_closed", language, number=str(number)))


@app.command("push-key", help=_help("push_key"))
def make_push_key(file: File, language: Language = None) -> None:
    """Create a key for push notifications."""
    from palatine.server.push.config import make_key

    make_key(file)
    typer.echo(say("push.key_made", Words(language).language, file=str(file)))
