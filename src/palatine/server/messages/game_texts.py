"""The sentences and the rules of a game, for clients that do not bundle their own."""

from __future__ import annotations

import functools
from importlib import resources

import msgspec
from msgspec import Struct

from palatine.core.game import Game
from palatine.core.words import ENGLISH, LANGUAGES, catalogue
from palatine.server.errors import NotThere

RULES_END = "<!-- What follows is for the terminal and for programs; the app's rules end here. -->"
"""Ends the part of a game's README that players read; web/vite/rules.ts looks for the same."""


class GameWords(Struct, frozen=True):
    """The sentences of a game in one language, by key. Placeholders are named: `{points}`."""

    words: dict[str, str | dict[str, str]]


class GameRules(Struct, frozen=True):
    """The rules of a game, taken from its README."""

    markdown: str


def _check_language(language: str) -> None:
    if language not in LANGUAGES:
        raise NotThere("server.no_such_language", given=language, known=LANGUAGES)


@functools.cache
def words_of(game: Game, language: str) -> GameWords:
    """Return all sentences whose keys begin with the game's name."""
    _check_language(language)
    sentences = {**catalogue(ENGLISH), **catalogue(language)}.items()
    own = {key: sentence for key, sentence in sentences if key.startswith(f"{game.name}.")}
    return GameWords(msgspec.convert(own, dict[str, str | dict[str, str]]))


@functools.cache
def rules_of(game: Game, language: str) -> GameRules:
    """Return the rules of a game, in English if there is no translation."""
    _check_language(language)
    folder = resources.files(game.package)
    names = ["README.md"] if language == ENGLISH else [f"README.{language}.md", "README.md"]
    for name in names:
        file = folder.joinpath(name)
        if file.is_file():
            return GameRules(file.read_text("utf-8").partition(RULES_END)[0].rstrip() + "\n")
    raise NotThere("server.no_rules", game=game.title)
