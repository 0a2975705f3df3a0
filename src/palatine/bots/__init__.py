"""Who decides: the built-in opponents, by name. Imports no rules.

A bot is given observations only: it never receives anything sealed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from palatine.core.problems import OptionError, nearest

if TYPE_CHECKING:
    from palatine.core.engine import Raw
    from palatine.core.game import Game

BOTS = ("random", "greedy")


class Bot(Protocol):
    """Whoever decides for a seat."""

    name: str

    def decide(self, observation: Raw) -> int:
        """The decision for whoever's turn it is in the position observed."""
        ...


def bot_named(name: str, game: Game, seed: int = 0) -> Bot:
    """A built-in bot for a game; the seed settles what it leaves to chance."""
    if name not in BOTS:
        raise OptionError("core.unknown_bot", bot=name, known=nearest(str(name), BOTS))
    from palatine.bots.builtin import GreedyBot, RandomBot

    return RandomBot(game, seed) if name == "random" else GreedyBot(game, seed)
