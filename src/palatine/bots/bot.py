"""The interface of a bot: it answers questions. Imports no rules.

A bot is given questions (`palatine.core.views.Question`) and nothing else, so it never sees hidden fields.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from palatine.core.errors import PalatineError

if TYPE_CHECKING:
    from palatine.core.views import Question


@dataclass(frozen=True)
class Answer:
    """A decision, and the bot's evaluation of it and the others as plain data. docs/bots.md describes its form."""

    decision: int
    thoughts: dict[str, Any] | None = None


class BotError(PalatineError):
    """A bot has been stopped: it crashed, hung or gave an invalid answer."""


class Bot(ABC):
    """A program that decides for a seat.

    After construction only `decide` raises `BotError`. A bot that raised it plays again after the next `begin`.
    """

    name: str

    def begin(self, seed: int) -> None:  # noqa: B027 - optional
        """Begin a new game. The seed determines the bot's random choices in it."""

    @abstractmethod
    def decide(self, question: Question) -> Answer:
        """Return a decision for the seat to decide. Raise `BotError` if the bot cannot go on."""

    def close(self) -> None:  # noqa: B027 - optional
        """Release the bot's resources, such as a program or threads."""
