"""The list of the games: those that come with Palatine, and those of installed packages. Imports no rules.

A package offers a game by an entry point of the group `palatine.games` whose value is a `Game`: `package.module:GAME`.
An entry that cannot be used is left out, and `refused_games` says why.
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
"""The games that come with Palatine, by name: a folder each, with the `GAME` that describes it."""
GROUP = "palatine.games"
"""The group of entry points in which an installed package offers games."""
NAME = re.compile(r"[a-z][a-z0-9_]{0,39}", re.ASCII)

for built_in in BUILT_IN.values():
    add_words(built_in.name, built_in.package)


@dataclass
class FoundGames:
    """The games that can be played, and what is wrong with the entries that are left out."""

    games: dict[str, Game] = field(default_factory=lambda: dict(BUILT_IN))
    refused: list[PalatineError] = field(default_factory=list)


def _loaded(entry: EntryPoint) -> Game:
    """The game of an entry point, or what is wrong with it."""
    with contextlib.redirect_stdout(sys.stderr):  # standard output may belong to a program that reads it
        found = entry.load()
        if not isinstance(found, Game):
            raise OptionError("core.no_game", kind=type(found).__name__)
        if not isinstance(found.name, str) or not NAME.fullmatch(found.name):
            raise OptionError("core.game_name", name=plain_text(repr(found.name), LONGEST_QUOTE))
        found.settings()  # the defaults must be right,
        bots_of(found)  # and so must the description of its bots, if there is one
    return found


@functools.cache
def find_games() -> FoundGames:
    """Look for the games of installed packages, once."""
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
    """The games there are, by name: the built-in ones first."""
    return find_games().games


def refused_games() -> list[PalatineError]:
    """A sentence for each entry of an installed package that is no game that can be played."""
    return find_games().refused


def game_named(name: object) -> Game:
    """The game of that name, or a sentence that lists those there are."""
    if isinstance(name, str) and name in BUILT_IN:
        return BUILT_IN[name]  # without a look at what is installed
    games = all_games()
    if not isinstance(name, str) or name not in games:
        raise OptionError("core.unknown_game", game=repr(name), known=nearest(str(name), games))
    return games[name]
