"""The catalogues are complete in every language, plural forms follow the CLDR, and rules have the same numbers in each."""

import re
from collections.abc import Iterator
from importlib import resources
from pathlib import Path
from string import Formatter

import pytest

from palatine.core.formats import AnyOf
from palatine.core.game import Game
from palatine.core.words import (
    ENGLISH,
    LANGUAGES,
    Sentence,
    catalogue,
    common_files,
    fill,
    matching_language,
    missing,
    read_file,
    say,
)
from palatine.games import BUILT_IN

TRANSLATIONS = [language for language in LANGUAGES if language != ENGLISH]
LONG_ENOUGH = 12
"""Shorter sentences may well be the same in two languages."""
TRANSLATED = 0.8
RULE = re.compile(r"^- \*\*([A-Z]+-[A-Z]?\d+[a-z]?)\*\* \S", re.MULTILINE)


POLISH = Path(__file__).parent / "words" / "pl" / "test.toml"
"""Ten sentences with plural forms; the app's tests read them too."""


def forms(sentence: Sentence) -> list[str]:
    return [sentence] if isinstance(sentence, str) else list(sentence.values())


def placeholders(sentence: Sentence) -> set[str]:
    return {name for form in forms(sentence) for _, name, _, _ in Formatter().parse(form) if name is not None}


def rulebooks(game: Game) -> Iterator[tuple[str, str]]:
    """The README files of a game: name and text."""
    for file in resources.files(game.package).iterdir():
        if file.name.startswith("README") and file.name.endswith(".md"):
            yield file.name, file.read_text("utf-8")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_every_sentence_and_plural_form(language: str) -> None:
    assert missing(catalogue(language), catalogue(ENGLISH), language) == []


@pytest.mark.parametrize("language", TRANSLATIONS)
def test_a_translation_has_no_sentence_that_english_lacks(language: str) -> None:
    assert sorted(catalogue(language).keys() - catalogue(ENGLISH).keys()) == []


def test_missing_sentences_and_plural_forms_are_listed() -> None:
    english: dict[str, Sentence] = {"a.name": "Name", "a.tiles": {"one": "{count} tile", "other": "{count} tiles"}}
    polish: dict[str, Sentence] = {"a.tiles": {"one": "{count} kafelek", "other": "{count} kafelka"}}
    assert missing(polish, english, "pl") == ["a.name", "a.tiles.few", "a.tiles.many"]


def test_a_sentence_that_a_language_lacks_is_said_in_english() -> None:
    assert say("core.nothing_to_undo", "pl") == say("core.nothing_to_undo", ENGLISH)


@pytest.mark.parametrize(
    ("count", "category"),
    [(0, "many"), (1, "one"), (2, "few"), (5, "many"), (12, "many"), (22, "few"), (25, "many"), (1.5, "other")],
)
def test_polish_plural_forms(count: float, category: str) -> None:
    sentences = read_file("test", POLISH)
    assert len(sentences) == 10
    assert missing(sentences, sentences, "pl") == []
    for sentence in sentences.values():
        assert not isinstance(sentence, str)
        others = dict.fromkeys(placeholders(sentence) - {"count"}, "Ada")
        text = fill(sentence, "pl", others | {"count": count})
        assert text == sentence[category].format(**others, count=str(count).replace(".", ","))


def test_numbers_and_lists_are_written_as_the_language_writes_them() -> None:
    fields = {"points": 12345, "share": 0.5, "names": ["Ada", "Bruno", "Carla"], "values": AnyOf(("a", "b", "c"))}
    sentence = "{points} {share} {names} {values}"
    assert fill(sentence, "en", fields) == "12,345 0.5 Ada, Bruno, and Carla a, b, or c"
    assert fill(sentence, "it", fields) == "12.345 0,5 Ada, Bruno e Carla a, b o c"


@pytest.mark.parametrize(
    ("tag", "language"),
    [
        ("it", "it"),
        ("it-CH", "it"),
        ("it_IT.UTF-8", "it"),
        ("IT", "it"),
        ("en_GB@euro", "en"),
        ("tlh", None),
        ("", None),
    ],
)
def test_a_locale_finds_its_language(tag: str, language: str | None) -> None:
    assert matching_language(tag) == language


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
def test_every_sentence_has_the_placeholders_of_english(language: str) -> None:
    english = catalogue(ENGLISH)
    found = {key: placeholders(sentence) for key, sentence in catalogue(language).items() if key in english}
    assert found == {key: placeholders(english[key]) for key in found}


@pytest.mark.parametrize("language", LANGUAGES)
def test_placeholders_are_named(language: str) -> None:
    unnamed = [key for key, text in catalogue(language).items() if not all(map(str.isidentifier, placeholders(text)))]
    assert unnamed == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_is_empty(language: str) -> None:
    texts = [(key, form) for key, sentence in catalogue(language).items() for form in forms(sentence)]
    assert [key for key, text in texts if not isinstance(text, str) or not text.strip()] == []


@pytest.mark.parametrize("language", TRANSLATIONS)
def test_a_translation_is_not_just_the_english(language: str) -> None:
    translated = catalogue(language)
    telling = {key: text for key, text in catalogue(ENGLISH).items() if len(str(text)) > LONG_ENOUGH}
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
