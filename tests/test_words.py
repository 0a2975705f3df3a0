"""The catalogues say the same in every language, and the rules of a game have the same numbers in each."""

import re
from collections.abc import Iterator
from importlib import resources
from string import Formatter

import pytest

from palatine.core.game import Game
from palatine.core.words import ENGLISH, LANGUAGES, catalogue, common_files
from palatine.games import BUILT_IN

TRANSLATIONS = [language for language in LANGUAGES if language != ENGLISH]
TELLING_LENGTH = 12
"""Shorter sentences may well be the same in two languages."""
TRANSLATED = 0.8
RULE = re.compile(r"^- \*\*([A-Z]+-[A-Z]?\d+[a-z]?)\*\* \S", re.MULTILINE)


def gaps(sentence: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(sentence) if name is not None}


def rulebooks(game: Game) -> Iterator[tuple[str, str]]:
    """The README files of a game: name and text."""
    for file in resources.files(game.package).iterdir():
        if file.name.startswith("README") and file.name.endswith(".md"):
            yield file.name, file.read_text("utf-8")


@pytest.mark.parametrize("language", TRANSLATIONS)
def test_every_language_has_the_keys_of_english(language: str) -> None:
    there, wanted = catalogue(language).keys(), catalogue(ENGLISH).keys()
    assert wanted
    assert sorted(wanted - there) == [], "not translated"
    assert sorted(there - wanted) == [], "not in English"


@pytest.mark.parametrize("game", BUILT_IN)
def test_the_sentences_of_a_game_lie_in_its_folder(game: str) -> None:
    for language in LANGUAGES:
        own = {key for key in catalogue(language) if key.startswith(f"{game}.")}
        folder = resources.files(BUILT_IN[game].package).joinpath("words", language)
        files = {file.name.removesuffix(".toml") for file in folder.iterdir()}
        assert "game" in files
        for name in files - {"game"}:
            assert any(key.startswith(f"{game}.{name}.") for key in own), name
        assert f"{game}.levels.1" in own
        assert game not in common_files()


@pytest.mark.parametrize("language", TRANSLATIONS)
def test_every_sentence_has_the_gaps_of_english(language: str) -> None:
    english = catalogue(ENGLISH)
    found = {key: gaps(sentence) for key, sentence in catalogue(language).items() if key in english}
    assert found == {key: gaps(english[key]) for key in found}


@pytest.mark.parametrize("language", LANGUAGES)
def test_gaps_are_named(language: str) -> None:
    unnamed = [key for key, text in catalogue(language).items() if not all(map(str.isidentifier, gaps(text)))]
    assert unnamed == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_is_empty(language: str) -> None:
    sentences: dict[str, object] = dict(catalogue(language))
    assert [key for key, text in sentences.items() if not isinstance(text, str) or not text.strip()] == []


@pytest.mark.parametrize("language", TRANSLATIONS)
def test_a_translation_is_not_just_the_english(language: str) -> None:
    translated = catalogue(language)
    telling = {key: text for key, text in catalogue(ENGLISH).items() if len(text) > TELLING_LENGTH}
    same = [key for key, text in telling.items() if translated.get(key) == text]
    assert len(telling) - len(same) >= TRANSLATED * len(telling), same


@pytest.mark.parametrize("game", BUILT_IN.values(), ids=lambda game: game.name)
def test_the_rules_of_a_game_are_there_in_every_language(game: Game) -> None:
    wanted = {"README.md", *(f"README.{language}.md" for language in TRANSLATIONS)}
    assert {name for name, _ in rulebooks(game)} == wanted


@pytest.mark.parametrize("game", BUILT_IN.values(), ids=lambda game: game.name)
def test_the_rules_of_a_game_have_the_same_numbers_in_the_same_order(game: Game) -> None:
    rules = {name: RULE.findall(text) for name, text in rulebooks(game)}
    english = rules["README.md"]
    assert english
    assert len(set(english)) == len(english)
    assert rules == dict.fromkeys(rules, english)
