"""How the built-in players score: random play, greedy against three random, greedy among its kind.

Run: python bench/strength.py [GAMES_PLAYED]
"""

from __future__ import annotations

import sys
from typing import Any

import numpy as np

import palatine
from palatine.bots import bot_named
from palatine.games import game_named

RANDOM_GAMES = 200_000
PLAYERS = 4
OPTIONS: dict[str, dict[str, Any]] = {
    "kingdomino": {"harmony": True, "middle_kingdom": True},
    "year_of_the_dragon": {"large_privilege": 7},
    "dragon_castle": {},
}
"""The options under which other programs have published figures (KD-20's 22.7 points, about 38), or the usual ones."""


def interval(values: list[float]) -> str:
    """A mean with its 95 % interval."""
    numbers = np.array(values)
    half = 1.96 * numbers.std(ddof=1) / np.sqrt(len(numbers))
    return f"{numbers.mean():.3f} +- {half:.3f}"


def random_play(name: str) -> None:
    with palatine.batch(name, RANDOM_GAMES, players=PLAYERS, seed=1, **OPTIONS[name]) as batch:
        batch.playout(seed=1)
        means = batch.totals.mean(axis=1).tolist()
    print(f"{name}: random play, {PLAYERS} players: mean {interval(means)} over {RANDOM_GAMES:,} games")


def against(name: str, others: str, games: int) -> None:
    game = game_named(name)
    bots = [bot_named("greedy", game, 1), *(bot_named(others, game, seed) for seed in range(2, PLAYERS + 1))]
    wins: list[float] = []
    points: list[float] = []
    for number in range(games):
        table = palatine.new(name, players=PLAYERS, seed=number, **OPTIONS[name])
        own = number % PLAYERS
        while (seat := table.seat) is not None:
            table.play(bots[(seat - own) % PLAYERS].decide(table.question()).decision)
        winners = table.winners()
        wins.append((own in winners) / len(winners))
        points.append(float(table.totals()[own]))
    told = f"wins {interval(wins)}, points {interval(points)} over {games:,} games"
    print(f"{name}: greedy against three {others}: {told}")


if __name__ == "__main__":
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
    for each in OPTIONS:
        random_play(each)
        against(each, "random", count)
        against(each, "greedy", count)
