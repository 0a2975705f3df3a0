"""The language of the person at the terminal, and sentences in it."""

from __future__ import annotations

import locale
import os

from palatine.core.errors import OptionError
from palatine.core.words import ENGLISH, LANGUAGES, say, sentence

COMMAND = "cli"


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
    """Sentences in one language, by keys below a prefix: those of the command, or (`of`) those of a game."""

    def __init__(self, language: str | None = None, prefix: str = COMMAND) -> None:
        if language is not None and language not in LANGUAGES:
            raise OptionError("cli.error.language", given=language, known=", ".join(LANGUAGES))
        self.language = language or language_of_environment()
        self.prefix = prefix

    def __call__(self, key: str, **fields: object) -> str:
        """The sentence `<prefix>.<key>`, its gaps filled."""
        return say(f"{self.prefix}.{key}", self.language, **fields)

    def of(self, prefix: str) -> Words:
        """Sentences in the same language below another prefix."""
        return Words(self.language, prefix)

    def if_known(self, key: str, default: str, **fields: object) -> str:
        """The sentence `<prefix>.<key>`, or a default where there is none: games of others may lack some."""
        return default if sentence(f"{self.prefix}.{key}", self.language) is None else self(key, **fields)
