"""Thousands of random games played as a batch, with a histogram of the points.

Run: python examples/many_games.py
"""

from __future__ import annotations

import numpy as np

import palatine


def main() -> None:
    """Play ten thousand four-player games and print a bar for each ten points."""
    with palatine.batch("kingdomino", 10_000, players=4, seed=1, harmony=True, middle_kingdom=True) as batch:
        decisions = batch.playout()
        points = batch.totals.ravel()
    print(f"{decisions:,} decisions, {points.mean():.1f} points on average")
    counts = np.bincount(points // 10)
    for tens, count in enumerate(counts):
        print(f"{10 * tens:>3}-{10 * tens + 9:<3} {'#' * round(60 * count / counts.max())}")


if __name__ == "__main__":
    main()
