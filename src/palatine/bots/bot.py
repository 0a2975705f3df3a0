"""What a bot is: somebody who answers questions. Imports no rules.

A bot is given questions (`palatine.core.views.Question`) and nothing else: it never receives anything sealed.
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
    """A decision, and what the bot thinks of it and of the others: plain data, as docs/bots.md describes it."""

    decision: int
    thoughts: dict[str, Any] | None = None


class BotError(PalatineError):
    """A bot that cannot go on: it has crashed, hangs, answers nonsense. It has been stopped."""


class Bot(ABC):
    """Whoever decides for a seat. Once made, only `decide` raises `BotError`; such a bot plays again after the next `begin`."""

    name: str

    def begin(self, seed: int) -> None:  # noqa: B027 - most bots need not know
        """A new game begins; the seed settles what the bot leaves to chance in it."""

    @abstractmethod
    def decide(self, question: Question) -> Answer:
        """The decision for whoever's turn it is. Raises `BotError` if the bot cannot go on."""

    def close(self) -> None:  # noqa: B027 - most bots hold nothing
        """Let go of whatever it holds: a program, threads."""
