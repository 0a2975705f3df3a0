"""A bot as a Python class, and a game against the random bot.

Run: python examples/own_bot.py

Play against it, in the folder of this file: palatine play kingdomino --seat human --seat class:own_bot:NearestBot
"""

from __future__ import annotations

import random

import palatine
from palatine.bots import Answer, Bot, bot_named
from palatine.core.game import Game
from palatine.core.views import Question


class NearestBot(Bot):
    """A bot that places dominoes as near to the castle as it can and claims the highest number."""

    name = "nearest"

    def __init__(self, game: Game, seed: int) -> None:
        self.game = game
        self.begin(seed)

    def begin(self, seed: int) -> None:
        """Begin a new game. All random choices follow from the seed."""
        self._chance = random.Random(seed)

    def decide(self, question: Question) -> Answer:
        """Return the legal decision with the best mark, drawn at random among equals."""

        def mark(decision: int) -> tuple[float, float]:
            verb, *words = question.text(decision).split()
            if verb == "claim":
                return float(words[0]), 0.0
            distance = sum(abs(int(part)) for word in words for part in word.split(","))
            return -distance, self._chance.random()

        return Answer(max(question.legal(), key=mark))


def main() -> None:
    """Play a game against the random bot."""
    table = palatine.new("kingdomino", players=2, seed=11)
    bots: list[Bot] = [NearestBot(table.game, seed=1), bot_named("random", table.game, seed=2)]
    while (seat := table.seat) is not None:
        table.play(bots[seat].decide(table.question()).decision)
    print(table.result())


if __name__ == "__main__":
    main()
