"""The built-in bots, over the compiled policies of the games."""

from __future__ import annotations

import functools
import importlib
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from palatine.bots.bot import Answer, Bot
from palatine.bots.policy import SCRATCH, greedy
from palatine.core import chance
from palatine.core.compiled import EntryPoints
from palatine.core.engine import CORE, RAW, RAWS, WORDS, Raw, Raws, engine, register
from palatine.core.game import Game
from palatine.core.sight import Question

BOTS_FOLDER = Path(__file__).parent


@functools.cache
def uncompiled(game: Game) -> tuple[EntryPoints, Any]:
    """The compiled policy `greedy` of a game, yet to be loaded or compiled."""
    layout = register(game)
    importlib.import_module(f"{__package__}.{game.name}")  # registers the game's version
    dtype = layout.DTYPE

    def decide(observation: Raw, scratch: Raws, random: NDArray[np.uint64]) -> int:
        return greedy(observation.view(dtype)[0], scratch, random)

    entries = EntryPoints(f"{game.name}-bots", [CORE, Path(layout.__file__).parent, BOTS_FOLDER])
    return entries, entries.add(decide, RAW, RAWS, WORDS)


class RandomBot(Bot):
    """Every legal decision is as likely."""

    name = "random"

    def __init__(self, game: Game, seed: int) -> None:
        self._engine = engine(game)
        self._random = chance.randoms(np.array([seed], dtype=np.uint64))

    def begin(self, seed: int) -> None:
        self._random = chance.randoms(np.array([seed], dtype=np.uint64))

    def decide(self, question: Question) -> Answer:
        """Any legal decision."""
        return Answer(int(self._engine.choose(question.observation, self._random)))


class GreedyBot(Bot):
    """What counts most at once; a frozen reference player (version 1)."""

    name = "greedy"

    def __init__(self, game: Game, seed: int) -> None:
        entries, self._decide = uncompiled(game)
        entries.compile()
        self._scratch = engine(game).buffer(SCRATCH)
        self._random = chance.randoms(np.array([seed], dtype=np.uint64))

    def begin(self, seed: int) -> None:
        self._random = chance.randoms(np.array([seed], dtype=np.uint64))

    def decide(self, question: Question) -> Answer:
        """The decision that counts most at once."""
        return Answer(int(self._decide(question.observation, self._scratch, self._random)))
