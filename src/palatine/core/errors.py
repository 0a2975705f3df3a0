"""Errors in what a caller hands in. Each says what was wrong, why, and what would be right.

An error knows its key in the catalogues, so it can be shown in the user's language.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from palatine.core.words import ENGLISH, say

SHOWN = 6
"""The number of legal decisions that an error lists."""


@dataclass(frozen=True)
class Phrase:
    """A part of a sentence, by its key, to be said in the user's language."""

    key: str
    fields: Mapping[str, object] = field(default_factory=dict)

    def text(self, language: str) -> str:
        """Return the phrase in a language."""
        return say(self.key, language, **_said(self.fields, language))


class PalatineError(ValueError):
    """A mistake in a request. Nothing has been changed."""

    def __init__(self, key: str, **fields: object) -> None:
        super().__init__(key)
        self.key = key
        self.fields = fields

    def text(self, language: str) -> str:
        """Return the sentence in a language, with its phrases and the error behind it, if any."""
        return say(self.key, language, **_said(self.fields, language))

    def reason(self, language: str) -> str | None:  # noqa: ARG002 - illegal decisions have one
        """Return why alone, without what would be right; None if the sentence has no such part."""
        return None

    def __str__(self) -> str:
        return self.text(ENGLISH)


def _said(fields: Mapping[str, object], language: str) -> dict[str, object]:
    return {name: _part(value, language) for name, value in fields.items()}


def _part(value: object, language: str) -> object:
    if isinstance(value, (Phrase, PalatineError)):
        return value.text(language)
    if isinstance(value, (list, tuple)):
        return type(value)(_part(item, language) for item in value)
    return value


class OptionError(PalatineError):
    """An unknown game, a wrong number of players, an option or a seed that does not exist or has a wrong value."""


class DecisionError(PalatineError):
    """A decision that is not legal, or not understood."""

    def reason(self, language: str) -> str | None:
        """Return why a decision is not legal, without the list of those that are."""
        reason = self.fields.get("reason")
        return reason.text(language) if isinstance(reason, Phrase) else None


class PositionError(PalatineError):
    """Plain data that is no position of the game."""


class RecordError(PalatineError):
    """A record that cannot be replayed; `decision` is the number of the one at which it failed, if one did."""

    def __init__(self, key: str, decision: int | None = None, **fields: object) -> None:
        super().__init__(key, decision=decision, **fields)
        self.decision = decision


def nearest(word: str, known: Iterable[str]) -> list[str]:
    """Return the known words, the one most like `word` first."""
    names = list(known)
    alike = difflib.get_close_matches(word, names, n=1)
    return alike + [name for name in names if name not in alike]


def shortened(texts: Sequence[str]) -> str | Phrase:
    """Return the first few of many texts, and the number of the others."""
    first = "; ".join(texts[:SHOWN])
    return Phrase("core.and_more", {"first": first, "count": len(texts) - SHOWN}) if len(texts) > SHOWN else first
