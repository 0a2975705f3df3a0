"""The compiled thinking of the built-in bots of one game, as functions that Python calls, and their memory."""

from __future__ import annotations

import functools
import importlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numba import types
from numpy.typing import NDArray

from palatine.bots.compiled.evaluation import HIDDEN, MOST_SEATS, Desk, Model, best_at_once
from palatine.bots.compiled.policy import SCRATCH, greedy
from palatine.bots.models import features_of
from palatine.core import chance, contract
from palatine.core.compiled import EntryPoints
from palatine.core.engine import CORE, INT32S, RAW, RAWS, WORDS, Raw, Raws, engine, register
from palatine.core.game import Game

COMPILED = Path(__file__).parent / "compiled"
FLOATS = types.Array(types.float32, 1, "C")
MODEL = types.Array(types.float32, 2, "C", readonly=True)
DESK = types.NamedTuple([RAWS, INT32S, FLOATS, FLOATS, WORDS], Desk)


@dataclass(frozen=True)
class Thinking:
    """The entry points of the bots of one game; `entry_points.compile` must be called before they are used.

    | name     | arguments                    | does                                            |
    |----------|------------------------------|-------------------------------------------------|
    | `greedy` | observation, scratch, random | the decision that counts most at once           |
    | `fitted` | observation, model, desk     | the decision after which the model expects most |
    """

    game: Game
    entry_points: EntryPoints
    greedy: Callable[[Raw, Raws, NDArray[np.uint64]], int]
    fitted: Callable[[Raw, Model, Desk], int]

    def desk(self, seed: int) -> Desk:
        """Memory for a bot to think with."""
        made = engine(self.game)
        return Desk(
            made.buffer(SCRATCH),
            np.zeros(made.most_legal, dtype=np.int32),
            np.zeros(features_of(self.game).FEATURES, dtype=np.float32),
            np.zeros(HIDDEN, dtype=np.float32),
            chance.randoms(np.array([seed], dtype=np.uint64)),
        )


def _make(game: Game) -> Thinking:
    layout = register(game)
    for part in ("greedy", "features"):  # registers the game's versions
        importlib.import_module(f"{__package__}.compiled.{part}.{game.name}")
    dtype = layout.DTYPE

    def decide_greedily(observation: Raw, scratch: Raws, random: NDArray[np.uint64]) -> int:
        return greedy(observation.view(dtype)[0], scratch, random)

    def decide_fitted(observation: Raw, model: Model, desk: Desk) -> int:
        states = desk.positions.view(dtype)
        desk.positions[2, :] = 0
        contract.observe(observation.view(dtype)[0], states[2, 0])
        contract.reseal(states[2, 0], desk.random)
        return best_at_once(states, desk.positions[2], model, desk, np.zeros(MOST_SEATS, dtype=np.int32))

    entries = EntryPoints(f"{game.name}-bots", [CORE, Path(layout.__file__).parent, COMPILED])
    return Thinking(
        game,
        entries,
        greedy=entries.add(decide_greedily, RAW, RAWS, WORDS),
        fitted=entries.add(decide_fitted, RAW, MODEL, DESK),
    )


thinking: Callable[[Game], Thinking] = functools.cache(_make)


def ready(game: Game) -> Thinking:
    """The thinking of a game's bots, compiled or loaded."""
    made: Any = thinking(game)
    made.entry_points.compile()
    return made  # type: ignore[no-any-return]
