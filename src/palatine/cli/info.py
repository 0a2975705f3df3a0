"""Commands that only tell: the games there are, and their rules."""

from __future__ import annotations

import json
from importlib import resources

from rich.console import Console
from rich.markdown import Markdown

import palatine
from palatine.cli.words import Words
from palatine.core.words import ENGLISH
from palatine.games import GAMES, game_named


def show_rules(name: str, words: Words) -> None:
    """The rules of a game in the person's language."""
    game = game_named(name)
    file = "README.md" if words.language == ENGLISH else f"README.{words.language}.md"
    text = resources.files(game.package).joinpath(file).read_text(encoding="utf-8")
    console = Console()
    console.print(Markdown(text), width=min(console.width, 100))


def list_games(as_json: bool, words: Words) -> None:
    """The games with their options."""
    console = Console(highlight=False)
    if as_json:
        console.print_json(json.dumps(palatine.games()))
        return
    for game in GAMES.values():
        counts = ", ".join(map(str, game.players))
        console.print(words("games.players", title=game.title, name=game.name, players=counts), markup=False)
        for option in game.options:
            what = words.of_game(game.name, f"option.{option.name}")
            default = str(option.default_for(game.default_players)).lower()
            line = words("games.option", name=option.name, what=what, default=default, wanted=", ".join(option.told()))
            console.print(line, markup=False, soft_wrap=True)
