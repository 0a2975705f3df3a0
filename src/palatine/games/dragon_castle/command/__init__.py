"""`palatine castle`, a sub-command of the game. Heavy imports wait until it is used."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from palatine.core.formats import AnyOf
from palatine.core.language import Words
from palatine.core.words import LANGUAGES

GAME = "dragon_castle"
COMMON = Words()
WORDS = COMMON.of(GAME)
FAILED = 2

app = typer.Typer(help=WORDS("castle.help.castle"), no_args_is_help=True, add_completion=False, rich_markup_mode=None)

Language = Annotated[
    str | None, typer.Option("--lang", metavar="LANGUAGE", help=COMMON("help.language", known=AnyOf(LANGUAGES)))
]
Json = Annotated[bool, typer.Option("--json", help=COMMON("help.json"))]


def _helped(command: str) -> str:
    return f"{WORDS(f'castle.help.{command}')}\n\n{WORDS(f'castle.help.{command}_example')}"


@app.command("list", help=_helped("list"))
def castle_list(json: Json = False, language: Language = None) -> None:
    """List the castles."""
    from palatine.games.dragon_castle.command.output import list_castles

    list_castles(json, Words(language, GAME))


@app.command("show", help=_helped("show"))
def castle_show(
    castle: Annotated[str, typer.Argument(metavar="NAME|FILE", help=WORDS("castle.help.which"))],
    json: Json = False,
    language: Language = None,
) -> None:
    """Draw a castle."""
    from palatine.games.dragon_castle.command.output import show_castle

    show_castle(castle, json, Words(language, GAME))


@app.command("check", help=_helped("check"))
def castle_check(
    file: Annotated[Path, typer.Argument(metavar="FILE", help=WORDS("castle.help.file"))],
    players: Annotated[
        int | None, typer.Option("--players", metavar="NUMBER", help=WORDS("castle.help.players"))
    ] = None,
    json: Json = False,
    language: Language = None,
) -> None:
    """Check a custom castle."""
    from palatine.games.dragon_castle.command.output import check_castle

    if not check_castle(file, players, json, Words(language, GAME)):
        raise typer.Exit(FAILED)
