"""Options, sentences and output that the commands of `palatine admin` share."""

from __future__ import annotations

import json as json_module
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any

import typer

from palatine.core.formats import AnyOf
from palatine.core.language import Words
from palatine.core.words import LANGUAGES, say

WORDS = Words()
TAKES_IDS = {"ignore_unknown_options": True}
"""For commands that take an id: it may begin with a dash, and is no option then."""
TIMES = ("at", "created", "changed", "seen", "until")


def words(key: str, language: str | None = None, **fields: object) -> str:
    """Return a sentence of `palatine admin`."""
    return say(f"admin.{key}", Words(language).language, **fields)


def help_of(command: str) -> str:
    """Return the help of a command, with an example."""
    return f"{words(f'help.{command}')}\n\n{words(f'help.{command}_example')}"


Database = Annotated[str, typer.Option("--database", metavar="URL", help=WORDS("help.database"))]
Redis = Annotated[str | None, typer.Option("--redis", metavar="URL", help=WORDS("help.redis"))]
Json = Annotated[bool, typer.Option("--json", help=WORDS("help.json"))]
Language = Annotated[
    str | None, typer.Option("--lang", metavar="LANGUAGE", help=WORDS("help.language", known=AnyOf(LANGUAGES)))
]
File = Annotated[Path, typer.Argument(metavar="FILE", help=words("help.file"))]
Most = Annotated[int, typer.Option("--most", metavar="NUMBER", min=1, help=words("help.most"))]
Reason = Annotated[str, typer.Option("--reason", metavar="TEXT", help=words("help.reason"))]


def address_of(given: str) -> str:
    """Return the address of the database: the given one, or that of this user."""
    from palatine.server.settings import default_database

    return given or default_database()


def print_rows(rows: list[dict[str, Any]], as_json: bool, empty: str) -> None:
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
    if name in TIMES and isinstance(value, int):
        return datetime.fromtimestamp(value / 1000, UTC).strftime("%Y-%m-%d %H:%M")
    return "" if value is None else str(value)
