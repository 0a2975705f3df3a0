"""The games: built-in ones and those of installed packages. Imports no rules.

A package offers a game by an entry point of the group `palatine.games` whose value is a `Game`: `package.module:GAME`.
An entry that cannot be used is skipped, and `refused_games` says why.
"""

from __future__ import annotations

import contextlib
import functools
import importlib
import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from palatine.core.bots import bots_of
from palatine.core.errors import OptionError, PalatineError, nearest
from palatine.core.game import Game
from palatine.core.plain_text import LONGEST_QUOTE, exception_text, plain_text
from palatine.core.words import add_words, common_files

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

FOLDERS = (
    "kingdomino",
    "year_of_the_dragon",
    "dragon_castle",
)
BUILT_IN: Mapping[str, Game] = {name: importlib.import_module(f"{__name__}.{name}").GAME for name in FOLDERS}
"""The built-in games by name. Each has a folder with the `GAME` that describes it."""
GROUP = "palatine.games"
"""The group of entry points by which an installed package offers games."""
NAME = re.compile(r"[a-z][a-z0-9_]{0,39}", re.ASCII)

for built_in in BUILT_IN.values():
    add_words(built_in.name, built_in.package)


@dataclass
class FoundGames:
    """The games that can be played, and the errors of the entries that cannot."""

    games: dict[str, Game] = field(default_factory=lambda: dict(BUILT_IN))
    refused: list[PalatineError] = field(default_factory=list)


def _loaded(entry: EntryPoint) -> Game:
    """Return the game of an entry point; raises an error that says what is wrong with it."""
    with contextlib.redirect_stdout(sys.stderr):  # a program may be reading standard output
        found = entry.load()
        if not isinstance(found, Game):
            raise OptionError("core.no_game", kind=type(found).__name__)
        if not isinstance(found.name, str) or not NAME.fullmatch(found.name):
            raise OptionError("core.game_name", name=plain_text(repr(found.name), LONGEST_QUOTE))
        found.settings()  # check the defaults
        bots_of(found)  # check the description of its bots, if any
    return found


@functools.cache
def find_games() -> FoundGames:
    """Return the built-in games and those of installed packages; looks for packages once."""
    from importlib.metadata import entry_points

    found = FoundGames()
    for entry in sorted(entry_points(group=GROUP), key=lambda entry: (entry.name, entry.value)):
        try:
            game = _loaded(entry)
            if game.name in found.games or game.name in common_files():
                raise OptionError("core.game_clashes", name=game.name)
        except (Exception, SystemExit) as problem:
            reason = problem if isinstance(problem, PalatineError) else exception_text(problem)
            where = plain_text(f"{entry.name} = {entry.value}", LONGEST_QUOTE)
            found.refused.append(OptionError("core.game_refused", entry=where, reason=reason))
        else:
            found.games[game.name] = game
            add_words(game.name, game.package)
    return found


def all_games() -> Mapping[str, Game]:
    """Return all games by name, the built-in ones first."""
    return find_games().games


def refused_games() -> list[PalatineError]:
    """Return an error for each entry of an installed package that cannot be used."""
    return find_games().refused


def game_named(name: object) -> Game:
    """Return the game of a name; raises an error that lists the known ones."""
    if isinstance(name, str) and name in BUILT_IN:
        return BUILT_IN[name]  # skips the search for installed packages
    games = all_games()
    if not isinstance(name, str) or name not in games:
        raise OptionError("core.unknown_game", game=repr(name), known=nearest(str(name), games))
    return games[name]
