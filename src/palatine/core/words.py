"""The catalogues: every sentence that a person reads, in each language, under a dotted key.

The sentences of Palatine are TOML files in `words/<language>`: the key `core.unknown_game` is the entry `unknown_game` of
`core.toml`. A game brings its own in its folder: `words/<language>/game.toml` has the keys that begin with the game's name
(`kings.option.wall`), any other file, such as `terminal.toml`, those below it (`kings.terminal.header`).
Sentences have named gaps (`{game}`), filled with `str.format`. A file is read when a sentence of it is first needed.
"""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Iterator, Mapping
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

ENGLISH = "en"
FOLDER = "words"
OWN = "game.toml"
"""The file of a game whose keys begin with the game's name alone."""

_COMMON = Path(__file__).parents[1] / FOLDER
LANGUAGES = (
    ENGLISH,
    *sorted(folder.name for folder in _COMMON.iterdir() if folder.is_dir() and folder.name != ENGLISH),
)

game_packages: dict[str, str] = {}
"""The packages in which the words of games lie, by game."""


def add_words(game: str, package: str) -> None:
    """Make the sentences of a game known: those in the folder `words` of its package."""
    game_packages[game] = package


@functools.cache
def common_files() -> frozenset[str]:
    """The names with which the keys of Palatine's own sentences begin: no game may be called so."""
    return frozenset(file.stem for file in (_COMMON / ENGLISH).glob("*.toml"))


def _flattened(prefix: str, entries: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for name, entry in entries.items():
        if isinstance(entry, Mapping):
            yield from _flattened(f"{prefix}.{name}", entry)
        else:
            yield f"{prefix}.{name}", entry


def _sentences(prefix: str, file: Traversable) -> Iterator[tuple[str, str]]:
    return _flattened(prefix, tomllib.loads(file.read_text("utf-8")))


@functools.cache
def _of_file(name: str, language: str) -> Mapping[str, str]:
    """The sentences of one of Palatine's own files."""
    return dict(_sentences(name, _COMMON / language / f"{name}.toml"))


@functools.cache
def _of_game(game: str, package: str, language: str) -> Mapping[str, str]:
    """The sentences of a game in a language; none if it does not speak it."""
    folder = resources.files(package).joinpath(FOLDER, language)
    found: dict[str, str] = {}
    for file in folder.iterdir() if folder.is_dir() else ():
        if file.name == OWN:
            found.update(_sentences(game, file))
        elif file.name.endswith(".toml"):
            found.update(_sentences(f"{game}.{file.name.removesuffix('.toml')}", file))
    return found


def catalogue(language: str) -> Mapping[str, str]:
    """All sentences of a language, by key: Palatine's own and those of the games known."""
    sentences: dict[str, str] = {}
    for name in common_files():
        sentences.update(_of_file(name, language))
    for game, package in game_packages.items():
        sentences.update(_of_game(game, package, language))
    return sentences


def sentence(key: str, language: str = ENGLISH) -> str | None:
    """The sentence under `key` with its gaps, or None if there is none.

    What a game does not say in a language it says in English: an installed one may speak no other.
    """
    name = key.partition(".")[0]
    if name in game_packages:
        spoken = (_of_game(name, game_packages[name], one) for one in (language, ENGLISH))
        return next((sentences[key] for sentences in spoken if key in sentences), None)
    return _of_file(name, language).get(key) if name in common_files() else None


def say(key: str, language: str = ENGLISH, **fields: object) -> str:
    """The sentence under `key`, its gaps filled."""
    found = sentence(key, language)
    if found is None:
        raise KeyError(key)
    return found.format(**fields)
