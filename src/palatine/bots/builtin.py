"""The built-in bots, over their compiled thinking."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from palatine.bots.bot import Answer, Bot
from palatine.bots.budgets import Budget
from palatine.bots.compiled.policy import SCRATCH
from palatine.bots.levels import LEVELS, LOWEST
from palatine.bots.models import model_for
from palatine.bots.searching import STYLES, SearchBot
from palatine.bots.thinking import ready
from palatine.core import chance
from palatine.core.engine import engine
from palatine.core.game import Game
from palatine.core.sight import Question


def generator(seed: int) -> NDArray[np.uint64]:
    """The fast generator for a seed."""
    return chance.randoms(np.array([seed], dtype=np.uint64))


class RandomBot(Bot):
    """Every legal decision is as likely."""

    name = "random"

    def __init__(self, game: Game, seed: int) -> None:
        self._engine = engine(game)
        self.begin(seed)

    def begin(self, seed: int) -> None:
        self._random = generator(seed)

    def decide(self, question: Question) -> Answer:
        return Answer(int(self._engine.choose(question.observation, self._random)))


class GreedyBot(Bot):
    """What counts most at once; a frozen reference player (version 1)."""

    name = "greedy"

    def __init__(self, game: Game, seed: int) -> None:
        self._decide = ready(game).greedy
        self._scratch = engine(game).buffer(SCRATCH)
        self.begin(seed)

    def begin(self, seed: int) -> None:
        self._random = generator(seed)

    def decide(self, question: Question) -> Answer:
        return Answer(int(self._decide(question.observation, self._scratch, self._random)))


class FullGreedyBot(GreedyBot):
    """The greedy player of the literature on Kingdomino; a frozen reference player (version 1)."""

    name = "full_greedy"

    def __init__(self, game: Game, seed: int) -> None:
        super().__init__(game, seed)
        found = ready(game).full_greedy
        if found is None:
            raise ValueError(f"{game.name} has no player of that name")
        self._decide = found


class FittedBot(Bot):
    """The decision after which it expects most points, by the fitted evaluation, without searching.

    With `noise` it misjudges every decision by about so many points.
    """

    def __init__(self, game: Game, seed: int, noise: float = 0.0, name: str = "fitted") -> None:
        self.name = name
        self._noise = noise
        thinking = ready(game)
        self._think = thinking.think
        self._desk = thinking.desk(seed)
        self._tree = thinking.tree(1, 1, STYLES[game.name].knobs())  # it does not search

    def begin(self, seed: int) -> None:
        self._desk.random[:] = generator(seed)

    def decide(self, question: Question) -> Answer:
        settings = question.settings
        model = model_for(settings)
        think, desk, tree = self._think, self._desk, self._tree
        return Answer(int(think(question.observation, settings.players, 0, model, desk, tree, self._noise)))


def level_bot(game: Game, seed: int, number: int) -> Bot:
    """The bot of a level."""
    level = LEVELS[game.name][number - LOWEST]
    name = f"level:{number}"
    if level.iterations:
        return SearchBot(game, seed, Budget(iterations=level.iterations), name=name)
    return FittedBot(game, seed, level.noise, name)
