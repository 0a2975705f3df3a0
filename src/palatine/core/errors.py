"""What can be wrong with what a caller hands in; each says what was wrong and what would be right.

A problem knows its key in the catalogues, so that a program can tell it in the language of the person.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from palatine.core.words import ENGLISH, say

SHOWN = 6
"""How many of the legal decisions an error lists."""


@dataclass(frozen=True)
class Phrase:
    """A part of a sentence that is told in the person's language too."""

    key: str
    fields: Mapping[str, object] = field(default_factory=dict)

    def text(self, language: str) -> str:
        """The phrase in a language."""
        return say(self.key, language, **self.fields)


class PalatineError(ValueError):
    """A mistake in what was asked for. Nothing has been changed."""

    def __init__(self, key: str, **fields: object) -> None:
        super().__init__(key)
        self.key = key
        self.fields = fields

    def text(self, language: str) -> str:
        """The sentence in a language; a field that is a phrase, or the problem behind this one, is too."""
        fields = {
            name: value.text(language) if isinstance(value, (Phrase, PalatineError)) else value
            for name, value in self.fields.items()
        }
        return say(self.key, language, **fields)

    def __str__(self) -> str:
        return self.text(ENGLISH)


class OptionError(PalatineError):
    """An unknown game, a wrong number of players, an option or a seed that does not exist or has a wrong value."""


class DecisionError(PalatineError):
    """A decision that is not legal, or not understood."""


class PositionError(PalatineError):
    """Plain data that is no position of the game."""


class RecordError(PalatineError):
    """A record that cannot be replayed; `decision` is the number of the one at which it failed, if one did."""

    def __init__(self, key: str, decision: int | None = None, **fields: object) -> None:
        super().__init__(key, decision=decision, **fields)
        self.decision = decision


def nearest(word: str, known: Iterable[str]) -> str:
    """The known words as a list, the one most like `word` first."""
    names = list(known)
    alike = difflib.get_close_matches(word, names, n=1)
    return ", ".join(alike + [name for name in names if name not in alike])


def shortened(texts: Sequence[str]) -> str:
    """The first few of many, and how many more there are."""
    more = len(texts) - SHOWN
    return "; ".join(texts[:SHOWN]) + (f"; (+{more})" if more > 0 else "")
