"""The language of the user at the terminal, and sentences in it."""

from __future__ import annotations

import locale
import os

from palatine.core.errors import OptionError
from palatine.core.words import ENGLISH, LANGUAGES, matching_language, say, say_if_known

COMMAND = "cli"


def language_of_environment() -> str:
    """Return the language of `PALATINE_LANG` or of the platform's locale; English if there is no such language."""
    for variable in ("PALATINE_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(variable, "")
        if value:
            return matching_language(value) or ENGLISH
    # Windows sets none of them, but knows the user's language by its English name ("Italian_Italy").
    name = (locale.getlocale()[0] or "").partition("_")[0]
    return matching_language(locale.normalize(name)) or ENGLISH


class Words:
    """Sentences in one language, by keys below a prefix: the command's, or a game's (`of`)."""

    def __init__(self, language: str | None = None, prefix: str = COMMAND) -> None:
        if language is not None and language not in LANGUAGES:
            raise OptionError("cli.error.language", given=language, known=LANGUAGES)
        self.language = language or language_of_environment()
        self.prefix = prefix

    def __call__(self, key: str, **fields: object) -> str:
        """Return the sentence `<prefix>.<key>` with its placeholders filled."""
        return say(f"{self.prefix}.{key}", self.language, **fields)

    def of(self, prefix: str) -> Words:
        """Return the sentences in the same language below another prefix."""
        return Words(self.language, prefix)

    def if_known(self, key: str, default: str, **fields: object) -> str:
        """Return the sentence `<prefix>.<key>`, or a default: installed games may lack some."""
        found = say_if_known(f"{self.prefix}.{key}", self.language, **fields)
        return default if found is None else found
