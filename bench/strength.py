"""Measure the points of the reference players: random play, greedy against three random, four greedy.

Run: python bench/strength.py [GAMES_PLAYED]
"""

from __future__ import annotations

import sys

import numpy as np

import palatine
from palatine.bots import bot_named
from palatine.core.game import Game
from palatine.games import BUILT_IN

RANDOM_GAMES = 200_000
PLAYERS = 4


def interval(values: list[float]) -> str:
    """Return a mean with its 95 % interval."""
    numbers = np.array(values)
    half = 1.96 * numbers.std(ddof=1) / np.sqrt(len(numbers))
    return f"{numbers.mean():.3f} +- {half:.3f}"


def random_play(game: Game) -> None:
    options = game.module("benchmarks").BENCHMARKS.published_options
    with palatine.batch(game.name, RANDOM_GAMES, players=PLAYERS, seed=1, **options) as batch:
        batch.playout(seed=1)
        means = batch.totals.mean(axis=1).tolist()
    print(f"{game.name}: random play, {PLAYERS} players: mean {interval(means)} over {RANDOM_GAMES:,} games")


def against(game: Game, others: str, games: int) -> None:
    options = game.module("benchmarks").BENCHMARKS.published_options
    bots = [bot_named("greedy", game, 1), *(bot_named(others, game, seed) for seed in range(2, PLAYERS + 1))]
    wins: list[float] = []
    points: list[float] = []
    for number in range(games):
        table = palatine.new(game.name, players=PLAYERS, seed=number, **options)
        own = number % PLAYERS
        while (seat := table.seat) is not None:
            table.play(bots[(seat - own) % PLAYERS].decide(table.question()).decision)
        winners = table.winners()
        wins.append((own in winners) / len(winners))
        points.append(float(table.totals()[own]))
    figures = f"wins {interval(wins)}, points {interval(points)} over {games:,} games"
    print(f"{game.name}: greedy against three {others}: {figures}", flush=True)


if __name__ == "__main__":
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
    for each in BUILT_IN.values():
        random_play(each)
        against(each, "random", count)
        against(each, "greedy", count)
