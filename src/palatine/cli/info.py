"""`palatine games` and `palatine rules`."""

from __future__ import annotations

import json
import sys
from importlib import resources

from rich.console import Console
from rich.markdown import Markdown

import palatine
from palatine.core.errors import OptionError
from palatine.core.formats import AnyOf
from palatine.core.game import Game, Option
from palatine.core.language import Words
from palatine.games import all_games, game_named, refused_games


def show_rules(name: str, words: Words) -> None:
    """Run the command `palatine rules`: print the rules of a game."""
    game = game_named(name)
    folder = resources.files(game.package)
    files = [folder.joinpath(f"README.{words.language}.md"), folder.joinpath("README.md")]
    found = next((file for file in files if file.is_file()), None)
    if found is None:
        raise OptionError("cli.error.no_rules", game=game.title)
    text = found.read_text(encoding="utf-8")
    console = Console()
    console.print(Markdown(text), width=min(console.width, 100))


def option_text(option: Option, game: Game, words: Words) -> str:
    """Return the description of an option: the game's sentence, or its name."""
    return words.of(game.name).if_known(f"option.{option.name}", option.name.replace("_", " "))


def list_games(as_json: bool, words: Words) -> None:
    """Run the command `palatine games`: list the games with their options."""
    console = Console(highlight=False)
    for problem in refused_games():
        sys.stderr.write(problem.text(words.language) + "\n")
    if as_json:
        console.print_json(json.dumps(palatine.games()))
        return
    for game in all_games().values():
        counts = AnyOf(map(str, game.players))
        console.print(words("games.players", title=game.title, name=game.name, players=counts), markup=False)
        for option in game.options:
            what = option_text(option, game, words)
            default = str(option.default_for(game.default_players)).lower()
            line = words(
                "games.option", name=option.name, what=what, default=default, wanted=", ".join(option.typed_values())
            )
            console.print(line, markup=False, soft_wrap=True)
