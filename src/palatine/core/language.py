"""Which language the person speaks, and sentences in it."""

from __future__ import annotations

import locale
import os

from palatine.core.problems import OptionError
from palatine.core.words import ENGLISH, LANGUAGES, say


def language_of_environment() -> str:
    """`PALATINE_LANG`, or what the platform's locale variables say; English otherwise."""
    for variable in ("PALATINE_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(variable, "")
        if value:
            return value[:2] if value[:2] in LANGUAGES else ENGLISH
    # Windows sets none of them, but knows the language of the person ("Italian_Italy").
    name = (locale.getlocale()[0] or "").casefold()[:2]
    return name if name in LANGUAGES else ENGLISH


class Words:
    """Sentences of the command, in one language."""

    def __init__(self, language: str | None = None) -> None:
        if language is not None and language not in LANGUAGES:
            raise OptionError("cli.error.language", given=language, known=", ".join(LANGUAGES))
        self.language = language or language_of_environment()

    def __call__(self, key: str, **fields: object) -> str:
        """The sentence `cli.<key>`, its gaps filled."""
        return say(f"cli.{key}", self.language, **fields)

    def of_game(self, game: str, key: str, **fields: object) -> str:
        """A sentence of a game."""
        return say(f"{game}.{key}", self.language, **fields)
