"""`palatine admin`: what the host of a server does to its data. Everything heavy is imported when it is used."""

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


def _said(key: str, language: str | None = None, **fields: object) -> str:
    return say(f"admin.{key}", Words(language).language, **fields)


def _helped(command: str) -> str:
    return f"{_said(f'help.{command}')}\n\n{_said(f'help.{command}_example')}"


app = typer.Typer(help=_said("help.admin"), no_args_is_help=True, rich_markup_mode=None)

Database = Annotated[str, typer.Option("--database", metavar="URL", help=WORDS("help.database"))]
Redis = Annotated[str | None, typer.Option("--redis", metavar="URL", help=WORDS("help.redis"))]
Json = Annotated[bool, typer.Option("--json", help=WORDS("help.json"))]
Language = Annotated[
    str | None, typer.Option("--lang", metavar="LANGUAGE", help=WORDS("help.language", known=AnyOf(LANGUAGES)))
]
File = Annotated[Path, typer.Argument(metavar="FILE", help=_said("help.file"))]


def _address(given: str) -> str:
    from palatine.server.settings import default_database

    return given or default_database()


def _told(rows: list[dict[str, Any]], as_json: bool, empty: str) -> None:
    """Rows as a table for people, or as JSON."""
    from rich.console import Console
    from rich.table import Table

    console = Console(highlight=False)
    if as_json:
        console.print_json(json_module.dumps(rows))
    elif not rows:
        console.print(empty)
    else:
        shown = Table(*rows[0])
        for row in rows:
            shown.add_row(*(_shown(name, value) for name, value in row.items()))
        console.print(shown)


def _shown(name: str, value: object) -> str:
    if name in ("at", "created", "changed") and isinstance(value, int):
        return datetime.fromtimestamp(value / 1000, UTC).strftime("%Y-%m-%d %H:%M")
    return str(value)


@app.command("list", help=_helped("list"))
def list_tables(
    database: Database = "",
    status: Annotated[str | None, typer.Option("--status", metavar="STATUS", help=_said("help.status"))] = None,
    most: Annotated[int, typer.Option("--most", metavar="NUMBER", min=1, help=_said("help.most"))] = 50,
    json: Json = False,
    language: Language = None,
) -> None:
    """List tables."""
    from palatine.server import admin

    with admin.reading(_address(database)) as connection:
        _told(admin.listed(connection, status, most), json, _said("no_tables", language))


@app.command("end", help=_helped("end"))
def end_table(
    table: Annotated[str, typer.Argument(metavar="TABLE", help=_said("help.table"))],
    database: Database = "",
    redis: Redis = None,
    language: Language = None,
) -> None:
    """End a game."""
    from palatine.server import admin, broadcast

    with admin.changing(_address(database)) as connection:
        notice = admin.end(connection, table)
    if notice is not None and redis is not None:
        asyncio.run(broadcast.send_once(redis, notice))
    typer.echo(_said("over_already" if notice is None else "ended", language))


@app.command("export", help=_helped("export"))
def export_tables(
    file: File,
    table: Annotated[list[str] | None, typer.Option("--table", metavar="TABLE", help=_said("help.tables"))] = None,
    database: Database = "",
    language: Language = None,
) -> None:
    """Export tables."""
    from palatine.server import admin

    with admin.reading(_address(database)) as connection:
        count = admin.write_export(connection, table or [], file)
    typer.echo(_said("exported", language, count=count, file=str(file)))


@app.command("import", help=_helped("import"))
def import_tables(file: File, database: Database = "", language: Language = None) -> None:
    """Import tables."""
    from palatine.server import admin

    with admin.changing(_address(database), new=True) as connection:
        added, there = admin.read_export(connection, file)
    typer.echo(_said("imported", language, added=added, there=there))


@app.command("backup", help=_helped("backup"))
def back_up(file: File, database: Database = "", language: Language = None) -> None:
    """Back the data up."""
    from palatine.server import admin

    admin.back_up(_address(database), file)
    typer.echo(_said("backed_up", language, file=str(file)))


@app.command("vacuum", help=_helped("vacuum"))
def vacuum(database: Database = "", language: Language = None) -> None:
    """Forget what nobody needs, and give the room back."""
    from palatine.server import admin

    address = _address(database)
    with admin.changing(address) as connection:
        forgotten = admin.tidy_up(connection)
    admin.compact(address)
    typer.echo(_said("tidied", language, **forgotten))


@app.command("reports", help=_helped("reports"))
def show_reports(database: Database = "", json: Json = False, language: Language = None) -> None:
    """List what people have reported."""
    from palatine.server import admin

    with admin.reading(_address(database)) as connection:
        _told(admin.open_reports(connection), json, _said("no_reports", language))


@app.command("handled", help=_helped("handled"))
def close_report(
    number: Annotated[int, typer.Argument(metavar="NUMBER", help=_said("help.number"))],
    database: Database = "",
    language: Language = None,
) -> None:
    """Note that a report has been seen to."""
    from palatine.server import admin

    with admin.changing(_address(database)) as connection:
        admin.close_report(connection, number)
    typer.echo(_said("report_closed", language, number=number))


@app.command("push-key", help=_helped("push_key"))
def make_push_key(file: File, language: Language = None) -> None:
    """Make a key for Web Push notices."""
    from palatine.server.push.config import make_key

    make_key(file)
    typer.echo(say("push.key_made", Words(language).language, file=str(file)))
