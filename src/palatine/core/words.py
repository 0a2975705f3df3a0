"""The catalogues: every sentence that a person reads, in each language, by dotted key.

Palatine's own sentences are TOML files in `words/<language>`: `core.unknown_game` is the entry `unknown_game` of `core.toml`.
A game has its own in its folder: the keys of `words/<language>/game.toml` begin with the game's name (`kings.option.wall`),
those of any other file with the name and the file (`kings.terminal.header`). Files are read when first needed.

Sentences have named placeholders (`{game}`). Numbers and lists are written as the language writes them; pass identifiers,
such as a seed, as text. A sentence that depends on a number has a form for each plural category of the language, chosen by
the field `count`:

    [decisions]
    one = "{count} decision"
    other = "{count} decisions"

To add a language, add its folder, named by its tag (`pl`, `pt-BR`). What it lacks is said in English; `missing` lists it.
"""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Iterator, Mapping
from importlib import resources
from importlib.resources.abc import Traversable
from numbers import Integral, Real
from pathlib import Path
from typing import Any

from palatine.core.formats import OTHER, PLURAL_CATEGORIES, joined, number, plural_categories, plural_category

Sentence = str | Mapping[str, str]
"""A text with placeholders, or one for each plural category."""

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
"""The packages with the sentences of games, by game."""


def add_words(game: str, package: str) -> None:
    """Add the sentences of a game: those in the folder `words` of its package."""
    game_packages[game] = package


def matching_language(tag: str) -> str | None:
    """Return the language of a tag or locale (`it`, `it-CH`, `it_CH.UTF-8`), or None if there is no such folder."""
    wanted = tag.partition(".")[0].partition("@")[0].replace("_", "-").casefold()
    known = {language.casefold(): language for language in LANGUAGES}
    return known.get(wanted) or known.get(wanted.partition("-")[0])


@functools.cache
def common_files() -> frozenset[str]:
    """Return the names of Palatine's own catalogues. No game may have such a name."""
    return frozenset(file.stem for file in (_COMMON / ENGLISH).glob("*.toml"))


def _flattened(prefix: str, entries: Mapping[str, Any]) -> Iterator[tuple[str, Sentence]]:
    for name, entry in entries.items():
        if isinstance(entry, Mapping) and not (OTHER in entry and entry.keys() <= PLURAL_CATEGORIES):
            yield from _flattened(f"{prefix}.{name}", entry)
        else:
            yield f"{prefix}.{name}", entry


def read_file(prefix: str, file: Traversable) -> dict[str, Sentence]:
    """Return the sentences of a TOML file by key; none if there is no such file."""
    if not file.is_file():
        return {}
    return dict(_flattened(prefix, tomllib.loads(file.read_text("utf-8"))))


@functools.cache
def _of_file(name: str, language: str) -> Mapping[str, Sentence]:
    return read_file(name, _COMMON / language / f"{name}.toml")


@functools.cache
def _of_game(game: str, package: str, language: str) -> Mapping[str, Sentence]:
    folder = resources.files(package).joinpath(FOLDER, language)
    found: dict[str, Sentence] = {}
    for file in folder.iterdir() if folder.is_dir() else ():
        if file.name == OWN:
            found.update(read_file(game, file))
        elif file.name.endswith(".toml"):
            found.update(read_file(f"{game}.{file.name.removesuffix('.toml')}", file))
    return found


def catalogue(language: str) -> Mapping[str, Sentence]:
    """Return the sentences that a language has, by key: Palatine's own and those of the installed games."""
    sentences: dict[str, Sentence] = {}
    for name in common_files():
        sentences.update(_of_file(name, language))
    for game, package in game_packages.items():
        sentences.update(_of_game(game, package, language))
    return sentences


def missing(found: Mapping[str, Sentence], wanted: Mapping[str, Sentence], language: str) -> list[str]:
    """Return the keys of `wanted` that `found`, a catalogue of a language, lacks, and the plural forms (`key.few`)."""
    lacking = [key for key in wanted if key not in found]
    for key, sentence in found.items():
        if not isinstance(sentence, str):
            lacking += [f"{key}.{category}" for category in plural_categories(language) - sentence.keys()]
    return sorted(lacking)


def sentence(key: str, language: str = ENGLISH) -> Sentence | None:
    """Return the sentence under a key, in English where the language lacks it; None if there is none at all."""
    name = key.partition(".")[0]
    for spoken in (language, ENGLISH):
        if name in game_packages:
            found = _of_game(name, game_packages[name], spoken).get(key)
        else:
            found = _of_file(name, spoken).get(key) if name in common_files() else None
        if found is not None:
            return found
    return None


def fill(sentence: Sentence, language: str, fields: Mapping[str, object]) -> str:
    """Return a sentence with its placeholders filled."""
    if not isinstance(sentence, str):
        count = fields["count"]
        assert isinstance(count, Real), "a plural form is chosen by a number"
        sentence = sentence.get(plural_category(float(count), language), sentence[OTHER])
    return sentence.format(**{name: _shown(value, language) for name, value in fields.items()})


def _shown(value: object, language: str) -> object:
    if isinstance(value, Real) and not isinstance(value, bool):  # of Python or of NumPy
        return number(int(value) if isinstance(value, Integral) else float(value), language)
    if isinstance(value, (list, tuple)) and all(isinstance(item, str) for item in value):
        return joined(value, language)
    return value


def say_if_known(key: str, language: str = ENGLISH, **fields: object) -> str | None:
    """Return the sentence under a key with its placeholders filled; None if there is none."""
    found = sentence(key, language)
    return None if found is None else fill(found, language, fields)


def say(key: str, language: str = ENGLISH, **fields: object) -> str:
    """Return the sentence under a key with its placeholders filled."""
    found = say_if_known(key, language, **fields)
    if found is None:
        raise KeyError(key)
    return found
