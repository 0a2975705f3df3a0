"""The compiled functions of a game's built-in bots, as entry points for Python, and their memory."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numba import types
from numba.np import numpy_support
from numpy.typing import NDArray

from palatine.bots.compiled.evaluation import HIDDEN, Desk, Model, best_at_once
from palatine.bots.compiled.search import COUNTS, DEEPEST, EDGE, KNOBS, NODE, Tree, knobs_of, think
from palatine.bots.compiled.unfitted import register_unfitted
from palatine.bots.models import feature_count
from palatine.core import chance, contract
from palatine.core.bots import Style, bots_of
from palatine.core.compiled import EntryPoints
from palatine.core.engine import CORE, INT32S, INT64S, NUMBER, RAW, RAWS, WORDS, Raw, Raws, engine, register
from palatine.core.game import Game
from palatine.core.heuristics import SCRATCH, reference

NO_DECISION = -1
COMPILED = Path(__file__).parent / "compiled"
FLOATS = types.Array(types.float32, 1, "C")
MODEL = types.Array(types.float32, 2, "C", readonly=True)


def tuple_type(parts: list[Any], kind: type) -> Any:
    """Return the compiled type of a named tuple."""
    return types.NamedTuple(parts, kind)  # type: ignore[no-untyped-call]


NODES = types.Array(numpy_support.from_dtype(NODE), 1, "C")
EDGES = types.Array(numpy_support.from_dtype(EDGE), 1, "C")
DESK = tuple_type([RAWS, INT32S, FLOATS, FLOATS, WORDS], Desk)
KNOB_RECORD = types.Array(numpy_support.from_dtype(KNOBS), 1, "C")
TREE = tuple_type([NODES, EDGES, INT64S, INT32S, INT64S, INT64S, FLOATS, INT32S, INT64S, KNOB_RECORD], Tree)


@dataclass(frozen=True)
class Thinking:
    """The entry points of the bots of one game. Call `entry_points.compile` before using them.

    | name        | arguments                                                  | does                                    |
    |-------------|------------------------------------------------------------|-----------------------------------------|
    | `reference` | observation, number of the player, scratch, random         | decides as a reference player           |
    | `think`     | observation, players, iterations, model, desk, tree, noise | continues a search; with 0 iterations,  |
    |             |                                                            | returns the best decision one step ahead |

    `reference` is None if the game has no reference players.
    """

    game: Game
    entry_points: EntryPoints
    reference: Callable[[Raw, int, Raws, NDArray[np.uint64]], int] | None
    think: Callable[[Raw, int, int, Model, Desk, Tree, float], int]

    def desk(self, seed: int) -> Desk:
        """Return the scratch memory of a bot."""
        compiled = engine(self.game)
        return Desk(
            compiled.buffer(SCRATCH),
            np.zeros(compiled.most_legal, dtype=np.int32),
            np.zeros(feature_count(self.game), dtype=np.float32),
            np.zeros(HIDDEN, dtype=np.float32),
            chance.randoms(np.array([seed], dtype=np.uint64)),
        )

    def tree(self, nodes: int, edges: int, style: Style) -> Tree:
        """Return the memory of a search."""
        compiled = engine(self.game)
        seats = max(self.game.players)
        return Tree(
            nodes=np.empty(nodes, dtype=NODE),
            edges=np.empty(edges, dtype=EDGE),
            counts=np.zeros(COUNTS, dtype=np.int64),
            edge_of=np.zeros(compiled.decisions, dtype=np.int32),
            path=np.zeros(DEEPEST, dtype=np.int64),
            seats=np.zeros(DEEPEST, dtype=np.int64),
            points=np.zeros(seats, dtype=np.float32),
            totals=np.zeros(seats, dtype=np.int32),
            ranking=np.zeros(seats, dtype=np.int64),
            knobs=knobs_of(style),
        )


def register_bots(game: Game) -> Any:
    """Import all compiled parts of a game's bots. Return the game's layout."""
    layout, bots = register(game), bots_of(game)
    if bots.reference_players:
        game.module("bots.greedy")
    if bots.fitted:
        game.module("bots.features")
    else:
        register_unfitted(layout.DTYPE)
    return layout


def bot_sources(layout: Any) -> list[Path]:
    """Return the folders that the compiled bots of a game can reach; `layout` lies in the game's own."""
    folder = Path(layout.__file__).parent
    return [CORE, folder, folder / "bots", COMPILED]


def _make(game: Game) -> Thinking:
    layout = register_bots(game)
    dtype = layout.DTYPE

    def decide(observation: Raw, player: int, scratch: Raws, random: NDArray[np.uint64]) -> int:
        return reference(observation.view(dtype)[0], player, scratch, random)

    def think_on(
        observation: Raw, players: int, iterations: int, model: Model, desk: Desk, tree: Tree, noise: float
    ) -> int:
        """Search, or decide one step ahead. It is one entry point because each compiles the whole game again."""
        states = desk.positions.view(dtype)
        if iterations > 0:
            think(states, observation, players, iterations, model, desk, tree)
            return NO_DECISION
        desk.positions[2, :] = 0
        contract.observe(observation.view(dtype)[0], states[2, 0])
        contract.resample(states[2, 0], desk.random)
        return best_at_once(states, desk.positions[2], players, model, desk, tree.totals, noise)

    entries = EntryPoints(f"{game.name}-bots", bot_sources(layout))
    players = bots_of(game).reference_players
    return Thinking(
        game,
        entries,
        reference=entries.add(decide, RAW, NUMBER, RAWS, WORDS) if players else None,
        think=entries.add(think_on, RAW, NUMBER, NUMBER, MODEL, DESK, TREE, types.float64),
    )


thinking: Callable[[Game], Thinking] = functools.cache(_make)


def ready(game: Game) -> Thinking:
    """Return the entry points of a game's bots, loaded or compiled."""
    compiled = thinking(game)
    compiled.entry_points.compile()
    return compiled
