"""How fast the search is: iterations a second at the start of a game, on one core, and what share of it is playouts.

Run: python bench/search_speed.py [SECONDS]

For each game and number of players: with random playouts to the end (`mcts`), and with the fitted evaluation (`search`).
The share of playouts is the time of as many playouts alone, from the same positions, in the time of the search.
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
    """How many iterations a new search makes."""
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
    """How many playouts alone, each from the position with what is sealed drawn anew."""
    made = engine(table.game)
    raws = made.buffer(SLICE)
    totals = np.zeros((SLICE, table.settings.players), dtype=np.int32)
    randoms = chance.randoms(np.arange(SLICE, dtype=np.uint64))
    one = chance.randoms(np.array([1], dtype=np.uint64))
    playing, done = 0.0, 0
    while playing < seconds:
        raws[:] = table.observation()
        made.reseal(raws, one)
        start = time.perf_counter()
        made.playout(raws, randoms, totals)
        playing += time.perf_counter() - start
        done += SLICE
    return done / playing


def middle_and_range(values: list[float]) -> str:
    return f"{statistics.median(values):,.0f} ({min(values):,.0f} to {max(values):,.0f})"


if __name__ == "__main__":
    each = float(sys.argv[1]) if len(sys.argv) > 1 else 1.0
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
