"""How the built-in players score: random play (KD-20's 22.7), greedy against three random, greedy among its kind.

Run: python bench/strength.py [GAMES]
"""

from __future__ import annotations

import sys
from typing import Any

import numpy as np

import palatine
from palatine.bots import bot_named
from palatine.games import game_named

RANDOM_GAMES = 200_000
BONUSES: dict[str, Any] = {"harmony": True, "middle_kingdom": True}


def interval(values: list[float]) -> str:
    """A mean with its 95 % interval."""
    numbers = np.array(values)
    half = 1.96 * numbers.std(ddof=1) / np.sqrt(len(numbers))
    return f"{numbers.mean():.3f} +- {half:.3f}"


def random_play() -> None:
    with palatine.batch("kingdomino", RANDOM_GAMES, players=4, seed=1, **BONUSES) as batch:
        batch.playout(seed=1)
        means = batch.totals.mean(axis=1).tolist()
    print(f"random play, 4 players, both bonuses: mean {interval(means)} over {RANDOM_GAMES:,} games (22.7 +- 0.5)")


def against(others: str, games: int) -> None:
    game = game_named("kingdomino")
    bots = [bot_named("greedy", game, 1), *(bot_named(others, game, seed) for seed in (2, 3, 4))]
    wins: list[float] = []
    points: list[float] = []
    for number in range(games):
        table = palatine.new("kingdomino", players=4, seed=number, **BONUSES)
        own = number % 4
        while (seat := table.seat) is not None:
            table.play(bots[(seat - own) % 4].decide(table.observation()))
        winners = table.winners()
        wins.append((own in winners) / len(winners))
        points.append(float(table.totals()[own]))
    print(f"greedy against three {others}: wins {interval(wins)}, points {interval(points)} over {games:,} games")


if __name__ == "__main__":
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
    random_play()
    against("random", count)
    against("greedy", count)
