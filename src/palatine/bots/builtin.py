"""The built-in bots, as wrappers of their compiled parts."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from palatine.bots.bot import Answer, Bot
from palatine.bots.budgets import Budget
from palatine.bots.models import model_for
from palatine.bots.searching import SearchBot
from palatine.bots.thinking import ready
from palatine.core import chance
from palatine.core.bots import PLAIN, bots_of
from palatine.core.engine import engine
from palatine.core.game import Game
from palatine.core.heuristics import SCRATCH
from palatine.core.views import Question


def generator(seed: int) -> NDArray[np.uint64]:
    """Return the fast generator for a seed."""
    return chance.randoms(np.array([seed], dtype=np.uint64))


class RandomBot(Bot):
    """A bot that chooses among the legal decisions uniformly."""

    def __init__(self, game: Game, seed: int, name: str = "random") -> None:
        self.name = name
        self._engine = engine(game)
        self.begin(seed)

    def begin(self, seed: int) -> None:
        self._random = generator(seed)

    def decide(self, question: Question) -> Answer:
        return Answer(int(self._engine.choose(question.observation, self._random)))


class ReferenceBot(Bot):
    """A frozen player (version 1) to measure others by, one of those in the game's description."""

    def __init__(self, game: Game, seed: int, name: str) -> None:
        self.name = name
        self._player = bots_of(game).reference_players.index(name)
        decide = ready(game).reference
        assert decide is not None
        self._decide = decide
        self._scratch = engine(game).buffer(SCRATCH)
        self.begin(seed)

    def begin(self, seed: int) -> None:
        self._random = generator(seed)

    def decide(self, question: Question) -> Answer:
        return Answer(int(self._decide(question.observation, self._player, self._scratch, self._random)))


class FittedBot(Bot):
    """A bot that takes the decision with the best fitted evaluation one step ahead, without searching.

    `noise` is the standard deviation, in points, of the errors it makes.
    """

    def __init__(self, game: Game, seed: int, noise: float = 0.0, name: str = "fitted") -> None:
        self.name = name
        self._noise = noise
        thinking = ready(game)
        self._think = thinking.think
        self._desk = thinking.desk(seed)
        self._tree = thinking.tree(1, 1, PLAIN)  # it does not search

    def begin(self, seed: int) -> None:
        self._desk.random[:] = generator(seed)

    def decide(self, question: Question) -> Answer:
        settings = question.settings
        model = model_for(settings)
        think, desk, tree = self._think, self._desk, self._tree
        return Answer(int(think(question.observation, settings.players, 0, model, desk, tree, self._noise)))


def level_bot(game: Game, seed: int, number: int) -> Bot:
    """Return the bot of a level. One that looks a step ahead decides at random if the game has no evaluation."""
    bots = bots_of(game)
    level = bots.level(number)
    name = f"level:{number}"
    if level.iterations:
        return SearchBot(game, seed, Budget(iterations=level.iterations), name=name)
    return FittedBot(game, seed, level.noise, name) if bots.fitted else RandomBot(game, seed, name)
