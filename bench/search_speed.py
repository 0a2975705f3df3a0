"""Measure the search: iterations a second at the start of a game, on one core, and the share of its playouts.

Run: python bench/search_speed.py [SECONDS]

For each game and number of players, with random playouts to the end (`mcts`) and with the fitted evaluation (`search`).
The share of the playouts is the time that as many playouts take alone, from the same position.
"""

from __future__ import annotations

import statistics
import sys
import time

import numpy as np

import palatine
from palatine.bots.models import model_for
from palatine.bots.thinking import ready
from palatine.core import chance
from palatine.core.bots import PLAIN, Style, bots_of
from palatine.core.engine import engine
from palatine.core.table import Table
from palatine.games import BUILT_IN

ROUNDS = 5
NODES = 400_000
SLICE = 500


def iterations_a_second(table: Table, style: Style, seconds: float) -> float:
    """Return the iterations a second of a new search."""
    thinking = ready(table.game)
    desk, tree = thinking.desk(1), thinking.tree(NODES, 8 * NODES, style)
    observation, players = table.observation(), table.settings.players
    model = model_for(table.settings)
    start = time.perf_counter()
    done = 0
    while (passed := time.perf_counter() - start) < seconds:
        thinking.think(observation, players, SLICE, model, desk, tree, 0.0)
        done += SLICE
    return done / passed


def playouts_a_second(table: Table, seconds: float) -> float:
    """Return the playouts a second alone, each from the position with resampled hidden fields."""
    compiled = engine(table.game)
    raws = compiled.buffer(SLICE)
    totals = np.zeros((SLICE, table.settings.players), dtype=np.int32)
    randoms = chance.randoms(np.arange(SLICE, dtype=np.uint64))
    one = chance.randoms(np.array([1], dtype=np.uint64))
    playing, done = 0.0, 0
    while playing < seconds:
        raws[:] = table.observation()
        compiled.resample(raws, one)
        start = time.perf_counter()
        compiled.playout(raws, randoms, totals)
        playing += time.perf_counter() - start
        done += SLICE
    return done / playing


def middle_and_range(values: list[float]) -> str:
    return f"{statistics.median(values):,.0f} ({min(values):,.0f} to {max(values):,.0f})"


if __name__ == "__main__":
    each = float(sys.argv[1]) if len(sys.argv) > 1 else 0.3
    for game in BUILT_IN.values():
        for players in game.players:
            at_start = palatine.new(game.name, players=players, seed=1)
            plain = [iterations_a_second(at_start, PLAIN, each) for _ in range(ROUNDS)]
            alone = [playouts_a_second(at_start, each) for _ in range(ROUNDS)]
            knowing = [iterations_a_second(at_start, bots_of(game).style or PLAIN, each) for _ in range(ROUNDS)]
            share = statistics.median(plain) / statistics.median(alone)
            print(
                f"{game.name}, {players} players: {middle_and_range(plain)} iterations a second with random playouts, "
                f"{100 * share:.0f} % of the time in them; {middle_and_range(knowing)} with the evaluation",
                flush=True,
            )
